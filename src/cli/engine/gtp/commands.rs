//! The commands, by the games that know them.

use super::Gtp;

/// Commands of every game.
pub(super) const COMMANDS: [&str; 28] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "stop",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "loadsgf",
    "list_stones",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "kgs-time_settings",
    "kata-time_settings",
    "kata-list_time_settings",
    "gogui-interrupt",
    "gogui-play_sequence",
    "lz-analyze",
    "lz-genmove_analyze",
];

/// Commands of games whose rule sets, komi and handicap are options.
pub(super) const GO_COMMANDS: [&str; 13] = [
    "get_komi",
    "set_position",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "final_status_list",
    "kgs-genmove_cleanup",
    "kgs-rules",
    "kata-get-rules",
    "kata-set-rules",
    "kata-set-rule",
    "kata-analyze",
    "kata-genmove_analyze",
];

impl Gtp {
    /// The commands of this game.
    pub(super) fn commands(&self) -> Vec<&'static str> {
        let more: &[&str] = if self.is_go() { &GO_COMMANDS } else { &[] };
        COMMANDS.iter().chain(more).copied().collect()
    }
}
