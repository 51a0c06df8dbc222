//! Collections of studies as lists of positions, made into levels where a mate is proved.
//!
//! A study is a block of tags, one a line, as in PGN: `FEN` with the position, `EVENT` with
//! the name of the collection, the number and, after the last space, the name of the study,
//! and perhaps `NAME_EN` with that name in English.

use super::explain::explain;
use super::make::{SolutionBuilder, difficulty};
use super::prove::{Prover, proof_kind};
use super::{Goal, Level, RATINGS};
use crate::content::messages::{self, LocalizedText};
use crate::core::Move;
use crate::games::{AnyPosition, Game, Options, ProofGoal, StudyCollection};

/// Maximum number of own moves of a mate that is looked for, and of one with quiet moves.
const MAX_CHECKS: u32 = 16;
const MAX_MOVES: u32 = 3;

/// Number of characters of the name of a study.
const NAME_LENGTH: usize = 4;

/// Node limit for one turn.
const NODES: u64 = 1_000_000;

/// A study of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// Its number, from 1.
    pub number: usize,
    /// Its name in Chinese.
    pub name: String,
    /// Its name in English; empty if it has none.
    pub name_en: String,
    /// The position.
    pub fen: String,
}

/// The studies in the text of a collection. Blocks without a position are left out, and
/// count.
///
/// ```
/// use tianyuan::content::levels::import::studies;
///
/// let text = "[FEN_INDEX \"a-2\"]\n[EVENT \"适情雅趣 *第002局 马蹀阏氏*\"]\n[FEN \"x w\"]\n";
/// let found = studies(text);
/// assert_eq!((found[0].name.as_str(), found[0].fen.as_str()), ("马蹀阏氏", "x w"));
/// ```
#[must_use]
pub fn studies(text: &str) -> Vec<Study> {
    let mut found: Vec<Study> = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_start_matches('\u{feff}');
        let tag = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
        let Some((name, value)) = tag.and_then(|tag| tag.split_once(" \"")) else { continue };
        if name == "FEN_INDEX" {
            let number = found.len() + 1;
            found.push(Study { number, ..Study::default() });
            continue;
        }
        let Some(study) = found.last_mut() else { continue };
        match name {
            "EVENT" => study.name = study_name(value).to_owned(),
            "NAME_EN" => study.name_en = value.to_owned(),
            "FEN" => study.fen = value.to_owned(),
            _ => {}
        }
    }
    found.retain(|study| !study.fen.is_empty());
    found
}

/// The name of a study in the text about it: four characters, with remarks around them.
fn study_name(event: &str) -> &str {
    let last = event.rsplit(' ').next().unwrap_or_default();
    let mut parts = last.split(['*', '_']);
    parts.find(|part| part.chars().count() == NAME_LENGTH).unwrap_or(last)
}

/// The level of a study whose only solution is a mate: by any moves if it is short,
/// otherwise by checks alone. `None` if there is no such mate, or several first moves, or no
/// proof within the limits.
#[must_use]
pub fn study_level(
    game: &dyn Game,
    options: &Options,
    study: &Study,
    collection: &StudyCollection,
) -> Option<Level> {
    let position = game.position(options, &study.fen).ok()?;
    if position.outcome().is_some() {
        return None;
    }
    let mut builder = SolutionBuilder { prover: Prover::with_node_limit(game, NODES) };
    let (goal, moves, found) = shortest_mate(&mut builder.prover, &position)?;
    let &[right] = &found[..] else { return None };
    let solution = builder.build(&position, &goal, moves, &mut 0, true)?;
    let mut title: LocalizedText = messages::same_in_every_language(&study.name);
    if !study.name_en.is_empty() {
        title.insert("en".to_owned(), study.name_en.clone());
    }
    let mut level = Level {
        id: format!("study-{:03}", study.number),
        title,
        position: study.fen.clone(),
        side: game.side_names()[position.side_to_move().index()].to_owned(),
        refutations: builder.refutations(&position, &goal, moves, right),
        hints: vec![messages::localized(&format!("pack-{}-{}-hint", game.id(), collection.id))],
        explanation: LocalizedText::new(),
        difficulty: *RATINGS.start(),
        source: format!("{}, no. {}", collection.source, study.number),
        licence: collection.licence.to_owned(),
        proved: proof_kind(&goal),
        goal,
        solution,
    };
    level.difficulty = difficulty(&position, right, moves);
    level.explanation = explain(&mut builder.prover, game, options, &level).ok()?;
    Some(level)
}

/// The shortest mate, by any moves if it is short, and its first moves.
fn shortest_mate(prover: &mut Prover, position: &AnyPosition) -> Option<(Goal, u32, Vec<Move>)> {
    for moves in 1..=MAX_CHECKS {
        if moves <= MAX_MOVES
            && let Some(found) = prover.claim_moves(position, &ProofGoal::WinIn(moves))
            && !found.is_empty()
        {
            return Some((Goal::MateIn(moves), moves, found));
        }
        let found = prover.claim_moves(position, &ProofGoal::Checks(moves))?;
        if !found.is_empty() {
            return Some((Goal::MateByChecks(moves), moves, found));
        }
    }
    None
}
