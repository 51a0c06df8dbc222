# 棋手的战绩
statistics = 战绩
statistics-all = 全部对局
statistics-year = 最近一年
statistics-month = 最近 30 天
statistics-nothing = 下完一盘棋后，这里会显示你的战绩。
statistics-nothing-then = 这段时间没有下完的对局。
statistics-play = 去下棋
statistics-results = 共 { $games } 局：{ $wins } 胜 { $draws } 和 { $losses } 负
statistics-side = { $side } { $results }
statistics-streak = 连胜：当前 { $now } 局，最多 { $best } 局
statistics-length = 平均长度：{ $plies } 手
statistics-accuracy = 准确率：{ $percent }%（分析过的 { $games } 局）
statistics-adaptive = 自动调级对手：现为 { $level } 级，共 { $levels } 级，已下 { $games } 局
statistics-form = 最近 { $games } 局的得分率
statistics-form-now = 最近几局的得分率：{ $share }
statistics-unknown = 未知棋手
# 级别与分数
rating-level = 棋力：{ $level } 级，{ $points } 分
rating-no-level = 棋力：{ $points } 分，尚未定级
rating-to-next = 距 { $level } 级还差 { $points } 分
rating-highest = 已是最高级
rating-explained = 每级 100 分，30 级最低，1 级最高。与电脑对局且不用提示、不悔棋时计分：一方得多少分，另一方就失多少分，分数四舍五入。
rating-over-games = 最近 { $games } 局的分数
rating-now = 当前分数：{ $points }
grade-kyu = 相当于业余 { $number } 级
grade-dan = 相当于业余 { $number } 段
# 使下一局旗鼓相当的建议
suggest-level = 适合你的棋力：{ $level } 级
suggest-handicap-player = 适合你的棋力：你执{ $side }，对方让子
suggest-handicap-computer = 适合你的棋力：电脑执{ $side }，你让子
