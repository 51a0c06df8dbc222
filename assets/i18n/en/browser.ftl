# Where things are kept
data-in-browser = Games and settings are kept by this browser, for this address.
data-not-kept = This browser keeps nothing for this page: games and settings last until it is closed.
storage-full = There is no more room for { $file }. Deleting kept games or levels makes some.
storage-refused = This browser keeps nothing for this page, so games and settings are lost when it is closed. Allow it to store data for this site to keep them.
library-taken = The library of games is open in another window of this program. Close that one and start this one again.
library-not-kept = This browser keeps no files for this page, so the library of games lasts until it is closed.
clipboard-refused = The browser did not hand over what was copied.
