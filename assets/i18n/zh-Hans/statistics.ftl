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
