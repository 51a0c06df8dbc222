//! Positions of Go with all that the rules look back on: play, the agreement
//! on dead stones, and the end.

use std::sync::Arc;

use super::board::{Board, Cell};
use super::life;
use super::rules::{Ko, Rules};
use super::score::{self, Count, Marks};
use crate::core::{Outcome, Position, Side, mix};

/// A ply of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply {
    /// A stone on this cell of the board.
    Stone(u16),
    /// The turn is given up.
    Pass,
    /// The chain of the stone on this cell is marked dead, or alive again.
    Mark(u16),
    /// The stones are dead as marked.
    Accept,
    /// The game goes on.
    Resume,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Two passes.
    Passes,
    /// Both sides agreed on the dead stones.
    Agreed,
    /// A position came for the third time.
    Repeated,
    /// The game went on for too long; it is counted as the program would.
    Endless,
}

/// What the side to move is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Put a stone or pass.
    Play,
    /// Agree on the dead stones.
    Marking {
        /// Whether the other side has accepted the marks as they are.
        accepted: bool,
        /// Who plays if the game goes on.
        turn: Side,
    },
    /// Nothing: the game is over.
    Over(End),
}

/// The part of a position that a move changes and that taking it back
/// restores as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const C: usize> {
    board: Board<C>,
    side: Side,
    /// Passes in a row, 0 to 2.
    passes: u8,
    phase: Phase,
    /// Handicap stones that Black has still to put, one after another.
    placing: u8,
    /// Who plays next, or would if play went on.
    next: Side,
    /// Prisoners that each side has made.
    captured: [u32; 2],
    /// How often each side has passed.
    passed: [u32; 2],
    dead: Marks,
    plies: u32,
    /// Sum of the hashes of all earlier positions.
    past: u64,
}

/// The position in which a game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Stones on the board.
    pub stones: Vec<(u16, Side)>,
    /// Whose turn it was.
    pub side: Side,
    /// Prisoners that each side had.
    pub captured: [u32; 2],
    /// Handicap stones that the side to move puts where it likes before the
    /// other has a turn; 0 or 1 for none.
    pub placing: u8,
}

/// A position of Go on a board of up to `C` cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go<const C: usize> {
    state: State<C>,
    rules: Rules,
    setup: Arc<Setup>,
    /// What may not come again: hashes of the positions so far.
    history: Vec<u64>,
    /// The plies since the beginning.
    plies: Vec<Ply>,
}

/// Boards of up to 9 lines.
pub type Small = Go<{ super::board::cells(9, 9) }>;

/// Boards of up to 25 lines.
pub type Large = Go<{ super::board::MOST_CELLS }>;

/// Told apart in hashes by these, where it is White's turn.
const WHITE_TO_MOVE: u64 = mix(0x4528_21e6_38d0_1377);

/// Plies after which a game ends and is counted, with dead stones as the
/// program sees them: four for each point, and some for small boards. It also
/// ends a quarrel over dead stones. The longest games of masters use little over one.
const fn longest(points: u32) -> u32 {
    4 * points + 100
}

/// A board on which some chain has no liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breathless;

impl<const C: usize> Go<C> {
    /// An empty board with Black to move.
    #[must_use]
    pub fn new(files: u8, ranks: u8, rules: Rules) -> Go<C> {
        let setup = Setup { stones: Vec::new(), side: Side::First, captured: [0; 2], placing: 0 };
        Go::from_board(Board::new(files, ranks), setup, rules)
    }

    /// A board on which stones stand already.
    ///
    /// # Errors
    /// When a chain among them has no liberty.
    pub fn with_setup(
        files: u8,
        ranks: u8,
        rules: Rules,
        mut setup: Setup,
    ) -> Result<Go<C>, Breathless> {
        let mut board = Board::new(files, ranks);
        // The same stones make the same position, in whatever order they came.
        setup.stones.sort_unstable_by_key(|&(cell, _)| cell);
        for &(cell, side) in &setup.stones {
            if board.put(cell, side) != [0, 0] {
                return Err(Breathless);
            }
        }
        board.lift_ko();
        Ok(Go::from_board(board, setup, rules))
    }

    fn from_board(board: Board<C>, setup: Setup, rules: Rules) -> Go<C> {
        let state = State {
            board,
            side: setup.side,
            passes: 0,
            phase: Phase::Play,
            placing: setup.placing,
            next: setup.side,
            captured: setup.captured,
            passed: [0; 2],
            dead: Marks::default(),
            plies: 0,
            past: 0,
        };
        let mut go =
            Go { state, rules, setup: Arc::new(setup), history: Vec::new(), plies: Vec::new() };
        go.history.push(go.situation());
        go
    }

    /// The stones.
    #[must_use]
    pub fn stones(&self) -> &Board<C> {
        &self.state.board
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the side to move is about to do.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The stones marked dead.
    #[must_use]
    pub fn dead(&self) -> &Marks {
        &self.state.dead
    }

    /// Prisoners that each side has made.
    #[must_use]
    pub fn captured(&self) -> [u32; 2] {
        self.state.captured
    }

    /// How often each side has passed.
    #[must_use]
    pub fn passed(&self) -> [u32; 2] {
        self.state.passed
    }

    /// Handicap stones that the side to move has still to put, this turn's
    /// included.
    #[must_use]
    pub fn placing(&self) -> u8 {
        self.state.placing
    }

    /// Who plays next, or would if play went on.
    #[must_use]
    pub fn next(&self) -> Side {
        self.state.next
    }

    /// How the game began.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The plies since the beginning.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The count of the board as it stands, without the stones marked dead.
    #[must_use]
    pub fn count(&self) -> Count {
        score::count(&self.state.board, &self.rules, &self.state.dead, self.state.captured)
    }

    /// What a superko compares: the stones, and for the situational one (and
    /// for the count of repetitions) whose turn it is.
    fn situation_of(&self, hash: u64, side: Side) -> u64 {
        match (self.rules.ko, side) {
            (Ko::Positional, _) | (_, Side::First) => hash,
            (_, Side::Second) => hash ^ WHITE_TO_MOVE,
        }
    }

    fn situation(&self) -> u64 {
        self.situation_of(self.state.board.hash(), self.state.side)
    }

    /// Whether a stone on this empty cell brings back what may not come back.
    #[must_use]
    pub fn repeats(&self, cell: u16) -> bool {
        let board = &self.state.board;
        if self.rules.ko == Ko::Simple {
            return board.ko() == Some(cell);
        }
        let after =
            self.situation_of(board.hash_after(cell, self.state.side), self.state.side.other());
        self.history.contains(&after)
    }

    /// Whether a stone may be put on this cell now.
    #[must_use]
    pub fn allows(&self, cell: u16) -> bool {
        self.state.board.at(cell) == Cell::Empty
            && (self.rules.suicide || !self.state.board.is_suicide(cell, self.state.side))
            && !self.repeats(cell)
    }

    fn finish(&mut self, end: End) {
        self.state.phase = Phase::Over(end);
    }

    fn put(&mut self, cell: u16) {
        let side = self.state.side;
        let [taken, lost] = self.state.board.put(cell, side);
        self.state.captured[side.index()] += taken;
        self.state.captured[side.other().index()] += lost;
        self.state.passes = 0;
        self.state.placing = self.state.placing.saturating_sub(1);
        if self.state.placing == 0 {
            self.state.side = side.other();
        }
        self.state.next = self.state.side;
        let now = self.situation();
        if self.rules.ko == Ko::Simple
            && self.history.iter().filter(|&&past| past == now).count() >= 2
        {
            self.finish(End::Repeated);
        }
    }

    fn pass(&mut self) {
        self.state.board.lift_ko();
        self.state.passes += 1;
        self.state.passed[self.state.side.index()] += 1;
        self.state.side = self.state.side.other();
        self.state.next = self.state.side;
        if self.state.passes < 2 {
            return;
        }
        if self.rules.marking {
            self.state.phase = Phase::Marking { accepted: false, turn: self.state.side };
            self.state.dead = life::dead_stones(&self.state.board);
        } else {
            self.finish(End::Passes);
        }
    }

    fn mark(&mut self, cell: u16) {
        let State { board, dead, .. } = &mut self.state;
        for stone in board.stones(cell) {
            dead.toggle(stone);
        }
        if let Phase::Marking { accepted, .. } = &mut self.state.phase {
            *accepted = false;
        }
    }

    fn accept(&mut self) {
        match self.state.phase {
            Phase::Marking { accepted: true, .. } => self.finish(End::Agreed),
            Phase::Marking { turn, .. } => {
                self.state.phase = Phase::Marking { accepted: true, turn };
                self.state.side = self.state.side.other();
            }
            Phase::Play | Phase::Over(_) => {}
        }
    }

    fn resume(&mut self) {
        if let Phase::Marking { turn, .. } = self.state.phase {
            // Who asks for it gives the other the move (Japanese rules of
            // 1989, article 9); elsewhere the turns go on as they were.
            let japanese = self.rules.ko == Ko::Simple;
            self.state.side = if japanese { self.state.side.other() } else { turn };
            self.state.phase = Phase::Play;
            self.state.passes = 0;
            self.state.dead = Marks::default();
        }
    }

    fn is_stone(&self, cell: u16) -> bool {
        usize::from(cell) < C && self.state.board.at(cell).side().is_some()
    }
}

impl<const C: usize> Position for Go<C> {
    type Move = Ply;
    type Undo = State<C>;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.state.side
    }

    fn key(&self) -> u64 {
        let state = &self.state;
        let phase = match state.phase {
            Phase::Play => 0,
            Phase::Marking { accepted, turn } => 1 + u64::from(accepted) + 2 * turn as u64,
            Phase::Over(end) => 8 + end as u64,
        };
        let small = state.side as u64
            | u64::from(state.passes) << 1
            | phase << 3
            | u64::from(state.board.ko().unwrap_or(0)) << 8
            | u64::from(state.board.files()) << 20
            | u64::from(state.board.ranks()) << 25
            | u64::from(state.plies) << 32;
        let prisoners = u64::from(state.captured[0]) << 32
            | u64::from(state.placing) << 24
            | u64::from(state.captured[1]);
        let rules = u64::from(self.rules.suicide)
            | (self.rules.marking as u64) << 1
            | (self.rules.ko as u64) << 2
            | (self.rules.counting as u64) << 4
            | (self.rules.komi as u32 as u64) << 8
            | (self.rules.compensation as u32 as u64) << 40;
        state
            .dead
            .words()
            .into_iter()
            .chain([small, prisoners, rules, state.past])
            .fold(state.board.hash(), |hash, word| mix(hash.rotate_left(23) ^ word))
    }

    fn legal_moves(&self, moves: &mut Vec<Ply>) {
        moves.clear();
        match self.state.phase {
            Phase::Over(_) => {}
            Phase::Play => {
                let cells = self.state.board.points().filter(|&cell| self.allows(cell));
                moves.extend(cells.map(Ply::Stone));
                if self.state.placing == 0 {
                    moves.push(Ply::Pass);
                }
            }
            Phase::Marking { .. } => {
                let stones = self.state.board.points().filter(|&cell| self.is_stone(cell));
                moves.extend([Ply::Accept, Ply::Resume]);
                moves.extend(stones.map(Ply::Mark));
            }
        }
    }

    fn is_legal(&self, mv: Ply) -> bool {
        match (self.state.phase, mv) {
            (Phase::Play, Ply::Stone(cell)) => usize::from(cell) < C && self.allows(cell),
            (Phase::Play, Ply::Pass) => self.state.placing == 0,
            (Phase::Marking { .. }, Ply::Mark(cell)) => self.is_stone(cell),
            (Phase::Marking { .. }, Ply::Accept | Ply::Resume) => true,
            _ => false,
        }
    }

    fn play(&mut self, mv: Ply) -> State<C> {
        let before = self.state;
        self.state.past = self.state.past.wrapping_add(mix(self.situation() ^ 1));
        match mv {
            Ply::Stone(cell) => self.put(cell),
            Ply::Pass => self.pass(),
            Ply::Mark(cell) if self.is_stone(cell) => self.mark(cell),
            Ply::Mark(_) => {}
            Ply::Accept => self.accept(),
            Ply::Resume => self.resume(),
        }
        self.state.plies += 1;
        self.history.push(self.situation());
        self.plies.push(mv);
        let over = matches!(self.state.phase, Phase::Over(_));
        if !over && self.state.plies >= longest(self.state.board.point_count()) {
            if self.rules.marking {
                self.state.dead = life::dead_stones(&self.state.board);
            }
            self.finish(End::Endless);
        }
        before
    }

    fn undo(&mut self, _: Ply, before: State<C>) {
        self.state = before;
        self.history.pop();
        self.plies.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        let Phase::Over(end) = self.state.phase else { return None };
        let reason = match end {
            End::Passes => "go-passes",
            End::Agreed => "go-agreed",
            End::Repeated => "go-repeated",
            End::Endless => "go-endless",
        };
        if end == End::Repeated {
            return Some(Outcome { winner: None, reason, score: None });
        }
        let totals = self.count().totals;
        let winner = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        Some(Outcome { winner, reason, score: Some(totals) })
    }
}
