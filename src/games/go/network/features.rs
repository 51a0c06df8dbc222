//! The inputs of the network: planes of the board and numbers of the whole position, as the
//! side to move sees them.
//!
//! They are of the kind that Go programs have used since "Mastering the game of Go with deep
//! neural networks and tree search" (Silver et al., 2016) and "Accelerating self-play learning
//! in Go" (Wu, 2019): stones, liberties, recent moves, ladders, unconditional life, komi, rules.

use super::super::benson::PassAlive;
use super::super::board::{GoBoard, Intersection};
use super::super::ladders::{ladder_moves, liberties_up_to_four};
use super::super::position::{Go, GoMove, Phase};
use super::super::rules::{KoRule, ScoringRule};
use crate::core::{Position, Side};

/// Number of planes of the board.
pub const NUM_PLANES: usize = 16;

/// Number of inputs that belong to no point.
pub const NUM_GLOBALS: usize = 12;

/// Recent moves that are inputs.
const RECENT_MOVES: usize = 5;

// The planes.
const ON_BOARD: usize = 0;
const OWN_STONES: usize = 1;
const OTHER_STONES: usize = 2;
/// Stones in chains of one liberty; two and three follow.
const LIBERTIES: usize = 3;
const KO_BANNED: usize = 6;
/// The point of the last move; earlier ones follow.
const MOVES: usize = 7;
const IN_LADDER: usize = 12;
const LADDER_STARTS: usize = 13;
const OWN_ALIVE: usize = 14;
const OTHER_ALIVE: usize = 15;

// The globals; the first five say which of the recent moves were passes.
const KOMI: usize = 5;
const TERRITORY: usize = 6;
const SIMPLE_KO: usize = 7;
const SITUATIONAL_SUPERKO: usize = 8;
const SUICIDE: usize = 9;
const PASS_ENDS_PLAY: usize = 10;
const KOMI_PARITY: usize = 11;

/// Points of komi that are an input of 1.
const KOMI_SCALE: f32 = 20.0;

/// Greatest komi as an input.
const MAX_KOMI: f32 = 3.0;

/// The inputs of the network for one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// Number of files of the board.
    pub files: u8,
    /// Number of ranks of the board.
    pub ranks: u8,
    /// [`NUM_PLANES`] planes, each with a 0 or 1 for each point, from a1 along the ranks.
    pub planes: Vec<u8>,
    /// The inputs that belong to no point.
    pub globals: [f32; NUM_GLOBALS],
}

impl Inputs {
    /// The inputs of a position in play.
    #[must_use]
    pub fn of<const C: usize>(go: &Go<C>) -> Inputs {
        let mut inputs = Inputs::default();
        inputs.fill(go);
        inputs
    }

    /// Replaces them by those of another position, without another allocation.
    pub fn fill<const C: usize>(&mut self, go: &Go<C>) {
        let board = go.go_board();
        (self.files, self.ranks) = (board.files(), board.ranks());
        self.planes.clear();
        self.planes.resize(NUM_PLANES * board.point_count() as usize, 0);
        self.globals = [0.0; NUM_GLOBALS];
        self.fill_stones(go);
        self.fill_moves(go);
        self.fill_ladders(board, go.side_to_move());
        for (plane, side) in
            [(OWN_ALIVE, go.side_to_move()), (OTHER_ALIVE, go.side_to_move().other())]
        {
            self.fill_alive(board, side, plane);
        }
        self.fill_rules(go);
    }

    /// Number of points of the board.
    #[must_use]
    pub fn points(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// True if this point, counted from a1 along the ranks, is in the unconditionally alive
    /// area of a side: nothing that is played there changes who owns it.
    #[must_use]
    pub fn is_settled(&self, point: usize) -> bool {
        let of = |plane: usize| self.planes.get(plane * self.points() + point) == Some(&1);
        of(OWN_ALIVE) || of(OTHER_ALIVE)
    }

    /// Sets the input of a cell's point.
    #[inline]
    fn set<const C: usize>(&mut self, board: &GoBoard<C>, plane: usize, cell: u16) {
        let at = board.point(cell);
        let point = usize::from(at.rank) * usize::from(self.files) + usize::from(at.file);
        let index = plane * self.points() + point;
        if let Some(input) = self.planes.get_mut(index) {
            *input = 1;
        }
    }

    fn fill_stones<const C: usize>(&mut self, go: &Go<C>) {
        let board = go.go_board();
        let own = Intersection::of(go.side_to_move());
        for cell in board.cells() {
            self.set(board, ON_BOARD, cell);
            match board.at(cell) {
                Intersection::Empty => {
                    if go.is_ko_banned(cell) && !board.is_suicide(cell, go.side_to_move()) {
                        self.set(board, KO_BANNED, cell);
                    }
                }
                Intersection::Border => {}
                stone => {
                    self.set(board, if stone == own { OWN_STONES } else { OTHER_STONES }, cell);
                    if board.chain_head(cell) != cell {
                        continue;
                    }
                    let liberties = liberties_up_to_four(board, cell);
                    if (1..=3).contains(&liberties) {
                        for stone in board.chain_stones(cell) {
                            self.set(board, LIBERTIES + liberties - 1, stone);
                        }
                    }
                }
            }
        }
    }

    fn fill_moves<const C: usize>(&mut self, go: &Go<C>) {
        let recent = go.move_history().iter().rev().take(RECENT_MOVES);
        for (n, &mv) in recent.enumerate() {
            match mv {
                GoMove::Place(cell) => self.set(go.go_board(), MOVES + n, cell),
                GoMove::Pass => self.globals[n] = 1.0,
                // What was before an agreement on dead stones is past.
                GoMove::MarkDead(_) | GoMove::AcceptDead | GoMove::ResumePlay => break,
            }
        }
        let has_passed = go.move_history().last() == Some(&GoMove::Pass);
        self.globals[PASS_ENDS_PLAY] = f32::from(u8::from(has_passed && go.phase() == Phase::Play));
    }

    fn fill_ladders<const C: usize>(&mut self, board: &GoBoard<C>, side: Side) {
        for cell in board.cells() {
            let Some(owner) = board.at(cell).side() else { continue };
            if board.chain_head(cell) != cell {
                continue;
            }
            let moves = ladder_moves(board, cell);
            if moves.is_empty() {
                continue;
            }
            for stone in board.chain_stones(cell) {
                self.set(board, IN_LADDER, stone);
            }
            if owner != side && board.last_liberty(cell).is_none() {
                for start in moves {
                    self.set(board, LADDER_STARTS, start);
                }
            }
        }
    }

    fn fill_alive<const C: usize>(&mut self, board: &GoBoard<C>, side: Side, plane: usize) {
        let alive = PassAlive::new(board, side);
        for &head in &alive.chains {
            for stone in board.chain_stones(head) {
                self.set(board, plane, stone);
            }
        }
        for cell in board.cells().filter(|&cell| alive.territory.contains(cell)) {
            self.set(board, plane, cell);
        }
    }

    fn fill_rules<const C: usize>(&mut self, go: &Go<C>) {
        let rules = go.rules();
        let is_territory = rules.scoring == ScoringRule::Territory;
        let komi = komi_of_side_to_move(go);
        self.globals[KOMI] = (komi / KOMI_SCALE).clamp(-MAX_KOMI, MAX_KOMI);
        self.globals[TERRITORY] = f32::from(u8::from(is_territory));
        self.globals[SIMPLE_KO] = f32::from(u8::from(rules.ko == KoRule::Simple));
        self.globals[SITUATIONAL_SUPERKO] = f32::from(u8::from(rules.ko == KoRule::Situational));
        self.globals[SUICIDE] = f32::from(u8::from(rules.suicide));
        if !is_territory {
            self.globals[KOMI_PARITY] = komi_parity(komi, self.points());
        }
    }
}

/// Points that the side to move has beside what it owns on the board: komi, handicap bonus,
/// and prisoners where they count.
pub(in crate::games::go) fn komi_of_side_to_move<const C: usize>(go: &Go<C>) -> f32 {
    let rules = go.rules();
    let mut white = rules.komi as f32 / 2.0 + rules.handicap_bonus as f32;
    if rules.scoring == ScoringRule::Territory {
        let [black_took, white_took] = go.captured();
        white += white_took as f32 - black_took as f32;
    }
    if go.side_to_move() == Side::Second { white } else { -white }
}

/// Under area scoring the difference of the areas has the parity of the board, unless points
/// are shared: a wave of period 2 in komi that says on which side of a fair result it lies
/// (Wu 2019, appendix A.1).
fn komi_parity(komi: f32, points: usize) -> f32 {
    let parity = (points % 2) as f32;
    let above = (komi - parity).rem_euclid(2.0);
    if above < 0.5 {
        above
    } else if above < 1.5 {
        1.0 - above
    } else {
        above - 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Point;
    use crate::games::go::{Rules, SmallGo};

    fn go(rules: &str, moves: &[(u8, u8)]) -> SmallGo {
        let mut go = SmallGo::new(9, 9, Rules::from_name(rules, 15, 0));
        for &(file, rank) in moves {
            let mv = match go.go_board().cell(Point::new(file, rank)) {
                Some(cell) => GoMove::Place(cell),
                None => GoMove::Pass,
            };
            assert!(go.is_legal(mv));
            go.play(mv);
        }
        go
    }

    const PASS: (u8, u8) = (99, 99);

    fn points(inputs: &Inputs, plane: usize) -> Vec<(u8, u8)> {
        let plane = &inputs.planes[plane * inputs.points()..][..inputs.points()];
        let set = plane.iter().enumerate().filter(|(_, value)| **value == 1);
        set.map(|(n, _)| ((n % 9) as u8, (n / 9) as u8)).collect()
    }

    #[test]
    fn stones_are_those_of_the_side_to_move_and_of_the_other() {
        let inputs = Inputs::of(&go("chinese", &[(2, 2), (6, 6), (2, 3)]));
        assert_eq!(points(&inputs, ON_BOARD).len(), 81);
        assert_eq!(points(&inputs, OWN_STONES), [(6, 6)]);
        assert_eq!(points(&inputs, OTHER_STONES), [(2, 2), (2, 3)]);
        // White's stone has four liberties, Black's two have six.
        assert!((0..3).all(|n| points(&inputs, LIBERTIES + n).is_empty()));
    }

    #[test]
    fn liberties_are_counted_from_one_to_three() {
        let inputs = Inputs::of(&go("chinese", &[(0, 0), (1, 0), (4, 0), (8, 8)]));
        assert_eq!(points(&inputs, LIBERTIES), [(0, 0)]);
        assert_eq!(points(&inputs, LIBERTIES + 1), [(1, 0), (8, 8)]);
        assert_eq!(points(&inputs, LIBERTIES + 2), [(4, 0)]);
    }

    #[test]
    fn recent_moves_come_last_first_and_passes_are_globals() {
        let inputs = Inputs::of(&go("chinese", &[(2, 2), (6, 6), PASS]));
        assert_eq!(inputs.globals[..5], [1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(points(&inputs, MOVES), []);
        assert_eq!(points(&inputs, MOVES + 1), [(6, 6)]);
        assert_eq!(points(&inputs, MOVES + 2), [(2, 2)]);
        assert_eq!(inputs.globals[PASS_ENDS_PLAY], 1.0);
    }

    #[test]
    fn a_stone_may_not_be_placed_where_a_ko_was_taken() {
        let moves = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2), (2, 1), (1, 1)];
        let inputs = Inputs::of(&go("chinese", &moves));
        assert_eq!(points(&inputs, KO_BANNED), [(2, 1)]);
    }

    #[test]
    fn a_ladder_is_seen_by_both_sides() {
        // Black b1, b2 and a3 beside White's a2, which has a1 left; it is Black's turn.
        let inputs = Inputs::of(&go("chinese", &[(1, 1), (0, 1), (0, 2), (8, 8)]));
        assert_eq!(points(&inputs, IN_LADDER), [(0, 1), (8, 8)]);
        assert_eq!(points(&inputs, LADDER_STARTS), [(8, 7), (7, 8)]);
    }

    #[test]
    fn pass_alive_stones_have_their_territory() {
        // A row of Black's from which both corners below are cut off would need two eyes.
        let moves =
            [(0, 1), PASS, (1, 1), PASS, (1, 0), PASS, (2, 1), PASS, (3, 1), PASS, (3, 0), PASS];
        let inputs = Inputs::of(&go("chinese", &moves));
        let alive = points(&inputs, OWN_ALIVE);
        assert_eq!(alive.len(), 8);
        assert!(alive.contains(&(0, 0)) && alive.contains(&(2, 0)));
        assert_eq!(points(&inputs, OTHER_ALIVE), []);
        assert!(inputs.is_settled(0) && !inputs.is_settled(80));
    }

    #[test]
    fn komi_is_seen_by_the_side_to_move() {
        assert_eq!(Inputs::of(&go("chinese", &[])).globals[KOMI], -7.5 / 20.0);
        let white = Inputs::of(&go("japanese", &[(2, 2)]));
        assert_eq!(white.globals[KOMI], 7.5 / 20.0);
        assert_eq!([TERRITORY, SIMPLE_KO].map(|n| white.globals[n]), [1.0; 2]);
        assert_eq!(white.globals[KOMI_PARITY], 0.0);
    }

    #[test]
    fn the_parity_of_komi_rises_and_falls_within_two_points() {
        // On an odd board the areas differ by an odd number: 7 makes a draw.
        let waves = [7.0, 7.5, 8.0, 8.5, 9.0].map(|komi| komi_parity(komi, 81));
        assert_eq!(waves, [0.0, 0.5, 0.0, -0.5, 0.0]);
        assert_eq!(komi_parity(-7.5, 81), -0.5);
        assert_eq!(komi_parity(0.5, 36), 0.5);
    }
}
