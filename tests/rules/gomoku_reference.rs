//! Reference implementation of the Gomoku variants: a reference array, rows counted
//! point by point. Slow, and simple enough to be trusted.

use tianyuan::core::{Decision, Move, Point, Position, Side};
use tianyuan::games::BoardView;
use tianyuan::games::gomoku::variants::{Stage, Variant, VariantPosition};

const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const ALL_WAYS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

type At = (i32, i32);

/// A position of the reference implementation.
#[derive(Clone)]
pub struct ReferencePosition {
    variant: Variant,
    size: i32,
    stones: Vec<Vec<Option<usize>>>,
    turn: usize,
    stage: Stage,
    counts: [usize; 2],
    ko: Option<At>,
    goals: usize,
    /// The winner, once the game is over.
    result: Option<Option<usize>>,
}

impl ReferencePosition {
    /// Converts a position that is not over.
    pub fn of(position: &VariantPosition) -> ReferencePosition {
        let size = i32::from(position.size());
        let piece = |file: i32, rank: i32| {
            position.piece_at(Point::new(file as u8, rank as u8)).map(|piece| piece.side.index())
        };
        ReferencePosition {
            variant: position.variant(),
            size,
            stones: (0..size)
                .map(|file| (0..size).map(|rank| piece(file, rank)).collect())
                .collect(),
            turn: position.side_to_move().index(),
            stage: position.stage(),
            counts: position.scores().map(usize::from),
            ko: None,
            goals: usize::from(position.goals_to_win()),
            result: None,
        }
    }

    /// True when a position has the same stones, scores, turn and result.
    pub fn agrees_with(&self, position: &VariantPosition) -> bool {
        let other = ReferencePosition::of(position);
        let result = position.outcome().map(|outcome| outcome.winner.map(Side::index));
        let turn = (other.turn, other.stage) == (self.turn, self.stage) || result.is_some();
        other.stones == self.stones && other.counts == self.counts && turn && result == self.result
    }

    fn is_on(&self, (x, y): At) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    fn get(&self, at: At) -> Option<usize> {
        if self.is_on(at) { self.stones[at.0 as usize][at.1 as usize] } else { None }
    }

    fn set(&mut self, at: At, stone: Option<usize>) {
        self.stones[at.0 as usize][at.1 as usize] = stone;
    }

    fn all(&self) -> Vec<At> {
        (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y))).collect()
    }

    fn step(at: At, way: (i32, i32), n: i32) -> At {
        (at.0 + way.0 * n, at.1 + way.1 * n)
    }

    /// The stones of the unbroken row through a stone.
    fn row(&self, at: At, way: (i32, i32)) -> Vec<At> {
        let colour = self.get(at);
        let mut first = at;
        while self.is_on(ReferencePosition::step(first, way, -1))
            && self.get(ReferencePosition::step(first, way, -1)) == colour
        {
            first = ReferencePosition::step(first, way, -1);
        }
        let same = |&at: &At| self.is_on(at) && self.get(at) == colour;
        (0..).map(|n| ReferencePosition::step(first, way, n)).take_while(same).collect()
    }

    fn is_row(&self, length: usize, colour: usize) -> bool {
        match self.variant {
            Variant::Connect6 => length >= 6,
            Variant::Ninuki if colour == 0 => length == 5,
            _ => length >= 5,
        }
    }

    fn makes_row(&self, at: At, colour: usize) -> bool {
        let mut next = self.clone();
        next.set(at, Some(colour));
        WAYS.iter().any(|&way| self.is_row(next.row(at, way).len(), colour))
    }

    /// The stones of a group and its liberties.
    fn group(&self, at: At) -> (Vec<At>, Vec<At>) {
        let (mut stones, mut liberties) = (vec![at], Vec::new());
        let mut looked = 0;
        while looked < stones.len() {
            for way in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let near = ReferencePosition::step(stones[looked], way, 1);
                if !self.is_on(near) {
                    continue;
                }
                if self.get(near).is_none() && !liberties.contains(&near) {
                    liberties.push(near);
                } else if self.get(near) == self.get(at) && !stones.contains(&near) {
                    stones.push(near);
                }
            }
            looked += 1;
        }
        (stones, liberties)
    }

    /// The captures of the stone just placed.
    fn captured(&self, at: At, colour: usize) -> Vec<At> {
        let enemy = Some(1 - colour);
        let mut taken = Vec::new();
        let lengths: &[i32] = match self.variant {
            Variant::Pente | Variant::Ninuki => &[2],
            Variant::Keryo => &[2, 3],
            _ => &[],
        };
        for way in ALL_WAYS {
            for &length in lengths {
                let between: Vec<At> =
                    (1..=length).map(|n| ReferencePosition::step(at, way, n)).collect();
                let flank = self.get(ReferencePosition::step(at, way, length + 1)) == Some(colour);
                if flank && between.iter().all(|&at| self.get(at) == enemy) {
                    taken.extend(between);
                }
            }
        }
        if self.variant == Variant::Liberty {
            let enemies = self.all().into_iter().filter(|&at| self.get(at) == enemy);
            taken.extend(enemies.filter(|&at| self.group(at).1.is_empty()));
        }
        taken
    }

    fn may_place(&self, at: At) -> bool {
        if self.get(at).is_some() || self.ko == Some(at) {
            return false;
        }
        if self.variant != Variant::Liberty || self.makes_row(at, self.turn) {
            return true;
        }
        let mut next = self.clone();
        next.set(at, Some(self.turn));
        !next.captured(at, self.turn).is_empty() || !next.group(at).1.is_empty()
    }

    /// The legal moves, rank by rank.
    pub fn moves(&self) -> Vec<Move> {
        if self.result.is_some() {
            return Vec::new();
        }
        let point = |(x, y): At| Point::new(x as u8, y as u8);
        let cells = self.all().into_iter();
        if self.stage == Stage::Remove {
            let enemy = cells.filter(|&at| self.get(at) == Some(1 - self.turn));
            return enemy.map(|at| Move::Decide(Decision::Remove(point(at)))).collect();
        }
        cells.filter(|&at| self.may_place(at)).map(|at| Move::Place(point(at))).collect()
    }

    /// True when a black stone makes an overline or a double three.
    fn is_foul(&self, at: At) -> bool {
        WAYS.iter().any(|&way| self.row(at, way).len() > 5)
            || WAYS.iter().filter(|&&way| self.is_three(at, way)).count() > 1
    }

    fn is_three(&self, at: At, way: (i32, i32)) -> bool {
        (-4..=4).map(|n| ReferencePosition::step(at, way, n)).any(|extra| {
            if !self.is_on(extra) || self.get(extra).is_some() {
                return false;
            }
            let mut next = self.clone();
            next.set(extra, Some(0));
            let row = next.row(at, way);
            if row.len() != 4 || !row.contains(&extra) {
                return false;
            }
            let ends =
                [ReferencePosition::step(row[0], way, -1), ReferencePosition::step(row[3], way, 1)];
            let fives = ends.iter().all(|&end| {
                let mut five = next.clone();
                self.is_on(end) && next.get(end).is_none() && {
                    five.set(end, Some(0));
                    five.row(end, way).len() == 5
                }
            });
            let five = WAYS.iter().any(|&way| next.row(extra, way).len() == 5);
            fives && !five && !next.is_foul(extra)
        })
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        let own = self.turn;
        let Some(target) = mv.target() else { return };
        let at = (i32::from(target.file), i32::from(target.rank));
        if self.stage == Stage::Remove {
            self.set(at, None);
            self.stage = Stage::Extra;
            return;
        }
        self.set(at, Some(own));
        let rows: Vec<Vec<At>> = WAYS
            .iter()
            .map(|&way| self.row(at, way))
            .filter(|row| self.is_row(row.len(), own))
            .collect();
        if self.variant == Variant::Bubble {
            self.counts[own] += rows.len();
            for &stone in rows.iter().flatten() {
                self.set(stone, None);
            }
            if self.counts[own] >= self.goals {
                self.result = Some(Some(own));
            }
            let enemies = self.all().iter().any(|&at| self.get(at) == Some(1 - own));
            self.stage = match (rows.is_empty(), enemies) {
                (true, _) => Stage::Turn,
                (false, true) => Stage::Remove,
                (false, false) => Stage::Extra,
            };
            if rows.is_empty() {
                self.turn = 1 - own;
            }
            if self.all().iter().all(|&at| self.get(at).is_some()) {
                let [black, white] = self.counts;
                self.result = Some((black != white).then_some(usize::from(white > black)));
            }
            return;
        }
        let taken = self.captured(at, own);
        for &stone in &taken {
            self.set(stone, None);
        }
        self.counts[own] += taken.len();
        let (stones, liberties) = self.group(at);
        let is_ko = taken.len() == 1 && stones.len() == 1 && liberties.len() == 1;
        self.ko = (self.variant == Variant::Liberty && is_ko).then(|| taken[0]);
        let enough = match self.variant {
            Variant::Pente | Variant::Ninuki => 10,
            Variant::Keryo => 15,
            _ => usize::MAX,
        };
        if !rows.is_empty() || self.counts[own] >= enough {
            self.result = Some(Some(own));
        } else if self.variant == Variant::Ninuki && own == 0 && self.is_foul(at) {
            self.result = Some(Some(1));
        }
        if self.variant == Variant::Connect6 && self.stage == Stage::Turn {
            self.stage = Stage::Last;
        } else {
            self.stage = Stage::Turn;
            self.turn = 1 - own;
        }
        let points = (self.size * self.size) as usize;
        let exhausted =
            self.variant == Variant::Liberty && self.counts[0] + self.counts[1] >= points;
        if self.result.is_none() && (exhausted || self.moves().is_empty()) {
            self.result = Some(None);
        }
    }

    /// Perft; a finished game counts once.
    pub fn count(&mut self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut total = 0;
        for mv in moves {
            let mut next = self.clone();
            next.play(mv);
            total += next.count(depth - 1);
        }
        total
    }
}
