//! `match`: many games between two players, with what their results prove.
//!
//! Every opening is played twice with the sides exchanged.

mod openings;
mod seat;
mod statistics;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use super::CliError;
use crate::core::{Move, Outcome, Random};
use crate::games::{AnyPosition, Game, Options};
pub(super) use openings::by_chance;
use seat::{Played, Seat, Spec};
pub(super) use statistics::NORMAL_95;
use statistics::{Tally, Verdict, bound};

/// A game of more plies than this counts as a draw.
const MOST_PLIES: usize = 2000;

/// What is to be played.
pub(super) struct Plan<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) options: &'a Options,
    /// The players a and b as on the command line.
    pub(super) players: [&'a str; 2],
    pub(super) games: u32,
    pub(super) openings: Option<&'a Path>,
    /// Plies of an opening by chance, where no file is named.
    pub(super) plies: u32,
    pub(super) time: Option<Duration>,
    pub(super) seed: u64,
    /// Whether to stop once the sequential test has decided.
    pub(super) may_stop: bool,
}

/// How a game ended: which player won, 0 or 1, and in words.
struct Ending {
    winner: Option<usize>,
    words: String,
}

pub(super) fn run(plan: &Plan, out: &mut dyn Write) -> Result<(), CliError> {
    let start = plan.game.start(plan.options)?;
    let specs =
        [Spec::parse(plan.players[0], plan.game)?, Spec::parse(plan.players[1], plan.game)?];
    let file = plan.openings.map(|path| openings::read(path, &start)).transpose()?;
    let mut random = Random::new(plan.seed);
    let mut tally = Tally::default();
    let mut opening = Vec::new();
    for number in 0..plan.games {
        let turned = number % 2 == 1;
        if !turned {
            opening = match &file {
                Some(lines) => lines[number as usize / 2 % lines.len()].clone(),
                None => openings::by_chance(&start, plan.plies, random.bits()),
            };
        }
        let seeds = [random.bits(), random.bits()];
        let ending = play(plan, &specs, &start, &opening, turned, seeds);
        let result = match ending.winner {
            Some(0) => {
                tally.wins += 1;
                "a wins"
            }
            Some(_) => {
                tally.losses += 1;
                "b wins"
            }
            None => {
                tally.draws += 1;
                "draw"
            }
        };
        let first = if turned { "b" } else { "a" };
        writeln!(out, "{:>4} {first} begins: {result} ({})", number + 1, ending.words)?;
        out.flush()?;
        if plan.may_stop && tally.verdict() != Verdict::Undecided {
            break;
        }
    }
    Ok(summarise(tally, out)?)
}

fn play(
    plan: &Plan,
    specs: &[Spec; 2],
    start: &AnyPosition,
    opening: &[Move],
    turned: bool,
    seeds: [u64; 2],
) -> Ending {
    // Which player, 0 for a, has a side.
    let player_of = |position: &AnyPosition, side: usize| {
        side ^ usize::from(turned) ^ usize::from(position.is_swapped())
    };
    let loss = |player: usize, why: &str| Ending {
        winner: Some(1 - player),
        words: format!("{} {} loses: {why}", ["a", "b"][player], plan.players[player]),
    };
    let mut seats = Vec::new();
    for player in 0..2 {
        match Seat::sit(&specs[player], plan.game, start, plan.time, seeds[player]) {
            Ok(seat) => seats.push(seat),
            Err(why) => return loss(player, &why),
        }
    }
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < MOST_PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ending {
                winner: position
                    .outcome()
                    .and_then(|outcome| outcome.winner)
                    .map(|side| player_of(&position, side.index())),
                words: position.outcome().map_or_else(|| "unfinished".to_owned(), words_of),
            };
        }
        let player = player_of(&position, position.side_to_move().index());
        let given = opening.get(moves.len()).copied();
        // A pass that is the only move is not worth a question.
        let forced = (legal == [Move::Pass]).then_some(Move::Pass);
        let mv = match given.or(forced) {
            Some(mv) => mv,
            None => {
                let played = Played {
                    game: plan.game,
                    options: plan.options,
                    start,
                    moves: &moves,
                    position: &position,
                };
                match seats[player].choose(&played) {
                    Ok(mv) => mv,
                    Err(why) => return loss(player, &why),
                }
            }
        };
        if let Err(refusal) = position.play(mv) {
            return loss(player, &format!("it played an illegal move: {refusal}"));
        }
        moves.push(mv);
    }
    Ending { winner: None, words: format!("no end after {MOST_PLIES} plies") }
}

fn words_of(outcome: Outcome) -> String {
    match outcome.score {
        Some([first, second]) => format!("{} {first}-{second}", outcome.reason),
        None => outcome.reason.to_owned(),
    }
}

fn summarise(tally: Tally, out: &mut dyn Write) -> std::io::Result<()> {
    let Tally { wins, draws, losses } = tally;
    writeln!(out, "a: {wins} wins, {draws} draws, {losses} losses in {} games", tally.games())?;
    let (score, error) = tally.score();
    writeln!(out, "score {:.1} % +- {:.1} (95 %)", 100.0 * score, 100.0 * error)?;
    let [elo, low, high] = tally.elo();
    writeln!(out, "Elo {elo:+.1}, from {low:+.1} to {high:+.1} (95 %)")?;
    let verdict = match tally.verdict() {
        Verdict::AcceptH1 => "accept H1",
        Verdict::AcceptH0 => "accept H0",
        Verdict::Undecided => "undecided",
    };
    let (ratio, bound) = (tally.likelihood_ratio(), bound());
    writeln!(out, "SPRT of 0 and 20 Elo: {verdict} (LLR {ratio:+.2}, bounds +-{bound:.2})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn compete(game: &str, players: [&str; 2], games: u32) -> Result<String, CliError> {
        let plan = Plan {
            game: registry::find(game).unwrap(),
            options: &Options::default(),
            players,
            games,
            openings: None,
            plies: 6,
            time: None,
            seed: 5,
            may_stop: false,
        };
        let mut out = Vec::new();
        run(&plan, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn two_levels_play_each_opening_with_both_sides() {
        let printed = compete("reversi", ["level:2", "level:1"], 4).unwrap();
        let lines: Vec<_> = printed.lines().collect();
        assert_eq!(lines.len(), 8, "{printed}");
        assert!(lines[0].contains("a begins: ") && lines[1].contains("b begins: "), "{printed}");
        assert!(lines[4].ends_with("in 4 games"), "{printed}");
        assert!(lines[7].starts_with("SPRT of 0 and 20 Elo: "), "{printed}");
        assert_eq!(printed, compete("reversi", ["level:2", "level:1"], 4).unwrap());
    }

    #[test]
    fn an_engine_that_is_missing_or_ends_at_once_loses_and_is_named() {
        for engine in ["gtp:/nowhere/engine", "nboard:/nowhere/engine"] {
            let printed = compete("reversi", ["level:1", engine], 2).unwrap();
            assert!(printed.contains("a: 2 wins, 0 draws, 0 losses"), "{printed}");
            assert!(printed.contains(&format!("b {engine} loses: it cannot be started")));
        }
    }

    #[test]
    fn players_that_do_not_fit_are_refused() {
        for (game, player) in [
            ("reversi", "level:0"),
            ("reversi", "level:99"),
            ("reversi", "strong"),
            ("reversi", "gtp:"),
            ("chess", "gtp:engine"),
            ("go", "nboard:engine"),
        ] {
            assert!(compete(game, [player, "level:1"], 2).is_err(), "{game} {player}");
        }
    }
}
