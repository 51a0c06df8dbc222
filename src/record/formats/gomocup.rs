//! The board that Gomocup's managers and engines exchange: `BOARD`, then `x,y,field`
//! counted from 0 and from the top, where 1 is a stone of the side to move and 2 one
//! of its opponent, then `DONE`. `START 15` or `RECTSTART 15,15` before it gives the
//! size.

use super::builder::TreeBuilder;
use super::gomoku_text::{GOMOKU_TEXT, new_game};
use super::lenient::{LenientBuilder, accept};
use super::text::{decode, line_error};
use super::{Format, FormatError, FormatGames, Source};
use crate::core::{Point, Side, excerpt};
use crate::games::StoneSetup;
use crate::record::GameTree;

pub(super) const GOMOCUP: Format = Format {
    id: "gomocup",
    extensions: &["board", "txt"],
    games: FormatGames::One,
    multi_game: false,
    variations: false,
    annotations: false,
    sniff: |bytes| {
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]);
        board_line(&head).is_some()
    },
    read,
    write: None,
};

/// Bytes among which the command is looked for.
const HEAD_BYTES: usize = 1000;
/// Sides of boards that are tried where the text does not say it.
const SIZES: [u8; 3] = [15, 19, 20];

/// A stone as the text gives it: column and row from the upper left, and whose.
struct Stone {
    column: u8,
    row: u8,
    is_own: bool,
}

/// Index of the line with the command.
fn board_line(text: &str) -> Option<usize> {
    let is_board = |line: &str| {
        let line = line.trim().trim_start_matches('\u{feff}');
        line.eq_ignore_ascii_case("BOARD") || line.eq_ignore_ascii_case("YXBOARD")
    };
    // Only commands that set up a game come before it.
    text.lines().take(20).position(is_board)
}

/// The numbers of a line of numbers.
fn numbers(text: &str) -> Option<Vec<u8>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let begin = board_line(&text)
        .ok_or_else(|| line_error(1, "expected the line BOARD, then stones like 7,7,1"))?;
    let mut given = None;
    for line in text.lines().take(begin) {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default().to_ascii_uppercase();
        if let (true, Some(numbers)) = (command.ends_with("START"), words.next().and_then(numbers))
        {
            given = numbers.first().copied();
        }
    }
    let mut stones = Vec::new();
    let (mut problem, mut is_done) = (None, false);
    for (n, line) in text.lines().enumerate().skip(begin + 1) {
        let line = line.trim();
        if line.eq_ignore_ascii_case("DONE") {
            is_done = true;
            break;
        }
        match numbers(line).as_deref() {
            // The cells of a finished line and those where fouls are.
            Some([_, _, 3]) => {}
            Some(&[column, row, field @ (1 | 2)]) => {
                stones.push(Stone { column, row, is_own: field == 1 });
            }
            _ if line.is_empty() => {}
            _ => {
                let reason = format!("\"{}\" is no stone like 7,7,1", excerpt(line));
                problem = Some(line_error(n + 1, reason));
                break;
            }
        }
    }
    let side = stones.iter().map(|stone| stone.column.max(stone.row).saturating_add(1)).max();
    let side = side.unwrap_or(0);
    let size = given.unwrap_or_else(|| SIZES.into_iter().find(|&size| size >= side).unwrap_or(20));
    if let Some(stone) = stones.iter().find(|stone| stone.column.max(stone.row) >= size) {
        let reason = format!("{},{} is not on a board of {size}", stone.column, stone.row);
        return Err(line_error(begin + 1, reason));
    }
    let mut builder = builder(&stones, size).map_err(|reason| line_error(begin + 1, reason))?;
    if let Some(problem) = problem {
        builder.note(problem);
    } else if !is_done {
        let last = text.lines().count().max(1);
        builder.cut_off(line_error(last, "the file ends before DONE"));
    }
    accept(source, builder.finish())
}

/// The stones as moves in the order of the text where both sides take turns and the
/// side to move is the one whose turn it is, otherwise as a starting position.
fn builder(stones: &[Stone], size: u8) -> Result<LenientBuilder, crate::games::SetupError> {
    let point = |stone: &Stone| Point::new(stone.column, size - 1 - stone.row);
    let takes_turns =
        stones.iter().rev().enumerate().all(|(n, stone)| stone.is_own == (n % 2 == 1));
    let plain = || new_game(size.into()).map(LenientBuilder::new);
    if takes_turns {
        let mut builder = plain()?;
        if stones.iter().all(|stone| builder.try_place(point(stone)).is_ok()) {
            return Ok(builder);
        }
    }
    let own = stones.iter().filter(|stone| stone.is_own).count();
    // Black has as many stones before its turn and one more after it.
    let to_move = if own * 2 == stones.len() { Side::First } else { Side::Second };
    let mut cells = vec![None; usize::from(size) * usize::from(size)];
    for stone in stones {
        let at = point(stone);
        let side = if stone.is_own { to_move } else { to_move.other() };
        cells[usize::from(at.rank) * usize::from(size) + usize::from(at.file)] = Some(side);
    }
    let setup = StoneSetup { size, stones: &cells, to_move: Some(to_move) };
    let empty = new_game(size.into())?;
    let stones = empty.tree.game().record_formats().sgf.and_then(|sgf| sgf.stones);
    let Some(text) = stones.map(|stones| (stones.position_text)(&setup)) else { return plain() };
    let options = empty.tree.options().clone();
    TreeBuilder::for_format(&GOMOKU_TEXT, options, Some(&text)).map(LenientBuilder::new)
}
