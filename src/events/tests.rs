//! Whole tournaments, standings worked out by hand, and files that cannot be.

use super::*;
use crate::core::Side;
use crate::games::Options;

fn players(count: u32) -> Vec<Player> {
    (1..=count).map(|number| Player::new(&format!("P{number}"), 2000 - number)).collect()
}

fn tournament(kind: Kind, count: u32) -> Tournament {
    Tournament::new("Club", "chess", Options::default(), kind, players(count)).unwrap()
}

fn pairs(round: &Round) -> Vec<[u32; 2]> {
    round.games.iter().map(|game| [game.first, game.second]).collect()
}

/// A round of games `[first, second]` with results.
fn round<const N: usize>(games: [(u32, u32, &str); N], byes: &[u32]) -> Round {
    let game = |(first, second, result): (u32, u32, &str)| Pairing {
        result: Some(result.parse().unwrap()),
        ..Pairing::new([first, second])
    };
    Round { games: games.map(game).to_vec(), byes: byes.to_vec() }
}

/// Pairs all rounds, and lets the lower number win.
fn play(tournament: &mut Tournament) {
    while let Ok(round) = tournament.pair_next(0) {
        let games = round.games.clone();
        let number = tournament.rounds.len();
        for (board, game) in (1..).zip(games).filter(|(_, game)| game.result.is_none()) {
            let first_wins = game.first < game.second;
            let result = if first_wins { GameResult::FirstWins } else { GameResult::SecondWins };
            tournament.enter(number, board, result).unwrap();
        }
    }
    assert_eq!(tournament.check(), Ok(()));
    assert_eq!(Some(tournament.rounds.len() as u32), tournament.total_rounds());
}

#[test]
fn the_best_wins_a_tournament_of_every_kind_and_size() {
    let swiss = Kind::Swiss { rounds: 4 };
    let round_robin = |double| Kind::RoundRobin { double };
    for kind in [swiss, round_robin(false), round_robin(true), Kind::Knockout] {
        for count in [6, 7, 8, 9] {
            let mut tournament = tournament(kind, count);
            play(&mut tournament);
            let standings = tournament.standings();
            assert_eq!((standings[0].player, standings[0].place), (1, 1), "{kind:?}, {count}");
            assert!(standings[1].place > 1, "{kind:?}, {count}: {standings:?}");
            let text = tournament.to_ron().unwrap();
            assert_eq!(Tournament::read(&text).unwrap(), tournament);
            let over = tournament.pair_next(0).unwrap_err();
            assert_eq!(over, PairingError::Over(tournament.total_rounds().unwrap()));
        }
    }
}

/// Five players, three rounds:
///
/// | round | games | bye |
/// |---|---|---|
/// | 1 | 1-3 1-0, 4-2 1/2 | 5 |
/// | 2 | 5-1 0-1, 3-2 0-1 | 4 |
/// | 3 | 1-4 1/2, 2-5 1-0 | 3 |
///
/// Points: 1 and 2 2½, 4 2, 3 and 5 1.
fn worked_example() -> Tournament {
    let mut example = tournament(Kind::Swiss { rounds: 3 }, 5);
    example.rounds = vec![
        round([(1, 3, "1-0"), (4, 2, "1/2")], &[5]),
        round([(5, 1, "0-1"), (3, 2, "0-1")], &[4]),
        round([(1, 4, "1/2"), (2, 5, "1-0")], &[3]),
    ];
    assert_eq!(example.check(), Ok(()));
    example
}

#[test]
fn tie_breaks_are_those_worked_out_by_hand() {
    let standings = worked_example().standings();
    let found: Vec<_> = standings
        .iter()
        .map(|it| {
            let breaks = [it.buchholz, it.buchholz_cut, it.sonneborn_berger, it.wins];
            (it.place, it.player, it.half_points, breaks)
        })
        .collect();
    // Buchholz in half points: 1 met 3, 5 and 4: 2 + 2 + 4; 2 met 4, 3 and 5: 4 + 2 + 2; 4 met
    // 2 and 1, and its bye counts as somebody with its own 4: 5 + 5 + 4; 3 and 5 met 1 and 2, and
    // with their byes 5 + 5 + 2. Sonneborn-Berger in quarters: 1 beat 3 and 5 and drew with 4:
    // 2·2 + 2·2 + 4; 2 the same; 4: 5 + 5 + 2·4; 3 and 5: 2·2 of the bye.
    assert_eq!(
        found,
        [
            (1, 1, 5, [8, 6, 12, 2]),
            (1, 2, 5, [8, 6, 12, 2]),
            (3, 4, 4, [14, 10, 18, 0]),
            (4, 3, 2, [12, 10, 4, 0]),
            (4, 5, 2, [12, 10, 4, 0]),
        ]
    );
    // The two at the top have not met.
    assert_eq!(standings[0].direct, None);
}

#[test]
fn the_game_of_those_with_equal_points_decides_first() {
    // 2 beat 1, and both have two points; 4 beat 3, and both have one.
    let mut tournament = tournament(Kind::RoundRobin { double: false }, 4);
    tournament.rounds = vec![
        round([(1, 4, "1-0"), (2, 3, "0-1")], &[]),
        round([(4, 3, "1-0"), (1, 2, "0-1")], &[]),
        round([(2, 4, "1-0"), (3, 1, "0-1")], &[]),
    ];
    assert_eq!(tournament.check(), Ok(()));
    let standings = tournament.standings();
    let order: Vec<_> = standings.iter().map(|it| (it.place, it.player, it.direct)).collect();
    assert_eq!(order, [(1, 2, Some(2)), (2, 1, Some(0)), (3, 4, Some(2)), (4, 3, Some(0))]);
    let expected = [
        "   player  1  2  3  4  points",
        "1  P2      *  1  1  0     2.0",
        "2  P1      0  *  1  1     2.0",
        "3  P4      0  0  *  1     1.0",
        "4  P3      1  0  0  *     1.0",
    ];
    assert_eq!(tournament.crosstable().lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_crosstable_by_rounds_tells_opponent_side_and_result() {
    let text = worked_example().crosstable();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[1], "1  P1      +4f  +5s  =3f     2.5");
    assert_eq!(lines[3], "3  P4      =2f  bye  =1s     2.0");
}

#[test]
fn who_withdraws_is_not_paired_or_loses_by_forfeit() {
    let mut swiss = tournament(Kind::Swiss { rounds: 3 }, 6);
    swiss.withdraw("P6").unwrap();
    let first = swiss.pair_next(0).unwrap();
    assert_eq!((pairs(first).len(), first.byes.clone()), (2, vec![5]));
    assert!(!pairs(first).concat().contains(&6));

    let mut table = tournament(Kind::RoundRobin { double: false }, 4);
    table.withdraw("P4").unwrap();
    play(&mut table);
    let wins = table.rounds.iter().flat_map(|round| &round.games);
    let wins = wins.filter(|game| game.side_of(4).is_some());
    assert!(wins.clone().all(|game| !game.result.unwrap().is_played()));
    assert!(wins.clone().all(|game| game.result.unwrap().winner() != game.side_of(4)));
    assert_eq!(wins.count(), 3);

    let again = swiss.withdraw("P6").unwrap_err().to_string();
    assert_eq!(again, "P6 has withdrawn already");
    assert!(swiss.withdraw("P7").is_err());
}

#[test]
fn a_player_who_stopped_counts_as_drawing_for_the_opponents() {
    let mut swiss = tournament(Kind::Swiss { rounds: 3 }, 4);
    swiss.rounds = vec![
        round([(1, 3, "1-0"), (4, 2, "1-0")], &[]),
        round([(2, 3, "1-0")], &[4]),
        round([(2, 4, "+-")], &[3]),
    ];
    let standings = swiss.standings();
    let buchholz = |player| standings.iter().find(|it| it.player == player).unwrap().buchholz;
    // 3 has met 1, who has one point and left after the first round: 2 + 1 + 1 half points; 2 with
    // two points; and in the bye somebody with its own point.
    assert_eq!(buchholz(3), 4 + 4 + 2);
    // 2 has met 4, who did not come to the last round: 4 + 1; 3; and by forfeit somebody with
    // its own 4 half points.
    assert_eq!(buchholz(2), 5 + 2 + 4);
}

#[test]
fn a_forfeit_is_no_game_for_the_next_pairing() {
    let mut swiss = tournament(Kind::Swiss { rounds: 3 }, 4);
    swiss.rounds = vec![round([(1, 3, "+-"), (4, 2, "1/2")], &[])];
    let field = swiss.swiss_field();
    let [first, second, third, _] = &field.entrants[..] else { panic!("{field:?}") };
    assert!(first.met.is_empty() && first.sides.is_empty());
    assert_eq!((first.unplayed, first.may_have_bye, first.score), (1, false, 2));
    assert_eq!(first.floats[0], swiss::Float::Down);
    assert!(third.may_have_bye && third.floats[0] == swiss::Float::None);
    assert_eq!((second.sides.as_slice(), second.score), (&[Side::Second][..], 1));
    assert_eq!(field.half_of_maximum, None);
}

#[test]
fn a_drawn_game_of_a_knock_out_is_replayed_with_changed_sides() {
    let mut cup = tournament(Kind::Knockout, 3);
    let first = cup.pair_next(0).unwrap();
    assert_eq!((pairs(first), first.byes.clone()), (vec![[2, 3]], vec![1]));
    assert_eq!(cup.enter(1, 1, GameResult::Draw), Ok(Entered::Replay));
    assert_eq!(pairs(&cup.rounds[0]), [[3, 2]]);
    let unfinished = cup.pair_next(0).unwrap_err().to_string();
    assert_eq!(unfinished, "round 1 is not finished: board 1 has no result");
    assert_eq!(cup.enter(1, 1, GameResult::FirstWins), Ok(Entered::Result));
    let last = cup.pair_next(0).unwrap();
    assert!(last.games[0].side_of(3).is_some() && last.games[0].side_of(1).is_some());
    // The semifinal has decided who plays the final.
    assert_eq!(cup.enter(1, 1, GameResult::SecondWins), Err(EntryError::Decided(1)));
}

#[test]
fn nobody_goes_on_where_neither_comes() {
    let mut cup = tournament(Kind::Knockout, 4);
    cup.pair_next(0).unwrap();
    cup.enter(1, 1, GameResult::BothForfeit).unwrap();
    cup.enter(1, 2, GameResult::FirstWins).unwrap();
    let last = cup.pair_next(0).unwrap();
    assert_eq!((last.games.len(), last.byes.len()), (0, 1));
}

#[test]
fn sides_are_balanced_where_the_first_move_matters() {
    let with = |game, options: &str| {
        let options = Options::parse(options).unwrap();
        let kind = Kind::Swiss { rounds: 2 };
        Tournament::new("Club", game, options, kind, players(4)).unwrap().swiss_field()
    };
    assert!(with("chess", "()").balances_sides);
    assert!(!with("go", "()").balances_sides);
    assert!(with("go", "(komi: 0)").balances_sides);
    assert!(with("gomoku", "()").balances_sides);
    assert!(!with("gomoku", "(opening: \"swap2\")").balances_sides);
}

#[test]
fn a_hostile_file_gives_one_sentence() {
    let good = worked_example().to_ron().unwrap();
    let refused = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} in {good}");
        let error = Tournament::read(&good.replacen(from, to, 1)).unwrap_err();
        assert!(error.reason.lines().count() == 1, "{error:?}");
        (error.line, error.reason)
    };
    assert_eq!(refused("title:", "tilte:").0, Some(3));
    for (from, to, expected) in [
        ("version: 1", "version: 2", "it is of version 2"),
        ("\"Club\"", "\"\"", "the title is \"\""),
        ("\"P1\"", "\"a\\u{1b}[2J\"", "the name of a player is \"a [2J\""),
        ("\"P1\"", "\"P2\"", "two players are called \"P2\""),
        ("rating: 1999", "rating: 10000", "the rating of \"P1\" is 10000"),
        ("\"chess\"", "\"draughts\"", "there is no game \"draughts\""),
        ("options: {}", "options: {\"x\": 1}", "there is no option \"x\""),
        ("rounds: 3", "rounds: 0", "it is to have 0 rounds"),
        ("rounds: 3", "rounds: 2", "it has 3 rounds; expected 2 at most"),
        ("Swiss(\n    rounds: 3,\n  )", "Knockout", "round 1: board 2 has draws"),
        (
            "Swiss(\n    rounds: 3,\n  )",
            "RoundRobin(double: false)",
            "round 1: its pairs are not those",
        ),
        ("first: 1, second: 3", "first: 0, second: 3", "round 1: there is no player 0"),
        ("first: 1, second: 3", "first: 1, second: 4000000000", "no player 4000000000"),
        ("first: 1, second: 3", "first: 1, second: 1", "round 1: player 1 is paired twice"),
        ("result: Some(FirstWins)", "", "round 1: board 1 has no result"),
    ] {
        let (_, reason) = refused(from, to);
        assert!(reason.contains(expected), "{from} -> {to}: {reason}");
    }
    let deep = format!("(version: {}", "[".repeat(100_000));
    assert!(Tournament::read(&deep).is_err());
    let large = Tournament::read(&" ".repeat(MAX_BYTES + 1)).unwrap_err().reason;
    assert!(large.contains("bytes"), "{large}");
}

#[test]
fn the_largest_tournament_can_be_written_and_read() {
    let mut largest = tournament(Kind::RoundRobin { double: true }, MAX_PLAYERS as u32);
    play(&mut largest);
    assert_eq!(Tournament::read(&largest.to_ron().unwrap()).unwrap(), largest);
}

#[test]
fn each_game_has_the_tie_breaks_of_its_custom() {
    let mut tournament = worked_example();
    let places = |tournament: &Tournament| -> Vec<u32> {
        tournament.standings().iter().map(|it| it.player).collect()
    };
    let by_chess = places(&tournament);
    assert_eq!(tournament.tie_breaks()[0], TieBreak::Direct);
    for game in ["go", "xiangqi", "gomoku"] {
        tournament.game = game.to_owned();
        let first = tournament.tie_breaks()[0];
        assert_eq!(first, TieBreak::Buchholz, "{game}");
        let standings = tournament.standings();
        let values = |it: &Standing| (it.half_points, it.buchholz);
        assert!(standings.is_sorted_by(|a, b| values(a) >= values(b)), "{game}");
        assert_eq!(standings.len(), by_chess.len());
    }
    tournament.game = "go".to_owned();
    let head = tournament.standings_text();
    assert!(head.lines().next().unwrap().contains("SOS  SODOS"), "{head}");
}
