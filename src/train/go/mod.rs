//! Training of the network of Go: positions that a teacher judges, and their files.

mod samples;
mod teacher;

pub use samples::{Sample, write_samples};
pub use teacher::{AnswerError, TeacherGame};
