//! The text of positions, moves, options and the like of every game.

use std::rc::Rc;

use tianyuan::core::{Move, Point, Random};
use tianyuan::games::registry::GAMES;
use tianyuan::games::{AnyPosition, Game, Options};
use tianyuan::library::{Date, GameId};
use tianyuan::record::MoveSequence;

use super::corpus;
use super::options::all_options;
use super::target::{Target, Verdict};

/// Moves that are played on from a position that was read.
const PLIES_ON: usize = 12;

pub fn targets() -> Vec<Target> {
    let mut targets = vec![
        Target::of_text("options", option_texts, read_options),
        Target::of_text("sequence", sequences, read_sequence),
        Target::of_text("small-texts", small_texts, read_small_text),
    ];
    for game in GAMES.iter().copied() {
        let id = game.id();
        targets.push(Target::of_text(
            format!("{id}-position"),
            || position_texts(game),
            |text| read_position(game, text),
        ));
        targets.push(Target::of_text(
            format!("{id}-moves"),
            || move_texts(game),
            |text| read_moves(game, text),
        ));
        let adjudicates = game.adjudicate(&Options::default(), "", &[]);
        if !matches!(adjudicates, Ok(None)) {
            targets.push(Target::of_text(
                format!("{id}-adjudication"),
                || adjudication_texts(game),
                |text| adjudicate(game, text),
            ));
        }
    }
    targets
}

fn ron<T: serde::Serialize>(value: &T) -> String {
    ron::to_string(value).unwrap()
}

fn option_texts() -> Vec<String> {
    let all = GAMES.iter().flat_map(|game| all_options(*game));
    all.map(|options| ron(&options)).collect()
}

fn read_options(text: &str) -> Verdict {
    let Ok(options) = Options::parse(text) else { return Verdict::of(false) };
    let made = GAMES.iter().filter(|game| game.start(&options).is_ok()).count();
    Verdict::of(made > 0)
}

fn sequences() -> Vec<String> {
    let trees = GAMES.iter().flat_map(|game| corpus::games(*game));
    trees.map(|tree| ron(&tree.sequence(tree.main_line().last().unwrap()))).collect()
}

fn read_sequence(text: &str) -> Verdict {
    let Ok(sequence) = ron::from_str::<MoveSequence>(text) else { return Verdict::of(false) };
    match sequence.position() {
        Ok(position) => Verdict::checked(move || follow(position)),
        Err(_) => Verdict::of(false),
    }
}

fn small_texts() -> Vec<String> {
    ["2026-11-22", "1999.??.??", "12", "h8", "s19"].map(str::to_owned).to_vec()
}

fn read_small_text(text: &str) -> Verdict {
    let date = text.parse::<Date>();
    let read = [text.parse::<GameId>().is_ok(), text.parse::<Point>().is_ok(), date.is_ok()];
    Verdict::of(read.contains(&true))
}

/// The options on the first line, the position on the next.
fn position_texts(game: &'static dyn Game) -> Vec<String> {
    let mut texts = Vec::new();
    for tree in corpus::games(game) {
        let end = tree.position(tree.main_line().last().unwrap());
        let options = ron(tree.options());
        texts.extend([end.text(), end.diagram()].map(|text| format!("{options}\n{text}")));
    }
    texts
}

/// The options on the first line, with the default ones where they are none.
fn with_options(text: &str) -> (Options, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    (Options::parse(first).unwrap_or_default(), rest)
}

fn read_position(game: &'static dyn Game, text: &str) -> Verdict {
    let (options, text) = with_options(text);
    let Ok(position) = game.position(&options, text) else { return Verdict::of(false) };
    Verdict::checked(move || {
        for text in [position.text(), position.diagram()] {
            let again = game.position(&options, &text).unwrap();
            assert_eq!(again.diagram(), position.diagram(), "{text}");
        }
        let again = game.position(&options, &position.text()).unwrap();
        assert_eq!(again.key(), position.key(), "{}", position.text());
        follow(position);
    })
}

/// Asks a position everything, and plays on from it.
fn follow(mut position: AnyPosition) {
    let mut random = Random::new(position.key());
    for _ in 0..PLIES_ON {
        let board = position.board();
        for at in (0..board.files).flat_map(|file| (0..board.ranks).map(move |rank| (file, rank))) {
            _ = position.piece_at(Point::new(at.0, at.1));
        }
        let moves = position.legal_moves();
        assert_eq!(moves.is_empty(), position.outcome().is_some(), "{}", position.text());
        let Some(&mv) = random.pick(&moves) else { return };
        let text = position.move_text(mv).unwrap();
        assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {}", position.text());
        for notation in position.notations() {
            position.move_text_in(notation, mv).unwrap();
        }
        position.play(mv).unwrap();
    }
}

/// Moves of random games in every notation, after a line with the options.
fn move_texts(game: &'static dyn Game) -> Vec<String> {
    let mut texts = Vec::new();
    for tree in corpus::games(game) {
        let notations = tree.start().notations();
        for notation in [""].iter().chain(notations) {
            let moves: Vec<_> =
                tree.main_line().filter_map(|node| tree.move_text_in(node, notation)).collect();
            texts.push(format!("{}\n{}", ron(tree.options()), moves.join(" ")));
        }
    }
    texts
}

/// Plays those words that are moves.
fn read_moves(game: &'static dyn Game, text: &str) -> Verdict {
    let (options, text) = with_options(text);
    let Ok(mut position) = game.start(&options) else { return Verdict::of(false) };
    let mut played: Vec<Move> = Vec::new();
    for word in text.split_whitespace() {
        if let Ok(mv) = position.parse_move(word) {
            position.play(mv).unwrap();
            played.push(mv);
        }
    }
    if played.is_empty() {
        return Verdict::of(false);
    }
    let position = Rc::new(position);
    Verdict::checked(move || follow(AnyPosition::clone(&position)))
}

/// The options, a position, and moves from there, one a line.
fn adjudication_texts(game: &'static dyn Game) -> Vec<String> {
    let moves = "h2e2 h7e7 e2h2 e7h7 h2e2 h7e7 e2h2 e7h7 h2e2 h7e7 e2h2 e7h7";
    let options = all_options(game).into_iter();
    options
        .map(|options| {
            let start = game.start(&options).unwrap();
            format!("{}\n{}\n{moves}", ron(&options), start.diagram())
        })
        .collect()
}

fn adjudicate(game: &'static dyn Game, text: &str) -> Verdict {
    let (options, text) = with_options(text);
    let (position, moves) = text.split_once('\n').unwrap_or((text, ""));
    let moves: Vec<_> = moves.split_whitespace().collect();
    Verdict::of(game.adjudicate(&options, position, &moves).is_ok())
}
