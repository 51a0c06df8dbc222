//! Quotations of input in messages.

/// Most characters of a quotation.
const MAX_CHARS: usize = 200;

/// A text as a message quotes it: whole, or its first 200 characters and an
/// ellipsis, since what was read as a move may be a whole file.
///
/// ```
/// use tianyuan::core::excerpt;
///
/// assert_eq!(excerpt("e2e9"), "e2e9");
/// assert_eq!(excerpt(&"e".repeat(5_000_000)).chars().count(), 201);
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
