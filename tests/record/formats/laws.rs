//! Laws of every writer: it refuses with a sentence, or its file is read as the
//! same moves, diagram and result; and what it leaves out, it lists.

use std::time::Duration;

use tianyuan::core::{Move, Point, Reading};
use tianyuan::games::{Game, OptionValue, Options, ScoreUnit, registry};
use tianyuan::record::formats::{
    Content, FORMATS, Format, FormatError, Source, Written, result_of,
};
use tianyuan::record::{
    Annotations, Evaluation, GameTree, Glyph, InfoField, NodeId, Shape, ShapeColour, ShapeKind,
};

use crate::options::all_options;

/// A pseudo-random number, by Knuth's multiplier.
fn next(random: &mut u64) -> usize {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*random >> 33) as usize
}

/// Plays at random to the end of the game or for this many plies: pieces and
/// stones while there are moves of them, then passes where they are legal.
fn playout(tree: &mut GameTree, plies: usize, stones: usize, random: &mut u64) {
    let mut at = tree.main_line().last().unwrap();
    for ply in 0..plies {
        let moves = tree.position(at).legal_moves();
        let is_usual = |mv: &&Move| !matches!(mv, Move::Pass | Move::Decide(_));
        let usual: Vec<_> = moves.iter().filter(is_usual).collect();
        let mv = match usual.len() {
            _ if ply >= stones && moves.contains(&Move::Pass) => Move::Pass,
            0 => match moves.first() {
                Some(&mv) => mv,
                None => break,
            },
            count => *usual[next(random) % count],
        };
        at = tree.play(at, mv).unwrap();
    }
}

/// Games without moves, unfinished, with a pass at the end, and finished.
fn cases(game: &'static dyn Game, options: &Options) -> Vec<(&'static str, GameTree)> {
    let empty = || GameTree::new(game, options.clone()).unwrap();
    let mut random = 1;
    let mut cases = vec![("no moves", empty())];
    for plies in [1, 2, 7, 20] {
        let mut tree = empty();
        playout(&mut tree, plies, plies, &mut random);
        cases.push(("unfinished", tree));
    }
    for _ in 0..6 {
        let mut tree = empty();
        playout(&mut tree, 300, 120, &mut random);
        let passes = tree.main_line().filter(|&node| tree.move_at(node) == Some(Move::Pass));
        let passes: Vec<_> = passes.collect();
        for pass in passes.into_iter().take(2) {
            let mut cut = tree.clone();
            let after: Vec<_> = cut.children(pass).collect();
            after.into_iter().for_each(|node| _ = cut.delete(node));
            cases.push(("pass at the end", cut));
        }
        let end = tree.main_line().last().unwrap();
        let is_over = tree.position(end).outcome().is_some();
        cases.push((if is_over { "finished" } else { "unfinished" }, tree));
    }
    for result in ["1-0 R", "0-1", "1/2-1/2", "0-1 12"] {
        let mut tree = cases[3].1.clone();
        tree.info_mut().set(InfoField::Result, result);
        cases.push((result, tree));
    }
    cases
}

fn main_line(tree: &GameTree) -> Vec<Option<Move>> {
    tree.main_line().map(|node| tree.move_at(node)).collect()
}

/// The options but that of the starting position, which a file may give by its
/// pieces.
fn rules(tree: &GameTree) -> Vec<OptionValue> {
    let specs = tree.game().options().iter().filter(|spec| spec.id != "start");
    specs.map(|spec| tree.options().get(spec)).collect()
}

/// The pieces on the board at a node.
fn diagram(tree: &GameTree, node: NodeId) -> String {
    let position = tree.position(node);
    let board = position.board();
    let points = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank)));
    let mut text = format!("{}x{} {:?}", board.files, board.ranks, position.side_to_move());
    for (file, rank) in points {
        if let Some(piece) = position.piece_at(Point::new(file, rank)) {
            text.push_str(&format!(" {file},{rank}:{:?}{}", piece.side, piece.kind));
        }
    }
    text
}

/// The game that is read from what was written; `None` if the writer refuses it.
fn written_and_read(format: &Format, tree: &GameTree, what: &str) -> Option<(Written, GameTree)> {
    let written = match format.write(std::slice::from_ref(tree)) {
        Ok(written) => written,
        Err(FormatError::Unrepresentable { reason, .. }) => {
            assert!(reason.contains(' '), "{what}: {reason}");
            return None;
        }
        Err(error) => panic!("{what}: {error}"),
    };
    let read = format.read(Source::from_bytes(&written.bytes));
    let mut read = read.unwrap_or_else(|error| {
        panic!("{what}: {error}\n{}", String::from_utf8_lossy(&written.bytes))
    });
    assert_eq!(read.len(), 1, "{what}");
    Some((written, read.remove(0)))
}

#[test]
fn what_is_written_is_read_as_the_same_game() {
    let mut refused = 0;
    let mut same = 0;
    for &game in registry::GAMES {
        for options in all_options(game) {
            for (case, tree) in cases(game, &options) {
                let formats = FORMATS.iter().filter(|format| format.can_write());
                for format in formats.filter(|format| format.supports(game)) {
                    let options = ron::to_string(&options).unwrap();
                    let what = format!("{} of {} {options}, {case}", format.id, game.id());
                    let Some((written, read)) = written_and_read(format, &tree, &what) else {
                        refused += 1;
                        continue;
                    };
                    same += 1;
                    assert_eq!(main_line(&read), main_line(&tree), "{what}");
                    let ends = [&read, &tree].map(|tree| tree.main_line().last().unwrap());
                    assert_eq!(diagram(&read, ends[0]), diagram(&tree, ends[1]), "{what}");
                    let says = |content| written.losses.iter().any(|loss| loss.content == content);
                    if !says(Content::Result) && !says(Content::Options) {
                        assert_eq!(result_of(&read), result_of(&tree), "{what}");
                    }
                    if !says(Content::Options) {
                        assert_eq!(rules(&read), rules(&tree), "{what}");
                    }
                }
            }
        }
    }
    assert!(same > 1000 && refused > 100, "{same} same, {refused} refused");
}

/// A short game with variations and annotations of every kind.
fn full_game(game: &'static dyn Game) -> GameTree {
    let mut tree = GameTree::new(game, Options::default()).unwrap();
    playout(&mut tree, 5, 5, &mut 3);
    let main: Vec<_> = tree.main_line().collect();
    let Some(&other) = tree.position(main[1]).legal_moves().iter().find(|&&mv| {
        Some(mv) != tree.move_at(main[2]) && !matches!(mv, Move::Pass | Move::Decide(_))
    }) else {
        return tree;
    };
    tree.play(main[1], other).unwrap();
    for (n, &node) in main.iter().enumerate().skip(1) {
        let at = Point::new(0, 0);
        let shape = Shape { at, kind: ShapeKind::Triangle, colour: ShapeColour::Red };
        let unit = if n % 2 == 0 { ScoreUnit::Discs } else { ScoreUnit::Chance };
        *tree.annotations_mut(node) = Annotations {
            comment: format!("Comment {n}"),
            glyphs: vec![Glyph::Good],
            shapes: vec![shape],
            evaluation: Some(Evaluation::Amount { amount: 0.5, unit, exact: false }),
            properties: vec![("XX".to_owned(), vec!["a property".to_owned()])],
        };
        let time = Duration::from_secs(60 - n as u64);
        let reading = Reading { time, periods: 0, in_byo_yomi: false };
        tree.set_clocks(node, [reading; 2]);
    }
    let end = main[main.len() - 1];
    tree.annotations_mut(end).add_property("BEYOND", "a1a1".to_owned());
    for (n, field) in InfoField::ALL.into_iter().enumerate() {
        tree.info_mut().set(field, &format!("Text {n}"));
    }
    tree.info_mut().set(InfoField::Date, "2026-11-22");
    tree.info_mut().set(InfoField::Result, "1-0 12");
    tree.info_mut().set_tag("Table", "4");
    tree.info_mut().set_tag("odd tag", "5");
    tree
}

/// All content of one kind, node by node.
fn content(tree: &GameTree, kind: Content) -> Vec<String> {
    let mut nodes = vec![tree.root()];
    let mut all = Vec::new();
    while let Some(node) = nodes.pop() {
        let children: Vec<_> = tree.children(node).collect();
        nodes.extend(children.iter().rev());
        let annotations = tree.annotations(node);
        let properties = |is_wanted: &dyn Fn(&str) -> bool| {
            let wanted = annotations.properties.iter().filter(|property| is_wanted(&property.0));
            wanted.map(|property| format!("{property:?}")).collect::<Vec<_>>()
        };
        match kind {
            Content::Variations => all.push(format!("{:?} {}", tree.move_at(node), children.len())),
            Content::UnplayableMoves => all.extend(properties(&|name| name == "BEYOND")),
            Content::Comments if annotations.comment.is_empty() => {}
            Content::Comments => all.push(annotations.comment.clone()),
            Content::Glyphs => all.extend(annotations.glyphs.iter().map(|it| format!("{it:?}"))),
            Content::Shapes => all.extend(annotations.shapes.iter().map(|it| format!("{it:?}"))),
            Content::Evaluations => {
                all.extend(annotations.evaluation.iter().map(|it| format!("{it:?}")));
            }
            Content::Clocks => all.extend(tree.clocks(node).iter().map(|it| format!("{it:?}"))),
            Content::Properties => all.extend(properties(&|name| name == "XX")),
            Content::Information | Content::Result | Content::Options => {}
        }
    }
    match kind {
        Content::Information => {
            let fields = InfoField::ALL.iter().filter(|field| **field != InfoField::Result);
            all.extend(fields.map(|field| tree.info().get(*field).to_owned()));
            all.extend(["Table", "odd tag"].map(|name| tree.info().tag(name).to_owned()));
        }
        Content::Result => all.push(result_of(tree)),
        Content::Options => all.extend(rules(tree).iter().map(|value| format!("{value:?}"))),
        _ => {}
    }
    all
}

#[test]
fn what_is_left_out_is_listed() {
    let mut listed = 0;
    for &game in registry::GAMES {
        let tree = full_game(game);
        for format in FORMATS.iter().filter(|format| format.can_write() && format.supports(game)) {
            let what = format!("{} of {}", format.id, game.id());
            let Some((written, read)) = written_and_read(format, &tree, &what) else { continue };
            for kind in Content::ALL {
                let loss = written.losses.iter().find(|loss| loss.content == kind);
                let (before, after) = (content(&tree, kind), content(&read, kind));
                match loss {
                    None => assert_eq!(after, before, "{what}: {kind:?} is lost"),
                    Some(loss) => {
                        assert!(loss.count > 0, "{what}: {loss}");
                        assert_ne!(after, before, "{what}: {loss} is not lost");
                        listed += 1;
                    }
                }
            }
        }
    }
    assert!(listed > 30, "{listed}");
}
