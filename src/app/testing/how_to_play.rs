//! The pages of how to play: opened from the form of a new game and from a game in
//! progress, at the variant that is chosen there, and left again.

use bevy_egui::egui::accesskit::{Action, ActionRequest, Node, NodeId, TreeId};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, EguiUserTextures, PrimaryEguiContext, egui};

use super::*;
use crate::app::board::{EndOfGame, OverlayState};
use crate::app::features::{
    adaptive, coaching, lessons, openings, position_editor, puzzles, review, setup_choices,
};
use crate::app::platform::{Today, TouchScreen};
use crate::app::screens::{self, HowToPlayPage};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::engines;
use crate::app::widgets::UiSystems;
use crate::app::widgets::theme::install_fonts;
use crate::app::widgets::thumbnail::PieceTextures;
use crate::app::{settings, text};
use crate::content::{self, KAI, SANS, assets_folder, how_to_play, theme};
use crate::games::registry;

/// The parts of the application that the pages and the play screen show, and an egui context.
pub(super) fn pages_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    let read = |path: &str| std::fs::read_to_string(assets_folder().join(path));
    let guides = how_to_play::load(read).guides;
    let courses = content::lessons::load(read).courses;
    let glossaries = content::glossary::load(read).glossaries;
    let assets = LoadedAssets::of_guides(guides, theme::shipped());
    app.insert_resource(assets.with_lessons(courses, glossaries))
        .init_resource::<ClearColor>()
        .init_resource::<EguiUserTextures>()
        .init_resource::<PieceTextures>()
        .init_resource::<OverlayState>()
        .init_resource::<EndOfGame>()
        .init_resource::<review::ResultAnalysis>()
        .init_resource::<TouchScreen>()
        .insert_resource(Today(0))
        .init_resource::<BoardArea>()
        .add_message::<bevy::window::RequestRedraw>()
        .add_message::<review::OpenReview>()
        .add_message::<review::OpenFromLibrary>()
        .add_plugins((session::plugin, engine::plugin, settings::plugin, board::interaction))
        .add_plugins((openings::plugin, puzzles::plugin, setup_choices::plugin, lessons::plugin))
        .add_plugins((position_editor::plugin, coaching::plugin, adaptive::plugin))
        .add_plugins((text::plugin, screens::game_screens, engines::plugin))
        .configure_sets(
            EguiPrimaryContextPass,
            (UiSystems::Prepare, UiSystems::Screen, UiSystems::CoveringPage, UiSystems::Overlay)
                .chain(),
        );
    let context = app.world_mut().spawn(PrimaryEguiContext).id();
    let mut context = app.world_mut().get_mut::<EguiContext>(context).unwrap();
    let ctx = context.get_mut();
    ctx.enable_accesskit();
    let font = |path| std::fs::read(assets_folder().join(path)).unwrap();
    install_fonts(ctx, Some(&font(SANS)), Some(&font(KAI)));
    app.update();
    app.world_mut().resource_mut::<Settings>().animation = AnimationSpeed::Off;
    app
}

pub(super) fn screen(app: &App) -> Screen {
    *app.world().resource::<State<Screen>>().get()
}

pub(super) fn go_to(app: &mut App, screen: Screen) {
    app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
    app.update();
}

/// Draws a frame with this input, and returns its widgets by name.
pub(super) fn draw(app: &mut App, events: Vec<egui::Event>) -> Vec<(String, NodeId)> {
    let nodes = draw_nodes(app, egui::vec2(1280.0, 800.0), events);
    let named = nodes.into_iter().filter_map(|(id, node)| {
        let name = node.label().or(node.value())?.to_owned();
        Some((name, id))
    });
    named.collect()
}

/// Draws a frame of this size with this input, and returns its widgets.
pub(super) fn draw_nodes(
    app: &mut App,
    size: egui::Vec2,
    events: Vec<egui::Event>,
) -> Vec<(NodeId, Node)> {
    let mut contexts = app.world_mut().query::<&mut EguiContext>();
    let ctx = contexts.single_mut(app.world_mut()).unwrap().get_mut().clone();
    let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
    ctx.begin_pass(egui::RawInput { screen_rect: Some(window), events, ..Default::default() });
    app.world_mut().run_schedule(EguiPrimaryContextPass);
    let output = ctx.end_pass();
    app.update();
    output.platform_output.accesskit_update.into_iter().flat_map(|tree| tree.nodes).collect()
}

/// Names of the widgets on show, once the page has settled.
pub(super) fn names(app: &mut App) -> Vec<String> {
    draw(app, Vec::new());
    draw(app, Vec::new()).into_iter().map(|(name, _)| name).collect()
}

/// Presses a button by its name, as a screen reader does.
pub(super) fn press(app: &mut App, name: &str) {
    draw(app, Vec::new());
    let widgets = draw(app, Vec::new());
    let found = widgets.iter().find(|(known, _)| known == name);
    let target_node = found.unwrap_or_else(|| panic!("no {name} among {widgets:?}")).1;
    let request =
        ActionRequest { action: Action::Click, target_tree: TreeId::ROOT, target_node, data: None };
    draw(app, vec![egui::Event::AccessKitActionRequest(request)]);
}

pub(super) fn press_key(app: &mut App, key: egui::Key) {
    let event = |pressed| egui::Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    draw(app, vec![event(true), event(false)]);
}

/// Game and id of the page on show.
fn shown(app: &App) -> (&'static str, String) {
    let (game, at) = app.world().resource::<HowToPlayPage>().shown();
    let guide = app.world().resource::<LoadedAssets>().guide(game.id()).unwrap();
    (game.id(), guide.pages[at].id.clone())
}

fn renju_between_two_people() -> GameSetup {
    let renju = [("rule", OptionValue::Word("renju".to_owned()))];
    let game = registry::find("gomoku").unwrap();
    GameSetup { game, ..setup(TWO_HUMANS, &renju, TimeControl::Unlimited) }
}

#[test]
fn the_page_opens_from_a_game_in_progress_at_its_variant_and_returns() {
    let folder = DataFolder::new("how-to-play-in-play");
    let mut app = pages_app(&folder.0);
    app.world_mut().resource_mut::<Settings>().language = crate::app::settings::Language::English;
    start_game(&mut app, renju_between_two_people());
    go_to(&mut app, Screen::Play);
    press_key(&mut app, egui::Key::M);
    press(&mut app, "How to play");
    assert_eq!(screen(&app), Screen::HowToPlay);
    assert_eq!(shown(&app), ("gomoku", "renju".to_owned()));
    let widgets = names(&mut app);
    for name in ["Gomoku: how to play", "Renju", "Double three", "Next"] {
        assert!(widgets.iter().any(|known| known == name), "{name} is not among {widgets:?}");
    }
    press(&mut app, "Connect6");
    assert_eq!(shown(&app), ("gomoku", "connect6".to_owned()));
    press_key(&mut app, egui::Key::Escape);
    assert_eq!(screen(&app), Screen::Play);
    assert_eq!(game(&app).setup().game.id(), "gomoku");
}

#[test]
fn the_page_opens_from_the_form_of_a_new_game_and_returns() {
    let folder = DataFolder::new("how-to-play-in-form");
    let mut app = pages_app(&folder.0);
    app.world_mut().resource_mut::<Settings>().language = crate::app::settings::Language::English;
    start_game(&mut app, renju_between_two_people());
    go_to(&mut app, Screen::Play);
    // The menu opens the form with the game's own options.
    press_key(&mut app, egui::Key::M);
    press(&mut app, "New game");
    assert_eq!(screen(&app), Screen::NewGame);
    press(&mut app, "More: rules, match");
    press(&mut app, "Standard");
    press(&mut app, "How to play");
    assert_eq!(screen(&app), Screen::HowToPlay);
    assert_eq!(shown(&app), ("gomoku", "standard".to_owned()));
    press(&mut app, "Back");
    assert_eq!(screen(&app), Screen::NewGame);
}

#[test]
fn nothing_is_drawn_again_while_diagrams_are_played_by_hand() {
    let folder = DataFolder::new("how-to-play-still");
    let mut app = pages_app(&folder.0);
    let reversi = registry::find("reversi").unwrap();
    app.world_mut().resource_scope(|world, mut page: Mut<HowToPlayPage>| {
        let assets = world.resource::<LoadedAssets>();
        page.open_for(reversi, &Options::default(), assets, Screen::Home);
    });
    go_to(&mut app, Screen::HowToPlay);
    draw(&mut app, Vec::new());
    assert_eq!(app.world().resource::<HowToPlayPage>().time_to_next_move(), None);
    app.world_mut().resource_mut::<Settings>().animation = AnimationSpeed::Normal;
    draw(&mut app, Vec::new());
    let wait = app.world().resource::<HowToPlayPage>().time_to_next_move();
    assert!(wait.is_some_and(|wait| wait <= Duration::from_secs(3)), "{wait:?}");
}
