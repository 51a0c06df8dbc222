//! The rounds of a tournament: who meets whom, the results, and games to be played here.

use bevy_egui::egui::{Label, RichText, Ui};
use egui_phosphor::regular::{EYE, FLAG_CHECKERED, PLAY, TROPHY, USER_MINUS};

use super::shown::{PageAction, Shown};
use crate::app::features::events::now;
use crate::app::text::Localization;
use crate::app::widgets::controls::{
    ButtonStyle, NUMBER_WIDTH, button, card, choice, focus_by_default, heading, icon_button, muted,
    row, stepper, title,
};
use crate::app::widgets::theme::{self, Palette};
use crate::core::Side;
use crate::events::{GameResult, Kind, Pairing, TeamMatch, Tournament, points_text};

/// Shows the round that is chosen, or the last one; of an arena the games.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    shown: Shown,
    chosen: &mut Option<usize>,
) -> Option<PageAction> {
    let tournament = shown.tournament;
    let paired = tournament.rounds.len();
    let mut action = next_step(ui, l10n, shown);
    if tournament.is_arena() {
        return action.or(arena_games(ui, l10n, shown));
    }
    let number = chosen.unwrap_or(paired).clamp(1, paired.max(1));
    let Some(round) = tournament.rounds.get(number - 1) else { return action };
    if paired > 1 {
        let name = l10n.get("event-round");
        let step = row(ui, &name, |ui| {
            let shown = number.to_string();
            stepper(ui, &name, &shown, NUMBER_WIDTH, number > 1, number < paired)
        });
        if step != 0 {
            *chosen = Some((number as i64 + step).clamp(1, paired as i64) as usize);
        }
    }
    let is_last = number == paired;
    let matches = tournament.team_matches(number);
    for (board, pairing) in (1..).zip(&round.games) {
        if let Some(found) = matches.iter().find(|found| found.boards.first() == Some(&board)) {
            match_heading(ui, tournament, found);
        }
        ui.add_space(6.0);
        let place = BoardView { l10n, shown, round: number, board, pairing };
        action = action.or(place.show(ui, is_last));
    }
    for player in &round.byes {
        ui.add_space(6.0);
        let id = match tournament.kind {
            Kind::RoundRobin { .. } => "event-rests",
            Kind::Teams { .. } => "event-board-bye",
            _ => "event-bye",
        };
        let name = tournament.player(*player).name.clone();
        muted(ui, l10n.format(id, &[("player", name)]));
    }
    action
}

/// Most games of an arena that are over and shown.
const SHOWN_GAMES: usize = 40;

/// The games of an arena that go on, and below them those that are over, the latest first.
fn arena_games(ui: &mut Ui, l10n: &Localization, shown: Shown) -> Option<PageAction> {
    let tournament = shown.tournament;
    let mut action = None;
    let mut show = |ui: &mut Ui, (round, board, pairing): (usize, usize, &Pairing), plays| {
        ui.add_space(6.0);
        let place = BoardView { l10n, shown, round, board, pairing };
        action = action.take().or(place.show(ui, plays));
    };
    for game in tournament.open_games() {
        show(ui, game, true);
    }
    let over: Vec<_> =
        tournament.games().filter(|(_, _, pairing)| pairing.result.is_some()).collect();
    for (index, game) in over.into_iter().rev().take(SHOWN_GAMES).enumerate() {
        if index == 0 {
            ui.add_space(12.0);
            heading(ui, &l10n.get("event-games-over"));
        }
        show(ui, game, false);
    }
    action
}

/// The teams of a match and the points of their boards.
fn match_heading(ui: &mut Ui, tournament: &Tournament, found: &TeamMatch) {
    let teams = tournament.teams();
    let [home, away] = found.teams.map(|team| teams[team as usize - 1]);
    let [mine, yours] = found.half_points.map(points_text);
    ui.add_space(10.0);
    heading(ui, &format!("{home} – {away}   {mine} : {yours}"));
}

/// The way to the next round, or who has won.
fn next_step(ui: &mut Ui, l10n: &Localization, shown: Shown) -> Option<PageAction> {
    let tournament = shown.tournament;
    let palette = Palette::of(ui);
    let now = now();
    if tournament.is_over(now) {
        let names = tournament.leaders().join(&l10n.get("event-comma"));
        let text = l10n.format("event-winner", &[("players", names)]);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(TROPHY).size(theme::BIG).color(palette.accent));
            ui.label(title(text, theme::LARGE));
        });
        return None;
    }
    if tournament.is_arena() && tournament.seconds_left(now) != Some(0) {
        return pair_free(ui, l10n, shown);
    }
    if tournament.is_round_over() && !shown.is_organiser {
        let organiser = shown.note.map_or("", |note| &note.organiser.name);
        muted(ui, l10n.format("event-wait", &[("player", organiser.to_owned())]));
        return None;
    }
    if tournament.is_round_over() {
        let round = (tournament.rounds.len() + 1).to_string();
        let text = l10n.format("event-pair", &[("round", round)]);
        let pair = button(ui, ButtonStyle::Primary, Some(FLAG_CHECKERED), &text);
        focus_by_default(ui, &pair);
        return pair.clicked().then_some(PageAction::Pair);
    }
    let open = tournament.open_games().count();
    muted(ui, l10n.format("event-open-games", &[("count", open.to_string())]));
    None
}

/// Who waits in an arena, and the button that pairs them.
fn pair_free(ui: &mut Ui, l10n: &Localization, shown: Shown) -> Option<PageAction> {
    let tournament = shown.tournament;
    let free = tournament.free_players();
    let names: Vec<_> = free.iter().map(|it| tournament.player(*it).name.clone()).collect();
    let mut pairs = false;
    if shown.is_organiser {
        ui.add_enabled_ui(free.len() > 1, |ui| {
            let text = l10n.get("event-pair-free");
            let pair = button(ui, ButtonStyle::Primary, Some(FLAG_CHECKERED), &text);
            focus_by_default(ui, &pair);
            pairs = pair.clicked();
        });
    }
    let waiting = match &names[..] {
        [] => l10n.get("event-nobody-waits"),
        names => {
            let names = names.join(&l10n.get("event-comma"));
            l10n.format("event-waiting", &[("players", names)])
        }
    };
    muted(ui, waiting);
    pairs.then_some(PageAction::Pair)
}

/// A board of a round.
struct BoardView<'a> {
    l10n: &'a Localization,
    shown: Shown<'a>,
    round: usize,
    board: usize,
    pairing: &'a Pairing,
}

impl BoardView<'_> {
    /// Shows the board, from which the game may be played here if `plays`.
    fn show(&self, ui: &mut Ui, plays: bool) -> Option<PageAction> {
        let mut action = None;
        card(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 6.0;
            ui.add(Label::new(self.names(ui)).wrap());
            action = self.deeds(ui, plays);
        });
        action
    }

    /// The number of the board and the names, first side first.
    fn names(&self, ui: &Ui) -> RichText {
        let name = |side| {
            let player = self.shown.tournament.player(self.pairing.player(side));
            match player.rating {
                0 => player.name.clone(),
                rating => format!("{} ({rating})", player.name),
            }
        };
        let [first, second] = Side::BOTH.map(name);
        let text = match self.shown.tournament.is_arena() {
            true => format!("{first} – {second}"),
            false => format!("{}.  {first} – {second}", self.board),
        };
        RichText::new(text).size(theme::BODY).color(Palette::of(ui).ink)
    }

    /// The game on the server that goes on, or the result.
    fn deeds(&self, ui: &mut Ui, may_play: bool) -> Option<PageAction> {
        if let Some(game) = self.shown.game_at(self.round, self.board) {
            let players = [self.pairing.first, self.pairing.second].map(Some);
            let (icon, id) = match players.contains(&self.shown.own) {
                true => (PLAY, "online-return"),
                false => (EYE, "online-watch"),
            };
            let watch = button(ui, ButtonStyle::Plain, Some(icon), &self.l10n.get(id));
            return watch.clicked().then_some(PageAction::Watch(game));
        }
        if self.shown.is_organiser {
            return self.result(ui, may_play && self.shown.is_here());
        }
        match self.pairing.result {
            Some(result) => ui.label(result_text(result)),
            None => muted(ui, self.l10n.get("event-no-result")),
        };
        None
    }

    /// The result, to be entered or corrected, and the way to play it here.
    fn result(&self, ui: &mut Ui, may_play: bool) -> Option<PageAction> {
        let (round, board) = (self.round, self.board);
        let mut result = self.pairing.result;
        let mut plays = false;
        let id = ui.id().with(("absent", round, board));
        let is_forfeit = result.is_some_and(|result| !result.is_played());
        let mut asks_who = ui.data(|data| data.get_temp(id)).unwrap_or(is_forfeit);
        ui.horizontal_wrapped(|ui| {
            let played = [GameResult::FirstWins, GameResult::Draw, GameResult::SecondWins];
            choice(ui, &mut result, &played.map(|it| (Some(it), result_text(it).to_owned())));
            if icon_button(ui, USER_MINUS, &self.l10n.get("event-absent"), true).clicked() {
                asks_who = !asks_who;
                ui.data_mut(|data| data.insert_temp(id, asks_who));
            }
            if may_play && self.pairing.result.is_none() {
                let text = self.l10n.get("event-play");
                plays = button(ui, ButtonStyle::Plain, Some(PLAY), &text).clicked();
            }
        });
        if asks_who {
            let came_not = |side| {
                let name = &self.shown.tournament.player(self.pairing.player(side)).name;
                self.l10n.format("event-did-not-come", &[("player", name.clone())])
            };
            let absent = [
                (Some(GameResult::SecondByForfeit), came_not(Side::First)),
                (Some(GameResult::FirstByForfeit), came_not(Side::Second)),
                (Some(GameResult::BothForfeit), self.l10n.get("event-nobody-came")),
            ];
            choice(ui, &mut result, &absent);
        }
        if plays {
            return Some(PageAction::Play { round, board });
        }
        let result = result.filter(|_| result != self.pairing.result)?;
        Some(PageAction::Enter { round, board, result })
    }
}

/// A result as tables have it.
fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "1–0",
        GameResult::SecondWins => "0–1",
        GameResult::Draw => "½",
        GameResult::FirstByForfeit => "+ –",
        GameResult::SecondByForfeit => "– +",
        GameResult::BothForfeit => "– –",
    }
}
