# What concerns fingers, phones and narrow windows

confirm-moves = Confirm moves
confirm-auto = Automatic
confirm-on = On
confirm-off = Off
confirm-explained = Shows the stone under a magnifier first; a second tap places it. Automatic: only for touch on boards with many points.
place-here = Play at { $point }
put-back = Cancel
tab-game = Game
tab-score = Score
run-leave = End run
run-leave-question = End the run now? Your score so far counts.
run-go-on = Keep solving
time-played = Time played: { $time }
minutes-played = { $minutes } min
