//! Validity of a Reversi position that is set up by hand: any discs are valid, since the rules give
//! every board a sense. A game is over where nobody can move.

use super::ReversiGame;
use super::sgf::position_text;
use crate::core::{Point, Side};
use crate::games::{Game, Options, PositionDraft, PositionSetup, SetupProblem, StoneSetup};

impl PositionSetup for ReversiGame {
    fn text(&self, options: &Options, draft: &PositionDraft) -> String {
        let size = self.start(options).map_or(8, |start| start.board().files);
        let points = (0..size).flat_map(|rank| (0..size).map(move |file| Point::new(file, rank)));
        let stones: Vec<Option<Side>> =
            points.map(|at| draft.piece_at(at).map(|piece| piece.side)).collect();
        let to_move = Some(draft.side_to_move);
        position_text(&StoneSetup { size, stones: &stones, to_move })
    }

    fn problem(&self, _: &Options, _: &PositionDraft) -> Option<SetupProblem> {
        None
    }
}
