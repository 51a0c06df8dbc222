//! Text files of end positions with the owner of each point.

use std::fs;
use std::path::Path;

use crate::cli::{CliError, file_error};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Game, OptionValue, Options};

/// An end position and the owners of its points.
pub(in crate::cli) struct PositionFile {
    size: u8,
    headers: Vec<(String, String)>,
    /// Rows from the highest rank down.
    board: Vec<String>,
    ownership: Vec<String>,
}

/// The number of a line, if it is not the last one, and what is wrong with it.
type LineError = (Option<usize>, String);

impl PositionFile {
    pub(super) fn read(path: &Path) -> Result<PositionFile, CliError> {
        let text = fs::read_to_string(path).map_err(|error| file_error(path, &error))?;
        PositionFile::from_text(path, &text)
    }

    /// Reads the text of the file of this name.
    pub(in crate::cli) fn from_text(path: &Path, text: &str) -> Result<PositionFile, CliError> {
        PositionFile::parse(text).map_err(|(line, reason)| CliError::Line {
            file: path.display().to_string(),
            line,
            reason,
        })
    }

    /// Parses a file; an error is the number of a line and the reason.
    fn parse(text: &str) -> Result<PositionFile, (usize, String)> {
        let mut lines = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim_end()));
        let end = text.lines().count().max(1);
        let at_end = |(line, reason): LineError| (line.unwrap_or(end), reason);
        let mut headers = Vec::new();
        let mut size = None;
        for (number, line) in lines.by_ref().take_while(|(_, line)| *line != "board:") {
            let Some((key, value)) = line.split_once(':') else {
                return Err((number, "expected \"key: value\" or \"board:\"".to_owned()));
            };
            let value = value.trim();
            if key == "size" {
                let parsed = value.parse().ok().filter(|size| *size > 0);
                size = Some(parsed.ok_or_else(|| {
                    (number, format!("\"{value}\" is not a size; expected a number such as 19"))
                })?);
            }
            headers.push((key.to_owned(), value.to_owned()));
        }
        let size = size.ok_or((1, "expected a header \"size\" before the board".to_owned()))?;
        let board = read_rows(&mut lines, size, ".XO").map_err(at_end)?;
        match lines.next() {
            Some((_, "ownership:")) => {}
            Some((number, _)) => return Err((number, "expected \"ownership:\"".to_owned())),
            None => return Err((end, "expected \"ownership:\" after the board".to_owned())),
        }
        let ownership = read_rows(&mut lines, size, ".XO?").map_err(at_end)?;
        Ok(PositionFile { size, headers, board, ownership })
    }

    pub(super) fn size(&self) -> u8 {
        self.size
    }

    /// Value of a header.
    pub(super) fn header(&self, key: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(name, _)| name == key);
        header.map(|(_, value)| value.as_str())
    }

    /// Known owner of a point.
    pub(super) fn owner(&self, at: Point) -> Option<Side> {
        let row = &self.ownership[usize::from(self.size - 1 - at.rank)];
        match row.as_bytes()[usize::from(at.file)] {
            b'X' => Some(Side::First),
            b'O' => Some(Side::Second),
            _ => None,
        }
    }

    /// The board as a position of the game, with the first side to move.
    pub(in crate::cli) fn position(
        &self,
        game: &dyn Game,
        path: &Path,
    ) -> Result<AnyPosition, CliError> {
        let mut options = Options::default();
        options.set("size", OptionValue::Number(i64::from(self.size)));
        let rows: Vec<String> = self.board.iter().map(|row| with_run_lengths(row)).collect();
        let text = format!("{} X 0,0", rows.join("/"));
        game.position(&options, &text).map_err(|error| file_error(path, &error))
    }
}

/// The next rows of a board, of these signs.
fn read_rows<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    size: u8,
    signs: &str,
) -> Result<Vec<String>, LineError> {
    let mut rows = Vec::new();
    for (number, row) in lines.take(usize::from(size)) {
        if row.chars().count() != usize::from(size) || !row.chars().all(|c| signs.contains(c)) {
            return Err((Some(number), format!("expected {size} signs of \"{signs}\"")));
        }
        rows.push(row.to_owned());
    }
    if rows.len() < usize::from(size) {
        return Err((None, format!("expected {size} rows, found {}", rows.len())));
    }
    Ok(rows)
}

/// A row in which a number stands for so many empty points.
fn with_run_lengths(row: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for sign in row.chars().chain(['/']) {
        if sign == '.' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&std::mem::take(&mut run).to_string());
        }
        text.push(sign);
    }
    text.pop();
    text
}
