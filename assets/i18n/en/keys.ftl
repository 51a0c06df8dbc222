# The page of keys: headings, names of keys, and what they do.
keys-everywhere = On every page
keys-pages = Pages of text and cards
keys-play = Playing
keys-review = Reviewing a game

key-left = Left arrow
key-right = Right arrow
key-up = Up arrow
key-down = Down arrow
key-enter = Enter
key-space = Space
key-backspace = Backspace

keys-help = Show this page
keys-scroll = One screen up or down
keys-next-control = Go to the next button
keys-press = Press the chosen button
keys-import = Import copied games into the library
keys-quit = Quit

keys-on-board = Move on the board
keys-choose = Play at this point, or pick up the piece
keys-second-player = The same, for a second player
keys-overlay = Show what the game offers, such as territory

keys-retry = Try again
keys-next-puzzle = Next puzzle, once this one is solved
keys-puzzle-moves = Previous and next move of the solution

keys-step = Previous and next move
keys-variations = Previous and next variation
keys-ends = To the start and to the end
keys-next-mistake = Next mistake
keys-previous-mistake = Previous mistake
keys-autoplay = Start or stop autoplay
keys-lines = Show or hide engine lines
keys-undo-edit = Undo the last change
keys-redo-edit = Redo the change

keys-use-tool = Use the chosen piece or tool
keys-take-away = Take the piece away
keys-copy-position = Copy the position
keys-paste-position = Paste a position

keys-rows = Move through the list
keys-ends-of-list = To the top and to the bottom
keys-open = Open the game
keys-delete-game = Delete the game

keys-level = Change the level by one
keys-ends-of-levels = Easiest and strongest level

keys-delete-move = Delete the last move of the solution
