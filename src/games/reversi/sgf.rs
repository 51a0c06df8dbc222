//! Reversi in SGF.

use crate::core::Side;
use crate::games::{ScoreUnit, SgfGame, SgfStones, StoneSetup};

pub(super) const SGF: SgfGame = SgfGame {
    number: "2",
    programs: &[],
    unit: ScoreUnit::Discs,
    rules: None,
    stones: Some(SgfStones { default_size: 8, writes_start: true, position_text }),
};

pub(super) fn position_text(setup: &StoneSetup<'_>) -> String {
    let sign = |side| if side == Side::First { 'X' } else { 'O' };
    let squares: String = setup.stones.iter().map(|disc| disc.map_or('-', sign)).collect();
    format!("{squares} {}", sign(setup.to_move.unwrap_or(Side::First)))
}
