//! Gomoku and Renju in SGF.

use crate::core::Side;
use crate::games::{ScoreUnit, SgfGame, SgfRuleSet, SgfRules, SgfStones, StoneSetup};

pub(super) const SGF: SgfGame = SgfGame {
    number: "4",
    // A server of Zhejiang, which writes GM[5].
    programs: &["ZJRenju"],
    unit: ScoreUnit::Chance,
    rules: Some(SgfRules {
        option: "rule",
        default: "freestyle",
        sets: &[
            SgfRuleSet { prefix: "free", value: "freestyle", name: "Freestyle" },
            SgfRuleSet { prefix: "stan", value: "standard", name: "Standard" },
            SgfRuleSet { prefix: "caro", value: "caro", name: "Caro" },
            SgfRuleSet { prefix: "ren", value: "renju", name: "Renju" },
        ],
    }),
    stones: Some(SgfStones { default_size: 15, writes_start: false, position_text }),
};

/// The stones by colour; it is White's turn if Black has more.
pub(super) fn position_text(setup: &StoneSetup<'_>) -> String {
    let black_more = setup.count(Side::First) > setup.count(Side::Second);
    let usual = if black_more { Side::Second } else { Side::First };
    let list = |side| {
        let names: Vec<_> = setup.points(side).map(|at| at.to_string()).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(",") }
    };
    let colour = if setup.to_move.unwrap_or(usual) == Side::First { "black" } else { "white" };
    format!("{} {} {colour}", list(Side::First), list(Side::Second))
}
