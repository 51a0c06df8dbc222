//! The page on which a player makes a puzzle level: its position, its goal,
//! its solution, and the words about it.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Sense, Stroke, TextEdit, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{CHECK, FLOPPY_DISK, MAGNIFYING_GLASS, PENCIL_SIMPLE, PLAY, WARNING};

use super::page;
use super::thumbnail::{self, Brush, Pictures};
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::puzzles::{MakeAsk, Making, Verdict};
use crate::app::settings::Settings;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, choice, group, muted, row, slider, stepper};
use crate::app::ui::{Look, UiSet, Words, root};
use crate::content::levels::RATINGS;
use crate::content::levels::check::Flaw;
use crate::content::levels::own::Sketch;
use crate::content::levels::prove::Doubt;
use crate::games::Aim;
use crate::record::{GameTree, NodeId};

/// Breadth of the board at most.
const BOARD: f32 = 320.0;

/// How many lines of a solution are written out.
const LINES: usize = 6;

/// The most letters of a title, a hint and an explanation. Four bytes each
/// are within what a level may have.
const LETTERS: [usize; 3] = [80, 300, 1000];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Screen).run_if(in_state(Screen::MakeLevel)),
    );
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    look: Res<Look>,
    settings: Res<Settings>,
    library: Res<Library>,
    pictures: Res<Pictures>,
    mut making: ResMut<Making>,
    mut wrote: Local<bool>,
    mut asks: MessageWriter<MakeAsk>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(theme) = look.content() else { return Ok(()) };
    let brush =
        Brush { theme, illustrated: settings.pictures, library: &library, pictures: &pictures };
    let verdict = making.verdict().cloned();
    // It was just saved, and another screen is on its way.
    let Some(sketch) = making.bypass_change_detection().sketch.as_mut() else { return Ok(()) };
    // Escape leaves the line that is written in before it leaves the page.
    if *wrote {
        ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
    }
    let (mut wanted, mut kept) = (None, None);
    let mut writes = false;
    let leave = page::show(
        &mut ui,
        "make-level",
        &words.get("make-level-title"),
        &words.get("back"),
        |ui| {
            ui.horizontal_wrapped(|ui| {
                let right =
                    !matches!(verdict, None | Some(Verdict::Flaw(_) | Verdict::NotFound(_)));
                ui.add_enabled_ui(right, |ui| {
                    if button(ui, Weight::Primary, Some(PLAY), &words.get("make-try")).clicked() {
                        kept = Some(MakeAsk::Save { play: true });
                    }
                    let save = words.get("make-save");
                    if button(ui, Weight::Plain, Some(FLOPPY_DISK), &save).clicked() {
                        kept = Some(MakeAsk::Save { play: false });
                    }
                });
            });
        },
        |ui| {
            board(ui, &words, brush, sketch);
            goal(ui, &words, sketch);
            group(ui, &words.get("make-solution"));
            solution(ui, &words, sketch);
            ui.horizontal_wrapped(|ui| {
                let draw = words.get("make-draw");
                if button(ui, Weight::Plain, Some(PENCIL_SIMPLE), &draw).clicked() {
                    wanted = Some(MakeAsk::Draw);
                }
                let find = words.get("make-find");
                if button(ui, Weight::Plain, Some(MAGNIFYING_GLASS), &find).clicked() {
                    wanted = Some(MakeAsk::Find);
                }
            });
            if let Some(verdict) = &verdict {
                say(ui, &words, verdict);
            }
            writes = texts(ui, &words, sketch);
        },
    );
    *wrote = writes;
    if let Some(ask) = wanted.or(kept) {
        asks.write(ask);
    } else if leave {
        next.set(Screen::Puzzles);
    }
    Ok(())
}

/// The position; a tap on a piece makes it a part of the goal.
fn board(ui: &mut Ui, words: &Words, brush: Brush, sketch: &mut Sketch) {
    let palette = Palette::of(ui);
    let edge = ui.available_width().min(BOARD);
    let game = sketch.tree.game();
    let side =
        words.get(&format!("side-{}", game.side_names()[sketch.position().side_to_move().index()]));
    ui.horizontal_wrapped(|ui| {
        let name = words.get(&format!("game-{}", game.id()));
        muted(ui, format!("{name} · {}", words.with("turn", &[("side", side)])));
    });
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(edge), Sense::click());
    let area = rect.shrink(6.0);
    thumbnail::paint(ui.painter(), area, game, sketch.position(), brush);
    let board = sketch.position().board();
    if sketch.has_places() {
        for place in &sketch.places {
            let stroke = Stroke::new(3.0 * palette.weight, palette.accent);
            thumbnail::ring(ui.painter(), area, &board, place.0, stroke);
        }
        if response.clicked()
            && let Some(place) = response.interact_pointer_pos()
            && let Some(point) = thumbnail::point_at(area, &board, place)
        {
            sketch.toggle(point);
        }
        let text = words.get("make-tap");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &text));
        muted(ui, words.get("make-tap"));
    }
}

/// What is to be reached.
fn goal(ui: &mut Ui, words: &Words, sketch: &mut Sketch) {
    group(ui, &words.get("make-goal"));
    let aims = sketch.tree.game().aims();
    let values: Vec<_> = aims.iter().map(|&aim| (aim, words.get(aim_text(aim)))).collect();
    let mut aim = sketch.aim;
    if choice(ui, &mut aim, &values) {
        sketch.set_aim(aim);
    }
    let (id, least) = match aim {
        Aim::Best if sketch.shown().is_none() => ("make-difference", -400),
        // What is won has to be worth more than a pawn.
        Aim::Material => ("make-pawns", 2),
        _ => return,
    };
    sketch.difference = sketch.difference.max(least);
    let name = words.get(id);
    row(ui, &name, |ui| {
        let shown = format!("{:+}", sketch.difference).replace('-', "−");
        let (less, more) = (sketch.difference > least, sketch.difference < 400);
        sketch.difference += stepper(ui, &name, &shown, less, more) as i32;
    });
}

fn aim_text(aim: Aim) -> &'static str {
    match aim {
        Aim::Win => "aim-win",
        Aim::Draw => "aim-draw",
        Aim::Mate => "aim-mate",
        Aim::Best => "aim-best",
        Aim::Fours => "aim-fours",
        Aim::Capture => "aim-capture",
        Aim::Live => "aim-live",
        Aim::Kill => "aim-kill",
        Aim::Only => "aim-only",
        Aim::Material => "aim-material",
    }
}

/// The lines of the solution, from the first move to the last.
fn solution(ui: &mut Ui, words: &Words, sketch: &Sketch) {
    let tree = &sketch.tree;
    let notation = words.find(&format!("notation-{}", tree.game().id())).unwrap_or_default();
    let ends: Vec<NodeId> = tree
        .nodes()
        .filter(|&node| node != tree.root() && tree.children(node).next().is_none())
        .collect();
    if ends.is_empty() {
        muted(ui, words.get("make-no-solution"));
    }
    for &end in ends.iter().take(LINES) {
        let palette = Palette::of(ui);
        let text = RichText::new(line(tree, end, &notation)).size(theme::BODY);
        ui.add(egui::Label::new(text.color(palette.ink)).wrap());
    }
    if let Some(more) = ends.len().checked_sub(LINES).filter(|&more| more > 0) {
        muted(ui, words.with("make-more-lines", &[("number", more.to_string())]));
    }
}

fn line(tree: &GameTree, end: NodeId, notation: &str) -> String {
    let path = tree.path(end);
    let moves = path.iter().filter_map(|&node| tree.move_text_in(node, notation));
    moves.collect::<Vec<_>>().join("  ")
}

/// Whether the level is right, and what is missing.
fn say(ui: &mut Ui, words: &Words, verdict: &Verdict) {
    let palette = Palette::of(ui);
    let (icon, ink, text) = match verdict {
        Verdict::Checking => (None, palette.muted, words.get("make-checking")),
        Verdict::Looking => (None, palette.muted, words.get("make-looking")),
        Verdict::Proved => (Some(CHECK), palette.good, words.get("make-proved")),
        Verdict::Unproved(doubt) => {
            let reason = doubt_text(words, doubt);
            (Some(WARNING), palette.warning, words.with("make-unproved", &[("reason", reason)]))
        }
        Verdict::NotFound(doubt) => {
            let reason = doubt_text(words, doubt);
            (Some(WARNING), palette.warning, words.with("make-not-found", &[("reason", reason)]))
        }
        Verdict::Flaw(flaw) => (Some(WARNING), palette.accent, flaw_text(words, flaw)),
    };
    ui.horizontal(|ui| {
        match icon {
            Some(icon) => {
                ui.label(RichText::new(icon).size(theme::LARGE).color(ink));
            }
            None => {
                ui.add(egui::Spinner::new().size(14.0).color(palette.muted));
            }
        }
        let ink = if ink == palette.warning { palette.ink } else { ink };
        ui.add(egui::Label::new(RichText::new(text).size(theme::BODY).color(ink)).wrap());
    });
}

fn flaw_text(words: &Words, flaw: &Flaw) -> String {
    match flaw {
        Flaw::Unreached { last, .. } => words.with("make-unreached", &[("move", last.clone())]),
        Flaw::NoMove => words.get("make-no-move"),
        Flaw::NoTurn(mv) => words.with("make-no-turn", &[("move", mv.clone())]),
        Flaw::NoPoint => words.get("make-no-point"),
        Flaw::Other(reason) => words.with("make-wrong", &[("reason", reason.clone())]),
    }
}

fn doubt_text(words: &Words, doubt: &Doubt) -> String {
    match doubt {
        Doubt::Flaw(flaw) => flaw_text(words, flaw),
        Doubt::First(0) => words.get("make-doubt-none"),
        Doubt::First(number) => words.with("make-doubt-several", &[("number", number.to_string())]),
        Doubt::Wrong(mv) => words.with("make-doubt-wrong", &[("move", mv.clone())]),
        Doubt::Another(mv) => words.with("make-doubt-another", &[("move", mv.clone())]),
        Doubt::Unreachable { .. } => words.get("make-doubt-none"),
        Doubt::Open | Doubt::Kind { .. } => words.get("make-doubt-open"),
    }
}

/// Title, hint, explanation and difficulty. Tells whether one of the texts is
/// being written.
fn texts(ui: &mut Ui, words: &Words, sketch: &mut Sketch) -> bool {
    group(ui, &words.get("make-words"));
    let fields = [
        ("make-title", &mut sketch.title, 1),
        ("make-hint", &mut sketch.hint, 2),
        ("make-explanation", &mut sketch.explanation, 3),
    ];
    let mut writes = false;
    for ((id, text, rows), letters) in fields.into_iter().zip(LETTERS) {
        let name = words.get(id);
        writes |= row(ui, &name, |ui| field(ui, &name, text, rows, letters));
    }
    let name = words.get("make-difficulty");
    row(ui, &name, |ui| slider(ui, &name, &mut sketch.difficulty, RATINGS, 50.0, ""));
    writes
}

/// A text to be written. Tells whether it is.
fn field(ui: &mut Ui, name: &str, text: &mut String, rows: usize, letters: usize) -> bool {
    let edit = if rows == 1 { TextEdit::singleline(text) } else { TextEdit::multiline(text) };
    let response = ui.add(
        edit.desired_width(ui.available_width() - 8.0)
            .desired_rows(rows)
            .char_limit(letters)
            .margin(egui::Margin::symmetric(10, 8)),
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
    response.has_focus()
}
