//! The puzzles: the level of the day, runs against the clock, and for every
//! game the player's rating and its packs with how much of them is solved.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, CornerRadius, FontId, Sense, Stroke, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{
    ARROW_U_UP_LEFT, CHECK, CROSSHAIR, EXPORT, PENCIL_SIMPLE, PLAY, TIMER, TRASH,
};

use super::page;
use super::thumbnail::{self, Brush, Pictures};
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::platform::{Today, month_and_day};
use crate::app::puzzles::{Ask, Contest, MINUTES, MakeAsk, Making, Own, OwnAsk, Progress, Solved};
use crate::app::settings::Settings;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{
    Weight, button, card, choice, group, icon_button, muted, row, title,
};
use crate::app::ui::{Look, UiSet, Words, root};
use crate::content::levels::{Level, Pack, check, daily};
use crate::games::registry::{self, GAMES};

/// How many days are shown beside the level of the day.
const DAYS: i64 = 7;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Screen).run_if(in_state(Screen::Puzzles)),
    );
}

/// What the page is drawn from.
struct View<'a> {
    words: &'a Words,
    library: &'a Library,
    progress: &'a Progress,
    own: &'a Own,
    making: &'a Making,
    brush: Brush<'a>,
    today: i64,
}

/// What was pressed on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Press {
    /// Something to play.
    Play(Ask),
    /// Something about the levels of the player.
    Own(OwnAsk),
    /// Change one of them.
    Make(MakeAsk),
    /// Go on with the level in the making.
    GoOn,
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    look: Res<Look>,
    settings: Res<Settings>,
    library: Res<Library>,
    pictures: Res<Pictures>,
    progress: Res<Progress>,
    today: Res<Today>,
    own: Res<Own>,
    making: Res<Making>,
    mut of_run: Local<Option<&'static str>>,
    mut asks: MessageWriter<Ask>,
    mut others: (MessageWriter<OwnAsk>, MessageWriter<MakeAsk>),
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(theme) = look.content() else { return Ok(()) };
    let brush =
        Brush { theme, illustrated: settings.pictures, library: &library, pictures: &pictures };
    let view = View {
        words: &words,
        library: &library,
        progress: &progress,
        own: &own,
        making: &making,
        brush,
        today: today.0,
    };
    let mut chosen = None;
    let mut pressed = None;
    let mut undone = None;
    let leave = page::show(
        &mut ui,
        "puzzles",
        &words.get("puzzles"),
        &words.get("back"),
        |ui| {
            if own.can_undo() {
                ui.horizontal(|ui| {
                    let undo = words.get("undo");
                    if button(ui, Weight::Plain, Some(ARROW_U_UP_LEFT), &undo).clicked() {
                        undone = Some(Press::Own(OwnAsk::Undo));
                    }
                    muted(ui, words.get("own-removed"));
                });
            }
        },
        |ui| {
            chosen = of_the_day(ui, &view);
            chosen = chosen.or(runs(ui, &view, &mut of_run));
            for game in GAMES {
                let of_game =
                    || library.shipped().iter().enumerate().filter(|(_, p)| p.game == game.id());
                if of_game().next().is_none() {
                    continue;
                }
                group(ui, &words.get(&format!("game-{}", game.id())));
                if for_me(ui, &view, game.id()) {
                    chosen = Some(Ask::ForMe(game.id()));
                }
                for (number, pack) in of_game() {
                    if entry(ui, &view, pack) {
                        chosen = Some(Ask::Begin(number, progress.next(pack)));
                    }
                }
            }
            let own = own_levels(ui, &view);
            pressed = own.or(chosen.map(Press::Play));
        },
    );
    match pressed.or(undone) {
        _ if leave => next.set(Screen::Home),
        None => {}
        Some(Press::Play(ask)) => {
            asks.write(ask);
            next.set(Screen::Play);
        }
        Some(Press::Own(ask)) => {
            others.0.write(ask);
        }
        Some(Press::Make(ask)) => {
            others.1.write(ask);
        }
        Some(Press::GoOn) => next.set(Screen::MakeLevel),
    }
    Ok(())
}

/// The levels of the player: made, or taken in from files.
fn own_levels(ui: &mut Ui, view: &View) -> Option<Press> {
    let words = view.words;
    let mut pressed = None;
    group(ui, &words.get("own-levels"));
    muted(ui, words.get("own-explained"));
    if view.making.sketch.is_some()
        && button(ui, Weight::Plain, Some(PENCIL_SIMPLE), &words.get("own-go-on")).clicked()
    {
        pressed = Some(Press::GoOn);
    }
    for (number, pack) in view.own.packs().iter().enumerate() {
        card(ui).inner_margin(egui::Margin::symmetric(12, 10)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal_wrapped(|ui| {
                let game = words.get(&format!("game-{}", pack.game));
                ui.label(title(game, theme::LARGE));
                // What was taken in bears the name that it came with.
                let name = words.title(&pack.title);
                if name != words.get("own-levels") {
                    muted(ui, name);
                }
            });
            for (n, level) in pack.levels.iter().enumerate() {
                let place = (view.library.shipped().len() + number, n);
                let found = own_level(ui, view, pack, level, (number, n), place);
                pressed = found.or(pressed);
            }
            if button(ui, Weight::Quiet, Some(EXPORT), &words.get("own-share")).clicked() {
                pressed = Some(Press::Own(OwnAsk::Share(number)));
            }
        });
    }
    pressed
}

/// One level of the player, which is at `own` among theirs and at `place`
/// among all.
fn own_level(
    ui: &mut Ui,
    view: &View,
    pack: &Pack,
    level: &Level,
    own: (usize, usize),
    place: (usize, usize),
) -> Option<Press> {
    let words = view.words;
    let mut pressed = None;
    ui.horizontal(|ui| {
        // The tools keep their room; the name takes the rest.
        let tools = 3.0 * (ui.spacing().interact_size.y + ui.spacing().item_spacing.x);
        let breadth = (ui.available_width() - tools).max(60.0);
        let size = Vec2::new(breadth, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(breadth);
            let name = words.title(&level.title);
            let name = if name.is_empty() {
                words.with("own-number", &[("number", (own.1 + 1).to_string())])
            } else {
                name
            };
            let solved = view.progress.of(pack, level).is_some();
            let name = if solved { format!("{CHECK} {name}") } else { name };
            ui.add(egui::Label::new(name).truncate());
        });
        let tools = [
            (PLAY, "own-play", Press::Play(Ask::Begin(place.0, place.1))),
            (PENCIL_SIMPLE, "own-edit", Press::Make(MakeAsk::Edit(own.0, own.1))),
            (TRASH, "own-remove", Press::Own(OwnAsk::Remove(own.0, own.1))),
        ];
        for (icon, id, press) in tools {
            if icon_button(ui, icon, &words.get(id), true).clicked() {
                pressed = Some(press);
            }
        }
    });
    pressed
}

/// A day of the year, counted from 1 January 1970, in words.
pub(super) fn date(words: &Words, day: i64) -> String {
    let (month, day) = month_and_day(day);
    words.with("date-month-day", &[("month", month.to_string()), ("day", day.to_string())])
}

/// The level of the day and the days before it.
fn of_the_day(ui: &mut Ui, view: &View) -> Option<Ask> {
    let (words, progress) = (view.words, view.progress);
    let (number, level) = daily::of_day(view.library.shipped(), view.today)?;
    let pack = view.library.shipped().get(number)?;
    let level = pack.levels.get(level)?;
    let game = registry::find(&pack.game)?;
    let position = check::start(game, &pack.options, level).ok()?;
    let mut chosen = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(104.0), Sense::hover());
            thumbnail::paint(ui.painter(), rect.shrink(4.0), game, &position, view.brush);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.label(title(words.get("puzzles-daily"), theme::LARGE));
                let name = words.get(&format!("game-{}", game.id()));
                muted(ui, format!("{} · {name}", date(words, view.today)));
                let (weight, icon, id) = match progress.day(view.today) {
                    Some(_) => (Weight::Plain, CHECK, "puzzles-daily-again"),
                    None => (Weight::Primary, PLAY, "puzzles-daily-solve"),
                };
                ui.add_space(4.0);
                let response = button(ui, weight, Some(icon), &words.get(id));
                if ui.memory(|memory| memory.focused().is_none()) {
                    response.request_focus();
                }
                chosen = response.clicked().then_some(Ask::Daily);
            });
        });
        ui.add_space(4.0);
        days(ui, view);
        let number = progress.days_in_a_row(view.today);
        if number > 1 {
            muted(ui, words.with("puzzles-days-in-a-row", &[("number", number.to_string())]));
        }
    });
    chosen
}

/// The last days: a full circle where the level was solved at the first
/// attempt, a ring where it was solved with help.
fn days(ui: &mut Ui, view: &View) {
    let palette = Palette::of(ui);
    let step = (ui.available_width() / DAYS as f32).min(44.0);
    let size = Vec2::new(step * DAYS as f32, 40.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let number = view.progress.days_in_a_row(view.today);
    let told = view.words.with("puzzles-days-in-a-row", &[("number", number.to_string())]);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &told));
    let painter = ui.painter();
    for n in 0..DAYS {
        let day = view.today - (DAYS - 1 - n);
        let centre = rect.left_top() + Vec2::new(step * (n as f32 + 0.5), 12.0);
        let radius = 9.0;
        let (fill, line) = match view.progress.day(day) {
            Some(Solved::Clean) => (palette.good, palette.good),
            Some(Solved::Helped) => (Color32::TRANSPARENT, palette.good),
            None => (Color32::TRANSPARENT, palette.hairline),
        };
        painter.circle(centre, radius, fill, Stroke::new(2.0 * palette.weight, line));
        let today = day == view.today;
        let ink = if today { palette.ink } else { palette.muted };
        let text = month_and_day(day).1.to_string();
        let at = centre + Vec2::new(0.0, 20.0);
        painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(theme::SMALL), ink);
        if today {
            let under = egui::Rect::from_center_size(
                centre + Vec2::new(0.0, 27.5),
                Vec2::new(16.0, 2.0 * palette.weight),
            );
            painter.rect_filled(under, CornerRadius::ZERO, palette.accent);
        }
    }
}

/// Runs against the clock: of which game, how long, and the best so far.
fn runs(ui: &mut Ui, view: &View, game: &mut Option<&'static str>) -> Option<Ask> {
    let words = view.words;
    group(ui, &words.get("puzzles-run"));
    muted(ui, words.get("run-explained"));
    let mut values = vec![(None, words.get("run-all-games"))];
    let has_levels = |id: &str| view.library.shipped().iter().any(|pack| pack.game == id);
    values.extend(
        GAMES
            .iter()
            .filter(|game| has_levels(game.id()))
            .map(|game| (Some(game.id()), words.get(&format!("game-{}", game.id())))),
    );
    choice(ui, game, &values);
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for minutes in MINUTES {
            let contest = Contest { game: *game, minutes };
            let text = words.with("run-minutes", &[("number", minutes.to_string())]);
            if button(ui, Weight::Plain, Some(TIMER), &text).clicked() {
                chosen = Some(Ask::Run(contest));
            }
            if let Some(best) = view.progress.best(contest) {
                muted(ui, words.with("run-best", &[("number", best.to_string())]));
            }
        }
    });
    chosen
}

/// The rating in a game, and the level that suits it. Returns whether that
/// was chosen.
fn for_me(ui: &mut Ui, view: &View, game: &str) -> bool {
    let words = view.words;
    let text = match view.progress.rating(game) {
        Some(rating) => words.with(
            "puzzle-your-rating",
            &[
                ("rating", format!("{:.0}", rating.rating)),
                ("deviation", format!("{:.0}", rating.deviation)),
            ],
        ),
        None => words.get("puzzle-no-rating"),
    };
    row(ui, &text, |ui| {
        button(ui, Weight::Plain, Some(CROSSHAIR), &words.get("puzzles-for-me")).clicked()
    })
}

/// How much of something is done, 0 to 1.
fn bar(ui: &mut Ui, part: f32) {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width().min(160.0), 6.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let round = CornerRadius::same(3);
    ui.painter().rect_filled(rect, round, palette.hairline);
    let done = rect.with_max_x(rect.left() + rect.width() * part.clamp(0.0, 1.0));
    ui.painter().rect_filled(done, round, palette.good);
}

/// One pack. Returns whether it was chosen.
fn entry(ui: &mut Ui, view: &View, pack: &Pack) -> bool {
    let (done, all) = (view.progress.count(pack), pack.levels.len());
    let mut chosen = false;
    row(ui, &view.words.title(&pack.title), |ui| {
        let icon = if done == all { CHECK } else { PLAY };
        chosen = button(ui, Weight::Plain, Some(icon), &format!("{done} / {all}")).clicked();
        bar(ui, done as f32 / all.max(1) as f32);
    });
    muted(ui, view.words.title(&pack.description));
    chosen
}
