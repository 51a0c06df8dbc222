//! OBF: Reversi positions, one a line, optionally with the scores of moves:
//! `<64 squares> X; f5:+2; d6:-4`.

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::lenient::{ReadGame, ReadGames};
use super::losses::{Content, Losses, MOVES_ALONE};
use super::text::{decode, line_error};
use super::{Format, FormatError, FormatGames, Source, check_game_count};
use crate::core::{Move, Side, excerpt};
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

/// Least average bytes of a line in a file of many.
const MIN_GAME_BYTES: usize = 24;
/// A pass among the moves.
const PASS: &str = "--";

/// True if a side can have this margin. Programs write 127 or -127 for a score
/// that is not known.
fn is_score(score: i32) -> bool {
    score.abs() <= 100
}

/// Converts a score between the side to move's and the first side's view.
fn turned(score: f64, side: Side) -> f64 {
    if side == Side::First { score } else { -score }
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut games =
        ReadGames::new(source, text.lines().count().min(text.len() / MIN_GAME_BYTES + 17));
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['%', '#']) {
            continue;
        }
        check_game_count(games.count() + 1, MIN_GAME_BYTES, source.bytes)?;
        let tree = read_line(line).map_err(|reason| line_error(n + 1, reason));
        games.push(tree.map(ReadGame::from));
    }
    games.finish()
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
        // A pass that is not forced stands for the position itself.
        let is_pass = at == PASS;
        if is_pass && builder.play(Move::Pass).is_err() {
            if is_score(score) {
                let amount = turned(f64::from(score), side);
                builder.annotations().evaluation =
                    Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, exact: true });
            }
            continue;
        }
        if !is_pass {
            builder.play_text(at).map_err(|refusal| ContentError::IllegalMove {
                text: excerpt(at),
                refusal: refusal.into(),
            })?;
        }
        if !is_score(score) {
            continue;
        }
        let amount = turned(f64::from(score), side);
        builder.annotations().evaluation =
            Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, exact: true });
    }
    Ok(builder.tree)
}

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (n, tree) in games.iter().enumerate() {
        text.push_str(&tree.start().text());
        let side = tree.start().side_to_move();
        let mut written = 0;
        for node in tree.children(tree.root()) {
            let evaluation = tree.annotations(node).evaluation;
            let Some(Evaluation::Amount { amount, unit: ScoreUnit::Discs, .. }) = evaluation else {
                continue;
            };
            let rounded = amount.round();
            losses.add(Content::Evaluations, usize::from(rounded != amount));
            let at = tree.move_at(node).and_then(|mv| mv.target());
            let at = at.map_or_else(|| PASS.to_owned(), |at| at.to_string());
            text.push_str(&format!("; {at}:{:+}", turned(rounded, side) as i32));
            written += 1;
        }
        text.push('\n');
        if tree.nodes().count() != written + 1 {
            let reason = "the format holds a position with the scores of its moves, no game";
            let reason = reason.to_owned();
            return Err(FormatError::Unrepresentable { number: n + 1, reason });
        }
        let lost = MOVES_ALONE
            .iter()
            .filter(|content| !matches!(content, Content::Variations | Content::Evaluations));
        losses.add_all(tree, &lost.copied().collect::<Vec<_>>());
        let root = tree.annotations(tree.root());
        losses.add(Content::Evaluations, usize::from(root.evaluation.is_some()));
        losses.add_result(tree);
        losses.add_information(tree, &[], |_| false);
        losses.add_options(tree, &["size", "start"]);
    }
    Ok(text.into_bytes())
}
