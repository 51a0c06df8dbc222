//! The house itself: the order of its layers, and packaging that agrees with the
//! code.

mod layers;
mod phones;
mod rooms;
