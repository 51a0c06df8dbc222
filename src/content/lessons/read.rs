//! Reading courses.

use std::fmt::Display;

use super::check::check_course;
use super::{Course, CourseError, INDEX, MAX_BYTES};
use crate::content::file::{self, FileError};

/// The valid courses, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedCourses {
    /// In the order of the index.
    pub courses: Vec<Course>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every course it names. A bad file is reported; the others still
/// load.
pub fn load<E: Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedCourses {
    let loaded = file::load(read, INDEX, "lessons/", read_course);
    let mut courses: Vec<Course> = Vec::new();
    let mut errors = loaded.errors;
    for (file, course) in loaded.contents {
        if courses.iter().any(|other| other.game == course.game && other.id == course.id) {
            let reason = format!("another course of {} has the id {}", course.game, course.id);
            errors.push(FileError::whole(&file, reason));
        } else {
            courses.push(course);
        }
    }
    LoadedCourses { courses, errors, listed_files: loaded.listed_files }
}

/// Reads one course from the text of its file, and plays its boards.
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_course(file: &str, text: &str) -> Result<Course, FileError> {
    file::check_size(text.len(), MAX_BYTES).map_err(|error| FileError::whole(file, error))?;
    let course: Course = file::parse(file, text)?;
    match check_course(&course) {
        Ok(()) => Ok(course),
        Err(CourseError::Lesson(error)) => Err(error.in_file(file, text)),
        Err(CourseError::Format(error)) => Err(FileError::whole(file, error)),
    }
}
