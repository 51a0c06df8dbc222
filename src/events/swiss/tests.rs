//! The laws of the Dutch system in whole tournaments, and pairings against the reference.

use super::colours::difference;
use super::*;
use crate::core::Random;

/// A tournament of players whose results are drawn by lot.
struct Simulation {
    field: Field,
    random: Random,
    byes: BTreeSet<u32>,
}

impl Simulation {
    fn new(players: u32, seed: u64) -> Simulation {
        let entrant = |number| Entrant { number, may_have_bye: true, ..Entrant::default() };
        let field = Field {
            entrants: (1..=players).map(entrant).collect(),
            initial: Side::First,
            balances_sides: true,
            half_of_maximum: None,
        };
        Simulation { field, random: Random::new(seed), byes: BTreeSet::new() }
    }

    fn entrant(&mut self, number: u32) -> &mut Entrant {
        self.field.entrants.iter_mut().find(|entrant| entrant.number == number).unwrap()
    }

    /// Plays a round, and checks the laws that hold for each pair.
    fn play(&mut self, round: &RoundPairs) {
        let before = self.field.clone();
        let score = |number: u32| {
            before.entrants.iter().find(|entrant| entrant.number == number).unwrap().score
        };
        for &[first, second] in &round.pairs {
            // A draw now and then, and more often a win of the higher rank.
            let points = match self.random.below(10) {
                0..=1 => [1, 1],
                2..=6 if first < second => [2, 0],
                2..=6 => [0, 2],
                7 | 8 => [2, 0],
                _ => [0, 2],
            };
            let players = [(first, second, Side::First), (second, first, Side::Second)];
            for ((number, other, side), points) in players.into_iter().zip(points) {
                let float = match score(number).cmp(&score(other)) {
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Equal => Float::None,
                    std::cmp::Ordering::Less => Float::Up,
                };
                let entrant = self.entrant(number);
                assert!(entrant.met.insert(other), "{number} and {other} meet again");
                entrant.sides.push(side);
                entrant.score += points;
                entrant.floats = [float, entrant.floats[0]];
            }
        }
        if let Some(bye) = round.bye {
            assert!(self.byes.insert(bye), "{bye} has a second bye");
            let entrant = self.entrant(bye);
            entrant.score += 2;
            entrant.may_have_bye = false;
            entrant.unplayed += 1;
            entrant.floats = [Float::Down, entrant.floats[0]];
        }
    }
}

#[test]
fn no_law_is_broken_in_tournaments_of_many_sizes() {
    for (players, rounds) in [(6, 3), (9, 5), (14, 6), (23, 7), (40, 8)] {
        for seed in 0..3 {
            let mut simulation = Simulation::new(players, seed);
            for number in 1..=rounds {
                let round = simulation.field.pair().unwrap();
                assert_eq!(round.pairs.len() as u32, players / 2);
                assert_eq!(round.bye.is_some(), players % 2 == 1);
                simulation.play(&round);
                for entrant in &simulation.field.entrants {
                    let sides = &entrant.sides;
                    let thrice =
                        sides.windows(3).any(|three| three.iter().all(|side| *side == three[0]));
                    assert!(!thrice, "round {number}: {sides:?}");
                    assert!(difference(sides).abs() <= 2, "round {number}: {sides:?}");
                }
            }
        }
    }
}

#[test]
fn every_round_is_the_one_that_the_reference_finds() {
    let mut compared = 0;
    for seed in 0..40_u64 {
        let players = 4 + (seed % 5) as u32;
        let mut simulation = Simulation::new(players, seed);
        let rounds = players - 1;
        for number in 1..=rounds {
            let last = (number == rounds).then_some(number - 1);
            simulation.field.half_of_maximum = last;
            // Now and then somebody pauses.
            let mut field = simulation.field.clone();
            if number > 1 && simulation.random.below(4) == 0 {
                let pausing = simulation.random.below(field.entrants.len());
                field.entrants.remove(pausing);
            }
            field.sort();
            let expected = reference::pair_all(&field);
            let found = bracket::pair_all(&field).ok();
            let sorted = |known: &Option<(Vec<[usize; 2]>, Option<usize>)>| {
                known.clone().map(|(pairs, bye)| field.round(pairs, bye))
            };
            assert_eq!(sorted(&found), sorted(&expected), "seed {seed}, round {number}: {field:?}");
            let Some(round) = sorted(&found) else { break };
            simulation.play(&round);
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} rounds");
}

#[test]
fn games_without_a_balance_of_sides_are_paired_by_scores_alone() {
    let mut simulation = Simulation::new(12, 5);
    simulation.field.balances_sides = false;
    for _ in 0..6 {
        let round = simulation.field.pair().unwrap();
        simulation.play(&round);
    }
}

#[test]
fn too_many_rounds_are_refused_with_a_sentence() {
    let mut simulation = Simulation::new(4, 1);
    simulation.field.balances_sides = false;
    for _ in 0..3 {
        let round = simulation.field.pair().unwrap();
        simulation.play(&round);
    }
    let refused = simulation.field.pair().unwrap_err().to_string();
    assert!(refused.contains("fewer rounds"), "{refused}");
}
