//! The builder of readers whose files may hold moves that the rules refuse:
//! illegal ones, and those after the end of the game. Such a move and all that
//! follows it are kept as text at the last node before it.

use std::collections::BTreeMap;
use std::iter::successors;
use std::num::NonZeroUsize;

use super::builder::{PAST_END, PlaceError, TreeBuilder};
use super::{FormatError, Source};
use crate::core::{Move, Point, Side};
use crate::record::{Annotations, GameTree, NodeId};

/// A place in a record that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A node of the tree.
    Node(NodeId),
    /// A move that is kept as text, by its number.
    Text(usize),
}

/// A move that is kept as text. A hostile file has one for every few bytes.
#[derive(Debug)]
struct TextMove {
    after: Place,
    /// Where its text ends in the text of all; it begins where that of the move
    /// before it ends.
    end: usize,
}

/// A step of writing text moves as tokens.
enum Step {
    Token(&'static str),
    Move(usize),
    /// The moves after this one.
    Continuation(usize),
}

/// A tree builder that never stops at a move.
#[derive(Debug)]
pub(super) struct LenientBuilder {
    builder: TreeBuilder,
    at: Place,
    text: Vec<TextMove>,
    /// The text of all moves in `text`.
    words: String,
    /// Comments of moves in `text`, by their number.
    comments: BTreeMap<usize, String>,
    /// The error of the first move that was refused.
    refusal: Option<FormatError>,
    /// Where the file ends within the game.
    cut: Option<FormatError>,
}

impl LenientBuilder {
    /// A builder that goes on from another one.
    pub(super) fn new(mut builder: TreeBuilder) -> LenientBuilder {
        // Refused moves are collected here, those past the end too.
        builder.lenient = false;
        let at = Place::Node(builder.node());
        let (text, words, comments) = (Vec::new(), String::new(), BTreeMap::new());
        LenientBuilder { builder, at, text, words, comments, refusal: None, cut: None }
    }

    /// The place where the reader is.
    pub(super) fn at(&self) -> Place {
        self.at
    }

    /// The tree, for its information.
    pub(super) fn tree(&mut self) -> &mut GameTree {
        &mut self.builder.tree
    }

    /// The move that led here; `None` at the root and in text.
    pub(super) fn last_move(&self) -> Option<Move> {
        match self.at {
            Place::Node(node) => self.builder.tree.move_at(node),
            Place::Text(_) => None,
        }
    }

    /// Moves to a place, from which several lines go on if `branches` is true.
    pub(super) fn go_to(&mut self, place: Place, branches: bool) {
        self.at = place;
        if let Place::Node(node) = place {
            self.builder.go_to(node);
            if branches {
                self.builder.checkpoint();
            }
        }
    }

    /// Plays a move; `text` is its text if it is refused, for the reason given to
    /// `error`.
    pub(super) fn play(
        &mut self,
        mv: Move,
        text: &str,
        error: impl FnOnce(&dyn std::fmt::Display) -> FormatError,
    ) {
        if let Place::Node(_) = self.at {
            match self.builder.play(mv) {
                Ok(node) => return self.at = Place::Node(node),
                Err(refusal) => _ = self.refusal.get_or_insert_with(|| error(&refusal)),
            }
        }
        self.add_text(text);
    }

    /// Places a stone or disc of this colour, or of the side to move, as
    /// [`TreeBuilder::place`].
    pub(super) fn place(
        &mut self,
        colour: Option<Side>,
        at: Point,
        error: impl FnOnce(&dyn std::fmt::Display) -> FormatError,
    ) {
        if let Place::Node(_) = self.at {
            match self.builder.place(colour, at) {
                Ok(node) => return self.at = Place::Node(node),
                Err(refusal) => _ = self.refusal.get_or_insert_with(|| error(&refusal)),
            }
        }
        self.add_text(&at.to_string());
    }

    /// Places a stone or disc of the side to move, or returns the reason of its
    /// refusal; only text follows text.
    pub(super) fn try_place(&mut self, at: Point) -> Result<(), PlaceError> {
        match self.at {
            Place::Node(_) => self.at = Place::Node(self.builder.place(None, at)?),
            Place::Text(_) => self.add_text(&at.to_string()),
        }
        Ok(())
    }

    /// Passes if the rules let the side to move do it.
    pub(super) fn try_pass(&mut self) {
        if let Place::Node(_) = self.at
            && let Ok(node) = self.builder.play(Move::Pass)
        {
            self.at = Place::Node(node);
        }
    }

    /// Keeps a move that is none as text.
    pub(super) fn refuse(&mut self, text: &str, error: FormatError) {
        self.refusal.get_or_insert(error);
        self.add_text(text);
    }

    /// Notes that a part of the record is kept without a move, for this reason.
    pub(super) fn note(&mut self, error: FormatError) {
        self.refusal.get_or_insert(error);
    }

    /// Notes that the file ends within the game, whose beginning stays.
    pub(super) fn cut_off(&mut self, error: FormatError) {
        self.cut.get_or_insert(error);
    }

    fn add_text(&mut self, text: &str) {
        self.words.push_str(text);
        self.text.push(TextMove { after: self.at, end: self.words.len() });
        self.at = Place::Text(self.text.len() - 1);
    }

    /// Adds a line to the comment of this place.
    pub(super) fn add_comment(&mut self, text: &str) {
        match self.at {
            Place::Node(_) => self.builder.annotations().add_comment(text),
            Place::Text(number) => {
                let comment = self.comments.entry(number).or_default();
                if !comment.is_empty() && !text.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(text);
            }
        }
    }

    /// The annotations of this node; `None` in text.
    pub(super) fn annotations(&mut self) -> Option<&mut Annotations> {
        matches!(self.at, Place::Node(_)).then(|| self.builder.annotations())
    }

    /// The game, and the error of the first move that was refused.
    pub(super) fn finish(mut self) -> ReadGame {
        if !self.text.is_empty() {
            // Room for nodes that became text, and for further text.
            self.builder.tree.drop_caches();
            self.text.shrink_to_fit();
            self.words.shrink_to_fit();
            self.store_text();
        }
        ReadGame { tree: self.builder.tree, refusal: self.refusal, cut: self.cut }
    }

    /// Stores the text moves as properties of the nodes that they follow: tokens
    /// as in PGN, with variations in parentheses and comments in braces.
    fn store_text(&mut self) {
        let mut first_child: Vec<Option<NonZeroUsize>> = vec![None; self.text.len()];
        let mut sibling = first_child.clone();
        let mut first: Vec<(NodeId, usize)> = Vec::new();
        for (number, entry) in self.text.iter().enumerate().rev() {
            match entry.after {
                // The move of number 0 comes after a node.
                Place::Text(parent) => {
                    sibling[number] = first_child[parent];
                    first_child[parent] = NonZeroUsize::new(number);
                }
                Place::Node(node) => first.push((node, number)),
            }
        }
        first.reverse();
        let tree = &mut self.builder.tree;
        for (node, number) in first {
            let is_main = tree.children(node).next().is_none()
                && tree.annotations(node).property(PAST_END).is_empty();
            let mut stack = vec![Step::Continuation(number), Step::Move(number)];
            if !is_main {
                stack.insert(0, Step::Token(")"));
                stack.push(Step::Token("("));
            }
            while let Some(step) = stack.pop() {
                let annotations = tree.annotations_mut(node);
                match step {
                    Step::Token(token) => annotations.add_property(PAST_END, token.to_owned()),
                    Step::Move(number) => {
                        let start = number.checked_sub(1).map_or(0, |last| self.text[last].end);
                        let text = &self.words[start..self.text[number].end];
                        annotations.add_property(PAST_END, text.to_owned());
                        let comment = self.comments.get(&number);
                        if let Some(comment) = comment.filter(|comment| !comment.is_empty()) {
                            let comment = comment.replace('}', ")");
                            annotations.add_property(PAST_END, format!("{{{comment}}}"));
                        }
                    }
                    Step::Continuation(number) => {
                        let Some(main) = first_child[number] else { continue };
                        let main = main.get();
                        stack.push(Step::Continuation(main));
                        let next = |child: &usize| sibling[*child].map(NonZeroUsize::get);
                        let others = successors(next(&main), next);
                        let others: Vec<usize> = others.collect();
                        for other in others.into_iter().rev() {
                            stack.extend([
                                Step::Token(")"),
                                Step::Continuation(other),
                                Step::Move(other),
                                Step::Token("("),
                            ]);
                        }
                        stack.push(Step::Move(main));
                    }
                }
            }
        }
    }
}

/// A game that was read, perhaps with moves that are kept as text.
pub(super) struct ReadGame {
    pub(super) tree: GameTree,
    /// The error of the first move that was refused.
    pub(super) refusal: Option<FormatError>,
    /// Where the file ends within the game.
    pub(super) cut: Option<FormatError>,
}

impl From<GameTree> for ReadGame {
    fn from(tree: GameTree) -> ReadGame {
        ReadGame { tree, refusal: None, cut: None }
    }
}

/// The games of a file that is being read, and the errors of those that are left
/// out.
#[derive(Default)]
pub(super) struct ReadGames {
    games: Vec<ReadGame>,
    left_out: Vec<FormatError>,
}

impl ReadGames {
    /// Number of games so far, those left out included.
    pub(super) fn count(&self) -> usize {
        self.games.len() + self.left_out.len()
    }

    /// Adds a game, or leaves it out by its error.
    pub(super) fn push(&mut self, game: Result<ReadGame, FormatError>) {
        match game {
            Ok(mut game) => {
                game.tree.drop_caches();
                self.games.push(game);
            }
            Err(error) => self.left_out.push(error),
        }
    }

    /// The games of a text with one game a line, as by [`ReadGames::finish`].
    ///
    /// # Errors
    /// The first error, if more than half of the lines are no games: the text is
    /// something else then.
    pub(super) fn finish_lines(self, source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
        match self.left_out.first() {
            Some(error) if self.left_out.len() > self.games.len() => Err(error.clone()),
            _ => self.finish(source),
        }
    }

    /// The games, with a warning about each that is left out, is cut off or has
    /// moves kept as text.
    ///
    /// # Errors
    /// The first error, if there is one and none of the games has a move that
    /// could be played.
    pub(super) fn finish(self, source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
        let ReadGames { games, left_out } = self;
        let is_played = |game: &ReadGame| game.tree.children(game.tree.root()).next().is_some();
        let refusals = || games.iter().filter_map(|game| game.refusal.as_ref());
        if let Some(error) = left_out.first().filter(|_| games.is_empty()).or(refusals().next())
            && !games.iter().any(is_played)
        {
            return Err(error.clone());
        }
        left_out.into_iter().for_each(|error| source.warn_of_game(error));
        let read = |game: ReadGame| {
            if let Some(error) = game.refusal {
                source.warn_of_moves(error);
            }
            if let Some(error) = game.cut {
                source.warn_of_cut(error);
            }
            game.tree
        };
        Ok(games.into_iter().map(read).collect())
    }
}

/// The one game of a file, as by [`ReadGames::finish`].
pub(super) fn accept(source: Source<'_>, game: ReadGame) -> Result<Vec<GameTree>, FormatError> {
    let mut games = ReadGames::default();
    games.push(Ok(game));
    games.finish(source)
}
