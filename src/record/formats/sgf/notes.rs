//! What is said of a game and of its nodes.

use super::read::{Game, plain};
use super::words::{self, komi};
use crate::core::Reading;
use crate::games::Choice;
use crate::record::{Colour, Evaluation, Field, Figure, Glyph, Shape};

impl Game {
    pub(super) fn annotate(&mut self, name: &str, value: &str) {
        let node = self.builder.node();
        let at_root = node == self.builder.tree.root();
        let text = || plain(value);
        if let Some((_, field)) = words::FIELDS.iter().find(|field| field.0 == name) {
            self.builder.tree.info_mut().set(*field, text().trim());
            return;
        }
        let glyph = words::GLYPHS.iter().find(|glyph| {
            glyph.1 == name && (glyph.2 == value.trim() || (glyph.2 == "1" && value.trim() != "2"))
        });
        if let Some((glyph, _, _)) = glyph {
            self.builder.notes().add_glyph(*glyph);
            return;
        }
        if self.shape(name, value).is_some() || self.number(name, value).is_some() {
            return;
        }
        match name {
            "RE" => {
                let result = words::read_result(&text());
                self.builder.tree.info_mut().set(Field::Result, &result);
            }
            "GC" => self.builder.tree.info_mut().set(Field::Comment, &text()),
            "GN" | "US" | "CP" => self.builder.tree.info_mut().set_tag(name, text().trim()),
            words::TAG => {
                if let Some((name, text)) = text().split_once(':') {
                    self.builder.tree.info_mut().set_tag(name, text);
                }
            }
            words::FOREIGN => {
                if let Some((name, text)) = text().split_once(':') {
                    self.builder.notes().add_property(name, text.to_owned());
                }
            }
            "C" => self.builder.notes().add_comment(&text()),
            words::GLYPH if Glyph::from_sign(&text()).is_some() => {
                let glyph = Glyph::from_sign(&text());
                glyph.into_iter().for_each(|glyph| self.builder.notes().add_glyph(glyph));
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
            | words::OPTIONS
            | words::START
            | words::CHOICE => {}
            // What the options say already.
            "RU" | "KM" | "HA" if at_root && self.is_said(name, &text()) => {}
            _ => self.builder.notes().add_property(name, value.to_owned()),
        }
    }

    /// Whether the options hold all that this property says.
    fn is_said(&self, name: &str, value: &str) -> bool {
        let game = self.builder.tree.game();
        let chosen = |id| words::chosen(game, &self.options, id);
        match name {
            "RU" => words::rule_option(game.id())
                .and_then(chosen)
                .is_some_and(|choice| words::rule(game.id(), value) == Some(choice)),
            "KM" => komi(value).is_some_and(|komi| chosen("komi") == Some(Choice::Number(komi))),
            _ => value.trim().parse().ok().is_some_and(|count: i64| {
                count == 0 || chosen("handicap") == Some(Choice::Number(count))
            }),
        }
    }

    fn shape(&mut self, name: &str, value: &str) -> Option<()> {
        if name == words::COLOUR {
            let (index, colour) = value.split_once(' ')?;
            let colour = match colour {
                "red" => Colour::Red,
                "yellow" => Colour::Yellow,
                "blue" => Colour::Blue,
                _ => return None,
            };
            let index: usize = index.parse().ok()?;
            self.builder.notes().shapes.get_mut(index)?.colour = colour;
            return Some(());
        }
        let figure = match name {
            "TR" => Figure::Triangle,
            "SQ" => Figure::Square,
            "CR" => Figure::Circle,
            "MA" => Figure::Cross,
            "SL" => Figure::Field,
            "AR" | "LN" | "LB" => {
                let (_, rest) = value.split_once(':')?;
                match name {
                    "AR" => Figure::Arrow(self.point(rest).ok()?),
                    "LN" => Figure::Line(self.point(rest).ok()?),
                    _ => Figure::Label(plain(rest)),
                }
            }
            _ => return None,
        };
        // Rectangles stay as they are written: a few letters may stand for
        // hundreds of signs.
        let at = if matches!(name, "AR" | "LN" | "LB") { value.split_once(':')?.0 } else { value };
        let at = self.point(at).ok()?;
        self.builder.notes().shapes.push(Shape { at, figure, colour: Colour::default() });
        Some(())
    }

    fn number(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "V" => {
                let amount: f64 = value.trim().parse().ok().filter(|n: &f64| n.is_finite())?;
                let evaluation = Evaluation::Amount { amount, unit: self.unit, exact: false };
                self.builder.notes().evaluation = Some(evaluation);
            }
            words::EVALUATION => {
                self.builder.notes().evaluation = Some(ron::from_str(&plain(value)).ok()?);
            }
            words::CLOCK | "BL" | "WL" | "OB" | "OW" => {
                let node = self.builder.node();
                let tree = &self.builder.tree;
                let known = tree.clock(node).or_else(|| tree.clock(tree.parent(node)?));
                let none = Reading { time: 0, periods: 0, in_byo_yomi: false };
                let mut faces = known.unwrap_or([none; 2]);
                let side = usize::from(name.contains('W'));
                match name {
                    words::CLOCK => {
                        let numbers: Option<Vec<u64>> =
                            value.split(' ').map(|n| n.parse().ok()).collect();
                        let &[a, b, c, d, e, f] = numbers?.as_slice() else { return None };
                        let face = |time, periods: u64, in_byo_yomi| Reading {
                            time,
                            periods: periods.min(u64::from(u32::MAX)) as u32,
                            in_byo_yomi: in_byo_yomi != 0,
                        };
                        faces = [face(a, b, c), face(d, e, f)];
                    }
                    "BL" | "WL" => {
                        let seconds: f64 = value.trim().parse().ok()?;
                        let time = (seconds.max(0.0) * 1000.0).round() as u64;
                        faces[side] = Reading { time, periods: 0, in_byo_yomi: false };
                    }
                    _ => {
                        faces[side].periods = value.trim().parse().ok()?;
                        faces[side].in_byo_yomi = true;
                    }
                }
                self.builder.tree.set_clock(node, faces);
            }
            _ => return None,
        }
        Some(())
    }
}
