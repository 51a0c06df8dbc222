//! What can be drawn over the board: whose each point is likely to become,
//! how far the stones radiate, and how the score comes about.

use super::board::{Board, Cell};
use super::playout::{owner, play_out};
use super::position::{End, Go, Phase};
use super::rules::Counting;
use super::score::Marks;
use crate::core::{Position, Random, Side};
use crate::games::Overlay;

const TERRITORY: &str = "go-overlay-territory";
const INFLUENCE: &str = "go-overlay-influence";
const SCORE: &str = "go-overlay-score";

/// Plies of all playouts of an estimate together: about 150 ms of one core.
const ESTIMATE_PLIES: u32 = 800_000;

/// Bounds on the playouts of an estimate.
const PLAYOUTS: (u32, u32) = (100, 2000);

/// The strength of a stone where it stands. It halves with every step and is
/// gone after ten.
const SOURCE: i32 = 1 << 10;

/// The overlays that a position has.
#[must_use]
pub fn names<const C: usize>(go: &Go<C>) -> &'static [&'static str] {
    match go.phase() {
        Phase::Play | Phase::Over(End::Repeated) => &[TERRITORY, INFLUENCE],
        Phase::Marking { .. } | Phase::Over(_) => &[SCORE, TERRITORY, INFLUENCE],
    }
}

/// An overlay by its name; `None` if the position has none of that name.
#[must_use]
pub fn overlay<const C: usize>(go: &Go<C>, id: &str) -> Option<Overlay> {
    match names(go).iter().copied().find(|&name| name == id)? {
        TERRITORY => Some(territory(go)),
        INFLUENCE => Some(influence(go)),
        _ => Some(score(go)),
    }
}

/// For each point the playouts that leave it to Black less those that leave
/// it to White, of all; and the mean lead of Black, White's komi and
/// compensation taken off. The same position has the same estimate.
fn territory<const C: usize>(go: &Go<C>) -> Overlay {
    let board = go.stones();
    let count = (ESTIMATE_PLIES / board.point_count()).clamp(PLAYOUTS.0, PLAYOUTS.1);
    let mut random = Random::new(go.key());
    let mut owned = [0_i32; C];
    for _ in 0..count {
        let mut end = *board;
        play_out(&mut end, go.side_to_move(), None, &mut random, |_, _| ());
        for cell in end.points() {
            owned[usize::from(cell)] += owner(&end, cell).map_or(0, sign);
        }
    }
    let share = |sum: i32| sum as f32 / count as f32;
    let owned: Vec<i32> = board.points().map(|cell| owned[usize::from(cell)]).collect();
    let given = go.rules().komi as f32 / 2.0 + go.rules().compensation as f32;
    let spent = match go.rules().counting {
        Counting::Area => 0.0,
        Counting::Territory => spent(go),
    };
    Overlay {
        lead: Some(share(owned.iter().sum()) - spent - given),
        values: owned.into_iter().map(share).collect(),
    }
}

const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// How many stones Black has spent more than White: by so many points its
/// lead in territory is less than its lead in area. While play goes on,
/// whose turn it is will spend one more in half of the games.
fn spent<const C: usize>(go: &Go<C>) -> f32 {
    let board = go.stones();
    let standing: i32 = board.points().filter_map(|cell| board.at(cell).side()).map(sign).sum();
    let [by_black, by_white] = go.captured().map(|stones| stones as i32);
    let turn = if go.phase() == Phase::Play { sign(go.side_to_move()) } else { 0 };
    (standing - by_black + by_white) as f32 + 0.5 * turn as f32
}

/// What the stones radiate, dead ones left out: from 1024 where a stone
/// stands, half with every step along the lines, around the stones of the
/// other side. What meets the edge comes back, one step later. Sums of powers
/// of two are exact, so mirrored positions have mirrored values.
fn influence<const C: usize>(go: &Go<C>) -> Overlay {
    let (board, dead) = (go.stones(), go.dead());
    let mut strength = [0_i32; C];
    let mut wave = Wave::default();
    for stone in board.points().filter(|&cell| !dead.contains(cell)) {
        let Some(side) = board.at(stone).side() else { continue };
        wave.radiate(board, dead, stone, side, |cell, part| {
            strength[usize::from(cell)] += sign(side) * part;
        });
    }
    let squash = |strength: i32| (strength as f32 / SOURCE as f32).tanh();
    let values = board.points().map(|cell| squash(strength[usize::from(cell)])).collect();
    Overlay { values, lead: None }
}

/// The front of what a stone radiates, kept so that it is allocated once.
#[derive(Default)]
struct Wave {
    /// Cells, and whether the edge has sent the wave back on its way there.
    front: Vec<(u16, bool)>,
    next: Vec<(u16, bool)>,
}

impl Wave {
    fn radiate<const C: usize>(
        &mut self,
        board: &Board<C>,
        dead: &Marks,
        stone: u16,
        side: Side,
        mut add: impl FnMut(u16, i32),
    ) {
        let mut seen = [Marks::default(); 2];
        seen[0].insert(stone);
        self.front.clear();
        self.front.push((stone, false));
        let mut strength = SOURCE;
        while strength > 0 && !self.front.is_empty() {
            self.next.clear();
            for &(cell, returned) in &self.front {
                add(cell, strength);
                for near in board.beside(cell) {
                    let (to, back) = match board.at(near) {
                        Cell::Rim if returned => continue,
                        Cell::Rim => (cell, true),
                        Cell::Empty => (near, returned),
                        stone if stone == Cell::of(side) || dead.contains(near) => (near, returned),
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

/// Who gets the point for each place as the rules count it: a dead stone's
/// place goes to its captor.
fn score<const C: usize>(go: &Go<C>) -> Overlay {
    let count = go.count();
    let [black, white] = count.totals.map(|points| points.as_halves() as f32 / 2.0);
    let value = |owner: Option<Side>| owner.map_or(0.0, |side| sign(side) as f32);
    Overlay { values: count.owners.into_iter().map(value).collect(), lead: Some(black - white) }
}
