# A past game, to look through and annotate
review = Review
review-game = Look through the game
review-game-short = Review
review-place = After { $ply ->
    [one] 1 move
   *[other] { $ply } moves
}
review-notes = Notes
review-analysis = Analysis
review-analyse = Analyse the game
review-analyse-again = Analyse again
review-effort-quick = Quickly
review-effort-deep = Deeply
review-analysing = { $done } of { $all } positions
review-cancel = Stop the analysis
review-nothing-found = The analysis found nothing to write.
review-accuracy = { $side } { $percent } % · { $dubious } · { $mistakes } · { $blunders }
review-live = Best moves here
review-scores = Values on the board
score-exact = exact
review-more-lines = More lines
review-fewer-lines = Fewer lines
review-thinking = Thinking
review-worth = Worth { $worth }
review-legend = + is good for { $side }
review-legend-chance = % is the chance of { $side }
worth-mate = #{ $moves }
review-graph = How the game stood
review-run = Play the moves
review-back = One move back
review-forward = One move on
review-mistake-before = The bad move before
review-mistake-after = The next bad move
review-undo = Undo the last edit
review-redo = Redo the edit
review-comment = Comment on this position
review-draw = Draw with the left button or a finger
review-clear-marks = Clear the marks
review-promote = Nearer to the main line
review-delete = Delete from here
review-export = Save as a file
review-look-for = Games with this position
review-numbers-on = Number the moves on the board
review-numbers-off = No numbers on the board
export-picture = Picture of this position (.png)
export-film = Film of the game (.gif)
export-film-length = The film lasts { $seconds } seconds at the pace that is set.
export-cancel = Stop
export-broke = The picture could not be made.
review-details = About the game
review-pace = Seconds per move
review-seconds = { $seconds } s
review-copy-position = Copy the position
review-copy-board = Copy the board as text
field-event = Event
field-place = Place
field-date = Date
field-round = Round
field-result = Result
field-annotator = Comments by
colour-green = Green
colour-red = Red
colour-yellow = Yellow
colour-blue = Blue
mark-circle = Circles
mark-triangle = Triangles
mark-square = Squares
mark-cross = Crosses
mark-letter = Letters
mark-number = Numbers
glyph-good = Good move
glyph-mistake = Mistake
glyph-brilliant = Brilliant move
glyph-blunder = Blunder
glyph-interesting = Interesting move
glyph-dubious = Dubious move
glyph-only = The only move
glyph-equal = Both sides stand equally
glyph-unclear = Unclear
glyph-first-slightly = The first side stands a little better
glyph-second-slightly = The second side stands a little better
glyph-first-clearly = The first side stands clearly better
glyph-second-clearly = The second side stands clearly better
glyph-first-wins = The first side is winning
glyph-second-wins = The second side is winning

# Opening books and what was played
own-book-damaged = Your own book of openings could not be read. It is kept as { $kept }; nothing else is lost.
own-book-refused = This line cannot be in your book: { $problem }
own-book-added = The line is in your book.
own-book-removed = The line is out of your book.
play-from-books = The computer knows openings
computer-resigns = The computer resigns lost games
review-openings = Openings
explore-none = Neither your books nor your library go on from here.
explore-add = Add the line to my book
explore-remove = Take the line out of my book
explore-own = my book
explore-games =
    { $games ->
        [one] 1 game
       *[other] { $games } games
    }
