//! Plain-text diagrams of a board.

use std::fmt::Write;

use crate::core::{Point, Side};
use crate::games::{AnyPosition, Game, Grid, Options, Piece, PositionDraft};

/// FEN letters by name of the piece.
const LETTERS: [(&str, char); 13] = [
    ("king", 'k'),
    ("queen", 'q'),
    ("rook", 'r'),
    ("bishop", 'b'),
    ("knight", 'n'),
    ("pawn", 'p'),
    ("general", 'k'),
    ("advisor", 'a'),
    ("elephant", 'b'),
    ("horse", 'n'),
    ("chariot", 'r'),
    ("cannon", 'c'),
    ("soldier", 'p'),
];

/// A diagram of the position for a monospaced font, with files and ranks named
/// at the edges.
///
/// Stones, discs and marks are `X` for the first side and `O` for the second,
/// in lower case if marked dead. Pieces are FEN letters, in upper case for the
/// first side. Empty points are `.`, star points `+`.
#[must_use]
pub fn board_text(position: &AnyPosition) -> String {
    let board = position.board();
    let numbers: Vec<_> = (0..board.ranks).map(|rank| board.rank_name(rank)).collect();
    let wide = numbers.iter().map(String::len).max().unwrap_or_default();
    let mut ranks: Vec<u8> = (0..board.ranks).collect();
    if !board.first_rank_on_top {
        ranks.reverse();
    }
    let mut text = String::new();
    for (row, rank) in ranks.into_iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(text, "{:>wide$}", numbers[usize::from(rank)]);
        for file in 0..board.files {
            let marked =
                board.grid == Grid::Intersections && board.star_points.contains(&(file, row as u8));
            let sign = match position.piece_at(Point::new(file, rank)) {
                Some(piece) => letter(position, piece),
                None if marked => '+',
                None => '.',
            };
            let _ = write!(text, " {sign}");
        }
        text.push('\n');
    }
    let _ = write!(text, "{:wide$}", "");
    for file in 0..board.files {
        let _ = write!(text, " {}", board.file_name(file));
    }
    text.push('\n');
    text
}

/// Reads a diagram as [`board_text`] writes it, with or without the names of files and
/// ranks and the spaces. The first side is to move.
pub(super) fn read_board_text(
    game: &dyn Game,
    options: &Options,
    text: &str,
) -> Option<PositionDraft> {
    let start = game.start(options).ok()?;
    let (board, kinds) = (start.board(), game.position_setup().piece_kinds());
    let stands_for = |sign: char| {
        let mut pieces = Side::BOTH
            .into_iter()
            .flat_map(|side| (0..kinds).map(move |kind| Piece { side, kind }));
        let is_meant = |piece: &Piece| {
            // The case tells the sides of pieces with letters, but not those of stones.
            let known = letter(&start, *piece);
            known == sign || (kinds == 1 && known.eq_ignore_ascii_case(&sign))
        };
        match sign {
            '.' | '+' | '-' | '_' => Some(None),
            _ => pieces.find(is_meant).map(Some),
        }
    };
    let row = |line: &str| -> Option<Vec<Option<Piece>>> {
        let line = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
        let signs = line.chars().filter(|c| !c.is_whitespace());
        let row: Vec<_> = signs.map(stands_for).collect::<Option<_>>()?;
        (row.len() == usize::from(board.files)).then_some(row)
    };
    let rows: Vec<_> = text.lines().filter_map(row).take(usize::from(board.ranks)).collect();
    if rows.len() != usize::from(board.ranks) {
        return None;
    }
    let mut draft = PositionDraft::empty(Side::First);
    for (n, row) in (0..board.ranks).zip(rows) {
        let rank = if board.first_rank_on_top { n } else { board.ranks - 1 - n };
        for (file, piece) in (0..board.files).zip(row) {
            draft.set_piece(Point::new(file, rank), piece);
        }
    }
    Some(draft)
}

fn letter(position: &AnyPosition, piece: Piece) -> char {
    let name = position.piece_names().get(usize::from(piece.kind)).copied().unwrap_or_default();
    match LETTERS.iter().find(|entry| entry.0 == name) {
        Some((_, letter)) if piece.side == Side::First => letter.to_ascii_uppercase(),
        Some((_, letter)) => *letter,
        None => {
            let sign = if piece.side == Side::First { 'X' } else { 'O' };
            if name.ends_with("-dead") { sign.to_ascii_lowercase() } else { sign }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::{GAMES, find};
    use crate::games::{OptionValue, Options};

    fn start(game: &str, options: &[(&str, OptionValue)]) -> AnyPosition {
        let mut chosen = Options::default();
        for (id, choice) in options {
            chosen.set(id, choice.clone());
        }
        find(game).unwrap().start(&chosen).unwrap()
    }

    #[test]
    fn boards_look_as_they_lie_on_the_table() {
        let chess = "8 r n b q k b n r\n\
                     7 p p p p p p p p\n\
                     6 . . . . . . . .\n\
                     5 . . . . . . . .\n\
                     4 . . . . . . . .\n\
                     3 . . . . . . . .\n\
                     2 P P P P P P P P\n\
                     1 R N B Q K B N R\n  a b c d e f g h\n";
        assert_eq!(board_text(&start("chess", &[])), chess);
        let reversi = board_text(&start("reversi", &[]));
        let rows: Vec<_> = reversi.lines().collect();
        assert_eq!(rows[3], "4 . . . O X . . .");
        assert_eq!(rows[8], "  a b c d e f g h");
    }

    #[test]
    fn stones_stand_on_a_board_with_star_points() {
        let mut go = start("go", &[("size", OptionValue::Number(9))]);
        for text in ["C3", "J9"] {
            go.play(go.parse_move(text).unwrap()).unwrap();
        }
        let text = board_text(&go);
        let rows: Vec<_> = text.lines().collect();
        assert_eq!(rows[0], "9 . . . . . . . . O");
        assert_eq!(rows[6], "3 . . X . . . + . .");
        assert_eq!(rows[4], "5 . . . . + . . . .");
        assert_eq!(rows[9], "  A B C D E F G H J");
    }

    #[test]
    fn every_line_of_every_board_is_as_long_as_the_others() {
        for game in GAMES {
            let text = board_text(&game.start(&Options::default()).unwrap());
            let longest = text.lines().map(str::len).max();
            assert!(text.lines().all(|line| Some(line.len()) == longest), "{text}");
        }
    }

    #[test]
    fn every_piece_of_a_game_with_several_kinds_has_a_letter_of_its_own() {
        for game in GAMES {
            let position = game.start(&Options::default()).unwrap();
            let count = position.piece_names().len() as u8;
            let mut letters: Vec<_> = Side::BOTH
                .into_iter()
                .flat_map(|side| (0..count).map(move |kind| Piece { side, kind }))
                .map(|piece| letter(&position, piece))
                .collect();
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), 2 * usize::from(count), "{}", game.id());
        }
    }
}
