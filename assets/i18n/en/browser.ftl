# Where things are kept
data-in-browser = Games and settings are saved in this browser, for this address.
data-not-kept = This browser does not save data for this page: games and settings are lost when it is closed.
storage-full = Storage is full: { $file } was not saved. Delete some games or puzzles to free space.
storage-refused = This browser does not save data for this page, so games and settings are lost when it is closed. To keep them, allow this site to store data.
library-taken = The library is open in another window of Tianyuan. Close that window and restart this one.
library-not-kept = This browser does not save files for this page, so the library is lost when it is closed.
clipboard-refused = The browser did not allow access to the clipboard.
