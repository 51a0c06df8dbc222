//! The portraits of players: a face for each level of the computer, one for engines of others,
//! and one for people.

/// Highest level with a face of its own.
const LEVELS: u8 = 10;

/// The face of a person without a picture of their own, within the assets folder.
pub const PERSON: &str = "portraits/person.svg";

/// The face of every engine of others, within the assets folder.
pub const ENGINE: &str = "portraits/engine.svg";

/// The face of the computer at this level, from 1; higher levels have the last one.
#[must_use]
pub fn level_portrait(level: u8) -> String {
    format!("portraits/level-{}.svg", level.clamp(1, LEVELS))
}

/// The paths of all portraits.
pub fn paths() -> impl Iterator<Item = String> {
    (1..=LEVELS).map(level_portrait).chain([PERSON, ENGINE].map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::content::assets_folder;
    use crate::games::registry::GAMES;

    #[test]
    fn every_level_of_every_game_has_a_face_and_no_two_are_alike() {
        assert!(GAMES.iter().all(|game| game.levels() <= LEVELS));
        let faces: BTreeSet<String> = paths()
            .map(|path| std::fs::read_to_string(assets_folder().join(path)).unwrap())
            .collect();
        assert_eq!(faces.len(), usize::from(LEVELS) + 2);
    }
}
