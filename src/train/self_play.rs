//! Driver of self-play on several threads.

use super::parallel::{self, BATCH};
use crate::core::{Random, mix};

/// Samples of `count` self-play games in the order of the games. `player` makes the player of a
/// thread, and `game` plays one game with it and samples its positions. Each game has a generator
/// of its own, seeded from `seed` and its number, so that the samples do not depend on `threads`.
pub fn play_games<P, S: Send>(
    count: u32,
    seed: u64,
    threads: usize,
    player: impl Fn() -> P + Sync,
    game: impl Fn(&mut P, &mut Random) -> Vec<S> + Sync,
) -> Vec<S> {
    let numbers: Vec<u64> = (0..u64::from(count)).collect();
    let batches: Vec<&[u64]> = numbers.chunks(BATCH).collect();
    let played = parallel::map(threads, &batches, player, |player, batch| {
        let game = |number: &u64| game(player, &mut Random::new(mix(seed ^ mix(*number))));
        batch.iter().flat_map(game).collect::<Vec<_>>()
    });
    played.into_iter().flatten().collect()
}
