//! Text for the player in the language of the settings.

mod localization;
mod moves;
mod names;
mod time;

pub use localization::Localization;
pub use moves::{figurine_text, move_label, notation};
pub use names::{
    STORED_PERSON_NAME, format_name, format_remark, game_name, group_digits, is_computer_name,
    piece_name, result_text, shown_player_name, side_name, stored_computer_name,
    stored_person_name, variant_line, with_minus_sign,
};

pub use time::time_left;

pub(in crate::app) use localization::plugin;
