//! Sheets that lie over a game under review: everything else one can do, and
//! what is known of the game.

use bevy_egui::egui::{self, Context, Ui};
use egui_phosphor::regular::{
    ARROWS_DOWN_UP, CLIPBOARD_TEXT, EXPORT, FILE, FILM_STRIP, GRID_FOUR, HASH, HOUSE, IMAGE, INFO,
    MAGNIFYING_GLASS, PUZZLE_PIECE, X,
};

use super::{View, Wish};
use crate::app::picture::bears_numbers;
use crate::app::review::{Ask, Edit, Export, Kind, PACES, film_length, formats};
use crate::app::screens::sheet::{self, Left};
use crate::app::ui::widgets::{Weight, choice, field as text_field, muted, row, wide_button};
use crate::record::{Field, board_text};

/// What lies over the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sheet {
    /// Everything that has no button of its own.
    More,
    /// What is known of the game.
    Details,
    /// What files can be made of it.
    Export,
}

pub(super) fn show(ctx: &Context, sheet: Sheet, view: &mut View) {
    let heading = view.words.get(match sheet {
        Sheet::More => "more",
        Sheet::Details => "review-details",
        Sheet::Export => "review-export",
    });
    let name = format!("review {sheet:?}");
    let left = sheet::show(ctx, &name, view.words, &heading, 380.0, |ui| match sheet {
        Sheet::More => more(ui, view),
        Sheet::Details => details(ui, view),
        Sheet::Export => export(ui, view),
    });
    if left != Left::Not && view.wishes.is_empty() {
        let before = sheet != Sheet::More && left == Left::Back;
        view.wishes.push(if before { Wish::Open(Sheet::More) } else { Wish::Close });
    }
}

/// A line of a sheet. Returns whether it was pressed.
fn line(ui: &mut Ui, view: &View, icon: &str, id: &str) -> bool {
    wide_button(ui, Weight::Quiet, Some(icon), &view.words.get(id)).clicked()
}

fn more(ui: &mut Ui, view: &mut View) {
    let mut pace = view.review.pace();
    muted(ui, view.words.get("review-pace"));
    let paces: Vec<_> = PACES
        .iter()
        .enumerate()
        .map(|(n, seconds)| {
            (n, view.words.with("review-seconds", &[("seconds", seconds.to_string())]))
        })
        .collect();
    if choice(ui, &mut pace, &paces) {
        view.wishes.push(Wish::Ask(Ask::Pace(pace)));
    }
    ui.add_space(6.0);
    if line(ui, view, INFO, "review-details") {
        view.wishes.push(Wish::Open(Sheet::Details));
    }
    if line(ui, view, EXPORT, "review-export") {
        view.wishes.push(Wish::Open(Sheet::Export));
    }
    for (icon, id, wish) in [
        (PUZZLE_PIECE, "make-level", Wish::MakeLevel),
        (MAGNIFYING_GLASS, "review-look-for", Wish::LookFor),
    ] {
        if line(ui, view, icon, id) {
            view.wishes.extend([Wish::Close, wish]);
        }
    }
    if bears_numbers(view.session.position()) {
        let on = view.review.numbers();
        let id = if on { "review-numbers-off" } else { "review-numbers-on" };
        if line(ui, view, HASH, id) {
            view.wishes.extend([Wish::Close, Wish::Ask(Ask::Numbers(!on))]);
        }
    }
    if line(ui, view, CLIPBOARD_TEXT, "review-copy-position") {
        ui.ctx().copy_text(view.session.position().diagram());
        view.wishes.push(Wish::Close);
    }
    if line(ui, view, GRID_FOUR, "review-copy-board") {
        ui.ctx().copy_text(board_text(view.session.position()));
        view.wishes.push(Wish::Close);
    }
    for (icon, id, wish) in
        [(ARROWS_DOWN_UP, "flip-board", Wish::Flip), (HOUSE, "home", Wish::Leave)]
    {
        if line(ui, view, icon, id) {
            view.wishes.extend([Wish::Close, wish]);
        }
    }
}

/// A remark under a line, in line with its text.
fn beside(ui: &mut Ui, text: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.add_space(32.0);
        muted(ui, text);
    });
}

/// Pictures, and records in every format that can hold the game.
fn export(ui: &mut Ui, view: &mut View) {
    if let Some(part) = view.exporting.progress() {
        ui.add(egui::ProgressBar::new(part));
        if line(ui, view, X, "review-cancel") {
            view.wishes.push(Wish::Export(Export::Cancel));
        }
        return;
    }
    for (icon, id, kind) in
        [(IMAGE, "export-picture", Kind::Picture), (FILM_STRIP, "export-film", Kind::Film)]
    {
        if line(ui, view, icon, id) {
            view.wishes.push(Wish::Export(Export::As(kind)));
        }
    }
    let length = film_length(view.session.line().len(), view.review.pace());
    let seconds = [("seconds", length.as_secs().to_string())];
    beside(ui, &view.words.with("export-film-length", &seconds));
    for format in formats(view.session.tree()) {
        let ending = format.endings.first().copied().unwrap_or_default();
        let name = view.words.get(&format!("format-{}", format.id));
        let facts = [("name", name), ("ending", ending.to_owned())];
        let text = view.words.with("format-with-ending", &facts);
        if wide_button(ui, Weight::Quiet, Some(FILE), &text).clicked() {
            view.wishes.extend([Wish::Close, Wish::Export(Export::As(Kind::Record(format.id)))]);
        }
        let holds = match (format.variations, format.annotations) {
            (true, true) => "export-line-all",
            (_, true) => "export-line-notes",
            _ => "export-line-alone",
        };
        beside(ui, &view.words.get(holds));
    }
}

/// What is known of the game, to be written in place.
fn details(ui: &mut Ui, view: &mut View) {
    let info = view.session.tree().info();
    let sides = view.session.setup().game.side_names();
    for (field, id) in [
        (Field::First, format!("side-{}", sides[0])),
        (Field::Second, format!("side-{}", sides[1])),
        (Field::Event, "field-event".to_owned()),
        (Field::Place, "field-place".to_owned()),
        (Field::Date, "field-date".to_owned()),
        (Field::Round, "field-round".to_owned()),
        (Field::Result, "field-result".to_owned()),
        (Field::Annotator, "field-annotator".to_owned()),
    ] {
        let mut text = info.get(field).to_owned();
        let name = view.words.get(&id);
        let changed = row(ui, &name, |ui| {
            ui.push_id(field.name(), |ui| text_field(ui, &name, "", &mut text).changed()).inner
        });
        if changed {
            view.wishes.push(Wish::Ask(Ask::Edit(Edit::Info(field, text))));
        }
        ui.add_space(4.0);
    }
}
