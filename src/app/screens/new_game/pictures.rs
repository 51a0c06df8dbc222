//! Small pictures of rules: a board from the page of how to play that explains them.

use bevy_egui::egui::{Painter, Rect};

use crate::app::board::drawing::Marker;
use crate::app::widgets::thumbnail::{BoardMarks, PaintContext, paint_marked_board};
use crate::content::how_to_play::{Diagram, Guide, Page};
use crate::core::Point;
use crate::games::{AnyPosition, Domain, Game, OptionSpec, OptionValue, Options};

/// A board that says something about a value.
pub(super) struct Picture {
    position: AnyPosition,
    marks: Vec<(Marker, Point)>,
}

impl Picture {
    pub(super) fn paint(
        &self,
        painter: &Painter,
        area: Rect,
        game: &dyn Game,
        paint: PaintContext,
    ) {
        let rows = self.position.winning_rows();
        let marks = BoardMarks { markers: &self.marks, rows: &rows, won: true };
        paint_marked_board(painter, area, game, &self.position, marks, paint);
    }
}

/// The pictures of the values of a game's options.
#[derive(Default)]
pub(super) struct OptionPictures(Vec<(&'static str, &'static str, Picture)>);

impl OptionPictures {
    /// The picture of a value; `None` where none says anything.
    pub(super) fn get(&self, option: &str, word: &str) -> Option<&Picture> {
        let found = self.0.iter().find(|(id, value, _)| (*id, *value) == (option, word));
        found.map(|(_, _, picture)| picture)
    }

    /// The pictures of all values of a game: the start where the values change it, or else
    /// a diagram of the page about the value.
    pub(super) fn load(game: &'static dyn Game, guide: Option<&Guide>) -> OptionPictures {
        let mut pictures = Vec::new();
        for spec in game.options() {
            let Domain::Words(words) = spec.domain else { continue };
            let starts: Vec<_> = words.iter().map(|word| start(game, spec, word)).collect();
            let changes_start = starts.windows(2).any(|pair| pieces(&pair[0]) != pieces(&pair[1]));
            for (word, start) in words.iter().zip(starts) {
                let picture = match start {
                    Some(position) if changes_start => {
                        Some(Picture { position, marks: Vec::new() })
                    }
                    _ => diagram(game, guide, spec, word),
                };
                pictures.extend(picture.map(|picture| (spec.id, *word, picture)));
            }
        }
        OptionPictures(pictures)
    }
}

fn start(game: &dyn Game, spec: &OptionSpec, word: &str) -> Option<AnyPosition> {
    let mut options = Options::default();
    options.set(spec.id, OptionValue::Word(word.to_owned()));
    game.start(&options).ok()
}

/// The pieces on the board, file by file.
fn pieces(position: &Option<AnyPosition>) -> Vec<Option<crate::games::Piece>> {
    let Some(position) = position else { return Vec::new() };
    let board = position.board();
    let points = (0..board.files).flat_map(|file| (0..board.ranks).map(move |rank| (file, rank)));
    points.map(|(file, rank)| position.piece_at(Point::new(file, rank))).collect()
}

/// The last position of the diagram that tells most of a value: one that is played under it,
/// or else on the page about it the first one with marks, or the first one at all.
fn diagram(
    game: &dyn Game,
    guide: Option<&Guide>,
    spec: &OptionSpec,
    word: &str,
) -> Option<Picture> {
    let pages = &guide?.pages;
    let value = OptionValue::Word(word.to_owned());
    let all = pages.iter().flat_map(|page| diagrams(page).map(move |diagram| (page, diagram)));
    let is_under = |(_, diagram): &(&Page, &Diagram)| {
        diagram.options.names(spec) && diagram.options.get(spec) == value
    };
    let names_it = |page: &&Page| {
        page.covers.get(spec.id).is_some_and(|words| words.iter().any(|known| known == word))
    };
    let of_page = || {
        let page = pages.iter().find(names_it)?;
        let marked = diagrams(page).find(|diagram| !diagram.marks.is_empty());
        Some((page, marked.or_else(|| diagrams(page).next())?))
    };
    let (page, diagram) = all.into_iter().find(is_under).or_else(of_page)?;
    let frame = diagram.frames(game, page).pop()?;
    let marks = diagram.marks.iter().map(|mark| (Marker::PuzzleTarget, mark.0)).collect();
    Some(Picture { position: frame.position, marks })
}

fn diagrams(page: &Page) -> impl Iterator<Item = &Diagram> {
    page.sections.iter().filter_map(|section| section.diagram.as_ref())
}
