//! Review of a past game: navigation, annotation and analysis. The game in progress
//! waits meanwhile.
//!
//! The record itself is in [`ActiveSession`], so that the board shows it like any game,
//! and the session plays the moves that are made on the board. Screens send
//! [`OpenReview`] and [`ReviewRequest`].

mod analysis;
mod edit;
mod export;
mod learn;
mod library_sync;
mod navigation;
mod opening_explorer;
mod result;

use std::time::Duration;

use bevy::prelude::*;

pub use analysis::{AnalyseLine, AnalysePosition, Analysis, Effort, MAX_MULTI_PV, MAX_SOURCES};
pub use edit::{Edit, Tool};
pub use export::{Export, ExportJob, ExportKind, RenderRequest, formats, gif_duration};
pub use learn::{LearnFromMistakes, LearnState};
pub use navigation::{BAD_GLYPHS, Navigation, is_bad_move};
pub use opening_explorer::OpeningExplorer;
pub use result::ResultAnalysis;

use crate::app::board::ShapeDrawn;
use crate::app::platform::Lifecycle;
use crate::app::platform::files::SaveFile;
use crate::app::services::engines::ExternalEngines;
use crate::app::services::library;
use crate::app::services::tasks::TaskRunner;
use crate::app::session::{
    ActiveSession, GameEvent, Mode, ReviewSession, Session, SessionEvent, SessionSystems,
};
use crate::app::settings::{AnalysisSource, Settings};
use crate::app::state::Screen;
use crate::core::Side;
use crate::library::GameId;
use crate::record::{GameTree, NodeId, ShapeColour};
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

/// Opens a record for review again after it was left for another page, with the screen that
/// it led back to.
#[derive(Message, Clone)]
pub struct ResumeReview(pub OpenReview, pub Screen);

/// Opens a game of the library for review once it has been read.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFromLibrary {
    /// The game.
    pub id: GameId,
    /// Ply of the main line to show first; the start if `None`.
    pub ply: Option<usize>,
}

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
    /// Let these analyse records of this game from now on, the first one first.
    AnalyseWith(Vec<AnalysisSource>),
    /// Switch live analysis on or off.
    LiveAnalysis(bool),
    /// Set the number of principal variations of live analysis.
    MultiPv(usize),
    /// Score every move instead of searching for principal variations.
    ScoreAllMoves(bool),
    /// Show or hide move numbers on stones.
    MoveNumbers(bool),
    /// Look for better moves than the bad ones of this side.
    Learn(Side),
    /// Show the better move.
    ShowBetterMove,
    /// Go on to the next mistake.
    NextMistake,
    /// Stop looking for better moves.
    StopLearning,
}

/// Autoplay that runs.
struct Autoplay {
    /// Time at which it plays the next move.
    next_move_at: Duration,
    /// The node that it has reached.
    node: NodeId,
}

/// State of the review other than the record itself.
#[derive(Resource)]
pub struct Review {
    library_copy: LibraryCopy,
    /// The screen that the review was opened from.
    from: Screen,
    autoplay: Option<Autoplay>,
    autoplay_speed: usize,
    pen_colour: ShapeColour,
    tool: Tool,
    draw_mode: bool,
    move_numbers: bool,
    learn: Option<LearnFromMistakes>,
}

impl Default for Review {
    fn default() -> Review {
        Review {
            library_copy: LibraryCopy::new(None, 0),
            from: Screen::Home,
            autoplay: None,
            autoplay_speed: 2,
            pen_colour: ShapeColour::default(),
            tool: Tool::default(),
            draw_mode: false,
            move_numbers: false,
            learn: None,
        }
    }
}

impl Review {
    /// The screen to go back to.
    pub fn from(&self) -> Screen {
        self.from
    }

    /// The id of the record in the library, if it is there.
    pub fn library_id(&self) -> Option<GameId> {
        self.library_copy.id()
    }

    /// Returns true if the record has edits that are to be stored soon.
    pub fn has_unsaved_edits(&self) -> bool {
        self.library_copy.has_unsaved_edits()
    }

    /// Returns true while autoplay runs.
    pub fn is_autoplaying(&self) -> bool {
        self.autoplay.is_some()
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

    /// The mistakes that the player looks for better moves than.
    pub fn learn(&self) -> Option<&LearnFromMistakes> {
        self.learn.as_ref()
    }

    /// Returns true if stones show the numbers of their moves.
    pub fn move_numbers(&self) -> bool {
        self.move_numbers
    }

    /// Returns true if the left button and the finger draw.
    pub fn draw_mode(&self) -> bool {
        self.draw_mode
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Review>()
        .init_resource::<Analysis>()
        .init_resource::<OpeningExplorer>()
        .init_resource::<ExportJob>()
        .init_resource::<ExternalEngines>()
        .add_message::<Export>()
        .add_message::<SaveFile>()
        .add_message::<OpenReview>()
        .add_message::<ResumeReview>()
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
                (stop_autoplay, handle_requests, apply_drawn_shapes, autoplay, learn::judge)
                    .chain(),
                (
                    analysis::update_sources,
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
        .init_resource::<ResultAnalysis>()
        .add_systems(Update, result::analyse_result.after(SessionSystems))
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
    mut resumed: MessageReader<ResumeReview>,
    mut requests: MessageWriter<library::LibraryRequest>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut events: MessageWriter<SessionEvent>,
) {
    let resumed = resumed.read().last();
    let Some(open) = opens.read().last().or(resumed.map(|ResumeReview(open, _)| open)) else {
        return;
    };
    requests.write_batch(library_sync::unsaved(&active_session, &mut review));
    let mut session = Session::from_tree(open.tree.clone());
    if let Some(node) = open.at.filter(|&node| open.tree.contains(node)) {
        session.go_to(node);
    }
    active_session.start_review(session);
    let revision = active_session.review().map_or(0, ReviewSession::revision);
    let from = match screen.get() {
        _ if let Some(ResumeReview(_, from)) = resumed => *from,
        Screen::Library | Screen::Play | Screen::PositionEditor => *screen.get(),
        // Dropping a file on a review does not change where it leads back to.
        Screen::Review => review.from,
        _ => Screen::Home,
    };
    *review = Review {
        library_copy: LibraryCopy::new(open.library_id, revision),
        from,
        autoplay_speed: review.autoplay_speed,
        pen_colour: review.pen_colour,
        tool: review.tool,
        move_numbers: review.move_numbers,
        ..default()
    };
    events.write(SessionEvent::Replaced);
    // A record that takes the place of another stays on the page.
    NextState::set_if_neq(&mut next, Screen::Review);
}

/// Shows the game in progress again.
fn leave(mut active_session: ResMut<ActiveSession>, mut review: ResMut<Review>) {
    active_session.leave(Mode::Review);
    review.autoplay = None;
    review.learn = None;
}

/// Makes another node of the record the current one.
fn go_to(record: &mut ReviewSession, node: NodeId, events: &mut MessageWriter<SessionEvent>) {
    events.write_batch(record.go_to(node).map(SessionEvent::Game));
}

/// Stops autoplay when the player makes a move on the board, even an illegal one.
fn stop_autoplay(
    mut events: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    mut review: ResMut<Review>,
) {
    let is_illegal = |event: &&SessionEvent| matches!(event, SessionEvent::IllegalMove(_));
    let refused = events.read().filter(is_illegal).count() > 0;
    let Some(autoplay) = &review.autoplay else { return };
    let reached = active_session.session_in(Mode::Review).map(Session::current);
    if refused || reached != Some(autoplay.node) {
        review.autoplay = None;
    }
}

/// Handles requests from buttons and keys.
fn handle_requests(
    mut requests: MessageReader<ReviewRequest>,
    time: Res<Time<Real>>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    mut analysis: ResMut<Analysis>,
    task_runner: Res<TaskRunner>,
    (mut engines, mut settings): (ResMut<ExternalEngines>, ResMut<Settings>),
    mut events: MessageWriter<SessionEvent>,
) {
    for request in requests.read() {
        let serial = active_session.serial();
        let Some(record) = active_session.bypass_change_detection().review_mut() else { continue };
        let review = &mut *review;
        match request {
            ReviewRequest::Navigate(go) => {
                review.autoplay = None;
                if let Some(node) = navigation::target(record.session(), *go) {
                    go_to(record, node, &mut events);
                }
            }
            ReviewRequest::Edit(_) | ReviewRequest::Undo | ReviewRequest::Redo => {
                let before = record.session().position().key();
                match request {
                    ReviewRequest::Edit(edit) => edit.apply(record),
                    ReviewRequest::Undo => record.undo(),
                    _ => record.redo(),
                }
                if record.session().position().key() != before {
                    events.write(SessionEvent::Game(GameEvent::TookBack(1)));
                }
                // Autoplay goes on from where the edit led.
                if let Some(autoplay) = &mut review.autoplay {
                    autoplay.node = record.session().current();
                }
            }
            ReviewRequest::Autoplay(true) => {
                // At the end of the line, starts again from the root.
                if navigation::target(record.session(), Navigation::Next).is_none() {
                    let root = record.session().tree().root();
                    go_to(record, root, &mut events);
                }
                let next_move_at = time.elapsed() + autoplay_delay(review.autoplay_speed);
                let node = record.session().current();
                review.autoplay = Some(Autoplay { next_move_at, node });
            }
            ReviewRequest::Autoplay(false) => review.autoplay = None,
            ReviewRequest::AutoplaySpeed(pace) => {
                review.autoplay_speed = (*pace).min(AUTOPLAY_DELAYS.len() - 1);
                if let Some(autoplay) = &mut review.autoplay {
                    autoplay.next_move_at = time.elapsed() + autoplay_delay(review.autoplay_speed);
                }
            }
            ReviewRequest::PenColour(pen) => review.pen_colour = *pen,
            ReviewRequest::SelectTool(tool) => review.tool = *tool,
            ReviewRequest::DrawMode(draws) => review.draw_mode = *draws,
            ReviewRequest::MoveNumbers(numbers) => review.move_numbers = *numbers,
            ReviewRequest::AnalyseLine(effort) => {
                let services = (&*task_runner, &mut *engines);
                analysis.begin_line(record.session(), serial, *effort, services);
            }
            ReviewRequest::CancelAnalysis => analysis.cancel(),
            ReviewRequest::AnalyseWith(sources) => {
                analysis.forget_failures();
                let game = record.session().setup().game.id().to_owned();
                settings.analysis_sources.insert(game, sources.clone());
            }
            ReviewRequest::LiveAnalysis(live) => analysis.set_live(*live),
            ReviewRequest::MultiPv(lines) => analysis.set_multi_pv(*lines),
            ReviewRequest::ScoreAllMoves(scored) => analysis.set_score_all_moves(*scored),
            ReviewRequest::Learn(side) => {
                // Its lines would tell the answers.
                analysis.set_live(false);
                learn::begin(review, record, *side, &mut events);
            }
            ReviewRequest::ShowBetterMove => learn::show_better(review, record, &mut events),
            ReviewRequest::NextMistake => learn::next(review, record, &mut events),
            ReviewRequest::StopLearning => review.learn = None,
        }
        active_session.set_changed();
    }
}

fn autoplay_delay(pace: usize) -> Duration {
    Duration::from_secs_f32(AUTOPLAY_DELAYS[pace.min(AUTOPLAY_DELAYS.len() - 1)])
}

/// Writes shapes drawn on the board into the record.
fn apply_drawn_shapes(
    mut drawn: MessageReader<ShapeDrawn>,
    mut active_session: ResMut<ActiveSession>,
    review: Res<Review>,
) {
    for &ShapeDrawn(from, to) in drawn.read() {
        let Some(record) = active_session.review_mut() else { continue };
        Edit::Shape(from, to, review.tool, review.pen_colour).apply(record);
    }
}

/// Plays the next move of autoplay when it is due.
fn autoplay(
    time: Res<Time<Real>>,
    mut active_session: ResMut<ActiveSession>,
    mut review: ResMut<Review>,
    mut events: MessageWriter<SessionEvent>,
) {
    if review.autoplay.as_ref().is_none_or(|autoplay| time.elapsed() < autoplay.next_move_at) {
        return;
    }
    let Some(record) = active_session.review_mut() else { return };
    review.autoplay = navigation::target(record.session(), Navigation::Next).map(|node| {
        go_to(record, node, &mut events);
        let next_move_at = time.elapsed() + autoplay_delay(review.autoplay_speed);
        Autoplay { next_move_at, node }
    });
}
