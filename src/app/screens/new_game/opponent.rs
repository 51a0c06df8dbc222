//! The opponent, how strong the computer plays, and who has which colour.

use bevy_egui::egui::{
    Align, Color32, FontId, Label, Layout, Painter, Pos2, Rect, RichText, Sense, Ui, Vec2,
};

use egui_phosphor::regular::X;

use super::{NewGameForm, View, engine};
use crate::app::features::ratings::Suggestion;
use crate::app::features::setup_choices::{FirstPlayer, SetupChoice, TimeControlKind};
use crate::app::text::{Localization, side_name};
use crate::app::widgets::controls::{
    TOUCH_TARGET, chip, chips, choice, heading, icon_button, labelled_switch, muted, rail,
    row_height,
};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::{self, Face};
use crate::core::Side;
use crate::games::Game;

/// Moves by which those who watch may be behind.
const DELAYS: [u8; 4] = [0, 1, 3, 5];

/// Size of the pieces on a chip.
const PIECE: f32 = 22.0;

/// Size of the opponent's portrait.
pub(super) const PORTRAIT: f32 = 56.0;

/// The player whom the page calls "you": the person against a computer, else the first.
pub(super) fn own_player(choice: &SetupChoice) -> usize {
    usize::from(choice.computer == [true, false])
}

/// Who sits opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opponent {
    Level,
    Adaptive,
    Engine,
    Person,
    /// A person at another device, over the network.
    Elsewhere,
    /// The computer plays itself, or engines play each other.
    Computers,
}

impl Opponent {
    fn of(choice: &SetupChoice, view: View) -> Opponent {
        let mut computers = (0..2).filter(|&player| choice.computer[player]);
        match (computers.next(), computers.next()) {
            (None, _) if choice.elsewhere => Opponent::Elsewhere,
            (None, _) => Opponent::Person,
            (Some(_), Some(_)) => Opponent::Computers,
            (Some(player), None) if choice.chosen_engine(player, view.engines).is_some() => {
                Opponent::Engine
            }
            _ if choice.adaptive => Opponent::Adaptive,
            _ => Opponent::Level,
        }
    }

    fn choose(self, view: View, form: &mut NewGameForm) {
        let computers = match self {
            Opponent::Person | Opponent::Elsewhere => 0,
            Opponent::Level | Opponent::Adaptive | Opponent::Engine => 1,
            Opponent::Computers => 2,
        };
        let choice = &mut form.choice;
        if choice.computer.iter().filter(|&&computer| computer).count() != computers {
            set_computers(choice, computers);
        }
        choice.adaptive = self == Opponent::Adaptive;
        choice.elsewhere = self == Opponent::Elsewhere;
        if !choice.elsewhere && choice.clock == TimeControlKind::Days {
            choice.clock = TimeControlKind::None;
        }
        if computers == 1 {
            let player = 1 - own_player(choice);
            engine::choose(view, form, player, self == Opponent::Engine);
        }
    }
}

pub(super) fn show(ui: &mut Ui, view: View, form: &mut NewGameForm) {
    let l10n = view.l10n;
    heading(ui, &l10n.get("opponent"));
    let has_engines = engine::are_offered(view, form);
    let mut chosen = Opponent::of(&form.choice, view);
    let mut values =
        vec![(Opponent::Level, l10n.get("computer")), (Opponent::Adaptive, l10n.get("adaptive"))];
    if has_engines {
        values.push((Opponent::Engine, l10n.get("engine")));
    }
    values.push((Opponent::Person, l10n.get("another-person")));
    values.push((Opponent::Elsewhere, l10n.get("person-elsewhere")));
    if chosen == Opponent::Computers {
        values.push((Opponent::Computers, l10n.get("two-computers")));
    }
    if choice(ui, &mut chosen, &values) {
        chosen.choose(view, form);
    }
    let computer = form.choice.computer;
    for player in (0..2).filter(|&player| computer[player]) {
        if chosen == Opponent::Computers {
            heading(ui, &l10n.format("player-number", &[("number", (player + 1).to_string())]));
            if has_engines {
                let mut by_engine = form.choice.chosen_engine(player, view.engines).is_some();
                let values = [(false, l10n.get("computer")), (true, l10n.get("engine"))];
                let chips = ui.push_id(player, |ui| choice(ui, &mut by_engine, &values));
                if chips.inner {
                    engine::choose(view, form, player, by_engine);
                }
            }
        }
        if form.choice.chosen_engine(player, view.engines).is_some() {
            engine::show(ui, view, form, player);
        } else {
            level(ui, view, form, player, chosen);
        }
    }
    if chosen == Opponent::Elsewhere {
        elsewhere(ui, view, form);
    }
    let is_engine = |player| form.choice.chosen_engine(player, view.engines).is_some();
    if (0..2).any(is_engine) {
        engine::time_row(ui, view, form);
    }
    ui.add_space(4.0);
    colour_chips(ui, view, form);
}

/// The challenge to a person elsewhere: to whom, whether it is rated, and when others see it.
fn elsewhere(ui: &mut Ui, view: View, form: &mut NewGameForm) {
    let l10n = view.l10n;
    match form.to.as_ref().map(|to| (to.name.clone(), to.player.fingerprint())) {
        Some((name, fingerprint)) => {
            ui.horizontal(|ui| {
                let text = RichText::new(l10n.format("online-challenge-to", &[("name", name)]));
                ui.add(Label::new(text.color(Palette::of(ui).ink)).truncate())
                    .on_hover_text(fingerprint);
                if icon_button(ui, X, &l10n.get("online-challenge-everyone"), true).clicked() {
                    form.to = None;
                }
            });
            muted(ui, l10n.get("online-challenge-to-explained"));
        }
        None => _ = muted(ui, l10n.get("person-elsewhere-explained")),
    }
    labelled_switch(ui, &l10n.get("online-rated-game"), &mut form.choice.rated);
    heading(ui, &l10n.get("online-delay"));
    let values = DELAYS.map(|moves| {
        let text = match moves {
            0 => l10n.get("online-delay-none"),
            _ => l10n.format("online-delay-moves", &[("moves", moves.to_string())]),
        };
        (moves, text)
    });
    choice(ui, &mut form.choice.delay, &values);
    ui.add_space(4.0);
}

/// The level of a computer, or that it follows the results.
fn level(ui: &mut Ui, view: View, form: &mut NewGameForm, player: usize, opponent: Opponent) {
    let l10n = view.l10n;
    let level = &mut form.choice.level[player];
    if opponent == Opponent::Adaptive {
        // As high as the rail.
        let size = Vec2::new(ui.available_width(), row_height(ui, 0.0).max(TOUCH_TARGET));
        let centred = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, centred, |ui| {
            ui.set_min_size(size);
            ui.add(Label::new(RichText::new(l10n.get("adaptive-explained"))).wrap());
        });
        level_card(ui, view, form.game, view.adaptive.level(form.game, *level));
    } else {
        let name = match opponent {
            Opponent::Computers => {
                l10n.format("player-number", &[("number", (player + 1).to_string())])
            }
            _ => l10n.get("level"),
        };
        let spoken = |level: u8| level_text(l10n, level);
        rail(ui, &name, level, form.game.levels(), spoken);
        level_card(ui, view, form.game, *level);
        if opponent == Opponent::Level {
            suggestion(ui, view, form, player);
        }
    }
}

/// A button for what makes the game against this computer an even one by the player's rating.
fn suggestion(ui: &mut Ui, view: View, form: &mut NewGameForm, computer: usize) {
    let (l10n, game) = (view.l10n, form.game);
    let Some(points) = view.ratings.points(game.id()) else { return };
    let choice = &mut form.choice;
    let found = Suggestion::of(game, &choice.options, choice.level[computer], points);
    let Some(suggestion) = found else { return };
    let first = side_name(l10n, game, Side::First);
    let text = match &suggestion {
        Suggestion::Level(level) => l10n.format("suggest-level", &[("level", level.to_string())]),
        Suggestion::Handicap { to_player: true, .. } => {
            l10n.format("suggest-handicap-player", &[("side", first)])
        }
        Suggestion::Handicap { to_player: false, .. } => {
            l10n.format("suggest-handicap-computer", &[("side", first)])
        }
    };
    let (options, first_player) = match suggestion {
        Suggestion::Level(level) => {
            if chip(ui, false, &text, None) {
                choice.level[computer] = level;
            }
            return;
        }
        Suggestion::Handicap { to_player, options } => {
            (options, FirstPlayer::Player(if to_player { 1 - computer } else { computer }))
        }
    };
    let is_applied = choice.options == options && choice.first_player == first_player;
    if !is_applied && chip(ui, false, &text, None) {
        (choice.options, choice.first_player) = (options, first_player);
    }
}

/// Makes the opponent a person elsewhere.
pub(super) fn set_elsewhere(choice: &mut SetupChoice) {
    set_computers(choice, 0);
    (choice.adaptive, choice.elsewhere) = (false, true);
}

/// Lets so many computers play. A single one is the second player.
pub(super) fn set_computers(choice: &mut SetupChoice, computers: usize) {
    choice.computer = [computers == 2, computers > 0];
}

/// The portrait of a level, its name, and what it plays like.
fn level_card(ui: &mut Ui, view: View, game: &dyn Game, level: u8) {
    let l10n = view.l10n;
    let palette = Palette::of(ui);
    ui.horizontal_top(|ui| {
        let (place, _) = ui.allocate_exact_size(Vec2::splat(PORTRAIT), Sense::hover());
        thumbnail::paint_portrait(ui.painter(), place, Face::Level(level), view.paint);
        ui.vertical(|ui| {
            let text = RichText::new(level_text(l10n, level)).size(theme::LARGE);
            ui.label(text.color(palette.ink));
            level_line(ui, l10n, game, level);
        });
    });
}

/// Number and name of a level.
fn level_text(l10n: &Localization, level: u8) -> String {
    let name = l10n.get(&format!("level-name-{level}"));
    l10n.format("level-and-name", &[("number", level.to_string()), ("name", name)])
}

/// Description of the play of a level, with its algorithm where one is taught.
fn level_description(l10n: &Localization, game: &dyn Game, level: u8) -> String {
    let line = l10n.get(&format!("level-{}-{level}", game.id()));
    match l10n.find(&format!("method-{}-{level}", game.id())) {
        Some(method) => format!("{line}\n{method}"),
        None => line,
    }
}

/// The description of a level, in the height of the longest of this game, so that nothing
/// below it moves with the level.
fn level_line(ui: &mut Ui, l10n: &Localization, game: &dyn Game, level: u8) {
    let width = ui.available_width();
    let font = FontId::proportional(theme::SMALL);
    let height = |level| {
        let text = level_description(l10n, game, level);
        ui.painter().layout(text, font.clone(), Color32::PLACEHOLDER, width).size().y
    };
    let height = (1..=game.levels()).map(height).fold(0.0, f32::max);
    ui.allocate_ui(Vec2::new(width, height), |ui| {
        ui.set_min_height(height);
        muted(ui, level_description(l10n, game, level));
    });
}

/// The chips of the colours, each with its piece.
fn colour_chips(ui: &mut Ui, view: View, form: &mut NewGameForm) {
    let l10n = view.l10n;
    let own = own_player(&form.choice);
    let label = match form.choice.computer {
        [true, false] | [false, true] => l10n.get("you-play"),
        _ if form.choice.elsewhere => l10n.get("you-play"),
        _ => l10n.format("player-plays", &[("number", "1".to_owned())]),
    };
    heading(ui, &label);
    let game = form.game;
    let first = form.choice.first_player;
    let values = [
        (Some(Side::First), FirstPlayer::Player(own)),
        (Some(Side::Second), FirstPlayer::Player(1 - own)),
        (None, FirstPlayer::Random),
    ];
    chips(ui, |ui| {
        for (side, value) in values {
            let text = match side {
                Some(side) => side_name(l10n, game, side),
                None => l10n.get("by-chance"),
            };
            let paint = |painter: &Painter, rect| paint_side(painter, rect, view, game, side);
            if chip(ui, first == value, &text, Some((Vec2::splat(PIECE), &paint))) {
                form.choice.first_player = value;
            }
        }
    });
}

/// Paints the piece of a side, or those of both, on discs in the colour of the board, where
/// each is visible whatever is behind.
pub(super) fn paint_side(
    painter: &Painter,
    rect: Rect,
    view: View,
    game: &dyn Game,
    side: Option<Side>,
) {
    let half = rect.height() / 2.0;
    let disc = |side: Side, centre: Pos2, radius: f32| {
        painter.circle_filled(centre, radius, view.paint.surface_colour(game, view.position));
        let piece = thumbnail::first_piece(side);
        let (position, paint) = (view.position, view.paint);
        thumbnail::paint_piece(painter, centre, radius * 0.78, game, position, piece, paint);
    };
    match side {
        Some(side) => disc(side, rect.center(), half),
        None => {
            let radius = half * 0.68;
            disc(Side::Second, rect.right_bottom() - Vec2::splat(radius), radius);
            disc(Side::First, rect.left_top() + Vec2::splat(radius), radius);
        }
    }
}
