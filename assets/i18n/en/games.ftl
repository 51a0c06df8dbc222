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

# Go
game-go = Go
game-go-other = 围棋
game-go-line = Surround more of the board than your opponent.
option-ruleset = Rules
option-ruleset-chinese = Chinese
option-ruleset-japanese = Japanese
option-ruleset-aga = American
option-ruleset-new-zealand = New Zealand
option-ruleset-tromp-taylor = Tromp-Taylor
option-komi = Komi for White
option-komi-value = { $number } half points
option-handicap = Handicap
option-handicap-value = { $number }
go-occupied = There is a stone here already.
go-suicide = You cannot play here: the stone would have no liberty.
go-ko = You cannot take back a ko at once. Play elsewhere first.
go-superko = You cannot play here: an earlier position would come again.
go-off-board = That is not a point of this board.
go-no-stone = There is no stone here to mark.
go-marking = Both sides have passed. Mark the dead stones and accept, or play on.
go-not-marking = Dead stones are marked after both sides have passed.
go-over = The game is over.
go-unreadable-move = That is not a move of Go.
go-passes = Both sides have passed.
go-agreed = Both sides have agreed on the dead stones.
go-repeated = The same position came for the third time: no result.
go-endless = The game has gone on for too long, so the board was counted.
