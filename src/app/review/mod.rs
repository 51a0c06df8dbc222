//! A past game on the board: going through it, and writing into it. The game
//! in progress waits meanwhile.
//!
//! The record itself is in [`Playing`], so that the board shows it like any
//! game. Screens send [`Open`] and [`Ask`]; a move on the board comes as a
//! [`Command`] and begins a variation.

mod analysis;
mod edit;
mod explore;
mod export;
mod keep;
mod ways;

use std::time::Duration;

use bevy::prelude::*;

pub use analysis::{Analysis, Effort, LineStudy, Look, MOST_LINES};
pub use edit::{Edit, Tool};
pub use explore::Explored;
pub use export::{Drawing, Export, Exporting, Kind, film_length, formats};
pub use ways::{BAD, Go, is_bad};

use super::Screen;
use super::board::Drawn;
use super::notice::Notice;
use super::platform::Life;
use super::platform::files::Save;
use super::platform::work::Office;
use super::session::{Author, Change, Changed, Command, Order, Playing, Session, SessionSet};
use super::shelf;
use crate::library::GameId;
use crate::record::{Colour, GameTree, NodeId};
use edit::History;
use keep::Kept;

/// Seconds between two moves that play themselves, slowest first.
pub const PACES: [f32; 5] = [4.0, 2.0, 1.0, 0.5, 0.25];

/// Puts a game on the board to be looked through.
#[derive(Message, Clone)]
pub struct Open {
    /// The record.
    pub tree: GameTree,
    /// The position to begin at; the start if there is none.
    pub at: Option<NodeId>,
    /// Where the library has it, if it does.
    pub kept: Option<GameId>,
}

/// Puts a game of the library on the board, once it has been read there.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch(pub GameId);

/// What is asked of the review.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum Ask {
    /// Show another position.
    Go(Go),
    /// Write into the record.
    Edit(Edit),
    /// Take the last edit back.
    Undo,
    /// Make it again.
    Redo,
    /// Let the moves play themselves, or stop them.
    Run(bool),
    /// At this one of [`PACES`].
    Pace(usize),
    /// Draw with this colour.
    Pen(Colour),
    /// Mark points with this.
    Take(Tool),
    /// Draw with the left button and the finger, too, or play moves again.
    Draw(bool),
    /// Look at every position of the line.
    Analyse(Effort),
    /// Give that up.
    Cancel,
    /// Think about the position shown, or do not.
    Live(bool),
    /// Look for so many lines in it.
    Lines(usize),
    /// Write the numbers of the moves on stones, or do not.
    Numbers(bool),
}

/// What there is about the record on the board beside itself.
#[derive(Resource)]
pub struct Review {
    kept: Kept,
    /// Where the person came from.
    from: Screen,
    history: History,
    /// Counts changes of the record.
    revision: u64,
    /// When the next move plays itself.
    due: Option<Duration>,
    pace: usize,
    pen: Colour,
    tool: Tool,
    draws: bool,
    numbers: bool,
}

impl Default for Review {
    fn default() -> Review {
        Review {
            kept: Kept::new(None, 0),
            from: Screen::Home,
            history: History::default(),
            revision: 0,
            due: None,
            pace: 2,
            pen: Colour::default(),
            tool: Tool::default(),
            draws: false,
            numbers: false,
        }
    }
}

impl Review {
    /// The screen to go back to.
    pub fn from(&self) -> Screen {
        self.from
    }

    /// Different after each change of a record.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether an edit can be taken back, and whether one can be made again.
    pub fn can_undo(&self) -> [bool; 2] {
        [self.history.can_undo(), self.history.can_redo()]
    }

    /// Whether the moves play themselves.
    pub fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// Which of [`PACES`] they do it at.
    pub fn pace(&self) -> usize {
        self.pace
    }

    /// The colour that is drawn with.
    pub fn pen(&self) -> Colour {
        self.pen
    }

    /// What points are marked with.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// Whether stones bear the numbers of their moves.
    pub fn numbers(&self) -> bool {
        self.numbers
    }

    /// Whether the left button and the finger draw.
    pub fn draws(&self) -> bool {
        self.draws
    }

    /// Changes the record in one step that can be taken back.
    fn write(&mut self, session: &mut Session, change: impl FnOnce(&mut GameTree)) {
        self.history.note(session, None);
        change(session.tree_mut());
        // Variations may have come after the end of the line.
        session.visit(session.current());
        self.revision += 1;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Review>()
        .init_resource::<Analysis>()
        .init_resource::<Explored>()
        .init_resource::<Exporting>()
        .add_message::<Export>()
        .add_message::<Save>()
        .add_message::<Open>()
        .add_message::<Ask>()
        .add_message::<Fetch>()
        .add_message::<Life>()
        .add_message::<shelf::Ask>()
        .add_message::<shelf::Told>()
        // These run on every screen, so that nothing that was asked elsewhere
        // is found waiting when a record is opened; and that comes last, since
        // what was asked in the same frame was not meant for it.
        .add_systems(
            Update,
            (
                keep::fetch,
                keep::hear,
                (obey, play, draw, run).chain(),
                (analysis::rest, analysis::collect, analysis::follow, keep::keep).chain(),
                (export::begin, export::finish).chain(),
                (explore::hear, explore::ask).chain(),
                open,
            )
                .chain()
                .after(SessionSet)
                .in_set(ReviewSet),
        )
        .add_systems(OnExit(Screen::Review), (keep::leave, leave, analysis::stop).chain())
        .add_systems(Last, keep::end);
}

/// The systems that change the record on the board.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
struct ReviewSet;

fn open(
    mut opens: MessageReader<Open>,
    mut asks: MessageWriter<shelf::Ask>,
    mut playing: ResMut<Playing>,
    mut review: ResMut<Review>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut changed: MessageWriter<Changed>,
) {
    let Some(open) = opens.read().last() else { return };
    asks.write_batch(keep::unsaved(&playing, &mut review));
    let mut session = Session::of(open.tree.clone());
    if let Some(node) = open.at.filter(|&node| open.tree.contains(node)) {
        session.visit(node);
    }
    playing.set_review(Some(session));
    let revision = review.revision + 1;
    let from = match screen.get() {
        Screen::Library | Screen::Play => *screen.get(),
        // A file that is dropped on a record does not change the way back.
        Screen::Review => review.from,
        _ => Screen::Home,
    };
    *review = Review {
        kept: Kept::new(open.kept, revision),
        from,
        revision,
        pace: review.pace,
        pen: review.pen,
        tool: review.tool,
        numbers: review.numbers,
        ..default()
    };
    changed.write(Changed::Replaced);
    next.set(Screen::Review);
}

/// The game in progress is on the board again.
fn leave(mut playing: ResMut<Playing>, mut review: ResMut<Review>) {
    if playing.review().is_some() {
        playing.set_review(None);
    }
    review.due = None;
    review.history = History::default();
}

/// Shows another position of the record.
fn visit(session: &mut Session, node: NodeId, changed: &mut MessageWriter<Changed>) {
    let from = session.current();
    if node == from {
        return;
    }
    let tree = session.tree();
    let (before, after) = (tree.ply(from), tree.ply(node));
    let change = match (tree.parent(node), tree.move_at(node)) {
        (Some(parent), Some(mv)) if parent == from => {
            Change::Moved(tree.position(parent).side_to_move(), mv)
        }
        _ if after < before => Change::TookBack(before - after),
        _ => Change::Redid(after - before),
    };
    session.visit(node);
    changed.write(Changed::By(change));
}

/// Does what buttons and keys ask for.
fn obey(
    mut asks: MessageReader<Ask>,
    time: Res<Time<Real>>,
    mut playing: ResMut<Playing>,
    mut review: ResMut<Review>,
    mut analysis: ResMut<Analysis>,
    office: Res<Office>,
    mut changed: MessageWriter<Changed>,
) {
    for ask in asks.read() {
        let serial = playing.serial();
        let Some(session) = playing.bypass_change_detection().review_mut() else { continue };
        let review = &mut *review;
        match ask {
            Ask::Go(go) => {
                review.due = None;
                if let Some(node) = ways::target(session, *go) {
                    visit(session, node, &mut changed);
                }
            }
            Ask::Edit(_) | Ask::Undo | Ask::Redo => {
                let before = session.position().key();
                let done = match ask {
                    Ask::Edit(edit) => review.history.edit(session, edit),
                    Ask::Undo => review.history.undo(session),
                    _ => review.history.redo(session),
                };
                review.revision += u64::from(done);
                if session.position().key() != before {
                    changed.write(Changed::By(Change::TookBack(1)));
                }
            }
            Ask::Run(true) => {
                // From the end it begins again.
                if ways::target(session, Go::Forward).is_none() {
                    let root = session.tree().root();
                    visit(session, root, &mut changed);
                }
                review.due = Some(time.elapsed() + pause(review.pace));
            }
            Ask::Run(false) => review.due = None,
            Ask::Pace(pace) => {
                review.pace = (*pace).min(PACES.len() - 1);
                review.due = review.due.map(|_| time.elapsed() + pause(review.pace));
            }
            Ask::Pen(pen) => review.pen = *pen,
            Ask::Take(tool) => review.tool = *tool,
            Ask::Draw(draws) => review.draws = *draws,
            Ask::Numbers(numbers) => review.numbers = *numbers,
            Ask::Analyse(effort) => analysis.begin(session, serial, *effort, &office),
            Ask::Cancel => analysis.cancel(),
            Ask::Live(live) => analysis.set_live(*live),
            Ask::Lines(lines) => analysis.set_lines(*lines),
        }
        playing.set_changed();
    }
}

fn pause(pace: usize) -> Duration {
    Duration::from_secs_f32(PACES[pace.min(PACES.len() - 1)])
}

/// Follows a move on the board, or begins a variation with it.
fn play(
    mut commands: MessageReader<Command>,
    mut playing: ResMut<Playing>,
    mut review: ResMut<Review>,
    mut changed: MessageWriter<Changed>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        let Command::Play(mv, Author::Human) = *command else { continue };
        let Some(session) = playing.review_mut() else { continue };
        review.due = None;
        let known = session.tree().child_by(session.current(), mv);
        if let Some(node) = known {
            visit(session, node, &mut changed);
            continue;
        }
        if let Err(refusal) = session.position().check(mv) {
            changed.write(Changed::Refused(mv));
            notices.write(Notice::refusal(refusal.id));
            continue;
        }
        review.history.note(session, None);
        review.revision += 1;
        if let Ok(change) = session.apply(Order::Play(mv)) {
            changed.write(Changed::By(change));
        }
    }
}

/// Writes what was drawn on the board into the record.
fn draw(mut drawn: MessageReader<Drawn>, mut playing: ResMut<Playing>, mut review: ResMut<Review>) {
    for &Drawn(from, to) in drawn.read() {
        let Some(session) = playing.review_mut() else { continue };
        let (tool, pen) = (review.tool, review.pen);
        let done = review.history.edit(session, &Edit::Mark(from, to, tool, pen));
        review.revision += u64::from(done);
    }
}

/// Plays the next move when its time has come.
fn run(
    time: Res<Time<Real>>,
    mut playing: ResMut<Playing>,
    mut review: ResMut<Review>,
    mut changed: MessageWriter<Changed>,
) {
    if review.due.is_none_or(|due| time.elapsed() < due) {
        return;
    }
    let Some(session) = playing.review_mut() else { return };
    review.due = match ways::target(session, Go::Forward) {
        Some(node) => {
            visit(session, node, &mut changed);
            Some(time.elapsed() + pause(review.pace))
        }
        None => None,
    };
}
