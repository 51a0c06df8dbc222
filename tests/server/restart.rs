//! Servers that are killed in the middle of games.
#![cfg(unix)]

use std::io::Read;
use std::process::Command;
use std::time::Instant;

use crate::player::{Player, begin, check_whole, play_until};
use crate::program::{free_port, start_server};
use crate::wire::Way;
use crate::{PATIENCE, fresh, wait_until};

#[test]
fn no_move_is_lost_or_doubled_when_the_server_is_killed_in_the_middle_of_games() {
    let folder = fresh("killed");
    let port = free_port();
    let mut program = start_server(&folder, port);
    let mut players =
        [(1, Way::Socket), (2, Way::WebSocket)].map(|(n, way)| Player::new(n, way, port));
    let id = begin(&mut players, "reversi");
    for kill in 1..=4 {
        play_until(&mut players, id, 11 * kill);
        // One of them has decided on a move that is on its way or not yet written.
        players.iter_mut().for_each(|player| player.play(id));
        players.iter_mut().for_each(Player::step);
        drop(program);
        players.iter_mut().for_each(Player::step);
        program = start_server(&folder, port);
    }
    play_until(&mut players, id, usize::MAX);
    let game = check_whole(&players, id);
    assert!(game.line().len() > 44, "it was killed while the game went on");
}

#[test]
fn a_server_that_is_told_to_end_ends_well_and_can_begin_again() {
    let folder = fresh("ended");
    let port = free_port();
    let mut program = start_server(&folder, port);
    let told = Command::new("kill").args(["-TERM", &program.0.id().to_string()]).status().unwrap();
    assert!(told.success());
    let began = Instant::now();
    wait_until("the server ends", || program.0.try_wait().unwrap().is_some());
    assert!(began.elapsed() < PATIENCE / 2);
    assert!(program.0.wait().unwrap().success());
    let mut rest = String::new();
    program.0.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    // The picture of the address, and nothing more.
    assert!(rest.lines().all(|line| line.chars().all(|c| " ▀▄█".contains(c))), "{rest}");
    let _again = start_server(&folder, port);
}
