# 每日一题
puzzles-daily = 每日一题
puzzles-daily-done = 每日一题：已解出
puzzles-daily-solve = 做题
puzzles-daily-again = 再看一次
puzzles-days-in-a-row =
    { $number ->
        [0] 尚无连续记录
       *[other] 连续 { $number } 天
    }
date-month-day = { $month } 月 { $day } 日

# 等级分
puzzles-for-me = 智能推荐
puzzle-your-rating = 你的等级分：{ $rating } ± { $deviation }
puzzle-no-rating = 尚无等级分
puzzle-gain = 你的等级分：{ $rating }（{ $gain }）± { $deviation }

# 限时
puzzles-run = 限时答题
run-explained = 由易到难，答错三次结束。
run-all-games = 全部棋类
run-minutes = { $number } 分钟
run-best = 最佳：{ $number }
run-solved = 解出 { $number } 题
run-missed = 答错了，下一题。
run-over-time = 时间到。
run-over-wrong = 已答错三次。
run-over-all = 全部题目都已解出。
run-new-best = 新的最好成绩。
run-again = 再来一轮
run-combo = 连对 { $number }
run-combo-bonus = 连对 { $at } 题加 { $seconds } 秒
run-best-combo = 最长连对：{ $number } 题

# 做错的题，隔些日子再做
puzzles-repeat = 重做错题
puzzles-due = 有 { $number } 道错题该重做了。
puzzles-next-repetition = { $days } 天后有错题要重做。

# 自己出的题
own-levels = 我的题
own-explained = 要出题，在任何对局的“更多”中选择“以此局面出题”。要添加别人分享的题目，把文件拖到窗口上。
own-go-on = 继续出题
own-number = 第 { $number } 题
own-play = 做题
own-edit = 修改
own-remove = 删除
own-removed = 已删除这道题。
own-share = 分享文件
own-shared = 已保存为 { $file }
own-taken-in = 已添加 { $number } 道题。
own-known = 已有这些题。
own-damaged = 我的题无法读取，已另存为 { $kept }，其他内容没有丢失。
puzzle-not-proved = 未经证明，答案由出题人提供。

# 出题
make-level = 以此局面出题
make-level-title = 出题
make-game-over = 对局在此已经结束，请先回到题目开始的局面。
make-goal = 目标
make-difference = 终局差距
make-tap = 点击目标棋子。
aim-win = 取胜
aim-draw = 求和
aim-mate = 将杀
aim-best = 最佳结果
aim-fours = 连续冲四取胜
aim-capture = 吃子
aim-live = 做活
aim-kill = 杀棋
aim-only = 唯一着法
aim-material = 得子
aim-checks = 连将杀
aim-threats = 连续做杀取胜
aim-stop-fours = 防住冲四
make-pawns = 子力（兵）
make-solution = 正解
make-no-solution = 还没有着法
make-more-lines = 另有 { $number } 个变化
make-draw = 在棋盘上输入
make-draw-explained = 走出双方的着法。要加变化，请退回后另走一步。
make-draw-known = 已有着法：
make-draw-cut = 删除这一步
make-draw-done = 完成
make-find = 由电脑求解
make-checking = 题目有效，正在证明。
make-looking = 正在求解。
make-proved = 已证明：其他第一着都达不到目标。
make-unproved = 未能证明，题中会注明。{ $reason }
make-not-found = 电脑没有找到正解。{ $reason }
make-unreached = 以 { $move } 结束的变化没有达到目标。
make-no-move = 正解还没有着法。
make-no-turn = { $move } 之后对方没有应着的机会。
make-no-point = 还没有指定目标，请在棋盘上点击。
make-wrong = 无效：{ $reason }
make-doubt-none = 对方应对正确时，无法达到目标。
make-doubt-several = 有 { $number } 个第一着能达到目标。
make-doubt-wrong = 对方应对正确时，{ $move } 达不到目标。
make-doubt-another = { $move } 也能达到目标，但不在正解中。
make-doubt-open = 这类题无法证明，或需时过长。
make-words = 文字
make-title = 标题
make-hint = 提示
make-explanation = 讲解
make-difficulty = 难度
make-try = 保存并试做
make-save = 保存
make-saved = 已存入我的题。
make-not-yet = 这道题还不完整。
make-wait = 证明尚未完成，再按一次直接保存。
level-draft-damaged = 正在编辑的题目文件已损坏，无法打开，已另存为 { $kept }。
