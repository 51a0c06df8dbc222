//! Valid inputs, made by the program's own rules and writers.

use std::time::Duration;

use tianyuan::core::{Move, Point, Random, Reading};
use tianyuan::games::{Game, Options, ScoreUnit};
use tianyuan::record::{
    Annotations, Evaluation, GameTree, Glyph, InfoField, Shape, ShapeColour, ShapeKind,
};

use crate::options::all_options;

/// A game of random moves, of at most so many plies; passes are played only
/// where nothing else can be.
pub fn random_game(
    game: &'static dyn Game,
    options: &Options,
    plies: usize,
    random: &mut Random,
) -> GameTree {
    let mut tree = GameTree::new(game, options.clone()).unwrap();
    let mut node = tree.root();
    for _ in 0..plies {
        let mut moves = tree.position(node).legal_moves();
        let is_usual = |mv: &Move| !matches!(mv, Move::Pass | Move::Decide(_));
        if moves.iter().any(is_usual) {
            moves.retain(is_usual);
        }
        let Some(&mv) = random.pick(&moves) else { break };
        node = tree.play(node, mv).unwrap();
    }
    tree
}

/// Adds a variation and annotations of every kind.
pub fn annotate(tree: &mut GameTree, random: &mut Random) {
    let main: Vec<_> = tree.main_line().collect();
    for (n, &node) in main.iter().enumerate().skip(1) {
        let moves = tree.position(main[n - 1]).legal_moves();
        if let Some(&other) = random.pick(&moves).filter(|_| n % 3 == 1) {
            tree.play(main[n - 1], other).unwrap();
        }
        let shape = Shape {
            at: Point::new(n as u8 % 3, 0),
            kind: ShapeKind::Triangle,
            colour: ShapeColour::Red,
        };
        let unit = if n % 2 == 0 { ScoreUnit::Discs } else { ScoreUnit::Chance };
        *tree.annotations_mut(node) = Annotations {
            comment: format!("Comment {n} 评 [a:b]\n\\(x)"),
            glyphs: vec![Glyph::Good],
            shapes: vec![shape],
            evaluation: Some(Evaluation::Amount { amount: 0.5, unit, exact: false }),
            properties: vec![("XX".to_owned(), vec!["a property".to_owned()])],
        };
        let reading =
            Reading { time: Duration::from_millis(59_500), periods: 2, in_byo_yomi: n % 2 == 0 };
        tree.set_clocks(node, [reading; 2]);
    }
    for field in InfoField::ALL {
        tree.info_mut().set(field, "Text 文");
    }
    tree.info_mut().set(InfoField::Date, "2026-11-22");
    tree.info_mut().set(InfoField::Result, "1-0 12");
    tree.info_mut().set_tag("Table", "4");
}

/// Games of every kind: short ones under all options, a longer one, and one
/// with annotations.
pub fn games(game: &'static dyn Game) -> Vec<GameTree> {
    let mut random = Random::new(11);
    let usual = Options::default();
    let mut games: Vec<_> = all_options(game)
        .iter()
        .enumerate()
        .map(|(n, options)| random_game(game, options, [6, 12, 0, 3][n % 4], &mut random))
        .collect();
    games.push(random_game(game, &usual, 40, &mut random));
    let mut annotated = random_game(game, &usual, 6, &mut random);
    annotate(&mut annotated, &mut random);
    games.push(annotated);
    games
}
