//! The variants of Gomoku: captures, liberties, goals and turns of two stones
//! in hand-made positions, and all rules against a reference
//! implementation without bitboards.

use tianyuan::core::{GameOverReason, Move, Outcome, Point, Position, Random, Side, perft};
use tianyuan::games::gomoku::OpeningRule;
use tianyuan::games::gomoku::variants::{Stage, Variant, VariantMove, VariantPosition};
use tianyuan::games::{
    AnyPosition, BoardView, Notation, OptionValue, Options, SetupError, registry,
};

use crate::gomoku_reference::ReferencePosition;

fn board(variant: Variant, text: &str) -> VariantPosition {
    VariantPosition::read(text, 15, variant, OpeningRule::None, 3).unwrap()
}

fn play(position: &mut VariantPosition, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.play(mv);
    }
}

fn after(variant: Variant, text: &str, moves: &str) -> VariantPosition {
    let mut position = board(variant, text);
    play(&mut position, moves);
    position
}

fn ending(position: &VariantPosition) -> Option<(Option<Side>, GameOverReason)> {
    position.outcome().map(|Outcome { winner, reason, .. }| (winner, reason))
}

fn at(text: &str) -> Point {
    text.parse().unwrap()
}

fn refusal(position: &VariantPosition, mv: &str) -> &'static str {
    position.parse_move(mv).unwrap_err().id
}

const BLACK_FIVE: Option<(Option<Side>, GameOverReason)> =
    Some((Some(Side::First), GameOverReason::FiveInARow));

// Connect6

#[test]
fn black_begins_with_one_stone_and_then_each_turn_is_two() {
    let mut position = VariantPosition::new(19, Variant::Connect6, OpeningRule::None, 0);
    let mut sides = Vec::new();
    for text in ["j10", "a1", "a2", "a3", "a4", "b1", "b2"] {
        sides.push(position.side_to_move().index());
        play(&mut position, text);
    }
    assert_eq!(sides, [0, 1, 1, 0, 0, 1, 1]);
    let (first, second) = (board(Variant::Connect6, "h8 - white"), "h8 a1 white one-left");
    assert_eq!(first.stage(), Stage::Turn);
    let half = after(Variant::Connect6, "h8 - white", "a1");
    assert_eq!((half.stage(), half.text()), (Stage::Last, second.to_owned()));
    assert_ne!(half.key(), board(Variant::Connect6, "h8 a1 white").key());
}

#[test]
fn six_or_more_win_and_five_do_not() {
    let four = "c3,d3,e3,f3 c5,d5,e5 black";
    let won = after(Variant::Connect6, four, "g3 h3");
    assert_eq!(ending(&won), Some((Some(Side::First), GameOverReason::SixInARow)));
    assert_eq!(won.winning_rows(), [[at("c3"), at("h3")]]);
    let five = after(Variant::Connect6, four, "g3");
    assert_eq!(ending(&five), None);
    // The first stone of a turn ends the game as well.
    let first = after(Variant::Connect6, "c3,d3,e3,f3,g3 c5 black", "b3");
    assert_eq!(ending(&first), Some((Some(Side::First), GameOverReason::SixInARow)));
    let seven = after(Variant::Connect6, "a1,b1,c1,e1,f1,g1 a3 black", "d1");
    assert_eq!(ending(&seven), Some((Some(Side::First), GameOverReason::SixInARow)));
}

#[test]
fn a_row_of_six_may_be_made_across_two_turns() {
    let position = after(Variant::Connect6, "c3,d3 - black", "e3 f3 n1 n2 g3 h3");
    assert_eq!(ending(&position), Some((Some(Side::First), GameOverReason::SixInARow)));
}

// Captures by flanking

#[test]
fn a_pair_is_captured_in_each_of_eight_directions() {
    for (x, y) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let step = |n: i8| Point::new((7 + n * x) as u8, (7 + n * y) as u8).to_string();
        let text = format!("{} {},{} black", step(3), step(1), step(2));
        for variant in [Variant::Pente, Variant::Keryo, Variant::Ninuki] {
            let position = after(variant, &text, "h8");
            assert_eq!(position.scores(), [2, 0], "{text}");
            assert_eq!(position.piece_at(at(&step(1))), None);
            assert_eq!(position.piece_at(at(&step(2))), None);
            assert_eq!(BoardView::counts(&position), Some([2, 0]));
        }
    }
}

#[test]
fn several_pairs_are_captured_at_once() {
    // Up, to the right, and both diagonals to the right.
    let text = "h11,k8,k11,k5 h9,h10,i8,j8,i9,j10,i7,j6 black";
    let position = after(Variant::Pente, text, "h8");
    assert_eq!(position.scores(), [8, 0]);
    assert_eq!(position.stones(), [5, 0]);
    // Two pairs of one line, on both sides of the stone.
    let position = after(Variant::Pente, "e8,k8 f8,g8,i8,j8 black", "h8");
    assert_eq!(position.scores(), [4, 0]);
}

#[test]
fn only_an_exact_pair_or_triple_is_captured() {
    let (one, three, four) = ("j8 i8", "l8 i8,j8,k8", "m8 i8,j8,k8,l8");
    let counts =
        |variant, stones: &str| after(variant, &format!("{stones} black"), "h8").scores()[0];
    for variant in [Variant::Pente, Variant::Ninuki] {
        assert_eq!([one, three, four].map(|text| counts(variant, text)), [0, 0, 0]);
    }
    assert_eq!([one, three, four].map(|text| counts(Variant::Keryo, text)), [0, 3, 0]);
    // The edge flanks nothing.
    assert_eq!(counts(Variant::Pente, "a1 f8,g8"), 0);
    assert_eq!(after(Variant::Pente, "a9 a8,b8 black", "c8").scores(), [0, 0]);
}

#[test]
fn moving_in_between_two_enemy_stones_is_safe() {
    let position = after(Variant::Pente, "h8,k8 i8 white", "j8");
    assert_eq!(position.scores(), [0, 0]);
    assert_eq!(position.stones(), [2, 2]);
    // Nor does a later stone elsewhere take them.
    let position = after(Variant::Pente, "h8,k8 i8 white", "j8 a1");
    assert_eq!(position.stones(), [3, 2]);
}

#[test]
fn enough_captured_stones_win() {
    let text = "h8 i8,j8 black captured=8:4";
    let won = Some((Some(Side::First), GameOverReason::Captures));
    assert_eq!(ending(&after(Variant::Pente, text, "k8")), won);
    assert_eq!(ending(&after(Variant::Ninuki, text, "k8")), won);
    assert_eq!(ending(&after(Variant::Keryo, text, "k8")), None);
    let text = "h8 i8,j8,k8 black captured=12:0";
    assert_eq!(ending(&after(Variant::Keryo, text, "l8")), won);
    let text = "h8 i8,j8 black captured=6:8";
    assert_eq!(ending(&after(Variant::Pente, text, "k8")), None);
}

#[test]
fn five_or_more_win_in_pente() {
    let position = after(Variant::Pente, "a1,b1,c1,d1 a3,b3 black", "e1");
    assert_eq!(ending(&position), BLACK_FIVE);
    assert_eq!(position.winning_rows(), [[at("a1"), at("e1")]]);
    let position = after(Variant::Keryo, "a1,b1,c1,e1,f1 a3 black", "d1");
    assert_eq!(ending(&position), BLACK_FIVE);
}

#[test]
fn the_tournament_rule_of_pente_is_the_pro_opening() {
    let mut position = VariantPosition::new(19, Variant::Pente, OpeningRule::Pro, 0);
    assert_eq!(refusal(&position, "a1"), "gomoku-centre-first");
    play(&mut position, "j10 k11");
    assert_eq!(refusal(&position, "l10"), "gomoku-too-near");
    play(&mut position, "m10");
    // White is not restricted, nor is Black later.
    play(&mut position, "j9 k10");
}

#[test]
fn six_in_a_row_and_two_threes_are_fouls_of_black_in_ninuki() {
    let six = "a1,b1,c1,e1,f1 a3 black";
    let position = after(Variant::Ninuki, six, "d1");
    assert_eq!(ending(&position), Some((Some(Side::Second), GameOverReason::Overline)));
    let warnings = board(Variant::Ninuki, six).warnings();
    let overline = warnings.iter().find(|warning| warning.mv == Move::Place(at("d1"))).unwrap();
    assert_eq!((overline.label, &overline.rows[..]), ("6+", &[[at("a1"), at("f1")]][..]));

    let threes = "f8,g8,h9,h10 a1,a3 black";
    let position = after(Variant::Ninuki, threes, "h8");
    assert_eq!(ending(&position), Some((Some(Side::Second), GameOverReason::DoubleThree)));
    let back = board(Variant::Ninuki, &position.text());
    assert_eq!((ending(&back), back.key()), (ending(&position), position.key()));
    assert_eq!(board(Variant::Ninuki, threes).warnings()[0].rows.len(), 2);

    // White may, and in Pente Black may.
    let white = after(Variant::Ninuki, "a1,a3 f8,g8,h9,h10 white", "h8");
    assert_eq!(ending(&white), None);
    assert_eq!(ending(&after(Variant::Pente, threes, "h8")), None);
    // Two fours are no foul in Ninuki.
    let fours = "e8,f8,g8,h9,h10,h11 d8,h12 black";
    assert_eq!(ending(&after(Variant::Ninuki, fours, "h8")), None);
}

#[test]
fn a_winning_capture_or_five_is_no_foul() {
    let five = "f8,g8,i8,j8,h9,h10,g7,f6 a1 black";
    assert_eq!(ending(&after(Variant::Ninuki, five, "h8")), BLACK_FIVE);
    let capture = "f8,g8,h9,h10,k11 i9,j10 black captured=8:0";
    let position = after(Variant::Ninuki, capture, "h8");
    assert_eq!(ending(&position), Some((Some(Side::First), GameOverReason::Captures)));
    assert!(board(Variant::Ninuki, capture).warnings().is_empty());
}

// Captures by liberties

#[test]
fn groups_without_a_liberty_are_captured() {
    let corner = after(Variant::Liberty, "b1 a1 black", "a2");
    assert_eq!((corner.scores(), corner.stones()), ([1, 0], [2, 0]));
    let text = "g8,h9,i9,h7,i7 h8,i8 black";
    let group = after(Variant::Liberty, text, "j8");
    assert_eq!((group.scores(), group.stones()), ([2, 0], [6, 0]));
    // Diagonal neighbours are not connected.
    let apart = after(Variant::Liberty, "g8,h9,h7 h8,i9 black", "i8");
    assert_eq!(apart.stones(), [4, 1]);
}

#[test]
fn two_groups_are_captured_at_once() {
    let text = "a2,b2,d2,e2,f1 a1,b1,d1,e1 black";
    let position = after(Variant::Liberty, text, "c1");
    assert_eq!((position.scores(), position.stones()), ([4, 0], [6, 0]));
}

#[test]
fn a_stone_without_liberties_that_captures_nothing_is_refused() {
    let eye = board(Variant::Liberty, "a2,b1 h8 white");
    assert_eq!(refusal(&eye, "a1"), "gomoku-suicide");
    // It may be played where it captures, and where it makes five.
    let snap = after(Variant::Liberty, "a2,b1 b2,a3,c1 white", "a1");
    assert_eq!((snap.scores(), snap.stones()), ([0, 2], [0, 4]));
    let five = "a2,a3,b1 b2,c3,d4,e5 white";
    let won = after(Variant::Liberty, five, "a1");
    assert_eq!(ending(&won), Some((Some(Side::Second), GameOverReason::FiveInARow)));
}

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    // Black takes at c2 the stone on b2.
    let text = "a2,b1,b3 b2,c1,c3,d2,o15 black";
    let mut position = after(Variant::Liberty, text, "c2");
    assert_eq!(position.scores(), [1, 0]);
    assert!(position.text().ends_with("white captured=1:0 ko=b2"), "{}", position.text());
    assert_eq!(refusal(&position, "b2"), "gomoku-ko");
    play(&mut position, "o14 o13 b2");
    assert_eq!(position.scores(), [1, 1]);
}

#[test]
fn a_snapback_takes_the_stones_that_took_one() {
    // Black gives the stone on a1; White's five stones that took it have
    // then one liberty, which is where it stood.
    let text = "a3,b3,c3,d2,d1 a2,b2,c2,c1 black";
    let mut position = after(Variant::Liberty, text, "a1 b1");
    assert_eq!((position.scores(), position.stones()), ([0, 1], [5, 5]));
    play(&mut position, "a1");
    assert_eq!((position.scores(), position.stones()), ([5, 1], [6, 0]));
}

// Goals

#[test]
fn a_five_scores_and_vanishes_and_its_owner_removes_and_plays_on() {
    let text = "a1,b1,c1,d1 a3,b3,c3 black";
    let mut position = after(Variant::Bubble, text, "e1");
    assert_eq!((position.scores(), position.stones()), ([1, 0], [0, 3]));
    assert_eq!((position.stage(), position.side_to_move()), (Stage::Remove, Side::First));
    assert_eq!(position.text(), "- a3,b3,c3 black remove goals=1:0");
    assert_eq!(refusal(&position, "h8"), "gomoku-must-remove");
    assert_eq!(refusal(&position, "remove=a1"), "gomoku-not-removable");
    play(&mut position, "remove=b3");
    assert_eq!((position.stage(), position.stones()), (Stage::Extra, [0, 2]));
    assert_eq!(refusal(&position, "remove=a3"), "gomoku-no-removal");
    play(&mut position, "h8");
    assert_eq!((position.stage(), position.side_to_move()), (Stage::Turn, Side::Second));
    assert_eq!(BoardView::counts(&position), Some([1, 0]));
}

#[test]
fn two_fives_at_once_are_two_goals_and_six_stones_are_one() {
    let cross = "a5,b5,c5,d5,e1,e2,e3,e4,o15 o1 black";
    let position = after(Variant::Bubble, cross, "e5");
    assert_eq!((position.scores(), position.stones()), ([2, 0], [1, 1]));
    let six = after(Variant::Bubble, "a1,b1,c1,e1,f1 o1 black", "d1");
    assert_eq!((six.scores(), six.stones()), ([1, 0], [0, 1]));
}

#[test]
fn the_extra_stone_may_score_again() {
    let text = "a1,b1,c1,d1,a5,b5,c5,d5 e5,o1 black";
    let mut position = after(Variant::Bubble, text, "e1 remove=e5 e5");
    assert_eq!((position.scores(), position.stage()), ([2, 0], Stage::Remove));
    play(&mut position, "remove=o1 o1");
    assert_eq!(position.side_to_move(), Side::Second);
}

#[test]
fn without_an_enemy_stone_the_extra_stone_follows_at_once() {
    let position = after(Variant::Bubble, "a1,b1,c1,d1 - black", "e1");
    assert_eq!(position.stage(), Stage::Extra);
}

#[test]
fn the_agreed_goals_win_and_on_a_full_board_the_majority() {
    let position = after(Variant::Bubble, "a1,b1,c1,d1 a3,b3,c3 black goals=2:2", "e1");
    assert_eq!(ending(&position), Some((Some(Side::First), GameOverReason::Goals)));
    // Pairs of alternating colours make no five on any line.
    let mut stones = [Vec::new(), Vec::new()];
    for file in 0..7u8 {
        for rank in 0..7u8 {
            let colour = usize::from((file + 2 * (rank % 2)) % 4 < 2);
            stones[colour].push(Point::new(file, rank).to_string());
        }
    }
    let last = stones[0].pop().unwrap();
    for (goals, expected) in [
        ("goals=2:1", (Some(Side::First), GameOverReason::MoreGoals)),
        ("goals=0:1", (Some(Side::Second), GameOverReason::MoreGoals)),
        ("goals=1:1", (None, GameOverReason::BoardFull)),
    ] {
        let text = format!("{} {} black {goals}", stones[0].join(","), stones[1].join(","));
        let mut position =
            VariantPosition::read(&text, 7, Variant::Bubble, OpeningRule::None, 3).unwrap();
        play(&mut position, &last);
        assert_eq!(ending(&position), Some(expected));
    }
}

// All variants

#[test]
fn opening_rules_are_refused_by_variants_that_have_none() {
    let game = registry::find("gomoku").unwrap();
    let start = |rule: &str, opening: &str| {
        let mut options = Options::default();
        options.set("rule", OptionValue::Word(rule.into()));
        options.set("opening", OptionValue::Word(opening.into()));
        game.start(&options)
    };
    for (rule, variant) in Variant::ALL {
        assert!(start(rule, "none").is_ok());
        for opening in ["pro", "long-pro"] {
            assert_eq!(start(rule, opening).is_ok(), variant.max_flanked() > 0, "{rule} {opening}");
        }
        for opening in ["swap1", "swap", "swap2", "soosyrv8", "taraguchi10"] {
            let Err(SetupError::Incompatible { text, .. }) = start(rule, opening) else {
                panic!("{rule} was begun with {opening}")
            };
            assert!(text.contains("choose opening none"), "{text}");
        }
    }
}

#[test]
fn texts_that_describe_no_position_are_refused() {
    for (variant, text) in [
        (Variant::Connect6, "h8 - white remove"),
        (Variant::Connect6, "h8 - white captured=2:0"),
        (Variant::Connect6, "h8 - white =2:0"),
        (Variant::Pente, "h8 h8 white"),
        (Variant::Pente, "h8 - white one-left"),
        (Variant::Pente, "h8 - white goals=1:0"),
        (Variant::Pente, "h8 - white captured=99:0"),
        (Variant::Pente, "h8 - white ko=a1"),
        (Variant::Ninuki, "h8 - white foul=h8"),
        (Variant::Liberty, "h8 - white ko=h8"),
        (Variant::Bubble, "h8 - black remove"),
        (Variant::Bubble, "a1,b1,c1,d1,e1 h8 white"),
        (Variant::Bubble, "h8 - red"),
        (Variant::Bubble, "h8 -"),
    ] {
        let read = VariantPosition::read(text, 15, variant, OpeningRule::None, 3);
        assert!(matches!(read, Err(SetupError::Position(_))), "{variant:?} {text}");
    }
}

/// Positions on the smallest board with captures, rows and goals within three
/// plies.
const LIVELY: [(Variant, &str); 7] = [
    (Variant::Connect6, "a1,b1,c1,d1,a3,b3 a5,b5,c5,d5,e5,g7 black"),
    (Variant::Pente, "a1,d4,e1,g2,c6 b2,c3,b1,c1,d1,f2,e2 black captured=8:6"),
    (Variant::Keryo, "a1,e5,e1,g2,c6 b2,c3,d4,b1,c1,f2,e2 white captured=12:8"),
    (Variant::Ninuki, "c4,d4,e5,e6,b2,c2,f2 a4,d5,c5,f4,g1 black captured=6:0"),
    (Variant::Liberty, "a2,b1,b3,c6,d5,e6 b2,c1,c3,d2,d6,d7 black"),
    (Variant::Bubble, "a1,b1,c1,d1,c3 a5,b5,c5,d5,e2,f3 black goals=1:2"),
    (Variant::Bubble, "a1,b1,c1,d1,c3 a5,b5,c5,d5,e2,f3 white extra goals=2:2"),
];

#[test]
fn perft_agrees_with_the_reference_implementation() {
    let empty = Variant::ALL.map(|(_, variant)| {
        (variant, if variant == Variant::Connect6 { "- - black one-left" } else { "- - black" })
    });
    for (variant, text) in LIVELY.into_iter().chain(empty) {
        let depth = if text.starts_with('-') { 2 } else { 3 };
        let mut position = VariantPosition::read(text, 7, variant, OpeningRule::None, 3).unwrap();
        let mut reference = ReferencePosition::of(&position);
        for depth in 1..=depth {
            assert_eq!(
                perft(&mut position, depth),
                reference.count(depth),
                "{variant:?} {text} {depth}"
            );
        }
    }
}

#[test]
fn random_games_agree_with_the_reference_implementation() {
    for (_, variant) in Variant::ALL {
        for (size, games) in [(7, 60), (10, 25), (19, 3)] {
            for seed in 0..games {
                let mut random = Random::new(seed);
                let mut position = VariantPosition::new(size, variant, OpeningRule::None, 3);
                let mut reference = ReferencePosition::of(&position);
                let mut legal: Vec<VariantMove> = Vec::new();
                loop {
                    position.legal_moves(&mut legal);
                    let moves: Vec<Move> = legal.iter().map(|&ply| position.to_move(ply)).collect();
                    let where_ = || format!("{variant:?} seed {seed}: {}", position.text());
                    assert_eq!(moves, reference.moves(), "{}", where_());
                    assert!(reference.agrees_with(&position), "{}", where_());
                    let Some(&ply) = random.pick(&legal) else { break };
                    reference.play(position.to_move(ply));
                    position.play(ply);
                }
            }
        }
    }
}

#[test]
fn scores_and_stages_are_part_of_the_key() {
    let key = |variant, text| board(variant, text).key();
    let keys = [
        key(Variant::Pente, "h8 i9 black"),
        key(Variant::Pente, "h8 i9 white"),
        key(Variant::Pente, "h8 i9 black captured=2:0"),
        key(Variant::Pente, "h8 i9 black captured=0:2"),
        key(Variant::Keryo, "h8 i9 black"),
        key(Variant::Bubble, "h8 i9 black"),
        key(Variant::Bubble, "h8 i9 black remove"),
        key(Variant::Bubble, "h8 i9 black extra"),
        key(Variant::Bubble, "h8 i9 black goals=1:0"),
        key(Variant::Liberty, "h8 i9 black"),
        key(Variant::Liberty, "h8 i9 black ko=a1"),
        key(Variant::Connect6, "h8 i9 black"),
        key(Variant::Connect6, "h8 i9 black one-left"),
    ];
    let mut different = keys.to_vec();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), keys.len());
    // Who captured makes no difference where captures do not win.
    let captured = |counts| key(Variant::Liberty, counts);
    assert_eq!(captured("h8 i9 black captured=2:1"), captured("h8 i9 black captured=1:2"));
}

#[test]
fn the_registry_has_every_variant() {
    let game = registry::find("gomoku").unwrap();
    for (rule, variant) in Variant::ALL {
        let mut options = Options::default();
        options.set("rule", OptionValue::Word(rule.into()));
        let start: AnyPosition = game.start(&options).unwrap();
        assert_eq!(
            start.downcast::<VariantPosition>().map(VariantPosition::variant),
            Some(variant)
        );
        assert_eq!(game.position(&options, &start.text()).unwrap().key(), start.key());
    }
}
