//! Puzzle generator: searches self-play games of weak levels for positions with
//! a single solution, and proves them.

mod features;
mod goals;
mod life_and_death;
mod material;
mod random_positions;
mod solution_builder;

use std::collections::BTreeSet;

use super::explain::{explain, title};
use super::prove::{Prover, proof_kind};
use super::similarity::PositionShape;
use super::{Goal, Level, Pack, RATINGS, length};
use crate::content::messages::{self, LocalizedText};
use crate::core::{Move, Random, Side};
use crate::games::{
    AnyPosition, EngineRequest, Game, Options, PuzzleKind, PuzzleSpec, SetupError, Strength,
};
use crate::search::{Limits, StopFlag};
pub(super) use features::difficulty;
use features::{hints, relies_on_foul};
pub(super) use solution_builder::SolutionBuilder;
pub use solution_builder::{FoundSolution, solve};

/// Node limit for one turn during generation.
pub const NODES: u64 = 3_000_000;

/// Node limit for generated groups; those that need more are too hard to read.
const GROUP_NODES: u64 = 30_000;

/// Node limit for the scores of endgames in random positions.
const SCORE_NODES: u64 = 100_000;

/// Node limit for won material.
const GAIN_NODES: u64 = 60_000;

/// Node limit for mates, and for wins by threats: what takes longer would keep whoever proves
/// a pack waiting.
const MATE_NODES: u64 = 3_000_000;
const THREAT_NODES: u64 = 60_000;

/// Maximum plies of a self-play game.
const MAX_PLIES: usize = 300;

/// Maximum number of self-play games per level.
const GAMES_PER_LEVEL: u64 = 60;

/// Maximum number of generated groups and of random positions per level.
const GROUPS_PER_LEVEL: u64 = 20_000;
const POSITIONS_PER_LEVEL: u64 = 20_000;

/// Maximum number of moves, of both sides, in a solution.
const MAX_MOVES: usize = 60;

/// Minimum number of moves that gain something.
const MIN_GAINING: usize = 3;

/// Final score difference above which a game is decided.
const DECIDED_MARGIN: f64 = 24.0;

/// Licence of generated levels: that of the program.
const LICENCE: &str = "MIT OR Apache-2.0";

/// The levels that a new pack has to take account of.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExistingLevels<'a> {
    /// Levels of the pack itself, which are kept with their ids.
    pub own: &'a [Level],
    /// Packs of the game whose levels are not to be made again.
    pub others: &'a [Pack],
}

/// Generates a pack of `count` levels from a specification, those it has already
/// included. Deterministic for a seed. No level is like another one, see
/// [`PositionShape::is_like`]. The pack has fewer levels if the games did not yield more.
///
/// # Errors
/// When the options of the specification are not options of the game.
pub fn make(
    game: &dyn Game,
    spec: &PuzzleSpec,
    count: usize,
    seed: u64,
    existing: ExistingLevels<'_>,
) -> Result<Pack, SetupError> {
    let options = Options::parse(spec.options)?;
    let (tries, nodes) = match spec.kind {
        PuzzleKind::LifeAndDeath => (GROUPS_PER_LEVEL, GROUP_NODES),
        PuzzleKind::Best(..) if spec.random_positions => (POSITIONS_PER_LEVEL, SCORE_NODES),
        _ if spec.random_positions => (POSITIONS_PER_LEVEL, NODES),
        PuzzleKind::Gain(_) => (GAMES_PER_LEVEL, GAIN_NODES),
        PuzzleKind::WinIn(_) | PuzzleKind::Checks(_) => (GAMES_PER_LEVEL, MATE_NODES),
        PuzzleKind::Vct => (GAMES_PER_LEVEL, THREAT_NODES),
        _ => (GAMES_PER_LEVEL, NODES),
    };
    let mut maker = LevelMaker {
        game,
        spec,
        options: options.clone(),
        builder: SolutionBuilder { prover: Prover::with_node_limit(game, nodes) },
        count,
        seen: BTreeSet::new(),
        shapes: Vec::new(),
        length_counts: [0; 32],
        levels: existing.own.to_vec(),
    };
    maker.take_shapes(existing);
    for number in 0..tries * count as u64 {
        if maker.levels.len() >= count {
            break;
        }
        if spec.random_positions || spec.kind == PuzzleKind::LifeAndDeath {
            let made = match spec.kind {
                PuzzleKind::LifeAndDeath => maker.generated_level(seed, number)?,
                _ => maker.random_level(seed, number)?,
            };
            if let Some(level) = made.filter(|level| maker.is_new(level)) {
                maker.levels.push(level);
            }
            continue;
        }
        let game_seed = seed_of(seed, number);
        let positions = maker.play_game(game_seed)?;
        let source = format!("Self-play, seed {seed}, game {}", number + 1);
        for level in maker.search_game(&positions, &source, &mut Random::new(game_seed ^ 1))? {
            if maker.is_new(&level) {
                maker.levels.push(level);
            }
        }
    }
    let mut levels = maker.levels;
    levels.sort_by_key(|level| level.difficulty);
    let mut number = 0;
    let mut prover = Prover::new(game);
    for at in 0..levels.len() {
        if !levels[at].id.is_empty() {
            continue;
        }
        let mut id = String::new();
        while id.is_empty() || levels.iter().any(|level| level.id == id) {
            number += 1;
            id = format!("{}-{number:02}", spec.id);
        }
        let level = &mut levels[at];
        level.id = id;
        level.explanation = explain(&mut prover, game, &options, level).unwrap_or_default();
    }
    Ok(Pack {
        version: 1,
        id: spec.id.to_owned(),
        game: game.id().to_owned(),
        title: pack_text(game, spec, "title"),
        description: pack_text(game, spec, "description"),
        options,
        levels,
    })
}

/// The seed of the material with this number: games, groups and endgames each have their own.
fn seed_of(seed: u64, number: u64) -> u64 {
    Random::new(seed ^ number.wrapping_mul(0x9e37_79b9)).next_u64()
}

/// A text of a pack, such as its title.
fn pack_text(game: &dyn Game, spec: &PuzzleSpec, part: &str) -> LocalizedText {
    messages::localized(&format!("pack-{}-{}-{part}", game.id(), spec.id))
}

struct LevelMaker<'a> {
    game: &'a dyn Game,
    spec: &'a PuzzleSpec,
    options: Options,
    builder: SolutionBuilder,
    count: usize,
    /// Keys of the positions already examined.
    seen: BTreeSet<u64>,
    /// The shapes of all levels that another one must not be like.
    shapes: Vec<PositionShape>,
    /// Number of levels by length.
    length_counts: [usize; 32],
    levels: Vec<Level>,
}

impl LevelMaker<'_> {
    /// Notes the shapes of the levels there are, and the lengths of those of the pack.
    fn take_shapes(&mut self, existing: ExistingLevels<'_>) {
        for level in existing.own {
            self.length_counts[self.count_index(level)] += 1;
            self.shapes.extend(self.shape(&self.options, level));
        }
        for pack in existing.others.iter().filter(|pack| pack.game == self.game.id()) {
            let shapes = pack.levels.iter().filter_map(|level| self.shape(&pack.options, level));
            let shapes: Vec<PositionShape> = shapes.collect();
            self.shapes.extend(shapes);
        }
    }

    /// The place of a level in the counts: its length, or its difficulty where that is what
    /// is balanced.
    fn count_index(&self, level: &Level) -> usize {
        match self.spec.kind {
            PuzzleKind::LifeAndDeath | PuzzleKind::StopVcf => {
                (level.difficulty / 200).min(31) as usize
            }
            _ => level.length().min(31) as usize,
        }
    }

    fn shape(&self, options: &Options, level: &Level) -> Option<PositionShape> {
        let position = self.game.position(options, &level.position).ok()?;
        Some(PositionShape::new(&position))
    }

    /// Notes the shape of a level; false if one before it is like it.
    fn is_new(&mut self, level: &Level) -> bool {
        let Some(shape) = self.shape(&self.options, level) else { return false };
        let is_new = !self.shapes.iter().any(|known| known.is_like(&shape));
        if is_new {
            self.shapes.push(shape);
        }
        is_new
    }

    /// Plays a game and returns its positions as text without history, in
    /// order.
    fn play_game(&mut self, seed: u64) -> Result<Vec<String>, SetupError> {
        let mut random = Random::new(seed);
        let mut engine = self.game.engine();
        let mut position = self.game.start(&self.options)?;
        let mut positions = Vec::new();
        while positions.len() < MAX_PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.diagram());
            let plays_randomly = positions.len() as u32 <= self.spec.opening
                || random.below(100) < self.spec.random_move_percent as usize;
            let mv = if plays_randomly {
                // Passes and decisions would end games too early.
                let plain = |mv: &&Move| matches!(mv, Move::Place(_) | Move::FromTo { .. });
                let plain: Vec<Move> = moves.iter().filter(plain).copied().collect();
                random.pick(&plain).copied()
            } else {
                let request = EngineRequest {
                    strength: Strength::Level(self.spec.level),
                    limits: Limits { nodes: Some(3000), ..Limits::default() },
                    seed: random.next_u64(),
                    stop: StopFlag::new(),
                };
                engine.search(&position, &request, &mut |_| ()).map(|thought| thought.best)
            };
            let Some(mv) = mv.or_else(|| moves.first().copied()) else { break };
            if position.play(mv).is_err() {
                break;
            }
        }
        Ok(positions)
    }

    /// Levels found in the positions of one game.
    fn search_game(
        &mut self,
        positions: &[String],
        source: &str,
        random: &mut Random,
    ) -> Result<Vec<Level>, SetupError> {
        let mut found = Vec::new();
        let (step, max_levels, tried) = match self.spec.kind {
            PuzzleKind::WinIn(_) => (1, 1, 14),
            PuzzleKind::Checks(_) => (1, 1, 40),
            PuzzleKind::Vct | PuzzleKind::StopVcf => (1, 1, 40),
            PuzzleKind::Gain(_) => (3, 2, MAX_PLIES),
            PuzzleKind::Vcf { .. } => (1, 1, 40),
            PuzzleKind::Capture(_) => (7, 2, MAX_PLIES),
            PuzzleKind::Best(..) => (1, 2, MAX_PLIES),
            PuzzleKind::LifeAndDeath | PuzzleKind::Endgame => (1, 0, 0),
        };
        let skip = random.below(step);
        for (ply, text) in positions.iter().enumerate().rev().skip(skip).step_by(step).take(tried) {
            if found.len() >= max_levels || self.levels.len() + found.len() >= self.count {
                break;
            }
            let position = self.game.position(&self.options, text)?;
            if position.outcome().is_some() || !self.fits_spec(&position) {
                continue;
            }
            if !self.seen.insert(position.key()) {
                continue;
            }
            if let Some(level) = self.build_level(&position, text, &format!("{source}, ply {ply}"))
            {
                let at = self.count_index(&level);
                self.length_counts[at] += 1;
                found.push(level);
            }
        }
        Ok(found)
    }

    /// True if a position may suit the specification, by static tests.
    fn fits_spec(&self, position: &AnyPosition) -> bool {
        let piece_count: usize =
            Side::BOTH.into_iter().map(|side| position.pieces_of(side).len()).sum();
        let [min_pieces, max_pieces] = self.spec.pieces;
        if !(min_pieces..=max_pieces).contains(&piece_count) {
            return false;
        }
        let PuzzleKind::Best(min_empty, max_empty) = self.spec.kind else { return true };
        let board = position.board();
        let empty = usize::from(board.files) * usize::from(board.ranks) - piece_count;
        (min_empty as usize..=max_empty as usize).contains(&empty)
    }

    /// True if the pack needs another level of this length: short ones are
    /// found most easily.
    fn has_length_room(&self, length: u32) -> bool {
        let share = match self.spec.kind {
            PuzzleKind::WinIn(most) if self.spec.min_moves == most => self.count,
            _ if length <= 1 => self.count.div_ceil(6),
            PuzzleKind::Gain(_) => self.count,
            _ => self.count.div_ceil(2),
        };
        self.length_counts[length.min(31) as usize] < share
    }

    /// True if the pack has few levels with this title.
    fn has_title_room(&self, title: &LocalizedText) -> bool {
        if !self.spec.motifs.is_empty() {
            return self.spec.motifs.iter().any(|motif| messages::localized(motif) == *title);
        }
        let same = self.levels.iter().filter(|level| level.title == *title).count();
        // Forks are the most frequent tactic.
        let share = match self.spec.kind {
            PuzzleKind::Gain(_) => self.count.div_ceil(3) * 2,
            _ => self.count.div_ceil(4),
        };
        !title.is_empty() && same < share
    }

    fn build_level(&mut self, position: &AnyPosition, text: &str, source: &str) -> Option<Level> {
        let (goal, left) = self.goal(position)?;
        let mut nodes = 0;
        let solution = if let Goal::WinMaterial(_) = goal {
            let steps = self.build_by_threats(position, &goal, left, &mut nodes)?;
            if length(&steps) != left {
                return None;
            }
            steps
        } else {
            self.builder.build(position, &goal, left, &mut nodes, true)?
        };
        let first = solution.first()?;
        let right = position.parse_move(&first.text).ok()?;
        let side = self.game.side_names()[position.side_to_move().index()];
        let mut level = Level {
            id: String::new(),
            title: title(position, &goal, &solution),
            position: text.to_owned(),
            side: side.to_owned(),
            refutations: self.builder.refutations(position, &goal, left, right),
            hints: hints(pack_text(self.game, self.spec, "hint"), position, right),
            explanation: LocalizedText::new(),
            difficulty: *RATINGS.start(),
            source: source.to_owned(),
            licence: LICENCE.to_owned(),
            proved: proof_kind(&goal),
            goal,
            solution,
        };
        let length = match self.spec.kind {
            PuzzleKind::StopVcf => self.threat_length(position)?,
            // Its solution ends where several moves win.
            PuzzleKind::Vct => self.win_length(position).unwrap_or(level.length()),
            _ => level.length(),
        };
        level.difficulty = difficulty(position, right, length);
        let fits = match self.spec.kind {
            _ if level.length() < self.spec.min_moves => false,
            PuzzleKind::Vcf { fouls } => !fouls || relies_on_foul(position, &level.solution),
            PuzzleKind::Best(..) if self.spec.random_positions => {
                self.has_length_room(level.length())
            }
            PuzzleKind::Best(..)
            | PuzzleKind::LifeAndDeath
            | PuzzleKind::Endgame
            | PuzzleKind::Vct => true,
            PuzzleKind::StopVcf => {
                self.length_counts[self.count_index(&level)] < self.count.div_ceil(4)
            }
            PuzzleKind::WinIn(_) | PuzzleKind::Checks(_) => self.has_length_room(level.length()),
            PuzzleKind::Gain(_) => {
                self.has_length_room(level.length()) && self.has_title_room(&level.title)
            }
            PuzzleKind::Capture(_) => {
                self.has_length_room(level.length()) && self.has_title_room(&level.title)
            }
        };
        fits.then_some(level)
    }
}
