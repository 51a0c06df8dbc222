//! Reversi in SGF.

use crate::core::Side;
use crate::games::{ScoreUnit, SgfGame, StoneSetup};

pub(super) const SGF: SgfGame = SgfGame {
    number: "2",
    programs: &[],
    default_size: 8,
    unit: ScoreUnit::Discs,
    first_rank_on_top: true,
    writes_start: true,
    rules: None,
    position_text,
};

pub(super) fn position_text(setup: &StoneSetup<'_>) -> String {
    let sign = |side| if side == Side::First { 'X' } else { 'O' };
    let squares: String = setup.stones.iter().map(|disc| disc.map_or('-', sign)).collect();
    format!("{squares} {}", sign(setup.to_move.unwrap_or(Side::First)))
}
