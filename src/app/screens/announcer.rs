//! Announcements to screen readers, in words, of what happens, whatever has the focus: moves,
//! check, the end of the game, and notices.

use bevy::prelude::*;
use bevy_egui::egui::Id;
use bevy_egui::egui::accesskit::{Live, Role};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::play::{result_reason, result_score, result_title};
use crate::app::features::online::OnlinePlay;
use crate::app::notice::Notice;
use crate::app::session::{ActiveSession, GameEvent, Mode, Session, SessionEvent};
use crate::app::state::Screen;
use crate::app::text::{Localization, move_label, notation, side_name};
use crate::app::widgets::{UiSystems, toasts};
use crate::record::NodeId;

/// The last announcement.
#[derive(Resource, Default)]
pub(super) struct Announcer {
    text: String,
    /// Number of announcements so far: each is a new one, even with the same text.
    number: u64,
}

impl Announcer {
    /// Replaces what was announced before.
    fn say(&mut self, parts: Vec<String>, l10n: &Localization) {
        if !parts.is_empty() {
            self.text = joined(parts, &l10n.get("announce-separator"));
            self.number += 1;
        }
    }
}

/// Sentences after each other: a separator goes where one does not end in a stop.
fn joined(parts: Vec<String>, separator: &str) -> String {
    let mut text = String::new();
    for part in parts {
        match text.chars().last() {
            Some('.') => text.push(' '),
            Some(end) if !"。？".contains(end) => text.push_str(separator),
            _ => {}
        }
        text.push_str(&part);
    }
    text
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Announcer>().add_systems(Last, announce).add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Overlay).run_if(not(in_state(Screen::Loading))),
    );
}

fn announce(
    l10n: Res<Localization>,
    active_session: Res<ActiveSession>,
    online: Res<OnlinePlay>,
    mut events: MessageReader<SessionEvent>,
    mut notices: MessageReader<Notice>,
    mut reviewed: Local<Option<NodeId>>,
    mut announcer: ResMut<Announcer>,
) {
    let mut parts = Vec::new();
    if let Some(session) = active_session.session() {
        let review = active_session.mode() == Mode::Review;
        let shown = review.then(|| session.current());
        if shown.is_some() && reviewed.is_some() && *reviewed != shown {
            parts.push(last_move_text(&l10n, session));
        }
        *reviewed = shown;
        let event = active_session.online().and_then(|game| online.event_of(game.id()));
        parts.extend(game_parts(&l10n, session, event.is_some(), events.read()));
    }
    events.clear();
    parts.extend(notices.read().map(|notice| toasts::text(&l10n, notice)));
    announcer.say(parts, &l10n);
}

/// Parts of an announcement of these events; `in_tournament` for a game of a tournament on a
/// server.
fn game_parts<'e>(
    l10n: &Localization,
    session: &Session,
    in_tournament: bool,
    events: impl Iterator<Item = &'e SessionEvent>,
) -> Vec<String> {
    let (mut parts, mut moves, mut ended) = (Vec::new(), 0, false);
    for event in events {
        let SessionEvent::Game(event) = event else { continue };
        match event {
            GameEvent::Moved(..) => moves += 1,
            GameEvent::TookBack(_) => parts.push(l10n.get("undo")),
            GameEvent::Redid(_) => parts.push(l10n.get("redo")),
            GameEvent::DrawOffered(side) => {
                let colour = session.position().colour_of(*side);
                let side = side_name(l10n, session.setup().game, colour);
                parts.push(l10n.format("draw-offered", &[("side", side)]));
            }
            GameEvent::Ended(_) => ended = true,
            GameEvent::DrawDeclined(_)
            | GameEvent::Paused(_)
            | GameEvent::EngineReplaced(_)
            | GameEvent::NextGameStarted => {}
        }
    }
    let path = session.tree().path(session.current());
    for &node in &path[path.len().saturating_sub(moves)..] {
        parts.push(move_text(l10n, session, node));
    }
    if moves > 0 && session.position().checked_king().is_some() {
        parts.push(l10n.get("announce-check"));
    }
    if let Some(ending) = session.ending().filter(|_| ended || moves > 0) {
        parts.push(result_title(l10n, session, ending));
        parts.push(result_reason(l10n, session, ending, in_tournament));
        parts.extend(result_score(l10n, session, ending));
    }
    parts
}

/// The move that led to the position on the board.
fn last_move_text(l10n: &Localization, session: &Session) -> String {
    match session.tree().parent(session.current()) {
        Some(_) => move_text(l10n, session, session.current()),
        None => l10n.get("announce-start"),
    }
}

/// A move with the colour that played it.
fn move_text(l10n: &Localization, session: &Session, node: NodeId) -> String {
    let (tree, game) = (session.tree(), session.setup().game);
    let mv = move_label(l10n, tree, node, &notation(l10n, game));
    let Some(parent) = tree.parent(node) else { return mv };
    let side = side_name(l10n, game, tree.position(parent).colour_to_move());
    l10n.format("announce-move", &[("side", side), ("move", mv)])
}

/// A text that is read aloud when it appears. It takes no place.
fn show(mut contexts: EguiContexts, announcer: Res<Announcer>) -> Result {
    if announcer.number > 0 {
        let id = Id::new(("announcement", announcer.number));
        contexts.ctx_mut()?.accesskit_node_builder(id, |node| {
            node.set_role(Role::Status);
            node.set_live(Live::Assertive);
            node.set_value(announcer.text.as_str());
            node.set_label(announcer.text.as_str());
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn sentences_are_separated_once() {
        let parts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        assert_eq!(
            joined(parts(&["White: e4", "Check", "Over.", "So"]), ". "),
            "White: e4. Check. Over. So"
        );
        assert_eq!(
            joined(parts(&["红方：炮二平五", "将军。", "红胜"]), "。"),
            "红方：炮二平五。将军。红胜"
        );
    }
}
