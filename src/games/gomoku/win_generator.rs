//! Random positions with long wins by continuous fours (VCF) or threats (VCT): stones of both
//! colours strewn over the middle of the board, of which the side to move has no threat yet.

use super::opening_rule::OpeningRule;
use super::pattern_board::PatternBoard;
use super::position::{Gomoku, Rule};
use super::vcf::Vcf;
use super::vct::Vct;
use crate::core::{Point, Random};
use crate::search::{Limits, SearchBudget, StopFlag};

/// Size of the board, and the files and ranks at its edge that stay empty.
const SIZE: u8 = 15;
const MARGIN: u8 = 2;

/// Fewest stones of a colour, and how many there may be more.
const STONES: (usize, usize) = (10, 16);

/// Fewest moves of a win by threats.
const THREATS: usize = 10;

/// Node limit of the search for a win.
const NODES: u64 = 20_000;

/// The text of a position in which the side to move wins by fours with at least `fewest` moves,
/// as far as a search sees it; `None` if the seed gives none. Deterministic for a seed.
pub fn generate_fours(seed: u64, fewest: u32) -> Option<String> {
    let (text, board) = strewn_stones(&mut Random::new(seed))?;
    let moves = Vcf::default().find(&board, &mut budget()).win()?.len().div_ceil(2);
    (moves >= fewest as usize).then_some(text)
}

/// The text of a position in which the side to move has a long win by threats, as far as a search
/// sees it, and none by fours; `None` if the seed gives none. Deterministic for a seed.
pub fn generate_threats(seed: u64) -> Option<String> {
    let (text, mut board) = strewn_stones(&mut Random::new(seed))?;
    if Vcf::default().find(&board, &mut budget()).win().is_some() {
        return None;
    }
    let moves = Vct::default().find(&mut board, &mut budget()).win()?.len().div_ceil(2);
    (moves >= THREATS).then_some(text)
}

fn budget() -> SearchBudget {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    SearchBudget::new(limits, StopFlag::new())
}

/// A position of random stones with its text; `None` where the side to move has a four to make
/// or to stop that decides.
fn strewn_stones(random: &mut Random) -> Option<(String, PatternBoard)> {
    let inner = MARGIN..SIZE - MARGIN;
    let mut points: Vec<Point> = inner
        .clone()
        .flat_map(|rank| inner.clone().map(move |file| Point::new(file, rank)))
        .collect();
    random.shuffle(&mut points);
    let count = STONES.0 + random.below(STONES.1);
    // White is to move where Black has a stone more.
    let white_moves = random.below(2);
    let list = |points: &[Point]| points.iter().map(Point::to_string).collect::<Vec<_>>().join(",");
    let (black, white) = points[..2 * count + white_moves].split_at(count + white_moves);
    let colour = ["black", "white"][white_moves];
    let text = format!("{} {} {colour}", list(black), list(white));
    let position = Gomoku::read(&text, SIZE, Rule::Freestyle, OpeningRule::None).ok()?;
    if position.end().is_some() {
        return None;
    }
    let board = PatternBoard::new(&position);
    let (own, other) = (board.colour(), 1 - board.colour());
    let is_decided = board.five_cell(own).or(board.winning_four(own)).or(board.five_cell(other));
    is_decided.is_none().then_some((text, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> PatternBoard {
        let position = Gomoku::read(text, SIZE, Rule::Freestyle, OpeningRule::None).unwrap();
        PatternBoard::new(&position)
    }

    #[test]
    fn positions_have_a_win_by_fours_and_no_threat_before() {
        let texts: Vec<String> = (0..3000).filter_map(|seed| generate_fours(seed, 3)).collect();
        assert!(texts.len() > 10, "{}", texts.len());
        for text in &texts {
            let board = read(text);
            assert!(board.winning_four(board.colour()).is_none(), "{text}");
            let mut vcf = Vcf::default();
            let line = vcf.find(&board, &mut budget()).win().unwrap();
            assert!(line.len() >= 5, "{text}");
        }
    }

    #[test]
    fn wins_by_threats_are_long_and_none_by_fours() {
        let text = (0..20_000).find_map(generate_threats).unwrap();
        let mut board = read(&text);
        assert!(Vcf::default().find(&board, &mut budget()).win().is_none(), "{text}");
        let mut vct = Vct::default();
        let line = vct.find(&mut board, &mut budget()).win().unwrap();
        assert!(line.len() >= 2 * THREATS - 1, "{text}");
    }
}
