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

# Tic-tac-toe and k in a row
side-cross = Crosses
side-nought = Noughts
game-tictactoe = Tic-tac-toe
game-tictactoe-other = 井字棋
game-tictactoe-line = Be the first with a row of your marks.
option-files = Columns
option-files-value = { $number }
option-ranks = Rows
option-ranks-value = { $number }
option-row = To win
option-row-value = { $number } in a row
option-overline = A longer row wins too
tictactoe-occupied = There is a mark here already.
tictactoe-off-board = That is not a square of this board.
tictactoe-pass = You cannot pass: put a mark.
tictactoe-over = The game is over.
tictactoe-unreadable-move = That is not a move of tic-tac-toe.
tictactoe-row = A row is complete.
tictactoe-full = The board is full.
# Gomoku
game-gomoku = Gomoku
game-gomoku-other = 五子棋
game-gomoku-line = Be the first to put five in an unbroken row.
option-rule = Rule
option-rule-freestyle = Freestyle
option-rule-standard = Standard
option-rule-caro = Caro
option-rule-renju = Renju
option-opening = Opening
option-opening-none = Free
option-opening-pro = Pro
option-opening-long-pro = Long pro
option-opening-swap1 = Swap after one
option-opening-swap = Swap
option-opening-swap2 = Swap2
option-opening-soosyrv8 = Soosyrv-8
option-opening-taraguchi10 = Taraguchi-10
option-opening-rif = RIF
option-opening-yamaguchi = Yamaguchi
option-opening-tarannikov = Tarannikov
option-opening-super-sakata = Super Sakata

# Why a move is refused
gomoku-occupied = There is a stone here already.
gomoku-off-board = That is not a point of this board.
gomoku-must-choose = Choose a colour before you play.
gomoku-no-choice = There is nothing to choose now.
gomoku-centre-first = The first stone goes to the centre.
gomoku-too-near = Black's second stone must be farther from the centre.
gomoku-too-far = This stone must be nearer to the centre.
gomoku-number = The number must be from 1 to 8.
gomoku-number-to-ten = The number must be from 1 to 10.
gomoku-lay-quietly = A stone of the opening may neither make five nor be a foul.
gomoku-same-offer = Offer an empty point that differs from the others.
gomoku-no-offer = No fifth stone is to be offered here.
gomoku-must-declare = Say how many fifth stones are to be offered.
gomoku-must-offer = Offer a fifth stone.
gomoku-must-pick = Pick one of the stones that are offered.
gomoku-no-pass = You cannot pass here.
gomoku-would-be-overline = A foul: six or more in a row. Black would lose.
gomoku-would-be-double-four = A foul: two fours at once. Black would lose.
gomoku-would-be-double-three = A foul: two open threes at once. Black would lose.
gomoku-over = The game is over.
gomoku-unreadable-move = That is not a move of Gomoku.

# How the game ended
gomoku-five = Five in a row.
gomoku-foul-three = Black made two threes at once, which is a foul.
gomoku-foul-four = Black made two fours at once, which is a foul.
gomoku-foul-overline = Black made a row of more than five, which is a foul.
gomoku-full = The board is full.
gomoku-passes = Both sides passed.
# Chess
game-chess = Chess
game-chess-other = 国际象棋
game-chess-line = Attack their king so that it cannot escape.
option-start-standard = Usual
option-start-chess960 = Chess960
option-chess960 = Chess960 position
option-chess960-value = No. { $number }
chess-empty = There is no piece on that square.
chess-not-your-piece = That piece is not yours.
chess-own-piece = Your own piece stands there.
chess-cannot-reach = That piece does not move like that.
chess-blocked = Another piece stands in the way.
chess-nothing-to-take = A pawn moves diagonally only to take.
chess-in-check = You are in check, and this does not help.
chess-exposes-king = This would leave your king in check.
chess-king-attacked = Your king would be in check there.
chess-castling-lost = You cannot castle on this side: the king or the rook has moved.
chess-castling-in-check = You cannot castle out of check.
chess-castling-attacked = The king would castle through or into check.
chess-castling-blocked = A piece stands between the king and the rook.
chess-choose-promotion = Choose what the pawn becomes: queen, rook, bishop or knight.
chess-no-promotion = Only a pawn that reaches the last rank becomes a queen, rook, bishop or knight.
chess-no-claim = You can claim a draw when a position has occurred three times, or after fifty moves without a capture or a pawn move.
chess-off-board = That is not a square of this board.
chess-no-such-move = Chess has no such move.
chess-none-can = No such piece can go there.
chess-ambiguous = Several pieces can go there: name the file or rank of the one you mean.
chess-unreadable-move = That is not a move of chess.
chess-over = The game is over.
chess-checkmate = Checkmate.
chess-stalemate = Stalemate: not in check, and no move is left.
chess-dead-position = Neither side has enough to give mate.
chess-fivefold = The position has occurred five times.
chess-seventy-five = Seventy-five moves have passed without a capture or a pawn move.
chess-claimed-repetition = A draw was claimed: the position has occurred three times.
chess-claimed-fifty = A draw was claimed: fifty moves without a capture or a pawn move.
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

# The 26 openings of Renju
gomoku-opening-kansei = Cold Star (Kansei)
gomoku-opening-keigetsu = Valley Moon (Keigetsu)
gomoku-opening-sosei = Sparse Star (Sosei)
gomoku-opening-kagetsu = Flower Moon (Kagetsu)
gomoku-opening-zangetsu = Remaining Moon (Zangetsu)
gomoku-opening-ugetsu = Rain Moon (Ugetsu)
gomoku-opening-kinsei = Gold Star (Kinsei)
gomoku-opening-shogetsu = Pine Moon (Shogetsu)
gomoku-opening-kyugetsu = Hill Moon (Kyugetsu)
gomoku-opening-shingetsu = New Moon (Shingetsu)
gomoku-opening-zuisei = Lucky Star (Zuisei)
gomoku-opening-sangetsu = Mountain Moon (Sangetsu)
gomoku-opening-yusei = Wandering Star (Yusei)
gomoku-opening-chosei = Long Star (Chosei)
gomoku-opening-kyogetsu = Gorge Moon (Kyogetsu)
gomoku-opening-kosei = Constant Star (Kosei)
gomoku-opening-suigetsu = Water Moon (Suigetsu)
gomoku-opening-ryusei = Meteor (Ryusei)
gomoku-opening-ungetsu = Cloud Moon (Ungetsu)
gomoku-opening-hogetsu = Bay Moon (Hogetsu)
gomoku-opening-rangetsu = Mist Moon (Rangetsu)
gomoku-opening-gingetsu = Silver Moon (Gingetsu)
gomoku-opening-myojo = Bright Star (Myojo)
gomoku-opening-shagetsu = Slant Moon (Shagetsu)
gomoku-opening-meigetsu = Famous Moon (Meigetsu)
gomoku-opening-suisei = Comet (Suisei)
go-endless = The game has gone on for too long, so the board was counted.
