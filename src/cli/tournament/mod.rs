//! `match`: many games between players, with Elo difference, SPRT and a table.
//!
//! Every opening is played twice, with sides swapped.

mod adjudication;
mod args;
mod crosstable;
mod game;
mod journal;
pub(super) mod openings;
pub(super) mod player;
mod sprt;
mod statistics;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::CliError;
use crate::core::mix;
use crate::engines::EngineError;
use crate::games::{AnyPosition, Game, Options};
use args::Entrant;
pub(super) use args::MatchArgs;
use game::{GameResult, Pace, Pairing, PlayedGame, count_failures};
use journal::{Journal, MatchHeader, check_games_file};
use openings::Opening;
pub(super) use openings::random_opening;
use player::Player;
use sprt::{EloModel, Pentanomial, Sprt, SprtVerdict, sprt_bound};
pub(super) use statistics::Estimate;
use statistics::MatchScore;

/// A match before its first game.
struct Match<'a> {
    args: &'a MatchArgs,
    game: &'static dyn Game,
    options: Options,
    start: AnyPosition,
    entrants: Vec<Entrant>,
    openings: Option<Vec<Opening>>,
    pace: Pace,
    sprt: Sprt,
}

/// The place of a game in the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    /// Number of the game, from 1.
    number: u32,
    /// The players, the one who begins first.
    players: [usize; 2],
    /// Number of the pair of games, which share an opening, from 0.
    pair: u32,
}

/// The games of every two of this many players, in the order in which they are played: round by
/// round, the two games of a pair after each other.
fn schedule(players: usize, games: u32) -> Vec<Slot> {
    let mut slots = Vec::new();
    for pair in 0..games.div_ceil(2) {
        for a in 0..players {
            for b in a + 1..players {
                for players in [[a, b], [b, a]].into_iter().take((games - 2 * pair).min(2) as usize)
                {
                    slots.push(Slot { number: slots.len() as u32 + 1, players, pair });
                }
            }
        }
    }
    slots
}

/// The number of the pair of a game, in a match of this many players.
fn pair_of(number: u32, players: usize) -> u32 {
    let pairings = players * (players - 1) / 2;
    (number - 1) / (2 * pairings as u32)
}

pub(super) fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = args.find_game()?;
    let options = Options::parse(&args.options)?;
    let read = |path| openings::read(path, game, &options, args.max_plies());
    let openings = args.openings.as_deref().map(read).transpose()?;
    let contest = Match {
        args,
        game,
        start: game.start(&options)?,
        entrants: args.entrants(game, &options)?,
        openings,
        pace: args.pace()?,
        sprt: args.hypotheses()?,
        options,
    };
    if let Some(path) = &args.output {
        check_games_file(path, game)?;
    }
    let (journal, played) =
        Journal::open(&contest.header(), args.state.as_deref(), args.output.as_deref())?;
    if !played.is_empty() {
        writeln!(out, "{} games were played before", played.len())?;
    }
    let mut results = Results::new(&contest, journal);
    played.into_iter().for_each(|game| results.count(game));
    let mut slots = schedule(contest.entrants.len(), args.games);
    let known: BTreeSet<u32> = results.played.iter().map(|game| game.number).collect();
    slots.retain(|slot| !known.contains(&slot.number));
    if results.is_decided() {
        slots.clear();
    }
    contest.play_all(&slots, &mut |game| results.add(&game, out))?;
    results.summarise(out)
}

impl Match<'_> {
    fn header(&self) -> MatchHeader {
        let openings = match &self.args.openings {
            Some(path) => format!("{} {:?}", path.display(), self.args.plies),
            None => format!("random {}", self.args.random_plies()),
        };
        let players = self.entrants.iter().map(|entrant| match &entrant.spec {
            player::PlayerSpec::Engine(settings) => {
                format!("{} {:?}", entrant.text, settings.options)
            }
            _ => entrant.text.clone(),
        });
        MatchHeader {
            version: 1,
            game: self.game.id().to_owned(),
            options: self.options.clone(),
            players: players.collect(),
            pace: format!("{:?}", self.pace),
            openings,
            seed: self.args.seed,
            adjudicate: self.args.adjudicate,
        }
    }

    /// Plays these games, and hands each over as it ends until `add` returns false.
    fn play_all(
        &self,
        slots: &[Slot],
        add: &mut dyn FnMut(PlayedGame) -> Result<bool, CliError>,
    ) -> Result<(), CliError> {
        let workers = usize::from(self.args.concurrency).min(slots.len().max(1));
        if workers == 1 {
            let mut players = self.players();
            for slot in slots {
                if !add(self.play(*slot, &mut players)?)? {
                    break;
                }
            }
            return Ok(());
        }
        let (next, ends) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::sync_channel(workers);
        thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, next, ends) = (sender.clone(), &next, &ends);
                scope.spawn(move || {
                    let mut players = self.players();
                    while !ends.load(Ordering::Relaxed) {
                        let Some(slot) = slots.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        if sender.send(self.play(*slot, &mut players)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            // Games that have begun are played to their end and count.
            for played in receiver {
                match played.map_err(CliError::from).and_then(&mut *add) {
                    Ok(true) => {}
                    Ok(false) => ends.store(true, Ordering::Relaxed),
                    Err(error) => {
                        ends.store(true, Ordering::Relaxed);
                        result = result.and(Err(error));
                    }
                }
            }
            result
        })
    }

    fn players(&self) -> Vec<Player> {
        self.entrants.iter().map(|entrant| entrant.spec.player(self.game)).collect()
    }

    /// The opening of a pair of games.
    fn opening(&self, pair: u32) -> Opening {
        match &self.openings {
            Some(known) => known[pair as usize % known.len()].clone(),
            None => {
                let seed = mix(self.args.seed ^ mix(u64::from(pair)));
                random_opening(&self.start, self.args.random_plies(), seed).into()
            }
        }
    }

    fn play(&self, slot: Slot, players: &mut [Player]) -> Result<PlayedGame, EngineError> {
        let Slot { number, players: [first, second], pair } = slot;
        let name = |player: usize| {
            let Entrant { letter, text, .. } = &self.entrants[player];
            (letter.as_str(), text.as_str())
        };
        let seed = |n: u64| mix(self.args.seed ^ mix(2 * u64::from(number) + n));
        let pairing = Pairing {
            game: self.game,
            options: &self.options,
            opening: &self.opening(pair),
            pace: self.pace,
            adjudicate: self.args.adjudicate,
            names: [name(first), name(second)],
            number,
            seeds: [seed(0), seed(1)],
        };
        let (low, high) = players.split_at_mut(first.max(second));
        let (low, high) = (&mut low[first.min(second)], &mut high[0]);
        let seated = if first < second { [low, high] } else { [high, low] };
        let (tree, ending) = pairing.play(seated)?;
        Ok(PlayedGame { result: GameResult { number, players: [first, second], ending }, tree })
    }
}

impl From<EngineError> for CliError {
    fn from(error: EngineError) -> CliError {
        CliError::Failed(error.to_string())
    }
}

/// The games played so far.
struct Results<'a> {
    contest: &'a Match<'a>,
    journal: Journal,
    played: Vec<GameResult>,
    /// The results of player a against player b.
    score: MatchScore,
    /// The complete pairs of their games.
    pairs: Pentanomial,
    /// Half points of player a in pairs with one game left.
    open_pairs: BTreeMap<u32, u32>,
}

impl Results<'_> {
    fn new<'a>(contest: &'a Match<'a>, journal: Journal) -> Results<'a> {
        let (score, pairs) = (MatchScore::default(), Pentanomial::default());
        let (played, open_pairs) = (Vec::new(), BTreeMap::new());
        Results { contest, journal, played, score, pairs, open_pairs }
    }

    /// Adds a game and prints it; false once the match is decided.
    fn add(&mut self, game: &PlayedGame, out: &mut dyn Write) -> Result<bool, CliError> {
        self.journal.add(game)?;
        let game = &game.result;
        let letter = |player: usize| self.contest.entrants[player].letter.as_str();
        let [first, second] = game.players;
        let result = match game.ending.winner {
            Some(seat) => format!("{} wins", letter(game.players[seat])),
            None => "draw".to_owned(),
        };
        let begins = match self.contest.entrants.len() {
            2 => format!("{} begins", letter(first)),
            _ => format!("{} against {}", letter(first), letter(second)),
        };
        writeln!(out, "{:>4} {begins}: {result} ({})", game.number, game.ending.text)?;
        out.flush()?;
        self.count(game.clone());
        Ok(!self.is_decided())
    }

    /// Counts the result of a game.
    fn count(&mut self, game: GameResult) {
        let points = match game.players {
            [0, 1] => Some(game.half_points()),
            [1, 0] => Some(2 - game.half_points()),
            _ => None,
        };
        if let Some(points) = points {
            self.score.add(points);
            let pair = pair_of(game.number, self.contest.entrants.len());
            match self.open_pairs.remove(&pair) {
                Some(other) => self.pairs.add(points + other),
                None => _ = self.open_pairs.insert(pair, points),
            }
        }
        self.played.push(game);
    }

    fn is_decided(&self) -> bool {
        let sprt = &self.contest.sprt;
        self.contest.args.sprt && self.pairs.verdict(sprt) != SprtVerdict::Undecided
    }

    fn summarise(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let entrants = &self.contest.entrants;
        for ((player, kind), count) in count_failures(&self.played) {
            writeln!(out, "{}: {kind}: {count}", entrants[player].letter)?;
        }
        if entrants.len() > 2 {
            let names: Vec<String> = entrants
                .iter()
                .map(|entrant| format!("{} {}", entrant.letter, entrant.text))
                .collect();
            crosstable::write(&names, &self.played, out)?;
            return Ok(());
        }
        let (score, pairs) = (self.score, self.pairs);
        let MatchScore { wins, draws, losses } = score;
        writeln!(out, "a: {wins} wins, {draws} draws, {losses} losses in {} games", score.games())?;
        let is_paired = 2 * pairs.pairs() == score.games();
        let estimate = if is_paired { pairs.score() } else { score.score() };
        let Estimate { mean, error } = estimate;
        writeln!(out, "score {:.1} % +- {:.1} (95 %)", 100.0 * mean, 100.0 * error)?;
        let [elo, low, high] = estimate.elo();
        writeln!(out, "Elo {elo:+.1}, from {low:+.1} to {high:+.1} (95 %)")?;
        let [none, half, one, more, two] = pairs.0;
        writeln!(out, "pairs with 0 to 2 points for a: {none} {half} {one} {more} {two}")?;
        let sprt = &self.contest.sprt;
        let verdict = match pairs.verdict(sprt) {
            SprtVerdict::AcceptH1 => "accept H1",
            SprtVerdict::AcceptH0 => "accept H0",
            SprtVerdict::Undecided => "undecided",
        };
        let (ratio, bound) = (pairs.log_likelihood_ratio(sprt), sprt_bound());
        let scale = match sprt.model {
            EloModel::Logistic => "Elo",
            EloModel::Normalised => "normalised Elo",
        };
        writeln!(
            out,
            "SPRT of {} and {} {scale}: {verdict} (LLR {ratio:+.2}, bounds +-{bound:.2})",
            sprt.elo0, sprt.elo1
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
