//! Validity of a position of Gomoku or one of its variants that is set up by hand: it is in plain
//! play, with the opening over. The numbers of stones are free, as problems of this game leave out
//! the stones that do not matter.

use super::sgf::position_text;
use super::variants::{Variant, VariantPosition};
use super::{Gomoku, GomokuGame, GomokuOptions};
use crate::core::{Point, Side};
use crate::games::position_draft::neighbours;
use crate::games::{
    AnyPosition, FieldDomain, FieldValue, Message, Options, PositionDraft, PositionSetup,
    SetupField, SetupProblem, StoneSetup,
};

const ONE_LEFT: &str = "gomoku-one-left";
const CAPTURED: [&str; 2] = ["gomoku-captured-black", "gomoku-captured-white"];
const GOALS: [&str; 2] = ["gomoku-goals-black", "gomoku-goals-white"];
const KO: &str = "gomoku-ko-point";

/// Room above the winning number for what the eight directions of one move may capture.
const LAST_CAPTURES: u16 = 23;

/// The fields of the counts of a variant.
fn count_fields(variant: Variant) -> Option<[&'static str; 2]> {
    match variant {
        Variant::Connect6 => None,
        Variant::Pente | Variant::Keryo | Variant::Ninuki | Variant::Liberty => Some(CAPTURED),
        Variant::Bubble => Some(GOALS),
    }
}

/// The points where the last move may have made a ko: between enemy stones, of which one
/// stands alone and has no other liberty.
fn ko_points(draft: &PositionDraft, size: u8) -> Vec<Point> {
    let enemy = draft.side_to_move.other();
    let is_enemy = |at: Point| draft.piece_at(at).is_some_and(|piece| piece.side == enemy);
    let mut candidates: Vec<Point> = draft
        .points_of_side(enemy)
        .into_iter()
        .flat_map(|at| neighbours(at, size))
        .filter(|&at| draft.piece_at(at).is_none())
        .collect();
    candidates.sort_unstable();
    candidates.dedup();
    candidates.retain(|&ko| {
        let captures = |at: Point| {
            neighbours(at, size)
                .all(|next| next == ko || (!is_enemy(next) && draft.piece_at(next).is_some()))
        };
        neighbours(ko, size).all(is_enemy) && neighbours(ko, size).any(captures)
    });
    candidates
}

/// The stones as a position in plain play.
fn stones_text(size: u8, draft: &PositionDraft) -> String {
    let points = (0..size).flat_map(|rank| (0..size).map(move |file| Point::new(file, rank)));
    let stones: Vec<Option<Side>> =
        points.map(|at| draft.piece_at(at).map(|piece| piece.side)).collect();
    position_text(&StoneSetup { size, stones: &stones, to_move: Some(draft.side_to_move) })
}

impl PositionSetup for GomokuGame {
    fn fields(&self, options: &Options, draft: &PositionDraft) -> Vec<SetupField> {
        let Ok(GomokuOptions { size, variant: Some(variant), goals_to_win, .. }) =
            GomokuOptions::from_options(options)
        else {
            return Vec::new();
        };
        let mut fields = Vec::new();
        if variant == Variant::Connect6 {
            fields.push(SetupField { id: ONE_LEFT, domain: FieldDomain::Switch });
        }
        let max = match variant.captures_to_win() {
            Some(captures) => captures + LAST_CAPTURES,
            None if variant == Variant::Bubble => goals_to_win + LAST_CAPTURES,
            None => u16::from(size) * u16::from(size),
        };
        let domain = FieldDomain::Number { min: 0, max: max.into() };
        let counts = count_fields(variant).into_iter().flatten();
        fields.extend(counts.map(|id| SetupField { id, domain: domain.clone() }));
        if variant == Variant::Liberty {
            let domain = FieldDomain::Point(ko_points(draft, size));
            fields.push(SetupField { id: KO, domain });
        }
        fields
    }

    fn field_values(&self, position: &AnyPosition) -> Vec<(&'static str, FieldValue)> {
        let Some(position) = position.downcast::<VariantPosition>() else { return Vec::new() };
        let mut values = vec![
            (ONE_LEFT, FieldValue::Switch(position.has_one_left())),
            (KO, FieldValue::Point(position.ko_point())),
        ];
        if let Some(ids) = count_fields(position.variant()) {
            let counts = position.scores().map(u32::from);
            values.extend(ids.into_iter().zip(counts.map(FieldValue::Number)));
        }
        values
    }

    fn text(&self, options: &Options, draft: &PositionDraft) -> String {
        let Ok(GomokuOptions { size, variant, .. }) = GomokuOptions::from_options(options) else {
            return String::new();
        };
        let mut text = stones_text(size, draft);
        let Some(variant) = variant else { return text };
        if variant == Variant::Connect6 && draft.switch(ONE_LEFT) {
            text.push_str(" one-left");
        }
        if let Some(ids) = count_fields(variant) {
            let [black, white] = ids.map(|id| draft.number(id, 0));
            let word = if variant == Variant::Bubble { "goals" } else { "captured" };
            if black + white > 0 {
                text.push_str(&format!(" {word}={black}:{white}"));
            }
        }
        if variant == Variant::Liberty
            && let Some(ko) = draft.point(KO)
            && ko_points(draft, size).contains(&ko)
        {
            text.push_str(&format!(" ko={ko}"));
        }
        text
    }

    fn problem(&self, options: &Options, draft: &PositionDraft) -> Option<SetupProblem> {
        let GomokuOptions { size, variant, .. } = GomokuOptions::from_options(options).ok()?;
        if variant == Some(Variant::Liberty)
            && let Some(chain) = draft.chain_without_liberty(size)
        {
            return Some(SetupProblem::new(Message::new("gomoku-setup-no-liberty"), chain));
        }
        let rows = Side::BOTH.map(|side| has_row(options, draft, side));
        if variant == Some(Variant::Bubble) && rows.contains(&true) {
            let message = Message::new("gomoku-setup-vanished-row");
            return Some(SetupProblem::new(message, Vec::new()));
        }
        (rows == [true; 2])
            .then(|| SetupProblem::new(Message::new("gomoku-setup-rows"), Vec::new()))
    }
}

/// True if the side has a row that wins.
fn has_row(options: &Options, draft: &PositionDraft, side: Side) -> bool {
    let Ok(GomokuOptions { rule, size, opening, variant, goals_to_win }) =
        GomokuOptions::from_options(options)
    else {
        return false;
    };
    let points = draft.points_of_side(side);
    match variant {
        Some(variant) => {
            let text = stones_text(size, draft);
            match VariantPosition::read(&text, size, variant, opening, goals_to_win) {
                Ok(position) => points.iter().any(|&at| position.has_row_through(at, side)),
                // Only Bubble refuses stones, for their rows.
                Err(_) => true,
            }
        }
        None => {
            let read = Gomoku::read(&stones_text(size, draft), size, rule, opening);
            let Ok(position) = read else { return false };
            let (colour, five) = (side.index(), rule.five(side.index()));
            let cells = points.iter().map(|at| super::bitboard::cell(at.file, at.rank));
            cells.into_iter().any(|cell| five.is_on(position.lines(), cell, colour))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    #[test]
    fn a_ko_is_between_enemy_stones_of_which_one_stands_alone() {
        let game = GomokuGame;
        let options = Options::parse("(rule: \"liberty\", size: 9)").unwrap();
        // Black has taken at c2 with the stone on d2.
        let text = "c3,c1,b2,d2 d3,d1,e2 white captured=1:0 ko=c2";
        let position = game.position(&options, text).unwrap();
        let game: &dyn Game = &game;
        let draft = game.draft_of(&position);
        assert_eq!(ko_points(&draft, 9), [Point::new(2, 1)]);
        let again = game.check_draft(&options, &draft).unwrap();
        assert_eq!(again.text(), position.text());
        // Without the stone of White at e2 the capturing stone has a second liberty.
        let mut free = draft;
        free.set_piece(Point::new(4, 1), None);
        assert_eq!(ko_points(&free, 9), []);
        assert!(!game.check_draft(&options, &free).unwrap().text().contains("ko="));
    }
}
