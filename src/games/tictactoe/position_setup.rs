//! Validity of a position of an m,n,k game that is set up by hand.

use super::{Rules, TicTacToe, TicTacToeGame};
use crate::core::{Point, Side};
use crate::games::position_draft::read_stones;
use crate::games::{
    Game, Message, MessageArg, Options, PositionDraft, PositionSetup, SetupProblem,
};

impl PositionSetup for TicTacToeGame {
    fn text(&self, options: &Options, draft: &PositionDraft) -> String {
        let sign = |side| if side == Side::First { 'X' } else { 'O' };
        let rules = Rules::from_options(options);
        let (files, ranks) = rules.map_or((3, 3), |rules| (rules.files, rules.ranks));
        let row = |rank| -> String {
            let points = (0..files).map(|file| draft.piece_at(Point::new(file, rank)));
            points.map(|piece| piece.map_or('-', |piece| sign(piece.side))).collect()
        };
        let rows: Vec<String> = (0..ranks).rev().map(row).collect();
        format!("{} {}", rows.join("/"), sign(draft.side_to_move))
    }

    fn problem(&self, options: &Options, draft: &PositionDraft) -> Option<SetupProblem> {
        let mover = draft.side_to_move;
        let own = draft.points_of_side(mover).len();
        let other = draft.points_of_side(mover.other()).len();
        // The sides take turns, and the side to move was not the last to do so.
        if !(own..=own + 1).contains(&other) {
            let side = MessageArg::Side(self.side_names()[mover.index()]);
            let message = Message::new("tictactoe-setup-counts").with("side", side);
            return Some(SetupProblem::new(message, Vec::new()));
        }
        let rules = Rules::from_options(options).ok()?;
        if TicTacToe::read(&self.text(options, draft), rules).is_err() {
            return Some(SetupProblem::new(Message::new("tictactoe-setup-rows"), Vec::new()));
        }
        None
    }

    /// Rows of marks, with the side to move if it is given.
    fn read_loosely(&self, options: &Options, text: &str) -> Option<PositionDraft> {
        let rules = Rules::from_options(options).ok()?;
        let (draft, mut words) = read_stones(text, [rules.files, rules.ranks])?;
        words.next().is_none().then_some(draft)
    }
}
