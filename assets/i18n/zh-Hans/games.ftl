# 双方
side-black = 黑方
side-white = 白方

# 黑白棋
game-reversi = 黑白棋
game-reversi-other = Reversi
game-reversi-line = 夹住对方的棋子，翻成自己的颜色。
option-size = 棋盘
option-size-value = { $number } × { $number }
option-start = 开局摆法
option-start-crosswise = 交叉
option-start-parallel = 平行
option-scoring = 剩余空格
option-scoring-winner = 归胜方
option-scoring-plain = 不计
option-scoring-split = 平分
scored-winner = 剩余空格归胜方。
scored-plain = 只数棋盘上的棋子。
scored-split = 剩余空格双方平分。

# 不能这样下的原因
reversi-occupied = 这里已经有棋子了。
reversi-flips-nothing = 不能下在这里：翻不了任何棋子。
reversi-off-board = 棋盘上没有这一格。
reversi-must-pass = 你无处可下，只能停一手。
reversi-pass-not-allowed = 你还有地方可下，不能停一手。
reversi-over = 对局已经结束。
reversi-unreadable-move = 黑白棋没有这样的着法。

# 对局如何结束
reversi-no-moves = 双方都无处可下。
reversi-full = 棋盘已满。
reversi-wiped-out = 棋盘上只剩一种颜色。

# 围棋
game-go = 围棋
game-go-other = Go
game-go-line = 围住比对手更多的地盘。
option-ruleset = 规则
option-ruleset-chinese = 中国
option-ruleset-japanese = 日本
option-ruleset-aga = 美国
option-ruleset-new-zealand = 新西兰
option-ruleset-tromp-taylor = Tromp-Taylor
option-komi = 贴目
option-komi-value = { $number } 个半目
option-handicap = 让子
option-handicap-value = { $number }
go-occupied = 这里已经有棋子了。
go-suicide = 不能下在这里：这颗子没有气。
go-ko = 不能马上提回劫，先在别处下一手。
go-superko = 不能下在这里：会重复以前的局面。
go-off-board = 棋盘上没有这一点。
go-no-stone = 这里没有可以标记的棋子。
go-marking = 双方都已停一手。请标记死子并确认，或者继续下。
go-not-marking = 双方都停一手以后才标记死子。
go-over = 对局已经结束。
go-unreadable-move = 围棋没有这样的着法。
go-passes = 双方都停了一手。
go-agreed = 双方对死子意见一致。
go-repeated = 同一局面第三次出现，无胜负。
go-endless = 对局太长，已按盘面计算结果。
