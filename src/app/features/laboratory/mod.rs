//! The laboratory: algorithms search a position side by side, and their traces are played
//! forwards and backwards at any speed; and games between them.

mod contest;
mod experiment;
mod task;
mod tree_layout;

use bevy::prelude::*;

pub use contest::{Contest, ContestTask};
pub use experiment::Experiment;
pub use task::TraceTask;
pub use tree_layout::TreeLayout;

use crate::app::services::assets::LoadedAssets;
use crate::app::services::tasks::{TaskHandle, TaskRunner};
use crate::app::state::Screen;
use crate::content::laboratory::{self, LaboratoryPosition, POSITIONS};
use crate::core::Move;
use crate::games::registry::GAMES;
use crate::games::{Algorithm, AnyPosition, Game, Options};

/// Speeds of the replay, in nodes or playouts a second.
pub const SPEEDS: [u32; 10] = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000];

/// Nodes that a depth should need at most by a rough estimate, so that the whole tree is
/// recorded.
const NODES_TO_SEE: u64 = 60_000;

/// The deepest search that is offered, in plies.
pub const MAX_DEPTH: u32 = 12;

/// An algorithm at work on the position.
pub struct Lane {
    task: Option<TaskHandle<TraceTask>>,
    /// The search with all that it did, once it is done.
    pub experiment: Option<Experiment>,
}

impl Lane {
    /// True while it searches.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }
}

/// The effort of the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Plies.
    pub depth: u32,
    /// Playouts of Monte-Carlo tree search.
    pub playouts: u32,
    /// Generations of an evolution.
    pub generations: u32,
}

/// The laboratory.
#[derive(Resource)]
pub struct Laboratory {
    game: &'static dyn Game,
    options: Options,
    position: AnyPosition,
    /// The positions before moves that were played here.
    earlier: Vec<AnyPosition>,
    /// The algorithms of the game's engine that can be watched.
    known: Vec<Algorithm>,
    /// The algorithm, and the one that it races with.
    chosen: [Algorithm; 2],
    races: bool,
    effort: Effort,
    lanes: Vec<Lane>,
    playing: bool,
    speed: usize,
    /// Part of a step that is due.
    due: f64,
    shipped: Option<Vec<LaboratoryPosition>>,
    contest: Option<TaskHandle<ContestTask>>,
    /// The table of the last contest.
    table: Contest,
}

impl FromWorld for Laboratory {
    fn from_world(_: &mut World) -> Laboratory {
        Laboratory::new()
    }
}

impl Laboratory {
    /// A laboratory with the smallest board of all games.
    fn new() -> Laboratory {
        let starts = GAMES.iter().filter_map(|game| {
            let position = game.start(&Options::default()).ok()?;
            let board = position.board();
            Some((u32::from(board.files) * u32::from(board.ranks), *game, position))
        });
        let smallest = starts.min_by_key(|(squares, ..)| *squares);
        let Some((_, game, position)) = smallest else {
            unreachable!("every game can be started under its usual options")
        };
        let mut laboratory = Laboratory {
            game,
            options: Options::default(),
            position: position.clone(),
            earlier: Vec::new(),
            known: Vec::new(),
            chosen: [Algorithm::AlphaBeta, Algorithm::Minimax],
            races: false,
            effort: Effort { depth: 4, playouts: 400, generations: 12 },
            lanes: Vec::new(),
            playing: false,
            speed: 3,
            due: 0.0,
            shipped: None,
            contest: None,
            table: Contest::default(),
        };
        laboratory.set_up(game, Options::default(), position);
        laboratory
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The position that is searched.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The algorithms that the game has.
    pub fn known(&self) -> &[Algorithm] {
        &self.known
    }

    /// The algorithm, and the one that it races with.
    pub fn chosen(&self) -> [Algorithm; 2] {
        self.chosen
    }

    /// True if two algorithms search side by side.
    pub fn races(&self) -> bool {
        self.races
    }

    /// The effort of the searches.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The algorithms at work.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The search of one of them, to choose and fold nodes of it.
    pub fn experiment_mut(&mut self, lane: usize) -> Option<&mut Experiment> {
        self.lanes.get_mut(lane)?.experiment.as_mut()
    }

    /// The shipped positions, once their file is loaded.
    pub fn shipped(&self) -> &[LaboratoryPosition] {
        self.shipped.as_deref().unwrap_or_default()
    }

    /// The table of the last contest.
    pub fn table(&self) -> &Contest {
        &self.table
    }

    /// True while games of a contest are played.
    pub fn is_contest_running(&self) -> bool {
        self.contest.is_some()
    }

    /// True while the replay goes on.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// True while something is searched.
    pub fn is_busy(&self) -> bool {
        self.contest.is_some() || self.lanes.iter().any(Lane::is_busy)
    }

    /// The index of the speed among [`SPEEDS`].
    pub fn speed(&self) -> usize {
        self.speed
    }

    /// Sets the speed by its index.
    pub fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
    }

    /// Takes another position.
    pub fn set_up(&mut self, game: &'static dyn Game, options: Options, position: AnyPosition) {
        self.known = game.engine().algorithms(&position);
        (self.game, self.options, self.position) = (game, options, position);
        self.earlier.clear();
        for chosen in &mut self.chosen {
            if !self.known.contains(chosen)
                && let Some(&first) = self.known.first()
            {
                *chosen = first;
            }
        }
        if self.chosen[0] == self.chosen[1]
            && let Some(&other) = self.known.iter().find(|one| **one != self.chosen[0])
        {
            self.chosen[1] = other;
        }
        self.effort.depth = depth_to_see(self.position.legal_moves().len());
        self.table = Contest::default();
        self.contest = None;
        self.clear();
    }

    /// Plays a move on the position; nothing if it is illegal.
    pub fn play_move(&mut self, mv: Move) {
        let before = self.position.clone();
        if self.position.play(mv).is_ok() {
            self.earlier.push(before);
            self.clear();
        }
    }

    /// True if a move was played here.
    pub fn can_take_back(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) {
        if let Some(before) = self.earlier.pop() {
            self.position = before;
            self.clear();
        }
    }

    /// Chooses an algorithm: the first, or the one that it races with.
    pub fn choose(&mut self, lane: usize, algorithm: Algorithm) {
        if let Some(chosen) = self.chosen.get_mut(lane) {
            *chosen = algorithm;
            self.clear();
        }
    }

    /// Lets two algorithms race, or one search alone.
    pub fn set_races(&mut self, races: bool) {
        self.races = races;
        self.clear();
    }

    /// Changes the effort.
    pub fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
        self.clear();
    }

    /// Drops what was searched: it begins anew.
    fn clear(&mut self) {
        self.lanes.clear();
        self.playing = true;
        self.due = 0.0;
    }

    /// Starts the searches that are missing.
    fn start(&mut self, runner: &TaskRunner) {
        let count = if self.races { 2 } else { 1 };
        for &algorithm in &self.chosen[self.lanes.len()..count] {
            let task = TraceTask {
                game: self.game.id().to_owned(),
                options: self.options.clone(),
                position: self.position.text(),
                algorithm,
                effort: (self.effort.depth, self.effort.playouts, self.effort.generations),
            };
            self.lanes.push(Lane { task: Some(runner.spawn(task)), experiment: None });
        }
    }

    /// Takes the traces of searches that are done.
    fn poll(&mut self) {
        for lane in &mut self.lanes {
            if let Some(task) = lane.task.take_if(|task| task.is_finished()) {
                let trace = task.output().filter(|trace| trace.tree.is_sound());
                lane.experiment = trace.map(|trace| Experiment::new(*trace, self.position.clone()));
            }
        }
        if let Some(contest) = &self.contest {
            let is_finished = contest.is_finished();
            self.table = contest.output();
            if is_finished {
                self.contest = None;
            }
        }
    }

    /// Starts games between these algorithms from the position, or stops them.
    pub fn toggle_contest(&mut self, algorithms: Vec<Algorithm>, runner: &TaskRunner) {
        if self.contest.take().is_some() {
            return;
        }
        let task = ContestTask {
            game: self.game.id().to_owned(),
            options: self.options.clone(),
            position: self.position.text(),
            algorithms,
            effort: (self.effort.depth.min(4), self.effort.playouts, self.effort.generations),
        };
        self.contest = Some(runner.spawn(task));
    }

    /// Starts or stops the replay; at the end it begins anew.
    pub fn toggle(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.is_at_end() {
            self.go_to_start();
            self.playing = true;
        }
    }

    fn experiments(&mut self) -> impl Iterator<Item = &mut Experiment> {
        self.lanes.iter_mut().filter_map(|lane| lane.experiment.as_mut())
    }

    /// True if every replay is at its end.
    pub fn is_at_end(&self) -> bool {
        let done = |lane: &Lane| lane.experiment.as_ref().is_none_or(Experiment::is_at_end);
        !self.lanes.is_empty() && self.lanes.iter().all(done)
    }

    /// One event forwards in each replay, which then rests.
    pub fn step_forwards(&mut self) {
        self.playing = false;
        self.experiments().for_each(Experiment::step_forwards);
    }

    /// One event backwards in each replay, which then rests.
    pub fn step_backwards(&mut self) {
        self.playing = false;
        self.experiments().for_each(Experiment::step_backwards);
    }

    /// To the beginning.
    pub fn go_to_start(&mut self) {
        self.playing = false;
        self.experiments().for_each(|experiment| experiment.go_to(0));
    }

    /// To the end.
    pub fn go_to_end(&mut self) {
        self.playing = false;
        self.experiments().for_each(|experiment| experiment.go_to(usize::MAX));
    }

    /// Lets time pass, in seconds. Both sides of a race advance by as many nodes, and neither
    /// begins before the other is ready.
    fn advance(&mut self, seconds: f64) {
        let is_ready = self.lanes.iter().all(|lane| !lane.is_busy());
        if !self.playing || !is_ready || self.lanes.is_empty() {
            return;
        }
        // After a long frame nothing jumps.
        self.due += seconds.min(0.25) * f64::from(SPEEDS[self.speed]);
        let whole = self.due.floor();
        self.due -= whole;
        self.experiments().for_each(|experiment| experiment.advance(whole as u64));
        self.playing = !self.is_at_end();
    }
}

/// The deepest search of which the whole tree can be looked at, by the number of moves now.
fn depth_to_see(moves: usize) -> u32 {
    let (mut nodes, mut depth) = (1, 0);
    while depth < MAX_DEPTH {
        let breadth = (moves as u64).saturating_sub(depth.into()).max(2);
        nodes *= breadth;
        if nodes > NODES_TO_SEE {
            break;
        }
        depth += 1;
    }
    depth.max(1)
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Laboratory>().add_systems(
        Update,
        (load_positions.run_if(resource_exists::<LoadedAssets>), run)
            .chain()
            .run_if(in_state(Screen::Laboratory)),
    );
}

/// Reads the shipped positions once their file has come, and sets up the first of them.
fn load_positions(assets: Res<LoadedAssets>, mut laboratory: ResMut<Laboratory>) {
    if laboratory.shipped.is_some() {
        return;
    }
    let _ = assets.request(POSITIONS);
    let Some(text) = assets.text(POSITIONS) else { return };
    let shipped = laboratory::read(POSITIONS, text).unwrap_or_else(|wrong| {
        error!("{wrong}");
        Vec::new()
    });
    if let Some(first) = shipped.first().filter(|_| laboratory.earlier.is_empty()) {
        let LaboratoryPosition { game, options, position, .. } = first.clone();
        laboratory.set_up(game, options, position);
    }
    laboratory.shipped = Some(shipped);
}

fn run(time: Res<Time<Real>>, runner: Res<TaskRunner>, mut laboratory: ResMut<Laboratory>) {
    laboratory.start(&runner);
    laboratory.poll();
    laboratory.advance(time.delta_secs_f64());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_such_that_the_tree_can_be_looked_at() {
        // 9 * 8 * 7 * 6 * 5 = 15,120 lines on the empty board of nine squares.
        assert_eq!(depth_to_see(9), 5);
        // To the end from five squares on.
        assert!(depth_to_see(5) >= 5);
        assert_eq!(depth_to_see(225), 2);
        assert_eq!(depth_to_see(0).max(1), depth_to_see(0));
    }
}
