//! The computer player of the relatives: what its search knows, and how it
//! answers.

use super::Kin;
use super::position::{End, Ply, Relative, Stage};
use super::scene::{Scene, Spot};
use crate::core::{Position, Random};
use crate::games::engine::mate_in;
use crate::games::gomoku::levels::{Method, Player};
use crate::games::gomoku::lines::{cell, file_and_rank};
use crate::games::{AnyPosition, Engine, Playable, Request, Strength, Thought, Unit, Value};
use crate::search::{Budget, Found, Kept, Lines, Model};

/// The value of a win, less the plies until it is won; in hundredths of a
/// tempo.
const WIN: i32 = 1_000_000;

/// Values from here on are those of wins.
const WON: i32 = WIN - 2_000;

/// An estimate that means a chance of three in four, about.
const SCALE: f64 = 220.0;

/// What it is worth to be to move, beside what the windows say.
const TEMPO: i32 = 20;

/// What a goal is worth, and the chance of one in the next turn.
const GOAL: i32 = 400;
const NEXT_GOAL: i32 = 250;

/// What each captured stone is worth, and what its square adds: the nearer
/// the number that wins, the more one stone counts.
const PRISONER: i32 = 18;
const PRISONER_SQUARED: i32 = 3;

/// What each stone is worth that could be captured next: by the side to
/// move, and by the other.
const NEXT_PRISONER: i32 = 22;
const LATER_PRISONER: i32 = 12;

/// Memory for the transposition table, in mebibytes: of levels that look at
/// few positions, and of all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 48;

/// What the search knows about the relatives.
struct Knowledge;

impl Knowledge {
    /// What the counts of both sides are worth to this colour.
    fn counted(scene: &Scene, own: usize) -> i32 {
        let counts = scene.rules().counts().map(i32::from);
        let worth = |count: i32| match scene.rules().kin() {
            Kin::Connect6 => 0,
            Kin::Bubble => GOAL * count,
            Kin::Liberty => PRISONER * count.min(20) / 2,
            Kin::Pente | Kin::Ninuki => PRISONER * count + PRISONER_SQUARED * count * count,
            Kin::Keryo => PRISONER * count + PRISONER_SQUARED * count * count * 2 / 3,
        };
        worth(counts[own]) - worth(counts[own ^ 1])
    }
}

impl Model for Knowledge {
    type Position = Scene;

    fn evaluate(&mut self, scene: &Scene) -> i32 {
        if scene.rules().end().is_some() {
            return self.terminal(scene);
        }
        let (own, other) = (scene.colour(), scene.colour() ^ 1);
        let left = scene.left() as i32;
        let hits = scene.hits();
        if scene.winning(hits.as_ref()).is_some() {
            return WIN - scene.played() - left;
        }
        if scene.is_overrun() {
            return scene.played() + left + 2 - WIN;
        }
        let windows = scene.windows();
        let mut value = windows.worth(own) - windows.worth(other) + TEMPO * left;
        value += Knowledge::counted(scene, own);
        if let Some(hits) = hits {
            value += NEXT_PRISONER * i32::from(hits.sum(own));
            value -= LATER_PRISONER * i32::from(hits.sum(other));
        }
        if scene.rules().kin() == Kin::Bubble {
            let lines = windows.length() - 1;
            let is_extra = scene.rules().stage() != Stage::Turn;
            if windows.live(own, lines) > 0 {
                value += NEXT_GOAL;
            } else if windows.live(other, lines) > 1 {
                value -= NEXT_GOAL / 2;
            }
            value += if is_extra { 2 * TEMPO } else { 0 };
        }
        value
    }

    fn terminal(&self, scene: &Scene) -> i32 {
        let [black, white] = scene.rules().counts();
        let winner = match scene.rules().end() {
            Some(End::Row(colour) | End::Captures(colour) | End::Goals(colour)) => colour,
            Some(End::Foul(..)) => 1,
            Some(End::Full) if scene.rules().kin() == Kin::Bubble && black != white => {
                usize::from(white > black)
            }
            Some(End::Full | End::Stuck | End::Exhausted) | None => return 0,
        };
        let value = WIN - scene.played();
        if winner == scene.colour() { value } else { -value }
    }

    fn promise(&mut self, _: &mut Scene, mv: Spot, _: u32) -> i32 {
        mv.urgency
    }

    fn number(&self, mv: Spot) -> u16 {
        mv.ply.cell() + 1
    }

    fn is_free(&self, mv: Spot) -> bool {
        mv.forced
    }

    fn remaining(&self, scene: &Scene) -> u32 {
        let rules = scene.rules();
        let room = u32::from(rules.room());
        let left =
            |most: u16| u32::from((2 * most).saturating_sub(rules.counts()[0] + rules.counts()[1]));
        // Stones that vanish may be put once more; a goal is followed by two
        // plies, and takes four rows of nine at most.
        match rules.kin() {
            Kin::Connect6 => room,
            Kin::Pente | Kin::Keryo | Kin::Ninuki => {
                room + left(rules.kin().prisoners().unwrap_or(0) + 24)
            }
            Kin::Liberty => room + 2 * u32::from(rules.points()),
            Kin::Bubble => room + 40 * left(rules.agreed() + 4),
        }
    }

    fn solve(&mut self, _: &Scene, _: (i32, i32), _: &mut Budget) -> Option<i32> {
        None
    }

    fn settles(&self, value: i32, _: u32) -> bool {
        value.abs() > WON
    }

    fn shifted(&self, value: i32, plies: i32) -> i32 {
        match value {
            _ if value > WON => value + plies,
            _ if value < -WON => value - plies,
            _ => value,
        }
    }
}

/// The computer player of the relatives of Gomoku.
#[derive(Default)]
pub struct RelativeEngine {
    searcher: Kept<Knowledge>,
}

impl Engine for RelativeEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let position = position.downcast::<Relative>()?;
        if position.end().is_some() {
            return None;
        }
        let mut random = Random::new(request.seed ^ position.key());
        if let Some(cell) = early(position, request, &mut random) {
            let best = position.lift(Ply::Stone(cell));
            let elapsed = std::time::Duration::ZERO;
            return Some(Thought {
                best,
                line: vec![best],
                value: None,
                depth: 0,
                nodes: 1,
                elapsed,
            });
        }
        let player = Player::of(request.strength);
        let scene = Scene::new(position);
        let mut plan = player.level.within(request.limits);
        if player.method == Method::Greedy {
            let found = greedy(&scene, &player, &mut random)?;
            return Some(Thought { value: None, ..thought(position, &found) });
        }
        if position.kin() == Kin::Connect6 && player.method == Method::Searching {
            // A level looks ahead as many turns as in the other games.
            let own = player.level.plan.limits.depth.map(|depth| 2 * depth);
            plan.limits.depth = match (own, request.limits.depth) {
                (Some(own), Some(asked)) => Some(own.min(asked)),
                (own, asked) => own.or(asked),
            };
        }
        let mut moves = Vec::new();
        scene.legal_moves(&mut moves);
        if moves.len() == 1 && request.strength != Strength::Full {
            plan.limits.depth = Some(2.min(plan.limits.depth.unwrap_or(2)));
        }
        let size = if player.is_light() { SMALL_TABLE } else { LARGE_TABLE };
        let searcher = self.searcher.searcher(size);
        // What a level knows does not depend on earlier moves.
        searcher.forget();
        if player.method == Method::Choosing {
            let ranking = searcher.rank(&mut Knowledge, &scene, &plan, &request.stop)?;
            return Some(thought(position, &ranking.choose(&player.level, &mut random)?));
        }
        let found =
            searcher.search(&mut Knowledge, &scene, &plan, &request.stop, &mut |found| {
                report(&thought(position, found));
            })?;
        Some(thought(position, &found))
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let Some(at) = position.downcast::<Relative>() else { return Vec::new() };
        if at.end().is_some() || at.stones() == [0; 2] {
            let request = Request { strength: Strength::Full, ..request.clone() };
            return self.think(position, &request, &mut |_| ()).into_iter().collect();
        }
        let scene = Scene::new(at);
        let plan = Player::full().level.within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        searcher.forget();
        let thoughts = |found: &[Found<Spot>]| -> Vec<Thought> {
            found.iter().map(|line| thought(at, line)).collect()
        };
        let (wanted, stop) = (Lines::best(lines), &request.stop);
        let found =
            searcher.search_lines(&mut Knowledge, &scene, &plan, &wanted, stop, &mut |found| {
                report(&thoughts(found));
            });
        thoughts(&found)
    }
}

/// In how many turns of the winner a game is won that is worth so much to the
/// side to move; `None` for estimates, and where a turn may go on and on.
fn mate(position: &Relative, value: i32) -> Option<i32> {
    if value.abs() <= WON || position.kin() == Kin::Bubble {
        return None;
    }
    let plies = WIN - value.abs();
    let turns = match (position.kin(), position.stage()) {
        (Kin::Connect6, Stage::Turn) => (plies + 1) / 2,
        (Kin::Connect6, _) => plies / 2 + 1,
        _ => plies,
    };
    mate_in(turns, value)
}

/// One of the usual first stones, so that games of a level differ.
fn early(position: &Relative, request: &Request, random: &mut Random) -> Option<u16> {
    let middle = position.size() / 2;
    let [black, white] = position.stones();
    let centre = cell(middle, middle);
    if position.counts() != [0; 2] || position.stage() == Stage::Extra {
        return None;
    }
    if black + white == 0 {
        return Some(centre);
    }
    let usual = position.lines().colour_at(centre) == Some(0);
    if black + white > 2 || !usual || request.strength == Strength::Full {
        return None;
    }
    let reach = u8::from(black + white == 2) + 1;
    let near: Vec<u16> = position
        .cells()
        .filter(|&at| {
            let (file, rank) = file_and_rank(at);
            let away = file.abs_diff(middle).max(rank.abs_diff(middle));
            away <= reach && position.is_legal(Ply::Stone(at))
        })
        .collect();
    random.pick(&near).copied()
}

/// The choice of a player that looks at each point as it is.
fn greedy(scene: &Scene, player: &Player, random: &mut Random) -> Option<Found<Spot>> {
    let mut moves = Vec::new();
    scene.legal_moves(&mut moves);
    let mut ranked: Vec<(i32, Spot)> = moves.iter().map(|&spot| (spot.urgency, spot)).collect();
    ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let (value, best) = player.level.choose(&ranked, random)?;
    Some(Found {
        best,
        line: vec![best],
        value,
        depth: 1,
        exact: false,
        nodes: ranked.len() as u64,
        elapsed: std::time::Duration::ZERO,
    })
}

fn thought(position: &Relative, found: &Found<Spot>) -> Thought {
    let mut at = *position;
    let mut line = Vec::with_capacity(found.line.len());
    for spot in &found.line {
        if !at.is_legal(spot.ply) {
            break;
        }
        line.push(at.lift(spot.ply));
        at.play(spot.ply);
    }
    let chance = 1.0 / (1.0 + (-f64::from(found.value) / SCALE).exp());
    // The search looks at promising moves only, so that only a win that is
    // there is proved.
    let exact = found.value >= WIN - 1;
    Thought {
        best: position.lift(found.best.ply),
        line,
        value: Some(Value {
            amount: chance,
            unit: Unit::Chance,
            exact,
            mate: mate(position, found.value),
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}
