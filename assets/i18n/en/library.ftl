# The library of games
library = Library
player = Player
your-name = Your name
library-games =
    { $number ->
        [one] { $number } game
       *[other] { $number } games
    }
library-opening = Opening the library
library-empty = No games yet
library-empty-line = Finished games are saved here automatically. To add other games, choose files, drop them on the window, or paste text.
library-none = No games match
library-none-line = Remove some filters to find more games.
library-nothing-deleted = No deleted games
library-nothing-deleted-line = Deleted games stay here until you restore them or delete them permanently.
library-cannot = Library unavailable
library-cannot-line = { $reason }. Everything else works; games finished now are saved when the library opens again.
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
library-more = More
library-restore = Restore
library-purge = Delete permanently
library-purge-question =
    { $number ->
        [one] Permanently delete { $number } game? This cannot be undone.
       *[other] Permanently delete { $number } games? This cannot be undone.
    }
library-was-deleted = Deleted: { $players }
library-undo = Undo
library-open = View
library-delete = Delete
library-save = Save changes
library-title = Title
library-title-hint = A title for this game
library-tags = Tags
library-tags-hint = Separated by commas
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
filter-not-over = Unfinished
filter-from = From
filter-to = To
filter-date-hint = 2026-11-21
filter-date-wrong = Enter a date such as 2026-11-21, 2026-11 or 2026.
filter-opening = Opening
filter-length = Moves
filter-least = At least
filter-most = At most
filter-number-wrong = Enter a number.
filter-tag = Tag
filter-position = Position
filter-position-of = A position from { $game }
filter-sort = Sort by
sort-newest = Newest first
sort-oldest = Oldest first
sort-name = Name
column-players = Players
column-result = Result
column-game = Game
column-moves = Moves
column-date = Date
result-won-by = { $side } +{ $points }
result-won = { $side } won
result-drawn = Draw
result-open = Unfinished

# Formats of files
export-explained = Choose a format
export-line-alone = Moves only
export-line-notes = Moves and comments
export-line-all = Moves, comments and variations
export-which-game = A file can hold only one kind of game. Choose which games to list.
format-tianyuan = Tianyuan
format-sgf = SGF
format-pgn = PGN
format-ggf = GGF
format-wthor = WTHOR
format-othello-quest = Othello Quest
format-obf = Positions (OBF)
format-reversi-text = Plain moves
format-gomocup = Gomocup (BOARD)
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
format-pgn-zst = PGN, compressed
format-xiangqi-text = Plain moves
format-with-ending = { $name } (.{ $ending })

# What came of it
library-closed = The library is unavailable: { $reason }.
library-damaged = The library was damaged. It was set aside as { $kept }, and a new one was created.
library-failed = Operation failed: { $reason }.
library-purged =
    { $number ->
        [one] { $number } game was permanently deleted.
       *[other] { $number } games were permanently deleted.
    }
import-reading = Reading file { $file } of { $files }
import-games =
    { $number ->
        [one] { $number } game
       *[other] { $number } games
    }
import-cancel = Stop
import-done = { $added } added, { $known } already in the library.
import-cancelled = Stopped: { $added } added, { $known } already in the library.
import-refused = { $file } could not be read, and nothing was added: { $reason }
import-refused-many = { $file } and { $more } more could not be read, and nothing was added from them: { $reason }
paste-refused = The pasted text could not be read: { $reason }
paste-empty = Nothing to paste. Copy a game first.
export-refused = This format cannot store the game: { $reason }
export-left-out = Saved without { $kind }, which this format cannot store.
export-left-out-more = Saved without { $kind } and other data that this format cannot store.
left-out-variations = variations
left-out-unplayable-moves = illegal moves
left-out-comments = comments
left-out-glyphs = move assessments
left-out-shapes = arrows and marks on the board
left-out-evaluations = evaluations
left-out-clocks = clock times
left-out-properties = data from other formats
left-out-information = player and event information
left-out-result = the results
left-out-options = game options
import-incomplete = { $file }: { $reason }.
import-incomplete-many = { $file }: { $reason }. { $more } more files have similar problems.
paste-incomplete = Pasted text: { $reason }.
files-not-chosen-here = Files cannot be chosen here. Copy the game as text in another app and paste it here.
files-not-chosen = No file dialog is available. Drop the files on this window instead.
file-saved = Saved as { $file }.

log-proven = Signed by both players, checked
log-keys = Keys { $first } and { $second }, referee { $referee }
log-not-signed = The log is sound, but { $name } has signed nothing.
log-other-record = The log is sound, but this record was changed and is another game.
log-wrong = The log does not prove this game.
log-save = Save the signed log
