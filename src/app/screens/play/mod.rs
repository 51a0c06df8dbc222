//! The game in progress on the screen: the board, and around it the players,
//! the moves and what one can do.

mod draw;
mod narrow;
mod panel;
mod puzzle;
mod result;
mod score;
mod sheet;
mod state;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Frame, Key, Margin, Modifiers, Panel, Ui};

use super::board::{self, Manner};
use super::new_game::Draft;
use super::promotion;
use super::settings::Back;
use super::thumbnail::{Brush, Pictures};
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::board::{BoardInput, Cursor, Insight, Overlays, Placed};
use crate::app::openings::Openings;
use crate::app::platform::TouchScreen;
use crate::app::puzzles::{self, Make, MakeAsk, Making, Progress, Puzzles};
use crate::app::review;
use crate::app::session::{Author, Command, Order, Playing, Session, Slots, Turn};
use crate::app::settings::Settings;
use crate::app::thinking::{Ask, Thinking};
use crate::app::ui::{BoardArea, Look, UiSet, Words, root};
use crate::core::Move;
use crate::games::Thought;
use sheet::Sheet;
use state::status;

/// Breadth of the column beside the board where there is room for it, and
/// where there is little.
const COLUMN: f32 = 320.0;
const NARROW_COLUMN: f32 = 260.0;
const SLIM_COLUMN: f32 = 132.0;
const BROAD_SLIM_COLUMN: f32 = 352.0;

/// How the panels stand around the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// A column of this breadth with everything in it.
    Wide(f32),
    /// A column of this breadth with the least that is needed.
    Slim(f32),
    /// Strips above and below.
    Tall,
}

impl Shape {
    /// The board is the largest thing; panels give way first.
    pub(super) fn of(size: egui::Vec2) -> Shape {
        if size.x < size.y * 1.12 {
            return Shape::Tall;
        }
        let spare = size.x - size.y;
        if size.y >= 420.0 && (spare >= NARROW_COLUMN || size.x >= 760.0) {
            Shape::Wide(if size.x >= 960.0 { COLUMN } else { NARROW_COLUMN })
        } else {
            Shape::Slim(spare.clamp(SLIM_COLUMN, BROAD_SLIM_COLUMN))
        }
    }
}

/// What a person did on this screen; it is carried out after drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Order(Order),
    Play(Move),
    Ask(Ask),
    Open(Sheet),
    Close,
    Save(u8),
    Load(u8),
    Rematch,
    NewGame,
    Flip,
    /// Shows or hides the overlay of this name.
    Overlay(&'static str),
    NextOverlay,
    /// Puts back what was picked up.
    Drop,
    /// Places the stone that is shown.
    Confirm,
    Settings,
    /// Does something with the puzzle on the board.
    Puzzle(puzzles::Ask),
    /// Back to the packs of puzzles.
    Puzzles,
    /// Look through the game.
    Review,
    /// Makes a level of the position on the board.
    MakeLevel,
    /// Changes this level of this pack of the player's.
    Edit(usize, usize),
    /// Takes the last move out of the solution that is played here.
    Cut,
    /// Back to the level in the making.
    Drawn,
    Home,
}

/// What is drawn from.
struct View<'a> {
    words: &'a Words,
    session: &'a Session,
    /// What a person may play now; empty out of their turn.
    moves: &'a [Move],
    thinking: &'a Thinking,
    /// The search behind the computer's last move.
    searched: Option<&'a Thought>,
    slots: &'a Slots,
    brush: Brush<'a>,
    cursor: &'a Cursor,
    insight: &'a Insight,
    overlays: &'a Overlays,
    openings: &'a Openings,
    /// What the tabs show.
    tab: &'a mut Tab,
    wishes: &'a mut Vec<Wish>,
}

/// Everything that a wish may reach.
#[derive(SystemParam)]
struct Reach<'w> {
    commands: MessageWriter<'w, Command>,
    asks: MessageWriter<'w, Ask>,
    puzzles: MessageWriter<'w, puzzles::Ask>,
    reviews: MessageWriter<'w, review::Open>,
    fetches: MessageWriter<'w, review::Fetch>,
    make: MessageWriter<'w, Make>,
    making: MessageWriter<'w, MakeAsk>,
    next: ResMut<'w, NextState<Screen>>,
    settings: ResMut<'w, Settings>,
    draft: ResMut<'w, Draft>,
    back: ResMut<'w, Back>,
    overlays: ResMut<'w, Overlays>,
    open: ResMut<'w, Open>,
}

/// The level on the board and what is known of it.
#[derive(SystemParam)]
struct Levels<'w> {
    puzzles: Res<'w, Puzzles>,
    progress: Res<'w, Progress>,
    making: Res<'w, Making>,
    time: Res<'w, Time<Real>>,
    screen: Res<'w, TouchScreen>,
}

/// What is on the board, and so what the panels around it show.
#[derive(Clone, Copy)]
enum Matter<'a> {
    /// The game in progress.
    Game,
    /// A puzzle level.
    Level(puzzle::Shown<'a>),
    /// The solution of a level in the making.
    Solution,
}

impl Levels<'_> {
    fn matter<'a>(&'a self, library: &'a Library) -> Matter<'a> {
        match self.shown(library) {
            Some(shown) => Matter::Level(shown),
            None if self.making.is_drawing() => Matter::Solution,
            None => Matter::Game,
        }
    }

    fn shown<'a>(&'a self, library: &'a Library) -> Option<puzzle::Shown<'a>> {
        let puzzle = self.puzzles.current()?;
        let pack = library.packs().get(puzzle.pack)?;
        let level = pack.levels.get(puzzle.level)?;
        let next = puzzle.next(library, &self.progress);
        let run = self.puzzles.run().map(|run| (run, run.left(self.time.elapsed())));
        let own = puzzle.pack.checked_sub(library.shipped().len());
        Some(puzzle::Shown { puzzle, pack, level, progress: &self.progress, own, next, run })
    }
}

/// What the panels show, where there is no room for everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    /// How the game stands and what one is asked for.
    #[default]
    Game,
    /// The moves so far.
    Moves,
    /// What is counted, and what can be laid over the board.
    Score,
}

/// What this screen remembers by itself.
#[derive(Resource, Default)]
struct Open {
    /// The sheet that lies over it.
    sheet: Option<Sheet>,
    tab: Tab,
    /// Whether the game was over in the frame before.
    over: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Open>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSet::Screen).run_if(in_state(Screen::Play)),
        )
        .add_systems(
            OnExit(Screen::Play),
            |mut area: ResMut<BoardArea>, mut open: ResMut<Open>| {
                area.0 = None;
                open.sheet = None;
            },
        );
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    look: Res<Look>,
    library: Res<Library>,
    pictures: Res<Pictures>,
    playing: Res<Playing>,
    thinking: Res<Thinking>,
    slots: Res<Slots>,
    placed: Res<Placed>,
    cursor: Res<Cursor>,
    insight: Res<Insight>,
    openings: Res<Openings>,
    levels: Levels,
    mut area: ResMut<BoardArea>,
    mut inputs: MessageWriter<BoardInput>,
    mut reach: Reach,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(session) = playing.session() else {
        reach.next.set(Screen::Home);
        return Ok(());
    };
    let Some(theme) = look.content() else { return Ok(()) };
    let moves = match session.turn() {
        Turn::Human => session.position().legal_moves(),
        _ => Vec::new(),
    };
    let mut wishes = Vec::new();
    // How it ended is not to be missed.
    let over = session.ending().is_some();
    let ends = over && !std::mem::replace(&mut reach.open.over, over);
    let mut tab = if ends { Tab::Game } else { reach.open.tab };
    reach.open.over = over;
    let open = reach.open.sheet;
    let mut view = View {
        words: &words,
        session,
        moves: &moves,
        thinking: &thinking,
        searched: thinking.last(&playing),
        slots: &slots,
        brush: Brush {
            theme,
            illustrated: reach.settings.pictures,
            library: &library,
            pictures: &pictures,
        },
        cursor: &cursor,
        insight: &insight,
        overlays: &reach.overlays,
        openings: &openings,
        tab: &mut tab,
        wishes: &mut wishes,
    };
    let mut ui = root(&ctx);
    let size = ui.available_size();
    let frame = |x, y| Frame::new().inner_margin(Margin::symmetric(x, y));
    let matter = levels.matter(&library);
    let plain = |panel: Panel| panel.show_separator_line(false).resizable(false);
    match Shape::of(size) {
        Shape::Wide(breadth) => {
            plain(Panel::right("play-column")).exact_size(breadth).frame(frame(16, 12)).show(
                &mut ui,
                |ui| match matter {
                    Matter::Level(shown) => puzzle::column(ui, &mut view, shown),
                    Matter::Solution => draw::column(ui, &mut view),
                    Matter::Game => panel::column(ui, &mut view),
                },
            );
        }
        Shape::Slim(breadth) => {
            plain(Panel::right("play-slim")).exact_size(breadth).frame(frame(6, 4)).show(
                &mut ui,
                |ui| match matter {
                    Matter::Level(shown) => puzzle::column(ui, &mut view, shown),
                    Matter::Solution => draw::column(ui, &mut view),
                    Matter::Game => narrow::slim(ui, &mut view),
                },
            );
        }
        Shape::Tall => {
            plain(Panel::top("play-top")).frame(frame(8, 4)).show(&mut ui, |ui| match matter {
                Matter::Level(shown) => {
                    puzzle::head(ui, &mut view, shown);
                    puzzle::goal(ui, &view, shown);
                }
                Matter::Solution => draw::head(ui, &mut view),
                Matter::Game => narrow::above(ui, &mut view, size),
            });
            plain(Panel::bottom("play-bottom")).frame(frame(8, 4)).show(
                &mut ui,
                |ui| match matter {
                    Matter::Level(shown) => puzzle::body(ui, &mut view, shown),
                    Matter::Solution => draw::body(ui, &mut view),
                    Matter::Game => narrow::below(ui, &mut view, size),
                },
            );
        }
    }
    egui::CentralPanel::default().frame(frame(6, 6)).show(&mut ui, |ui| {
        let places = moves.iter().any(|mv| matches!(mv, Move::Place(_)));
        let aims = placed.0.as_ref().is_some_and(|layout| {
            places && reach.settings.confirm.applies(levels.screen.finger, layout.cell)
        });
        let (said, manner) = (status(&view), Manner::play(open.is_none(), aims));
        board::show(ui, &said, &look, &placed, &cursor, manner, &mut area, &mut inputs);
    });
    match open {
        Some(open) => sheet::show(&ctx, open, &mut view),
        None => {
            let became = promotion::show(&ctx, &words, session, &cursor, &placed, view.brush);
            view.wishes.extend(became.map(Wish::Play));
            match matter {
                Matter::Level(shown) => puzzle_keys(&ui, &mut view, shown),
                Matter::Solution => draw::keys(&ui, &mut view),
                Matter::Game => keys(&ui, &mut view),
            }
        }
    }
    reach.open.tab = tab;
    for wish in wishes {
        match wish {
            Wish::Drop => _ = inputs.write(BoardInput::Drop),
            Wish::Confirm => _ = inputs.write(BoardInput::Confirm),
            _ => {}
        }
        reach.grant(wish, session);
    }
    Ok(())
}

/// The keys while a puzzle is on the board.
fn puzzle_keys(ui: &Ui, view: &mut View, shown: puzzle::Shown) {
    let amid = view.cursor.is_amid();
    let table = [
        (Key::U, Wish::Puzzle(puzzles::Ask::Again)),
        (Key::Backspace, Wish::Puzzle(puzzles::Ask::Again)),
        (Key::H, Wish::Puzzle(puzzles::Ask::Hint)),
        (Key::F, Wish::Flip),
        (Key::Escape, if amid { Wish::Drop } else { shown.leave() }),
    ];
    ui.input(|input| {
        let pressed = table.iter().filter(|(key, _)| input.key_pressed(*key));
        view.wishes.extend(pressed.map(|&(_, wish)| wish));
        let solved = shown.puzzle.state == puzzles::State::Solved;
        if let Some(next) = shown.next.filter(|_| solved && input.key_pressed(Key::N)) {
            view.wishes.push(Wish::Puzzle(next));
        }
    });
}

/// Keys that mean the same wherever the keyboard is on this screen.
fn keys(ui: &Ui, view: &mut View) {
    let table = [
        (Key::U, Wish::Order(Order::Undo)),
        (Key::Backspace, Wish::Order(Order::Undo)),
        (Key::R, Wish::Order(Order::Redo)),
        (Key::Home, Wish::Order(Order::UndoAll)),
        (Key::End, Wish::Order(Order::RedoAll)),
        (Key::H, Wish::Ask(Ask::Hint)),
        (Key::P, Wish::Ask(Ask::PlayForMe)),
        (Key::F, Wish::Flip),
        (Key::O, Wish::NextOverlay),
        (Key::M, Wish::Open(Sheet::More)),
        (Key::Escape, if view.cursor.is_amid() { Wish::Drop } else { Wish::Home }),
    ];
    ui.input_mut(|input| {
        if input.consume_key(Modifiers::COMMAND, Key::Z) {
            view.wishes.push(Wish::Order(Order::Undo));
        }
        if input.consume_key(Modifiers::COMMAND, Key::Y) {
            view.wishes.push(Wish::Order(Order::Redo));
        }
        if input.modifiers.command {
            return;
        }
        let pressed = table.iter().filter(|(key, _)| input.key_pressed(*key));
        view.wishes.extend(pressed.map(|&(_, wish)| wish));
    });
}

impl Reach<'_> {
    fn grant(&mut self, wish: Wish, session: &Session) {
        // Every choice on a sheet closes it, except one that opens another.
        if !matches!(wish, Wish::Open(_)) {
            self.open.sheet = None;
        }
        match wish {
            Wish::Order(order) => {
                self.commands.write(Command::Order(order));
            }
            Wish::Play(mv) => {
                self.commands.write(Command::Play(mv, Author::Human));
            }
            Wish::Ask(ask) => {
                self.asks.write(ask);
            }
            Wish::Open(sheet) => self.open.sheet = Some(sheet),
            Wish::Close | Wish::Drop | Wish::Confirm => {}
            Wish::Save(number) => {
                self.commands.write(Command::Save(number));
            }
            Wish::Load(number) => {
                self.commands.write(Command::Load(number));
            }
            Wish::Rematch => {
                self.commands.write(Command::Rematch);
            }
            Wish::NewGame => {
                self.draft.choose(session.setup().game, Some(session));
                self.next.set(Screen::NewGame);
            }
            Wish::Overlay(id) => self.overlays.toggle(session.position(), id),
            Wish::NextOverlay => self.overlays.next(session.position()),
            Wish::Flip => self.settings.flipped = !self.settings.flipped,
            Wish::Settings => {
                self.back.0 = Some(Screen::Play);
                self.next.set(Screen::Settings);
            }
            Wish::Puzzle(ask) => {
                self.puzzles.write(ask);
            }
            Wish::Puzzles => self.next.set(Screen::Puzzles),
            Wish::Review => {
                // One that is kept may have been written into already.
                if let Some(id) = session.kept().filter(|_| session.ending().is_some()) {
                    self.fetches.write(review::Fetch(id));
                } else {
                    let (tree, at) = (session.tree().clone(), Some(session.current()));
                    self.reviews.write(review::Open { tree, at, kept: None });
                }
            }
            Wish::MakeLevel => {
                self.make.write(Make::of(session));
            }
            Wish::Edit(pack, level) => {
                self.making.write(MakeAsk::Edit(pack, level));
            }
            Wish::Cut => {
                self.making.write(MakeAsk::Cut);
            }
            Wish::Drawn => self.next.set(Screen::MakeLevel),
            Wish::Home => self.next.set(Screen::Home),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_give_way_before_the_board() {
        assert_eq!(Shape::of(egui::vec2(1280.0, 800.0)), Shape::Wide(COLUMN));
        assert_eq!(Shape::of(egui::vec2(1920.0, 1080.0)), Shape::Wide(COLUMN));
        assert_eq!(Shape::of(egui::vec2(360.0, 640.0)), Shape::Tall);
        // The same windows at 250 %.
        assert_eq!(Shape::of(egui::vec2(512.0, 320.0)), Shape::Slim(192.0));
        assert_eq!(Shape::of(egui::vec2(144.0, 256.0)), Shape::Tall);
        // A phone held sideways.
        assert_eq!(Shape::of(egui::vec2(640.0, 360.0)), Shape::Slim(280.0));
        assert_eq!(Shape::of(egui::vec2(740.0, 360.0)), Shape::Slim(BROAD_SLIM_COLUMN));
    }
}
