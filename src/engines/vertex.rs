//! Moves as GTP writes them.

use crate::core::{Decision, Move, Point};
use crate::games::{AnyPosition, Game, IllegalMove, Options};

/// Column letters of GTP, which skips I.
pub const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A move as a GTP vertex; decisions in the game's own notation.
///
/// ```
/// use tianyuan::engines::{read_vertex, vertex};
/// use tianyuan::games::{Options, registry};
///
/// let go = registry::find("go").unwrap().start(&Options::default())?;
/// let mv = read_vertex(&go, "q16").unwrap();
/// assert_eq!(vertex(&go, mv), "Q16");
/// # Ok::<(), tianyuan::games::SetupError>(())
/// ```
#[must_use]
pub fn vertex(position: &AnyPosition, mv: Move) -> String {
    match mv {
        Move::Place(at) => point_text(at),
        Move::Pass | Move::Decide(Decision::AcceptDead) => "PASS".to_owned(),
        other => position.move_text(other).unwrap_or_default(),
    }
}

/// A point of a board with at most 25 columns.
pub(super) fn point_text(at: Point) -> String {
    let column = COLUMNS.get(usize::from(at.file)).copied().map_or('?', char::from);
    format!("{column}{}", at.rank + 1)
}

/// Parses what [`vertex`] writes, without checking legality.
///
/// # Errors
/// When the text is not a move in this notation or the game's own.
pub fn read_vertex(position: &AnyPosition, text: &str) -> Result<Move, IllegalMove> {
    if text.eq_ignore_ascii_case("pass") {
        let agree = Move::Decide(Decision::AcceptDead);
        return Ok(if position.check(agree).is_ok() { agree } else { Move::Pass });
    }
    let mut chars = text.chars();
    let letter = chars.next().map(|letter| letter.to_ascii_uppercase());
    let file = COLUMNS.iter().position(|&column| Some(char::from(column)) == letter);
    let rank: Option<u8> = chars.as_str().parse().ok();
    match (file, rank) {
        (Some(file), Some(rank @ 1..=25)) => Ok(Move::Place(Point::new(file as u8, rank - 1))),
        _ => position.parse_move(text),
    }
}

/// True if every move of the game is a point, as GTP needs.
#[must_use]
pub fn moves_are_points(game: &dyn Game) -> bool {
    let start = game.start(&Options::default());
    start.is_ok_and(|start| !start.legal_moves().iter().any(|mv| matches!(mv, Move::FromTo { .. })))
}
