//! The headless program: its commands, engine matches and training.

mod commands;
mod dead_stones;
mod events;
mod matches;
mod networks;
mod online;
mod protocols;
mod training;
