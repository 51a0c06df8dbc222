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

/// `.rec` of the tournament manager of Piskvork: the names first, then moves
/// counted from 0, on the board of 20.
pub(super) const REC: Format = Format {
    id: "rec",
    extensions: &["rec"],
    games: FormatGames::One,
    multi_game: false,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read: read_rec,
    write: None,
};

/// Side of the board of a `.rec`, which does not say it.
const REC_SIZE: i64 = 20;
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
    let mut builder = begin(size, text.len())?;
    let rest = play_lines(&mut builder, lines, size, 1);
    end_at(&mut builder, &text, &rest);
    if let [first, second, more @ ..] = rest.as_slice() {
        set_players(&mut builder, first, second);
        let result = more.first().copied().unwrap_or_default();
        builder.tree().info_mut().set_tag(RESULT, result);
    }
    accept(source, builder.finish())
}

fn read_rec(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut lines = text.lines().map(str::trim).enumerate();
    let mut name = || lines.next().map_or("", |line| line.1);
    let (first, second) = (name(), name());
    let is_move = |line: &str| numbers(line).is_some_and(|numbers| numbers.len() >= 2);
    let expected = "expected the names of two players, then moves like 7,9,1500";
    if is_move(first) || is_move(second) || !text.lines().nth(2).is_some_and(is_move) {
        return Err(line_error(1, expected));
    }
    let mut builder = begin(REC_SIZE, text.len())?;
    let rest = play_lines(&mut builder, lines, REC_SIZE, 0);
    end_at(&mut builder, &text, &rest);
    set_players(&mut builder, first, second);
    let result = rest.first().copied().unwrap_or_default();
    builder.tree().info_mut().set_tag(RESULT, result);
    accept(source, builder.finish())
}

fn begin(size: i64, bytes: usize) -> Result<LenientBuilder, FormatError> {
    let builder = new_game(size).map_err(|reason| line_error(1, reason))?;
    Ok(LenientBuilder::new(builder).of_size(bytes))
}

/// Notes that a file ends within a line of moves.
fn end_at(builder: &mut LenientBuilder, text: &str, rest: &[&str]) {
    if rest.is_empty() && !text.ends_with('\n') {
        let line = text.lines().count().max(1);
        builder.cut_off(line_error(line, "the file ends within a line"));
    }
}

fn set_players(builder: &mut LenientBuilder, first: &str, second: &str) {
    let info = builder.tree().info_mut();
    info.set(InfoField::FirstPlayer, first);
    info.set(InfoField::SecondPlayer, second);
}

/// Plays the lines with moves, counted from this number, and returns those after
/// them.
fn play_lines<'a>(
    builder: &mut LenientBuilder,
    lines: impl Iterator<Item = (usize, &'a str)>,
    size: i64,
    base: i64,
) -> Vec<&'a str> {
    let mut rest = Vec::new();
    for (n, line) in lines {
        match numbers(line).as_deref() {
            Some(&[x, y, ref time @ ..]) if rest.is_empty() => {
                let inside = |n: &i64| (base..base + size).contains(n);
                if !inside(&x) || !inside(&y) {
                    let reason = format!("{} is not on a board of {size}", excerpt(line));
                    builder.refuse(&format!("{x},{y}"), line_error(n + 1, reason));
                    continue;
                }
                let at = Point::new((x - base) as u8, (size - 1 - (y - base)) as u8);
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
    rest
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
