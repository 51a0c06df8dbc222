//! Setup properties before the first move.

use super::properties;
use super::read::{GameReader, property_name, unescape};
use crate::core::{Point, Side};
use crate::games::{OptionValue, StoneSetup};
use crate::record::formats::builder::{TreeBuilder, word_choice};
use crate::record::formats::content_error::ContentError;
use crate::record::formats::text::Property;

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
    pub(super) fn apply_setup(&mut self, node: &[Property<'_>]) -> Result<(), ContentError> {
        let mut changed = false;
        for &Property { name, value } in node {
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
        let game = tree.game();
        let setup = StoneSetup { size: self.size, stones: &self.setup, to_move: self.to_move };
        let Some(sgf) = game.record_formats().sgf else { return Ok(()) };
        let text = (sgf.position_text)(&setup);
        let handicap = properties::option_value(tree.game(), &self.options, "handicap");
        let mut builder = TreeBuilder::new(game, self.options.clone(), Some(&text));
        if matches!(handicap, Some(OptionValue::Number(2..))) {
            // Stones on other points are free placement.
            let fixed = game.start(&self.options);
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
}
