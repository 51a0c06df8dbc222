//! Moves in UCI and UCCI.

use super::Dialect;
use crate::core::{Move, Point, excerpt};
use crate::games::{AnyPosition, UciCoordinates, UciGame};

/// Style in which moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveStyle {
    /// In the game's own notation of this name. Castling is always written as the king
    /// taking its rook if `king_takes_rook`.
    Notation { name: &'static str, king_takes_rook: bool },
    /// By files from a and ranks from this number.
    Points { first_rank: u8 },
}

impl MoveStyle {
    /// The usual style of a game.
    pub(super) fn of(game: &UciGame, dialect: Dialect) -> MoveStyle {
        match game.coordinates {
            UciCoordinates::Notation(name) => MoveStyle::Notation { name, king_takes_rook: false },
            UciCoordinates::Points(_) => {
                MoveStyle::Points { first_rank: u8::from(dialect == Dialect::Uci) }
            }
        }
    }

    /// The style in which ranks are counted from the other number.
    pub(super) fn other(self) -> Option<MoveStyle> {
        match self {
            MoveStyle::Points { first_rank } => {
                Some(MoveStyle::Points { first_rank: 1 - first_rank })
            }
            MoveStyle::Notation { .. } => None,
        }
    }

    /// Writes a legal move.
    pub(super) fn write(self, position: &AnyPosition, mv: Move) -> String {
        match (self, mv) {
            (MoveStyle::Notation { king_takes_rook: true, .. }, Move::FromTo { from, to, .. })
                if is_own_piece(position, to) =>
            {
                format!("{from}{to}")
            }
            (MoveStyle::Points { first_rank }, Move::FromTo { from, to, .. }) => {
                let text =
                    |at: Point| format!("{}{}", char::from(b'a' + at.file), at.rank + first_rank);
                format!("{}{}", text(from), text(to))
            }
            (MoveStyle::Notation { name, .. }, _) => {
                position.move_text_in(name, mv).unwrap_or_default()
            }
            (MoveStyle::Points { .. }, _) => position.move_text(mv).unwrap_or_default(),
        }
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// The reason why it is none.
    pub(super) fn read(self, position: &AnyPosition, text: &str) -> Result<Move, String> {
        let MoveStyle::Points { first_rank } = self else {
            let read = position.parse_move(text).map_err(|error| error.to_string());
            return match read? {
                mv @ Move::FromTo { .. } => Ok(mv),
                _ => Err(format!("\"{}\" is not a move", excerpt(text))),
            };
        };
        let points = read_points(text, first_rank);
        let [from, to] =
            points.ok_or_else(|| format!("\"{}\" is not a move like h3e3", excerpt(text)))?;
        let mv = Move::FromTo { from, to, promotion: None };
        position.check(mv).map_err(|error| error.to_string())?;
        Ok(mv)
    }
}

fn is_own_piece(position: &AnyPosition, at: Point) -> bool {
    position.piece_at(at).is_some_and(|piece| piece.side == position.side_to_move())
}

/// Reads two points such as a1i10 or h2e2.
fn read_points(text: &str, first_rank: u8) -> Option<[Point; 2]> {
    let second = 1 + text.get(1..)?.find(|c: char| c.is_ascii_alphabetic())?;
    let (from, to) = text.split_at(second);
    let read = |text: &str| {
        let file = text.bytes().next()?.to_ascii_lowercase();
        let digits = text.get(1..)?;
        let is_number =
            (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        let rank: u8 = is_number.then(|| digits.parse().ok())??;
        file.is_ascii_lowercase()
            .then(|| Some(Point::new(file - b'a', rank.checked_sub(first_rank)?)))?
    };
    Some([read(from)?, read(to)?])
}

/// The position after these moves. Where the rules have ended the game but the GUI goes
/// on, it goes on from the same diagram without its history, made by `again`.
///
/// # Errors
/// The first move that is wrong.
pub(super) fn play_all(
    start: &AnyPosition,
    moves: &[&str],
    style: MoveStyle,
    again: &dyn Fn(&AnyPosition) -> Option<AnyPosition>,
) -> Result<AnyPosition, String> {
    let mut position = start.clone();
    for (n, text) in moves.iter().enumerate() {
        if position.outcome().is_some()
            && let Some(anew) = again(&position)
        {
            position = anew;
        }
        let mv =
            style.read(&position, text).map_err(|reason| format!("move {}: {reason}", n + 1))?;
        position.play(mv).map_err(|reason| format!("move {}: {reason}", n + 1))?;
    }
    Ok(position)
}
