//! Losses: the parts of games that a file of a format does not hold.

use std::collections::BTreeMap;
use std::fmt;

use super::builder::PAST_END;
use super::result::result_by_rules;
use crate::record::{GameTree, InfoField, NodeId};

/// A kind of content that a format may have no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// Moves off the main line.
    Variations,
    /// Moves that the rules refuse, kept as text.
    UnplayableMoves,
    /// Comments.
    Comments,
    /// Assessments of moves and positions.
    Glyphs,
    /// Arrows, marks and labels on the board.
    Shapes,
    /// Evaluations of positions.
    Evaluations,
    /// Readings of the clocks.
    Clocks,
    /// Unknown properties from other formats.
    Properties,
    /// Players, event, date and other information, the result apart.
    Information,
    /// The result, or its margin.
    Result,
    /// Options of the game that change nothing in this record, such as its
    /// opening rule.
    Options,
}

impl Content {
    /// Every kind.
    pub const ALL: [Content; 11] = [
        Content::Variations,
        Content::UnplayableMoves,
        Content::Comments,
        Content::Glyphs,
        Content::Shapes,
        Content::Evaluations,
        Content::Clocks,
        Content::Properties,
        Content::Information,
        Content::Result,
        Content::Options,
    ];

    /// Translation key.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Content::Variations => "variations",
            Content::UnplayableMoves => "unplayable-moves",
            Content::Comments => "comments",
            Content::Glyphs => "glyphs",
            Content::Shapes => "shapes",
            Content::Evaluations => "evaluations",
            Content::Clocks => "clocks",
            Content::Properties => "properties",
            Content::Information => "information",
            Content::Result => "result",
            Content::Options => "options",
        }
    }

    /// The kind in English, for this many.
    const fn words(self, is_one: bool) -> &'static str {
        match (self, is_one) {
            (Content::Variations, true) => "move of a variation",
            (Content::Variations, false) => "moves of variations",
            (Content::UnplayableMoves, true) => "move that cannot be played",
            (Content::UnplayableMoves, false) => "moves that cannot be played",
            (Content::Comments, true) => "comment",
            (Content::Comments, false) => "comments",
            (Content::Glyphs, true) => "glyph",
            (Content::Glyphs, false) => "glyphs",
            (Content::Shapes, true) => "mark on the board",
            (Content::Shapes, false) => "marks on the board",
            (Content::Evaluations, true) => "evaluation",
            (Content::Evaluations, false) => "evaluations",
            (Content::Clocks, true) => "clock reading",
            (Content::Clocks, false) => "clock readings",
            (Content::Properties, true) => "property of another format",
            (Content::Properties, false) => "properties of other formats",
            (Content::Information, true) => "piece of information about a game",
            (Content::Information, false) => "pieces of information about games",
            (Content::Result, true) => "result",
            (Content::Result, false) => "results",
            (Content::Options, true) => "option of a game",
            (Content::Options, false) => "options of games",
        }
    }
}

/// Content that a format of the moves of main lines alone does not hold, besides the result, the
/// information and the options.
pub(super) const MOVES_ALONE: [Content; 8] = [
    Content::Variations,
    Content::UnplayableMoves,
    Content::Comments,
    Content::Glyphs,
    Content::Shapes,
    Content::Evaluations,
    Content::Clocks,
    Content::Properties,
];

/// Content of one kind that a file does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The kind.
    pub content: Content,
    /// Number of comments, moves and so on, in all games of the file.
    pub count: usize,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.content.words(self.count == 1))
    }
}

/// The losses of a file that is being written.
#[derive(Debug, Default)]
pub(super) struct Losses(BTreeMap<Content, usize>);

impl Losses {
    /// Counts content that is not written.
    pub(super) fn add(&mut self, content: Content, count: usize) {
        if count > 0 {
            *self.0.entry(content).or_default() += count;
        }
    }

    /// Counts all that a tree has of these kinds.
    pub(super) fn add_all(&mut self, tree: &GameTree, lost: &[Content]) {
        for &content in lost {
            self.add(content, count(tree, content));
        }
    }

    /// Counts the information of a game but the result and these fields and tags.
    pub(super) fn add_information(
        &mut self,
        tree: &GameTree,
        fields: &[InfoField],
        is_tag_written: impl Fn(&str) -> bool,
    ) {
        let info = tree.info();
        let lost = |field: &&InfoField| {
            **field != InfoField::Result && !fields.contains(field) && !info.get(**field).is_empty()
        };
        let tags = info.tags().filter(|tag| !is_tag_written(tag.0)).count();
        self.add(Content::Information, InfoField::ALL.iter().filter(lost).count() + tags);
    }

    /// Counts the options that differ from their defaults, these apart.
    pub(super) fn add_options(&mut self, tree: &GameTree, written: &[&str]) {
        self.add(Content::Options, changed_options(tree, written).count());
    }

    /// Counts the result of a game unless it follows from the rules.
    pub(super) fn add_result(&mut self, tree: &GameTree) {
        let noted = tree.info().get(InfoField::Result);
        self.add(Content::Result, usize::from(!noted.is_empty() && noted != result_by_rules(tree)));
    }

    /// Counts properties but those of these names.
    pub(super) fn add_properties(&mut self, tree: &GameTree, written: &[&str]) {
        let lost = |name: &str| name != PAST_END && !written.contains(&name);
        let of_node = |node| {
            let properties = &tree.annotations(node).properties;
            properties.iter().filter(|property| lost(&property.0)).count()
        };
        self.add(Content::Properties, tree.nodes().map(of_node).sum());
    }

    /// The losses in the order of [`Content::ALL`].
    pub(super) fn into_list(self) -> Vec<Loss> {
        self.0.into_iter().map(|(content, count)| Loss { content, count }).collect()
    }
}

/// The options of a game that differ from their defaults, these apart.
pub(super) fn changed_options<'a>(
    tree: &'a GameTree,
    written: &'a [&str],
) -> impl Iterator<Item = &'static str> + 'a {
    let specs = tree.game().options().iter().filter(|spec| !written.contains(&spec.id));
    specs
        .filter(|spec| tree.options().get(spec) != spec.domain.default_choice())
        .map(|spec| spec.id)
}

/// The moves after a node that cannot be played, as tokens of PGN.
pub(super) fn unplayable_moves(tree: &GameTree, node: NodeId) -> &[String] {
    tree.annotations(node).property(PAST_END)
}

/// Number of comments, moves and so on of a tree.
fn count(tree: &GameTree, content: Content) -> usize {
    let sum = |count: &dyn Fn(NodeId) -> usize| tree.nodes().map(count).sum();
    match content {
        Content::Variations => tree.nodes().count() - tree.main_line().count(),
        Content::UnplayableMoves => sum(&|node| {
            let is_move = |token: &&String| {
                !matches!(token.as_str(), "(" | ")") && !token.starts_with(['{', '$'])
            };
            unplayable_moves(tree, node).iter().filter(is_move).count()
        }),
        Content::Comments => sum(&|node| usize::from(!tree.annotations(node).comment.is_empty())),
        Content::Glyphs => sum(&|node| tree.annotations(node).glyphs.len()),
        Content::Shapes => sum(&|node| tree.annotations(node).shapes.len()),
        Content::Evaluations => {
            sum(&|node| usize::from(tree.annotations(node).evaluation.is_some()))
        }
        Content::Clocks => sum(&|node| usize::from(tree.clocks(node).is_some())),
        Content::Properties => sum(&|node| {
            let properties = &tree.annotations(node).properties;
            properties.iter().filter(|property| property.0 != PAST_END).count()
        }),
        Content::Information => {
            let fields = InfoField::ALL.iter().filter(|field| !tree.info().get(**field).is_empty());
            fields.count() + tree.info().tags().count()
                - usize::from(!tree.info().get(InfoField::Result).is_empty())
        }
        Content::Result => usize::from(!tree.info().get(InfoField::Result).is_empty()),
        Content::Options => changed_options(tree, &[]).count(),
    }
}
