//! The opening explorer: moves played in a position, with results, over the
//! whole library.
//!
//! A move counts for a game if both the position and the one after the move
//! occurred in it, by any move order. Positions that are equal under a symmetry
//! of the board count as one: a game that began f5 in Reversi counts for one
//! that began d3. Moves that are equal under the symmetries of the position
//! itself are counted together, as the most frequent of them.
//!
//! No statistics are stored: the position index is searched for the position
//! and for each position after it.

use serde::{Deserialize, Serialize};

use super::filter::Filter;
use super::position_index::{self, MAX_PLIES, PositionKey};
use super::summary::ResultKind;
use super::{Library, LibraryError};
use crate::core::{Move, Symmetry};
use crate::games::AnyPosition;
use crate::record::{GameTree, NodeId};

/// Frequency of a move and results of the games with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveStat {
    /// The move.
    pub mv: Move,
    /// Games in which it was played.
    pub games: usize,
    /// Wins of each side, first side first.
    pub wins: [usize; 2],
    /// Draws. The remaining games have no known result.
    pub draws: usize,
}

/// A position transformed by a symmetry of the board.
struct SymmetricPosition {
    symmetry: Symmetry,
    position: AnyPosition,
    key: PositionKey,
}

impl Library {
    /// Statistics of every move played in the position of this node by games
    /// that match the filter, most frequent first. Positions are indexed up to
    /// ply 60 of a game; the filter's own position is ignored.
    ///
    /// # Errors
    /// When the position index cannot be read.
    pub fn move_stats(
        &self,
        tree: &GameTree,
        node: NodeId,
        filter: &Filter,
    ) -> Result<Vec<MoveStat>, LibraryError> {
        let board = tree.start().board();
        let size = (board.files, board.ranks);
        let player = filter.player.to_lowercase();
        let symmetric = symmetric_positions(tree, node, size);
        // Symmetries that map the position to itself.
        let own: Vec<Symmetry> = symmetric
            .iter()
            .filter(|image| image.key == symmetric[0].key)
            .map(|image| image.symmetry)
            .collect();
        let mut stats: Vec<MoveStat> = Vec::new();
        for (number, image) in symmetric.iter().enumerate() {
            if symmetric[..number].iter().any(|other| other.key == image.key) {
                continue;
            }
            let Some(games) = self.results_at(image.key, filter, &player)? else { continue };
            for mv in image.position.legal_moves() {
                let mut next = image.position.clone();
                if next.play(mv).is_err() {
                    continue;
                }
                let mv = image.symmetry.inverse().map_move(mv, size.0, size.1);
                let mut stat = MoveStat { mv, games: 0, wins: [0; 2], draws: 0 };
                // Both lists are sorted by number.
                let mut known = games.iter().peekable();
                for id in self.games_at(PositionKey::new(tree.game(), &next))? {
                    while known.next_if(|game| game.0 < id).is_some() {}
                    let Some(&&(_, ended)) = known.peek().filter(|game| game.0 == id) else {
                        continue;
                    };
                    stat.games += 1;
                    match ended {
                        ResultKind::Win(side) => stat.wins[side.index()] += 1,
                        ResultKind::Draw => stat.draws += 1,
                        ResultKind::Unknown => {}
                    }
                }
                if stat.games > 0 {
                    merge_into(&mut stats, stat);
                }
            }
        }
        stats.sort_by(|a, b| b.games.cmp(&a.games).then(a.mv.cmp(&b.mv)));
        // Merge equal moves into the most frequent of them.
        let mut folded: Vec<MoveStat> = Vec::new();
        for stat in stats {
            let same = |known: &&mut MoveStat| {
                own.iter().any(|symmetry| symmetry.map_move(stat.mv, size.0, size.1) == known.mv)
            };
            match folded.iter_mut().find(same) {
                Some(known) => known.merge(stat),
                None => folded.push(stat),
            }
        }
        folded.sort_by(|a, b| b.games.cmp(&a.games).then(a.mv.cmp(&b.mv)));
        Ok(folded)
    }

    /// Numbers, in order, and results of the games with the position that match
    /// the filter; `None` if there is none.
    fn results_at(
        &self,
        key: PositionKey,
        filter: &Filter,
        player: &str,
    ) -> Result<Option<Vec<(u32, ResultKind)>>, LibraryError> {
        let mut games = Vec::new();
        // Both lists are sorted by number.
        let mut summaries = self.summaries.iter().peekable();
        for id in self.games_at(key)? {
            while summaries.next_if(|summary| summary.id.0 < id).is_some() {}
            let game = summaries.peek().filter(|game| game.id.0 == id);
            if let Some(game) = game.filter(|game| filter.matches(game, player)) {
                games.push((id, game.result));
            }
        }
        Ok(Some(games).filter(|games| !games.is_empty()))
    }

    fn games_at(&self, key: PositionKey) -> Result<Vec<u32>, LibraryError> {
        position_index::search(&self.store, key).map_err(|error| self.failed(&error))
    }
}

impl MoveStat {
    fn merge(&mut self, other: MoveStat) {
        self.games += other.games;
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
    }
}

fn merge_into(stats: &mut Vec<MoveStat>, stat: MoveStat) {
    match stats.iter_mut().find(|known| known.mv == stat.mv) {
        Some(known) => known.merge(stat),
        None => stats.push(stat),
    }
}

/// The position of a node under each symmetry of the starting position, the
/// identity first; empty for plies that are not indexed.
fn symmetric_positions(
    tree: &GameTree,
    node: NodeId,
    (files, ranks): (u8, u8),
) -> Vec<SymmetricPosition> {
    let path = tree.path(node);
    if path.len() > MAX_PLIES {
        return Vec::new();
    }
    if path.iter().skip(1).any(|&node| tree.move_at(node).is_none()) {
        // A position that was set up counts only as it stands.
        let position = tree.position(node).clone();
        let key = PositionKey::new(tree.game(), &position);
        return vec![SymmetricPosition { symmetry: Symmetry::IDENTITY, position, key }];
    }
    let image = |symmetry: Symmetry| {
        let mut position = tree.start().clone();
        for mv in path.iter().filter_map(|&node| tree.move_at(node)) {
            position.play(symmetry.map_move(mv, files, ranks)).ok()?;
        }
        let key = PositionKey::new(tree.game(), &position);
        Some(SymmetricPosition { symmetry, position, key })
    };
    tree.start().symmetries().into_iter().filter_map(image).collect()
}
