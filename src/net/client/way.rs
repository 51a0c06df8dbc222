//! The length of the way to the referee, and the time of its clock.

use std::collections::VecDeque;

/// Measurements that are kept.
const KEPT: usize = 8;

/// A measurement that takes longer tells nothing.
const MAX_ROUND_TRIP_MS: u64 = 60_000;

/// The measured way to the referee and back.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    /// Numbers and times of the measurements that are on their way.
    begun: VecDeque<(u64, u64)>,
    next: u64,
    /// Round trip and difference of the clocks, newest last.
    measured: VecDeque<(u64, i64)>,
    smooth: Option<f64>,
}

impl Way {
    /// The number of a measurement that begins.
    pub fn begin(&mut self, now: u64) -> u64 {
        self.next += 1;
        self.begun.push_back((self.next, now));
        if self.begun.len() > KEPT {
            self.begun.pop_front();
        }
        self.next
    }

    /// A measurement has come back.
    pub fn end(&mut self, number: u64, referee_now: u64, now: u64) {
        if let Some(index) = self.begun.iter().position(|(it, _)| *it == number) {
            let (_, sent) = self.begun[index];
            // An answer that comes twice does not count twice.
            self.begun.remove(index);
            let Some(round_trip) = self.learn(sent, referee_now, now) else { return };
            let round_trip = round_trip as f64;
            self.smooth = Some(self.smooth.map_or(round_trip, |it| it * 0.75 + round_trip * 0.25));
        }
    }

    /// Learns the difference of the clocks by an answer that says the referee's time.
    pub fn learn(&mut self, sent: u64, referee_now: u64, now: u64) -> Option<u64> {
        let round_trip = now.checked_sub(sent).filter(|it| *it <= MAX_ROUND_TRIP_MS)?;
        let middle = sent + round_trip / 2;
        let offset = i64::try_from(i128::from(referee_now) - i128::from(middle)).ok()?;
        self.measured.push_back((round_trip, offset));
        if self.measured.len() > KEPT {
            self.measured.pop_front();
        }
        Some(round_trip)
    }

    /// Forgets what was sent over a connection that is lost; the next one may take another way.
    pub fn forget_measurements_on_the_way(&mut self) {
        self.begun.clear();
        self.smooth = None;
    }

    /// The time there and back in milliseconds.
    pub fn round_trip_ms(&self) -> Option<u32> {
        self.smooth.map(|it| it as u32)
    }

    /// The referee's clock less the own, in milliseconds: by the quickest answer of the last
    /// ones, which tells it most exactly.
    pub fn clock_offset(&self) -> Option<i64> {
        self.measured.iter().min_by_key(|(round_trip, _)| *round_trip).map(|(_, offset)| *offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_answer_tells_the_difference_of_the_clocks() {
        let mut way = Way::default();
        let slow = way.begin(1_000);
        let quick = way.begin(3_000);
        // The referee is 5 seconds ahead; the slow answer took long on its way back alone.
        way.end(slow, 6_050, 2_000);
        assert_eq!(way.clock_offset(), Some(4_550));
        way.end(quick, 8_050, 3_100);
        assert_eq!(way.clock_offset(), Some(5_000));
        let before = way.round_trip_ms();
        way.end(quick, 0, 3_101);
        assert_eq!((way.round_trip_ms(), way.clock_offset()), (before, Some(5_000)));
        assert_eq!(way.learn(5, u64::MAX, 6), None);
    }
}
