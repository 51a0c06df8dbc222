//! Panels of a puzzle on the board.

use std::time::Duration;

use bevy_egui::egui::{Align, Label, Layout, RichText, ScrollArea, Ui, Vec2};
use egui_phosphor::regular::{ARROW_LEFT, CARET_LEFT, CARET_RIGHT, CHECK, GRADUATION_CAP, X};

use super::actions::{UiAction, pressed_actions};
use super::labels::{format_clock, side_name, signed};
use super::lesson::closable_term_card;
use super::sheet::Sheet;
use super::{View, panel};
use crate::app::features::puzzles::{
    MAX_MISTAKES, Puzzle, PuzzleMode, PuzzleProgress, PuzzleRequest, PuzzleRush, PuzzleState,
    RushEnd,
};
use crate::app::screens::board_page::BoardPanels;
use crate::app::screens::puzzles::month_day_text;
use crate::app::session::Turn;
use crate::app::text::{Localization, figurine_text, move_label, notation};
use crate::app::widgets::controls::{ButtonStyle, button, icon_button, muted, title};
use crate::app::widgets::linked_text::linked_text;
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::{keys, moves, toasts};
use crate::content::glossary::Glossary;
use crate::content::lessons::LessonId;
use crate::content::levels::{Goal, Level, Pack, ProofKind};
use crate::content::messages::LocalizedText;
use crate::core::{Move, Reading, TimeControl};
use crate::games::{AnyPosition, Game, GoalKind, PuzzleSupport, registry};
use crate::record::NodeId;

/// The puzzle on the board with its pack and progress.
pub(super) struct PuzzleView<'a> {
    pub puzzle: &'a Puzzle,
    pub pack: &'a Pack,
    pub level: &'a Level,
    pub progress: &'a PuzzleProgress,
    /// True for a level of the player's own packs.
    pub is_users: bool,
    /// Request of the button for the next level.
    pub next: Option<PuzzleRequest>,
    /// The lesson that teaches its motif, with its title.
    pub lesson: Option<(LessonId, &'a LocalizedText)>,
    /// The words of its game, and the one whose card is shown.
    pub glossary: Option<&'a Glossary>,
    pub term: Option<usize>,
    /// The timed run that it is part of, and the time left.
    pub rush: Option<(&'a PuzzleRush, Duration)>,
}

impl PuzzleView<'_> {
    /// Action of the key: the card of a word is closed first.
    fn escape_action(&self) -> UiAction {
        if self.term.is_some() { UiAction::ShowTerm(None) } else { self.leave_action() }
    }

    /// Action of the back button; leaving a run in progress asks first.
    fn leave_action(&self) -> UiAction {
        match self.rush {
            Some((rush, _)) if rush.result.is_none() => UiAction::OpenSheet(Sheet::LeaveRush),
            _ => UiAction::OpenPuzzles,
        }
    }
}

/// The panels of a puzzle.
pub(super) struct PuzzlePanels<'v, 'a, 'p> {
    pub view: &'v mut View<'a>,
    pub puzzle: &'p PuzzleView<'p>,
}

impl BoardPanels for PuzzlePanels<'_, '_, '_> {
    fn column(&mut self, ui: &mut Ui) {
        let PuzzlePanels { view, puzzle } = self;
        header(ui, view, puzzle);
        let height = (ui.available_height() - toasts::reserved_height(ui)).max(0.0);
        let scroll = ScrollArea::vertical().id_salt("puzzle").max_height(height);
        scroll.auto_shrink([false, false]).show(ui, |ui| {
            goal_line(ui, view, puzzle);
            body(ui, view, puzzle);
            if puzzle.rush.is_none() {
                ui.add_space(12.0);
                rating_and_streak(ui, view, puzzle);
            }
        });
        toasts::reserve(ui);
    }

    fn above_board(&mut self, ui: &mut Ui, _: Vec2) {
        header(ui, self.view, self.puzzle);
        goal_line(ui, self.view, self.puzzle);
    }

    fn below_board(&mut self, ui: &mut Ui, _: Vec2) {
        body(ui, self.view, self.puzzle);
    }
}

/// Keyboard shortcuts of a puzzle.
pub(super) fn shortcuts(ui: &Ui, view: &mut View, puzzle_view: &PuzzleView) {
    let table = [
        (keys::TAKE_BACK, UiAction::Puzzle(PuzzleRequest::Retry)),
        (keys::HINT, UiAction::Puzzle(PuzzleRequest::Hint)),
        (keys::FLIP, UiAction::FlipBoard),
        (keys::PAGE_UP, UiAction::Puzzle(PuzzleRequest::Back)),
        (keys::PAGE_DOWN, UiAction::Puzzle(PuzzleRequest::Forward)),
        (keys::BACK, view.escape_action(puzzle_view.escape_action())),
    ];
    ui.input(|input| {
        view.actions.extend(pressed_actions(input, &table));
        let solved = puzzle_view.puzzle.state == PuzzleState::Solved;
        let asked = solved && keys::NEXT_PUZZLE.is_pressed(input);
        if let Some(next) = puzzle_view.next.clone().filter(|_| asked) {
            view.actions.push(UiAction::Puzzle(next));
        }
    });
}

/// Rating of the level, and the player's streak.
fn rating_and_streak(ui: &mut Ui, view: &View, puzzle_view: &PuzzleView) {
    let &PuzzleView { progress, pack, level, .. } = puzzle_view;
    let rating = [("rating", format!("{:.0}", progress.level_rating(pack, level).rating))];
    muted(ui, view.l10n.format("puzzle-rating", &rating));
    if progress.streak() > 1 {
        let streak = [("number", progress.streak().to_string())];
        muted(ui, view.l10n.format("puzzle-streak", &streak));
    }
}

/// Back button, pack, and navigation between levels.
fn header(ui: &mut Ui, view: &mut View, puzzle_view: &PuzzleView) {
    let &PuzzleView { puzzle, pack, .. } = puzzle_view;
    let l10n = view.l10n;
    let heading = match puzzle.mode {
        // Titles of shipped levels would give the idea away.
        PuzzleMode::Pack if puzzle_view.is_users && !puzzle_view.level.title.is_empty() => {
            l10n.title(&puzzle_view.level.title)
        }
        PuzzleMode::Pack => l10n.title(&pack.title),
        PuzzleMode::Recommended => l10n.get("puzzles-for-me"),
        PuzzleMode::Daily(_) => l10n.get("puzzles-daily"),
        PuzzleMode::Repetition => l10n.get("puzzles-repeat"),
        PuzzleMode::Rush => l10n.get("puzzles-run"),
    };
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &l10n.get("puzzles"), true).clicked() {
            view.actions.push(puzzle_view.leave_action());
        }
        ui.add(Label::new(title(heading, theme::LARGE)).truncate());
    });
    if let Some((rush, left)) = puzzle_view.rush {
        rush_status(ui, view, rush, left);
        return;
    }
    level_line(ui, view, puzzle_view);
}

/// Place of the level in its pack or in the calendar, and whether it was solved before.
fn level_line(ui: &mut Ui, view: &mut View, puzzle_view: &PuzzleView) {
    let &PuzzleView { puzzle, pack, .. } = puzzle_view;
    let l10n = view.l10n;
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        match puzzle.mode {
            PuzzleMode::Pack => {
                let (number, all) =
                    (pack.level_index(&puzzle.id.level).unwrap_or(0), pack.levels.len());
                let mut step = |ui: &mut Ui, icon, id, to: Option<usize>| {
                    if icon_button(ui, icon, &l10n.get(id), to.is_some()).clicked()
                        && let Some(to) = to
                    {
                        let id = pack.puzzle_id(&pack.levels[to]);
                        view.actions.push(UiAction::Puzzle(PuzzleRequest::Start(id)));
                    }
                };
                step(ui, CARET_LEFT, "puzzle-before", number.checked_sub(1));
                ui.label(format!("{} / {all}", number + 1));
                step(ui, CARET_RIGHT, "puzzle-next", Some(number + 1).filter(|&next| next < all));
            }
            PuzzleMode::Daily(day) => {
                muted(ui, month_day_text(l10n, day));
            }
            _ => {
                muted(ui, l10n.title(&pack.title));
            }
        }
        if puzzle_view.progress.result(pack, puzzle_view.level).is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                muted(ui, l10n.get("puzzle-was-solved"));
            });
        }
    });
}

/// Status of a run: time left, levels solved, errors, and the row of right answers.
fn rush_status(ui: &mut Ui, view: &View, rush: &PuzzleRush, left: Duration) {
    let palette = Palette::of(ui);
    let l10n = view.l10n;
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        let face = Reading { time: left, periods: 0, in_byo_yomi: false };
        let ink = if left < Duration::from_secs(10) { palette.accent } else { palette.ink };
        let clock = format_clock(face, TimeControl::SuddenDeath { main: Duration::ZERO });
        ui.label(RichText::new(clock).size(theme::BIG).color(ink));
        ui.add_space(8.0);
        let solved = RichText::new(format!("{CHECK} {}", rush.solved)).size(theme::LARGE);
        let facts = [("number", rush.solved.to_string())];
        ui.label(solved.color(palette.good)).on_hover_text(l10n.format("run-solved", &facts));
        ui.add_space(8.0);
        for n in 0..MAX_MISTAKES {
            let ink = if n < rush.mistakes { palette.accent } else { palette.hairline };
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.label(RichText::new(X).size(theme::LARGE).color(ink));
        }
    });
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        if rush.combo > 1 {
            let combo = l10n.format("run-combo", &[("number", rush.combo.to_string())]);
            ui.label(RichText::new(combo).size(theme::BODY).color(palette.good));
        }
        let (at, bonus) = rush.next_bonus();
        let facts = [("at", at.to_string()), ("seconds", bonus.as_secs().to_string())];
        muted(ui, l10n.format("run-combo-bonus", &facts));
    });
}

/// The level's goal.
fn goal_line(ui: &mut Ui, view: &View, puzzle_view: &PuzzleView) {
    let palette = Palette::of(ui);
    // The solver's side, whichever is to move now.
    let root = view.session.tree().start().side_to_move();
    let side = side_name(view.l10n, view.session, root);
    let has_mates = view.session.tree().game().goal_kinds().contains(&GoalKind::Mate);
    let text = goal_text(view.l10n, &puzzle_view.level.goal, has_mates, side);
    ui.label(RichText::new(text).size(theme::BODY).color(palette.ink));
    if puzzle_view.level.proved == ProofKind::Record {
        muted(ui, view.l10n.get("puzzle-not-proved"));
    }
}

/// Text of a goal in a game that may have mates. The points that it names are marked on the board.
fn goal_text(l10n: &Localization, goal: &Goal, has_mates: bool, side: String) -> String {
    let side = ("side", side);
    let win_in = if has_mates { "goal-mate" } else { "goal-win-in" };
    match goal {
        Goal::Win => l10n.format("goal-win", &[side]),
        Goal::Draw => l10n.format("goal-draw", &[side]),
        Goal::MateIn(moves) => l10n.format(win_in, &[side, ("moves", moves.to_string())]),
        Goal::MateByChecks(moves) => {
            l10n.format("goal-checks", &[side, ("moves", moves.to_string())])
        }
        Goal::WinByThreats => l10n.format("goal-threats", &[side]),
        Goal::StopFours => l10n.format("goal-stop-fours", &[side]),
        Goal::BestResult(_) => l10n.format("goal-best", &[side]),
        Goal::Capture(_) => l10n.format("goal-capture", &[side]),
        Goal::Live(_) => l10n.format("goal-live", &[side]),
        Goal::Kill(_) => l10n.format("goal-kill", &[side]),
        Goal::FiveByFours => l10n.format("goal-fours", &[side]),
        Goal::OnlyMove => l10n.format("goal-only", &[side]),
        Goal::WinMaterial(_) => l10n.format("goal-material", &[side]),
    }
}

/// State of the attempt, the hints shown, and actions.
fn body(ui: &mut Ui, view: &mut View, puzzle_view: &PuzzleView) {
    let puzzle = puzzle_view.puzzle;
    if let Some((rush, _)) = puzzle_view.rush
        && let Some((reason, best)) = rush.result
    {
        rush_result(ui, view, puzzle_view, rush, reason, best);
        return;
    }
    // The confirmation replaces the status line, so that the board does not move.
    if !panel::confirm_bar(ui, view) {
        state_line(ui, view.l10n, puzzle.state);
    }
    answer(ui, view, puzzle_view);
    hints_and_explanation(ui, view, puzzle_view);
    if puzzle.state == PuzzleState::Solving {
        answer_buttons(ui, view, puzzle_view.level);
    }
    if puzzle_view.rush.is_none() {
        rating_change(ui, view.l10n, puzzle);
        buttons(ui, view, puzzle_view);
    }
}

/// The moves of those that are possible that may be answers: all but a pass that only gives
/// the turn away.
fn possible_answers(
    start: &AnyPosition,
    game: &dyn Game,
    level: &Level,
    moves: &[Move],
) -> Vec<Move> {
    let is_pass = |text: &str| start.parse_move(text).is_ok_and(|mv| mv == Move::Pass);
    let may_pass = game.puzzles().is_none_or(PuzzleSupport::may_pass_solve)
        || !moves.iter().any(|mv| *mv != Move::Pass)
        || level.solution_has(is_pass);
    moves.iter().copied().filter(|mv| may_pass || *mv != Move::Pass).collect()
}

/// Buttons for passes and decisions, each of which is played at once.
fn answer_buttons(ui: &mut Ui, view: &mut View, level: &Level) {
    if view.session.turn() != Turn::Human {
        return;
    }
    let (start, game) = (view.session.tree().start(), view.session.setup().game);
    let answers = possible_answers(start, game, level, view.moves);
    let pressed = moves::decision_buttons(ui, view.l10n, &answers);
    view.actions.extend(pressed.map(UiAction::Play));
}

/// State of the attempt.
fn state_line(ui: &mut Ui, l10n: &Localization, state: PuzzleState) {
    let palette = Palette::of(ui);
    let (id, ink) = match state {
        PuzzleState::Solving => ("puzzle-solving", palette.muted),
        PuzzleState::Answering | PuzzleState::Showing => ("puzzle-watch", palette.muted),
        PuzzleState::Refuting | PuzzleState::Wrong => ("puzzle-wrong", palette.accent),
        PuzzleState::Shown => ("puzzle-shown", palette.muted),
        PuzzleState::Missed | PuzzleState::Over => ("run-missed", palette.accent),
        PuzzleState::Solved => ("puzzle-solved", palette.good),
    };
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        ui.add(Label::new(RichText::new(l10n.get(id)).size(theme::BODY).color(ink)).wrap());
    });
}

/// The moves of the answer on the board, or of the solution with buttons to step through it.
fn answer(ui: &mut Ui, view: &mut View, puzzle_view: &PuzzleView) {
    let (l10n, session, puzzle) = (view.l10n, view.session, puzzle_view.puzzle);
    let tree = session.tree();
    let notation = notation(l10n, tree.game());
    let label = |&node: &NodeId| move_label(l10n, tree, node, &notation);
    let Some((path, place)) = puzzle.solution(session) else {
        if matches!(puzzle.state, PuzzleState::Wrong | PuzzleState::Showing) {
            let path = tree.path(session.current());
            muted(ui, path[1..].iter().map(label).collect::<Vec<_>>().join("  "));
        }
        return;
    };
    if path.len() < 2 {
        return;
    }
    ui.horizontal(|ui| {
        for (icon, id, there, request) in [
            (CARET_LEFT, "review-back", place > 0, PuzzleRequest::Back),
            (CARET_RIGHT, "review-forward", place + 1 < path.len(), PuzzleRequest::Forward),
        ] {
            if icon_button(ui, icon, &l10n.get(id), there).clicked() {
                view.actions.push(UiAction::Puzzle(request));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing.x = 8.0;
        let palette = Palette::of(ui);
        for (n, node) in path.iter().enumerate().skip(1) {
            let ink = if n == place { palette.accent } else { palette.ink };
            ui.label(RichText::new(label(node)).size(theme::BODY).color(ink));
        }
    });
}

/// The hints shown so far; title and explanation at the end.
fn hints_and_explanation(ui: &mut Ui, view: &mut View, puzzle_view: &PuzzleView) {
    let &PuzzleView { puzzle, pack, level, glossary, .. } = puzzle_view;
    let l10n = view.l10n;
    let palette = Palette::of(ui);
    let text = |text: &LocalizedText| match registry::find(&pack.game) {
        Some(game) => figurine_text(l10n, game, l10n.title(text)),
        None => l10n.title(text),
    };
    for hint in level.hints.iter().take(puzzle.hints) {
        ui.label(RichText::new(text(hint)).size(theme::BODY).color(palette.ink));
    }
    // The title may give the idea away before the level is solved.
    let over = matches!(puzzle.state, PuzzleState::Solved | PuzzleState::Shown);
    if over && !level.title.is_empty() {
        ui.label(title(text(&level.title), theme::LARGE).color(palette.ink));
    }
    if over && !level.explanation.is_empty() {
        // Long explanations scroll, so that the board keeps its size.
        let window = ui.ctx().content_rect();
        let max_height = if window.width() > window.height() { f32::INFINITY } else { 132.0 };
        let scroll = ScrollArea::vertical().id_salt("why").max_height(max_height);
        scroll.show(ui, |ui| {
            let text = text(&level.explanation);
            let pressed = linked_text(ui, glossary, l10n.locale(), &text, palette.ink);
            view.actions.extend(pressed.map(|term| UiAction::ShowTerm(Some(term))));
        });
        let term = glossary.zip(puzzle_view.term).and_then(|(it, term)| it.terms.get(term));
        if let Some(term) = term {
            closable_term_card(ui, view, term);
        }
    }
}

/// The player's new rating after the attempt.
fn rating_change(ui: &mut Ui, l10n: &Localization, puzzle: &Puzzle) {
    let palette = Palette::of(ui);
    if let Some(gain) = puzzle.rating_change {
        let facts = [
            ("rating", format!("{:.0}", gain.after.rating)),
            ("gain", signed(gain.points() as f64)),
            ("deviation", format!("{:.0}", gain.after.deviation)),
        ];
        let ink = if gain.points() >= 0 { palette.good } else { palette.muted };
        let text = l10n.format("puzzle-gain", &facts);
        ui.label(RichText::new(text).size(theme::BODY).color(ink));
    }
}

/// Actions that suit the state of the attempt, the main one first.
fn buttons(ui: &mut Ui, view: &mut View, puzzle_view: &PuzzleView) {
    let &PuzzleView { puzzle, level, .. } = puzzle_view;
    let request = UiAction::Puzzle;
    let show_solution = (ButtonStyle::Quiet, "puzzle-show", request(PuzzleRequest::ShowSolution));
    let mut entries = Vec::new();
    let mut lesson = None;
    match puzzle.state {
        PuzzleState::Solving => {
            if puzzle.hints < level.hints.len() {
                entries.push((ButtonStyle::Plain, "hint", request(PuzzleRequest::Hint)));
            }
            entries.push(show_solution);
        }
        PuzzleState::Refuting | PuzzleState::Wrong => {
            entries.push((ButtonStyle::Primary, "puzzle-again", request(PuzzleRequest::Retry)));
            entries.push(show_solution);
        }
        PuzzleState::Solved | PuzzleState::Shown => {
            entries.push(match puzzle_view.next.clone() {
                Some(next) => (ButtonStyle::Primary, "puzzle-next", request(next)),
                None => (ButtonStyle::Primary, "puzzles", UiAction::OpenPuzzles),
            });
            entries.push((ButtonStyle::Quiet, "puzzle-repeat", request(PuzzleRequest::Restart)));
            lesson = puzzle_view.lesson.as_ref();
            if puzzle_view.is_users {
                let edit = UiAction::EditLevel(puzzle.id.clone());
                entries.push((ButtonStyle::Quiet, "own-edit", edit));
            }
        }
        PuzzleState::Answering | PuzzleState::Showing | PuzzleState::Missed | PuzzleState::Over => {
        }
    }
    ui.horizontal_wrapped(|ui| {
        for (style, id, action) in entries {
            if button(ui, style, None, &view.l10n.get(id)).clicked() {
                view.actions.push(action);
            }
        }
        if let Some((id, title)) = lesson {
            let title = [("title", view.l10n.title(title))];
            let text = view.l10n.format("puzzle-lesson", &title);
            if button(ui, ButtonStyle::Quiet, Some(GRADUATION_CAP), &text).clicked() {
                view.actions.push(UiAction::OpenLesson(id.clone()));
            }
        }
    });
}

/// Result of a run, and actions.
fn rush_result(
    ui: &mut Ui,
    view: &mut View,
    puzzle_view: &PuzzleView,
    rush: &PuzzleRush,
    reason: RushEnd,
    best: bool,
) {
    let palette = Palette::of(ui);
    let l10n = view.l10n;
    let solved = l10n.format("run-solved", &[("number", rush.solved.to_string())]);
    ui.label(title(solved, theme::BIG).color(palette.ink));
    let reason = match reason {
        RushEnd::TimeUp => "run-over-time",
        RushEnd::TooManyMistakes => "run-over-wrong",
        RushEnd::AllSolved => "run-over-all",
    };
    muted(ui, l10n.get(reason));
    if best {
        ui.label(RichText::new(l10n.get("run-new-best")).color(palette.good));
    } else if let Some(best) = puzzle_view.progress.best_score(rush.kind) {
        muted(ui, l10n.format("run-best", &[("number", best.to_string())]));
    }
    if rush.best_combo > 1 {
        muted(ui, l10n.format("run-best-combo", &[("number", rush.best_combo.to_string())]));
    }
    ui.horizontal_wrapped(|ui| {
        if button(ui, ButtonStyle::Primary, None, &l10n.get("run-again")).clicked() {
            view.actions.push(UiAction::Puzzle(PuzzleRequest::Rush(rush.kind)));
        }
        if button(ui, ButtonStyle::Quiet, None, &l10n.get("puzzles")).clicked() {
            view.actions.push(UiAction::OpenPuzzles);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::levels::load;

    /// The answers that are offered at the start of the first shipped level of a game whose
    /// rules allow a pass there, as it is and with a solution that passes.
    fn offered(game: &str) -> [Vec<Move>; 2] {
        let read = |path: &str| {
            std::fs::read_to_string(crate::content::levels_folder().join(path))
                .map_err(|error| error.to_string())
        };
        let game = registry::find(game).unwrap();
        let packs = load(read).packs;
        let levels =
            packs.iter().flat_map(|(_, pack)| pack.levels.iter().map(move |it| (pack, it)));
        let mut starts = levels.filter(|(pack, _)| pack.game == game.id()).map(|(pack, level)| {
            (level.clone(), game.position(&pack.options, &level.position).unwrap())
        });
        let may_pass = |start: &AnyPosition| start.check(Move::Pass).is_ok();
        let (mut level, start) = starts.find(|(_, start)| may_pass(start)).unwrap();
        let legal = start.legal_moves();
        let shipped = possible_answers(&start, game, &level, &legal);
        level.solution[0].text = "pass".to_owned();
        [shipped, possible_answers(&start, game, &level, &legal)]
    }

    #[test]
    fn a_pass_is_offered_where_it_may_solve_a_puzzle() {
        let has_pass = |moves: Vec<Move>| moves.contains(&Move::Pass);
        assert_eq!(offered("go").map(has_pass), [true, true]);
        assert_eq!(offered("gomoku").map(has_pass), [false, true]);
    }
}
