//! `measure-levels`: what each playing level gives away in games against the
//! strongest player, in discs.

use std::cmp::Ordering;
use std::io::Write;

use clap::{Args, value_parser};

use super::CliError;
use super::solve::final_score;
use super::tournament::{NORMAL_95, by_chance};
use crate::core::{Move, Random, Side};
use crate::games::{AnyPosition, Engine, Game, Options, Request, Strength, Unit};
use crate::search::{Limits, Stop};

/// A game of more plies than this is not counted to its end.
const MOST_PLIES: usize = 2000;

/// What is to be measured.
#[derive(Debug, Args)]
pub(super) struct Measuring {
    /// Name of the game, whose result must be counted in discs.
    pub(super) game: String,
    /// Games of each level; each opening is played twice, with both sides.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// One level instead of all.
    #[arg(long, value_parser = value_parser!(u8).range(1..))]
    level: Option<u8>,
    /// Plies of an opening by chance.
    #[arg(long, default_value_t = 6, value_parser = value_parser!(u32).range(0..=40))]
    plies: u32,
    /// Positions that the strongest player looks at for a move at most.
    #[arg(long, default_value_t = 300_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions that a level looks at for a move at most.
    #[arg(long, default_value_t = 1_200_000, value_parser = value_parser!(u64).range(1..))]
    level_nodes: u64,
    /// Plies that the judge of the moves looks ahead.
    #[arg(long, default_value_t = 16, value_parser = value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Empty squares from which on the judge is exact.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=24))]
    exact: u32,
    /// Options of the game in RON.
    #[arg(long, default_value = "()")]
    options: String,
    /// Number from which all chance follows.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What was seen of one game of a level.
struct Seen {
    /// What its moves gave away, all together.
    lost: f64,
    moves: u32,
    /// The final score, its own less the other's.
    score: f64,
}

pub(super) fn run(
    game: &'static dyn Game,
    plan: &Measuring,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let most = game.levels();
    let levels = match plan.level {
        Some(level) if !(1..=most).contains(&level) => {
            return Err(CliError::Failed(format!(
                "{} has no level {level}; expected a level 1 to {most}",
                game.id()
            )));
        }
        Some(level) => level..=level,
        None => 1..=most,
    };
    let start = game.start(&Options::parse(&plan.options)?)?;
    let mut judge = Judge { engine: game.engine(), depth: plan.depth, exact: plan.exact };
    if !judge.counts_discs(&start) {
        return Err(CliError::Failed(format!(
            "what a move of {} gives away cannot be counted; expected a game that is decided by \
             discs, such as reversi",
            game.id()
        )));
    }
    writeln!(out, "level  games  lost a game    +-  lost a move  final score    +-  points %")?;
    for level in levels {
        // All levels play the same openings.
        let mut random = Random::new(plan.seed);
        let mut seen = Vec::new();
        let mut opening = Vec::new();
        for number in 0..plan.games {
            if number % 2 == 0 {
                opening = by_chance(&start, plan.plies, random.bits());
            }
            let side = Side::BOTH[number as usize % 2];
            let players = [game.engine(), game.engine()];
            let seed = random.bits();
            seen.push(play(plan, (level, side), players, (&start, &opening), &mut judge, seed)?);
        }
        writeln!(out, "{}", row(level, &seen))?;
        out.flush()?;
    }
    Ok(())
}

/// What is found out about the games of a level, on one line.
fn row(level: u8, seen: &[Seen]) -> String {
    let (lost, lost_error) = mean(seen.iter().map(|seen| seen.lost));
    let (score, score_error) = mean(seen.iter().map(|seen| seen.score));
    let moves: u32 = seen.iter().map(|seen| seen.moves).sum();
    let games = seen.len();
    let all = games.max(1) as f64;
    let a_move = lost * all / f64::from(moves.max(1));
    let points = 100.0 * seen.iter().map(Seen::points).sum::<f64>() / all;
    format!(
        "{level:>5}  {games:>5}  {lost:>11.1}  {lost_error:>4.1}  {a_move:>11.2}  \
         {score:>+11.1}  {score_error:>4.1}  {points:>8.1}"
    )
}

impl Seen {
    /// 1 for a game that was won, 0 for a lost one, and half of it for a draw.
    fn points(&self) -> f64 {
        match self.score.partial_cmp(&0.0) {
            Some(Ordering::Greater) => 1.0,
            Some(Ordering::Less) => 0.0,
            Some(Ordering::Equal) | None => 0.5,
        }
    }
}

/// The mean and half the width of its 95 % interval.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    (mean, NORMAL_95 * (squares / (count - 1.0).max(1.0) / count).sqrt())
}

/// Finds out what positions are worth.
struct Judge {
    engine: Box<dyn Engine>,
    depth: u32,
    exact: u32,
}

impl Judge {
    /// Whether positions of this game are judged by the discs at its end, as
    /// a glance shows.
    fn counts_discs(&mut self, start: &AnyPosition) -> bool {
        let limits = Limits { depth: Some(1), nodes: Some(1000), ..Limits::default() };
        let request = Request { strength: Strength::Full, limits, seed: 0, stop: Stop::new() };
        let value = self.engine.think(start, &request, &mut |_| ()).and_then(|it| it.value);
        value.is_some_and(|value| value.unit == Unit::Discs)
    }

    /// The best move and what it is worth to the side to move, looking so
    /// many plies ahead; `None` if there is none.
    fn look(&mut self, position: &AnyPosition, depth: u32) -> Option<(Move, f64)> {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = Request { strength: Strength::Full, limits, seed: 0, stop: Stop::new() };
        let thought = self.engine.think(position, &request, &mut |_| ())?;
        Some((thought.best, thought.value?.amount))
    }

    /// What a move gives away.
    fn lost(&mut self, position: &AnyPosition, mv: Move) -> f64 {
        let empty = empties(position);
        let depth = if empty <= self.exact { empty } else { self.depth };
        let Some((best, before)) = self.look(position, depth) else { return 0.0 };
        let mut next = position.clone();
        if mv == best || next.play(mv).is_err() {
            return 0.0;
        }
        // The same way ahead as from the position before.
        let after = match final_score(&next, position.side_to_move()) {
            Some(score) => Some(score),
            None => self.look(&next, (depth - 1).max(1)).map(|(_, value)| -value),
        };
        after.map_or(0.0, |after| before - after)
    }
}

/// How many squares are empty.
fn empties(position: &AnyPosition) -> u32 {
    let board = position.board();
    let discs: u32 = position.tally().map_or(0, |tally| tally.iter().sum());
    (u32::from(board.files) * u32::from(board.ranks)).saturating_sub(discs)
}

/// A game of a level, that has this side, against the strongest player, who
/// is the first of the players.
fn play(
    plan: &Measuring,
    (level, side): (u8, Side),
    mut players: [Box<dyn Engine>; 2],
    (start, opening): (&AnyPosition, &[Move]),
    judge: &mut Judge,
    seed: u64,
) -> Result<Seen, CliError> {
    let mut random = Random::new(seed);
    let mut position = start.clone();
    let mut seen = Seen { lost: 0.0, moves: 0, score: 0.0 };
    for ply in 0..MOST_PLIES {
        let legal = position.legal_moves();
        let (Some(&only), more) = (legal.first(), legal.len() > 1) else { break };
        let seed = random.bits();
        let measured = position.side_to_move() == side;
        let strength = if measured { Strength::Level(level) } else { Strength::Full };
        let mv = match opening.get(ply) {
            Some(&mv) => mv,
            None if !more => only,
            None => {
                let nodes = if measured { plan.level_nodes } else { plan.nodes };
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let request = Request { strength, limits, seed, stop: Stop::new() };
                let player = &mut players[usize::from(measured)];
                let thought = player.think(&position, &request, &mut |_| ());
                thought.map_or(only, |thought| thought.best)
            }
        };
        if measured && ply >= opening.len() {
            seen.moves += 1;
            seen.lost += if more { judge.lost(&position, mv) } else { 0.0 };
        }
        position.play(mv).map_err(|refusal| CliError::Failed(refusal.to_string()))?;
    }
    seen.score = final_score(&position, side).unwrap_or(0.0);
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_tells_means_intervals_and_points() {
        let seen = |lost, score| Seen { lost, moves: 20, score };
        // The deviation of 10, 20 and 30 is 10, and 1.96 * 10 / sqrt(3) is 11.3.
        let row = row(4, &[seen(10.0, -4.0), seen(20.0, 0.0), seen(30.0, 10.0)]);
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words, ["4", "3", "20.0", "11.3", "1.00", "+2.0", "8.2", "50.0"]);
    }
}
