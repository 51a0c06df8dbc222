//! The points of the board as a grid of cells for screen readers, which name the piece on
//! each and play by pressing them. The board itself is one widget.

use std::collections::HashMap;

use bevy_egui::egui::accesskit::{Action, ActionRequest, Node, NodeId, Rect, Role};
use bevy_egui::egui::{self, Context, Event, Id};

use super::{BoardWidget, ID};
use crate::app::board::BoardInput;
use crate::app::board::drawing::last_move;
use crate::app::session::Session;
use crate::app::text::{Localization, piece_name};
use crate::core::Point;
use crate::games::Piece;

impl BoardWidget<'_> {
    /// Describes the points of this position, and does what a screen reader asks of them.
    /// Costs nothing while none listens.
    pub fn describe_cells(
        &mut self,
        ctx: &Context,
        l10n: &Localization,
        session: &Session,
        is_hidden: bool,
    ) {
        if !self.screen_reader.listens || self.layout().is_none() {
            return;
        }
        let cells = self.cells(ctx, l10n, session, is_hidden);
        let requests = ctx.input(|input| {
            let of_cells = |event: &Event| match event {
                Event::AccessKitActionRequest(ActionRequest { action, target_node, .. }) => {
                    Some((*action, *cells.get(target_node)?))
                }
                _ => None,
            };
            input.events.iter().filter_map(of_cells).collect::<Vec<_>>()
        });
        for (action, point) in requests {
            match action {
                Action::Click => self.send(BoardInput::Choose(point)),
                Action::Focus => self.send(BoardInput::PointAt(point)),
                _ => continue,
            }
            ctx.memory_mut(|memory| memory.request_focus(Id::new(ID)));
        }
    }

    /// Adds the cells to the tree of widgets, row by row from the top. Returns their points.
    fn cells(
        &self,
        ctx: &Context,
        l10n: &Localization,
        session: &Session,
        is_hidden: bool,
    ) -> HashMap<NodeId, Point> {
        let mut cells = HashMap::new();
        let Some(layout) = self.layout() else { return cells };
        let board = &layout.board;
        let along = |count: u8, place: &dyn Fn(u8) -> f32| {
            let mut order: Vec<u8> = (0..count).collect();
            order.sort_by(|&a, &b| place(a).total_cmp(&place(b)));
            order
        };
        let ranks = along(board.ranks, &|rank| layout.centre_of(Point::new(0, rank)).y);
        let files = along(board.files, &|file| layout.centre_of(Point::new(file, 0)).x);
        let names = CellNames::new(l10n, session, is_hidden);
        let zoom = ctx.zoom_factor();
        let half = f64::from(layout.cell / zoom / 2.0);
        let mut rows = Vec::new();
        for (row, &rank) in ranks.iter().enumerate() {
            let mut children = Vec::new();
            for (column, &file) in files.iter().enumerate() {
                let point = Point::new(file, rank);
                let id = Id::new(("board cell", file, rank));
                let centre = layout.centre_of(point) / zoom;
                let (x, y) = (f64::from(centre.x), f64::from(centre.y));
                ctx.accesskit_node_builder(id, |node| {
                    node.set_role(Role::GridCell);
                    node.set_label(names.name(point));
                    node.set_row_index(row);
                    node.set_column_index(column);
                    node.set_bounds(Rect {
                        x0: x - half,
                        y0: y - half,
                        x1: x + half,
                        y1: y + half,
                    });
                    node.set_selected(self.cursor.selected == Some(point));
                    node.add_action(Action::Click);
                    node.add_action(Action::Focus);
                });
                children.push(id.accesskit_id());
                cells.insert(id.accesskit_id(), point);
            }
            let id = Id::new(("board row", rank));
            ctx.accesskit_node_builder(id, |node| {
                node.set_role(Role::Row);
                node.set_label(board.rank_name(rank));
                node.set_row_index(row);
                node.set_children(children);
            });
            rows.push(id.accesskit_id());
        }
        let active =
            self.cursor.keyboard.filter(|at| at.file < board.files && at.rank < board.ranks);
        let active = active.map(|at| Id::new(("board cell", at.file, at.rank)).accesskit_id());
        // What is built without a widget lies in the window: it moves into the board.
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |root| {
            let is_cell = |id: &NodeId| cells.contains_key(id) || rows.contains(id);
            let others: Vec<NodeId> =
                root.children().iter().copied().filter(|id| !is_cell(id)).collect();
            root.set_children(others);
        });
        let (row_count, column_count) = (ranks.len(), files.len());
        ctx.accesskit_node_builder(Id::new(ID), |grid: &mut Node| {
            grid.set_role(Role::Grid);
            grid.set_row_count(row_count);
            grid.set_column_count(column_count);
            grid.set_children(rows);
            if let Some(active) = active {
                grid.set_active_descendant(active);
            }
        });
        cells
    }
}

/// The names of the points of a position, such as "e4, White pawn, last move".
struct CellNames<'a> {
    session: &'a Session,
    pieces: Vec<(Piece, String)>,
    empty: String,
    separator: String,
    last_move: Vec<Point>,
    last_move_name: String,
    check: Option<Point>,
    check_name: String,
    is_hidden: bool,
}

impl CellNames<'_> {
    fn new<'a>(l10n: &Localization, session: &'a Session, is_hidden: bool) -> CellNames<'a> {
        let position = session.position();
        let board = position.board();
        let mut pieces: Vec<(Piece, String)> = Vec::new();
        let points =
            (0..board.files).flat_map(|file| (0..board.ranks).map(move |rank| (file, rank)));
        for piece in points.filter_map(|(file, rank)| position.piece_at(Point::new(file, rank))) {
            if pieces.iter().all(|(known, _)| *known != piece) {
                pieces.push((piece, piece_name(l10n, session.setup().game, position, piece)));
            }
        }
        CellNames {
            session,
            pieces,
            empty: l10n.get("cell-empty"),
            separator: l10n.get("cell-separator"),
            last_move: last_move(session.tree(), session.current())
                .into_iter()
                .map(|(_, point)| point)
                .collect(),
            last_move_name: l10n.get("cell-last-move"),
            check: position.checked_king(),
            check_name: l10n.get("cell-in-check"),
            is_hidden,
        }
    }

    fn name(&self, point: Point) -> String {
        let position = self.session.position();
        let mut parts = vec![position.board().point_name(point)];
        if !self.is_hidden {
            let piece = position.piece_at(point);
            let known = self.pieces.iter().find(|(known, _)| Some(*known) == piece);
            parts.push(known.map_or(&self.empty, |(_, name)| name).clone());
        }
        if self.last_move.contains(&point) {
            parts.push(self.last_move_name.clone());
        }
        if self.check == Some(point) && !self.is_hidden {
            parts.push(self.check_name.clone());
        }
        parts.join(&self.separator)
    }
}
