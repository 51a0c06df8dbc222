//! Progress of learning: the lessons that are done and how far the others were read, kept in a
//! file.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::content::lessons::{Course, LessonId};

/// File of the progress.
const FILE: &str = "lessons.ron";

/// Current version of the file format.
const VERSION: u32 = 1;

/// The lessons that are done, and where the others were left.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LessonProgress {
    version: u32,
    done: BTreeMap<String, BTreeSet<String>>,
    /// The step at which a lesson was left.
    #[serde(default)]
    steps: BTreeMap<String, BTreeMap<String, usize>>,
    /// The lesson that was opened last.
    #[serde(default)]
    last: Option<LessonId>,
}

/// The reason why stored progress could not be read.
#[derive(Debug, Error)]
enum ProgressError {
    #[error(transparent)]
    Unreadable(#[from] ron::error::SpannedError),
    #[error("it is of version {0}, but this program reads version {VERSION}")]
    Version(u32),
}

impl Default for LessonProgress {
    fn default() -> LessonProgress {
        LessonProgress {
            version: VERSION,
            done: BTreeMap::new(),
            steps: BTreeMap::new(),
            last: None,
        }
    }
}

impl LessonProgress {
    /// True if a lesson was brought to its end.
    pub fn is_done(&self, id: &LessonId) -> bool {
        self.done.get(&id.course).is_some_and(|done| done.contains(&id.lesson))
    }

    /// Number of lessons of a course that are done.
    pub fn done_count(&self, course: &Course) -> usize {
        let is_done = |id: &str| self.is_done(&LessonId::new(course, id));
        course.lessons.iter().filter(|lesson| is_done(&lesson.id)).count()
    }

    /// The first lesson of a course that is not done, or its first one.
    pub fn next_lesson(&self, course: &Course) -> Option<LessonId> {
        let ids = course.lessons.iter().map(|lesson| LessonId::new(course, &lesson.id));
        ids.clone().find(|id| !self.is_done(id)).or(ids.into_iter().next())
    }

    /// Index of the step at which a lesson was left.
    pub fn step(&self, id: &LessonId) -> usize {
        let steps = self.steps.get(&id.course);
        steps.and_then(|steps| steps.get(&id.lesson)).copied().unwrap_or_default()
    }

    /// The lesson that was opened last, unless it is done.
    pub fn unfinished(&self) -> Option<&LessonId> {
        self.last.as_ref().filter(|id| !self.is_done(id))
    }

    /// Records that a lesson stands at a step.
    pub(super) fn reach(&mut self, id: &LessonId, step: usize) {
        self.last = Some(id.clone());
        self.steps.entry(id.course.clone()).or_default().insert(id.lesson.clone(), step);
    }

    /// Records that a lesson was brought to its end.
    pub(super) fn finish(&mut self, id: &LessonId) {
        self.done.entry(id.course.clone()).or_default().insert(id.lesson.clone());
        if let Some(steps) = self.steps.get_mut(&id.course) {
            steps.remove(&id.lesson);
        }
    }

    fn from_ron(text: &str) -> Result<LessonProgress, ProgressError> {
        let read: LessonProgress = ron::from_str(text)?;
        if read.version == VERSION { Ok(read) } else { Err(ProgressError::Version(read.version)) }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LessonProgress>().add_systems(Startup, load).add_systems(Last, save);
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut progress: ResMut<LessonProgress>,
    mut notices: MessageWriter<Notice>,
) {
    let read =
        storage.read_parsed(FILE, "progress-damaged", &mut notices, LessonProgress::from_ron);
    if let Some(read) = read {
        *progress = read;
    }
}

/// Saves the file after every change.
fn save(
    storage: Res<Storage>,
    progress: Res<LessonProgress>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Option<LessonProgress>>,
) {
    // The first run only remembers the loaded state.
    let Some(known) = &*written else {
        *written = Some(progress.clone());
        return;
    };
    if !progress.is_changed() || *known == *progress {
        return;
    }
    *written = Some(progress.clone());
    let config = ron::ser::PrettyConfig::new();
    let text = ron::ser::to_string_pretty(&*progress, config).unwrap_or_default();
    if let Err(error) = storage.write(FILE, &text) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_goes_on_where_it_was_left_until_it_is_done() {
        let id = LessonId { course: "chess/basics".to_owned(), lesson: "rook".to_owned() };
        let mut progress = LessonProgress::default();
        progress.reach(&id, 3);
        let text = ron::to_string(&progress).unwrap();
        let mut read = LessonProgress::from_ron(&text).unwrap();
        assert_eq!((read.step(&id), read.unfinished()), (3, Some(&id)));
        read.finish(&id);
        assert_eq!((read.step(&id), read.unfinished()), (0, None));
        assert!(read.is_done(&id));
        assert!(LessonProgress::from_ron("(version: 2, done: {})").is_err());
    }
}
