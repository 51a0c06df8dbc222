//! A past game on the board: gone through, written into, analysed.

use super::*;
use crate::app::assets;
use crate::app::board::Drawn;
use crate::app::review::{
    self, Analysis, Ask as Wish, Edit, Effort, Go, Open, PACES, Review, Tool,
};
use crate::app::ui::{Look, Words};
use crate::core::Point;
use crate::games::registry;
use crate::record::{Colour, Field, Figure, GameTree, Glyph, NodeId, TreeFile};

fn record(game: &str, moves: &str) -> GameTree {
    let game = registry::find(game).unwrap();
    let mut tree = GameTree::new(game, Options::default()).unwrap();
    let mut node = tree.root();
    for text in moves.split(' ') {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    tree
}

fn review_app(folder: &Path, tree: GameTree) -> App {
    let mut app = minimal(folder);
    app.init_resource::<assets::Library>()
        .init_resource::<Look>()
        .init_resource::<Words>()
        .insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins((session::plugin, review::plugin, board::interaction));
    app.update();
    app.world_mut().write_message(Open { tree, at: None, kept: None });
    app.update();
    app.update();
    app
}

fn ask(app: &mut App, ask: Wish) {
    app.world_mut().write_message(ask);
    app.update();
}

fn go(app: &mut App, to: Go) {
    ask(app, Wish::Go(to));
}

fn play(app: &mut App, text: &str) {
    let mv = game(app).position().parse_move(text).unwrap();
    send(app, Command::Play(mv, Author::Human));
}

/// The moves from the start to the position shown.
fn shown(app: &App) -> String {
    let session = game(app);
    let path = session.tree().path(session.current());
    let texts: Vec<_> = path.iter().filter_map(|&node| session.tree().move_text(node)).collect();
    texts.join(" ")
}

fn at(text: &str) -> Point {
    text.parse().unwrap()
}

fn file(app: &App) -> String {
    ron::to_string(&TreeFile::from(game(app).tree())).unwrap()
}

#[test]
fn a_game_is_gone_through_by_steps_and_jumps() {
    let folder = Folder::new("review-steps");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3 Nc6"));
    assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Review);
    assert_eq!(shown(&app), "");
    go(&mut app, Go::Back);
    assert_eq!(shown(&app), "");
    go(&mut app, Go::Forward);
    go(&mut app, Go::Forward);
    assert_eq!(shown(&app), "e4 e5");
    go(&mut app, Go::Last);
    assert_eq!(shown(&app), "e4 e5 Nf3 Nc6");
    go(&mut app, Go::Forward);
    assert_eq!(shown(&app), "e4 e5 Nf3 Nc6");
    go(&mut app, Go::Back);
    assert_eq!(shown(&app), "e4 e5 Nf3");
    go(&mut app, Go::First);
    assert_eq!(shown(&app), "");
}

#[test]
fn a_move_on_the_board_follows_the_record_or_begins_a_variation_that_can_be_undone() {
    let folder = Folder::new("review-variation");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3 Nc6"));
    let before = file(&app);
    play(&mut app, "e4");
    assert_eq!(file(&app), before);
    play(&mut app, "c5");
    assert_eq!(shown(&app), "e4 c5");
    play(&mut app, "Nc3");
    go(&mut app, Go::Back);
    go(&mut app, Go::Forward);
    assert_eq!(shown(&app), "e4 c5 Nc3");
    // The main line is another one, and goes on where it was left.
    go(&mut app, Go::Back);
    go(&mut app, Go::Other(-1));
    assert_eq!(shown(&app), "e4 e5");
    go(&mut app, Go::Last);
    assert_eq!(shown(&app), "e4 e5 Nf3 Nc6");
    for _ in 0..2 {
        assert!(app.world().resource::<Review>().can_undo()[0]);
        ask(&mut app, Wish::Undo);
    }
    assert_eq!(file(&app), before);
    assert_eq!(app.world().resource::<Review>().can_undo(), [false, true]);
    ask(&mut app, Wish::Redo);
    ask(&mut app, Wish::Redo);
    assert_eq!(game(&app).tree().children(game(&app).line()[1]).count(), 2);
}

#[test]
fn a_tap_plays_and_a_wrong_one_changes_nothing() {
    let folder = Folder::new("review-tap");
    let mut app = review_app(&folder.0, record("reversi", "f5 d6"));
    let tap = |app: &mut App, square: &str| {
        let place = app.world().resource::<Placed>().0.as_ref().unwrap().position(at(square));
        app.world_mut().write_message(BoardInput::Tap(place));
        app.update();
        app.update();
    };
    tap(&mut app, "a1");
    assert_eq!(shown(&app), "");
    assert!(notices(&app).contains(&Notice::refusal("reversi-flips-nothing")));
    tap(&mut app, "f5");
    tap(&mut app, "f6");
    assert_eq!(shown(&app), "f5 f6");
}

#[test]
fn comments_judgements_and_marks_are_written_and_taken_back() {
    let folder = Folder::new("review-notes");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3"));
    let before = file(&app);
    go(&mut app, Go::Forward);
    let node = game(&app).current();
    for text in ["K", "Ki", "King's pawn"] {
        ask(&mut app, Wish::Edit(Edit::Comment(node, text.to_owned())));
    }
    ask(&mut app, Wish::Edit(Edit::Glyph(node, Glyph::Good)));
    ask(&mut app, Wish::Edit(Edit::Glyph(node, Glyph::Brilliant)));
    ask(&mut app, Wish::Edit(Edit::Glyph(node, Glyph::Equal)));
    ask(&mut app, Wish::Pen(Colour::Red));
    app.world_mut().write_message(Drawn(at("e4"), at("d5")));
    app.world_mut().write_message(Drawn(at("e5"), at("e5")));
    app.update();
    ask(&mut app, Wish::Take(Tool::Letter));
    app.world_mut().write_message(Drawn(at("c3"), at("c3")));
    app.world_mut().write_message(Drawn(at("d3"), at("d3")));
    app.update();
    let notes = game(&app).tree().notes(node).clone();
    assert_eq!(notes.comment, "King's pawn");
    assert_eq!(notes.glyphs, [Glyph::Brilliant, Glyph::Equal]);
    let figures: Vec<_> = notes.shapes.iter().map(|shape| shape.figure.clone()).collect();
    let label = |text: &str| Figure::Label(text.to_owned());
    assert_eq!(figures, [Figure::Arrow(at("d5")), Figure::Circle, label("A"), label("B")]);
    assert!(notes.shapes.iter().all(|shape| shape.colour == Colour::Red));
    // Drawn once more it is gone.
    app.world_mut().write_message(Drawn(at("e4"), at("d5")));
    app.update();
    assert_eq!(game(&app).tree().notes(node).shapes.len(), 3);
    // Three letters of a comment are one step.
    for _ in 0..9 {
        ask(&mut app, Wish::Undo);
    }
    assert_eq!(file(&app), before);
}

#[test]
fn variations_are_promoted_and_deleted() {
    let folder = Folder::new("review-promote");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3"));
    play(&mut app, "d4");
    play(&mut app, "d5");
    let variation = game(&app).current();
    ask(&mut app, Wish::Edit(Edit::Promote(variation)));
    assert_eq!(shown(&app), "d4 d5");
    let line: Vec<NodeId> = game(&app).tree().main_line().collect();
    assert!(line.contains(&variation));
    let first = line[1];
    ask(&mut app, Wish::Edit(Edit::Delete(first)));
    assert_eq!(shown(&app), "");
    go(&mut app, Go::Last);
    assert_eq!(shown(&app), "e4 e5 Nf3");
    ask(&mut app, Wish::Undo);
    assert_eq!(shown(&app), "d4 d5");
}

#[test]
fn facts_about_the_game_are_written() {
    let folder = Folder::new("review-facts");
    let mut app = review_app(&folder.0, record("chess", "e4"));
    ask(&mut app, Wish::Edit(Edit::Info(Field::First, "Ada".to_owned())));
    assert_eq!(game(&app).tree().info().get(Field::First), "Ada");
}

#[test]
fn the_moves_play_themselves_to_the_end_of_the_line() {
    let folder = Folder::new("review-run");
    let mut app = review_app(&folder.0, record("reversi", "f5 d6 c3"));
    ask(&mut app, Wish::Pace(PACES.len() - 1));
    ask(&mut app, Wish::Run(true));
    wait_for(&mut app, "the end of the line", |app| shown(app) == "f5 d6 c3");
    wait_for(&mut app, "rest", |app| !app.world().resource::<Review>().is_running());
}

#[test]
fn leaving_brings_the_game_in_progress_back() {
    let folder = Folder::new("review-leave");
    let mut app = review_app(&folder.0, record("chess", "e4"));
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app.update();
    assert!(app.world().resource::<Playing>().review().is_none());
}

/// White hangs the queen at the third move, and Black takes it.
#[test]
fn an_analysis_marks_the_move_that_lost_most_and_can_be_undone() {
    let folder = Folder::new("review-analysis");
    let tree = record("chess", "e4 e5 Qh5 Nc6 Qxe5 Nxe5 d4 Ng6");
    let mut app = review_app(&folder.0, tree);
    let before = file(&app);
    ask(&mut app, Wish::Analyse(Effort::Quick));
    assert!(app.world().resource::<Analysis>().progress().is_some());
    // Something is written meanwhile, and stays.
    let root = game(&app).tree().root();
    ask(&mut app, Wish::Edit(Edit::Comment(root, "A lesson".to_owned())));
    wait_for(&mut app, "the analysis", |app| {
        app.world().resource::<Analysis>().progress().is_none()
    });
    let bad = game(&app).line()[5];
    let tree = game(&app).tree();
    assert!(tree.notes(bad).glyphs.contains(&Glyph::Blunder), "{:?}", tree.notes(bad));
    assert!(game(&app).line().iter().all(|&node| tree.notes(node).evaluation.is_some()));
    assert_eq!(tree.notes(root).comment, "A lesson");
    // What was better stands beside it.
    assert!(tree.children(game(&app).line()[4]).count() > 1);
    go(&mut app, Go::Mistake(1));
    assert!(game(&app).tree().path(bad).contains(&game(&app).current()));
    ask(&mut app, Wish::Undo);
    ask(&mut app, Wish::Undo);
    assert_eq!(file(&app), before);
}

#[test]
fn an_analysis_that_is_given_up_changes_nothing() {
    let folder = Folder::new("review-cancel");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3 Nc6 Bb5"));
    let before = file(&app);
    ask(&mut app, Wish::Analyse(Effort::Deep));
    ask(&mut app, Wish::Cancel);
    for _ in 0..20 {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(app.world().resource::<Analysis>().progress().is_none());
    assert_eq!(file(&app), before);
}

#[test]
fn the_best_moves_of_the_position_shown_follow_it() {
    let folder = Folder::new("review-live");
    let mut app = review_app(&folder.0, record("chess", "e4 e5 Nf3"));
    ask(&mut app, Wish::Lines(2));
    ask(&mut app, Wish::Live(true));
    let two = |app: &App| {
        let thoughts = app.world().resource::<Analysis>().thoughts(game(app));
        thoughts.len() == 2 && thoughts[0].depth >= 3
    };
    wait_for(&mut app, "two lines", two);
    go(&mut app, Go::Last);
    wait_for(&mut app, "two lines of another position", two);
    let best = app.world().resource::<Analysis>().best(game(&app));
    let position = game(&app).position();
    assert!(best.iter().all(|&mv| position.check(mv).is_ok()));
    ask(&mut app, Wish::Live(false));
    app.update();
    assert!(!app.world().resource::<Analysis>().is_busy());
}
