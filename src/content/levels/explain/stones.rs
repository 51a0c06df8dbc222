//! Explanations for rows, Reversi endgames, captures, and life and death.

use super::{ExplanationBuilder, move_names};
use crate::content::levels::Goal;
use crate::content::levels::prove::MoveValues;
use crate::core::{Move, Point};
use crate::games::{AnyPosition, ProofGoal};

impl ExplanationBuilder<'_> {
    /// Winning moves that the side that has just moved threatens.
    fn threats(&mut self, after: &AnyPosition) -> Vec<Move> {
        let mut found: Vec<Move> = Vec::new();
        for reply in after.legal_moves().into_iter().take(6) {
            let mut then = after.clone();
            if then.play(reply).is_err() || then.outcome().is_some() {
                continue;
            }
            let wins = self.prover.claim_moves(&then, &ProofGoal::WinIn(1)).unwrap_or_default();
            for mv in wins {
                if !found.contains(&mv) {
                    found.push(mv);
                }
            }
        }
        found
    }

    /// Row games: what the solution completes, threatens or blocks.
    pub(super) fn rows(&mut self) {
        let [first, second] = self.solution_move();
        let [other, other_zh] = self.other;
        let after = self.line[0].after.clone();
        if after.outcome().is_some_and(|end| end.winner == Some(self.side())) {
            return self.push(format!("{first} completes the row."), format!("{second}连成一线。"));
        }
        let threats: Vec<[String; 2]> =
            self.threats(&after).into_iter().map(|mv| point_text(&after, mv)).collect();
        match &threats[..] {
            [] => self.push(
                format!("{first} threatens nothing yet, but every answer loses."),
                format!("{second}暂时没有威胁，但{other_zh}怎样应都会输。"),
            ),
            [[one, one_zh]] => self.push(
                format!("{first} threatens to complete a row at {one}, so {other} has to play there."),
                format!("{second}威胁在{one_zh}连成一线，{other_zh}只能挡在那里。"),
            ),
            [[one, one_zh], [two, two_zh], ..] => self.push(
                format!("{first} threatens to complete a row at {one} and at {two}; {other} can stop only one of them."),
                format!("{second}同时威胁在{one_zh}和{two_zh}连成一线，{other_zh}只能挡住一处。"),
            ),
        }
        if self.line.len() > 2 {
            let [line, line_zh] = self.moves();
            self.push(format!("For example: {line}."), format!("例如：{line_zh}。"));
        }
        for wrong in self.refuted_moves() {
            let [text, text_zh] = &wrong.text;
            if let Some([answer, answer_zh]) = &wrong.reply_names {
                self.push(
                    format!("{text} is met by {answer}."),
                    format!("{text_zh}则{answer_zh}应对。"),
                );
            }
        }
    }

    /// The only move that keeps a win or a draw.
    pub(super) fn exact_value(&mut self) {
        let start = self.line[0].before.clone();
        let values = self.prover.values(&start);
        let [first, second] = self.solution_move();
        let [other, other_zh] = self.other;
        if self.level.goal == Goal::Win {
            self.rows();
            self.sentences.iter_mut().for_each(|said| said.truncate(1));
        } else if self.blocks_row() {
            self.push(
                format!("{first} stops the row that {other} would complete there."),
                format!("{second}挡住{other_zh}将要连成的一线。"),
            );
        } else {
            self.push(
                format!("{first} is the only move that does not lose."),
                format!("只有{second}不输。"),
            );
        }
        let Some(MoveValues { moves, is_score: false }) = values else { return };
        for wrong in self.refuted_moves() {
            let value = moves.iter().find(|(_, mv)| *mv == wrong.mv).map(|&(value, _)| value);
            let ([text, text_zh], Some([answer, answer_zh])) = (&wrong.text, &wrong.reply_names)
            else {
                continue;
            };
            match (value, wrong.reply_ends_game) {
                (Some(0.0), true) => self.push(
                    format!("{text} loses at once to {answer}."),
                    format!("{text_zh}则{answer_zh}，立即输棋。"),
                ),
                (Some(0.0), false) => self.push(
                    format!("{text} loses; the answer is {answer}."),
                    format!("{text_zh}会输，应着是{answer_zh}。"),
                ),
                (Some(0.5), _) => self.push(
                    format!("{text} gives a draw at best; the answer is {answer}."),
                    format!("{text_zh}最多是和棋，应着是{answer_zh}。"),
                ),
                _ => {}
            }
        }
    }

    /// True if the other side wins on the point of the solution after each of a
    /// few other moves.
    fn blocks_row(&mut self) -> bool {
        let start = self.line[0].before.clone();
        let right = self.line[0].mv;
        let others = start.legal_moves().into_iter().filter(|&mv| mv != right).take(4);
        let mut some = false;
        for mv in others {
            let mut next = start.clone();
            if next.play(mv).is_err() || next.outcome().is_some() {
                continue;
            }
            let wins = self.prover.claim_moves(&next, &ProofGoal::WinIn(1)).unwrap_or_default();
            if !wins.contains(&right) {
                return false;
            }
            some = true;
        }
        some
    }

    pub(super) fn fours(&mut self) {
        let [other, other_zh] = self.other;
        let mut clauses = [Vec::new(), Vec::new()];
        let mut last = None;
        for pair in self.line.chunks(2) {
            let [mv, mv_zh] = move_names(&pair[0].before, pair[0].mv);
            let Some(reply) = pair.get(1) else { continue };
            let [answer, answer_zh] = move_names(&reply.before, reply.mv);
            clauses[0].push(format!("{mv} forces {answer}"));
            clauses[1].push(format!("{mv_zh}冲四，{answer_zh}挡"));
            last = Some((pair[0].after.clone(), [mv, mv_zh]));
        }
        let Some((after, [mv, mv_zh])) = last else { return };
        let clauses = [clauses[0].join(", "), clauses[1].join("；")];
        self.push(
            format!("Every move makes a four that has to be stopped: {}.", clauses[0]),
            format!("步步冲四，每一着都必须挡：{}。", clauses[1]),
        );
        let threats = self.threats(&after);
        let points: Vec<[String; 2]> = threats.iter().map(|&mv| point_text(&after, mv)).collect();
        let foul = after.warnings().into_iter().find(|warning| threats.contains(&warning.mv));
        match (&points[..], foul) {
            (_, Some(warning)) => {
                let [at, at_zh] = point_text(&after, warning.mv);
                self.push(
                    format!("After {mv} {other} may not stop the five at {at}, for that would be a foul ({}).", warning.label),
                    format!("{mv_zh}之后，{other_zh}挡在{at_zh}是禁手（{}），无法防守。", warning.label),
                );
            }
            ([[one, one_zh], [two, two_zh], ..], None) => self.push(
                format!("{mv} makes five possible at {one} and at {two}, and only one of them can be stopped."),
                format!("{mv_zh}之后，{one_zh}和{two_zh}都能成五，{other_zh}只能挡住一处。"),
            ),
            _ => {}
        }
        for wrong in self.refuted_moves() {
            let [text, text_zh] = &wrong.text;
            if let Some([answer, answer_zh]) = &wrong.reply_names {
                self.push(
                    format!("{text} is met by {answer}, and no win by fours is left."),
                    format!("{text_zh}则{answer_zh}，再没有冲四取胜的着法。"),
                );
            }
        }
    }

    /// The best final score, and the loss of the other moves.
    pub(super) fn best_result(&mut self, result: i32) {
        let start = self.line[0].before.clone();
        let Some(MoveValues { moves, is_score: true }) = self.prover.values(&start) else { return };
        let [first, second] = self.solution_move();
        let [own, own_zh] = self.own;
        let [other, other_zh] = self.other;
        let [score, score_zh] = score_text(result);
        self.push(
            format!("With {first} {own} {score} by best play."),
            format!("{second}之后，双方下出最佳着法，{own_zh}{score_zh}。"),
        );
        let right = self.line[0].mv;
        let next = moves.iter().filter(|(_, mv)| *mv != right);
        if let Some(&(value, mv)) = next.max_by(|a, b| a.0.total_cmp(&b.0)) {
            let ([text, text_zh], [score, score_zh]) =
                (move_names(&start, mv), score_text(value as i32));
            self.push(
                format!("With the next best, {text}, {own} {score}."),
                format!("次好的{text_zh}，{own_zh}{score_zh}。"),
            );
        }
        if right.target().is_some_and(|at| is_corner(&start, at)) {
            self.push(
                "A disc in the corner is never turned over.".to_owned(),
                "角上的棋子永远不会被翻转。".to_owned(),
            );
        }
        if self.line[0].after.legal_moves() == [Move::Pass] {
            self.push(
                format!("{other} then has no move and has to pass."),
                format!("此后{other_zh}无棋可下，只能停一手。"),
            );
        }
        match right.target().map(|at| empty_region_size(&start, at)) {
            Some(1) => self.push(
                "It is an empty square by itself.".to_owned(),
                "这是一个孤立的空格。".to_owned(),
            ),
            Some(count) if count < 8 => {
                let (odd, odd_zh) =
                    if count % 2 == 1 { ("odd", "奇数") } else { ("even", "偶数") };
                self.push(
                    format!("It lies in a region of {count} empty squares, an {odd} number."),
                    format!("它所在的区域有{count}个空格，是{odd_zh}。"),
                );
            }
            _ => {}
        }
        for wrong in self.refuted_moves() {
            let value = moves.iter().find(|(_, mv)| *mv == wrong.mv).map(|&(value, _)| value);
            let ([text, text_zh], Some([answer, answer_zh]), Some(value)) =
                (&wrong.text, &wrong.reply_names, value)
            else {
                continue;
            };
            let [score, score_zh] = score_text(value as i32);
            if wrong.reply.target().is_some_and(|at| is_corner(&start, at)) {
                self.push(
                    format!("After {text} {other} takes the corner {answer}, and {own} {score}."),
                    format!("{text_zh}则{other_zh}{answer_zh}占角，{own_zh}{score_zh}。"),
                );
            } else {
                self.push(
                    format!("After {text}, answered by {answer}, {own} {score}."),
                    format!("{text_zh}则{answer_zh}，{own_zh}{score_zh}。"),
                );
            }
        }
    }

    pub(super) fn capture(&mut self) {
        if let Goal::Capture(points) = &self.level.goal
            && let Some(point) = points.first()
        {
            self.remark(&ProofGoal::Capture { point: point.0, moves: self.level.length() });
        }
        if self.line.len() > 1 {
            let [line, line_zh] = self.moves();
            self.push(format!("For example: {line}."), format!("例如：{line_zh}。"));
        }
        for wrong in self.refuted_moves() {
            let [text, text_zh] = &wrong.text;
            if let Some([answer, answer_zh]) = &wrong.reply_names {
                self.push(
                    format!("{text} is met by {answer}."),
                    format!("{text_zh}则有{answer_zh}的应着。"),
                );
            }
        }
    }

    pub(super) fn life_and_death(&mut self) {
        let (Goal::Live(points) | Goal::Kill(points)) = &self.level.goal else { return };
        let lives = matches!(self.level.goal, Goal::Live(_));
        let Some(point) = points.first().map(|point| point.0) else { return };
        self.remark(&if lives { ProofGoal::Live(point) } else { ProofGoal::Kill(point) });
        if self.line.len() > 1 {
            let [line, line_zh] = self.moves();
            self.push(format!("For example: {line}."), format!("例如：{line_zh}。"));
        }
        let [other, other_zh] = self.other;
        for wrong in self.refuted_moves() {
            let ([text, text_zh], Some([answer, answer_zh])) = (&wrong.text, &wrong.reply_names)
            else {
                continue;
            };
            if lives {
                self.push(
                    format!("After {text} {other} kills with {answer}."),
                    format!("{text_zh}则{other_zh}{answer_zh}杀棋。"),
                );
            } else {
                self.push(
                    format!("After {text} {other} lives with {answer}."),
                    format!("{text_zh}则{other_zh}{answer_zh}做活。"),
                );
            }
        }
    }
}

/// Point of a placement as the board names it.
fn point_text(position: &AnyPosition, mv: Move) -> [String; 2] {
    let name = mv.target().map(|at| position.board().point_name(at)).unwrap_or_default();
    [name.clone(), name]
}

/// A final score difference in words, to follow the name of a side.
fn score_text(difference: i32) -> [String; 2] {
    let amount = difference.abs();
    let discs = if amount == 1 { "disc" } else { "discs" };
    match difference {
        0 => ["draws".to_owned(), "和棋".to_owned()],
        1.. => [format!("wins by {amount} {discs}"), format!("胜{amount}子")],
        _ => [format!("loses by {amount} {discs}"), format!("负{amount}子")],
    }
}

fn is_corner(position: &AnyPosition, at: Point) -> bool {
    let board = position.board();
    let edge = |at: u8, size: u8| at == 0 || at + 1 == size;
    edge(at.file, board.files) && edge(at.rank, board.ranks)
}

/// Number of empty squares connected to this one, by side or corner.
fn empty_region_size(position: &AnyPosition, from: Point) -> usize {
    let board = position.board();
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        for (df, dr) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let (Some(file), Some(rank)) =
                (at.file.checked_add_signed(df), at.rank.checked_add_signed(dr))
            else {
                continue;
            };
            let near = Point::new(file, rank);
            if file < board.files
                && rank < board.ranks
                && position.piece_at(near).is_none()
                && !found.contains(&near)
            {
                found.push(near);
            }
        }
    }
    found.len()
}
