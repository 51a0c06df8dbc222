# The player's results
statistics = Statistics
statistics-all = All games
statistics-year = Last year
statistics-month = Last 30 days
statistics-nothing = Your results will stand here once you have finished a game.
statistics-nothing-then = You finished no game in this time.
statistics-play = Play a game
statistics-results = { $games ->
        [one] 1 game
       *[other] { $games } games
    }: { $wins } won, { $draws } drawn, { $losses } lost
statistics-side = { $side } { $results }
statistics-streak = Wins in a row: { $now } now, { $best } at best
statistics-length = Average length: { $plies } moves, both sides counted
statistics-accuracy = Accuracy in { $games ->
        [one] 1 analysed game
       *[other] { $games } analysed games
    }: { $percent }%
statistics-adaptive = Adaptive opponent: level { $level } of { $levels }, after { $games ->
        [one] 1 game
       *[other] { $games } games
    }
statistics-form = Score over the last { $games } games
statistics-form-now = Score over the last games: { $share }
statistics-unknown = Unknown player
# Level and points
rating-level = Your rating: level { $level }, { $points } points
rating-no-level = Your rating: { $points } points, no level yet
rating-to-next = { $points ->
        [one] 1 point
       *[other] { $points } points
    } to level { $level }
rating-highest = The highest level
rating-explained = Each level takes 100 points; level 30 is the lowest and level 1 the highest. Points change with each game against the computer without hints and without taking back: what one side gains, the other loses, rounded half up.
rating-over-games = Points over the last { $games } games
rating-now = Points now: { $points }
grade-kyu = { $number } kyu
grade-dan = { $number } dan
# What makes the next game an even one
suggest-level = Suits your rating: level { $level }
suggest-handicap-player = Suits your rating: { $side } for you, with a handicap
suggest-handicap-computer = Suits your rating: { $side } for the computer, with a handicap
