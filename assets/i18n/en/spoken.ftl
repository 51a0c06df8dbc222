# What screen readers say.
cell-empty = empty
cell-separator = ,{" "}
cell-last-move = last move
cell-in-check = in check

announce-move = { $side }: { $move }
announce-check = Check
announce-start = Start of the game
announce-separator = .{" "}

# Blind play
hide-board = Hide the board
show-board = Show the board
blind-title = The board is hidden
blind-move = Your move
blind-play = Play
blind-peek = Peek at the board while held
blind-hint-chess = Nf3, e2e4
blind-hint-xiangqi = C2.5, h2e2
blind-hint-go = Q16, pass
blind-hint-gomoku = h8
blind-hint-reversi = f5
blind-hint-tictactoe = b2
