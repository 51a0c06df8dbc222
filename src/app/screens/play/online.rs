//! Additions of the play screen for a game over the network: the state of the connection,
//! questions of the opponent, the chat, and what can be done.

use bevy_egui::egui::{Ui, Vec2};
use egui_phosphor::regular::{ARROW_U_UP_LEFT, ARROWS_DOWN_UP, HANDSHAKE, LIST};

use super::actions::UiAction;
use super::connection::ConnectionQuality;
use super::sheet::Sheet;
use super::{Tab, View, move_list};
use crate::app::features::online::{OnlinePlay, OnlineRequest};
use crate::app::screens::online::{ChatEntry, Lines, show_chat};
use crate::app::session::{GameAction, OnlineSession, Session, Turn};
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, ChipPicture, badge_picture, button, chip, chips};
use crate::app::widgets::theme::Palette;
use crate::core::Side;
use crate::net::client::{Command, FollowedGame};
use crate::net::{Deed, Id, OnlineGame, PlayerId, Room, Time};

/// Time that is given to the opponent at once, in milliseconds.
const GIFT_MS: u32 = 15_000;

/// The game over the network on the board with what is known of it.
pub(super) struct OnlineView<'a> {
    play: &'a OnlinePlay,
    followed: &'a FollowedGame,
    game: &'a OnlineGame,
    own: Option<Side>,
    entry: &'a mut ChatEntry,
}

impl<'a> OnlineView<'a> {
    /// `None` until the game is known.
    pub(super) fn new(
        session: &OnlineSession,
        play: &'a OnlinePlay,
        entry: &'a mut ChatEntry,
    ) -> Option<OnlineView<'a>> {
        let followed = play.game(session.id())?;
        let game = followed.game.as_ref()?;
        Some(OnlineView { play, followed, game, own: session.own(), entry })
    }

    /// The tournament on the server to which the game belongs.
    pub(super) fn event(&self) -> Option<Id> {
        self.play.event_of(self.followed.id)
    }

    fn command(&self, command: Command) -> UiAction {
        UiAction::Online(OnlineRequest::Command(command))
    }

    fn deed(&self, deed: Deed) -> UiAction {
        self.command(Command::Deed(self.followed.id, deed))
    }

    /// True while the game can be aborted.
    pub(super) fn is_abortable(&self) -> bool {
        self.play.can_abort(self.game)
    }

    /// The request that gives the opponent time, where clocks allow it.
    pub(super) fn gift(&self) -> Option<OnlineRequest> {
        let gives = self.own.is_some() && matches!(self.game.terms().time, Time::Fischer { .. });
        let command = Command::Deed(self.followed.id, Deed::GiveTime(GIFT_MS));
        gives.then_some(OnlineRequest::Command(command))
    }

    /// The connection of the player of a side, in a game in which both are there as a rule.
    pub(super) fn quality(&self, side: Side) -> Option<ConnectionQuality> {
        let is_live = self.game.terms().time.is_live() && self.game.finish().is_none();
        let own = self.own.filter(|_| is_live)?;
        let (time, is_here) = if side == own {
            (self.followed.round_trip_ms, self.play.is_connected())
        } else {
            let is_here = self.followed.opponent_is_here.unwrap_or(false);
            (self.followed.opponent_round_trip_ms, is_here)
        };
        Some(match time {
            _ if !is_here => ConnectionQuality::Away,
            None => ConnectionQuality::Unknown,
            Some(time) => ConnectionQuality::RoundTrip(time),
        })
    }

    /// Lines of the chat that were not read.
    fn unread(&self) -> usize {
        self.play.unread(self.followed.id)
    }

    /// The opponent, with what is heard of them: whether they are muted, and whether blocked.
    pub(super) fn opponent(&self) -> Option<(PlayerId, [bool; 2])> {
        let player = self.followed.opponent()?;
        let lobby = self.play.lobby();
        Some((player, [lobby.muted.contains(&player), lobby.blocked.contains(&player)]))
    }

    /// The side whose wish to take back this player is asked about.
    fn asks_takeback(&self) -> Option<Side> {
        self.game.takeback().filter(|&by| self.own == Some(by.other()))
    }

    /// The first thing that the status line says: a question, or that something is amiss.
    pub(super) fn status(&self, l10n: &Localization, session: &Session) -> Option<String> {
        if session.ending().is_some() {
            return None;
        }
        let name = |side: Side| ("name", self.game.terms().players[side.index()].name.clone());
        if !self.play.is_connected() {
            return Some(l10n.get("online-reconnecting"));
        }
        if let Some(by) = self.asks_takeback() {
            return Some(l10n.format("online-takeback-asked", &[name(by)]));
        }
        if self.game.takeback().is_some() && self.own == self.game.takeback() {
            return Some(l10n.get("online-takeback-waits"));
        }
        if let (Some(own), Some(false)) = (self.own, self.followed.opponent_is_here) {
            return Some(l10n.format("online-opponent-away", &[name(own.other())]));
        }
        let waits = self.followed.pending.as_ref().is_some_and(|it| it.held_up.is_some());
        if waits {
            return Some(l10n.get("online-move-waits"));
        }
        let delay = self.game.terms().delay;
        if self.own.is_none() && delay > 0 {
            let moves = ("moves", delay.to_string());
            return Some(l10n.format("online-behind", &[name(session.side_to_move()), moves]));
        }
        match session.turn() {
            Turn::Remote => Some(l10n.format("online-to-move", &[name(session.side_to_move())])),
            _ => None,
        }
    }
}

/// True if the opponent waits for an answer.
pub(super) fn is_asked(view: &View) -> bool {
    view.online.as_ref().is_some_and(|online| online.asks_takeback().is_some())
}

/// The answers to the opponent who wants to take back.
pub(super) fn takeback_buttons(ui: &mut Ui, view: &mut View) {
    let Some(online) = view.online.as_ref().filter(|it| it.asks_takeback().is_some()) else {
        return;
    };
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        for (id, style, allowed) in [
            ("online-takeback-allow", ButtonStyle::Primary, true),
            ("online-takeback-refuse", ButtonStyle::Plain, false),
        ] {
            if button(ui, style, None, &view.l10n.get(id)).clicked() {
                pressed = Some(online.deed(Deed::AnswerTakeback(allowed)));
            }
        }
    });
    view.actions.extend(pressed);
}

/// The icon buttons: take back, draw, flip, more.
pub(super) fn buttons(view: &View) -> Vec<(&'static str, &'static str, bool, UiAction)> {
    let own = view.online.as_ref().and_then(|online| online.own);
    let plays = view.session.ending().is_none() && own.is_some();
    let draw = GameAction::OfferDraw(own.unwrap_or(Side::First));
    vec![
        (ARROW_U_UP_LEFT, "online-ask-takeback", plays, UiAction::Game(GameAction::Undo)),
        (HANDSHAKE, "offer-draw", plays, UiAction::Game(draw)),
        (ARROWS_DOWN_UP, "flip-board", true, UiAction::FlipBoard),
        (LIST, "more", true, UiAction::OpenSheet(Sheet::More)),
    ]
}

/// The moves, or the chat, by the tab above them.
pub(super) fn moves_and_chat(ui: &mut Ui, view: &mut View) {
    let names = [(Tab::Moves, view.l10n.get("moves")), (Tab::Chat, view.l10n.get("online-chat"))];
    let mut tab = if *view.tab == Tab::Chat { Tab::Chat } else { Tab::Moves };
    if tab_choice(ui, view, &mut tab, &names) {
        *view.tab = tab;
    }
    match tab {
        Tab::Chat => chat(ui, view),
        _ => move_list::show(ui, view),
    }
}

/// The tabs; that of the chat says how many lines were not read. Returns true if another was
/// chosen.
pub(super) fn tab_choice(ui: &mut Ui, view: &View, tab: &mut Tab, names: &[(Tab, String)]) -> bool {
    let unread = view.online.as_ref().map_or(0, OnlineView::unread);
    let (size, paint) = badge_picture(Palette::of(ui), unread);
    let mut changed = false;
    chips(ui, |ui| {
        for (value, name) in names {
            let is_unread = *value == Tab::Chat && unread > 0;
            let picture: Option<(Vec2, ChipPicture)> = is_unread.then_some((size, &paint));
            if chip(ui, tab == value, name, picture) && tab != value {
                *tab = *value;
                changed = true;
            }
        }
    });
    changed
}

/// The chat of the game: of its players while it runs, and of those who watch it among
/// themselves.
pub(super) fn chat(ui: &mut Ui, view: &mut View) {
    let Some(online) = &mut view.online else { return };
    let id = online.followed.id;
    let room = if online.own.is_some() { Room::Players(id) } else { Room::Watchers(id) };
    let lines = Lines { lines: online.followed.chat.iter().collect(), me: online.play.player() };
    let Vec2 { y: height, .. } = ui.available_size();
    let said = show_chat(ui, view.l10n, "game", &lines, online.entry, height);
    if online.unread() > 0 {
        view.actions.push(UiAction::Online(OnlineRequest::Read(id)));
    }
    if let Some(line) = said {
        let action = online.command(Command::Chat(room, line));
        view.actions.push(action);
    }
}

/// Buttons after the game: a rematch, a look back, the lobby.
pub(super) fn result_buttons(ui: &mut Ui, view: &mut View, appears: bool) {
    let Some(online) = &view.online else { return };
    let l10n = view.l10n;
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        if let Some(event) = online.event() {
            let back = button(ui, ButtonStyle::Primary, None, &l10n.get("event-back"));
            if appears {
                back.request_focus();
            }
            if back.clicked() {
                pressed = Some(UiAction::OpenServerTournament(event));
            }
        } else if online.own.is_some() {
            let id = match online.followed.rematch_is_offered {
                true => "online-accept-rematch",
                false => "rematch-short",
            };
            let again = button(ui, ButtonStyle::Primary, None, &l10n.get(id));
            if appears {
                again.request_focus();
            }
            if again.clicked() {
                pressed = Some(online.command(Command::Rematch(online.followed.id)));
            }
        }
        if button(ui, ButtonStyle::Plain, None, &l10n.get("review-game-short")).clicked() {
            pressed = Some(UiAction::OpenReview(None));
        }
        if button(ui, ButtonStyle::Plain, None, &l10n.get("online")).clicked() {
            pressed = Some(UiAction::OpenOnline);
        }
    });
    view.actions.extend(pressed);
}
