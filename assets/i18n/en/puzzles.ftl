# The level of the day
puzzles-daily = Level of the day
puzzles-daily-done = Level of the day: solved
puzzles-daily-solve = Solve
puzzles-daily-again = Look again
puzzles-days-in-a-row =
    { $number ->
        [0] No day in a row yet
        [one] { $number } day in a row
       *[other] { $number } days in a row
    }
date-month-day =
    { $month ->
        [1] January { $day }
        [2] February { $day }
        [3] March { $day }
        [4] April { $day }
        [5] May { $day }
        [6] June { $day }
        [7] July { $day }
        [8] August { $day }
        [9] September { $day }
        [10] October { $day }
        [11] November { $day }
       *[12] December { $day }
    }

# Ratings
puzzles-for-me = Next for me
puzzle-your-rating = Your rating: { $rating } ± { $deviation }
puzzle-no-rating = No rating yet
puzzle-gain = Your rating: { $rating } ({ $gain }) ± { $deviation }

# Runs against the clock
puzzles-run = Against the clock
run-explained = From easy to hard, one after another. Three wrong moves end it.
run-all-games = All games
run-minutes = { $number } minutes
run-best = Best: { $number }
run-solved =
    { $number ->
        [one] { $number } level solved
       *[other] { $number } levels solved
    }
run-missed = That was wrong. On to the next one.
run-over-time = The time is over.
run-over-wrong = Three moves were wrong.
run-over-all = There are no more levels. You solved them all.
run-new-best = Your best so far.
run-again = Once more

# The player's own levels
own-levels = My levels
own-explained = Make one from any game: under More, choose to make a level of the position. A file of levels that someone shares is dropped on the window.
own-go-on = Go on with the level in the making
own-number = Level { $number }
own-play = Play
own-edit = Change
own-remove = Take out
own-removed = The level was taken out.
own-share = Share as a file
own-shared = Written to { $file }
own-taken-in =
    { $number ->
        [one] { $number } level was added to yours.
       *[other] { $number } levels were added to yours.
    }
own-known = You have these levels already.
own-damaged = Your own levels could not be read. They are kept as { $kept }; nothing else is lost.
puzzle-not-proved = Not proved: whoever made the level says so.

# Making a level
make-level = Make a level of this position
make-level-title = Make a level
make-game-over = The game is over here. Go back to the position in which the level begins.
make-goal = Goal
make-difference = Difference at the end
make-tap = Tap the pieces that the goal is about.
aim-win = Win
aim-draw = Draw
aim-mate = Mate
aim-best = Best result
aim-fours = Win by fours
aim-capture = Capture
aim-live = Live
aim-kill = Kill
aim-only = The only move
aim-material = Win material
make-pawns = Worth in pawns
make-solution = Solution
make-no-solution = No move yet
make-more-lines =
    { $number ->
        [one] and { $number } line more
       *[other] and { $number } lines more
    }
make-draw = Play it on the board
make-draw-explained = Play the moves of both sides. For a variation, go back and play another move.
make-draw-known = Played here:
make-draw-cut = Take this move out
make-draw-done = Done
make-find = Let the computer find it
make-checking = It is right by the rules. The computer looks whether it is proved.
make-looking = The computer looks for the solution.
make-proved = Proved: no other first move reaches the goal.
make-unproved = Not proved; the level says so. { $reason }
make-not-found = The computer found no solution. { $reason }
make-unreached = The line that ends with { $move } does not reach the goal.
make-no-move = The solution has no move yet.
make-no-turn = After { $move } the other side has no turn to answer.
make-no-point = The goal names no piece yet. Tap one on the board.
make-wrong = This is not in order: { $reason }
make-doubt-none = Against the best defence the goal cannot be reached.
make-doubt-several = { $number } first moves reach the goal.
make-doubt-wrong = { $move } does not reach the goal against the best defence.
make-doubt-another = { $move } reaches the goal too, and is not in the solution.
make-doubt-open = There is no proof of such levels, or it would take too long.
make-words = Words
make-title = Title
make-hint = Hint
make-explanation = Explanation
make-difficulty = Difficulty
make-try = Save and try it
make-save = Save
make-saved = Saved among your levels.
make-not-yet = The level is not right yet.
make-wait = The computer still looks whether it is proved. To keep it without that, press once more.
level-draft-damaged = The level you were making was damaged and could not be opened. It is set aside as { $kept }.
