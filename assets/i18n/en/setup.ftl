# The page for a new game
opponent = Opponent
another-person = Another person
two-computers = Computer against computer
engine = Engine
engine-explained = A program by others that you have added in the settings.
engine-uses-clock = It divides the time on its clock by itself.
engine-not-these-rules = { $engine } does not know these rules. The computer plays instead, at level { $number }.
engine-move-time = Time for a move
you-play = You play
player-plays = Player { $number } plays
level-and-name = Level { $number } · { $name }
board = Board
other-size = Other
new-game-more = More: rules, match
clock-custom = Custom
clock-byo-yomi-short = { $minutes } min + { $periods }×{ $seconds } s
clock-none-line = Take as long as you like.
clock-sudden-death-line =
    { $minutes ->
        [one] { $minutes } minute each for the whole game.
       *[other] { $minutes } minutes each for the whole game.
    }
clock-increment-line =
    { $seconds ->
        [one] { $minutes } min each, and { $seconds } second more after every move.
       *[other] { $minutes } min each, and { $seconds } seconds more after every move.
    }
clock-byo-yomi-line = { $minutes } min each, then { $periods } × { $seconds } seconds; a period is lost only when it is used up.

# What each level plays like
level-reversi-1 = Likes to turn many discs and gives corners away. Good for a first game.
level-reversi-2 = Still greedy for discs, and looks at one move only.
level-reversi-3 = Sees your reply, but still gives a corner away now and then.
level-reversi-4 = Looks three moves ahead and no longer gives corners away.
level-reversi-5 = Keeps its corners safe and makes a few mistakes in the middle game.
level-reversi-6 = Plays for mobility, and rarely errs. Counts the last 11 squares exactly.
level-reversi-7 = No deliberate mistakes. The last 15 squares are perfect.
level-reversi-8 = Looks 11 moves ahead. The last 19 squares are perfect.
level-reversi-9 = Looks 14 moves ahead. The last 22 squares are perfect.
level-reversi-10 = All it can in a few seconds a move. Hardly anyone beats it.
level-gomoku-1 = Takes the point that looks best and often misses what you build.
level-gomoku-2 = Stops your fours, but is caught by two threats at once.
level-gomoku-3 = Blocks open threes and sees three moves ahead.
level-gomoku-4 = Looks four moves ahead and makes double threats of its own.
level-gomoku-5 = Looks six moves ahead. Simple traps no longer catch it.
level-gomoku-6 = Finds short wins by fours in a row.
level-gomoku-7 = Finds longer wins by fours, and guards against yours.
level-gomoku-8 = Looks ten moves ahead. One slow move can lose the game.
level-gomoku-9 = Also searches wins by threes, many moves deep.
level-gomoku-10 = All it can in a few seconds a move, with long wins by threes and fours.
level-go-1 = Knows how to capture, and little more. Good for a first game on 9 × 9.
level-go-2 = Saves stones in danger now and then. Many moves go nowhere.
level-go-3 = Fights for stones, but has no plan for the whole board.
level-go-4 = Makes some territory and loses groups to simple tricks.
level-go-5 = Plays by feeling, without reading ahead. A fair opponent on 9 × 9.
level-go-6 = Reads a few moves ahead and slips now and then.
level-go-7 = Reads further and punishes thin shape on small boards.
level-go-8 = Weighs a hundred lines before each move. Strong on 9 × 9.
level-go-9 = Weighs several hundred lines before each move.
level-go-10 = Its best, in a few seconds a move. On 19 × 19 strong players still beat it.
level-tictactoe-1 = Plays by habit and misses simple wins.
level-tictactoe-2 = Sees its own win and yours, and slips now and then.
level-tictactoe-3 = Does not miss a win or a block, but falls for a fork.
level-tictactoe-4 = Looks four moves ahead. On 3 × 3 forks no longer catch it.
level-tictactoe-5 = Looks six moves ahead. Hard to beat on small boards.
level-tictactoe-6 = Never loses on 3 × 3.
level-tictactoe-7 = Never loses on 3 × 3, and is strong on every board.
level-xiangqi-1 = Captures whatever it can and does not see the recapture.
level-xiangqi-2 = Defends its pieces most of the time, and overlooks a lot.
level-xiangqi-3 = Develops its pieces and overlooks simple tricks.
level-xiangqi-4 = Sees your reply. Cannon and horse tricks still work.
level-xiangqi-5 = Looks three moves ahead and sometimes loses a soldier.
level-xiangqi-6 = Makes small mistakes only.
level-xiangqi-7 = No deliberate mistakes from here on. Looks five moves ahead.
level-xiangqi-8 = Looks seven moves ahead and punishes loose pieces.
level-xiangqi-9 = Looks eleven moves ahead. Attack needs good preparation.
level-xiangqi-10 = All it can in a few seconds a move.
level-chess-1 = Captures whatever it can and leaves its own pieces hanging.
level-chess-2 = Mostly sees recaptures, but knows pieces only by their value.
level-chess-3 = Develops its pieces and overlooks simple tactics.
level-chess-4 = Sees your reply. Forks and pins often work.
level-chess-5 = Looks three moves ahead and sometimes drops a pawn.
level-chess-6 = Makes small mistakes only.
level-chess-7 = No deliberate mistakes from here on. Looks five moves ahead.
level-chess-8 = Looks seven moves ahead. Tactics decide.
level-chess-9 = Looks eleven moves ahead. A good test for club players.
level-chess-10 = All it can in a few seconds a move.

# What the rules and openings mean
option-start-crosswise-line = The four discs lie crosswise, as everywhere.
option-start-parallel-line = The four discs lie side by side. The game opens differently.
option-scoring-winner-line = Squares left empty count for the winner, as in tournaments.
option-scoring-plain-line = Only discs on the board count.
option-scoring-split-line = Squares left empty are shared.
option-goal-row-line = So many marks in a line win.
option-goal-line-line = A whole row, column or diagonal of the board wins.
option-goal-diagonals-line = Both diagonals, from corner to corner, win together.
option-first-cross-line = X begins, as usual.
option-first-nought-line = O begins.
option-overline-line = On: a longer row wins too. Off: only the exact number wins.
option-rule-freestyle-line = Five or more in a row win. No move is forbidden.
option-rule-standard-line = Exactly five win. Six or more do not count.
option-rule-caro-line = Five win unless they are blocked at both ends.
option-rule-renju-line = Black may not make double threes, double fours or overlines.
option-rule-connect6-line = Two stones a turn after the first one. Six in a row win.
option-rule-pente-line = Pairs can be captured. Five in a row or five pairs win.
option-rule-keryo-line = Pente where three stones can be captured too. Fifteen stones win.
option-rule-ninuki-line = Capturing pairs, with the forbidden moves of Renju for Black.
option-rule-liberty-line = Five in a row, and stones without liberties are captured as in Go.
option-rule-bubble-line = A row of five vanishes and scores a goal.
option-opening-none-line = Black plays anywhere. Black has a clear advantage.
option-opening-pro-line = Black begins in the centre and plays the second stone outside the central 5 × 5.
option-opening-long-pro-line = As Pro, with the second black stone outside the central 7 × 7.
option-opening-swap1-line = One player places a stone, and the other chooses the colour.
option-opening-swap-line = One player places three stones, and the other chooses the colour.
option-opening-swap2-line = As Swap, or add two stones and let the first player choose. Usual in tournaments.
option-opening-soosyrv8-line = As RIF, but White says how many fifth moves, up to eight, and there is a second swap.
option-opening-taraguchi10-line = The first stones lie in growing squares, each with a swap; or ten fifth moves are offered.
option-opening-rif-line = One of 26 openings and a swap. Black offers two fifth moves, White picks one.
option-opening-yamaguchi-line = As RIF, but the first player says how many fifth moves are offered.
option-opening-tarannikov-line = The first five stones lie in growing squares, each with a swap.
option-opening-super-sakata-line = One of 26 openings; then by turns a player chooses or adds two stones.
option-start-standard-line = The pieces stand as usual.
option-start-chess960-line = The pieces behind the pawns are shuffled, in one of 960 ways.
option-rules-axf-line = Perpetual check and perpetual chase lose. Used in international play.
option-rules-cxa-line = As in Chinese leagues: repeated threats of mate are forbidden too.
option-ruleset-chinese-line = Stones and surrounded points count.
option-ruleset-japanese-line = Surrounded points and prisoners count.
option-ruleset-aga-line = Both ways of counting agree. A pass costs a stone.
option-ruleset-new-zealand-line = Stones and surrounded points count. Suicide is allowed.
option-ruleset-tromp-taylor-line = The shortest rules: what is on the board at the end is alive.
option-placement-fixed-line = The stones stand on the star points.
option-placement-free-line = Black puts the stones anywhere.

# Names of rules and openings beside the name of the game
variant-start-parallel = Parallel start
variant-start-chess960 = Chess960
variant-rule-standard = Standard
variant-rule-caro = Caro
variant-rule-renju = Renju
variant-rule-connect6 = Connect6
variant-rule-pente = Pente
variant-rule-keryo = Keryo-Pente
variant-rule-ninuki = Ninuki-Renju
variant-rule-liberty = Liberty capture
variant-rule-bubble = Bubble
variant-opening-pro = Pro
variant-opening-long-pro = Long Pro
variant-opening-swap1 = Swap1
variant-opening-swap = Swap
variant-opening-swap2 = Swap2
variant-opening-soosyrv8 = Soosorv-8
variant-opening-taraguchi10 = Taraguchi-10
variant-opening-rif = RIF
variant-opening-yamaguchi = Yamaguchi
variant-opening-tarannikov = Tarannikov
variant-opening-super-sakata = Super Sakata
variant-rules-cxa = Chinese rules
variant-ruleset-japanese = Japanese rules
variant-ruleset-aga = AGA rules
variant-ruleset-new-zealand = New Zealand rules
variant-ruleset-tromp-taylor = Tromp-Taylor

# The questions of the first start
welcome-question = How well do you know these games?
welcome-explained = The answers set the computer's first level. You can change it before every game.
welcome-all = All games
welcome-not-yet = Not yet
welcome-a-little = A little
welcome-well = Well
welcome-done = Done
