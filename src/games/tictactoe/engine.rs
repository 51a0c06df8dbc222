//! The computer player of k in a row: how it answers.

use web_time::Instant;

use super::knowledge::{CERTAIN, Knowledge, WIN, chance};
pub use super::levels::LEVELS;
use super::levels::{Method, Player};
use super::position::{Cell, Rules, TicTacToe};
use super::rows::{Rows, View};
use crate::core::{Move, Position, Random};
use crate::games::engine::mate_in;
use crate::games::{AnyPosition, Engine, Playable, Request, Strength, Thought, Unit, Value};
use crate::search::evolution::{Bred, Breeding, breed, ranked};
use crate::search::{Found, Kept, Level, Limits, Lines, minimax};

/// Memory for the transposition table, in mebibytes: of levels that look at
/// few positions, and of all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 32;

/// The player of the first level is the same in every game.
const BREEDING_SEED: u64 = 1;

/// A bred player's weights are chosen among in this many parts.
const WEIGHT: f32 = 100.0;

/// The computer player of k in a row.
#[derive(Default)]
pub struct TicTacToeEngine {
    searcher: Kept<Knowledge>,
    /// Who was bred, and for which rules.
    bred: Option<(Rules, Bred)>,
}

impl Engine for TicTacToeEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let position = position.downcast::<TicTacToe>()?;
        if position.outcome().is_some() {
            return None;
        }
        let player = match request.strength {
            Strength::Full => Player::full(),
            Strength::Level(level) => Player::at(level),
        };
        let rows = Rows::new(position, player.view(position.rules()));
        match player.method {
            Method::Evolution(breeding) => self.by_weights(&rows, &player, &breeding, request),
            Method::Minimax => by_minimax(&rows, &player, request),
            Method::AlphaBeta => self.by_alpha_beta(&rows, &player, request, report),
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let Some(position) = position.downcast::<TicTacToe>() else { return Vec::new() };
        let player = Player::full();
        let rows = Rows::new(position, player.view(position.rules()));
        let plan = player.level.within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        if request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.forget();
        }
        let thoughts = |found: &[Found<Cell>]| -> Vec<Thought> {
            found.iter().map(|line| thought(&rows, line)).collect()
        };
        let (wanted, stop) = (Lines::best(lines), &request.stop);
        let found =
            searcher.search_lines(&mut Knowledge, &rows, &plan, &wanted, stop, &mut |found| {
                report(&thoughts(found));
            });
        thoughts(&found)
    }
}

impl TicTacToeEngine {
    fn by_alpha_beta(
        &mut self,
        rows: &Rows,
        player: &Player,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let mut plan = player.level.within(request.limits);
        let mut moves = Vec::new();
        rows.legal_moves(&mut moves);
        if moves.len() == 1 && request.strength != Strength::Full {
            plan.limits = plan.limits.and(Limits::FORCED);
        }
        let searcher =
            self.searcher.searcher(if player.is_light() { SMALL_TABLE } else { LARGE_TABLE });
        // An answer that must repeat may not depend on earlier questions.
        if !player.remembers || request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.forget();
        }
        let found = searcher.search(&mut Knowledge, rows, &plan, &request.stop, &mut |found| {
            report(&thought(rows, found));
        })?;
        Some(thought(rows, &found))
    }

    /// The choice of a bred player. The positions looked at are those of its
    /// breeding and the ones after each move here.
    fn by_weights(
        &mut self,
        rows: &Rows,
        player: &Player,
        breeding: &Breeding,
        request: &Request,
    ) -> Option<Thought> {
        let started = Instant::now();
        let rules = *rows.position().rules();
        // An answer within so many positions may not use what took more.
        let affords = |bred: &Bred| request.limits.nodes.is_none_or(|most| bred.nodes <= most);
        let kept = self.bred.take().filter(|(of, bred)| *of == rules && affords(bred));
        let bred = kept.map(|(_, bred)| bred).unwrap_or_else(|| {
            let arena = Rows::new(&TicTacToe::new(nursery(rules)), OPEN);
            let (limits, stop) = (player.level.within(request.limits).limits, &request.stop);
            breed(&mut Knowledge, &arena, breeding, BREEDING_SEED, limits, stop)
        });
        let moves = ranked(&mut Knowledge, rows, &bred.weights);
        let nodes = bred.nodes + moves.len() as u64;
        self.bred = bred.complete.then_some((rules, bred));
        let moves: Vec<_> =
            moves.into_iter().map(|(worth, mv)| ((worth * WEIGHT) as i32, mv)).collect();
        let (_, best) = choose(rows, &moves, &player.level, request.seed)?;
        let best = rows.position().lift(best);
        Some(Thought {
            best,
            line: vec![best],
            value: None,
            depth: 1,
            nodes,
            elapsed: started.elapsed(),
        })
    }
}

/// Every empty square is a move, as a beginner sees it.
const OPEN: View = View { width: None, forced: false };

/// The board to breed a player on: what it learns does not depend on the
/// size, and games on a small one are short.
fn nursery(rules: Rules) -> Rules {
    let most = rules.row + 2;
    Rules { files: rules.files.min(most), ranks: rules.ranks.min(most), ..rules }
}

fn by_minimax(rows: &Rows, player: &Player, request: &Request) -> Option<Thought> {
    let limits = player.level.within(request.limits).limits;
    let ranking = minimax(&mut Knowledge, rows, limits, &request.stop)?;
    let (value, best) = choose(rows, &ranking.moves, &player.level, request.seed)?;
    let found = ranking.chosen((value, best));
    Some(thought(rows, &found))
}

/// The choice of a level, which may err. Among moves that are equally good
/// the seed decides.
fn choose(rows: &Rows, moves: &[(i32, Cell)], level: &Level, seed: u64) -> Option<(i32, Cell)> {
    let mut random = Random::new(seed ^ rows.key());
    if level.error > 0 {
        return level.choose(moves, &mut random);
    }
    let best = moves.iter().take_while(|(value, _)| *value == moves[0].0).count();
    random.pick(&moves[..best]).copied()
}

fn thought(rows: &Rows, found: &Found<Cell>) -> Thought {
    let position = rows.position();
    let line: Vec<Move> = found.line.iter().map(|&mv| position.lift(mv)).collect();
    let is_won = found.value.abs() >= CERTAIN;
    let until = WIN - found.value.abs() - position.marks() as i32;
    Thought {
        best: position.lift(found.best),
        line,
        value: Some(Value {
            amount: chance(found.value),
            unit: Unit::Chance,
            // Where not every move is looked at, nothing is proved.
            exact: (found.exact || is_won) && rows.view().width.is_none(),
            mate: if is_won { mate_in(until, found.value) } else { None },
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}
