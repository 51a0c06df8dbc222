//! Translated texts about the game in progress: players, status, result and clocks.

use std::time::Duration;

use super::View;
use crate::app::features::engine::HintStep;
use crate::app::session::{Ending, PlayerKind, Session, Turn};
use crate::app::text::{self, Localization, notation, with_minus_sign};
use crate::core::{Decision, Move, Reading, Side, TimeControl};
use crate::games::{Domain, Judgement, OptionValue, Score, ScoreUnit, game_over_key};

/// Name of a side, which is that of its colour.
pub(super) fn side_name(l10n: &Localization, session: &Session, side: Side) -> String {
    text::side_name(l10n, session.setup().game, session.position().colour_of(side))
}

/// Name of the player of a side.
pub(in crate::app::screens) fn player_name(
    l10n: &Localization,
    session: &Session,
    side: Side,
) -> String {
    let number = (session.player_of(side) + 1).to_string();
    let alike = std::mem::discriminant(&session.player_kind(side))
        == std::mem::discriminant(&session.player_kind(side.other()));
    match session.player_kind(side) {
        // The players of a tournament have names.
        _ if is_tournament_game(session) => session.recorded_name(side).to_owned(),
        PlayerKind::Human if alike => l10n.format("player-number", &[("number", number)]),
        PlayerKind::Human => l10n.get("you"),
        PlayerKind::Computer(level) => {
            let id = if session.setup().adaptive { "adaptive-level" } else { "computer-level" };
            l10n.format(id, &[("number", level.to_string())])
        }
        PlayerKind::Engine(_) => engine_name(l10n, session, side),
        PlayerKind::Remote => session.recorded_name(side).to_owned(),
    }
}

fn is_tournament_game(session: &Session) -> bool {
    !session.tournament_board().is_empty()
}

/// The name of the engine of a side, as it is in the record.
pub(super) fn engine_name(l10n: &Localization, session: &Session, side: Side) -> String {
    match session.recorded_name(side) {
        "" => l10n.get("engine"),
        name => name.to_owned(),
    }
}

/// Short name of the player of a side.
pub(super) fn short_player_name(l10n: &Localization, session: &Session, side: Side) -> String {
    match session.player_kind(side) {
        PlayerKind::Computer(level) if !is_tournament_game(session) => {
            let id = match session.setup().adaptive {
                true => "adaptive-level-short",
                false => "computer-level-short",
            };
            l10n.format(id, &[("number", level.to_string())])
        }
        _ => player_name(l10n, session, side),
    }
}

/// Translation key of the prompt for the player to move.
fn prompt_key(moves: &[Move]) -> &'static str {
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

/// Status line: hint, warning, offer, side to move, or that the game is over.
pub(super) fn status_line(view: &View) -> String {
    let (l10n, session) = (view.l10n, view.session);
    let side = session.side_to_move();
    let named = |id: &str, side| l10n.format(id, &[("side", side_name(l10n, session, side))]);
    if let Some(by) = session.draw_offer() {
        return named("draw-offered", by);
    }
    if let Some(line) = view.online.as_ref().and_then(|online| online.status(l10n, session)) {
        return line;
    }
    if let Some(failure) = view.thinking.engine_failure() {
        let engine = engine_name(l10n, session, session.side_of(failure.player));
        return l10n.format("engine-question", &[("engine", engine)]);
    }
    if let Judgement::Awaited(progress) = session.position().judgement() {
        let percent = format!("{:.0}", 100.0 * progress);
        return l10n.format("judging-stones", &[("percent", percent)]);
    }
    if view.thinking.is_preparing_help() {
        return l10n.get("looking-for-hint");
    }
    if let Some(hint) = view.thinking.hint() {
        let position = session.position();
        let first = match (hint.step, hint.info.best) {
            (HintStep::Area, _) => "hint-area",
            (HintStep::Narrowed, Move::FromTo { .. }) => "hint-piece",
            (HintStep::Narrowed, _) => "hint-narrowed",
            (HintStep::Move, _) => {
                let notation = notation(l10n, session.setup().game);
                let best = position.move_text_in(&notation, hint.info.best).unwrap_or_default();
                let leader =
                    |leads: bool| side_name(l10n, session, if leads { side } else { side.other() });
                return hint_text(l10n, &best, hint.info.score, leader);
            }
        };
        let purpose = hint.purpose(position).filter(|_| hint.step == HintStep::Narrowed);
        let lines = [Some(first), purpose].into_iter().flatten().map(|id| l10n.get(id));
        return lines.collect::<Vec<_>>().join(l10n.sentence_gap());
    }
    if let Some(warning) = view.rule_hints.focused_warning(view.cursor) {
        let reason = l10n.get(warning.message_id);
        return match view.cursor.pending_confirm {
            Some(mv) if mv == warning.mv => l10n.format("play-in-spite", &[("reason", reason)]),
            _ => reason,
        };
    }
    match session.turn() {
        Turn::Human => named(prompt_key(view.moves), side),
        Turn::Forced(_) => named("pass-announced", side),
        turn if turn.is_others() && view.cursor.premove.is_some() => l10n.get("premove-waits"),
        Turn::Computer(_) | Turn::Engine(_) | Turn::Remote => named("thinking", side),
        Turn::Nobody if session.is_paused() => l10n.get("paused"),
        Turn::Nobody => l10n.get("game-is-over"),
    }
}

/// The text of a hint. `leader` names the side to move if it leads, else the other one.
fn hint_text(
    l10n: &Localization,
    best: &str,
    value: Option<Score>,
    leader: impl Fn(bool) -> String,
) -> String {
    let best = ("move", best.to_owned());
    let Some(value) = value else { return l10n.format("hint-move", &[best]) };
    let kind = if value.is_exact() { "exact" } else { "estimate" };
    let amount = match value.unit {
        ScoreUnit::Chance => ("value", format!("{:.0}", value.amount * 100.0)),
        ScoreUnit::Pawns => ("value", with_minus_sign(&format!("{:+.1}", value.amount + 0.0))),
        ScoreUnit::Discs | ScoreUnit::Points => {
            ("discs", format!("{:.0}", value.amount.round().abs()))
        }
    };
    let unit = match value.unit {
        ScoreUnit::Chance => "chance",
        ScoreUnit::Pawns => "pawns",
        ScoreUnit::Discs | ScoreUnit::Points if amount.1 == "0" => "even",
        ScoreUnit::Discs | ScoreUnit::Points => "discs",
    };
    let side = ("side", leader(value.amount > 0.0));
    l10n.format(&format!("hint-{kind}-{unit}"), &[best, amount, side])
}

/// A difference with its sign; zero has none.
pub(super) fn signed(amount: f64) -> String {
    if amount == 0.0 { "0".to_owned() } else { with_minus_sign(&format!("{amount:+.0}")) }
}

/// Title of a result.
pub(in crate::app::screens) fn result_title(
    l10n: &Localization,
    session: &Session,
    ending: Ending,
) -> String {
    if ending == Ending::Void {
        return l10n.get("result-void");
    }
    let Some(winner) = ending.winner() else { return l10n.get("result-draw") };
    match (session.player_kind(winner), session.player_kind(winner.other())) {
        (
            PlayerKind::Human,
            PlayerKind::Computer(_) | PlayerKind::Engine(_) | PlayerKind::Remote,
        ) => l10n.get("result-you-win"),
        (PlayerKind::Remote, PlayerKind::Human) => {
            let player = session.recorded_name(winner).to_owned();
            l10n.format("result-player-wins", &[("player", player)])
        }
        (PlayerKind::Engine(_), PlayerKind::Human | PlayerKind::Computer(_)) => {
            let engine = engine_name(l10n, session, winner);
            l10n.format("result-engine-wins", &[("engine", engine)])
        }
        (PlayerKind::Computer(_), PlayerKind::Human) => l10n.get("result-computer-wins"),
        _ => l10n.format("result-win", &[("side", side_name(l10n, session, winner))]),
    }
}

/// Reason of a result; `in_tournament` for a game of a tournament on a server.
pub(in crate::app::screens) fn result_reason(
    l10n: &Localization,
    session: &Session,
    ending: Ending,
    in_tournament: bool,
) -> String {
    let named = |id, side| l10n.format(id, &[("side", side_name(l10n, session, side))]);
    match ending {
        Ending::Rules(outcome) => l10n.get(&game_over_key(session.setup().game, outcome.reason)),
        Ending::Resigned(side) => named("ended-resigned", side.other()),
        Ending::OutOfTime(side) => named("ended-out-of-time", side.other()),
        Ending::DrawAgreed => l10n.get("ended-agreed"),
        Ending::Abandoned(side) => named("ended-abandoned", side.other()),
        Ending::Void if in_tournament => l10n.get("ended-void-tournament"),
        Ending::Void => l10n.get("ended-void"),
    }
}

/// The score of both sides in words, where the rules decided the game by one.
pub(in crate::app::screens) fn result_score(
    l10n: &Localization,
    session: &Session,
    ending: Ending,
) -> Option<String> {
    let Ending::Rules(outcome) = ending else { return None };
    let [first, second] = outcome.score?;
    let [a, b] = Side::BOTH.map(|side| side_name(l10n, session, side));
    Some(format!("{a} {first} : {second} {b}"))
}

/// Line that says how the score was counted, where that is an option of the game.
pub(super) fn scoring_rule(l10n: &Localization, session: &Session) -> Option<String> {
    let options = &session.setup().options;
    session.setup().game.options().iter().find_map(|spec| match (spec.domain, options.get(spec)) {
        (Domain::Words(_), OptionValue::Word(word)) => l10n.find(&format!("scored-{word}")),
        _ => None,
    })
}

/// Score of the match, or its result; `None` for single games.
pub(super) fn match_score_line(l10n: &Localization, session: &Session) -> Option<String> {
    let setup = session.setup();
    if setup.games == 1 {
        return None;
    }
    let standing = session.match_score();
    let [a, b] = standing.points;
    let facts = |id: &str, more: &[(&'static str, String)]| {
        let mut facts = vec![
            ("first", a.to_string()),
            ("second", b.to_string()),
            ("game", session.game_number().to_string()),
            ("games", setup.games.to_string()),
        ];
        facts.extend(more.iter().cloned());
        l10n.format(id, &facts)
    };
    if session.ending().is_none() || !session.is_last_game() {
        return Some(facts("match-standing", &[]));
    }
    Some(match standing.leader {
        None => facts("match-drawn", &[]),
        Some(player) => {
            let number = |n| l10n.format("player-number", &[("number", n)]);
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

/// Clock text of a side. Without a time limit only minutes are shown, so that the screen
/// need not redraw every second.
pub(super) fn clock_label(l10n: &Localization, session: &Session, side: Side) -> String {
    let (reading, control) = (session.clock().reading(side), session.clock().control());
    match (control, reading.time.as_secs() / 60) {
        (TimeControl::Unlimited, 0) => String::new(),
        (TimeControl::Unlimited, minutes) => {
            l10n.format("minutes-played", &[("minutes", minutes.to_string())])
        }
        _ if is_by_days(control) => text::time_left(l10n, reading.time),
        _ => format_clock(reading, control),
    }
}

/// True for a game by correspondence, where a player has days for each move.
fn is_by_days(control: TimeControl) -> bool {
    const DAY: Duration = Duration::from_secs(86_400);
    matches!(control, TimeControl::ByoYomi { main: Duration::ZERO, period, periods: 1 } if period >= DAY)
}

/// Minutes and seconds, and hours where there are any.
pub(super) fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Clock text: minutes and seconds, tenths below ten seconds, and the byo-yomi periods
/// left.
pub(super) fn format_clock(reading: Reading, control: TimeControl) -> String {
    let counts_down = control != TimeControl::Unlimited;
    let mut text = if counts_down && reading.time < Duration::from_secs(10) {
        let (seconds, tenths) = (reading.time.as_secs(), reading.time.subsec_millis() / 100);
        format!("0:{seconds:02}.{tenths}")
    } else {
        duration_text(reading.time)
    };
    if reading.in_byo_yomi {
        text.push_str(&format!(" ×{}", reading.periods));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Certainty;

    #[test]
    fn clocks_show_tenths_only_when_they_matter() {
        let face = |milliseconds, periods| Reading {
            time: Duration::from_millis(milliseconds),
            periods,
            in_byo_yomi: periods > 0,
        };
        let sudden = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
        let cases = [
            (face(65_900, 0), sudden, "1:05"),
            (face(9_940, 0), sudden, "0:09.9"),
            (face(0, 0), sudden, "0:00.0"),
            (face(3_725_000, 0), sudden, "1:02:05"),
            (face(5_000, 0), TimeControl::Unlimited, "0:05"),
            (
                face(25_000, 3),
                TimeControl::ByoYomi {
                    main: Duration::ZERO,
                    period: Duration::from_secs(30),
                    periods: 5,
                },
                "0:25 ×3",
            ),
        ];
        for (reading, control, text) in cases {
            assert_eq!(format_clock(reading, control), text);
        }
    }

    #[test]
    fn a_hint_names_the_side_that_leads() {
        let l10n = Localization::default();
        let text = |amount, certainty| {
            let value = Score { amount, unit: ScoreUnit::Discs, certainty, mate: None };
            let leader = |leads| if leads { "Black" } else { "White" }.to_owned();
            hint_text(&l10n, "f5", Some(value), leader)
        };
        let (estimate, exact) = (Certainty::Estimate, Certainty::Exact);
        assert_eq!(text(19.6, estimate), "Best move: f5. Black leads by about 20 discs.");
        assert_eq!(text(-1.2, estimate), "Best move: f5. White leads by about 1 disc.");
        assert_eq!(text(-0.3, estimate), "Best move: f5. The position is even.");
        assert_eq!(text(6.0, exact), "Best move: f5. With best play Black wins by 6 discs.");
    }

    #[test]
    fn differences_have_a_true_sign() {
        assert_eq!([signed(6.0), signed(0.0), signed(-0.0), signed(-4.0)], ["+6", "0", "0", "−4"]);
    }
}
