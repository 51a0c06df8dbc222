//! Levels that players make: a position with the moves that solve it, until
//! it is a level like any other.

use super::make::Found;
use super::{Goal, Level, Pack, Place, Proof, Refutation, Reply, Step, Words, length};
use crate::core::{Move, Point};
use crate::games::{Aim, AnyPosition, Game, Options, registry};
use crate::record::{GameTree, NodeId};

/// The most moves that are taken over from a record.
const MOST_MOVES: usize = 39;

/// Where the level is from, in its file.
const SOURCE: &str = "Made by a player";

/// Under which licence it may be used, in its file.
const LICENCE: &str = "As its maker says";

/// The rating that a new level is given.
const MIDDLE: u32 = 1200;

/// A level in the making.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The accepted moves and the answers to them, from the position.
    pub tree: GameTree,
    /// What kind of goal it has.
    pub aim: Aim,
    /// The points that the goal is about, where it is about points.
    pub places: Vec<Place>,
    /// The difference that is the best result, while the solution does not
    /// show it.
    pub difference: i32,
    /// Title in the language of its maker; empty for none.
    pub title: String,
    /// Hint in that language; empty for none.
    pub hint: String,
    /// Why it is right, in that language; empty for none.
    pub explanation: String,
    /// Rating on the scale of Glicko, within [`RATINGS`](super::RATINGS).
    pub difficulty: u32,
    /// Natural wrong moves that the computer found, for the solution that it
    /// found.
    refutations: Vec<Refutation>,
}

/// Why no level can be made of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is no position of the game.
    NoPosition,
    /// The game is over in it.
    Over,
}

impl Sketch {
    /// A level of a position, which is solved by the moves that followed it,
    /// as far as there are any and they are legal.
    ///
    /// # Errors
    /// When no level can be made of the position.
    pub fn new(
        game: &'static dyn Game,
        options: &Options,
        position: &str,
        line: &[Move],
    ) -> Result<Sketch, Unfit> {
        let found = game.position(options, position).map_err(|_| Unfit::NoPosition)?;
        if found.outcome().is_some() {
            return Err(Unfit::Over);
        }
        // How a position came about is no part of a level.
        let mut tree = GameTree::from_position(game, options.clone(), &found.diagram())
            .map_err(|_| Unfit::NoPosition)?;
        let mut node = tree.root();
        for &mv in line.iter().take(MOST_MOVES) {
            let Ok(next) = tree.play(node, mv) else { break };
            node = next;
        }
        Ok(Sketch {
            tree,
            aim: game.aims().first().copied().unwrap_or(Aim::Win),
            places: Vec::new(),
            difference: 0,
            title: String::new(),
            hint: String::new(),
            explanation: String::new(),
            difficulty: MIDDLE,
            refutations: Vec::new(),
        })
    }

    /// A level to be changed; its texts in this language.
    #[must_use]
    pub fn of_level(pack: &Pack, level: &Level, language: &str) -> Option<Sketch> {
        let game = registry::find(&pack.game)?;
        let mut sketch = Sketch::new(game, &pack.options, &level.position, &[]).ok()?;
        let text = |words: &Words| {
            words.get(language).or_else(|| words.values().next()).cloned().unwrap_or_default()
        };
        sketch.set_solution(&level.solution);
        (sketch.aim, sketch.places) = match &level.goal {
            Goal::Win => (Aim::Win, Vec::new()),
            Goal::Draw => (Aim::Draw, Vec::new()),
            Goal::MateIn(_) => (Aim::Mate, Vec::new()),
            Goal::BestResult(_) => (Aim::Best, Vec::new()),
            Goal::FiveByFours => (Aim::Fours, Vec::new()),
            Goal::OnlyMove => (Aim::Only, Vec::new()),
            Goal::Capture(places) => (Aim::Capture, places.clone()),
            Goal::Live(places) => (Aim::Live, places.clone()),
            Goal::Kill(places) => (Aim::Kill, places.clone()),
            Goal::WinMaterial(_) => (Aim::Material, Vec::new()),
        };
        if let Goal::BestResult(difference) | Goal::WinMaterial(difference) = level.goal {
            sketch.difference = difference;
        }
        sketch.title = text(&level.title);
        sketch.hint = level.hints.first().map(text).unwrap_or_default();
        sketch.explanation = text(&level.explanation);
        sketch.difficulty = level.difficulty;
        sketch.refutations = level.refutations.clone();
        Some(sketch)
    }

    /// The position that is to be solved.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        self.tree.start()
    }

    /// The goal, with the numbers that the solution gives it.
    #[must_use]
    pub fn goal(&self) -> Goal {
        match self.aim {
            Aim::Win => Goal::Win,
            Aim::Draw => Goal::Draw,
            Aim::Mate => Goal::MateIn(length(&self.solution()).max(1)),
            Aim::Best => Goal::BestResult(self.shown().unwrap_or(self.difference)),
            Aim::Fours => Goal::FiveByFours,
            Aim::Capture => Goal::Capture(self.places.clone()),
            Aim::Live => Goal::Live(self.places.clone()),
            Aim::Kill => Goal::Kill(self.places.clone()),
            Aim::Only => Goal::OnlyMove,
            Aim::Material => Goal::WinMaterial(self.difference),
        }
    }

    /// The difference of the score at the end of the solution, if the game is
    /// over there and is counted.
    #[must_use]
    pub fn shown(&self) -> Option<i32> {
        let end = self.tree.main_line().last()?;
        let score = self.tree.position(end).outcome()?.score?;
        let side = self.position().side_to_move();
        let [own, other] = [side, side.other()].map(|side| score[side.index()].as_halves());
        Some((own - other) / 2)
    }

    /// Whether the goal is about points of the board.
    #[must_use]
    pub fn has_places(&self) -> bool {
        matches!(self.aim, Aim::Capture | Aim::Live | Aim::Kill)
    }

    /// Makes the piece on a point a part of the goal, or no longer. Tells
    /// whether a piece that the goal can be about stands there.
    pub fn toggle(&mut self, at: Point) -> bool {
        let own = self.position().side_to_move();
        let wanted = if self.aim == Aim::Live { own } else { own.other() };
        if self.position().piece_at(at).is_none_or(|piece| piece.side != wanted) {
            return false;
        }
        match self.places.iter().position(|place| place.0 == at) {
            Some(known) => {
                self.places.remove(known);
            }
            None => self.places.push(Place(at)),
        }
        self.refutations.clear();
        true
    }

    /// Gives it another kind of goal.
    pub fn set_aim(&mut self, aim: Aim) {
        if self.aim != aim {
            self.aim = aim;
            self.places.clear();
            self.refutations.clear();
        }
    }

    /// Takes a solution that was played on a board.
    pub fn set_tree(&mut self, tree: GameTree) {
        self.tree = tree;
        self.refutations.clear();
    }

    /// Takes what the computer found.
    pub fn take(&mut self, found: Found) {
        self.set_solution(&found.solution);
        if let Goal::BestResult(difference) = found.goal {
            self.difference = difference;
        }
        self.refutations = found.refutations;
    }

    fn set_solution(&mut self, solution: &[Step]) {
        let children: Vec<_> = self.tree.children(self.tree.root()).collect();
        for child in children {
            self.tree.delete(child);
        }
        let root = self.tree.root();
        plant(&mut self.tree, root, solution);
    }

    /// The accepted moves. An answer after which nothing is played says
    /// nothing and is left out.
    #[must_use]
    pub fn solution(&self) -> Vec<Step> {
        steps(&self.tree, self.tree.root())
    }

    /// The level as it stands, under this name.
    #[must_use]
    pub fn level(&self, id: &str, proved: Proof) -> Level {
        let both = |text: &str| match text.trim() {
            "" => Words::new(),
            // Who reads another language reads it as it was written.
            text => super::words([text, text]),
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

/// Plays a solution into a tree, as far as it can be played.
fn plant(tree: &mut GameTree, node: NodeId, steps: &[Step]) {
    let play = |tree: &mut GameTree, node: NodeId, text: &str| {
        let mv = tree.position(node).parse_move(text).ok()?;
        tree.play(node, mv).ok()
    };
    for step in steps {
        let Some(next) = play(tree, node, &step.text) else { continue };
        for reply in &step.replies {
            if let Some(then) = play(tree, next, &reply.text) {
                plant(tree, then, &reply.then);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::levels::check::{Flaw, check_level};
    use crate::content::levels::make::{NODES, solve};
    use crate::content::levels::prove::{Doubt, Prover, kind};
    use crate::content::levels::{read_pack, words};
    use crate::search::Stop;

    /// A mate on the last rank, and the moves that follow in the record.
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

    fn sketch(game: &str, position: &str, line: &[&str]) -> Sketch {
        let game = registry::find(game).unwrap();
        let mut at = game.position(&Options::default(), position).unwrap();
        let mut moves = Vec::new();
        for text in line {
            let mv = at.parse_move(text).unwrap();
            at.play(mv).unwrap();
            moves.push(mv);
        }
        Sketch::new(game, &Options::default(), position, &moves).unwrap()
    }

    fn check(sketch: &Sketch) -> Result<(), Flaw> {
        let level = sketch.level("level-1", Proof::Record);
        check_level(sketch.tree.game(), sketch.tree.options(), &level)
    }

    #[test]
    fn a_record_becomes_a_level_that_is_checked_proved_and_read_back() {
        let mut made = sketch("chess", BACK_RANK, &["Ra8#"]);
        assert_eq!(made.goal(), Goal::MateIn(1));
        assert_eq!(check(&made), Ok(()));
        made.title = "  At the back ".to_owned();
        made.hint = "Look up.".to_owned();
        let level = made.level("level-1", kind(&made.goal()));
        let game = made.tree.game();
        assert_eq!(Prover::new(game).prove(game, &Options::default(), &level), Ok(()));
        assert_eq!(level.title, words(["At the back", "At the back"]));
        let title = words(["Mine", "我的"]);
        let mut pack =
            Pack::empty("own", "chess", Options::default(), title.clone(), title.clone());
        pack.levels.push(level.clone());
        assert_eq!(read_pack("own.ron", &pack.to_ron().unwrap()), Ok(pack.clone()));
        // It can be changed again and is the same.
        let again = Sketch::of_level(&pack, &level, "en").unwrap();
        let wanted = made.level("x", Proof::Record);
        assert_eq!(again.level("x", Proof::Record), Level { title: level.title, ..wanted });
    }

    #[test]
    fn an_answer_at_the_end_is_left_out_and_variations_are_kept() {
        let mut made = sketch("tictactoe", "X-O/-XO/--- X", &["b1", "c1"]);
        made.set_aim(Aim::Win);
        assert_eq!(made.solution().len(), 1);
        assert_eq!(made.solution()[0].replies, []);
        let root = made.tree.root();
        let other = made.tree.position(root).parse_move("c1").unwrap();
        let mut tree = made.tree.clone();
        tree.play(root, other).unwrap();
        made.set_tree(tree);
        let texts: Vec<_> = made.solution().into_iter().map(|step| step.text).collect();
        assert_eq!(texts, ["b1", "c1"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        let mut made = sketch("chess", BACK_RANK, &[]);
        assert_eq!(check(&made), Err(Flaw::NoMove));
        made = sketch("chess", BACK_RANK, &["Ra7", "g6", "Ra8"]);
        assert_eq!(made.goal(), Goal::MateIn(2));
        let last = "Ra8+".to_owned();
        assert_eq!(check(&made), Err(Flaw::Unreached { last, goal: Goal::MateIn(2) }));
        let game = registry::find("go").unwrap();
        let text = "9/9/9/4X4/3XO4/4X4/9/9/9 X 0,0";
        let options = Options::parse("(size: 9)").unwrap();
        let mut made = Sketch::new(game, &options, text, &[]).unwrap();
        assert_eq!((made.aim, check(&made)), (Aim::Capture, Err(Flaw::NoPoint)));
        assert!(!made.toggle("d5".parse().unwrap()), "one's own stone is not taken");
        assert!(made.toggle("e5".parse().unwrap()));
        assert_eq!(check(&made), Err(Flaw::NoMove));
    }

    #[test]
    fn a_finished_game_makes_no_level() {
        let game = registry::find("chess").unwrap();
        let mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
        let made = |text| Sketch::new(game, &Options::default(), text, &[]).map(|_| ());
        assert_eq!(made(mate), Err(Unfit::Over));
        assert_eq!(made("no position"), Err(Unfit::NoPosition));
    }

    #[test]
    fn the_computer_finds_a_solution_or_says_what_is_in_the_way() {
        let find = |made: &Sketch| {
            let (game, options) = (made.tree.game(), made.tree.options());
            let position = made.position().text();
            solve(game, options, &position, &made.goal(), NODES, &Stop::new())
        };
        let mut made = sketch("chess", BACK_RANK, &[]);
        made.take(find(&made).unwrap());
        assert_eq!(made.solution()[0].text, "Ra8#");
        assert_eq!(check(&made), Ok(()));
        let two = sketch("chess", "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1", &[]);
        assert_eq!(find(&two), Err(Doubt::First(2)));
        let game = registry::find("go").unwrap();
        let text = "9/9/9/4X4/3XO4/4X4/9/9/9 X 0,0";
        let options = Options::parse("(size: 9)").unwrap();
        let mut made = Sketch::new(game, &options, text, &[]).unwrap();
        made.toggle("e5".parse().unwrap());
        made.take(find(&made).unwrap());
        assert_eq!((made.solution()[0].text.as_str(), check(&made)), ("F5", Ok(())));
    }
}
