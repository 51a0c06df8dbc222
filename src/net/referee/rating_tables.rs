//! The best players of each game and speed, as players ask for them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Notice, PlayerId, Referee, Refusal, Speed, StoredRating};
use crate::net::{RankedPlayer, RatingNote, RatingTable};

/// Time for which the tables are as they were made, in milliseconds: all ratings are read for them.
const STANDS: u64 = 60_000;

/// Lines of a table that are told.
const MAX_LINES: usize = 100;

/// The tables as they were made last.
#[derive(Debug, Default)]
pub(super) struct RatingTables {
    made: Option<u64>,
    tables: BTreeMap<(String, Speed), Vec<(PlayerId, RatingNote)>>,
}

impl RatingTables {
    fn new(ratings: Vec<(PlayerId, StoredRating)>, now: u64) -> RatingTables {
        let mut tables = BTreeMap::<_, Vec<_>>::new();
        for (player, StoredRating { game, speed, record }) in ratings {
            tables.entry((game, speed)).or_default().push((player, record.note()));
        }
        for table in tables.values_mut() {
            table.sort_by_key(|(player, note)| {
                (note.is_provisional(), Reverse(note.rating), note.deviation, *player)
            });
        }
        RatingTables { made: Some(now), tables }
    }
}

impl Referee {
    /// Tells a player who the best of a game at a speed are.
    pub(super) fn tell_table(
        &mut self,
        player: PlayerId,
        game: String,
        speed: Speed,
        now: u64,
    ) -> Result<(), Refusal> {
        if self.tables.made.is_none_or(|made| now.abs_diff(made) >= STANDS) {
            let ratings = self.store.all_ratings().map_err(|_| Refusal::Storage)?;
            let of_player = |(player, ratings): (PlayerId, Vec<StoredRating>)| {
                ratings.into_iter().map(move |rating| (player, rating))
            };
            let ratings = ratings.into_iter().flat_map(of_player).collect();
            self.tables = RatingTables::new(ratings, now);
        }
        let key = (game, speed);
        let table = self.tables.tables.get(&key).map_or(&[][..], Vec::as_slice);
        let count = u32::try_from(table.len()).unwrap_or(u32::MAX);
        let line = |&(player, rating): &(PlayerId, RatingNote)| {
            Ok(RankedPlayer { profile: self.profile(player)?, rating })
        };
        let players = table.iter().take(MAX_LINES).map(line).collect::<Result<_, Refusal>>()?;
        let (game, speed) = key;
        self.tell(player, &Notice::Table(RatingTable { game, speed, players, count }));
        Ok(())
    }
}
