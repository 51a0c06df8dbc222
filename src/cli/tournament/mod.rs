//! `match`: many games between two players, with Elo difference and SPRT.
//!
//! Every opening is played twice, with sides swapped.

pub(super) mod openings;
pub(super) mod player;
mod statistics;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use super::CliError;
use crate::core::{Move, Outcome, Random};
use crate::games::{AnyPosition, Game, Options, game_over_key};
pub(super) use openings::random_opening;
use player::{GameInProgress, Player, PlayerSpec};
pub(super) use statistics::Estimate;
use statistics::{MatchScore, SprtVerdict, sprt_bound};

/// A longer game, in plies, counts as a draw.
const MOST_PLIES: usize = 2000;

/// Parameters of a match.
pub(super) struct MatchParams<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) options: &'a Options,
    /// Players a and b as on the command line.
    pub(super) players: [&'a str; 2],
    pub(super) games: u32,
    pub(super) openings: Option<&'a Path>,
    /// Plies of a random opening, where no file is given.
    pub(super) plies: u32,
    pub(super) time: Option<Duration>,
    pub(super) seed: u64,
    /// Stops the match once the sequential test has decided.
    pub(super) sprt: bool,
}

/// The end of a game: the winning player, 0 or 1, and a description.
struct Ending {
    winner: Option<usize>,
    text: String,
}

pub(super) fn run(params: &MatchParams, out: &mut dyn Write) -> Result<(), CliError> {
    let start = params.game.start(params.options)?;
    let specs = [
        PlayerSpec::parse(params.players[0], params.game)?,
        PlayerSpec::parse(params.players[1], params.game)?,
    ];
    let file = params.openings.map(|path| openings::read(path, &start)).transpose()?;
    let mut random = Random::new(params.seed);
    let mut score = MatchScore::default();
    let mut opening = Vec::new();
    for number in 0..params.games {
        let swapped = number % 2 == 1;
        if !swapped {
            opening = match &file {
                Some(lines) => lines[number as usize / 2 % lines.len()].clone(),
                None => openings::random_opening(&start, params.plies, random.next_u64()),
            };
        }
        let seeds = [random.next_u64(), random.next_u64()];
        let ending = play(params, &specs, &start, &opening, swapped, seeds);
        let result = match ending.winner {
            Some(0) => {
                score.wins += 1;
                "a wins"
            }
            Some(_) => {
                score.losses += 1;
                "b wins"
            }
            None => {
                score.draws += 1;
                "draw"
            }
        };
        let first = if swapped { "b" } else { "a" };
        writeln!(out, "{:>4} {first} begins: {result} ({})", number + 1, ending.text)?;
        out.flush()?;
        if params.sprt && score.verdict() != SprtVerdict::Undecided {
            break;
        }
    }
    Ok(summarise(score, out)?)
}

fn play(
    params: &MatchParams,
    specs: &[PlayerSpec; 2],
    start: &AnyPosition,
    opening: &[Move],
    swapped: bool,
    seeds: [u64; 2],
) -> Ending {
    // The player of a side, 0 for a.
    let player_of = |position: &AnyPosition, side: usize| {
        side ^ usize::from(swapped) ^ usize::from(position.is_swapped())
    };
    let loss = |player: usize, why: &str| Ending {
        winner: Some(1 - player),
        text: format!("{} {} loses: {why}", ["a", "b"][player], params.players[player]),
    };
    let mut players = Vec::new();
    for player in 0..2 {
        match Player::new(&specs[player], params.game, start, params.time, seeds[player]) {
            Ok(player) => players.push(player),
            Err(error) => return loss(player, &error.to_string()),
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
                text: position.outcome().map_or_else(
                    || "unfinished".to_owned(),
                    |outcome| outcome_text(params.game, outcome),
                ),
            };
        }
        let player = player_of(&position, position.side_to_move().index());
        let given = opening.get(moves.len()).copied();
        // A forced pass is played without asking the player.
        let forced = (legal == [Move::Pass]).then_some(Move::Pass);
        let mv = match given.or(forced) {
            Some(mv) => mv,
            None => {
                let played = GameInProgress {
                    game: params.game,
                    options: params.options,
                    start,
                    moves: &moves,
                    position: &position,
                };
                match players[player].choose_move(&played) {
                    Ok(mv) => mv,
                    Err(error) => return loss(player, &error.to_string()),
                }
            }
        };
        if let Err(refusal) = position.play(mv) {
            return loss(player, &format!("it played an illegal move: {refusal}"));
        }
        moves.push(mv);
    }
    Ending { winner: None, text: format!("no end after {MOST_PLIES} plies") }
}

fn outcome_text(game: &dyn Game, outcome: Outcome) -> String {
    let reason = game_over_key(game, outcome.reason);
    match outcome.score {
        Some([first, second]) => format!("{reason} {first}-{second}"),
        None => reason,
    }
}

fn summarise(score: MatchScore, out: &mut dyn Write) -> std::io::Result<()> {
    let MatchScore { wins, draws, losses } = score;
    writeln!(out, "a: {wins} wins, {draws} draws, {losses} losses in {} games", score.games())?;
    let Estimate { mean, error } = score.score();
    writeln!(out, "score {:.1} % +- {:.1} (95 %)", 100.0 * mean, 100.0 * error)?;
    let [elo, low, high] = score.elo();
    writeln!(out, "Elo {elo:+.1}, from {low:+.1} to {high:+.1} (95 %)")?;
    let verdict = match score.verdict() {
        SprtVerdict::AcceptH1 => "accept H1",
        SprtVerdict::AcceptH0 => "accept H0",
        SprtVerdict::Undecided => "undecided",
    };
    let (ratio, bound) = (score.log_likelihood_ratio(), sprt_bound());
    writeln!(out, "SPRT of 0 and 20 Elo: {verdict} (LLR {ratio:+.2}, bounds +-{bound:.2})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn compete(game: &str, players: [&str; 2], games: u32) -> Result<String, CliError> {
        let params = MatchParams {
            game: registry::find(game).unwrap(),
            options: &Options::default(),
            players,
            games,
            openings: None,
            plies: 6,
            time: None,
            seed: 5,
            sprt: false,
        };
        let mut out = Vec::new();
        run(&params, &mut out)?;
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
