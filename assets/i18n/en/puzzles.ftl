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
