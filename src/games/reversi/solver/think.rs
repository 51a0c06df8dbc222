//! Deeper and deeper, surer and surer: how a position is thought about from
//! the first guess to the proof.

use std::time::Duration;

use super::super::bits::Bits;
use super::super::patterns::Weights;
use super::crew::Crew;
use super::worker::Worker;
use super::{CERTAIN, DISC, MOST, NO_SQUARE, Question, RootMove, dispatch, geometry, probcut};
use crate::search::{Budget, Limits, SharedTable, Stop};

/// How far one search goes, and how sure it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Plies to look ahead; as many as there are empty squares, or more, mean
    /// to the end.
    pub depth: u32,
    /// From 1, where the search skips most of what seems hopeless or won, to
    /// [`Goal::CERTAIN`], where it skips nothing.
    pub certainty: u8,
}

impl Goal {
    /// The certainty of a proof.
    pub const CERTAIN: u8 = CERTAIN;
}

/// What is to be found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// So many best moves, at least 1, and what they are worth.
    Best(usize),
    /// What every move is worth, each searched by itself: moves may be known
    /// to different depths, and a report is made for each.
    Each,
    /// Who wins. A search to the end then says no more than that: the value of
    /// its move is 100 for a win, 0 for a draw and -100 for a loss.
    Outcome,
}

/// What is to be found out, and within which bounds.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Bounds on the effort.
    pub limits: Limits,
    /// With so many empty squares or fewer the search goes to the end,
    /// whatever the limit of depth.
    pub exact_within: u32,
    /// How sure a search to the end has to be before it is enough, from 1 to
    /// [`Goal::CERTAIN`].
    pub certainty: u8,
    /// What is to be found out.
    pub wanted: Wanted,
    /// Threads that search, at least 1. What one thread finds within a limit
    /// of nodes or depth is the same every time.
    pub threads: usize,
}

impl Task {
    /// The best move within these limits, on one thread.
    #[must_use]
    pub const fn best(limits: Limits) -> Task {
        Task { limits, exact_within: 0, certainty: CERTAIN, wanted: Wanted::Best(1), threads: 1 }
    }
}

/// A move with what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The square, `rank * 8 + file`; `None` for a pass.
    pub square: Option<u8>,
    /// The expected play, beginning with this move.
    pub line: Vec<Option<u8>>,
    /// The final difference to be expected, in hundredths of a disc.
    pub value: i32,
    /// Plies that were searched.
    pub depth: u32,
    /// Whether the search went to the end of the game.
    pub to_the_end: bool,
    /// How likely the value is what a search of this depth without selection
    /// would find, in percent.
    pub percent: u8,
    /// Positions looked at, for all moves together.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

impl Found {
    /// Whether the value is proved.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.percent == 100
    }
}

/// The searches that lead to the answer, each of which makes the next one
/// quicker.
fn goals(empties: u32, task: &Task) -> Vec<Goal> {
    let whole =
        empties <= task.exact_within || task.limits.depth.is_none_or(|most| most >= empties);
    let selective = |depth| Goal { depth, certainty: 1 };
    if !whole {
        let most = task.limits.depth.unwrap_or(1).max(1);
        return (1..=most).map(selective).collect();
    }
    let certainties: &[u8] = match empties {
        0..=9 => &[CERTAIN],
        10..=15 => &[1, CERTAIN],
        16..=21 => &[1, 3, CERTAIN],
        22..=25 => &[1, 3, 4, CERTAIN],
        _ => &[1, 2, 3, 4, 5, CERTAIN],
    };
    let middle = (1..=empties * 3 / 5).map(selective);
    let enough = certainties.iter().position(|&certainty| certainty >= task.certainty);
    let certainties = &certainties[..=enough.unwrap_or(certainties.len() - 1)];
    let end = certainties.iter().map(|&certainty| Goal { depth: empties, certainty });
    middle.chain(end).collect()
}

/// Searches positions of eight by eight, and remembers what it learned.
pub struct Solver {
    table: SharedTable,
}

/// Sends the helpers home when the search ends, however it ends.
struct Dismissal<'a>(&'a Crew);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

/// Helpers are called once a search has lasted so long: for a short one they
/// are not worth their start.
const HELP_AFTER: Duration = Duration::from_millis(20);

impl Solver {
    /// A solver with a transposition table of about this size.
    #[must_use]
    pub fn new(mebibytes: usize) -> Solver {
        Solver { table: SharedTable::new(mebibytes) }
    }

    /// Forgets everything learned, so that the next answer depends on the
    /// question alone.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The best move of a position, or one of the best: the first that
    /// [`search`](Solver::search) finds when nobody stops it. `None` if the
    /// game is over.
    pub fn best(&mut self, weights: &Weights, board: (u64, u64), task: &Task) -> Option<Found> {
        self.search(weights, board, task, &Stop::new(), &mut |_| ()).into_iter().next()
    }

    /// Searches further and further within the bounds of the task and reports
    /// the best moves again and again. Empty if the game is over. However
    /// early it is stopped, the answer is as many legal moves as are wanted or
    /// there are. Both sets of discs have a1 as their lowest bit; `own` are
    /// those of the side to move.
    pub fn search(
        &mut self,
        weights: &Weights,
        (own, opponent): (u64, u64),
        task: &Task,
        stop: &Stop,
        report: &mut dyn FnMut(&[Found]),
    ) -> Vec<Found> {
        let empty = !(own | opponent);
        if u64::mobility(own, opponent, empty) != 0 {
            return self.search_moves(weights, (own, opponent), task, stop, report);
        }
        if u64::mobility(opponent, own, empty) == 0 {
            return Vec::new();
        }
        // A pass: what the other side finds, seen from here.
        let wanted = if task.wanted == Wanted::Outcome { task.wanted } else { Wanted::Best(1) };
        let task = Task { wanted, ..*task };
        let passed = |found: &[Found]| -> Vec<Found> {
            let Some(found) = found.first() else { return Vec::new() };
            let mut line = vec![None];
            line.extend(&found.line);
            vec![Found { square: None, line, value: -found.value, ..found.clone() }]
        };
        let board = (opponent, own);
        let found =
            self.search_moves(weights, board, &task, stop, &mut |found| report(&passed(found)));
        passed(&found)
    }

    fn search_moves(
        &mut self,
        weights: &Weights,
        (own, opponent): (u64, u64),
        task: &Task,
        stop: &Stop,
        report: &mut dyn FnMut(&[Found]),
    ) -> Vec<Found> {
        self.table.next_search();
        let table = &self.table;
        let crew = &Crew::default();
        let budget = Budget::new(task.limits, stop.clone());
        let mut main = Worker::new(weights, table, crew, Some(budget));
        let empties = (!(own | opponent)).count_ones();
        let mut root = root_moves(own, opponent, weights);
        let each = task.wanted == Wanted::Each;
        let lines = match task.wanted {
            Wanted::Best(lines) => lines.clamp(1, root.len().max(1)),
            Wanted::Each => root.len(),
            Wanted::Outcome => 1,
        };
        let mut found: Vec<Found> = (root.iter().take(lines))
            .map(|mv| Found {
                square: Some(mv.square),
                line: vec![Some(mv.square)],
                value: mv.value,
                depth: 0,
                to_the_end: false,
                percent: 0,
                nodes: 0,
                elapsed: Duration::ZERO,
            })
            .collect();
        std::thread::scope(|scope| {
            let _dismissal = Dismissal(crew);
            let mut alone = true;
            for goal in goals(empties, task) {
                if alone && task.threads > 1 && main.elapsed() >= HELP_AFTER {
                    alone = false;
                    for _ in 1..task.threads {
                        scope.spawn(move || {
                            let mut helper = Worker::new(weights, table, crew, None);
                            dispatch::answer(&mut helper, Question::Serve)
                        });
                    }
                }
                let mut next: Vec<Found> = Vec::with_capacity(lines);
                let mut complete = true;
                for n in 0..lines {
                    let guess = root[n].value;
                    // A move that is searched by itself has no rivals.
                    let moves = if each { &mut root[n..=n] } else { &mut root[n..] };
                    let to_the_end = goal.depth >= empties;
                    let most = match task.wanted {
                        Wanted::Outcome if to_the_end => DISC,
                        _ => MOST + 1,
                    };
                    let question = Question::Best { moves, empties, goal, guess, most };
                    let value = dispatch::answer(&mut main, question);
                    complete = !main.halted;
                    if let Some(value) = value {
                        root[n].value = value;
                        next.push(Found {
                            square: Some(root[n].square),
                            line: Vec::new(),
                            value,
                            depth: goal.depth.min(empties),
                            to_the_end,
                            // An unfinished search has seen but some moves.
                            percent: if complete { probcut::percent(goal.certainty) } else { 0 },
                            nodes: 0,
                            elapsed: Duration::ZERO,
                        });
                    }
                    if !complete {
                        break;
                    }
                    if each && let Some(line) = next.last_mut() {
                        line.line = main_line(&mut main, (own, opponent), line);
                        (line.nodes, line.elapsed) = (main.nodes, main.elapsed());
                        replace(&mut found, line);
                        report(&found);
                    }
                }
                if each {
                    // The likely best first, so that an early end tells most.
                    root.sort_by_key(|mv| std::cmp::Reverse(mv.value));
                    if complete {
                        continue;
                    }
                    break;
                }
                for line in &mut next {
                    line.line = match task.wanted {
                        // Where only the winner is known, so is only the move.
                        Wanted::Outcome if line.to_the_end => vec![line.square],
                        _ => main_line(&mut main, (own, opponent), line),
                    };
                }
                if complete {
                    next.sort_by_key(|line| std::cmp::Reverse(line.value));
                    for (known, line) in root.iter_mut().zip(&next) {
                        if let Some(mv) = moves_to(own, opponent, line) {
                            *known = mv;
                        }
                    }
                    found = next;
                } else {
                    found = joined(next, std::mem::take(&mut found));
                }
                for line in &mut found {
                    (line.nodes, line.elapsed) = (main.nodes, main.elapsed());
                }
                if !complete {
                    break;
                }
                report(&found);
            }
        });
        found
    }
}

/// Puts a line in the place of the one with the same move, best first.
fn replace(found: &mut [Found], line: &Found) {
    if let Some(known) = found.iter_mut().find(|known| known.square == line.square) {
        *known = line.clone();
    }
    found.sort_by_key(|line| std::cmp::Reverse(line.value));
}

/// The legal moves, those first that look best at once.
fn root_moves(own: u64, opponent: u64, weights: &Weights) -> Vec<RootMove> {
    let moves = u64::mobility(own, opponent, !(own | opponent));
    let mut found: Vec<RootMove> = (moves.squares())
        .map(|square| {
            let flipped = u64::flips(own, opponent, square);
            let (next, other) = (opponent ^ flipped, own | flipped | 1 << square);
            let value = -super::super::patterns::evaluate(weights, next, other);
            RootMove { own: next, opponent: other, square, value }
        })
        .collect();
    found.sort_by_key(|mv| std::cmp::Reverse(mv.value));
    found
}

/// The move that a line begins with.
fn moves_to(own: u64, opponent: u64, line: &Found) -> Option<RootMove> {
    let square = line.square?;
    let flipped = u64::flips(own, opponent, square);
    let (next, other) = (opponent ^ flipped, own | flipped | 1 << square);
    Some(RootMove { own: next, opponent: other, square, value: line.value })
}

/// The lines of an unfinished search, and below them those of the search
/// before that it did not come to. They are worth no more than what stands
/// above: the search put that first.
fn joined(next: Vec<Found>, before: Vec<Found>) -> Vec<Found> {
    let count = before.len();
    let mut all = next;
    for line in &mut all {
        // A move that was the best before is known as well as it was.
        if line.percent == 0
            && let Some(known) = before.iter().find(|known| known.square == line.square)
        {
            *line = known.clone();
        }
    }
    for line in before {
        if all.iter().all(|known| known.square != line.square) {
            all.push(line);
        }
    }
    all.truncate(count);
    for n in 1..all.len() {
        if all[n].value > all[n - 1].value {
            all[n].value = all[n - 1].value;
            all[n].percent = all[n].percent.min(99);
        }
    }
    all
}

/// With so many empty squares or fewer, what the table has forgotten of a
/// proved line is found again.
const PLAYED_OUT: u32 = 11;

/// The play that is expected after a move, as far as the table remembers it;
/// a proved one is followed to the end.
fn main_line(w: &mut Worker<'_>, (own, opponent): (u64, u64), found: &Found) -> Vec<Option<u8>> {
    let Some(mut square) = found.square else { return vec![None] };
    let (mut own, mut opponent) = (own, opponent);
    let mut line = Vec::new();
    loop {
        let flipped = u64::flips(own, opponent, square);
        (own, opponent) = (opponent ^ flipped, own | flipped | 1 << square);
        line.push(Some(square));
        if line.iter().flatten().count() >= found.depth as usize {
            return line;
        }
        let empty = !(own | opponent);
        let mut moves = u64::mobility(own, opponent, empty);
        if moves == 0 {
            (own, opponent) = (opponent, own);
            moves = u64::mobility(own, opponent, empty);
            if moves == 0 {
                return line;
            }
            line.push(None);
        }
        let empties = empty.count_ones();
        let known = w.table.probe(geometry::key(own, opponent)).filter(|known| {
            // A bound may come with a move that is not the best; of a proof
            // only what is proved is told.
            let proved = known.lower == known.upper
                && known.certainty == CERTAIN
                && u32::from(known.depth) >= empties;
            !found.is_exact() || proved
        });
        let known = known.map(|known| known.best);
        square = match known.filter(|&best| best < NO_SQUARE && moves >> best & 1 != 0) {
            Some(best) => best,
            None if found.is_exact() && empties <= PLAYED_OUT => {
                match best_at_end(w, own, opponent, moves) {
                    Some(best) => best,
                    None => break,
                }
            }
            None => break,
        };
    }
    while line.last() == Some(&None) {
        line.pop();
    }
    line
}

/// The best of these moves with a few empty squares; `None` if the search is
/// to end.
fn best_at_end(w: &mut Worker<'_>, own: u64, opponent: u64, moves: u64) -> Option<u8> {
    let goal = Goal { depth: 64, certainty: CERTAIN };
    let mut best = None;
    for square in moves.squares() {
        let flipped = u64::flips(own, opponent, square);
        let (own, opponent) = (opponent ^ flipped, own | flipped | 1 << square);
        let value = -dispatch::answer(w, Question::Value { own, opponent, goal })?;
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, square));
        }
    }
    best.map(|(_, square)| square)
}
