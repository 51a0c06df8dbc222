//! Making packs: games of weak players are searched for positions with a
//! single right move, which is proved before it becomes a level.

mod gain;
mod grow;
mod life;
mod traits;

use std::collections::BTreeSet;

use super::explain::{explain, title};
use super::prove::{Prover, pieces};
use super::{Goal, Level, Pack, Place, Proof, RATINGS, Words, length, words};
use crate::core::{Move, Point, Random, Side};
use crate::games::{
    AnyPosition, Claim, Find, Game, Options, Recipe, Request, SetupError, Strength,
};
use crate::search::{Limits, Stop};
use grow::Grower;
pub use grow::{Found, solve};
use traits::{difficulty, distance, hints, meets_fouls};

/// Moves looked at for one turn while levels are looked for.
pub const NODES: u64 = 3_000_000;

/// The same for groups that are made up; those that take more are too large
/// to be read by heart.
const GROUP_NODES: u64 = 30_000;

/// The same for material that is won.
const GAIN_NODES: u64 = 60_000;

/// The longest game that is played, in plies.
const LONGEST: usize = 300;

/// Games that are played for one level before the search is given up.
const GAMES_A_LEVEL: u64 = 60;

/// Groups that are made up for one level before the search is given up.
const GROUPS_A_LEVEL: u64 = 20_000;

/// The most moves, of both sides, in a solution that is kept.
const MOST_MOVES: usize = 60;

/// The greatest difference of a final score that is still worth playing for.
const FAR: f64 = 24.0;

/// Under which licence made levels may be used: that of the program.
const LICENCE: &str = "MIT OR Apache-2.0";

/// Makes a pack of `count` levels after a recipe. The same seed makes the
/// same pack. It has fewer levels if so many games did not yield them.
///
/// # Errors
/// When the recipe's options are not options of the game.
pub fn make(game: &dyn Game, recipe: &Recipe, count: usize, seed: u64) -> Result<Pack, SetupError> {
    let options = Options::parse(recipe.options)?;
    let (tries, nodes) = match recipe.find {
        Find::LifeAndDeath => (GROUPS_A_LEVEL, GROUP_NODES),
        Find::Gain(_) => (GAMES_A_LEVEL, GAIN_NODES),
        _ => (GAMES_A_LEVEL, NODES),
    };
    let mut maker = Maker {
        game,
        recipe,
        options: options.clone(),
        grower: Grower { prover: Prover::within(game, nodes) },
        count,
        seen: BTreeSet::new(),
        lengths: [0; 32],
        levels: Vec::new(),
    };
    for number in 0..tries * count as u64 {
        if maker.levels.len() >= count {
            break;
        }
        if recipe.find == Find::LifeAndDeath {
            let level = maker.made_up(seed, number)?;
            maker.levels.extend(level);
            continue;
        }
        let game_seed = Random::new(seed ^ number.wrapping_mul(0x9e37_79b9)).bits();
        let positions = maker.play(game_seed)?;
        let source = format!("Self-play, seed {seed}, game {}", number + 1);
        for level in maker.search(&positions, &source, &mut Random::new(game_seed ^ 1))? {
            maker.levels.push(level);
        }
    }
    let mut levels = maker.levels;
    levels.sort_by_key(|level| level.difficulty);
    for (number, level) in levels.iter_mut().enumerate() {
        level.id = format!("{}-{:02}", recipe.id, number + 1);
        level.explanation =
            explain(&mut Prover::new(game), game, &options, level).unwrap_or_default();
    }
    Ok(Pack {
        version: 1,
        id: recipe.id.to_owned(),
        game: game.id().to_owned(),
        title: words(recipe.title),
        description: words(recipe.about),
        options,
        levels,
    })
}

struct Maker<'a> {
    game: &'a dyn Game,
    recipe: &'a Recipe,
    options: Options,
    grower: Grower,
    count: usize,
    /// Keys of the positions that were looked at.
    seen: BTreeSet<u64>,
    /// How many levels of each length there are.
    lengths: [usize; 32],
    levels: Vec<Level>,
}

impl Maker<'_> {
    /// The positions of one game, as text without history, first to last.
    fn play(&mut self, seed: u64) -> Result<Vec<String>, SetupError> {
        let mut random = Random::new(seed);
        let mut engine = self.game.engine();
        let mut position = self.game.start(&self.options)?;
        let mut positions = Vec::new();
        while positions.len() < LONGEST {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.diagram());
            let slips = positions.len() as u32 <= self.recipe.opening
                || random.below(100) < self.recipe.slips as usize;
            let mv = if slips {
                // Passes and choices end games that have hardly begun.
                let plain = |mv: &&Move| matches!(mv, Move::Place(_) | Move::Travel { .. });
                let plain: Vec<Move> = moves.iter().filter(plain).copied().collect();
                random.pick(&plain).copied()
            } else {
                let request = Request {
                    strength: Strength::Level(self.recipe.level),
                    limits: Limits { nodes: Some(3000), ..Limits::default() },
                    seed: random.bits(),
                    stop: Stop::new(),
                };
                engine.think(&position, &request, &mut |_| ()).map(|thought| thought.best)
            };
            let Some(mv) = mv.or_else(|| moves.first().copied()) else { break };
            if position.play(mv).is_err() {
                break;
            }
        }
        Ok(positions)
    }

    /// The levels that the positions of one game yield.
    fn search(
        &mut self,
        positions: &[String],
        source: &str,
        random: &mut Random,
    ) -> Result<Vec<Level>, SetupError> {
        let mut found = Vec::new();
        let (step, most, tried) = match self.recipe.find {
            Find::WinIn(_) => (1, 1, 14),
            Find::Gain(_) => (3, 2, LONGEST),
            Find::Fours { .. } => (1, 1, 40),
            Find::Capture(_) => (7, 2, LONGEST),
            Find::Best(..) => (1, 2, LONGEST),
            Find::LifeAndDeath => (1, 0, 0),
        };
        let skip = random.below(step);
        for (ply, text) in positions.iter().enumerate().rev().skip(skip).step_by(step).take(tried) {
            if found.len() >= most || self.levels.len() + found.len() >= self.count {
                break;
            }
            let position = self.game.position(&self.options, text)?;
            if position.outcome().is_some() || !self.is_wanted(&position) {
                continue;
            }
            if !self.seen.insert(position.key()) {
                continue;
            }
            if let Some(level) = self.level(&position, text, &format!("{source}, ply {ply}")) {
                self.lengths[level.length().min(31) as usize] += 1;
                found.push(level);
            }
        }
        Ok(found)
    }

    /// Whether a position is of the kind that is looked for, at a glance.
    fn is_wanted(&self, position: &AnyPosition) -> bool {
        let men: usize = Side::BOTH.into_iter().map(|side| pieces(position, side).len()).sum();
        let [fewest, most] = self.recipe.pieces;
        if !(fewest..=most).contains(&men) {
            return false;
        }
        let Find::Best(least, most) = self.recipe.find else { return true };
        let board = position.board();
        let empty = usize::from(board.files) * usize::from(board.ranks) - men;
        (least as usize..=most as usize).contains(&empty)
    }

    /// Whether another level of this length is welcome: short ones are found
    /// most easily, and should not be all there is.
    fn has_room(&self, length: u32) -> bool {
        let share = match self.recipe.find {
            _ if length <= 1 => self.count.div_ceil(6),
            Find::Gain(_) => self.count,
            _ => self.count.div_ceil(2),
        };
        self.lengths[length.min(31) as usize] < share
    }

    /// Whether a level has a name of which there are not many yet.
    fn is_fresh(&self, title: &Words) -> bool {
        let same = self.levels.iter().filter(|level| level.title == *title).count();
        // Forks are by far the most frequent way to win material.
        let share = match self.recipe.find {
            Find::Gain(_) => self.count.div_ceil(3) * 2,
            _ => self.count.div_ceil(4),
        };
        !title.is_empty() && same < share
    }

    fn level(&mut self, position: &AnyPosition, text: &str, source: &str) -> Option<Level> {
        let (goal, left) = self.goal(position)?;
        let mut nodes = 0;
        let solution = if let Goal::WinMaterial(_) = goal {
            let steps = self.grow_by_threats(position, &goal, left, &mut nodes)?;
            if length(&steps) != left {
                return None;
            }
            steps
        } else {
            self.grower.grow(position, &goal, left, &mut nodes, true)?
        };
        let first = solution.first()?;
        let right = position.parse_move(&first.text).ok()?;
        let side = self.game.side_names()[position.side_to_move().index()];
        let mut level = Level {
            id: String::new(),
            title: title(position, &goal, &solution),
            position: text.to_owned(),
            side: side.to_owned(),
            refutations: self.grower.refutations(position, &goal, left, right),
            hints: hints(self.recipe, position, right),
            explanation: Words::new(),
            difficulty: *RATINGS.start(),
            source: source.to_owned(),
            licence: LICENCE.to_owned(),
            proved: match goal {
                Goal::MateIn(_) => Proof::Search,
                Goal::WinMaterial(_) => Proof::Lookahead,
                _ => Proof::Solver,
            },
            goal,
            solution,
        };
        level.difficulty = difficulty(position, right, level.length());
        let fits = match self.recipe.find {
            Find::Fours { fouls } => {
                level.length() >= 3 && (!fouls || meets_fouls(position, &level.solution))
            }
            Find::Best(..) | Find::LifeAndDeath => true,
            Find::WinIn(_) => self.has_room(level.length()),
            Find::Gain(_) => self.has_room(level.length()) && self.is_fresh(&level.title),
            Find::Capture(_) => self.has_room(level.length()) && self.is_fresh(&level.title),
        };
        fits.then_some(level)
    }

    /// The goal that holds in a position with a single right move, and how
    /// many own moves it takes at most.
    fn goal(&mut self, position: &AnyPosition) -> Option<(Goal, u32)> {
        match self.recipe.find {
            Find::WinIn(most) => {
                for left in 1..=most {
                    let moves = self.grower.prover.claimed(position, &Claim::WinIn(left))?;
                    if !moves.is_empty() {
                        return (moves.len() == 1 && self.has_room(left))
                            .then_some((Goal::MateIn(left), left));
                    }
                }
                None
            }
            Find::Fours { .. } => {
                let moves = self.grower.prover.claimed(position, &Claim::Fours)?;
                (moves.len() == 1).then_some((Goal::FiveByFours, 32))
            }
            Find::Capture(most) => self.capture(position, most),
            Find::Gain(most) => self.gain(position, most),
            Find::LifeAndDeath => None,
            Find::Best(..) => {
                let values = self.grower.prover.values(position)?;
                let (best, moves) = values.best();
                // A game that is decided by far is no task.
                let decided = values.counted && best.abs() > FAR;
                if moves.len() != 1 || values.moves.len() < 3 || decided {
                    return None;
                }
                let goal = if values.counted {
                    Goal::BestResult(best as i32)
                } else if best == 1.0 {
                    Goal::Win
                } else if best == 0.5 {
                    Goal::Draw
                } else {
                    return None;
                };
                Some((goal, 32))
            }
        }
    }

    /// The longest capture that begins with a single move.
    fn capture(&mut self, position: &AnyPosition, most: u32) -> Option<(Goal, u32)> {
        let mut longest = None;
        for point in pieces(position, position.side_to_move().other()) {
            for moves in 1..=most {
                let claim = Claim::Capture { point, moves };
                let Some(found) = self.grower.prover.claimed(position, &claim) else { break };
                if found.is_empty() {
                    continue;
                }
                let longer = longest.as_ref().is_none_or(|&(_, length)| length < moves);
                if found.len() == 1
                    && longer
                    && self.has_room(moves)
                    && self.is_urgent(position, &claim, point)
                {
                    longest = Some((Goal::Capture(vec![Place(point)]), moves));
                }
                break;
            }
        }
        longest
    }

    /// Whether the other side could still save its piece if it had the move.
    fn is_urgent(&mut self, position: &AnyPosition, claim: &Claim, point: Point) -> bool {
        let mut passed = position.clone();
        if passed.play(Move::Pass).is_err() {
            return true;
        }
        let mut replies = passed.legal_moves();
        replies.sort_by_key(|&reply| distance(reply, Move::Place(point)));
        replies.into_iter().take(24).any(|reply| {
            let mut then = passed.clone();
            then.play(reply).is_ok()
                && self.grower.prover.claimed(&then, claim).is_some_and(|found| found.is_empty())
        })
    }
}
