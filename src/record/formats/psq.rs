//! `.psq`, the record format of Piskvork (Gomocup): a line
//! `Piskvorky 15x15, 11:11, 0`, then `x,y,milliseconds` counted from 1 and from
//! the top, then the names of both players and a number for the result.

use super::gomoku_text::{new_game, stones};
use super::lenient::{LenientBuilder, accept};
use super::losses::{Content, Losses, MOVES_ALONE};
use super::text::{decode, line_error};
use super::{Format, FormatError, FormatGames, Source};
use crate::core::{Point, excerpt};
use crate::record::{GameTree, InfoField};

pub(super) const PSQ: Format = Format {
    id: "psq",
    extensions: &["psq"],
    games: FormatGames::One,
    multi_game: false,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read,
    write: Some(write),
};

/// Property with the milliseconds that a move took.
const TIME: &str = "psq-time";
/// Tag with the number for the result.
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
    let builder = new_game(size).map_err(|reason| line_error(1, reason))?;
    let mut builder = LenientBuilder::new(builder);
    let mut rest = Vec::new();
    for (n, line) in lines {
        match numbers(line).as_deref() {
            Some(&[x, y, ref time @ ..]) if rest.is_empty() => {
                let inside = |n: &i64| (1..=size).contains(n);
                if !inside(&x) || !inside(&y) {
                    let reason = format!("{} is not on a board of {size}", excerpt(line));
                    builder.refuse(&format!("{x},{y}"), line_error(n + 1, reason));
                    continue;
                }
                let at = Point::new((x - 1) as u8, (size - y) as u8);
                builder.place(None, at, |refusal| {
                    line_error(n + 1, format!("{} cannot be played: {refusal}", excerpt(line)))
                });
                if let (Some(time), Some(annotations)) = (time.first(), builder.annotations()) {
                    annotations.add_property(TIME, time.to_string());
                }
            }
            _ if line.is_empty() || rest.len() > 4 => {}
            _ => rest.push(line),
        }
    }
    let info = builder.tree().info_mut();
    if let [first, second, more @ ..] = rest.as_slice() {
        info.set(InfoField::FirstPlayer, first);
        info.set(InfoField::SecondPlayer, second);
        info.set_tag(RESULT, more.first().copied().unwrap_or_default());
    }
    accept(source, vec![builder.finish()])
}

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (n, tree) in games.iter().enumerate() {
        let size = tree.start().board().files;
        text.push_str(&format!("Piskvorky {size}x{size}, 11:11, 0\n"));
        let points = stones(tree, n + 1)?;
        for (at, node) in points.into_iter().zip(tree.main_line().skip(1)) {
            let time = tree.annotations(node).property(TIME).first().map_or("0", String::as_str);
            text.push_str(&format!("{},{},{time}\n", at.file + 1, size - at.rank));
        }
        let info = tree.info();
        let mut line = |text: &str, other: &str| {
            // A name of numbers would be read as a move.
            let name = text.replace(['\n', '\r'], " ");
            let name = if numbers(&name).is_some() { name.replace(',', " ") } else { name };
            losses.add(Content::Information, usize::from(name != text));
            (if name.trim().is_empty() { other.to_owned() } else { name }) + "\n"
        };
        text.push_str(&line(info.get(InfoField::FirstPlayer), "Black"));
        text.push_str(&line(info.get(InfoField::SecondPlayer), "White"));
        text.push_str(&line(info.tag(RESULT), "-1"));
        let lost = MOVES_ALONE.iter().filter(|content| **content != Content::Properties);
        losses.add_all(tree, &lost.copied().collect::<Vec<_>>());
        losses.add_properties(tree, &[TIME]);
        losses.add_result(tree);
        let fields = [InfoField::FirstPlayer, InfoField::SecondPlayer];
        losses.add_information(tree, &fields, |tag| tag == RESULT);
        losses.add_options(tree, &["size", "rule"]);
    }
    Ok(text.into_bytes())
}

/// The numbers of a line, if it holds numbers alone.
fn numbers(line: &str) -> Option<Vec<i64>> {
    line.split(',').map(|number| number.trim().parse().ok()).collect()
}
