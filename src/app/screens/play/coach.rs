//! The coach's remark on the latest move: what is wrong, what was better and why.

use bevy_egui::egui::{Frame, Label, Margin, RichText, ScrollArea, Ui, Vec2};

use super::View;
use super::actions::UiAction;
use crate::app::features::coaching::Remark;
use crate::app::session::{GameAction, Session};
use crate::app::text::{Localization, move_label, notation};
use crate::app::widgets::controls::{ButtonStyle, button, card, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, ProofGoal};
use crate::record::Glyph;
use crate::record::analysis::MoveVerdict;

/// Height of the card in the column, whether it has something to say or not.
const CARD_HEIGHT: f32 = 148.0;

/// Plies of the reply after which the material is counted.
const MATERIAL_PLIES: usize = 3;

/// Least loss of material, in pawns, and of stones that is worth a sentence.
const MIN_MATERIAL: i32 = 1;

/// Least height of a window whose column has room for the card.
const MIN_WINDOW_HEIGHT: f32 = 560.0;

/// True if the column has a place for the remark of its own; otherwise it takes that of the
/// status, see [`compact`].
pub(super) fn has_place(ui: &Ui, view: &View) -> bool {
    view.coaches && ui.ctx().content_rect().height() >= MIN_WINDOW_HEIGHT
}

/// The height that [`show`] takes.
pub(super) fn reserved_height(ui: &Ui, view: &View) -> f32 {
    if has_place(ui, view) { CARD_HEIGHT + ui.spacing().item_spacing.y } else { 0.0 }
}

/// The remark in the column, or that there is none, in the same place and height.
pub(super) fn show(ui: &mut Ui, view: &mut View) {
    if !has_place(ui, view) {
        return;
    }
    let size = Vec2::new(ui.available_width(), CARD_HEIGHT);
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        match view.remark {
            Some(remark) => {
                let frame = card(ui).inner_margin(Margin::symmetric(12, 8));
                frame.show(ui, |ui| {
                    ui.set_min_size(ui.available_size());
                    content(ui, view, remark);
                });
            }
            None => {
                let frame = Frame::new().inner_margin(Margin::symmetric(12, 8));
                frame.show(ui, |ui| muted(ui, view.l10n.get("coach-quiet")));
            }
        }
    });
}

/// The remark in the place of the status, in the compact panels and low windows.
pub(super) fn compact(ui: &mut Ui, view: &mut View) {
    if let Some(remark) = view.remark {
        buttons(ui, view);
        text(ui, view, remark);
    }
}

/// The text above the buttons, which keep their place however long it is.
fn content(ui: &mut Ui, view: &mut View, remark: &Remark) {
    let foot = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    let height = (ui.available_height() - foot).max(0.0);
    let size = Vec2::new(ui.available_width(), height);
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        ScrollArea::vertical().id_salt("coach").auto_shrink([false, false]).show(ui, |ui| {
            text(ui, view, remark);
        });
    });
    buttons(ui, view);
}

fn text(ui: &mut Ui, view: &View, remark: &Remark) {
    let palette = Palette::of(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let [title, reason] = remark_text(view.l10n, view.session, remark);
    ui.label(RichText::new(title).size(theme::BODY).color(palette.ink));
    ui.add(Label::new(RichText::new(reason).size(theme::SMALL).color(palette.ink)).wrap());
}

fn buttons(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        for (id, style, action) in [
            ("coach-take-back", ButtonStyle::Primary, UiAction::Game(GameAction::Undo)),
            ("coach-go-on", ButtonStyle::Plain, UiAction::DismissRemark),
        ] {
            if button(ui, style, None, &view.l10n.get(id)).clicked() {
                view.actions.push(action);
            }
        }
    });
}

/// Line that calls the move a mistake; and the reason, where one is known, with the better move.
fn remark_text(l10n: &Localization, session: &Session, remark: &Remark) -> [String; 2] {
    let (tree, verdict) = (session.tree(), &remark.verdict);
    let notation = notation(l10n, session.setup().game);
    let played = move_label(l10n, tree, remark.node, &notation);
    let id = match verdict.glyph() {
        Some(Glyph::Blunder) => "coach-blunder",
        _ => "coach-mistake",
    };
    let title = l10n.format(id, &[("move", played)]);
    let Some(before) = tree.parent(remark.node).map(|node| tree.position(node)) else {
        return [title, String::new()];
    };
    let after = tree.position(remark.node);
    let name =
        |position: &AnyPosition, mv: Move| position.move_text_in(&notation, mv).unwrap_or_default();
    let better = name(before, verdict.better);
    let percent = |chance: f64| format!("{:.0}", 100.0 * chance);
    let reason = reason(l10n, before, after, verdict, &name);
    let advice = l10n.format(
        "coach-better",
        &[
            ("move", better),
            ("with", percent(verdict.chance_with)),
            ("without", percent(verdict.chance_without)),
        ],
    );
    let lines: Vec<_> = [reason, Some(advice)].into_iter().flatten().collect();
    [title, lines.join(l10n.sentence_gap())]
}

/// Gain of the reply, or the gain that the better move would have had, in words.
fn reason(
    l10n: &Localization,
    before: &AnyPosition,
    after: &AnyPosition,
    verdict: &MoveVerdict,
    name: &impl Fn(&AnyPosition, Move) -> String,
) -> Option<String> {
    let reply = verdict.reply.first().copied();
    let reply_name = reply.map(|reply| ("reply", name(after, reply)));
    if let (Some(moves), Some(reply)) = (verdict.opponent_wins_in, reply_name.clone()) {
        return Some(l10n.format("coach-loses-by-force", &[reply, ("moves", moves.to_string())]));
    }
    if let Some(moves) = verdict.missed_win_in {
        let better = ("move", name(before, verdict.better));
        return Some(l10n.format("coach-missed-win", &[better, ("moves", moves.to_string())]));
    }
    let loser = before.side_to_move();
    let later = after_line(after, &verdict.reply)?;
    let material = |position: &AnyPosition| {
        let balance = position.material_balance()?;
        Some(if position.side_to_move() == loser { balance } else { -balance })
    };
    if let (Some(now), Some(then)) = (material(after), material(&later))
        && now - then >= MIN_MATERIAL
    {
        let goal = ProofGoal::Gain { least: MIN_MATERIAL, moves: 2 };
        let motif = after.explanation(&goal, &verdict.reply).map(|message| l10n.render(&message));
        let pawns = ("pawns", (now - then).to_string());
        let loss = reply_name.map(|reply| l10n.format("coach-loses-material", &[reply, pawns]));
        let lines: Vec<_> = [loss, motif].into_iter().flatten().collect();
        return Some(lines.join(l10n.sentence_gap()));
    }
    // Stones that the reply captures, in games that count them.
    after.counts_name()?;
    let mut taken = after.clone();
    taken.play(reply?).ok()?;
    let stones = stones_of(after, loser).checked_sub(stones_of(&taken, loser))?;
    (stones > 0).then(|| {
        let stones = ("stones", stones.to_string());
        let reply = reply_name.into_iter();
        l10n.format("coach-loses-stones", &reply.chain([stones]).collect::<Vec<_>>())
    })
}

/// The position after the first plies of a line, which end with a move of the opponent.
fn after_line(position: &AnyPosition, line: &[Move]) -> Option<AnyPosition> {
    let mut later = position.clone();
    for &mv in line.iter().take(MATERIAL_PLIES) {
        later.play(mv).ok()?;
    }
    Some(later)
}

/// Number of pieces of a side on the board.
fn stones_of(position: &AnyPosition, side: Side) -> usize {
    let board = position.board();
    let points = (0..board.ranks)
        .flat_map(|rank| (0..board.files).map(move |file| crate::core::Point::new(file, rank)));
    points.filter(|&at| position.piece_at(at).is_some_and(|piece| piece.side == side)).count()
}
