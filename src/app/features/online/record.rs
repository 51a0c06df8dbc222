//! A finished game over the network as a record for the library.

use crate::app::services::library::LibraryClient;
use crate::app::session::{Ending, OnlineSession, finish_record, started_at};
use crate::library::TIME_OF_DAY;
use crate::net::{OnlineGame, write_log};
use crate::record::{GameTree, InfoField};

/// Stores a game in the library, with the log that proves it.
pub(super) fn store(library: &LibraryClient, game: &OnlineGame) {
    let tree = of(game);
    let label = started_at(&tree);
    library.store_with_log(tree, label, write_log(game.log()));
}

/// The record: moves, what was taken back as variations, players, ratings, date and result.
fn of(game: &OnlineGame) -> GameTree {
    let mut tree = game.tree().clone();
    finish_record(&mut tree, game.node(), game.finish().map(Ending::from));
    let terms = game.terms();
    // By the player's own clock and calendar.
    let began = i64::try_from(terms.began).unwrap_or_default();
    let began = jiff::Timestamp::from_millisecond(began).unwrap_or_default();
    let began = began.to_zoned(jiff::tz::TimeZone::system());
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
    info.set(InfoField::Date, &began.strftime("%Y-%m-%d").to_string());
    info.set_tag(TIME_OF_DAY, &began.strftime("%H:%M:%S").to_string());
    info.set_tag(OnlineSession::ID_TAG, &terms.id.to_string());
    tree
}
