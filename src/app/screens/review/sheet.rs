//! Sheets over the review screen: menu, game details, and export.

use bevy_egui::egui::{self, Context, Ui};
use egui_phosphor::regular::{
    ARROWS_DOWN_UP, CLIPBOARD_TEXT, EXPORT, FILE, FILM_STRIP, GRID_FOUR, HASH, HOUSE, IMAGE, INFO,
    MAGNIFYING_GLASS, PENCIL_SIMPLE, PRINTER, PUZZLE_PIECE, X,
};

use super::{UiAction, View, sources};
use crate::app::features::review::{
    AUTOPLAY_DELAYS, Edit, Export, ExportKind, ReviewRequest, formats, gif_duration,
};
use crate::app::text::{format_name, format_remark};
use crate::app::widgets::controls::{
    ButtonStyle, choice, field as text_field, muted, row, wide_button,
};
use crate::app::widgets::sheet;
use crate::app::widgets::sheet::SheetResponse;
use crate::app::widgets::theme::Palette;
use crate::content::printing::{Paper, PrintFormat};
use crate::record::{InfoField, board_text};

/// A sheet over the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sheet {
    /// The menu.
    More,
    /// Details of the game: players, event, date and so on.
    Details,
    /// Export formats.
    Export,
    /// The engines that analyse.
    Sources,
}

pub(super) fn show(ctx: &Context, sheet: Sheet, view: &mut View) {
    let heading = view.l10n.get(match sheet {
        Sheet::More => "more",
        Sheet::Details => "review-details",
        Sheet::Export => "review-export",
        Sheet::Sources => "review-analyse-with",
    });
    let name = format!("review {sheet:?}");
    let left = sheet::show(ctx, &name, view.l10n, &heading, 380.0, |ui| match sheet {
        Sheet::More => menu(ui, view),
        Sheet::Details => info_form(ui, view),
        Sheet::Export => export(ui, view),
        Sheet::Sources => sources::choices(ui, view),
    });
    if left != SheetResponse::Open && view.actions.is_empty() {
        let is_of_menu = matches!(sheet, Sheet::Details | Sheet::Export);
        let before = is_of_menu && left == SheetResponse::Back;
        view.actions.push(if before {
            UiAction::OpenSheet(Sheet::More)
        } else {
            UiAction::CloseSheet
        });
    }
}

/// A menu item. Returns true when pressed.
fn menu_item(ui: &mut Ui, view: &View, icon: &str, id: &str) -> bool {
    wide_button(ui, ButtonStyle::Quiet, Some(icon), &view.l10n.get(id)).clicked()
}

fn menu(ui: &mut Ui, view: &mut View) {
    let mut pace = view.review.autoplay_speed();
    muted(ui, view.l10n.get("review-pace"));
    let paces: Vec<_> = AUTOPLAY_DELAYS
        .iter()
        .enumerate()
        .map(|(n, seconds)| {
            (n, view.l10n.format("review-seconds", &[("seconds", seconds.to_string())]))
        })
        .collect();
    if choice(ui, &mut pace, &paces) {
        view.actions.push(UiAction::Review(ReviewRequest::AutoplaySpeed(pace)));
    }
    ui.add_space(6.0);
    if menu_item(ui, view, INFO, "review-details") {
        view.actions.push(UiAction::OpenSheet(Sheet::Details));
    }
    if menu_item(ui, view, EXPORT, "review-export") {
        view.actions.push(UiAction::OpenSheet(Sheet::Export));
    }
    for (icon, id, action) in [
        (PUZZLE_PIECE, "make-level", UiAction::CreateLevel),
        (PENCIL_SIMPLE, "position-editor", UiAction::EditPosition),
        (MAGNIFYING_GLASS, "review-look-for", UiAction::SearchPosition),
    ] {
        if menu_item(ui, view, icon, id) {
            view.actions.extend([UiAction::CloseSheet, action]);
        }
    }
    if view.session.position().has_plain_stones() {
        let on = view.review.move_numbers();
        let id = if on { "review-numbers-off" } else { "review-numbers-on" };
        if menu_item(ui, view, HASH, id) {
            view.actions
                .extend([UiAction::CloseSheet, UiAction::Review(ReviewRequest::MoveNumbers(!on))]);
        }
    }
    if menu_item(ui, view, CLIPBOARD_TEXT, "review-copy-position") {
        ui.ctx().copy_text(view.session.position().diagram());
        view.actions.push(UiAction::CloseSheet);
    }
    if menu_item(ui, view, GRID_FOUR, "review-copy-board") {
        ui.ctx().copy_text(board_text(view.session.position()));
        view.actions.push(UiAction::CloseSheet);
    }
    for (icon, id, action) in
        [(ARROWS_DOWN_UP, "flip-board", UiAction::FlipBoard), (HOUSE, "home", UiAction::Leave)]
    {
        if menu_item(ui, view, icon, id) {
            view.actions.extend([UiAction::CloseSheet, action]);
        }
    }
}

/// Remark below a menu item, aligned with its text.
fn remark(ui: &mut Ui, text: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.add_space(32.0);
        muted(ui, text);
    });
}

/// Image, animation, pages to print, and every record format that can hold the game.
fn export(ui: &mut Ui, view: &mut View) {
    if let Some(part) = view.exporting.progress() {
        ui.add(egui::ProgressBar::new(part).fill(Palette::of(ui).seal));
        if menu_item(ui, view, X, "export-cancel") {
            view.actions.push(UiAction::Export(Export::Cancel));
        }
        return;
    }
    for (icon, id, kind) in
        [(IMAGE, "export-picture", ExportKind::Image), (FILM_STRIP, "export-film", ExportKind::Gif)]
    {
        if menu_item(ui, view, icon, id) {
            view.actions.push(UiAction::Export(Export::Start(kind)));
        }
    }
    let length = gif_duration(view.session.line().len(), view.review.autoplay_speed());
    let seconds = [("seconds", length.as_secs().to_string())];
    remark(ui, &view.l10n.format("export-film-length", &seconds));
    for (icon, id, format) in [
        (PRINTER, "export-pages", PrintFormat::Pdf),
        (PRINTER, "export-pages-drawn", PrintFormat::Svg),
    ] {
        if menu_item(ui, view, icon, id) {
            view.actions.push(UiAction::Export(Export::Start(ExportKind::Pages(format))));
        }
    }
    ui.horizontal(|ui| {
        ui.add_space(32.0);
        let mut paper = view.paper;
        let names = [(Paper::A4, "paper-a4"), (Paper::Letter, "paper-letter")];
        if choice(ui, &mut paper, &names.map(|(paper, id)| (paper, view.l10n.get(id)))) {
            view.actions.push(UiAction::Paper(paper));
        }
    });
    for format in formats(view.session.tree()) {
        let name = format_name(view.l10n, format);
        if wide_button(ui, ButtonStyle::Quiet, Some(FILE), &name).clicked() {
            view.actions.extend([
                UiAction::CloseSheet,
                UiAction::Export(Export::Start(ExportKind::Record(format.id))),
            ]);
        }
        remark(ui, &format_remark(view.l10n, format));
    }
}

/// Editable details of the game.
fn info_form(ui: &mut Ui, view: &mut View) {
    let info = view.session.tree().info();
    let sides = view.session.setup().game.side_names();
    for (field, id) in [
        (InfoField::FirstPlayer, format!("side-{}", sides[0])),
        (InfoField::SecondPlayer, format!("side-{}", sides[1])),
        (InfoField::Event, "field-event".to_owned()),
        (InfoField::Site, "field-place".to_owned()),
        (InfoField::Date, "field-date".to_owned()),
        (InfoField::Round, "field-round".to_owned()),
        (InfoField::Result, "field-result".to_owned()),
        (InfoField::Annotator, "field-annotator".to_owned()),
    ] {
        let mut text = info.get(field).to_owned();
        let name = view.l10n.get(&id);
        let changed = row(ui, &name, |ui| {
            ui.push_id(field.name(), |ui| text_field(ui, &name, "", &mut text).changed()).inner
        });
        if changed {
            view.actions.push(UiAction::Review(ReviewRequest::Edit(Edit::Info(field, text))));
        }
        ui.add_space(4.0);
    }
}
