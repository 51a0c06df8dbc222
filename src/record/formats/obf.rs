//! OBF: Reversi positions, one a line, optionally with the scores of moves:
//! `<64 squares> X; f5:+2; d6:-4`.

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::text::{decode, excerpt, line_error};
use super::{Format, FormatError, FormatGames, Source, check_game_count, without_caches};
use crate::core::Side;
use crate::games::{OptionValue, Options, ScoreUnit};
use crate::record::{Evaluation, GameTree};

pub(super) const OBF: Format = Format {
    id: "obf",
    extensions: &["obf"],
    games: FormatGames::One,
    multi_game: true,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read,
    write: Some(write),
};

/// Converts a score between the side to move's and the first side's view.
fn turned(score: f64, side: Side) -> f64 {
    if side == Side::First { score } else { -score }
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut games = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['%', '#']) {
            continue;
        }
        let tree = read_line(line).map_err(|reason| line_error(n + 1, reason))?;
        check_game_count(games.len() + 1, 24, source.bytes)?;
        games.push(without_caches(tree));
    }
    Ok(games)
}

fn read_line(line: &str) -> Result<GameTree, ContentError> {
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default();
    let squares = position.split_whitespace().next().unwrap_or_default().len();
    let size = (4..=16_i64).step_by(2).find(|&size| size * size == squares as i64);
    let mut options = Options::default();
    if let Some(size) = size.filter(|&size| size != 8) {
        options.set("size", OptionValue::Number(size));
    }
    let mut builder = TreeBuilder::for_format(&OBF, options, Some(position))?;
    let (root, side) = (builder.node(), builder.position().side_to_move());
    for part in parts.filter(|part| !part.is_empty()) {
        let invalid = || ContentError::NoScore(excerpt(part));
        let (at, score) = part.split_once(':').ok_or_else(invalid)?;
        let score: i32 = score.trim().parse().map_err(|_| invalid())?;
        builder.go_to(root);
        let played = builder.play_text(at);
        played.map_err(|refusal| ContentError::IllegalMove {
            text: excerpt(at),
            refusal: refusal.into(),
        })?;
        let amount = turned(f64::from(score), side);
        builder.annotations().evaluation =
            Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, exact: true });
    }
    Ok(builder.tree)
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for tree in games {
        text.push_str(&tree.start().text());
        let side = tree.start().side_to_move();
        for node in tree.children(tree.root()) {
            let Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, .. }) =
                tree.annotations(node).evaluation
            else {
                continue;
            };
            if let Some(at) = tree.move_at(node).and_then(|mv| mv.target()) {
                text.push_str(&format!("; {at}:{:+}", turned(amount, side).round() as i32));
            }
        }
        text.push('\n');
    }
    Ok(text.into_bytes())
}
