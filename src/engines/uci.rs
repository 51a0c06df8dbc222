//! The host of UCI and of UCCI, which is its like for Xiangqi.
//!
//! Source of UCI: <https://backscattering.de/chess/uci/>; of UCCI: version 3.0 of
//! <https://www.xqbase.com/protocol/cchess_ucci.htm>.

use std::time::Duration;

use super::engine::{ANSWER_TIME, ProtocolHost, Report};
use super::error::EngineError;
use super::game_line::GameLine;
use super::options::{EngineIdentity, EngineOption, EngineOptionKind};
use super::process::{Answer, EngineProcess};
use super::search::{
    Due, EngineAction, EngineLimits, EngineReply, EngineSearch, SearchPurpose, SearchWatch,
};
use super::uci_info::InfoLines;
use crate::core::{Move, Point, Side, TimeControl};
use crate::games::{AnyPosition, Game, IllegalMove, Options, UciGame};
use crate::search::time_for_move;

/// Options that the host sets itself.
const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";
const MULTI_PV: &str = "MultiPV";

/// The options that are set here for each search.
pub(super) const OWN_OPTIONS: [&str; 3] = [VARIANT, CHESS960, MULTI_PV];
const MILLISECONDS: &str = "usemillisec";

/// Which of the two protocols is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Uci,
    Ucci,
}

/// The way in which moves are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveStyle {
    /// Notation of the game.
    notation: &'static str,
    /// True if castling is written as a move of the king to its rook.
    is_chess960: bool,
    /// True if ranks are counted from 1 where the game counts them from 0, as engines of many
    /// variants do.
    counts_from_one: bool,
}

impl MoveStyle {
    /// A move as it is sent.
    fn write(self, position: &AnyPosition, mv: Move) -> Result<String, IllegalMove> {
        if let Move::FromTo { from, to, promotion: None } = mv {
            let own = |at: Point| position.piece_at(at).map(|piece| piece.side);
            let castles = self.is_chess960 && own(from) == own(to);
            if castles || self.counts_from_one {
                return Ok(format!("{from}{to}"));
            }
        }
        position.move_text_in(self.notation, mv)
    }

    /// A legal move as it was received.
    pub(super) fn read(self, position: &AnyPosition, text: &str) -> Result<Move, IllegalMove> {
        if self.counts_from_one
            && let Some(second) = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())
            && let (Ok(from), Ok(to)) = (text[..second.0].parse(), text[second.0..].parse())
        {
            let mv = Move::FromTo { from, to, promotion: None };
            return position.check(mv).map(|()| mv);
        }
        position.parse_move(text)
    }
}

/// The host of an engine that speaks UCI or UCCI.
pub(super) struct UciHost {
    dialect: Dialect,
    style: MoveStyle,
    /// True if times are milliseconds, which UCCI leaves to an option.
    has_milliseconds: bool,
    multi_pv: Option<usize>,
}

impl UciHost {
    pub(super) fn uci() -> UciHost {
        let (dialect, style) = (Dialect::Uci, MoveStyle::default());
        UciHost { dialect, style, has_milliseconds: true, multi_pv: None }
    }

    pub(super) fn ucci() -> UciHost {
        UciHost { dialect: Dialect::Ucci, has_milliseconds: false, ..UciHost::uci() }
    }

    fn send_option(
        &self,
        process: &mut EngineProcess,
        name: &str,
        value: &str,
    ) -> Result<(), EngineError> {
        let value = if value.is_empty() { "<empty>" } else { value };
        process.send(&match self.dialect {
            Dialect::Uci => format!("setoption name {name} value {value}"),
            Dialect::Ucci => format!("setoption {name} {value}"),
        })
    }

    /// Waits until all that was sent is done; what was written before is dropped.
    fn synchronise(process: &mut EngineProcess, time: Duration) -> Result<(), EngineError> {
        process.send("isready")?;
        process.wait_for(time, |line| (line == "readyok").then_some(()))
    }

    /// The position and the moves.
    fn position_text(&self, line: &GameLine) -> Result<String, EngineError> {
        let mut text = match self.dialect == Dialect::Uci && line.is_usual_start && {
            !self.style.is_chess960
        } {
            true => "position startpos".to_owned(),
            false => format!("position fen {}", line.start.diagram()),
        };
        if !line.moves.is_empty() {
            text.push_str(" moves");
        }
        line.replay(|before, mv| {
            text.push(' ');
            text.push_str(&self.style.write(before, mv)?);
            Ok::<(), IllegalMove>(())
        })?;
        Ok(text)
    }

    /// The command that starts a search of this side.
    fn go_text(&self, limits: &EngineLimits, side: Side) -> String {
        let mut text = "go".to_owned();
        let mut add = |name: &str, number: u64| text.push_str(&format!(" {name} {number}"));
        let unit = |time: Duration| match self.has_milliseconds {
            true => time.as_millis() as u64,
            false => time.as_secs().max(1),
        };
        let mut time = limits.search.time;
        let mut clock = limits.clock;
        if let Some(TimeControl::ByoYomi { .. }) = clock.map(|clock| clock.control()) {
            // Neither protocol has periods.
            time = time.or_else(|| time_for_move(&clock.take()?, side));
        }
        let clock = clock.filter(|clock| clock.time_left(side).is_some());
        let increment = match clock.map(|clock| clock.control()) {
            Some(TimeControl::Increment { increment, .. }) => increment,
            _ => Duration::ZERO,
        };
        let left = |side: Side| clock.and_then(|clock| clock.time_left(side)).unwrap_or_default();
        match (self.dialect, clock) {
            (Dialect::Uci, Some(_)) => {
                for (side, name) in [(Side::First, "wtime"), (Side::Second, "btime")] {
                    add(name, unit(left(side)).max(1));
                }
                for name in ["winc", "binc"] {
                    add(name, unit(increment));
                }
            }
            (Dialect::Ucci, Some(_)) => {
                add("time", unit(left(side)).max(1));
                add("increment", unit(increment));
                add("opptime", unit(left(side.other())).max(1));
                add("oppincrement", unit(increment));
            }
            _ => {}
        }
        if let Some(depth) = limits.search.depth {
            add("depth", u64::from(depth.max(1)));
        }
        if let Some(nodes) = limits.search.nodes {
            add("nodes", nodes.max(1));
        }
        match (self.dialect, time, clock) {
            (Dialect::Uci, Some(time), _) => add("movetime", unit(time).max(1)),
            // All of this time is for one move.
            (Dialect::Ucci, Some(time), None) => {
                add("time", unit(time).max(1));
                add("movestogo", 1);
            }
            _ => {}
        }
        if text == "go" {
            text.push_str(" infinite");
        }
        text
    }
}

/// The game's part of UCI; an error for a game without.
fn uci_game(game: &dyn Game) -> Option<UciGame> {
    game.engine_protocols().uci
}

impl ProtocolHost for UciHost {
    fn greet(
        &mut self,
        process: &mut EngineProcess,
        time: Duration,
    ) -> Result<EngineIdentity, EngineError> {
        let (hello, end) = match self.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ucci => ("ucci", "ucciok"),
        };
        process.send(hello)?;
        let mut identity = EngineIdentity::default();
        process.wait_for(time, |line| {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, rest.split_once(' ')) {
                ("id", Some(("name", name))) => identity.name = name.trim().to_owned(),
                ("id", Some(("author", name))) => identity.author = name.trim().to_owned(),
                ("option", _) => {
                    EngineOption::parse(rest).into_iter().for_each(|option| identity.add(option));
                }
                _ if line == end => return Some(Ok(())),
                // What speaks another protocol refuses the word.
                ("?" | "UNKNOWN" | "ERROR" | "error", _) => {
                    let (command, answer) = (hello.to_owned(), line.to_owned());
                    return Some(Err(EngineError::Refused { command, answer }));
                }
                _ => {}
            }
            None
        })??;
        if self.dialect == Dialect::Ucci && identity.option(MILLISECONDS).is_some() {
            self.send_option(process, MILLISECONDS, "true")?;
            self.has_milliseconds = true;
        }
        // Without that option times are seconds in old engines; those that know the variants
        // of UCI take milliseconds as there.
        self.has_milliseconds |= identity.option(VARIANT).is_some();
        Ok(identity)
    }

    fn plays(&self, identity: &EngineIdentity, game: &dyn Game, _options: &Options) -> bool {
        if self.dialect == Dialect::Ucci {
            return game.engine_protocols().ucci;
        }
        let has_variant = |name: &str| match identity.option(VARIANT).map(|option| &option.kind) {
            Some(EngineOptionKind::Combo { choices, .. }) => {
                choices.iter().any(|choice| choice == name)
            }
            // An engine for one game alone says nothing of variants, and what has Chess960 is
            // for chess.
            _ => identity.option(CHESS960).is_none(),
        };
        uci_game(game).is_some_and(|uci| uci.variant.is_none_or(has_variant))
    }

    fn set_option(
        &mut self,
        process: &mut EngineProcess,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), EngineError> {
        match (&option.kind, self.dialect) {
            (EngineOptionKind::Button, Dialect::Uci) => {
                process.send(&format!("setoption name {}", option.name))
            }
            (EngineOptionKind::Button, Dialect::Ucci) => {
                process.send(&format!("setoption {}", option.name))
            }
            _ => self.send_option(process, &option.name, value),
        }
    }

    fn new_game(
        &mut self,
        process: &mut EngineProcess,
        identity: &EngineIdentity,
        line: &GameLine,
    ) -> Result<(), EngineError> {
        let uci = uci_game(line.game);
        let variant = uci.and_then(|uci| uci.variant);
        let has_variants = identity.option(VARIANT).is_some();
        self.style = MoveStyle {
            notation: uci.map_or("", |uci| uci.coordinates.notation()),
            is_chess960: uci
                .and_then(|uci| uci.is_chess960)
                .is_some_and(|test| test(&line.options, &line.start)),
            counts_from_one: self.dialect == Dialect::Uci
                && has_variants
                && variant.is_some()
                && line.start.board().first_rank_number == 0,
        };
        if self.dialect == Dialect::Uci {
            if let (Some(variant), true) = (variant, has_variants) {
                self.send_option(process, VARIANT, variant)?;
            }
            if identity.option(CHESS960).is_some() {
                let is_chess960 = self.style.is_chess960;
                self.send_option(process, CHESS960, if is_chess960 { "true" } else { "false" })?;
            } else if self.style.is_chess960 {
                return Err(EngineError::UnsupportedPosition("UCI without Chess960"));
            }
            process.send("ucinewgame")?;
        } else if identity.option("newgame").is_some() {
            process.send("setoption newgame")?;
        }
        self.multi_pv = identity.option(MULTI_PV).map(|_| 0);
        UciHost::synchronise(process, 2 * ANSWER_TIME)
    }

    fn search(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
        report: Report<'_>,
    ) -> Result<EngineReply, EngineError> {
        let lines = match search.purpose {
            SearchPurpose::Move => 1,
            SearchPurpose::Analysis { multi_pv } => multi_pv.max(1),
        };
        if self.multi_pv.is_some_and(|set| set != lines) {
            self.send_option(process, MULTI_PV, &lines.to_string())?;
            self.multi_pv = Some(lines);
        }
        let side = line.end.side_to_move();
        process.send(&self.position_text(line)?)?;
        UciHost::synchronise(process, ANSWER_TIME)?;
        let mut watch = SearchWatch::start(&search.limits, side, search.grace);
        process.send(&self.go_text(&search.limits, side))?;
        let mut found = InfoLines::new(&line.end, self.style);
        loop {
            let text = match process.receive(watch.next())? {
                Answer::Line(text) => text,
                Answer::Stop => {
                    process.send("stop")?;
                    watch.stopped();
                    continue;
                }
                Answer::Timeout => match watch.due() {
                    Due::Stop => {
                        process.send("stop")?;
                        watch.stopped();
                        continue;
                    }
                    Due::Hang(time) => return Err(EngineError::NoAnswer(time)),
                },
            };
            let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
            match word {
                "info" if found.read(rest) => report(found.update()),
                "bestmove" => {
                    let elapsed = watch.elapsed();
                    let text = rest.split_whitespace().next().unwrap_or_default();
                    if matches!(text, "" | "(none)" | "0000" | "null") {
                        return Err(EngineError::NoMove);
                    }
                    // UCCI has a word for giving up.
                    if self.dialect == Dialect::Ucci && rest.ends_with(" resign") {
                        let analysis = found.into_update();
                        return Ok(EngineReply { action: EngineAction::Resign, analysis, elapsed });
                    }
                    let read = self.style.read(&line.end, text);
                    let mv = read.map_err(|refusal| EngineError::IllegalMove {
                        answer: text.to_owned(),
                        refusal,
                    })?;
                    let analysis = found.into_update();
                    return Ok(EngineReply { action: EngineAction::Move(mv), analysis, elapsed });
                }
                "nobestmove" => return Err(EngineError::NoMove),
                _ => {}
            }
        }
    }
}
