# What screen readers say.
cell-empty = empty
cell-separator = ,{" "}
cell-last-move = last move
cell-in-check = in check

announce-move = { $side }: { $move }
announce-check = Check
announce-start = Start of the game
announce-separator = .{" "}
