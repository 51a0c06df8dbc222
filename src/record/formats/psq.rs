//! `.psq`, the records of Piskvork and of its tournaments: a line
//! `Piskvorky 15x15, 11:11, 0`, then `x,y,milliseconds` from 1 and from the
//! top, then the names of both players and a number for the result.

use super::gomoku_text::{begin, stones};
use super::text::{decode, line_error, shown};
use super::{Format, FormatError, Source};
use crate::core::Point;
use crate::record::{Field, GameTree};

pub(super) const PSQ: Format = Format {
    id: "psq",
    endings: &["psq"],
    games: &["gomoku"],
    many: false,
    variations: false,
    annotations: false,
    knows: |_| false,
    read,
    write: Some(write),
};

/// Milliseconds that a move took.
const TIME: &str = "psq-time";
/// The last line.
const RESULT: &str = "psq-result";

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut lines = text.lines().map(str::trim).enumerate();
    let first = lines.next().map_or("", |line| line.1);
    let side = |text: &str| {
        let (width, height) = text.split_once(['x', 'X'])?;
        let width: i64 = width.trim().parse().ok()?;
        (height.trim().parse() == Ok(width)).then_some(width)
    };
    let size = first.split([' ', ',']).find_map(side).ok_or_else(|| {
        line_error(1, "expected a square board, as in \"Piskvorky 15x15, 11:11, 0\"")
    })?;
    let mut builder = begin(size).map_err(|reason| line_error(1, reason))?;
    let mut rest = Vec::new();
    for (n, line) in lines {
        let numbers: Option<Vec<i64>> =
            line.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[x, y, ref time @ ..]) if rest.is_empty() => {
                let inside = |n: &i64| (1..=size).contains(n);
                if !inside(&x) || !inside(&y) {
                    let reason = format!("{} is not on a board of {size}", shown(line));
                    return Err(line_error(n + 1, reason));
                }
                let at = Point::new((x - 1) as u8, (size - y) as u8);
                let played = builder.place(None, at);
                played.map_err(|refusal| {
                    line_error(n + 1, format!("{} cannot be played: {refusal}", shown(line)))
                })?;
                if let Some(time) = time.first() {
                    builder.notes().add_property(TIME, time.to_string());
                }
            }
            _ if line.is_empty() || rest.len() > 4 => {}
            _ => rest.push(line),
        }
    }
    let info = builder.tree.info_mut();
    if let [first, second, more @ ..] = rest.as_slice() {
        info.set(Field::First, first);
        info.set(Field::Second, second);
        info.set_tag(RESULT, more.first().copied().unwrap_or_default());
    }
    Ok(vec![builder.tree])
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (n, tree) in games.iter().enumerate() {
        let size = tree.start().board().files;
        text.push_str(&format!("Piskvorky {size}x{size}, 11:11, 0\n"));
        let points = stones(tree, n + 1)?;
        for (at, node) in points.into_iter().zip(tree.main_line().skip(1)) {
            let time = tree.notes(node).property(TIME).first().map_or("0", String::as_str);
            text.push_str(&format!("{},{},{time}\n", at.file + 1, size - at.rank));
        }
        let info = tree.info();
        let line = |text: &str, other: &str| {
            let text = if text.is_empty() { other } else { text };
            text.replace(['\n', '\r'], " ") + "\n"
        };
        text.push_str(&line(info.get(Field::First), "Black"));
        text.push_str(&line(info.get(Field::Second), "White"));
        text.push_str(&line(info.tag(RESULT), "-1"));
    }
    Ok(text.into_bytes())
}
