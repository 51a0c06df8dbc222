//! A position as the computer player sees it: with its windows, what could
//! be captured, and only those moves that deserve a look.

use super::Kin;
use super::hits::Hits;
use super::position::{Ply, Relative, Stage, Undo as RulesUndo};
use super::windows::{COMPLETES, Windows};
use crate::core::{Outcome, Position, Side};
use crate::games::gomoku::lines::CELLS;

/// Candidates at most, where nothing is forced: of one-stone turns, and of
/// turns with two stones, of which there are as many pairs.
const CANDIDATES: usize = 20;
const FEWER_CANDIDATES: usize = 14;

/// Stones that may be taken off after a goal, at most.
const REMOVALS: usize = 8;

/// Threats of two-stone turns that are looked at; each must be answered, so
/// that more make no difference.
const THREATS: usize = 48;

/// What capturing one stone promises, and what saving one does, in
/// hundredths of a tempo.
const CAPTURE: i32 = 70;
const RESCUE: i32 = 60;

/// What it promises to stop a capture that would win.
const LAST_CAPTURE: i32 = 20_000;

/// A ply, and whether it was the only one worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The ply.
    pub ply: Ply,
    /// Whether nothing else came into question.
    pub forced: bool,
    /// How early it should be tried.
    pub urgency: i32,
}

impl Spot {
    /// A stone that answers what must be answered.
    fn answer(cell: u16, urgency: i32) -> Spot {
        Spot { ply: Ply::Stone(cell), forced: false, urgency }
    }
}

/// A position with what the computer player knows about it.
#[derive(Clone)]
pub struct Scene {
    rules: Relative,
    windows: Windows,
    played: i32,
}

impl Scene {
    /// Looks at a position.
    #[must_use]
    pub fn new(position: &Relative) -> Scene {
        let length = position.kin().row() as usize;
        let windows = Windows::new(position.lines(), position.size(), length);
        Scene { rules: *position, windows, played: 0 }
    }

    /// The position by the rules.
    #[must_use]
    pub fn rules(&self) -> &Relative {
        &self.rules
    }

    /// Its windows.
    #[must_use]
    pub fn windows(&self) -> &Windows {
        &self.windows
    }

    /// Plies played since the search began.
    #[must_use]
    pub fn played(&self) -> i32 {
        self.played
    }

    /// The colour to move; black is 0.
    #[inline]
    #[must_use]
    pub fn colour(&self) -> usize {
        self.rules.side_to_move().index()
    }

    /// Stones that the side to move has left in its turn.
    #[inline]
    #[must_use]
    pub fn left(&self) -> usize {
        let two = self.rules.kin() == Kin::Connect6 && self.rules.stage() == Stage::Turn;
        1 + usize::from(two)
    }

    /// What either side could capture; `None` where nothing is captured.
    #[must_use]
    pub fn hits(&self) -> Option<Hits> {
        Hits::of(&self.rules)
    }

    /// The cells on which this colour completes a row with one stone.
    pub fn completing(&self, colour: usize) -> impl Iterator<Item = u16> + use<'_> {
        let none = self.windows.live(colour, self.windows.length() - 1) == 0;
        let cells = self.rules.cells().take(if none { 0 } else { CELLS });
        cells.filter(move |&cell| {
            self.windows.gain(cell, colour) >= COMPLETES
                && self.rules.is_empty(cell)
                && self.rules.would_make_row(cell, colour)
        })
    }

    /// A stone with which the side to move wins, or begins a turn that does.
    #[must_use]
    pub fn winning(&self, hits: Option<&Hits>) -> Option<u16> {
        let own = self.colour();
        let kin = self.rules.kin();
        if self.rules.stage() == Stage::Remove {
            return None;
        }
        if kin == Kin::Connect6 {
            let least = self.windows.length() - self.left();
            if (least..self.windows.length()).all(|stones| self.windows.live(own, stones) == 0) {
                return None;
            }
            let window = self.windows.with(own, least as u8).next()?;
            return window.cells(self.windows.length()).find(|&cell| self.rules.is_empty(cell));
        }
        let goal_wins = self.rules.counts()[own] + 1 >= self.rules.agreed();
        if kin != Kin::Bubble || goal_wins {
            let made = self.completing(own).find(|&cell| self.rules.may_put(cell));
            if made.is_some() {
                return made;
            }
        }
        let (hits, wins) = (hits?, kin.prisoners()?);
        let missing = wins.saturating_sub(self.rules.counts()[own]);
        if missing > 2 * kin.flanked() as u16 * 4 {
            return None;
        }
        self.rules.cells().find(|&cell| {
            let hit = hits.at(cell, own);
            hit > 0 && hit >= missing && self.rules.may_put(cell)
        })
    }

    /// The empty cells of the enemy's windows that it could fill in its next
    /// turn of two stones.
    fn threats(&self, threats: &mut [[u16; 2]; THREATS]) -> usize {
        let other = self.colour() ^ 1;
        let length = self.windows.length();
        if self.windows.live(other, length - 1) + self.windows.live(other, length - 2) == 0 {
            return 0;
        }
        let mut found = 0;
        let windows = self.windows.with(other, length as u8 - 2);
        for (slot, window) in threats.iter_mut().zip(windows) {
            let mut empty = window.cells(length).filter(|&cell| self.rules.is_empty(cell));
            let first = empty.next().unwrap_or(0);
            *slot = [first, empty.next().unwrap_or(first)];
            found += 1;
        }
        found
    }

    /// Whether the enemy's threats of a turn of two stones cannot all be
    /// stopped any more.
    #[must_use]
    pub fn is_overrun(&self) -> bool {
        if self.rules.kin() != Kin::Connect6 {
            return false;
        }
        let mut threats = [[0; 2]; THREATS];
        let found = self.threats(&mut threats);
        !can_stop(&threats[..found], &mut [u16::MAX; 2], 0, self.left())
    }

    /// The stones that stop all threats of a turn of two stones, together
    /// with those left after them. Adds nothing if there is no threat.
    fn stop_threats(&self, moves: &mut Vec<Spot>) {
        let mut threats = [[0; 2]; THREATS];
        let found = self.threats(&mut threats);
        let threats = &threats[..found];
        let Some(&[a, b]) = threats.first() else { return };
        // Every answer has a stone in the first threat.
        let stones = if a == b { &[a][..] } else { &[a, b][..] };
        for all in [false, true] {
            for &stone in stones {
                if all || can_stop(threats, &mut [stone, u16::MAX], 1, self.left() - 1) {
                    moves.push(Spot::answer(stone, self.urgency(Ply::Stone(stone), None)));
                }
            }
            if !moves.is_empty() {
                return;
            }
        }
    }

    /// The moves that answer what cannot be left unanswered.
    fn forced(&self, hits: Option<&Hits>, moves: &mut Vec<Spot>) {
        let urgency = |cell| self.urgency(Ply::Stone(cell), hits);
        if let Some(cell) = self.winning(hits) {
            moves.push(Spot::answer(cell, urgency(cell)));
            return;
        }
        let (own, other) = (self.colour(), self.colour() ^ 1);
        match self.rules.kin() {
            Kin::Connect6 => self.stop_threats(moves),
            kin => {
                if kin == Kin::Bubble {
                    moves
                        .extend(self.completing(own).map(|cell| Spot::answer(cell, urgency(cell))));
                    if !moves.is_empty() {
                        return;
                    }
                }
                let mut push = |cell: u16| {
                    let is_new = !moves.iter().any(|spot| spot.ply == Ply::Stone(cell));
                    if is_new && self.is_wise(cell) {
                        moves.push(Spot::answer(cell, urgency(cell)));
                    }
                };
                let mut threatened = false;
                for cell in self.completing(other) {
                    threatened = true;
                    push(cell);
                }
                if let Some(hits) = hits.filter(|_| threatened) {
                    // A capture may break the row.
                    self.rules.cells().filter(|&cell| hits.at(cell, own) > 0).for_each(push);
                }
            }
        }
    }

    /// Whether a stone there is legal and does not lose by a foul.
    fn is_wise(&self, cell: u16) -> bool {
        self.rules.may_put(cell)
            && (self.rules.side_to_move() == Side::Second || self.rules.foul(cell).is_none())
    }

    /// How early a ply of the side to move should be tried.
    fn urgency(&self, ply: Ply, hits: Option<&Hits>) -> i32 {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        let cell = match ply {
            Ply::Remove(cell) => return self.windows.relief(cell, own),
            Ply::Stone(cell) => cell,
        };
        // One's own row is a move ahead of stopping the same row.
        let mut urgency = self.windows.gain(cell, own).min(COMPLETES) * 5 / 4
            + self.windows.gain(cell, other).min(COMPLETES);
        if let Some(hits) = hits {
            let [taken, lost] = [own, other].map(|colour| hits.at(cell, colour));
            urgency += i32::from(taken) * CAPTURE + i32::from(lost) * RESCUE;
            let wins = self.rules.kin().prisoners().unwrap_or(u16::MAX);
            if lost > 0 && self.rules.counts()[other] + lost >= wins {
                urgency += LAST_CAPTURE;
            }
        }
        urgency
    }

    fn best(&self, hits: Option<&Hits>, moves: &mut Vec<Spot>) {
        let most = match (self.rules.stage(), self.rules.kin()) {
            (Stage::Remove, _) => REMOVALS,
            (_, Kin::Connect6) => FEWER_CANDIDATES,
            _ => CANDIDATES,
        };
        let mut best = [(i32::MIN, Ply::Stone(0)); CANDIDATES];
        let mut found = 0;
        for cell in self.rules.cells() {
            let ply = match self.rules.stage() {
                Stage::Remove if self.rules.may_remove(cell) => Ply::Remove(cell),
                Stage::Turn | Stage::Last | Stage::Extra if self.rules.is_empty(cell) => {
                    Ply::Stone(cell)
                }
                _ => continue,
            };
            let urgency = self.urgency(ply, hits);
            if found == most && urgency <= best[most - 1].0 {
                continue;
            }
            if matches!(ply, Ply::Stone(_)) && !self.is_wise(cell) {
                continue;
            }
            let last = found.min(most - 1);
            let place = best[..last].partition_point(|&(other, _)| other >= urgency);
            best.copy_within(place..last, place + 1);
            best[place] = (urgency, ply);
            found = (found + 1).min(most);
        }
        moves.extend(best[..found].iter().map(|&(urgency, ply)| Spot {
            ply,
            forced: false,
            urgency,
        }));
    }
}

/// Whether the threats that hold none of the stones chosen so far can be
/// stopped with so many more.
fn can_stop(threats: &[[u16; 2]], chosen: &mut [u16; 2], count: usize, left: usize) -> bool {
    let open = |threat: &&[u16; 2]| !chosen[..count].iter().any(|stone| threat.contains(stone));
    let Some(&threat) = threats.iter().find(open) else { return true };
    if left == 0 || count == chosen.len() {
        return false;
    }
    threat.into_iter().any(|stone| {
        chosen[count] = stone;
        can_stop(threats, chosen, count + 1, left - 1)
    })
}

/// What takes a ply back.
#[derive(Clone, Copy)]
pub struct Undo(RulesUndo);

impl Position for Scene {
    type Move = Spot;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.rules.side_to_move()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.rules.key()
    }

    fn legal_moves(&self, moves: &mut Vec<Spot>) {
        moves.clear();
        if self.rules.end().is_some() {
            return;
        }
        let hits = self.hits();
        if self.rules.stage() != Stage::Remove {
            self.forced(hits.as_ref(), moves);
        }
        if moves.is_empty() {
            self.best(hits.as_ref(), moves);
        }
        if moves.is_empty() {
            // Only fouls are left.
            let cells = self.rules.cells().filter(|&cell| self.rules.may_put(cell));
            moves.extend(cells.map(|cell| Spot::answer(cell, 0)));
        }
        if let [only] = &mut moves[..] {
            only.forced = true;
        }
    }

    fn is_legal(&self, mv: Spot) -> bool {
        self.rules.is_legal(mv.ply)
    }

    fn play(&mut self, mv: Spot) -> Undo {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        let undo = self.rules.play(mv.ply);
        match mv.ply {
            Ply::Stone(cell) => self.windows.add(cell, own),
            Ply::Remove(cell) => self.windows.take(cell, other),
        }
        for cell in undo.removed().iter() {
            self.windows.take(cell, undo.of);
        }
        self.played += 1;
        Undo(undo)
    }

    fn undo(&mut self, mv: Spot, Undo(undo): Undo) {
        self.rules.undo(mv.ply, undo);
        let (own, other) = (self.colour(), self.colour() ^ 1);
        for cell in undo.removed().iter() {
            self.windows.add(cell, undo.of);
        }
        match mv.ply {
            Ply::Stone(cell) => self.windows.take(cell, own),
            Ply::Remove(cell) => self.windows.add(cell, other),
        }
        self.played -= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;
    use crate::games::gomoku::opening::Opening;

    fn agree(a: &Scene, b: &Scene) {
        for colour in 0..2 {
            assert_eq!(a.windows.worth(colour), b.windows.worth(colour));
            for stones in 1..=6 {
                assert_eq!(a.windows.live(colour, stones), b.windows.live(colour, stones));
            }
            for cell in 0..CELLS as u16 {
                assert_eq!(a.windows.gain(cell, colour), b.windows.gain(cell, colour));
            }
        }
    }

    #[test]
    fn windows_kept_move_by_move_are_those_read_from_the_board() {
        for (_, kin) in Kin::ALL {
            for size in [7, 19] {
                let mut random = Random::new(u64::from(size));
                let mut scene = Scene::new(&Relative::new(size, kin, Opening::None, 2));
                let (mut moves, mut legal, mut played) = (Vec::new(), Vec::new(), Vec::new());
                while scene.rules.end().is_none() {
                    scene.legal_moves(&mut moves);
                    assert!(moves.iter().all(|&spot| scene.is_legal(spot)), "{kin:?}");
                    assert!(!moves.is_empty(), "{kin:?}");
                    scene.rules.legal_moves(&mut legal);
                    let Some(&ply) = random.pick(&legal) else { break };
                    let spot = Spot { ply, forced: false, urgency: 0 };
                    let before = scene.clone();
                    let undo = scene.play(spot);
                    scene.undo(spot, undo);
                    agree(&scene, &before);
                    played.push((spot, scene.play(spot)));
                    agree(&scene, &Scene::new(&scene.rules));
                }
                for (spot, undo) in played.into_iter().rev() {
                    scene.undo(spot, undo);
                }
                agree(&scene, &Scene::new(&Relative::new(size, kin, Opening::None, 2)));
            }
        }
    }
}
