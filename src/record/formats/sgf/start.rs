//! Stones that stand before the first move.

use super::read::{Game, Value, id, plain};
use super::words;
use crate::core::{Point, Side};
use crate::games::Choice;
use crate::record::formats::builder::{Builder, find, word};

impl Game {
    /// A list of points or rectangles.
    fn each_point(&self, text: &str, tell: &mut dyn FnMut(Point)) -> Result<(), String> {
        let Some((from, to)) = text.split_once(':') else {
            tell(self.point(text)?);
            return Ok(());
        };
        let (from, to) = (self.point(from)?, self.point(to)?);
        for file in from.file.min(to.file)..=from.file.max(to.file) {
            for rank in from.rank.min(to.rank)..=from.rank.max(to.rank) {
                tell(Point::new(file, rank));
            }
        }
        Ok(())
    }

    /// Stones that are put before the first move make another start.
    pub(super) fn set_up(&mut self, values: &[Value<'_>]) -> Result<(), String> {
        let mut changed = false;
        for (name, value) in values {
            let name = id(name);
            let stone = match name.as_str() {
                "AB" => Some(Side::First),
                "AW" => Some(Side::Second),
                "AE" => None,
                "PL" => {
                    let white = value.trim_start().starts_with(['W', 'w', '2']);
                    let side = if white { Side::Second } else { Side::First };
                    changed |= self.to_move != Some(side);
                    self.to_move = Some(side);
                    continue;
                }
                _ => continue,
            };
            let (mut setup, size) = (std::mem::take(&mut self.setup), usize::from(self.size));
            let result = self.each_point(&plain(value), &mut |at| {
                setup[usize::from(at.rank) * size + usize::from(at.file)] = stone;
            });
            self.setup = setup;
            result?;
            changed = true;
        }
        if !changed {
            return Ok(());
        }
        let tree = &self.builder.tree;
        let (info, notes) = (tree.info().clone(), tree.notes(tree.root()).clone());
        let game = tree.game().id();
        let text = self.start_text(game);
        let handicap = words::chosen(tree.game(), &self.options, "handicap");
        let mut builder = Builder::new(game, self.options.clone(), Some(&text));
        if matches!(handicap, Some(Choice::Number(2..))) {
            // Stones that stand elsewhere were put freely.
            let fixed = find(game).and_then(|game| game.start(&self.options));
            if fixed.is_ok_and(|start| start.text() != text) {
                let mut options = self.options.clone();
                options.set("placement", word("free"));
                builder = Builder::new(game, options, Some(&text));
            }
        }
        self.builder = builder.map_err(|error| error.to_string())?;
        self.builder.lenient = true;
        *self.builder.tree.info_mut() = info;
        *self.builder.notes() = notes;
        Ok(())
    }

    /// The stones that stand, as the text of a position.
    fn start_text(&self, game: &str) -> String {
        let size = usize::from(self.size);
        let count = |side| self.setup.iter().filter(|&&stone| stone == Some(side)).count();
        let black_more = count(Side::First) > count(Side::Second);
        let handicap = count(Side::Second) == 0 && black_more;
        let turn = self.to_move.unwrap_or(match game {
            "gomoku" if black_more => Side::Second,
            "go" if handicap => Side::Second,
            _ => Side::First,
        });
        let letter = if turn == Side::First { "X" } else { "O" };
        let sign = |stone: &Option<Side>| match stone {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '-',
        };
        match game {
            "reversi" => {
                let squares: String = self.setup.iter().map(sign).collect();
                format!("{squares} {letter}")
            }
            "go" => {
                let rows = self.setup.chunks(size.max(1)).rev().map(|row| {
                    let signs = row.iter().map(|stone| match stone {
                        None => "1".to_owned(),
                        stone => sign(stone).to_string(),
                    });
                    join_ones(&signs.collect::<Vec<_>>())
                });
                format!("{} {letter} 0,0", rows.collect::<Vec<_>>().join("/"))
            }
            _ => {
                let list = |side| {
                    let points = self.setup.iter().enumerate().filter(|at| *at.1 == Some(side));
                    let names: Vec<_> = points
                        .map(|(n, _)| Point::new((n % size) as u8, (n / size) as u8).to_string())
                        .collect();
                    if names.is_empty() { "-".to_owned() } else { names.join(",") }
                };
                let colour = if turn == Side::First { "black" } else { "white" };
                format!("{} {} {colour}", list(Side::First), list(Side::Second))
            }
        }
    }
}

/// Runs of ones in a row as their sum.
fn join_ones(signs: &[String]) -> String {
    let mut row = String::new();
    let mut run = 0;
    for sign in signs {
        if sign == "1" {
            run += 1;
            continue;
        }
        if run > 0 {
            row.push_str(&std::mem::take(&mut run).to_string());
        }
        row.push_str(sign);
    }
    if run > 0 {
        row.push_str(&run.to_string());
    }
    row
}
