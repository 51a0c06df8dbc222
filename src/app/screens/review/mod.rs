//! A past game on the screen: the board, its moves with their variations,
//! what is written about them, and how the game stood.

mod bar;
mod engine;
mod explorer;
mod graph;
mod narrow;
mod notes;
mod sheet;
mod tree;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Frame, Key, Label, Margin, Modifiers, Panel, RichText, Ui};
use egui_phosphor::regular::{ARROW_LEFT, LIST};

use super::board::{self, Manner};
use super::moves;
use super::play::Shape;
use super::promotion;
use super::scores;
use super::thumbnail::{Brush, Pictures};
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::board::{BoardInput, Cursor, Placed};
use crate::app::openings::{self, Openings};
use crate::app::picture::bears_numbers;
use crate::app::puzzles::Make;
use crate::app::review::{Analysis, Ask, Explored, Export, Exporting, Go, Review};
use crate::app::session::{Author, Command, Playing, Session};
use crate::app::settings::Settings;
use crate::app::shelf::LookFor;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{choice, icon_button};
use crate::app::ui::{BoardArea, Look, UiSet, Words, root};
use crate::core::Move;
use crate::library::PositionKey;
use crate::record::Field;
use sheet::Sheet;

/// Breadth of the column beside the board where there is much room.
const BROAD_COLUMN: f32 = 392.0;

/// What a tab shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    /// The moves with their variations.
    #[default]
    Moves,
    /// Comment, judgements and marks of the position.
    Notes,
    /// What the computer thinks.
    Analysis,
    /// What is usually played.
    Openings,
}

/// What a person did on this screen; it is carried out after drawing.
#[derive(Clone, Debug, PartialEq)]
enum Wish {
    Ask(Ask),
    Play(Move),
    Open(Sheet),
    Close,
    Flip,
    /// Adds the line to the player's own book, or takes it out.
    OwnBook(bool),
    /// Makes a file of the game.
    Export(Export),
    /// Makes a level of the position.
    MakeLevel,
    /// Lists the games of the library in which the position came up.
    LookFor,
    /// Puts back what was picked up.
    Drop,
    Leave,
}

/// What is drawn from.
struct View<'a> {
    words: &'a Words,
    session: &'a Session,
    review: &'a Review,
    analysis: &'a Analysis,
    openings: &'a Openings,
    explored: &'a Explored,
    exporting: &'a Exporting,
    wishes: &'a mut Vec<Wish>,
}

/// What this screen remembers by itself.
#[derive(Resource, Default)]
struct Desk {
    tab: Tab,
    open: Option<Sheet>,
    /// Whether something was being written in the frame before.
    writing: bool,
    list: tree::List,
    account: engine::Account,
}

/// Everything that a wish may reach.
#[derive(SystemParam)]
struct Reach<'w> {
    asks: MessageWriter<'w, Ask>,
    commands: MessageWriter<'w, Command>,
    inputs: MessageWriter<'w, BoardInput>,
    settings: ResMut<'w, Settings>,
    next: ResMut<'w, NextState<Screen>>,
    books: MessageWriter<'w, openings::Ask>,
    exports: MessageWriter<'w, Export>,
    makes: MessageWriter<'w, Make>,
    looks: MessageWriter<'w, LookFor>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Desk>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSet::Screen).run_if(in_state(Screen::Review)),
        )
        .add_systems(
            OnExit(Screen::Review),
            |mut area: ResMut<BoardArea>, mut desk: ResMut<Desk>| {
                area.0 = None;
                desk.open = None;
            },
        );
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    look: Res<Look>,
    library: Res<Library>,
    pictures: Res<Pictures>,
    playing: Res<Playing>,
    review: Res<Review>,
    analysis: Res<Analysis>,
    openings: Res<Openings>,
    mut explored: ResMut<Explored>,
    exporting: Res<Exporting>,
    placed: Res<Placed>,
    cursor: Res<Cursor>,
    mut desk: ResMut<Desk>,
    mut area: ResMut<BoardArea>,
    mut reach: Reach,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(session) = playing.review() else {
        reach.next.set(Screen::Home);
        return Ok(());
    };
    let Some(theme) = look.content() else { return Ok(()) };
    let mut wishes = Vec::new();
    let mut view = View {
        words: &words,
        session,
        review: &review,
        analysis: &analysis,
        openings: &openings,
        explored: &explored,
        exporting: &exporting,
        wishes: &mut wishes,
    };
    let desk = &mut *desk;
    let mut ui = root(&ctx);
    let size = ui.available_size();
    let frame = |x, y| Frame::new().inner_margin(Margin::symmetric(x, y));
    let plain = |panel: Panel| panel.show_separator_line(false).resizable(false);
    match Shape::of(size) {
        Shape::Wide(breadth) => {
            let breadth = if size.x >= 1200.0 { BROAD_COLUMN } else { breadth };
            plain(Panel::right("review-column"))
                .exact_size(breadth)
                .frame(frame(16, 12))
                .show(&mut ui, |ui| column(ui, &mut view, desk));
        }
        Shape::Slim(breadth) => {
            plain(Panel::right("review-slim"))
                .exact_size(breadth)
                .frame(frame(6, 4))
                .show(&mut ui, |ui| narrow::slim(ui, &mut view, desk));
        }
        Shape::Tall => {
            plain(Panel::top("review-top"))
                .frame(frame(8, 4))
                .show(&mut ui, |ui| head(ui, &mut view));
            plain(Panel::bottom("review-bottom"))
                .frame(frame(8, 6))
                .show(&mut ui, |ui| narrow::below(ui, &mut view, desk));
        }
    }
    egui::CentralPanel::default().frame(frame(6, 6)).show(&mut ui, |ui| {
        let manner = Manner {
            free: desk.open.is_none(),
            arrows: false,
            marks: true,
            draws: review.draws(),
            aims: false,
        };
        let said = place(&view);
        board::show(ui, &said, &look, &placed, &cursor, manner, &mut area, &mut reach.inputs);
        if review.numbers() && bears_numbers(session.position()) {
            board::numbers(ui, &look, &placed, session.tree(), session.current());
        }
        board::labels(ui, &placed, &session.tree().notes(session.current()).shapes);
        scores::show(ui, &look, &placed, &words, &analysis.scores(session));
    });
    match desk.open {
        Some(open) => sheet::show(&ctx, open, &mut view),
        None => {
            let brush = Brush {
                theme,
                illustrated: reach.settings.pictures,
                library: &library,
                pictures: &pictures,
            };
            let became = promotion::show(&ctx, &words, session, &cursor, &placed, brush);
            view.wishes.extend(became.map(Wish::Play));
            // Esc ends the writing before anyone can ask for it.
            let written = std::mem::replace(&mut desk.writing, ctx.text_edit_focused());
            if !written && !desk.writing {
                keys(&ui, &mut view, cursor.is_amid());
            }
        }
    }
    explored.bypass_change_detection().want(desk.tab == Tab::Openings);
    for wish in wishes {
        match wish {
            Wish::Open(sheet) => desk.open = Some(sheet),
            Wish::Close => desk.open = None,
            Wish::MakeLevel => {
                reach.makes.write(Make::of(session));
            }
            Wish::LookFor => {
                let game = session.setup().game;
                let key = PositionKey::new(game, session.position());
                reach.looks.write(LookFor { key, game: game.id() });
            }
            Wish::OwnBook(add) => {
                let (tree, node) = (Box::new(session.tree().clone()), session.current());
                reach.books.write(match add {
                    true => openings::Ask::Add(tree, node),
                    false => openings::Ask::Remove(tree, node),
                });
            }
            other => reach.grant(other, review.from()),
        }
    }
    Ok(())
}

impl Reach<'_> {
    fn grant(&mut self, wish: Wish, from: Screen) {
        match wish {
            Wish::Ask(ask) => {
                self.asks.write(ask);
            }
            Wish::Play(mv) => {
                self.commands.write(Command::Play(mv, Author::Human));
            }
            Wish::Drop => {
                self.inputs.write(BoardInput::Drop);
            }
            Wish::Flip => self.settings.flipped = !self.settings.flipped,
            Wish::Leave => self.next.set(from),
            Wish::Export(export) => {
                self.exports.write(export);
            }
            Wish::Open(_) | Wish::Close | Wish::OwnBook(_) | Wish::MakeLevel | Wish::LookFor => {}
        }
    }
}

/// Who played, or what game it is.
fn title(view: &View) -> String {
    let info = view.session.tree().info();
    let names = [Field::First, Field::Second].map(|field| info.get(field));
    match names {
        ["", ""] => view.words.get(&format!("game-{}", view.session.setup().game.id())),
        names => names.map(|name| if name.is_empty() { "?" } else { name }).join(" – "),
    }
}

/// Where in the game this is, in words.
fn place(view: &View) -> String {
    let ply = view.session.tree().ply(view.session.current());
    view.words.with("review-place", &[("ply", ply.to_string())])
}

/// The way back, who played, and everything else one can do.
fn head(ui: &mut Ui, view: &mut View) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &view.words.get("back"), true).clicked() {
            view.wishes.push(Wish::Leave);
        }
        let room = ui.available_width() - ui.spacing().interact_size.y - 8.0;
        let height = ui.spacing().interact_size.y;
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(egui::vec2(room, height), layout, |ui| {
            ui.set_min_width(room);
            let name = RichText::new(title(view)).font(theme::kai(theme::LARGE));
            ui.add(Label::new(name.color(palette.ink)).truncate());
        });
        if icon_button(ui, LIST, &view.words.get("more"), true).clicked() {
            view.wishes.push(Wish::Open(Sheet::More));
        }
    });
}

/// The result, the date, and the name of the position.
fn facts(ui: &mut Ui, view: &View) {
    let tree = view.session.tree();
    let info = tree.info();
    let mut facts: Vec<String> = [Field::Event, Field::Date, Field::Result]
        .into_iter()
        .map(|field| info.get(field).to_owned())
        .filter(|text| !text.is_empty())
        .collect();
    facts.extend(view.openings.name(view.words, tree, view.session.current()));
    let worth = tree.notes(view.session.current()).evaluation;
    facts.extend(worth.map(|worth| {
        let worth = engine::worth_text(view.words, worth);
        view.words.with("review-worth", &[("worth", worth)])
    }));
    if !facts.is_empty() {
        let text = RichText::new(facts.join(" · ")).size(theme::SMALL);
        ui.add(Label::new(text.color(Palette::of(ui).muted)).truncate());
    }
}

/// A pass and other moves that are not made on the board.
fn decide(ui: &mut Ui, view: &mut View) {
    if view.session.ending().is_some() {
        return;
    }
    let moves = view.session.position().legal_moves();
    let pressed = moves::decide(ui, view.words, &moves);
    view.wishes.extend(pressed.map(Wish::Play));
}

/// Everything in one column beside the board.
fn column(ui: &mut Ui, view: &mut View, desk: &mut Desk) {
    ui.spacing_mut().item_spacing.y = 6.0;
    head(ui, view);
    facts(ui, view);
    engine::show(ui, view, &mut desk.account, 64.0);
    let foot = notes::HEIGHT + ui.spacing().interact_size.y + 12.0;
    let room = (ui.available_height() - foot).max(60.0);
    ui.allocate_ui(egui::vec2(ui.available_width(), room), |ui| {
        ui.set_min_height(room);
        let mut openings = desk.tab == Tab::Openings;
        let tabs = [(false, view.words.get("moves")), (true, view.words.get("review-openings"))];
        if choice(ui, &mut openings, &tabs) {
            desk.tab = if openings { Tab::Openings } else { Tab::Moves };
        }
        if openings {
            let scroll = egui::ScrollArea::vertical().id_salt("openings");
            scroll.auto_shrink([false, false]).show(ui, |ui| explorer::show(ui, view));
        } else {
            decide(ui, view);
            tree::show(ui, view, &mut desk.list);
        }
    });
    // The buttons below stay where they are, whatever there is to write about.
    ui.allocate_ui(egui::vec2(ui.available_width(), notes::HEIGHT), |ui| {
        ui.set_min_height(notes::HEIGHT);
        let scroll = egui::ScrollArea::vertical().id_salt("notes").auto_shrink([false, false]);
        scroll.show(ui, |ui| notes::show(ui, view));
    });
    bar::show(ui, view);
}

/// Keys that mean the same wherever the keyboard is on this screen.
fn keys(ui: &Ui, view: &mut View, amid: bool) {
    let running = view.review.is_running();
    let go = |go| Wish::Ask(Ask::Go(go));
    let table = [
        (Key::ArrowLeft, go(Go::Back)),
        (Key::ArrowRight, go(Go::Forward)),
        (Key::ArrowUp, go(Go::Other(-1))),
        (Key::ArrowDown, go(Go::Other(1))),
        (Key::Home, go(Go::First)),
        (Key::End, go(Go::Last)),
        (Key::PageUp, go(Go::Mistake(-1))),
        (Key::PageDown, go(Go::Mistake(1))),
        (Key::N, go(Go::Mistake(1))),
        (Key::B, go(Go::Mistake(-1))),
        (Key::P, Wish::Ask(Ask::Run(!running))),
        (Key::F, Wish::Flip),
        (Key::L, Wish::Ask(Ask::Live(!view.analysis.is_live()))),
        (Key::M, Wish::Open(Sheet::More)),
        (Key::Escape, if amid { Wish::Drop } else { Wish::Leave }),
    ];
    // The arrows belong to the game while the keyboard is on the board.
    let on_board =
        ui.memory(|memory| memory.focused().is_none_or(|id| id == egui::Id::new("board")));
    ui.input_mut(|input| {
        let shifted = Modifiers::COMMAND | Modifiers::SHIFT;
        if input.consume_key(shifted, Key::Z) || input.consume_key(Modifiers::COMMAND, Key::Y) {
            view.wishes.push(Wish::Ask(Ask::Redo));
        }
        if input.consume_key(Modifiers::COMMAND, Key::Z) {
            view.wishes.push(Wish::Ask(Ask::Undo));
        }
        if input.modifiers.command {
            return;
        }
        let arrow =
            |key| matches!(key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown);
        for (key, wish) in table {
            for _ in 0..input.num_presses(key) {
                if on_board || !arrow(key) {
                    view.wishes.push(wish.clone());
                }
            }
        }
    });
}
