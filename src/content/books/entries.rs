//! Entries of a position index, by position keys.

use std::collections::HashMap;

use super::{Book, BookError, Line};
use crate::core::{Move, Point, Side, excerpt, mix};
use crate::games::AnyPosition;

/// Board size: files and ranks.
pub(super) type Size = (u8, u8);

/// The entry of a position.
#[derive(Debug)]
pub(super) struct Entry<M> {
    /// The named line that ends here.
    pub name: Option<u32>,
    /// Continuations of the lines through this position.
    pub continuations: Vec<Continuation<M>>,
}

/// A move with which lines continue.
#[derive(Debug)]
pub(super) struct Continuation<M> {
    pub mv: M,
    /// Sum of the weights of the lines.
    pub weight: u32,
    /// Key of the position after it.
    pub to: u64,
}

/// Entries by position key.
pub(super) type Entries<M> = HashMap<u64, Entry<M>>;

impl<M: Copy + PartialEq> Entry<M> {
    fn new() -> Entry<M> {
        Entry { name: None, continuations: Vec::new() }
    }

    fn add(&mut self, mv: M, weight: u32, to: u64) {
        match self.continuations.iter_mut().find(|next| next.mv == mv) {
            Some(next) => next.weight = next.weight.saturating_add(weight),
            None => self.continuations.push(Continuation { mv, weight, to }),
        }
    }
}

/// Adds a continuation with the weight of its line.
pub(super) fn add_move<M: Copy + PartialEq>(
    entries: &mut Entries<M>,
    from: u64,
    (mv, weight): (M, u32),
    to: u64,
) {
    entries.entry(from).or_insert_with(Entry::new).add(mv, weight, to);
}

/// Names the position at the end of a line.
///
/// # Errors
/// When the position already has another name.
pub(super) fn add_name<M: Copy + PartialEq>(
    entries: &mut Entries<M>,
    key: u64,
    book: &Book,
    number: usize,
) -> Result<(), BookError> {
    let entry = entries.entry(key).or_insert_with(Entry::new);
    let line = &book.lines[number];
    if line.name.is_empty() {
        return Ok(());
    }
    if let Some(other) = entry.name.and_then(|other| book.lines.get(other as usize))
        && other.name != line.name
    {
        let name = other.name.get("en").map_or("", String::as_str);
        let reason = format!(
            "its position is already called \"{name}\" by the line \"{}\"; expected one name",
            other.moves
        );
        return Err(BookError::of(line, &reason));
    }
    entry.name = Some(number as u32);
    Ok(())
}

/// Plays a move of a line given by its text.
pub(super) fn play_text(
    position: &AnyPosition,
    text: &str,
    line: &Line,
) -> Result<(Move, AnyPosition), BookError> {
    let wrong = |reason: &dyn std::fmt::Display| {
        let shown = excerpt(text);
        BookError::of(line, &format!("move \"{shown}\": {reason}"))
    };
    let mv = position.parse_move(text).map_err(|refusal| wrong(&refusal))?;
    let mut next = position.clone();
    next.play(mv).map_err(|refusal| wrong(&refusal))?;
    Ok((mv, next))
}

/// Hash of a piece on a point.
pub(super) const fn piece_hash(at: Point, side: Side, kind: u8) -> u64 {
    let place = (at.file as u64) << 8 | at.rank as u64;
    mix(1 + (place << 16 | (side as u64) << 8 | kind as u64))
}
