//! Reading one position from whatever text holds one: the game's own text such as a FEN,
//! a diagram, or a record in a format of other programs.

use thiserror::Error;

use super::board_text::read_board_text;
use super::formats::read_any;
use super::{GameTree, NodeId};
use crate::games::{Game, Options, PositionDraft};

/// The reason why a text gives no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionTextError {
    /// There is no text.
    #[error("the text is empty")]
    Empty,
    /// It is a record of the game with this id.
    #[error("the text is a record of {0}")]
    OtherGame(&'static str),
    /// It is neither a position nor a diagram of this board nor a record.
    #[error("the text is no position, diagram or record")]
    Unreadable,
}

/// Reads a position of a game, with the options that it needs: these, or those of a record
/// on a board of another size.
///
/// # Errors
/// The reason why the text gives none.
///
/// ```
/// use tianyuan::core::Point;
/// use tianyuan::games::{Options, registry};
/// use tianyuan::record::read_position;
///
/// let go = registry::find("go").unwrap();
/// let (options, draft) = read_position(go, &Options::default(), "(;GM[1]SZ[9]AB[cc])").unwrap();
/// assert_eq!(go.start(&options).unwrap().board().files, 9);
/// assert!(draft.piece_at(Point::new(2, 6)).is_some());
/// ```
pub fn read_position(
    game: &'static dyn Game,
    options: &Options,
    text: &str,
) -> Result<(Options, PositionDraft), PositionTextError> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.is_empty() {
        return Err(PositionTextError::Empty);
    }
    if let Ok(draft) = game.read_draft(options, text) {
        return Ok((options.clone(), draft));
    }
    if let Some(draft) = read_board_text(game, options, text) {
        return Ok((options.clone(), draft));
    }
    let records = read_any(text, &|_| ()).map_err(|_| PositionTextError::Unreadable)?;
    let tree = records.first().ok_or(PositionTextError::Unreadable)?;
    if tree.game().id() != game.id() {
        return Err(PositionTextError::OtherGame(tree.game().id()));
    }
    let position = tree.position(shown_node(tree));
    let (board, own) = (position.board(), game.start(options).map(|start| start.board()));
    let fits = own.is_ok_and(|own| (own.files, own.ranks) == (board.files, board.ranks));
    let options = if fits { options } else { tree.options() };
    Ok((options.clone(), game.draft_of(position)))
}

/// The position that a record is about: the one that it sets up, or else its last one.
fn shown_node(tree: &GameTree) -> NodeId {
    if tree.start_text().is_some() {
        return tree.root();
    }
    tree.main_line().last().unwrap_or(tree.root())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Point, Side};
    use crate::games::registry::find;
    use crate::record::board_text;

    fn read(game: &str, text: &str) -> Result<PositionDraft, PositionTextError> {
        read_position(find(game).unwrap(), &Options::default(), text).map(|(_, draft)| draft)
    }

    #[test]
    fn a_fen_without_its_king_or_its_other_fields_is_a_board_all_the_same() {
        let draft = read("chess", "8/8/8/8/8/8/PP6/R6k b").unwrap();
        assert_eq!((draft.pieces().count(), draft.side_to_move), (4, Side::Second));
        let draft = read("xiangqi", "9/9/9/9/9/9/9/9/9/4K4").unwrap();
        assert_eq!((draft.pieces().count(), draft.side_to_move), (1, Side::First));
    }

    #[test]
    fn an_illegal_position_keeps_every_field_and_a_malformed_one_is_refused() {
        for (id, text) in [
            ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9"),
            // Without a king, which only the rules refuse.
            ("chess", "r6r/8/8/8/8/8/8/R3K2R w KQ - 7 9"),
            ("xiangqi", "9/9/9/9/9/9/9/9/9/4K4 b - - 5 8"),
            ("tictactoe", "XXX/---/--- O"),
        ] {
            let (game, options) = (find(id).unwrap(), Options::default());
            let draft = read(id, text).unwrap();
            assert_eq!(game.position_setup().text(&options, &draft), text);
        }
        for (id, text) in [
            ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9x"),
            ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 7 9"),
            ("chess", "r3k2r/8/8/8/8/8/8/R3K2R white KQkq - 7 9"),
            ("xiangqi", "9/9/9/9/9/9/9/9/9/4K4 b - - 5 8x"),
            ("tictactoe", "XXX/---/--- Z"),
        ] {
            assert_eq!(read(id, text), Err(PositionTextError::Unreadable), "{text}");
        }
    }

    #[test]
    fn a_record_gives_what_it_sets_up_or_its_last_position() {
        let draft = read("chess", "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *").unwrap();
        assert!(draft.piece_at("f3".parse().unwrap()).is_some());
        let draft = read("gomoku", "(;GM[4]SZ[15]AB[hh][ii]AW[hi]PL[W];W[ij])").unwrap();
        assert_eq!((draft.pieces().count(), draft.side_to_move), (3, Side::Second));
        // Black at h8, counted from the bottom.
        assert!(draft.piece_at(Point::new(7, 7)).is_some());
    }

    #[test]
    fn every_game_reads_its_own_diagrams_again() {
        for game in crate::games::registry::GAMES {
            let mut position = game.start(&Options::default()).unwrap();
            for text in game.showcase().split_whitespace().take(9) {
                position.play(position.parse_move(text).unwrap()).unwrap();
            }
            let draft = read(game.id(), &board_text(&position)).unwrap();
            let pieces: Vec<_> = draft.pieces().collect();
            assert_eq!(pieces, game.draft_of(&position).pieces().collect::<Vec<_>>());
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        assert_eq!(read("chess", "  \n"), Err(PositionTextError::Empty));
        assert_eq!(read("chess", "hello"), Err(PositionTextError::Unreadable));
        assert_eq!(read("chess", "8/8/8/9/8/8/8/8 w"), Err(PositionTextError::Unreadable));
        let error = PositionTextError::OtherGame("go");
        assert_eq!(read("chess", "(;GM[1]SZ[9]AB[cc])"), Err(error));
    }
}
