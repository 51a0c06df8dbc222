//! Observations of a game by the test itself, and measurements of its clocks, to compare with the
//! log.

use tianyuan::core::Side;
use tianyuan::net::{Action, ClockNote, Deed, Entry, Id, OnlineGame, Purpose, Time};

use crate::player::Player;

/// Milliseconds by which a clock may differ from what the test has measured.
const TOLERANCE: u64 = 200;

/// Milliseconds that it takes at most until something that is killed does nothing more.
const KILLING: u64 = 50;

/// Milliseconds that a referee gives back for the way of a move at most.
const MAX_CREDIT: u64 = 1_000;

/// A disturbance: of everyone, or of some.
#[derive(Clone, Copy, Debug)]
struct Disturbance {
    at: u64,
    is_everyones: bool,
}

/// Replays the next entry of a log: its deed, and the milliseconds that the clock took for it.
pub fn replay(game: &mut OnlineGame, entry: &Entry) -> (Deed, u64) {
    let Time::Fischer { increment, .. } = game.terms().time else { panic!() };
    let (side, is_running) = (game.side_to_move(), game.is_clock_running());
    let time = |game: &OnlineGame| ClockNote::of(game.clock())[side.index()].time;
    let before = time(game);
    game.append(entry.clone()).unwrap();
    let deed = entry.action.open::<Action>(Purpose::Action).unwrap().deed;
    let added = if matches!(deed, Deed::Play(_)) { increment } else { 0 };
    (deed, if is_running { before + added - time(game) } else { 0 })
}

/// A witness of one game.
pub struct Umpire {
    pub id: Id,
    /// Every entry that any player has ever seen.
    entries: Vec<Entry>,
    disturbances: Vec<Disturbance>,
}

/// Compares numbers of milliseconds.
fn is_near(one: u64, other: u64) -> bool {
    one.abs_diff(other) <= TOLERANCE
}

impl Umpire {
    pub fn new(id: Id) -> Umpire {
        Umpire { id, entries: Vec::new(), disturbances: Vec::new() }
    }

    /// Something was killed. It is everyone's concern if no player can reach the referee without it.
    pub fn note_kill(&mut self, at: u64, is_everyones: bool) {
        self.disturbances.push(Disturbance { at, is_everyones });
    }

    /// Looks at what the players see: nothing that one of them ever saw may be another or gone.
    pub fn watch(&mut self, players: &[Player]) {
        for game in players.iter().filter_map(|player| player.game(self.id)) {
            let entries = &game.log().entries;
            let both = entries.len().min(self.entries.len());
            assert!(entries[..both] == self.entries[..both], "an entry that was seen is another");
            self.entries.extend_from_slice(&entries[both..]);
        }
    }

    /// Checks a finished game of two players, the first of whom has the first side. Gives the
    /// number of times for which the referee was away.
    pub fn check(&self, game: &OnlineGame, players: &[Player]) -> usize {
        assert_eq!(
            game.log().entries,
            self.entries,
            "what was seen is in the log and nothing else"
        );
        let began = game.terms().began;
        let mut replayed = OnlineGame::new(game.terms().clone()).unwrap();
        let (mut moves, mut absences) = ([0; 2], 0);
        // The turn began anew after an absence, which the player has thought through.
        let mut has_resumed = false;
        for (number, entry) in self.entries.iter().enumerate() {
            let side = replayed.side_to_move();
            let is_running = replayed.is_clock_running();
            let (from, to) = (began + replayed.turn_began(), began + entry.at);
            let (deed, charged) = replay(&mut replayed, entry);
            let around = from.saturating_sub(KILLING)..=to + KILLING;
            let kills = self.disturbances.iter().filter(|it| around.contains(&it.at));
            match deed {
                Deed::Play(_) => {
                    let own = moves[side.index()];
                    moves[side.index()] += 1;
                    if is_running {
                        self.check_move(number, charged, from, to);
                        let player = &players[usize::from(side == Side::Second)];
                        let decision = player.decisions[own];
                        let thought = decision.decided - decision.shown;
                        let is_calm = !has_resumed
                            && self
                                .disturbances
                                .iter()
                                .all(|it| it.at + 1_000 < from || it.at > to);
                        assert!(
                            !is_calm || is_near(charged, thought),
                            "entry {number}: {charged} ms charged for {thought}"
                        );
                    }
                    has_resumed = false;
                }
                Deed::Resume => {
                    has_resumed = true;
                    absences += 1;
                    let fits = |at: u64| !is_running || is_near(charged, at - from);
                    let kills: Vec<u64> = kills.map(|kill| kill.at.saturating_sub(from)).collect();
                    assert!(
                        kills.iter().any(|&kill| fits(from + kill)),
                        "entry {number}: {charged} ms charged until the referee went, of {kills:?}"
                    );
                }
                deed => panic!("entry {number} is {deed:?}"),
            }
        }
        absences
    }

    /// A move is charged the time that has passed less what the way may have taken, and in that
    /// time the referee was not away.
    fn check_move(&self, number: usize, charged: u64, from: u64, to: u64) {
        let elapsed = to - from;
        assert!(
            charged <= elapsed && charged + MAX_CREDIT >= elapsed,
            "entry {number}: {charged} ms charged of {elapsed}"
        );
        let inside = from + TOLERANCE..to.saturating_sub(TOLERANCE);
        let is_charged =
            self.disturbances.iter().find(|it| it.is_everyones && inside.contains(&it.at));
        assert!(is_charged.is_none(), "entry {number}: an absence in {from}..{to}: {is_charged:?}");
    }
}
