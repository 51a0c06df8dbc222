//! `measure-levels`: the loss of each playing level in discs, in games against full strength.

use std::cmp::Ordering;
use std::io::Write;

use clap::{Args, value_parser};

use super::CliError;
use super::solve::final_score;
use super::tournament::{Estimate, random_opening};
use crate::core::{Move, Random, Side};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, Options, ScoreUnit, Strength,
};
use crate::search::{Limits, StopFlag};

/// Plies after which a game is stopped.
const MOST_PLIES: usize = 2000;

/// Arguments of `measure-levels`.
#[derive(Debug, Args)]
pub(super) struct MeasureArgs {
    /// Name of the game, whose result must be counted in discs.
    pub(super) game: String,
    /// Games of each level; each opening is played twice, with both sides.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// One level instead of all.
    #[arg(long, value_parser = value_parser!(u8).range(1..))]
    level: Option<u8>,
    /// Random plies of each opening.
    #[arg(long, default_value_t = 6, value_parser = value_parser!(u32).range(0..=40))]
    plies: u32,
    /// Node limit per move of the strongest player.
    #[arg(long, default_value_t = 300_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Node limit per move of a level.
    #[arg(long, default_value_t = 1_200_000, value_parser = value_parser!(u64).range(1..))]
    level_nodes: u64,
    /// Search depth in plies of the reference search that judges the moves.
    #[arg(long, default_value_t = 16, value_parser = value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Empty squares from which the reference search is exact.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=24))]
    exact: u32,
    /// Options of the game in RON.
    #[arg(long, default_value = "()")]
    options: String,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Statistics of one game of a level.
struct GameStats {
    /// Sum of the losses of its moves, in discs.
    lost: f64,
    moves: u32,
    /// Final score in discs, from the level's view.
    score: f64,
}

pub(super) fn run(
    game: &'static dyn Game,
    args: &MeasureArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let most = game.levels();
    let levels = match args.level {
        Some(level) if !(1..=most).contains(&level) => {
            return Err(CliError::Failed(format!(
                "{} has no level {level}; expected a level 1 to {most}",
                game.id()
            )));
        }
        Some(level) => level..=level,
        None => 1..=most,
    };
    let start = game.start(&Options::parse(&args.options)?)?;
    let mut judge = Judge { engine: game.engine(), depth: args.depth, exact: args.exact };
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
        let mut random = Random::new(args.seed);
        let mut stats = Vec::new();
        let mut opening = Vec::new();
        for number in 0..args.games {
            if number % 2 == 0 {
                opening = random_opening(&start, args.plies, random.next_u64());
            }
            let side = Side::BOTH[number as usize % 2];
            let players = [game.engine(), game.engine()];
            let seed = random.next_u64();
            let level_game = LevelGame { start: &start, opening: &opening, level, side, seed };
            stats.push(play(args, &level_game, players, &mut judge)?);
        }
        writeln!(out, "{}", row(level, &stats))?;
        out.flush()?;
    }
    Ok(())
}

/// Table row of a level.
fn row(level: u8, stats: &[GameStats]) -> String {
    let lost = Estimate::of(stats.iter().map(|stats| stats.lost));
    let score = Estimate::of(stats.iter().map(|stats| stats.score));
    let moves: u32 = stats.iter().map(|stats| stats.moves).sum();
    let games = stats.len();
    let all = games.max(1) as f64;
    let lost_per_move = lost.mean * all / f64::from(moves.max(1));
    let points = 100.0 * stats.iter().map(GameStats::points).sum::<f64>() / all;
    format!(
        "{level:>5}  {games:>5}  {:>11.1}  {:>4.1}  {lost_per_move:>11.2}  \
         {:>+11.1}  {:>4.1}  {points:>8.1}",
        lost.mean, lost.error, score.mean, score.error
    )
}

impl GameStats {
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    fn points(&self) -> f64 {
        match self.score.partial_cmp(&0.0) {
            Some(Ordering::Greater) => 1.0,
            Some(Ordering::Less) => 0.0,
            Some(Ordering::Equal) | None => 0.5,
        }
    }
}

/// Reference search that judges moves.
struct Judge {
    engine: Box<dyn Engine>,
    depth: u32,
    exact: u32,
}

impl Judge {
    /// True if the engine's values are discs, by a shallow search.
    fn counts_discs(&mut self, start: &AnyPosition) -> bool {
        let limits = Limits { depth: Some(1), nodes: Some(1000), ..Limits::default() };
        let value = self.search(start, limits).and_then(|info| info.score);
        value.is_some_and(|value| value.unit == ScoreUnit::Discs)
    }

    /// The result of a search within these limits; `None` if the game is over.
    fn search(&mut self, position: &AnyPosition, limits: Limits) -> Option<EngineInfo> {
        let request =
            EngineRequest { strength: Strength::Full, limits, seed: 0, stop: StopFlag::new() };
        self.engine.search(position, &request, &mut |_| ())
    }

    /// Loss of a move against the best one, in discs.
    fn loss(&mut self, position: &AnyPosition, mv: Move) -> f64 {
        let empty = empties(position);
        let depth = if empty <= self.exact { empty } else { self.depth };
        let to = |depth| Limits { depth: Some(depth), ..Limits::default() };
        let Some(found) = self.search(position, to(depth)) else { return 0.0 };
        let Some(before) = found.score else { return 0.0 };
        let mut next = position.clone();
        if mv == found.best || next.play(mv).is_err() {
            return 0.0;
        }
        // The same horizon as from the position before.
        let after = match final_score(&next, position.side_to_move()) {
            Some(score) => Some(score),
            None => {
                let found = self.search(&next, to((depth - 1).max(1)));
                found.and_then(|found| found.score).map(|score| -score.amount)
            }
        };
        after.map_or(0.0, |after| before.amount - after)
    }
}

/// Number of empty squares.
fn empties(position: &AnyPosition) -> u32 {
    let board = position.board();
    let discs: u32 = position.counts().map_or(0, |counts| counts.iter().sum());
    (u32::from(board.files) * u32::from(board.ranks)).saturating_sub(discs)
}

/// A game of a level against full strength.
struct LevelGame<'a> {
    start: &'a AnyPosition,
    opening: &'a [Move],
    level: u8,
    /// The side of the level.
    side: Side,
    seed: u64,
}

/// Plays a game; full strength is the first of the players.
fn play(
    args: &MeasureArgs,
    &LevelGame { start, opening, level, side, seed }: &LevelGame<'_>,
    mut players: [Box<dyn Engine>; 2],
    judge: &mut Judge,
) -> Result<GameStats, CliError> {
    let mut random = Random::new(seed);
    let mut position = start.clone();
    let mut stats = GameStats { lost: 0.0, moves: 0, score: 0.0 };
    for ply in 0..MOST_PLIES {
        let legal = position.legal_moves();
        let (Some(&only), more) = (legal.first(), legal.len() > 1) else { break };
        let seed = random.next_u64();
        let measured = position.side_to_move() == side;
        let strength = if measured { Strength::Level(level) } else { Strength::Full };
        let mv = match opening.get(ply) {
            Some(&mv) => mv,
            None if !more => only,
            None => {
                let nodes = if measured { args.level_nodes } else { args.nodes };
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let request = EngineRequest { strength, limits, seed, stop: StopFlag::new() };
                let player = &mut players[usize::from(measured)];
                let info = player.search(&position, &request, &mut |_| ());
                info.map_or(only, |info| info.best)
            }
        };
        if measured && ply >= opening.len() {
            stats.moves += 1;
            stats.lost += if more { judge.loss(&position, mv) } else { 0.0 };
        }
        position.play(mv).map_err(|refusal| CliError::Failed(refusal.to_string()))?;
    }
    stats.score = final_score(&position, side).unwrap_or(0.0);
    Ok(stats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_means_intervals_and_points() {
        let stats = |lost, score| GameStats { lost, moves: 20, score };
        // The deviation of 10, 20 and 30 is 10, and 1.96 * 10 / sqrt(3) is 11.3.
        let row = row(4, &[stats(10.0, -4.0), stats(20.0, 0.0), stats(30.0, 10.0)]);
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words, ["4", "3", "20.0", "11.3", "1.00", "+2.0", "8.2", "50.0"]);
    }
}
