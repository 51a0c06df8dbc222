# What every screen shares
app-name = Tianyuan
app-line = Classic board games
back = Back
home = Home
close = Close
settings = Settings

# Home
home-continue = Continue
home-look = Look at it
home-unfinished =
    { $moves ->
        [0] Not begun
        [one] { $moves } move played
       *[other] { $moves } moves played
    }
home-finished =
    { $moves ->
        [one] Finished after { $moves } move
       *[other] Finished after { $moves } moves
    }
home-slot = Open slot { $number }

# New game
new-game = New game
start-game = Start
players = Players
player-number = Player { $number }
you = You
person = Person
computer = Computer
computer-level = Computer, level { $number }
computer-level-short = Level { $number }
level = Level
level-name-1 = First game ever
level-name-2 = Beginner
level-name-3 = Learner
level-name-4 = Casual player
level-name-5 = Steady player
level-name-6 = Club player
level-name-7 = Strong player
level-name-8 = Expert
level-name-9 = Master
level-name-10 = The strongest
who-begins = Who begins ({ $side })
by-chance = By chance
rules = Board and rules
clock = Clock
clock-kind = Time
clock-none = No clock
clock-sudden-death = Fixed time
clock-increment = Time added per move
clock-byo-yomi = Byo-yomi
clock-minutes = Minutes each
clock-increment-seconds = Seconds added
clock-period-seconds = Seconds per period
clock-periods = Periods
games = Games
games-kind = Play
single-game = A single game
match = A match
match-games = Games in the match
match-explained = Colours change after each game. A win is 1 point, a draw 0.5. A tie on points is broken by discs.
unfinished-game-will-be-left = The unfinished game will be left. Press Start again to go on.
setup-failed = This game cannot be set up like this.

# Play
turn = { $side } to move
judging-stones = Looking for dead stones: { $percent } %
asked-to-mark = { $side }: tap dead stones to mark them, and agree when all are marked.
asked-to-remove = { $side }: choose a stone to take off.
asked-to-offer = { $side }: choose the fifth moves to offer.
asked-to-declare = { $side }: how many fifth moves are to be offered?
asked-to-choose = { $side } chooses.
thinking = { $side } is thinking
search-nodes = { $nodes } positions looked at for the last move
search-depth = depth { $depth }
pass-announced = { $side } must pass.
paused = Paused
undo = Undo
redo = Redo
undo-all = To the start
redo-all = To the end
hint = Hint
play-for-me = Play for me
more = More
pause = Pause
go-on = Go on
save-game = Save
load-game = Open
resign = Resign
offer-draw = Offer a draw
rematch = Play again, colours changed
rematch-short = Rematch
next-game = Next game
moves = Moves
no-moves-yet = No moves yet
pass = pass
resign-question = Resign this game?
resign-side-question = { $side } resigns this game?
keep-playing = Keep playing
draw-offered = { $side } offers a draw.
draw-accept = Accept
draw-decline = Decline
draw-declined = { $side } declines the draw.

# What the rules make of a move, and what lies over the board
play-in-spite = { $reason } Choose it again to play it.
overlay-lead = { $side } leads by about { $points }.
overlay-lead-counted = { $side } leads by { $points }.
overlay-even = Neither side leads.

# Moves that are not made on the board
move-swap = takes the other colour
move-keep = keeps the colour
move-add = two more stones
move-offer = offers { $point }
move-remove = takes off { $point }
move-accept = agrees
move-irregular = { $side } { $move }, irregular
move-setup = setup
move-note = note
decision-pass = Pass
decision-swap = Take the other colour
decision-keep = Keep my colour
decision-add = Put two more stones
decision-declare = { $number ->
    [one] 1 fifth move
   *[other] { $number } fifth moves
}
decision-accept-dead = Agree on the dead stones
decision-resume-play = Play on
decision-claim-draw = Claim a draw

# Hints
hint-move = Best: { $move }.
looking-for-hint = Looking for the best move
hint-estimate-discs = Best: { $move }. Expected final difference { $value }.
hint-exact-discs = Best: { $move }. Exact final difference { $value }.
hint-estimate-pawns = Best: { $move }. Worth about { $value } pawns.
hint-exact-pawns = Best: { $move }. Mate is forced.
hint-estimate-chance = Best: { $move }. Expected chance to win { $value } %.
hint-exact-chance = Best: { $move }. Certain chance to win { $value } %.
no-hint = No hint was found.
help-only-on-your-turn = Hints are given on your turn.

# What cannot be done, and why
nothing-to-undo = There is nothing to undo.
nothing-to-redo = There is nothing to redo.
game-is-over = The game is over.
no-offer = There is no new draw offer to make or answer.
no-next-game = There is no next game now.
computer-thinks = The computer is thinking.
computer-has-no-move = The computer found no move and resigns.

# Result
result-win = { $side } wins
result-you-win = You win
result-computer-wins = The computer wins
result-draw = Draw
ended-resigned = { $side } resigned.
ended-out-of-time = { $side } ran out of time.
ended-agreed = The players agreed on a draw.

# Match
match-standing = Game { $game } of { $games } · { $first } : { $second }
match-won = { $player } wins the match { $first } : { $second }.
match-won-by-discs = { $first } : { $second } on points; { $player } wins the match by discs, { $discs } : { $others }.
match-drawn = The match is drawn, { $first } : { $second }.

# Saved games
slot-is-empty = Slot { $number }: empty
slot-holds =
    { $moves ->
        [one] Slot { $number }: { $game }, { $moves } move
       *[other] Slot { $number }: { $game }, { $moves } moves
    }
slot-empty = Slot { $number } is empty.
save-explained = The running game is kept by itself after every move. Slots are for games to come back to.
slot-overwrite = Slot { $number } holds a game. Replace it?
slot-replace = Replace
slot-saved = Saved in slot { $number }.
slot-loaded = The game in slot { $number } goes on.

# Settings
settings-look = Look
language = Language
language-auto = As the system
theme = Theme
scale = Size
settings-sound = Sound
sound-volume = Sounds
music-volume = Music
settings-board = Board
animation = Animation
animation-off = Off
animation-slow = Slow
animation-normal = Normal
animation-fast = Fast
show-legal-moves = Show legal moves
pieces-with-pictures = Xiangqi pieces with pictures
show-last-move = Show the last move
show-coordinates = Show coordinates
flip-board = Turn the board
shared-keyboard = Two on one keyboard
shared-keyboard-explained = The first player uses W A S D and Space, the second the arrows and Enter.
settings-keys = Keys
keys-board = Arrows and Enter play on the board, Esc goes back.
keys-shared = Two on one keyboard: W A S D and Space against arrows and Enter.
keys-letters = U undoes, R redoes, Home and End go to the start and the end. H gives a hint, P plays for you, F turns the board, O shows whose points are whose, M shows more.
keys-review = In a review: left and right step through the game, up and down change the variation, N and B find bad moves, P plays the moves, L shows the best ones. The right mouse button draws.
keys-menus = Tab and the arrows move between buttons, Enter presses them. Ctrl+Q leaves the program.
settings-data = Data
data-folder = Games and settings are kept in { $folder }
version = Version { $version }

# What the player should know
no-sound-card = No sound card was found, so the game is silent.
no-graphics-card = No graphics card was found, so the picture may be slow.
save-damaged = The saved game { $file } could not be read. It is kept as { $kept }; nothing else is lost.
progress-damaged = What was solved of the puzzles could not be read. It is kept as { $kept }; nothing else is lost.
settings-damaged = The settings could not be read. They are kept as { $kept }, and the usual ones are used.
storage-read-failed = The file { $file } could not be read.
storage-write-failed = The file { $file } could not be written.
asset-missing = The file { $file } is missing.
content-wrong = A file is not in order: { $problem }

# Puzzle levels
puzzles = Puzzles
puzzle-streak = { $number } in a row at the first attempt
puzzle-rating = Difficulty { $rating }
puzzle-before = Previous
puzzle-next = Next
puzzle-was-solved = solved
puzzle-solving = Find the move.
puzzle-watch = See the answer.
puzzle-wrong = That is not it. See the answer, then try again.
puzzle-shown = This was the solution.
puzzle-solved = Solved.
puzzle-show = Show the solution
puzzle-again = Try again
puzzle-repeat = Once more
puzzle-not-now = The answer comes first.
level-wrong = This level cannot be read.
goal-win = { $side } to move and win.
goal-draw = { $side } to move and draw.
goal-mate = { $side } mates in { $moves }.
goal-best = { $side } finds the best result.
goal-capture = { $side } captures { $points }.
goal-live = { $side } keeps { $points } alive.
goal-kill = { $side } kills { $points }.
goal-fours = { $side } wins by fours.
goal-only = { $side } finds the only move.
goal-material = { $side } wins material.
