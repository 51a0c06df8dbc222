//! Setup properties before the first move.

use super::properties;
use super::read::{GameReader, Value, property_name, unescape};
use crate::core::{Point, Side};
use crate::games::OptionValue;
use crate::record::formats::builder::{TreeBuilder, find_game, word_choice};
use crate::record::formats::content_error::ContentError;

impl GameReader {
    /// Calls `tell` for each point of a point or rectangle.
    fn each_point(&self, text: &str, tell: &mut dyn FnMut(Point)) -> Result<(), ContentError> {
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

    /// Applies setup properties before the first move, which change the
    /// starting position.
    pub(super) fn apply_setup(&mut self, values: &[Value<'_>]) -> Result<(), ContentError> {
        let mut changed = false;
        for (name, value) in values {
            let name = property_name(name);
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
            let result = self.each_point(&unescape(value), &mut |at| {
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
        let (info, annotations) = (tree.info().clone(), tree.annotations(tree.root()).clone());
        let game = tree.game().id();
        let text = self.start_text(game);
        let handicap = properties::option_value(tree.game(), &self.options, "handicap");
        let mut builder = TreeBuilder::new(game, self.options.clone(), Some(&text));
        if matches!(handicap, Some(OptionValue::Number(2..))) {
            // Stones on other points are free placement.
            let fixed = find_game(game).and_then(|game| game.start(&self.options));
            if fixed.is_ok_and(|start| start.text() != text) {
                let mut options = self.options.clone();
                options.set("placement", word_choice("free"));
                builder = TreeBuilder::new(game, options, Some(&text));
            }
        }
        self.builder = builder?;
        self.builder.lenient = true;
        *self.builder.tree.info_mut() = info;
        *self.builder.annotations() = annotations;
        Ok(())
    }

    /// The setup as a position's text.
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
                    merge_empty_runs(&signs.collect::<Vec<_>>())
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

/// Replaces runs of empty points by their length.
fn merge_empty_runs(signs: &[String]) -> String {
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
