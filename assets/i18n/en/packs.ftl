# Content packs.

packs = Content packs
packs-explained = Levels, lessons, openings, themes, pieces, boards and sounds that others have made.
packs-none = No packs yet
packs-none-how = Drop a pack on the window, or choose its zip file. Nothing is added before you agree.
settings-packs = Content packs
pack-add = Add pack
pack-add-now = Add
pack-replace = Replace
pack-decline = Not now
pack-remove = Remove
pack-removed = { $pack } was removed.
pack-restore = Undo
pack-on = Use { $pack }
pack-refused = { $file } was not added:
pack-wrong = It cannot be read:
pack-now-wrong = The files have changed, and something is wrong. Until it is mended, this is what was there before:
pack-more-problems = { $count ->
    [one] and one more.
   *[other] and { $count } more.
}
pack-from-folder = From { $folder }. Changes there are taken over at once.
pack-folder-explained = If you make a pack yourself, add its folder: what you change is shown here at once.
pack-add-folder = Add folder
pack-waits = A content pack was read. It waits in the settings, under content packs.
pack-unusable = The content pack { $pack } cannot be read. The settings tell why, under content packs.
packs-damaged = The list of content packs could not be read. It was set aside as { $kept }; nothing else is lost.
pack-levels = { $count ->
    [one] one level
   *[other] { $count } levels
}
pack-lessons = { $count ->
    [one] one lesson
   *[other] { $count } lessons
}
pack-book-lines = { $count ->
    [one] one opening line
   *[other] { $count } opening lines
}
pack-themes = { $count ->
    [one] one theme
   *[other] { $count } themes
}
pack-piece-sets = { $count ->
    [one] one piece set
   *[other] { $count } piece sets
}
pack-board-sets = { $count ->
    [one] one board
   *[other] { $count } boards
}
pack-backgrounds = { $count ->
    [one] one background
   *[other] { $count } backgrounds
}
pack-sounds = { $count ->
    [one] one set of sounds
   *[other] { $count } sets of sounds
}
