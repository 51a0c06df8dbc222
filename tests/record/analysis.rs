//! Computer analysis of games: losses of moves, annotations, and their round
//! trip through files.

use std::ops::ControlFlow;

use tianyuan::core::{Random, Side};
use tianyuan::games::{Options, ScoreUnit, registry};
use tianyuan::record::analysis::{
    AnalysisParams, Judgement, PositionAnalysis, accuracy, analyse_line, annotate, mistakes,
};
use tianyuan::record::formats::{self, Source};
use tianyuan::record::{Evaluation, GameTree, Glyph, NodeId};
use tianyuan::search::{Limits, StopFlag};

/// A game in a tree: name, options, start or nothing, moves.
fn tree(id: &str, options: &str, start: &str, moves: &str) -> GameTree {
    let game = registry::find(id).unwrap();
    let options = Options::parse(options).unwrap();
    let mut tree = match start {
        "" => GameTree::new(game, options).unwrap(),
        start => GameTree::from_position(game, options, start).unwrap(),
    };
    let mut node = tree.root();
    for text in moves.split_whitespace() {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    tree
}

fn line(tree: &GameTree) -> Vec<NodeId> {
    tree.main_line().collect()
}

fn nodes(most: u64) -> AnalysisParams {
    AnalysisParams { limits: Limits { nodes: Some(most), ..Limits::default() }, multi_pv: 1 }
}

fn analyse(tree: &GameTree, params: &AnalysisParams) -> Vec<PositionAnalysis> {
    let mut engine = tree.game().engine();
    analyse_line(&mut *engine, tree, &line(tree), params, &StopFlag::new(), &mut |_| {
        ControlFlow::Continue(())
    })
}

/// The plies judged by this glyph, counted from 1.
fn plies_with(tree: &GameTree, judgements: &[Judgement], glyph: Glyph) -> Vec<usize> {
    let of = judgements.iter().filter(|judged| judged.glyph == Some(glyph));
    of.map(|judged| tree.ply(judged.node)).collect()
}

fn ron(tree: &GameTree) -> String {
    String::from_utf8(formats::write("ron", std::slice::from_ref(tree)).unwrap().bytes).unwrap()
}

fn hung_queen() -> GameTree {
    tree("chess", "()", "", "e4 e5 Qh5 Nc6 Qxe5+ Nxe5 Nf3 Nxf3+ gxf3")
}

#[test]
fn a_hung_queen_in_chess_is_a_blunder_and_the_better_move_becomes_a_variation() {
    let mut tree = hung_queen();
    let analyses = analyse(&tree, &nodes(20_000));
    let judgements = annotate(&mut tree, &analyses);
    assert_eq!(plies_with(&tree, &judgements, Glyph::Blunder), [5]);
    let [white, black] = accuracy(&judgements);
    assert!(white.unwrap() < 85.0 && black.unwrap() > 90.0, "{white:?} {black:?}");
    let main = line(&tree);
    assert_eq!(main.len(), 10);
    let siblings: Vec<_> = tree.children(main[4]).collect();
    assert_eq!((siblings.len(), siblings[0]), (2, main[5]));
    assert!(tree.children(siblings[1]).next().is_some());
    assert!(
        tree.annotations(siblings[1]).evaluation.is_some()
            && tree.annotations(siblings[1]).glyphs.is_empty()
    );
    assert_eq!(tree.annotations(main[5]).glyphs, [Glyph::Blunder]);
    assert!(main.iter().all(|&node| tree.annotations(node).evaluation.is_some()));
    // The annotations alone suffice to find the mistake again.
    let found = mistakes(&tree, &main);
    assert!(found.iter().any(|judged| judged.node == main[5] && judged.side == Side::First));
}

#[test]
fn analysing_a_game_twice_changes_nothing() {
    let mut tree = hung_queen();
    let analyses = analyse(&tree, &nodes(5_000));
    let first = annotate(&mut tree, &analyses);
    let once = ron(&tree);
    assert_eq!(annotate(&mut tree, &analyses), first);
    assert_eq!(ron(&tree), once);
    assert_eq!(analyse(&tree, &nodes(5_000)), analyses);
}

#[test]
fn a_persons_annotation_of_a_move_stays() {
    let mut tree = hung_queen();
    let queen = line(&tree)[5];
    tree.annotations_mut(queen).add_glyph(Glyph::Interesting);
    let analyses = analyse(&tree, &nodes(5_000));
    annotate(&mut tree, &analyses);
    assert_eq!(tree.annotations(queen).glyphs, [Glyph::Interesting]);
}

#[test]
fn a_missed_five_is_a_blunder() {
    // White closes the four of Black and has two threes of its own.
    let start = "e8,f8,g8,h8,a1,a15,o1 d8,j10,j11,j12,l3,l4,l5 black";
    let mut tree = tree("gomoku", "()", start, "o8 i8");
    let analyses = analyse(&tree, &nodes(5_000));
    assert_eq!(analyses[0].evaluation, Some(Evaluation::Mate(1)));
    let judgements = annotate(&mut tree, &analyses);
    assert_eq!(plies_with(&tree, &judgements, Glyph::Blunder), [1]);
    let better = tree.children(tree.root()).nth(1).unwrap();
    assert_eq!(tree.move_text(better).unwrap(), "i8");
}

#[test]
fn a_hung_chariot_in_xiangqi_is_a_blunder() {
    // The soldier that it takes is guarded by a chariot.
    let mut tree = tree("xiangqi", "()", "4k4/9/9/3pr4/9/9/9/9/3R5/3K5 w", "d1d6 e6d6");
    let analyses = analyse(&tree, &nodes(20_000));
    let judgements = annotate(&mut tree, &analyses);
    assert_eq!(plies_with(&tree, &judgements, Glyph::Blunder), [1]);
}

#[test]
fn throwing_away_a_won_endgame_of_reversi_is_a_blunder_with_exact_values() {
    let (mut random, mut judged) = (Random::new(4), 0);
    for _ in 0..60 {
        let mut game = tree("reversi", "()", "", "");
        let mut node = game.root();
        while game.position(node).counts().unwrap().iter().sum::<u32>() < 55 {
            let moves = game.position(node).legal_moves();
            let Some(&mv) = random.pick(&moves) else { break };
            node = game.play(node, mv).unwrap();
        }
        // The last moves only, and of those the worst one at once.
        let text = game.position(node).text();
        let mut game = tree("reversi", "()", &text, "");
        let all = AnalysisParams { limits: Limits::default(), multi_pv: 60 };
        let analyses = analyse(&game, &all);
        let lines = &analyses[0].lines;
        let (Some(best), Some(worst)) = (lines.first(), lines.last()) else { continue };
        let own = |evaluation: Option<Evaluation>| match evaluation.unwrap() {
            Evaluation::Amount { amount, unit: ScoreUnit::Discs, exact: true } => {
                amount * [1.0, -1.0][game.start().side_to_move().index()]
            }
            other => panic!("{other:?}"),
        };
        if own(best.evaluation) < 4.0 || own(worst.evaluation) > -4.0 {
            continue;
        }
        judged += 1;
        let mut node = game.play(game.root(), worst.moves[0]).unwrap();
        while let Some(&mv) = game.position(node).legal_moves().first() {
            node = game.play(node, mv).unwrap();
        }
        let analyses = analyse(&game, &AnalysisParams { multi_pv: 1, ..all });
        for analysis in &analyses {
            let exact = matches!(analysis.evaluation, Some(Evaluation::Amount { exact: true, .. }));
            assert!(exact, "{analysis:?}");
        }
        let judgements = annotate(&mut game, &analyses);
        assert!(plies_with(&game, &judgements, Glyph::Blunder).contains(&1), "{text}");
        // The last position is evaluated by the rules: its disc count.
        let score = game.position(node).outcome().unwrap().score.unwrap().map(|p| p.as_halves());
        let counted = f64::from(score[0] - score[1]) / 2.0;
        let reported = Evaluation::Amount { amount: counted, unit: ScoreUnit::Discs, exact: true };
        assert_eq!(game.annotations(node).evaluation, Some(reported));
    }
    assert!(judged >= 3, "{judged}");
}

#[test]
fn every_game_can_be_analysed_from_the_first_move_to_the_last() {
    let games = [
        ("chess", "()", "f3 e5 g4 Qh4#"),
        ("tictactoe", "()", "a1 b2 c3 b1 b3 a3 c1 c2 a2"),
        ("gomoku", "()", "h8 a1 h9 a3 h10 a5 h11 a7 h12"),
        ("gomoku", "(rule: \"renju\", opening: \"swap2\")", "h8 i9 h10"),
        ("gomoku", "(rule: \"connect6\")", "k10 a1 a3 k11 k12"),
        ("xiangqi", "()", "h2e2 h9g7 e2e6"),
        ("go", "(size: 5)", "C3 C2 pass pass accept accept"),
    ];
    for (id, options, moves) in games {
        let mut game = tree(id, options, "", moves);
        let analyses = analyse(&game, &nodes(2_000));
        assert_eq!(analyses.len(), line(&game).len(), "{id}");
        let judgements = annotate(&mut game, &analyses);
        assert!(judgements.iter().all(|judged| (0.0..=1.0).contains(&judged.loss)), "{id}");
        for analysis in &analyses {
            let is_over = game.position(analysis.node).outcome().is_some();
            assert_eq!(analysis.lines.is_empty(), is_over, "{id} {analysis:?}");
            assert!(!is_over || analysis.evaluation.is_some(), "{id}");
        }
    }
    // The fool's mate: the last move but one loses everything.
    let mut fool = tree("chess", "()", "", games[0].2);
    let analyses = analyse(&fool, &nodes(20_000));
    let judgements = annotate(&mut fool, &analyses);
    assert_eq!(plies_with(&fool, &judgements, Glyph::Blunder), [3]);
    assert_eq!(analyses[3].evaluation, Some(Evaluation::Mate(-1)));
    assert_eq!(judgements[3].loss, 0.0);
}

#[test]
fn a_win_found_later_is_backed_up_to_earlier_positions() {
    // One ply shows the mate only once the king has made its only move.
    let game = tree("chess", "()", "k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "Kc7 Ka7 Ra1#");
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let analyses = analyse(&game, &AnalysisParams { limits, multi_pv: 1 });
    let reported: Vec<_> = analyses.iter().map(|analysis| analysis.evaluation).collect();
    let mate = |moves| Some(Evaluation::Mate(moves));
    assert_eq!(reported[..3], [mate(2), mate(1), mate(1)]);
    assert_eq!(analyses[0].lines[0].moves.len(), 3);
}

#[test]
fn analysis_is_retrograde_and_keeps_finished_positions_when_cancelled() {
    let game = hung_queen();
    let main = line(&game);
    let mut engine = game.game().engine();
    let mut reported = Vec::new();
    let stop = StopFlag::new();
    let analyses = analyse_line(&mut *engine, &game, &main, &nodes(500), &stop, &mut |progress| {
        reported.push((progress.analysis.node, progress.done, progress.total));
        if progress.done == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(reported, [(main[9], 1, 10), (main[8], 2, 10)]);
    let nodes_of: Vec<_> = analyses.iter().map(|analysis| analysis.node).collect();
    assert_eq!(nodes_of, [main[8], main[9]]);
    stop.raise();
    let none = analyse_line(&mut *engine, &game, &main, &nodes(500), &stop, &mut |_| {
        ControlFlow::Continue(())
    });
    assert!(none.is_empty());
}

#[test]
fn mistakes_are_found_from_evaluations_alone_by_their_loss() {
    let mut game = tree("chess", "()", "", "e4 e5 Nf3 Nc6 Bc4 Bc5");
    let pawns = |amount| Evaluation::Amount { amount, unit: ScoreUnit::Pawns, exact: false };
    // White gives half a pawn, a pawn and a half, and three; Black repays
    // nothing and keeps what it has.
    let amounts = [0.0, -0.6, -0.6, -2.0, -2.0, -5.0, -4.9];
    for (node, amount) in line(&game).into_iter().zip(amounts) {
        game.annotations_mut(node).evaluation = Some(pawns(amount));
    }
    let found = mistakes(&game, &line(&game));
    let reported: Vec<_> = found.iter().map(|j| (game.ply(j.node), j.glyph.unwrap())).collect();
    assert_eq!(reported, [(1, Glyph::Dubious), (3, Glyph::Mistake), (5, Glyph::Mistake)]);
    // The moves before and after a position without evaluation are left out.
    let third = line(&game)[3];
    game.annotations_mut(third).evaluation = None;
    let left: Vec<_> = mistakes(&game, &line(&game)).iter().map(|j| game.ply(j.node)).collect();
    assert_eq!(left, [1, 5]);
}

#[test]
fn evaluations_and_glyphs_survive_files() {
    let games = [
        (hung_queen(), &["ron", "pgn"][..]),
        (tree("gomoku", "()", "", "h8 a1 h9 a3 h10 a5 h11 a7 h12"), &["ron", "sgf"]),
        (tree("go", "(size: 9)", "", "E5 C3 G3 A1"), &["ron", "sgf"]),
        (tree("reversi", "()", "", "c4 e3 f4 c5 d6 f3"), &["ron", "sgf"]),
    ];
    for (mut game, endings) in games {
        let analyses = analyse(&game, &nodes(3_000));
        annotate(&mut game, &analyses);
        for ending in endings {
            let bytes = formats::write(ending, std::slice::from_ref(&game)).unwrap().bytes;
            let back = formats::read(ending, Source::from_bytes(&bytes)).unwrap().remove(0);
            for (a, b) in line(&game).into_iter().zip(line(&back)) {
                let (notes, again) = (game.annotations(a), back.annotations(b));
                assert_eq!(notes.evaluation, again.evaluation, "{ending}");
                assert_eq!(notes.glyphs, again.glyphs, "{ending}");
            }
            assert_eq!(game.nodes().count(), back.nodes().count(), "{ending}");
        }
    }
}
