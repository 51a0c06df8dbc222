//! The house itself: the order of its layers, and documents and packaging that
//! agree with the code.

mod commands;
mod docs;
mod documents;
mod game_ids;
mod keys;
mod layers;
mod phones;
mod rooms;
