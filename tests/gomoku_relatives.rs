//! The relatives of Gomoku: captures, liberties, goals and turns of two
//! stones by hand-made positions, and all of the rules against a plain
//! reference that knows nothing of bits.

use tianyuan::core::{Move, Outcome, Point, Position, Random, Side, perft};
use tianyuan::games::gomoku::Opening;
use tianyuan::games::gomoku::relatives::{Kin, Ply, Relative, Stage};
use tianyuan::games::{AnyPosition, Choice, Options, Playable, SetupError, registry};

mod reference;

use reference::Plain;

fn board(kin: Kin, text: &str) -> Relative {
    Relative::read(text, 15, kin, Opening::None, 3).unwrap()
}

fn play(position: &mut Relative, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.play(mv);
    }
}

fn after(kin: Kin, text: &str, moves: &str) -> Relative {
    let mut position = board(kin, text);
    play(&mut position, moves);
    position
}

fn ending(position: &Relative) -> Option<(Option<Side>, &'static str)> {
    position.outcome().map(|Outcome { winner, reason, .. }| (winner, reason))
}

fn at(text: &str) -> Point {
    text.parse().unwrap()
}

fn refusal(position: &Relative, mv: &str) -> &'static str {
    position.parse_move(mv).unwrap_err().id
}

const BLACK_FIVE: Option<(Option<Side>, &str)> = Some((Some(Side::First), "gomoku-five"));

// Connect6

#[test]
fn black_begins_with_one_stone_and_then_each_turn_is_two() {
    let mut position = Relative::new(19, Kin::Connect6, Opening::None, 0);
    let mut sides = Vec::new();
    for text in ["j10", "a1", "a2", "a3", "a4", "b1", "b2"] {
        sides.push(position.side_to_move().index());
        play(&mut position, text);
    }
    assert_eq!(sides, [0, 1, 1, 0, 0, 1, 1]);
    let (first, second) = (board(Kin::Connect6, "h8 - white"), "h8 a1 white one-left");
    assert_eq!(first.stage(), Stage::Turn);
    let half = after(Kin::Connect6, "h8 - white", "a1");
    assert_eq!((half.stage(), half.text()), (Stage::Last, second.to_owned()));
    assert_ne!(half.key(), board(Kin::Connect6, "h8 a1 white").key());
}

#[test]
fn six_or_more_win_and_five_do_not() {
    let four = "c3,d3,e3,f3 c5,d5,e5 black";
    let won = after(Kin::Connect6, four, "g3 h3");
    assert_eq!(ending(&won), Some((Some(Side::First), "gomoku-six")));
    assert_eq!(won.winning_rows(), [[at("c3"), at("h3")]]);
    let five = after(Kin::Connect6, four, "g3");
    assert_eq!(ending(&five), None);
    // The first stone of a turn ends the game as well.
    let first = after(Kin::Connect6, "c3,d3,e3,f3,g3 c5 black", "b3");
    assert_eq!(ending(&first), Some((Some(Side::First), "gomoku-six")));
    let seven = after(Kin::Connect6, "a1,b1,c1,e1,f1,g1 a3 black", "d1");
    assert_eq!(ending(&seven), Some((Some(Side::First), "gomoku-six")));
}

#[test]
fn a_row_of_six_may_be_made_across_two_turns() {
    let position = after(Kin::Connect6, "c3,d3 - black", "e3 f3 n1 n2 g3 h3");
    assert_eq!(ending(&position), Some((Some(Side::First), "gomoku-six")));
}

// Captures by flanking

#[test]
fn a_pair_is_captured_in_each_of_eight_directions() {
    for (x, y) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let step = |n: i8| Point::new((7 + n * x) as u8, (7 + n * y) as u8).to_string();
        let text = format!("{} {},{} black", step(3), step(1), step(2));
        for kin in [Kin::Pente, Kin::Keryo, Kin::Ninuki] {
            let position = after(kin, &text, "h8");
            assert_eq!(position.counts(), [2, 0], "{text}");
            assert_eq!(position.piece_at(at(&step(1))), None);
            assert_eq!(position.piece_at(at(&step(2))), None);
            assert_eq!(position.tally(), Some([2, 0]));
        }
    }
}

#[test]
fn several_pairs_are_captured_at_once() {
    // Up, to the right, and both diagonals to the right.
    let text = "h11,k8,k11,k5 h9,h10,i8,j8,i9,j10,i7,j6 black";
    let position = after(Kin::Pente, text, "h8");
    assert_eq!(position.counts(), [8, 0]);
    assert_eq!(position.stones(), [5, 0]);
    // Two pairs of one line, on both sides of the stone.
    let position = after(Kin::Pente, "e8,k8 f8,g8,i8,j8 black", "h8");
    assert_eq!(position.counts(), [4, 0]);
}

#[test]
fn only_an_exact_pair_or_triple_is_captured() {
    let (one, three, four) = ("j8 i8", "l8 i8,j8,k8", "m8 i8,j8,k8,l8");
    let counts = |kin, stones: &str| after(kin, &format!("{stones} black"), "h8").counts()[0];
    for kin in [Kin::Pente, Kin::Ninuki] {
        assert_eq!([one, three, four].map(|text| counts(kin, text)), [0, 0, 0]);
    }
    assert_eq!([one, three, four].map(|text| counts(Kin::Keryo, text)), [0, 3, 0]);
    // The edge flanks nothing.
    assert_eq!(counts(Kin::Pente, "a1 f8,g8"), 0);
    assert_eq!(after(Kin::Pente, "a9 a8,b8 black", "c8").counts(), [0, 0]);
}

#[test]
fn moving_in_between_two_enemy_stones_is_safe() {
    let position = after(Kin::Pente, "h8,k8 i8 white", "j8");
    assert_eq!(position.counts(), [0, 0]);
    assert_eq!(position.stones(), [2, 2]);
    // Nor does a later stone elsewhere take them.
    let position = after(Kin::Pente, "h8,k8 i8 white", "j8 a1");
    assert_eq!(position.stones(), [3, 2]);
}

#[test]
fn enough_captured_stones_win() {
    let text = "h8 i8,j8 black captured=8:4";
    let won = Some((Some(Side::First), "gomoku-captures"));
    assert_eq!(ending(&after(Kin::Pente, text, "k8")), won);
    assert_eq!(ending(&after(Kin::Ninuki, text, "k8")), won);
    assert_eq!(ending(&after(Kin::Keryo, text, "k8")), None);
    let text = "h8 i8,j8,k8 black captured=12:0";
    assert_eq!(ending(&after(Kin::Keryo, text, "l8")), won);
    let text = "h8 i8,j8 black captured=6:8";
    assert_eq!(ending(&after(Kin::Pente, text, "k8")), None);
}

#[test]
fn five_or_more_win_in_pente() {
    let position = after(Kin::Pente, "a1,b1,c1,d1 a3,b3 black", "e1");
    assert_eq!(ending(&position), BLACK_FIVE);
    assert_eq!(position.winning_rows(), [[at("a1"), at("e1")]]);
    let position = after(Kin::Keryo, "a1,b1,c1,e1,f1 a3 black", "d1");
    assert_eq!(ending(&position), BLACK_FIVE);
}

#[test]
fn the_tournament_rule_of_pente_is_the_pro_opening() {
    let mut position = Relative::new(19, Kin::Pente, Opening::Pro, 0);
    assert_eq!(refusal(&position, "a1"), "gomoku-centre-first");
    play(&mut position, "j10 k11");
    assert_eq!(refusal(&position, "l10"), "gomoku-too-near");
    play(&mut position, "m10");
    // Nothing is kept from White, nor from Black later.
    play(&mut position, "j9 k10");
}

#[test]
fn six_in_a_row_and_two_threes_are_fouls_of_black_in_ninuki() {
    let six = "a1,b1,c1,e1,f1 a3 black";
    let position = after(Kin::Ninuki, six, "d1");
    assert_eq!(ending(&position), Some((Some(Side::Second), "gomoku-foul-overline")));
    let warnings = board(Kin::Ninuki, six).warnings();
    let overline = warnings.iter().find(|warning| warning.mv == Move::Place(at("d1"))).unwrap();
    assert_eq!((overline.label, &overline.rows[..]), ("6+", &[[at("a1"), at("f1")]][..]));

    let threes = "f8,g8,h9,h10 a1,a3 black";
    let position = after(Kin::Ninuki, threes, "h8");
    assert_eq!(ending(&position), Some((Some(Side::Second), "gomoku-foul-three")));
    let back = board(Kin::Ninuki, &position.text());
    assert_eq!((ending(&back), back.key()), (ending(&position), position.key()));
    assert_eq!(board(Kin::Ninuki, threes).warnings()[0].rows.len(), 2);

    // White may, and in Pente Black may.
    let white = after(Kin::Ninuki, "a1,a3 f8,g8,h9,h10 white", "h8");
    assert_eq!(ending(&white), None);
    assert_eq!(ending(&after(Kin::Pente, threes, "h8")), None);
    // Two fours are no foul in Ninuki.
    let fours = "e8,f8,g8,h9,h10,h11 d8,h12 black";
    assert_eq!(ending(&after(Kin::Ninuki, fours, "h8")), None);
}

#[test]
fn a_winning_capture_or_five_is_no_foul() {
    let five = "f8,g8,i8,j8,h9,h10,g7,f6 a1 black";
    assert_eq!(ending(&after(Kin::Ninuki, five, "h8")), BLACK_FIVE);
    let capture = "f8,g8,h9,h10,k11 i9,j10 black captured=8:0";
    let position = after(Kin::Ninuki, capture, "h8");
    assert_eq!(ending(&position), Some((Some(Side::First), "gomoku-captures")));
    assert!(board(Kin::Ninuki, capture).warnings().is_empty());
}

// Captures by liberties

#[test]
fn groups_without_a_liberty_are_captured() {
    let corner = after(Kin::Liberty, "b1 a1 black", "a2");
    assert_eq!((corner.counts(), corner.stones()), ([1, 0], [2, 0]));
    let text = "g8,h9,i9,h7,i7 h8,i8 black";
    let group = after(Kin::Liberty, text, "j8");
    assert_eq!((group.counts(), group.stones()), ([2, 0], [6, 0]));
    // Diagonal neighbours hang not together.
    let apart = after(Kin::Liberty, "g8,h9,h7 h8,i9 black", "i8");
    assert_eq!(apart.stones(), [4, 1]);
}

#[test]
fn two_groups_are_captured_at_once() {
    let text = "a2,b2,d2,e2,f1 a1,b1,d1,e1 black";
    let position = after(Kin::Liberty, text, "c1");
    assert_eq!((position.counts(), position.stones()), ([4, 0], [6, 0]));
}

#[test]
fn a_stone_without_liberties_that_captures_nothing_is_refused() {
    let eye = board(Kin::Liberty, "a2,b1 h8 white");
    assert_eq!(refusal(&eye, "a1"), "gomoku-suicide");
    // It may be played where it captures, and where it makes five.
    let snap = after(Kin::Liberty, "a2,b1 b2,a3,c1 white", "a1");
    assert_eq!((snap.counts(), snap.stones()), ([0, 2], [0, 4]));
    let five = "a2,a3,b1 b2,c3,d4,e5 white";
    let won = after(Kin::Liberty, five, "a1");
    assert_eq!(ending(&won), Some((Some(Side::Second), "gomoku-five")));
}

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    // Black takes at c2 the stone on b2.
    let text = "a2,b1,b3 b2,c1,c3,d2,o15 black";
    let mut position = after(Kin::Liberty, text, "c2");
    assert_eq!(position.counts(), [1, 0]);
    assert!(position.text().ends_with("white captured=1:0 ko=b2"), "{}", position.text());
    assert_eq!(refusal(&position, "b2"), "gomoku-ko");
    play(&mut position, "o14 o13 b2");
    assert_eq!(position.counts(), [1, 1]);
}

#[test]
fn a_snapback_takes_the_stones_that_took_one() {
    // Black gives the stone on a1; White's five stones that took it have
    // then one liberty, which is where it stood.
    let text = "a3,b3,c3,d2,d1 a2,b2,c2,c1 black";
    let mut position = after(Kin::Liberty, text, "a1 b1");
    assert_eq!((position.counts(), position.stones()), ([0, 1], [5, 5]));
    play(&mut position, "a1");
    assert_eq!((position.counts(), position.stones()), ([5, 1], [6, 0]));
}

// Goals

#[test]
fn a_five_scores_and_vanishes_and_its_owner_removes_and_plays_on() {
    let text = "a1,b1,c1,d1 a3,b3,c3 black";
    let mut position = after(Kin::Bubble, text, "e1");
    assert_eq!((position.counts(), position.stones()), ([1, 0], [0, 3]));
    assert_eq!((position.stage(), position.side_to_move()), (Stage::Remove, Side::First));
    assert_eq!(position.text(), "- a3,b3,c3 black remove goals=1:0");
    assert_eq!(refusal(&position, "h8"), "gomoku-must-remove");
    assert_eq!(refusal(&position, "remove=a1"), "gomoku-not-removable");
    play(&mut position, "remove=b3");
    assert_eq!((position.stage(), position.stones()), (Stage::Extra, [0, 2]));
    assert_eq!(refusal(&position, "remove=a3"), "gomoku-no-removal");
    play(&mut position, "h8");
    assert_eq!((position.stage(), position.side_to_move()), (Stage::Turn, Side::Second));
    assert_eq!(position.tally(), Some([1, 0]));
}

#[test]
fn two_fives_at_once_are_two_goals_and_six_stones_are_one() {
    let cross = "a5,b5,c5,d5,e1,e2,e3,e4,o15 o1 black";
    let position = after(Kin::Bubble, cross, "e5");
    assert_eq!((position.counts(), position.stones()), ([2, 0], [1, 1]));
    let six = after(Kin::Bubble, "a1,b1,c1,e1,f1 o1 black", "d1");
    assert_eq!((six.counts(), six.stones()), ([1, 0], [0, 1]));
}

#[test]
fn the_extra_stone_may_score_again() {
    let text = "a1,b1,c1,d1,a5,b5,c5,d5 e5,o1 black";
    let mut position = after(Kin::Bubble, text, "e1 remove=e5 e5");
    assert_eq!((position.counts(), position.stage()), ([2, 0], Stage::Remove));
    play(&mut position, "remove=o1 o1");
    assert_eq!(position.side_to_move(), Side::Second);
}

#[test]
fn without_an_enemy_stone_the_extra_stone_follows_at_once() {
    let position = after(Kin::Bubble, "a1,b1,c1,d1 - black", "e1");
    assert_eq!(position.stage(), Stage::Extra);
}

#[test]
fn the_agreed_goals_win_and_on_a_full_board_the_more() {
    let position = after(Kin::Bubble, "a1,b1,c1,d1 a3,b3,c3 black goals=2:2", "e1");
    assert_eq!(ending(&position), Some((Some(Side::First), "gomoku-goals")));
    // Two and two in turn make no five on any line.
    let mut stones = [Vec::new(), Vec::new()];
    for file in 0..7u8 {
        for rank in 0..7u8 {
            let colour = usize::from((file + 2 * (rank % 2)) % 4 < 2);
            stones[colour].push(Point::new(file, rank).to_string());
        }
    }
    let last = stones[0].pop().unwrap();
    for (goals, expected) in [
        ("goals=2:1", (Some(Side::First), "gomoku-more-goals")),
        ("goals=0:1", (Some(Side::Second), "gomoku-more-goals")),
        ("goals=1:1", (None, "gomoku-full")),
    ] {
        let text = format!("{} {} black {goals}", stones[0].join(","), stones[1].join(","));
        let mut position = Relative::read(&text, 7, Kin::Bubble, Opening::None, 3).unwrap();
        play(&mut position, &last);
        assert_eq!(ending(&position), Some(expected));
    }
}

// All of them

#[test]
fn opening_protocols_clash_with_relatives_that_have_none() {
    let game = registry::find("gomoku").unwrap();
    let start = |rule: &str, opening: &str| {
        let mut options = Options::default();
        options.set("rule", Choice::Word(rule.into()));
        options.set("opening", Choice::Word(opening.into()));
        game.start(&options)
    };
    for (rule, kin) in Kin::ALL {
        assert!(start(rule, "none").is_ok());
        for opening in ["pro", "long-pro"] {
            assert_eq!(start(rule, opening).is_ok(), kin.flanked() > 0, "{rule} {opening}");
        }
        for opening in ["swap1", "swap", "swap2", "soosyrv8", "taraguchi10"] {
            let Err(SetupError::Clash(why)) = start(rule, opening) else {
                panic!("{rule} was begun with {opening}")
            };
            assert!(why.text.contains("choose opening none"), "{why}");
        }
    }
}

#[test]
fn texts_that_describe_no_position_are_refused() {
    for (kin, text) in [
        (Kin::Connect6, "h8 - white remove"),
        (Kin::Connect6, "h8 - white captured=2:0"),
        (Kin::Connect6, "h8 - white =2:0"),
        (Kin::Pente, "h8 h8 white"),
        (Kin::Pente, "h8 - white one-left"),
        (Kin::Pente, "h8 - white goals=1:0"),
        (Kin::Pente, "h8 - white captured=99:0"),
        (Kin::Pente, "h8 - white ko=a1"),
        (Kin::Ninuki, "h8 - white foul=h8"),
        (Kin::Liberty, "h8 - white ko=h8"),
        (Kin::Bubble, "h8 - black remove"),
        (Kin::Bubble, "a1,b1,c1,d1,e1 h8 white"),
        (Kin::Bubble, "h8 - red"),
        (Kin::Bubble, "h8 -"),
    ] {
        let read = Relative::read(text, 15, kin, Opening::None, 3);
        assert!(matches!(read, Err(SetupError::Position(_))), "{kin:?} {text}");
    }
}

/// Positions on the smallest board in which much can happen, beside the empty
/// one: with captures, rows and goals within three plies.
const LIVELY: [(Kin, &str); 7] = [
    (Kin::Connect6, "a1,b1,c1,d1,a3,b3 a5,b5,c5,d5,e5,g7 black"),
    (Kin::Pente, "a1,d4,e1,g2,c6 b2,c3,b1,c1,d1,f2,e2 black captured=8:6"),
    (Kin::Keryo, "a1,e5,e1,g2,c6 b2,c3,d4,b1,c1,f2,e2 white captured=12:8"),
    (Kin::Ninuki, "c4,d4,e5,e6,b2,c2,f2 a4,d5,c5,f4,g1 black captured=6:0"),
    (Kin::Liberty, "a2,b1,b3,c6,d5,e6 b2,c1,c3,d2,d6,d7 black"),
    (Kin::Bubble, "a1,b1,c1,d1,c3 a5,b5,c5,d5,e2,f3 black goals=1:2"),
    (Kin::Bubble, "a1,b1,c1,d1,c3 a5,b5,c5,d5,e2,f3 white extra goals=2:2"),
];

#[test]
fn move_sequences_are_counted_as_the_plain_reference_counts_them() {
    let empty = Kin::ALL.map(|(_, kin)| {
        (kin, if kin == Kin::Connect6 { "- - black one-left" } else { "- - black" })
    });
    for (kin, text) in LIVELY.into_iter().chain(empty) {
        let depth = if text.starts_with('-') { 2 } else { 3 };
        let mut position = Relative::read(text, 7, kin, Opening::None, 3).unwrap();
        let mut plain = Plain::of(&position);
        for depth in 1..=depth {
            assert_eq!(perft(&mut position, depth), plain.count(depth), "{kin:?} {text} {depth}");
        }
    }
}

#[test]
fn random_games_go_as_the_plain_reference_says() {
    for (_, kin) in Kin::ALL {
        for (size, games) in [(7, 60), (10, 25), (19, 3)] {
            for seed in 0..games {
                let mut random = Random::new(seed);
                let mut position = Relative::new(size, kin, Opening::None, 3);
                let mut plain = Plain::of(&position);
                let mut legal: Vec<Ply> = Vec::new();
                loop {
                    position.legal_moves(&mut legal);
                    let moves: Vec<Move> = legal.iter().map(|&ply| position.lift(ply)).collect();
                    let where_ = || format!("{kin:?} seed {seed}: {}", position.text());
                    assert_eq!(moves, plain.moves(), "{}", where_());
                    assert!(plain.agrees_with(&position), "{}", where_());
                    let Some(&ply) = random.pick(&legal) else { break };
                    plain.play(position.lift(ply));
                    position.play(ply);
                }
            }
        }
    }
}

#[test]
fn counts_and_stages_are_part_of_the_key() {
    let key = |kin, text| board(kin, text).key();
    let keys = [
        key(Kin::Pente, "h8 i9 black"),
        key(Kin::Pente, "h8 i9 white"),
        key(Kin::Pente, "h8 i9 black captured=2:0"),
        key(Kin::Pente, "h8 i9 black captured=0:2"),
        key(Kin::Keryo, "h8 i9 black"),
        key(Kin::Bubble, "h8 i9 black"),
        key(Kin::Bubble, "h8 i9 black remove"),
        key(Kin::Bubble, "h8 i9 black extra"),
        key(Kin::Bubble, "h8 i9 black goals=1:0"),
        key(Kin::Liberty, "h8 i9 black"),
        key(Kin::Liberty, "h8 i9 black ko=a1"),
        key(Kin::Connect6, "h8 i9 black"),
        key(Kin::Connect6, "h8 i9 black one-left"),
    ];
    let mut different = keys.to_vec();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), keys.len());
    // Who captured makes no difference where captures do not win.
    let captured = |counts| key(Kin::Liberty, counts);
    assert_eq!(captured("h8 i9 black captured=2:1"), captured("h8 i9 black captured=1:2"));
}

#[test]
fn the_registry_plays_them_all() {
    let game = registry::find("gomoku").unwrap();
    for (rule, kin) in Kin::ALL {
        let mut options = Options::default();
        options.set("rule", Choice::Word(rule.into()));
        let start: AnyPosition = game.start(&options).unwrap();
        assert_eq!(start.downcast::<Relative>().map(Relative::kin), Some(kin));
        assert_eq!(game.position(&options, &start.text()).unwrap().key(), start.key());
    }
}
