//! `INFO`: times, memory, and the rule.

use std::time::Duration;

use super::yixin_board::MAX_THREADS;
use super::{Answer, Brain, Outcome, error};
use crate::games::{Engine, OptionValue};
use crate::search::Limits;

/// Moves that the time of a match has to last for.
const MOVES_TO_GO: u32 = 18;

/// Time that is lost between the brain and the manager, for each move.
const OVERHEAD: Duration = Duration::from_millis(30);

/// The longest time that is read, in milliseconds: a year.
const MAX_TIME: u64 = 366 * 86_400_000;

/// The least time for a move.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Share of the memory for the transposition table, and bounds of its size in mebibytes.
const TABLE_SHARE: u64 = 2;
const TABLE_SIZE: (usize, usize) = (1, 1024);

/// Times and other limits as the manager tells them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    turn: Option<Duration>,
    game: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Times {
    /// Time for the next move; `None` if the manager has told none.
    pub(super) fn for_move(&self) -> Option<Duration> {
        let left = self.left.or(self.game);
        let share = left.map(|left| {
            (left / MOVES_TO_GO)
                .saturating_add(self.increment / 5 * 4)
                .min(less_overhead(left))
                .max(MIN_TIME)
        });
        let turn = self.turn.map(less_overhead);
        match (turn, share) {
            (Some(turn), Some(share)) => Some(turn.min(share)),
            (turn, share) => turn.or(share),
        }
    }

    /// Limits besides the time.
    pub(super) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }
}

/// A time less the overhead, or of short times less a fifth.
fn less_overhead(time: Duration) -> Duration {
    time.saturating_sub(OVERHEAD.min(time / 5)).max(MIN_TIME)
}

impl Brain {
    /// Handles `INFO key value`, which is never answered unless the value is wrong.
    pub(super) fn set_info(&mut self, rest: &str, engine: &mut Box<dyn Engine>) -> Answer {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let key = key.to_ascii_lowercase();
        let known = [
            "timeout_turn",
            "timeout_match",
            "time_left",
            "time_increment",
            "max_memory",
            "rule",
            "max_depth",
            "max_node",
            "thread_num",
            "show_detail",
        ];
        // Keys that a brain does not know it ignores.
        if !known.contains(&key.as_str()) {
            return Ok(Outcome::Silent);
        }
        let number: i64 =
            value.trim().parse().map_err(|_| error(format!("INFO {key} is not a number")))?;
        let count = number.unsigned_abs().min(MAX_TIME);
        let time = Duration::from_millis(if number < 0 { 0 } else { count });
        match key.as_str() {
            // 0 asks for a move as soon as possible.
            "timeout_turn" => self.times.turn = Some(time),
            // 0 is no limit, as are the huge numbers that stand for it.
            "timeout_match" => self.times.game = Some(time).filter(|time| !time.is_zero()),
            "time_left" => self.times.left = Some(time),
            "time_increment" => self.times.increment = time,
            "max_depth" => self.times.depth = u32::try_from(number).ok().filter(|&n| n > 0),
            "max_node" => self.times.nodes = u64::try_from(number).ok().filter(|&n| n > 0),
            "thread_num" => self.threads = (count as usize).clamp(1, MAX_THREADS),
            // 1 asks for what is drawn on the board during a search, and 3 for both.
            "show_detail" => self.tells_details = matches!(number, 2 | 3),
            "max_memory" => self.set_memory(number, engine),
            _ => self.set_rule(number)?,
        }
        Ok(Outcome::Silent)
    }

    /// Bounds the memory, in bytes; 0 is no limit.
    fn set_memory(&mut self, bytes: i64, engine: &mut Box<dyn Engine>) {
        let Some(usual) = engine.default_table_size() else { return };
        let bytes = bytes.unsigned_abs();
        let share = usize::try_from((bytes / TABLE_SHARE) >> 20).unwrap_or(usize::MAX);
        let size = if bytes == 0 { usual } else { share.min(usual) };
        let size = size.clamp(TABLE_SIZE.0, TABLE_SIZE.1);
        self.table_size = Some(size);
        engine.set_table_size(size);
    }

    /// Sets the rule, also for the board at hand.
    fn set_rule(&mut self, number: i64) -> Result<(), String> {
        let known = self.spec.rules.iter().find(|(bits, _)| i64::from(*bits) == number);
        let (_, rule) = known.ok_or_else(|| error(format!("there is no rule {number}")))?;
        let mut options = self.options.clone();
        options.set(self.spec.rule, OptionValue::Word((*rule).to_owned()));
        if let Some(position) = &self.position {
            let changed = (self.spec.position)(&options, Some(&position.text())).map_err(error)?;
            self.position = Some(changed);
            self.history.clear();
        }
        self.options = options;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn the_tightest_time_holds() {
        let times =
            |turn, left| Times { turn: Some(ms(turn)), left: Some(ms(left)), ..Times::default() };
        assert_eq!(times(5000, 3_600_000).for_move(), Some(ms(4970)));
        assert_eq!(times(30_000, 36_000).for_move(), Some(ms(2000)));
        assert_eq!(times(0, 100_000).for_move(), Some(MIN_TIME));
        assert_eq!(times(50, 100_000).for_move(), Some(ms(40)));
        assert_eq!(times(5000, 0).for_move(), Some(MIN_TIME));
        assert_eq!(Times::default().for_move(), None);
    }
}
