//! Drawings of positions, markers and shapes as lists of primitives.

use std::f32::consts::FRAC_PI_2;

use bevy::color::{Alpha, Luminance};

use super::*;
use crate::content::theme;
use crate::core::Move;
use crate::games::registry::find;
use crate::games::{BoardPattern, Piece};
use crate::record::{GameTree, NodeId, Shape, ShapeColour, ShapeKind};

/// The first theme, with lines of normal weight.
fn wood() -> Theme {
    theme::shipped().remove(0)
}

fn played(game: &str, moves: &[&str]) -> (GameTree, NodeId) {
    let mut tree = GameTree::new(find(game).unwrap(), Default::default()).unwrap();
    let mut node = tree.root();
    for text in moves {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    (tree, node)
}

fn layout_of(game: &str) -> Layout {
    let (tree, node) = played(game, &[]);
    Layout::new(tree.position(node).board(), Rect::new(0.0, 0.0, 800.0, 800.0), false, true)
}

const COLOURS: [ShapeColour; 4] =
    [ShapeColour::Green, ShapeColour::Red, ShapeColour::Yellow, ShapeColour::Blue];

/// The primitives of a part of a board.
fn primitives(layout: &Layout, describe: impl FnOnce(&mut BoardDrawing)) -> Vec<Primitive> {
    let theme = wood();
    let mut drawing = BoardDrawing::new(layout, &theme);
    describe(&mut drawing);
    drawing.into_primitives()
}

fn shape(at: Point, kind: ShapeKind) -> Shape {
    Shape { at, kind, colour: ShapeColour::Blue }
}

fn assert_near(found: Vec2, wanted: Vec2) {
    assert!(found.distance(wanted) < 0.01, "{found}, not {wanted}");
}

#[test]
fn both_squares_of_a_piece_that_moved_are_tinted() {
    let layout = layout_of("chess");
    let (tree, node) = played("chess", &["e4"]);
    let [from, to] = [Point::new(4, 1), Point::new(4, 3)];
    let markers = last_move(&tree, node);
    assert_eq!(markers, [(Marker::Moved, from), (Marker::Moved, to)]);
    let tint = |at| {
        let square = Rect::from_center_size(layout.centre_of(at), Vec2::splat(layout.cell));
        Primitive {
            layer: Layer::Fields,
            color: to_color(wood().board.moved).with_alpha(0.6),
            form: Form::Rect(square),
        }
    };
    let found = primitives(&layout, |drawing| drawing.markers(&markers));
    assert_eq!(found, [tint(from), tint(to)]);
}

#[test]
fn tinted_squares_stand_out_in_every_theme_and_have_frames_where_lines_are_heavy() {
    let (tree, node) = played("chess", &["e4"]);
    let layout = layout_of("chess");
    for theme in theme::shipped() {
        for name in ["maple", "maple-dark", "xiangqi"] {
            let ground = to_color(theme.surface(name).unwrap().base).to_srgba();
            let tint = to_color(theme.board.moved).to_srgba();
            let mixed = |ground: f32, tint: f32| ground + (tint - ground) * 0.6;
            let apart = (mixed(ground.red, tint.red) - ground.red).abs()
                + (mixed(ground.green, tint.green) - ground.green).abs()
                + (mixed(ground.blue, tint.blue) - ground.blue).abs();
            assert!(apart > 0.18, "{} on {name}: {apart}", theme.id);
        }
        let mut drawing = BoardDrawing::new(&layout, &theme);
        drawing.markers(&last_move(&tree, node));
        let frame = BoardImage::Mask(MaskShape::Frame);
        let is_frame =
            |part: &Primitive| matches!(&part.form, Form::Image { image, .. } if *image == frame);
        let frames = drawing.into_primitives().into_iter().filter(is_frame).count();
        assert_eq!(frames, if theme.line_weight >= 2.0 { 2 } else { 0 }, "{}", theme.id);
    }
}

#[test]
fn a_hint_is_told_from_a_selected_piece_and_the_cursor_by_its_shape() {
    let (layout, at) = (layout_of("chess"), Point::new(3, 3));
    for theme in theme::shipped() {
        let shape_of = |marker| {
            let mut drawing = BoardDrawing::new(&layout, &theme);
            drawing.markers(&[(marker, at)]);
            let found = drawing.into_primitives().into_iter().find_map(|part| match part.form {
                Form::Image { image: BoardImage::Mask(shape), .. } => Some((shape, part.color)),
                _ => None,
            });
            found.unwrap()
        };
        let [hint, selected, cursor] =
            [Marker::Hint, Marker::Selected, Marker::Cursor].map(shape_of);
        assert!(hint.0 != selected.0 && hint.0 != cursor.0, "{}", theme.id);
        assert_ne!(hint.1, selected.1, "{}", theme.id);
    }
}

#[test]
fn a_placed_stone_has_a_dot_and_a_pass_nothing() {
    let layout = layout_of("go");
    let stone = Point::new(3, 15);
    let (tree, node) = played("go", &["D16"]);
    let found = primitives(&layout, |drawing| drawing.markers(&last_move(&tree, node)));
    let centre = layout.centre_of(stone);
    let radius = layout.cell * 0.10;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].form, Form::Disc { centre, radius });
    let (tree, node) = played("go", &["D16", "pass"]);
    assert_eq!(last_move(&tree, node), []);
    assert_eq!(last_move(&tree, tree.root()), []);
}

#[test]
fn a_king_that_castled_is_tinted_where_it_stands() {
    let moves = ["e4", "d5", "Nf3", "Nc6", "Bc4", "Bg4", "O-O", "Qd6", "a3", "O-O-O"];
    for (plies, from, to) in [(7, "e1", "g1"), (10, "e8", "c8")] {
        let (tree, node) = played("chess", &moves[..plies]);
        let [from, to] = [from, to].map(|name| name.parse().unwrap());
        assert_eq!(last_move(&tree, node), [(Marker::Moved, from), (Marker::Moved, to)]);
        assert_eq!(tree.position(node).piece_at(to).map(|piece| piece.kind), Some(5));
    }
}

#[test]
fn an_arrow_starts_beside_its_point_and_its_head_ends_at_its_target() {
    let layout = layout_of("chess");
    let [from, to] = [Point::new(1, 0), Point::new(1, 5)];
    let arrow = [shape(from, ShapeKind::Arrow(to))];
    let found = primitives(&layout, |drawing| drawing.shapes(&arrow));
    let [_, _, shaft, head] = &found[..] else { panic!("{found:?}") };
    assert!(found.iter().all(|part| part.layer == Layer::Shapes));
    assert_eq!(shaft.color, head.color);
    let (cell, tip) = (layout.cell, layout.centre_of(to));
    // Up the board is up the screen.
    let up = Vec2::new(0.0, -cell);
    let &Form::Line { from: start, to: neck, width, cap: Cap::Flat } = &shaft.form else {
        panic!("{shaft:?}")
    };
    assert_near(start, layout.centre_of(from) + up * 0.16);
    assert_near(neck, tip - up * 0.42);
    assert!((width - cell * 0.15).abs() < 0.01);
    let &Form::Image { image: BoardImage::Mask(MaskShape::Arrowhead), rect, rotation } = &head.form
    else {
        panic!("{head:?}")
    };
    assert_near(rect.size(), Vec2::splat(cell * 0.42));
    assert_near(rect.center() + up * 0.21, tip);
    assert!((rotation + FRAC_PI_2).abs() < 1e-4, "{rotation}");
}

#[test]
fn a_short_arrow_keeps_its_head_and_one_to_its_own_point_is_nothing() {
    let layout = layout_of("go");
    let from = Point::new(4, 4);
    let near = layout.centre_of(from) + Vec2::new(layout.cell * 0.6, 0.0);
    let draw =
        |to| primitives(&layout, |drawing| drawing.pending_shape(from, to, ShapeColour::Red));
    let found = draw(near);
    let Form::Line { from: start, to: neck, .. } = found[2].form else { panic!("{found:?}") };
    assert_near(neck - start, Vec2::new(layout.cell * 0.02, 0.0));
    // Over its own point the shape is a circle.
    let over = draw(layout.centre_of(from));
    assert!(matches!(
        over[..],
        [_, Primitive { form: Form::Image { image: BoardImage::Mask(MaskShape::Ring), .. }, .. }]
    ));
    let none = [shape(from, ShapeKind::Arrow(from))];
    assert_eq!(primitives(&layout, |drawing| drawing.shapes(&none)), []);
}

#[test]
fn shapes_outside_the_board_are_left_out() {
    let layout = layout_of("chess");
    let (here, far) = (Point::new(3, 3), Point::new(24, 24));
    let shapes = [
        shape(far, ShapeKind::Circle),
        shape(far, ShapeKind::Arrow(here)),
        shape(here, ShapeKind::Line(far)),
        shape(far, ShapeKind::Label("A".to_owned())),
    ];
    let draw = |drawing: &mut BoardDrawing| {
        drawing.shapes(&shapes);
        drawing.labels(&shapes);
    };
    assert_eq!(primitives(&layout, draw), []);
}

fn is_edge(primitive: &Primitive) -> bool {
    matches!(primitive.form, Form::Image { image: BoardImage::Edge(_), .. })
}

#[test]
fn every_mark_stands_out_from_every_board_by_its_edge() {
    let boards = ["reversi", "go", "gomoku", "chess", "xiangqi", "tictactoe"];
    for (theme, game) in theme::shipped().iter().flat_map(|theme| boards.map(|game| (theme, game)))
    {
        let layout = layout_of(game);
        let name = layout.board.surface;
        let mut drawing = BoardDrawing::new(&layout, theme);
        for colour in COLOURS {
            let at = Point::new(1, 1);
            let kinds = [ShapeKind::Circle, ShapeKind::Arrow(Point::new(2, 2))];
            drawing.shapes(&kinds.map(|kind| Shape { at, kind, colour }));
        }
        let found = drawing.into_primitives();
        let edges: Vec<_> = found.iter().filter(|part| is_edge(part)).collect();
        assert_eq!(edges.len(), 2 * COLOURS.len(), "{} {game}", theme.id);
        let grounds = [Some(surface(theme, name)), theme.surface(&dark_surface(name))];
        for ground in grounds.into_iter().flatten() {
            let ground = to_color(ground.base).luminance();
            let contrast = colours::contrast_ratio(edges[0].color.luminance(), ground);
            // That of graphical objects (WCAG 2.1, 1.4.11).
            assert!(contrast >= 3.0, "{} {game}: {contrast}", theme.id);
        }
    }
}

#[test]
fn a_label_is_cut_to_four_characters_on_a_plate_of_its_colour() {
    let layout = layout_of("go");
    let at = Point::new(2, 2);
    let label = [shape(at, ShapeKind::Label("joseki".to_owned()))];
    assert_eq!(primitives(&layout, |drawing| drawing.shapes(&label)), []);
    let found = primitives(&layout, |drawing| drawing.labels(&label));
    let [Primitive { form: Form::Text { text, centre, size, plate: Some(plate) }, .. }] =
        &found[..]
    else {
        panic!("{found:?}")
    };
    assert_eq!((text.as_str(), *centre), ("jose", layout.centre_of(at)));
    assert!((size - layout.cell * 0.34).abs() < 0.01);
    assert_eq!(plate.color, shape_colour(ShapeColour::Blue));
    assert_eq!(plate.radius(Vec2::ZERO), plate.min_radius);
    assert_eq!(plate.radius(Vec2::splat(10.0 * layout.cell)), plate.max_radius);
}

#[test]
fn the_best_suggestion_lies_above_the_others_and_is_the_strongest() {
    let layout = layout_of("go");
    let moves = [Point::new(3, 3), Point::new(15, 15)].map(Move::Place);
    let (tree, node) = played("go", &[]);
    let found = primitives(&layout, |drawing| drawing.suggestions(tree.position(node), &moves));
    let is_ring = |part: &&Primitive| !is_edge(part);
    let alphas: Vec<_> = found.iter().filter(is_ring).map(|ring| ring.color.alpha()).collect();
    assert_eq!(alphas.len(), 2);
    assert!(alphas[0] < alphas[1], "{alphas:?}");
}

#[test]
fn two_engines_that_agree_on_a_move_are_both_seen() {
    let layout = layout_of("chess");
    let (tree, node) = played("chess", &[]);
    let moves = [tree.position(node).parse_move("e4").unwrap()];
    let found = primitives(&layout, |drawing| {
        drawing.suggestions(tree.position(node), &moves);
        drawing.second_suggestions(tree.position(node), &moves);
    });
    let shafts = found.iter().filter_map(|part| match part.form {
        Form::Line { width, .. } => Some((width, part.color)),
        _ => None,
    });
    // Each with its edge below it.
    let shafts: Vec<_> = shafts.collect();
    let [_, (below, first), _, (above, second)] = shafts[..] else { panic!("{found:?}") };
    assert!(above < below && first != second, "{shafts:?}");
}

#[test]
fn every_part_lies_in_its_layer_whatever_is_described_first() {
    let layout = layout_of("xiangqi");
    let (tree, node) = played("xiangqi", &[]);
    let king = Point::new(4, 0);
    let found = primitives(&layout, |drawing| {
        drawing.coordinates(20.0);
        drawing.markers(&[(Marker::Hint, king), (Marker::Check, king)]);
        drawing.pieces(tree.position(node));
        drawing.shapes(&[shape(king, ShapeKind::Highlight), shape(king, ShapeKind::Cross)]);
        drawing.empty_board();
    });
    assert!(found.is_sorted_by_key(|primitive| primitive.layer));
    let count = |layer| found.iter().filter(|primitive| primitive.layer == layer).count();
    // A field and its frame, and a ring, each of the last two with an edge.
    assert_eq!((count(Layer::Fields), count(Layer::Glow), count(Layer::Markers)), (3, 1, 2));
    // Xiangqi starts with 16 pieces a side, all of them discs with shadows.
    assert_eq!((count(Layer::Shadows), count(Layer::Pieces)), (32, 32));
    // Nine files and ten ranks, on both sides of the board.
    assert_eq!(count(Layer::Text), 2 * (9 + 10));
}

#[test]
fn each_board_has_its_own_decoration() {
    let count = |game: &str, is_wanted: fn(&Form) -> bool| {
        let layout = layout_of(game);
        let found = primitives(&layout, |drawing| drawing.empty_board());
        found.iter().filter(|primitive| is_wanted(&primitive.form)).count()
    };
    let is_line = |form: &Form| matches!(form, Form::Line { .. });
    let is_star_point = |form: &Form| matches!(form, Form::Disc { .. });
    // 19 lines each way, and the nine star points of a Go board.
    assert_eq!((count("go", is_line), count("go", is_star_point)), (38, 9));
    // Ten ranks, two whole files, seven files on each bank, two diagonals a palace; four
    // corners of two lines on the points of cannons and soldiers, two of them at the edges.
    assert_eq!(count("xiangqi", is_line), 10 + 2 + 14 + 4 + 10 * 4 * 2 + 4 * 2 * 2);
    let is_river = |form: &Form| matches!(form, Form::Image { image: BoardImage::River(_), .. });
    assert_eq!((count("xiangqi", is_river), count("go", is_river)), (2, 0));
    let is_dark =
        |form: &Form| matches!(form, Form::Image { image: BoardImage::DarkSquare { .. }, .. });
    assert_eq!(layout_of("chess").board.pattern, BoardPattern::Chequered);
    assert_eq!((count("chess", is_dark), count("reversi", is_dark)), (32, 0));
}

#[test]
fn small_go_boards_have_five_star_points_and_the_large_one_nine() {
    for (size, wanted) in [(7, 5), (9, 5), (13, 5), (19, 9)] {
        let mut options = crate::games::Options::default();
        options.set("size", crate::games::OptionValue::Number(size));
        let board = find("go").unwrap().start(&options).unwrap().board();
        assert_eq!(board.star_points.len(), wanted, "{size}");
    }
}

#[test]
fn the_rows_of_a_foul_stay_on_the_board_once_it_is_played() {
    let mut options = crate::games::Options::default();
    options.set("rule", crate::games::OptionValue::Word("renju".to_owned()));
    let mut tree = GameTree::new(find("gomoku").unwrap(), options).unwrap();
    let mut node = tree.root();
    // Two open threes that cross on h8.
    for text in ["h9", "a1", "h10", "a3", "g8", "a5", "f8", "a7", "h8"] {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    assert!(tree.position(node).outcome().is_some());
    let rows = losing_rows(&tree, node);
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(losing_rows(&tree, tree.parent(node).unwrap()).is_empty());
}

#[test]
fn coordinates_too_small_to_be_read_are_left_out() {
    let layout = layout_of("go").transformed(0.2, Vec2::ZERO);
    assert_eq!(primitives(&layout, |drawing| drawing.coordinates(20.0)), []);
}

#[test]
fn the_newest_stone_has_its_number_in_the_colour_of_the_last_move() {
    let layout = layout_of("go");
    let (tree, node) = played("go", &["D4", "Q16", "Q4"]);
    let found = primitives(&layout, |drawing| drawing.move_numbers(&tree, node));
    let numbers: Vec<_> = found
        .iter()
        .filter_map(|primitive| match &primitive.form {
            Form::Text { text, .. } => Some((text.as_str(), primitive.color)),
            _ => None,
        })
        .collect();
    let accent = to_color(wood().board.last_move);
    assert_eq!(numbers, [("1", Color::WHITE), ("2", Color::BLACK), ("3", accent)]);
}

#[test]
fn a_larger_layout_draws_the_same_larger() {
    let small = layout_of("go");
    let large = small.transformed(2.0, Vec2::new(10.0, -5.0));
    let piece = Piece { side: crate::core::Side::First, kind: 0 };
    let marker = [(Marker::Ghost(piece), Point::new(7, 11))];
    let draw = |layout: &Layout| match primitives(layout, |drawing| drawing.markers(&marker))[..] {
        [Primitive { form: Form::Image { rect, .. }, .. }] => rect,
        ref other => panic!("{other:?}"),
    };
    let (here, there) = (draw(&small), draw(&large));
    assert_near(there.min, here.min * 2.0 + Vec2::new(10.0, -5.0));
    assert_near(there.size(), here.size() * 2.0);
}
