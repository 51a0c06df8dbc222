# What every screen shares
app-name = Tianyuan
app-line = Classic board games
back = Back
home = Home
close = Close
settings = Settings

# Home
home-continue = Continue
home-look = View
home-unfinished =
    { $moves ->
        [0] Not started
        [one] { $moves } move played
       *[other] { $moves } moves played
    }
home-finished =
    { $moves ->
        [one] Finished after { $moves } move
       *[other] Finished after { $moves } moves
    }
home-moves =
    { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
home-your-games = Your games
home-all-games = Show all { $number } games
home-delete-game = Delete this game
home-game-deleted = { $game }: deleted
home-restore-game = Undo
home-slot = Load slot { $number }

# New game
new-game = New game
start-game = Start
player-number = Player { $number }
you = You
computer = Computer
computer-level = Computer, level { $number }
computer-level-short = Level { $number }
level = Level
adaptive = Adaptive
adaptive-level = Adaptive, level { $number }
adaptive-level-short = Adaptive { $number }
adaptive-explained = The level follows your results: it rises when you win and falls when you lose.
level-name-1 = Absolute beginner
level-name-2 = Beginner
level-name-3 = Novice
level-name-4 = Casual player
level-name-5 = Intermediate
level-name-6 = Club player
level-name-7 = Strong player
level-name-8 = Expert
level-name-9 = Master
level-name-10 = Maximum strength
by-chance = Random
how-to-play = How to play
how-to-play-game = { $game }: how to play
how-to-play-next = Next
how-to-play-again = Again
clock = Clock
clock-kind = Time control
clock-none = Unlimited
clock-sudden-death = Sudden death
clock-increment = Increment
clock-byo-yomi = Byo-yomi
clock-minutes = Minutes per side
clock-increment-seconds = Increment in seconds
clock-period-seconds = Seconds per period
clock-periods = Periods
games-kind = Format
single-game = Single game
match = Match
match-games = Number of games
match-explained = Players swap sides after each game. A win scores 1 point, a draw 0.5. If tied, the total of discs or points decides.
unfinished-game-kept = Your unfinished game is saved under “Your games” on the home page.
setup-failed = A game cannot be started with these settings.

# Play
turn = { $side } to move
asked-to-mark = { $side }: tap dead stones to mark them, then accept.
asked-to-remove = { $side }: choose a stone to remove.
judging-stones = Looking for dead stones: { $percent }%
asked-to-offer = { $side }: choose the fifth moves to offer.
asked-to-declare = { $side }: how many fifth moves will you offer?
asked-to-choose = { $side } to choose.
thinking = { $side } is thinking
search-depth = depth { $depth }
pass-announced = { $side } must pass.
paused = Paused
undo = Undo
redo = Redo
undo-all = Go to start
redo-all = Go to end
hint = Hint
play-for-me = Play for me
more = More
pause = Pause
go-on = Resume
save-game = Save
load-game = Load
resign = Resign
offer-draw = Offer draw
rematch = Rematch with sides swapped
rematch-short = Rematch
next-game = Next game
moves = Moves
no-moves-yet = No moves yet
captures-number = Captures { $number }
goals-number = Goals { $number }
pass = pass
pass-question = Your opponent has passed. If you pass too, the game ends and is counted.
resign-question = Resign this game?
resign-side-question = { $side } resigns this game?
keep-playing = Keep playing
draw-offered = { $side } offers a draw.
draw-accept = Accept
draw-decline = Decline
draw-declined = { $side } declines the draw.

# What the rules make of a move, and what lies over the board
play-in-spite = { $reason } Select it again to play it anyway.
overlay-lead = { $side } leads by about { $points ->
    [one] 1 point
   *[other] { $points } points
}.
overlay-lead-counted = { $side } leads by { $points ->
    [one] 1 point
   *[other] { $points } points
}.
overlay-even = The score is even.

# Moves that are not made on the board
move-swap = swaps sides
move-keep = keeps sides
move-add = adds two stones
move-offer = offers { $point }
move-remove = removes { $point }
move-accept = accepts
move-irregular = { $side } { $move } (irregular)
move-setup = setup
move-note = note
decision-pass = Pass
decision-swap = Swap sides
decision-keep = Keep sides
decision-add = Place two more stones
decision-declare = { $number ->
    [one] 1 fifth move
   *[other] { $number } fifth moves
}
decision-accept-dead = Accept dead stones
decision-resume-play = Resume play
decision-claim-draw = Claim draw

# Hints
hint-move = Best move: { $move }.
hint-area = Look at the highlighted area.
hint-narrowed = It is in the smaller area.
hint-piece = Move the marked piece.
hint-wins = The move wins.
hint-defends = It stops the opponent from winning.
hint-captures = It captures.
hint-checks = It gives check.
hint-corner = It takes a corner.
looking-for-hint = Finding the best move
hint-estimate-discs = Best move: { $move }. { $side } leads by about { $discs ->
    [one] 1 disc
   *[other] { $discs } discs
}.
hint-estimate-even = Best move: { $move }. The position is even.
hint-exact-discs = Best move: { $move }. With best play { $side } wins by { $discs ->
    [one] 1 disc
   *[other] { $discs } discs
}.
hint-exact-even = Best move: { $move }. With best play the game is a draw.
hint-estimate-pawns = Best move: { $move }. Evaluation { $value }.
hint-exact-pawns = Best move: { $move }. Forced mate.
hint-estimate-chance = Best move: { $move }. Win rate { $value }%.
hint-exact-chance = Best move: { $move }. Win rate { $value }% (proved).
no-hint = No hint available.
help-only-on-your-turn = Hints are available on your turn.

# What cannot be done, and why
nothing-to-undo = Nothing to undo.
nothing-to-redo = Nothing to redo.
game-is-over = The game is over.
no-offer = You cannot offer or answer a draw now.
no-next-game = There is no next game.
no-engine = No engine plays this side.
computer-thinks = The computer is thinking.
computer-has-no-move = The computer found no move and resigned.
engine-not-listed = { $engine } is no longer in the list of engines.
engine-question = { $engine } cannot play on. How should the game continue?
engine-try-again = Start it again
engine-replace = Let level { $number } play on
hints-by = Hints
hints-by-name = Hints by: { $name }
hints-by-explained = Who is asked when you press the hint button in this game.

# Result
result-win = { $side } wins
result-you-win = You win
result-computer-wins = The computer wins
result-engine-wins = { $engine } wins
result-draw = Draw
result-analysing = Analysing the game
result-accuracy = Accuracy: { $accuracies }
result-turning-point = Turning point: { $number }. { $move }
ended-resigned = { $side } wins by resignation.
ended-out-of-time = { $side } wins on time.
ended-agreed = Draw by agreement.

# Match
match-standing = Game { $game } of { $games } · { $first } : { $second }
match-won = { $player } wins the match { $first } : { $second }.
match-won-by-discs = { $first } : { $second }. { $player } wins the match on total score, { $discs } : { $others }.
match-drawn = The match is drawn, { $first } : { $second }.

# Saved games
slot-is-empty = Slot { $number }: empty
slot-holds =
    { $moves ->
        [one] Slot { $number }: { $game }, { $moves } move
       *[other] Slot { $number }: { $game }, { $moves } moves
    }
slot-empty = Slot { $number } is empty.
save-explained = Your current game is saved automatically after every move. Use slots to keep other games.
slot-overwrite = Slot { $number } already has a game. Replace it?
slot-replace = Replace
slot-saved = Saved in slot { $number }.
slot-loaded = Loaded slot { $number }.

# Settings
settings-look = Appearance
language = Language
language-auto = Follow system
your-picture = Your picture
picture-choose = Choose a picture
picture-remove = Remove
portrait-damaged = Your picture could not be read. It was set aside as { $kept }; nothing else is lost.
portrait-unreadable = { $file } cannot be shown. Choose a PNG or JPEG picture.
theme = Theme
background = Background
background-plain = Plain
background-explained = Each background has its own music, as loud as set under Sound.
scale = Interface size
settings-sound = Sound
sound-set = Move sounds
sound-wood = Wood
sound-stone = Stone
sound-bamboo = Bamboo
sound-soft = Soft
sound-hear = Hear: { $sound }
sound-volume = Sound effects
music-volume = Music
settings-sets = Pieces and boards
pieces = Pieces
set-standard = Standard
settings-board = Board
animation = Animation
animation-auto = Automatic
animation-explained = Automatic: none if the system asks for reduced motion.
animation-off = Off
animation-slow = Slow
animation-normal = Normal
animation-fast = Fast
show-legal-moves = Show legal moves
figurines = Chess moves with figurines
show-last-move = Show the last move
show-coordinates = Show coordinates
show-search-info = Show search depth and nodes
flip-board = Flip board
shared-keyboard = Shared keyboard
shared-keyboard-explained = The first player uses W A S D and Space, the second the arrow keys and Enter.
settings-keys = Keyboard shortcuts
settings-data = Data
data-folder = Games and settings are saved in { $folder }
version = Version { $version }

# What the player should know
no-sound-card = No audio device found. Sound is off.
no-graphics-card = No graphics card found. Animation may be slow.
save-damaged = The saved game { $file } could not be read. It was set aside as { $kept }; nothing else is lost.
progress-damaged = Puzzle progress could not be read. It was set aside as { $kept }; nothing else is lost.
settings-damaged = The settings could not be read. They were set aside as { $kept }, and the defaults are used.
storage-read-failed = The file { $file } could not be read.
storage-write-failed = The file { $file } could not be written.
pieces-unusable = { $game }: the pieces “{ $set }” are missing or damaged. The standard pieces are used.
board-unusable = { $game }: the board “{ $set }” is missing or damaged. The standard board is used.
background-unusable = The background { $file } is missing or damaged. The window stays plain.
asset-missing = The file { $file } is missing.
content-wrong = Invalid file: { $problem }

# Puzzle levels
puzzles = Puzzles
puzzle-streak = First-try streak: { $number }
puzzle-rating = Puzzle rating: { $rating }
puzzle-before = Previous
puzzle-next = Next
puzzle-was-solved = solved
puzzle-solving = Find the best move.
puzzle-watch = Watch the reply.
puzzle-wrong = Not quite. Try again.
puzzle-shown = This is the solution.
puzzle-solved = Solved.
puzzle-show = Show solution
puzzle-again = Try again
puzzle-repeat = Repeat puzzle
puzzle-not-now = Wait for the reply.
level-wrong = This puzzle could not be read.
goal-win = { $side } to play and win.
goal-draw = { $side } to play and draw.
goal-mate = { $side } to play and mate in { $moves }.
goal-win-in = { $side } to play and win in { $moves }.
goal-best = { $side } to play: find the best result.
goal-capture = { $side } to play and capture the marked stones.
goal-live = { $side } to play and live.
goal-kill = { $side } to play and kill.
goal-fours = { $side } to play and win by continuous fours.
goal-only = { $side } to play: find the only move.
goal-material = { $side } to play and win material.
goal-checks = { $side } to play and mate in { $moves }, every move a check.
goal-threats = { $side } to play and win by continuous threats.
goal-stop-fours = { $side } to play: stop the win by fours.

# Coaching
coaching = Point out mistakes
coaching-auto = In games new to me
coaching-on = On
coaching-off = Off
coaching-explained = After a clear mistake against the computer you can take your move back.
coaching-turn-on = Point out my mistakes
coaching-turn-off = Do not point out mistakes
coach-quiet = Clear mistakes will be pointed out here.
coach-take-back = Take back
coach-go-on = Continue
coach-mistake = { $move } is a mistake.
coach-blunder = { $move } is a serious mistake.
coach-better = Better is { $move }: winning chance { $with }% instead of { $without }%.
coach-loses-by-force = After { $reply } you lose by force in { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}.
coach-missed-win = { $move } wins by force in { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}.
coach-loses-material = { $reply } then wins material worth { $pawns ->
    [one] 1 pawn
   *[other] { $pawns } pawns
}.
coach-loses-stones = { $reply } then captures { $stones ->
    [one] 1 stone
   *[other] { $stones } stones
}.

# Premoves
premoves = Premoves
premoves-auto = In chess and Xiangqi
premoves-on = On
premoves-off = Off
premoves-explained = Choose your next move while the opponent is thinking. It is played at once if it is legal. A tap elsewhere or Esc cancels it.
thinking-cores = Computer thinks on
thinking-cores-auto = All cores but one
thinking-cores-one = One core
thinking-cores-all = All cores
thinking-cores-explained = More cores make its hints, analysis and strongest level stronger, and use more power.
premove-waits = Premove set. Tap to cancel it.
home-waiting =
    { $number ->
        [one] { $number } game or challenge waits for you
       *[other] { $number } games or challenges wait for you
    }
