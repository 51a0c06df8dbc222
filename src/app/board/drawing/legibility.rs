//! Every piece of every set can be seen on every board in every theme, as small as on a phone,
//! and told from that of the other side.

use std::collections::HashMap;

use bevy::color::Luminance;

use super::colours::contrast_ratio;
use super::{dark_surface, to_color};
use crate::app::services::svg;
use crate::content::sets::{self, BoardSet, piece_paths};
use crate::content::theme::{self, Colour, Theme};
use crate::content::{assets_folder, sets::piece_path};
use crate::games::registry::{self, GAMES};
use crate::games::{BoardPattern, Game};

/// Width of a window on a phone in pixels.
const PHONE: u32 = 360;

/// The part of a piece's pixels that stands out most, and by how much at least: as a white
/// shell stone by its rim from a light board, on which Go is played all over the world.
const BEST_PART: f32 = 0.05;
const MIN_CONTRAST: f32 = 1.5;

/// Mean difference of two pieces in each channel, 0 to 255, from which they are told apart at
/// a glance by their colours or shapes; characters in red and black on wood differ in little else.
const MIN_DIFFERENCE: f32 = 8.0;

/// Pixels of a piece: red, green, blue and alpha.
struct Picture(Vec<[u8; 4]>);

impl Picture {
    fn of(path: &str, size: u32) -> Picture {
        let text = std::fs::read_to_string(assets_folder().join(path)).unwrap();
        let bytes = svg::rasterise(&text, size).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (pixels, _) = bytes.as_chunks::<4>();
        Picture(pixels.to_vec())
    }

    /// The contrast of the part that stands out most from this ground.
    fn contrast(&self, ground: Colour) -> f32 {
        let under = to_color(ground).luminance();
        let mut found: Vec<f32> = self
            .0
            .iter()
            .filter(|[.., alpha]| *alpha > 127)
            .map(|&[red, green, blue, alpha]| {
                let mix = |over: u8, under: u8| {
                    let part = f32::from(alpha) / 255.0;
                    (f32::from(over) * part + f32::from(under) * (1.0 - part)) as u8
                };
                let [r, g, b] = ground.0;
                let seen = Colour([mix(red, r), mix(green, g), mix(blue, b)]);
                contrast_ratio(to_color(seen).luminance(), under)
            })
            .collect();
        found.sort_by(f32::total_cmp);
        found[found.len() - 1 - (found.len() as f32 * BEST_PART) as usize]
    }

    /// The mean difference in each channel where one of them is, on grey.
    fn difference(&self, other: &Picture) -> f32 {
        let on_grey = |&[red, green, blue, alpha]: &[u8; 4]| {
            let part = f32::from(alpha) / 255.0;
            [red, green, blue].map(|over| f32::from(over) * part + 128.0 * (1.0 - part))
        };
        let either = self.0.iter().zip(&other.0);
        let either: Vec<_> = either.filter(|(one, two)| one[3].max(two[3]) > 127).collect();
        let sum: f32 = either
            .iter()
            .flat_map(|(one, two)| {
                let (one, two) = (on_grey(one), on_grey(two));
                (0..3).map(move |n| (one[n] - two[n]).abs())
            })
            .sum();
        sum / (3 * either.len()) as f32
    }
}

/// The grounds under the pieces of a game in each theme: on the theme's board and on every
/// other, by their names.
fn grounds(game: &dyn Game, themes: &[Theme], boards: &[BoardSet]) -> HashMap<String, Colour> {
    let board = game.start(&Default::default()).unwrap().board();
    let has_game = |set: &&BoardSet| set.games.iter().any(|id| id == game.id());
    let mut grounds = HashMap::new();
    for theme in themes {
        for set in boards.iter().filter(has_game).map(Some).chain([None]) {
            let theme = theme.with_sets(game, &theme.pieces, set);
            let mut names = vec![board.surface.to_owned()];
            if board.pattern == BoardPattern::Chequered {
                names.push(dark_surface(board.surface));
            }
            for name in names {
                let ground = theme.surface(&name).unwrap().base;
                grounds.insert(format!("{} {name}", theme.id), ground);
            }
        }
    }
    grounds
}

#[test]
fn every_piece_of_every_set_is_seen_on_every_board() {
    let (themes, sets) = (theme::shipped(), sets::shipped());
    for game in GAMES {
        let grounds = grounds(*game, &themes, &sets.boards);
        assert!(grounds.len() >= 9, "{}", game.id());
        let board = game.start(&Default::default()).unwrap().board();
        let size = PHONE / u32::from(board.files) * 84 / 100;
        for set in sets.pieces.iter().filter(|set| set.games.iter().any(|id| id == game.id())) {
            for path in piece_paths(&set.id, *game) {
                let picture = Picture::of(&path, size);
                // A dead stone is faint on purpose; its cross is not.
                for (ground, &colour) in &grounds {
                    let contrast = picture.contrast(colour);
                    assert!(contrast >= MIN_CONTRAST, "{path} on {ground}: {contrast}");
                }
            }
        }
    }
}

#[test]
fn the_pieces_of_both_sides_differ_in_every_set() {
    for set in sets::shipped().pieces {
        for game in &set.games {
            let game = registry::find(game).unwrap();
            let start = game.start(&Default::default()).unwrap();
            for name in start.piece_names() {
                let [one, other] =
                    game.side_names().map(|side| Picture::of(&piece_path(&set.id, name, side), 32));
                let difference = one.difference(&other);
                assert!(difference >= MIN_DIFFERENCE, "{} {name}: {difference}", set.id);
            }
        }
    }
}
