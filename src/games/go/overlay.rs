//! Board overlays: estimated territory, influence, and the final score.

use super::board::{GoBoard, Intersection};
use super::network::Evaluator;
use super::playout::{owner, play_out};
use super::position::{EndReason, Go, Phase};
use super::rules::ScoringRule;
use super::score::CellSet;
use crate::core::{Position, Random, Side};
use crate::games::Overlay;

const TERRITORY: &str = "go-overlay-territory";
const INFLUENCE: &str = "go-overlay-influence";
const SCORE: &str = "go-overlay-score";

/// Total plies of all playouts of an estimate: about 150 ms on one core.
const ESTIMATE_PLIES: u32 = 800_000;

/// Minimum and maximum number of playouts of an estimate.
const PLAYOUT_BOUNDS: (u32, u32) = (100, 2000);

/// Influence of a stone on its own point. It halves with every step and
/// vanishes after ten.
const STONE_INFLUENCE: i32 = 1 << 10;

/// Overlays available in a position.
#[must_use]
pub fn names<const C: usize>(go: &Go<C>) -> &'static [&'static str] {
    match go.phase() {
        Phase::Play | Phase::Finished(EndReason::Repetition) => &[TERRITORY, INFLUENCE],
        Phase::StoneRemoval { .. } | Phase::Finished(_) => &[SCORE, TERRITORY, INFLUENCE],
    }
}

/// An overlay by its name; `None` if the position has none of that name.
#[must_use]
pub fn overlay<const C: usize>(go: &Go<C>, id: &str) -> Option<Overlay> {
    match names(go).iter().copied().find(|&name| name == id)? {
        TERRITORY => {
            // The network judges positions in play.
            let evaluator = Evaluator::installed().filter(|_| go.phase() == Phase::Play);
            Some(match evaluator {
                Some(mut evaluator) => territory_by_network(go, &mut evaluator),
                None => territory(go),
            })
        }
        INFLUENCE => Some(influence(go)),
        _ => Some(score(go)),
    }
}

/// Ownership by playouts: for each point the share of those that leave it to
/// Black less the share that leave it to White; and Black's mean lead after
/// komi and handicap bonus. Deterministic for a position.
fn territory<const C: usize>(go: &Go<C>) -> Overlay {
    let board = go.go_board();
    let count = (ESTIMATE_PLIES / board.point_count()).clamp(PLAYOUT_BOUNDS.0, PLAYOUT_BOUNDS.1);
    let mut random = Random::new(go.key());
    let mut owned = [0_i32; C];
    for _ in 0..count {
        let mut end = *board;
        play_out(&mut end, go.side_to_move(), None, &mut random, |_, _| ());
        for cell in end.cells() {
            owned[usize::from(cell)] += owner(&end, cell).map_or(0, sign);
        }
    }
    let share = |sum: i32| sum as f32 / count as f32;
    let owned: Vec<i32> = board.cells().map(|cell| owned[usize::from(cell)]).collect();
    let given = go.rules().komi as f32 / 2.0 + go.rules().handicap_bonus as f32;
    let extra_stones = match go.rules().scoring {
        ScoringRule::Area => 0.0,
        ScoringRule::Territory => extra_black_stones(go),
    };
    Overlay {
        lead: Some(share(owned.iter().sum()) - extra_stones - given),
        values: owned.into_iter().map(share).collect(),
    }
}

/// The same as the network expects it.
fn territory_by_network<const C: usize>(go: &Go<C>, evaluator: &mut Evaluator) -> Overlay {
    let output = evaluator.evaluate(go);
    let sign = sign(go.side_to_move()) as f32;
    Overlay {
        values: output.ownership.iter().map(|owner| sign * owner).collect(),
        lead: Some(sign * output.lead_in_points()),
    }
}

const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// Stones that Black has placed more than White: Black's lead in territory is
/// less than its lead in area by so many points. During play the side to move
/// will place one more in half of the games.
fn extra_black_stones<const C: usize>(go: &Go<C>) -> f32 {
    let board = go.go_board();
    let standing: i32 = board.cells().filter_map(|cell| board.at(cell).side()).map(sign).sum();
    let [by_black, by_white] = go.captured().map(|stones| stones as i32);
    let turn = if go.phase() == Phase::Play { sign(go.side_to_move()) } else { 0 };
    (standing - by_black + by_white) as f32 + 0.5 * turn as f32
}

/// Influence of the living stones: 1024 on a stone's point, halved with every
/// step along the lines, blocked by stones of the other side. What meets the
/// edge is reflected, one step later. Sums of powers of two are exact, so
/// mirrored positions have mirrored values.
fn influence<const C: usize>(go: &Go<C>) -> Overlay {
    let (board, dead) = (go.go_board(), &go.dead());
    let mut strength = [0_i32; C];
    let mut wave = Wave::default();
    for stone in board.cells().filter(|&cell| !dead.contains(cell)) {
        let Some(side) = board.at(stone).side() else { continue };
        wave.radiate(board, dead, stone, side, |cell, part| {
            strength[usize::from(cell)] += sign(side) * part;
        });
    }
    let squash = |strength: i32| (strength as f32 / STONE_INFLUENCE as f32).tanh();
    let values = board.cells().map(|cell| squash(strength[usize::from(cell)])).collect();
    Overlay { values, lead: None }
}

/// Breadth-first front of a stone's influence; reuses its allocations.
#[derive(Default)]
struct Wave {
    /// Cells, and whether the influence was reflected at the edge.
    front: Vec<(u16, bool)>,
    next: Vec<(u16, bool)>,
}

impl Wave {
    fn radiate<const C: usize>(
        &mut self,
        board: &GoBoard<C>,
        dead: &CellSet,
        stone: u16,
        side: Side,
        mut add: impl FnMut(u16, i32),
    ) {
        let mut seen = [CellSet::default(); 2];
        seen[0].insert(stone);
        self.front.clear();
        self.front.push((stone, false));
        let mut strength = STONE_INFLUENCE;
        while strength > 0 && !self.front.is_empty() {
            self.next.clear();
            for &(cell, returned) in &self.front {
                add(cell, strength);
                for near in board.neighbours(cell) {
                    let (to, back) = match board.at(near) {
                        Intersection::Border if returned => continue,
                        Intersection::Border => (cell, true),
                        Intersection::Empty => (near, returned),
                        stone if stone == Intersection::of(side) || dead.contains(near) => {
                            (near, returned)
                        }
                        _ => continue,
                    };
                    if seen[usize::from(back)].insert(to) {
                        self.next.push((to, back));
                    }
                }
            }
            std::mem::swap(&mut self.front, &mut self.next);
            strength /= 2;
        }
    }
}

/// Owner of each point as the rules score it: a dead stone's point belongs to
/// its captor.
fn score<const C: usize>(go: &Go<C>) -> Overlay {
    let count = go.score();
    let [black, white] = count.totals.map(|points| points.as_halves() as f32 / 2.0);
    let value = |owner: Option<Side>| owner.map_or(0.0, |side| sign(side) as f32);
    Overlay { values: count.owners.into_iter().map(value).collect(), lead: Some(black - white) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::network::random_evaluator;
    use crate::games::go::rules::Rules;
    use crate::games::go::{GoMove, SmallGo};

    #[test]
    fn territory_by_the_network_is_seen_by_black_whoever_is_to_move() {
        let mut go = SmallGo::new(7, 7, Rules::from_name("chinese", 15, 0));
        let mut evaluator = random_evaluator(2);
        for sign in [1.0, -1.0] {
            let estimate = territory_by_network(&go, &mut evaluator);
            let output = evaluator.evaluate(&go);
            let owners: Vec<f32> = output.ownership.iter().map(|owner| sign * owner).collect();
            assert_eq!((estimate.values.len(), &estimate.values), (49, &owners));
            assert_eq!(estimate.lead, Some(sign * output.lead_in_points()));
            let cell = go.go_board().cells().next().unwrap();
            go.play(GoMove::Place(cell));
        }
    }
}
