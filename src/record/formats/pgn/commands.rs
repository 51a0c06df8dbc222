//! Commands in comments: `[%clk 0:05:00]`, `[%eval -0.3]`, `[%csl Gd4]`,
//! `[%cal Re2e4]`, and extensions (`clocks`, `value`, `shape`, `move`) for data
//! that these cannot represent.

use std::time::Duration;

use crate::core::{Point, Reading, Side};
use crate::games::ScoreUnit;
use crate::record::clocks::{parse_readings, write_readings};
use crate::record::formats::builder::TreeBuilder;
use crate::record::{Evaluation, GameTree, NodeId, Shape, ShapeColour, ShapeKind};

const COLOURS: [(char, ShapeColour, &str); 4] = [
    ('G', ShapeColour::Green, "green"),
    ('R', ShapeColour::Red, "red"),
    ('Y', ShapeColour::Yellow, "yellow"),
    ('B', ShapeColour::Blue, "blue"),
];

/// Shapes that need the `shape` extension.
const SHAPE_KINDS: [(&str, ShapeKind); 4] = [
    ("square", ShapeKind::Square),
    ("triangle", ShapeKind::Triangle),
    ("cross", ShapeKind::Cross),
    ("field", ShapeKind::Highlight),
];

/// Parses a time like 1:02:03.5 to the nearest millisecond.
fn read_time(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.trim().split(':') {
        seconds = seconds * 60.0 + part.parse::<f64>().ok().filter(|part| *part >= 0.0)?;
    }
    (seconds < 1e12).then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

fn write_time(time: Duration) -> String {
    let (seconds, rest) = (time.as_secs(), time.subsec_millis());
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Splits a text into its leading point and the rest.
fn split_point(text: &str) -> Option<(Point, &str)> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let (at, rest) = text.split_at_checked(1 + digits)?;
    Some((at.parse().ok()?, rest))
}

const ZERO_READING: Reading = Reading { time: Duration::ZERO, periods: 0, in_byo_yomi: false };

/// Both clocks before a node's move, which it does not change unless stated.
fn clocks_before(tree: &GameTree, node: NodeId) -> [Reading; 2] {
    tree.parent(node).and_then(|parent| tree.clocks(parent)).unwrap_or([ZERO_READING; 2])
}

/// The side that made the move of a node, by alternation.
fn mover(tree: &GameTree, node: NodeId) -> Side {
    let start = tree.start().side_to_move();
    if tree.ply(node) % 2 == 1 { start } else { start.other() }
}

/// Applies a command to the current node; `None` if it is not understood.
pub(super) fn read(builder: &mut TreeBuilder, command: &str) -> Option<()> {
    let (name, value) = command.split_once(' ').unwrap_or((command, ""));
    let node = builder.node();
    match name {
        "clk" => {
            let tree = &builder.tree;
            let mut readings = tree.clocks(node).unwrap_or_else(|| clocks_before(tree, node));
            let side = mover(tree, node);
            readings[side.index()] = Reading { time: read_time(value)?, ..ZERO_READING };
            builder.tree.set_clocks(node, readings);
        }
        "clocks" => builder.tree.set_clocks(node, parse_readings(value)?),
        "eval" => {
            let value = value.split(',').next()?.trim();
            let evaluation = match value.strip_prefix('#') {
                Some(moves) => Evaluation::Mate(moves.parse().ok()?),
                None => {
                    let amount = value.parse().ok().filter(|n: &f64| n.is_finite())?;
                    Evaluation::Amount { amount, unit: ScoreUnit::Pawns, exact: false }
                }
            };
            builder.annotations().evaluation = Some(evaluation);
        }
        "value" => builder.annotations().evaluation = Some(ron::from_str(value).ok()?),
        "csl" | "cal" => {
            let mut shapes = Vec::new();
            for item in value.split(',').map(str::trim) {
                let colour = COLOURS.iter().find(|colour| item.starts_with(colour.0))?.1;
                let (at, rest) = split_point(item.get(1..)?)?;
                let kind = match (name, rest) {
                    ("csl", "") => ShapeKind::Circle,
                    ("cal", rest) => ShapeKind::Arrow(rest.parse().ok()?),
                    _ => return None,
                };
                shapes.push(Shape { at, kind, colour });
            }
            builder.annotations().shapes.append(&mut shapes);
        }
        "shape" => {
            let mut words = value.splitn(4, ' ');
            let (name, at, colour) = (words.next()?, words.next()?, words.next()?);
            let rest = words.next().unwrap_or_default();
            let colour = COLOURS.iter().find(|known| known.2 == colour)?.1;
            let kind = match name {
                "label" => ShapeKind::Label(rest.to_owned()),
                "line" => ShapeKind::Line(rest.parse().ok()?),
                _ => SHAPE_KINDS.iter().find(|kind| kind.0 == name)?.1.clone(),
            };
            builder.annotations().shapes.push(Shape { at: at.parse().ok()?, kind, colour });
        }
        "move" => _ = builder.play_text(value).ok()?,
        _ => return None,
    }
    Some(())
}

/// The commands for a node's evaluation, clocks and shapes.
pub(super) fn write(tree: &GameTree, node: NodeId) -> String {
    let annotations = tree.annotations(node);
    let mut text = String::new();
    match annotations.evaluation {
        Some(Evaluation::Amount { amount, unit: ScoreUnit::Pawns, exact: false }) => {
            text.push_str(&format!("[%eval {amount}]"));
        }
        Some(Evaluation::Mate(moves)) => text.push_str(&format!("[%eval #{moves}]")),
        Some(evaluation) => {
            let value = ron::to_string(&evaluation).unwrap_or_default();
            text.push_str(&format!("[%value {value}]"));
        }
        None => {}
    }
    if let Some(readings) = tree.clocks(node) {
        let side = mover(tree, node);
        let own = readings[side.index()];
        text.push_str(&format!("[%clk {}]", write_time(own.time)));
        let mut implied = clocks_before(tree, node);
        implied[side.index()] = Reading { time: own.time, ..ZERO_READING };
        if implied != readings {
            text.push_str(&format!("[%clocks {}]", write_readings(readings)));
        }
    }
    for shape in &annotations.shapes {
        let (letter, _, colour) =
            COLOURS.into_iter().find(|c| c.1 == shape.colour).unwrap_or(COLOURS[0]);
        let at = shape.at;
        let command = match &shape.kind {
            ShapeKind::Circle => format!("csl {letter}{at}"),
            ShapeKind::Arrow(to) => format!("cal {letter}{at}{to}"),
            ShapeKind::Line(to) => format!("shape line {at} {colour} {to}"),
            ShapeKind::Label(label) => {
                let label = label.replace([']', '}', '\n'], " ");
                format!("shape label {at} {colour} {label}")
            }
            kind => {
                let known = SHAPE_KINDS.iter().find(|known| known.1 == *kind);
                format!("shape {} {at} {colour}", known.map_or("field", |known| known.0))
            }
        };
        text.push_str(&format!("[%{command}]"));
    }
    text
}
