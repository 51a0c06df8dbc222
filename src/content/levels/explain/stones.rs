//! Explanations for rows, endgames by score, captures, and life and death.

use super::{ExplanationBuilder, RefutedMove, move_name};
use crate::content::levels::Goal;
use crate::content::levels::prove::MoveValues;
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Message, MessageArg, ProofGoal};

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

    /// Row games: the rows that the solution completes, threatens or blocks.
    pub(super) fn rows(&mut self) {
        let (first, other) = (self.solution_move(), self.other());
        let after = self.line[0].after.clone();
        if after.outcome().is_some_and(|end| end.winner == Some(self.side())) {
            return self.push(Message::new("explain-row-complete").with("move", first));
        }
        let threats = self.threats(&after);
        self.push(match threats[..] {
            [] => Message::new("explain-row-quiet").with("move", first).with("other", other),
            [one] => Message::new("explain-row-threat")
                .with("move", first)
                .with("other", other)
                .with("point", point_name(&after, one)),
            [one, two, ..] => Message::new("explain-row-double-threat")
                .with("move", first)
                .with("other", other)
                .with("point", point_name(&after, one))
                .with("second-point", point_name(&after, two)),
        });
        if self.line.len() > 2 {
            self.push_example();
        }
        self.push_wrong("explain-wrong-is-met");
    }

    /// The only move that keeps a win or a draw.
    pub(super) fn exact_value(&mut self) {
        let start = self.line[0].before.clone();
        let values = self.prover.values(&start);
        let first = self.solution_move();
        if self.level.goal == Goal::Win {
            self.rows();
            self.sentences.truncate(1);
        } else if self.blocks_row() {
            let other = self.other();
            self.push(Message::new("explain-row-blocked").with("move", first).with("other", other));
        } else {
            self.push(Message::new("explain-only-move").with("move", first));
        }
        let Some(MoveValues { moves, is_score: false, .. }) = values else { return };
        for wrong in self.refuted_moves() {
            let value = moves.iter().find(|(_, mv)| *mv == wrong.mv).map(|&(value, _)| value);
            let Some(answer) = wrong.reply_name else { continue };
            let sentence = match (value, wrong.reply_ends_game) {
                (Some(0.0), true) => Message::new("explain-wrong-loses-at-once")
                    .with("move", wrong.name)
                    .with("answer", answer),
                (Some(0.0), false) => Message::new("explain-wrong-loses")
                    .with("move", wrong.name)
                    .with("answer", answer),
                (Some(0.5), _) => Message::new("explain-wrong-draws")
                    .with("move", wrong.name)
                    .with("answer", answer),
                _ => continue,
            };
            self.push(sentence);
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

    pub(super) fn vcf(&mut self) {
        let mut clauses = Vec::new();
        let mut last = None;
        for pair in self.line.chunks(2) {
            let Some(reply) = pair.get(1) else { continue };
            let four = move_name(&pair[0].before, pair[0].mv);
            clauses.push(
                Message::new("explain-four-forces")
                    .with("move", four.clone())
                    .with("answer", move_name(&reply.before, reply.mv)),
            );
            last = Some((pair[0].after.clone(), four));
        }
        let Some((after, four)) = last else { return };
        self.push(
            Message::new("explain-fours-all-force").with("clauses", MessageArg::Clauses(clauses)),
        );
        let threats = self.threats(&after);
        let foul = after.warnings().into_iter().find(|warning| threats.contains(&warning.mv));
        let other = self.other();
        match (&threats[..], foul) {
            (_, Some(warning)) => self.push(
                Message::new("explain-five-foul")
                    .with("move", four)
                    .with("other", other)
                    .with("point", point_name(&after, warning.mv))
                    .with("foul", warning.label.to_owned()),
            ),
            (&[one, two, ..], None) => self.push(
                Message::new("explain-five-double-threat")
                    .with("move", four)
                    .with("other", other)
                    .with("point", point_name(&after, one))
                    .with("second-point", point_name(&after, two)),
            ),
            _ => {}
        }
        self.push_wrong("explain-wrong-no-fours");
    }

    /// Threats of which the last lets fours win.
    pub(super) fn vct(&mut self) {
        let (first, other) = (self.solution_move(), self.other());
        let own = self.own();
        self.push(
            Message::new("explain-threat-of-fours")
                .with("move", first)
                .with("side", own)
                .with("other", other),
        );
        if self.line.len() > 2 {
            self.push_example();
        }
        self.push_wrong("explain-wrong-is-met");
    }

    /// The only defence against a win by fours.
    pub(super) fn stop_fours(&mut self) {
        let (first, other) = (self.solution_move(), self.other());
        self.push(Message::new("explain-only-defence").with("move", first).with("other", other));
        self.push_wrong("explain-wrong-loses-to-fours");
    }

    /// Adds the refuted moves with their answers.
    pub(super) fn push_wrong(&mut self, id: &'static str) {
        for wrong in self.refuted_moves() {
            if let Some(answer) = wrong.reply_name {
                self.push(Message::new(id).with("move", wrong.name).with("answer", answer));
            }
        }
    }

    /// The best final score, and the loss of the other moves.
    pub(super) fn best_result(&mut self, result: i32) {
        let start = self.line[0].before.clone();
        let Some(values) = self.prover.values(&start).filter(|values| values.is_score) else {
            return;
        };
        let MoveValues { moves, is_points, .. } = values;
        let score = |difference: i32| score(difference, is_points);
        self.push(
            Message::new("explain-best-score")
                .with("move", self.solution_move())
                .with("side", self.own())
                .with("score", score(result)),
        );
        let right = self.line[0].mv;
        let next = moves.iter().filter(|(_, mv)| *mv != right);
        if let Some(&(value, mv)) = next.max_by(|a, b| a.0.total_cmp(&b.0)) {
            self.push(
                Message::new("explain-next-best-score")
                    .with("move", move_name(&start, mv))
                    .with("side", self.own())
                    .with("score", score(value as i32)),
            );
        }
        if is_points {
            if self.line.len() > 1 {
                self.push_example();
            }
        } else {
            self.best_square(&start, right);
        }
        for wrong in self.refuted_moves() {
            let value = moves.iter().find(|(_, mv)| *mv == wrong.mv);
            if let Some(&(value, _)) = value {
                self.lost_score(wrong, &start, score(value as i32), is_points);
            }
        }
    }

    /// The square of the best move: a corner, the last of its region, or one
    /// that leaves the other side without a move.
    fn best_square(&mut self, start: &AnyPosition, right: Move) {
        if right.target().is_some_and(|at| is_corner(start, at)) {
            self.push(Message::new("explain-corner"));
        }
        if self.line[0].after.legal_moves() == [Move::Pass] {
            self.push(Message::new("explain-has-to-pass").with("other", self.other()));
        }
        match right.target().map(|at| empty_region_size(start, at)) {
            Some(1) => self.push(Message::new("explain-lone-square")),
            Some(count) if count < 8 && count % 2 == 1 => {
                self.push(Message::new("explain-region-odd").with("squares", count));
            }
            Some(count) if count < 8 => {
                self.push(Message::new("explain-region-even").with("squares", count));
            }
            _ => {}
        }
    }

    /// The final score after a wrong move.
    fn lost_score(
        &mut self,
        wrong: RefutedMove,
        start: &AnyPosition,
        score: Message,
        is_points: bool,
    ) {
        let Some(answer) = wrong.reply_name else { return };
        let takes_corner =
            !is_points && wrong.reply.target().is_some_and(|at| is_corner(start, at));
        let (own, other) = (self.own(), self.other());
        self.push(if takes_corner {
            Message::new("explain-wrong-gives-corner")
                .with("move", wrong.name)
                .with("answer", answer)
                .with("side", own)
                .with("other", other)
                .with("score", score)
        } else {
            Message::new("explain-wrong-score")
                .with("move", wrong.name)
                .with("answer", answer)
                .with("side", own)
                .with("score", score)
        });
    }

    pub(super) fn capture(&mut self) {
        if let Goal::Capture(points) = &self.level.goal
            && let Some(point) = points.first()
        {
            self.push_game_explanation(&ProofGoal::Capture {
                point: point.0,
                moves: self.level.length(),
            });
        }
        if self.line.len() > 1 {
            self.push_example();
        }
        self.push_wrong("explain-wrong-saves-stones");
    }

    pub(super) fn life_and_death(&mut self) {
        let (Goal::Live(points) | Goal::Kill(points)) = &self.level.goal else { return };
        let lives = matches!(self.level.goal, Goal::Live(_));
        let Some(point) = points.first().map(|point| point.0) else { return };
        self.push_game_explanation(&if lives {
            ProofGoal::Live(point)
        } else {
            ProofGoal::Kill(point)
        });
        if self.line.len() > 1 {
            self.push_example();
        }
        for wrong in self.refuted_moves() {
            let Some(answer) = wrong.reply_name else { continue };
            let other = self.other();
            self.push(if lives {
                Message::new("explain-wrong-is-killed")
                    .with("move", wrong.name)
                    .with("answer", answer)
                    .with("other", other)
            } else {
                Message::new("explain-wrong-lets-live")
                    .with("move", wrong.name)
                    .with("answer", answer)
                    .with("other", other)
            });
        }
    }
}

/// Name of the point of a placement on the board.
fn point_name(position: &AnyPosition, mv: Move) -> String {
    mv.target().map(|at| position.board().point_name(at)).unwrap_or_default()
}

/// A final score difference as a clause that follows the name of a side.
fn score(difference: i32, is_points: bool) -> Message {
    match (difference, is_points) {
        (0, _) => Message::new("explain-score-draw"),
        (1.., false) => Message::new("explain-score-win").with("discs", difference),
        (_, false) => Message::new("explain-score-loss").with("discs", difference.abs()),
        (1.., true) => Message::new("explain-points-win").with("points", difference),
        (_, true) => Message::new("explain-points-loss").with("points", difference.abs()),
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
