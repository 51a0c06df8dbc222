//! The best players of the server, by game and speed.

use bevy_egui::egui::{Align, Label, Layout, RichText, Ui};

use super::View;
use super::rows::rating_text;
use crate::app::features::online::OnlineRequest;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::controls::{ButtonStyle, button, chip, chips, choice, muted, titled_card};
use crate::app::widgets::theme::{self, Palette};
use crate::games::registry::GAMES;
use crate::net::client::Command;
use crate::net::{PlayerId, RankedPlayer, Speed};

/// Lines that are shown before "Show all" is pressed.
const FIRST_LINES: usize = 10;

/// The table that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TableChoice {
    /// Id of the game; `None` until one is chosen.
    game: Option<&'static str>,
    speed: Option<Speed>,
    /// The table that was asked for last since the page was opened.
    asked: Option<(&'static str, Speed)>,
    shows_all: bool,
}

/// Name of a speed.
pub(super) fn speed_name(l10n: &Localization, speed: Speed) -> String {
    l10n.get(match speed {
        Speed::Blitz => "speed-blitz",
        Speed::Rapid => "speed-rapid",
        Speed::Classical => "speed-classical",
        Speed::Correspondence => "speed-correspondence",
    })
}

pub(super) fn show(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    titled_card(ui, &l10n.get("online-table"), |ui| {
        // At first the table in which the player may be.
        let own = view.online.lobby().ratings.iter().max_by_key(|line| line.rating.games);
        let known = |id: &str| GAMES.iter().map(|game| game.id()).find(|known| *known == id);
        let game = view.table.game.or(own.and_then(|line| known(&line.game)));
        let game = game.unwrap_or(GAMES[0].id());
        let mut speed = view.table.speed.or(own.map(|line| line.speed)).unwrap_or(Speed::Rapid);
        chips(ui, |ui| {
            for other in GAMES {
                if chip(ui, other.id() == game, &game_name(l10n, other.id()), None) {
                    view.table.game = Some(other.id());
                    view.table.shows_all = false;
                }
            }
        });
        let speeds = [Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];
        if choice(ui, &mut speed, &speeds.map(|speed| (speed, speed_name(l10n, speed)))) {
            view.table.speed = Some(speed);
            view.table.shows_all = false;
        }
        if view.table.asked != Some((game, speed)) && view.online.lobby().is_served {
            view.table.asked = Some((game, speed));
            let command = Command::Table { game: game.to_owned(), speed };
            view.requests.push(OnlineRequest::Command(command));
        }
        let Some(table) = view.online.table(game, speed) else { return };
        if table.players.is_empty() {
            muted(ui, l10n.get("online-table-empty"));
            return;
        }
        let sure = table.players.iter().take_while(|line| !line.rating.is_provisional()).count();
        let shown = if view.table.shows_all { usize::MAX } else { FIRST_LINES };
        for (number, line) in table.players.iter().enumerate().take(shown) {
            let rank = (number < sure).then_some(number + 1);
            player_row(ui, l10n, rank, line, view.online.player());
        }
        if sure < table.players.len() {
            muted(ui, l10n.get("online-table-provisional"));
        }
        if table.players.len() > shown {
            let text =
                l10n.format("online-table-all", &[("number", table.players.len().to_string())]);
            if button(ui, ButtonStyle::Quiet, None, &text).clicked() {
                view.table.shows_all = true;
            }
        }
        let listed = u32::try_from(table.players.len()).unwrap_or(u32::MAX);
        if table.count > listed && view.table.shows_all {
            let more = (table.count - listed).to_string();
            muted(ui, l10n.format("online-table-more", &[("number", more)]));
        }
    });
}

/// A player with rank, name, rating, deviation and number of games.
fn player_row(
    ui: &mut Ui,
    l10n: &Localization,
    rank: Option<usize>,
    line: &RankedPlayer,
    me: Option<PlayerId>,
) {
    let palette = Palette::of(ui);
    let is_own = me == Some(line.profile.player);
    let ink = if is_own { palette.accent } else { palette.ink };
    let small = |text: String, ink| RichText::new(text).size(theme::SMALL).color(ink);
    ui.horizontal(|ui| {
        let rank = rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
        let size = bevy_egui::egui::Vec2::new(28.0, ui.spacing().interact_size.y * 0.6);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_width(28.0);
            ui.label(small(rank, palette.muted));
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let games = ("games", line.rating.games.to_string());
            let text = l10n.format("online-table-games", &[games]);
            ui.label(small(text, palette.muted));
            let rating = format!("{} ± {}", rating_text(line.rating), line.rating.deviation);
            ui.label(small(rating, ink));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = RichText::new(&line.profile.name).size(theme::BODY).color(ink);
                let fingerprint = line.profile.player.fingerprint();
                ui.add(Label::new(name).truncate()).on_hover_text(fingerprint);
            });
        });
    });
}
