//! Searches of a game that is small enough for exhaustive minimax: numbers
//! lie in a row, and a player takes one or two from either end, one at a time.
//! The greater sum wins.

use super::evolution::{EvolutionParams, FeatureExtractor, evolve, rank_moves};
use super::{
    Level, Limits, SearchBudget, SearchGame, SearchParams, SearchResult, Searcher, StopFlag, Window,
};
use crate::core::{GameOverReason, Outcome, Position, Random, Side, mix};

#[derive(Clone, Debug)]
pub(super) struct Row {
    numbers: [i32; 14],
    from: usize,
    to: usize,
    side: Side,
    /// True if the side to move has taken one number and may stop.
    took: bool,
    /// The first side's sum minus the second's.
    lead: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Take {
    Front,
    Back,
    Stop,
}

impl Row {
    pub(super) fn random(seed: u64) -> Row {
        let mut random = Random::new(seed);
        let numbers = std::array::from_fn(|_| random.below(19) as i32 - 6);
        Row { numbers, from: 0, to: 14, side: Side::First, took: false, lead: 0 }
    }

    /// Leaves out numbers at the front.
    pub(super) fn shorten(&mut self, by: usize) {
        self.from = by;
    }

    /// The lead of the side to move.
    fn own_lead(&self) -> i32 {
        if self.side == Side::First { self.lead } else { -self.lead }
    }
}

impl Position for Row {
    type Move = Take;
    type Undo = (usize, usize, Side, bool, i32);

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn key(&self) -> u64 {
        let state =
            self.from | self.to << 8 | self.side.index() << 16 | usize::from(self.took) << 17;
        mix(state as u64 ^ (self.lead as u64) << 20)
    }
    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.clear();
        if self.from < self.to {
            moves.extend([Take::Front, Take::Back]);
            moves.extend(self.took.then_some(Take::Stop));
        }
    }
    fn is_legal(&self, mv: Take) -> bool {
        self.from < self.to && (mv != Take::Stop || self.took)
    }
    fn play(&mut self, mv: Take) -> Self::Undo {
        let before = (self.from, self.to, self.side, self.took, self.lead);
        let taken = match mv {
            Take::Front => {
                self.from += 1;
                self.numbers[self.from - 1]
            }
            Take::Back => {
                self.to -= 1;
                self.numbers[self.to]
            }
            Take::Stop => 0,
        };
        self.lead += if self.side == Side::First { taken } else { -taken };
        if mv == Take::Stop || self.took {
            self.side = self.side.other();
        }
        self.took = mv != Take::Stop && !self.took;
        before
    }
    fn undo(&mut self, _: Take, before: Self::Undo) {
        (self.from, self.to, self.side, self.took, self.lead) = before;
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = match self.lead {
            1.. => Some(Side::First),
            0 => None,
            _ => Some(Side::Second),
        };
        (self.from == self.to).then_some(Outcome {
            winner,
            reason: GameOverReason::Row,
            score: None,
        })
    }
}

pub(super) struct Evaluator;

impl SearchGame for Evaluator {
    type Position = Row;

    fn evaluate(&mut self, position: &Row) -> i32 {
        position.own_lead()
    }
    fn terminal_value(&self, position: &Row) -> i32 {
        position.own_lead()
    }
    fn move_order_score(&mut self, _: &mut Row, _: Take, _: u32) -> i32 {
        0
    }
    fn move_id(&self, mv: Take) -> u16 {
        mv as u16 + 1
    }
    fn costs_no_depth(&self, mv: Take) -> bool {
        mv == Take::Stop
    }
    fn max_plies_left(&self, position: &Row) -> u32 {
        (position.to - position.from) as u32
    }
    fn solve(&mut self, _: &Row, _: Window, _: &mut SearchBudget) -> Option<i32> {
        None
    }
}

/// The minimax value for the side to move.
fn minimax_value(row: &mut Row) -> i32 {
    let mut moves = Vec::new();
    row.legal_moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let side = row.side;
        let undo = row.play(mv);
        let value = if row.side == side { minimax_value(row) } else { -minimax_value(row) };
        row.undo(mv, undo);
        value
    });
    values.max().unwrap_or_else(|| row.own_lead())
}

#[test]
fn a_search_to_the_end_equals_minimax_with_turns_of_several_plies() {
    for seed in 0..30 {
        let mut row = Row::random(seed);
        row.from = 3;
        let expected = minimax_value(&mut row);
        let mut searcher = Searcher::new(1);
        let found = searcher
            .search(&mut Evaluator, &row, &SearchParams::default(), &StopFlag::new(), &mut |_| ())
            .unwrap();
        assert_eq!((found.value, found.is_exact()), (expected, true), "{row:?}");
        let params = SearchParams { exact_within: 14, ..SearchParams::default() };
        let ranking = searcher.rank_moves(&mut Evaluator, &row, &params, &StopFlag::new());
        assert_eq!((ranking[0].value, ranking[0].is_exact()), (expected, true), "{row:?}");
        assert_eq!(ranking.len(), 2);
        let plain = super::minimax(&mut Evaluator, &row, Limits::default(), &StopFlag::new(), ());
        assert_eq!((plain[0].value, plain[0].is_exact()), (expected, true), "{row:?}");
        assert!(plain[0].nodes > found.nodes);
    }
}

#[test]
fn minimax_cut_short_values_every_move_by_one_ply() {
    let row = Row::random(4);
    let values = |limits| {
        let ranking = super::minimax(&mut Evaluator, &row, limits, &StopFlag::new(), ());
        let line = |line: SearchResult<Take>| (line.best, line.value, line.depth, line.certainty);
        ranking.into_iter().map(line).collect::<Vec<_>>()
    };
    let one_ply = values(Limits { depth: Some(1), ..Limits::default() });
    assert_eq!(values(Limits { nodes: Some(50), ..Limits::default() }), one_ply);
    let over = Row { from: 14, ..row };
    assert!(
        super::minimax(&mut Evaluator, &over, Limits::default(), &StopFlag::new(), ()).is_empty()
    );
}

impl FeatureExtractor for Evaluator {
    type Position = Row;

    const COUNT: usize = 2;

    /// The number that is taken, and a constant feature.
    fn extract(&mut self, row: &Row, mv: Take, features: &mut [f32]) {
        let taken = match mv {
            Take::Front => row.numbers[row.from],
            Take::Back => row.numbers[row.to - 1],
            Take::Stop => 0,
        };
        features[0] = taken as f32 / 12.0;
        features[1] = 0.5;
    }
}

#[test]
fn evolution_prefers_large_numbers() {
    let params = EvolutionParams {
        population: 12,
        generations: 15,
        games: 6,
        max_plies: 60,
        nodes: 1_000_000,
    };
    let row = Row::random(6);
    let evolved = evolve(&mut Evaluator, &row, &params, 3, Limits::default(), &StopFlag::new(), ());
    assert!(evolved.complete && evolved.generations == 15, "{evolved:?}");
    assert!(evolved.weights[0] > 0.0, "{evolved:?}");
    let moves = rank_moves(&mut Evaluator, &row, &evolved.weights);
    assert!(moves.len() == 2 && moves[0].0 >= moves[1].0);
    let few = Limits { nodes: Some(100), ..Limits::default() };
    let cut = evolve(&mut Evaluator, &row, &params, 3, few, &StopFlag::new(), ());
    assert!(!cut.complete && cut.generations == 0 && cut.nodes < 110, "{cut:?}");
}

#[test]
fn a_stopped_search_has_a_move_and_a_finished_game_has_none() {
    let row = Row::random(1);
    let stop = StopFlag::new();
    stop.raise();
    let mut searcher = Searcher::new(0);
    let params = SearchParams::default();
    let found = searcher.search(&mut Evaluator, &row, &params, &stop, &mut |_| ()).unwrap();
    assert_eq!((found.depth, found.is_exact(), row.is_legal(found.best)), (0, false, true));
    assert_eq!(searcher.rank_moves(&mut Evaluator, &row, &params, &stop).len(), 2);
    let over = Row { from: 14, ..row };
    assert!(over.outcome().is_some());
    assert!(searcher.search(&mut Evaluator, &over, &params, &stop, &mut |_| ()).is_none());
    assert!(searcher.rank_moves(&mut Evaluator, &over, &params, &stop).is_empty());
}

#[test]
fn a_depth_limit_overrides_the_exact_endgame_of_a_level() {
    let params = SearchParams { exact_within: 14, ..SearchParams::default() };
    let level = Level { params, max_loss: 0, temperature: 0 };
    let params = level.params_within(Limits { depth: Some(2), ..Limits::default() });
    let found = Searcher::new(0)
        .search(&mut Evaluator, &Row::random(2), &params, &StopFlag::new(), &mut |_| ())
        .unwrap();
    assert_eq!(found.depth, 2);
}

/// A game of three plies at most that looks at few moves: whoever begins threatens, most answers
/// lose, and the last of them, which is left out of the likely moves, need not be there.
#[derive(Clone, Debug)]
struct Threat {
    moves: Vec<u16>,
    /// Answers, of which all but the last lose.
    answers: u16,
    /// True if the last answer loses too.
    is_won: bool,
}

impl Threat {
    const LIKELY: u16 = 4;

    fn is_lost(&self) -> bool {
        self.moves.get(1).is_some_and(|&mv| mv + 1 < self.answers || self.is_won)
    }
}

impl Position for Threat {
    type Move = u16;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        self.moves.iter().fold(1, |key, &mv| mix(key ^ u64::from(mv)))
    }
    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.clear();
        match self.moves.len() {
            0 => moves.push(0),
            1 => moves.extend(0..Threat::LIKELY),
            // A move of the game that goes on.
            2 if !self.is_lost() => moves.push(0),
            _ => {}
        }
    }
    fn is_legal(&self, mv: u16) -> bool {
        mv < if self.moves.len() == 1 { self.answers } else { 1 }
    }
    fn play(&mut self, mv: u16) {
        self.moves.push(mv);
    }
    fn undo(&mut self, _: u16, (): ()) {
        self.moves.pop();
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
}

struct ThreatEvaluator;

impl SearchGame for ThreatEvaluator {
    type Position = Threat;

    const USE_PRUNING: bool = true;
    const MATE: i32 = 10_000;

    fn evaluate(&mut self, _: &Threat) -> i32 {
        0
    }
    fn terminal_value(&self, position: &Threat) -> i32 {
        if position.is_lost() { Self::MATE - 2 } else { 0 }
    }
    fn is_mate_within(&self, value: i32, _: u32) -> bool {
        value.abs() >= Self::MATE - 6
    }
    fn move_order_score(&mut self, _: &mut Threat, _: u16, _: u32) -> i32 {
        0
    }
    fn move_id(&self, mv: u16) -> u16 {
        mv + 1
    }
    fn costs_no_depth(&self, _: u16) -> bool {
        false
    }
    fn max_plies_left(&self, _: &Threat) -> u32 {
        6
    }
    fn solve(&mut self, _: &Threat, _: Window, _: &mut SearchBudget) -> Option<i32> {
        None
    }
    fn other_moves(&self, position: &Threat, moves: &mut Vec<u16>) {
        moves.clear();
        if position.moves.len() == 1 {
            moves.extend(Threat::LIKELY..position.answers);
        }
    }
}

#[test]
fn a_win_is_found_only_where_no_unlikely_move_prevents_it() {
    let value = |threat: Threat| {
        let params = SearchParams::default();
        let mut searcher = Searcher::new(1);
        let (game, stop) = (&mut ThreatEvaluator, StopFlag::new());
        searcher.search(game, &threat, &params, &stop, &mut |_| ()).unwrap()
    };
    for moves in [vec![], vec![0]] {
        let sign = if moves.is_empty() { 1 } else { -1 };
        let threat = Threat { moves, answers: 30, is_won: true };
        assert_eq!(value(threat.clone()).value, sign * (ThreatEvaluator::MATE - 2));
        let open = Threat { is_won: false, ..threat };
        let found = value(open.clone());
        assert_eq!(found.value, 0);
        if !open.moves.is_empty() {
            // The last answer, which holds.
            assert_eq!(found.best, 29);
        }
    }
}
