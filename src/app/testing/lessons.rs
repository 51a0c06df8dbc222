//! Lessons, as a learner goes through them: from the page of learning to the end of a small game.

use super::how_to_play::{go_to, names, press, screen};
use super::*;
use crate::app::features::lessons::{LessonProgress, LessonRequest, LessonState, Lessons};
use crate::app::services::assets::LoadedAssets;
use crate::app::settings::Language;
use crate::content::lessons::{LessonId, StepPath, Task};
use crate::games::registry;

fn state(app: &App) -> Option<LessonState> {
    app.world().resource::<Lessons>().current().map(|lesson| lesson.state)
}

fn step(app: &App) -> usize {
    app.world().resource::<Lessons>().current().map_or(0, |lesson| lesson.step)
}

fn wait_for_state(app: &mut App, wanted: LessonState) {
    wait_for(app, &format!("{wanted:?}"), |app| state(app) == Some(wanted));
}

fn request(app: &mut App, request: LessonRequest) {
    app.world_mut().write_message(request);
    app.update();
}

fn opened(folder: &DataFolder) -> App {
    let mut app = every_page::whole_app(&folder.0, Language::English);
    go_to(&mut app, Screen::Learn);
    press(&mut app, "Tic-tac-toe");
    press(&mut app, "1. Three in a row");
    app.update();
    app
}

#[test]
fn a_lesson_opens_within_two_taps_and_shows_its_moves() {
    let folder = DataFolder::new("lesson-opens");
    let mut app = opened(&folder);
    assert_eq!(screen(&app), Screen::Play);
    wait_for_state(&mut app, LessonState::Reading);
    assert!(!game(&app).position().winning_rows().is_empty(), "the moves of the step are shown");
    assert!(names(&mut app).iter().any(|name| name == "Next"));
}

#[test]
fn a_wrong_move_is_refuted_and_tried_again_and_the_lesson_is_kept() {
    let folder = DataFolder::new("lesson-wrong");
    let mut app = opened(&folder);
    let id =
        LessonId { course: "tictactoe/basics".to_owned(), lesson: "three-in-a-row".to_owned() };
    let (steps, path) = {
        let assets = app.world().resource::<LoadedAssets>();
        let (_, lesson) = assets.lesson(&id).unwrap();
        let game = registry::find("tictactoe").unwrap();
        let at = lesson.steps.iter().position(|step| matches!(step.task, Some(Task::Move(_))));
        let at = at.expect("the lesson asks for a move");
        (lesson.steps.clone(), (at, StepPath::of(game, lesson, at).unwrap()))
    };
    let (at, path) = path;
    let Some(Task::Move(task)) = &steps[at].task else { unreachable!() };
    while step(&app) < at {
        wait_for(&mut app, "the step", |app| {
            state(app).is_some_and(|state| state.is_over() || state == LessonState::Asking)
        });
        if state(&app) == Some(LessonState::Asking) {
            request(&mut app, LessonRequest::ShowAnswer);
        } else {
            request(&mut app, LessonRequest::Next);
        }
    }
    wait_for_state(&mut app, LessonState::Asking);
    let right = path.task.parse_move(&task.accept[0]).unwrap();
    let is_right =
        |mv: &Move| task.accept.iter().any(|text| path.task.parse_move(text).unwrap() == *mv);
    let wrong = path.task.legal_moves().into_iter().find(|mv| !is_right(mv)).unwrap();
    play_move(&mut app, wrong);
    wait_for_state(&mut app, LessonState::Wrong);
    request(&mut app, LessonRequest::Retry);
    assert_eq!(position_text(&app), path.task.text());
    play_move(&mut app, right);
    wait_for_state(&mut app, LessonState::Done);
    // It goes on where it was left.
    go_to(&mut app, Screen::Learn);
    assert_eq!(app.world().resource::<LessonProgress>().step(&id), at);
    press(&mut app, "Continue");
    app.update();
    assert_eq!(step(&app), at);
}

#[test]
fn every_lesson_can_be_gone_through_by_its_answers() {
    let folder = DataFolder::new("lesson-all");
    let mut app = every_page::whole_app(&folder.0, Language::English);
    let courses = app.world().resource::<LoadedAssets>().courses().to_vec();
    assert!(!courses.is_empty());
    go_to(&mut app, Screen::Play);
    for course in &courses {
        let game = registry::find(&course.game).unwrap();
        for lesson in &course.lessons {
            let paths = (0..lesson.steps.len()).map(|at| StepPath::of(game, lesson, at));
            assert!(paths.into_iter().all(|path| path.is_ok()), "{}: {}", course.id, lesson.id);
        }
        // The first lesson of each is opened.
        let id = LessonId::new(course, &course.lessons[0].id);
        request(&mut app, LessonRequest::Start(id.clone()));
        let now = app.world().resource::<Lessons>().current().map(|lesson| lesson.id.clone());
        assert_eq!(now, Some(id));
    }
}
