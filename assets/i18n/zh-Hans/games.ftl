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

# 井字棋
side-cross = 叉方
side-nought = 圈方
game-tictactoe = 井字棋
game-tictactoe-other = Tic-tac-toe
game-tictactoe-line = 先把自己的棋子连成一线。
option-files = 列数
option-files-value = { $number }
option-ranks = 行数
option-ranks-value = { $number }
option-row = 取胜
option-row-value = { $number } 子连线
option-overline = 更长也算胜
tictactoe-occupied = 这里已经有棋子了。
tictactoe-off-board = 棋盘上没有这一格。
tictactoe-pass = 不能停一手，请落子。
tictactoe-over = 对局已经结束。
tictactoe-unreadable-move = 井字棋没有这样的着法。
tictactoe-row = 棋子连成一线。
tictactoe-full = 棋盘已满。
