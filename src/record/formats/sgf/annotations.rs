//! Reads the properties of game information and node annotation.

use std::time::Duration;

use super::properties::{self, parse_komi};
use super::read::{GameReader, unescape};
use crate::core::Reading;
use crate::games::OptionValue;
use crate::record::clocks::parse_readings;
use crate::record::{Evaluation, Glyph, InfoField, Shape, ShapeColour, ShapeKind};

impl GameReader {
    pub(super) fn read_property(&mut self, name: &str, value: &str) {
        let node = self.builder.node();
        let at_root = node == self.builder.tree.root();
        let text = || unescape(value);
        if let Some((_, field)) = properties::FIELDS.iter().find(|field| field.0 == name) {
            self.builder.tree.info_mut().set(*field, text().trim());
            return;
        }
        let glyph = properties::GLYPHS.iter().find(|glyph| {
            glyph.1 == name && (glyph.2 == value.trim() || (glyph.2 == "1" && value.trim() != "2"))
        });
        if let Some((glyph, _, _)) = glyph {
            self.builder.annotations().add_glyph(*glyph);
            return;
        }
        if self.read_shape(name, value).is_some() || self.read_number(name, value).is_some() {
            return;
        }
        match name {
            "RE" => {
                let result = properties::read_result(&text());
                self.builder.tree.info_mut().set(InfoField::Result, &result);
            }
            "GC" => self.builder.tree.info_mut().set(InfoField::Comment, &text()),
            "GN" | "US" | "CP" => self.builder.tree.info_mut().set_tag(name, text().trim()),
            properties::TAG => {
                if let Some((name, text)) = text().split_once(':') {
                    self.builder.tree.info_mut().set_tag(name, text);
                }
            }
            properties::FOREIGN => {
                if let Some((name, text)) = text().split_once(':') {
                    self.builder.annotations().add_property(name, text.to_owned());
                }
            }
            "C" => self.builder.annotations().add_comment(&text()),
            properties::GLYPH if Glyph::from_symbol(&text()).is_some() => {
                let glyph = Glyph::from_symbol(&text());
                glyph.into_iter().for_each(|glyph| self.builder.annotations().add_glyph(glyph));
            }
            "B"
            | "W"
            | "AB"
            | "AW"
            | "AE"
            | "PL"
            | "FF"
            | "GM"
            | "SZ"
            | "CA"
            | "AP"
            | properties::OPTIONS
            | properties::START
            | properties::CHOICE => {}
            // Already in the options.
            "RU" | "KM" | "HA" if at_root && self.is_implied_by_options(name, &text()) => {}
            _ => self.builder.annotations().add_property(name, value.to_owned()),
        }
    }

    /// True if the options imply this property.
    fn is_implied_by_options(&self, name: &str, value: &str) -> bool {
        let game = self.builder.tree.game();
        let chosen = |id| properties::option_value(game, &self.options, id);
        match name {
            "RU" => properties::rules(game).is_some_and(|rules| {
                let choice = chosen(rules.option);
                choice.is_some() && rules.value(value) == choice
            }),
            "KM" => parse_komi(value)
                .is_some_and(|komi| chosen("komi") == Some(OptionValue::Number(komi))),
            _ => value.trim().parse().ok().is_some_and(|count: i64| {
                count == 0 || chosen("handicap") == Some(OptionValue::Number(count))
            }),
        }
    }

    fn read_shape(&mut self, name: &str, value: &str) -> Option<()> {
        if name == properties::COLOUR {
            let (index, colour) = value.split_once(' ')?;
            let colour = match colour {
                "red" => ShapeColour::Red,
                "yellow" => ShapeColour::Yellow,
                "blue" => ShapeColour::Blue,
                _ => return None,
            };
            let index: usize = index.parse().ok()?;
            self.builder.annotations().shapes.get_mut(index)?.colour = colour;
            return Some(());
        }
        let kind = match name {
            "TR" => ShapeKind::Triangle,
            "SQ" => ShapeKind::Square,
            "CR" => ShapeKind::Circle,
            "MA" => ShapeKind::Cross,
            "SL" => ShapeKind::Highlight,
            "AR" | "LN" | "LB" => {
                let (_, rest) = value.split_once(':')?;
                match name {
                    "AR" => ShapeKind::Arrow(self.point(rest).ok()?),
                    "LN" => ShapeKind::Line(self.point(rest).ok()?),
                    _ => ShapeKind::Label(unescape(rest)),
                }
            }
            _ => return None,
        };
        // Compressed point lists stay properties: a few letters may stand for
        // hundreds of shapes.
        let at = if matches!(name, "AR" | "LN" | "LB") { value.split_once(':')?.0 } else { value };
        let at = self.point(at).ok()?;
        self.builder.annotations().shapes.push(Shape { at, kind, colour: ShapeColour::default() });
        Some(())
    }

    fn read_number(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "V" => {
                let amount: f64 = value.trim().parse().ok().filter(|n: &f64| n.is_finite())?;
                let evaluation = Evaluation::Amount { amount, unit: self.unit, exact: false };
                self.builder.annotations().evaluation = Some(evaluation);
            }
            properties::EVALUATION => {
                self.builder.annotations().evaluation = Some(ron::from_str(&unescape(value)).ok()?);
            }
            properties::CLOCK | "BL" | "WL" | "OB" | "OW" => {
                let node = self.builder.node();
                let tree = &self.builder.tree;
                let known = tree.clocks(node).or_else(|| tree.clocks(tree.parent(node)?));
                let none = Reading { time: Duration::ZERO, periods: 0, in_byo_yomi: false };
                let mut readings = known.unwrap_or([none; 2]);
                let side = usize::from(name.contains('W'));
                match name {
                    properties::CLOCK => readings = parse_readings(value)?,
                    "BL" | "WL" => {
                        let seconds: f64 = value.trim().parse().ok()?;
                        let time =
                            Duration::from_millis((seconds.max(0.0) * 1000.0).round() as u64);
                        readings[side] = Reading { time, periods: 0, in_byo_yomi: false };
                    }
                    _ => {
                        readings[side].periods = value.trim().parse().ok()?;
                        readings[side].in_byo_yomi = true;
                    }
                }
                self.builder.tree.set_clocks(node, readings);
            }
            _ => return None,
        }
        Some(())
    }
}
