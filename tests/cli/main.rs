//! The headless program: its commands, engine matches and training.

mod commands;
mod matches;
mod training;
