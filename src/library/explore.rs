//! What was played in a position, and how it went, over the whole library.
//!
//! A move counts for a game if both the position and the one after the move
//! came up in it, whatever led there. On boards that look the same when they
//! are turned or mirrored, positions that do so too are the same: a game that
//! began f5 in Reversi counts for one that began d3. Moves that are the same
//! under the symmetries of the position itself are counted together, as the
//! one that was played most.
//!
//! Nothing is kept for this: the lists by which games are found answer for
//! the position and for each position after it.

use serde::{Deserialize, Serialize};

use super::filter::Filter;
use super::places::{self, PLIES, PositionKey};
use super::summary::Ended;
use super::{Library, LibraryError};
use crate::core::{Move, Symmetry};
use crate::games::AnyPosition;
use crate::record::{GameTree, NodeId};

/// How often a move was played, and how the games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveStat {
    /// The move.
    pub mv: Move,
    /// Games in which it was played.
    pub games: usize,
    /// Those that each side won, the first side first.
    pub wins: [usize; 2],
    /// Those that were drawn. What is missing to `games` ended otherwise or
    /// not at all.
    pub draws: usize,
}

/// A position as it looks turned or mirrored.
struct Image {
    symmetry: Symmetry,
    position: AnyPosition,
    key: PositionKey,
}

impl Library {
    /// Every move that was played in the position of this node by games that
    /// the filter admits, most frequent first. Positions are known up to ply
    /// 60 of a game; the filter's own position does not count.
    ///
    /// # Errors
    /// When the lists of positions cannot be read.
    pub fn moves(
        &self,
        tree: &GameTree,
        node: NodeId,
        filter: &Filter,
    ) -> Result<Vec<MoveStat>, LibraryError> {
        let board = tree.start().board();
        let size = (board.files, board.ranks);
        let player = filter.player.to_lowercase();
        let images = images(tree, node, size);
        // Symmetries that leave the position as it is.
        let own: Vec<Symmetry> = images
            .iter()
            .filter(|image| image.key == images[0].key)
            .map(|image| image.symmetry)
            .collect();
        let mut stats: Vec<MoveStat> = Vec::new();
        for (number, image) in images.iter().enumerate() {
            if images[..number].iter().any(|other| other.key == image.key) {
                continue;
            }
            let Some(games) = self.admitted(image.key, filter, &player)? else { continue };
            for mv in image.position.legal_moves() {
                let mut next = image.position.clone();
                if next.play(mv).is_err() {
                    continue;
                }
                let mv = image.symmetry.inverse().play(mv, size.0, size.1);
                let mut stat = MoveStat { mv, games: 0, wins: [0; 2], draws: 0 };
                for id in self.games_at(PositionKey::new(tree.game(), &next))? {
                    let Some(&Some(ended)) = games.get(id as usize) else { continue };
                    stat.games += 1;
                    match ended {
                        Ended::Won(side) => stat.wins[side.index()] += 1,
                        Ended::Drawn => stat.draws += 1,
                        Ended::Open => {}
                    }
                }
                if stat.games > 0 {
                    add(&mut stats, stat);
                }
            }
        }
        stats.sort_by(|a, b| b.games.cmp(&a.games).then(a.mv.cmp(&b.mv)));
        // The most frequent of equal moves stands for all of them.
        let mut folded: Vec<MoveStat> = Vec::new();
        for stat in stats {
            let same = |known: &&mut MoveStat| {
                own.iter().any(|symmetry| symmetry.play(stat.mv, size.0, size.1) == known.mv)
            };
            match folded.iter_mut().find(same) {
                Some(known) => known.join(stat),
                None => folded.push(stat),
            }
        }
        folded.sort_by(|a, b| b.games.cmp(&a.games).then(a.mv.cmp(&b.mv)));
        Ok(folded)
    }

    /// How each game ended, by its number, in which the position came up and
    /// which the filter admits; `None` if there is none.
    fn admitted(
        &self,
        key: PositionKey,
        filter: &Filter,
        player: &str,
    ) -> Result<Option<Vec<Option<Ended>>>, LibraryError> {
        let last = self.summaries.last().map_or(0, |summary| summary.id.0 as usize);
        let mut games = vec![None; last + 1];
        let mut any = false;
        // Both lists are in order of the numbers.
        let mut summaries = self.summaries.iter().peekable();
        for id in self.games_at(key)? {
            while summaries.next_if(|summary| summary.id.0 < id).is_some() {}
            let game = summaries.peek().filter(|game| game.id.0 == id);
            if let Some(game) = game.filter(|game| filter.admits(game, player)) {
                games[id as usize] = Some(game.ended);
                any = true;
            }
        }
        Ok(any.then_some(games))
    }

    fn games_at(&self, key: PositionKey) -> Result<Vec<u32>, LibraryError> {
        places::search(&self.store, key).map_err(|error| self.failed(&error))
    }
}

impl MoveStat {
    fn join(&mut self, other: MoveStat) {
        self.games += other.games;
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
    }
}

fn add(stats: &mut Vec<MoveStat>, stat: MoveStat) {
    match stats.iter_mut().find(|known| known.mv == stat.mv) {
        Some(known) => known.join(stat),
        None => stats.push(stat),
    }
}

/// The position of a node under each symmetry of the start, the position
/// itself first; none where positions are not listed.
fn images(tree: &GameTree, node: NodeId, (files, ranks): (u8, u8)) -> Vec<Image> {
    let path = tree.path(node);
    if path.len() > PLIES {
        return Vec::new();
    }
    let image = |symmetry: Symmetry| {
        let mut position = tree.start().clone();
        for mv in path.iter().filter_map(|&node| tree.move_at(node)) {
            position.play(symmetry.play(mv, files, ranks)).ok()?;
        }
        let key = PositionKey::new(tree.game(), &position);
        Some(Image { symmetry, position, key })
    };
    tree.start().symmetries().into_iter().filter_map(image).collect()
}
