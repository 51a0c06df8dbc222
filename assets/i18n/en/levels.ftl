# The player's own levels and opening lines, as named in their files
made-levels = My puzzles
made-levels-about = Puzzles made by players.
made-openings = My opening book

# Second hints of generated levels
level-hint-piece = Move the piece on { $point }.
level-hint-column = Play in column { $column }.

# Packs of generated levels: title, description, first hint of each level
pack-chess-mates-title = Mate in one to three
pack-chess-mates-description = Find the forced mate.
pack-chess-mates-hint = Look at every check first.
pack-chess-tactics-title = Win material
pack-chess-tactics-description = Win material by a fork, a pin, a skewer or a discovered attack.
pack-chess-tactics-hint = Which enemy pieces are undefended?
pack-go-captures-title = Capturing stones
pack-go-captures-description = Capture the marked stones with the right atari, a ladder, a net or a snapback.
pack-go-captures-hint = Which liberties do the stones have left?
pack-go-life-and-death-title = Life and death
pack-go-life-and-death-description = Live or kill, without a ko. The surrounding stones are alive.
pack-go-life-and-death-hint = Where would your opponent most like to play?
pack-gomoku-fours-title = Continuous fours (VCF)
pack-gomoku-fours-description = Win by continuous fours.
pack-gomoku-fours-hint = Every move must make a four.
pack-gomoku-renju-fours-title = Renju: continuous fours (VCF)
pack-gomoku-renju-fours-description = Win by continuous fours; Black must avoid forbidden moves.
pack-gomoku-renju-fours-hint = Every move must make a four.
pack-gomoku-renju-fouls-title = Renju: forbidden-move traps
pack-gomoku-renju-fouls-description = White wins by fours because the last block is a forbidden move.
pack-gomoku-renju-fouls-hint = Which point is forbidden to Black?
pack-reversi-endgames-title = Endgames
pack-reversi-endgames-description = Find the only best move. Eight to fourteen squares are empty.
pack-reversi-endgames-hint = Count who gets the last move in each region.
pack-tictactoe-classic-title = Three in a row
pack-tictactoe-classic-description = On the classic board: win or draw.
pack-tictactoe-classic-hint = Make two threats at once, or block one.
pack-tictactoe-four-in-a-row-title = Four in a row
pack-tictactoe-four-in-a-row-description = Four in a row on a 5 × 5 board: find the only move that wins or draws.
pack-tictactoe-four-in-a-row-hint = Look for a row open at both ends.
pack-tictactoe-forced-wins-title = Forced wins
pack-tictactoe-forced-wins-description = Four in a row on a 6 × 6 board: find the forced win.
pack-tictactoe-forced-wins-hint = Every move must be a threat.
pack-xiangqi-mates-title = Mate in one to three
pack-xiangqi-mates-description = Find the forced mate.
pack-xiangqi-mates-hint = Look at every check first.
pack-xiangqi-tactics-title = Win material
pack-xiangqi-tactics-description = Win material by a fork, a pin or a discovered attack.
pack-xiangqi-tactics-hint = Which enemy pieces are undefended?
