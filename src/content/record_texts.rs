//! Facts about a recorded game, in the languages of the program: players, result, event, and the
//! notation in which readers know its moves.

use super::messages::{self, Locale};
use crate::core::Side;
use crate::games::{Game, OptionSpec, OptionValue, Options};
use crate::record::{GameTree, InfoField};

/// The names that this program gives to players, as they are stored whatever the language:
/// what comes before and after the number, and the message that is shown for it. Those of
/// other languages were stored by earlier versions.
const GIVEN_NAMES: [(&str, &str, &str); 4] = [
    ("Computer, level ", "", "computer-level"),
    ("Player ", "", "player-number"),
    ("电脑 ", " 级", "computer-level"),
    ("棋手 ", "", "player-number"),
];

/// The stored name of the only person in a game, and the same in another language.
pub const STORED_PERSON_NAME: &str = "Player";
const OLD_PERSON_NAME: &str = "棋手";

/// The stored name of the computer at this level.
#[must_use]
pub fn stored_computer_name(level: u8) -> String {
    format!("{}{level}", GIVEN_NAMES[0].0)
}

/// The stored name of one of two people at this device.
#[must_use]
pub fn stored_person_name(number: u8) -> String {
    format!("{}{number}", GIVEN_NAMES[1].0)
}

/// True if this program gave the name to a computer player.
#[must_use]
pub fn is_computer_name(stored: &str) -> bool {
    let mut given = GIVEN_NAMES.iter().filter(|name| name.2 == "computer-level");
    given.any(|(before, after, _)| stored.starts_with(before) && stored.ends_with(after))
}

/// A stored name as it is shown: translated if this program has given it.
#[must_use]
pub fn player_name(locale: Locale, stored: &str) -> String {
    let given = GIVEN_NAMES.iter().find_map(|(before, after, id)| {
        let number = stored.strip_prefix(before)?.strip_suffix(after)?;
        let is_number =
            (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| format(locale, id, &[("number", number.to_owned())]))
    });
    given.unwrap_or_else(|| match stored {
        STORED_PERSON_NAME | OLD_PERSON_NAME => format(locale, "player", &[]),
        name => name.to_owned(),
    })
}

/// The name of a side, in a game whose players may have swapped sides.
#[must_use]
pub fn side_name(locale: Locale, game: &dyn Game, side: Side, swapped: bool) -> String {
    let side = if swapped { side.other() } else { side };
    format(locale, &format!("side-{}", game.side_names()[side.index()]), &[])
}

/// A player's name with rating; `None` if the name is not known.
#[must_use]
pub fn known_player(locale: Locale, tree: &GameTree, side: Side) -> Option<String> {
    let info = tree.info();
    let (name, rating) = match side {
        Side::First => (InfoField::FirstPlayer, InfoField::FirstRating),
        Side::Second => (InfoField::SecondPlayer, InfoField::SecondRating),
    };
    match (info.get(name), info.get(rating)) {
        ("" | "?", _) => None,
        (name, "") => Some(player_name(locale, name)),
        (name, rating) => Some(format!("{} {rating}", player_name(locale, name))),
    }
}

/// A player's name with rating, or else the name of the side.
#[must_use]
pub fn player(locale: Locale, tree: &GameTree, side: Side, swapped: bool) -> String {
    known_player(locale, tree, side)
        .unwrap_or_else(|| side_name(locale, tree.game(), side, swapped))
}

/// The result of the game; `None` if it is unknown.
#[must_use]
pub fn result(locale: Locale, tree: &GameTree, swapped: bool) -> Option<String> {
    let info = tree.info();
    let (winner, how) = match info.winner() {
        Some(winner) => (winner, info.get(InfoField::Result).split_once(' ').map_or("", |r| r.1)),
        None => {
            let last = tree.main_line().last().unwrap_or(tree.root());
            (tree.position(last).outcome()?.winner, "")
        }
    };
    let Some(winner) = winner else { return Some(format(locale, "result-draw", &[])) };
    let side = ("side", side_name(locale, tree.game(), winner, swapped));
    let number = || how.parse::<f64>().is_ok_and(|points| points > 0.0);
    Some(match how {
        "R" => format(locale, "picture-won-resigned", &[side]),
        "T" => format(locale, "picture-won-time", &[side]),
        "F" => format(locale, "picture-won-forfeit", &[side]),
        _ if number() => format(locale, "picture-won-by", &[side, ("points", how.to_owned())]),
        _ => format(locale, "result-win", &[side]),
    })
}

/// Event, round, place and date.
#[must_use]
pub fn event_line(tree: &GameTree) -> String {
    let known = [InfoField::Event, InfoField::Round, InfoField::Site, InfoField::Date]
        // Unknown parts of a date are left out.
        .map(|field| tree.info().get(field).trim_end_matches("-??"))
        .into_iter()
        .filter(|text| !text.is_empty() && text.chars().any(|c| c != '?' && c != '.' && c != '-'));
    known.collect::<Vec<_>>().join(" · ")
}

/// Id of the notation that readers of this language use for a game, with figurines if they
/// are wanted; empty for the game's default.
#[must_use]
pub fn notation(locale: Locale, game: &dyn Game, figurines: bool) -> String {
    let with_figurines = figurines.then(|| format!("figurine-notation-{}", game.id()));
    let usual = format!("notation-{}", game.id());
    let ids = with_figurines.into_iter().chain([usual]);
    ids.filter_map(|id| messages::text(locale, &id, &[])).next().unwrap_or_default()
}

/// The rules and the opening of a game where they are not the usual ones, as ids of texts.
#[must_use]
pub fn variant_ids(game: &dyn Game, options: &Options) -> Vec<String> {
    let id = |spec: &OptionSpec| {
        let value = options.get(spec);
        let is_usual = value == spec.domain.default_choice();
        match value {
            OptionValue::Word(word) if !is_usual && game.is_relevant(spec.id, options) => {
                Some(format!("variant-{}-{word}", spec.id))
            }
            _ => None,
        }
    };
    let ids = game.options().iter().filter_map(id);
    // Values that matter little have no name.
    ids.filter(|id| messages::text(Locale::English, id, &[]).is_some()).collect()
}

fn format(locale: Locale, id: &str, args: &[(&str, String)]) -> String {
    messages::text(locale, id, args).unwrap_or_else(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::find;

    fn tree(game: &str, moves: &[&str]) -> GameTree {
        let mut tree = GameTree::new(find(game).unwrap(), Default::default()).unwrap();
        let mut node = tree.root();
        for text in moves {
            let mv = tree.position(node).parse_move(text).unwrap();
            node = tree.play(node, mv).unwrap();
        }
        tree
    }

    #[test]
    fn players_and_results_are_localized() {
        let locale = Locale::Chinese;
        let mut xiangqi = tree("xiangqi", &["h2e2"]);
        xiangqi.info_mut().set(InfoField::Result, "1-0 R");
        assert_eq!(result(locale, &xiangqi, false).as_deref(), Some("红方胜，对方认输"));
        let mut go = tree("go", &["D4"]);
        assert_eq!(player(locale, &go, Side::First, false), "黑方");
        assert_eq!(player(locale, &go, Side::First, true), "白方");
        go.info_mut().set(InfoField::SecondPlayer, &stored_computer_name(3));
        assert_eq!(known_player(locale, &go, Side::First), None);
        assert_ne!(
            known_player(locale, &go, Side::Second),
            known_player(Locale::English, &go, Side::Second)
        );
    }

    #[test]
    fn unknown_facts_of_a_game_are_left_out() {
        let mut tree = tree("go", &["D4"]);
        assert_eq!(event_line(&tree), "");
        tree.info_mut().set(InfoField::Event, "Castle games");
        tree.info_mut().set(InfoField::Round, "?");
        tree.info_mut().set(InfoField::Date, "1846-09-??");
        assert_eq!(event_line(&tree), "Castle games · 1846-09");
        tree.info_mut().set(InfoField::Date, "????-??-??");
        assert_eq!(event_line(&tree), "Castle games");
    }

    #[test]
    fn the_result_is_written_out() {
        let mut tree = tree("go", &["D4"]);
        assert_eq!(result(Locale::English, &tree, false), None);
        for (text, said) in [
            ("1-0 R", "Black wins by resignation"),
            ("0-1 T", "White wins on time"),
            ("0-1 3.5", "White +3.5"),
            ("1-0 F", "Black wins by forfeit"),
            ("1-0", "Black wins"),
            ("1/2-1/2", "Draw"),
        ] {
            tree.info_mut().set(InfoField::Result, text);
            assert_eq!(result(Locale::English, &tree, false).as_deref(), Some(said));
        }
    }

    #[test]
    fn a_game_that_its_rules_ended_needs_no_result_in_its_record() {
        let tree = tree("tictactoe", &["a1", "b1", "a2", "b2", "a3"]);
        assert_eq!(result(Locale::English, &tree, false).as_deref(), Some("X wins"));
    }
}
