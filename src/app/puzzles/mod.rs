//! Puzzle levels on the board: which move is right, what is answered, and
//! what has been solved. The game in progress waits meanwhile.

mod make;
mod own;
mod progress;
mod run;

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

pub use make::{Make, MakeAsk, Making, Proving, Verdict};
pub use own::{Own, OwnAsk, is_levels};
pub use progress::{Gain, Progress, Solved};
pub use run::{Contest, MINUTES, MOST_WRONG, Over, Run};

use super::Screen;
use super::assets::Library;
use super::notice::Notice;
use super::platform::Today;
use super::session::{Author, Changed, Command, Order, Playing, Session, SessionSet, Turn};
use super::settings::Settings;
use super::thinking::entropy;
use crate::content::levels::daily::of_day;
use crate::content::levels::{Goal, Level, Pack, Step};
use crate::core::{Move, Point, Random};
use crate::games::registry;
use crate::record::NodeId;

/// How long a person sees a move before the answer is played.
const ANSWER_AFTER: Duration = Duration::from_millis(650);

/// What is asked of the puzzles.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Put this level of this pack on the board.
    Begin(usize, usize),
    /// Put the level of this game on the board that suits the player best.
    ForMe(&'static str),
    /// Put the level of the day on the board.
    Daily,
    /// Begin a run against the clock.
    Run(Contest),
    /// Put the same level on the board once more.
    Repeat,
    /// Take the wrong moves back.
    Again,
    /// Give the next hint.
    Hint,
    /// Play the solution.
    Show,
}

/// How a level came onto the board, which says what comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Out of its pack; the next one of the pack follows.
    Pack,
    /// As one that suits the player; another such one follows.
    ForMe,
    /// As the level of this day, since 1 January 1970.
    Daily(i64),
    /// In a run against the clock.
    Run,
}

/// How far a level has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The person is to find a move.
    Solving,
    /// The answer to a right move is on its way.
    Answering,
    /// A wrong move was played, and its answer is on its way.
    Refuting,
    /// A wrong move stands on the board with its answer.
    Wrong,
    /// The solution plays itself.
    Showing,
    /// The solution was shown.
    Shown,
    /// The goal is reached.
    Solved,
    /// A wrong move in a run, after which another level comes.
    Missed,
    /// The run is over.
    Over,
}

/// The level on the board.
#[derive(Debug)]
pub struct Puzzle {
    /// Number of the pack in the library.
    pub pack: usize,
    /// Number of the level in the pack.
    pub level: usize,
    /// How it came here.
    pub course: Course,
    /// How far it has come.
    pub state: State,
    /// How many of its hints have been given.
    pub hints: usize,
    /// What the first attempt did to the rating of the player.
    pub gain: Option<Gain>,
    /// Whether it was solved without a wrong move, a hint, or being shown.
    clean: bool,
    /// The points that the goal names.
    pub targets: Vec<Point>,
    /// The moves that are right now.
    steps: Vec<Step>,
    /// The node to which a wrong move is taken back.
    right: NodeId,
    /// Moves that are going to be played, and when the next one is.
    queue: VecDeque<String>,
    due: Duration,
}

impl Puzzle {
    /// What is asked for when another level is wanted after this one.
    pub fn next(&self, library: &Library, progress: &Progress) -> Option<Ask> {
        let pack = library.packs().get(self.pack)?;
        match self.course {
            Course::Pack => {
                let next = self.level + 1;
                (next < pack.levels.len()).then_some(Ask::Begin(self.pack, next))
            }
            Course::ForMe => {
                let game = registry::find(&pack.game)?.id();
                let but = Some((self.pack, self.level));
                progress.for_me(library.shipped(), game, but).map(|_| Ask::ForMe(game))
            }
            Course::Daily(_) | Course::Run => None,
        }
    }

    /// It was not solved at once; a first attempt is lost with that.
    fn spoil(&mut self, library: &Library, progress: &mut Progress) {
        if self.clean && self.course != Course::Run {
            self.finish(library, progress, false);
        }
        self.clean = false;
    }

    /// Rates the attempt. Whoever makes a level could give themselves any
    /// rating by it, so only those that are shipped count.
    fn finish(&mut self, library: &Library, progress: &mut Progress, won: bool) {
        let Some(pack) = library.shipped().get(self.pack) else { return };
        if let Some(gain) = progress.rate(pack, &pack.levels[self.level], won) {
            self.gain = Some(gain);
        }
    }
}

/// The level on the board, if there is one, and the run that it is part of.
#[derive(Resource, Default)]
pub struct Puzzles {
    puzzle: Option<Puzzle>,
    run: Option<Run>,
}

impl Puzzles {
    /// The level on the board.
    pub fn current(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// The run against the clock that the level is part of.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// Whether moves are going to be played by themselves, or a clock runs.
    pub fn is_moving(&self) -> bool {
        let running = self.run.as_ref().is_some_and(|run| run.over.is_none());
        running
            || self.puzzle.as_ref().is_some_and(|puzzle| {
                matches!(puzzle.state, State::Answering | State::Refuting | State::Showing)
            })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Puzzles>()
        .add_message::<Ask>()
        .add_plugins((make::plugin, own::plugin, progress::plugin, run::plugin))
        .add_systems(Update, (obey, judge, play_on).chain().after(SessionSet).in_set(PuzzleSet))
        .add_systems(OnExit(Screen::Play), leave);
}

/// The systems that play puzzles.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
struct PuzzleSet;

/// The game in progress is on the board again.
fn leave(
    mut playing: ResMut<Playing>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<Progress>,
) {
    if let Some(mut run) = puzzles.run.take() {
        run.leave(&mut progress);
    }
    if puzzles.puzzle.take().is_some() {
        playing.set_puzzle(None);
    }
}

/// The session of a level before its first move.
fn session(pack: &Pack, level: &Level) -> Option<Session> {
    let game = registry::find(&pack.game)?;
    Session::at(game, pack.options.clone(), &level.position).ok()
}

/// Puts a level on the board. Tells whether that could be done.
fn put(
    course: Course,
    (pack, level): (usize, usize),
    library: &Library,
    playing: &mut Playing,
    puzzles: &mut Puzzles,
    changed: &mut MessageWriter<Changed>,
) -> bool {
    let found = library.packs().get(pack).and_then(|found| {
        let level = found.levels.get(level)?;
        let targets = match &level.goal {
            Goal::Capture(places) | Goal::Live(places) | Goal::Kill(places) => {
                places.iter().map(|place| place.0).collect()
            }
            _ => Vec::new(),
        };
        Some((session(found, level)?, level.solution.clone(), targets))
    });
    let Some((session, steps, targets)) = found else { return false };
    puzzles.puzzle = Some(Puzzle {
        pack,
        level,
        course,
        state: State::Solving,
        hints: 0,
        gain: None,
        clean: true,
        targets,
        steps,
        right: session.current(),
        queue: VecDeque::new(),
        due: Duration::ZERO,
    });
    playing.set_puzzle(Some(session));
    changed.write(Changed::Replaced);
    true
}

/// Does what buttons ask for.
fn obey(
    mut asks: MessageReader<Ask>,
    time: Res<Time<Real>>,
    today: Res<Today>,
    library: Res<Library>,
    mut playing: ResMut<Playing>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<Progress>,
    mut changed: MessageWriter<Changed>,
    mut notices: MessageWriter<Notice>,
) {
    for &ask in asks.read() {
        let mut run = None;
        let to = match ask {
            Ask::Begin(pack, level) => Some((Course::Pack, Some((pack, level)))),
            Ask::ForMe(game) => {
                let but = puzzles.current().map(|puzzle| (puzzle.pack, puzzle.level));
                Some((Course::ForMe, progress.for_me(library.shipped(), game, but)))
            }
            Ask::Daily => Some((Course::Daily(today.0), of_day(library.shipped(), today.0))),
            Ask::Run(contest) => {
                let random = Random::new(entropy());
                let mut begun =
                    Run::new(contest, library.shipped(), &progress, time.elapsed(), random);
                let first = begun.take();
                run = Some(begun);
                Some((Course::Run, first))
            }
            Ask::Repeat => {
                let known = puzzles.current().filter(|puzzle| puzzle.course != Course::Run);
                known.map(|puzzle| (puzzle.course, Some((puzzle.pack, puzzle.level))))
            }
            Ask::Again | Ask::Hint | Ask::Show => None,
        };
        if let Some((course, place)) = to {
            let done = place.is_some_and(|place| {
                put(course, place, &library, &mut playing, &mut puzzles, &mut changed)
            });
            if done {
                puzzles.run = run;
            } else {
                notices.write(Notice::problem("level-wrong"));
            }
            continue;
        }
        let (Some(puzzle), Some(session)) = (&mut puzzles.puzzle, playing.puzzle_mut()) else {
            continue;
        };
        match ask {
            Ask::Again if matches!(puzzle.state, State::Wrong | State::Refuting) => {
                puzzle.queue.clear();
                puzzle.state = State::Solving;
                if let Ok(change) = session.go_back(puzzle.right) {
                    changed.write(Changed::By(change));
                }
            }
            // Nothing helps against the clock.
            _ if puzzle.course == Course::Run => {}
            Ask::Hint if puzzle.state == State::Solving => {
                let level = &library.packs()[puzzle.pack].levels[puzzle.level];
                puzzle.hints = (puzzle.hints + 1).min(level.hints.len());
                puzzle.spoil(&library, &mut progress);
            }
            Ask::Show if matches!(puzzle.state, State::Solving | State::Wrong) => {
                puzzle.spoil(&library, &mut progress);
                let back = session.go_back(puzzle.right);
                if let (Ok(change), true) = (back, puzzle.state != State::Solving) {
                    changed.write(Changed::By(change));
                }
                puzzle.queue = main_line(&puzzle.steps);
                puzzle.state = State::Showing;
                puzzle.due = time.elapsed() + ANSWER_AFTER;
            }
            _ => {}
        }
    }
}

/// The moves of the first line of a solution.
fn main_line(steps: &[Step]) -> VecDeque<String> {
    let mut line = VecDeque::new();
    let mut steps = steps;
    while let Some(step) = steps.first() {
        line.push_back(step.text.clone());
        let Some(reply) = step.replies.first() else { break };
        line.push_back(reply.text.clone());
        steps = &reply.then;
    }
    line
}

/// Judges the moves that a person plays.
fn judge(
    mut commands: MessageReader<Command>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    library: Res<Library>,
    mut playing: ResMut<Playing>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<Progress>,
    mut changed: MessageWriter<Changed>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        let Command::Play(mv, Author::Human) = *command else { continue };
        let Puzzles { puzzle, run: on_time } = &mut *puzzles;
        let (Some(puzzle), Some(session)) = (puzzle, playing.puzzle_mut()) else { continue };
        let on_time = on_time.as_mut().filter(|_| puzzle.course == Course::Run);
        match puzzle.state {
            State::Solving => {}
            // The card beside the board says what comes next.
            State::Wrong | State::Shown | State::Solved | State::Missed | State::Over => continue,
            State::Answering | State::Refuting | State::Showing => {
                notices.write(Notice::hint("puzzle-not-now"));
                continue;
            }
        }
        let before = session.position().clone();
        match session.apply(Order::Play(mv)) {
            Ok(change) => {
                changed.write(Changed::By(change));
            }
            Err(refused) => {
                changed.write(Changed::Refused(mv));
                if let super::session::Refused::Rules(refusal) = refused {
                    notices.write(Notice::refusal(refusal.id));
                }
                continue;
            }
        }
        puzzle.due = time.elapsed() + ANSWER_AFTER.mul_f32(settings.motion().max(0.5));
        let is = |text: &str| before.parse_move(text) == Ok(mv);
        let Some(step) = puzzle.steps.iter().find(|step| is(&step.text)) else {
            if let Some(run) = on_time {
                run.wrong += 1;
                puzzle.state = State::Missed;
                puzzle.due = time.elapsed() + run::shown(false, &settings);
                continue;
            }
            let level = &library.packs()[puzzle.pack].levels[puzzle.level];
            // Refutations are of the first move.
            let first = session.tree().ply(session.current()) == 1;
            let found = level.refutations.iter().find(|wrong| first && is(&wrong.text));
            puzzle.queue.extend(found.map(|wrong| wrong.reply.clone()).filter(|r| !r.is_empty()));
            puzzle.state = State::Refuting;
            puzzle.spoil(&library, &mut progress);
            continue;
        };
        match step.replies.first().cloned() {
            Some(reply) => {
                puzzle.queue.push_back(reply.text);
                puzzle.steps = reply.then;
                puzzle.state = State::Answering;
            }
            None => {
                puzzle.state = State::Solved;
                let pack = &library.packs()[puzzle.pack];
                let level = &pack.levels[puzzle.level];
                // Who left after a wrong move comes back to a later attempt.
                let clean = puzzle.clean && !progress.was_missed(pack, level);
                if let Some(run) = on_time {
                    run.solved += 1;
                    puzzle.due = time.elapsed() + run::shown(true, &settings);
                    continue;
                }
                if puzzle.clean {
                    puzzle.finish(&library, &mut progress, true);
                }
                if let Course::Daily(day) = puzzle.course {
                    progress.note_day(day, clean);
                }
                progress.note(pack, level, clean);
            }
        }
    }
}

/// Plays what is answered or shown, one move after another.
fn play_on(
    time: Res<Time<Real>>,
    mut playing: ResMut<Playing>,
    mut puzzles: ResMut<Puzzles>,
    mut commands: MessageWriter<Command>,
    mut changed: MessageWriter<Changed>,
) {
    // Looked at first, so that nothing counts as changed in every frame.
    let waits = |puzzle: &Puzzle| !puzzle.queue.is_empty() || puzzle.state != State::Solving;
    let idle = puzzles.puzzle.as_ref().is_none_or(|puzzle| !waits(puzzle));
    let forced = match playing.session().map(Session::turn) {
        Some(Turn::Forced(mv)) => Some(mv),
        _ => None,
    };
    if (idle && forced.is_none()) || !playing.is_puzzle() {
        return;
    }
    let Some(due) = puzzles.puzzle.as_ref().map(|puzzle| puzzle.due) else { return };
    if time.elapsed() < due {
        return;
    }
    let Some(puzzle) = &mut puzzles.puzzle else { return };
    if puzzle.queue.is_empty() {
        let next = match puzzle.state {
            State::Refuting => State::Wrong,
            State::Showing => State::Shown,
            State::Solving => {
                // A forced pass is no choice of the person.
                puzzle.due = time.elapsed() + ANSWER_AFTER;
                if let Some(mv) = forced {
                    commands.write(Command::Play(mv, Author::Human));
                }
                return;
            }
            _ => return,
        };
        puzzle.state = next;
        return;
    }
    let Some(session) = playing.puzzle_mut() else { return };
    let Some(text) = puzzle.queue.pop_front() else { return };
    puzzle.due = time.elapsed() + ANSWER_AFTER;
    let played =
        session.position().parse_move(&text).map_err(|refusal| refusal.to_string()).and_then(
            |mv: Move| session.apply(Order::Play(mv)).map_err(|error| format!("{error:?}")),
        );
    match played {
        Ok(change) => {
            changed.write(Changed::By(change));
        }
        // Levels are checked by the rules before they are shipped.
        Err(error) => error!("the solution's {text} cannot be played: {error}"),
    }
    if puzzle.state == State::Answering {
        puzzle.state = State::Solving;
        puzzle.right = session.current();
    }
}
