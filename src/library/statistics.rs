//! A player's results by game and opponent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Library;
use super::summary::{Date, GameSummary, ResultKind};
use crate::core::Side;
use crate::record::GameTree;
use crate::record::analysis::{accuracy, judge};

/// The games to count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatisticsQuery {
    /// The names under which the player's games are stored.
    pub names: Vec<String>,
    /// The first day; games without a date are counted only without it.
    pub from: Option<Date>,
}

/// Numbers of won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Games that the player won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the player lost.
    pub losses: u32,
}

impl Results {
    /// Number of games.
    #[must_use]
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// The result of a game for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// The player lost.
    Loss,
    /// A draw.
    Draw,
    /// The player won.
    Win,
}

impl Score {
    /// Points, of which a game has one.
    fn points(self) -> f32 {
        match self {
            Score::Loss => 0.0,
            Score::Draw => 0.5,
            Score::Win => 1.0,
        }
    }
}

/// Counted games, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Results as the first and as the second side.
    pub sides: [Results; 2],
    /// The results in their order.
    pub scores: Vec<Score>,
    /// Plies of all games together.
    pub plies: u64,
}

impl Tally {
    fn count(&mut self, side: Side, score: Score, plies: u32) {
        let results = &mut self.sides[side.index()];
        match score {
            Score::Win => results.wins += 1,
            Score::Draw => results.draws += 1,
            Score::Loss => results.losses += 1,
        }
        self.scores.push(score);
        self.plies += u64::from(plies);
    }

    /// The results of both sides together.
    #[must_use]
    pub fn results(&self) -> Results {
        let [a, b] = self.sides;
        Results { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses }
    }

    /// Plies of a game on average.
    #[must_use]
    pub fn mean_plies(&self) -> u64 {
        let games = self.scores.len().max(1) as u64;
        (self.plies + games / 2) / games
    }

    /// Wins one after the other up to now.
    #[must_use]
    pub fn winning_streak(&self) -> usize {
        self.scores.iter().rev().take_while(|score| **score == Score::Win).count()
    }

    /// The most wins one after the other.
    #[must_use]
    pub fn longest_winning_streak(&self) -> usize {
        let runs = self.scores.split(|score| *score != Score::Win);
        runs.map(<[Score]>::len).max().unwrap_or(0)
    }

    /// After each game the share of the points in the last so many games, 0 to 1.
    #[must_use]
    pub fn form(&self, window: usize) -> Vec<f32> {
        let share = |end: usize| {
            let last = &self.scores[end.saturating_sub(window.max(1))..end];
            last.iter().map(|score| score.points()).sum::<f32>() / last.len() as f32
        };
        (1..=self.scores.len()).map(share).collect()
    }
}

/// The accuracy of the player's moves in the games that were analysed from beginning to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeanAccuracy {
    /// Number of those games.
    pub games: u32,
    /// Their accuracies in percent together.
    sum: f64,
}

impl MeanAccuracy {
    /// Counts the main line of a game, if every position after its first move has an
    /// evaluation, and the player had a choice. Files seldom have one before that move.
    fn count(&mut self, tree: &GameTree, side: Side) {
        let line: Vec<_> = tree.main_line().collect();
        // Most games were not analysed, which shows at their beginning.
        let Some(&first) = line.get(1) else { return };
        if tree.annotations(first).evaluation.is_none() {
            return;
        }
        let judgements = judge(tree, &line, &[]);
        let later = judgements.iter().filter(|judgement| judgement.node != first);
        if later.count() + 2 == line.len()
            && let Some(percent) = accuracy(&judgements)[side.index()]
        {
            self.games += 1;
            self.sum += percent;
        }
    }

    /// The mean in percent; `None` without games.
    #[must_use]
    pub fn percent(self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / f64::from(self.games))
    }
}

/// The results in a game, in one of its variants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameStatistics {
    /// Id of the game.
    pub game: String,
    /// The names of the rules and openings that are not the usual ones, as ids of texts.
    pub variant: Vec<String>,
    /// All games.
    pub total: Tally,
    /// Accuracy of the player's moves in those that were analysed.
    pub accuracy: MeanAccuracy,
    /// The games against each opponent, by the name in the records, the most games first.
    pub opponents: Vec<(String, Tally)>,
}

impl Library {
    /// The player's finished games by game and variant, the most games first. `variant_of`
    /// names the variant of a record by ids of texts. A record that cannot be read counts as
    /// one of the usual game.
    #[must_use]
    pub fn statistics(
        &self,
        query: &StatisticsQuery,
        variant_of: impl Fn(&GameTree) -> Vec<String>,
    ) -> Vec<GameStatistics> {
        let mut counted: Vec<(&GameSummary, Side, Score)> =
            self.summaries().iter().filter_map(|game| query.counted(game)).collect();
        // Games of the same day are in the order in which they were stored.
        counted.sort_by_key(|(game, ..)| (game.parsed_date.map(Date::first_day), game.id));
        let mut found: BTreeMap<(String, Vec<String>), GameStatistics> = BTreeMap::new();
        for (game, side, score) in counted {
            let tree = self.get(game.id).ok();
            let variant = tree.as_ref().map_or_else(Vec::new, &variant_of);
            let key = (game.game.to_string(), variant);
            let statistics = found.entry(key).or_default();
            if let Some(tree) = &tree {
                statistics.accuracy.count(tree, side);
            }
            statistics.total.count(side, score, game.plies);
            let name = &*game.players[side.other().index()];
            let opponents = &mut statistics.opponents;
            let known = opponents.iter().position(|(opponent, _)| opponent == name);
            let place = known.unwrap_or_else(|| {
                opponents.push((name.to_owned(), Tally::default()));
                opponents.len() - 1
            });
            opponents[place].1.count(side, score, game.plies);
        }
        let games = |tally: &Tally| std::cmp::Reverse(tally.scores.len());
        let named = found.into_iter().map(|((game, variant), mut statistics)| {
            statistics.opponents.sort_by_key(|(_, tally)| games(tally));
            GameStatistics { game, variant, ..statistics }
        });
        let mut list: Vec<GameStatistics> = named.collect();
        list.sort_by_key(|statistics| games(&statistics.total));
        list
    }
}

impl StatisticsQuery {
    /// The side and the result of the player in a game that is counted.
    fn counted<'g>(&self, game: &'g GameSummary) -> Option<(&'g GameSummary, Side, Score)> {
        let is_player =
            |side: &Side| self.names.iter().any(|name| **name == *game.players[side.index()]);
        let mut sides = Side::BOTH.into_iter().filter(is_player);
        // Somebody who plays both sides neither wins nor loses.
        let (side, None) = (sides.next()?, sides.next()) else { return None };
        let score = match game.result {
            ResultKind::Win(winner) if winner == side => Score::Win,
            ResultKind::Win(_) => Score::Loss,
            ResultKind::Draw => Score::Draw,
            ResultKind::Unknown => return None,
        };
        let in_time = |from| game.parsed_date.is_some_and(|day| day.may_reach(from));
        let is_counted = !game.deleted && self.from.is_none_or(in_time);
        is_counted.then_some((game, side, score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::find;
    use crate::games::{Options, ScoreUnit};
    use crate::record::{Evaluation, InfoField};

    /// A library with these games of "Ann": game, opponent, side, result for the first side
    /// and date, with as many plies as the number says.
    fn library(games: &[(&str, &str, Side, &str, &str, usize)]) -> Library {
        let mut library = Library::in_memory().unwrap();
        for &(id, opponent, side, result, date, plies) in games {
            let mut tree = GameTree::new(find(id).unwrap(), Options::default()).unwrap();
            let mut names = ["Ann", opponent];
            if side == Side::Second {
                names.reverse();
            }
            let info = tree.info_mut();
            info.set(InfoField::FirstPlayer, names[0]);
            info.set(InfoField::SecondPlayer, names[1]);
            info.set(InfoField::Result, result);
            info.set(InfoField::Date, date);
            let mut node = tree.root();
            for _ in 0..plies {
                let mv = tree.position(node).legal_moves()[0];
                node = tree.play(node, mv).unwrap();
            }
            library.add(&tree).unwrap();
        }
        library
    }

    fn query(from: Option<&str>) -> StatisticsQuery {
        StatisticsQuery {
            names: vec!["Ann".to_owned(), "Player".to_owned()],
            from: from.map(|day| day.parse().unwrap()),
        }
    }

    #[test]
    fn results_are_counted_by_game_opponent_and_side() {
        use Side::{First, Second};
        let level = "Computer, level 3";
        let library = library(&[
            ("go", level, First, "1-0 R", "2026-11-01", 4),
            ("go", level, Second, "1-0", "2026-11-02", 6),
            ("go", level, Second, "0-1 3.5", "2026-11-03", 8),
            ("go", "Bob", First, "1-0", "2026-11-04", 10),
            ("chess", "Bob", First, "1/2-1/2", "2026-11-05", 12),
            ("chess", "Bob", First, "", "2026-11-06", 14),
            ("chess", "Ann", First, "1-0", "2026-11-07", 16),
        ]);
        let found = library.statistics(&query(None), |_| Vec::new());
        let games: Vec<&str> = found.iter().map(|statistics| &*statistics.game).collect();
        assert_eq!(games, ["go", "chess"]);
        let go = &found[0];
        assert_eq!(go.total.sides[0], Results { wins: 2, draws: 0, losses: 0 });
        assert_eq!(go.total.sides[1], Results { wins: 1, draws: 0, losses: 1 });
        assert_eq!(go.total.mean_plies(), 7);
        assert_eq!(go.total.winning_streak(), 2);
        let names: Vec<(&str, u32)> =
            go.opponents.iter().map(|(name, tally)| (&**name, tally.results().games())).collect();
        assert_eq!(names, [(level, 3), ("Bob", 1)]);
        // Neither an unfinished game nor one against oneself is counted.
        assert_eq!(found[1].total.results(), Results { wins: 0, draws: 1, losses: 0 });
    }

    #[test]
    fn games_before_a_day_are_left_out_and_variants_stand_apart() {
        let library = library(&[
            ("go", "Bob", Side::First, "1-0", "2026-10-01", 4),
            ("go", "Bob", Side::First, "0-1", "2026-11-01", 5),
            ("go", "Bob", Side::First, "0-1", "", 7),
        ]);
        let count = |from| {
            let found = library.statistics(&query(from), |_| Vec::new());
            found.first().map_or(0, |statistics| statistics.total.results().games())
        };
        assert_eq!([count(None), count(Some("2026-10-15")), count(Some("2027"))], [3, 1, 0]);
        let odd = |tree: &GameTree| match tree.main_line().count() % 2 {
            0 => vec!["odd".to_owned()],
            _ => Vec::new(),
        };
        let found = library.statistics(&query(None), odd);
        let variants = found.iter().map(|game| (game.variant.len(), game.total.scores.len()));
        assert_eq!(variants.collect::<Vec<_>>(), [(1, 2), (0, 1)]);
    }

    #[test]
    fn accuracy_is_of_the_players_moves_in_analysed_games() {
        let mut library = library(&[("chess", "Bob", Side::First, "1-0", "2026-11-01", 6)]);
        let evaluation =
            |amount| Evaluation::Amount { amount, unit: ScoreUnit::Pawns, exact: false };
        // Ann loses nothing at her first move, and throws a won game away at her second.
        let evaluated = |opponent: &str, known: usize| {
            let mut tree = GameTree::new(find("chess").unwrap(), Options::default()).unwrap();
            for (field, text) in [
                (InfoField::FirstPlayer, opponent),
                (InfoField::SecondPlayer, "Ann"),
                (InfoField::Result, "1-0"),
            ] {
                tree.info_mut().set(field, text);
            }
            let mut node = tree.root();
            for text in ["e4", "e5", "Nf3", "Nc6"] {
                let mv = tree.position(node).parse_move(text).unwrap();
                node = tree.play(node, mv).unwrap();
            }
            let line: Vec<_> = tree.main_line().collect();
            let lost = Some(evaluation(1000.0));
            let won = Some(evaluation(-1000.0));
            let evaluations = [won, won, won, won, lost];
            for (&node, evaluation) in line.iter().zip(evaluations).take(known) {
                tree.annotations_mut(node).evaluation = evaluation;
            }
            tree
        };
        let mean = |library: &Library| library.statistics(&query(None), |_| Vec::new())[0].accuracy;
        assert_eq!(mean(&library).percent(), None);
        // Without the last evaluation it is not wholly analysed.
        library.add(&evaluated("Bob", 4)).unwrap();
        assert_eq!(mean(&library).games, 0);
        library.add(&evaluated("Eve", 5)).unwrap();
        let found = mean(&library);
        assert_eq!(found.games, 1);
        assert!((found.percent().unwrap() - 50.0).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn streaks_and_form_follow_the_order_of_the_games() {
        use Score::{Draw, Loss, Win};
        let tally = Tally { scores: vec![Win, Win, Loss, Win, Draw], ..Tally::default() };
        assert_eq!((tally.winning_streak(), tally.longest_winning_streak()), (0, 2));
        assert_eq!(tally.form(2), [1.0, 1.0, 0.5, 0.5, 0.75]);
    }
}
