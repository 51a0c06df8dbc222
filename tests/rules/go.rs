//! Go rules against known counts, and in the cases that are usually wrong.

use tianyuan::core::{Move, Point, Position, Side, perft};
use tianyuan::games::go::{
    EndReason, Go, GoBoard, GoMove, Intersection, KoRule, Phase, Rules, ScoringRule, Setup,
    SmallGo, cell_count, dead_stones, play_out, random_move, unconditionally_alive,
};
use tianyuan::games::{AnyPosition, BoardView, Notation};

/// Legal positions (Tromp; OEIS A094777) and perft counts, made by two
/// independent programs that agree.
const COUNTS: &str = include_str!("../fixtures/go_counts.txt");

fn size(text: &str) -> (u8, u8) {
    let (files, ranks) = text.split_once('x').unwrap();
    (files.parse().unwrap(), ranks.parse().unwrap())
}

/// Number of arrangements of stones in which each chain has a liberty. A chain
/// without one is rejected at once: later points count as liberties here.
fn count_legal<const C: usize>(board: &GoBoard<C>, points: &[u16]) -> u64 {
    let Some((&cell, rest)) = points.split_first() else { return 1 };
    let mut total = count_legal(board, rest);
    for side in Side::BOTH {
        let mut next = *board;
        if next.place_stone(cell, side) == [0, 0] {
            total += count_legal(&next, rest);
        }
    }
    total
}

fn legal_positions<const C: usize>(files: u8, ranks: u8) -> u64 {
    let board = GoBoard::<C>::new(files, ranks);
    count_legal(&board, &board.cells().collect::<Vec<_>>())
}

#[test]
fn small_boards_have_the_known_number_of_legal_positions() {
    for line in COUNTS.lines().filter_map(|line| line.strip_prefix("legal ")) {
        let (board, count) = line.split_once(' ').unwrap();
        let (files, ranks) = size(board);
        let found = legal_positions::<{ cell_count(5, 5) }>(files, ranks);
        assert_eq!(found.to_string(), count, "{board}");
    }
}

#[test]
fn four_by_four_has_the_known_number_of_legal_positions() {
    // OEIS A094777.
    assert_eq!(legal_positions::<{ cell_count(4, 4) }>(4, 4), 24_318_165);
}

fn rules(ko: KoRule, suicide: bool) -> Rules {
    Rules { ko, suicide, ..Rules::from_name("tromp-taylor", 0, 0) }
}

#[test]
fn perft_agrees_with_two_other_programs() {
    let mut checked = 0;
    for line in COUNTS.lines().filter_map(|line| line.strip_prefix("perft ")) {
        let (head, counts) = line.split_once(": ").unwrap();
        let words: Vec<_> = head.split(' ').collect();
        let ko = match words[1] {
            "Simple" => KoRule::Simple,
            "Psk" => KoRule::Positional,
            _ => KoRule::Situational,
        };
        let (files, ranks) = size(words[0]);
        let rules = rules(ko, words[2] == "suicide=true");
        for (count, depth) in counts.split(' ').zip(1..) {
            let found = if files <= 5 {
                perft(&mut Go::<{ cell_count(5, 5) }>::new(files, ranks, rules), depth)
            } else {
                perft(&mut SmallGo::new(files, ranks, rules), depth)
            };
            assert_eq!(found.to_string(), count, "{head}, {depth} plies");
            checked += 1;
        }
    }
    assert!(checked > 150, "only {checked} counts were found");
}

#[test]
fn perft_leaves_out_the_agreement_on_dead_stones() {
    // Under these rules two passes lead to the removal of dead stones, which is
    // not played on the board; the count is that of games that end there.
    let mut position = Go::<{ cell_count(2, 2) }>::new(2, 2, chinese());
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&mut position, depth)), [5, 21, 68, 156]);
}

fn read(text: &str, size: u8, rules: Rules) -> SmallGo {
    SmallGo::read(text, size, rules).unwrap()
}

fn chinese() -> Rules {
    Rules::from_name("chinese", 15, 0)
}

fn play(go: &mut SmallGo, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = go.parse_move(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        go.play(mv);
    }
}

fn refusal(go: &SmallGo, text: &str) -> &'static str {
    go.parse_move(text).unwrap_err().id
}

#[test]
fn a_ko_is_retaken_only_after_a_move_elsewhere() {
    for name in ["chinese", "japanese", "aga", "new-zealand", "tromp-taylor"] {
        let text = "5/1XO2/XO1O1/1XO2/5 X 0,0";
        let mut go = read(text, 5, Rules::from_name(name, 0, 0));
        play(&mut go, "C3");
        assert_eq!(go.captured(), [1, 0]);
        assert_eq!(refusal(&go, "B3"), "go-ko", "{name}");
        play(&mut go, "E1 E5 B3");
        assert_eq!(go.captured(), [1, 1]);
        assert_eq!(refusal(&go, "C3"), "go-ko", "{name}");
    }
}

#[test]
fn a_snapback_takes_more_than_it_gave() {
    // White takes the stone at B1 and is taken with three.
    let mut go = read("5/5/XXX2/OOX2/1XO2 O 0,0", 5, chinese());
    play(&mut go, "A1");
    assert_eq!(go.captured(), [0, 1]);
    assert_eq!(go.piece_at(Point::new(1, 0)), None);
    play(&mut go, "B1");
    assert_eq!(go.captured(), [3, 1]);
}

#[test]
fn multi_stone_suicide_depends_on_the_rules() {
    let text = "5/5/OO3/XXO2/1XO2 X 0,0";
    for (name, allowed) in [
        ("chinese", false),
        ("japanese", false),
        ("aga", false),
        ("new-zealand", true),
        ("tromp-taylor", true),
    ] {
        let mut go = read(text, 5, Rules::from_name(name, 0, 0));
        if allowed {
            play(&mut go, "A1");
            assert_eq!(go.captured(), [0, 4]);
            assert_eq!(go.piece_at(Point::new(0, 0)), None);
        } else {
            assert_eq!(refusal(&go, "A1"), "go-suicide");
        }
    }
}

#[test]
fn threefold_repetition_under_simple_ko_is_no_result() {
    // On a 3×1 board nothing lives, so play cycles.
    let one = Rules::from_name("japanese", 0, 0);
    let mut go = Go::<{ cell_count(3, 1) }>::new(3, 1, one);
    let mut plies = 0;
    let mut random = tianyuan::core::Random::new(4);
    let mut moves = Vec::new();
    while !matches!(go.phase(), Phase::Finished(EndReason::Repetition)) {
        go.legal_moves(&mut moves);
        moves.retain(|mv| matches!(mv, GoMove::Place(_)));
        go.play(random.pick(&moves).copied().unwrap_or(GoMove::Pass));
        plies += 1;
        assert!(plies < 100);
    }
    assert_eq!(go.outcome().unwrap().winner, None);
    assert_eq!(go.outcome().unwrap().score, None);
}

#[test]
fn superko_refuses_exactly_the_repeated_positions() {
    let mut random = tianyuan::core::Random::new(12);
    let mut refused = 0;
    for _ in 0..300 {
        let mut go = SmallGo::new(3, 3, rules(KoRule::Positional, false));
        let mut seen = vec![go.go_board().hash()];
        let mut moves = Vec::new();
        for _ in 0..60 {
            for cell in go.go_board().cells() {
                let board = go.go_board();
                if board.at(cell) != Intersection::Empty
                    || board.is_suicide(cell, go.side_to_move())
                {
                    continue;
                }
                let mut after = *board;
                after.place_stone(cell, go.side_to_move());
                assert_eq!(after.hash(), board.hash_after(cell, go.side_to_move()));
                let before = seen.contains(&after.hash());
                assert_eq!(go.is_legal(GoMove::Place(cell)), !before);
                let refusal =
                    go.from_move(go.to_move(GoMove::Place(cell))).err().map(|refusal| refusal.id);
                assert_eq!(refusal.is_some_and(|id| ["go-ko", "go-superko"].contains(&id)), before);
                refused += u32::from(refusal == Some("go-superko"));
            }
            go.legal_moves(&mut moves);
            let stones = moves.len() - 1;
            let mv = random.pick(&moves[..stones]).copied().unwrap_or(GoMove::Pass);
            go.play(mv);
            if go.outcome().is_some() {
                break;
            }
            seen.push(go.go_board().hash());
        }
    }
    assert!(refused > 100, "only {refused} moves met superko");
}

#[test]
fn a_handicap_stands_on_the_star_points_and_white_begins() {
    let game = tianyuan::games::registry::find("go").unwrap();
    let start =
        |options: &str| game.start(&tianyuan::games::Options::parse(options).unwrap()).unwrap();
    let stones = |position: &AnyPosition| {
        let mut found = Vec::new();
        for rank in 0..25 {
            for file in 0..25 {
                found.extend(position.piece_at(Point::new(file, rank)).map(|_| (file, rank)));
            }
        }
        found
    };
    let two = start("(handicap: 2)");
    // D4 and Q16.
    assert_eq!(stones(&two), [(3, 3), (15, 15)]);
    assert_eq!(two.side_to_move(), Side::Second);
    for (options, count) in [
        ("(handicap: 1)", 0),
        ("(handicap: 5)", 5),
        ("(handicap: 9)", 9),
        ("(size: 9, handicap: 9)", 9),
        ("(size: 8, handicap: 9)", 4),
        ("(size: 5, handicap: 9)", 5),
    ] {
        assert_eq!(stones(&start(options)).len(), count, "{options}");
    }
    let middle = start("(handicap: 7)");
    assert!(stones(&middle).contains(&(9, 9)));
    assert!(!stones(&start("(handicap: 6)")).contains(&(9, 9)));
}

#[test]
fn two_passes_start_stone_removal_and_agreement_ends_the_game() {
    // Black holds the left, White the right; a white stone is lost at A1.
    let text = "1X1O1/1X1O1/1X1O1/1X1O1/OX1O1 X 0,0";
    let mut go = read(text, 5, chinese());
    play(&mut go, "pass pass");
    assert!(matches!(go.phase(), Phase::StoneRemoval { accepted: false, .. }));
    assert_eq!(refusal(&go, "C3"), "go-marking");
    if go.piece_at(Point::new(0, 0)).unwrap().kind == 0 {
        play(&mut go, "*A1");
    }
    play(&mut go, "accept");
    assert_eq!(go.side_to_move(), Side::Second);
    play(&mut go, "accept");
    let score = go.outcome().unwrap().score.unwrap();
    // Ten points each, and 7.5 for White.
    assert_eq!(score.map(|points| points.as_halves()), [20, 35]);
    assert_eq!(go.outcome().unwrap().winner, Some(Side::Second));
}

#[test]
fn a_disagreement_resumes_play() {
    let mut go = read("1X1O1/1X1O1/1X1O1/1X1O1/OX1O1 X 0,0", 5, chinese());
    play(&mut go, "pass pass accept resume");
    assert_eq!((go.phase(), go.side_to_move()), (Phase::Play, Side::First));
    play(&mut go, "C1 pass");
    assert_eq!(go.phase(), Phase::Play);
    assert_eq!(refusal(&go, "accept"), "go-not-marking");
}

#[test]
fn rule_sets_score_the_same_end_differently() {
    // Black has 2 x 5 on the left with a white stone in it, White 2 x 5 on
    // the right; Black has taken one stone before.
    let text = "1X1O1/1X1O1/1X1O1/1X1O1/OX1O1 X 1,0";
    let halves = |name: &str, handicap: i32| {
        let mut go = read(text, 5, Rules::from_name(name, 13, handicap));
        play(&mut go, "pass pass");
        if go.rules().stone_removal && go.piece_at(Point::new(0, 0)).unwrap().kind == 0 {
            play(&mut go, "*A1");
        }
        go.score().totals.map(|points| points.as_halves())
    };
    assert_eq!(halves("chinese", 2), [20, 20 + 13 + 4]);
    assert_eq!(halves("aga", 2), [20, 20 + 13 + 2]);
    // Five points, the dead stone and the prisoner.
    assert_eq!(halves("japanese", 2), [2 * (5 + 1 + 1), 10 + 13]);
    // As it stands: the left edge is neutral.
    assert_eq!(halves("tromp-taylor", 2), [10, 2 * (5 + 5 + 1) + 13]);
    let rules = Rules::from_name("japanese", 0, 0);
    assert_eq!(rules.scoring, ScoringRule::Territory);
}

#[test]
fn nothing_in_seki_counts_as_territory() {
    // Each side has one eye, B4 and E4, and whoever plays C3 is taken.
    let rows = "XXXOO/X1XO1/XX1OO/XXXOO/XXXOO";
    let halves = |name: &str| {
        let go = read(&format!("{rows} X 0,0"), 5, Rules::from_name(name, 0, 0));
        go.score().totals.map(|points| points.as_halves())
    };
    assert_eq!(halves("japanese"), [0, 0]);
    assert_eq!(halves("chinese"), [2 * 14, 2 * 10]);
}

#[test]
fn two_eyes_live_and_one_does_not() {
    // Black's corner has eyes at A1 and C1; White's stones around have none.
    let go = read("5/5/OOOOO/XXXXO/1X1XO X 0,0", 5, chinese());
    let board = go.go_board();
    let corner = board.cell(Point::new(1, 0)).unwrap();
    assert_eq!(unconditionally_alive(board, Side::First), [board.chain_head(corner)]);
    assert!(unconditionally_alive(board, Side::Second).is_empty());
    let one = read("5/5/OOOO1/XXXO1/1XXO1 X 0,0", 5, chinese());
    assert!(unconditionally_alive(one.go_board(), Side::First).is_empty());
    assert!(dead_stones(one.go_board()).contains(one.go_board().cell(Point::new(0, 1)).unwrap()));
}

#[test]
fn the_liberties_after_a_move_are_foretold() {
    let mut random = tianyuan::core::Random::new(10);
    let mut met = [0; 3];
    for game in 0..300 {
        let mut board = GoBoard::<{ cell_count(9, 9) }>::new(5, 5);
        for ply in 0..60 {
            let side = Side::BOTH[(game + ply) % 2];
            let Some(cell) = random_move(&board, side, &mut random) else { break };
            let (liberties, stones) = board.liberties_after(cell, side);
            let takes = board.place_stone(cell, side)[0] > 0;
            let mut free: Vec<u16> = board
                .chain_stones(cell)
                .flat_map(|stone| board.neighbours(stone))
                .filter(|&near| board.at(near) == Intersection::Empty)
                .collect();
            free.sort_unstable();
            free.dedup();
            assert_eq!(stones, board.chain_size(cell));
            // Of captured stones only those next to the move are counted.
            let counted = free.len().min(2) as u32;
            assert!(liberties == counted || takes && liberties < counted, "{liberties} {free:?}");
            met[liberties as usize] += 1;
        }
    }
    assert!(met[1] > 100 && met[2] > 1000, "{met:?}");
}

#[test]
fn liberties_stay_correct_through_random_games() {
    let mut random = tianyuan::core::Random::new(9);
    for (files, ranks) in [(1, 1), (2, 5), (9, 9), (7, 4)] {
        for _ in 0..200 {
            let mut board = GoBoard::<{ cell_count(9, 9) }>::new(files, ranks);
            play_out(&mut board, Side::First, None, &mut random, |_, _| ());
            let mut empty = 0;
            for cell in board.cells() {
                if board.at(cell) == Intersection::Empty {
                    empty += 1;
                    continue;
                }
                assert!(board.has_liberty(cell));
                let mut near: Vec<_> = board
                    .chain_stones(cell)
                    .flat_map(|stone| board.neighbours(stone))
                    .filter(|&near| board.at(near) == Intersection::Empty)
                    .collect();
                near.sort_unstable();
                near.dedup();
                let last = (near.len() == 1).then(|| near[0]);
                assert_eq!(board.last_liberty(cell), last);
            }
            assert_eq!(board.empty_cells().len(), empty);
        }
    }
}

#[test]
fn points_are_written_without_the_letter_i() {
    let go = AnyPosition::new(SmallGo::new(9, 9, chinese()));
    assert_eq!(go.move_text(Move::Place(Point::new(8, 0))).unwrap(), "J1");
    assert_eq!(go.parse_move("j1"), Ok(Move::Place(Point::new(8, 0))));
    assert_eq!(go.parse_move("i1").unwrap_err().id, "go-unreadable-move");
    assert_eq!(go.parse_move("K1").unwrap_err().id, "go-off-board");
}

#[test]
fn an_invalid_position_is_explained() {
    let cases = [
        ("", "expected rows, X or O to move, and prisoners like 0,0"),
        ("5/5/5/5 X 0,0", "expected 5 rows, found 4"),
        ("5/5/5/5/6 X 0,0", "row 1 has 6 points instead of 5"),
        ("5/5/5/5/4? X 0,0", "row 1 holds \"?\"; expected X, O or a number"),
        ("5/5/5/5/5 Z 0,0", "the side to move must be X (Black) or O (White)"),
        ("5/5/5/5/5 X 0", "the prisoners must be two numbers like 3,5"),
        ("5/5/5/X4/OX3 X 0,0", "a chain has no liberty"),
        ("5/5/5/5/5 X 0,0 A1 A1", "There is a stone already."),
    ];
    for (text, reason) in cases {
        let error = SmallGo::read(text, 5, chinese()).unwrap_err();
        assert_eq!(error.to_string(), format!("not a position: {reason}"));
    }
    let setup = Setup {
        stones: vec![(7, Side::First)],
        side_to_move: Side::Second,
        captured: [0, 2],
        free_handicap: 0,
    };
    assert!(SmallGo::with_setup(5, 5, chinese(), setup).is_ok());
}

#[test]
fn an_endless_dispute_over_dead_stones_is_scored() {
    let mut go = read("1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 X 0,0", 5, chinese());
    play(&mut go, "pass pass");
    let mut plies = 2;
    while go.outcome().is_none() {
        play(&mut go, "*B1");
        plies += 1;
    }
    // Four for each of the 25 points, and a hundred.
    assert_eq!(plies, 200);
    assert_eq!(go.phase(), Phase::Finished(EndReason::MoveLimit));
    let score = go.outcome().unwrap().score.unwrap();
    assert_eq!(score.map(|points| points.as_halves()), [20, 20 + 15]);
}
