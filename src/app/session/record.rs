//! The record of the game in progress: who plays it and when it began, noted
//! at its beginning, and the game as it is kept once it is over.

use super::game::{Ending, Seat, Session};
use crate::core::Side;
use crate::library::{GameId, TIME_OF_DAY};
use crate::record::formats::result_of;
use crate::record::{Field, GameTree};

/// Tag of a game in progress with its number in the library, once it is there.
const KEPT: &str = "Kept";

/// What is noted of a game when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// Names of the players, first side first.
    pub(super) names: [String; 2],
    /// The local day, as 2026-11-21.
    pub(super) date: String,
    /// The local time, as 14:03:27.
    pub(super) time: String,
}

impl Session {
    /// Whether it is noted when the game began.
    pub(super) fn is_labelled(&self) -> bool {
        !self.tree.info().tag(TIME_OF_DAY).is_empty()
    }

    /// Notes who plays and when the game began.
    pub(super) fn label(&mut self, label: &Label) {
        let info = self.tree.info_mut();
        for (field, name) in [Field::First, Field::Second].into_iter().zip(&label.names) {
            info.set(field, name);
        }
        info.set(Field::Date, &label.date);
        info.set_tag(TIME_OF_DAY, &label.time);
        info.set_tag(KEPT, "");
    }

    /// Makes another game of it, which is kept beside the one that it comes
    /// from.
    pub(super) fn forget_label(&mut self) {
        let info = self.tree.info_mut();
        info.set_tag(TIME_OF_DAY, "");
        info.set_tag(KEPT, "");
    }

    /// When the game began, which tells it from others.
    pub fn label_text(&self) -> String {
        let info = self.tree.info();
        format!("{} {}", info.get(Field::Date), info.tag(TIME_OF_DAY))
    }

    /// Whether the library has a record of this game.
    pub fn is_kept(&self) -> bool {
        !self.tree.info().tag(KEPT).is_empty()
    }

    /// Its number in the library, if it is there.
    pub fn kept(&self) -> Option<GameId> {
        self.tree.info().tag(KEPT).parse().ok()
    }

    pub(super) fn note_kept(&mut self, id: GameId) {
        self.tree.info_mut().set_tag(KEPT, &id.to_string());
    }

    /// The names of the players, first side first: the computers are called by
    /// `computer`, the only person by `person`, and of two the second by
    /// `second`.
    pub(super) fn names(
        &self,
        person: &str,
        second: &str,
        computer: impl Fn(u8) -> String,
    ) -> [String; 2] {
        let both = self.setup.players == [Seat::Human; 2];
        Side::BOTH.map(|side| match self.seat(side) {
            Seat::Computer(level) => computer(level),
            Seat::Human if both && self.player(side) == 1 => second.to_owned(),
            Seat::Human => person.to_owned(),
        })
    }

    /// The record of the game once it is over, as the library keeps it: the
    /// moves that were played as its main line, and its result.
    pub fn finished(&self) -> Option<GameTree> {
        let ending = self.ending()?;
        let mut tree = self.tree.clone();
        while tree.promote(self.current) {}
        // What was taken back before the end did not happen after it.
        let after: Vec<_> = tree.children(self.current).collect();
        for node in after {
            tree.delete(node);
        }
        tree.info_mut().set_tag(KEPT, "");
        tree.info_mut().set(Field::Result, "");
        let result = match ending {
            Ending::Rules(_) => result_of(&tree),
            Ending::Agreed => "1/2-1/2".to_owned(),
            Ending::Resigned(side) => format!("{} R", won(side.other())),
            Ending::OutOfTime(side) => format!("{} T", won(side.other())),
        };
        tree.info_mut().set(Field::Result, &result);
        Some(tree)
    }
}

const fn won(side: Side) -> &'static str {
    match side {
        Side::First => "1-0",
        Side::Second => "0-1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::{Order, Setup};
    use crate::core::TimeControl;
    use crate::games::{Options, registry};

    fn session(game: &str, players: [Seat; 2], moves: &str) -> Session {
        let setup = Setup {
            game: registry::find(game).unwrap(),
            options: Options::default(),
            players,
            first: 0,
            time: TimeControl::Unlimited,
            games: 1,
        };
        let mut session = Session::new(setup).unwrap();
        play(&mut session, moves);
        session
    }

    fn play(session: &mut Session, moves: &str) {
        for text in moves.split(' ').filter(|text| !text.is_empty()) {
            let mv = session.position().parse_move(text).unwrap();
            session.apply(Order::Play(mv)).unwrap();
        }
    }

    fn moves(tree: &GameTree) -> String {
        let moves: Vec<_> = tree.main_line().filter_map(|node| tree.move_text(node)).collect();
        moves.join(" ")
    }

    #[test]
    fn a_finished_game_has_its_result_and_its_moves_as_the_main_line() {
        let people = [Seat::Human; 2];
        let mut game = session("chess", people, "f3 e5 g4");
        assert!(game.finished().is_none());
        game.apply(Order::Undo).unwrap();
        play(&mut game, "g4 Qh4#");
        let record = game.finished().unwrap();
        assert_eq!(record.info().get(Field::Result), "0-1");
        // Another end: what was played before stays as a variation.
        game.apply(Order::Undo).unwrap();
        game.apply(Order::Undo).unwrap();
        play(&mut game, "e4");
        game.apply(Order::Resign(Side::Second)).unwrap();
        let record = game.finished().unwrap();
        assert_eq!(moves(&record), "f3 e5 e4");
        assert_eq!(record.info().get(Field::Result), "1-0 R");
        assert!(record.nodes().count() > 4);
        // An end in the middle of what was played.
        game.apply(Order::UndoAll).unwrap();
        game.apply(Order::OfferDraw(Side::First)).unwrap();
        game.apply(Order::AnswerDraw(true)).unwrap();
        let record = game.finished().unwrap();
        assert_eq!(moves(&record), "");
        assert_eq!(record.info().get(Field::Result), "1/2-1/2");
    }

    #[test]
    fn points_are_in_the_result_where_the_rules_count_them() {
        let wiped = session("reversi", [Seat::Human; 2], "e6 f4 e3 f6 g5 d6 e7 f5 c5");
        assert_eq!(wiped.finished().unwrap().info().get(Field::Result), "1-0 64");
    }

    #[test]
    fn players_have_their_names() {
        let name = |players| {
            session("chess", players, "").names("Ann", "Player 2", |level| format!("Level {level}"))
        };
        assert_eq!(name([Seat::Human, Seat::Computer(5)]), ["Ann", "Level 5"]);
        assert_eq!(name([Seat::Computer(3), Seat::Human]), ["Level 3", "Ann"]);
        assert_eq!(name([Seat::Human; 2]), ["Ann", "Player 2"]);
        assert_eq!(name([Seat::Computer(1), Seat::Computer(2)]), ["Level 1", "Level 2"]);
    }
}
