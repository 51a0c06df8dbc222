//! The SGF writer: UTF-8, one game after another.

use super::properties;
use crate::core::{Move, Point, Reading, Side};
use crate::games::{AnyPosition, OptionValue, ScoreUnit, SgfGame};
use crate::record::clocks::{milliseconds, write_readings};
use crate::record::cursor::TreeCursor;
use crate::record::formats::FormatError;
use crate::record::formats::result::result_of;
use crate::record::{
    Annotations, Evaluation, ForcedMove, GameTree, InfoField, NodeAction, NodeId, SetUp,
    ShapeColour, ShapeKind,
};

pub(super) fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for tree in games {
        write_game(tree, &mut text);
    }
    Ok(text.into_bytes())
}

/// A pending step of the writer.
enum WriteStep {
    Node(NodeId),
    Branch(NodeId),
    End,
}

fn write_game(tree: &GameTree, text: &mut String) {
    let Some(game) = tree.game().record_formats().sgf else { return };
    let mut cursor = TreeCursor::new(tree);
    let mut stack = vec![WriteStep::Branch(tree.root())];
    while let Some(next) = stack.pop() {
        let node = match next {
            WriteStep::End => {
                text.push_str(")\n");
                continue;
            }
            WriteStep::Branch(node) => {
                text.push('(');
                stack.push(WriteStep::End);
                node
            }
            WriteStep::Node(node) => node,
        };
        text.push(';');
        match tree.parent(node) {
            None => write_root(tree, &game, text),
            Some(parent) => {
                let before = cursor.go_to(tree, parent).clone();
                let after = cursor.go_to(tree, node);
                match tree.action(node) {
                    Some(NodeAction::Move(mv)) => {
                        let moves_pieces = game.stones.is_none();
                        write_move(&before, after, mv, moves_pieces, text);
                    }
                    Some(NodeAction::Forced(forced)) => write_forced(&before, forced, text),
                    Some(NodeAction::SetUp(set_up)) => write_set_up(&before, &set_up, text),
                    None => {}
                }
            }
        }
        write_annotations(cursor.position(), tree.annotations(node), game.unit, text);
        if let Some(readings) = tree.clocks(node) {
            let before = tree.parent(node).and_then(|parent| tree.clocks(parent));
            write_clock(before.unwrap_or(properties::NO_TIME), readings, text);
        }
        let mut children: Vec<_> = tree.children(node).collect();
        match children[..] {
            [] => {}
            [only] => stack.push(WriteStep::Node(only)),
            _ => {
                cursor.go_to(tree, node);
                cursor.checkpoint();
                text.push('\n');
                children.reverse();
                stack.extend(children.into_iter().map(WriteStep::Branch));
            }
        }
    }
}

/// Escapes a text.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn property(name: &str, value: &str, text: &mut String) {
    if !value.is_empty() {
        text.push_str(&format!("{name}[{}]", escape(value)));
    }
}

fn write_root(tree: &GameTree, game: &SgfGame, text: &mut String) {
    let (number, board) = (game.number, tree.start().board());
    let size = match (board.files, board.ranks) {
        (files, ranks) if files == ranks => files.to_string(),
        (files, ranks) => format!("{files}:{ranks}"),
    };
    text.push_str(&format!("FF[4]GM[{number}]CA[UTF-8]AP[Tianyuan]SZ[{size}]"));
    let chosen = |option| properties::option_value(tree.game(), tree.options(), option);
    let rule = game.rules.and_then(|rules| rules.name(&chosen(rules.option)?));
    // Values that differ from the options are written as kept properties.
    let is_given = |name| !tree.annotations(tree.root()).property(name).is_empty();
    if let Some(name) = rule.filter(|_| !is_given("RU")) {
        property("RU", name, text);
    }
    if let Some(OptionValue::Number(komi)) = chosen("komi").filter(|_| !is_given("KM")) {
        property("KM", &crate::core::Points::halves(komi as i32).to_string(), text);
    }
    if let Some(OptionValue::Number(stones @ 2..)) = chosen("handicap").filter(|_| !is_given("HA"))
    {
        property("HA", &stones.to_string(), text);
    }
    let ours = ron::to_string(tree.options()).unwrap_or_default();
    if ours != "{}" {
        // Only the options that were set, in RON.
        property(properties::OPTIONS, &ours, text);
    }
    if let Some(start) = tree.start_text() {
        property(properties::START, start, text);
    }
    // Other programs need explicit stones unless the start is theirs.
    let is_set_up = tree.start_text().is_some() || chosen("handicap").is_some();
    if game.stones.is_some_and(|stones| stones.writes_start || is_set_up) {
        write_stones(tree.start(), text);
    }
    if tree.start_text().is_some() {
        text.push_str(&format!("PL[{}]", properties::colour_letter(tree.start().side_to_move())));
    }
    let mut info = tree.info().clone();
    info.set(InfoField::Result, &result_of(tree));
    // By colours, as other programs read it.
    if tree.is_swapped() {
        info.exchange_sides();
    }
    for (name, field) in properties::FIELDS {
        property(name, info.get(field), text);
    }
    property("RE", &properties::write_result(info.get(InfoField::Result)), text);
    property("GC", info.get(InfoField::Comment), text);
    for (name, value) in info.tags() {
        match name {
            "GN" | "US" | "CP" => property(name, value, text),
            _ => property(properties::TAG, &format!("{name}:{value}"), text),
        }
    }
}

fn write_stones(start: &AnyPosition, text: &mut String) {
    let board = start.board();
    for (side, name) in [(Side::First, "AB"), (Side::Second, "AW")] {
        let points = (0..board.ranks)
            .flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)))
            .filter(|&at| start.piece_at(at).is_some_and(|piece| piece.side == side));
        let list: String =
            points.map(|at| format!("[{}]", properties::write_point(start, at))).collect();
        if !list.is_empty() {
            text.push_str(name);
            text.push_str(&list);
        }
    }
}

fn write_forced(before: &AnyPosition, forced: ForcedMove, text: &mut String) {
    let at = forced.mv.target().map(|at| properties::write_point(before, at));
    let colour = properties::colour_letter(forced.side);
    text.push_str(&format!("{colour}[{}]", at.unwrap_or_default()));
}

fn write_set_up(before: &AnyPosition, set_up: &SetUp, text: &mut String) {
    for edits in set_up.stones.chunk_by(|a, b| a.stone == b.stone) {
        text.push_str(match edits[0].stone {
            Some(Side::First) => "AB",
            Some(Side::Second) => "AW",
            None => "AE",
        });
        for edit in edits {
            let [from, to] = [edit.from, edit.to].map(|at| properties::write_point(before, at));
            let value = if from == to { from } else { format!("{from}:{to}") };
            text.push_str(&format!("[{value}]"));
        }
    }
    // A move that could not be carried out says itself who is to move.
    let has_move = set_up.unplayable.iter().any(|property| matches!(&*property.name, "B" | "W"));
    if let Some(side) = set_up.to_move.filter(|_| !has_move) {
        text.push_str(&format!("PL[{}]", properties::colour_letter(side)));
    }
    for same in set_up.unplayable.chunk_by(|a, b| a.name == b.name) {
        if properties::is_name(&same[0].name) {
            text.push_str(&same[0].name);
            text.extend(same.iter().map(|property| format!("[{}]", reescape(&property.value))));
        }
    }
}

fn write_move(
    before: &AnyPosition,
    after: &AnyPosition,
    mv: Move,
    moves_pieces: bool,
    text: &mut String,
) {
    let turn = before.colour_to_move();
    match mv {
        Move::FromTo { .. } if moves_pieces => {
            let coordinates = before.move_text(mv).unwrap_or_default();
            property(properties::colour_letter(turn), &coordinates, text);
        }
        Move::Place(at) => {
            let side = after.piece_at(at).map_or(turn, |piece| piece.side);
            let at = properties::write_point(before, at);
            text.push_str(&format!("{}[{at}]", properties::colour_letter(side)));
        }
        Move::Pass => text.push_str(&format!("{}[]", properties::colour_letter(turn))),
        Move::FromTo { .. } | Move::Decide(_) => {
            property(properties::CHOICE, &before.move_text(mv).unwrap_or_default(), text);
        }
    }
}

fn write_annotations(
    position: &AnyPosition,
    annotations: &Annotations,
    unit: ScoreUnit,
    text: &mut String,
) {
    for glyph in &annotations.glyphs {
        match properties::GLYPHS.iter().find(|known| known.0 == *glyph) {
            Some((_, name, value)) => text.push_str(&format!("{name}[{value}]")),
            None => property(properties::GLYPH, glyph.symbol(), text),
        }
    }
    match annotations.evaluation {
        Some(Evaluation::Amount { amount, unit: own, exact: false }) if own == unit => {
            text.push_str(&format!("V[{amount}]"));
        }
        Some(evaluation) => {
            property(
                properties::EVALUATION,
                &ron::to_string(&evaluation).unwrap_or_default(),
                text,
            );
        }
        None => {}
    }
    let mut colours = Vec::new();
    let mut written = 0;
    for name in ["AR", "LN", "CR", "SQ", "TR", "MA", "SL", "LB"] {
        let mut list = String::new();
        for shape in &annotations.shapes {
            let at = properties::write_point(position, shape.at);
            let (kind, value) = match &shape.kind {
                ShapeKind::Arrow(to) => {
                    ("AR", format!("{at}:{}", properties::write_point(position, *to)))
                }
                ShapeKind::Line(to) => {
                    ("LN", format!("{at}:{}", properties::write_point(position, *to)))
                }
                ShapeKind::Circle => ("CR", at),
                ShapeKind::Square => ("SQ", at),
                ShapeKind::Triangle => ("TR", at),
                ShapeKind::Cross => ("MA", at),
                ShapeKind::Highlight => ("SL", at),
                ShapeKind::Label(label) => ("LB", format!("{at}:{}", escape(label))),
            };
            if kind != name {
                continue;
            }
            list.push_str(&format!("[{value}]"));
            match shape.colour {
                ShapeColour::Green => {}
                ShapeColour::Red => colours.push(format!("[{written} red]")),
                ShapeColour::Yellow => colours.push(format!("[{written} yellow]")),
                ShapeColour::Blue => colours.push(format!("[{written} blue]")),
            }
            written += 1;
        }
        if !list.is_empty() {
            text.push_str(name);
            text.push_str(&list);
        }
    }
    if !colours.is_empty() {
        text.push_str(properties::COLOUR);
        text.push_str(&colours.concat());
    }
    property("C", &annotations.comment, text);
    for (name, values) in &annotations.properties {
        if properties::is_name(name) {
            let list: String =
                values.iter().map(|value| format!("[{}]", reescape(value))).collect();
            text.push_str(name);
            text.push_str(&list);
        } else {
            for value in values {
                property(properties::FOREIGN, &format!("{name}:{value}"), text);
            }
        }
    }
}

/// Escapes unescaped closing brackets in a value that was read escaped.
fn reescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(c) = letters.next() {
        match c {
            '\\' => {
                text.push('\\');
                text.push(letters.next().unwrap_or('\\'));
            }
            ']' => text.push_str("\\]"),
            c => text.push(c),
        }
    }
    text
}

/// Writes the clocks that changed; both if neither did.
fn write_clock(before: [Reading; 2], readings: [Reading; 2], text: &mut String) {
    let names = [["BL", "OB"], ["WL", "OW"]];
    for ((face, [time, periods]), old) in readings.iter().zip(names).zip(before) {
        if *face == old && readings != before {
            continue;
        }
        text.push_str(&format!("{time}[{}]", milliseconds(face.time) as f64 / 1000.0));
        if face.in_byo_yomi {
            text.push_str(&format!("{periods}[{}]", face.periods));
        }
    }
    if readings.iter().any(|face| face.periods > 0 && !face.in_byo_yomi) {
        text.push_str(&format!("{}[{}]", properties::CLOCK, write_readings(readings)));
    }
}
