//! Reads the properties of game information and node annotation.

use std::time::Duration;

use super::properties::{self, parse_komi};
use super::read::{GameReader, property_name, unescape};
use crate::core::Reading;
use crate::games::OptionValue;
use crate::record::clocks::parse_readings;
use crate::record::formats::text::Property;
use crate::record::{Evaluation, Glyph, InfoField, Shape, ShapeColour, ShapeKind};

impl GameReader {
    pub(super) fn read_property(&mut self, name: &str, value: &str) {
        let node = self.builder.node();
        let at_root = node == self.builder.tree.root();
        let text = || unescape(value);
        if self.read_info(name, &text()) {
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
            | "BL"
            | "WL"
            | "OB"
            | "OW"
            | "FF"
            | "GM"
            | "SZ"
            | "CA"
            | "AP"
            | properties::OPTIONS
            | properties::START
            | properties::CHOICE
            | properties::CLOCK => {}
            // Already in the options.
            "RU" | "KM" | "HA" if at_root && self.is_implied_by_options(name, &text()) => {}
            _ => self.builder.annotations().add_property(name, value.to_owned()),
        }
    }

    /// Reads game information. Returns false where it belongs to one variation
    /// only, or contradicts what is known of the game, and is kept at its node.
    fn read_info(&mut self, name: &str, text: &str) -> bool {
        let at_root = self.builder.node() == self.builder.tree.root();
        let on_main_line = self.depth == 0;
        let info = self.builder.tree.info_mut();
        let (field, text) = match name {
            "RE" => (InfoField::Result, properties::read_result(text)),
            "GC" => (InfoField::Comment, text.to_owned()),
            "GN" | "US" | "CP" if at_root || (on_main_line && info.tag(name).is_empty()) => {
                info.set_tag(name, text.trim());
                return true;
            }
            properties::TAG => {
                let Some((name, text)) = text.split_once(':') else { return false };
                info.set_tag(name, text);
                return true;
            }
            _ => match properties::FIELDS.iter().find(|field| field.0 == name) {
                Some((_, field)) => (*field, text.trim().to_owned()),
                None => return false,
            },
        };
        if at_root || (on_main_line && info.get(field).is_empty()) {
            info.set(field, &text);
        }
        info.get(field) == text
    }

    /// True if the options imply this property.
    fn is_implied_by_options(&self, name: &str, value: &str) -> bool {
        let game = self.builder.tree.game();
        let chosen = |id| properties::option_value(game, &self.start_options, id);
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
            _ => return None,
        }
        Some(())
    }

    /// Reads both clocks. A side that a node does not mention keeps its time.
    pub(super) fn read_clocks(&mut self, node: &[Property<'_>]) {
        let at = self.builder.node();
        let tree = &self.builder.tree;
        let before = tree.parent(at).and_then(|parent| tree.clocks(parent));
        let before = tree.clocks(at).or(before).unwrap_or(properties::NO_TIME);
        let mut own = None;
        let mut left: [Option<Duration>; 2] = [None; 2];
        let mut periods: [Option<u32>; 2] = [None; 2];
        let mut found = false;
        for &Property { name, value } in node {
            let (name, side) = (property_name(name), usize::from(name.contains('W')));
            let is_read = match name.as_str() {
                properties::CLOCK => {
                    own = own.or(parse_readings(value));
                    own.is_some()
                }
                "BL" | "WL" => {
                    let seconds = value.trim().parse::<f64>().ok();
                    let seconds = seconds.filter(|seconds| (0.0..1e9).contains(seconds));
                    let time =
                        |seconds: f64| Duration::from_millis((seconds * 1000.0).round() as u64);
                    left[side] = left[side].or(seconds.map(time));
                    seconds.is_some()
                }
                "OB" | "OW" => {
                    let count = value.trim().parse().ok();
                    periods[side] = periods[side].or(count);
                    count.is_some()
                }
                _ => continue,
            };
            if is_read {
                found = true;
            } else {
                self.builder.annotations().add_property(&name, value.to_owned());
            }
        }
        let mut readings = before;
        for side in 0..2 {
            if left[side].is_some() || periods[side].is_some() {
                readings[side] = Reading {
                    time: left[side].unwrap_or(before[side].time),
                    periods: periods[side].unwrap_or_default(),
                    in_byo_yomi: periods[side].is_some(),
                };
            }
        }
        if found {
            self.builder.tree.set_clocks(at, own.unwrap_or(readings));
        }
    }
}
