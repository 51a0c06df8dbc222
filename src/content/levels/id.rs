//! Names of packs and levels that stay the same wherever they stand in a list.

use std::fmt;
use std::sync::Arc;

use super::{Level, Pack};

/// Name of a pack among all packs: the id of its game and its own, as in `chess/mates`.
/// Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackId(Arc<str>);

impl PackId {
    /// The name of this pack of a game.
    #[must_use]
    pub fn new(game: &str, pack: &str) -> PackId {
        PackId(format!("{game}/{pack}").into())
    }

    /// The name as text, which is the key of the pack in stored progress.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PackId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Beginnings of the ids of packs that a user made and imported. No shipped pack has such
/// an id, so that each has its own name and progress.
pub const USER_PREFIXES: [&str; 2] = ["own", "shared"];

/// True for the id of a pack that a user made or imported.
#[must_use]
pub fn is_user_pack_id(id: &str) -> bool {
    let rests = USER_PREFIXES.iter().filter_map(|prefix| id.strip_prefix(prefix));
    rests.into_iter().any(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Name of a level among those of all packs. Cheap to clone.
///
/// ```
/// use tianyuan::content::levels::{PackId, PuzzleId};
///
/// let first = PuzzleId::new(PackId::new("chess", "mates"), "mates-01");
/// assert_eq!(first.to_string(), "chess/mates/mates-01");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId {
    /// The pack.
    pub pack: PackId,
    /// The level's id within the pack.
    pub level: Arc<str>,
}

impl PuzzleId {
    /// The name of the level with this id in a pack.
    #[must_use]
    pub fn new(pack: PackId, level: &str) -> PuzzleId {
        PuzzleId { pack, level: level.into() }
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.pack, self.level)
    }
}

/// The pack of this name.
#[must_use]
pub fn find_pack<'a>(packs: &'a [Pack], id: &PackId) -> Option<&'a Pack> {
    packs.iter().find(|pack| pack.is_named(id))
}

/// The level of this name with its pack.
#[must_use]
pub fn find_level<'a>(packs: &'a [Pack], id: &PuzzleId) -> Option<(&'a Pack, &'a Level)> {
    let pack = find_pack(packs, &id.pack)?;
    Some((pack, pack.levels.get(pack.level_index(&id.level)?)?))
}

impl Pack {
    /// Its name among all packs.
    #[must_use]
    pub fn pack_id(&self) -> PackId {
        PackId::new(&self.game, &self.id)
    }

    /// True if this is its name among all packs.
    #[must_use]
    pub fn is_named(&self, id: &PackId) -> bool {
        // Ids of games and packs have no slash.
        id.as_str().split_once('/') == Some((&self.game, &self.id))
    }

    /// The name of a level of this pack.
    #[must_use]
    pub fn puzzle_id(&self, level: &Level) -> PuzzleId {
        PuzzleId::new(self.pack_id(), &level.id)
    }

    /// The index of the level with this id.
    #[must_use]
    pub fn level_index(&self, id: &str) -> Option<usize> {
        self.levels.iter().position(|level| level.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::messages::LocalizedText;
    use crate::games::Options;

    #[test]
    fn only_whole_prefixes_mark_the_packs_of_a_user() {
        for id in ["own", "own-2", "shared", "shared-mates-2"] {
            assert!(is_user_pack_id(id), "{id}");
        }
        for id in ["mates", "owners", "sharedown", "my-own"] {
            assert!(!is_user_pack_id(id), "{id}");
        }
    }

    #[test]
    fn a_name_is_of_one_game_and_one_pack() {
        let pack = Pack::empty(
            "mates",
            "chess",
            Options::default(),
            LocalizedText::new(),
            LocalizedText::new(),
        );
        assert_eq!(pack.pack_id().as_str(), "chess/mates");
        assert!(pack.is_named(&PackId::new("chess", "mates")));
        assert!(!pack.is_named(&PackId::new("xiangqi", "mates")));
        assert!(!pack.is_named(&PackId::new("chess", "mates-2")));
    }
}
