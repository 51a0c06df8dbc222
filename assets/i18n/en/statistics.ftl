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
