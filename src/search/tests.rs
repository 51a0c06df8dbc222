//! The search on a game small enough to be searched by the rules alone:
//! numbers lie in a row, and a player takes one or two from either end, one
//! at a time. Whoever has the greater sum wins.

use super::evolution::{Breeding, Features, breed, ranked};
use super::{Budget, Level, Limits, Model, Plan, Searcher, Stop};
use crate::core::{Outcome, Position, Random, Side, mix};

#[derive(Clone, Debug)]
struct Row {
    numbers: [i32; 14],
    from: usize,
    to: usize,
    side: Side,
    /// Whether the side to move has taken one number and may stop.
    took: bool,
    /// What the first side has taken beyond the second.
    lead: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Take {
    Front,
    Back,
    Stop,
}

impl Row {
    fn random(seed: u64) -> Row {
        let mut random = Random::new(seed);
        let numbers = std::array::from_fn(|_| random.below(19) as i32 - 6);
        Row { numbers, from: 0, to: 14, side: Side::First, took: false, lead: 0 }
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
        (self.from == self.to).then_some(Outcome { winner, reason: "row", score: None })
    }
}

struct Knowledge;

impl Model for Knowledge {
    type Position = Row;

    fn evaluate(&mut self, position: &Row) -> i32 {
        position.own_lead()
    }
    fn terminal(&self, position: &Row) -> i32 {
        position.own_lead()
    }
    fn promise(&mut self, _: &mut Row, _: Take, _: u32) -> i32 {
        0
    }
    fn number(&self, mv: Take) -> u16 {
        mv as u16 + 1
    }
    fn is_free(&self, mv: Take) -> bool {
        mv == Take::Stop
    }
    fn remaining(&self, position: &Row) -> u32 {
        (position.to - position.from) as u32
    }
    fn solve(&mut self, _: &Row, _: (i32, i32), _: &mut Budget) -> Option<i32> {
        None
    }
}

/// The value for the side to move by the rules alone.
fn by_the_rules(row: &mut Row) -> i32 {
    let mut moves = Vec::new();
    row.legal_moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let side = row.side;
        let undo = row.play(mv);
        let value = if row.side == side { by_the_rules(row) } else { -by_the_rules(row) };
        row.undo(mv, undo);
        value
    });
    values.max().unwrap_or_else(|| row.own_lead())
}

#[test]
fn a_search_to_the_end_is_minimax_even_where_a_turn_is_several_plies() {
    for seed in 0..30 {
        let mut row = Row::random(seed);
        row.from = 3;
        let expected = by_the_rules(&mut row);
        let mut searcher = Searcher::new(1);
        let found = searcher
            .search(&mut Knowledge, &row, &Plan::default(), &Stop::new(), &mut |_| ())
            .unwrap();
        assert_eq!((found.value, found.exact), (expected, true), "{row:?}");
        let plan = Plan { exact_within: 14, ..Plan::default() };
        let ranking = searcher.rank(&mut Knowledge, &row, &plan, &Stop::new()).unwrap();
        assert_eq!((ranking.moves[0].0, ranking.exact), (expected, true), "{row:?}");
        assert_eq!(ranking.moves.len(), 2);
        let plain = super::minimax(&mut Knowledge, &row, Limits::default(), &Stop::new()).unwrap();
        assert_eq!((plain.moves[0].0, plain.exact), (expected, true), "{row:?}");
        assert!(plain.nodes > found.nodes);
    }
}

#[test]
fn minimax_cut_short_values_every_move_by_one_ply() {
    let row = Row::random(4);
    let values = |limits| {
        let ranking = super::minimax(&mut Knowledge, &row, limits, &Stop::new()).unwrap();
        (ranking.moves, ranking.depth, ranking.exact)
    };
    let one_ply = values(Limits { depth: Some(1), ..Limits::default() });
    assert_eq!(values(Limits { nodes: Some(50), ..Limits::default() }), one_ply);
    let over = Row { from: 14, ..row };
    assert!(super::minimax(&mut Knowledge, &over, Limits::default(), &Stop::new()).is_none());
}

impl Features for Knowledge {
    type Position = Row;

    const COUNT: usize = 2;

    /// The number that is taken, and a feature that tells no move from another.
    fn describe(&mut self, row: &Row, mv: Take, features: &mut [f32]) {
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
fn evolution_learns_that_large_numbers_are_good() {
    let breeding =
        Breeding { population: 12, generations: 15, games: 6, longest: 60, nodes: 1_000_000 };
    let row = Row::random(6);
    let bred = breed(&mut Knowledge, &row, &breeding, 3, Limits::default(), &Stop::new());
    assert!(bred.complete && bred.generations == 15, "{bred:?}");
    assert!(bred.weights[0] > 0.0, "{bred:?}");
    let moves = ranked(&mut Knowledge, &row, &bred.weights);
    assert!(moves.len() == 2 && moves[0].0 >= moves[1].0);
    let few = Limits { nodes: Some(100), ..Limits::default() };
    let cut = breed(&mut Knowledge, &row, &breeding, 3, few, &Stop::new());
    assert!(!cut.complete && cut.generations == 0 && cut.nodes < 110, "{cut:?}");
}

#[test]
fn a_search_stopped_at_once_still_answers_and_a_finished_game_has_no_answer() {
    let row = Row::random(1);
    let stop = Stop::new();
    stop.raise();
    let mut searcher = Searcher::new(0);
    let plan = Plan::default();
    let found = searcher.search(&mut Knowledge, &row, &plan, &stop, &mut |_| ()).unwrap();
    assert_eq!((found.depth, found.exact, row.is_legal(found.best)), (0, false, true));
    assert!(searcher.rank(&mut Knowledge, &row, &plan, &stop).is_some());
    let over = Row { from: 14, ..row };
    assert!(over.outcome().is_some());
    assert!(searcher.search(&mut Knowledge, &over, &plan, &stop, &mut |_| ()).is_none());
    assert!(searcher.rank(&mut Knowledge, &over, &plan, &stop).is_none());
}

#[test]
fn a_limit_of_depth_holds_also_near_the_end_for_a_level() {
    let plan = Plan { exact_within: 14, ..Plan::default() };
    let level = Level { plan, error: 0, looseness: 0 };
    let plan = level.within(Limits { depth: Some(2), ..Limits::default() });
    let found = Searcher::new(0)
        .search(&mut Knowledge, &Row::random(2), &plan, &Stop::new(), &mut |_| ())
        .unwrap();
    assert_eq!(found.depth, 2);
}
