//! Validity of a Go position that is set up by hand. The position begins without a ko, which only
//! moves can make.

use super::sgf::position_text;
use super::{GoConfig, GoGame};
use crate::core::{Point, Side};
use crate::games::position_draft::read_stones;
use crate::games::{
    AnyPosition, FieldDomain, FieldValue, Message, Options, PositionDraft, PositionSetup,
    SetupField, SetupProblem, StoneSetup,
};

/// The stones that each side has captured.
const PRISONERS: [&str; 2] = ["go-prisoners-black", "go-prisoners-white"];

/// The largest number of prisoners that a text holds.
const MAX_PRISONERS: u32 = 9999;

fn size(options: &Options) -> u8 {
    GoConfig::from_options(options).map_or(19, |chosen| chosen.size)
}

impl PositionSetup for GoGame {
    fn fields(&self, _: &Options, _: &PositionDraft) -> Vec<SetupField> {
        let domain = FieldDomain::Number { min: 0, max: MAX_PRISONERS };
        PRISONERS.map(|id| SetupField { id, domain: domain.clone() }).into()
    }

    fn field_values(&self, position: &AnyPosition) -> Vec<(&'static str, FieldValue)> {
        let counts = position.counts().unwrap_or_default();
        let number = |(id, count): (_, u32)| (id, FieldValue::Number(count.min(MAX_PRISONERS)));
        PRISONERS.into_iter().zip(counts).map(number).collect()
    }

    fn text(&self, options: &Options, draft: &PositionDraft) -> String {
        let size = size(options);
        let points = (0..size).flat_map(|rank| (0..size).map(move |file| Point::new(file, rank)));
        let stones: Vec<Option<Side>> =
            points.map(|at| draft.piece_at(at).map(|piece| piece.side)).collect();
        let to_move = Some(draft.side_to_move);
        let text = position_text(&StoneSetup { size, stones: &stones, to_move });
        // The last word is the prisoners, of which a record's setup has none.
        let board = text.rsplit_once(' ').map_or(text.as_str(), |(board, _)| board);
        let [black, white] = PRISONERS.map(|id| draft.number(id, 0));
        format!("{board} {black},{white}")
    }

    fn problem(&self, options: &Options, draft: &PositionDraft) -> Option<SetupProblem> {
        let chain = draft.chain_without_liberty(size(options))?;
        Some(SetupProblem::new(Message::new("go-setup-no-liberty"), chain))
    }

    /// Rows of stones, with the side to move and the prisoners if they are given.
    fn read_loosely(&self, options: &Options, text: &str) -> Option<PositionDraft> {
        let (mut draft, mut words) = read_stones(text, [size(options); 2])?;
        if let Some(counts) = words.next() {
            let (black, white) = counts.split_once(',')?;
            for (id, count) in PRISONERS.into_iter().zip([black, white]) {
                draft.set_value(id, FieldValue::Number(count.parse().ok()?));
            }
        }
        words.next().is_none().then_some(draft)
    }
}
