# The library of games
library = Library
player = Player
your-name = Your name
library-games =
    { $number ->
        [one] { $number } game
       *[other] { $number } games
    }
library-opening = The library is being opened.
library-empty = No games yet
library-empty-line = Every game you finish is kept here by itself. Games from elsewhere come in as files: choose them, drop them on the window, or paste their text.
library-none = No game fits
library-none-line = Fewer conditions find more games.
library-nothing-deleted = Nothing is deleted
library-nothing-deleted-line = Deleted games wait here until you bring them back or remove them for good.
library-cannot = The library cannot be used
library-cannot-line = { $reason }. The rest of the program works; a game that is finished now is kept when the library opens again.
library-import = Import files
library-paste = Paste
library-export = Export
library-export-all =
    { $number ->
        [one] Export { $number } game
       *[other] Export { $number } games
    }
library-deleted = Deleted games
library-back-to-games = All games
library-more = More about this game
library-restore = Bring back
library-purge = Remove for good
library-purge-question =
    { $number ->
        [one] Remove { $number } deleted game for good? It cannot be brought back.
       *[other] Remove { $number } deleted games for good? They cannot be brought back.
    }
library-was-deleted = Deleted: { $players }
library-undo = Undo
library-open = Look at it
library-delete = Delete
library-save = Keep changes
library-title = Title
library-title-hint = What you call it
library-tags = Tags
library-tags-hint = Words with commas between them
library-unknown-player = Unknown
library-moves =
    { $number ->
        [one] { $number } move
       *[other] { $number } moves
    }

# What a list shows, and in which order
filter = Filter
filter-show =
    { $number ->
        [one] Show { $number } game
       *[other] Show { $number } games
    }
filter-clear = Clear
filter-player = Player
filter-player-hint = Part of a name
filter-game = Game
filter-any = All
filter-result = Result
filter-won = { $side } won
filter-first-won = First player won
filter-second-won = Second player won
filter-drawn = Draw
filter-not-over = Not finished
filter-from = From
filter-to = To
filter-date-hint = 2026-11-21
filter-date-wrong = Expected a day as 2026-11-21, a month as 2026-11 or a year as 2026.
filter-opening = Opening
filter-length = Moves
filter-least = At least
filter-most = At most
filter-number-wrong = Expected a number.
filter-tag = Tag
filter-position = Position
filter-position-of = One position of { $game }
filter-sort = Order
sort-newest = Newest first
sort-oldest = Oldest first
sort-name = By name
column-players = Players
column-result = Result
column-game = Game
column-moves = Moves
column-date = Date
result-won-by = { $side } +{ $points }
result-won = { $side } won
result-drawn = Draw
result-open = Not finished

# Formats of files
export-explained = In which format?
export-line-alone = The moves alone
export-line-notes = Moves and comments
export-line-all = Moves, comments and variations
export-which-game = A file holds games of one kind. List which ones?
format-tianyuan = Tianyuan
format-sgf = SGF
format-pgn = PGN
format-ggf = GGF
format-wthor = WTHOR
format-othello-quest = Othello Quest
format-obf = Positions (OBF)
format-reversi-text = Plain moves
format-gomoku-text = Plain moves
format-psq = Piskvork
format-rec = Piskvork tournament
format-renlib = RenLib
format-xqf = XQF
format-dhtmlxq = DhtmlXQ
format-cbl = CCBridge library
format-cbr = CCBridge
format-gib = Tygem (GIB)
format-ngf = Cyberoro (NGF)
format-pgn-zst = PGN, packed
format-xiangqi-text = Plain moves
format-with-ending = { $name } (.{ $ending })

# What came of it
library-closed = The library of games cannot be used: { $reason }.
library-damaged = The library of games was damaged. It is kept as { $kept }, and a new one is begun.
library-failed = This did not work: { $reason }.
library-purged =
    { $number ->
        [one] { $number } game was removed.
       *[other] { $number } games were removed.
    }
import-reading = Reading file { $file } of { $files }
import-games =
    { $number ->
        [one] { $number } game
       *[other] { $number } games
    }
import-cancel = Stop
import-done = { $added } added, { $known } already there.
import-cancelled = Stopped: { $added } added, { $known } already there.
import-refused = { $file } was not read, and nothing of it was added: { $reason }
import-refused-many = { $file } and { $more } more were not read, and nothing of them was added: { $reason }
paste-refused = The pasted text was not read: { $reason }
paste-empty = There is no text to paste. Copy a game first.
export-refused = This format cannot hold it: { $reason }
export-left-out = Saved without { $kind }: this format has no place for them.
export-left-out-more = Saved without { $kind } and more that this format has no place for.
left-out-variations = variations
left-out-unplayable-moves = moves that cannot be played
left-out-comments = comments
left-out-glyphs = marks such as !? on moves
left-out-shapes = arrows and marks on the board
left-out-evaluations = evaluations
left-out-clocks = clock times
left-out-properties = data of other formats
left-out-information = players, event and other information
left-out-result = the results
left-out-options = options of the game
import-incomplete = { $file }: { $reason }.
import-incomplete-many = { $file }: { $reason }. { $more } more files have such places.
paste-incomplete = The pasted text: { $reason }.
files-not-chosen-here = There is no window for choosing files here. Copy the text of the game in another program and paste it here instead.
files-not-chosen = This system shows no window for choosing files. Drop the files on this window instead.
file-saved = Saved as { $file }.
