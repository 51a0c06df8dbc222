//! What is said about the game in progress, in words.

use super::View;
use crate::app::screens::moves::notation;
use crate::app::session::{Ending, Seat, Session, Turn};
use crate::app::ui::Words;
use crate::core::{Decision, Move, Reading, Side, TimeControl};
use crate::games::{Domain, Unit, Value};

/// The name of a side's colour.
pub(super) fn side_name(words: &Words, session: &Session, side: Side) -> String {
    // After a swap the players have each other's colour.
    let side = if session.position().is_swapped() { side.other() } else { side };
    words.get(&format!("side-{}", session.setup().game.side_names()[side.index()]))
}

/// Who plays this side.
pub(super) fn player_name(words: &Words, session: &Session, side: Side) -> String {
    let number = (session.player(side) + 1).to_string();
    let alike = std::mem::discriminant(&session.seat(side))
        == std::mem::discriminant(&session.seat(side.other()));
    match session.seat(side) {
        Seat::Human if alike => words.with("player-number", &[("number", number)]),
        Seat::Human => words.get("you"),
        Seat::Computer(level) => words.with("computer-level", &[("number", level.to_string())]),
    }
}

/// The same where there is little room.
pub(super) fn short_name(words: &Words, session: &Session, side: Side) -> String {
    match session.seat(side) {
        Seat::Computer(level) => {
            words.with("computer-level-short", &[("number", level.to_string())])
        }
        Seat::Human => player_name(words, session, side),
    }
}

/// What the person on turn is asked for, as a translation key.
fn asked_for(moves: &[Move]) -> &'static str {
    let any = |what: fn(&Move) -> bool| moves.iter().any(what);
    if any(|mv| matches!(mv, Move::Decide(Decision::MarkDead(_)))) {
        "asked-to-mark"
    } else if any(|mv| matches!(mv, Move::Decide(Decision::Remove(_)))) {
        "asked-to-remove"
    } else if moves.iter().all(|mv| matches!(mv, Move::Decide(Decision::Declare(_)))) {
        "asked-to-declare"
    } else if any(|mv| matches!(mv, Move::Decide(Decision::Offer(_)))) {
        "asked-to-offer"
    } else if moves.iter().all(|mv| matches!(mv, Move::Decide(_))) {
        "asked-to-choose"
    } else {
        "turn"
    }
}

/// One line about what the game waits for.
pub(super) fn status(view: &View) -> String {
    let (words, session) = (view.words, view.session);
    let side = session.side_to_move();
    let named = |id: &str, side| words.with(id, &[("side", side_name(words, session, side))]);
    if let Some(by) = session.offer() {
        return named("draw-offered", by);
    }
    if view.thinking.is_helping() {
        return words.get("looking-for-hint");
    }
    if let Some(hint) = view.thinking.hint() {
        let best =
            session.position().move_text_in(&notation(words, session.setup().game), hint.best);
        return hint_text(words, &best.unwrap_or_default(), hint.value);
    }
    if let Some(warning) = view.insight.explained(view.cursor) {
        let reason = words.get(warning.reason);
        return match view.cursor.doubted {
            Some(mv) if mv == warning.mv => words.with("play-in-spite", &[("reason", reason)]),
            _ => reason,
        };
    }
    match session.turn() {
        Turn::Human => named(asked_for(view.moves), side),
        Turn::Forced(_) => named("pass-announced", side),
        Turn::Computer(_) => named("thinking", side),
        Turn::Nobody if session.is_paused() => words.get("paused"),
        Turn::Nobody => words.get("game-is-over"),
    }
}

fn hint_text(words: &Words, best: &str, value: Option<Value>) -> String {
    let best = ("move", best.to_owned());
    let Some(value) = value else { return words.with("hint-move", &[best]) };
    let unit = match value.unit {
        Unit::Discs => "discs",
        Unit::Points => "points",
        Unit::Pawns => "pawns",
        Unit::Chance => "chance",
    };
    let amount = match value.unit {
        Unit::Chance => format!("{:.0}", value.amount * 100.0),
        Unit::Pawns => format!("{:+.1}", value.amount),
        Unit::Discs | Unit::Points => signed(value.amount.round()),
    };
    let kind = if value.exact { "exact" } else { "estimate" };
    words.with(&format!("hint-{kind}-{unit}"), &[best, ("value", amount)])
}

/// A difference with its sign; nothing is neither plus nor minus.
fn signed(amount: f64) -> String {
    if amount == 0.0 { "0".to_owned() } else { format!("{amount:+.0}").replace('-', "−") }
}

/// Who won, as a title.
pub(super) fn result_title(words: &Words, session: &Session, ending: Ending) -> String {
    let Some(winner) = ending.winner() else { return words.get("result-draw") };
    match (session.seat(winner), session.seat(winner.other())) {
        (Seat::Human, Seat::Computer(_)) => words.get("result-you-win"),
        (Seat::Computer(_), Seat::Human) => words.get("result-computer-wins"),
        _ => words.with("result-win", &[("side", side_name(words, session, winner))]),
    }
}

/// Why it ended, the count, and how it was counted.
pub(super) fn result_lines(words: &Words, session: &Session, ending: Ending) -> Vec<String> {
    let named = |id, side| words.with(id, &[("side", side_name(words, session, side))]);
    let mut lines = vec![match ending {
        Ending::Rules(outcome) => words.get(outcome.reason),
        Ending::Resigned(side) => named("ended-resigned", side),
        Ending::OutOfTime(side) => named("ended-out-of-time", side),
        Ending::Agreed => words.get("ended-agreed"),
    }];
    if let Ending::Rules(outcome) = ending
        && let Some([first, second]) = outcome.score
    {
        let [a, b] = Side::BOTH.map(|side| side_name(words, session, side));
        lines.push(format!("{a} {first} : {second} {b}"));
        // How it was counted is an option of the game, if it has a choice.
        let options = &session.setup().options;
        for spec in session.setup().game.options() {
            if let (Domain::Words(_), crate::games::Choice::Word(word)) =
                (spec.domain, options.get(spec))
            {
                lines.extend(words.find(&format!("scored-{word}")));
            }
        }
    }
    lines
}

/// The match so far, or its result.
pub(super) fn match_line(words: &Words, session: &Session) -> Option<String> {
    let setup = session.setup();
    if setup.games == 1 {
        return None;
    }
    let standing = session.standing();
    let [a, b] = standing.points;
    let facts = |id: &str, more: &[(&'static str, String)]| {
        let mut facts = vec![
            ("first", a.to_string()),
            ("second", b.to_string()),
            ("game", session.game_number().to_string()),
            ("games", setup.games.to_string()),
        ];
        facts.extend(more.iter().cloned());
        words.with(id, &facts)
    };
    if session.ending().is_none() || !session.is_last_game() {
        return Some(facts("match-standing", &[]));
    }
    Some(match standing.leader {
        None => facts("match-drawn", &[]),
        Some(player) => {
            let number = |n| words.with("player-number", &[("number", n)]);
            let id = if a == b { "match-won-by-discs" } else { "match-won" };
            let [discs, others] = standing.score.map(|points| points.to_string());
            facts(
                id,
                &[
                    ("player", number((player + 1).to_string())),
                    ("discs", discs),
                    ("others", others),
                ],
            )
        }
    })
}

/// The clock of a side. Where no time is set only the minutes are told, so
/// that the screen rests between them.
pub(super) fn clock_face(words: &Words, session: &Session, side: Side) -> String {
    let (reading, control) = (session.clock().reading(side), session.clock().control());
    match (control, reading.time / 60_000) {
        (TimeControl::Unlimited, 0) => String::new(),
        (TimeControl::Unlimited, minutes) => {
            words.with("minutes-played", &[("minutes", minutes.to_string())])
        }
        _ => clock_text(reading, control),
    }
}

/// What a clock shows: minutes and seconds, tenths when they matter, and the
/// byo-yomi periods left.
pub(super) fn clock_text(reading: Reading, control: TimeControl) -> String {
    let counts_down = control != TimeControl::Unlimited;
    let seconds = reading.time / 1000;
    let mut text = if counts_down && reading.time < 10_000 {
        format!("0:{:02}.{}", seconds, reading.time % 1000 / 100)
    } else if seconds >= 3600 {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    if reading.in_byo_yomi {
        text.push_str(&format!(" ×{}", reading.periods));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_tenths_only_when_they_matter() {
        let face = |time, periods| Reading { time, periods, in_byo_yomi: periods > 0 };
        let sudden = TimeControl::SuddenDeath { main: 60_000 };
        let cases = [
            (face(65_900, 0), sudden, "1:05"),
            (face(9_940, 0), sudden, "0:09.9"),
            (face(0, 0), sudden, "0:00.0"),
            (face(3_725_000, 0), sudden, "1:02:05"),
            (face(5_000, 0), TimeControl::Unlimited, "0:05"),
            (
                face(25_000, 3),
                TimeControl::ByoYomi { main: 0, period: 30_000, periods: 5 },
                "0:25 ×3",
            ),
        ];
        for (reading, control, text) in cases {
            assert_eq!(clock_text(reading, control), text);
        }
    }

    #[test]
    fn differences_have_a_true_sign() {
        assert_eq!([signed(6.0), signed(0.0), signed(-0.0), signed(-4.0)], ["+6", "0", "0", "−4"]);
    }
}
