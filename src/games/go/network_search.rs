//! Go as the search guided by the network sees it, and the tree that is kept from move to move.

use super::network::Evaluator;
use super::playout::is_playable;
use super::position::{EndReason, Go, GoMove, Phase, Setup};
use super::rules::Rules;
use super::score::score_board;
use crate::core::{Position, Side};
use crate::search::StopFlag;
use crate::search::puct::{Evaluation, PuctGame, PuctParams, PuctResult, PuctTree, puct_search};

/// Go with the evaluation of a network.
pub struct NetworkGo<const C: usize> {
    evaluator: Evaluator,
    legal: Vec<GoMove>,
}

impl<const C: usize> NetworkGo<C> {
    /// The game with this evaluation.
    pub fn new(evaluator: Evaluator) -> Self {
        NetworkGo { evaluator, legal: Vec::new() }
    }

    /// The result where play is over; `None` during play. Where the sides would agree on dead
    /// stones, they are those that the network gives to the other side.
    fn result(&mut self, go: &Go<C>) -> Option<Evaluation> {
        let dead = match go.phase() {
            Phase::Play => return None,
            Phase::Finished(EndReason::Repetition) => {
                return Some(Evaluation { win: 0.5, lead: 0.0, deviation: 0.0 });
            }
            Phase::Finished(EndReason::TwoPasses) => Default::default(),
            Phase::Finished(EndReason::DeadStonesAgreed) => go.dead(),
            Phase::Finished(EndReason::MoveLimit) if !go.rules().stone_removal => {
                Default::default()
            }
            Phase::Finished(EndReason::MoveLimit) | Phase::StoneRemoval { .. } => {
                self.evaluator.dead_stones(go)
            }
        };
        let totals = score_board(go.go_board(), go.rules(), &dead, go.captured()).totals;
        let [own, other] = [go.side_to_move(), go.side_to_move().other()]
            .map(|side| totals[side.index()].as_halves());
        let win = 0.5 + 0.5 * (own - other).signum() as f32;
        Some(Evaluation { win, lead: (own - other) as f32 / 2.0, deviation: 0.0 })
    }
}

impl<const C: usize> PuctGame for NetworkGo<C> {
    type Position = Go<C>;
    type Move = GoMove;

    fn side_to_move(&self, go: &Go<C>) -> Side {
        go.side_to_move()
    }

    fn play(&mut self, go: &mut Go<C>, mv: GoMove) {
        go.play(mv);
    }

    fn evaluate(&mut self, go: &Go<C>, moves: &mut Vec<(GoMove, f32)>) -> Evaluation {
        moves.clear();
        if let Some(result) = self.result(go) {
            return result;
        }
        go.legal_moves(&mut self.legal);
        let board = go.go_board();
        let files = usize::from(board.files());
        let output = self.evaluator.evaluate(go);
        moves.extend(self.legal.iter().map(|&mv| {
            let logit = match mv {
                GoMove::Place(cell) => {
                    let at = board.point(cell);
                    output.policy[usize::from(at.rank) * files + usize::from(at.file)]
                }
                _ => output.pass,
            };
            (mv, logit)
        }));
        softmax(moves);
        Evaluation {
            win: output.win,
            lead: output.lead_in_points(),
            deviation: output.deviation_in_points(),
        }
    }
}

/// Turns logits into probabilities.
fn softmax(moves: &mut [(GoMove, f32)]) {
    let largest = moves.iter().fold(f32::NEG_INFINITY, |max, (_, logit)| max.max(*logit));
    moves.iter_mut().for_each(|(_, logit)| *logit = (*logit - largest).exp());
    let sum: f32 = moves.iter().map(|(_, weight)| weight).sum();
    moves.iter_mut().for_each(|(_, weight)| *weight /= sum);
}

/// The tree of the last search, and the game to whose position it belongs.
#[derive(Default)]
pub struct KeptTree {
    tree: PuctTree<GoMove>,
    game: Option<GameSoFar>,
}

/// What tells whether a position comes later in the same game.
#[derive(PartialEq)]
struct GameSoFar {
    size: [u8; 2],
    rules: Rules,
    setup: Setup,
    moves: Vec<GoMove>,
}

impl GameSoFar {
    fn of<const C: usize>(go: &Go<C>) -> GameSoFar {
        let board = go.go_board();
        GameSoFar {
            size: [board.files(), board.ranks()],
            rules: *go.rules(),
            setup: go.setup().clone(),
            moves: go.move_history().to_vec(),
        }
    }
}

impl KeptTree {
    /// Makes it the tree of this position: what was searched of it earlier in the same game if
    /// that may be used, or an empty one.
    fn advance_to<const C: usize>(&mut self, go: &Go<C>, may_use: bool) {
        let now = GameSoFar::of(go);
        let before = self.game.take().filter(|before| {
            may_use
                && (before.size, before.rules) == (now.size, now.rules)
                && before.setup == now.setup
                && now.moves.starts_with(&before.moves)
        });
        match before {
            Some(before) => self.tree.advance(now.moves[before.moves.len()..].iter().copied()),
            None => self.tree = PuctTree::default(),
        }
        self.game = Some(now);
    }

    /// Searches a position in play. `keeps` says whether earlier searches of the same game may be
    /// used.
    pub fn search<const C: usize>(
        &mut self,
        go: &Go<C>,
        evaluator: Evaluator,
        params: &PuctParams<GoMove>,
        keeps: bool,
        (seed, stop): (u64, &StopFlag),
        report: &mut dyn FnMut(&[PuctResult<GoMove>]),
    ) -> Vec<PuctResult<GoMove>> {
        self.advance_to(go, keeps);
        if params.root_moves.is_some() || params.noise.is_some() {
            self.game = None;
        }
        let mut game = NetworkGo::new(evaluator);
        puct_search(&mut game, go, &mut self.tree, params, (seed, stop), report)
    }
}

/// True if a move may be chosen at random: a stone that fills no own eye.
pub fn is_sensible<const C: usize>(go: &Go<C>, mv: GoMove) -> bool {
    match mv {
        GoMove::Place(cell) => is_playable(go.go_board(), cell, go.side_to_move()),
        _ => false,
    }
}
