//! The lobby: one's own games and challenges, those of others, who is here, and the chat.

use std::collections::BTreeSet;

use bevy_egui::egui::{Popup, RichText, Ui};
use egui_phosphor::regular::{
    COPY, EYE, FLAG, HANDSHAKE, PLUS, PROHIBIT, SPEAKER_HIGH, SPEAKER_SLASH, TROPHY, X,
};

use super::chat::{self, ChatEntry, Lines};
use super::rows::{picture, rated_name, rating_text, row, terms_text};
use super::{EventLink, View, qr_code, tables, your_games};
use crate::app::features::events::kind_message;
use crate::app::features::online::OnlineRequest;
use crate::app::text::game_name;
use crate::app::widgets::controls::{
    ButtonStyle, button, chip, chips, heading, icon_button, muted, spinner, titled_card,
    wide_button,
};
use crate::app::widgets::theme::{self, Palette};
use crate::games::Options;
use crate::games::registry::GAMES;
use crate::net::client::{Command, LinkTarget};
use crate::net::{Challenge, GameNote, Line, Offer, PlayerId, Profile, Room, Seat, Time};

/// Width of the page from which its parts stand in two columns.
const TWO_COLUMNS: f32 = 760.0;

/// Height of the chat.
const CHAT_HEIGHT: f32 = 300.0;

/// The clock of quick pairing.
const QUICK_TIME: Time = Time::Fischer { main: 600_000, increment: 0 };

/// Size of a QR code.
const QR_SIZE: f32 = 168.0;

pub(super) fn show(ui: &mut Ui, view: &mut View, entry: &mut ChatEntry) {
    if !view.online.lobby().is_served {
        ui.horizontal(|ui| {
            spinner(ui);
            muted(ui, view.l10n.get("online-no-referee"));
        });
    }
    if ui.available_width() < TWO_COLUMNS {
        games(ui, view);
        people(ui, view, entry);
        return;
    }
    ui.columns(2, |columns| {
        games(&mut columns[0], view);
        people(&mut columns[1], view, entry);
    });
}

/// One's own games, the challenges, and what is played by others.
fn games(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    your_games::show(ui, view);
    titled_card(ui, &l10n.get("online-play-now"), |ui| quick_pairing(ui, view));
    titled_card(ui, &l10n.get("online-new-challenge"), |ui| new_challenge(ui, view));
    let own: Vec<_> = view.online.lobby().own.values().cloned().collect();
    if !own.is_empty() {
        titled_card(ui, &l10n.get("online-own-challenges"), |ui| {
            for challenge in &own {
                own_challenge(ui, view, challenge);
            }
        });
    }
    titled_card(ui, &l10n.get("online-challenges"), |ui| {
        let open: Vec<_> = view.online.lobby().challenges.values().cloned().collect();
        if open.is_empty() {
            muted(ui, l10n.get("online-no-challenges"));
        }
        for challenge in &open {
            open_challenge(ui, view, challenge);
        }
    });
    titled_card(ui, &l10n.get("events"), |ui| tournaments(ui, view));
    let others: Vec<_> = view
        .online
        .lobby()
        .running
        .values()
        .filter(|note| !note.players.iter().any(|it| Some(it.player) == view.online.player()))
        .cloned()
        .collect();
    if !others.is_empty() {
        titled_card(ui, &l10n.get("online-running"), |ui| {
            for note in &others {
                running_game(ui, view, note);
            }
        });
    }
}

/// The tournaments of the server, and the way to a new one.
fn tournaments(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    // Their texts may be long, and are not copied in every frame.
    let events = &view.online.lobby().events;
    if events.is_empty() {
        muted(ui, l10n.get("online-no-events"));
    }
    for note in events.values() {
        let offer = &note.offer;
        let has_begun = note.tournament.is_some();
        let parts = [
            l10n.get(if has_begun { "online-event-runs" } else { "online-event-open" }),
            l10n.get(kind_message(offer.kind)),
            l10n.format("event-player-count", &[("count", note.entrants.len().to_string())]),
            game_name(l10n, &offer.game),
        ];
        let start = view.starts.of(&offer.game, &offer.options);
        let lines = [offer.title.as_str(), &parts.join(" · ")];
        row(ui, view, picture(start.as_deref()), lines, |ui, view| {
            let text = l10n.get("online-event-show");
            if button(ui, ButtonStyle::Plain, None, &text).clicked() {
                view.event = Some(EventLink::Show(note.id));
            }
        });
    }
    let text = l10n.get("online-organise");
    if button(ui, ButtonStyle::Quiet, Some(TROPHY), &text).clicked() {
        view.event = Some(EventLink::Organise);
    }
}

/// The games, each a chip that waits for the next player who wants the same.
fn quick_pairing(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    if let Some(offer) = &view.online.lobby().pairing {
        let [title, line] = terms_text(l10n, &offer.game, &offer.options, offer.time, offer.rated);
        ui.horizontal_wrapped(|ui| {
            spinner(ui);
            let facts = [("game", title), ("terms", line)];
            muted(ui, l10n.format("online-pairing", &facts));
            if button(ui, ButtonStyle::Plain, Some(X), &l10n.get("online-stop-pairing")).clicked() {
                view.requests.push(OnlineRequest::Command(Command::LeaveQuickPair));
            }
        });
        return;
    }
    chips(ui, |ui| {
        for game in GAMES {
            if chip(ui, false, &game_name(l10n, game.id()), None) {
                let offer = Offer {
                    game: game.id().to_owned(),
                    options: Options::default(),
                    time: QUICK_TIME,
                    rated: true,
                    seat: Seat::Random,
                    to: None,
                    listed: true,
                    delay: 0,
                };
                view.requests.push(OnlineRequest::Command(Command::QuickPair(offer)));
            }
        }
    });
    muted(ui, l10n.get("online-play-now-explained"));
}

/// The games, each a chip that opens the form for a challenge.
fn new_challenge(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    chips(ui, |ui| {
        for game in GAMES {
            let text = format!("{PLUS} {}", game_name(l10n, game.id()));
            if chip(ui, false, &text, None) {
                view.challenge = Some((*game, None));
            }
        }
    });
}

fn challenge_lines(view: &View, challenge: &Challenge) -> [String; 2] {
    let offer = &challenge.offer;
    terms_text(view.l10n, &offer.game, &offer.options, offer.time, offer.rated)
}

/// A challenge of one's own, with its link as text and as a QR code.
fn own_challenge(ui: &mut Ui, view: &mut View, challenge: &Challenge) {
    let l10n = view.l10n;
    let [title, line] = challenge_lines(view, challenge);
    let line = match challenge.offer.to {
        Some(to) => format!("{} · {line}", addressee(view, to)),
        None => line,
    };
    let start = view.starts.of(&challenge.offer.game, &challenge.offer.options);
    row(ui, view, picture(start.as_deref()), [&title, &line], |ui, view| {
        if icon_button(ui, X, &l10n.get("online-withdraw"), true).clicked() {
            view.requests.push(OnlineRequest::Command(Command::Withdraw(challenge.id)));
        }
    });
    if challenge.offer.to.is_some() {
        // Nobody else could take it up by the link.
        return;
    }
    let Some(link) = view.online.link(LinkTarget::Challenge(challenge.id)) else { return };
    let link = link.to_string();
    let palette = Palette::of(ui);
    ui.horizontal_wrapped(|ui| {
        qr_code::show(ui, &link, QR_SIZE);
        ui.vertical(|ui| {
            muted(ui, l10n.get("online-link-explained"));
            let text = RichText::new(&link).size(theme::SMALL).color(palette.ink);
            ui.add(bevy_egui::egui::Label::new(text).wrap().selectable(true));
            if button(ui, ButtonStyle::Plain, Some(COPY), &l10n.get("online-copy-link")).clicked() {
                ui.ctx().copy_text(link.clone());
            }
        });
    });
}

/// The player to whom a challenge is made.
fn addressee(view: &View, to: PlayerId) -> String {
    let profile = view.online.lobby().players.get(&to);
    let name = profile.map_or_else(|| to.fingerprint(), |profile| profile.name.clone());
    view.l10n.format("online-challenge-to", &[("name", name)])
}

/// A challenge of somebody else.
fn open_challenge(ui: &mut Ui, view: &mut View, challenge: &Challenge) {
    let l10n = view.l10n;
    let [title, line] = challenge_lines(view, challenge);
    let line = format!("{} · {line}", rated_name(&challenge.from.name, challenge.rating));
    let start = view.starts.of(&challenge.offer.game, &challenge.offer.options);
    let is_known = start.is_some();
    let is_to_me = challenge.offer.to.is_some();
    let line = match is_to_me {
        true => format!("{} · {line}", l10n.get("online-challenge-to-you")),
        false => line,
    };
    row(ui, view, picture(start.as_deref()), [&title, &line], |ui, view| {
        ui.add_enabled_ui(is_known, |ui| {
            let text = l10n.get("online-accept");
            if button(ui, ButtonStyle::Primary, Some(HANDSHAKE), &text).clicked() {
                view.requests.push(OnlineRequest::Command(Command::Accept(challenge.id)));
            }
        });
        if is_to_me && icon_button(ui, X, &l10n.get("online-decline"), true).clicked() {
            view.requests.push(OnlineRequest::Command(Command::Decline(challenge.id)));
        }
    });
}

/// A game of others, to be watched.
fn running_game(ui: &mut Ui, view: &mut View, note: &GameNote) {
    let l10n = view.l10n;
    let [first, second] =
        [0, 1].map(|side| rated_name(&note.players[side].name, note.ratings[side]));
    let line = format!("{} · {}", game_name(l10n, &note.game), super::clock_text(l10n, note.time));
    let start = view.starts.of(&note.game, &Options::default());
    row(
        ui,
        view,
        picture(start.as_deref()),
        [&format!("{first} – {second}"), &line],
        |ui, view| {
            if button(ui, ButtonStyle::Plain, Some(EYE), &l10n.get("online-watch")).clicked() {
                view.requests.push(OnlineRequest::Open(note.id));
            }
        },
    );
}

/// Who is here, and the chat of the lobby.
fn people(ui: &mut Ui, view: &mut View, entry: &mut ChatEntry) {
    let l10n = view.l10n;
    titled_card(ui, &l10n.get("online-chat"), |ui| {
        let lobby = view.online.lobby();
        let lines = Lines { lines: lobby.chat.iter().collect(), me: view.online.player() };
        let said: Option<Line> = chat::show(ui, l10n, "lobby", &lines, entry, CHAT_HEIGHT);
        if let Some(line) = said {
            view.requests.push(OnlineRequest::Command(Command::Chat(Room::Lobby, line)));
        }
    });
    let count = view.online.lobby().number_here();
    titled_card(ui, &l10n.format("online-here", &[("number", count.to_string())]), |ui| {
        ui.horizontal_wrapped(|ui| {
            let players: Vec<_> = view.online.lobby().players.values().cloned().collect();
            for profile in &players {
                person(ui, view, profile);
            }
        });
        shut_out(ui, view);
    });
    let ratings = view.online.lobby().ratings.clone();
    if !ratings.is_empty() {
        titled_card(ui, &l10n.get("online-ratings"), |ui| {
            for line in ratings {
                let speed = tables::speed_name(l10n, line.speed);
                let (game, rating) = (game_name(l10n, &line.game), rating_text(line.rating));
                muted(ui, format!("{game} · {speed}: {rating} ({})", line.rating.games));
            }
        });
    }
    tables::show(ui, view);
}

/// Those who are not here and are not to be heard, each with a way to hear them again.
fn shut_out(ui: &mut Ui, view: &mut View) {
    let lobby = view.online.lobby();
    let gone: BTreeSet<_> = lobby.muted.union(&lobby.blocked).copied().collect();
    let gone: Vec<_> = gone.into_iter().filter(|it| !lobby.players.contains_key(it)).collect();
    if gone.is_empty() {
        return;
    }
    muted(ui, view.l10n.get("online-shut-out"));
    ui.horizontal_wrapped(|ui| {
        for player in gone {
            let text = view.l10n.get("online-hear-again");
            if button(ui, ButtonStyle::Quiet, Some(SPEAKER_HIGH), &player.fingerprint())
                .on_hover_text(text)
                .clicked()
            {
                for command in [Command::Mute(player, false), Command::Block(player, false)] {
                    view.requests.push(OnlineRequest::Command(command));
                }
            }
        }
    });
}

/// A player who is here, with what can be done about them.
fn person(ui: &mut Ui, view: &mut View, profile: &Profile) {
    let (l10n, player) = (view.l10n, profile.player);
    let palette = Palette::of(ui);
    if Some(player) == view.online.player() {
        let name = RichText::new(&profile.name).size(theme::BODY).color(palette.accent);
        ui.label(name).on_hover_text(player.fingerprint());
        return;
    }
    let lobby = view.online.lobby();
    let (is_muted, is_blocked) = (lobby.muted.contains(&player), lobby.blocked.contains(&player));
    let response = button(ui, ButtonStyle::Quiet, None, &profile.name);
    Popup::menu(&response).id(ui.id().with(player)).show(|ui| {
        ui.set_min_width(180.0);
        ui.set_max_width(280.0);
        muted(ui, player.fingerprint());
        if !is_blocked {
            heading(ui, &l10n.get("online-challenge-person"));
            chips(ui, |ui| {
                for game in GAMES {
                    if chip(ui, false, &game_name(l10n, game.id()), None) {
                        view.challenge = Some((*game, Some(profile.clone())));
                    }
                }
            });
        }
        let mute = if is_muted { "online-unmute" } else { "online-mute" };
        if wide_button(ui, ButtonStyle::Quiet, Some(SPEAKER_SLASH), &l10n.get(mute)).clicked() {
            let command = Command::Mute(player, !is_muted);
            view.requests.push(OnlineRequest::Command(command));
        }
        let block = if is_blocked { "online-unblock" } else { "online-block" };
        if wide_button(ui, ButtonStyle::Quiet, Some(PROHIBIT), &l10n.get(block)).clicked() {
            let command = Command::Block(player, !is_blocked);
            view.requests.push(OnlineRequest::Command(command));
        }
        if wide_button(ui, ButtonStyle::Quiet, Some(FLAG), &l10n.get("online-report")).clicked() {
            let lines = view.online.lobby().chat.iter();
            let text =
                lines.rev().find(|line| line.from.player == player).map(|line| match &line.line {
                    Line::Text(text) | Line::Phrase(text) => text.clone(),
                });
            let text = text.unwrap_or_else(|| profile.name.clone());
            let command = Command::Report { about: player, text };
            view.requests.push(OnlineRequest::Command(command));
        }
    });
}
