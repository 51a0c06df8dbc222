//! Review of a past game: navigation, annotation and analysis. The game in progress
//! waits meanwhile.
//!
//! The record itself is in [`ActiveSession`], so that the board shows it like any game.
//! Screens send [`OpenReview`] and [`ReviewRequest`]; a move on the board comes as a
//! [`SessionCommand`] and starts a variation.

mod analysis;
mod edit;
mod export;
mod library_sync;
mod navigation;
mod opening_explorer;

use std::time::Duration;

use bevy::prelude::*;

pub use analysis::{AnalyseLine, AnalysePosition, Analysis, Effort, MAX_MULTI_PV};
pub use edit::{Edit, Tool};
pub use export::{Export, ExportJob, ExportKind, RenderRequest, formats, gif_duration};
pub use navigation::{BAD_GLYPHS, Navigation, is_bad_move};
pub use opening_explorer::OpeningExplorer;

use crate::app::board::ShapeDrawn;
use crate::app::notice::Notice;
use crate::app::platform::Lifecycle;
use crate::app::platform::files::SaveFile;
use crate::app::services::library;
use crate::app::services::tasks::TaskRunner;
use crate::app::session::{
    ActiveSession, GameAction, GameEvent, MoveSource, Session, SessionCommand, SessionEvent,
    SessionSystems,
};
use crate::app::state::Screen;
use crate::library::GameId;
use crate::record::{GameTree, NodeId, ShapeColour};
use edit::UndoHistory;
use library_sync::LibraryCopy;

/// Seconds between two moves of autoplay, slowest first.
pub const AUTOPLAY_DELAYS: [f32; 5] = [4.0, 2.0, 1.0, 0.5, 0.25];

/// Opens a record for review.
#[derive(Message, Clone)]
pub struct OpenReview {
    /// The record.
    pub tree: GameTree,
    /// The node to show first; the root if `None`.
    pub at: Option<NodeId>,
    /// Its id in the library, if it is there.
    pub library_id: Option<GameId>,
}

/// Opens a game of the library for review once it has been read.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFromLibrary(pub GameId);

/// A request to the review.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum ReviewRequest {
    /// Go to another position.
    Navigate(Navigation),
    /// Edit the record.
    Edit(Edit),
    /// Undo the last edit.
    Undo,
    /// Redo the last undone edit.
    Redo,
    /// Start or stop autoplay.
    Autoplay(bool),
    /// Set the speed of autoplay, an index of [`AUTOPLAY_DELAYS`].
    AutoplaySpeed(usize),
    /// Select the colour to draw with.
    PenColour(ShapeColour),
    /// Select the tool for marking points.
    SelectTool(Tool),
    /// Let the left button and the finger draw instead of playing moves.
    DrawMode(bool),
    /// Analyse every position of the line.
    AnalyseLine(Effort),
    /// Cancel the analysis of the line.
    CancelAnalysis,
    /// Switch live analysis on or off.
    LiveAnalysis(bool),
    /// Set the number of principal variations of live analysis.
    MultiPv(usize),
    /// Score every move instead of searching for principal variations.
    ScoreAllMoves(bool),
    /// Show or hide move numbers on stones.
    MoveNumbers(bool),
}

/// State of the review other than the record itself.
#[derive(Resource)]
pub struct Review {
    library_copy: LibraryCopy,
    /// The screen that the review was opened from.
    from: Screen,
    history: UndoHistory,
    /// Counts changes of the record.
    revision: u64,
    /// Time at which autoplay plays the next move; `None` while it is stopped.
    next_move_at: Option<Duration>,
    autoplay_speed: usize,
    pen_colour: ShapeColour,
    tool: Tool,
    draw_mode: bool,
    move_numbers: bool,
}

impl Default for Review {
    fn default() -> Review {
        Review {
            library_copy: LibraryCopy::new(None, 0),
            from: Screen::Home,
            history: UndoHistory::default(),
            revision: 0,
            next_move_at: None,
            autoplay_speed: 2,
            pen_colour: ShapeColour::default(),
            tool: Tool::default(),
            draw_mode: false,
            move_numbers: false,
        }
    }
}

impl Review {
    /// The screen to go back to.
    pub fn from(&self) -> Screen {
        self.from
    }

    /// A number that differs after each change of the record.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns true if there is an edit to undo, and if there is one to redo.
    pub fn can_undo_redo(&self) -> [bool; 2] {
        [self.history.can_undo(), self.history.can_redo()]
    }

    /// Returns true while autoplay runs.
    pub fn is_autoplaying(&self) -> bool {
        self.next_move_at.is_some()
    }

    /// Index of the autoplay delay in [`AUTOPLAY_DELAYS`].
    pub fn autoplay_speed(&self) -> usize {
        self.autoplay_speed
    }

    /// The colour to draw with.
    pub fn pen_colour(&self) -> ShapeColour {
        self.pen_colour
    }

    /// The tool for marking points.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// Returns true if stones show the numbers of their moves.
    pub fn move_numbers(&self) -> bool {
        self.move_numbers
    }

    /// Returns true if the left button and the finger draw.
    pub fn draw_mode(&self) -> bool {
        self.draw_mode
    }

    /// Changes the record in one undo step.
    fn write(&mut self, session: &mut Session, change: impl FnOnce(&mut GameTree)) {
        self.history.push(session, None);
        change(session.tree_mut());
        // The change may have added nodes after the end of the line.
        session.go_to(session.current());
        self.revision += 1;
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Review>()
        .init_resource::<Analysis>()
        .init_resource::<OpeningExplorer>()
        .init_resource::<ExportJob>()
        .add_message::<Export>()
        .add_message::<SaveFile>()
        .add_message::<OpenReview>()
        .add_message::<ReviewRequest>()
        .add_message::<OpenFromLibrary>()
        .add_message::<Lifecycle>()
        .add_message::<library::LibraryRequest>()
        .add_message::<library::LibraryEvent>()
        // These run on every screen, so that no request is pending when a record is
        // opened; `open` comes last, since requests of the same frame were not meant
        // for the new record.
        .add_systems(
            Update,
            (
                library_sync::fetch,
                library_sync::poll,
                (handle_requests, play_moves, apply_drawn_shapes, autoplay).chain(),
                (
                    analysis::suspend_in_background,
                    analysis::apply_line_results,
                    analysis::update_live,
                    library_sync::keep,
                )
                    .chain(),
                (export::begin, export::finish).chain(),
                (opening_explorer::poll, opening_explorer::request_stats).chain(),
                open,
            )
                .chain()
                .after(SessionSystems)
                .in_set(ReviewSystems),
        )
        .add_systems(
            OnExit(Screen::Review),
            (library_sync::leave, leave, analysis::stop_all).chain(),
        )
        .add_systems(Last, library_sync::end);
}

/// The systems that change the record under review.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReviewSystems;

fn open(
    mut opens: MessageReader<OpenReview>,
    mut requests: MessageWriter<library::LibraryRequest>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut events: MessageWriter<SessionEvent>,
) {
    let Some(open) = opens.read().last() else { return };
    requests.write_batch(library_sync::unsaved(&active_session, &mut review));
    let mut session = Session::from_tree(open.tree.clone());
    if let Some(node) = open.at.filter(|&node| open.tree.contains(node)) {
        session.go_to(node);
    }
    active_session.set_review(Some(session));
    let revision = review.revision + 1;
    let from = match screen.get() {
        Screen::Library | Screen::Play => *screen.get(),
        // Dropping a file on a review does not change where it leads back to.
        Screen::Review => review.from,
        _ => Screen::Home,
    };
    *review = Review {
        library_copy: LibraryCopy::new(open.library_id, revision),
        from,
        revision,
        autoplay_speed: review.autoplay_speed,
        pen_colour: review.pen_colour,
        tool: review.tool,
        move_numbers: review.move_numbers,
        ..default()
    };
    events.write(SessionEvent::Replaced);
    next.set(Screen::Review);
}

/// Shows the game in progress again.
fn leave(mut active_session: ResMut<ActiveSession>, mut review: ResMut<Review>) {
    if active_session.review().is_some() {
        active_session.set_review(None);
    }
    review.next_move_at = None;
    review.history = UndoHistory::default();
}

/// Makes another node of the record the current one.
fn go_to(session: &mut Session, node: NodeId, events: &mut MessageWriter<SessionEvent>) {
    let from = session.current();
    if node == from {
        return;
    }
    let tree = session.tree();
    let (before, after) = (tree.ply(from), tree.ply(node));
    let change = match (tree.parent(node), tree.move_at(node)) {
        (Some(parent), Some(mv)) if parent == from => {
            GameEvent::Moved(tree.position(parent).side_to_move(), mv)
        }
        _ if after < before => GameEvent::TookBack(before - after),
        _ => GameEvent::Redid(after - before),
    };
    session.go_to(node);
    events.write(SessionEvent::Game(change));
}

/// Handles requests from buttons and keys.
fn handle_requests(
    mut requests: MessageReader<ReviewRequest>,
    time: Res<Time<Real>>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    mut analysis: ResMut<Analysis>,
    task_runner: Res<TaskRunner>,
    mut events: MessageWriter<SessionEvent>,
) {
    for request in requests.read() {
        let serial = active_session.serial();
        let Some(session) = active_session.bypass_change_detection().review_mut() else { continue };
        let review = &mut *review;
        match request {
            ReviewRequest::Navigate(go) => {
                review.next_move_at = None;
                if let Some(node) = navigation::target(session, *go) {
                    go_to(session, node, &mut events);
                }
            }
            ReviewRequest::Edit(_) | ReviewRequest::Undo | ReviewRequest::Redo => {
                let before = session.position().key();
                let done = match request {
                    ReviewRequest::Edit(edit) => review.history.edit(session, edit),
                    ReviewRequest::Undo => review.history.undo(session),
                    _ => review.history.redo(session),
                };
                review.revision += u64::from(done);
                if session.position().key() != before {
                    events.write(SessionEvent::Game(GameEvent::TookBack(1)));
                }
            }
            ReviewRequest::Autoplay(true) => {
                // At the end of the line, starts again from the root.
                if navigation::target(session, Navigation::Next).is_none() {
                    let root = session.tree().root();
                    go_to(session, root, &mut events);
                }
                review.next_move_at = Some(time.elapsed() + autoplay_delay(review.autoplay_speed));
            }
            ReviewRequest::Autoplay(false) => review.next_move_at = None,
            ReviewRequest::AutoplaySpeed(pace) => {
                review.autoplay_speed = (*pace).min(AUTOPLAY_DELAYS.len() - 1);
                review.next_move_at = review
                    .next_move_at
                    .map(|_| time.elapsed() + autoplay_delay(review.autoplay_speed));
            }
            ReviewRequest::PenColour(pen) => review.pen_colour = *pen,
            ReviewRequest::SelectTool(tool) => review.tool = *tool,
            ReviewRequest::DrawMode(draws) => review.draw_mode = *draws,
            ReviewRequest::MoveNumbers(numbers) => review.move_numbers = *numbers,
            ReviewRequest::AnalyseLine(effort) => {
                analysis.begin_line(session, serial, *effort, &task_runner)
            }
            ReviewRequest::CancelAnalysis => analysis.cancel(),
            ReviewRequest::LiveAnalysis(live) => analysis.set_live(*live),
            ReviewRequest::MultiPv(lines) => analysis.set_multi_pv(*lines),
            ReviewRequest::ScoreAllMoves(scored) => analysis.set_score_all_moves(*scored),
        }
        active_session.set_changed();
    }
}

fn autoplay_delay(pace: usize) -> Duration {
    Duration::from_secs_f32(AUTOPLAY_DELAYS[pace.min(AUTOPLAY_DELAYS.len() - 1)])
}

/// Follows a move on the board, or starts a variation with it.
fn play_moves(
    mut commands: MessageReader<SessionCommand>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    mut events: MessageWriter<SessionEvent>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        let SessionCommand::Play(mv, MoveSource::Human) = *command else { continue };
        let Some(session) = active_session.review_mut() else { continue };
        review.next_move_at = None;
        let known = session.tree().child_for_move(session.current(), mv);
        if let Some(node) = known {
            go_to(session, node, &mut events);
            continue;
        }
        if let Err(refusal) = session.position().check(mv) {
            events.write(SessionEvent::IllegalMove(mv));
            notices.write(Notice::refusal(refusal.id));
            continue;
        }
        review.history.push(session, None);
        review.revision += 1;
        if let Ok(change) = session.apply(GameAction::Play(mv)) {
            events.write(SessionEvent::Game(change));
        }
    }
}

/// Writes shapes drawn on the board into the record.
fn apply_drawn_shapes(
    mut drawn: MessageReader<ShapeDrawn>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
) {
    for &ShapeDrawn(from, to) in drawn.read() {
        let Some(session) = active_session.review_mut() else { continue };
        let (tool, pen) = (review.tool, review.pen_colour);
        let done = review.history.edit(session, &Edit::Shape(from, to, tool, pen));
        review.revision += u64::from(done);
    }
}

/// Plays the next move of autoplay when it is due.
fn autoplay(
    time: Res<Time<Real>>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    mut events: MessageWriter<SessionEvent>,
) {
    if review.next_move_at.is_none_or(|due| time.elapsed() < due) {
        return;
    }
    let Some(session) = active_session.review_mut() else { return };
    review.next_move_at = match navigation::target(session, Navigation::Next) {
        Some(node) => {
            go_to(session, node, &mut events);
            Some(time.elapsed() + autoplay_delay(review.autoplay_speed))
        }
        None => None,
    };
}
