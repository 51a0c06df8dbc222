//! WTHOR, the base of the Fédération Française d'Othello: 68 bytes a game,
//! with the names of players (`.JOU`) and tournaments (`.TRN`) in files
//! beside it. Written are the games and the year, not the names.

use encoding_rs::WINDOWS_1252;

use super::builder::Builder;
use super::reversi_text::{check_start, main_line};
use super::{Format, FormatError, Source, settled, wrong};
use crate::core::{Move, Point};
use crate::games::{Choice, Options};
use crate::record::{Field, GameTree};

pub(super) const WTHOR: Format = Format {
    id: "wthor",
    endings: &["wtb"],
    games: &["reversi"],
    many: true,
    variations: false,
    annotations: false,
    knows: |_| false,
    read,
    write: Some(write),
};

const HEADER: usize = 16;
const GAME: usize = 68;
/// Bytes before the moves of a game.
const BEFORE_MOVES: usize = 8;

fn short(bytes: &[u8], at: usize) -> u16 {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
    u16::from_le_bytes([byte(at), byte(at + 1)])
}

/// Names of equal length behind a header.
struct Names(Option<Vec<u8>>, usize);

impl Names {
    fn get(&self, number: u16) -> String {
        let bytes = self.0.as_deref().unwrap_or_default();
        let start = HEADER + usize::from(number) * self.1;
        let name = bytes.get(start..start + self.1).unwrap_or_default();
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        WINDOWS_1252.decode(name).0.trim().to_owned()
    }
}

/// How many games a file has, after looking at its header.
fn count(bytes: &[u8]) -> Result<usize, FormatError> {
    if bytes.len() < HEADER {
        return Err(wrong(
            bytes.len(),
            format!("the file ends within its header of {HEADER} bytes"),
        ));
    }
    let count = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
    let there = (bytes.len() - HEADER) / GAME;
    if count > there {
        let reason = format!("the header says {count} games, but there is room for {there}");
        return Err(wrong(4, reason));
    }
    Ok(count)
}

/// A game as the file has it, unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorGame<'a> {
    /// Column + 10 * row of each move, both from 1, without passes; 0 behind
    /// the last one.
    pub squares: &'a [u8],
    /// Black's discs at the end.
    pub discs: u8,
    /// Black's discs after best play of both from the position with
    /// [`WthorGames::depth`] empty squares on.
    pub theoretical: u8,
}

/// The games of a file as they are, for those who need many quickly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGames<'a> {
    /// The year of the games.
    pub year: u16,
    /// With how many empty squares the theoretical scores begin.
    pub depth: u8,
    /// The games, in order.
    pub games: Vec<WthorGame<'a>>,
}

/// Takes a file of games on 8 by 8 apart without playing them.
///
/// # Errors
/// If the file is too short or for another size of the board.
pub fn wthor_games(bytes: &[u8]) -> Result<WthorGames<'_>, FormatError> {
    let count = count(bytes)?;
    if !matches!(bytes[12], 0 | 8) {
        return Err(wrong(12, format!("the board has side {}; expected 0 or 8", bytes[12])));
    }
    let games = bytes[HEADER..].chunks_exact(GAME).take(count).map(|game| WthorGame {
        squares: &game[BEFORE_MOVES..],
        discs: game[6],
        theoretical: game[7],
    });
    Ok(WthorGames { year: short(bytes, 10), depth: bytes[14], games: games.collect() })
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let bytes = source.bytes;
    let count = count(bytes)?;
    let mut options = Options::default();
    match bytes[12] {
        0 | 8 => {}
        10 => options.set("size", Choice::Number(10)),
        size => return Err(wrong(12, format!("the board has side {size}; expected 0, 8 or 10"))),
    }
    let year = short(bytes, 10);
    let players = Names((source.beside)("jou"), 20);
    let tournaments = Names((source.beside)("trn"), 26);
    let mut games = Vec::with_capacity(count);
    for n in 0..count {
        let start = HEADER + n * GAME;
        let game = &bytes[start..start + GAME];
        let builder = Builder::new("reversi", options.clone(), None);
        let mut builder = builder.map_err(|error| wrong(12, error.to_string()))?;
        for (k, &code) in game[BEFORE_MOVES..].iter().enumerate() {
            if code == 0 {
                break;
            }
            let (rank, file) = (code / 10, code % 10);
            let here = start + BEFORE_MOVES + k;
            let (Some(file), Some(rank)) = (file.checked_sub(1), rank.checked_sub(1)) else {
                let reason = format!("{code} is no square; expected column + 10 * row, as in 11");
                return Err(wrong(here, reason));
            };
            builder
                .place(None, Point::new(file, rank))
                .map_err(|refusal| wrong(here, format!("{code} cannot be played: {refusal}")))?;
        }
        let mut tree = settled(builder.tree);
        let info = tree.info_mut();
        info.set(Field::Event, &tournaments.get(short(game, 0)));
        info.set(Field::First, &players.get(short(game, 2)));
        info.set(Field::Second, &players.get(short(game, 4)));
        if year > 0 {
            info.set(Field::Date, &year.to_string());
        }
        let squares = if bytes[12] == 10 { 100 } else { 64 };
        let margin = 2 * i32::from(game[6]) - squares;
        let result = match margin.signum() {
            1 => format!("1-0 {margin}"),
            -1 => format!("0-1 {}", -margin),
            _ => "1/2-1/2".to_owned(),
        };
        info.set(Field::Result, &result);
        games.push(tree);
    }
    Ok(games)
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut bytes = vec![0; HEADER];
    let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
    bytes[4..8].copy_from_slice(&count.to_le_bytes());
    let year = games.first().map(|tree| tree.info().get(Field::Date));
    let year: u16 = year.and_then(|date| date.get(..4)?.parse().ok()).unwrap_or(0);
    bytes[10..12].copy_from_slice(&year.to_le_bytes());
    bytes[12] = 8;
    for (n, tree) in games.iter().enumerate() {
        check_start(tree, n + 1)?;
        let result = super::result::result_of(tree);
        let (word, margin) = result.split_once(' ').unwrap_or((&result, "0"));
        let margin = margin.parse::<i32>().unwrap_or(0).clamp(0, 64);
        let score = match word {
            "1-0" => 32 + margin / 2,
            "0-1" => 32 - margin / 2,
            _ => 32,
        };
        bytes.extend([0, 0, 0, 0, 0, 0, score as u8, score as u8]);
        let start = bytes.len();
        let points = main_line(tree).filter_map(Move::target);
        bytes.extend(points.map(|at| 10 * (at.rank + 1) + at.file + 1));
        bytes.resize(start + GAME - BEFORE_MOVES, 0);
    }
    Ok(bytes)
}
