//! Setup properties: before the first move they change the starting position,
//! later they are nodes of their own.

use super::properties;
use super::read::{GameReader, property_name, unescape};
use crate::core::{Point, Side};
use crate::games::{OptionValue, SetupError, StoneSetup};
use crate::record::formats::builder::{TreeBuilder, word_choice};
use crate::record::formats::content_error::ContentError;
use crate::record::formats::text::Property;
use crate::record::{NodeAction, SetUp, StoneEdit, UnplayableProperty};

/// The setup properties of a node.
#[derive(Default)]
pub(super) struct NodeSetup {
    stones: Vec<StoneEdit>,
    to_move: Option<Side>,
    /// Those with a point off the board.
    invalid: Vec<UnplayableProperty>,
}

/// A property that could not be carried out.
fn unplayable(name: &str, value: &str) -> UnplayableProperty {
    UnplayableProperty { name: name.into(), value: value.into() }
}

/// The stone of a setup property.
fn stone(name: &str) -> Option<Option<Side>> {
    match name {
        "AB" => Some(Some(Side::First)),
        "AW" => Some(Some(Side::Second)),
        "AE" => Some(None),
        _ => None,
    }
}

/// The side named by `PL`.
fn side_to_move(value: &str) -> Side {
    let white = value.trim_start().starts_with(['W', 'w', '2']);
    if white { Side::Second } else { Side::First }
}

impl GameReader {
    /// The corners of a point or rectangle.
    fn corners(&self, text: &str) -> Result<(Point, Point), ContentError> {
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        Ok((self.point(from)?, self.point(to)?))
    }

    fn node_setup(&mut self, node: &[Property<'_>]) -> NodeSetup {
        let mut setup = NodeSetup::default();
        for &Property { name, value } in node {
            let name = property_name(name);
            if name == "PL" {
                setup.to_move = Some(side_to_move(value));
            }
            let Some(stone) = stone(&name) else { continue };
            match self.corners(&unescape(value)) {
                Ok((from, to)) => setup.stones.push(StoneEdit { from, to, stone }),
                Err(problem) => {
                    self.warnings.push(problem);
                    setup.invalid.push(unplayable(&name, value));
                }
            }
        }
        setup
    }

    /// Keeps the setup properties of the root that have no point of the board, and
    /// returns the others.
    pub(super) fn keep_invalid_setup(&mut self, node: &[Property<'_>]) -> NodeSetup {
        let mut setup = self.node_setup(node);
        for UnplayableProperty { name, value } in setup.invalid.drain(..) {
            self.builder.annotations().add_property(&name, value.into());
        }
        setup
    }

    /// Applies setup properties before the first move to the starting position.
    pub(super) fn set_up_start(&mut self, node: &[Property<'_>]) {
        let setup = self.keep_invalid_setup(node);
        let to_move = setup.to_move.or(self.to_move);
        if setup.stones.is_empty() && to_move == self.to_move {
            return;
        }
        let mut stones = std::mem::take(&mut self.setup);
        if !setup.stones.is_empty() {
            // Stones that are set up stand alone.
            let points = usize::from(self.size) * usize::from(self.size);
            let stones = stones.get_or_insert_with(|| vec![None; points]);
            for edit in &setup.stones {
                for at in edit.points() {
                    stones[self.place(at)] = edit.stone;
                }
            }
        }
        match self.restart(stones.as_deref(), to_move) {
            Ok(()) => (self.setup, self.to_move) = (stones, to_move),
            Err(problem) => {
                self.warnings.push(problem.into());
                self.add_unplayable_setup(node);
            }
        }
    }

    /// Lets this colour move first, as the first move of the record says.
    pub(super) fn set_first_mover(&mut self, side: Side) {
        let stones = self.setup.take();
        if self.restart(stones.as_deref(), Some(side)).is_ok() {
            self.to_move = Some(side);
        }
        self.setup = stones;
    }

    /// Index of a point in the stones of a setup.
    fn place(&self, at: Point) -> usize {
        usize::from(at.rank) * usize::from(self.size) + usize::from(at.file)
    }

    /// Begins the tree anew from these stones, or from those of the usual
    /// starting position.
    fn restart(
        &mut self,
        stones: Option<&[Option<Side>]>,
        to_move: Option<Side>,
    ) -> Result<(), SetupError> {
        let tree = &self.builder.tree;
        let game = tree.game();
        let Some(sgf) = self.stones else { return Ok(()) };
        let usual: Vec<Option<Side>>;
        let stones = match stones {
            Some(stones) => stones,
            None => {
                let points = (0..self.size)
                    .flat_map(|rank| (0..self.size).map(move |file| Point::new(file, rank)));
                usual =
                    points.map(|at| tree.start().piece_at(at).map(|piece| piece.side)).collect();
                &usual
            }
        };
        let setup = StoneSetup { size: self.size, stones, to_move };
        let text = (sgf.position_text)(&setup);
        // The number of handicap stones alone places none.
        let handicap = self.handicap.filter(|_| setup.count(Side::First) > 1);
        let mut options = self.options.clone();
        if let Some(count) = handicap {
            options.set("handicap", OptionValue::Number(count));
        }
        let builder = TreeBuilder::new(game, options.clone(), Some(&text));
        let mut builder = match (builder, handicap) {
            // Stones on other points are free placement.
            (Ok(builder), Some(_)) if builder.tree.start_text().is_some() => {
                let mut free = options.clone();
                free.set("placement", word_choice("free"));
                match TreeBuilder::new(game, free.clone(), Some(&text)) {
                    Ok(builder) => {
                        options = free;
                        builder
                    }
                    Err(_) => builder,
                }
            }
            // So many handicap stones do not fit on the board.
            (Err(_), Some(_)) => {
                options = self.options.clone();
                TreeBuilder::new(game, options.clone(), Some(&text))?
            }
            (builder, _) => builder?,
        };
        *builder.tree.info_mut() = tree.info().clone();
        let annotations = builder.annotations();
        *annotations = tree.annotations(tree.root()).clone();
        let told = properties::option_value(game, &options, "handicap");
        if handicap.is_some_and(|count| told == Some(OptionValue::Number(count))) {
            // The option tells it now.
            annotations.properties.retain(|property| property.0 != "HA");
        }
        self.start_options = options;
        self.builder = builder;
        Ok(())
    }

    /// Sets up stones in the middle of a game, in a node of their own. `has_move`
    /// is true if the node has a move as well, which says who is to move.
    pub(super) fn set_up(&mut self, node: &[Property<'_>], has_move: bool) {
        let setup = self.node_setup(node);
        let turn = self.builder.position().colour_to_move();
        let to_move =
            setup.to_move.filter(|&side| !has_move && (side != turn || !setup.stones.is_empty()));
        if setup.stones.is_empty() && to_move.is_none() && setup.invalid.is_empty() {
            return;
        }
        let (stones, unplayable) = (setup.stones.into(), setup.invalid.into());
        let action = NodeAction::SetUp(SetUp { stones, to_move, unplayable });
        if self.builder.execute(&action).is_none() {
            self.warnings.push(ContentError::ImpossibleSetup);
            self.add_unplayable_setup(node);
        }
    }

    /// Keeps the setup properties of a node, which cannot be carried out, in a
    /// node that leaves the position as it is.
    fn add_unplayable_setup(&mut self, node: &[Property<'_>]) {
        let properties = node.iter().map(|property| (property_name(property.name), property.value));
        let setup = properties.filter(|(name, _)| stone(name).is_some() || name == "PL");
        let unplayable = setup.map(|(name, value)| unplayable(&name, value)).collect();
        self.add_note(SetUp { unplayable, ..SetUp::default() });
    }

    /// Keeps a move that cannot be carried out; the other colour is to move.
    pub(super) fn add_unplayable_move(&mut self, side: Option<Side>, name: &str, value: &str) {
        let unplayable = [unplayable(name, value)].into();
        self.add_note(SetUp { to_move: side.map(Side::other), unplayable, ..SetUp::default() });
    }

    /// Adds a node that changes no stones.
    pub(super) fn add_note(&mut self, set_up: SetUp) {
        let stay = SetUp { to_move: None, ..set_up.clone() };
        if self.builder.execute(&NodeAction::SetUp(set_up)).is_none() {
            self.builder.execute(&NodeAction::SetUp(stay));
        }
    }
}
