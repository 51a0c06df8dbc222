//! Position of Go with the history that the rules need: play, stone removal,
//! and the end of the game.

use std::sync::Arc;

use super::board::{GoBoard, Intersection};
use super::dead_stones::Proposal;
use super::rules::{KoRule, Rules};
use super::score::{self, BoardScore, CellSet};
use crate::core::{GameOverReason, Outcome, Position, Side, mix};

/// A move of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GoMove {
    /// A stone on this cell of the board.
    Place(u16),
    /// Pass.
    Pass,
    /// Toggles the chain of the stone on this cell between dead and alive.
    MarkDead(u16),
    /// Accepts the dead stones as marked.
    AcceptDead,
    /// Resumes play.
    ResumePlay,
}

/// Reason for which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// Two passes in a row.
    TwoPasses,
    /// Both sides agreed on the dead stones.
    DeadStonesAgreed,
    /// The same position for the third time: no result.
    Repetition,
    /// The game exceeded the move limit; it is scored with the dead stones that
    /// the program proposes.
    MoveLimit,
}

/// Phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Stones are placed or passes made.
    Play,
    /// The sides agree on the dead stones.
    StoneRemoval {
        /// The other side has accepted the marks as they are.
        accepted: bool,
        /// Side to play if play resumes.
        to_play: Side,
    },
    /// The game is over.
    Finished(EndReason),
}

/// The part of a position that a move changes; undo restores it as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const C: usize> {
    board: GoBoard<C>,
    side_to_move: Side,
    /// Passes in a row, 0 to 2.
    consecutive_passes: u8,
    phase: Phase,
    /// Free handicap stones that Black has still to place in a row.
    handicap_left: u8,
    /// Side to play next, or if play resumes.
    next_to_play: Side,
    /// Prisoners that each side has made.
    captured: [u32; 2],
    /// Passes of each side.
    pass_counts: [u32; 2],
    /// Stones whose chains have been toggled between dead and alive, against
    /// the program's proposal.
    toggled: CellSet,
    ply_count: u32,
    /// Sum of the mixed hashes of all earlier positions.
    history_hash: u64,
}

/// The position in which a game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Stones on the board.
    pub stones: Vec<(u16, Side)>,
    /// Side to move.
    pub side_to_move: Side,
    /// Prisoners that each side had.
    pub captured: [u32; 2],
    /// Free handicap stones that the side to move places before the other has a
    /// turn; 0 or 1 for none.
    pub free_handicap: u8,
}

/// A position of Go on a board of up to `C` cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go<const C: usize> {
    state: State<C>,
    rules: Rules,
    setup: Arc<Setup>,
    /// Hashes of the positions so far, for superko and repetition.
    ko_hash_history: Vec<u64>,
    /// Moves since the start.
    move_history: Vec<GoMove>,
    /// The dead stones that the program proposes; none during play.
    proposal: Proposal,
}

/// Boards of up to 9×9.
pub type SmallGo = Go<{ super::board::cell_count(9, 9) }>;

/// Boards of up to 25×25.
pub type LargeGo = Go<{ super::board::MAX_CELLS }>;

/// Mixed into a ko hash when White is to move.
const WHITE_TO_MOVE: u64 = mix(0x4528_21e6_38d0_1377);

/// Plies after which a game ends and is scored with the dead stones that the
/// program proposes: four per intersection, and some for small boards. It also
/// ends a dispute over dead stones. The longest professional games need little
/// more than one per intersection.
const fn move_limit(points: u32) -> u32 {
    4 * points + 100
}

/// Error: a chain has no liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLibertyError;

impl<const C: usize> Go<C> {
    /// An empty board with Black to move.
    #[must_use]
    pub fn new(files: u8, ranks: u8, rules: Rules) -> Go<C> {
        let setup = Setup {
            stones: Vec::new(),
            side_to_move: Side::First,
            captured: [0; 2],
            free_handicap: 0,
        };
        Go::from_board(GoBoard::new(files, ranks), setup, rules)
    }

    /// A board with stones on it.
    ///
    /// # Errors
    /// When a chain among them has no liberty.
    pub fn with_setup(
        files: u8,
        ranks: u8,
        rules: Rules,
        mut setup: Setup,
    ) -> Result<Go<C>, NoLibertyError> {
        let mut board = GoBoard::new(files, ranks);
        // The order in which the stones are given does not matter.
        setup.stones.sort_unstable_by_key(|&(cell, _)| cell);
        for &(cell, side) in &setup.stones {
            if board.place_stone(cell, side) != [0, 0] {
                return Err(NoLibertyError);
            }
        }
        board.clear_ko();
        Ok(Go::from_board(board, setup, rules))
    }

    fn from_board(board: GoBoard<C>, setup: Setup, rules: Rules) -> Go<C> {
        let state = State {
            board,
            side_to_move: setup.side_to_move,
            consecutive_passes: 0,
            phase: Phase::Play,
            handicap_left: setup.free_handicap,
            next_to_play: setup.side_to_move,
            captured: setup.captured,
            pass_counts: [0; 2],
            toggled: CellSet::default(),
            ply_count: 0,
            history_hash: 0,
        };
        let mut go = Go {
            state,
            rules,
            setup: Arc::new(setup),
            ko_hash_history: Vec::new(),
            move_history: Vec::new(),
            proposal: Proposal::default(),
        };
        go.ko_hash_history.push(go.ko_hash());
        go
    }

    /// A position under the same rules that begins with this board.
    pub(super) fn with_board(
        &self,
        board: &GoBoard<C>,
        side_to_move: Side,
        captured: [u32; 2],
    ) -> Go<C> {
        let mut board = *board;
        board.clear_ko();
        let stone = |cell| Some((cell, board.at(cell).side()?));
        let stones = board.cells().filter_map(stone).collect();
        let setup = Setup { stones, side_to_move, captured, free_handicap: 0 };
        Go::from_board(board, setup, self.rules)
    }

    /// The position after a stone was placed whatever the rules say: it replaces
    /// a stone on its cell, and captures as ever, its own chain if that is left
    /// without a liberty.
    pub(super) fn with_forced_stone(&self, cell: u16, side: Side) -> Go<C> {
        let mut board = self.state.board;
        if board.at(cell).side().is_some() {
            board = GoBoard::new(board.files(), board.ranks());
            for other in board.cells().filter(|&other| other != cell) {
                if let Some(side) = self.state.board.at(other).side() {
                    board.place_stone(other, side);
                }
            }
        }
        let [taken, lost] = board.place_stone(cell, side);
        let mut captured = self.state.captured;
        captured[side.index()] += taken;
        captured[side.other().index()] += lost;
        self.with_board(&board, side.other(), captured)
    }

    /// The board.
    #[must_use]
    pub fn go_board(&self) -> &GoBoard<C> {
        &self.state.board
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Phase of the game.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The stones marked dead; none during play.
    #[must_use]
    pub fn dead(&self) -> CellSet {
        self.proposal.dead_stones(&self.state.board).symmetric_difference(&self.state.toggled)
    }

    /// As [`Go::dead`], without the proposal while that is awaited.
    pub(super) fn shown_dead(&self) -> CellSet {
        self.proposal.shown_stones(&self.state.board).symmetric_difference(&self.state.toggled)
    }

    /// The program's proposal of dead stones.
    pub(super) fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// True if the stone on this cell has been marked against the program's
    /// proposal.
    #[must_use]
    pub fn is_toggled(&self, cell: u16) -> bool {
        self.state.toggled.contains(cell)
    }

    /// Prisoners that each side has made.
    #[must_use]
    pub fn captured(&self) -> [u32; 2] {
        self.state.captured
    }

    /// Passes of each side.
    #[must_use]
    pub fn pass_counts(&self) -> [u32; 2] {
        self.state.pass_counts
    }

    /// Free handicap stones still to place, this turn's included.
    #[must_use]
    pub fn handicap_left(&self) -> u8 {
        self.state.handicap_left
    }

    /// Side to play next, or if play resumes.
    #[must_use]
    pub fn next_to_play(&self) -> Side {
        self.state.next_to_play
    }

    /// Position in which the game began.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Moves since the start.
    #[must_use]
    pub fn move_history(&self) -> &[GoMove] {
        &self.move_history
    }

    /// Score of the board as it stands, without the stones marked dead.
    #[must_use]
    pub fn score(&self) -> BoardScore {
        score::score_board(&self.state.board, &self.rules, &self.dead(), self.state.captured)
    }

    /// The value that superko and repetition compare: the stones, and under
    /// situational superko and simple ko the side to move.
    fn ko_hash_of(&self, hash: u64, side: Side) -> u64 {
        match (self.rules.ko, side) {
            (KoRule::Positional, _) | (_, Side::First) => hash,
            (_, Side::Second) => hash ^ WHITE_TO_MOVE,
        }
    }

    fn ko_hash(&self) -> u64 {
        self.ko_hash_of(self.state.board.hash(), self.state.side_to_move)
    }

    /// True if ko or superko forbids a stone on this empty cell.
    #[must_use]
    pub fn is_ko_banned(&self, cell: u16) -> bool {
        let board = &self.state.board;
        if self.rules.ko == KoRule::Simple {
            return board.ko() == Some(cell);
        }
        let after = self.ko_hash_of(
            board.hash_after(cell, self.state.side_to_move),
            self.state.side_to_move.other(),
        );
        self.ko_hash_history.contains(&after)
    }

    /// True if a stone may be placed on this cell now.
    #[must_use]
    pub fn is_legal_placement(&self, cell: u16) -> bool {
        self.state.board.at(cell) == Intersection::Empty
            && (self.rules.suicide || !self.state.board.is_suicide(cell, self.state.side_to_move))
            && !self.is_ko_banned(cell)
    }

    fn finish(&mut self, end: EndReason) {
        self.state.phase = Phase::Finished(end);
    }

    fn place_stone(&mut self, cell: u16) {
        let side = self.state.side_to_move;
        let [taken, lost] = self.state.board.place_stone(cell, side);
        self.state.captured[side.index()] += taken;
        self.state.captured[side.other().index()] += lost;
        self.state.consecutive_passes = 0;
        self.state.handicap_left = self.state.handicap_left.saturating_sub(1);
        if self.state.handicap_left == 0 {
            self.state.side_to_move = side.other();
        }
        self.state.next_to_play = self.state.side_to_move;
        let now = self.ko_hash();
        if self.rules.ko == KoRule::Simple
            && self.ko_hash_history.iter().filter(|&&past| past == now).count() >= 2
        {
            self.finish(EndReason::Repetition);
        }
    }

    fn pass(&mut self) {
        self.state.board.clear_ko();
        self.state.consecutive_passes += 1;
        self.state.pass_counts[self.state.side_to_move.index()] += 1;
        self.state.side_to_move = self.state.side_to_move.other();
        self.state.next_to_play = self.state.side_to_move;
        if self.state.consecutive_passes < 2 {
            return;
        }
        if self.rules.stone_removal {
            self.state.phase =
                Phase::StoneRemoval { accepted: false, to_play: self.state.side_to_move };
            self.proposal = Proposal::pending();
        } else {
            self.finish(EndReason::TwoPasses);
        }
    }

    fn toggle_dead(&mut self, cell: u16) {
        let State { board, toggled, .. } = &mut self.state;
        for stone in board.chain_stones(cell) {
            toggled.toggle(stone);
        }
        if let Phase::StoneRemoval { accepted, .. } = &mut self.state.phase {
            *accepted = false;
        }
    }

    fn accept_dead(&mut self) {
        match self.state.phase {
            Phase::StoneRemoval { accepted: true, .. } => self.finish(EndReason::DeadStonesAgreed),
            Phase::StoneRemoval { to_play, .. } => {
                self.state.phase = Phase::StoneRemoval { accepted: true, to_play };
                self.state.side_to_move = self.state.side_to_move.other();
            }
            Phase::Play | Phase::Finished(_) => {}
        }
    }

    fn resume_play(&mut self) {
        if let Phase::StoneRemoval { to_play, .. } = self.state.phase {
            // Whoever asks to resume lets the other side play first (Japanese
            // rules of 1989, article 9); elsewhere the turns continue as they
            // were.
            let japanese = self.rules.ko == KoRule::Simple;
            self.state.side_to_move =
                if japanese { self.state.side_to_move.other() } else { to_play };
            self.state.phase = Phase::Play;
            self.state.consecutive_passes = 0;
            self.state.toggled = CellSet::default();
            self.proposal = Proposal::default();
        }
    }

    fn is_stone(&self, cell: u16) -> bool {
        usize::from(cell) < C && self.state.board.at(cell).side().is_some()
    }
}

impl<const C: usize> Position for Go<C> {
    type Move = GoMove;
    type Undo = State<C>;

    // Perft tables of Go count sequences of exactly `depth` plies, which two passes end.
    const PERFT_COUNTS_FINISHED: bool = false;

    fn is_board_move(mv: GoMove) -> bool {
        matches!(mv, GoMove::Place(_) | GoMove::Pass)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.state.side_to_move
    }

    fn key(&self) -> u64 {
        let state = &self.state;
        let phase = match state.phase {
            Phase::Play => 0,
            Phase::StoneRemoval { accepted, to_play } => {
                1 + u64::from(accepted) + 2 * to_play as u64
            }
            Phase::Finished(end) => 8 + end as u64,
        };
        let small = state.side_to_move as u64
            | u64::from(state.consecutive_passes) << 1
            | phase << 3
            | u64::from(state.board.ko().unwrap_or(0)) << 8
            | u64::from(state.board.files()) << 20
            | u64::from(state.board.ranks()) << 25
            | u64::from(state.ply_count) << 32;
        let prisoners = u64::from(state.captured[0]) << 32
            | u64::from(state.handicap_left) << 24
            | u64::from(state.captured[1]);
        let rules = u64::from(self.rules.suicide)
            | (self.rules.stone_removal as u64) << 1
            | (self.rules.ko as u64) << 2
            | (self.rules.scoring as u64) << 4
            | (self.rules.komi as u32 as u64) << 8
            | (self.rules.handicap_bonus as u32 as u64) << 40;
        state
            .toggled
            .words()
            .into_iter()
            .chain([small, prisoners, rules, state.history_hash])
            .fold(state.board.hash(), |hash, word| mix(hash.rotate_left(23) ^ word))
    }

    fn legal_moves(&self, moves: &mut Vec<GoMove>) {
        moves.clear();
        match self.state.phase {
            Phase::Finished(_) => {}
            Phase::Play => {
                let cells = self.state.board.cells().filter(|&cell| self.is_legal_placement(cell));
                moves.extend(cells.map(GoMove::Place));
                if self.state.handicap_left == 0 {
                    moves.push(GoMove::Pass);
                }
            }
            Phase::StoneRemoval { .. } => {
                let stones = self.state.board.cells().filter(|&cell| self.is_stone(cell));
                moves.extend([GoMove::AcceptDead, GoMove::ResumePlay]);
                moves.extend(stones.map(GoMove::MarkDead));
            }
        }
    }

    fn is_legal(&self, mv: GoMove) -> bool {
        match (self.state.phase, mv) {
            (Phase::Play, GoMove::Place(cell)) => {
                usize::from(cell) < C && self.is_legal_placement(cell)
            }
            (Phase::Play, GoMove::Pass) => self.state.handicap_left == 0,
            (Phase::StoneRemoval { .. }, GoMove::MarkDead(cell)) => self.is_stone(cell),
            (Phase::StoneRemoval { .. }, GoMove::AcceptDead | GoMove::ResumePlay) => true,
            _ => false,
        }
    }

    fn play(&mut self, mv: GoMove) -> State<C> {
        let before = self.state;
        self.state.history_hash = self.state.history_hash.wrapping_add(mix(self.ko_hash() ^ 1));
        match mv {
            GoMove::Place(cell) => self.place_stone(cell),
            GoMove::Pass => self.pass(),
            GoMove::MarkDead(cell) if self.is_stone(cell) => self.toggle_dead(cell),
            GoMove::MarkDead(_) => {}
            GoMove::AcceptDead => self.accept_dead(),
            GoMove::ResumePlay => self.resume_play(),
        }
        self.state.ply_count += 1;
        self.ko_hash_history.push(self.ko_hash());
        self.move_history.push(mv);
        let over = matches!(self.state.phase, Phase::Finished(_));
        if !over && self.state.ply_count >= move_limit(self.state.board.point_count()) {
            if self.rules.stone_removal {
                self.state.toggled = CellSet::default();
                self.proposal = Proposal::pending();
            }
            self.finish(EndReason::MoveLimit);
        }
        before
    }

    fn undo(&mut self, _: GoMove, before: State<C>) {
        self.state = before;
        self.ko_hash_history.pop();
        self.move_history.pop();
        let is_removal = matches!(self.state.phase, Phase::StoneRemoval { .. });
        if is_removal != self.proposal.is_some() {
            self.proposal = if is_removal { Proposal::pending() } else { Proposal::default() };
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Phase::Finished(end) = self.state.phase else { return None };
        let reason = match end {
            EndReason::TwoPasses => GameOverReason::Passes,
            EndReason::DeadStonesAgreed => GameOverReason::DeadStonesAgreed,
            EndReason::Repetition => GameOverReason::NoResult,
            EndReason::MoveLimit => GameOverReason::MoveLimit,
        };
        if end == EndReason::Repetition {
            return Some(Outcome { winner: None, reason, score: None });
        }
        let totals = self.score().totals;
        let winner = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        Some(Outcome { winner, reason, score: Some(totals) })
    }
}
