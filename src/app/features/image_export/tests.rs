//! Images of every game: their size and content; and GIFs decoded again.

use std::ops::ControlFlow;
use std::time::Duration;

use super::*;
use crate::app::board::Layout;
use crate::content;
use crate::content::theme;
use crate::core::{Move, Point, Random};
use crate::games::registry::{GAMES, find};
use crate::record::{InfoField, Shape, ShapeColour, ShapeKind};

/// A context with the theme of this index.
fn context(theme: usize) -> RenderContext {
    let themes = theme::shipped();
    let files = AssetFiles::read(&content::asset_files(&themes, &[]));
    let active_theme = ActiveTheme::from(themes[theme].clone());
    RenderContext { files, active_theme, l10n: Localization::default() }
}

/// A game of at most this many random moves.
fn played(game: &str, moves: usize) -> GameTree {
    let mut tree = GameTree::new(find(game).unwrap(), Default::default()).unwrap();
    let mut random = Random::new(5);
    let mut node = tree.root();
    for _ in 0..moves {
        let legal = tree.position(node).legal_moves();
        let stones: Vec<_> = legal.iter().copied().filter(|mv| mv.target().is_some()).collect();
        let choice = if stones.is_empty() { legal } else { stones };
        if choice.is_empty() {
            break;
        }
        node = tree.play(node, choice[random.below(choice.len())]).unwrap();
    }
    tree
}

fn end(tree: &GameTree) -> NodeId {
    tree.main_line().last().unwrap()
}

fn at(picture: &RgbaImage, place: bevy::math::Vec2) -> [u8; 3] {
    let offset = (place.y as usize * picture.width as usize + place.x as usize) * 4;
    [0, 1, 2].map(|n| picture.pixels[offset + n])
}

const BARE: ImageStyle = ImageStyle {
    edge: 400,
    flipped: false,
    coordinates: true,
    last_move: false,
    shapes: false,
    numbers: false,
    caption: false,
};

fn layout(tree: &GameTree, style: &ImageStyle) -> Layout {
    let context = context(0);
    Scene::new(&context, tree, &[tree.root()], style).unwrap().layout
}

/// Difference of two images around a point.
fn difference(a: &RgbaImage, b: &RgbaImage, layout: &Layout, point: Point) -> u64 {
    let (middle, half) = (layout.centre_of(point), layout.cell * 0.3);
    let mut sum = 0;
    let steps = -(half as i32)..=half as i32;
    for (x, y) in steps.clone().flat_map(|x| steps.clone().map(move |y| (x, y))) {
        let place = middle + bevy::math::Vec2::new(x as f32, y as f32);
        let pairs = at(a, place).into_iter().zip(at(b, place));
        sum += pairs.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>();
    }
    sum
}

#[test]
fn every_game_is_drawn_with_each_piece_in_its_place() {
    let context = context(0);
    for game in GAMES {
        let tree = played(game.id(), 24);
        let (first, last) = (tree.root(), end(&tree));
        let before = render(&context, &tree, first, &BARE).unwrap();
        let after = render(&context, &tree, last, &BARE).unwrap();
        assert_eq!(before.width.max(before.height), 400, "{}", game.id());
        assert_eq!(before.pixels.len(), (before.width * before.height * 4) as usize);
        assert!(before.pixels.chunks_exact(4).all(|pixel| pixel[3] == 255));
        assert_eq!((before.width, before.height), (after.width, after.height));
        let layout = layout(&tree, &BARE);
        let board = tree.start().board();
        let mut changed = 0;
        for file in 0..board.files {
            for rank in 0..board.ranks {
                let point = Point::new(file, rank);
                let pieces = [first, last].map(|node| tree.position(node).piece_at(point));
                let differs = difference(&before, &after, &layout, point) > 0;
                assert_eq!(differs, pieces[0] != pieces[1], "{} {point}", game.id());
                changed += usize::from(differs);
            }
        }
        assert!(changed >= 5, "{} changed at {changed} points", game.id());
    }
}

#[test]
fn a_turned_board_shows_the_same_point_on_the_other_side() {
    let context = context(0);
    let tree = played("go", 1);
    let point = tree.move_at(end(&tree)).and_then(Move::target).unwrap();
    let turned = ImageStyle { flipped: true, ..BARE };
    let pictures = [tree.root(), end(&tree)].map(|node| render(&context, &tree, node, &turned));
    let [before, after] = pictures.map(Result::unwrap);
    assert!(difference(&before, &after, &layout(&tree, &turned), point) > 0);
    assert_eq!(difference(&before, &after, &layout(&tree, &BARE), point), 0);
}

#[test]
fn the_last_move_numbers_and_shapes_are_drawn_where_they_are_wanted() {
    let context = context(0);
    let mut tree = played("go", 12);
    let last = end(&tree);
    let point = tree.move_at(last).and_then(Move::target).unwrap();
    let empty = Point::new(0, 0);
    assert_eq!(tree.position(last).piece_at(empty), None);
    let shapes = [ShapeKind::Label("A".to_owned()), ShapeKind::Triangle, ShapeKind::Highlight];
    for figure in shapes {
        let shape = Shape { at: empty, kind: figure, colour: ShapeColour::Blue };
        tree.annotations_mut(last).shapes = vec![shape];
        let layout = layout(&tree, &BARE);
        let plain = render(&context, &tree, last, &BARE).unwrap();
        let show = |style| render(&context, &tree, last, &style).unwrap();
        let marked = show(ImageStyle { last_move: true, ..BARE });
        assert!(difference(&plain, &marked, &layout, point) > 0);
        assert_eq!(difference(&plain, &marked, &layout, empty), 0);
        let numbered = show(ImageStyle { numbers: true, ..BARE });
        assert!(difference(&plain, &numbered, &layout, point) > 0);
        let shaped = show(ImageStyle { shapes: true, ..BARE });
        assert!(difference(&plain, &shaped, &layout, empty) > 0);
        assert_eq!(difference(&plain, &shaped, &layout, point), 0);
    }
}

#[test]
fn shapes_beyond_the_board_and_arrows_to_nowhere_do_no_harm() {
    let context = context(0);
    let mut tree = played("chess", 4);
    let last = end(&tree);
    let here = Point::new(3, 3);
    let far = Point::new(24, 24);
    let figures = [
        ShapeKind::Arrow(far),
        ShapeKind::Arrow(here),
        ShapeKind::Line(far),
        ShapeKind::Label(String::new()),
        ShapeKind::Label("a very long label \u{7}".to_owned()),
    ];
    for figure in figures {
        for at in [here, far] {
            let shape = Shape { at, kind: figure.clone(), colour: ShapeColour::Red };
            tree.annotations_mut(last).shapes.push(shape);
        }
    }
    let style = ImageStyle { shapes: true, ..BARE };
    assert!(render(&context, &tree, last, &style).is_ok());
}

#[test]
fn a_caption_makes_the_picture_higher_and_a_comment_higher_still() {
    let context = context(0);
    let mut tree = played("xiangqi", 6);
    tree.info_mut().set(InfoField::FirstPlayer, "胡荣华");
    tree.info_mut()
        .set(InfoField::SecondPlayer, "A player with a name that is far too long for any line");
    let last = end(&tree);
    let height = |tree: &GameTree, style| render(&context, tree, last, &style).unwrap().height;
    let bare = height(&tree, BARE);
    let captioned = ImageStyle { caption: true, ..BARE };
    let with_caption = height(&tree, captioned);
    assert!(with_caption > bare + 20);
    tree.annotations_mut(last).comment = "Better was the other cannon. ".repeat(20);
    assert!(height(&tree, captioned) > with_caption + 20);
    let animation = Scene::new(&context, &tree, &[tree.root(), last], &captioned).unwrap();
    assert_eq!(animation.canvas().height(), with_caption, "animations have no comments");
}

#[test]
fn a_png_holds_the_picture() {
    let context = context(1);
    let tree = played("reversi", 10);
    let picture = render(&context, &tree, end(&tree), &BARE).unwrap();
    let file = encode_png(&context, &tree, end(&tree), &BARE).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (picture.width, picture.height));
    let shown = picture.pixels.chunks_exact(4).flat_map(|pixel| &pixel[..3]);
    assert!(shown.eq(&pixels[..info.buffer_size()]));
}

#[test]
fn another_thread_renders_the_same_image() {
    let context = context(0);
    let tree = played("reversi", 6);
    let here = render(&context, &tree, end(&tree), &BARE).unwrap();
    let there = std::thread::spawn(move || render(&context, &tree, end(&tree), &BARE).unwrap());
    assert_eq!(there.join().unwrap(), here);
}

fn never(_: f32) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Width and frames of a decoded GIF, composed to RGBA, with their delays.
fn decode(file: &[u8]) -> (usize, Vec<(Vec<u8>, u16)>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0; width * height * 4];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (n, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (n % usize::from(frame.width), n / usize::from(frame.width));
            if pixel[3] > 0 {
                screen[((top + y) * width + left + x) * 4..][..4].copy_from_slice(pixel);
            }
        }
        frames.push((screen.clone(), frame.delay));
    }
    (width, frames)
}

#[test]
fn a_gif_shows_every_position_for_its_time_in_nearly_the_same_colours() {
    let timing =
        FrameTiming { per_move: Duration::from_millis(700), last_frame: Duration::from_secs(3) };
    for (theme, game) in [(0, "chess"), (1, "go"), (2, "xiangqi")] {
        let context = context(theme);
        let tree = played(game, 8);
        let line: Vec<_> = tree.main_line().collect();
        let style = ImageStyle { edge: 200, caption: true, last_move: true, ..BARE };
        let animation = encode_gif(&context, &tree, &line, &style, &timing, never).unwrap();
        let (width, frames) = decode(&animation);
        let delays: Vec<_> = frames.iter().map(|frame| frame.1).collect();
        assert_eq!(delays, [70, 70, 70, 70, 70, 70, 70, 70, 300]);
        for (&node, (pixels, _)) in line.iter().zip(&frames) {
            let picture = render(&context, &tree, node, &style).unwrap();
            assert_eq!(picture.width as usize, width);
            let off: u64 =
                picture.pixels.iter().zip(pixels).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
            let mean = off as f64 / pixels.len() as f64;
            assert!(mean < 2.0, "{game}: colours are off by {mean} on average");
        }
    }
}

#[test]
fn a_move_that_changes_nothing_still_has_its_frame() {
    let context = context(0);
    let mut tree = played("go", 2);
    let passed = tree.play(end(&tree), Move::Pass).unwrap();
    let style = ImageStyle { edge: 200, ..BARE };
    let line = tree.path(passed);
    let animation =
        encode_gif(&context, &tree, &line, &style, &FrameTiming::default(), never).unwrap();
    let (_, frames) = decode(&animation);
    assert_eq!(frames.len(), line.len());
    assert_eq!(frames[2].0, frames[3].0);
}

#[test]
fn gif_encoding_reports_progress_and_can_be_cancelled() {
    let context = context(0);
    let tree = played("reversi", 5);
    let line: Vec<_> = tree.main_line().collect();
    let style = ImageStyle { edge: 160, ..BARE };
    let mut told = Vec::new();
    let mut note = |part| {
        told.push(part);
        ControlFlow::Continue(())
    };
    encode_gif(&context, &tree, &line, &style, &FrameTiming::default(), &mut note).unwrap();
    assert!(told.is_sorted() && told.last() == Some(&1.0), "{told:?}");
    let mut calls = 0;
    let stopped = encode_gif(&context, &tree, &line, &style, &FrameTiming::default(), |part| {
        calls += 1;
        if part > 0.6 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(stopped, Err(ImageExportError::Cancelled)));
    assert!(calls < told.len());
}

#[test]
fn an_invalid_request_is_an_error_with_its_reason() {
    let context = context(0);
    let mut tree = played("go", 3);
    let last = end(&tree);
    for edge in [0, 119, 4097, u32::MAX] {
        let style = ImageStyle { edge, ..BARE };
        assert!(matches!(render(&context, &tree, last, &style), Err(ImageExportError::Edge(_))));
    }
    let nothing = encode_gif(&context, &tree, &[], &BARE, &FrameTiming::default(), never);
    assert!(matches!(nothing, Err(ImageExportError::Empty)));
    tree.delete(last);
    assert!(matches!(render(&context, &tree, last, &BARE), Err(ImageExportError::Node(3))));
    let blind = RenderContext { files: AssetFiles::default(), ..context.clone() };
    let error = render(&blind, &tree, tree.root(), &BARE).unwrap_err();
    assert!(error.to_string().contains("pieces/"), "{error}");
    let plain = RenderContext { active_theme: ActiveTheme::default(), ..context };
    assert!(matches!(render(&plain, &tree, tree.root(), &BARE), Err(ImageExportError::Theme)));
}

#[test]
fn an_animation_lasts_as_long_as_its_positions_are_shown() {
    let timing =
        FrameTiming { per_move: Duration::from_millis(500), last_frame: Duration::from_secs(2) };
    assert_eq!(animation_duration(1, &timing), Duration::from_secs(2));
    assert_eq!(animation_duration(61, &timing), Duration::from_secs(32));
}

#[test]
fn a_render_context_survives_serialisation() {
    use crate::app::services::tasks::wire;
    let (context, tree) = (context(1), played("gomoku", 9));
    let here = encode_png(&context, &tree, end(&tree), &BARE).unwrap();
    let context: RenderContext = wire::unpack(&wire::pack(&context).unwrap()).unwrap();
    let sent: GameTree = wire::unpack(&wire::pack(&tree).unwrap()).unwrap();
    assert_eq!(encode_png(&context, &sent, end(&tree), &BARE).unwrap(), here);
}

#[test]
fn pages_to_print_are_made_with_the_assets_that_the_app_loads() {
    use crate::content::messages::Locale;
    use crate::content::printing::{Paper, PrintFormat};
    let context = context(1);
    for game in GAMES {
        let tree = played(game.id(), 12);
        // As when the pieces that are printed have been asked for.
        let files = AssetFiles::read(&printing::assets(&tree));
        let context = RenderContext { files, ..context.clone() };
        for (format, start) in [(PrintFormat::Pdf, "%PDF"), (PrintFormat::Svg, "<svg")] {
            let (paper, locale) = (Paper::Letter, Locale::English);
            let style = PrintStyle { paper, format, locale, figurines: true };
            let pages = print_pages(&context, &tree, &style).unwrap();
            assert!(pages.starts_with(start.as_bytes()), "{}", game.id());
        }
    }
    let blind = RenderContext { files: AssetFiles::default(), ..context };
    let style = PrintStyle {
        paper: Paper::A4,
        format: PrintFormat::Pdf,
        locale: Locale::English,
        figurines: false,
    };
    let error = print_pages(&blind, &played("go", 3), &style).unwrap_err();
    assert!(error.to_string().contains("fonts/"), "{error}");
}
