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

# Why a move is refused
gomoku-occupied = There is a stone here already.
gomoku-off-board = That is not a point of this board.
gomoku-must-choose = Choose a colour before you play.
gomoku-no-choice = There is nothing to choose now.
gomoku-centre-first = The first stone goes to the centre.
gomoku-too-near = Black's second stone must be farther from the centre.
gomoku-too-far = This stone must be nearer to the centre.
gomoku-number = The number must be from 1 to 8.
gomoku-same-offer = Offer an empty point that differs from the others.
gomoku-no-offer = No fifth stone is to be offered here.
gomoku-must-declare = Say how many fifth stones are to be offered.
gomoku-must-offer = Offer a fifth stone.
gomoku-must-pick = Pick one of the stones that are offered.
gomoku-no-pass = You cannot pass here.
gomoku-over = The game is over.
gomoku-unreadable-move = That is not a move of Gomoku.

# How the game ended
gomoku-five = Five in a row.
gomoku-foul-three = Black made two threes at once, which is a foul.
gomoku-foul-four = Black made two fours at once, which is a foul.
gomoku-foul-overline = Black made a row of more than five, which is a foul.
gomoku-full = The board is full.
gomoku-passes = Both sides passed.

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
