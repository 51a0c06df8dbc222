//! Training of the network of Go: positions that a teacher judges, their files, and the
//! quantisation of what was trained.

mod quantisation;
mod samples;
mod teacher;

pub use quantisation::{QuantisationErrors, quantise_network};
pub use samples::{Sample, SamplesError, read_samples, write_samples};
pub use teacher::{AnswerError, TeacherGame};
