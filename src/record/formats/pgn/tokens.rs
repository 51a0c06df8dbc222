//! The tokens of PGN.

use super::tags;

/// True for a character that ends a word.
pub(super) fn is_delimiter(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '{' | '}' | '[' | ']' | ';' | '$' | '<')
}

/// The first word of a text; a delimiter is a word of its own.
pub(super) fn first_word(text: &str) -> &str {
    // Moves in Chinese are of four characters, often without a space between.
    let is_chinese = text.starts_with(|c| ('\u{4e00}'..'\u{a000}').contains(&c));
    let most = if is_chinese { 4 } else { usize::MAX };
    let mut chars = text.char_indices().enumerate();
    let end = chars.find(|&(count, (_, c))| count == most || is_delimiter(c));
    match end {
        None => text,
        Some((0, (_, delimiter))) => &text[..delimiter.len_utf8()],
        Some((_, (at, _))) => &text[..at],
    }
}

/// Length of the move number that a text begins with, such as `12.` or `12...`
/// or a number alone; 0 if there is none.
pub(super) fn move_number(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let dots = text[digits..].bytes().take_while(|&byte| byte == b'.').count();
    if dots > 0 || digits == first_word(text).len() { digits + dots } else { 0 }
}

/// True if a text is read as one token after a move that cannot be played.
pub(super) fn is_token(text: &str) -> bool {
    let is_comment = text.starts_with('{') && text.find('}') == Some(text.len() - 1);
    let is_glyph = text.strip_prefix('$').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    let is_word = !text.contains(is_delimiter)
        && !text.starts_with(['%', ']', '}', '<', '>', '"', '\u{feff}'])
        && !text.is_empty()
        && text != "e.p."
        && move_number(text) == 0
        && tags::result(text).is_none();
    is_comment && !text.contains('\n') || is_glyph || is_word
}

/// Length of the tag of HTML that a text begins with, such as `<br />`; 0 if there
/// is none.
pub(super) fn html_tag(text: &str) -> usize {
    let inner = text.strip_prefix('<').unwrap_or_default();
    let is_part = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | ' ');
    let end = inner.find(|c| !is_part(c)).unwrap_or(inner.len());
    if inner[end..].starts_with('>') { end + 2 } else { 0 }
}

/// The first moves of the main line of a text, to know the game by.
pub(super) fn first_moves(text: &str) -> Vec<&str> {
    let mut moves = Vec::new();
    let mut rest = text;
    let mut depth = 0_usize;
    while moves.len() < 4 {
        rest = rest.trim_start();
        let number = move_number(rest);
        if number > 0 {
            rest = &rest[number..];
            continue;
        }
        let word = first_word(rest);
        let mut length = word.len();
        match word {
            "" | "[" => break,
            "{" => length = rest.find('}').map_or(rest.len(), |end| end + 1),
            ";" => length = rest.find('\n').unwrap_or(rest.len()),
            "<" => length = html_tag(rest).max(1),
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ if depth > 0 || word.starts_with('$') => {}
            _ if tags::result(word).is_some() => break,
            _ => moves.push(word.trim_end_matches(['!', '?'])),
        }
        rest = &rest[length..];
    }
    moves
}

/// Most bytes of the ranks of a FEN: those of the largest board with every square named.
const MAX_RANKS_BYTES: usize = 120;

/// Length of the FEN that a text begins with: ranks, the side to move and numbers
/// or dashes after it; 0 if there is none.
pub(super) fn fen_length(text: &str) -> usize {
    let is_end = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r');
    let head = &text.as_bytes()[..text.len().min(MAX_RANKS_BYTES + 1)];
    let end = head.iter().position(is_end).unwrap_or(text.len());
    if end > MAX_RANKS_BYTES {
        return 0;
    }
    let line = text.lines().next().unwrap_or_default();
    let ranks = &text[..end];
    if ranks.matches('/').count() < 7 || ranks.contains("://") {
        return 0;
    }
    let mut length = ranks.len();
    for word in line[length..].split(' ').skip(1) {
        let bare = word.trim_end_matches(',');
        let is_side = matches!(bare, "w" | "b" | "r");
        let is_more = !bare.is_empty()
            && bare.bytes().all(|byte| byte.is_ascii_digit() || b"-KQkq".contains(&byte));
        if !is_side && !is_more {
            break;
        }
        length += 1 + word.len();
        if bare != word {
            break;
        }
    }
    length
}

/// The inside of the tag pair that a line begins with, and its length if its
/// value is quoted and closed.
pub(super) fn tag_pair(line: &str) -> (&str, Option<usize>) {
    let whole = || line.trim_end().trim_end_matches(']').trim_start_matches('[');
    let Some(quote) = line.find('"') else { return (whole(), None) };
    let ends = line[quote + 1..].match_indices('"').map(|found| quote + 1 + found.0);
    for end in ends {
        let after = &line[end + 1..];
        let gap = after.len() - after.trim_start().len();
        if after[gap..].starts_with(']') && !line[..end].ends_with('\\') {
            return (&line[1..=end], Some(end + 1 + gap + 1));
        }
    }
    (whole(), None)
}
