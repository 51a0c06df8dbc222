//! The commands that Yixin Board adds to the protocol, which begin with `YX`.

use std::io::{self, Write};
use std::time::Instant;

use super::board::{BoardLines, Field};
use super::{
    Answer, Brain, Finding, Outcome, Report, Running, Task, answer_text, bounded, error, unknown,
};
use crate::core::{Move, Point};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, Ruling, ScoreUnit, Strength,
};
use crate::search::{Limits, StopFlag};

/// Lines that `YXNBEST` shows at most.
const MAX_LINES: usize = 20;

/// Most threads of a search.
pub(super) const MAX_THREADS: usize = 256;

/// First stones that are tried where two are to balance a position, each with a share of the
/// time.
const FIRST_STONES: usize = 4;

/// A value beyond all others, less the moves until a mate.
const DECIDED: i32 = 10_000;

/// Nodes of a first look at a move, and moves that are searched after it.
const GLANCE_NODES: u64 = 50;
const SEARCHED_MOVES: usize = 8;

impl Brain {
    /// Obeys a command, in upper case, of Yixin Board. One that is not known is ignored once the
    /// manager is such a board: there are many, of which each brain knows some.
    pub(super) fn answer_board(
        &mut self,
        command: &str,
        rest: &str,
        engine: &mut Box<dyn Engine>,
    ) -> Answer {
        match command {
            "YXBOARD" => self.read_board(BoardLines::to_show()),
            "YXBLOCK" => self.read_board(BoardLines::of_blocks(true)),
            "YXBLOCKUNDO" => self.read_board(BoardLines::of_blocks(false)),
            "YXBLOCKRESET" => {
                self.blocked.clear();
                Ok(Outcome::Silent)
            }
            "YXNBEST" => {
                let lines: usize = rest.parse().map_err(|_| error("expected YXNBEST lines"))?;
                let position = self.started()?.clone();
                Ok(self.think_of_lines(position, lines.clamp(1, MAX_LINES)))
            }
            // Which moves are there against a threat, and how good is each?
            "YXSEARCHDEFEND" => {
                let position = self.started()?.clone();
                let moves = self.stones_to_search(&position).len();
                Ok(self.think_of_lines(position, moves.max(1)))
            }
            "YXBALANCEONE" => self.balance(1),
            "YXBALANCETWO" => self.balance(2),
            "YXSHOWINFO" => {
                self.shows_info = true;
                Ok(Outcome::Text(format!("MESSAGE INFO MAX_THREAD_NUM {MAX_THREADS}")))
            }
            "YXSHOWFORBID" => Ok(Outcome::Text(forbidden(self.started()?))),
            "YXHASHCLEAR" => {
                self.forget(engine);
                Ok(Outcome::Silent)
            }
            _ if self.shows_info => Ok(Outcome::Silent),
            _ => Err(unknown(command)),
        }
    }

    /// Searches several moves, and plays none.
    fn think_of_lines(&mut self, position: AnyPosition, lines: usize) -> Outcome {
        self.lines = lines;
        let outcome = self.think(position, false);
        self.lines = 1;
        outcome
    }

    /// Leaves points out of the search, or no longer.
    pub(super) fn block(&mut self, points: &[(Point, Field)], is_blocked: bool) {
        for &(at, _) in points {
            self.blocked.retain(|other| *other != at);
            if is_blocked {
                self.blocked.push(at);
            }
        }
    }

    /// The moves to search: those that the protocol has words for, less the blocked points.
    pub(super) fn stones_to_search(&self, position: &AnyPosition) -> Vec<Move> {
        let legal = position.legal_moves().into_iter();
        let is_searched = |mv: &Move| matches!(mv, Move::Place(at) if !self.blocked.contains(at));
        legal.filter(is_searched).collect()
    }

    /// One or two stones after which the position is as even as can be, to begin a fair game. The
    /// bias that some boards add is in the values of another program, and left out.
    fn balance(&mut self, stones: usize) -> Answer {
        let position = self.started()?.clone();
        let (limits, seed, game) = (self.limits_for_move(), self.random.next_u64(), self.game);
        let (at, first) = (position.clone(), self.stones_to_search(&position));
        self.running = Some(Running { position, started: Instant::now(), is_played: false });
        Ok(Outcome::Think(Task::new(
            move |_: &mut dyn Engine, stop: &StopFlag, _: &mut Report<'_>| {
                let engine = &mut *scout(game);
                let limits =
                    shared(bounded(limits), if stones == 1 { 1 } else { 1 + FIRST_STONES });
                let strength = Strength::Full;
                let request = EngineRequest { strength, limits, seed, stop: stop.clone() };
                let singles = by_evenness(engine, &at, &request, &first);
                if stones == 1 {
                    return Finding::Moves(
                        singles.first().map(|(mv, _)| *mv).into_iter().collect(),
                    );
                }
                let mut best: Option<(Vec<Move>, f64)> = None;
                for (mv, _) in singles.into_iter().take(FIRST_STONES) {
                    let mut after = at.clone();
                    if after.play(mv).is_err() {
                        continue;
                    }
                    let second: Vec<Move> = after
                        .legal_moves()
                        .into_iter()
                        .filter(|mv| matches!(mv, Move::Place(_)) && first.contains(mv))
                        .collect();
                    let found = by_evenness(engine, &after, &request, &second);
                    if let Some(&(second, uneven)) = found.first()
                        && best.as_ref().is_none_or(|(_, least)| uneven < *least)
                    {
                        best = Some((vec![mv, second], uneven));
                    }
                }
                Finding::Moves(best.map(|(moves, _)| moves).unwrap_or_default())
            },
        )))
    }
}

/// Writes one of so many lines of a search, one fact a line, in the words of Rapfi.
pub(super) fn write_details(
    (rank, lines): (usize, usize),
    running: &Running,
    info: &EngineInfo,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "INFO PV {rank}\nINFO NUMPV {lines}\nINFO DEPTH {}", info.depth)?;
    if let Some(selective) = info.selective_depth {
        writeln!(out, "INFO SELDEPTH {selective}")?;
    }
    writeln!(out, "INFO TOTALNODES {}", info.nodes)?;
    writeln!(out, "INFO TOTALTIME {}", running.started.elapsed().as_millis())?;
    if let Some(score) = info.score {
        match (score.mate, score.unit) {
            // Mates are counted in plies.
            (Some(mate), _) if mate > 0 => writeln!(out, "INFO EVAL +M{}", 2 * mate - 1)?,
            (Some(mate), _) => writeln!(out, "INFO EVAL -M{}", -2 * mate)?,
            (None, ScoreUnit::Chance) => {
                writeln!(out, "INFO EVAL {:.0}", 1000.0 * (score.amount - 0.5))?;
            }
            (None, _) => writeln!(out, "INFO EVAL {:.0}", 100.0 * score.amount)?,
        }
        if score.unit == ScoreUnit::Chance {
            writeln!(out, "INFO WINRATE {:.6}", score.amount)?;
        }
    }
    let pv = if info.pv.is_empty() { std::slice::from_ref(&info.best) } else { &info.pv[..] };
    let pv: Vec<_> = pv.iter().filter_map(|&mv| answer_text(mv)).collect();
    writeln!(out, "INFO BESTLINE {}\nINFO PV DONE", pv.join(" "))
}

/// One of so many equal shares of the time and nodes of a search.
fn shared(limits: Limits, shares: usize) -> Limits {
    let shares = u32::try_from(shares.max(1)).unwrap_or(u32::MAX);
    Limits {
        time: limits.time.map(|time| time / shares),
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(shares)).max(1)),
        ..limits
    }
}

/// Value of this move for the side to move: 0 for even; infinite if it wins or loses the game.
/// `None` if it is illegal or has no score.
fn value_after(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    mv: Move,
    request: &EngineRequest,
) -> Option<f64> {
    let mut after = position.clone();
    after.play(mv).ok()?;
    if let Some(outcome) = after.outcome() {
        let is_own = |winner| winner == position.side_to_move();
        return Some(
            outcome.winner.map_or(0.0, |winner| {
                if is_own(winner) { f64::INFINITY } else { f64::NEG_INFINITY }
            }),
        );
    }
    let score = engine.search(&after, request, &mut |_| ())?.score?;
    let even = if score.unit == ScoreUnit::Chance { 0.5 } else { 0.0 };
    Some(match score.mate {
        Some(mate) => -f64::from(mate.signum() * (DECIDED - mate.abs().min(DECIDED / 2))),
        None => even - score.amount,
    })
}

/// These moves with their values after a glance at each.
fn glance(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    moves: &[Move],
    stop: &StopFlag,
) -> Vec<(Move, f64)> {
    let limits = Limits { nodes: Some(GLANCE_NODES), ..Limits::default() };
    let request = EngineRequest { strength: Strength::Full, limits, seed: 0, stop: stop.clone() };
    let mut values = Vec::new();
    for &mv in moves {
        values.extend(value_after(engine, position, mv, &request).map(|value| (mv, value)));
        if stop.is_raised() && !values.is_empty() {
            break;
        }
    }
    values
}

/// An engine with a small table, which many short searches share.
fn scout(game: &dyn Game) -> Box<dyn Engine> {
    let mut engine = game.engine();
    engine.set_table_size(1);
    engine.set_threads(1);
    engine.keep_table();
    engine
}

/// The best of moves that no search takes for candidates, as where all of those are blocked.
pub(super) fn best_at_a_glance(
    game: &dyn Game,
    position: &AnyPosition,
    moves: &[Move],
    stop: &StopFlag,
) -> Option<EngineInfo> {
    let values = glance(&mut *scout(game), position, moves, stop);
    let best = values.iter().max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map(|(mv, _)| EngineInfo::without_search(*mv))
}

/// These moves with how far from even the position is after each, the most even first. A few
/// are searched within the limits, which the first look chooses.
fn by_evenness(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    request: &EngineRequest,
    moves: &[Move],
) -> Vec<(Move, f64)> {
    let sort = |values: &mut Vec<(Move, f64)>| {
        values.iter_mut().for_each(|(_, value)| *value = value.abs());
        values.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    };
    let mut values = glance(engine, position, moves, &request.stop);
    sort(&mut values);
    values.truncate(SEARCHED_MOVES);
    let limits = shared(request.limits, values.len());
    let request = EngineRequest { limits, ..request.clone() };
    for (mv, value) in &mut values {
        if request.stop.is_raised() {
            break;
        }
        *value = value_after(engine, position, *mv, &request).unwrap_or(f64::INFINITY);
    }
    sort(&mut values);
    values
}

/// The points that are forbidden to the side to move, as Yixin Board reads them.
fn forbidden(position: &AnyPosition) -> String {
    let mut text = "FORBID ".to_owned();
    for warning in position.warnings() {
        if let (Move::Place(at), Ruling::Loss) = (warning.mv, warning.ruling) {
            text.push_str(&format!("{:02}{:02}", at.file, at.rank));
        }
    }
    text + "."
}
