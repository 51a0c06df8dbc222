//! The game on the board as a file: a record in any format that can hold it,
//! a picture of the position, or a film of the line.

use std::ops::ControlFlow;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Review;
use crate::app::assets::Library;
use crate::app::notice::Notice;
use crate::app::picture::{self, Artist, Pace, Style};
use crate::app::platform::files::Save;
use crate::app::platform::work::{Desk, Job, Office, Task};
use crate::app::session::Playing;
use crate::app::settings::Settings;
use crate::app::shelf::{file_name, file_of};
use crate::app::ui::{Look, Words};
use crate::record::formats::{FORMATS, Format};
use crate::record::{GameTree, NodeId};
use crate::search::Stop;

/// Edges of pictures and films, in pixels.
const PICTURE_EDGE: u32 = 1200;
const FILM_EDGE: u32 = 480;

/// What is made of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A record in the format of this name.
    Record(&'static str),
    /// A picture of the position shown.
    Picture,
    /// A film of the line.
    Film,
}

/// Makes a file of the game on the board.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// This one.
    As(Kind),
    /// Gives up the one that is being made.
    Cancel,
}

/// A picture or a film is to be drawn.
#[derive(Serialize, Deserialize)]
pub struct Drawing {
    artist: Artist,
    style: Style,
    tree: GameTree,
    shown: Shown,
}

/// What is drawn of a record.
#[derive(Serialize, Deserialize)]
enum Shown {
    /// The position of this node.
    Position(NodeId),
    /// The positions of these nodes, one after the other.
    Line(Vec<NodeId>, Pace),
}

/// How far a picture or film is, and what came of it.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Made {
    part: f32,
    file: Option<Result<Vec<u8>, String>>,
}

impl Task for Drawing {
    type Found = Made;

    const NAME: &'static str = "draw";

    fn run(self, _: &mut Desk, stop: &Stop, note: &mut dyn FnMut(Made)) {
        let Drawing { artist, style, tree, shown } = &self;
        let made = match shown {
            Shown::Position(node) => picture::png(artist, tree, *node, style),
            Shown::Line(line, pace) => picture::gif(artist, tree, line, style, pace, |part| {
                note(Made { part, file: None });
                if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }),
        };
        note(Made { part: 1.0, file: Some(made.map_err(|error| error.to_string())) });
    }
}

/// The picture or film that is being made, under this name.
#[derive(Resource, Default)]
pub struct Exporting(Option<(String, Job<Drawing>)>);

impl Exporting {
    /// How far it is, 0 to 1; `None` if there is none.
    pub fn progress(&self) -> Option<f32> {
        let (_, job) = self.0.as_ref()?;
        Some(job.with(|made| made.part))
    }
}

/// The formats in which this game can be written.
pub fn formats(tree: &GameTree) -> impl Iterator<Item = &'static Format> {
    let game = tree.game().id();
    FORMATS
        .iter()
        .copied()
        .filter(move |format| format.is_written() && format.games.contains(&game))
}

/// A film runs as fast as the moves play themselves.
fn film_pace(pace: usize) -> Pace {
    Pace { each: super::pause(pace), ..Pace::default() }
}

/// How long a film of so many positions lasts at this one of
/// [`PACES`](super::PACES).
pub fn film_length(positions: usize, pace: usize) -> Duration {
    picture::length(positions, &film_pace(pace))
}

/// Does what is asked, at once or beside the window.
pub(super) fn begin(
    mut exports: MessageReader<Export>,
    playing: Res<Playing>,
    review: Res<Review>,
    library: Res<Library>,
    look: Res<Look>,
    settings: Res<Settings>,
    words: Res<Words>,
    office: Res<Office>,
    mut exporting: ResMut<Exporting>,
    mut saves: MessageWriter<Save>,
    mut notices: MessageWriter<Notice>,
) {
    for export in exports.read() {
        let (Some(session), &Export::As(kind)) = (playing.review(), export) else {
            exporting.0 = None;
            continue;
        };
        let tree = session.tree();
        if let Kind::Record(id) = kind {
            let format = formats(tree).find(|format| format.id == id);
            match format.map(|format| file_of(std::slice::from_ref(tree), format)) {
                Some(Ok(file)) => {
                    saves.write(file);
                }
                Some(Err(error)) => {
                    notices.write(Notice::problem("export-refused").with("reason", error));
                }
                // Only formats of the list are asked for.
                None => {}
            }
            continue;
        }
        let artist = Artist::new(&library, &look, &settings, &words);
        let film = kind == Kind::Film;
        let style = Style {
            edge: if film { FILM_EDGE } else { PICTURE_EDGE },
            turned: settings.flipped,
            coordinates: settings.coordinates,
            last_move: settings.last_move,
            shapes: true,
            numbers: review.numbers(),
            caption: true,
        };
        let ending = if film { "gif" } else { "png" };
        let name = file_name(std::slice::from_ref(tree), ending);
        let shown = match film {
            true => Shown::Line(session.line(), film_pace(review.pace())),
            false => Shown::Position(session.current()),
        };
        let job = office.begin(Drawing { artist, style, tree: tree.clone(), shown });
        exporting.0 = Some((name, job));
    }
}

/// Hands over what is finished.
pub(super) fn finish(
    mut exporting: ResMut<Exporting>,
    mut saves: MessageWriter<Save>,
    mut notices: MessageWriter<Notice>,
) {
    if !exporting.0.as_ref().is_some_and(|(_, job)| job.is_finished()) {
        return;
    }
    let Some((name, job)) = exporting.0.take() else { return };
    match job.found().file {
        Some(Ok(bytes)) => {
            saves.write(Save { name, bytes: bytes.into() });
        }
        Some(Err(problem)) => {
            notices.write(Notice::problem("export-refused").with("reason", problem));
        }
        None => {
            notices.write(Notice::problem("export-broke"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    #[test]
    fn every_game_has_a_format_of_its_own_field_and_ours() {
        for game in registry::GAMES {
            let tree = GameTree::new(*game, Options::default()).unwrap();
            assert!(formats(&tree).count() >= 1, "{}", game.id());
        }
    }
}
