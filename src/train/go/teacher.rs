//! Games whose moves and judgement come from another program, by the protocol of KataGo's
//! analysis engine: a query in JSON for each position, and an answer of one visit.

use serde_json::{Value, json};
use thiserror::Error;

use super::samples::Sample;
use crate::core::{Point, Position, Random, Side};
use crate::games::go::network::Inputs;
use crate::games::go::{GoMove, KoRule, LargeGo, Phase, Rules, ScoringRule};

/// Column letters, which skip I.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Rule sets of the games, each as often as it stands here.
const RULE_SETS: [&str; 10] = [
    "chinese",
    "chinese",
    "chinese",
    "chinese",
    "japanese",
    "japanese",
    "aga",
    "new-zealand",
    "tromp-taylor",
    "tromp-taylor",
];

/// The chance to win or lose from which a game may end early, and the chance that it does so at
/// a move.
const DECIDED: f32 = 0.985;
const END_EARLY: f64 = 0.06;

/// An answer that is none.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// The program refused the query.
    #[error("the teacher refused a position: {0}")]
    Refused(String),
    /// A field is missing or has another shape.
    #[error("the teacher's answer has no usable field {0:?}; expected one of an analysis")]
    Field(&'static str),
}

/// A game in progress.
pub struct TeacherGame {
    go: LargeGo,
    /// Moves as GTP vertices, with the letters of the sides.
    moves: Vec<[String; 2]>,
    random: Random,
    /// Plies that are played with more variety.
    opening: usize,
    /// The chance of a random move.
    blunders: f64,
    samples: Vec<Sample>,
    /// Plies after which the game ends.
    most_plies: usize,
}

impl TeacherGame {
    /// A new game on a square board of this size, with rules, komi and variety by chance.
    #[must_use]
    pub fn new(size: u8, mut random: Random) -> TeacherGame {
        let rules = RULE_SETS[random.below(RULE_SETS.len())];
        let points = usize::from(size) * usize::from(size);
        // Small boards are more unequal; of larger ones Black's first move is worth about 7.
        let fair: i32 = match size {
            5 => 48,
            6 => 8,
            7 => 18,
            _ => 14,
        };
        let spread = match random.below(10) {
            0..6 => 3.0,
            6..9 => 14.0,
            _ => 0.4 * points as f64,
        };
        let komi = fair + (spread * normal(&mut random)) as i32;
        let most = (points as i32).min(199);
        let rules = Rules::from_name(rules, komi.clamp(-most, most), 0);
        let opening = match random.below(2) {
            0 => random.below(4),
            _ => random.below(points / 5 + 2),
        };
        let blunders = match random.below(3) {
            0 => 0.0,
            1 => 0.02,
            _ => 0.06,
        };
        TeacherGame {
            go: LargeGo::new(size, size, rules),
            moves: Vec::new(),
            random,
            opening,
            blunders,
            samples: Vec::new(),
            most_plies: 2 * points,
        }
    }

    /// The query of the present position.
    #[must_use]
    pub fn query(&self, id: usize) -> Value {
        let rules = self.go.rules();
        let ko = match rules.ko {
            KoRule::Simple => "SIMPLE",
            KoRule::Positional => "POSITIONAL",
            KoRule::Situational => "SITUATIONAL",
        };
        let is_territory = rules.scoring == ScoringRule::Territory;
        json!({
            "id": id.to_string(),
            "moves": self.moves,
            "rules": {
                "ko": ko,
                "scoring": if is_territory { "TERRITORY" } else { "AREA" },
                "tax": if is_territory { "SEKI" } else { "NONE" },
                "suicide": rules.suicide,
                "hasButton": false,
                "whiteHandicapBonus": "0",
            },
            "komi": f64::from(rules.komi) / 2.0,
            "boardXSize": self.go.go_board().files(),
            "boardYSize": self.go.go_board().ranks(),
            "maxVisits": 1,
            "includePolicy": true,
            "includeOwnership": true,
        })
    }

    /// Keeps what the answer says of the present position, and plays a move. True if the game
    /// has ended.
    ///
    /// # Errors
    /// When the answer is none of this position. Numbers must be those of the side to move.
    pub fn answer(&mut self, answer: &Value) -> Result<bool, AnswerError> {
        if let Some(error) = answer.get("error") {
            return Err(AnswerError::Refused(error.to_string()));
        }
        let root = answer.get("rootInfo").ok_or(AnswerError::Field("rootInfo"))?;
        let number = |name: &'static str| {
            root.get(name).and_then(Value::as_f64).ok_or(AnswerError::Field(name))
        };
        let win_chance = number("winrate")? as f32;
        let policy = self.numbers(answer, "policy", 1)?;
        let ownership = self.numbers(answer, "ownership", 0)?;
        self.samples.push(Sample {
            inputs: Inputs::of(&self.go),
            policy: policy
                .iter()
                .map(|chance| (chance.max(0.0) * 65535.0).round() as u16)
                .collect(),
            win_chance,
            lead: number("scoreLead")? as f32,
            deviation: number("scoreStdev")? as f32,
            ownership: ownership.iter().map(|owner| (owner * 127.0).round() as i8).collect(),
        });
        let is_decided = !(1.0 - DECIDED..=DECIDED).contains(&win_chance);
        if is_decided && self.random.next_f64() < END_EARLY {
            return Ok(true);
        }
        let mv = self.choose(&policy);
        self.play(mv);
        Ok(self.go.phase() != Phase::Play || self.moves.len() >= self.most_plies)
    }

    /// The positions so far.
    #[must_use]
    pub fn into_samples(self) -> Vec<Sample> {
        self.samples
    }

    /// Numbers for each point and for `more` moves that are none, with the ranks from a1 on;
    /// the answer has the last rank first.
    fn numbers(
        &self,
        answer: &Value,
        name: &'static str,
        more: usize,
    ) -> Result<Vec<f64>, AnswerError> {
        let board = self.go.go_board();
        let (files, points) = (usize::from(board.files()), board.point_count() as usize);
        let given = answer.get(name).and_then(Value::as_array);
        let given: Option<Vec<f64>> =
            given.and_then(|given| given.iter().map(Value::as_f64).collect());
        let given = given.filter(|given| given.len() == points + more);
        let given = given.ok_or(AnswerError::Field(name))?;
        let ranks = given[..points].chunks(files).rev().flatten();
        Ok(ranks.chain(&given[points..]).copied().collect())
    }

    /// A move by chance, as the policy says.
    fn choose(&mut self, policy: &[f64]) -> GoMove {
        let board = self.go.go_board();
        let mut moves: Vec<GoMove> = board.cells().map(GoMove::Place).collect();
        moves.push(GoMove::Pass);
        let side = self.go.side_to_move();
        let ply = self.moves.len();
        let temperature = match ply {
            ply if ply < self.opening => 1.3,
            _ => 0.75,
        };
        let is_random = self.random.next_f64() < self.blunders;
        let weight = |(&mv, &chance): (&GoMove, &f64)| match mv {
            // The teacher knows no suicide of a single stone.
            _ if chance < 0.0 || !self.go.is_legal(mv) => 0.0,
            GoMove::Place(cell) if is_random => f64::from(u8::from(!board.is_eye(cell, side))),
            _ if is_random => 0.0,
            _ => chance.powf(1.0 / temperature),
        };
        let weights: Vec<f64> = moves.iter().zip(policy).map(weight).collect();
        let mut left = self.random.next_f64() * weights.iter().sum::<f64>();
        for (&mv, weight) in moves.iter().zip(&weights) {
            left -= weight;
            if left < 0.0 {
                return mv;
            }
        }
        GoMove::Pass
    }

    fn play(&mut self, mv: GoMove) {
        let side = if self.go.side_to_move() == Side::First { "B" } else { "W" };
        let vertex = match mv {
            GoMove::Place(cell) => {
                let Point { file, rank } = self.go.go_board().point(cell);
                let column = COLUMNS.get(usize::from(file)).copied().unwrap_or(b'?');
                format!("{}{}", char::from(column), rank + 1)
            }
            _ => "pass".to_owned(),
        };
        self.moves.push([side.to_owned(), vertex]);
        self.go.play(mv);
    }
}

/// A number of the standard normal distribution (Box and Muller).
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.next_f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.next_f64()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer in which one point, by its index from the upper left corner, has all chances.
    fn answer(size: usize, at: usize) -> Value {
        let points = size * size;
        let policy: Vec<f64> = (0..=points).map(|n| f64::from(u8::from(n == at))).collect();
        let ownership: Vec<f64> = (0..points).map(|n| if n == at { 1.0 } else { -0.5 }).collect();
        json!({
            "rootInfo": { "winrate": 0.5, "scoreLead": 1.5, "scoreStdev": 9.0 },
            "policy": policy,
            "ownership": ownership,
        })
    }

    fn game() -> TeacherGame {
        TeacherGame { blunders: 0.0, ..TeacherGame::new(5, Random::new(1)) }
    }

    #[test]
    fn an_answer_begins_with_the_last_rank() {
        let mut game = game();
        // The second point from the left of the upper rank.
        assert!(!game.answer(&answer(5, 1)).unwrap());
        assert_eq!(game.moves, [["B", "B5"].map(str::to_owned)]);
        let sample = &game.samples[0];
        assert_eq!(sample.policy[21], 65535);
        assert_eq!((sample.ownership[21], sample.ownership[1]), (127, -64));
        assert_eq!(game.query(3)["moves"][0][1], "B5");
    }

    #[test]
    fn two_passes_end_the_game() {
        let mut game = game();
        assert!(!game.answer(&answer(5, 25)).unwrap());
        assert!(game.answer(&answer(5, 25)).unwrap());
        assert_eq!(game.into_samples().len(), 2);
    }

    #[test]
    fn refusals_and_missing_fields_are_told() {
        let mut game = game();
        let refused = game.answer(&json!({ "error": "no such komi" })).unwrap_err();
        assert!(refused.to_string().contains("no such komi"));
        let missing = game.answer(&json!({ "rootInfo": { "winrate": 0.5 } })).unwrap_err();
        assert!(matches!(missing, AnswerError::Field("policy")));
    }
}
