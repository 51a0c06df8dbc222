//! The parts that a game may offer beyond its rules so that puzzles of it are made,
//! checked and explained.

use super::{EndgameTable, EndgameValue, GoalKind, Message, ProofGoal};
use crate::core::{Move, Point, Points};
use crate::search::SearchBudget;

/// The kinds of puzzle goals where a game names none of its own.
pub(super) const USUAL_GOALS: &[GoalKind] = &[GoalKind::Win, GoalKind::Draw, GoalKind::Only];

/// The puzzles of a game.
pub trait PuzzleSupport {
    /// Kinds of puzzle goals of this game, the most common first.
    fn goal_kinds(&self) -> &'static [GoalKind] {
        USUAL_GOALS
    }

    /// True if passing may be the answer to a puzzle. Where the rules allow it and it only gives
    /// the turn away, it is not offered.
    fn may_pass_solve(&self) -> bool {
        true
    }

    /// Specifications of the puzzle packs that can be generated.
    fn specs(&self) -> &'static [PuzzleSpec];

    /// Generates a position for a puzzle specification whose positions do not
    /// come from self-play; `None` where the seed yields none. Deterministic
    /// for the same seed.
    fn generate_position(&self, _spec: &PuzzleSpec, _seed: u64) -> Option<GeneratedPosition> {
        None
    }

    /// The collection of studies that levels are made of, if there is one.
    fn studies(&self) -> Option<StudyCollection> {
        None
    }

    /// The text of a random position for a specification with
    /// [`PuzzleSpec::random_positions`]; `None` where the seed yields none. Deterministic for
    /// the same seed.
    fn random_position(&self, _spec: &PuzzleSpec, _seed: u64) -> Option<String> {
        None
    }
}

/// A collection of studies by others, whose positions become levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyCollection {
    /// Id of the pack; its texts are named as those of a [`PuzzleSpec`].
    pub id: &'static str,
    /// Origin of the positions.
    pub source: &'static str,
    /// Licence of the positions.
    pub licence: &'static str,
}

/// The proofs and explanations of puzzles in a position.
pub trait PuzzleAnalysis {
    /// Every move that proves the goal for the side to move, none if it is
    /// refuted; `None` when the budget ran out or the game cannot prove such
    /// goals.
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>>;

    /// The exact value of an endgame for the side to move, with the values that are found on
    /// the way added to the table; `None` when the budget ran out or the game cannot solve it.
    fn endgame_value(
        &self,
        _known: &mut EndgameTable,
        _budget: &mut SearchBudget,
    ) -> Option<EndgameValue> {
        None
    }

    /// The final score, with best play, after each move of an endgame that matters, less that of
    /// the other side: every other move is no better than a pass, which is among them. `None`
    /// when the budget ran out or the game cannot solve it.
    fn endgame_scores(&self, _budget: &mut SearchBudget) -> Option<Vec<(Move, Points)>> {
        None
    }

    /// The name of the motif by which this line of both sides reaches the goal.
    fn motif(&self, _goal: &ProofGoal, _line: &[Move]) -> Option<Message> {
        None
    }

    /// An explanation of how this line of both sides reaches the goal. It must
    /// be true in the positions of the line.
    fn explanation(&self, _goal: &ProofGoal, _line: &[Move]) -> Option<Message> {
        None
    }
}

/// The kind of puzzle to look for in positions of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// A forced win in at most this many moves.
    WinIn(u32),
    /// A mate by at most this many checks, every move being a check.
    Checks(u32),
    /// A win by continuous threats (VCT) where fours alone do not win.
    Vct,
    /// The only move that keeps a win or a draw in an endgame that is solved exactly.
    Endgame,
    /// A win by continuous fours (VCF).
    Vcf {
        /// True if a defence must fail because it is a foul.
        fouls: bool,
    },
    /// The only defence against a win by continuous fours (VCF) that is threatened.
    StopVcf,
    /// The capture of a piece within this many moves.
    Capture(u32),
    /// A single best move by the exact score; minimum and maximum number of
    /// empty points.
    Best(u32, u32),
    /// A gain of material within this many moves.
    Gain(u32),
    /// Life and death of a group, in generated positions.
    LifeAndDeath,
}

/// A generated position for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPosition {
    /// The position as text.
    pub position: String,
    /// A stone of the group in question.
    pub point: Point,
    /// The points on which its life or death is decided.
    pub region: Vec<Point>,
    /// Hash that is equal for symmetric positions.
    pub canonical_hash: u64,
}

/// Specification of a generated puzzle pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleSpec {
    /// Id of the pack, and the name of its file. Its title, its description and
    /// the first hint of its levels are the messages `pack-GAME-ID-title`,
    /// `-description` and `-hint`.
    pub id: &'static str,
    /// Options of the game, in RON.
    pub options: &'static str,
    /// Kind of its puzzles.
    pub kind: PuzzleKind,
    /// Minimum and maximum number of pieces on the board.
    pub pieces: [usize; 2],
    /// Playing level of both sides in self-play.
    pub level: u8,
    /// Number of random plies at the start of a game.
    pub opening: u32,
    /// Percentage of later plies that are random legal moves.
    pub random_move_percent: u32,
    /// True if its positions are those of [`PuzzleSupport::random_position`] rather than of
    /// self-play.
    pub random_positions: bool,
    /// Minimum number of own moves in a solution.
    pub min_moves: u32,
    /// Names of motifs, as ids of messages, of which a level has to have one; any level
    /// suits where there are none.
    pub motifs: &'static [&'static str],
}

impl PuzzleSpec {
    /// A pack of mates in one on the usual board, on which other specifications are based.
    pub const BASE: PuzzleSpec = PuzzleSpec {
        id: "mates",
        options: "()",
        kind: PuzzleKind::WinIn(1),
        pieces: [0, usize::MAX],
        level: 3,
        opening: 6,
        random_move_percent: 4,
        random_positions: false,
        min_moves: 1,
        motifs: &[],
    };
}
