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

# 象棋
side-red = 红方
game-xiangqi = 象棋
game-xiangqi-other = Xiangqi
game-xiangqi-line = 楚河汉界，两军对垒，擒住对方的将帅。
option-rules = 规则
option-rules-axf = 亚洲规则
option-rules-cxa = 中国规则

# 象棋不能这样走的原因
xiangqi-over = 对局已经结束。
xiangqi-unreadable-move = 象棋没有这样的着法。
xiangqi-off-board = 棋盘上没有这一点。
xiangqi-no-piece = 这里没有棋子。
xiangqi-not-your-piece = 这是对方的棋子。
xiangqi-own-piece = 那里是自己的棋子。
xiangqi-cannot-reach = 这枚棋子走不到那里。
xiangqi-still-in-check = 这样走不能解将。
xiangqi-generals-face = 将帅不能照面。
xiangqi-exposes-general = 这样走会送将。
xiangqi-ambiguous = 这样写可能指不止一着。

# 象棋对局如何结束
xiangqi-checkmate = 将死。
xiangqi-stalemate = 困毙，无子可走的一方负。
xiangqi-natural-limit = 双方六十回合没有吃子，判和。
xiangqi-repetition = 同一局面第三次出现，判和。
xiangqi-perpetual-check = 长将，判负。
xiangqi-perpetual-chase = 长捉，判负。
xiangqi-perpetual-attack = 长打，判负。
xiangqi-both-at-fault = 双方都犯规，判和。
