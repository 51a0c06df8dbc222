use clap::Parser;

use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: MatchArgs,
}

fn compete(words: &[&str]) -> Result<String, CliError> {
    let line = Line::try_parse_from(["match"].iter().chain(words))
        .map_err(|error| CliError::Failed(error.to_string()))?;
    let mut out = Vec::new();
    run(&line.args, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn two_levels_play_each_opening_with_both_sides() {
    let words = ["reversi", "--a", "level:2", "--b", "level:1", "--games", "4", "--seed", "5"];
    let printed = compete(&words).unwrap();
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines.len(), 9, "{printed}");
    assert!(lines[0].contains("a begins: ") && lines[1].contains("b begins: "), "{printed}");
    assert!(lines[4].ends_with("in 4 games"), "{printed}");
    assert!(lines[8].starts_with("SPRT of 0 and 20 Elo: "), "{printed}");
    assert_eq!(printed, compete(&words).unwrap());
    // The games are the same whoever plays them when, in another order.
    let mut at_once = words.to_vec();
    at_once.extend(["--concurrency", "3"]);
    let together = compete(&at_once).unwrap();
    let mut games: Vec<_> = together.lines().take(4).collect();
    games.sort_unstable();
    assert_eq!(games, lines[..4]);
    assert_eq!(together.lines().skip(4).collect::<Vec<_>>(), lines[4..]);
}

#[test]
fn a_game_on_whose_result_both_players_agree_ends_if_one_likes() {
    let words = ["reversi", "--a", "full", "--b", "level:3", "--games", "4", "--nodes", "500"];
    let played = compete(&words).unwrap();
    assert!(!played.contains("both players"), "{played}");
    let adjudicated = compete(&[&words[..], &["--adjudicate"]].concat()).unwrap();
    assert!(adjudicated.contains("wins (both players take it for won)"), "{adjudicated}");
    // No result is another for it.
    let score = |printed: &str| printed.lines().nth(4).map(str::to_owned);
    assert_eq!(score(&played), score(&adjudicated));
}

#[test]
fn an_engine_that_is_missing_loses_and_is_named() {
    for engine in ["gtp:/nowhere/engine", "nboard:/nowhere/engine"] {
        let words = ["reversi", "--a", "level:1", "--b", engine, "--games", "2"];
        let printed = compete(&words).unwrap();
        assert!(printed.contains("a: 2 wins, 0 draws, 0 losses"), "{printed}");
        assert!(printed.contains(&format!("b {engine} loses: it cannot be started")));
        assert!(printed.contains("b: crashes: 2\n"), "{printed}");
    }
}

#[test]
fn players_and_arguments_that_do_not_fit_are_refused() {
    for (game, player) in [
        ("reversi", "level:0"),
        ("reversi", "level:99"),
        ("reversi", "strong"),
        ("reversi", "gtp:"),
        ("reversi", "uci:engine"),
        ("chess", "gtp:engine"),
        ("chess", "ucci:engine"),
        ("go", "nboard:engine"),
        ("go", "pbrain:engine"),
    ] {
        let words = [game, "--a", player, "--b", "level:1", "--games", "2"];
        assert!(compete(&words).is_err(), "{game} {player}");
    }
    let levels = ["reversi", "--a", "level:1", "--b", "level:1", "--games", "2"];
    for wrong in [
        ["--option", "Hash=1"],
        ["--clock", "soon"],
        ["--output", "games.ron"],
        ["--output", "games.png"],
        ["--openings", "/nowhere/openings.pgn"],
    ] {
        assert!(compete(&[&levels[..], &wrong].concat()).is_err(), "{wrong:?}");
    }
    assert!(compete(&[&levels[..], &["--elo", "5", "0"]].concat()).is_err());
}

#[test]
fn every_two_of_several_players_meet_as_often() {
    let slots = schedule(3, 5);
    assert_eq!(slots.len(), 15);
    assert!(slots.iter().all(|slot| slot.pair == pair_of(slot.number, 3)));
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let count = |players| slots.iter().filter(|slot| slot.players == players).count();
        assert_eq!((count([a, b]), count([b, a])), (3, 2));
    }
    let words =
        ["tictactoe", "--a", "level:1", "--b", "level:3", "--player", "level:2", "--games", "2"];
    let printed = compete(&words).unwrap();
    assert!(printed.contains("   1 a against b: "), "{printed}");
    let table: Vec<_> = printed.lines().skip(6).collect();
    assert!(table[0].contains("points") && table.len() == 4, "{printed}");
}

#[test]
fn a_match_goes_on_where_it_was_stopped() {
    let folder = std::env::temp_dir().join(format!("tianyuan-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let (state, games) = (path("state.ron"), path("games.sgf"));
    let words = |count: &'static str| {
        [
            "reversi", "--a", "level:2", "--b", "level:1", "--state", &state, "--output", &games,
            "--games", count,
        ]
        .map(str::to_owned)
    };
    let play = |count| {
        let words = words(count);
        compete(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    play("2").unwrap();
    // The last line is cut off, as by a loss of power: its game is played again.
    let written = std::fs::read(&state).unwrap();
    std::fs::write(&state, &written[..written.len() - 10]).unwrap();
    let printed = play("6").unwrap();
    assert!(printed.starts_with("1 games were played before\n   2 b begins"), "{printed}");
    assert!(printed.contains("in 6 games"), "{printed}");
    let again = play("6").unwrap();
    assert!(again.starts_with("6 games were played before\na: "), "{again}");
    let text = std::fs::read_to_string(&games).unwrap();
    assert_eq!(text.matches("RE[").count(), 7, "{text}");
    let other = ["reversi", "--a", "level:3", "--b", "level:1", "--state", &state];
    assert!(compete(&other).unwrap_err().to_string().contains("match of other players"));
    std::fs::remove_dir_all(&folder).unwrap();
}
