//! The page of content packs: what is offered, with all that is wrong with it, and what the
//! player has added.

use bevy::ecs::system::SystemParam;
use bevy::prelude::{
    App, IntoScheduleConfigs, MessageReader, MessageWriter, NextState, Res, ResMut, Result, Update,
    in_state,
};
use bevy_egui::egui::{RichText, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{
    ARROW_COUNTER_CLOCKWISE, CHECK, FOLDER_OPEN, PACKAGE, PLUS, TRASH, WARNING, X,
};

use crate::app::features::content_packs::{
    AddedPack, ContentPackRequest, ContentPacks, PackOffer, PackSource,
};
use crate::app::platform::RUNS_PROGRAMS;
use crate::app::platform::files::{FolderReceived, PickFiles, PickFolder};
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::{
    ButtonStyle, button, card, focus_by_default, muted, spinner, switch_row,
};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::{UiSystems, page, root};
use crate::content::packs::{ContentKind, ContentPack};

/// Most problems of a pack that are shown.
const MAX_PROBLEMS: usize = 12;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ContentPacks>()
        .add_message::<ContentPackRequest>()
        .add_message::<PickFiles>()
        .add_message::<PickFolder>()
        .add_message::<FolderReceived>()
        .add_systems(Update, take_folder.run_if(in_state(Screen::ContentPacks)))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::ContentPacks)),
        );
}

/// Offers the pack in the folder that was picked.
fn take_folder(
    mut folders: MessageReader<FolderReceived>,
    mut requests: MessageWriter<ContentPackRequest>,
) {
    let asked = folders.read().map(|FolderReceived(path)| path.clone());
    requests.write_batch(asked.map(ContentPackRequest::OfferFolder));
}

/// Texts of the page, and the writers of what it asks for.
#[derive(SystemParam)]
struct PageContext<'w> {
    l10n: Res<'w, Localization>,
    requests: MessageWriter<'w, ContentPackRequest>,
    files: MessageWriter<'w, PickFiles>,
    folders: MessageWriter<'w, PickFolder>,
}

fn show(
    mut contexts: EguiContexts,
    packs: Res<ContentPacks>,
    mut context: PageContext,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let l10n = context.l10n.clone();
    let mut adds = false;
    let mut asked = None;
    let leaves = page::show(
        &mut ui,
        ("content-packs", page::COLUMN_WIDTH),
        &l10n.get("packs"),
        &l10n.get("back"),
        |ui| {
            if packs.offer().is_none() {
                let add = button(ui, ButtonStyle::Primary, Some(PLUS), &l10n.get("pack-add"));
                focus_by_default(ui, &add);
                adds = add.clicked();
            }
        },
        |ui| {
            if packs.is_reading() {
                spinner(ui);
            }
            if let Some(offer) = packs.offer() {
                ui.add_space(6.0);
                asked = offer_card(ui, &l10n, offer);
                ui.add_space(12.0);
            }
            if packs.packs().is_empty() && packs.offer().is_none() {
                nothing(ui, &l10n);
            } else {
                muted(ui, l10n.get("packs-explained"));
            }
            ui.add_space(8.0);
            for added in packs.packs() {
                asked = asked.take().or(added_card(ui, &l10n, added));
                ui.add_space(8.0);
            }
            if let Some(removed) = packs.removed() {
                ui.horizontal_wrapped(|ui| {
                    let name = pack_title(&l10n, removed);
                    muted(ui, l10n.format("pack-removed", &[("pack", name)]));
                    let icon = Some(ARROW_COUNTER_CLOCKWISE);
                    if button(ui, ButtonStyle::Quiet, icon, &l10n.get("pack-restore")).clicked() {
                        asked = Some(ContentPackRequest::Restore);
                    }
                });
            }
            if RUNS_PROGRAMS {
                ui.add_space(8.0);
                muted(ui, l10n.get("pack-folder-explained"));
                let text = l10n.get("pack-add-folder");
                if button(ui, ButtonStyle::Plain, Some(FOLDER_OPEN), &text).clicked() {
                    context.folders.write(PickFolder);
                }
            }
        },
    );
    if adds {
        context.files.write(PickFiles);
    }
    if let Some(request) = asked {
        context.requests.write(request);
        ui.ctx().request_repaint();
    }
    if leaves {
        next.set(Screen::Settings);
    }
    Ok(())
}

/// The page without packs: what they are and where they come from.
fn nothing(ui: &mut Ui, l10n: &Localization) {
    let palette = Palette::of(ui);
    ui.add_space(32.0);
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(PACKAGE).size(theme::HUGE).color(palette.muted));
        ui.label(l10n.get("packs-none"));
        muted(ui, l10n.get("packs-explained"));
        muted(ui, l10n.get("packs-none-how"));
    });
}

fn offer_card(ui: &mut Ui, l10n: &Localization, offer: &PackOffer) -> Option<ContentPackRequest> {
    let mut asked = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        match &offer.state {
            Ok(pack) => {
                about(ui, l10n, pack);
                source_line(ui, l10n, &offer.source);
                ui.add_space(6.0);
                ui.horizontal_wrapped(|ui| {
                    let text = if offer.replaces { "pack-replace" } else { "pack-add-now" };
                    let add = button(ui, ButtonStyle::Primary, Some(CHECK), &l10n.get(text));
                    focus_by_default(ui, &add);
                    if add.clicked() {
                        asked = Some(ContentPackRequest::Add);
                    }
                    let text = l10n.get("pack-decline");
                    if button(ui, ButtonStyle::Plain, Some(X), &text).clicked() {
                        asked = Some(ContentPackRequest::Decline);
                    }
                });
            }
            Err(problems) => {
                let named = [("file", offer.name.clone())];
                ui.label(RichText::new(l10n.format("pack-refused", &named)).size(theme::LARGE));
                list_problems(ui, l10n, problems);
                ui.add_space(6.0);
                let close = button(ui, ButtonStyle::Plain, Some(X), &l10n.get("close"));
                focus_by_default(ui, &close);
                if close.clicked() {
                    asked = Some(ContentPackRequest::Decline);
                }
            }
        }
    });
    asked
}

fn added_card(ui: &mut Ui, l10n: &Localization, added: &AddedPack) -> Option<ContentPackRequest> {
    let mut asked = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        match &added.pack {
            Some(pack) => about(ui, l10n, pack),
            None => {
                ui.label(RichText::new(&added.id).size(theme::LARGE));
            }
        }
        source_line(ui, l10n, &added.source);
        if !added.problems.is_empty() {
            let text = if added.pack.is_some() { "pack-now-wrong" } else { "pack-wrong" };
            ui.label(l10n.get(text));
            list_problems(ui, l10n, &added.problems);
        }
        ui.add_space(6.0);
        let mut on = added.on;
        let label = l10n.format("pack-on", &[("pack", pack_title(l10n, added))]);
        if switch_row(ui, &label, &mut on) {
            asked = Some(ContentPackRequest::Switch(added.id.clone(), on));
        }
        if button(ui, ButtonStyle::Quiet, Some(TRASH), &l10n.get("pack-remove")).clicked() {
            asked = Some(ContentPackRequest::Remove(added.id.clone()));
        }
    });
    asked
}

/// The title of a pack in the player's language, or its id while it is not read.
fn pack_title(l10n: &Localization, added: &AddedPack) -> String {
    let title = added.pack.as_ref().map(|pack| l10n.title(&pack.manifest.title));
    title.unwrap_or_else(|| added.id.clone())
}

/// Title, author, licence, description, and how much there is of what.
fn about(ui: &mut Ui, l10n: &Localization, pack: &ContentPack) {
    let manifest = &pack.manifest;
    ui.label(RichText::new(l10n.title(&manifest.title)).size(theme::LARGE));
    muted(ui, format!("{} · {}", manifest.author, manifest.licence));
    ui.label(l10n.title(&manifest.description));
    let counts: Vec<String> = pack
        .counts()
        .into_iter()
        .map(|(kind, count)| l10n.format(count_message(kind), &[("count", count.to_string())]))
        .collect();
    muted(ui, counts.join(" · "));
}

fn count_message(kind: ContentKind) -> &'static str {
    match kind {
        ContentKind::Levels => "pack-levels",
        ContentKind::Lessons => "pack-lessons",
        ContentKind::BookLines => "pack-book-lines",
        ContentKind::Themes => "pack-themes",
        ContentKind::PieceSets => "pack-piece-sets",
        ContentKind::BoardSets => "pack-board-sets",
        ContentKind::Backgrounds => "pack-backgrounds",
        ContentKind::Sounds => "pack-sounds",
    }
}

/// Where the files of a pack are, if the player may change them there.
fn source_line(ui: &mut Ui, l10n: &Localization, source: &PackSource) {
    if let PackSource::Folder(folder) = source {
        let folder = folder.display().to_string();
        muted(ui, l10n.format("pack-from-folder", &[("folder", folder)]));
    }
}

fn list_problems(ui: &mut Ui, l10n: &Localization, problems: &[String]) {
    let warning = Palette::of(ui).warning;
    for problem in problems.iter().take(MAX_PROBLEMS) {
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(WARNING).color(warning));
            // File names and what was expected are in the language of the files.
            ui.label(problem);
        });
    }
    if problems.len() > MAX_PROBLEMS {
        let more = (problems.len() - MAX_PROBLEMS).to_string();
        muted(ui, l10n.format("pack-more-problems", &[("count", more)]));
    }
}
