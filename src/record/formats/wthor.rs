//! WTHOR, the game database of the Fédération Française d'Othello: 68 bytes a
//! game, with the names of players (`.JOU`) and tournaments (`.TRN`) in sibling
//! files. The writer writes the games and the year, not the names.

use encoding_rs::WINDOWS_1252;

use super::builder::TreeBuilder;
use super::lenient::{LenientBuilder, ReadGames};
use super::losses::{Content, Losses, MOVES_ALONE};
use super::result::{result_by_rules, result_of};
use super::reversi_text::{check_standard_start, main_line_moves};
use super::{Format, FormatError, FormatGames, Source, byte_error};
use crate::core::{Move, Point};
use crate::games::{OptionValue, Options};
use crate::record::{GameTree, InfoField};

pub(super) const WTHOR: Format = Format {
    id: "wthor",
    extensions: &["wtb"],
    games: FormatGames::One,
    multi_game: true,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read,
    write: Some(write),
};

const HEADER: usize = 16;
const GAME: usize = 68;
/// Bytes before the moves of a game.
const BEFORE_MOVES: usize = 8;

fn read_u16(bytes: &[u8], at: usize) -> u16 {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
    u16::from_le_bytes([byte(at), byte(at + 1)])
}

/// A file of names of fixed length behind a header: its content if it exists,
/// and the length.
struct NameTable(Option<Vec<u8>>, usize);

impl NameTable {
    fn get(&self, number: u16) -> String {
        let bytes = self.0.as_deref().unwrap_or_default();
        let start = HEADER + usize::from(number) * self.1;
        let name = bytes.get(start..start + self.1).unwrap_or_default();
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        WINDOWS_1252.decode(name).0.trim().to_owned()
    }
}

/// The number of games by the header, and that for which there is room.
fn game_counts(bytes: &[u8]) -> Result<(usize, usize), FormatError> {
    if bytes.len() < HEADER {
        return Err(byte_error(
            bytes.len(),
            format!("the file ends within its header of {HEADER} bytes"),
        ));
    }
    let count = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
    Ok((count, (bytes.len() - HEADER) / GAME))
}

/// The error of a file that ends before its last game.
fn too_few_games(count: usize, there: usize) -> FormatError {
    byte_error(4, format!("the header says {count} games, but there is room for {there}"))
}

/// A game record of the file, unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorGame<'a> {
    /// Moves as column + 10 * row, both from 1, without passes; 0 after the
    /// last one.
    pub squares: &'a [u8],
    /// Black's discs at the end (the real score).
    pub black_discs: u8,
    /// Black's discs after perfect play from the position with
    /// [`WthorGames::theoretical_depth`] empty squares (the theoretical score).
    pub theoretical_score: u8,
}

/// The raw games of a file, for training data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGames<'a> {
    /// The year of the games.
    pub year: u16,
    /// Empty squares from which the theoretical scores are computed.
    pub theoretical_depth: u8,
    /// The games, in order.
    pub games: Vec<WthorGame<'a>>,
}

/// Parses a file of games on the 8 by 8 board without playing them.
///
/// # Errors
/// If the file is too short or for another board size.
pub fn wthor_games(bytes: &[u8]) -> Result<WthorGames<'_>, FormatError> {
    let (count, there) = game_counts(bytes)?;
    if count > there {
        return Err(too_few_games(count, there));
    }
    if !matches!(bytes[12], 0 | 8) {
        return Err(byte_error(12, format!("the board has side {}; expected 0 or 8", bytes[12])));
    }
    let games = bytes[HEADER..].chunks_exact(GAME).take(count).map(|game| WthorGame {
        squares: &game[BEFORE_MOVES..],
        black_discs: game[6],
        theoretical_score: game[7],
    });
    Ok(WthorGames {
        year: read_u16(bytes, 10),
        theoretical_depth: bytes[14],
        games: games.collect(),
    })
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let bytes = source.bytes;
    let (count, there) = game_counts(bytes)?;
    if count > there && there == 0 {
        return Err(too_few_games(count, there));
    }
    let mut options = Options::default();
    match bytes[12] {
        0 | 8 => {}
        10 => options.set("size", OptionValue::Number(10)),
        size => {
            return Err(byte_error(12, format!("the board has side {size}; expected 0, 8 or 10")));
        }
    }
    let year = read_u16(bytes, 10);
    let players = NameTable((source.sibling_file)("jou"), 20);
    let tournaments = NameTable((source.sibling_file)("trn"), 26);
    let mut games = ReadGames::new(source, count.min(there));
    for n in 0..count.min(there) {
        let start = HEADER + n * GAME;
        let game = &bytes[start..start + GAME];
        let builder = TreeBuilder::for_format(&WTHOR, options.clone(), None);
        let builder = builder.map_err(|error| byte_error(12, error.to_string()))?;
        let mut builder = LenientBuilder::new(builder);
        for (k, &code) in game[BEFORE_MOVES..].iter().enumerate() {
            if code == 0 {
                break;
            }
            let (rank, file) = (code / 10, code % 10);
            let here = start + BEFORE_MOVES + k;
            let (Some(file), Some(rank)) = (file.checked_sub(1), rank.checked_sub(1)) else {
                let reason =
                    format!("{code} is not a square; expected column + 10 * row, as in 11");
                builder.refuse(&code.to_string(), byte_error(here, reason));
                continue;
            };
            builder.place(None, Point::new(file, rank), |refusal| {
                byte_error(here, format!("{code} cannot be played: {refusal}"))
            });
        }
        let mut read = builder.finish();
        let info = read.tree.info_mut();
        info.set(InfoField::Event, &tournaments.get(read_u16(game, 0)));
        info.set(InfoField::FirstPlayer, &players.get(read_u16(game, 2)));
        info.set(InfoField::SecondPlayer, &players.get(read_u16(game, 4)));
        if year > 0 {
            info.set(InfoField::Date, &year.to_string());
        }
        let squares = if bytes[12] == 10 { 100 } else { 64 };
        let margin = 2 * i32::from(game[6]) - squares;
        info.set(InfoField::Result, &result_text(margin));
        games.push(Ok(read));
    }
    if count > there {
        source.warn_of_cut(too_few_games(count, there));
    }
    games.finish()
}

/// Black's discs at the end, empty squares given to the winner.
fn black_discs(tree: &GameTree) -> Option<u8> {
    let discs = |result: &str| {
        let (word, margin) = result.split_once(' ').unwrap_or((result, ""));
        let margin: i32 = match word {
            "1/2-1/2" => 0,
            "1-0" => margin.parse().ok()?,
            "0-1" => -margin.parse::<i32>().ok()?,
            _ => return None,
        };
        (margin % 2 == 0 && margin.abs() <= 64).then_some((32 + margin / 2) as u8)
    };
    discs(&result_of(tree)).or_else(|| discs(&result_by_rules(tree)))
}

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut bytes = vec![0; HEADER];
    let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
    bytes[4..8].copy_from_slice(&count.to_le_bytes());
    let year = games.first().map(|tree| tree.info().get(InfoField::Date));
    let year: u16 = year.and_then(|date| date.get(..4)?.parse().ok()).unwrap_or(0);
    bytes[10..12].copy_from_slice(&year.to_le_bytes());
    bytes[12] = 8;
    for (n, tree) in games.iter().enumerate() {
        let invalid = |reason: &str| {
            let reason = reason.to_owned();
            FormatError::Unrepresentable { number: n + 1, reason }
        };
        check_standard_start(tree, n + 1)?;
        let score = black_discs(tree)
            .ok_or_else(|| invalid("the format needs the discs of both sides at the end"))?;
        if main_line_moves(tree).last() == Some(Move::Pass) {
            return Err(invalid("the format holds no pass at the end"));
        }
        bytes.extend([0, 0, 0, 0, 0, 0, score, score]);
        let start = bytes.len();
        let points = main_line_moves(tree).filter_map(Move::target);
        bytes.extend(points.map(|at| 10 * (at.rank + 1) + at.file + 1));
        bytes.resize(start + GAME - BEFORE_MOVES, 0);
        losses.add_all(tree, &MOVES_ALONE);
        let written = result_text(2 * i32::from(score) - 64);
        losses.add(Content::Result, usize::from(result_of(tree) != written));
        let has_year = tree.info().get(InfoField::Date) == year.to_string();
        let fields: &[InfoField] = if has_year { &[InfoField::Date] } else { &[] };
        losses.add_information(tree, fields, |_| false);
        losses.add_options(tree, &["size", "start"]);
    }
    Ok(bytes)
}

/// The result by Black's margin.
fn result_text(margin: i32) -> String {
    match margin.signum() {
        1 => format!("1-0 {margin}"),
        -1 => format!("0-1 {}", -margin),
        _ => "1/2-1/2".to_owned(),
    }
}
