//! The first screen: the unfinished game, and every game there is.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{CursorIcon, FontId, Sense, Ui, WidgetInfo, WidgetType};
use egui_phosphor::regular::{
    BOOKS, CALENDAR_BLANK, CALENDAR_CHECK, FLOPPY_DISK, GEAR, PLAY, PUZZLE_PIECE,
};

use super::thumbnail::{self, Brush, Pictures};
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::platform::Today;
use crate::app::puzzles::{Ask, Progress};
use crate::app::session::{Command, Playing, SLOTS, Session, Slots};
use crate::app::settings::Settings;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, card, focus_ring, muted, title};
use crate::app::ui::{Look, UiSet, Words, root};
use crate::core::Random;
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Game};

use super::new_game::Draft;

/// Time between two moves on a card.
const CARD_MOVE: Duration = Duration::from_millis(1500);

/// Breadth that two cards beside each other need.
const TWO_COLUMNS: f32 = 620.0;

/// Breadth that three cards beside each other need, and what they take.
const THREE_COLUMNS: f32 = 900.0;
const BROADEST: f32 = 1040.0;

/// The positions on the cards, which play on by themselves.
#[derive(Resource)]
struct Cards {
    positions: Vec<AnyPosition>,
    next: Duration,
    random: Random,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .insert_resource(Cards {
            positions: Vec::new(),
            next: Duration::ZERO,
            random: Random::new(20),
        })
        .add_systems(OnEnter(Screen::Home), deal)
        .add_systems(Update, play_on.run_if(in_state(Screen::Home)))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSet::Screen).run_if(in_state(Screen::Home)),
        );
}

fn deal(mut cards: ResMut<Cards>) {
    cards.positions =
        GAMES.iter().filter_map(|game| game.start(&Default::default()).ok()).collect();
}

/// Plays one more move on every card.
fn play_on(time: Res<Time<Real>>, mut cards: ResMut<Cards>) {
    if time.elapsed() < cards.next {
        return;
    }
    cards.next = time.elapsed() + CARD_MOVE;
    let Cards { positions, random, .. } = &mut *cards;
    for (position, game) in positions.iter_mut().zip(GAMES) {
        let moves = position.legal_moves();
        match moves.get(random.below(moves.len())) {
            Some(&mv) => {
                // Chosen from the legal moves.
                let _ = position.play(mv);
            }
            None => {
                if let Ok(start) = game.start(&Default::default()) {
                    *position = start;
                }
            }
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    look: Res<Look>,
    settings: Res<Settings>,
    cards: Res<Cards>,
    playing: Res<Playing>,
    slots: Res<Slots>,
    mut draft: ResMut<Draft>,
    mut next: ResMut<NextState<Screen>>,
    library: Res<Library>,
    pictures: Res<Pictures>,
    progress: Res<Progress>,
    today: Res<Today>,
    mut commands: MessageWriter<Command>,
    mut asks: MessageWriter<Ask>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(theme) = look.content() else { return Ok(()) };
    let brush =
        Brush { theme, illustrated: settings.pictures, library: &library, pictures: &pictures };
    let daily = match progress.day(today.0) {
        Some(_) => (CALENDAR_CHECK, "puzzles-daily-done", Place::Today),
        None => (CALENDAR_BLANK, "puzzles-daily", Place::Today),
    };
    let places = [
        (PUZZLE_PIECE, "puzzles", Place::There(Screen::Puzzles)),
        daily,
        (BOOKS, "library", Place::There(Screen::Library)),
        (GEAR, "settings", Place::There(Screen::Settings)),
    ];
    let mut place = None;
    // In reach of the thumb on a phone, below the games elsewhere.
    let size = ui.available_size();
    let phone = size.x < TWO_COLUMNS && size.y > size.x;
    if phone {
        let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 4));
        egui::Panel::bottom("home-foot").frame(frame).resizable(false).show(&mut ui, |ui| {
            place = foot(ui, &words, &places);
        });
    }
    egui::CentralPanel::default().frame(egui::Frame::new().inner_margin(16)).show(&mut ui, |ui| {
        egui::ScrollArea::vertical().id_salt("home").auto_shrink([false, false]).show(ui, |ui| {
            super::page::centred(ui, BROADEST, |ui| {
                heading(ui, &words);
                if let Some(session) = playing.session()
                    && carry_on(ui, &words, brush, session)
                {
                    next.set(Screen::Play);
                }
                if let Some(game) = games(ui, &words, brush, &cards.positions) {
                    draft.choose(game, playing.session());
                    next.set(Screen::NewGame);
                }
                ui.add_space(12.0);
                ui.horizontal_wrapped(|ui| {
                    for number in 1..=SLOTS {
                        if slots.get(number).is_some() {
                            let text = words.with("home-slot", &[("number", number.to_string())]);
                            if button(ui, Weight::Quiet, Some(FLOPPY_DISK), &text).clicked() {
                                commands.write(Command::Load(number));
                                next.set(Screen::Play);
                            }
                        }
                    }
                    for &(icon, id, to) in places.iter().filter(|_| !phone) {
                        if button(ui, Weight::Quiet, Some(icon), &words.get(id)).clicked() {
                            place = Some(to);
                        }
                    }
                });
            });
        });
    });
    match place {
        None => {}
        Some(Place::There(screen)) => next.set(screen),
        Some(Place::Today) => {
            asks.write(Ask::Daily);
            next.set(Screen::Play);
        }
    }
    Ok(())
}

/// Where else one can go.
#[derive(Clone, Copy)]
enum Place {
    /// To another screen.
    There(Screen),
    /// To the level of the day.
    Today,
}

/// The other places along the lower edge. Returns the one that was chosen.
fn foot(ui: &mut Ui, words: &Words, places: &[(&str, &str, Place)]) -> Option<Place> {
    let palette = Palette::of(ui);
    let breadth = ui.available_width() / places.len() as f32;
    let mut chosen = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for &(icon, id, place) in places {
            let name = words.get(id);
            let text = |text: &str, size| {
                let font = FontId::proportional(size);
                let mut job = egui::text::LayoutJob::simple(
                    text.to_owned(),
                    font,
                    palette.ink,
                    breadth - 4.0,
                );
                job.halign = egui::Align::Center;
                ui.painter().layout_job(job)
            };
            let (sign, label) = (text(icon, 24.0), text(&name, theme::SMALL));
            // Room for two lines, so that all are alike.
            let size = egui::Vec2::new(breadth, 66.0);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
            let painter = ui.painter();
            if response.is_pointer_button_down_on() || response.hovered() {
                let fill = palette.ink.gamma_multiply(0.08);
                painter.rect_filled(rect, egui::CornerRadius::same(8), fill);
            }
            let x = rect.center().x;
            painter.galley(egui::pos2(x, rect.top() + 4.0), sign, palette.ink);
            painter.galley(egui::pos2(x, rect.top() + 32.0), label, palette.ink);
            focus_ring(ui, &response);
            if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
                chosen = Some(place);
            }
        }
    });
    chosen
}

fn heading(ui: &mut Ui, words: &Words) {
    let palette = Palette::of(ui);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        seal(ui, palette);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(title(words.get("app-name"), theme::HUGE));
            muted(ui, words.get("app-line"));
        });
    });
    ui.add_space(12.0);
}

/// The red seal: the centre point of a board between its lines.
fn seal(ui: &mut Ui, palette: Palette) {
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(52.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, egui::CornerRadius::same(8), palette.accent);
    let line = egui::Stroke::new(1.5, palette.on_accent.gamma_multiply(0.75));
    let inner = rect.shrink(9.0);
    for part in [0.0, 0.5, 1.0] {
        painter.hline(
            inner.x_range(),
            egui::lerp(inner.y_range().min..=inner.y_range().max, part),
            line,
        );
        painter.vline(
            egui::lerp(inner.x_range().min..=inner.x_range().max, part),
            inner.y_range(),
            line,
        );
    }
    painter.circle_filled(rect.center(), 6.0, palette.on_accent);
}

/// The unfinished game. Returns whether it was chosen.
fn carry_on(ui: &mut Ui, words: &Words, brush: Brush, session: &Session) -> bool {
    let mut chosen = false;
    let over = session.ending().is_some() && session.is_last_game();
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(84.0), Sense::hover());
            let game = session.setup().game;
            thumbnail::paint(ui.painter(), rect.shrink(3.0), game, session.position(), brush);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                let game = session.setup().game.id();
                ui.label(title(words.get(&format!("game-{game}")), theme::LARGE));
                let moves = session.tree().ply(session.current()).to_string();
                let state = if over { "home-finished" } else { "home-unfinished" };
                muted(ui, words.with(state, &[("moves", moves)]));
                let text = words.get(if over { "home-look" } else { "home-continue" });
                let response = button(ui, Weight::Primary, Some(PLAY), &text);
                if ui.memory(|memory| memory.focused().is_none()) {
                    response.request_focus();
                }
                chosen = response.clicked();
            });
        });
    });
    ui.add_space(8.0);
    chosen
}

/// The cards of all games. Returns the one that was chosen.
fn games(
    ui: &mut Ui,
    words: &Words,
    brush: Brush,
    positions: &[AnyPosition],
) -> Option<&'static dyn Game> {
    let most = match ui.available_width() {
        room if room >= THREE_COLUMNS => 3,
        room if room >= TWO_COLUMNS => 2,
        _ => 1,
    };
    let columns = most.min(GAMES.len());
    let gap = 12.0;
    let breadth = (ui.available_width() - gap * (columns - 1) as f32) / columns as f32;
    let mut chosen = None;
    for row in GAMES.iter().zip(positions).collect::<Vec<_>>().chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (game, position) in row {
                if game_card(ui, words, brush, **game, position, breadth, columns == 1) {
                    chosen = Some(**game);
                }
            }
        });
        ui.add_space(gap - 8.0);
    }
    chosen
}

fn game_card(
    ui: &mut Ui,
    words: &Words,
    brush: Brush,
    game: &dyn Game,
    position: &AnyPosition,
    breadth: f32,
    alone: bool,
) -> bool {
    let palette = Palette::of(ui);
    // One below the other, they are low enough that several are seen.
    let part = if alone { 0.32 } else { 0.42 };
    let picture = (breadth * part).clamp(96.0, 168.0);
    let size = egui::Vec2::new(breadth, picture + 32.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = words.get(&format!("game-{}", game.id()));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    let hot = response.hovered() || response.has_focus();
    let fill = theme::mix(palette.panel, palette.ink, if hot { 0.04 } else { 0.0 });
    let round = egui::CornerRadius::same(10);
    let painter = ui.painter();
    painter.add(palette.shadow().as_shape(rect, round));
    let line = egui::Stroke::new(palette.weight, palette.hairline);
    painter.rect(rect, round, fill, line, egui::StrokeKind::Inside);
    let board =
        egui::Rect::from_min_size(rect.min + egui::Vec2::splat(16.0), egui::Vec2::splat(picture));
    thumbnail::paint(painter, board.shrink(4.0), game, position, brush);
    let left = board.right() + 20.0;
    let room = rect.right() - 16.0 - left;
    let text = |text: String, font: FontId, ink| painter.layout(text, font, ink, room);
    let heading = text(name, theme::kai(theme::BIG), palette.ink);
    let other = text(
        words.get(&format!("game-{}-other", game.id())),
        theme::kai(theme::LARGE),
        palette.muted,
    );
    let line = text(
        words.get(&format!("game-{}-line", game.id())),
        FontId::proportional(theme::SMALL),
        palette.muted,
    );
    let height = heading.size().y + other.size().y + 8.0 + line.size().y;
    let mut at = egui::pos2(left, rect.center().y - height / 2.0);
    for (galley, after) in [(heading, 0.0), (other, 8.0), (line, 0.0)] {
        let step = galley.size().y + after;
        painter.galley(at, galley, palette.ink);
        at.y += step;
    }
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
