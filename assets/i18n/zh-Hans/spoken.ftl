# 读屏软件读出的内容。
cell-empty = 空
cell-separator = ，
cell-last-move = 最后一手
cell-in-check = 被将军

announce-move = { $side }：{ $move }
announce-check = 将军
announce-start = 开局
announce-separator = 。

# 盲棋
hide-board = 隐藏棋盘
show-board = 显示棋盘
blind-title = 棋盘已隐藏
blind-move = 你的着法
blind-play = 走棋
blind-peek = 按住看棋盘
blind-hint-chess = Nf3、e2e4
blind-hint-xiangqi = 炮二平五、h2e2
blind-hint-go = Q16、停一手
blind-hint-gomoku = h8
blind-hint-reversi = f5
blind-hint-tictactoe = b2
