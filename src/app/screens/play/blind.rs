//! Blind play: the board is hidden, moves are typed in the notation of the game, and the
//! opponent's are read as text. A held button or key shows the board for as long.

use bevy_egui::egui::{self, Align, CornerRadius, Label, Layout, RichText, Ui, Vec2};
use egui_phosphor::regular::{CHECK, EYE};

use super::actions::UiAction;
use crate::app::board::RuleHints;
use crate::app::session::{Ending, GameAction, Session, Turn};
use crate::app::text::{Localization, move_label, notation, side_name};
use crate::app::widgets::controls::{ButtonStyle, button, field, focus_by_default, muted, title};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::{keys, page};
use crate::core::Move;
use crate::games::AnyPosition;
use crate::record::NodeId;

/// Moves that are shown at most.
const MOVES_SHOWN: usize = 8;

/// Width of the column at most.
const MAX_WIDTH: f32 = 420.0;

/// State of the entry of a move.
#[derive(Default)]
pub(super) struct BlindEntry {
    text: String,
    /// Id of what was wrong with the last entry.
    refused: Option<&'static str>,
    /// A move that the rules punish was entered once: the second time it is played.
    warned: Option<Move>,
    /// The position that this is about.
    node: Option<NodeId>,
    /// The player looks at the board.
    peeks: bool,
    peek_button_held: bool,
}

/// Reads a move as people write it: in the notation of the game, in letters of either
/// width, or the word for a pass in the player's language.
fn read_move(
    l10n: &Localization,
    position: &AnyPosition,
    text: &str,
) -> Result<Move, &'static str> {
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '　' => ' ',
        c => c,
    };
    let text: String = text.trim().chars().map(narrow).collect();
    let pass = [l10n.get("pass"), l10n.get("decision-pass")];
    if pass.iter().any(|word| word.to_lowercase() == text.to_lowercase()) {
        return position.check(Move::Pass).map(|()| Move::Pass).map_err(|illegal| illegal.id);
    }
    let read = |text: &str| position.parse_move(text).map_err(|refused| refused.id);
    // Chess tells b from B, which few mean when they type with or without Shift.
    let small = text.to_lowercase();
    let begun_large: String = small
        .chars()
        .enumerate()
        .map(|(n, c)| if n == 0 { c.to_ascii_uppercase() } else { c })
        .collect();
    let unreadable = read("?").err();
    let ways = [text, begun_large, small];
    let mut refused = "";
    for way in &ways {
        match read(way) {
            Ok(mv) => return Ok(mv),
            // Whichever is read as a move says why it is none here.
            Err(id) if refused.is_empty() || Some(refused) == unreadable => refused = id,
            Err(_) => {}
        }
    }
    Err(refused)
}

impl BlindEntry {
    /// True while the board is to be seen.
    pub(super) fn peeks(&self) -> bool {
        self.peeks
    }

    /// Plays what was entered, if it is a move.
    fn enter(
        &mut self,
        l10n: &Localization,
        session: &Session,
        rule_hints: &RuleHints,
    ) -> Option<UiAction> {
        if self.text.trim().is_empty() {
            return None;
        }
        if session.turn() != Turn::Human {
            self.refused = Some("puzzle-not-now");
            return None;
        }
        match read_move(l10n, session.position(), &self.text) {
            Ok(mv) if rule_hints.needs_confirmation(mv) && self.warned != Some(mv) => {
                self.warned = Some(mv);
                self.refused = rule_hints.warning(mv).map(|warning| warning.message_id);
                None
            }
            Ok(mv) => {
                *self = BlindEntry { node: self.node, ..BlindEntry::default() };
                Some(UiAction::Play(mv))
            }
            Err(refused) => {
                self.refused = Some(refused);
                None
            }
        }
    }
}

/// True if the board of this session is to be hidden.
pub(super) fn is_hidden(hide_board: bool, ending: Option<Ending>) -> bool {
    hide_board && ending.is_none()
}

/// Covers the board, whose place is that of this `Ui`, with the moves and the entry field.
/// Returns what was entered.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    session: &Session,
    rule_hints: &RuleHints,
    entry: &mut BlindEntry,
) -> Option<UiAction> {
    if entry.node.replace(session.current()) != Some(session.current()) {
        (entry.refused, entry.warned) = (None, None);
    }
    let place = ui.max_rect();
    if !entry.peeks {
        ui.painter().rect_filled(place.expand(6.0), CornerRadius::ZERO, Palette::of(ui).paper);
    }
    let mut action = None;
    let builder = egui::UiBuilder::new().max_rect(place.shrink(8.0));
    let mut ui = ui.new_child(builder);
    if !entry.peeks {
        page::centred_column(&mut ui, MAX_WIDTH, |ui| {
            ui.label(title(l10n.get("blind-title"), theme::LARGE));
            last_moves(ui, l10n, session);
            action = entry_row(ui, l10n, session, rule_hints, entry);
            // Its line is there with and without a text.
            let text = entry.refused.map_or(" ".to_owned(), |id| l10n.get(id));
            let text = RichText::new(text).size(theme::BODY).color(Palette::of(ui).warning);
            ui.add(Label::new(text).wrap());
        });
    }
    peek_button(&mut ui, l10n, entry);
    action
}

/// The last moves, the latest in large letters.
fn last_moves(ui: &mut Ui, l10n: &Localization, session: &Session) {
    let (tree, game) = (session.tree(), session.setup().game);
    let path = tree.path(session.current());
    let notation = notation(l10n, game);
    let text = |node: NodeId| {
        let mv = move_label(l10n, tree, node, &notation);
        let side = tree.parent(node).map(|parent| tree.position(parent).side_to_move());
        let side = side.map(|side| side_name(l10n, game, side)).unwrap_or_default();
        l10n.format("announce-move", &[("side", side), ("move", mv)])
    };
    let first = path.len().saturating_sub(MOVES_SHOWN).max(1);
    let moves: Vec<String> =
        path.get(first..).unwrap_or_default().iter().map(|&n| text(n)).collect();
    let palette = Palette::of(ui);
    // As much room as there is beside the entry, so that nothing moves as moves come.
    let height = (ui.available_height() - 3.5 * ui.spacing().interact_size.y - 40.0).max(40.0);
    let size = Vec2::new(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::bottom_up(Align::Min), |ui| {
        ui.set_min_size(size);
        ui.set_clip_rect(ui.max_rect());
        if moves.is_empty() {
            muted(ui, l10n.get("no-moves-yet"));
        }
        for (age, text) in moves.iter().rev().enumerate() {
            let size = if age == 0 { theme::BIG } else { theme::BODY };
            let ink = if age == 0 { palette.ink } else { palette.muted };
            ui.label(RichText::new(text).size(size).color(ink));
        }
    });
}

fn entry_row(
    ui: &mut Ui,
    l10n: &Localization,
    session: &Session,
    rule_hints: &RuleHints,
    entry: &mut BlindEntry,
) -> Option<UiAction> {
    let mut entered = false;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = l10n.get("blind-play");
            entered = button(ui, ButtonStyle::Primary, Some(CHECK), &text).clicked();
            let hint = l10n.get(&format!("blind-hint-{}", session.setup().game.id()));
            let response = field(ui, &l10n.get("blind-move"), &hint, &mut entry.text);
            entered |= response.lost_focus() && ui.input(|input| keys::CHOOSE.is_pressed(input));
            if entered {
                response.request_focus();
            }
            focus_by_default(ui, &response);
        });
    });
    entered.then(|| entry.enter(l10n, session, rule_hints)).flatten()
}

/// The button that shows the board while it is held.
fn peek_button(ui: &mut Ui, l10n: &Localization, entry: &mut BlindEntry) {
    let place = ui.max_rect();
    let height = ui.spacing().interact_size.y;
    let foot = egui::Rect::from_min_max(place.left_bottom() - Vec2::new(0.0, height), place.max);
    let builder = egui::UiBuilder::new().max_rect(foot).layout(Layout::top_down(Align::Center));
    let mut ui = ui.new_child(builder);
    let response = button(&mut ui, ButtonStyle::Plain, Some(EYE), &l10n.get("blind-peek"));
    let by_key = response.has_focus() && ui.input(|input| keys::PRESS.is_held(input));
    let held = response.is_pointer_button_down_on() || by_key;
    entry.peeks = held || ui.input(|input| keys::PEEK.is_held(input));
    if std::mem::replace(&mut entry.peek_button_held, entry.peeks) != entry.peeks {
        ui.ctx().request_repaint();
    }
}

/// Keys beside those of the entry: Escape empties it, and then leaves; with nothing entered,
/// moves are taken back.
pub(super) fn shortcuts(ui: &Ui, entry: &mut BlindEntry) -> Option<UiAction> {
    let pressed = |keys: keys::Shortcut| ui.input(|input| keys.is_pressed(input));
    let is_empty = entry.text.is_empty();
    if pressed(keys::BACK) {
        entry.text.clear();
        return is_empty.then_some(UiAction::OpenHome);
    }
    let history = [(keys::UNDO, GameAction::Undo), (keys::REDO, GameAction::Redo)];
    let asked = history.into_iter().find(|(keys, _)| is_empty && pressed(*keys));
    asked.map(|(_, action)| UiAction::Game(action))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::Language;
    use crate::games::{Options, registry};

    #[test]
    fn moves_of_every_game_are_read_as_people_write_them() {
        let english = Localization::for_language(Language::English);
        let chinese = Localization::for_language(Language::SimplifiedChinese);
        let cases: [(&str, &[&str]); 6] = [
            ("chess", &["e4", "e2e4", "E4", "ｅ４", " e4 "]),
            ("xiangqi", &["炮二平五", "h2e2", "H2-E2", "C2=5", "c2.5"]),
            ("go", &["Q16", "q16", "Ｑ１６"]),
            ("gomoku", &["h8", "H8"]),
            ("reversi", &["f5", "F5"]),
            ("tictactoe", &["b2", "B2"]),
        ];
        for (game, texts) in cases {
            let start = registry::find(game).unwrap().start(&Options::default()).unwrap();
            let expected = read_move(&english, &start, texts[0]).unwrap();
            for text in texts {
                for l10n in [&english, &chinese] {
                    assert_eq!(read_move(l10n, &start, text), Ok(expected), "{game}: {text}");
                }
            }
            for wrong in ["", "z99", "?"] {
                assert!(read_move(&english, &start, wrong).is_err(), "{game}: {wrong}");
            }
        }
    }

    #[test]
    fn a_pass_and_a_knight_are_read_in_small_letters_and_words() {
        let english = Localization::for_language(Language::English);
        let chinese = Localization::for_language(Language::SimplifiedChinese);
        let start = |game| registry::find(game).unwrap().start(&Options::default()).unwrap();
        assert_eq!(read_move(&english, &start("go"), "Pass"), Ok(Move::Pass));
        assert_eq!(read_move(&chinese, &start("go"), "停一手"), Ok(Move::Pass));
        let chess = start("chess");
        assert_eq!(read_move(&english, &chess, "nf3"), read_move(&english, &chess, "Nf3"));
        assert!(read_move(&english, &chess, "nf3").is_ok());
        assert!(read_move(&english, &chess, "pass").is_err());
        assert_eq!(read_move(&english, &chess, "nd4"), read_move(&english, &chess, "Nd4"));
        assert_ne!(read_move(&english, &chess, "nd4"), read_move(&english, &chess, "?"));
    }
}
