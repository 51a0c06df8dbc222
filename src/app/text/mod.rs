//! Text for the player in the language of the settings.

mod localization;
mod moves;

pub use localization::Localization;
pub use moves::{move_label, notation};

pub(in crate::app) use localization::plugin;
