//! The options of UCI and UCCI.

use std::fs;
use std::io::Write;
use std::time::Duration;

use super::moves::MoveStyle;
use super::rating::level_for_game;
use super::{Dialect, Uci};
use crate::cli::CliError;
use crate::content;
use crate::core::excerpt;
use crate::games::{Engine, Game, OptionValue, Strength};
use crate::search::nnue::InstalledNetwork;

/// Bounds of the size of the transposition table, in mebibytes.
const TABLE_SIZE: (usize, usize) = (1, 4096);

/// Most lines of a search.
const MAX_LINES: usize = 64;

/// Time that is lost between the engine and the clock, in milliseconds.
const MOVE_OVERHEAD: u64 = 50;
const MAX_MOVE_OVERHEAD: u64 = 5000;

/// Most threads of a search.
const MAX_THREADS: usize = 256;

/// The name of no file.
const NO_FILE: &str = "<empty>";

/// The values of the options.
pub(super) struct Settings {
    /// Strength as asked for on the command line or by the option.
    level: Strength,
    pub(super) multi_pv: usize,
    pub(super) move_overhead: Duration,
    /// Size of the transposition table in mebibytes, if it has one.
    pub(super) table_size: Option<usize>,
    /// Threads of a search that is not limited by its depth or nodes.
    pub(super) threads: usize,
    /// Plays at this rating instead of at the level.
    limits_strength: bool,
    rating: u16,
    /// The level that plays this game at the rating.
    rated_level: u8,
    /// True if times are told in milliseconds (UCCI).
    uses_milliseconds: bool,
}

impl Settings {
    pub(super) fn new(level: Strength, table_size: Option<usize>) -> Settings {
        Settings {
            level,
            multi_pv: 1,
            move_overhead: Duration::from_millis(MOVE_OVERHEAD),
            table_size,
            threads: 1,
            limits_strength: false,
            rating: 0,
            rated_level: 1,
            uses_milliseconds: false,
        }
    }

    /// The strength of the next search.
    pub(super) fn strength(&self) -> Strength {
        if self.limits_strength { Strength::Level(self.rated_level) } else { self.level }
    }

    /// Milliseconds of a unit of time.
    pub(super) fn time_unit(&self, dialect: Dialect) -> u32 {
        if dialect == Dialect::Uci || self.uses_milliseconds { 1 } else { 1000 }
    }
}

fn number(value: &str, (least, most): (usize, usize)) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("expected {least} to {most}, found \"{}\"", excerpt(value)))
}

/// The path of the game's network within the assets folder.
fn default_network(game: &dyn Game) -> &str {
    game.weights().map_or(NO_FILE, |weights| weights.path())
}

fn switch(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(format!("expected true or false, found \"{}\"", excerpt(value))),
    }
}

/// Installs the network of a file, or that of the assets by its path there; removes the one
/// before if none is named.
fn install(game: &dyn Game, network: &InstalledNetwork, file: &str) -> Result<(), String> {
    if file.is_empty() || file == NO_FILE {
        network.remove();
        return Ok(());
    }
    if file == default_network(game) {
        return content::load_weights(game).map_err(|error| error.to_string());
    }
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", excerpt(file)))?;
    network.install(&bytes).map_err(|error| format!("{}: {error}", excerpt(file)))
}

impl Uci {
    /// Answers `uci` or `ucci`.
    pub(super) fn introduce(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let is_uci = self.dialect == Dialect::Uci;
        writeln!(out, "id name Tianyuan {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the Tianyuan authors")?;
        // UCCI has the same list without the word "name", and names of one word.
        let head = if is_uci { "option name" } else { "option" };
        let [hash, threads, multi_pv, ponder, level_name, overhead_name] = if is_uci {
            ["Hash", "Threads", "MultiPV", "Ponder", "Level", "Move Overhead"]
        } else {
            ["hashsize", "threads", "multipv", "ponder", "level", "moveoverhead"]
        };
        if let Some(size) = self.settings.table_size {
            let (min, max) = TABLE_SIZE;
            writeln!(out, "{head} {hash} type spin default {size} min {min} max {max}")?;
        }
        writeln!(out, "{head} {threads} type spin default 1 min 1 max {MAX_THREADS}")?;
        writeln!(out, "{head} {multi_pv} type spin default 1 min 1 max {MAX_LINES}")?;
        writeln!(out, "{head} {ponder} type check default false")?;
        let level = match self.settings.level {
            Strength::Full => 0,
            Strength::Level(level) => level,
        };
        let levels = self.game.levels();
        writeln!(out, "{head} {level_name} type spin default {level} min 0 max {levels}")?;
        let (overhead, most) = (self.settings.move_overhead.as_millis(), MAX_MOVE_OVERHEAD);
        writeln!(out, "{head} {overhead_name} type spin default {overhead} min 0 max {most}")?;
        if let ([first, ..], [.., last]) = (self.spec.ratings, self.spec.ratings) {
            let (least, most) = (first.elo, last.elo);
            writeln!(out, "{head} UCI_LimitStrength type check default false")?;
            writeln!(out, "{head} UCI_Elo type spin default {least} min {least} max {most}")?;
        }
        if let Some(repetition) = self.spec.repetition {
            let names: Vec<_> = repetition.values.iter().map(|(name, _)| *name).collect();
            let (default, all) = (names[0], names.join(" var "));
            let name = if is_uci { "Repetition" } else { "repetition" };
            writeln!(out, "{head} {name} type combo default {default} var {all}")?;
        }
        if self.game.network_evaluation().is_some() {
            let name = if is_uci { "EvalFile" } else { "evalfile" };
            writeln!(out, "{head} {name} type string default {}", default_network(self.game))?;
        }
        if is_uci {
            writeln!(out, "{head} Clear Hash type button")?;
            if self.spec.is_chess960.is_some() {
                writeln!(out, "{head} UCI_Chess960 type check default false")?;
            }
            if let Some(variant) = self.spec.variant {
                writeln!(out, "{head} UCI_Variant type combo default {variant} var {variant}")?;
            }
            writeln!(out, "uciok")?;
        } else {
            writeln!(out, "{head} usemillisec type check default false")?;
            writeln!(out, "{head} newgame type button")?;
            writeln!(out, "ucciok")?;
        }
        Ok(())
    }

    /// Handles `setoption`: in UCI `name N value V`, in UCCI `N V`. Names of UCI may have
    /// spaces and any case.
    ///
    /// # Errors
    /// The reason why nothing was set.
    pub(super) fn set_option(
        &mut self,
        words: &[&str],
        engine: &mut Box<dyn Engine>,
    ) -> Result<(), String> {
        let (name, value) = match words {
            ["name", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
                (rest[..end].join(" "), rest.get(end + 1..).unwrap_or_default().join(" "))
            }
            [name, value @ ..] => ((*name).to_owned(), value.join(" ")),
            [] => return Err("setoption has no name".to_owned()),
        };
        let set = self.set(&name.to_ascii_lowercase(), &value, engine);
        set.map_err(|reason| format!("option {}: {reason}", excerpt(&name)))
    }

    fn set(&mut self, name: &str, value: &str, engine: &mut Box<dyn Engine>) -> Result<(), String> {
        match name {
            "hash" | "hashsize" => {
                let size = number(value, TABLE_SIZE)?;
                if self.settings.table_size.is_some() {
                    self.settings.table_size = Some(size);
                    engine.set_table_size(size);
                }
            }
            "clear hash" | "newgame" => self.forget(engine),
            "threads" => self.settings.threads = number(value, (1, MAX_THREADS))?,
            "multipv" => self.settings.multi_pv = number(value, (1, MAX_LINES))?,
            "ponder" | "uci_analysemode" => _ = switch(value)?,
            "level" => {
                let level = number(value, (0, usize::from(self.game.levels())))?;
                let named = Strength::Level(level as u8);
                self.settings.level = if level == 0 { Strength::Full } else { named };
            }
            "move overhead" | "moveoverhead" => {
                let time = number(value, (0, MAX_MOVE_OVERHEAD as usize))?;
                self.settings.move_overhead = Duration::from_millis(time as u64);
            }
            "uci_limitstrength" if !self.spec.ratings.is_empty() => {
                self.settings.limits_strength = switch(value)?;
            }
            "uci_elo" if !self.spec.ratings.is_empty() => {
                self.settings.rating = number(value, (0, 10_000))? as u16;
                self.choose_rated_level();
            }
            "evalfile" if let Some(evaluation) = self.game.network_evaluation() => {
                install(self.game, evaluation.installed(), value)?;
                // The table has values of another evaluation.
                self.forget(engine);
            }
            "uci_chess960" if self.spec.is_chess960.is_some() => {
                let takes = switch(value)?;
                if let MoveStyle::Notation { king_takes_rook, .. } = &mut self.style {
                    *king_takes_rook = takes;
                }
            }
            "uci_variant" if let Some(variant) = self.spec.variant => {
                if !value.eq_ignore_ascii_case(variant) {
                    return Err(format!("only {variant} is played"));
                }
            }
            "repetition" if self.spec.repetition.is_some() => self.set_repetition(value)?,
            "usemillisec" => self.settings.uses_milliseconds = switch(value)?,
            _ => return Err("there is no such option".to_owned()),
        }
        Ok(())
    }

    /// Chooses the level that plays the next game at the rating asked for.
    pub(super) fn choose_rated_level(&mut self) {
        let rating = self.settings.rating;
        self.settings.rated_level = level_for_game(self.spec.ratings, rating, &mut self.random);
    }

    /// Sets the rules of repetition, also for the position at hand.
    fn set_repetition(&mut self, value: &str) -> Result<(), String> {
        let Some(repetition) = self.spec.repetition else { return Ok(()) };
        let known = |(name, own): &&(&str, &str)| {
            value.eq_ignore_ascii_case(name) || value.eq_ignore_ascii_case(own)
        };
        let chosen = repetition.values.iter().find(known);
        let Some((_, own)) = chosen else {
            let names: Vec<_> = repetition.values.iter().map(|(name, _)| *name).collect();
            return Err(format!("expected {}", names.join(" or ")));
        };
        self.options.set(repetition.option, OptionValue::Word((*own).to_owned()));
        if let Ok(position) = self.game.position(&self.options, &self.position.text()) {
            self.position = position;
        }
        Ok(())
    }
}
