//! Move list with variations and comments as flowing text. Clicking a move shows its
//! position.

use bevy_egui::egui::{
    self, Align, CornerRadius, CursorIcon, FontId, RichText, ScrollArea, Sense, Ui, Vec2,
    WidgetInfo, WidgetType,
};

use super::{UiAction, View};
use crate::app::features::review::{BAD_GLYPHS, Navigation, ReviewRequest};
use crate::app::session::Session;
use crate::app::text::{Localization, move_label, notation};
use crate::app::widgets::controls::{focus_ring, muted, row_height};
use crate::app::widgets::theme::{self, Palette};
use crate::core::Side;
use crate::record::{GameTree, NodeId};

/// Number of nodes above which only the variations of the current line are listed, each
/// by its first move.
const BRIEF_THRESHOLD: usize = 1500;

/// Indentation of a variation, and the depth at which it stops growing.
const INDENT: f32 = 14.0;
const MAX_INDENTS: usize = 6;

/// A paragraph of the list: moves without a variation between them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Line {
    depth: usize,
    items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
enum Item {
    Move { node: NodeId, number: String, text: String, signs: String },
    Comment(String),
}

/// The laid out list, cached.
#[derive(Default)]
pub(super) struct MoveList {
    /// Revision of the record, language, and end of the current line (if brief) it was
    /// built for.
    built_for: Option<(u64, &'static str, Option<NodeId>)>,
    lines: Vec<Line>,
    /// Current node when the list was last drawn.
    current: Option<NodeId>,
}

/// Work item of the list's depth-first traversal.
enum Pending {
    /// This move and its continuation.
    From(NodeId, usize),
    /// The continuation of this move.
    After(NodeId, usize),
    /// Only this move.
    Single(NodeId, usize),
}

/// Lays out a record. `brief` leaves out what is more than one move off the current line.
fn lines(l10n: &Localization, session: &Session, brief: bool) -> Vec<Line> {
    let tree = session.tree();
    let writer = ItemWriter { l10n, tree, notation: notation(l10n, tree.game()) };
    let on_line = session.line();
    let mut lines = Vec::new();
    let mut pending = vec![Pending::After(tree.root(), 0)];
    // The comment on the starting position.
    let about = &tree.annotations(tree.root()).comment;
    if !about.is_empty() {
        lines.push(Line { depth: 0, items: vec![Item::Comment(about.clone())] });
    }
    while let Some(next) = pending.pop() {
        let (mut line, depth, mut at) = match next {
            Pending::From(node, depth) => {
                let mut line = Line { depth, items: Vec::new() };
                writer.add(&mut line, node);
                (line, depth, node)
            }
            Pending::After(node, depth) => (Line { depth, items: Vec::new() }, depth, node),
            Pending::Single(node, depth) => {
                let mut line = Line { depth, items: Vec::new() };
                writer.add(&mut line, node);
                lines.push(line);
                continue;
            }
        };
        loop {
            let mut children: Vec<_> = tree.children(at).collect();
            if brief && let Some(place) = children.iter().position(|n| on_line.contains(n)) {
                children[..=place].rotate_right(1);
            }
            let Some((&main, others)) = children.split_first() else { break };
            writer.add(&mut line, main);
            at = main;
            if !others.is_empty() {
                pending.push(Pending::After(main, depth));
                pending.extend(others.iter().rev().map(|&node| match brief {
                    true => Pending::Single(node, depth + 1),
                    false => Pending::From(node, depth + 1),
                }));
                break;
            }
        }
        if !line.items.is_empty() {
            lines.push(line);
        }
    }
    lines
}

struct ItemWriter<'a> {
    l10n: &'a Localization,
    tree: &'a GameTree,
    notation: String,
}

impl ItemWriter<'_> {
    fn add(&self, line: &mut Line, node: NodeId) {
        let annotations = self.tree.annotations(node);
        let fresh = !matches!(line.items.last(), Some(Item::Move { .. }));
        line.items.push(Item::Move {
            node,
            number: number(self.tree, node, fresh),
            text: move_label(self.l10n, self.tree, node, &self.notation),
            signs: annotations
                .glyphs
                .iter()
                .map(|glyph| glyph.symbol())
                .collect::<Vec<_>>()
                .join(" "),
        });
        if !annotations.comment.is_empty() {
            line.items.push(Item::Comment(annotations.comment.clone()));
        }
    }
}

/// Plies that a move number counts: both sides' moves together in chess-like games, each
/// move in the others.
pub(super) fn plies_per_number(tree: &GameTree) -> usize {
    if tree.start().piece_names().len() < 3 { 1 } else { 2 }
}

/// The number of a move. `fresh` is true where the move before is not right in front of it.
pub(super) fn number(tree: &GameTree, node: NodeId, fresh: bool) -> String {
    let ply = tree.move_number(node);
    if plies_per_number(tree) == 1 {
        let is_move = tree.set_up_at(node).is_none();
        return if is_move { ply.to_string() } else { String::new() };
    }
    let late = usize::from(tree.start().side_to_move() == Side::Second);
    let number = (ply + late).div_ceil(2);
    match (ply + late) % 2 {
        1 => format!("{number}."),
        _ if fresh => format!("{number}…"),
        _ => String::new(),
    }
}

/// True if these glyphs are highlighted.
fn is_bad(signs: &str) -> bool {
    BAD_GLYPHS.iter().any(|glyph| signs == glyph.symbol())
}

/// Draws the list with a scroll bar.
pub(super) fn show(ui: &mut Ui, view: &mut View, list: &mut MoveList) {
    let tree = view.session.tree();
    let brief = tree.nodes().nth(BRIEF_THRESHOLD).is_some();
    let key = (
        view.record.revision(),
        view.l10n.tag(),
        if brief { view.session.line().last().copied() } else { None },
    );
    if list.built_for.as_ref() != Some(&key) {
        list.lines = lines(view.l10n, view.session, brief);
        list.built_for = Some(key);
    }
    let current = view.session.current();
    let moved = list.current != Some(current);
    list.current = Some(current);
    ScrollArea::vertical().id_salt("tree").auto_shrink([false, false]).show(ui, |ui| {
        if list.lines.is_empty() {
            muted(ui, view.l10n.get("no-moves-yet"));
        }
        ui.spacing_mut().item_spacing = Vec2::new(2.0, 2.0);
        for line in &list.lines {
            show_line(ui, view, line, current, moved);
        }
        ui.add_space(4.0);
    });
}

fn show_line(ui: &mut Ui, view: &mut View, line: &Line, current: NodeId, moved: bool) {
    let palette = Palette::of(ui);
    let indent = line.depth.min(MAX_INDENTS) as f32 * INDENT;
    let min_height = row_height(ui, 0.0);
    let shown = ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.add_space(indent);
        ui.vertical(|ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = Vec2::new(2.0, 1.0);
                for item in &line.items {
                    match item {
                        Item::Move { node, number, text, signs } => {
                            let here = *node == current;
                            let name = format!("{number} {text} {signs}");
                            let (number, signs) = (number.as_str(), signs.as_str());
                            let small = line.depth > 0;
                            let shown = show_move(ui, number, text, signs, here, small, min_height);
                            shown.widget_info(|| {
                                WidgetInfo::selected(WidgetType::Button, true, here, &name)
                            });
                            if here && moved {
                                shown.scroll_to_me(Some(Align::Center));
                            }
                            focus_ring(ui, &shown);
                            if shown.on_hover_cursor(CursorIcon::PointingHand).clicked() {
                                view.actions.push(UiAction::Review(ReviewRequest::Navigate(
                                    Navigation::Node(*node),
                                )));
                            }
                        }
                        Item::Comment(text) => {
                            let text = RichText::new(text).size(theme::SMALL);
                            ui.label(text.color(palette.muted));
                        }
                    }
                }
            });
        });
    });
    if line.depth > 0 {
        let rect = shown.response.rect;
        let x = rect.left() + indent - 6.0;
        let stroke = egui::Stroke::new(palette.line_weight, palette.hairline);
        ui.painter().vline(x, rect.y_range(), stroke);
    }
}

/// A clickable move within the text.
fn show_move(
    ui: &mut Ui,
    number: &str,
    text: &str,
    signs: &str,
    here: bool,
    small: bool,
    min_height: f32,
) -> egui::Response {
    let palette = Palette::of(ui);
    let size = if small { theme::SMALL } else { theme::BODY };
    let format = |colour| egui::TextFormat {
        font_id: FontId::proportional(size),
        color: colour,
        ..Default::default()
    };
    let (ink, faint) = match here {
        true => (palette.panel, palette.panel),
        false => (palette.ink, palette.muted),
    };
    let mut job = egui::text::LayoutJob::default();
    if !number.is_empty() {
        let small = egui::TextFormat { font_id: FontId::proportional(size - 3.0), ..format(faint) };
        job.append(&format!("{number}\u{2009}"), 0.0, small);
    }
    job.append(text, 0.0, format(ink));
    if !signs.is_empty() {
        let sign = match is_bad(signs) && !here {
            true => palette.accent,
            false => ink,
        };
        job.append(signs, 1.0, format(sign));
    }
    let galley = ui.painter().layout_job(job);
    // Touch needs a larger target than a mouse.
    let padding = Vec2::new(4.0, ((min_height - galley.size().y) / 2.0).max(3.0));
    let (rect, response) = ui.allocate_exact_size(galley.size() + 2.0 * padding, Sense::click());
    if ui.is_rect_visible(rect) {
        let fill = match (here, response.hovered()) {
            (true, _) => palette.ink,
            (false, true) => theme::mix(palette.panel, palette.ink, 0.10),
            (false, false) => egui::Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, CornerRadius::same(5), fill);
        ui.painter().galley(rect.min + padding, galley, ink);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    fn session(game: &str, lines: &[&str]) -> Session {
        let mut tree = GameTree::new(registry::find(game).unwrap(), Options::default()).unwrap();
        for line in lines {
            let mut node = tree.root();
            for text in line.split(' ') {
                let mv = tree.position(node).parse_move(text).unwrap();
                node = tree.play(node, mv).unwrap();
            }
        }
        Session::from_tree(tree)
    }

    fn texts(session: &Session, brief: bool) -> Vec<String> {
        let text = |item: &Item| match item {
            Item::Move { number, text, .. } => format!("{number}{text}"),
            Item::Comment(text) => format!("({text})"),
        };
        lines(&Localization::default(), session, brief)
            .iter()
            .map(|line| {
                let items: Vec<_> = line.items.iter().map(text).collect();
                format!("{}{}", "  ".repeat(line.depth), items.join(" "))
            })
            .collect()
    }

    #[test]
    fn variations_follow_the_move_they_replace() {
        let mut session =
            session("chess", &["e4 e5 Nf3 Nc6", "e4 c5 Nf3", "e4 c5 c3", "e4 e5 Nc3", "d4"]);
        let first = session.line()[1];
        session.tree_mut().annotations_mut(first).comment = "best by test".to_owned();
        assert_eq!(
            texts(&session, false),
            [
                "1.e4 (best by test)",
                "  1.d4",
                "1…e5",
                "  1…c5 2.Nf3",
                "    2.c3",
                "2.Nf3",
                "  2.Nc3",
                "2…Nc6",
            ]
        );
    }

    #[test]
    fn a_large_record_lists_only_branches_of_the_current_line() {
        let mut session = session("reversi", &["f5 d6 c3", "f5 f6 e6 f4"]);
        let other = session.tree().children(session.line()[1]).nth(1).unwrap();
        session.go_to(other);
        assert_eq!(texts(&session, true), ["1f5 2f6", "  2d6", "3e6 4f4"]);
    }
}
