//! The game on the board as a file: a record in any format that can hold it,
//! a picture of the position, or a film of the line.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bevy::prelude::*;

use super::Review;
use super::job::{Found, Job};
use crate::app::assets::Library;
use crate::app::notice::Notice;
use crate::app::picture::{self, Artist, Pace, Style};
use crate::app::platform::Waker;
use crate::app::platform::files::Save;
use crate::app::session::{Playing, Session};
use crate::app::settings::Settings;
use crate::app::ui::{Look, Words};
use crate::record::formats::{FORMATS, Format};
use crate::record::{Field, GameTree};

/// Edges of pictures and films, in pixels.
const PICTURE_EDGE: u32 = 1200;
const FILM_EDGE: u32 = 480;

/// The longest name of a file without its ending, in characters.
const LONGEST_NAME: usize = 60;

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

/// How far a picture or film is, and what came of it.
#[derive(Default)]
struct Made {
    part: f32,
    file: Option<Result<Vec<u8>, String>>,
}

/// The picture or film that is being made.
#[derive(Resource, Default)]
pub struct Exporting(Option<(String, Job<Made>)>);

impl Exporting {
    /// How far it is, 0 to 1; `None` if there is none.
    pub fn progress(&self) -> Option<f32> {
        let (_, job) = self.0.as_ref()?;
        Some(job.found.lock().unwrap_or_else(PoisonError::into_inner).result.part)
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

/// A name for a file of this game, without its ending.
pub fn file_name(tree: &GameTree) -> String {
    let info = tree.info();
    let parts = [Field::First, Field::Second, Field::Date].map(|field| info.get(field));
    let said: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let name = if said.is_empty() { tree.game().id().to_owned() } else { said.join(" ") };
    let safe = |letter: char| letter.is_alphanumeric() || "-_.()".contains(letter);
    let name: String = name.chars().map(|c| if safe(c) { c } else { '-' }).collect();
    let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != ')');
    let name: String = name.chars().take(LONGEST_NAME).collect();
    if name.is_empty() { tree.game().id().to_owned() } else { name }
}

/// Does what is asked, at once or on the compute pool.
pub(super) fn begin(
    mut exports: MessageReader<Export>,
    playing: Res<Playing>,
    review: Res<Review>,
    library: Res<Library>,
    look: Res<Look>,
    settings: Res<Settings>,
    words: Res<Words>,
    waker: Res<Waker>,
    mut exporting: ResMut<Exporting>,
    mut saves: MessageWriter<Save>,
    mut notices: MessageWriter<Notice>,
) {
    for export in exports.read() {
        let (Some(session), &Export::As(kind)) = (playing.review(), export) else {
            exporting.0 = None;
            continue;
        };
        let name = file_name(session.tree());
        if let Kind::Record(id) = kind {
            match record(session, id) {
                Ok((ending, bytes)) => {
                    saves.write(Save { name: format!("{name}.{ending}"), bytes: bytes.into() });
                }
                Err(problem) => {
                    notices.write(Notice::problem("export-refused").with("reason", problem));
                }
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
        let (tree, node, line) = (session.tree().clone(), session.current(), session.line());
        let pace = film_pace(review.pace());
        let job = Job::begin(&waker, move |stop, found: &Mutex<Found<Made>>| {
            let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
            let made = if film {
                picture::gif(&artist, &tree, &line, &style, &pace, |part| {
                    lock().result.part = part;
                    if stop.is_raised() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
            } else {
                picture::png(&artist, &tree, node, &style)
            };
            lock().result.file = Some(made.map_err(|error| error.to_string()));
        });
        let ending = if film { "gif" } else { "png" };
        exporting.0 = Some((format!("{name}.{ending}"), job));
    }
}

/// The record in this format, with the ending of its files.
fn record(session: &Session, id: &str) -> Result<(&'static str, Vec<u8>), String> {
    let tree = session.tree();
    let format = formats(tree).find(|format| format.id == id);
    let format = format.ok_or_else(|| format!("{id} does not hold {}", tree.game().id()))?;
    let bytes = format.write(std::slice::from_ref(tree)).map_err(|error| error.to_string())?;
    Ok((format.endings.first().copied().unwrap_or("txt"), bytes))
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
    let file = job.found.lock().unwrap_or_else(PoisonError::into_inner).result.file.take();
    match file {
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
    fn a_file_is_named_after_the_players_and_never_has_signs_of_paths() {
        let mut tree = GameTree::new(registry::find("chess").unwrap(), Options::default()).unwrap();
        assert_eq!(file_name(&tree), "chess");
        tree.info_mut().set(Field::First, "../Ada: L.");
        tree.info_mut().set(Field::Second, "王");
        tree.info_mut().set(Field::Date, "2026-11-21");
        assert_eq!(file_name(&tree), "Ada--L.-王-2026-11-21");
        tree.info_mut().set(Field::First, "/");
        tree.info_mut().set(Field::Second, "");
        tree.info_mut().set(Field::Date, "");
        assert_eq!(file_name(&tree), "chess");
    }

    #[test]
    fn every_game_has_a_format_of_its_own_field_and_ours() {
        for game in registry::GAMES {
            let tree = GameTree::new(*game, Options::default()).unwrap();
            assert!(formats(&tree).count() >= 1, "{}", game.id());
        }
    }
}
