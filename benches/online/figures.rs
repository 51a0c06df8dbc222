//! The figures of a stretch of time.

use std::fmt;
use std::time::{Duration, Instant};

use crate::Options;
use crate::crowd::Crowd;
use crate::process;
use crate::servers::{Load, Servers};

/// A part of the planned moves that must be made, or the rate was not kept.
const KEPT_RATE: f64 = 0.9;

/// The line of a table.
pub struct Row {
    /// Moves a second as planned, and as arrived.
    planned: f64,
    rate: f64,
    moves: usize,
    /// Milliseconds: median, 99th percentile, the greatest.
    ways: [f64; 3],
    /// Moves that had not arrived in the time of the limit when the stretch was over.
    overdue: usize,
    /// Microseconds of processor time a move: programs, the referee's thread, the clients.
    programs: Vec<f64>,
    referee_thread: f64,
    clients: f64,
    /// Cores in use by all of these, and by whatever else runs on the machine.
    cores: f64,
    others: f64,
    /// Bytes a move that the programs had written, and that clients received and sent.
    written: f64,
    traffic: [f64; 2],
    /// Games that began.
    games: usize,
}

impl Row {
    /// The names of the columns.
    pub fn heading(programs: &[&str]) -> String {
        let programs: String = programs.iter().map(|name| format!("{name:>11}")).collect();
        format!(
            "   planned/s  moves/s   moves  median ms   99 % ms   most ms  overdue \
             | us a move:{programs}  (referee)    clients | cores others | bytes a move: written   \
             received    sent | games"
        )
    }

    /// Measures so many seconds at so many from move to move.
    pub fn measure(
        crowd: &Crowd,
        servers: &Servers,
        options: &Options,
        pace: f64,
        seconds: f64,
    ) -> Row {
        crowd.set_pace(pace);
        // What was planned at the old pace is over.
        std::thread::sleep(Duration::from_secs_f64(1.0 + pace.min(5.0)));
        crowd.take_ways();
        let (began, before) = (Instant::now(), servers.load());
        let all_before = process::seconds_of_all();
        let (bytes, games) = (crowd.bytes(), crowd.games());
        std::thread::sleep(Duration::from_secs_f64(seconds));
        let mut ways = crowd.take_ways();
        let (passed, after) = (began.elapsed().as_secs_f64(), servers.load());
        let of_machine = process::seconds_of_all() - all_before;
        let overdue = crowd.overdue(options.limit_ms);
        let bytes_after = crowd.bytes();
        ways.sort_unstable();
        let moves = ways.len();
        let percentile = |part: f64| {
            let at = ((moves as f64 * part) as usize).min(moves.saturating_sub(1));
            ways.get(at).map_or(f64::NAN, |&micros| f64::from(micros) / 1e3)
        };
        let Load { programs, referee_thread, clients } = after;
        let programs: Vec<_> = programs
            .iter()
            .zip(&before.programs)
            .map(|(after, before)| after.since(*before))
            .collect();
        let clients = clients.since(before.clients).seconds;
        let all = programs.iter().map(|it| it.seconds).sum::<f64>() + clients;
        let a_move = |value: f64| value / moves.max(1) as f64;
        Row {
            planned: options.games as f64 / pace,
            rate: moves as f64 / passed,
            moves,
            ways: [percentile(0.5), percentile(0.99), percentile(1.0)],
            overdue,
            programs: programs.iter().map(|it| a_move(it.seconds * 1e6)).collect(),
            referee_thread: a_move((referee_thread - before.referee_thread) * 1e6),
            clients: a_move(clients * 1e6),
            cores: all / passed,
            others: (of_machine - all).max(0.0) / passed,
            written: a_move(programs.iter().map(|it| it.written).sum::<u64>() as f64),
            traffic: [0, 1].map(|it| a_move((bytes_after[it] - bytes[it]) as f64)),
            games: crowd.games() - games,
        }
    }

    /// True if this is more than the server can bear.
    pub fn breaks(&self, limit_ms: f64) -> bool {
        let is_slow = self.ways[1].is_nan() || self.ways[1] > limit_ms;
        is_slow || self.overdue > 0 || self.rate < KEPT_RATE * self.planned
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { planned, rate, moves, ways, overdue, .. } = self;
        let [median, most_of_all, greatest] = ways;
        write!(f, "{planned:>12.0} {rate:>8.0} {moves:>7} {median:>10.2} {most_of_all:>9.2} ")?;
        write!(f, "{greatest:>9.1} {overdue:>8} |           ")?;
        self.programs.iter().try_for_each(|micros| write!(f, "{micros:>11.0}"))?;
        write!(f, "{:>11.0}{:>11.0} | ", self.referee_thread, self.clients)?;
        write!(f, "{:>5.2} {:>6.2} |", self.cores, self.others)?;
        let [received, sent] = self.traffic;
        write!(f, "{:>22.0}{received:>11.0}{sent:>8.0} | {:>5}", self.written, self.games)
    }
}
