//! Translated names of moves.

use super::Localization;
use super::names::side_name;
use crate::content::record_texts;
use crate::core::{Decision, Move};
use crate::games::Game;
use crate::record::{ForcedMove, GameTree, NodeAction, NodeId};

/// Id of the notation that readers of this language use for a game, with figurines if the
/// settings want them; empty for the game's default.
pub fn notation(l10n: &Localization, game: &dyn Game) -> String {
    record_texts::notation(l10n.locale(), game, l10n.figurines())
}

/// A text about a game, with pictures of pieces in its moves if the settings want them.
pub fn figurine_text(l10n: &Localization, game: &dyn Game, text: String) -> String {
    if l10n.figurines() { game.with_figurines(&text) } else { text }
}

/// Text of a move that the rules refuse.
fn forced_label(l10n: &Localization, tree: &GameTree, forced: ForcedMove) -> String {
    let point = forced.mv.target().map(|at| tree.start().board().point_name(at));
    let name = point.unwrap_or_else(|| l10n.get("pass"));
    let side = side_name(l10n, tree.game(), forced.side);
    l10n.format("move-irregular", &[("side", side), ("move", name)])
}

/// Text of the move, or of what else led to a node, for move lists.
pub fn move_label(l10n: &Localization, tree: &GameTree, node: NodeId, notation: &str) -> String {
    let mv = match tree.action(node) {
        None => return String::new(),
        Some(NodeAction::Move(mv)) => mv,
        Some(NodeAction::Forced(forced)) => return forced_label(l10n, tree, forced),
        Some(NodeAction::SetUp(set_up)) if set_up.changes_nothing() => {
            return l10n.get("move-note");
        }
        Some(NodeAction::SetUp(_)) => return l10n.get("move-setup"),
    };
    let at = mv.target().map_or(String::new(), |at| at.to_string());
    match mv {
        Move::Pass => l10n.get("pass"),
        Move::Decide(Decision::Swap) => l10n.get("move-swap"),
        Move::Decide(Decision::Keep) => l10n.get("move-keep"),
        Move::Decide(Decision::Add) => l10n.get("move-add"),
        Move::Decide(Decision::Declare(number)) => {
            l10n.format("decision-declare", &[("number", number.to_string())])
        }
        Move::Decide(Decision::Offer(_)) => l10n.format("move-offer", &[("point", at)]),
        Move::Decide(Decision::Remove(_)) => l10n.format("move-remove", &[("point", at)]),
        Move::Decide(Decision::AcceptDead) => l10n.get("move-accept"),
        Move::Decide(Decision::ResumePlay) => l10n.get("decision-resume-play"),
        Move::Decide(Decision::ClaimDraw) => l10n.get("decision-claim-draw"),
        Move::Decide(Decision::MarkDead(_)) | Move::Place(_) | Move::FromTo { .. } => {
            tree.move_text_in(node, notation).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::messages::Locale;
    use crate::record::formats::read_any;

    #[test]
    fn moves_show_figurines_where_players_write_them_so() {
        let text = "[Event \"\"]\n\n1. e4 d5 2. Nf3 dxe4 3. Bb5+ c6 *";
        let tree = read_any(text, &|_| ()).unwrap().remove(0);
        let xiangqi = crate::games::registry::find("xiangqi").unwrap();
        for locale in [Locale::English, Locale::Chinese] {
            let labels = |l10n: &Localization| -> Vec<String> {
                let notation = notation(l10n, tree.game());
                let nodes = tree.main_line().skip(1);
                nodes.map(|node| move_label(l10n, &tree, node, &notation)).collect()
            };
            let letters = Localization::new(locale);
            assert_eq!(labels(&letters), ["e4", "d5", "Nf3", "dxe4", "Bb5+", "c6"]);
            let figurines = letters.with_figurines();
            assert_eq!(labels(&figurines), ["e4", "d5", "♘f3", "dxe4", "♗b5+", "c6"]);
            assert_eq!(
                notation(&figurines, xiangqi),
                notation(&Localization::new(locale), xiangqi)
            );
        }
    }

    #[test]
    fn setups_and_irregular_moves_are_named_in_both_languages() {
        let text = "(;GM[1]SZ[5];B[aa];B[bb];W[];AB[cc](;C[x])(;B[]))";
        let tree = read_any(text, &|_| ()).unwrap().remove(0);
        let labels = |locale| -> Vec<String> {
            let l10n = Localization::new(locale);
            let nodes = tree.main_line().skip(1);
            nodes.map(|node| move_label(&l10n, &tree, node, "")).collect()
        };
        let english = ["A5", "Black B4 (irregular)", "pass", "setup", "note"];
        assert_eq!(labels(Locale::English), english);
        let chinese = ["A5", "黑方 B4（违规）", "停一手", "摆子", "注"];
        assert_eq!(labels(Locale::Chinese), chinese);
    }
}
