//! Setting up a position by hand, and what can be begun with it: a game, an analysis or a
//! puzzle. One position is kept for each game.

mod drafts;
mod edited;

use std::collections::BTreeMap;

use bevy::prelude::*;

pub use edited::{Brush, EditedPosition, SetupStatus};

use super::puzzles::{EditPosition, PuzzleSystems};
use super::review::{OpenReview, ResumeReview};
use super::setup_choices::SetupChoices;
use crate::app::notice::Notice;
use crate::app::platform::Lifecycle;
use crate::app::platform::clipboard::{PasteRequest, PastedText};
use crate::app::services::engines::ExternalEngines;
use crate::app::session::{ActiveSession, SessionCommand, SessionSystems};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::games::{AnyPosition, Game, Options};
use crate::record::{GameTree, PositionTextError, read_position};

/// Opens the editor of positions.
#[derive(Message, Clone)]
pub struct OpenPositionEditor {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Options,
    /// The position to begin with; without it, the one that was edited last.
    pub position: Option<AnyPosition>,
    /// The record under review that the editor leads back to.
    pub review: Option<ResumeReview>,
}

/// A request to the editor of positions.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum PositionEditorRequest {
    /// Starts a game from the position, with the players and the clock that were chosen
    /// for the game last.
    Play,
    /// Opens the position for review.
    Analyse,
    /// Opens the level editor with the position.
    CreatePuzzle,
    /// Reads a position from this text.
    Read(String),
    /// Goes back to where the editor was opened.
    Leave,
}

/// The positions in the making.
#[derive(Resource, Default)]
pub struct PositionEditor {
    /// Positions by the ids of their games.
    drafts: BTreeMap<&'static str, EditedPosition>,
    /// The game whose position is being edited.
    game: Option<&'static str>,
    /// The screen that the editor leads back to.
    from: Screen,
    /// The record under review that it leads back to.
    review: Option<ResumeReview>,
    /// Why the last text gave no position.
    text_error: Option<PositionTextError>,
    /// Counts changes of the drafts; `saved` is the one in the file.
    revision: u64,
    saved: u64,
}

impl PositionEditor {
    /// The position that is being edited.
    pub fn current(&self) -> Option<&EditedPosition> {
        self.drafts.get(self.game?)
    }

    /// The position that is being edited, for changes.
    pub fn current_mut(&mut self) -> Option<&mut EditedPosition> {
        self.revision += 1;
        self.drafts.get_mut(self.game?)
    }

    /// Why the last text gave no position.
    pub fn text_error(&self) -> Option<PositionTextError> {
        self.text_error
    }

    /// Edits this position, or goes on with the last one if it fits the options.
    fn open(&mut self, open: &OpenPositionEditor) {
        let OpenPositionEditor { game, options, position, .. } = open;
        let game = *game;
        let Ok(start) = game.start(options) else { return };
        (self.game, self.text_error) = (Some(game.id()), None);
        self.revision += 1;
        let draft = position.as_ref().map(|position| game.draft_of(position));
        let Some(edited) = self.drafts.get_mut(game.id()) else {
            let draft = draft.unwrap_or_else(|| game.draft_of(&start));
            let edited = EditedPosition::new(game, options.clone(), draft);
            self.drafts.extend(edited.map(|edited| (game.id(), edited)));
            return;
        };
        let (old, new) = (edited.board(), start.board());
        let fits = (old.files, old.ranks) == (new.files, new.ranks);
        match draft {
            Some(draft) => edited.replace(options.clone(), draft),
            None if fits && edited.options() == options => {}
            // Other rules on the same board: what stands there stays.
            None if fits => edited.replace(options.clone(), edited.draft().clone()),
            None => edited.replace(options.clone(), game.draft_of(&start)),
        }
    }

    /// Reads a position from a text. A text without one changes nothing.
    fn read(&mut self, text: &str) {
        let Some(edited) = self.current_mut() else { return };
        match read_position(edited.game(), edited.options(), text) {
            Ok((options, draft)) => {
                edited.replace(options, draft);
                self.text_error = None;
            }
            Err(error) => self.text_error = Some(error),
        }
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<PositionEditor>()
        .add_message::<OpenPositionEditor>()
        .add_message::<PositionEditorRequest>()
        .add_message::<OpenReview>()
        .add_message::<ResumeReview>()
        .add_message::<EditPosition>()
        .add_message::<PasteRequest>()
        .add_message::<PastedText>()
        .add_message::<Lifecycle>()
        .add_systems(Startup, drafts::load)
        .add_systems(
            Update,
            (open, read_pasted.run_if(in_state(Screen::PositionEditor)), handle_requests)
                .chain()
                .before(SessionSystems)
                .before(PuzzleSystems),
        )
        .add_systems(Last, drafts::save);
}

fn open(
    mut opened: MessageReader<OpenPositionEditor>,
    screen: Res<State<Screen>>,
    mut editor: ResMut<PositionEditor>,
    mut next: ResMut<NextState<Screen>>,
) {
    for request in opened.read() {
        editor.open(request);
        editor.from = *screen.get();
        editor.review = request.review.clone();
        if editor.current().is_some() {
            next.set(Screen::PositionEditor);
        }
    }
}

fn read_pasted(mut pasted: MessageReader<PastedText>, mut editor: ResMut<PositionEditor>) {
    for PastedText(text) in pasted.read() {
        editor.read(text);
    }
}

fn handle_requests(
    mut requests: MessageReader<PositionEditorRequest>,
    time: Res<Time<Real>>,
    mut editor: ResMut<PositionEditor>,
    choices: Res<SetupChoices>,
    settings: Res<Settings>,
    engines: Res<ExternalEngines>,
    active_session: Res<ActiveSession>,
    mut commands: MessageWriter<SessionCommand>,
    mut reviews: MessageWriter<OpenReview>,
    mut resumed: MessageWriter<ResumeReview>,
    mut levels: MessageWriter<EditPosition>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        if let PositionEditorRequest::Read(text) = request {
            editor.read(text);
            continue;
        }
        if *request == PositionEditorRequest::Leave {
            match editor.review.take() {
                Some(review) => _ = resumed.write(review),
                None => next.set(editor.from),
            }
            continue;
        }
        let Some(edited) = editor.current() else { continue };
        let (game, options) = (edited.game(), edited.options().clone());
        // The buttons are disabled then; a key may be faster.
        let Some(position) = edited.position() else {
            notices.write(Notice::refusal("position-not-yet"));
            continue;
        };
        let text = position.text();
        match request {
            PositionEditorRequest::Read(_) | PositionEditorRequest::Leave => {}
            _ if !edited.is_playable() && *request != PositionEditorRequest::Analyse => {
                notices.write(Notice::refusal("game-is-over"));
            }
            PositionEditorRequest::Play => {
                let experience = settings.experience.get(game.id()).copied();
                let mut choice = choices.get(game, active_session.game(), experience);
                choice.options = options;
                let coin = time.elapsed().subsec_micros() % 2 == 1;
                let setup = Box::new(choice.setup(game, &engines, coin));
                commands.write(SessionCommand::NewGameFrom(setup, text));
                next.set(Screen::Play);
            }
            PositionEditorRequest::Analyse => {
                if let Ok(tree) = GameTree::from_position(game, options, &text) {
                    reviews.write(OpenReview { tree, at: None, library_id: None });
                }
            }
            PositionEditorRequest::CreatePuzzle => {
                levels.write(EditPosition { game, options, position: text, line: Vec::new() });
            }
        }
    }
}
