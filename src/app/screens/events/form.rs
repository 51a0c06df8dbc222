//! The form of a new tournament.

use bevy_egui::egui::Ui;
use egui_phosphor::regular::{PLUS, ROBOT, X};

use crate::app::features::setup_choices::{SetupChoice, SetupChoices, TimeControlKind};
use crate::app::screens::new_game::{clock_text, show_clock};
use crate::app::text::{Localization, game_name, variant_line};
use crate::app::widgets::controls::{
    ButtonStyle, NUMBER_WIDTH, button, card, choice, field, heading, icon_button, long_field,
    muted, row, stepper, switch_row, titled_card,
};
use crate::app::widgets::keys;
use crate::app::widgets::theme::Palette;
use crate::core::excerpt;
use crate::events::{
    InvalidTournament, Kind, MAX_BOARDS, MAX_MINUTES, MAX_NAME, MAX_PLAYERS, MAX_RATING,
    MAX_SWISS_ROUNDS, Player, Tournament,
};
use crate::games::Game;
use crate::games::registry::{self, GAMES};
use crate::net::{EventOffer, MAX_EVENT_TITLE, Offer, Time};

/// Minutes by which the time of an arena is longer or shorter.
const MINUTES_STEP: u32 = 5;

/// A system of pairing, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Swiss,
    RoundRobin,
    Knockout,
    Arena,
    Teams,
}

/// Choices for a tournament that is being made.
pub(super) struct TournamentForm {
    title: String,
    game: &'static str,
    system: System,
    /// Rounds of a Swiss tournament; as many as the players call for unless chosen.
    rounds: Option<u32>,
    double: bool,
    /// Minutes of an arena.
    minutes: u32,
    /// Boards of a match of teams.
    boards: u32,
    players: Vec<Player>,
    /// The team to which players are added.
    team: String,
    /// The names that are being entered.
    entry: String,
    /// The level of the computer that is added next.
    level: u8,
    /// True for one on a server, to which its players come themselves.
    is_for_server: bool,
    /// True if ratings change by its games there.
    rated: bool,
    /// The clock of one on a server, and the game for which it was chosen.
    clock: Option<(&'static str, SetupChoice)>,
    /// The steppers of the clock are open, though it is a usual one.
    other_clock: bool,
}

impl Default for TournamentForm {
    fn default() -> Self {
        TournamentForm {
            title: String::new(),
            game: GAMES[0].id(),
            system: System::Swiss,
            rounds: None,
            double: false,
            minutes: 60,
            boards: 4,
            players: Vec::new(),
            team: String::new(),
            entry: String::new(),
            level: 3,
            is_for_server: false,
            rated: true,
            clock: None,
            other_clock: false,
        }
    }
}

/// Players as they are entered: names that commas or semicolons divide, each with a rating
/// behind it or without one.
pub(super) fn read_players(text: &str) -> Vec<Player> {
    let entries = text.split([',', ';', '，', '；', '、', '\n']).map(str::trim);
    entries
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let rated = entry.rsplit_once(char::is_whitespace).and_then(|(name, last)| {
                let rating = last.parse().ok().filter(|rating| *rating <= MAX_RATING)?;
                Some(Player::new(name.trim(), rating))
            });
            rated.unwrap_or_else(|| Player::new(entry, 0))
        })
        .collect()
}

impl TournamentForm {
    /// Rounds in which a Swiss tournament of so many players finds one winner, and one more.
    fn usual_rounds(&self) -> u32 {
        // How many come to one on a server is not known.
        let players = if self.is_for_server { 16 } else { self.players.len().max(2) as u32 };
        (players.next_power_of_two().trailing_zeros() + 1).min(players.saturating_sub(1).max(1))
    }

    /// The form of a tournament on a server.
    pub(super) fn for_server() -> TournamentForm {
        TournamentForm { is_for_server: true, ..TournamentForm::default() }
    }

    /// True for one on a server.
    pub(super) fn is_for_server(&self) -> bool {
        self.is_for_server
    }

    /// True once there is a title.
    pub(super) fn has_title(&self) -> bool {
        !self.title.trim().is_empty()
    }

    /// Rules and clock of one on a server: those that were chosen for the game last, but a clock
    /// in any case, so that no round waits for somebody who is not there.
    fn server_choice(&self, choices: &SetupChoices) -> SetupChoice {
        if let Some((game, chosen)) = &self.clock
            && *game == self.game
        {
            return chosen.clone();
        }
        let mut choice = SetupChoice { elsewhere: true, ..self.choice(choices) };
        if choice.clock == TimeControlKind::None {
            (choice.clock, choice.minutes) = (TimeControlKind::SuddenDeath, 10);
        }
        choice
    }

    /// Offer of the tournament that is to be organised on a server.
    pub(super) fn offer(&self, choices: &SetupChoices) -> EventOffer {
        let Offer { game, options, time, .. } = self.server_choice(choices).offer(self.game());
        EventOffer {
            title: self.title.trim().to_owned(),
            kind: self.kind(),
            game,
            options,
            time,
            rated: self.rated && time != Time::Unlimited,
        }
    }

    fn kind(&self) -> Kind {
        match self.system {
            System::Swiss => {
                Kind::Swiss { rounds: self.rounds.unwrap_or_else(|| self.usual_rounds()) }
            }
            System::RoundRobin => Kind::RoundRobin { double: self.double },
            System::Knockout => Kind::Knockout,
            System::Arena => Kind::Arena { minutes: self.minutes },
            System::Teams => Kind::Teams { boards: self.boards, double: self.double },
        }
    }

    fn is_of_teams(&self) -> bool {
        self.system == System::Teams
    }

    /// The tournament, or why there can be none yet: by the rules that were chosen for its game
    /// last.
    pub(super) fn tournament(
        &self,
        choices: &SetupChoices,
    ) -> Result<Tournament, InvalidTournament> {
        let options = self.choice(choices).options;
        let title = self.title.trim();
        let mut players: Vec<_> = self.in_order().into_iter().map(|it| it.1.clone()).collect();
        if !self.is_of_teams() {
            players.iter_mut().for_each(|player| player.team = None);
        }
        Tournament::new(title, self.game, options, self.kind(), players)
    }

    fn game(&self) -> &'static dyn Game {
        registry::find(self.game).unwrap_or(GAMES[0])
    }

    fn choice(&self, choices: &SetupChoices) -> SetupChoice {
        choices.get(self.game(), None, None)
    }

    /// Shows the form, and what is wrong with it. Returns true while a text is being edited.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        l10n: &Localization,
        choices: &SetupChoices,
        problem: Option<&InvalidTournament>,
    ) -> bool {
        let mut is_editing = false;
        titled_card(ui, &l10n.get("event-what"), |ui| {
            let name = l10n.get("event-title");
            let edited = field(ui, &name, &l10n.get("event-title-hint"), &mut self.title);
            is_editing |= edited.has_focus();
            truncate(&mut self.title);
            if self.is_for_server {
                self.title = self.title.chars().take(MAX_EVENT_TITLE).collect();
            }
            ui.add_space(4.0);
            let games: Vec<_> =
                GAMES.iter().map(|game| (game.id(), game_name(l10n, game.id()))).collect();
            if choice(ui, &mut self.game, &games) {
                self.level = self.level.min(self.levels());
            }
            let choice = self.choice(choices);
            let variant = variant_line(l10n, self.game(), &choice.options);
            if self.is_for_server {
                if let Some(rules) = variant {
                    muted(ui, l10n.format("event-rules-alone", &[("rules", rules)]));
                }
                return;
            }
            let rules = [variant, Some(clock_text(l10n, &choice))].into_iter().flatten();
            let rules = rules.collect::<Vec<_>>().join(" · ");
            muted(ui, l10n.format("event-rules", &[("rules", rules)]));
        });
        titled_card(ui, &l10n.get("event-system"), |ui| {
            self.system(ui, l10n);
        });
        if self.is_for_server {
            let mut chosen = self.server_choice(choices);
            card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                show_clock(ui, l10n, &mut chosen, &mut self.other_clock);
                if chosen.clock != TimeControlKind::None {
                    switch_row(ui, &l10n.get("online-rated-game"), &mut self.rated);
                }
            });
            self.clock = Some((self.game, chosen));
            muted(ui, l10n.get("event-for-server"));
            return is_editing;
        }
        titled_card(ui, &l10n.get("event-players"), |ui| {
            is_editing |= self.player_rows(ui, l10n);
        });
        if let Some(problem) = problem.and_then(|problem| problem_text(l10n, problem)) {
            let warning = Palette::of(ui).warning;
            ui.colored_label(warning, problem);
        }
        is_editing
    }

    fn levels(&self) -> u8 {
        self.game().levels()
    }

    fn system(&mut self, ui: &mut Ui, l10n: &Localization) {
        let systems = [
            (System::Swiss, "event-swiss"),
            (System::RoundRobin, "event-round-robin"),
            (System::Knockout, "event-knockout"),
            (System::Arena, "event-arena"),
            (System::Teams, "event-teams"),
        ];
        let systems = systems.map(|(system, id)| (system, l10n.get(id)));
        choice(ui, &mut self.system, &systems);
        let explained = match self.system {
            System::Swiss => "event-swiss-explained",
            System::RoundRobin => "event-round-robin-explained",
            System::Knockout => "event-knockout-explained",
            System::Arena => "event-arena-explained",
            System::Teams => "event-teams-explained",
        };
        muted(ui, l10n.get(explained));
        match self.system {
            System::Swiss => {
                let rounds = self.rounds.unwrap_or_else(|| self.usual_rounds());
                let name = l10n.get("event-round-number");
                let chosen = number_row(ui, &name, rounds, 1, MAX_SWISS_ROUNDS);
                if chosen != rounds {
                    self.rounds = Some(chosen);
                }
            }
            System::RoundRobin => {
                switch_row(ui, &l10n.get("event-double"), &mut self.double);
            }
            System::Knockout => {}
            System::Arena => {
                let name = l10n.get("event-minutes");
                let steps = self.minutes / MINUTES_STEP;
                let shown = |steps| steps * MINUTES_STEP;
                let most = MAX_MINUTES / MINUTES_STEP;
                self.minutes = shown(stepped_row(ui, &name, steps, 1, most, shown));
            }
            System::Teams => {
                let name = l10n.get("event-boards");
                self.boards = number_row(ui, &name, self.boards, 1, MAX_BOARDS);
                switch_row(ui, &l10n.get("event-teams-twice"), &mut self.double);
            }
        }
    }

    /// Returns true while a text is being edited.
    fn player_rows(&mut self, ui: &mut Ui, l10n: &Localization) -> bool {
        let mut is_editing = false;
        if self.is_of_teams() {
            let name = l10n.get("event-team");
            let edited = field(ui, &name, &l10n.get("event-team-hint"), &mut self.team);
            is_editing |= edited.has_focus();
            truncate(&mut self.team);
            muted(ui, l10n.get("event-team-explained"));
        }
        let entry = player_entry(ui, l10n, &mut self.entry);
        is_editing |= entry.is_editing;
        if entry.adds {
            self.add_players();
        }
        muted(ui, l10n.get("event-player-explained"));
        let mut removed = None;
        let mut place = (None, 0);
        for (index, player) in self.in_order() {
            let team = player.team.as_ref().filter(|_| self.is_of_teams());
            place = if team == place.0 { (team, place.1 + 1) } else { (team, 1) };
            if let (Some(team), 1) = place {
                ui.add_space(6.0);
                heading(ui, team);
            }
            ui.horizontal(|ui| {
                let text = l10n.format("event-remove-player", &[("player", player.name.clone())]);
                if icon_button(ui, X, &text, true).clicked() {
                    removed = Some(index);
                }
                ui.label(&player.name);
                if player.rating > 0 {
                    muted(ui, player.rating.to_string());
                }
                if team.is_some() && place.1 > self.boards {
                    muted(ui, l10n.get("event-reserve"));
                }
            });
        }
        if let Some(index) = removed {
            self.players.remove(index);
        }
        ui.add_space(6.0);
        heading(ui, &l10n.get("event-computers"));
        ui.horizontal_wrapped(|ui| {
            let level = l10n.format("event-level", &[("level", self.level.to_string())]);
            let (less, more) = (self.level > 1, self.level < self.levels());
            let step = stepper(ui, &l10n.get("event-computer-level"), &level, 96.0, less, more);
            self.level = (i64::from(self.level) + step).clamp(1, i64::from(self.levels())) as u8;
            let text = l10n.get("event-add-computer");
            if button(ui, ButtonStyle::Plain, Some(ROBOT), &text).clicked() {
                let level = self.level.to_string();
                let name = l10n.format("event-computer-name", &[("level", level)]);
                let name = self.free_name(&name);
                self.add(Player { level: Some(self.level), ..Player::new(&name, 0) });
            }
        });
        is_editing
    }

    fn add_players(&mut self) {
        for player in read_players(&std::mem::take(&mut self.entry)) {
            self.add(player);
        }
    }

    /// The players with their places in the list: where teams meet, team by team.
    fn in_order(&self) -> Vec<(usize, &Player)> {
        let mut order: Vec<_> = self.players.iter().enumerate().collect();
        if self.is_of_teams() {
            let first = |it: &Player| self.players.iter().position(|other| other.team == it.team);
            order.sort_by_key(|(_, player)| first(player));
        }
        order
    }

    fn add(&mut self, mut player: Player) {
        truncate(&mut player.name);
        let team = self.team.trim();
        player.team = (self.is_of_teams() && !team.is_empty()).then(|| team.to_owned());
        if self.players.len() < MAX_PLAYERS {
            self.players.push(player);
        }
    }

    /// This name, or with a number behind it if somebody has it.
    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| self.players.iter().all(|player| player.name != *name);
        let numbered = (2..).map(|number| format!("{name} {number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }
}

/// Outcome of showing a field for names of players.
pub(super) struct PlayerEntry {
    /// The text is being edited.
    is_editing: bool,
    /// The players are to be added.
    pub(super) adds: bool,
}

/// A field for names of players, and the button that adds them.
pub(super) fn player_entry(ui: &mut Ui, l10n: &Localization, text: &mut String) -> PlayerEntry {
    let inner = ui.horizontal_wrapped(|ui| {
        let width = (ui.available_width() - 120.0).clamp(120.0, 368.0);
        let (name, hint) = (l10n.get("event-player-names"), l10n.get("event-player-hint"));
        let edited = long_field(ui, &name, &hint, text, width);
        let by_key = edited.lost_focus() && ui.input(|input| keys::CHOOSE.is_pressed(input));
        let pressed = button(ui, ButtonStyle::Plain, Some(PLUS), &l10n.get("event-add-player"));
        let adds = by_key || pressed.clicked();
        if adds {
            edited.request_focus();
        }
        PlayerEntry { is_editing: edited.has_focus(), adds }
    });
    inner.inner
}

/// A row for a number, and the number that is chosen.
fn number_row(ui: &mut Ui, name: &str, number: u32, least: u32, most: u32) -> u32 {
    stepped_row(ui, name, number, least, most, |number| number)
}

/// The same for one that is shown as another number.
fn stepped_row(
    ui: &mut Ui,
    name: &str,
    number: u32,
    least: u32,
    most: u32,
    shown: impl Fn(u32) -> u32,
) -> u32 {
    let text = shown(number).to_string();
    let step =
        row(ui, name, |ui| stepper(ui, name, &text, NUMBER_WIDTH, number > least, number < most));
    (i64::from(number) + step).clamp(i64::from(least), i64::from(most)) as u32
}

/// Cuts a text off where it is longer than a name may be.
fn truncate(text: &mut String) {
    text.truncate(text.floor_char_boundary(MAX_NAME));
}

/// Text that says what is wrong with the form; `None` while it is only not filled in.
fn problem_text(l10n: &Localization, problem: &InvalidTournament) -> Option<String> {
    Some(match problem {
        InvalidTournament::SameName(name) => {
            l10n.format("event-same-name", &[("player", excerpt(name))])
        }
        InvalidTournament::Players(2..) => {
            l10n.format("event-too-many-players", &[("most", MAX_PLAYERS.to_string())])
        }
        InvalidTournament::Team { name, expected: true } => {
            l10n.format("event-no-team", &[("player", excerpt(name))])
        }
        InvalidTournament::Level { name, most, .. } => {
            let facts = [("player", excerpt(name)), ("most", most.to_string())];
            l10n.format("event-level-too-high", &facts)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_players_are_entered_at_once() {
        let read = read_players("Ann 1800, Bob;王丽，  Carl Friedrich 1650 、 7, , Eve 99999");
        let expected = [
            ("Ann", 1800),
            ("Bob", 0),
            ("王丽", 0),
            ("Carl Friedrich", 1650),
            ("7", 0),
            ("Eve 99999", 0),
        ];
        let read: Vec<_> = read.iter().map(|it| (it.name.as_str(), it.rating)).collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn a_swiss_tournament_has_the_rounds_that_its_players_call_for() {
        let mut form = TournamentForm { title: "Club".to_owned(), ..TournamentForm::default() };
        for (players, rounds) in [(2, 1), (3, 2), (4, 3), (8, 4), (9, 5), (33, 7)] {
            form.players = (0..players).map(|it| Player::new(&it.to_string(), 0)).collect();
            assert_eq!(form.kind(), Kind::Swiss { rounds }, "{players} players");
            assert!(form.tournament(&SetupChoices::default()).is_ok());
        }
    }
}
