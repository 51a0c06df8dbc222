//! Board size, komi, games from files and positions of stones.

use std::fs::File;
use std::io::Read;

use super::error::GtpError;
use super::{Answer, Gtp, MAX_HISTORY, side};
use crate::core::{Move, Side};
use crate::engines::read_vertex;
use crate::games::{OptionValue, Options, StoneSetup};
use crate::record::formats::{self, Source};

/// Largest file of a game that is read, in bytes.
const MAX_FILE: u64 = 8 << 20;

impl Gtp {
    /// Begins a game under other options.
    pub(super) fn begin(&mut self, options: Options) -> Result<(), GtpError> {
        self.position = self.game.start(&options)?;
        self.options = options;
        self.history.clear();
        self.rules_changed = false;
        Ok(())
    }

    /// An empty board: handicap stones are gone, rules and komi stay.
    pub(super) fn clear_board(&mut self) -> Answer {
        self.begin(self.without_handicap())?;
        self.clock.reset();
        Ok(String::new())
    }

    pub(super) fn without_handicap(&self) -> Options {
        let mut options = self.options.clone();
        if self.has_option("handicap") {
            options.set("handicap", OptionValue::Number(0));
        }
        options
    }

    pub(super) fn set_size(&mut self, words: &[&str]) -> Answer {
        let sizes: Option<Vec<i64>> = words.iter().map(|text| text.parse().ok()).collect();
        let size = match sizes.as_deref() {
            Some([size]) => *size,
            Some([files, ranks]) if files == ranks => *files,
            Some([_, _]) => return Err(GtpError::Size),
            _ => return Err(GtpError::SizeArgument),
        };
        if i64::from(self.position.board().files) == size {
            return self.clear_board();
        }
        let mut options = self.without_handicap();
        options.set("size", OptionValue::Number(size));
        self.begin(options).map_err(|_| GtpError::Size)?;
        self.clock.reset();
        Ok(String::new())
    }

    /// Goes on under other rules.
    pub(super) fn change_rules(&mut self, options: Options) -> Result<(), GtpError> {
        self.position = self.game.position(&options, &self.position.text())?;
        self.options = options;
        self.rules_changed = true;
        Ok(())
    }

    /// Sets the komi. In a game without it every number is accepted and means nothing.
    pub(super) fn set_komi(&mut self, text: Option<&str>) -> Answer {
        let komi: Option<f64> = text.and_then(|text| text.parse().ok());
        let komi = komi.filter(|komi| komi.is_finite()).ok_or(GtpError::KomiArgument)?;
        if !self.is_go() {
            return Ok(String::new());
        }
        let halves = 2.0 * komi;
        if halves.fract() != 0.0 || halves.abs() > 10_000.0 {
            return Err(GtpError::Komi);
        }
        let mut options = self.options.clone();
        options.set("komi", OptionValue::Number(halves as i64));
        options.check(self.game.options()).map_err(|_| GtpError::Komi)?;
        self.change_rules(options)?;
        Ok(String::new())
    }

    pub(super) fn komi(&self) -> String {
        let spec = self.game.options().iter().find(|spec| spec.id == "komi");
        match spec.map(|spec| self.options.get(spec)) {
            Some(OptionValue::Number(halves)) => (halves as f64 / 2.0).to_string(),
            _ => "0".to_owned(),
        }
    }

    /// Sets up a position by pairs of color and vertex; black is to move.
    pub(super) fn set_position(&mut self, words: &[&str]) -> Answer {
        let size = self.position.board().files;
        let empty = self.game.start(&self.without_handicap())?;
        let mut stones = vec![None; usize::from(size) * usize::from(size)];
        for pair in words.chunks(2) {
            let [color, text] = pair else { return Err(GtpError::PlayArguments) };
            let color = side(Some(color))?;
            let Move::Place(at) = read_vertex(&empty, text).map_err(GtpError::Vertex)? else {
                return Err(GtpError::PositionVertices);
            };
            let place = usize::from(at.rank) * usize::from(size) + usize::from(at.file);
            if stones[place].replace(color).is_some() {
                return Err(GtpError::PositionVertices);
            }
        }
        let setup = StoneSetup { size, stones: &stones, to_move: Some(Side::First) };
        let position = empty.after_setup(&setup).ok_or(GtpError::PositionVertices)?;
        self.begin(self.without_handicap())?;
        self.position = position;
        Ok(String::new())
    }

    /// Loads the main line of the first game of a file, up to before a move of this number.
    pub(super) fn load_sgf(&mut self, rest: &[&str]) -> Answer {
        let (name, until) = match rest {
            [] => return Err(GtpError::File("no file is named".to_owned())),
            [name @ .., last] if !name.is_empty() && last.parse::<usize>().is_ok() => {
                (name.join(" "), last.parse().unwrap_or(usize::MAX))
            }
            name => (name.join(" "), usize::MAX),
        };
        let failed = |error: &dyn std::fmt::Display| GtpError::File(error.to_string());
        let mut bytes = Vec::new();
        let file = File::open(&name).map_err(|error| failed(&error))?;
        file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(failed(&format!("it has more than {} MB", MAX_FILE >> 20)));
        }
        let source = Source { game: Some(self.game), ..Source::from_bytes(&bytes) };
        let games = formats::read("sgf", source)?;
        let tree = games.first().filter(|tree| tree.game().id() == self.game.id());
        let tree = tree.ok_or_else(|| failed(&"it holds another game"))?;
        let nodes = tree.main_line().take_while(|&node| tree.move_number(node) < until.max(1));
        let mut positions: Vec<_> = nodes.map(|node| tree.position(node).clone()).collect();
        let end = positions.pop().unwrap_or_else(|| tree.start().clone());
        self.begin(tree.options().clone())?;
        self.position = end;
        let kept = positions.len().saturating_sub(MAX_HISTORY);
        self.history = positions.split_off(kept);
        Ok(String::new())
    }
}
