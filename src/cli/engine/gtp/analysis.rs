//! Analysis as the controllers of Leela Zero and KataGo read it: `lz-analyze`,
//! `kata-analyze` and their relatives that also play.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::error::GtpError;
use super::{Gtp, Outcome, Purpose, side};
use crate::cli::engine::conversation::{Finding, Report, Task};
use crate::core::{Decision, Move, Side};
use crate::engines::{read_vertex, vertex};
use crate::games::{AnyPosition, Engine, EngineInfo, EngineRequest, Overlay, Strength};
use crate::record::analysis::{empty_fraction, evaluation_of_value, win_probability};
use crate::search::{Limits, StopFlag};

/// Lines of a search unless the controller asks for another number, and at most.
const DEFAULT_LINES: usize = 10;
const MAX_LINES: usize = 50;

/// Standard deviations of the lower confidence bound of a win rate.
const LCB_DEVIATIONS: f64 = 1.96;

/// Moves of a principal variation that are told at most.
const MAX_PV: usize = 15;

/// The dialect of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    LeelaZero,
    KataGo,
}

/// The parameters of an analysis, and what it has told so far.
pub(super) struct AnalysisParameters {
    format: Format,
    interval: Duration,
    min_moves: usize,
    max_moves: usize,
    wants_ownership: bool,
    /// Tells the position as a whole too.
    wants_root: bool,
    ownership: Option<Overlay>,
    last_told: Option<Instant>,
    latest: Vec<EngineInfo>,
}

/// Moves that are searched or left out.
#[derive(Default)]
struct MoveFilter {
    allowed: Option<Vec<Move>>,
    avoided: Vec<Move>,
}

impl MoveFilter {
    fn is_searched(&self, mv: Move) -> bool {
        self.allowed.as_ref().is_none_or(|allowed| allowed.contains(&mv))
            && !self.avoided.contains(&mv)
    }
}

fn is_on(text: Option<&str>) -> Result<bool, GtpError> {
    match text {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err(GtpError::Analysis("expected true or false")),
    }
}

impl AnalysisParameters {
    /// Reads the words after the color.
    fn parse(
        command: &str,
        words: &[&str],
        position: &AnyPosition,
    ) -> Result<(AnalysisParameters, MoveFilter), GtpError> {
        let format = if command.starts_with("lz") { Format::LeelaZero } else { Format::KataGo };
        let mut parameters = AnalysisParameters {
            format,
            interval: Duration::from_secs(1),
            min_moves: 0,
            max_moves: DEFAULT_LINES,
            wants_ownership: false,
            wants_root: false,
            ownership: None,
            last_told: None,
            latest: Vec::new(),
        };
        let mut filter = MoveFilter::default();
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut count = || -> Result<usize, GtpError> {
                let number = words.next().and_then(|text| text.parse().ok());
                number.ok_or(GtpError::Analysis("expected a number"))
            };
            match word {
                "interval" => parameters.set_interval(count()?),
                "minmoves" => parameters.min_moves = count()?.min(MAX_LINES),
                "maxmoves" => parameters.max_moves = count()?.clamp(1, MAX_LINES),
                "ownership" => parameters.wants_ownership = is_on(words.next())?,
                "rootInfo" => parameters.wants_root = is_on(words.next())?,
                "ownershipStdev"
                | "movesOwnership"
                | "movesOwnershipStdev"
                | "pvVisits"
                | "pvEdgeVisits"
                | "noResultValue" => _ = is_on(words.next())?,
                "avoid" | "allow" => {
                    let color = side(words.next())?;
                    let vertices = words.next().unwrap_or_default();
                    // How long it holds has no meaning at the root.
                    words.next().ok_or(GtpError::Analysis("expected a number of moves"))?;
                    let read = |text: &str| read_vertex(position, text).map_err(GtpError::Vertex);
                    let moves: Result<Vec<_>, _> = vertices.split(',').map(read).collect();
                    let moves = moves?;
                    if color == position.side_to_move() && word == "avoid" {
                        filter.avoided.extend(moves);
                    } else if color == position.side_to_move() {
                        filter.allowed = Some(moves);
                    }
                }
                number => match number.parse() {
                    Ok(interval) => parameters.set_interval(interval),
                    Err(_) => return Err(GtpError::Analysis("unknown parameter of the analysis")),
                },
            }
        }
        parameters.max_moves = parameters.max_moves.max(parameters.min_moves);
        Ok((parameters, filter))
    }

    /// Sets the interval in hundredths of a second.
    fn set_interval(&mut self, hundredths: usize) {
        self.interval = Duration::from_millis(10 * hundredths.min(360_000) as u64);
    }

    /// Tells a result, unless the last one was told just now.
    pub(super) fn report(
        &mut self,
        position: &AnyPosition,
        finding: Finding,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match finding {
            Finding::Overlay(overlay) => {
                self.ownership = Some(overlay);
                return Ok(());
            }
            finding => self.latest = finding.into_infos(),
        }
        if self.last_told.is_none_or(|told| told.elapsed() >= self.interval) {
            self.tell(position, out)?;
        }
        Ok(())
    }

    /// Tells the last result. Returns the best move.
    pub(super) fn conclude(
        &mut self,
        position: &AnyPosition,
        finding: Finding,
        out: &mut dyn Write,
    ) -> io::Result<Option<EngineInfo>> {
        let infos = finding.into_infos();
        let best = infos.first().cloned();
        if !infos.is_empty() {
            self.latest = infos;
            self.tell(position, out)?;
        }
        Ok(best)
    }

    fn tell(&mut self, position: &AnyPosition, out: &mut dyn Write) -> io::Result<()> {
        self.last_told = Some(Instant::now());
        let infos = self.latest.iter().take(self.max_moves).enumerate();
        let mut texts: Vec<String> =
            infos.map(|(n, info)| info_text(self.format, position, n, info)).collect();
        if self.wants_root
            && let Some(best) = self.latest.first()
        {
            let visits: u64 = self.latest.iter().map(visits).sum();
            let chance = chance(position, best);
            texts.push(format!("rootInfo visits {visits} winrate {chance:.6}"));
        }
        if let Some(overlay) = self.ownership.as_ref().filter(|_| self.wants_ownership) {
            texts.push(ownership_text(position, overlay));
        }
        writeln!(out, "{}", texts.join(" "))
    }
}

/// A vertex as controllers compare it, which write a pass in lower case here.
fn analysis_vertex(position: &AnyPosition, mv: Move) -> String {
    match mv {
        Move::Pass | Move::Decide(Decision::AcceptDead) => "pass".to_owned(),
        mv => vertex(position, mv),
    }
}

/// The chance of the side to move to win.
fn chance(position: &AnyPosition, info: &EngineInfo) -> f64 {
    let side = position.side_to_move();
    info.score.map_or(0.5, |score| {
        let first = win_probability(&evaluation_of_value(&score, side), empty_fraction(position));
        if side == Side::First { first } else { 1.0 - first }
    })
}

/// Games that were played to the end; positions in engines that do not play them.
fn visits(info: &EngineInfo) -> u64 {
    info.visits.map_or(info.nodes, u64::from)
}

/// One move of an analysis.
fn info_text(format: Format, position: &AnyPosition, order: usize, info: &EngineInfo) -> String {
    let (chance, visits) = (chance(position, info), visits(info));
    let deviation = (chance * (1.0 - chance) / visits.max(1) as f64).sqrt();
    let lcb = (chance - LCB_DEVIATIONS * deviation).max(0.0);
    let rates = match format {
        Format::LeelaZero => {
            let scaled = |rate: f64| (10_000.0 * rate).round() as u32;
            format!("winrate {} lcb {}", scaled(chance), scaled(lcb))
        }
        Format::KataGo => {
            let lead = info.lead.map_or_else(String::new, |lead| format!("scoreLead {lead:.3} "));
            format!("winrate {chance:.6} {lead}lcb {lcb:.6}")
        }
    };
    let mut at = position.clone();
    let mut pv = Vec::new();
    for &mv in info.pv.iter().take(MAX_PV) {
        pv.push(analysis_vertex(&at, mv));
        if at.play(mv).is_err() {
            break;
        }
    }
    let (best, pv) = (analysis_vertex(position, info.best), pv.join(" "));
    format!("info move {best} visits {visits} {rates} order {order} pv {pv}")
}

/// The owner of each point from the top left, 1 for the side to move and -1 for the other.
fn ownership_text(position: &AnyPosition, overlay: &Overlay) -> String {
    let board = position.board();
    let files = usize::from(board.files).max(1);
    let sign = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
    let mut rows: Vec<&[f32]> = overlay.values.chunks(files).collect();
    if !board.first_rank_on_top {
        rows.reverse();
    }
    let values: Vec<String> =
        rows.concat().iter().map(|value| format!("{:.3}", sign * value)).collect();
    format!("ownership {}", values.join(" "))
}

impl Gtp {
    /// The position and parameters of an analysis; without a color that of the side to
    /// move.
    fn analysis(
        &self,
        command: &str,
        words: &[&str],
    ) -> Result<(AnyPosition, AnalysisParameters, MoveFilter), GtpError> {
        let (position, words) = match words.split_first() {
            Some((color, rest)) if side(Some(color)).is_ok() => {
                (self.position_to_move(side(Some(color))?)?, rest)
            }
            // After two passes the analysis is of the board as it stands.
            _ => (self.position_to_move(self.position.side_to_move())?, words),
        };
        let (parameters, filter) = AnalysisParameters::parse(command, words, &position)?;
        Ok((position, parameters, filter))
    }

    /// Analyses until the next line comes.
    pub(super) fn analyze(&mut self, command: &str, words: &[&str]) -> Result<Outcome, GtpError> {
        let (position, parameters, filter) = self.analysis(command, words)?;
        let mut task = self.analysis_task(&position, &parameters, &filter, Limits::default(), None);
        task.holds = true;
        let position = Box::new(position);
        Ok(Outcome::Search { position, purpose: Purpose::Analysis(parameters), task })
    }

    /// Plays a move, with the analysis that found it.
    pub(super) fn genmove_analyze(
        &mut self,
        command: &str,
        words: &[&str],
    ) -> Result<Outcome, GtpError> {
        let color = side(words.first().copied())?;
        let (position, parameters, filter) = self.analysis(command, words)?;
        let limits = self.limits_for(color);
        let level = Some(self.strength).filter(|strength| *strength != Strength::Full);
        let task = self.analysis_task(&position, &parameters, &filter, limits, level);
        let position = Box::new(position);
        Ok(Outcome::Search { position, purpose: Purpose::MoveWithAnalysis(parameters), task })
    }

    fn analysis_task(
        &mut self,
        position: &AnyPosition,
        parameters: &AnalysisParameters,
        filter: &MoveFilter,
        limits: Limits,
        level: Option<Strength>,
    ) -> Task {
        let (at, seed, lines) = (position.clone(), self.random.next_u64(), parameters.max_moves);
        let legal = position.legal_moves();
        let searched: Vec<_> = legal.iter().copied().filter(|&mv| filter.is_searched(mv)).collect();
        let is_filtered = searched.len() < legal.len();
        let overlay = position.overlays().first().copied().filter(|_| parameters.wants_ownership);
        Task::new(move |engine: &mut dyn Engine, stop: &StopFlag, report: &mut Report<'_>| {
            if let Some(overlay) = overlay.and_then(|id| at.overlay(id)) {
                report(Finding::Overlay(overlay));
            }
            let strength = level.unwrap_or(Strength::Full);
            let request = EngineRequest { strength, limits, seed, stop: stop.clone() };
            if level.is_some() && !is_filtered {
                return Finding::Infos(
                    engine.search(&at, &request, &mut |_| ()).into_iter().collect(),
                );
            }
            let mut tell = |infos: &[EngineInfo]| report(Finding::Infos(infos.to_vec()));
            Finding::Infos(if is_filtered {
                engine.analyse_moves(&at, &request, &searched, lines, &mut tell)
            } else {
                engine.analyse(&at, &request, lines, &mut tell)
            })
        })
    }
}
