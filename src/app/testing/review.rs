//! A game record under review: navigated, annotated, analysed.

use super::*;
use crate::app::board::ShapeDrawn;
use crate::app::features::review;
use crate::app::features::review::{
    AUTOPLAY_DELAYS, Analysis, Edit, Effort, LearnState, Navigation, OpenReview, Review,
    ReviewRequest, Tool,
};
use crate::app::services::assets;
use crate::app::services::library::LibraryRequest;
use crate::app::settings::ActiveTheme;
use crate::app::text::Localization;
use crate::core::Point;
use crate::games::{ScoreUnit, registry};
use crate::record::{
    Evaluation, GameTree, Glyph, InfoField, NodeId, ShapeColour, ShapeKind, TreeFile,
};

pub(super) fn record(game: &str, moves: &str) -> GameTree {
    let game = registry::find(game).unwrap();
    let mut tree = GameTree::new(game, Options::default()).unwrap();
    let mut node = tree.root();
    for text in moves.split(' ') {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    tree
}

pub(super) fn review_app(folder: &Path, tree: GameTree) -> App {
    let mut app = minimal_app(folder);
    app.init_resource::<assets::LoadedAssets>()
        .init_resource::<ActiveTheme>()
        .init_resource::<Localization>()
        .insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins((session::plugin, review::plugin, board::interaction));
    app.update();
    app.world_mut().write_message(OpenReview { tree, at: None, library_id: None });
    app.update();
    app.update();
    app
}

pub(super) fn request(app: &mut App, message: ReviewRequest) {
    app.world_mut().write_message(message);
    app.update();
}

pub(super) fn navigate(app: &mut App, to: Navigation) {
    request(app, ReviewRequest::Navigate(to));
}

/// Moves from the start to the current position.
fn shown(app: &App) -> String {
    let session = game(app);
    let path = session.tree().path(session.current());
    let texts: Vec<_> = path.iter().filter_map(|&node| session.tree().move_text(node)).collect();
    texts.join(" ")
}

fn can_undo_redo(app: &App) -> [bool; 2] {
    let record = app.world().resource::<ActiveSession>().review().expect("a record is reviewed");
    [record.can_undo(), record.can_redo()]
}

fn at(text: &str) -> Point {
    text.parse().unwrap()
}

fn file(app: &App) -> String {
    ron::to_string(&TreeFile::from(game(app).tree())).unwrap()
}

#[test]
fn a_game_is_navigated_by_steps_and_jumps() {
    let folder = DataFolder::new("review-steps");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3 Nc6"));
    assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Review);
    assert_eq!(shown(&app), "");
    navigate(&mut app, Navigation::Previous);
    assert_eq!(shown(&app), "");
    navigate(&mut app, Navigation::Next);
    navigate(&mut app, Navigation::Next);
    assert_eq!(shown(&app), "e4 e5");
    navigate(&mut app, Navigation::Last);
    assert_eq!(shown(&app), "e4 e5 Nf3 Nc6");
    navigate(&mut app, Navigation::Next);
    assert_eq!(shown(&app), "e4 e5 Nf3 Nc6");
    navigate(&mut app, Navigation::Previous);
    assert_eq!(shown(&app), "e4 e5 Nf3");
    navigate(&mut app, Navigation::First);
    assert_eq!(shown(&app), "");
}

/// The times at which records were sent to the library, in this app's seconds.
#[derive(Resource, Default)]
struct StoreTimes(Vec<Duration>);

#[test]
fn typing_is_stored_while_it_goes_on_and_not_only_after_a_pause() {
    let folder = DataFolder::exclusive("review-typing");
    let mut app = review_app(&folder.0, record("chess", "e4 e5"));
    app.init_resource::<StoreTimes>().add_systems(
        Last,
        |mut requests: MessageReader<LibraryRequest>,
         time: Res<Time<Real>>,
         mut times: ResMut<StoreTimes>| {
            let stores =
                requests.read().filter(|request| matches!(request, LibraryRequest::Store { .. }));
            times.0.extend(stores.map(|_| time.elapsed()));
        },
    );
    let root = game(&app).tree().root();
    let started = Instant::now();
    let mut text = String::new();
    request(&mut app, ReviewRequest::Edit(Edit::Comment(root, "a".to_owned())));
    let first_key = app.world().resource::<Time<Real>>().elapsed();
    while started.elapsed() < Duration::from_millis(600) {
        std::thread::sleep(Duration::from_millis(40));
        text.push('x');
        request(&mut app, ReviewRequest::Edit(Edit::Comment(root, text.clone())));
    }
    let stored = app.world().resource::<StoreTimes>().0.first().copied();
    let delay = stored.expect("typing did not stop, and nothing was stored") - first_key;
    assert!(delay <= Duration::from_millis(500), "{delay:?}");
}

#[test]
fn a_move_on_the_board_follows_the_record_or_begins_a_variation_that_can_be_undone() {
    let folder = DataFolder::new("review-variation");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3 Nc6"));
    let before = file(&app);
    play(&mut app, "e4");
    assert_eq!(file(&app), before);
    play(&mut app, "c5");
    assert_eq!(shown(&app), "e4 c5");
    play(&mut app, "Nc3");
    navigate(&mut app, Navigation::Previous);
    navigate(&mut app, Navigation::Next);
    assert_eq!(shown(&app), "e4 c5 Nc3");
    // Back on the main line, it continues to its end.
    navigate(&mut app, Navigation::Previous);
    navigate(&mut app, Navigation::Sibling(-1));
    assert_eq!(shown(&app), "e4 e5");
    navigate(&mut app, Navigation::Last);
    assert_eq!(shown(&app), "e4 e5 Nf3 Nc6");
    for _ in 0..2 {
        assert!(can_undo_redo(&app)[0]);
        request(&mut app, ReviewRequest::Undo);
    }
    assert_eq!(file(&app), before);
    assert_eq!(can_undo_redo(&app), [false, true]);
    request(&mut app, ReviewRequest::Redo);
    request(&mut app, ReviewRequest::Redo);
    assert_eq!(game(&app).tree().children(game(&app).line()[1]).count(), 2);
}

#[test]
fn a_tap_plays_and_an_illegal_one_changes_nothing() {
    let folder = DataFolder::new("review-tap");
    let mut app = review_app(&folder.0, record("reversi", "f5 d6"));
    tap(&mut app, at("a1"));
    assert_eq!(shown(&app), "");
    assert!(notices(&app).contains(&Notice::refusal("reversi-flips-nothing")));
    tap(&mut app, at("f5"));
    tap(&mut app, at("f6"));
    assert_eq!(shown(&app), "f5 f6");
}

#[test]
fn comments_glyphs_and_shapes_are_edited_and_undone() {
    let folder = DataFolder::new("review-notes");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3"));
    let before = file(&app);
    navigate(&mut app, Navigation::Next);
    let node = game(&app).current();
    for text in ["K", "Ki", "King's pawn"] {
        request(&mut app, ReviewRequest::Edit(Edit::Comment(node, text.to_owned())));
    }
    request(&mut app, ReviewRequest::Edit(Edit::Glyph(node, Glyph::Good)));
    request(&mut app, ReviewRequest::Edit(Edit::Glyph(node, Glyph::Brilliant)));
    request(&mut app, ReviewRequest::Edit(Edit::Glyph(node, Glyph::Equal)));
    request(&mut app, ReviewRequest::PenColour(ShapeColour::Red));
    app.world_mut().write_message(ShapeDrawn(at("e4"), at("d5")));
    app.world_mut().write_message(ShapeDrawn(at("e5"), at("e5")));
    app.update();
    request(&mut app, ReviewRequest::SelectTool(Tool::Letter));
    app.world_mut().write_message(ShapeDrawn(at("c3"), at("c3")));
    app.world_mut().write_message(ShapeDrawn(at("d3"), at("d3")));
    app.update();
    let annotations = game(&app).tree().annotations(node).clone();
    assert_eq!(annotations.comment, "King's pawn");
    assert_eq!(annotations.glyphs, [Glyph::Brilliant, Glyph::Equal]);
    let figures: Vec<_> = annotations.shapes.iter().map(|shape| shape.kind.clone()).collect();
    let label = |text: &str| ShapeKind::Label(text.to_owned());
    assert_eq!(figures, [ShapeKind::Arrow(at("d5")), ShapeKind::Circle, label("A"), label("B")]);
    assert!(annotations.shapes.iter().all(|shape| shape.colour == ShapeColour::Red));
    // Drawing it again removes it.
    app.world_mut().write_message(ShapeDrawn(at("e4"), at("d5")));
    app.update();
    assert_eq!(game(&app).tree().annotations(node).shapes.len(), 3);
    // Consecutive edits of a comment are one undo step.
    for _ in 0..9 {
        request(&mut app, ReviewRequest::Undo);
    }
    assert_eq!(file(&app), before);
}

#[test]
fn variations_are_promoted_and_deleted() {
    let folder = DataFolder::new("review-promote");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3"));
    play(&mut app, "d4");
    play(&mut app, "d5");
    let variation = game(&app).current();
    request(&mut app, ReviewRequest::Edit(Edit::Promote(variation)));
    assert_eq!(shown(&app), "d4 d5");
    let line: Vec<NodeId> = game(&app).tree().main_line().collect();
    assert!(line.contains(&variation));
    let first = line[1];
    request(&mut app, ReviewRequest::Edit(Edit::Delete(first)));
    assert_eq!(shown(&app), "");
    navigate(&mut app, Navigation::Last);
    assert_eq!(shown(&app), "e4 e5 Nf3");
    request(&mut app, ReviewRequest::Undo);
    assert_eq!(shown(&app), "d4 d5");
}

#[test]
fn game_details_are_edited() {
    let folder = DataFolder::new("review-facts");
    let mut app = review_app(&folder.0, record("chess", "e4"));
    request(&mut app, ReviewRequest::Edit(Edit::Info(InfoField::FirstPlayer, "Ada".to_owned())));
    assert_eq!(game(&app).tree().info().get(InfoField::FirstPlayer), "Ada");
}

#[test]
fn autoplay_runs_to_the_end_of_the_line() {
    let folder = DataFolder::new("review-run");
    let mut app = review_app(&folder.0, record("reversi", "f5 d6 c3"));
    request(&mut app, ReviewRequest::AutoplaySpeed(AUTOPLAY_DELAYS.len() - 1));
    request(&mut app, ReviewRequest::Autoplay(true));
    wait_for(&mut app, "the end of the line", |app| shown(app) == "f5 d6 c3");
    wait_for(&mut app, "rest", |app| !app.world().resource::<Review>().is_autoplaying());
}

#[test]
fn leaving_restores_the_game_in_progress() {
    let folder = DataFolder::new("review-leave");
    let mut app = review_app(&folder.0, record("chess", "e4"));
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app.update();
    assert!(app.world().resource::<ActiveSession>().review().is_none());
}

/// White hangs the queen at the third move, and Black takes it.
#[test]
fn an_analysis_marks_the_blunder_and_can_be_undone() {
    let folder = DataFolder::new("review-analysis");
    let tree = record("chess", "e4 e5 Qh5 Nc6 Qxe5 Nxe5 d4 Ng6");
    let mut app = review_app(&folder.0, tree);
    let before = file(&app);
    request(&mut app, ReviewRequest::AnalyseLine(Effort::Quick));
    assert!(app.world().resource::<Analysis>().progress().is_some());
    // A comment written during the analysis stays.
    let root = game(&app).tree().root();
    request(&mut app, ReviewRequest::Edit(Edit::Comment(root, "A lesson".to_owned())));
    wait_for(&mut app, "the analysis", |app| {
        app.world().resource::<Analysis>().progress().is_none()
    });
    let bad = game(&app).line()[5];
    let tree = game(&app).tree();
    assert!(tree.annotations(bad).glyphs.contains(&Glyph::Blunder), "{:?}", tree.annotations(bad));
    assert!(game(&app).line().iter().all(|&node| tree.annotations(node).evaluation.is_some()));
    assert_eq!(tree.annotations(root).comment, "A lesson");
    // The better move is added as a variation.
    assert!(tree.children(game(&app).line()[4]).count() > 1);
    navigate(&mut app, Navigation::Mistake(1));
    assert!(game(&app).tree().path(bad).contains(&game(&app).current()));
    request(&mut app, ReviewRequest::Undo);
    request(&mut app, ReviewRequest::Undo);
    assert_eq!(file(&app), before);
}

#[test]
fn a_cancelled_analysis_changes_nothing() {
    let folder = DataFolder::new("review-cancel");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3 Nc6 Bb5"));
    let before = file(&app);
    request(&mut app, ReviewRequest::AnalyseLine(Effort::Deep));
    request(&mut app, ReviewRequest::CancelAnalysis);
    for _ in 0..20 {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(app.world().resource::<Analysis>().progress().is_none());
    assert_eq!(file(&app), before);
}

#[test]
fn live_analysis_follows_the_current_position() {
    let folder = DataFolder::new("review-live");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3"));
    request(&mut app, ReviewRequest::MultiPv(2));
    request(&mut app, ReviewRequest::LiveAnalysis(true));
    let two = |app: &App| {
        let thoughts = app.world().resource::<Analysis>().engine_lines(game(app));
        thoughts.len() == 2 && thoughts[0].depth >= 3
    };
    wait_for(&mut app, "two lines", two);
    navigate(&mut app, Navigation::Last);
    wait_for(&mut app, "two lines of another position", two);
    let [best, _] = app.world().resource::<Analysis>().best_moves(game(&app));
    let position = game(&app).position();
    assert!(best.iter().all(|&mv| position.check(mv).is_ok()));
    request(&mut app, ReviewRequest::LiveAnalysis(false));
    app.update();
    assert!(!app.world().resource::<Analysis>().is_busy());
}

/// A record in which Black lets himself be mated, with the better move as a variation.
fn record_with_a_mistake() -> GameTree {
    let mut tree = record("chess", "e4 e5 Qh5 Ke7 Qxe5");
    let line: Vec<_> = tree.main_line().collect();
    let worth = |amount| Evaluation::Amount { amount, unit: ScoreUnit::Pawns, exact: false };
    let better = tree.position(line[3]).parse_move("Nc6").unwrap();
    let better = tree.play(line[3], better).unwrap();
    tree.annotations_mut(line[3]).evaluation = Some(worth(0.1));
    tree.annotations_mut(better).evaluation = Some(worth(0.0));
    tree.annotations_mut(line[4]).evaluation = Some(Evaluation::Mate(1));
    tree.annotations_mut(line[4]).add_glyph(Glyph::Blunder);
    tree
}

fn learn_state(app: &App) -> Option<LearnState> {
    app.world().resource::<Review>().learn().map(|learn| learn.state())
}

fn try_move(app: &mut App, text: &str) {
    play(app, text);
    app.update();
}

#[test]
fn one_learns_from_a_mistake_by_finding_a_better_move() {
    let folder = DataFolder::new("review-learn");
    let mut app = review_app(&folder.0, record_with_a_mistake());
    let before = file(&app);
    // White has made no mistake.
    request(&mut app, ReviewRequest::Learn(Side::First));
    assert_eq!(learn_state(&app), None);
    request(&mut app, ReviewRequest::Learn(Side::Second));
    assert_eq!(learn_state(&app), Some(LearnState::Asked));
    assert_eq!(shown(&app), "e4 e5 Qh5");
    try_move(&mut app, "Ke7");
    assert_eq!(learn_state(&app), Some(LearnState::Wrong));
    assert_eq!(shown(&app), "e4 e5 Qh5");
    // A move that the record does not have is judged by the computer, and a bad one leaves
    // no trace.
    try_move(&mut app, "g6");
    assert_eq!(learn_state(&app), Some(LearnState::Judged));
    wait_for(&mut app, "the judgement", |app| learn_state(app) != Some(LearnState::Judged));
    assert_eq!(learn_state(&app), Some(LearnState::Wrong));
    assert_eq!((shown(&app).as_str(), file(&app)), ("e4 e5 Qh5", before));
    try_move(&mut app, "Nc6");
    assert!(matches!(learn_state(&app), Some(LearnState::Found(_))));
    assert_eq!(shown(&app), "e4 e5 Qh5 Nc6");
    request(&mut app, ReviewRequest::NextMistake);
    assert_eq!(learn_state(&app), None);
    request(&mut app, ReviewRequest::Learn(Side::Second));
    request(&mut app, ReviewRequest::ShowBetterMove);
    assert_eq!(shown(&app), "e4 e5 Qh5 Nc6");
    request(&mut app, ReviewRequest::StopLearning);
    assert_eq!(learn_state(&app), None);
}
