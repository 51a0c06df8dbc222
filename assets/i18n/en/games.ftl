# The two sides
side-black = Black
side-white = White

# Reversi
game-reversi = Reversi
game-reversi-other = 黑白棋
game-reversi-line = Enclose their discs and turn them to your colour.
option-size = Board
option-size-value = { $number } × { $number }
option-start = Start
option-start-crosswise = Crosswise
option-start-parallel = Parallel
option-scoring = Empty squares
option-scoring-winner = To the winner
option-scoring-plain = Not counted
option-scoring-split = Shared
scored-winner = Empty squares count for the winner.
scored-plain = Only the discs on the board count.
scored-split = Empty squares are shared equally.

# Why a move is refused
reversi-occupied = There is a disc here already.
reversi-flips-nothing = You cannot play here: it flips nothing.
reversi-off-board = That is not a square of this board.
reversi-must-pass = You have no move, so you must pass.
reversi-pass-not-allowed = You have a move, so you cannot pass.
reversi-over = The game is over.
reversi-unreadable-move = That is not a move of Reversi.

# How the game ended
reversi-no-moves = Neither side can move.
reversi-full = The board is full.
reversi-wiped-out = All discs are of one colour.

# Xiangqi
side-red = Red
game-xiangqi = Xiangqi
game-xiangqi-other = 象棋
game-xiangqi-line = Two armies, a river between them: take the general.
option-rules = Rules
option-rules-axf = Asian
option-rules-cxa = Chinese

# Why a move of Xiangqi is refused
xiangqi-over = The game is over.
xiangqi-unreadable-move = That is not a move of Xiangqi.
xiangqi-off-board = That is not a point of this board.
xiangqi-no-piece = There is no piece to move.
xiangqi-not-your-piece = That piece belongs to the other side.
xiangqi-own-piece = Your own piece stands there.
xiangqi-cannot-reach = The piece cannot go there.
xiangqi-still-in-check = Your general would still be in check.
xiangqi-generals-face = The generals may not face each other.
xiangqi-exposes-general = That would expose your general to capture.
xiangqi-ambiguous = That could be more than one move here.

# How a game of Xiangqi ended
xiangqi-checkmate = Checkmate.
xiangqi-stalemate = The side to move has no move and loses.
xiangqi-natural-limit = Sixty moves each without a capture.
xiangqi-repetition = The position came a third time.
xiangqi-perpetual-check = Perpetual check is forbidden and loses.
xiangqi-perpetual-chase = Perpetual chase of a piece is forbidden and loses.
xiangqi-perpetual-attack = To check, threaten mate or chase with every move is forbidden and loses.
xiangqi-both-at-fault = Both sides repeated forbidden moves.
