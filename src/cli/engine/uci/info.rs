//! Lines of a search as `info`.

use std::io::{self, Write};

use super::Dialect;
use super::moves::MoveStyle;
use crate::core::Move;
use crate::games::{AnyPosition, EngineInfo, Score, ScoreUnit};
use crate::search::Certainty;

/// Score of a mate in UCCI, in centipawns, less one for each move until then.
const UCCI_MATE: i32 = 30_000;

/// Moves of a principal variation that are told at most.
const MAX_PV: usize = 60;

/// A line of a search.
pub(super) struct Line<'a> {
    /// Its rank among the lines, from 1.
    pub(super) number: usize,
    pub(super) of_several: bool,
    pub(super) info: &'a EngineInfo,
}

impl Line<'_> {
    /// Writes the line, unless it was found without a search.
    pub(super) fn write(
        &self,
        dialect: Dialect,
        style: MoveStyle,
        position: &AnyPosition,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let EngineInfo { depth, nodes, elapsed, score, .. } = *self.info;
        if depth == 0 && score.is_none() {
            return Ok(());
        }
        let pv = moves_of(style, position, self.info).join(" ");
        let milliseconds = elapsed.as_millis();
        if dialect == Dialect::Ucci {
            writeln!(out, "info time {milliseconds} nodes {nodes}")?;
            let score = score.map_or(0, |score| ucci_score(&score));
            return writeln!(out, "info depth {depth} score {score} pv {pv}");
        }
        write!(out, "info depth {depth}")?;
        if let Some(selective) = self.info.selective_depth {
            write!(out, " seldepth {}", selective.max(depth))?;
        }
        if self.of_several {
            write!(out, " multipv {}", self.number)?;
        }
        if let Some(score) = score {
            match score.mate {
                Some(mate) => write!(out, " score mate {mate}")?,
                None => write!(out, " score cp {}", centipawns(&score))?,
            }
            match score.certainty {
                Certainty::LowerBound => write!(out, " lowerbound")?,
                Certainty::UpperBound => write!(out, " upperbound")?,
                Certainty::Exact | Certainty::Percent { .. } | Certainty::Estimate => {}
            }
        }
        let per_second = nodes as f64 / elapsed.as_secs_f64().max(0.001);
        write!(out, " nodes {nodes} nps {}", per_second as u64)?;
        if let Some(fill) = self.info.table_fill {
            write!(out, " hashfull {fill}")?;
        }
        writeln!(out, " time {milliseconds} pv {pv}")
    }
}

fn centipawns(score: &Score) -> i32 {
    match score.unit {
        // As the odds of a win are usually turned into pawns.
        ScoreUnit::Chance => {
            let odds = score.amount.clamp(0.001, 0.999);
            (400.0 * (odds / (1.0 - odds)).log10()) as i32
        }
        ScoreUnit::Pawns | ScoreUnit::Discs | ScoreUnit::Points => {
            (score.amount * 100.0).round() as i32
        }
    }
}

fn ucci_score(score: &Score) -> i32 {
    match score.mate {
        Some(mate) => mate.signum() * (UCCI_MATE - mate.abs()),
        None => centipawns(score),
    }
}

/// The principal variation as far as it consists of moves.
pub(super) fn moves_of(style: MoveStyle, position: &AnyPosition, info: &EngineInfo) -> Vec<String> {
    let mut at = position.clone();
    let mut texts = Vec::new();
    let pv = if info.pv.is_empty() { std::slice::from_ref(&info.best) } else { &info.pv[..] };
    for &mv in pv.iter().take(MAX_PV) {
        if !matches!(mv, Move::FromTo { .. }) {
            break;
        }
        texts.push(style.write(&at, mv));
        if at.play(mv).is_err() {
            break;
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    #[test]
    fn a_score_that_is_a_bound_says_so() {
        let game = registry::find("chess").unwrap();
        let position = game.start(&crate::games::Options::default()).unwrap();
        let best = position.legal_moves()[0];
        for (certainty, expected) in [
            (Certainty::Estimate, " score cp 25 nodes "),
            (Certainty::LowerBound, " score cp 25 lowerbound nodes "),
            (Certainty::UpperBound, " score cp 25 upperbound nodes "),
        ] {
            let score = Score { amount: 0.25, unit: ScoreUnit::Pawns, certainty, mate: None };
            let info =
                EngineInfo { score: Some(score), depth: 9, ..EngineInfo::without_search(best) };
            let line = Line { number: 1, of_several: false, info: &info };
            let mut out = Vec::new();
            line.write(Dialect::Uci, MoveStyle::Points { first_rank: 1 }, &position, &mut out)
                .unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains(expected), "{text}");
        }
    }
}
