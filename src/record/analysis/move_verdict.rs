//! The judgement of a single move by short searches, as a coach gives it during a game.

use serde::{Deserialize, Serialize};

use super::judge::glyph_for_loss;
use super::win_probability::{
    empty_fraction, evaluation_of_outcome, evaluation_of_value, win_probability,
};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Engine, EngineRequest};
use crate::record::Glyph;

/// The judgement of a move that is worse than another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveVerdict {
    /// The better move.
    pub better: Move,
    /// Win probability of the side that moved, 0 to 1, after the better move.
    pub chance_with: f64,
    /// The same after the move that was played.
    pub chance_without: f64,
    /// The opponent's best line after the move that was played.
    pub reply: Vec<Move>,
    /// The opponent wins by force within this many moves.
    pub opponent_wins_in: Option<u32>,
    /// The better move begins a forced win within this many moves, itself included.
    pub missed_win_in: Option<u32>,
}

impl MoveVerdict {
    /// Win probability that the move lost, 0 to 1.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.chance_with - self.chance_without).max(0.0)
    }

    /// The glyph of the move, by the same losses as in the analysis of a whole game.
    #[must_use]
    pub fn glyph(&self) -> Option<Glyph> {
        glyph_for_loss(self.loss())
    }
}

/// The value of a position for a side, and what follows.
struct Outlook {
    chance: f64,
    line: Vec<Move>,
    /// Further moves to a forced win of this side, 0 if it has won; negative if the other
    /// one wins by force.
    mate: Option<i32>,
}

/// Judges a move at this position with a search of the position, and one after each of the
/// best move found and the move played, all within the limits of the request. The two are
/// compared at the same distance from the position, so that neither has the advantage of
/// the last word.
///
/// `None` if the move is the best one, the only one or illegal, or if the engine gives no
/// scores.
#[must_use]
pub fn judge_move(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    mv: Move,
    request: &EngineRequest,
) -> Option<MoveVerdict> {
    if position.check(mv).is_err() || position.legal_moves().len() < 2 {
        return None;
    }
    let better = engine.search(position, request, &mut |_| ())?.best;
    if better == mv {
        return None;
    }
    let side = position.side_to_move();
    let empty = empty_fraction(position);
    let mut after = |mv| outlook(engine, position, mv, side, empty, request);
    let (with, without) = (after(better)?, after(mv)?);
    Some(MoveVerdict {
        better,
        chance_with: with.chance,
        chance_without: without.chance,
        reply: without.line,
        opponent_wins_in: without.mate.filter(|&moves| moves < 0).map(i32::unsigned_abs),
        missed_win_in: with.mate.filter(|&moves| moves >= 0).map(|moves| moves as u32 + 1),
    })
}

/// The outlook of `side` after a move at this position.
fn outlook(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    mv: Move,
    side: Side,
    empty: f64,
    request: &EngineRequest,
) -> Option<Outlook> {
    let mut after = position.clone();
    after.play(mv).ok()?;
    let (evaluation, line, mate) = match after.outcome() {
        Some(outcome) => {
            let won = outcome.winner == Some(side);
            (evaluation_of_outcome(&outcome, None), Vec::new(), won.then_some(0))
        }
        None => {
            let info = engine.search(&after, request, &mut |_| ())?;
            let score = info.score?;
            let sign = if after.side_to_move() == side { 1 } else { -1 };
            let mate = score.mate.map(|moves| moves * sign);
            (evaluation_of_value(&score, after.side_to_move()), info.pv, mate)
        }
    };
    let first = win_probability(&evaluation, empty);
    let chance = if side == Side::First { first } else { 1.0 - first };
    Some(Outlook { chance, line, mate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, Strength, registry};
    use crate::search::{Limits, StopFlag};

    fn verdict(game: &str, position: &str, mv: &str) -> Option<MoveVerdict> {
        let game = registry::find(game).unwrap();
        let position = game.position(&Options::default(), position).unwrap();
        let mv = position.parse_move(mv).unwrap();
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let request =
            EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() };
        judge_move(&mut *game.engine(), &position, mv, &request)
    }

    #[test]
    fn a_queen_given_away_is_a_blunder_and_the_reply_takes_it() {
        let open = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 3";
        let found = verdict("chess", open, "Qg4").expect("the bishop takes the queen");
        assert_eq!(found.glyph(), Some(Glyph::Blunder), "{found:?}");
        let taken = found.reply.first().and_then(|reply| reply.target());
        assert_eq!(taken, Some("g4".parse().unwrap()));
        let found = verdict("chess", open, "Nf3");
        assert!(found.as_ref().is_none_or(|found| found.glyph().is_none()), "{found:?}");
    }

    #[test]
    fn a_mate_that_is_missed_and_one_that_is_allowed_are_told() {
        let mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        let missed = verdict("chess", mate_in_one, "h3").unwrap();
        assert_eq!(missed.missed_win_in, Some(1), "{missed:?}");
        assert!(missed.loss() > 0.0, "{missed:?}");
        let back_rank = "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let allowed = verdict("chess", back_rank, "Ra7").unwrap();
        assert_eq!(allowed.opponent_wins_in, Some(1), "{allowed:?}");
        assert_eq!(allowed.glyph(), Some(Glyph::Blunder));
    }

    #[test]
    fn the_only_move_and_the_best_one_are_not_judged() {
        let forced = "k7/8/8/8/8/8/1q6/K7 w - - 0 1";
        assert_eq!(verdict("chess", forced, "Kxb2"), None);
        let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        assert_eq!(verdict("chess", mate, "Rd8"), None);
    }
}
