//! Writing SGF: UTF-8, one game after another.

use super::words::{self, GAMES};
use crate::core::{Move, Point, Reading, Side};
use crate::games::{AnyPosition, Choice, Unit};
use crate::record::formats::FormatError;
use crate::record::formats::result::result_of;
use crate::record::replay::Replay;
use crate::record::{Colour, Evaluation, Field, Figure, GameTree, NodeId, Notes};

pub(super) fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for tree in games {
        write_game(tree, &mut text);
    }
    Ok(text.into_bytes())
}

/// What is still to be written of a tree.
enum Next {
    Node(NodeId),
    Branch(NodeId),
    End,
}

fn write_game(tree: &GameTree, text: &mut String) {
    let mut replay = Replay::new(tree);
    let mut ahead = vec![Next::Branch(tree.root())];
    while let Some(next) = ahead.pop() {
        let node = match next {
            Next::End => {
                text.push_str(")\n");
                continue;
            }
            Next::Branch(node) => {
                text.push('(');
                ahead.push(Next::End);
                node
            }
            Next::Node(node) => node,
        };
        text.push(';');
        match tree.parent(node) {
            None => write_root(tree, text),
            Some(parent) => {
                let before = replay.go(tree, parent).clone();
                let after = replay.go(tree, node);
                if let Some(mv) = tree.move_at(node) {
                    write_move(&before, after, mv, text);
                }
            }
        }
        let unit = game(tree).3;
        write_notes(replay.position(), tree.notes(node), unit, text);
        if let Some(faces) = tree.clock(node) {
            write_clock(faces, text);
        }
        let mut children: Vec<_> = tree.children(node).collect();
        match children[..] {
            [] => {}
            [only] => ahead.push(Next::Node(only)),
            _ => {
                replay.go(tree, node);
                replay.keep();
                text.push('\n');
                children.reverse();
                ahead.extend(children.into_iter().map(Next::Branch));
            }
        }
    }
}

fn game(tree: &GameTree) -> (&'static str, &'static str, u8, Unit, bool) {
    let id = tree.game().id();
    GAMES.into_iter().find(|game| game.1 == id).unwrap_or(GAMES[0])
}

/// A text with what would end or change it escaped.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn property(name: &str, value: &str, text: &mut String) {
    if !value.is_empty() {
        text.push_str(&format!("{name}[{}]", escape(value)));
    }
}

fn write_root(tree: &GameTree, text: &mut String) {
    let (number, id, ..) = game(tree);
    let board = tree.start().board();
    text.push_str(&format!("FF[4]GM[{number}]CA[UTF-8]AP[Tianyuan]SZ[{}]", board.files));
    let chosen = |option| words::chosen(tree.game(), tree.options(), option);
    let rule = words::rule_option(id).and_then(chosen);
    // What the file said otherwise is written with the notes.
    let said = |name| !tree.notes(tree.root()).property(name).is_empty();
    if !said("RU")
        && let Some(name) = rule.and_then(|choice| words::rule_name(id, &choice))
    {
        property("RU", name, text);
    }
    if let Some(Choice::Number(komi)) = chosen("komi").filter(|_| !said("KM")) {
        property("KM", &crate::core::Points::halves(komi as i32).to_string(), text);
    }
    if let Some(Choice::Number(stones @ 2..)) = chosen("handicap").filter(|_| !said("HA")) {
        property("HA", &stones.to_string(), text);
    }
    let ours = ron::to_string(tree.options()).unwrap_or_default();
    if ours != "{}" {
        // Options are written as they are chosen, in the form of commands.
        property(words::OPTIONS, &ours, text);
    }
    if let Some(start) = tree.start_text() {
        property(words::START, start, text);
    }
    // Other programs know no start but their own.
    if tree.start_text().is_some() || id == "reversi" || chosen("handicap").is_some() {
        write_stones(tree.start(), text);
    }
    if tree.start_text().is_some() {
        text.push_str(&format!("PL[{}]", words::letter(tree.start().side_to_move())));
    }
    let info = tree.info();
    for (name, field) in words::FIELDS {
        property(name, info.get(field), text);
    }
    property("RE", &words::write_result(&result_of(tree)), text);
    property("GC", info.get(Field::Comment), text);
    for (name, value) in info.tags() {
        match name {
            "GN" | "US" | "CP" => property(name, value, text),
            _ => property(words::TAG, &format!("{name}:{value}"), text),
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
            points.map(|at| format!("[{}]", words::write_point(start, at))).collect();
        if !list.is_empty() {
            text.push_str(name);
            text.push_str(&list);
        }
    }
}

fn write_move(before: &AnyPosition, after: &AnyPosition, mv: Move, text: &mut String) {
    let turn =
        if before.is_swapped() { before.side_to_move().other() } else { before.side_to_move() };
    match mv {
        Move::Place(at) => {
            let side = after.piece_at(at).map_or(turn, |piece| piece.side);
            let at = words::write_point(before, at);
            text.push_str(&format!("{}[{at}]", words::letter(side)));
        }
        Move::Pass => text.push_str(&format!("{}[]", words::letter(turn))),
        Move::Travel { .. } | Move::Decide(_) => {
            property(words::CHOICE, &before.move_text(mv).unwrap_or_default(), text);
        }
    }
}

fn write_notes(position: &AnyPosition, notes: &Notes, unit: Unit, text: &mut String) {
    for glyph in &notes.glyphs {
        match words::GLYPHS.iter().find(|known| known.0 == *glyph) {
            Some((_, name, value)) => text.push_str(&format!("{name}[{value}]")),
            None => property(words::GLYPH, glyph.sign(), text),
        }
    }
    match notes.evaluation {
        Some(Evaluation::Amount { amount, unit: own, exact: false }) if own == unit => {
            text.push_str(&format!("V[{amount}]"));
        }
        Some(evaluation) => {
            property(words::EVALUATION, &ron::to_string(&evaluation).unwrap_or_default(), text);
        }
        None => {}
    }
    let mut colours = Vec::new();
    let mut written = 0;
    for name in ["AR", "LN", "CR", "SQ", "TR", "MA", "SL", "LB"] {
        let mut list = String::new();
        for shape in &notes.shapes {
            let at = words::write_point(position, shape.at);
            let (kind, value) = match &shape.figure {
                Figure::Arrow(to) => ("AR", format!("{at}:{}", words::write_point(position, *to))),
                Figure::Line(to) => ("LN", format!("{at}:{}", words::write_point(position, *to))),
                Figure::Circle => ("CR", at),
                Figure::Square => ("SQ", at),
                Figure::Triangle => ("TR", at),
                Figure::Cross => ("MA", at),
                Figure::Field => ("SL", at),
                Figure::Label(label) => ("LB", format!("{at}:{}", escape(label))),
            };
            if kind != name {
                continue;
            }
            list.push_str(&format!("[{value}]"));
            match shape.colour {
                Colour::Green => {}
                Colour::Red => colours.push(format!("[{written} red]")),
                Colour::Yellow => colours.push(format!("[{written} yellow]")),
                Colour::Blue => colours.push(format!("[{written} blue]")),
            }
            written += 1;
        }
        if !list.is_empty() {
            text.push_str(name);
            text.push_str(&list);
        }
    }
    if !colours.is_empty() {
        text.push_str(words::COLOUR);
        text.push_str(&colours.concat());
    }
    property("C", &notes.comment, text);
    for (name, values) in &notes.properties {
        let is_ours = (1..=8).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && name.starts_with(|c: char| c.is_ascii_uppercase());
        if is_ours {
            let list: String = values.iter().map(|value| format!("[{}]", closed(value))).collect();
            text.push_str(name);
            text.push_str(&list);
        } else {
            for value in values {
                property(words::FOREIGN, &format!("{name}:{value}"), text);
            }
        }
    }
}

/// A value as it was read, which is escaped already; one from elsewhere is
/// escaped where it would end too early.
fn closed(value: &str) -> String {
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

fn write_clock(faces: [Reading; 2], text: &mut String) {
    for (face, [time, periods]) in faces.iter().zip([["BL", "OB"], ["WL", "OW"]]) {
        text.push_str(&format!("{time}[{}]", face.time as f64 / 1000.0));
        if face.in_byo_yomi {
            text.push_str(&format!("{periods}[{}]", face.periods));
        }
    }
    if faces.iter().any(|face| face.periods > 0 && !face.in_byo_yomi) {
        let numbers = faces
            .iter()
            .flat_map(|face| [face.time, u64::from(face.periods), u64::from(face.in_byo_yomi)]);
        let list: Vec<_> = numbers.map(|number| number.to_string()).collect();
        text.push_str(&format!("{}[{}]", words::CLOCK, list.join(" ")));
    }
}
