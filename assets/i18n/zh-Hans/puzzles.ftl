# 每日一题
puzzles-daily = 每日一题
puzzles-daily-done = 每日一题：已解出
puzzles-daily-solve = 做题
puzzles-daily-again = 再看一次
puzzles-days-in-a-row =
    { $number ->
        [0] 尚未连续
       *[other] 连续 { $number } 天
    }
date-month-day = { $month } 月 { $day } 日

# 等级分
puzzles-for-me = 适合我的题
puzzle-your-rating = 你的等级分：{ $rating } ± { $deviation }
puzzle-no-rating = 尚无等级分
puzzle-gain = 你的等级分：{ $rating }（{ $gain }）± { $deviation }

# 限时
puzzles-run = 限时答题
run-explained = 由易到难，一题接一题，答错三次结束。
run-all-games = 全部棋类
run-minutes = { $number } 分钟
run-best = 最佳：{ $number }
run-solved = 解出 { $number } 题
run-missed = 不对，看下一题。
run-over-time = 时间到。
run-over-wrong = 已答错三次。
run-over-all = 没有更多的题了，你已全部解出。
run-new-best = 这是你的最好成绩。
run-again = 再来一次

# 自己出的题
own-levels = 我的题
own-explained = 任何对局都可以出题：在“更多”里选择用此局面出题。别人分享的题目文件，拖到窗口上即可收入。
own-go-on = 继续出题
own-number = 第 { $number } 题
own-play = 做题
own-edit = 修改
own-remove = 删去
own-removed = 已删去这道题。
own-share = 分享为文件
own-shared = 已写入 { $file }
own-taken-in = 收入了 { $number } 道题。
own-known = 这些题你已经有了。
own-damaged = 无法读取你自己的题，已改名保留为 { $kept }，其他内容都没有丢失。
puzzle-not-proved = 未经证明，以出题人所说为准。

# 出题
make-level = 用此局面出题
make-level-title = 出题
make-game-over = 这里对局已经结束，请先回到题目开始的局面。
make-goal = 目标
make-difference = 终局之差
make-tap = 点击目标所指的棋子。
aim-win = 取胜
aim-draw = 求和
aim-mate = 将杀
aim-best = 最佳结果
aim-fours = 连续冲四取胜
aim-capture = 吃子
aim-live = 做活
aim-kill = 杀棋
aim-only = 唯一的一手
aim-material = 得子
make-pawns = 价值（兵）
make-solution = 正解
make-no-solution = 还没有着法
make-more-lines = 另有 { $number } 个变化
make-draw = 在棋盘上摆
make-draw-explained = 摆出双方的着法。要加变化，退回后另下一手即可。
make-draw-known = 此处已有：
make-draw-cut = 删去这一手
make-draw-done = 完成
make-find = 让电脑来找
make-checking = 合乎规则，电脑正在证明。
make-looking = 电脑正在寻找正解。
make-proved = 已证明：没有别的第一手能达到目标。
make-unproved = 未能证明，题中会注明。{ $reason }
make-not-found = 电脑没有找到正解。{ $reason }
make-unreached = 以 { $move } 结束的变化没有达到目标。
make-no-move = 正解还没有着法。
make-no-turn = { $move } 之后对方没有应手的机会。
make-no-point = 还没有指定棋子，请在棋盘上点一下。
make-wrong = 有误：{ $reason }
make-doubt-none = 对方应对得当，就达不到目标。
make-doubt-several = 有 { $number } 个第一手能达到目标。
make-doubt-wrong = 对方应对得当，{ $move } 就达不到目标。
make-doubt-another = { $move } 也能达到目标，但不在正解之中。
make-doubt-open = 这类题无法证明，或需要太久。
make-words = 文字
make-title = 题名
make-hint = 提示
make-explanation = 解说
make-difficulty = 难度
make-try = 保存并试做
make-save = 保存
make-saved = 已存入我的题。
make-not-yet = 这道题还不完整。
make-wait = 电脑还在证明。不想等，再按一次即可保存。
level-draft-damaged = 正在编辑的题目文件已损坏，无法打开，已另存为 { $kept }。
