//! Properties that every game must satisfy. They run for every game of the
//! registry under a range of its options; a new game only has to add its
//! position types to [`TYPED`].

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tianyuan::core::{Decision, MAX_BOARD, Move, Point, Random, perft};
use tianyuan::games::registry::GAMES;
use tianyuan::games::{
    AnyPosition, Domain, Game, OptionSpec, OptionValue, Options, Playable, SetupError, chess, go,
    gomoku, reversi, tictactoe, xiangqi,
};

/// Number of legal moves above which perft goes to depth 1 instead of 2.
const BROAD: usize = 60;

/// Plies from which on a random game checks only one position in [`STRIDE`]:
/// long games on large boards would take minutes.
const LONG: usize = 61;
const STRIDE: usize = 53;

/// Plies after which a game of random moves must be over.
const LONGEST_GAME: usize = 20_000;

/// Checks for each position type; each returns true if the position is of its
/// type.
const TYPED: &[fn(&AnyPosition) -> bool] = &[
    undo_restores::<reversi::SmallReversi>,
    undo_restores::<reversi::LargeReversi>,
    undo_restores::<tictactoe::TicTacToe>,
    undo_restores::<gomoku::Gomoku>,
    undo_restores::<gomoku::variants::VariantPosition>,
    undo_restores::<chess::Chess>,
    undo_restores::<xiangqi::Xiangqi>,
    undo_restores::<go::SmallGo>,
    undo_restores::<go::LargeGo>,
];

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20),
        ..ProptestConfig::default()
    }
}

/// Every word, both values of a switch, and the bounds and the default of a
/// number.
fn option_values(spec: &OptionSpec) -> Vec<OptionValue> {
    match spec.domain {
        Domain::Words(words) => {
            words.iter().map(|word| OptionValue::Word((*word).into())).collect()
        }
        Domain::Number { min, max, default, .. } => {
            [min, default, max].map(OptionValue::Number).into()
        }
        Domain::Switch { .. } => [false, true].map(OptionValue::Switch).into(),
    }
}

/// True if these options are invalid in combination.
fn is_incompatible(game: &dyn Game, options: &Options) -> bool {
    matches!(game.start(options), Err(SetupError::Incompatible { .. }))
}

/// Each game with options that differ from the defaults in one value, where
/// valid.
fn setups() -> Vec<(&'static dyn Game, Options)> {
    let mut setups = Vec::new();
    for &game in GAMES {
        setups.push((game, Options::default()));
        for spec in game.options() {
            for choice in option_values(spec) {
                let mut options = Options::default();
                options.set(spec.id, choice);
                if !is_incompatible(game, &options) {
                    setups.push((game, options));
                }
            }
        }
    }
    setups
}

/// Plays a random game and visits its positions, the last one included.
fn play_random_game(
    game: &dyn Game,
    options: &Options,
    seed: u64,
    mut visit: impl FnMut(&AnyPosition),
) {
    let mut random = Random::new(seed);
    let mut position = game.start(options).unwrap();
    for ply in 0..LONGEST_GAME {
        let moves = position.legal_moves();
        if ply < LONG || ply % STRIDE == 0 || moves.is_empty() {
            visit(&position);
        }
        let Some(&mv) = random.pick(&moves) else { return };
        position.play(mv).unwrap();
    }
    panic!("a random game of {} did not end in {LONGEST_GAME} plies: seed {seed}", game.id());
}

/// Checks a property over random games of every setup.
fn everywhere(seed: u64, law: fn(&dyn Game, &Options, &AnyPosition)) {
    for (game, options) in setups() {
        play_random_game(game, &options, seed, |position| law(game, &options, position));
    }
}

/// The observable state of a position.
fn observable_state(position: &AnyPosition) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        position.text(),
        position.key(),
        position.side_to_move(),
        position.outcome(),
        position.legal_moves(),
        position.counts(),
    )
}

/// All points of all boards, and some beyond.
fn points() -> impl Iterator<Item = Point> {
    let sides = || (0..=MAX_BOARD).chain([u8::MAX]);
    sides().flat_map(move |rank| sides().map(move |file| Point::new(file, rank)))
}

/// True if pieces go from point to point in this game.
fn moves_pieces(game: &dyn Game, options: &Options) -> bool {
    let moves = game.start(options).unwrap().legal_moves();
    moves.iter().any(|mv| matches!(mv, Move::FromTo { .. }))
}

/// Moves from a point to a point. In a game of moving pieces, from every point
/// of the board to every point of it, with some off the board, and with every
/// promotion from the points where a piece stands; elsewhere, where none is
/// legal, one from each point of all boards.
fn piece_moves(moves_pieces: bool, position: &AnyPosition) -> Vec<Move> {
    let from_to = |from, to, promotion| Move::FromTo { from, to, promotion };
    if !moves_pieces {
        return points().map(|at| from_to(at, Point::new(at.rank, at.file), None)).collect();
    }
    let board = position.board();
    let around: Vec<Point> = points()
        .filter(|at| (at.file <= board.files || at.file == u8::MAX) && (at.rank <= board.ranks))
        .collect();
    let kinds = || (0..=position.piece_names().len() as u8).chain([u8::MAX]);
    let mut moves = Vec::new();
    for &from in &around {
        let bears_piece = position.piece_at(from).is_some();
        for &to in &around {
            moves.push(from_to(from, to, None));
            if bears_piece {
                moves.extend(kinds().map(|kind| from_to(from, to, Some(kind))));
            }
        }
    }
    moves
}

/// Moves of every other form, most of them illegal.
fn placements_and_decisions() -> impl Iterator<Item = Move> {
    let decisions = [
        Decision::Swap,
        Decision::Keep,
        Decision::Add,
        Decision::AcceptDead,
        Decision::ResumePlay,
        Decision::ClaimDraw,
    ];
    points()
        .map(Move::Place)
        .chain([Move::Pass])
        .chain(decisions.map(Move::Decide))
        .chain((0..=u8::MAX).map(Decision::Declare).map(Move::Decide))
        .chain(points().map(Decision::Offer).map(Move::Decide))
        .chain(points().map(Decision::Remove).map(Move::Decide))
        .chain(points().map(Decision::MarkDead).map(Move::Decide))
}

fn undo_restores<P: Playable + PartialEq + std::fmt::Debug>(any: &AnyPosition) -> bool {
    let Some(before) = any.downcast::<P>() else { return false };
    let mut position = before.clone();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut ends = moves.is_empty();
    for &mv in &moves {
        assert!(position.is_legal(mv));
        assert_eq!(position.from_move(position.to_move(mv)), Ok(mv));
        assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
        let undo = position.play(mv);
        assert_ne!(position.key(), before.key(), "{mv:?} left the key as it was");
        ends |= position.outcome().is_some();
        position.undo(mv, undo);
        assert_eq!(&position, before, "{mv:?} was not undone");
        assert_eq!(position.key(), before.key(), "{mv:?} left its mark on the key");
    }
    // Compares a game's own perft with the generic one, except where games end
    // on the way and published tables differ.
    if !ends {
        let depth = if moves.len() <= BROAD { 2 } else { 1 };
        assert_eq!(Playable::perft(&mut position, depth), perft(&mut position, depth));
    }
    assert_eq!(&position, before, "counting left its mark");
    true
}

proptest! {
    #![proptest_config(config(6))]

    #[test]
    fn undo_takes_back_every_move(seed: u64) {
        everywhere(seed, |game, _, position| {
            let checked = TYPED.iter().filter(|check| check(position)).count();
            assert_eq!(checked, 1, "name the position types of {} in TYPED, once each", game.id());
        });
    }

    #[test]
    fn there_is_a_legal_move_exactly_while_the_game_lasts(seed: u64) {
        everywhere(seed, |_, _, position| {
            assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some());
        });
    }

    #[test]
    fn the_winner_has_the_higher_score(seed: u64) {
        everywhere(seed, |_, _, position| {
            let Some(outcome) = position.outcome() else { return };
            let Some([first, second]) = outcome.score else { return };
            match outcome.winner.map(|side| side.index()) {
                None => assert_eq!(first, second),
                Some(0) => assert!(first > second),
                Some(_) => assert!(second > first),
            }
        });
    }

    #[test]
    fn positions_round_trip_through_text(seed: u64) {
        everywhere(seed, |game, options, position| {
            let text = position.text();
            assert_eq!(text.lines().count(), 1, "{text}");
            let back = game.position(options, &text).unwrap();
            assert_eq!(observable_state(&back), observable_state(position));
        });
    }

    #[test]
    fn moves_round_trip_through_notation(seed: u64) {
        everywhere(seed, |_, _, position| {
            for mv in position.legal_moves() {
                let text = position.move_text(mv).unwrap();
                assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {}", position.text());
            }
        });
    }

    #[test]
    fn pieces_stand_on_the_board_and_have_names(seed: u64) {
        everywhere(seed, |_, _, position| {
            let board = position.board();
            let names = position.piece_names().len();
            assert!((1..=MAX_BOARD).contains(&board.files));
            assert!((1..=MAX_BOARD).contains(&board.ranks));
            for at in points() {
                let inside = at.file < board.files && at.rank < board.ranks;
                let piece = position.piece_at(at);
                assert!(inside || piece.is_none(), "{at:?} is off the board");
                assert!(piece.is_none_or(|piece| usize::from(piece.kind) < names));
            }
            for mv in position.legal_moves() {
                let target = mv.target();
                let inside = |at: Point| at.file < board.files && at.rank < board.ranks;
                assert!(target.is_none_or(inside), "{mv:?} leads off the board");
            }
        });
    }
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn legal_moves_agree_with_check_and_illegal_moves_change_nothing(seed: u64) {
        everywhere(seed, |game, options, position| {
            let legal = position.legal_moves();
            let before = observable_state(position);
            let mut position = position.clone();
            let mut allowed = BTreeSet::new();
            // Thousands of pairs of points: all of them in one position of many, and in
            // the others those that are legal.
            let has_pieces = moves_pieces(game, options);
            let pairs = has_pieces && position.key().is_multiple_of(32);
            let listed = if has_pieces && !pairs { legal.clone() } else { Vec::new() };
            let piece_moves = piece_moves(pairs, &position).into_iter().chain(listed);
            for mv in placements_and_decisions().chain(piece_moves) {
                let Err(error) = position.check(mv) else {
                    assert!(legal.contains(&mv), "{mv:?} passes the check but is not listed");
                    allowed.insert(mv);
                    continue;
                };
                assert!(!legal.contains(&mv), "{mv:?} is listed but refused: {error}");
                assert!(error.id.starts_with(game.id()), "{}", error.id);
                assert!(error.text.ends_with('.'), "{}", error.text);
                assert_eq!(position.play(mv), Err(error));
                assert!(position.move_text(mv).is_err());
            }
            assert_eq!(observable_state(&position), before);
            // No form of move is left out above.
            assert_eq!(allowed, legal.into_iter().collect(), "{}", position.text());
        });
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn hostile_text_is_refused_without_panic(text in "\\PC{0,80}", spoilt in 0usize..400, by: char) {
        for (game, options) in setups() {
            let position = game.start(&options).unwrap();
            if let Ok(mv) = position.parse_move(&text) {
                prop_assert!(position.check(mv).is_ok());
            }
            let _ = game.position(&options, &text);
            // A good text with one character exchanged.
            let mut almost: Vec<char> = position.text().chars().collect();
            let place = spoilt % almost.len();
            almost[place] = by;
            let almost: String = almost.into_iter().collect();
            if let Ok(read) = game.position(&options, &almost) {
                prop_assert!(game.position(&options, &read.text()).is_ok());
            }
        }
        let _ = Options::parse(&text);
    }
}

#[test]
fn a_game_starts_under_every_mixture_of_its_options_that_fit_together() {
    for game in GAMES {
        let mut mixtures = vec![Options::default()];
        for spec in game.options() {
            mixtures = mixtures
                .iter()
                .flat_map(|options| {
                    option_values(spec).into_iter().map(|choice| {
                        let mut options = options.clone();
                        options.set(spec.id, choice);
                        options
                    })
                })
                .collect();
        }
        let fitting: Vec<_> =
            mixtures.into_iter().filter(|options| !is_incompatible(*game, options)).collect();
        for spec in game.options() {
            for choice in option_values(spec) {
                let chosen = |options: &Options| options.get(spec) == choice;
                assert!(fitting.iter().any(chosen), "{} fits with nothing", spec.id);
            }
        }
        for options in fitting {
            let position = game.start(&options).unwrap();
            assert!(!position.legal_moves().is_empty(), "{} {options:?}", game.id());
        }
    }
}

#[test]
fn a_game_refuses_options_that_it_does_not_have() {
    for game in GAMES {
        let mut unknown = Options::default();
        unknown.set("no such option", OptionValue::Switch(true));
        assert!(game.start(&unknown).is_err());
        for spec in game.options() {
            let wrong = match spec.domain {
                Domain::Number { max, .. } => OptionValue::Number(max + 1),
                Domain::Words(_) | Domain::Switch { .. } => {
                    OptionValue::Word("no such word".into())
                }
            };
            let mut options = Options::default();
            options.set(spec.id, wrong);
            assert!(game.start(&options).is_err());
            let text = game.start(&Options::default()).unwrap().text();
            assert!(game.position(&options, &text).is_err());
        }
    }
}

#[test]
fn games_differ_in_name_and_have_levels_and_two_sides() {
    let mut names: Vec<_> = GAMES.iter().map(|game| game.id()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), GAMES.len());
    for game in GAMES {
        assert!(game.levels() > 0);
        let [first, second] = game.side_names();
        assert_ne!(first, second);
    }
}

#[test]
fn the_showcase_of_every_game_is_played_by_its_rules_and_goes_on() {
    for game in GAMES {
        let mut position = game.start(&Options::default()).unwrap();
        for text in game.showcase().split(' ') {
            let mv = position.parse_move(text).unwrap_or_else(|error| {
                panic!("{} {text}: {error}", game.id());
            });
            position.play(mv).unwrap_or_else(|error| panic!("{} {text}: {error:?}", game.id()));
        }
        assert_eq!(position.outcome(), None, "{}", game.id());
        assert!(game.showcase().split(' ').count() >= 5, "{}", game.id());
    }
}
