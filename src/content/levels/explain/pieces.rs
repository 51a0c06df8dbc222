//! Explanations of mates and of won material.

use super::{ExplanationBuilder, RefutedMove};
use crate::core::Move;
use crate::games::ProofGoal;

impl ExplanationBuilder<'_> {
    pub(super) fn mate(&mut self, moves: u32) {
        let [first, second] = self.solution_move();
        let [other, other_zh] = self.other;
        let after = self.line[0].after.clone();
        let check = after.checked_king().is_some();
        if !matches!(self.line[0].mv, Move::FromTo { .. }) {
            return self.rows();
        }
        let answers = after.legal_moves().len();
        match (after.outcome().is_some(), check, answers) {
            (true, true, _) => self.push(format!("{first} is mate."), format!("{second}，成杀。")),
            (true, false, _) => self.push(
                format!("{first} leaves {other} without a move, which loses."),
                format!("{second}，{other_zh}无着可走，判负。"),
            ),
            (_, true, 1) => {
                let [answer, answer_zh] = self.answer();
                self.push(
                    format!("{first} gives check and leaves {other} a single answer, {answer}."),
                    format!("{second}将军，{other_zh}只有{answer_zh}一种应法。"),
                );
            }
            (_, true, _) => self.push(
                format!(
                    "{first} gives check. {other} has {answers} answers, and is mated after each."
                ),
                format!("{second}将军，{other_zh}有{answers}种应法，都逃不过被杀。"),
            ),
            (_, false, 1) => {
                let [answer, answer_zh] = self.answer();
                self.push(
                    format!("After the quiet {first} {other} has no other move than {answer}."),
                    format!("{second}不将军，但{other_zh}只有{answer_zh}可走。"),
                );
            }
            (_, false, _) => self.push(
                format!(
                    "{first} is no check, but after each of the {answers} answers mate follows."
                ),
                format!("{second}并不将军，但{other_zh}的{answers}种应法之后都有杀棋。"),
            ),
        }
        if let Some(reply) = self.line.get(1)
            && reply.mv.target() == self.line[0].mv.target()
        {
            let [answer, answer_zh] = self.answer();
            self.push(
                format!("The piece is given up: {answer} takes it."),
                format!("这是弃子，{answer_zh}吃掉它。"),
            );
        }
        if moves > 1 {
            let [line, line_zh] = self.moves();
            self.push(format!("It ends with {line}."), format!("最后是{line_zh}。"));
        }
        self.remark(&ProofGoal::WinIn(moves));
        for wrong in self.refuted_moves() {
            self.refuted_mate(&wrong, moves);
        }
    }

    fn refuted_mate(&mut self, wrong: &RefutedMove, moves: u32) {
        let [text, text_zh] = &wrong.text;
        let Some([answer, answer_zh]) = &wrong.reply_names else {
            return self.push(
                format!("{text} ends the game without mate."),
                format!("{text_zh}则棋局结束，并没有杀棋。"),
            );
        };
        match (wrong.reply_captures, wrong.gives_check, moves) {
            (true, ..) => self.push(
                format!("{text} fails: {answer} takes the piece."),
                format!("{text_zh}不行，{answer_zh}吃子。"),
            ),
            (_, true, 1) => self.push(
                format!("{text} is only a check: {answer}."),
                format!("{text_zh}只是将军，{answer_zh}即可应付。"),
            ),
            (_, _, 1) => self.push(
                format!("{text} is no mate: {answer}."),
                format!("{text_zh}成不了杀，{answer_zh}即可应付。"),
            ),
            _ => self.push(
                format!("After {text} {answer} there is no mate in {} any more.", moves - 1),
                format!("{text_zh}则{answer_zh}，{}步之内再无杀棋。", moves - 1),
            ),
        }
    }

    pub(super) fn material(&mut self, pawns: i32) {
        let [first, second] = self.solution_move();
        let [own, own_zh] = self.own;
        let moves = self.level.length();
        self.push(
            format!("{first} wins at least the worth of {pawns} pawns for {own}."),
            format!("{second}之后，{own_zh}至少净得相当于{pawns}个兵的子力。"),
        );
        self.remark(&ProofGoal::Gain { least: pawns, moves });
        if self.line.len() > 1 {
            let [line, line_zh] = self.moves();
            self.push(format!("For example: {line}."), format!("例如：{line_zh}。"));
        }
        for wrong in self.refuted_moves() {
            let [text, text_zh] = &wrong.text;
            match &wrong.reply_names {
                Some([answer, answer_zh]) if wrong.reply_captures => self.push(
                    format!("{text} fails: {answer} takes the piece."),
                    format!("{text_zh}不行，{answer_zh}吃子。"),
                ),
                Some([answer, answer_zh]) => self.push(
                    format!("{text} wins less; the answer is {answer}."),
                    format!("{text_zh}得不到这么多，应着是{answer_zh}。"),
                ),
                None => {}
            }
        }
    }
}
