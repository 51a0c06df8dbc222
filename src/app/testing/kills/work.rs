//! A process in which somebody plays, annotates, solves and sets up is killed at random
//! moments; what was done half a second before is there afterwards.
//!
//! Environment variable: `KILLS`, ten times the kills in each activity. The process that is
//! killed is this test again, told so by [`ACTIVITY`] and [`FOLDER`].

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::app::features;
use crate::app::features::puzzles::{EditPosition, LevelEditor, PuzzleRequest};
use crate::app::features::review::{Edit, OpenReview, ReviewRequest};
use crate::app::features::setup_choices::{self, SetupChoice, SetupChoices};
use crate::app::features::{puzzles, review};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::library::{LibraryClient, LibraryState};
use crate::app::services::{assets, library};
use crate::app::settings::ActiveTheme;
use crate::app::testing::puzzles::puzzle_app;
use crate::app::testing::*;
use crate::app::text::Localization;
use crate::content::levels::PuzzleId;
use crate::games::registry;
use crate::library::Library;
use crate::record::GameTree;

/// Most that may be lost.
const MAX_LOSS: Duration = Duration::from_millis(500);

/// Time between two actions of the process that is killed.
const PACE: Duration = Duration::from_millis(15);

/// Environment variables that tell the process what to do and where.
const ACTIVITY: &str = "TIANYUAN_KILLED_ACTIVITY";
const FOLDER: &str = "TIANYUAN_KILLED_FOLDER";

/// Name of the test that is the process.
const TEST: &str = "app::testing::kills::work::half_a_second_of_work_is_lost_at_most";

#[derive(Clone, Copy, Debug)]
enum Activity {
    Play,
    Review,
    Puzzles,
    LevelEditor,
    NewGame,
}

const ACTIVITIES: [Activity; 5] =
    [Activity::Play, Activity::Review, Activity::Puzzles, Activity::LevelEditor, Activity::NewGame];

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Reports how much has been done, with the time.
fn report(done: usize) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "done {} {done}", now().as_millis());
    let _ = out.flush();
}

/// An app with the library and the review.
fn review_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.init_resource::<assets::LoadedAssets>()
        .init_resource::<ActiveTheme>()
        .init_resource::<Localization>()
        .insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins((session::plugin, engine::plugin, review::plugin))
        .add_plugins((library::plugin, features::library::plugin, board::interaction));
    app.update();
    wait_for(&mut app, "the library", |app| {
        *app.world().resource::<LibraryClient>().state() == LibraryState::Open
    });
    app
}

/// The levels that one move solves.
fn short_levels(app: &App) -> Vec<(PuzzleId, String)> {
    let packs = app.world().resource::<LoadedAssets>().packs().iter();
    let levels = packs.flat_map(|pack| pack.levels.iter().map(move |level| (pack, level)));
    levels
        .filter(|(_, level)| level.solution.len() == 1 && level.solution[0].replies.is_empty())
        .map(|(pack, level)| (pack.puzzle_id(level), level.solution[0].text.clone()))
        .collect()
}

fn solved_levels(app: &App) -> usize {
    let progress = app.world().resource::<puzzles::PuzzleProgress>();
    let packs = app.world().resource::<LoadedAssets>().packs().iter();
    packs.map(|pack| progress.solved_count(pack)).sum()
}

/// Works until it is killed.
fn work(activity: Activity, folder: &Path) {
    let pause = |app: &mut App| {
        app.update();
        std::thread::sleep(PACE);
    };
    match activity {
        Activity::Play => {
            let mut app = session_app(folder);
            let go = registry::find("go").unwrap();
            let people = setup(TWO_HUMANS, &[], TimeControl::Unlimited);
            start_game(&mut app, GameSetup { game: go, ..people });
            let mut random = Random::new(7);
            loop {
                let moves = game(&app).position().legal_moves();
                play_move(&mut app, *random.pick(&moves).unwrap());
                report(game(&app).line().len());
                pause(&mut app);
            }
        }
        Activity::Review => {
            let mut app = review_app(folder);
            let tree = GameTree::new(registry::find("chess").unwrap(), Options::default());
            let tree = tree.unwrap();
            let root = tree.root();
            app.world_mut().write_message(OpenReview { tree, at: None, library_id: None });
            app.update();
            app.update();
            for length in 1.. {
                let text = "x".repeat(length);
                app.world_mut().write_message(ReviewRequest::Edit(Edit::Comment(root, text)));
                app.update();
                report(length);
                pause(&mut app);
            }
        }
        Activity::Puzzles => {
            let mut app = puzzle_app(folder);
            for (id, solution) in short_levels(&app) {
                crate::app::testing::puzzles::request(&mut app, PuzzleRequest::Start(id));
                play(&mut app, &solution);
                pause(&mut app);
                report(solved_levels(&app));
            }
        }
        Activity::LevelEditor => {
            let mut app = puzzle_app(folder);
            app.world_mut().write_message(EditPosition {
                game: registry::find("chess").unwrap(),
                options: Options::default(),
                position: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".to_owned(),
                line: Vec::new(),
            });
            app.update();
            for length in 1..80 {
                let mut editor = app.world_mut().resource_mut::<LevelEditor>();
                editor.draft.as_mut().unwrap().title = "x".repeat(length);
                report(length);
                pause(&mut app);
            }
        }
        Activity::NewGame => {
            let mut app = minimal_app(folder);
            app.add_plugins(setup_choices::plugin);
            let game = registry::find("go").unwrap();
            for minutes in 1..180 {
                let choice = SetupChoice { minutes, ..SetupChoice::default() };
                app.world_mut().resource_mut::<SetupChoices>().set(game, &choice);
                report(minutes as usize);
                pause(&mut app);
            }
        }
    }
    // Everything is done: only the kill is awaited.
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Amount of the work that is there after the process was killed.
fn recovered(activity: Activity, folder: &Path) -> usize {
    match activity {
        Activity::Play => {
            let app = session_app(folder);
            app.world().resource::<ActiveSession>().session().map_or(0, |game| game.line().len())
        }
        Activity::Review => {
            let library = Library::open(&folder.join("library.redb")).unwrap();
            let ids: Vec<_> = library.summaries().iter().map(|summary| summary.id).collect();
            assert!(ids.len() <= 1, "the record is there {} times", ids.len());
            ids.first().map_or(0, |&id| {
                let tree = library.get(id).unwrap();
                tree.annotations(tree.root()).comment.len()
            })
        }
        Activity::Puzzles => solved_levels(&puzzle_app(folder)),
        Activity::LevelEditor => {
            let app = puzzle_app(folder);
            let editor = app.world().resource::<LevelEditor>();
            editor.draft.as_ref().map_or(0, |draft| draft.title.len())
        }
        Activity::NewGame => {
            let mut app = minimal_app(folder);
            app.add_plugins(setup_choices::plugin);
            app.update();
            let choices = app.world().resource::<SetupChoices>();
            choices.get(registry::find("go").unwrap(), None, None).minutes as usize
        }
    }
}

fn start(activity: Activity, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", TEST, "--nocapture", "--test-threads", "1"])
        .env(ACTIVITY, format!("{activity:?}"))
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills a process after this life, counted from its first report. Returns what it had
/// reported half a second before its end.
fn kill_after(mut child: Child, life: Duration) -> usize {
    let (mut reports, mut killer) = (Vec::new(), None);
    let out = BufReader::new(child.stdout.take().unwrap());
    let id = child.id();
    for line in out.lines().map_while(Result::ok) {
        // The harness may write before the first report of a line.
        let Some((_, report)) = line.split_once("done ") else { continue };
        let Some((time, done)) = report.split_once(' ') else { continue };
        let time = Duration::from_millis(time.parse().unwrap());
        reports.push((time, done.parse::<usize>().unwrap()));
        killer.get_or_insert_with(|| {
            std::thread::spawn(move || {
                std::thread::sleep(life);
                let at = now();
                let status = Command::new("kill").args(["-9", &id.to_string()]).status();
                assert!(status.unwrap().success());
                at
            })
        });
    }
    let killed = killer.expect("it did nothing").join().unwrap();
    let _ = child.wait();
    let acknowledged = reports.iter().filter(|(time, _)| *time + MAX_LOSS <= killed);
    acknowledged.map(|(_, done)| *done).max().unwrap_or(0)
}

#[test]
fn half_a_second_of_work_is_lost_at_most() {
    if let (Ok(name), Some(folder)) = (std::env::var(ACTIVITY), std::env::var_os(FOLDER)) {
        let known = ACTIVITIES.into_iter().find(|activity| format!("{activity:?}") == name);
        return work(known.expect("an activity"), Path::new(&folder));
    }
    let kills = std::env::var("KILLS").ok().and_then(|kills| kills.parse::<u64>().ok());
    let kills = (kills.unwrap_or(0) / 10).max(1);
    let mut random = Random::new(kills);
    for activity in ACTIVITIES {
        let mut nothing_lost = 0;
        for n in 0..kills {
            let folder = DataFolder::exclusive(&format!("killed-{activity:?}-{n}"));
            let life = Duration::from_millis(600 + random.below(900) as u64);
            let expected = kill_after(start(activity, &folder.0), life);
            let found = recovered(activity, &folder.0);
            assert!(
                found >= expected,
                "{activity:?}, killed after {life:?}: {found} of {expected} are there"
            );
            nothing_lost += u32::from(expected > 0);
        }
        // A campaign in which nothing was done in time would prove nothing.
        assert!(nothing_lost > 0, "{activity:?}");
        let _ = writeln!(std::io::stderr(), "{activity:?}: {kills} kills, nothing older lost");
    }
}
