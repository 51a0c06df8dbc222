//! The packs of each game as tiles: the board of the next level and a ring of progress.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, CursorIcon, FontId, Label, Layout, Rect, Ui, Vec2};
use egui_phosphor::regular::CROSSHAIR;

use super::View;
use crate::app::features::puzzles::{PuzzleProgress, PuzzleRequest};
use crate::app::services::assets::LoadedAssets;
use crate::app::text::game_name;
use crate::app::widgets::cards::{card_rows, columns, pressable_card, rows_of_text};
use crate::app::widgets::controls::{ButtonStyle, button, progress_ring, title};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail;
use crate::content::levels::{Pack, PackId, PuzzleId, check};
use crate::games::registry::{self, GAMES};
use crate::games::{AnyPosition, Game};

/// Height of a tile, and width of its board.
const HEIGHT: f32 = 104.0;
const BOARD: f32 = 80.0;

/// Radius of a ring of progress.
const RING: f32 = 24.0;

/// Contents of the tiles of the shipped packs, in the order of the packs.
#[derive(Resource, Default)]
pub(super) struct PackTiles(Vec<PackTile>);

struct PackTile {
    pack: PackId,
    game: &'static dyn Game,
    /// The level to be solved next, and its position.
    next: PuzzleId,
    position: AnyPosition,
    /// Levels solved, and all.
    done: (usize, usize),
}

impl PackTile {
    fn new(pack: &Pack, progress: &PuzzleProgress) -> Option<PackTile> {
        let next = progress.next_unsolved(pack)?;
        let level = pack.levels.iter().find(|level| level.id == *next.level)?;
        let game = registry::find(&pack.game)?;
        Some(PackTile {
            pack: pack.pack_id(),
            game,
            position: check::start_position(game, &pack.options, level).ok()?,
            next,
            done: (progress.solved_count(pack), pack.levels.len()),
        })
    }
}

/// Finds the next level of each pack when levels or progress have changed.
pub(super) fn find_tiles(
    library: Res<LoadedAssets>,
    progress: Res<PuzzleProgress>,
    mut tiles: ResMut<PackTiles>,
) {
    if library.is_changed() || progress.is_changed() {
        let packs = library.packs_of_others().iter();
        tiles.0 = packs.filter_map(|pack| PackTile::new(pack, &progress)).collect();
    }
}

/// The games with their packs.
pub(super) fn show(ui: &mut Ui, view: &View) -> Option<PuzzleRequest> {
    let mut chosen = None;
    let columns = columns(ui.available_width());
    for game in GAMES {
        let tiles: Vec<_> =
            view.tiles.0.iter().filter(|tile| tile.game.id() == game.id()).collect();
        if tiles.is_empty() {
            continue;
        }
        ui.add_space(8.0);
        if heading(ui, view, *game) {
            chosen = Some(PuzzleRequest::Recommended(game.id()));
        }
        card_rows(ui, columns, &tiles, |ui, tile, width| {
            if show_tile(ui, view, tile, width) {
                chosen = Some(PuzzleRequest::Start(tile.next.clone()));
            }
        });
    }
    chosen
}

/// The name of a game, the player's rating, and the button for a level that suits it.
/// Returns true when that is pressed.
fn heading(ui: &mut Ui, view: &View, game: &dyn Game) -> bool {
    let l10n = view.l10n;
    let rating = match view.progress.rating(game.id()) {
        Some(rating) => l10n.format(
            "puzzle-your-rating",
            &[
                ("rating", format!("{:.0}", rating.rating)),
                ("deviation", format!("{:.0}", rating.deviation)),
            ],
        ),
        None => l10n.get("puzzle-no-rating"),
    };
    ui.horizontal(|ui| {
        ui.label(title(game_name(l10n, game.id()), theme::BIG).color(Palette::of(ui).ink));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = l10n.get("puzzles-for-me");
            let pressed = button(ui, ButtonStyle::Plain, Some(CROSSHAIR), &text).clicked();
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = egui::RichText::new(rating).size(theme::SMALL);
                ui.add(Label::new(text.color(Palette::of(ui).muted)).truncate());
            });
            pressed
        })
        .inner
    })
    .inner
}

/// Draws a tile. Returns true when it is pressed.
fn show_tile(ui: &mut Ui, view: &View, tile: &PackTile, width: f32) -> bool {
    let Some(pack) = view.library.pack(&tile.pack) else { return false };
    let palette = Palette::of(ui);
    let name = view.l10n.title(&pack.title);
    let (done, all) = tile.done;
    let spoken = format!("{name}, {done} / {all}");
    let (rect, response) = pressable_card(ui, Vec2::new(width, HEIGHT), &spoken);
    if ui.is_rect_visible(rect) {
        let board = Rect::from_min_size(rect.min + Vec2::splat(12.0), Vec2::splat(BOARD));
        let painter = ui.painter();
        thumbnail::paint_board(painter, board, tile.game, &tile.position, &[], view.paint);
        let ring = egui::pos2(rect.right() - 16.0 - RING, rect.center().y);
        progress_ring(painter, palette, ring, RING, tile.done);
        let left = board.right() + 14.0;
        let room = ring.x - RING - 12.0 - left;
        let small = FontId::proportional(theme::SMALL);
        let body = FontId::proportional(theme::BODY);
        let name = rows_of_text(ui, name, body, palette.ink, room, 2);
        let rows = 4 - name.rows.len();
        let description = view.l10n.title(&pack.description);
        let description = rows_of_text(ui, description, small, palette.muted, room, rows);
        let height = name.size().y + 4.0 + description.size().y;
        let at = egui::pos2(left, rect.center().y - height / 2.0);
        let below = at + Vec2::new(0.0, name.size().y + 4.0);
        painter.galley(at, name, palette.ink);
        painter.galley(below, description, palette.muted);
    }
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
