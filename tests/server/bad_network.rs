//! Players with a bad network: 300 ms there and back, and one packet in twenty lost.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tianyuan::core::{Random, Side};
use tianyuan::net::client::Command;
use tianyuan::net::{Deed, OnlineGame};

use crate::player::{Player, begin, check_whole, live_until};
use crate::serve;
use crate::umpire::replay;
use crate::wire::Way;

/// The way of a packet.
const ONE_WAY: Duration = Duration::from_millis(150);

/// Time after which TCP sends a lost packet again: the way there and back, and its four
/// deviations, 200 ms at least (RFC 6298).
const RESEND: Duration = Duration::from_millis(500);

/// One packet in so many is lost.
const LOST: usize = 20;

/// Bytes of a packet.
const PACKET: usize = 1_400;

/// Milliseconds that the players think.
const THINK: u64 = 50;

/// Passes on what comes on one side of a connection, as late and as steadily as TCP does: what
/// follows a lost packet waits for it.
fn pass_on(mut from: TcpStream, mut to: TcpStream, mut random: Random) {
    let (sender, packets) = mpsc::channel::<(Instant, Vec<u8>)>();
    std::thread::spawn(move || {
        for (due, packet) in packets {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&packet).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
    let mut packet = [0; PACKET];
    let mut last = Instant::now();
    while let Ok(count @ 1..) = from.read(&mut packet) {
        let mut due = Instant::now() + ONE_WAY;
        while random.below(LOST) == 0 {
            due += RESEND;
        }
        last = last.max(due);
        if sender.send((last, packet[..count].to_vec())).is_err() {
            break;
        }
    }
}

/// The bad network before a server; gives the port that it has there.
fn before(port: u16) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let own = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for (number, near) in listener.incoming().map_while(Result::ok).enumerate() {
            let Ok(far) = TcpStream::connect(("127.0.0.1", port)) else { return };
            for (n, (from, to)) in [(&near, &far), (&far, &near)].into_iter().enumerate() {
                to.set_nodelay(true).unwrap();
                let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                let random = Random::new((2 * number + n) as u64);
                std::thread::spawn(move || pass_on(from, to, random));
            }
        }
    });
    own
}

/// By move: the milliseconds that the clock took for it.
fn charged(game: &OnlineGame) -> Vec<u64> {
    let mut replayed = OnlineGame::new(game.terms().clone()).unwrap();
    let steps = game.log().entries.iter().map(|entry| replay(&mut replayed, entry));
    let of_move = |(deed, charged)| matches!(deed, Deed::Play(_)).then_some(charged);
    steps.filter_map(of_move).collect()
}

fn median(numbers: &[u64]) -> u64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}

#[test]
fn a_game_over_a_bad_network_loses_no_move_and_its_clocks_are_right() {
    let host = serve("bad network", |_| {});
    let port = before(host.port());
    let mut players =
        [(1, Way::Socket), (2, Way::WebSocket)].map(|(n, way)| Player::new(n, way, port));
    let id = begin(&mut players, "reversi");
    live_until(&mut players, "forty moves are played", |players| {
        players.iter_mut().for_each(|player| player.play_after(id, THINK));
        players.iter().all(|player| player.game(id).is_some_and(|it| it.line().len() >= 40))
    });
    players[0].command(Command::Deed(id, Deed::Resign));
    live_until(&mut players, "the game is over", |players| {
        players.iter().all(|player| player.game(id).is_some_and(|it| it.finish().is_some()))
    });
    let game = check_whole(&players, id);
    assert_eq!(game.finish().and_then(|it| it.winner()), Some(Some(Side::Second)));

    let decided = |ply: usize| players[ply % 2].decisions[ply / 2];
    let plies = game.line().len();
    let ways: Vec<u64> = (1..plies).map(|n| decided(n).shown - decided(n - 1).decided).collect();
    let charged = charged(&game);
    let extra: Vec<u64> = (2..plies)
        .map(|n| charged[n].saturating_sub(decided(n).decided - decided(n).shown))
        .collect();
    println!("way of a move: median {} ms, most {:?} ms", median(&ways), ways.iter().max());
    println!(
        "charged beyond the thought: median {}, most {:?} ms",
        median(&extra),
        extra.iter().max()
    );
    // From one player to the referee and on to the other, and no more where nothing is lost.
    assert!((300..600).contains(&median(&ways)), "{ways:?}");
    // The way is not charged, only what a lost packet costs beyond it.
    assert!(median(&extra) <= 50, "{extra:?}");
    assert!(extra.iter().filter(|&&it| it > 200).count() * 4 < extra.len(), "{extra:?}");
}
