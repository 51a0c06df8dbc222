# Below pictures of positions
picture-start = Starting position
picture-move = Move { $number }: { $move }
picture-won-resigned = { $side } wins by resignation
picture-won-time = { $side } wins on time
picture-won-forfeit = { $side } wins by forfeit
picture-won-by = { $side } +{ $points }
