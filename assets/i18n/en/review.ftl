# A past game, to look through and annotate
review = Review
review-game = Review game
review-game-short = Review
review-place = After { $ply ->
    [one] 1 move
   *[other] { $ply } moves
}
review-notes = Notes
review-analysis = Analysis
review-analyse = Analyse game
review-analyse-again = Analyse again
review-effort-quick = Quick
review-effort-deep = Deep
review-analysing = { $done } of { $all } positions
review-cancel = Stop analysis
review-nothing-found = The analysis found nothing to add.
review-live = Engine lines
review-scores = Show evaluations
score-exact = exact
review-more-lines = More lines
review-fewer-lines = Fewer lines
review-thinking = Thinking
review-worth = Evaluation { $worth }
review-legend = + is good for { $side }
review-legend-chance = % is the chance of { $side }
worth-mate = #{ $moves }
review-learn = Learn from { $side }'s mistakes ({ $number })
review-learn-place = Mistake { $number } of { $all }
review-learn-ask = { $side } played { $move }. Find a better move.
review-learn-try = Play it on the board.
review-learn-found = { $move } is a good move.
review-learn-shown = { $move } was better.
review-learn-next = Next mistake
review-learn-finish = Finish
review-learn-show = Show the move
review-learn-stop = Stop
review-analyse-explained = The computer looks at every move and marks the mistakes.
review-effort-usual = Standard
review-accuracy-short = Accuracy
review-inaccuracies = Inaccuracies
review-mistakes = Mistakes
review-blunders = Blunders
review-graph = Evaluation graph
review-run = Autoplay
review-back = Previous move
review-forward = Next move
review-mistake-before = Previous mistake
review-mistake-after = Next mistake
review-undo = Undo edit
review-redo = Redo edit
review-comment = Comment on this position
review-draw = Draw with left button or finger
review-clear-marks = Clear drawings
review-promote = Promote variation
review-delete = Delete from here
review-export = Save as file
review-look-for = Find games with this position
review-numbers-on = Show move numbers
review-numbers-off = Hide move numbers
export-picture = Image of this position (.png)
export-film = Animation of the game (.gif)
export-film-length = The animation lasts { $seconds } seconds at the current speed.
export-cancel = Stop
export-broke = The image could not be created.
review-details = Game information
review-pace = Seconds per move
review-seconds = { $seconds } s
review-copy-position = Copy position
review-copy-board = Copy board as text
field-event = Event
field-place = Site
field-date = Date
field-round = Round
field-result = Result
field-annotator = Annotator
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
glyph-only = Only move
glyph-equal = Equal position
glyph-unclear = Unclear position
glyph-first-slightly = First player is slightly better
glyph-second-slightly = Second player is slightly better
glyph-first-clearly = First player is better
glyph-second-clearly = Second player is better
glyph-first-wins = First player is winning
glyph-second-wins = Second player is winning

# Opening books and what was played
own-book-damaged = My opening book could not be read. It was set aside as { $kept }; nothing else is lost.
own-book-refused = This line cannot be added to my opening book: { $problem }
own-book-added = Line added to my opening book.
own-book-removed = Line removed from my opening book.
play-from-books = Computer uses opening books
computer-resigns = The computer resigns lost games
review-openings = Openings
explore-none = No continuation in your books or library.
explore-add = Add line to my opening book
explore-remove = Remove line from my opening book
explore-own = my book
explore-games =
    { $games ->
        [one] 1 game
       *[other] { $games } games
    }

review-tree = Tree of variations
review-as-graph = Show as tree
review-as-text = Show as text
review-tree-too-large = This record has too many moves to be drawn as a tree.

# Engines of others that analyse
review-analyse-with = Analyse with
review-compare = Compare
review-first-engine = First engine
review-first-engine-explained = The evaluation bar, accuracy and mistakes come from it.
review-second-engine = Second engine
review-second-engine-explained = Its lines stand beside those of the first, and its curve in the graph.
review-no-second-engine = None
review-judged-by = Accuracy and mistakes by { $engine }
review-analyse-by = { $engine } looks at every move and marks the mistakes.
review-analyse-by-both = { $first } and { $second } look at every move; { $first } marks the mistakes.
review-speed = { $nodes } nodes/s
