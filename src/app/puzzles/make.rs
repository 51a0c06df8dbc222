//! A level in the making: its position comes from a game, its solution from
//! the record, the board or the computer, and it is checked all the while.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::own::Own;
use super::{Ask, PuzzleSet};
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::notice::Notice;
use crate::app::platform::work::{Desk, Job, Office, Task};
use crate::app::platform::{Life, awake};
use crate::app::session::{
    Author, Changed, Command, Order, Playing, Refused, Session, SessionSet, Turn,
};
use crate::app::ui::Words;
use crate::content::levels::check::{Flaw, check_level};
use crate::content::levels::make::{Found, NODES, solve};
use crate::content::levels::own::{Sketch, Unfit};
use crate::content::levels::prove::{Doubt, Prover, kind};
use crate::content::levels::{Goal, Level, Proof, Step};
use crate::core::Move;
use crate::games::{Game, Options, registry};
use crate::search::Stop;

/// Asks for a page on which a level is made of a position.
#[derive(Message, Clone, Debug)]
pub struct Make {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Options,
    /// The position as text of the game.
    pub position: String,
    /// The moves that followed it in the record; may be empty.
    pub line: Vec<Move>,
}

impl Make {
    /// One of the position that is played from, with what follows it.
    pub fn of(session: &Session) -> Make {
        let tree = session.tree();
        let after = tree.ply(session.current()) + 1;
        let line = session.line();
        Make {
            game: session.setup().game,
            options: session.setup().options.clone(),
            position: session.position().text(),
            line: line.iter().skip(after).filter_map(|&node| tree.move_at(node)).collect(),
        }
    }
}

/// What is asked of the level in the making.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MakeAsk {
    /// Change this level of this pack of the player's.
    Edit(usize, usize),
    /// Put the solution on the board, to be played there.
    Draw,
    /// Take the last move on the board out of the solution.
    Cut,
    /// Let the computer look for the solution.
    Find,
    /// Keep the level, and play it if this is set.
    Save {
        /// Whether it is to be played at once.
        play: bool,
    },
}

/// Whether the level is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is not, by the rules.
    Flaw(Flaw),
    /// It is by the rules, and the computer looks whether it is proved.
    Checking,
    /// The computer looks for a solution.
    Looking,
    /// It is proved.
    Proved,
    /// It is right by the rules, but not proved.
    Unproved(Doubt),
    /// The computer found no solution; what was there stays.
    NotFound(Doubt),
}

/// The level in the making, if there is one.
#[derive(Resource, Default)]
pub struct Making {
    /// The level.
    pub sketch: Option<Sketch>,
    /// Which level of the player's it takes the place of.
    replaces: Option<(usize, usize)>,
    /// Whether its solution is on the board.
    drawing: bool,
    /// Whether it waits to be kept until it is known whether it is proved,
    /// and is to be played then.
    saving: Option<bool>,
    /// What was looked at, and whether it is right.
    judged: Option<(Goal, Vec<Step>, Verdict)>,
    job: Option<Job<Proving>>,
}

impl Making {
    /// Whether its solution is on the board.
    pub fn is_drawing(&self) -> bool {
        self.drawing
    }

    /// Whether it is right, as far as is known.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.judged.as_ref().map(|(.., verdict)| verdict)
    }

    fn open(&mut self, sketch: Sketch, replaces: Option<(usize, usize)>) {
        *self = Making { sketch: Some(sketch), replaces, ..Making::default() };
    }
}

/// A question to the computer about a level of this game.
#[derive(Serialize, Deserialize)]
pub struct Proving {
    game: String,
    options: Options,
    question: Question,
}

#[derive(Serialize, Deserialize)]
enum Question {
    /// Whether the level is proved.
    Check(Box<Level>),
    /// The solution for this goal in this position.
    Find { position: String, goal: Goal },
}

/// What is answered.
#[derive(Clone, Serialize, Deserialize)]
pub enum Answer {
    /// Whether the level is proved.
    Checked(Result<(), Doubt>),
    /// The solution.
    Found(Result<Found, Doubt>),
}

impl Task for Proving {
    type Found = Option<Answer>;

    const NAME: &'static str = "prove";

    fn run(self, _: &mut Desk, stop: &Stop, note: &mut dyn FnMut(Option<Answer>)) {
        let Some(game) = registry::find(&self.game) else { return };
        note(Some(match &self.question {
            Question::Check(level) => {
                let mut prover = Prover::within(game, NODES).until(stop.clone());
                Answer::Checked(prover.prove(game, &self.options, level))
            }
            Question::Find { position, goal } => {
                Answer::Found(solve(game, &self.options, position, goal, NODES, stop))
            }
        }));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Making>()
        .add_message::<Make>()
        .add_message::<MakeAsk>()
        .add_message::<Life>()
        .add_systems(
            Update,
            (begin, rest, obey, draw, collect, judge.run_if(awake))
                .chain()
                .after(SessionSet)
                .before(PuzzleSet),
        )
        .add_systems(OnExit(Screen::Play), put_down);
}

/// Opens the page.
fn begin(
    mut wanted: MessageReader<Make>,
    mut making: ResMut<Making>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for Make { game, options, position, line } in wanted.read() {
        match Sketch::new(*game, options, position, line) {
            Ok(sketch) => {
                making.open(sketch, None);
                next.set(Screen::MakeLevel);
            }
            Err(Unfit::Over) => {
                notices.write(Notice::hint("make-game-over"));
            }
            Err(Unfit::NoPosition) => {
                notices.write(Notice::problem("level-wrong"));
            }
        }
    }
}

/// Does what buttons ask for.
fn obey(
    mut asks: MessageReader<MakeAsk>,
    words: Res<Words>,
    office: Res<Office>,
    mut making: ResMut<Making>,
    mut own: ResMut<Own>,
    mut library: ResMut<Library>,
    mut playing: ResMut<Playing>,
    mut next: ResMut<NextState<Screen>>,
    mut changed: MessageWriter<Changed>,
    mut levels: MessageWriter<Ask>,
    mut notices: MessageWriter<Notice>,
) {
    for &ask in asks.read() {
        if let MakeAsk::Edit(pack, level) = ask {
            let found = own.packs().get(pack).and_then(|found| {
                Sketch::of_level(found, found.levels.get(level)?, words.language())
            });
            match found {
                Some(sketch) => {
                    making.open(sketch, Some((pack, level)));
                    next.set(Screen::MakeLevel);
                }
                None => {
                    notices.write(Notice::problem("level-wrong"));
                }
            }
            continue;
        }
        let Making { sketch: Some(sketch), replaces, drawing, saving, judged, job } = &mut *making
        else {
            continue;
        };
        match ask {
            MakeAsk::Edit(..) => {}
            MakeAsk::Draw => {
                *job = None;
                *drawing = true;
                playing.set_puzzle(Some(Session::of(sketch.tree.clone())));
                changed.write(Changed::Replaced);
                next.set(Screen::Play);
            }
            MakeAsk::Cut => {
                if let (true, Some(session)) = (*drawing, playing.puzzle_mut())
                    && let Ok(change) = session.cut()
                {
                    changed.write(Changed::By(change));
                }
            }
            MakeAsk::Find => {
                let (game, options) = (sketch.tree.game(), sketch.tree.options().clone());
                let (position, goal) = (sketch.position().text(), sketch.goal());
                *judged = Some((goal.clone(), sketch.solution(), Verdict::Looking));
                let question = Question::Find { position, goal };
                let game = game.id().to_owned();
                *job = Some(office.begin(Proving { game, options, question }));
            }
            MakeAsk::Save { play } => {
                // Whoever does not want to wait asks once more.
                if matches!(judged, Some((_, _, Verdict::Checking))) && *saving != Some(play) {
                    *saving = Some(play);
                    notices.write(Notice::hint("make-wait"));
                    continue;
                }
                let proved = match judged {
                    Some((goal, _, Verdict::Proved)) => kind(goal),
                    _ => Proof::Record,
                };
                let (game, options) = (sketch.tree.game(), sketch.tree.options());
                if check_level(game, options, &sketch.level("level", proved)).is_err() {
                    notices.write(Notice::refusal("make-not-yet"));
                    continue;
                }
                let place = own.keep(*replaces, game, options, |id| sketch.level(id, proved));
                library.set_own(own.packs());
                *replaces = Some(place);
                notices.write(Notice::done("make-saved"));
                if play {
                    levels.write(Ask::Begin(library.shipped().len() + place.0, place.1));
                    next.set(Screen::Play);
                } else {
                    next.set(Screen::Puzzles);
                }
                *making = Making::default();
            }
        }
    }
}

/// Plays the moves of both sides of a solution on the board.
fn draw(
    mut commands: MessageReader<Command>,
    making: Res<Making>,
    mut playing: ResMut<Playing>,
    mut changed: MessageWriter<Changed>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        if !making.drawing {
            continue;
        }
        let Some(session) = playing.puzzle_mut() else { continue };
        let order = match *command {
            Command::Play(mv, Author::Human) => Order::Play(mv),
            Command::Order(order) if moves_along(order) => order,
            _ => continue,
        };
        match session.apply(order) {
            Ok(change) => {
                changed.write(Changed::By(change));
            }
            Err(refused) => {
                if let Order::Play(mv) = order {
                    changed.write(Changed::Refused(mv));
                }
                notices.write(Notice::refusal(match refused {
                    Refused::Rules(refusal) => refusal.id,
                    Refused::NothingToUndo => "nothing-to-undo",
                    Refused::NothingToRedo => "nothing-to-redo",
                    _ => "game-is-over",
                }));
                continue;
            }
        }
        // What is no choice is played at once.
        while let (Order::Play(_), Turn::Forced(mv)) = (order, session.turn()) {
            let Ok(change) = session.apply(Order::Play(mv)) else { break };
            changed.write(Changed::By(change));
        }
    }
}

/// Whether an order goes to and fro in a record and changes nothing else.
fn moves_along(order: Order) -> bool {
    matches!(order, Order::Undo | Order::Redo | Order::UndoAll | Order::RedoAll)
}

/// Takes the solution from the board when that is left.
fn put_down(mut making: ResMut<Making>, mut playing: ResMut<Playing>) {
    if !std::mem::take(&mut making.drawing) {
        return;
    }
    let tree = playing.puzzle_mut().map(|session| session.tree().clone());
    if let (Some(sketch), Some(tree)) = (&mut making.sketch, tree) {
        sketch.set_tree(tree);
    }
    playing.set_puzzle(None);
}

/// Takes what the computer found.
fn collect(mut making: ResMut<Making>, mut asks: MessageWriter<MakeAsk>) {
    if !making.job.as_ref().is_some_and(Job::is_finished) {
        return;
    }
    let making = &mut *making;
    let Some(answer) = making.job.take().and_then(|job| job.found()) else { return };
    let found = match answer {
        Answer::Checked(Ok(())) => Verdict::Proved,
        Answer::Checked(Err(doubt)) => Verdict::Unproved(doubt),
        Answer::Found(Err(doubt)) => Verdict::NotFound(doubt),
        Answer::Found(Ok(found)) => {
            if let Some(sketch) = &mut making.sketch {
                sketch.take(found);
            }
            // What was found is looked at like any other solution.
            making.judged = None;
            return;
        }
    };
    if let Some((.., verdict)) = &mut making.judged {
        *verdict = found;
    }
    if let Some(play) = making.saving.take() {
        asks.write(MakeAsk::Save { play });
    }
}

/// Stops the computer when the application goes out of sight. What was asked
/// of it is asked anew when it comes back.
fn rest(
    mut lives: MessageReader<Life>,
    mut making: ResMut<Making>,
    mut asks: MessageWriter<MakeAsk>,
    mut looked: Local<bool>,
) {
    for life in lives.read() {
        match life {
            Life::Suspend => {
                if making.bypass_change_detection().job.take().is_some() {
                    let judged = making.judged.take();
                    *looked = matches!(judged, Some((.., Verdict::Looking)));
                }
            }
            Life::Resume if std::mem::take(&mut *looked) && making.sketch.is_some() => {
                asks.write(MakeAsk::Find);
            }
            Life::Resume => {}
        }
    }
}

/// Looks at the level whenever its goal or its solution has changed.
fn judge(screen: Res<State<Screen>>, office: Res<Office>, mut making: ResMut<Making>) {
    if *screen.get() != Screen::MakeLevel {
        return;
    }
    let Some(sketch) = &making.sketch else { return };
    let (goal, solution) = (sketch.goal(), sketch.solution());
    if making.judged.as_ref().is_some_and(|(g, s, _)| *g == goal && *s == solution) {
        return;
    }
    let (game, options) = (sketch.tree.game(), sketch.tree.options().clone());
    let level = sketch.level("level", Proof::Record);
    let (job, verdict) = match check_level(game, &options, &level) {
        Err(flaw) => (None, Verdict::Flaw(flaw)),
        Ok(()) => {
            let question = Question::Check(Box::new(Level { proved: kind(&goal), ..level }));
            let job = office.begin(Proving { game: game.id().to_owned(), options, question });
            (Some(job), Verdict::Checking)
        }
    };
    making.job = job;
    making.saving = None;
    making.judged = Some((goal, solution, verdict));
}
