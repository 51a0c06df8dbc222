//! A position in the making, as plain data: what each tool does to it, undo and redo, and
//! whether play can go on from it.

use crate::core::{Point, Side};
use crate::games::{
    AnyPosition, Board, FieldValue, Game, Options, Piece, PositionDraft, SetupField, SetupProblem,
    game_over_key,
};

/// Most edits that can be undone.
const MAX_UNDO: usize = 300;

/// Effect of a tap on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// Picks a piece up and puts it down elsewhere.
    Hand,
    /// Places this piece, or takes it away where it stands already.
    Piece(Piece),
    /// Takes pieces away.
    Eraser,
}

/// Status of a position: whether play can go on from it, and if not, why.
#[derive(Clone, Debug)]
pub enum SetupStatus {
    /// Play can go on from it.
    Playable,
    /// The game is over in it, for the reason with this translation key.
    Over(String),
    /// No game has such a position.
    Illegal(SetupProblem),
}

/// The part of a position in the making that an edit changes.
#[derive(Clone, Debug, PartialEq)]
struct Snapshot {
    options: Options,
    draft: PositionDraft,
}

/// A position in the making.
pub struct EditedPosition {
    game: &'static dyn Game,
    current: Snapshot,
    undo: Vec<Snapshot>,
    redo: Vec<Snapshot>,
    /// The position before the stroke that is being drawn.
    stroke: Option<Snapshot>,
    /// The number that the last edit changed.
    changed_number: Option<&'static str>,
    /// The tool in use.
    pub brush: Brush,
    /// The piece that the hand has picked up.
    pub selected: Option<Point>,
    /// The starting position under the options, which tells how the board looks.
    start: AnyPosition,
    position: Option<AnyPosition>,
    status: SetupStatus,
    fields: Vec<SetupField>,
    text: String,
}

impl EditedPosition {
    /// The draft of a position under these options; `None` if the game has no such options.
    pub fn new(
        game: &'static dyn Game,
        options: Options,
        draft: PositionDraft,
    ) -> Option<EditedPosition> {
        let start = game.start(&options).ok()?;
        let draft = game.fit_draft(&options, draft);
        let brush = match game.position_setup().moves_pieces() {
            true => Brush::Hand,
            false => Brush::Piece(Piece { side: Side::First, kind: 0 }),
        };
        let mut edited = EditedPosition {
            game,
            current: Snapshot { options, draft },
            undo: Vec::new(),
            redo: Vec::new(),
            stroke: None,
            changed_number: None,
            brush,
            selected: None,
            start,
            position: None,
            status: SetupStatus::Playable,
            fields: Vec::new(),
            text: String::new(),
        };
        edited.check();
        Some(edited)
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// Its options.
    pub fn options(&self) -> &Options {
        &self.current.options
    }

    /// The draft that stands on the board, legal or not.
    pub fn draft(&self) -> &PositionDraft {
        &self.current.draft
    }

    /// The starting position under the options.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.start.board()
    }

    /// The legal position; `None` while the draft is none.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.position.as_ref()
    }

    /// Status of the position: whether play can go on from it, and if not, why.
    pub fn status(&self) -> &SetupStatus {
        &self.status
    }

    /// Returns true if play can go on from the position.
    pub fn is_playable(&self) -> bool {
        matches!(self.status, SetupStatus::Playable)
    }

    /// The fields of the game, with their possible values.
    pub fn fields(&self) -> &[SetupField] {
        &self.fields
    }

    /// The position as text, such as a FEN, even if it is not legal.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Finds out again what can be done with the position.
    fn check(&mut self) {
        let (game, Snapshot { options, draft }) = (self.game, &self.current);
        self.fields = game.position_setup().fields(options, draft);
        self.text = game.position_setup().text(options, draft);
        (self.position, self.status) = match game.check_draft(options, draft) {
            Err(problem) => (None, SetupStatus::Illegal(problem)),
            Ok(position) => {
                let outcome = position.outcome();
                let status = outcome.map_or(SetupStatus::Playable, |outcome| {
                    SetupStatus::Over(game_over_key(game, outcome.reason))
                });
                (Some(position), status)
            }
        };
    }

    /// Keeps the position before an edit for undo.
    fn remember(&mut self, before: Snapshot) {
        if before == self.current {
            return;
        }
        self.undo.push(before);
        let excess = self.undo.len().saturating_sub(MAX_UNDO);
        self.undo.drain(..excess);
        self.redo.clear();
    }

    /// Changes the position in one step that can be undone. Returns true if it changed.
    pub fn edit(&mut self, change: impl FnOnce(&mut PositionDraft)) -> bool {
        let before = self.current.clone();
        change(&mut self.current.draft);
        (self.selected, self.changed_number) = (None, None);
        let changed = before != self.current;
        if changed {
            self.check();
            if self.stroke.is_none() {
                self.remember(before);
            }
        }
        changed
    }

    /// Puts another position in the place of this one, in one step that can be undone.
    /// Nothing happens if the game has no such options.
    pub fn replace(&mut self, options: Options, draft: PositionDraft) {
        let Ok(start) = self.game.start(&options) else { return };
        let draft = self.game.fit_draft(&options, draft);
        let before = std::mem::replace(&mut self.current, Snapshot { options, draft });
        self.start = start;
        (self.stroke, self.selected, self.changed_number) = (None, None, None);
        self.check();
        self.remember(before);
    }

    /// Returns true if there is an edit to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Returns true if there is an edit to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Undoes the last edit.
    pub fn undo(&mut self) {
        if let Some(before) = self.undo.pop() {
            let after = self.restore(before);
            self.redo.push(after);
        }
    }

    /// Makes the edit that was undone last again.
    pub fn redo(&mut self) {
        if let Some(after) = self.redo.pop() {
            let before = self.restore(after);
            self.undo.push(before);
        }
    }

    fn restore(&mut self, snapshot: Snapshot) -> Snapshot {
        let left = std::mem::replace(&mut self.current, snapshot);
        // The options of every snapshot gave a starting position before.
        if let Ok(start) = self.game.start(&self.current.options) {
            self.start = start;
        }
        (self.stroke, self.selected, self.changed_number) = (None, None, None);
        self.check();
        left
    }

    /// A tap on a point with the brush.
    pub fn tap(&mut self, at: Point) {
        match (self.brush, self.selected) {
            (Brush::Hand, Some(from)) => self.move_piece(from, Some(at)),
            (Brush::Hand, None) => self.selected = self.draft().piece_at(at).map(|_| at),
            (Brush::Eraser, _) => self.erase(at),
            (Brush::Piece(piece), _) => {
                let is_there = self.draft().piece_at(at) == Some(piece);
                self.put(at, Some(piece).filter(|_| !is_there));
            }
        }
    }

    /// Puts a piece on a point in the place of what stands there, or takes it away.
    pub fn put(&mut self, at: Point, piece: Option<Piece>) {
        self.edit(|draft| draft.set_piece(at, piece));
    }

    /// Takes away what stands on a point.
    pub fn erase(&mut self, at: Point) {
        self.put(at, None);
    }

    /// Moves a piece to another point, or off the board.
    pub fn move_piece(&mut self, from: Point, to: Option<Point>) {
        self.edit(|draft| {
            let piece = draft.piece_at(from);
            draft.set_piece(from, None);
            if let Some(to) = to {
                draft.set_piece(to, piece);
            }
        });
    }

    /// Begins a stroke: what follows up to its end is undone in one step.
    pub fn begin_stroke(&mut self) {
        self.stroke.get_or_insert_with(|| self.current.clone());
    }

    /// Ends a stroke.
    pub fn end_stroke(&mut self) {
        if let Some(before) = self.stroke.take() {
            self.remember(before);
        }
    }

    /// Takes every piece away; the first side is to move.
    pub fn clear(&mut self) {
        let draft = PositionDraft::empty(Side::First);
        self.replace(self.current.options.clone(), draft);
    }

    /// Sets up the starting position.
    pub fn set_start(&mut self) {
        let draft = self.game.draft_of(&self.start);
        self.replace(self.current.options.clone(), draft);
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, side: Side) {
        self.edit(|draft| draft.side_to_move = side);
    }

    /// Sets the value of a field. A number that is changed again and again, as by dragging,
    /// is one edit.
    pub fn set_value(&mut self, id: &'static str, value: FieldValue) {
        let is_same_edit = self.changed_number == Some(id);
        let undo = self.undo.len();
        self.edit(|draft| draft.set_value(id, value));
        if is_same_edit {
            self.undo.truncate(undo);
        }
        self.changed_number = matches!(value, FieldValue::Number(_)).then_some(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::find;

    fn edited(game: &str) -> EditedPosition {
        let (game, options) = (find(game).unwrap(), Options::default());
        let draft = game.draft_of(&game.start(&options).unwrap());
        EditedPosition::new(game, options, draft).unwrap()
    }

    const BLACK: Piece = Piece { side: Side::First, kind: 0 };

    fn at(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn a_tap_places_a_piece_and_another_takes_it_away() {
        let mut go = edited("go");
        go.tap(at("c3"));
        assert_eq!(go.draft().piece_at(at("c3")), Some(BLACK));
        go.tap(at("c3"));
        assert_eq!(go.draft().piece_at(at("c3")), None);
        go.brush = Brush::Piece(Piece { side: Side::Second, kind: 0 });
        go.tap(at("c3"));
        go.brush = Brush::Piece(BLACK);
        // Another piece takes the place of what stands there.
        go.tap(at("c3"));
        assert_eq!(go.draft().piece_at(at("c3")), Some(BLACK));
        go.brush = Brush::Eraser;
        go.tap(at("c3"));
        assert_eq!(go.draft().pieces().count(), 0);
    }

    #[test]
    fn the_hand_moves_a_piece_with_two_taps() {
        let mut chess = edited("chess");
        let queen = chess.draft().piece_at(at("d1"));
        chess.tap(at("e4"));
        assert_eq!(chess.selected, None);
        chess.tap(at("d1"));
        chess.tap(at("h5"));
        assert_eq!(chess.draft().piece_at(at("h5")), queen);
        assert_eq!((chess.draft().piece_at(at("d1")), chess.selected), (None, None));
        // The other way with a drag, and off the board.
        chess.move_piece(at("h5"), None);
        assert_eq!(chess.draft().pieces().count(), 31);
    }

    #[test]
    fn a_stroke_is_undone_and_redone_in_one_step() {
        let mut go = edited("go");
        go.begin_stroke();
        for name in ["c3", "c4", "c5"] {
            go.put(at(name), Some(BLACK));
        }
        go.end_stroke();
        go.undo();
        assert_eq!((go.draft().pieces().count(), go.can_undo()), (0, false));
        go.redo();
        assert_eq!((go.draft().pieces().count(), go.can_redo()), (3, false));
        // What changes nothing is no edit.
        go.put(at("c3"), Some(BLACK));
        go.undo();
        assert_eq!(go.draft().pieces().count(), 0);
    }

    #[test]
    fn dragging_a_number_is_one_edit() {
        let mut go = edited("go");
        let (black, white) = ("go-prisoners-black", "go-prisoners-white");
        for number in 1..9 {
            go.set_value(black, FieldValue::Number(number));
        }
        go.set_value(white, FieldValue::Number(2));
        assert!(go.text().ends_with("8,2"), "{}", go.text());
        go.undo();
        assert!(go.text().ends_with("8,0"));
        // After an undo the same number is another edit.
        go.set_value(black, FieldValue::Number(3));
        go.undo();
        assert!(go.text().ends_with("8,0"));
        go.undo();
        assert!(go.text().ends_with("0,0") && !go.can_undo());
    }

    #[test]
    fn the_board_is_cleared_and_set_up_again_in_every_game() {
        for game in crate::games::registry::GAMES {
            let mut position = edited(game.id());
            let text = position.text().to_owned();
            position.clear();
            assert_eq!(position.draft().pieces().count(), 0);
            position.set_start();
            assert_eq!(position.text(), text, "{}", game.id());
            assert!(position.is_playable(), "{}", game.id());
        }
    }

    #[test]
    fn an_illegal_position_says_why_and_one_without_moves_that_the_game_is_over() {
        let mut chess = edited("chess");
        chess.erase(at("e8"));
        assert!(matches!(chess.status(), SetupStatus::Illegal(problem)
            if problem.message.id == "chess-setup-king"));
        assert!(chess.position().is_none());
        chess.undo();
        assert!(chess.is_playable());
        let mut reversi = edited("reversi");
        reversi.clear();
        assert!(matches!(reversi.status(), SetupStatus::Over(_)));
    }
}
