//! The application is killed at random moments: what it had saved is there afterwards, and
//! of what was done and not saved yet half a second at most is lost.

mod saves;
mod work;
