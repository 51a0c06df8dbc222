# The level of the day
puzzles-daily = Daily puzzle
puzzles-daily-done = Daily puzzle: solved
puzzles-daily-solve = Solve
puzzles-daily-again = View again
puzzles-days-in-a-row =
    { $number ->
        [0] No daily streak yet
        [one] { $number }-day streak
       *[other] { $number }-day streak
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
puzzles-for-me = Recommended
puzzle-your-rating = Your rating: { $rating } ± { $deviation }
puzzle-no-rating = No rating yet
puzzle-gain = Your rating: { $rating } ({ $gain }) ± { $deviation }

# Runs against the clock
puzzles-run = Timed run
run-explained = Puzzles from easy to hard. Three mistakes end the run.
run-all-games = All games
run-minutes = { $number } minutes
run-best = Best: { $number }
run-solved =
    { $number ->
        [one] { $number } puzzle solved
       *[other] { $number } puzzles solved
    }
run-missed = Wrong. Next puzzle.
run-over-time = Time is up.
run-over-wrong = Three mistakes.
run-over-all = You solved every puzzle.
run-new-best = A new personal best.
run-again = New run
run-combo = { $number } in a row
run-combo-bonus = { $at } in a row add { $seconds } s
run-best-combo = Longest streak: { $number }

# Failed puzzles that return after some days
puzzles-repeat = Repeat mistakes
puzzles-due =
    { $number ->
        [one] One puzzle you missed is due again.
       *[other] { $number } puzzles you missed are due again.
    }
puzzles-next-repetition =
    { $days ->
        [one] The next puzzle you missed is due tomorrow.
       *[other] The next puzzle you missed is due in { $days } days.
    }

# The player's own levels
own-levels = My puzzles
own-explained = To create a puzzle, open More in any game and choose Create puzzle. To add puzzles from others, drop their file on the window.
own-go-on = Continue editing
own-number = Puzzle { $number }
own-play = Play
own-edit = Edit
own-remove = Delete
own-removed = Puzzle deleted.
own-share = Share as file
own-shared = Saved as { $file }
own-taken-in =
    { $number ->
        [one] { $number } puzzle added to My puzzles.
       *[other] { $number } puzzles added to My puzzles.
    }
own-known = You already have these puzzles.
own-damaged = My puzzles could not be read. They were set aside as { $kept }; nothing else is lost.
puzzle-not-proved = Not proved: solution given by the author.

# Making a level
make-level = Create puzzle
make-level-title = Create puzzle
make-game-over = The game is over here. Go back to the position where the puzzle starts.
make-goal = Goal
make-difference = Final difference
make-tap = Tap the stones or pieces of the goal.
aim-win = Win
aim-draw = Draw
aim-mate = Mate
aim-best = Best result
aim-fours = Win by continuous fours
aim-capture = Capture
aim-live = Live
aim-kill = Kill
aim-only = Only move
aim-material = Win material
aim-checks = Mate by checks
aim-threats = Win by continuous threats
aim-stop-fours = Stop the fours
make-pawns = Value in pawns
make-solution = Solution
make-no-solution = No moves yet
make-more-lines =
    { $number ->
        [one] and { $number } more line
       *[other] and { $number } more lines
    }
make-draw = Enter on the board
make-draw-explained = Play the moves of both sides. To add a variation, go back and play another move.
make-draw-known = Already entered:
make-draw-cut = Delete this move
make-draw-done = Done
make-find = Find with the computer
make-checking = The puzzle is valid. Trying to prove it.
make-looking = Searching for the solution.
make-proved = Proved: no other first move reaches the goal.
make-unproved = Not proved; the puzzle will say so. { $reason }
make-not-found = The computer found no solution. { $reason }
make-unreached = The line that ends with { $move } does not reach the goal.
make-no-move = The solution has no moves yet.
make-no-turn = After { $move } your opponent has no turn to reply.
make-no-point = No target yet. Tap one on the board.
make-wrong = Not valid: { $reason }
make-doubt-none = The goal cannot be reached against best play.
make-doubt-several = { $number } first moves reach the goal.
make-doubt-wrong = { $move } does not reach the goal against best play.
make-doubt-another = { $move } also reaches the goal but is not in the solution.
make-doubt-open = Puzzles of this kind cannot be proved, or it would take too long.
make-words = Text
make-title = Title
make-hint = Hint
make-explanation = Explanation
make-difficulty = Difficulty
make-try = Save and try
make-save = Save
make-saved = Saved in My puzzles.
make-not-yet = The puzzle is not valid yet.
make-wait = The proof is not finished. Press again to save without it.
level-draft-damaged = The level you were making was damaged and could not be opened. It is set aside as { $kept }.
