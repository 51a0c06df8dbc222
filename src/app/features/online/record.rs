//! A finished game over the network as a record for the library.

use crate::app::session::{Ending, OnlineSession};
use crate::library::TIME_OF_DAY;
use crate::net::OnlineGame;
use crate::record::{GameTree, InfoField};

/// True for a game in which both sides have moved: others are not kept.
pub(super) fn is_worth_keeping(game: &OnlineGame) -> bool {
    game.line().len() > 1
}

/// When the game began, by the player's own clock and calendar.
fn began(game: &OnlineGame) -> [String; 2] {
    let milliseconds = i64::try_from(game.terms().began).unwrap_or_default();
    let at = jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    let at = at.to_zoned(jiff::tz::TimeZone::system());
    ["%Y-%m-%d", "%H:%M:%S"].map(|format| at.strftime(format).to_string())
}

/// What identifies the game in the library.
pub(super) fn label(game: &OnlineGame) -> String {
    began(game).join(" ")
}

/// The record: moves, what was taken back as variations, players, ratings, date and result.
pub(super) fn of(game: &OnlineGame) -> GameTree {
    let mut tree = game.tree().clone();
    while tree.promote(game.node()) {}
    let after: Vec<_> = tree.children(game.node()).collect();
    for node in after {
        tree.delete(node);
    }
    let terms = game.terms();
    let [date, time] = began(game);
    let result = game.finish().map(Ending::from).and_then(|ending| ending.result(&tree));
    let info = tree.info_mut();
    let fields = [
        (InfoField::FirstPlayer, InfoField::FirstRating),
        (InfoField::SecondPlayer, InfoField::SecondRating),
    ];
    for (side, (name, rating)) in fields.into_iter().enumerate() {
        info.set(name, &terms.players[side].name);
        if terms.rated {
            info.set(rating, &terms.ratings[side].rating.to_string());
        }
    }
    info.set(InfoField::Date, &date);
    info.set_tag(TIME_OF_DAY, &time);
    info.set_tag(OnlineSession::ID_TAG, &terms.id.to_string());
    info.set(InfoField::Result, &result.unwrap_or_default());
    tree
}
