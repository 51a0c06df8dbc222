//! Tournaments on this server: who takes part, rounds whose games begin by themselves, and results
//! that are entered when they end.

use super::games::Opening;
use super::kept::Kept;
use super::lobby::check_offer;
use super::players::{clean_name, clean_text};
use super::{Change, Id, PlayerId, Publish, Referee, game_table, limits, topics};
use crate::core::Side;
use crate::events::{Entered, GameResult, Pairing, Player, Tournament};
use crate::net::{
    Action, Deed, EventAsk, EventGame, EventNote, EventOffer, MAX_ENTRANTS, MAX_EVENT_TITLE, Offer,
    OnlineGame, Profile, Purpose, Refusal, Seat, encode,
};

/// Bytes of the text of a tournament, so that its note stays a message that everyone reads.
const MAX_TEXT: usize = 256 * 1024;

/// Milliseconds after its last change for which a tournament stands.
const EVENT_STANDS: u64 = 14 * 24 * 3_600_000;

/// Seconds of Unix of a time in milliseconds.
fn seconds(now: u64) -> u64 {
    now / 1000
}

/// A tournament as the referee has it.
#[derive(Clone, Debug)]
pub(super) struct HeldEvent {
    pub(super) note: EventNote,
    tournament: Option<Tournament>,
}

impl HeldEvent {
    /// `None` if the text of its tournament cannot be read.
    pub(super) fn of(note: EventNote) -> Option<HeldEvent> {
        let tournament = note.read_tournament();
        let teams = if note.offer.kind.is_of_teams() { note.entrants.len() } else { 0 };
        let fits = tournament.is_some() == note.tournament.is_some() && note.teams.len() == teams;
        fits.then_some(HeldEvent { note, tournament })
    }

    fn is_organised_by(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.note.organiser.player == player { Ok(()) } else { Err(Refusal::NotYours) }
    }

    /// The name of a player in the tournament: the chosen one, which the fingerprint follows if
    /// another has it too.
    fn name_of(&self, profile: &Profile) -> String {
        let is_taken = |name: &str| {
            let others = self.note.entrants.iter().filter(|it| it.player != profile.player);
            others.into_iter().any(|other| other.name == name)
        };
        match is_taken(&profile.name) {
            true => format!("{} {}", profile.name, profile.player.fingerprint()),
            false => profile.name.clone(),
        }
    }

    fn tournament_mut(&mut self) -> Result<&mut Tournament, Refusal> {
        self.tournament.as_mut().ok_or(Refusal::Unknown)
    }

    /// The board of a game that goes on.
    fn board_of(&self, game: Id) -> Option<EventGame> {
        self.note.games.iter().find(|it| it.game == game).copied()
    }

    /// The games of the rounds that have neither a result nor a game that goes on.
    fn unplayed(&self) -> Vec<(u32, u32, Pairing)> {
        let Some(tournament) = &self.tournament else { return Vec::new() };
        let open = tournament.open_games();
        let open = open.map(|(round, board, game)| (round as u32, board as u32, *game));
        open.filter(|(round, board, _)| self.note.game_at(*round, *board).is_none()).collect()
    }
}

/// The result of a finished game as a tournament enters it. Who does not begin it, or aborts it,
/// has not come.
fn result_of(game: &OnlineGame) -> Option<GameResult> {
    Some(match game.finish()?.winner() {
        Some(Some(Side::First)) => GameResult::FirstWins,
        Some(Some(Side::Second)) => GameResult::SecondWins,
        Some(None) => GameResult::Draw,
        None => {
            let last = game.log().entries.last()?;
            let action = last.action.open::<Action>(Purpose::Action).ok()?;
            let missing = match action.deed {
                Deed::Abort => game.side_of(last.action.player)?,
                _ if game.line().len() < 2 => game.side_to_move(),
                // One that nobody ended in time counts for nothing.
                _ => return None,
            };
            match missing {
                Side::First => GameResult::SecondByForfeit,
                Side::Second => GameResult::FirstByForfeit,
            }
        }
    })
}

impl Referee {
    pub(super) fn answer_event(
        &mut self,
        player: PlayerId,
        ask: EventAsk,
        now: u64,
    ) -> Result<(), Refusal> {
        let Some(id) = ask.event() else {
            return match ask {
                EventAsk::Open(offer) => self.open_event(player, offer, now),
                _ => Err(Refusal::Unknown),
            };
        };
        let mut event = self.events.get(&id).ok_or(Refusal::Unknown)?.clone();
        match ask {
            EventAsk::Open(_) => {}
            EventAsk::Join(_) => self.join_event(&mut event, player)?,
            EventAsk::JoinTeam { team, .. } => self.join_team(&mut event, player, &team)?,
            EventAsk::Leave(_) => leave_event(&mut event, player)?,
            EventAsk::Pair(_) => {
                event.is_organised_by(player)?;
                self.pair_event(&mut event, now)?;
            }
            EventAsk::Enter { round, board, result, .. } => {
                event.is_organised_by(player)?;
                if event.note.game_at(round, board).is_some() {
                    return Err(Refusal::NotYours);
                }
                self.enter(&mut event, (round, board), result, now)?;
            }
            EventAsk::Close(_) => {
                event.is_organised_by(player)?;
                self.change_event(id, None);
                return Ok(());
            }
        }
        self.keep_event(event, now)
    }

    fn open_event(
        &mut self,
        player: PlayerId,
        mut offer: EventOffer,
        now: u64,
    ) -> Result<(), Refusal> {
        offer.title = clean_text(&offer.title, MAX_EVENT_TITLE)?;
        check_offer(&Offer {
            game: offer.game.clone(),
            options: offer.options.clone(),
            time: offer.time,
            rated: offer.rated,
            seat: Seat::Random,
            to: None,
            listed: true,
            delay: 0,
        })?;
        // Whether its numbers are possible is told when it is made.
        let team = |name: &str| offer.kind.is_of_teams().then(|| name.to_owned());
        let two = ["A", "B"].map(|name| Player { team: team(name), ..Player::new(name, 0) });
        let two = two.to_vec();
        let (game, options) = (offer.game.clone(), offer.options.clone());
        Tournament::new(&offer.title, &game, options, offer.kind, two)
            .map_err(|_| Refusal::Setup)?;
        let own = self.events.values().filter(|it| it.note.organiser.player == player).count();
        if own >= limits::MAX_EVENTS_OF_PLAYER || self.events.len() >= limits::MAX_EVENTS {
            return Err(Refusal::TooMany);
        }
        let note = EventNote {
            id: self.new_id()?,
            organiser: self.profile(player)?,
            offer,
            entrants: Vec::new(),
            tournament: None,
            games: Vec::new(),
            at: now,
            teams: Vec::new(),
        };
        self.keep_event(HeldEvent { note, tournament: None }, now)
    }

    fn join_event(&mut self, event: &mut HeldEvent, player: PlayerId) -> Result<(), Refusal> {
        let profile = self.profile(player)?;
        let number = event.note.number_of(player);
        let is_full = event.note.entrants.len() >= MAX_ENTRANTS;
        match (event.tournament.is_some(), number) {
            (false, Some(_)) => return Ok(()),
            (true, Some(number)) => {
                let tournament = event.tournament_mut()?;
                let name = tournament.player(number).name.clone();
                return tournament.readmit(&name).map_err(|_| Refusal::Unknown);
            }
            (_, None) if is_full => return Err(Refusal::TooMany),
            // One of teams needs to know which.
            (false, None) if event.note.offer.kind.is_of_teams() => return Err(Refusal::Setup),
            (false, None) => {}
            (true, None) => {
                let entrant = self.entrant(event, &profile)?;
                event.tournament_mut()?.join(entrant).map_err(|_| Refusal::TooLate)?;
            }
        }
        event.note.entrants.push(profile);
        Ok(())
    }

    /// A player takes part in a team, or goes to another before the tournament has begun.
    fn join_team(
        &mut self,
        event: &mut HeldEvent,
        player: PlayerId,
        team: &str,
    ) -> Result<(), Refusal> {
        if !event.note.offer.kind.is_of_teams() {
            return Err(Refusal::Setup);
        }
        if event.tournament.is_some() {
            return Err(Refusal::TooLate);
        }
        let team = clean_name(team)?;
        if let Some(number) = event.note.number_of(player) {
            event.note.teams[number as usize - 1] = team;
            return Ok(());
        }
        if event.note.entrants.len() >= MAX_ENTRANTS {
            return Err(Refusal::TooMany);
        }
        event.note.entrants.push(self.profile(player)?);
        event.note.teams.push(team);
        Ok(())
    }

    /// A player as the tournament has them, rated if the server has rated them.
    fn entrant(&self, event: &HeldEvent, profile: &Profile) -> Result<Player, Refusal> {
        let EventOffer { game, time, .. } = &event.note.offer;
        let rating = self.rating(profile.player, game, time.speed())?.note();
        let rating = if rating.games == 0 { 0 } else { rating.rating.max(0) as u32 };
        Ok(Player::new(&event.name_of(profile), rating))
    }

    fn pair_event(&mut self, event: &mut HeldEvent, now: u64) -> Result<(), Refusal> {
        if event.tournament.is_none() {
            self.begin_event(event)?;
        }
        let tournament = event.tournament_mut()?;
        let paired = tournament.pair_next(seconds(now)).map(|_| ());
        let begun = self.begin_games(event, now);
        match paired {
            Err(_) if begun == 0 => Err(Refusal::Unpaired),
            _ => Ok(()),
        }
    }

    /// Makes the tournament of those who take part, in the order of their ratings, which is that of
    /// the boards where teams meet. The teams are in the order in which they were named.
    fn begin_event(&mut self, event: &mut HeldEvent) -> Result<(), Refusal> {
        let EventOffer { title, kind, game, options, .. } = event.note.offer.clone();
        let mut entrants = Vec::new();
        for (index, profile) in event.note.entrants.iter().enumerate() {
            let mut player = self.entrant(event, profile)?;
            player.team = event.note.teams.get(index).cloned();
            entrants.push((profile.clone(), player));
        }
        let first_of = |player: &Player| {
            event.note.teams.iter().position(|it| Some(it) == player.team.as_ref())
        };
        entrants.sort_by_key(|(_, player)| (first_of(player), std::cmp::Reverse(player.rating)));
        let (profiles, players): (Vec<Profile>, Vec<Player>) = entrants.into_iter().unzip();
        event.note.teams = players.iter().filter_map(|player| player.team.clone()).collect();
        let tournament = Tournament::new(&title, &game, options, kind, players);
        event.tournament = Some(tournament.map_err(|_| Refusal::Unpaired)?);
        event.note.entrants = profiles;
        Ok(())
    }

    /// Begins the games that have neither a result nor begun, and gives their number.
    fn begin_games(&mut self, event: &mut HeldEvent, now: u64) -> usize {
        let EventOffer { game, options, time, rated, .. } = event.note.offer.clone();
        let mut begun = 0;
        for (round, board, pairing) in event.unplayed() {
            let player = |number: u32| event.note.entrants[number as usize - 1].player;
            let opening = Opening {
                game: game.clone(),
                options: options.clone(),
                time,
                rated,
                seats: [player(pairing.first), player(pairing.second)],
                listed: true,
                delay: 0,
                challenge: None,
            };
            // A player may have too many: the organiser pairs again, or decides.
            if let Ok(game) = self.begin(opening, now) {
                event.note.games.push(EventGame { round, board, game });
                begun += 1;
            }
        }
        begun
    }

    /// Enters a result; after a draw in a knock-out the next game begins.
    fn enter(
        &mut self,
        event: &mut HeldEvent,
        (round, board): (u32, u32),
        result: GameResult,
        now: u64,
    ) -> Result<(), Refusal> {
        let tournament = event.tournament_mut()?;
        let entered = tournament.enter(round as usize, board as usize, result);
        if entered.map_err(|_| Refusal::Unpaired)? == Entered::Replay {
            self.begin_games(event, now);
        }
        Ok(())
    }

    /// A game is over: its result is entered, if it is one of a tournament here.
    pub(super) fn note_end(&mut self, id: Id, now: u64) {
        let Some(running) = self.games.get(&id) else { return };
        if running.game.finish().is_none() {
            return;
        }
        let result = result_of(&running.game);
        let is_of = |note: &EventNote| note.games.iter().any(|it| it.game == id);
        if !self.note_result(id, result, now) && self.desk.kept_events.values().any(is_of) {
            let kept = self.keep(topics::kept_result(id), &Kept::Result(id, result));
            self.pending.bound.push(kept);
        }
    }

    /// Enters the results of games that other referees had.
    pub(super) fn take_results(&mut self, now: u64) {
        for (id, result) in self.desk.results.clone() {
            if self.note_result(id, result, now) {
                self.desk.results.remove(&id);
                self.pending.bound.push(game_table::clear(topics::kept_result(id)));
            }
        }
    }

    /// The same of a game that may be another referee's; false if it is of no tournament here.
    fn note_result(&mut self, game: Id, result: Option<GameResult>, now: u64) -> bool {
        let found = self.events.values().find_map(|event| Some((event.board_of(game)?, event)));
        let Some((EventGame { round, board, .. }, event)) = found else { return false };
        let mut event = event.clone();
        event.note.games.retain(|it| it.game != game);
        if let Some(result) = result {
            // A result that cannot be entered is for the organiser to decide.
            let _ = self.enter(&mut event, (round, board), result, now);
        }
        let _ = self.keep_event(event, now);
        true
    }

    /// Takes over a tournament as it is now, once it is written.
    fn keep_event(&mut self, mut event: HeldEvent, now: u64) -> Result<(), Refusal> {
        event.note.at = now;
        if let Some(tournament) = &event.tournament {
            let text = tournament.to_ron().map_err(|_| Refusal::TooMany)?;
            if text.len() > MAX_TEXT {
                return Err(Refusal::TooMany);
            }
            event.note.tournament = Some(text);
        }
        self.change_event(event.note.id, Some(event));
        Ok(())
    }

    fn change_event(&mut self, id: Id, event: Option<HeldEvent>) {
        let change = match &event {
            Some(event) => Change::Event(Box::new(event.note.clone())),
            None => Change::NoEvent(id),
        };
        let messages = match &event {
            Some(event) => self.event_messages(&event.note),
            None => Referee::clear_event(id),
        };
        let before = match event {
            Some(event) => self.events.insert(id, event),
            None => self.events.remove(&id),
        };
        self.pending.events.entry(id).or_insert(before);
        self.pending.changes.push(change);
        self.pending.bound.extend(messages);
    }

    fn event_messages(&self, note: &EventNote) -> [Publish; 2] {
        let public = Publish { topic: topics::event(note.id), payload: encode(note), retain: true };
        let kept = Kept::Event(Box::new(note.clone()));
        [public, self.keep(topics::kept_event(note.id), &kept)]
    }

    fn clear_event(id: Id) -> [Publish; 2] {
        [topics::event(id), topics::kept_event(id)].map(game_table::clear)
    }

    /// Puts back a tournament as it was before something that could not be written.
    pub(super) fn restore_event(&mut self, id: Id, before: Option<HeldEvent>) {
        match before {
            Some(event) => _ = self.events.insert(id, event),
            None => _ = self.events.remove(&id),
        }
    }

    /// Takes tournaments over when this referee goes on duty, and publishes them.
    pub(super) fn take_events(&mut self, open: Vec<EventNote>, now: u64) {
        for note in open {
            let Some(event) = HeldEvent::of(note) else { continue };
            let messages = self.event_messages(&event.note);
            self.pending.free.extend(messages);
            self.pending.marks.push(Change::Event(Box::new(event.note.clone())));
            self.events.insert(event.note.id, event);
        }
        self.settle_events(now);
    }

    /// Enters the results of games that have ended while nobody was on duty, and lets those go
    /// of which nothing is known any more.
    fn settle_events(&mut self, now: u64) {
        let games: Vec<Id> =
            self.events.values().flat_map(|it| it.note.games.iter().map(|it| it.game)).collect();
        for id in games {
            if self.games.contains_key(&id) {
                self.note_end(id, now);
                continue;
            }
            let Ok(Some(stored)) = self.store.game(id) else { continue };
            if let (false, Ok(game)) = (stored.is_running, OnlineGame::from_log(stored.log)) {
                self.note_result(id, result_of(&game), now);
            }
        }
    }

    /// Takes a tournament from the broker that was not among those of the last one on duty.
    pub(super) fn forget_event(&mut self, id: Id) {
        self.pending.free.extend(Referee::clear_event(id));
        self.pending.marks.push(Change::NoEvent(id));
    }

    /// Is not on duty any more: the tournaments are another's.
    pub(super) fn leave_events(&mut self) {
        for id in std::mem::take(&mut self.events).into_keys() {
            self.pending.marks.push(Change::NoEvent(id));
        }
    }

    /// Takes tournaments from the server in which nothing has happened for long.
    pub(super) fn sweep_events(&mut self, now: u64) {
        let is_old = |event: &HeldEvent| now.saturating_sub(event.note.at) > EVENT_STANDS;
        let old: Vec<Id> =
            self.events.iter().filter(|(_, it)| is_old(it)).map(|(id, _)| *id).collect();
        old.into_iter().for_each(|id| self.change_event(id, None));
    }
}

fn leave_event(event: &mut HeldEvent, player: PlayerId) -> Result<(), Refusal> {
    let number = event.note.number_of(player).ok_or(Refusal::Unknown)?;
    match &mut event.tournament {
        None => {
            event.note.entrants.remove(number as usize - 1);
            if event.note.offer.kind.is_of_teams() {
                event.note.teams.remove(number as usize - 1);
            }
        }
        Some(tournament) => {
            let name = tournament.player(number).name.clone();
            tournament.withdraw(&name).map_err(|_| Refusal::Unknown)?;
        }
    }
    Ok(())
}
