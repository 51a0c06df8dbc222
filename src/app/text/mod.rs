//! Text for the player in the language of the settings.

mod localization;
mod moves;
mod names;

pub use localization::Localization;
pub use moves::{move_label, notation};
pub use names::{format_name, format_remark, game_name, side_name, with_minus_sign};

pub(in crate::app) use localization::plugin;
