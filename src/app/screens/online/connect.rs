//! Before there is a connection: one's name, the address of a server, and how to get one.

use bevy_egui::egui::{Label, RichText, Ui, Vec2};
use egui_phosphor::regular::{COPY, HOUSE_LINE, KEY, PLUGS, PLUGS_CONNECTED, SIGN_OUT, WIFI_SLASH};

use super::View;
use crate::app::features::online::OnlineRequest;
use crate::app::platform::HouseServer;
use crate::app::settings::Settings;
use crate::app::widgets::controls::{
    ButtonStyle, button, card, field, heading, icon_button, long_field, muted, spinner,
};
use crate::app::widgets::keys;
use crate::app::widgets::theme::{self, Palette};
use crate::net::client::Status;
use crate::net::client::mqtt::LinkError;

/// The card with which one connects, or what is being tried.
pub(super) fn show(
    ui: &mut Ui,
    view: &mut View,
    settings: &mut Settings,
    entered: &mut Option<String>,
    key: &mut String,
) {
    let l10n = view.l10n;
    ui.add_space(8.0);
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        let palette = Palette::of(ui);
        if let Some(status) = view.online.status() {
            ui.horizontal(|ui| {
                spinner(ui);
                let address = view.online.address().map(ToString::to_string).unwrap_or_default();
                let id = match status {
                    Status::Waiting { .. } => "online-trying-again",
                    _ => "online-connecting",
                };
                let text = l10n.format(id, &[("server", address)]);
                ui.add(Label::new(RichText::new(text).size(theme::BODY).color(palette.ink)).wrap());
            });
            if let Status::Waiting { why, .. } = status {
                let id = match why {
                    LinkError::Refused(_) => "online-why-refused",
                    LinkError::Ended(_) => "online-why-ended",
                    LinkError::Damaged(_) => "online-why-damaged",
                    LinkError::Silent => "online-why-silent",
                    LinkError::Socket(_) => "online-why-unreachable",
                };
                muted(ui, l10n.get(id)).on_hover_text(why.to_string());
            }
            if button(ui, ButtonStyle::Plain, Some(WIFI_SLASH), &l10n.get("online-cancel"))
                .clicked()
            {
                view.requests.push(OnlineRequest::Disconnect);
            }
            return;
        }
        let id = if view.online.has_draft() { "online-draft" } else { "online-explained" };
        let text = l10n.get(id);
        ui.add(Label::new(RichText::new(text).size(theme::BODY).color(palette.ink)).wrap());
        heading(ui, &l10n.get("your-name"));
        let mut name = settings.name.clone();
        let changed = field(ui, &l10n.get("your-name"), &l10n.get("online-guest"), &mut name);
        if changed.changed() {
            settings.name = name;
        }
        heading(ui, &l10n.get("online-server"));
        let address = entered.get_or_insert_with(|| settings.online_server.clone());
        let hint = l10n.get("online-server-hint");
        let edited = field(ui, &l10n.get("online-server"), &hint, address);
        muted(ui, l10n.get("online-server-explained"));
        let is_entered = !address.trim().is_empty();
        let by_key = edited.lost_focus() && ui.input(|input| keys::CHOOSE.is_pressed(input));
        let pressed = ui
            .add_enabled_ui(is_entered, |ui| {
                button(ui, ButtonStyle::Primary, Some(PLUGS), &l10n.get("online-connect")).clicked()
            })
            .inner;
        if is_entered && (pressed || by_key) {
            view.requests.push(OnlineRequest::Connect(address.trim().to_owned()));
        }
    });
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        key_rows(ui, view, key);
    });
}

/// The player's key: a copy of it for another device, and the one of another device for this.
fn key_rows(ui: &mut Ui, view: &mut View, entered: &mut String) {
    let l10n = view.l10n;
    heading(ui, &l10n.get("online-key"));
    muted(ui, l10n.get("online-key-explained"));
    if button(ui, ButtonStyle::Plain, Some(COPY), &l10n.get("online-copy-key")).clicked() {
        view.requests.push(OnlineRequest::CopyKey);
    }
    let width = ui.available_width().min(368.0);
    let name = l10n.get("online-import-key");
    long_field(ui, &name, &l10n.get("online-key-hint"), entered, width);
    ui.add_enabled_ui(!entered.trim().is_empty(), |ui| {
        if button(ui, ButtonStyle::Plain, Some(KEY), &name).clicked() {
            view.requests.push(OnlineRequest::ImportKey(std::mem::take(entered)));
        }
    });
}

/// The servers in the house, each with a button.
pub(super) fn nearby(ui: &mut Ui, view: &mut View, servers: &[HouseServer]) {
    if servers.is_empty() || view.online.status().is_some() {
        return;
    }
    let l10n = view.l10n;
    ui.add_space(8.0);
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        heading(ui, &l10n.get("online-nearby"));
        for server in servers {
            ui.horizontal(|ui| {
                if button(ui, ButtonStyle::Primary, Some(HOUSE_LINE), &server.name).clicked() {
                    view.requests.push(OnlineRequest::Connect(server.address.clone()));
                }
                muted(ui, server.address.clone());
            });
        }
    });
}

/// Width below which the server and the player's key stand in two lines.
const NARROW_STATUS: f32 = 420.0;

/// The server and the quality of the connection, and the way out.
pub(super) fn status_line(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    let palette = Palette::of(ui);
    let server = view.online.address().map(ToString::to_string).unwrap_or_default();
    let text = match view.online.status() {
        Some(Status::Connected { round_trip_ms: Some(time) }) => {
            let facts = [("server", server), ("time", time.to_string())];
            l10n.format("online-connected-time", &facts)
        }
        _ => l10n.format("online-connected", &[("server", server)]),
    };
    let key = view.online.player().map(|player| {
        (
            l10n.format("online-fingerprint", &[("key", player.fingerprint())]),
            l10n.get("online-fingerprint-explained"),
        )
    });
    ui.horizontal(|ui| {
        ui.label(RichText::new(PLUGS_CONNECTED).size(theme::LARGE).color(palette.good));
        // On a phone one below the other, beside the way out.
        let room = ui.available_width() - ui.spacing().interact_size.x - 8.0;
        let small = |text: String| {
            Label::new(RichText::new(text).size(theme::SMALL).color(palette.muted)).truncate()
        };
        let lines = |ui: &mut Ui| {
            ui.add(small(text));
            if let Some((key, explained)) = key {
                ui.add(small(key)).on_hover_text(explained);
            }
        };
        if room < NARROW_STATUS {
            ui.allocate_ui(Vec2::new(room, 0.0), |ui| {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    lines(ui);
                });
            });
        } else {
            lines(ui);
        }
        if icon_button(ui, SIGN_OUT, &l10n.get("online-leave"), true).clicked() {
            view.requests.push(OnlineRequest::Disconnect);
        }
    });
}
