//! Small pictures of rules: a board from the page of how to play that explains them.

use bevy_egui::egui::{Painter, Rect};

use crate::app::board::drawing::Marker;
use crate::app::widgets::thumbnail::{BoardMarks, PaintContext, paint_marked_board};
use crate::content::how_to_play::{Diagram, Guide, Page};
use crate::core::Point;
use crate::games::{AnyPosition, Domain, Game, OptionSpec, OptionValue, Options, Piece};

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

    /// The pictures of all values of a game. Those of an option are left out where they are
    /// much the same.
    pub(super) fn load(game: &'static dyn Game, guide: Option<&Guide>) -> OptionPictures {
        let mut pictures = Vec::new();
        for spec in game.options() {
            let Domain::Words(words) = spec.domain else { continue };
            let find = |word: &&'static str| Some((*word, picture(game, guide, spec, word)?));
            let found: Vec<_> = words.iter().filter_map(find).collect();
            let boards: Vec<_> = found.iter().map(|(_, found)| pieces(&found.position)).collect();
            let is_new = |n: &usize| !boards[..*n].contains(&boards[*n]);
            let distinct = (0..boards.len()).filter(is_new).count();
            if found.is_empty() || distinct * 10 < found.len() * 9 {
                continue;
            }
            let mut found = found.into_iter().peekable();
            for word in words {
                // The empty board keeps the others in line.
                let own = found.next_if(|(known, _)| known == word).map(|(_, picture)| picture);
                let empty = || Some(Picture { position: start(game, spec, word)?, marks: vec![] });
                pictures.extend(own.or_else(empty).map(|picture| (spec.id, *word, picture)));
            }
        }
        OptionPictures(pictures)
    }
}

/// The picture of a value: the start with the pieces on it, where the value is the usual one
/// or changes it, or else a diagram.
fn picture(
    game: &'static dyn Game,
    guide: Option<&Guide>,
    spec: &OptionSpec,
    word: &str,
) -> Option<Picture> {
    let usual = pieces(&game.start(&Options::default()).ok()?);
    let has_pieces = usual.iter().any(Option::is_some);
    let position = start(game, spec, word)?;
    let is_default = spec.domain.default_choice() == OptionValue::Word(word.to_owned());
    if has_pieces && (is_default || pieces(&position) != usual) {
        return Some(Picture { position, marks: Vec::new() });
    }
    diagram(game, guide?, spec, word, has_pieces)
}

fn start(game: &dyn Game, spec: &OptionSpec, word: &str) -> Option<AnyPosition> {
    let mut options = Options::default();
    options.set(spec.id, OptionValue::Word(word.to_owned()));
    game.start(&options).ok()
}

/// The pieces on the board, file by file.
fn pieces(position: &AnyPosition) -> Vec<Option<Piece>> {
    let board = position.board();
    let points = (0..board.files).flat_map(|file| (0..board.ranks).map(move |rank| (file, rank)));
    points.map(|(file, rank)| position.piece_at(Point::new(file, rank))).collect()
}

/// The last position of the diagram that tells most of a value: on the page about it the
/// first one with marks, or the first one at all; or one that is played under it, which comes
/// first in games that begin with pieces, since the start tells most there.
fn diagram(
    game: &dyn Game,
    guide: &Guide,
    spec: &OptionSpec,
    word: &str,
    has_pieces: bool,
) -> Option<Picture> {
    let value = OptionValue::Word(word.to_owned());
    let is_under = |(_, diagram): &(&Page, &Diagram)| {
        diagram.options.names(spec) && diagram.options.get(spec) == value
    };
    let under = || {
        let pages = guide.pages.iter();
        pages.flat_map(|page| diagrams(page).map(move |diagram| (page, diagram))).find(is_under)
    };
    let names_it = |page: &&Page| {
        page.covers.get(spec.id).is_some_and(|words| words.iter().any(|known| known == word))
    };
    let of_page = || {
        let page = guide.pages.iter().find(names_it)?;
        let marked = diagrams(page).find(|diagram| !diagram.marks.is_empty());
        Some((page, marked.or_else(|| diagrams(page).next())?))
    };
    let (page, diagram) = match has_pieces {
        true => under().or_else(of_page)?,
        false => of_page().or_else(under)?,
    };
    let frame = diagram.frames(game, page).pop()?;
    let marks = diagram.marks.iter().map(|mark| (Marker::PuzzleTarget, mark.0)).collect();
    Some(Picture { position: frame.position, marks })
}

fn diagrams(page: &Page) -> impl Iterator<Item = &Diagram> {
    page.sections.iter().filter_map(|section| section.diagram.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{assets_folder, how_to_play};
    use crate::games::registry;

    #[test]
    fn variants_and_openings_have_pictures_and_what_looks_the_same_has_none() {
        let read = |path: &str| {
            let text = std::fs::read_to_string(assets_folder().join(path));
            text.map_err(|error| error.to_string())
        };
        let guides = how_to_play::load(read).guides;
        let pictures = |id: &str| {
            let guide = guides.iter().find(|guide| guide.game == id);
            OptionPictures::load(registry::find(id).unwrap(), guide)
        };
        let gomoku = pictures("gomoku");
        for rule in ["freestyle", "renju", "connect6", "bubble"] {
            assert_eq!(gomoku.get("rule", rule).unwrap().position.board().files, 9, "{rule}");
        }
        let stones = |opening| {
            let picture = gomoku.get("opening", opening).unwrap();
            pieces(&picture.position).iter().flatten().count()
        };
        assert_eq!(["none", "pro", "swap2"].map(stones), [0, 3, 5]);
        let chess = pictures("chess");
        let rank = |word| pieces(&chess.get("start", word).unwrap().position);
        let standard = registry::find("chess").unwrap().start(&Options::default()).unwrap();
        assert_eq!(rank("standard"), pieces(&standard));
        assert_ne!(rank("chess960"), rank("standard"));
        assert!(pictures("xiangqi").0.is_empty());
        assert!(pictures("go").get("ruleset", "japanese").is_none());
    }
}
