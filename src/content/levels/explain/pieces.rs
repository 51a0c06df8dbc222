//! Explanations of mates, of games won early, and of won material.

use super::{ExplanationBuilder, RefutedMove};
use crate::core::Move;
use crate::games::{AnyPosition, Message, ProofGoal};

impl ExplanationBuilder<'_> {
    pub(super) fn mate(&mut self, moves: u32) {
        if self.line.last().is_some_and(|last| is_counted(&last.after)) {
            return self.taken_discs(moves);
        }
        if !matches!(self.line[0].mv, Move::FromTo { .. }) {
            return self.rows();
        }
        let effect = self.mating_move();
        self.push(effect);
        if let Some(reply) = self.line.get(1)
            && reply.mv.target() == self.line[0].mv.target()
        {
            self.push(Message::new("explain-sacrifice").with("answer", self.answer()));
        }
        if moves > 1 {
            self.push(Message::new("explain-end-of-line").with("line", self.moves()));
        }
        self.push_game_explanation(&ProofGoal::WinIn(moves));
        for wrong in self.refuted_moves() {
            self.refuted_mate(wrong, moves);
        }
    }

    /// A game of discs that ends early, mostly since one side has none left.
    fn taken_discs(&mut self, moves: u32) {
        let (first, own, other) = (self.solution_move(), self.own(), self.other());
        let end = &self.line[self.line.len() - 1].after;
        let takes_all = end.pieces_of(self.side().other()).is_empty();
        let id = match (takes_all, moves) {
            (false, _) => "explain-no-move-of-both",
            (true, 1) => "explain-takes-all-now",
            (true, _) => "explain-takes-all",
        };
        self.push(
            Message::new(id)
                .with("move", first)
                .with("side", own)
                .with("other", other)
                .with("moves", moves),
        );
        if self.line.len() > 1 {
            self.push_example();
        }
        self.push_wrong("explain-wrong-is-met");
    }

    /// The effect of the first move of a mate: check or not, and the number of
    /// answers.
    fn mating_move(&self) -> Message {
        let (first, other) = (self.solution_move(), self.other());
        let after = &self.line[0].after;
        let check = after.checked_king().is_some();
        let answers = after.legal_moves().len();
        match (after.outcome().is_some(), check, answers) {
            (true, true, _) => Message::new("explain-mate-now").with("move", first),
            (true, false, _) => {
                Message::new("explain-no-move-left").with("move", first).with("other", other)
            }
            (_, true, 1) => Message::new("explain-check-with-one-answer")
                .with("move", first)
                .with("other", other)
                .with("answer", self.answer()),
            (_, true, _) => Message::new("explain-check-with-answers")
                .with("move", first)
                .with("other", other)
                .with("answers", answers),
            (_, false, 1) => Message::new("explain-quiet-with-one-answer")
                .with("move", first)
                .with("other", other)
                .with("answer", self.answer()),
            (_, false, _) => Message::new("explain-quiet-with-answers")
                .with("move", first)
                .with("other", other)
                .with("answers", answers),
        }
    }

    fn refuted_mate(&mut self, wrong: RefutedMove, moves: u32) {
        let Some(answer) = wrong.reply_name else {
            return self.push(Message::new("explain-wrong-ends-game").with("move", wrong.name));
        };
        self.push(match (wrong.reply_captures, wrong.gives_check, moves) {
            (true, ..) => Message::new("explain-wrong-is-taken")
                .with("move", wrong.name)
                .with("answer", answer),
            (_, true, 1) => Message::new("explain-wrong-only-check")
                .with("move", wrong.name)
                .with("answer", answer),
            (_, _, 1) => Message::new("explain-wrong-no-mate")
                .with("move", wrong.name)
                .with("answer", answer),
            _ => Message::new("explain-wrong-no-mate-later")
                .with("move", wrong.name)
                .with("answer", answer)
                .with("moves", moves - 1),
        });
    }

    pub(super) fn material(&mut self, pawns: i32) {
        let moves = self.level.length();
        self.push(
            Message::new("explain-material")
                .with("move", self.solution_move())
                .with("side", self.own())
                .with("pawns", pawns),
        );
        self.push_game_explanation(&ProofGoal::Gain { least: pawns, moves });
        if self.line.len() > 1 {
            self.push_example();
        }
        for wrong in self.refuted_moves() {
            let Some(answer) = wrong.reply_name else { continue };
            self.push(if wrong.reply_captures {
                Message::new("explain-wrong-is-taken")
                    .with("move", wrong.name)
                    .with("answer", answer)
            } else {
                Message::new("explain-wrong-wins-less")
                    .with("move", wrong.name)
                    .with("answer", answer)
            });
        }
    }
}

/// True for a game that is over and decided by a score.
fn is_counted(position: &AnyPosition) -> bool {
    position.outcome().is_some_and(|outcome| outcome.score.is_some())
}
