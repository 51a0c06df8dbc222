//! Level drafts: a position with solution moves that a user edits into a level.

use super::make::FoundSolution;
use super::{Goal, GoalPoint, Level, Pack, ProofKind, Refutation, Reply, Step, length};
use crate::content::messages::{self, LocalizedText};
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Game, GoalKind, Options, registry};
use crate::record::{GameTree, NodeId};

/// Maximum number of moves taken from a record.
const MAX_LINE: usize = 39;

/// Source of the level in its file.
const SOURCE: &str = "Made by a player";

/// Licence of the level in its file.
const LICENCE: &str = "As its maker says";

/// Initial rating of a new level.
const INITIAL_RATING: u32 = 1200;

/// A level being edited.
#[derive(Clone, Debug)]
pub struct LevelDraft {
    /// The accepted moves and the replies, from the position.
    pub tree: GameTree,
    /// Kind of the goal.
    pub goal_kind: GoalKind,
    /// Points of the goal, if it needs any.
    pub goal_points: Vec<GoalPoint>,
    /// Score difference of a best result, as long as the solution does not show
    /// it.
    pub score_difference: i32,
    /// Title in the author's language; may be empty.
    pub title: String,
    /// Hint in that language; may be empty.
    pub hint: String,
    /// Explanation in that language; may be empty.
    pub explanation: String,
    /// Glicko rating, within [`RATINGS`](super::RATINGS).
    pub difficulty: u32,
    /// Plausible wrong moves found by the engine together with the solution.
    refutations: Vec<Refutation>,
}

/// Reason for which no level can be made of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftError {
    /// Not a position of the game.
    InvalidPosition,
    /// The game is over.
    GameOver,
}

impl LevelDraft {
    /// A draft for a position, with the moves that followed it as the solution,
    /// as far as they are legal.
    ///
    /// # Errors
    /// When the position is invalid or the game is over.
    pub fn new(
        game: &'static dyn Game,
        options: &Options,
        position: &str,
        line: &[Move],
    ) -> Result<LevelDraft, DraftError> {
        let found = game.position(options, position).map_err(|_| DraftError::InvalidPosition)?;
        if found.outcome().is_some() {
            return Err(DraftError::GameOver);
        }
        // The history of a position is no part of a level.
        let mut tree = GameTree::from_position(game, options.clone(), &found.diagram())
            .map_err(|_| DraftError::InvalidPosition)?;
        let mut node = tree.root();
        for &mv in line.iter().take(MAX_LINE) {
            let Ok(next) = tree.play(node, mv) else { break };
            node = next;
        }
        Ok(LevelDraft {
            tree,
            goal_kind: game.goal_kinds().first().copied().unwrap_or(GoalKind::Win),
            goal_points: Vec::new(),
            score_difference: 0,
            title: String::new(),
            hint: String::new(),
            explanation: String::new(),
            difficulty: INITIAL_RATING,
            refutations: Vec::new(),
        })
    }

    /// A draft of an existing level, with its texts in this language.
    #[must_use]
    pub fn from_level(pack: &Pack, level: &Level, language: &str) -> Option<LevelDraft> {
        LevelDraft::with_options(registry::find(&pack.game)?, &pack.options, level, language)
    }

    /// A draft of a level of this game with these options.
    pub(super) fn with_options(
        game: &'static dyn Game,
        options: &Options,
        level: &Level,
        language: &str,
    ) -> Option<LevelDraft> {
        let mut draft = LevelDraft::new(game, options, &level.position, &[]).ok()?;
        let text = |words: &LocalizedText| {
            words.get(language).or_else(|| words.values().next()).cloned().unwrap_or_default()
        };
        draft.set_solution(&level.solution);
        (draft.goal_kind, draft.goal_points) = match &level.goal {
            Goal::Win => (GoalKind::Win, Vec::new()),
            Goal::Draw => (GoalKind::Draw, Vec::new()),
            Goal::MateIn(_) => (GoalKind::Mate, Vec::new()),
            Goal::MateByChecks(_) => (GoalKind::Checks, Vec::new()),
            Goal::WinByThreats => (GoalKind::Vct, Vec::new()),
            Goal::StopFours => (GoalKind::StopVcf, Vec::new()),
            Goal::BestResult(_) => (GoalKind::Best, Vec::new()),
            Goal::FiveByFours => (GoalKind::Vcf, Vec::new()),
            Goal::OnlyMove => (GoalKind::Only, Vec::new()),
            Goal::Capture(places) => (GoalKind::Capture, places.clone()),
            Goal::Live(places) => (GoalKind::Live, places.clone()),
            Goal::Kill(places) => (GoalKind::Kill, places.clone()),
            Goal::WinMaterial(_) => (GoalKind::Material, Vec::new()),
        };
        if let Goal::BestResult(difference) | Goal::WinMaterial(difference) = level.goal {
            draft.score_difference = difference;
        }
        draft.title = text(&level.title);
        draft.hint = level.hints.first().map(text).unwrap_or_default();
        draft.explanation = text(&level.explanation);
        draft.difficulty = level.difficulty;
        draft.refutations = level.refutations.clone();
        Some(draft)
    }

    /// The start position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        self.tree.start()
    }

    /// The goal, with numbers derived from the solution.
    #[must_use]
    pub fn goal(&self) -> Goal {
        match self.goal_kind {
            GoalKind::Win => Goal::Win,
            GoalKind::Draw => Goal::Draw,
            GoalKind::Mate => Goal::MateIn(length(&self.solution()).max(1)),
            GoalKind::Checks => Goal::MateByChecks(length(&self.solution()).max(1)),
            GoalKind::Vct => Goal::WinByThreats,
            GoalKind::StopVcf => Goal::StopFours,
            GoalKind::Best => {
                Goal::BestResult(self.solution_score().unwrap_or(self.score_difference))
            }
            GoalKind::Vcf => Goal::FiveByFours,
            GoalKind::Capture => Goal::Capture(self.goal_points.clone()),
            GoalKind::Live => Goal::Live(self.goal_points.clone()),
            GoalKind::Kill => Goal::Kill(self.goal_points.clone()),
            GoalKind::Only => Goal::OnlyMove,
            GoalKind::Material => Goal::WinMaterial(self.score_difference),
        }
    }

    /// Score difference at the end of the solution, if the game is over and
    /// scored there.
    #[must_use]
    pub fn solution_score(&self) -> Option<i32> {
        let end = self.tree.main_line().last()?;
        let score = self.tree.position(end).outcome()?.score?;
        let side = self.position().side_to_move();
        let [own, other] = [side, side.other()].map(|side| score[side.index()].as_halves());
        Some((own - other) / 2)
    }

    /// True if the goal needs points of the board.
    #[must_use]
    pub fn needs_points(&self) -> bool {
        matches!(self.goal_kind, GoalKind::Capture | GoalKind::Live | GoalKind::Kill)
    }

    /// Adds or removes the piece on a point as a part of the goal. Returns
    /// false if no suitable piece is there.
    pub fn toggle_point(&mut self, at: Point) -> bool {
        let own = self.position().side_to_move();
        let wanted = if self.goal_kind == GoalKind::Live { own } else { own.other() };
        if self.position().piece_at(at).is_none_or(|piece| piece.side != wanted) {
            return false;
        }
        match self.goal_points.iter().position(|place| place.0 == at) {
            Some(known) => {
                self.goal_points.remove(known);
            }
            None => self.goal_points.push(GoalPoint(at)),
        }
        self.refutations.clear();
        true
    }

    /// Changes the kind of goal.
    pub fn set_goal_kind(&mut self, kind: GoalKind) {
        if self.goal_kind != kind {
            self.goal_kind = kind;
            self.goal_points.clear();
            self.refutations.clear();
        }
    }

    /// Sets the solution from a game tree.
    pub fn set_tree(&mut self, tree: GameTree) {
        self.tree = tree;
        self.refutations.clear();
    }

    /// Sets the solution that the engine found.
    pub fn apply_solution(&mut self, found: FoundSolution) {
        self.set_solution(&found.solution);
        if let Goal::BestResult(difference) = found.goal {
            self.score_difference = difference;
        }
        self.refutations = found.refutations;
    }

    fn set_solution(&mut self, solution: &[Step]) {
        let children: Vec<_> = self.tree.children(self.tree.root()).collect();
        for child in children {
            self.tree.delete(child);
        }
        let root = self.tree.root();
        insert_steps(&mut self.tree, root, solution);
    }

    /// The accepted moves. A reply without a continuation is left out.
    #[must_use]
    pub fn solution(&self) -> Vec<Step> {
        steps(&self.tree, self.tree.root())
    }

    /// The level with this id.
    #[must_use]
    pub fn level(&self, id: &str, proved: ProofKind) -> Level {
        let both = |text: &str| match text.trim() {
            "" => LocalizedText::new(),
            // Readers of another language see the original text.
            text => messages::same_in_every_language(text),
        };
        let hint = both(&self.hint);
        let side = self.tree.game().side_names()[self.position().side_to_move().index()];
        Level {
            id: id.to_owned(),
            title: both(&self.title),
            position: self.position().text(),
            side: side.to_owned(),
            goal: self.goal(),
            solution: self.solution(),
            refutations: self.refutations.clone(),
            hints: if hint.is_empty() { Vec::new() } else { vec![hint] },
            explanation: both(&self.explanation),
            difficulty: self.difficulty,
            source: SOURCE.to_owned(),
            licence: LICENCE.to_owned(),
            proved,
        }
    }
}

fn steps(tree: &GameTree, node: NodeId) -> Vec<Step> {
    let step = |child| {
        let replies = tree.children(child).filter_map(|reply| {
            let then = steps(tree, reply);
            let text = tree.move_text(reply)?;
            (!then.is_empty()).then_some(Reply { text, then })
        });
        Some(Step { text: tree.move_text(child)?, replies: replies.collect() })
    };
    tree.children(node).filter_map(step).collect()
}

/// Inserts a solution into a tree, as far as it is legal.
fn insert_steps(tree: &mut GameTree, node: NodeId, steps: &[Step]) {
    let play = |tree: &mut GameTree, node: NodeId, text: &str| {
        let mv = tree.position(node).parse_move(text).ok()?;
        tree.play(node, mv).ok()
    };
    for step in steps {
        let Some(next) = play(tree, node, &step.text) else { continue };
        for reply in &step.replies {
            if let Some(then) = play(tree, next, &reply.text) {
                insert_steps(tree, then, &reply.then);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::levels::check::{RuleError, check_level};
    use crate::content::levels::make::{NODES, solve};
    use crate::content::levels::prove::{ProofError, Prover, proof_kind};
    use crate::content::levels::read_pack;
    use crate::search::StopFlag;

    /// A back-rank mate, and the moves that follow in the record.
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

    fn new_draft(game: &str, position: &str, line: &[&str]) -> LevelDraft {
        let game = registry::find(game).unwrap();
        let mut at = game.position(&Options::default(), position).unwrap();
        let mut moves = Vec::new();
        for text in line {
            let mv = at.parse_move(text).unwrap();
            at.play(mv).unwrap();
            moves.push(mv);
        }
        LevelDraft::new(game, &Options::default(), position, &moves).unwrap()
    }

    fn check(draft: &LevelDraft) -> Result<(), RuleError> {
        let level = draft.level("level-1", ProofKind::Record);
        check_level(draft.tree.game(), draft.tree.options(), &level)
    }

    #[test]
    fn a_record_becomes_a_level_that_is_checked_proved_and_read_back() {
        let mut draft = new_draft("chess", BACK_RANK, &["Ra8#"]);
        assert_eq!(draft.goal(), Goal::MateIn(1));
        assert_eq!(check(&draft), Ok(()));
        draft.title = "  At the back ".to_owned();
        draft.hint = "Look up.".to_owned();
        let level = draft.level("level-1", proof_kind(&draft.goal()));
        let game = draft.tree.game();
        assert_eq!(Prover::new(game).prove(game, &Options::default(), &level), Ok(()));
        assert_eq!(level.title, messages::same_in_every_language("At the back"));
        let title = messages::localized("made-levels");
        let mut pack =
            Pack::empty("own", "chess", Options::default(), title.clone(), title.clone());
        pack.levels.push(level.clone());
        assert_eq!(read_pack("own.ron", &pack.to_ron().unwrap()), Ok(pack.clone()));
        // Editing it again gives the same level.
        let again = LevelDraft::from_level(&pack, &level, "en").unwrap();
        let wanted = draft.level("x", ProofKind::Record);
        assert_eq!(again.level("x", ProofKind::Record), Level { title: level.title, ..wanted });
    }

    #[test]
    fn an_answer_at_the_end_is_left_out_and_variations_are_kept() {
        let mut draft = new_draft("tictactoe", "X-O/-XO/--- X", &["b1", "c1"]);
        draft.set_goal_kind(GoalKind::Win);
        assert_eq!(draft.solution().len(), 1);
        assert_eq!(draft.solution()[0].replies, []);
        let root = draft.tree.root();
        let other = draft.tree.position(root).parse_move("c1").unwrap();
        let mut tree = draft.tree.clone();
        tree.play(root, other).unwrap();
        draft.set_tree(tree);
        let texts: Vec<_> = draft.solution().into_iter().map(|step| step.text).collect();
        assert_eq!(texts, ["b1", "c1"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        let mut draft = new_draft("chess", BACK_RANK, &[]);
        assert_eq!(check(&draft), Err(RuleError::NoAcceptedMove));
        draft = new_draft("chess", BACK_RANK, &["Ra7", "g6", "Ra8"]);
        assert_eq!(draft.goal(), Goal::MateIn(2));
        let last = "Ra8+".to_owned();
        assert_eq!(check(&draft), Err(RuleError::GoalNotReached { last, goal: Goal::MateIn(2) }));
        let game = registry::find("go").unwrap();
        let text = "9/9/9/4X4/3XO4/4X4/9/9/9 X 0,0";
        let options = Options::parse("(size: 9)").unwrap();
        let mut draft = LevelDraft::new(game, &options, text, &[]).unwrap();
        assert_eq!((draft.goal_kind, check(&draft)), (GoalKind::Capture, Err(RuleError::NoPoint)));
        assert!(!draft.toggle_point("d5".parse().unwrap()), "one's own stone is not taken");
        assert!(draft.toggle_point("e5".parse().unwrap()));
        assert_eq!(check(&draft), Err(RuleError::NoAcceptedMove));
    }

    #[test]
    fn a_finished_game_makes_no_level() {
        let game = registry::find("chess").unwrap();
        let mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
        let made = |text| LevelDraft::new(game, &Options::default(), text, &[]).map(|_| ());
        assert_eq!(made(mate), Err(DraftError::GameOver));
        assert_eq!(made("no position"), Err(DraftError::InvalidPosition));
    }

    #[test]
    fn the_computer_finds_a_solution_or_says_what_is_in_the_way() {
        let find = |draft: &LevelDraft| {
            let (game, options) = (draft.tree.game(), draft.tree.options());
            let position = draft.position().text();
            solve(game, options, &position, &draft.goal(), NODES, &StopFlag::new())
        };
        let mut draft = new_draft("chess", BACK_RANK, &[]);
        draft.apply_solution(find(&draft).unwrap());
        assert_eq!(draft.solution()[0].text, "Ra8#");
        assert_eq!(check(&draft), Ok(()));
        let two = new_draft("chess", "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1", &[]);
        assert_eq!(find(&two), Err(ProofError::FirstMoves(2)));
        let game = registry::find("go").unwrap();
        let text = "9/9/9/4X4/3XO4/4X4/9/9/9 X 0,0";
        let options = Options::parse("(size: 9)").unwrap();
        let mut draft = LevelDraft::new(game, &options, text, &[]).unwrap();
        draft.toggle_point("e5".parse().unwrap());
        draft.apply_solution(find(&draft).unwrap());
        assert_eq!((draft.solution()[0].text.as_str(), check(&draft)), ("F5", Ok(())));
    }
}
