//! Monte-Carlo tree search of any game by its rules alone: all moves are equally likely, in
//! the tree as in playouts.

use super::mcts::{AmafTable, MctsGame, Playout, Prior};
use super::{MoveOf, SearchGame};
use crate::core::{Position, Random, Side};

/// Number of AMAF indices, which moves of large boards share.
const AMAF_LEN: usize = 1024;

/// Plies after which an unfinished playout counts as drawn.
const MAX_PLIES: u32 = 400;

/// The rules of a game for Monte-Carlo tree search, with random playouts.
pub struct RandomPlayouts<'a, G: SearchGame> {
    game: &'a G,
    /// Reused to avoid allocation.
    legal_moves: Vec<MoveOf<G>>,
}

impl<'a, G: SearchGame> RandomPlayouts<'a, G> {
    /// Playouts by the rules of this game.
    #[must_use]
    pub fn new(game: &'a G) -> RandomPlayouts<'a, G> {
        RandomPlayouts { game, legal_moves: Vec::new() }
    }
}

impl<G: SearchGame> MctsGame for RandomPlayouts<'_, G> {
    type Position = G::Position;
    type Move = MoveOf<G>;

    fn side_to_move(&self, position: &G::Position) -> Side {
        position.side_to_move()
    }

    fn moves(&mut self, position: &G::Position, moves: &mut Vec<(MoveOf<G>, Prior)>) {
        position.legal_moves(&mut self.legal_moves);
        moves.clear();
        let prior = Prior { win_rate: 0.5, weight: 1.0 };
        moves.extend(self.legal_moves.iter().map(|&mv| (mv, prior)));
    }

    fn play(&mut self, position: &mut G::Position, mv: MoveOf<G>) {
        position.play(mv);
    }

    fn simulate(
        &mut self,
        position: &mut G::Position,
        random: &mut Random,
        amaf: &mut AmafTable,
    ) -> Playout {
        let mut plies = 0;
        while plies < MAX_PLIES {
            position.legal_moves(&mut self.legal_moves);
            let Some(&mv) = random.pick(&self.legal_moves) else { break };
            amaf.record(self.amaf_index(mv), position.side_to_move());
            position.play(mv);
            plies += 1;
        }
        let result = match position.outcome().and_then(|outcome| outcome.winner) {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        };
        Playout { result, plies }
    }

    fn amaf_index(&self, mv: MoveOf<G>) -> usize {
        usize::from(self.game.move_id(mv)) % AMAF_LEN
    }

    fn amaf_len(&self) -> usize {
        AMAF_LEN
    }
}
