//! Go in SGF.

use crate::core::Side;
use crate::games::{ScoreUnit, SgfGame, SgfRuleSet, SgfRules, SgfStones, StoneSetup};

pub(super) const SGF: SgfGame = SgfGame {
    number: "1",
    programs: &[],
    unit: ScoreUnit::Points,
    rules: Some(SgfRules {
        option: "ruleset",
        default: "japanese",
        sets: &[
            SgfRuleSet { prefix: "jap", value: "japanese", name: "Japanese" },
            SgfRuleSet { prefix: "kor", value: "japanese", name: "Japanese" },
            SgfRuleSet { prefix: "chi", value: "chinese", name: "Chinese" },
            SgfRuleSet { prefix: "aga", value: "aga", name: "AGA" },
            SgfRuleSet { prefix: "n", value: "new-zealand", name: "NZ" },
            SgfRuleSet { prefix: "tromp", value: "tromp-taylor", name: "Tromp-Taylor" },
        ],
    }),
    stones: Some(SgfStones { default_size: 19, writes_start: false, position_text }),
};

/// The rows of stones from the top; it is White's turn if all stones are
/// Black's, as a handicap.
pub(super) fn position_text(setup: &StoneSetup<'_>) -> String {
    let handicap = setup.count(Side::Second) == 0 && setup.count(Side::First) > 0;
    let usual = if handicap { Side::Second } else { Side::First };
    let rows = setup.stones.chunks(usize::from(setup.size.max(1))).rev().map(row_text);
    let rows: Vec<_> = rows.collect();
    format!("{} {} 0,0", rows.join("/"), sign(setup.to_move.unwrap_or(usual)))
}

fn sign(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

/// A row with each run of empty points as its length.
fn row_text(row: &[Option<Side>]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for stone in row {
        match stone {
            None => run += 1,
            Some(side) => {
                if run > 0 {
                    text.push_str(&std::mem::take(&mut run).to_string());
                }
                text.push(sign(*side));
            }
        }
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}
