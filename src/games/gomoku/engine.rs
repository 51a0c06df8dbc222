//! The computer player of Gomoku: what its search knows, and how it answers.

use super::field::{Field, Spot};
use super::fours::Fours;
use super::levels::{Method, Player};
use super::lines::file_and_rank;
use super::patterns::Class;
use super::position::{End, Gomoku, Ply, Rule, Stage};
use super::threats::Threats;
use crate::core::{Move, Position, Random};
use crate::games::engine::mate_in;
use crate::games::{AnyPosition, Engine, Playable, Request, Strength, Thought, Unit, Value};
use crate::search::{Budget, Found, Kept, Limits, Lines, Model, Plan, Stop};

/// The value of a win, less the stones on the board when it is won; in
/// hundredths of a tempo.
pub(super) const WIN: i32 = 1_000_000;

/// Values from here on are those of wins: no board has so many points.
const WON: i32 = WIN - 1_000;

/// An estimate that means a chance of three in four, about.
const SCALE: f64 = 220.0;

/// What it is worth to be to move, beside what the patterns say.
const TEMPO: i32 = 20;

/// The share of the time that goes to winning sequences of threes and fours,
/// at most.
const THREATS_SHARE: u32 = 5;

/// Memory for the transposition table, in mebibytes: of levels that look at
/// few positions, and of all others.
pub(super) const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 48;

/// What the search knows about Gomoku.
pub(super) struct Knowledge {
    fours: Fours,
    /// Positions for a sequence of fours at each leaf.
    at_leaf: u64,
    scratch: Field,
    stop: Stop,
}

impl Knowledge {
    pub(super) fn new(field: &Field, at_leaf: u64, stop: &Stop) -> Knowledge {
        let (fours, stop) = (Fours::default(), stop.clone());
        Knowledge { fours, at_leaf, scratch: field.clone(), stop }
    }
}

impl Model for Knowledge {
    type Position = Field;

    fn evaluate(&mut self, field: &Field) -> i32 {
        if field.rules().end().is_some() {
            return self.terminal(field);
        }
        let (own, other) = (field.colour(), field.colour() ^ 1);
        let stones = i32::from(field.rules().stones());
        if field.count(own, Class::Five) > 0 {
            return WIN - stones - 1;
        }
        if field.count(other, Class::Five) == 0 && field.winning_four(own).is_some() {
            return WIN - stones - 3;
        }
        if self.at_leaf > 0 && field.count(own, Class::Four) > 3 {
            self.scratch.copy_from(field);
            let limits = Limits { nodes: Some(self.at_leaf), ..Limits::default() };
            let mut budget = Budget::new(limits, self.stop.clone());
            let length = self.fours.win(&mut self.scratch, &mut budget).len();
            if length > 0 {
                return WIN - stones - length as i32 - 2;
            }
        }
        field.worth(own) - field.worth(other) + TEMPO
    }

    fn terminal(&self, field: &Field) -> i32 {
        let stones = i32::from(field.rules().stones());
        let winner = match field.rules().end() {
            Some(End::Five(colour)) => colour,
            Some(End::Foul(..)) => 1,
            Some(End::Full | End::Passes) | None => return 0,
        };
        if winner == field.colour() { WIN - stones } else { stones - WIN }
    }

    fn promise(&mut self, field: &mut Field, mv: Spot, _: u32) -> i32 {
        field.urgency(mv.cell)
    }

    fn number(&self, mv: Spot) -> u16 {
        mv.cell + 1
    }

    fn is_free(&self, mv: Spot) -> bool {
        mv.forced
    }

    fn remaining(&self, field: &Field) -> u32 {
        let size = u32::from(field.rules().size());
        // A pass may lengthen the game, two end it.
        2 * (size * size - u32::from(field.rules().stones())) + 2
    }

    fn solve(&mut self, _: &Field, _: (i32, i32), _: &mut Budget) -> Option<i32> {
        None
    }
}

/// The computer player of Gomoku.
#[derive(Default)]
pub struct GomokuEngine {
    pub(super) searcher: Kept<Knowledge>,
    threats: Threats,
}

impl Engine for GomokuEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let position = position.downcast::<Gomoku>()?;
        if position.end().is_some() {
            return None;
        }
        let mut random = Random::new(request.seed ^ position.key());
        match position.stage() {
            Stage::Choose => Some(self.choose(position, request)),
            Stage::Lay => self.lay(position, request, &mut random),
            Stage::Play if position.next_decides() => self.lay(position, request, &mut random),
            Stage::Declare => Some(self.declare(position, request)),
            Stage::Offer => self.offer(position, request),
            Stage::Pick => self.pick(position, request),
            Stage::Play => match early(position, request, &mut random) {
                Some(cell) => Some(simple(position, Ply::Stone(cell))),
                None => self.play(position, request, &mut random, report),
            },
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let Some(at) = position.downcast::<Gomoku>() else { return Vec::new() };
        let is_searched = at.stage() == Stage::Play && !at.next_decides() && at.stones() > 0;
        if at.end().is_some() || !is_searched {
            let request = Request { strength: Strength::Full, ..request.clone() };
            return self.think(position, &request, &mut |_| ()).into_iter().collect();
        }
        self.best_lines(at, request, lines, report)
    }
}

/// One of the usual first two stones, so that games of a level differ.
fn early(position: &Gomoku, request: &Request, random: &mut Random) -> Option<u16> {
    let centre = position.centre();
    if position.stones() == 0 {
        return Some(centre);
    }
    if position.stones() > 2 || request.strength == Strength::Full {
        return None;
    }
    let (x, y) = file_and_rank(centre);
    let reach = u8::from(position.stones() == 2) + 1;
    let near: Vec<u16> = position
        .cells()
        .filter(|&cell| {
            let (file, rank) = file_and_rank(cell);
            let away = file.abs_diff(x).max(rank.abs_diff(y));
            away <= reach && position.is_legal(Ply::Stone(cell))
        })
        .collect();
    // After an unusual first stone the search decides.
    let usual = position.lines().colour_at(centre) == Some(0);
    if usual { random.pick(&near).copied() } else { None }
}

/// A decision or a stone that needed no search.
pub(super) fn simple(position: &Gomoku, ply: Ply) -> Thought {
    let best = position.lift(ply);
    Thought {
        best,
        line: vec![best],
        value: None,
        depth: 0,
        nodes: 1,
        elapsed: std::time::Duration::ZERO,
    }
}

/// The chance to win. The search looks at promising moves only, so what it
/// finds is proved only where every answer was forced.
pub(super) fn value(amount: i32, exact: bool) -> Value {
    let chance = 1.0 / (1.0 + (-f64::from(amount) / SCALE).exp());
    Value { amount: chance, unit: Unit::Chance, exact, mate: None }
}

fn thought(position: &Gomoku, found: &Found<Spot>) -> Thought {
    let mut at = *position;
    let mut line = Vec::with_capacity(found.line.len());
    for spot in &found.line {
        if !at.is_legal(spot.ply()) {
            break;
        }
        line.push(at.lift(spot.ply()));
        at.play(spot.ply());
    }
    let is_won = found.value.abs() >= WON;
    let until = WIN - found.value.abs() - i32::from(position.stones());
    let mate = if is_won { mate_in(until, found.value) } else { None };
    Thought {
        best: position.lift(found.best.ply()),
        line,
        value: Some(Value { mate, ..value(found.value, found.exact) }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

impl GomokuEngine {
    fn play(
        &mut self,
        position: &Gomoku,
        request: &Request,
        random: &mut Random,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let player = Player::of(request.strength);
        let field = Field::new(position);
        if player.method == Method::Greedy {
            return greedy(position, &field, &player, random);
        }
        let mut knowledge = Knowledge::new(&field, player.fours[1], &request.stop);
        let mut plan = player.level.within(request.limits);
        let mut moves = Vec::new();
        field.legal_moves(&mut moves);
        let is_free = moves.len() > 1 || request.strength == Strength::Full;
        if !is_free {
            plan.limits.depth = Some(2.min(plan.limits.depth.unwrap_or(2)));
        }
        let threats = if is_free { player.threats } else { 0 };
        let most = (player.fours[0], threats);
        if let Some(found) = self.forced_win(&mut knowledge, &field, most, &mut plan) {
            let thought = thought(position, &found);
            report(&thought);
            return Some(thought);
        }
        let size = if player.is_light() { SMALL_TABLE } else { LARGE_TABLE };
        let searcher = self.searcher.searcher(size);
        // What a level knows does not depend on earlier moves.
        searcher.forget();
        if player.method == Method::Choosing {
            let ranking = searcher.rank(&mut knowledge, &field, &plan, &request.stop)?;
            let found = ranking.choose(&player.level, random)?;
            return Some(thought(position, &found));
        }
        let found =
            searcher.search(&mut knowledge, &field, &plan, &request.stop, &mut |found| {
                report(&thought(position, found));
            })?;
        Some(thought(position, &found))
    }
}

impl GomokuEngine {
    /// The best lines of a position in which a stone is played.
    fn best_lines(
        &mut self,
        position: &Gomoku,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let player = Player::full();
        let field = Field::new(position);
        let mut knowledge = Knowledge::new(&field, player.fours[1], &request.stop);
        let mut plan = player.level.within(request.limits);
        let most = (player.fours[0], player.threats);
        let win = self.forced_win(&mut knowledge, &field, most, &mut plan);
        let thoughts = |found: &[Found<Spot>]| -> Vec<Thought> {
            let (nodes, elapsed) = found
                .first()
                .or(win.as_ref())
                .map_or_else(|| (0, std::time::Duration::ZERO), |line| (line.nodes, line.elapsed));
            let mut all: Vec<_> = win.iter().chain(found).collect();
            // What the search found may win sooner.
            all.sort_by_key(|line| std::cmp::Reverse(line.value));
            let told = |line: &Found<Spot>| Thought { nodes, elapsed, ..thought(position, line) };
            all.into_iter().map(told).collect()
        };
        if win.is_some() {
            let only = thoughts(&[]);
            report(&only);
            if lines <= 1 {
                return only;
            }
        }
        let without: Vec<_> = win.iter().map(|line| line.best).collect();
        let wanted = Lines { count: lines - without.len().min(lines), without: &without };
        let searcher = self.searcher.searcher(LARGE_TABLE);
        searcher.forget();
        let stop = &request.stop;
        let found =
            searcher.search_lines(&mut knowledge, &field, &plan, &wanted, stop, &mut |found| {
                report(&thoughts(found));
            });
        thoughts(&found)
    }

    /// A win that is forced by fours, or else by threes and fours, if one is
    /// found within so many positions for each; takes the time that it needs
    /// off the plan.
    fn forced_win(
        &mut self,
        knowledge: &mut Knowledge,
        field: &Field,
        (fours, threats): (u64, u64),
        plan: &mut Plan,
    ) -> Option<Found<Spot>> {
        let mut win = None;
        if fours > 0 {
            let limits = plan.limits.and(Limits { nodes: Some(fours), ..Limits::default() });
            let mut budget = Budget::new(limits, knowledge.stop.clone());
            win = by_fours(knowledge, field, &mut budget);
            plan.limits.time = plan.limits.time.map(|time| time.saturating_sub(budget.elapsed()));
        }
        if threats > 0 && win.is_none() {
            let nodes = plan.limits.nodes.map(|nodes| nodes / u64::from(THREATS_SHARE));
            let nodes = Some(nodes.unwrap_or(threats).min(threats));
            let time = plan.limits.time.map(|time| time / THREATS_SHARE);
            let limits = Limits { nodes, time, depth: None };
            let mut budget = Budget::new(limits, knowledge.stop.clone());
            win = self.by_threats(knowledge, field, &mut budget);
            plan.limits.time = plan.limits.time.map(|time| time.saturating_sub(budget.elapsed()));
        }
        knowledge.fours.forget();
        win
    }

    /// A win by threes and fours, if there is one.
    fn by_threats(
        &mut self,
        knowledge: &mut Knowledge,
        field: &Field,
        budget: &mut Budget,
    ) -> Option<Found<Spot>> {
        knowledge.scratch.copy_from(field);
        self.threats.forget();
        let line = self.threats.win(&mut knowledge.scratch, budget);
        // White may, very rarely, meet a threat of Black's from afar, by a
        // stone that makes Black's winning point a foul.
        let exact = field.rules().rule() != Rule::Renju || field.colour() == 1;
        found(field, line, exact, budget)
    }
}

/// The choice of a player that looks at each point as it is.
fn greedy(
    position: &Gomoku,
    field: &Field,
    player: &Player,
    random: &mut Random,
) -> Option<Thought> {
    let mut moves = Vec::new();
    field.legal_moves(&mut moves);
    let mut ranked: Vec<(i32, Spot)> =
        moves.iter().map(|&spot| (field.urgency(spot.cell), spot)).collect();
    ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let (_, best) = player.level.choose(&ranked, random)?;
    let best: Move = position.lift(best.ply());
    let nodes = ranked.len() as u64;
    Some(Thought { best, line: vec![best], nodes, depth: 1, ..simple(position, Ply::Pass) })
}

/// A win by fours alone, if there is one.
fn by_fours(knowledge: &mut Knowledge, field: &Field, budget: &mut Budget) -> Option<Found<Spot>> {
    knowledge.scratch.copy_from(field);
    let line = knowledge.fours.win(&mut knowledge.scratch, budget);
    found(field, line, true, budget)
}

/// A winning sequence as the result of a search; `None` if it is empty.
fn found(field: &Field, line: &[u16], exact: bool, budget: &Budget) -> Option<Found<Spot>> {
    let line: Vec<Spot> = line.iter().map(|&cell| Spot { cell, forced: false }).collect();
    let mut at = *field.rules();
    line.iter().for_each(|spot| _ = at.play(spot.ply()));
    // The last move may be a four that cannot be answered.
    let plies = line.len() as i32 + if at.end().is_some() { 0 } else { 2 };
    Some(Found {
        best: *line.first()?,
        value: WIN - i32::from(field.rules().stones()) - plies,
        depth: line.len() as u32,
        line,
        exact,
        nodes: budget.nodes(),
        elapsed: budget.elapsed(),
    })
}
