//! The choice of pieces and boards: for one game at a time, each set with a picture of it.

use bevy::math;
use bevy_egui::egui::{Id, Painter, Rect, Ui};

use crate::app::board::drawing::{BoardDrawing, dark_surface};
use crate::app::board::{Layout, has_own_halves};
use crate::app::services::assets::LoadedAssets;
use crate::app::session::ActiveSession;
use crate::app::settings::{STANDARD_SET, Settings};
use crate::app::text::Localization;
use crate::app::widgets::board_painter::{BoardImages, BoardPainter, MaterialTextures};
use crate::app::widgets::controls::{chips, choice, group, heading, tile};
use crate::app::widgets::thumbnail::PaintContext;
use crate::content::theme::Theme;
use crate::core::{Point, Side};
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Board, BoardPattern, Game, Piece};

/// Size of the board in a picture.
const FILES: u8 = 3;
const RANKS: u8 = 2;

/// Part of a picture that the board fills without its frame.
const BOARD_PART: f32 = 0.88;

/// Edge of the textures of materials in pixels.
const MATERIAL_PIXELS: u32 = 128;

/// The pieces and boards of a game, which the player chooses.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    library: &LoadedAssets,
    active_session: &ActiveSession,
    new: &mut Settings,
    paint: PaintContext,
) {
    group(ui, &l10n.get("settings-sets"));
    let id = Id::new("sets-game");
    // At first the game that is being played.
    let played = active_session.session().map(|session| session.tree().game().id());
    let of_session = played.and_then(|id| GAMES.iter().position(|game| game.id() == id));
    let known = ui.data(|data| data.get_temp(id));
    let mut index: usize = known.or(of_session).unwrap_or_default();
    let names: Vec<_> = GAMES
        .iter()
        .enumerate()
        .map(|(n, game)| (n, l10n.get(&format!("game-{}", game.id()))))
        .collect();
    choice(ui, &mut index, &names);
    ui.data_mut(|data| data.insert_temp(id, index));
    let Some(game) = GAMES.get(index).copied() else { return };
    let Ok(start) = game.start(&Default::default()) else { return };
    let preview = Preview { game, start: &start, paint };
    let board = library.board_sets(game.id());
    let board = new.board_of(game.id()).and_then(|id| board.into_iter().find(|set| set.id == id));
    ui.add_space(4.0);
    heading(ui, &l10n.get("pieces"));
    chips(ui, |ui| {
        let own = paint.theme.pieces.as_str();
        let others = library.piece_sets(game.id()).filter(|set| set.id != own);
        let others = others.map(|set| (set.id.as_str(), set.id.as_str(), l10n.title(&set.title)));
        let standard = (STANDARD_SET, own, l10n.get("set-standard"));
        let chosen = new.pieces_of(game.id()).unwrap_or(STANDARD_SET).to_owned();
        for (id, pieces, title) in [standard].into_iter().chain(others) {
            let theme = paint.theme.with_sets(game, pieces, board);
            let picture = |painter: &Painter, rect: Rect| preview.paint(painter, rect, &theme);
            if tile(ui, chosen == id, &title, &picture) {
                new.pieces.insert(game.id().to_owned(), id.to_owned());
            }
        }
    });
    ui.add_space(4.0);
    heading(ui, &l10n.get("board"));
    chips(ui, |ui| {
        let pieces = paint.board_theme(game).pieces.as_str();
        let sets = library.board_sets(game.id());
        let others = sets.map(|set| (set.id.as_str(), Some(set), l10n.title(&set.title)));
        let standard = (STANDARD_SET, None, l10n.get("set-standard"));
        let chosen = new.board_of(game.id()).unwrap_or(STANDARD_SET).to_owned();
        for (id, board, title) in [standard].into_iter().chain(others) {
            let theme = paint.theme.with_sets(game, pieces, board);
            let picture = |painter: &Painter, rect: Rect| preview.paint(painter, rect, &theme);
            if tile(ui, chosen == id, &title, &picture) {
                new.boards.insert(game.id().to_owned(), id.to_owned());
            }
        }
    });
}

/// Paints small pictures of sets of one game.
#[derive(Clone, Copy)]
struct Preview<'a> {
    game: &'static dyn Game,
    start: &'a AnyPosition,
    paint: PaintContext<'a>,
}

impl Preview<'_> {
    /// A corner of a board with a few pieces, as they look under this theme.
    fn paint(&self, painter: &Painter, rect: Rect, theme: &Theme) {
        let Preview { game, start, paint } = *self;
        let room = Rect::from_center_size(rect.center(), rect.size() * BOARD_PART);
        let [min, max] = [room.min, room.max].map(|corner| math::Vec2::new(corner.x, corner.y));
        let layout = Layout::on_card(corner_of(start.board()), math::Rect::from_corners(min, max));
        let mut drawing = BoardDrawing::new(&layout, theme);
        drawing.empty_board();
        for (at, piece) in pieces(start) {
            drawing.piece(at, piece);
        }
        let texture = |name: &str| {
            let surface = theme.surface(name)?;
            paint.material(painter, &surface, MATERIAL_PIXELS)
        };
        let name = layout.board.surface;
        let materials = texture("frame").zip(texture(name)).map(|(frame, surface)| {
            let dark_squares = texture(&dark_surface(name)).unwrap_or(surface);
            MaterialTextures { frame, surface, dark_squares }
        });
        let paint = PaintContext { theme, boards: None, ..paint };
        let images = Some(BoardImages { paint, game, position: start, materials });
        BoardPainter { painter, images, lens: None }.paint(drawing);
    }
}

/// A small board of the same kind.
fn corner_of(board: Board) -> Board {
    let pattern = match board.pattern {
        BoardPattern::Chequered => BoardPattern::Chequered,
        BoardPattern::Plain | BoardPattern::Xiangqi => BoardPattern::Plain,
    };
    Board { files: FILES, ranks: RANKS, star_points: Vec::new(), pattern, ..board }
}

/// The pieces on a small board: of many kinds, three of each side; of one kind, two.
fn pieces(start: &AnyPosition) -> Vec<(Point, Piece)> {
    let kinds = start.piece_names().len() as u8;
    if has_own_halves(start) {
        let row = |side, rank| {
            let shown = [1, kinds / 2, kinds - 1].into_iter().zip(0..);
            shown.map(move |(kind, file)| (Point::new(file, rank), Piece { side, kind }))
        };
        let (bottom, top) = if start.board().first_rank_on_top { (1, 0) } else { (0, 1) };
        row(Side::First, bottom).chain(row(Side::Second, top)).collect()
    } else {
        [
            ((0, 0), Side::First),
            ((1, 0), Side::Second),
            ((1, 1), Side::First),
            ((2, 1), Side::Second),
        ]
        .map(|((file, rank), side)| (Point::new(file, rank), Piece { side, kind: 0 }))
        .into()
    }
}
