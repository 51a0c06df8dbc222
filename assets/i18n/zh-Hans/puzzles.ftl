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
