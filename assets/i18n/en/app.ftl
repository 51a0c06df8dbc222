# What every screen shares
app-name = Tianyuan
app-line = Classic board games
back = Back
close = Close
cancel = Cancel
yes = Yes
no = No
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
person = Person
computer = Computer
computer-level = Computer, level { $number }
level = Level
level-number = Level { $number }
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
thinking = { $side } is thinking
pass-announced = { $side } must pass.
paused = Paused
your-turn = Your turn
undo = Undo
redo = Redo
undo-all = To the start
redo-all = To the end
hint = Hint
play-for-me = Play for me
flip = Turn the board
more = More
pause = Pause
go-on = Go on
save-game = Save
load-game = Open
resign = Resign
offer-draw = Offer a draw
rematch = Play again, colours changed
next-game = Next game
moves = Moves
no-moves-yet = No moves yet
pass = pass
periods-left =
    { $count ->
        [one] { $count } period left
       *[other] { $count } periods left
    }
resign-question = Resign this game?
draw-offered = { $side } offers a draw.
draw-accept = Accept
draw-decline = Decline
draw-declined = { $side } declines the draw.
took-back =
    { $count ->
        [one] Took back { $count } move.
       *[other] Took back { $count } moves.
    }
played-again =
    { $count ->
        [one] Played { $count } move again.
       *[other] Played { $count } moves again.
    }

# Hints
hint-move = Best: { $move }.
hint-estimate-discs = Best: { $move }. Expected final difference { $value }.
hint-exact-discs = Best: { $move }. Exact final difference { $value }.
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
result-draw = Draw
result-count = { $first } : { $second }
ended-resigned = { $side } resigned.
ended-out-of-time = { $side } ran out of time.
ended-agreed = The players agreed on a draw.
look-at-board = Look at the board

# Match
match-game = Game { $number } of { $games }
match-standing = Match { $first } : { $second }
match-discs = Discs { $first } : { $second }
match-won = { $player } wins the match.
match-drawn = The match is drawn.
match-tie-broken = Equal on points, decided by discs.

# Saved games
slots = Saved games
slot-number = Slot { $number }
slot-free = Empty
slot-empty = Slot { $number } is empty.
slot-saved = Saved in slot { $number }.
slot-loaded = The game in slot { $number } goes on.
slot-overwrite = Slot { $number } holds a game. Replace it?
slot-replace = Replace

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
show-last-move = Show the last move
show-coordinates = Show coordinates
flip-board = Turn the board
shared-keyboard = Two on one keyboard
shared-keyboard-explained = The first player uses W A S D and Space, the second the arrows and Enter.
settings-keys = Keys
keys-board = Arrows and Enter play on the board, Esc goes back.
keys-shared = Two on one keyboard: W A S D and Space against arrows and Enter.
keys-letters = U undoes, R redoes, H gives a hint, P plays for you, F turns the board.
keys-menus = Tab moves between buttons, Enter presses them.
settings-data = Data
data-folder = Games and settings are kept in { $folder }
version = Version { $version }

# What the player should know
no-sound-card = No sound card was found, so the game is silent.
no-graphics-card = No graphics card was found, so the picture may be slow.
save-damaged = The saved game { $file } could not be read. It is kept as { $kept }; nothing else is lost.
settings-damaged = The settings could not be read. They are kept as { $kept }, and the usual ones are used.
storage-read-failed = The file { $file } could not be read.
storage-write-failed = The file { $file } could not be written.
asset-missing = The file { $file } is missing.
content-wrong = A file is not in order: { $problem }
