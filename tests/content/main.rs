//! The content that is shipped: levels, opening books, themes and texts.

mod assets;
mod book_names;
mod books;
mod how_to_play;
mod lessons;
mod levels;
mod levels_made;
mod levels_tactics;
mod localization;
mod packs;

#[path = "../common/timing.rs"]
mod timing;
