//! Names of lessons that stay the same wherever they stand in a list.

use serde::{Deserialize, Serialize};

use super::Course;

/// Name of a lesson among those of all courses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LessonId {
    /// The game and the course, as in `chess/basics`.
    pub course: String,
    /// The lesson's id within the course.
    pub lesson: String,
}

impl LessonId {
    /// The name of a lesson of this course.
    #[must_use]
    pub fn new(course: &Course, lesson: &str) -> LessonId {
        LessonId { course: course_key(course), lesson: lesson.to_owned() }
    }

    /// True if it is a lesson of this course.
    #[must_use]
    pub fn is_of(&self, course: &Course) -> bool {
        self.course == course_key(course)
    }
}

fn course_key(course: &Course) -> String {
    format!("{}/{}", course.game, course.id)
}
