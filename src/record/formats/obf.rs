//! OBF: Reversi positions, one a line, with the scores of moves where they
//! are known: `<64 squares> X; f5:+2; d6:-4`.

use super::builder::Builder;
use super::text::{decode, line_error, shown};
use super::{Format, FormatError, Source, check_count, settled};
use crate::core::Side;
use crate::games::{Choice, Options, Unit};
use crate::record::{Evaluation, GameTree};

pub(super) const OBF: Format = Format {
    id: "obf",
    endings: &["obf"],
    games: &["reversi"],
    many: true,
    variations: false,
    annotations: false,
    knows: |_| false,
    read,
    write: Some(write),
};

/// A score for the side to move as one for the first side, and back.
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
        check_count(games.len() + 1, 24, source.bytes)?;
        games.push(settled(tree));
    }
    Ok(games)
}

fn read_line(line: &str) -> Result<GameTree, String> {
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default();
    let squares = position.split_whitespace().next().unwrap_or_default().len();
    let size = (4..=16_i64).step_by(2).find(|&size| size * size == squares as i64);
    let mut options = Options::default();
    if let Some(size) = size.filter(|&size| size != 8) {
        options.set("size", Choice::Number(size));
    }
    let builder = Builder::new("reversi", options, Some(position));
    let mut builder = builder.map_err(|error| error.to_string())?;
    let (root, side) = (builder.node(), builder.position().side_to_move());
    for part in parts.filter(|part| !part.is_empty()) {
        let wrong = || format!("\"{}\" is no score of a move like f5:+2", shown(part));
        let (at, score) = part.split_once(':').ok_or_else(wrong)?;
        let score: i32 = score.trim().parse().map_err(|_| wrong())?;
        builder.go(root);
        builder.play_text(at).map_err(|refusal| format!("{}: {refusal}", shown(at)))?;
        let amount = turned(f64::from(score), side);
        builder.notes().evaluation =
            Some(Evaluation::Amount { amount, unit: Unit::Discs, exact: true });
    }
    Ok(builder.tree)
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for tree in games {
        text.push_str(&tree.start().text());
        let side = tree.start().side_to_move();
        for node in tree.children(tree.root()) {
            let Some(Evaluation::Amount { amount, unit: Unit::Discs, .. }) =
                tree.notes(node).evaluation
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
