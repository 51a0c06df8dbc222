//! The playing levels of Go, without and with a network.

use std::time::Duration;

use super::position::{Go, GoMove};
use crate::core::Random;
use crate::search::mcts::MctsParams;
use crate::search::puct::{PuctParams, PuctResult};
use crate::search::{Level, Limits, SearchParams};

/// Number of playing levels.
pub const LEVELS: u8 = 10;

/// Playouts where nothing else limits the search.
const MAX_PLAYOUTS: u32 = 200_000;

/// Parameters of a playing level.
#[derive(Clone, Copy, Debug)]
pub struct LevelParams {
    /// Search effort.
    pub params: MctsParams,
    /// Deliberate errors; values are visits relative to 1000 for the best move.
    pub level: Level,
}

impl LevelParams {
    /// Parameters limited by the request only.
    pub fn full_strength() -> LevelParams {
        LevelParams::new(MAX_PLAYOUTS, None, 0, 0)
    }

    /// Parameters of a level, 1 to [`LEVELS`].
    pub fn of_level(level: u8) -> LevelParams {
        let (quick, slow) = (Some(800), Some(2500));
        match level {
            0 | 1 => LevelParams::new(40, quick, 1000, 600),
            2 => LevelParams::new(100, quick, 900, 350),
            3 => LevelParams::new(250, quick, 700, 200),
            4 => LevelParams::new(600, quick, 500, 120),
            5 => LevelParams::new(1500, quick, 300, 80),
            // From here on always the best move.
            6 => LevelParams::new(4000, Some(1200), 0, 0),
            7 => LevelParams::new(12_000, slow, 0, 0),
            8 => LevelParams::new(36_000, slow, 0, 0),
            9 => LevelParams::new(80_000, slow, 0, 0),
            _ => LevelParams::new(MAX_PLAYOUTS, Some(3600), 0, 0),
        }
    }

    /// The time limit is for large boards and slow machines; on 9×9 only the
    /// highest level reaches it.
    fn new(
        playouts: u32,
        milliseconds: Option<u64>,
        max_loss: i32,
        temperature: i32,
    ) -> LevelParams {
        let limits = Limits { time: milliseconds.map(Duration::from_millis), ..Limits::default() };
        LevelParams {
            params: MctsParams { limits, playouts, multi_pv: 1, ..MctsParams::default() },
            level: Level { params: SearchParams::default(), max_loss, temperature },
        }
    }
}

/// Parameters of a playing level with a network.
#[derive(Clone, Copy, Debug)]
pub struct NetworkLevel {
    /// Visits of the root; 0 for as many as the other limits allow. At 1 the policy of the network
    /// decides alone.
    visits: u32,
    /// Time where nothing else limits the search, in milliseconds.
    milliseconds: Option<u64>,
    /// A move is chosen in proportion to the power `1 / temperature` of its visits, or of its prior
    /// where the policy decides; 0 for the best move.
    temperature: f64,
}

impl NetworkLevel {
    /// Parameters limited by the request only.
    pub fn full_strength() -> NetworkLevel {
        NetworkLevel { visits: 0, milliseconds: None, temperature: 0.0 }
    }

    /// Parameters of a level, 1 to [`LEVELS`].
    pub fn of_level(level: u8) -> NetworkLevel {
        let of =
            |visits, temperature| NetworkLevel { visits, milliseconds: Some(2500), temperature };
        match level {
            0 | 1 => of(1, 4.0),
            2 => of(1, 2.5),
            3 => of(1, 1.7),
            4 => of(1, 1.2),
            5 => of(1, 0.7),
            6 => of(8, 0.6),
            7 => of(32, 0.3),
            // From here on always the best move.
            8 => of(128, 0.0),
            9 => of(600, 0.0),
            _ => NetworkLevel { milliseconds: Some(3600), ..NetworkLevel::full_strength() },
        }
    }

    /// The parameters of the search.
    pub fn params<const C: usize>(&self, go: &Go<C>) -> PuctParams<GoMove> {
        let time = self.milliseconds.map(Duration::from_millis);
        PuctParams {
            limits: Limits { time, ..Limits::UNBOUNDED },
            visits: self.visits,
            score_scale: (go.go_board().point_count() as f32).sqrt(),
            ..PuctParams::default()
        }
    }

    /// Chooses one of the moves, the best first. Only sensible ones are chosen instead of the best.
    /// `None` if there are none.
    pub fn choose<'a>(
        &self,
        found: &'a [PuctResult<GoMove>],
        is_sensible: impl Fn(GoMove) -> bool,
        random: &mut Random,
    ) -> Option<&'a PuctResult<GoMove>> {
        let best = found.first()?;
        if self.temperature <= 0.0 || best.best == GoMove::Pass {
            return Some(best);
        }
        let by_policy = best.value.visits == 0;
        let weight = |line: &PuctResult<GoMove>| {
            let share = if by_policy {
                f64::from(line.value.prior) / f64::from(best.value.prior)
            } else {
                f64::from(line.value.visits) / f64::from(best.value.visits)
            };
            share.powf(self.temperature.recip())
        };
        let candidates = || found.iter().filter(|line| is_sensible(line.best));
        let mut left = random.next_f64() * candidates().map(weight).sum::<f64>();
        let chosen = candidates().find(|line| {
            left -= weight(line);
            left < 0.0
        });
        Some(chosen.unwrap_or(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchResult;
    use crate::search::puct::VisitStats;

    fn line(mv: GoMove, visits: u32, prior: f32) -> PuctResult<GoMove> {
        let value = VisitStats { visits, win_rate: 0.5, lead: 0.0, prior };
        SearchResult::unsearched(mv, value)
    }

    #[test]
    fn lower_levels_stray_more_from_the_best_move_and_the_highest_never_do() {
        let found: Vec<_> =
            (0..9).map(|n| line(GoMove::Place(20 + n), 0, 0.5f32.powi(i32::from(n) + 1))).collect();
        let mut random = Random::new(1);
        let mut share = |level: u8| {
            let level = NetworkLevel::of_level(level);
            let chosen = (0..2000).filter_map(|_| level.choose(&found, |_| true, &mut random));
            chosen.filter(|line| line.best == found[0].best).count()
        };
        let shares: Vec<usize> = (1..=LEVELS).map(&mut share).collect();
        assert!(shares.is_sorted() && shares[0] < 500 && shares[4] > 1000, "{shares:?}");
        assert!(shares[7..].iter().all(|&share| share == 2000), "{shares:?}");
    }

    #[test]
    fn a_pass_is_chosen_only_if_it_is_the_best_move() {
        let level = NetworkLevel::of_level(1);
        let stone = |n: u16| GoMove::Place(20 + n);
        let is_sensible = |mv| mv != GoMove::Pass && mv != stone(2);
        let found = [line(stone(1), 0, 0.4), line(GoMove::Pass, 0, 0.3), line(stone(2), 0, 0.3)];
        let mut random = Random::new(1);
        for _ in 0..50 {
            let chosen = level.choose(&found, is_sensible, &mut random).unwrap();
            assert_eq!(chosen.best, stone(1));
        }
        let found = [line(GoMove::Pass, 0, 0.6), line(stone(1), 0, 0.4)];
        assert_eq!(level.choose(&found, is_sensible, &mut random).unwrap().best, GoMove::Pass);
        assert!(level.choose(&[], is_sensible, &mut random).is_none());
    }
}
