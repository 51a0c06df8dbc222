# What concerns fingers, phones and narrow windows

confirm-moves = Confirm moves
confirm-auto = Automatic
confirm-on = On
confirm-off = Off
confirm-explained = A stone is shown under a magnifying glass first, and placed by a second tap. Automatic does so for a finger on boards with many points.
place-here = Place at { $point }
put-back = Put back
tab-game = Game
tab-score = Score
run-leave = Leave the run
run-leave-question = The run ends now and counts as it stands.
run-go-on = Go on solving
minutes-played = { $minutes } min
