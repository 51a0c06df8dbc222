//! The builder of readers whose files may hold moves that the rules refuse:
//! illegal ones, and those after the end of the game. Such a move and all that
//! follows it are kept as text at the last node before it.

use std::collections::BTreeMap;
use std::num::NonZero;

use super::builder::{PAST_END, PlaceError, TreeBuilder};
use super::token_walk::{Next, Step, walk};
use super::{FormatError, Source};
use crate::core::{Move, Point, Side};
use crate::record::{Annotations, GameTree, NodeId};

/// Moves that any file may have kept as text.
const MAX_TEXT: usize = 1000;
/// Bytes of a file for each further move that is kept as text.
const BYTES_PER_TEXT: usize = 16;

/// A place in a record that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A node of the tree.
    Node(NodeId),
    /// A move that is kept as text, by its number.
    Text(usize),
    /// After a move that is left out.
    Lost,
}

/// A move that is kept as text.
#[derive(Debug)]
struct TextMove {
    after: Place,
    text: Box<str>,
    first_child: Option<NonZero<u32>>,
    next_sibling: Option<NonZero<u32>>,
}

/// A tree builder that never stops at a move.
#[derive(Debug)]
pub(super) struct LenientBuilder {
    builder: TreeBuilder,
    at: Place,
    text: Vec<TextMove>,
    /// The comments of text moves.
    comments: BTreeMap<usize, String>,
    /// Most moves that are kept as text.
    max_text: usize,
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
        LenientBuilder {
            builder,
            at,
            text: Vec::new(),
            comments: BTreeMap::new(),
            max_text: MAX_TEXT,
            refusal: None,
            cut: None,
        }
    }

    /// Lets a file of this many bytes have more moves kept as text, in proportion:
    /// each takes much more memory than a byte or two of a file.
    pub(super) fn of_size(mut self, bytes: usize) -> LenientBuilder {
        self.max_text = MAX_TEXT + bytes / BYTES_PER_TEXT;
        self
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
            Place::Text(_) | Place::Lost => None,
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
        error: impl Fn(&dyn std::fmt::Display) -> FormatError,
    ) {
        if let Place::Node(_) = self.at {
            match self.builder.play(mv) {
                Ok(node) => return self.at = Place::Node(node),
                Err(refusal) => _ = self.refusal.get_or_insert_with(|| error(&refusal)),
            }
        }
        self.add_text(text, &error);
    }

    /// Places a stone or disc of this colour, or of the side to move, as
    /// [`TreeBuilder::place`].
    pub(super) fn place(
        &mut self,
        colour: Option<Side>,
        at: Point,
        error: impl Fn(&dyn std::fmt::Display) -> FormatError,
    ) {
        if let Place::Node(_) = self.at {
            match self.builder.place(colour, at) {
                Ok(node) => return self.at = Place::Node(node),
                Err(refusal) => _ = self.refusal.get_or_insert_with(|| error(&refusal)),
            }
        }
        self.add_text(&at.to_string(), &error);
    }

    /// Places a stone or disc of the side to move, or returns the reason of its
    /// refusal; only text follows text.
    pub(super) fn try_place(&mut self, at: Point) -> Result<(), PlaceError> {
        match self.at {
            Place::Node(_) => self.at = Place::Node(self.builder.place(None, at)?),
            Place::Text(_) | Place::Lost => self.push_text(&at.to_string()),
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
        self.push_text(text);
    }

    /// Notes that a part of the record is kept without a move, for this reason.
    pub(super) fn note(&mut self, error: FormatError) {
        self.refusal.get_or_insert(error);
    }

    /// Notes that the file ends within the game, whose beginning stays.
    pub(super) fn cut_off(&mut self, error: FormatError) {
        self.cut.get_or_insert(error);
    }

    fn add_text(&mut self, text: &str, error: &dyn Fn(&dyn std::fmt::Display) -> FormatError) {
        self.push_text(text);
        if self.at == Place::Lost && self.cut.is_none() {
            let most = self.max_text;
            let reason = format!("only {most} moves that cannot be played are kept as text here");
            self.cut = Some(error(&reason));
        }
    }

    fn push_text(&mut self, text: &str) {
        if self.at == Place::Lost || self.text.len() >= self.max_text {
            self.at = Place::Lost;
            return;
        }
        let (after, text) = (self.at, text.into());
        if self.text.len() == self.text.capacity() {
            self.text.reserve_exact(self.text.len() / 4 + 4);
        }
        self.text.push(TextMove { after, text, first_child: None, next_sibling: None });
        self.at = Place::Text(self.text.len() - 1);
    }

    /// Adds a line to the comment of this place.
    pub(super) fn add_comment(&mut self, text: &str) {
        match self.at {
            Place::Node(_) => self.builder.annotations().add_comment(text),
            Place::Text(_) if text.is_empty() => {}
            Place::Text(number) => {
                let comment = self.comments.entry(number).or_default();
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(text);
            }
            Place::Lost => {}
        }
    }

    /// The annotations of this node; `None` in text.
    pub(super) fn annotations(&mut self) -> Option<&mut Annotations> {
        matches!(self.at, Place::Node(_)).then(|| self.builder.annotations())
    }

    /// The game, and the error of the first move that was refused.
    pub(super) fn finish(mut self) -> ReadGame {
        self.store_text();
        ReadGame { tree: self.builder.tree, refusal: self.refusal, cut: self.cut }
    }

    /// Stores the text moves as properties of the nodes that they follow: tokens
    /// as in PGN, with variations in parentheses and comments in braces.
    fn store_text(&mut self) {
        let mut first: Vec<(NodeId, usize)> = Vec::new();
        // Backwards, so that each is put before its later siblings. The first
        // text move follows no other.
        for number in (0..self.text.len()).rev() {
            match self.text[number].after {
                Place::Text(parent) => {
                    let next = self.text[parent].first_child;
                    self.text[parent].first_child = NonZero::new(number as u32);
                    self.text[number].next_sibling = next;
                }
                Place::Node(node) => first.push((node, number)),
                Place::Lost => {}
            }
        }
        for (node, number) in first.into_iter().rev() {
            let tree = &self.builder.tree;
            let is_main = tree.children(node).next().is_none()
                && tree.annotations(node).property(PAST_END).is_empty();
            let tokens = self.tokens(number, is_main);
            let annotations = self.builder.tree.annotations_mut(node);
            tokens.into_iter().for_each(|token| annotations.add_property(PAST_END, token));
        }
    }

    /// The tokens of a text move and all that follows it, as a variation unless
    /// it is the main line.
    fn tokens(&self, number: usize, is_main: bool) -> Vec<String> {
        let mut tokens = Vec::new();
        let mut stack = vec![Step::Continuation(number), Step::Move(number)];
        if !is_main {
            stack.insert(0, Step::Token(")"));
            stack.push(Step::Token("("));
        }
        let children = |number: usize| {
            let next = |&child: &usize| self.text[child].next_sibling.map(|it| it.get() as usize);
            let first = self.text[number].first_child.map(|it| it.get() as usize);
            std::iter::successors(first, next)
        };
        walk(
            stack,
            |number| children(number).collect(),
            |next| match next {
                Next::Token(token) => tokens.push(token.to_owned()),
                Next::Move(number) => {
                    tokens.push(self.text[number].text.to_string());
                    if let Some(comment) = self.comments.get(&number) {
                        tokens.push(format!("{{{}}}", comment.replace('}', ")")));
                    }
                }
            },
        );
        tokens
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

/// The games of a file that is being read.
pub(super) struct ReadGames<'a> {
    source: Source<'a>,
    games: Vec<GameTree>,
    /// Number of games that are left out.
    left_out: usize,
    /// The error of the first game that is left out, or else of the first move
    /// that was refused.
    first_error: [Option<FormatError>; 2],
    /// True if some game has a move that could be played.
    is_played: bool,
}

impl<'a> ReadGames<'a> {
    /// No games yet, with room for this many.
    pub(super) fn new(source: Source<'a>, capacity: usize) -> ReadGames<'a> {
        let games = Vec::with_capacity(capacity);
        ReadGames { source, games, left_out: 0, first_error: [None, None], is_played: false }
    }

    /// Number of games so far, those left out included.
    pub(super) fn count(&self) -> usize {
        self.games.len() + self.left_out
    }

    /// Adds a game, with a warning if it is cut off or has moves kept as text; or
    /// leaves it out with a warning, by its error.
    pub(super) fn push(&mut self, game: Result<ReadGame, FormatError>) {
        let ReadGame { mut tree, refusal, cut } = match game {
            Ok(game) => game,
            Err(error) => {
                self.left_out += 1;
                self.first_error[0].get_or_insert_with(|| error.clone());
                return self.source.warn_of_game(error);
            }
        };
        self.is_played |= tree.children(tree.root()).next().is_some();
        if let Some(error) = refusal {
            self.first_error[1].get_or_insert_with(|| error.clone());
            self.source.warn_of_moves(error);
        }
        if let Some(error) = cut {
            self.source.warn_of_cut(error);
        }
        tree.drop_caches();
        self.games.push(tree);
    }

    /// The games of a text with one game a line, as by [`ReadGames::finish`].
    ///
    /// # Errors
    /// The first error, if more than half of the lines are no games: the text is
    /// something else then.
    pub(super) fn finish_lines(self) -> Result<Vec<GameTree>, FormatError> {
        match &self.first_error[0] {
            Some(error) if self.left_out > self.games.len() => Err(error.clone()),
            _ => self.finish(),
        }
    }

    /// The games.
    ///
    /// # Errors
    /// The first error, if there is one and no game, or if moves were refused and
    /// none of the games has one that could be played.
    pub(super) fn finish(self) -> Result<Vec<GameTree>, FormatError> {
        let [left_out, refusal] = self.first_error;
        match left_out.filter(|_| self.games.is_empty()).or(refusal) {
            Some(error) if !self.is_played => Err(error),
            _ => Ok(self.games),
        }
    }
}

/// The one game of a file, as by [`ReadGames::finish`].
pub(super) fn accept(source: Source<'_>, game: ReadGame) -> Result<Vec<GameTree>, FormatError> {
    let mut games = ReadGames::new(source, 1);
    games.push(Ok(game));
    games.finish()
}
