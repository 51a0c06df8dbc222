//! A challenge to this player alone, shown over every page but the lobby, which lists it.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Area, Id, Label, Order, RichText, Vec2};
use egui_phosphor::regular::{HANDSHAKE, X};

use super::rows::{rated_name, terms_text};
use crate::app::features::online::{OnlinePlay, OnlineRequest};
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, card, icon_button, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::games::registry;
use crate::net::client::Command;

/// Width of the card at most.
const MAX_WIDTH: f32 = 420.0;

/// Challenges that the player has put off, to be found in the lobby.
#[derive(Resource, Default)]
pub(super) struct PutOff(Vec<crate::net::Id>);

pub(super) fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    screen: Res<State<Screen>>,
    online: Res<OnlinePlay>,
    mut put_off: ResMut<PutOff>,
    mut requests: MessageWriter<OnlineRequest>,
) -> Result {
    let is_known = |game: &str| registry::find(game).is_some();
    let challenge = online
        .addressed()
        .find(|it| !put_off.0.contains(&it.id) && is_known(&it.offer.game))
        .filter(|_| *screen.get() != Screen::Online);
    let Some(challenge) = challenge else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let width = (ctx.content_rect().width() - 24.0).min(MAX_WIDTH);
    let offer = &challenge.offer;
    let lines = terms_text(&l10n, &offer.game, &offer.options, offer.time, offer.rated);
    let who = [("name", rated_name(&challenge.from.name, challenge.rating))];
    let heading = l10n.format("online-challenged", &who);
    let mut answer = None;
    let area = Area::new(Id::new("challenged")).order(Order::Foreground);
    area.anchor(Align2::CENTER_TOP, Vec2::new(0.0, 12.0)).show(ctx, |ui| {
        card(ui).show(ui, |ui| {
            ui.set_width(width - 32.0);
            ui.spacing_mut().item_spacing.y = 6.0;
            let palette = Palette::of(ui);
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if icon_button(ui, X, &l10n.get("online-challenge-later"), true).clicked() {
                        put_off.0.push(challenge.id);
                    }
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        let text = RichText::new(heading).size(theme::BODY).color(palette.ink);
                        let fingerprint = challenge.from.player.fingerprint();
                        ui.add(Label::new(text).wrap()).on_hover_text(fingerprint);
                    });
                });
            });
            muted(ui, lines.join(" · "));
            ui.horizontal(|ui| {
                let text = l10n.get("online-accept");
                if button(ui, ButtonStyle::Primary, Some(HANDSHAKE), &text).clicked() {
                    answer = Some(Command::Accept(challenge.id));
                }
                if button(ui, ButtonStyle::Plain, None, &l10n.get("online-decline")).clicked() {
                    answer = Some(Command::Decline(challenge.id));
                }
            });
        });
    });
    if let Some(command) = answer {
        put_off.0.push(challenge.id);
        requests.write(OnlineRequest::Command(command));
    }
    Ok(())
}
