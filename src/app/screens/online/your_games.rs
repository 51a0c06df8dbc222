//! The own games that go on: whose turn it is, the time that is left, and what was said. What is
//! most urgent comes first.

use std::time::Duration;

use bevy_egui::egui::Ui;
use egui_phosphor::regular::PLAY;

use super::View;
use super::rows::{row, terms_text};
use crate::app::features::online::OnlineRequest;
use crate::app::text::time_left;
use crate::app::widgets::controls::{ButtonStyle, badge, button, titled_card};
use crate::net::Id;
use crate::net::client::{FollowedGame, now_ms};

/// A game as it stands.
struct Standing {
    id: Id,
    is_own_turn: bool,
    /// Time of the side to move; `None` without a limit.
    left: Option<Duration>,
}

impl Standing {
    fn of(followed: &FollowedGame) -> Option<Standing> {
        let side = followed.game.as_ref()?.side_to_move();
        let left = followed.clock(now_ms())?.time_left(side);
        Some(Standing { id: followed.id, is_own_turn: followed.is_own_turn(), left })
    }
}

pub(super) fn show(ui: &mut Ui, view: &mut View) {
    let mut games: Vec<_> = view.online.own_running().filter_map(Standing::of).collect();
    if games.is_empty() {
        return;
    }
    games.sort_by_key(|game| (!game.is_own_turn, game.left.unwrap_or(Duration::MAX), game.id));
    titled_card(ui, &view.l10n.get("online-your-games"), |ui| {
        for game in games {
            game_row(ui, view, &game);
        }
    });
}

fn game_row(ui: &mut Ui, view: &mut View, standing: &Standing) {
    let l10n = view.l10n;
    let Some(followed) = view.online.game(standing.id) else { return };
    let (Some(game), Some(side)) = (&followed.game, followed.side) else { return };
    let terms = game.terms();
    let [title, _] = terms_text(l10n, &terms.game, &terms.options, terms.time, terms.rated);
    let opponent = &terms.players[side.other().index()].name;
    let turn = match standing.is_own_turn {
        true => l10n.get("online-turn-yours"),
        false => l10n.format("online-turn-theirs", &[("name", opponent.clone())]),
    };
    let left = standing.left.map(|left| time_left(l10n, left));
    let line = [Some(turn), left].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let title = format!("{opponent} · {title}");
    let picture = Some((game.tree().game(), game.position()));
    let unread = view.online.unread(standing.id);
    row(ui, view, picture, [&title, &line], |ui, view| {
        let style = if standing.is_own_turn { ButtonStyle::Primary } else { ButtonStyle::Plain };
        if button(ui, style, Some(PLAY), &l10n.get("online-return")).clicked() {
            view.requests.push(OnlineRequest::Open(standing.id));
        }
        if unread > 0 {
            let name = l10n.format("online-unread", &[("number", unread.to_string())]);
            badge(ui, unread, &name);
        }
    });
}
