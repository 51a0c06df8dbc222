//! The puzzle editor: position, goal, solution and texts of a level.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Sense, TextEdit, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{CHECK, FLOPPY_DISK, MAGNIFYING_GLASS, PENCIL_SIMPLE, PLAY, WARNING};

use crate::app::features::puzzles::{EditorRequest, LevelEditor, Verdict};
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name, notation, side_name, with_minus_sign};
use crate::app::widgets::controls::{
    ButtonStyle, NUMBER_WIDTH, button, choice, muted, row, slider, spinner, stepper, titled_card,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, keys, page, root, theme, thumbnail};
use crate::content::levels::RATINGS;
use crate::content::levels::check::RuleError;
use crate::content::levels::draft::LevelDraft;
use crate::content::levels::prove::ProofError;
use crate::games::GoalKind;
use crate::record::{GameTree, NodeId};

/// Greatest width of the board, in egui points, above the form and beside it.
const BOARD_WIDTHS: [f32; 2] = [320.0, 480.0];

/// Width of the page from which the board stands beside the form.
const SIDE_BY_SIDE: f32 = 820.0;

/// Solution lines that are listed at most.
const MAX_LINES_SHOWN: usize = 6;

/// Maximum characters of title, hint and explanation; at four bytes each they stay within
/// the limits of a level file.
const MAX_CHARS: [usize; 3] = [80, 300, 1000];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen).run_if(in_state(Screen::LevelEditor)),
    );
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    mut level_editor: ResMut<LevelEditor>,
    mut was_editing_text: Local<bool>,
    mut requests: MessageWriter<EditorRequest>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let verdict = level_editor.verdict().cloned();
    // Just saved: the screen is about to change.
    let Some(draft) = level_editor.bypass_change_detection().draft.as_mut() else { return Ok(()) };
    // Escape first leaves a text field, then the page.
    if *was_editing_text {
        ui.input_mut(|input| keys::BACK.consume(input));
    }
    let (mut requested, mut save_requested) = (None, None);
    let mut is_editing_text = false;
    let leave = page::show(
        &mut ui,
        ("make-level", page::CARDS_WIDTH),
        &l10n.get("make-level-title"),
        &l10n.get("back"),
        |ui| save_requested = save_buttons(ui, &l10n, verdict.as_ref()),
        |ui| {
            let mut form = |ui: &mut Ui, draft: &mut LevelDraft| {
                titled_card(ui, &l10n.get("make-goal"), |ui| goal_rows(ui, &l10n, draft));
                titled_card(ui, &l10n.get("make-solution"), |ui| {
                    requested = solution_section(ui, &l10n, draft);
                    if let Some(verdict) = &verdict {
                        verdict_line(ui, &l10n, verdict);
                    }
                });
                titled_card(ui, &l10n.get("make-words"), |ui| {
                    is_editing_text = text_fields(ui, &l10n, draft);
                });
            };
            if ui.available_width() < SIDE_BY_SIDE {
                let edge = ui.available_width().min(BOARD_WIDTHS[0]);
                board_with_targets(ui, &l10n, paint, draft, edge);
                form(ui, draft);
                return;
            }
            let edge = (ui.available_width() * 0.44).min(BOARD_WIDTHS[1]);
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(edge);
                    board_with_targets(ui, &l10n, paint, draft, edge);
                });
                ui.add_space(16.0);
                ui.vertical(|ui| form(ui, draft));
            });
        },
    );
    *was_editing_text = is_editing_text;
    if let Some(request) = requested.or(save_requested) {
        requests.write(request);
    } else if leave {
        next.set(Screen::Puzzles);
    }
    Ok(())
}

/// Buttons that save the level, once it is valid.
fn save_buttons(
    ui: &mut Ui,
    l10n: &Localization,
    verdict: Option<&Verdict>,
) -> Option<EditorRequest> {
    let is_valid = !matches!(verdict, None | Some(Verdict::Invalid(_) | Verdict::NotFound(_)));
    let mut requested = None;
    ui.horizontal_wrapped(|ui| {
        ui.add_enabled_ui(is_valid, |ui| {
            if button(ui, ButtonStyle::Primary, Some(PLAY), &l10n.get("make-try")).clicked() {
                requested = Some(EditorRequest::Save { play: true });
            }
            let save = l10n.get("make-save");
            if button(ui, ButtonStyle::Plain, Some(FLOPPY_DISK), &save).clicked() {
                requested = Some(EditorRequest::Save { play: false });
            }
        });
    });
    requested
}

/// The solution, and buttons to enter or to find one.
fn solution_section(ui: &mut Ui, l10n: &Localization, draft: &LevelDraft) -> Option<EditorRequest> {
    solution_lines(ui, l10n, draft);
    let mut requested = None;
    ui.horizontal_wrapped(|ui| {
        let draw = l10n.get("make-draw");
        if button(ui, ButtonStyle::Plain, Some(PENCIL_SIMPLE), &draw).clicked() {
            requested = Some(EditorRequest::RecordSolution);
        }
        let find = l10n.get("make-find");
        if button(ui, ButtonStyle::Plain, Some(MAGNIFYING_GLASS), &find).clicked() {
            requested = Some(EditorRequest::FindSolution);
        }
    });
    requested
}

/// The position, this wide; a tap on a point toggles it as a target of the goal.
fn board_with_targets(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    draft: &mut LevelDraft,
    edge: f32,
) {
    let game = draft.tree.game();
    let side = side_name(l10n, game, draft.position().side_to_move());
    ui.horizontal_wrapped(|ui| {
        let name = game_name(l10n, game.id());
        muted(ui, format!("{name} · {}", l10n.format("turn", &[("side", side)])));
    });
    let shows_targets = draft.needs_points();
    let sense = if shows_targets { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(edge), sense);
    let area = rect.shrink(6.0);
    let targets = draft.goal_points.iter().filter(|_| shows_targets).map(|place| place.0);
    let targets: Vec<_> = targets.collect();
    thumbnail::paint_board(ui.painter(), area, game, draft.position(), &targets, paint);
    let board = draft.position().board();
    if shows_targets {
        if response.clicked()
            && let Some(place) = response.interact_pointer_pos()
            && let Some(point) = thumbnail::point_at(area, board, place)
        {
            draft.toggle_point(point);
        }
        let text = l10n.get("make-tap");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &text));
        muted(ui, l10n.get("make-tap"));
    }
}

/// Rows for the goal and its parameters.
fn goal_rows(ui: &mut Ui, l10n: &Localization, draft: &mut LevelDraft) {
    let kinds = draft.tree.game().goal_kinds();
    let values: Vec<_> = kinds.iter().map(|&kind| (kind, l10n.get(goal_kind_key(kind)))).collect();
    let mut kind = draft.goal_kind;
    if choice(ui, &mut kind, &values) {
        draft.set_goal_kind(kind);
    }
    let (id, min) = match kind {
        GoalKind::Best if draft.solution_score().is_none() => ("make-difference", -400),
        // The gain has to exceed one pawn.
        GoalKind::Material => ("make-pawns", 2),
        _ => return,
    };
    draft.score_difference = draft.score_difference.max(min);
    let name = l10n.get(id);
    row(ui, &name, |ui| {
        let shown = with_minus_sign(&format!("{:+}", draft.score_difference));
        let (less, more) = (draft.score_difference > min, draft.score_difference < 400);
        draft.score_difference += stepper(ui, &name, &shown, NUMBER_WIDTH, less, more) as i32;
    });
}

fn goal_kind_key(kind: GoalKind) -> &'static str {
    match kind {
        GoalKind::Win => "aim-win",
        GoalKind::Draw => "aim-draw",
        GoalKind::Mate => "aim-mate",
        GoalKind::Checks => "aim-checks",
        GoalKind::Vct => "aim-threats",
        GoalKind::StopVcf => "aim-stop-fours",
        GoalKind::Best => "aim-best",
        GoalKind::Vcf => "aim-fours",
        GoalKind::Capture => "aim-capture",
        GoalKind::Live => "aim-live",
        GoalKind::Kill => "aim-kill",
        GoalKind::Only => "aim-only",
        GoalKind::Material => "aim-material",
    }
}

/// The solution's variations from the first move on, one a line.
fn solution_lines(ui: &mut Ui, l10n: &Localization, draft: &LevelDraft) {
    let tree = &draft.tree;
    let notation = notation(l10n, tree.game());
    let ends: Vec<NodeId> = tree
        .nodes()
        .filter(|&node| node != tree.root() && tree.children(node).next().is_none())
        .collect();
    if ends.is_empty() {
        muted(ui, l10n.get("make-no-solution"));
    }
    for &end in ends.iter().take(MAX_LINES_SHOWN) {
        let palette = Palette::of(ui);
        let text = RichText::new(line_text(tree, end, &notation)).size(theme::BODY);
        ui.add(egui::Label::new(text.color(palette.ink)).wrap());
    }
    if let Some(more) = ends.len().checked_sub(MAX_LINES_SHOWN).filter(|&more| more > 0) {
        muted(ui, l10n.format("make-more-lines", &[("number", more.to_string())]));
    }
}

fn line_text(tree: &GameTree, end: NodeId, notation: &str) -> String {
    let path = tree.path(end);
    let moves = path.iter().filter_map(|&node| tree.move_text_in(node, notation));
    moves.collect::<Vec<_>>().join("  ")
}

/// The result of checking and proving the level.
fn verdict_line(ui: &mut Ui, l10n: &Localization, verdict: &Verdict) {
    let palette = Palette::of(ui);
    let (icon, ink, text) = match verdict {
        Verdict::Checking => (None, palette.muted, l10n.get("make-checking")),
        Verdict::Searching => (None, palette.muted, l10n.get("make-looking")),
        Verdict::Proved => (Some(CHECK), palette.good, l10n.get("make-proved")),
        Verdict::Unproved(doubt) => {
            let reason = proof_error_text(l10n, doubt);
            (Some(WARNING), palette.warning, l10n.format("make-unproved", &[("reason", reason)]))
        }
        Verdict::NotFound(doubt) => {
            let reason = proof_error_text(l10n, doubt);
            (Some(WARNING), palette.warning, l10n.format("make-not-found", &[("reason", reason)]))
        }
        Verdict::Invalid(flaw) => (Some(WARNING), palette.accent, rule_error_text(l10n, flaw)),
    };
    ui.horizontal(|ui| {
        match icon {
            Some(icon) => {
                ui.label(RichText::new(icon).size(theme::LARGE).color(ink));
            }
            None => {
                spinner(ui);
            }
        }
        let ink = if ink == palette.warning { palette.ink } else { ink };
        ui.add(egui::Label::new(RichText::new(text).size(theme::BODY).color(ink)).wrap());
    });
}

fn rule_error_text(l10n: &Localization, flaw: &RuleError) -> String {
    match flaw {
        RuleError::GoalNotReached { last, .. } => {
            l10n.format("make-unreached", &[("move", last.clone())])
        }
        RuleError::NoAcceptedMove => l10n.get("make-no-move"),
        RuleError::NoTurnToReply(mv) => l10n.format("make-no-turn", &[("move", mv.clone())]),
        RuleError::NoPoint => l10n.get("make-no-point"),
        other => l10n.format("make-wrong", &[("reason", other.to_string())]),
    }
}

fn proof_error_text(l10n: &Localization, doubt: &ProofError) -> String {
    match doubt {
        ProofError::Rule(flaw) => rule_error_text(l10n, flaw),
        ProofError::FirstMoves(0) => l10n.get("make-doubt-none"),
        ProofError::FirstMoves(number) => {
            l10n.format("make-doubt-several", &[("number", number.to_string())])
        }
        ProofError::WrongMove(mv) => l10n.format("make-doubt-wrong", &[("move", mv.clone())]),
        ProofError::OtherSolution(mv) => l10n.format("make-doubt-another", &[("move", mv.clone())]),
        ProofError::Unreachable { .. } => l10n.get("make-doubt-none"),
        ProofError::Position(_) | ProofError::UnclearGain => {
            l10n.format("make-wrong", &[("reason", doubt.to_string())])
        }
        ProofError::Undecided | ProofError::WrongKind { .. } => l10n.get("make-doubt-open"),
    }
}

/// Title, hint, explanation and difficulty. Returns true while a text field has the
/// focus.
fn text_fields(ui: &mut Ui, l10n: &Localization, draft: &mut LevelDraft) -> bool {
    let fields = [
        ("make-title", &mut draft.title, 1),
        ("make-hint", &mut draft.hint, 2),
        ("make-explanation", &mut draft.explanation, 3),
    ];
    let mut is_editing_text = false;
    for ((id, text, rows), max_chars) in fields.into_iter().zip(MAX_CHARS) {
        let name = l10n.get(id);
        is_editing_text |= row(ui, &name, |ui| text_field(ui, &name, text, rows, max_chars));
    }
    let name = l10n.get("make-difficulty");
    row(ui, &name, |ui| slider(ui, &name, &mut draft.difficulty, RATINGS, 50.0, ""));
    is_editing_text
}

/// A text field. Returns true while it has the focus.
fn text_field(ui: &mut Ui, name: &str, text: &mut String, rows: usize, max_chars: usize) -> bool {
    let edit = if rows == 1 { TextEdit::singleline(text) } else { TextEdit::multiline(text) };
    let response = ui.add(
        edit.desired_width(ui.available_width() - 8.0)
            .desired_rows(rows)
            .char_limit(max_chars)
            .margin(egui::Margin::symmetric(10, 8)),
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
    response.has_focus()
}
