//! Commands in comments: `[%clk 0:05:00]`, `[%eval -0.3]`, `[%csl Gd4]`,
//! `[%cal Re2e4]`, and a few of ours for what these cannot say.

use crate::core::{Point, Reading, Side};
use crate::games::Unit;
use crate::record::formats::builder::Builder;
use crate::record::{Colour, Evaluation, Figure, GameTree, NodeId, Shape};

const COLOURS: [(char, Colour, &str); 4] = [
    ('G', Colour::Green, "green"),
    ('R', Colour::Red, "red"),
    ('Y', Colour::Yellow, "yellow"),
    ('B', Colour::Blue, "blue"),
];

/// Figures that only our own command can draw.
const FIGURES: [(&str, Figure); 4] = [
    ("square", Figure::Square),
    ("triangle", Figure::Triangle),
    ("cross", Figure::Cross),
    ("field", Figure::Field),
];

/// The milliseconds of a time like 1:02:03.5.
fn read_time(text: &str) -> Option<u64> {
    let mut seconds = 0.0;
    for part in text.trim().split(':') {
        seconds = seconds * 60.0 + part.parse::<f64>().ok().filter(|part| *part >= 0.0)?;
    }
    (seconds < 1e12).then_some((seconds * 1000.0).round() as u64)
}

fn write_time(time: u64) -> String {
    let (seconds, rest) = (time / 1000, time % 1000);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A point at the beginning of a text, and what follows it.
fn split_point(text: &str) -> Option<(Point, &str)> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let (at, rest) = text.split_at_checked(1 + digits)?;
    Some((at.parse().ok()?, rest))
}

const NO_TIME: Reading = Reading { time: 0, periods: 0, in_byo_yomi: false };

/// What both clocks show if the move says nothing of them.
fn clocks_before(tree: &GameTree, node: NodeId) -> [Reading; 2] {
    tree.parent(node).and_then(|parent| tree.clock(parent)).unwrap_or([NO_TIME; 2])
}

/// Who made the move of a node: each side in turn.
fn mover(tree: &GameTree, node: NodeId) -> Side {
    let start = tree.start().side_to_move();
    if tree.ply(node) % 2 == 1 { start } else { start.other() }
}

/// Carries out a command at the place where the reader is; `None` if it is
/// not understood.
pub(super) fn read(builder: &mut Builder, command: &str) -> Option<()> {
    let (name, value) = command.split_once(' ').unwrap_or((command, ""));
    let node = builder.node();
    match name {
        "clk" => {
            let tree = &builder.tree;
            let mut faces = tree.clock(node).unwrap_or_else(|| clocks_before(tree, node));
            let side = mover(tree, node);
            faces[side.index()] = Reading { time: read_time(value)?, ..NO_TIME };
            builder.tree.set_clock(node, faces);
        }
        "clocks" => {
            let numbers: Option<Vec<u64>> = value.split(' ').map(|n| n.parse().ok()).collect();
            let &[a, b, c, d, e, f] = numbers?.as_slice() else { return None };
            let face = |time, periods, in_byo_yomi| {
                let periods = u32::try_from(periods).ok()?;
                Some(Reading { time, periods, in_byo_yomi: in_byo_yomi != 0 })
            };
            let faces = [face(a, b, c)?, face(d, e, f)?];
            builder.tree.set_clock(node, faces);
        }
        "eval" => {
            let value = value.split(',').next()?.trim();
            let evaluation = match value.strip_prefix('#') {
                Some(moves) => Evaluation::Mate(moves.parse().ok()?),
                None => {
                    let amount = value.parse().ok().filter(|n: &f64| n.is_finite())?;
                    Evaluation::Amount { amount, unit: Unit::Pawns, exact: false }
                }
            };
            builder.notes().evaluation = Some(evaluation);
        }
        "value" => builder.notes().evaluation = Some(ron::from_str(value).ok()?),
        "csl" | "cal" => {
            let mut shapes = Vec::new();
            for item in value.split(',').map(str::trim) {
                let colour = COLOURS.iter().find(|colour| item.starts_with(colour.0))?.1;
                let (at, rest) = split_point(item.get(1..)?)?;
                let figure = match (name, rest) {
                    ("csl", "") => Figure::Circle,
                    ("cal", rest) => Figure::Arrow(rest.parse().ok()?),
                    _ => return None,
                };
                shapes.push(Shape { at, figure, colour });
            }
            builder.notes().shapes.append(&mut shapes);
        }
        "shape" => {
            let mut words = value.splitn(4, ' ');
            let (name, at, colour) = (words.next()?, words.next()?, words.next()?);
            let rest = words.next().unwrap_or_default();
            let colour = COLOURS.iter().find(|known| known.2 == colour)?.1;
            let figure = match name {
                "label" => Figure::Label(rest.to_owned()),
                "line" => Figure::Line(rest.parse().ok()?),
                _ => FIGURES.iter().find(|figure| figure.0 == name)?.1.clone(),
            };
            builder.notes().shapes.push(Shape { at: at.parse().ok()?, figure, colour });
        }
        "move" => _ = builder.play_text(value).ok()?,
        _ => return None,
    }
    Some(())
}

/// The commands that say all about a node that is not text.
pub(super) fn write(tree: &GameTree, node: NodeId) -> String {
    let notes = tree.notes(node);
    let mut text = String::new();
    match notes.evaluation {
        Some(Evaluation::Amount { amount, unit: Unit::Pawns, exact: false }) => {
            text.push_str(&format!("[%eval {amount}]"));
        }
        Some(Evaluation::Mate(moves)) => text.push_str(&format!("[%eval #{moves}]")),
        Some(evaluation) => {
            let value = ron::to_string(&evaluation).unwrap_or_default();
            text.push_str(&format!("[%value {value}]"));
        }
        None => {}
    }
    if let Some(faces) = tree.clock(node) {
        let side = mover(tree, node);
        let own = faces[side.index()];
        text.push_str(&format!("[%clk {}]", write_time(own.time)));
        let mut told = clocks_before(tree, node);
        told[side.index()] = Reading { time: own.time, ..NO_TIME };
        if told != faces {
            let numbers = faces
                .iter()
                .flat_map(|face| [face.time, u64::from(face.periods), u64::from(face.in_byo_yomi)]);
            let list: Vec<_> = numbers.map(|number| number.to_string()).collect();
            text.push_str(&format!("[%clocks {}]", list.join(" ")));
        }
    }
    for shape in &notes.shapes {
        let (letter, _, colour) =
            COLOURS.into_iter().find(|c| c.1 == shape.colour).unwrap_or(COLOURS[0]);
        let at = shape.at;
        let command = match &shape.figure {
            Figure::Circle => format!("csl {letter}{at}"),
            Figure::Arrow(to) => format!("cal {letter}{at}{to}"),
            Figure::Line(to) => format!("shape line {at} {colour} {to}"),
            Figure::Label(label) => {
                let label = label.replace([']', '}', '\n'], " ");
                format!("shape label {at} {colour} {label}")
            }
            figure => {
                let known = FIGURES.iter().find(|known| known.1 == *figure);
                format!("shape {} {at} {colour}", known.map_or("field", |known| known.0))
            }
        };
        text.push_str(&format!("[%{command}]"));
    }
    text
}
