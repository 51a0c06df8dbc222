# The player's own levels and opening lines, as named in their files
made-levels = My levels
made-levels-about = Levels made by players.
made-openings = Own lines

# Second hints of generated levels
level-hint-piece = Move the piece on { $point }.
level-hint-column = Play in column { $column }.

# Packs of generated levels: title, description, first hint of each level
pack-chess-mates-title = Mates in one to three
pack-chess-mates-description = White or Black to move mates by force.
pack-chess-mates-hint = Look at every check first.
pack-chess-tactics-title = Winning material
pack-chess-tactics-description = Win material by a fork, a pin, a skewer or a discovered attack.
pack-chess-tactics-hint = Which pieces of the other side are not guarded?
pack-go-captures-title = Captures
pack-go-captures-description = Take the marked stones: by the right atari, a ladder, a net or a snapback.
pack-go-captures-hint = Which liberties do the stones have left?
pack-go-life-and-death-title = Life and death
pack-go-life-and-death-description = Save the group or kill it, without a ko. The stones around it live.
pack-go-life-and-death-hint = Which point would the other side like best?
pack-gomoku-fours-title = Wins by fours
pack-gomoku-fours-description = Win with one four after another.
pack-gomoku-fours-hint = Every move must make a four.
pack-gomoku-renju-fours-title = Renju: wins by fours
pack-gomoku-renju-fours-description = Win with one four after another; Black has to avoid the fouls.
pack-gomoku-renju-fours-hint = Every move must make a four.
pack-gomoku-renju-fouls-title = Renju: caught in a foul
pack-gomoku-renju-fouls-description = White wins by fours because Black may not stop the last one.
pack-gomoku-renju-fouls-hint = Where is Black forbidden to play?
pack-reversi-endgames-title = End games
pack-reversi-endgames-description = Find the only move with the best result. Eight to fourteen squares are empty.
pack-reversi-endgames-hint = Count who will have the last move in each region.
pack-tictactoe-classic-title = Three in a row
pack-tictactoe-classic-description = On the classic board: win, or save the draw.
pack-tictactoe-classic-hint = Look for a move with two threats, or stop one.
pack-tictactoe-four-in-a-row-title = Four in a row
pack-tictactoe-four-in-a-row-description = Four in a row on a board of five by five: the only move that wins or saves the draw.
pack-tictactoe-four-in-a-row-hint = Look for a row that can be completed at both ends.
pack-tictactoe-forced-wins-title = Forced wins
pack-tictactoe-forced-wins-description = Four in a row on a board of six by six: win by force.
pack-tictactoe-forced-wins-hint = Every move must be a threat.
pack-xiangqi-mates-title = Mates in one to three
pack-xiangqi-mates-description = Red or Black to move mates by force.
pack-xiangqi-mates-hint = Look at every check first.
pack-xiangqi-tactics-title = Winning material
pack-xiangqi-tactics-description = Win material by a fork, a pin or a discovered attack.
pack-xiangqi-tactics-hint = Which pieces of the other side are not guarded?
