//! The logs of games over a network, checked without a server.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tianyuan::core::Side;
use tianyuan::games::Options;
use tianyuan::net::{
    Action, Actor, Deed, Entry, Id, Identity, OnlineGame, Profile, Purpose, RatingNote, Signed,
    Terms, Time, write_log,
};

/// A game of chess between two keys, as their referee writes it.
fn game() -> OnlineGame {
    let [ann, bob, referee] = [1, 2, 3].map(|number| Identity::from_secret([number; 32]));
    let profile =
        |identity: &Identity, name: &str| Profile { player: identity.id(), name: name.to_owned() };
    let mut game = OnlineGame::new(Terms {
        id: Id([7; 12]),
        game: "chess".to_owned(),
        options: Options::default(),
        players: [profile(&ann, "Ann"), profile(&bob, "Bob")],
        ratings: [RatingNote { rating: 1500, deviation: 350, games: 0 }; 2],
        time: Time::Correspondence { a_move: 86_400_000 },
        rated: false,
        began: 1_790_000_000_000,
        referee: referee.id(),
        delay: 0,
    })
    .unwrap();
    for (number, text) in ["e4", "e5", ""].into_iter().enumerate() {
        let (side, player) = [(Side::First, &ann), (Side::Second, &bob)][number % 2];
        let deed = game.position().parse_move(text).map_or(Deed::Resign, Deed::Play);
        let action = Action { game: game.terms().id, after: game.last(), deed, thought: 0 };
        let signed = Signed::new(player, Purpose::Action, &action);
        let clocks = game.clocks_after(Actor::Player(side), deed, 1_000);
        let at = 1_000 * (number as u64 + 1);
        game.append(Entry::new(&referee, signed, at, clocks, game.last())).unwrap();
    }
    game
}

fn verify(name: &str, bytes: &[u8]) -> Output {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, bytes).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(["online", "verify"]).arg(file).output().unwrap()
}

#[test]
fn a_log_is_verified_without_its_server() {
    let output = verify("good.tianyuan-log", &write_log(game().log()));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(lines[0].starts_with("game BwcHBwcHBwcHBwcH of chess: Ann "), "{text}");
    assert_eq!(lines[1..3], ["moves: e4 e5", "result: black wins (white resigned)"]);
    assert_eq!(lines.last(), Some(&"signed by both players, checked"));
}

#[test]
fn a_log_that_was_changed_is_refused_in_one_sentence() {
    let mut log = game().log().clone();
    log.entries[1].at += 1;
    for (name, bytes, reason) in [
        ("other.tianyuan-log", b"GIF89a".to_vec(), "this is not the log of a game"),
        ("changed.tianyuan-log", write_log(&log), "entry 2 is not linked to the one before"),
    ] {
        let output = verify(name, &bytes);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}
