//! The background that the player has chosen for the window: a picture behind every page. It
//! is rendered in a task when the window gets another size; a plain one costs nothing.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::window::PrimaryWindow;
use serde::{Deserialize, Serialize};

use crate::app::notice::Notice;
use crate::app::services::assets::{FileState, LoadedAssets};
use crate::app::services::svg;
use crate::app::services::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::app::settings::{ActiveTheme, Settings};
use crate::search::StopFlag;

/// Longest edge of the rendered picture in pixels. It is soft, so that a larger window can
/// enlarge it.
const MAX_EDGE: f32 = 1600.0;

/// Height below everything on the board.
const DEPTH: f32 = -50.0;

/// A picture that is rendered: its path, and its width and height in pixels.
#[derive(Clone, Debug, Default, PartialEq)]
struct Wanted {
    path: String,
    size: UVec2,
}

/// The picture on show, and the one that is being rendered.
#[derive(Resource, Default)]
struct BackgroundPicture {
    shown: Wanted,
    sprite: Option<Entity>,
    rendering: Option<(Wanted, TaskHandle<BackgroundTask>)>,
    /// The picture that could not be shown, which was reported.
    broken: Option<String>,
}

/// Renders a picture so that it fills a window.
#[derive(Serialize, Deserialize)]
pub struct BackgroundTask {
    svg: String,
    size: [u32; 2],
}

impl Task for BackgroundTask {
    /// RGBA bytes, row by row; empty if it is no picture.
    type Output = Vec<u8>;

    const NAME: &'static str = "background";

    fn run(self, _: &mut WorkerState, _: &StopFlag, report: &mut dyn FnMut(Vec<u8>)) {
        report(svg::fill(&self.svg, self.size).unwrap_or_default());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BackgroundPicture>().add_systems(Update, update_background);
}

fn update_background(
    mut commands: Commands,
    settings: Res<Settings>,
    active_theme: Res<ActiveTheme>,
    library: Res<LoadedAssets>,
    runner: Res<TaskRunner>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut sprites: Query<(&mut Sprite, &mut Transform)>,
    mut images: ResMut<Assets<Image>>,
    mut picture: ResMut<BackgroundPicture>,
    mut notices: MessageWriter<Notice>,
) {
    let picture = picture.bypass_change_detection();
    let (Some(theme), Ok(window)) = (active_theme.theme(), window.single()) else { return };
    let Some(background) = library.background(&settings.background, theme) else {
        if let Some(sprite) = picture.sprite.take() {
            commands.entity(sprite).despawn();
        }
        (picture.shown, picture.rendering) = (Wanted::default(), None);
        return;
    };
    let size = Vec2::new(window.width(), window.height());
    let pixels = size * window.scale_factor();
    let pixels = pixels * (MAX_EDGE / pixels.max_element().max(1.0)).min(1.0);
    let wanted = Wanted {
        path: background.picture(theme.dark),
        size: pixels.round().as_uvec2().max(UVec2::ONE),
    };
    // Until it is rendered for another size, the picture on show fills the window.
    if let Some((mut sprite, mut place)) =
        picture.sprite.and_then(|sprite| sprites.get_mut(sprite).ok())
        && sprite.custom_size != Some(size)
    {
        sprite.custom_size = Some(size);
        place.translation = Vec3::new(size.x / 2.0, -size.y / 2.0, DEPTH);
    }
    if let Some((made, task)) = &picture.rendering {
        if !task.is_finished() {
            return;
        }
        let (made, bytes) = (made.clone(), task.output());
        picture.rendering = None;
        if let Some(sprite) = picture.sprite.take() {
            commands.entity(sprite).despawn();
        }
        if bytes.is_empty() {
            report(&made.path, picture, &mut notices);
        } else {
            let sprite = Sprite {
                image: images.add(image(made.size, bytes)),
                custom_size: Some(size),
                ..default()
            };
            let place = Transform::from_xyz(size.x / 2.0, -size.y / 2.0, DEPTH);
            picture.sprite = Some(commands.spawn((sprite, place)).id());
        }
        picture.shown = made;
    }
    if picture.shown == wanted || picture.broken.as_ref() == Some(&wanted.path) {
        return;
    }
    match (library.request(&wanted.path), library.text(&wanted.path)) {
        (FileState::Loaded, Some(text)) => {
            let task = BackgroundTask { svg: text.to_owned(), size: wanted.size.to_array() };
            picture.rendering = Some((wanted, runner.spawn(task)));
        }
        (FileState::Pending, _) => {}
        _ => report(&wanted.path, picture, &mut notices),
    }
}

fn report(path: &str, picture: &mut BackgroundPicture, notices: &mut MessageWriter<Notice>) {
    picture.broken = Some(path.to_owned());
    notices.write(Notice::problem("background-unusable").with("file", path));
}

/// A texture from opaque RGBA bytes in sRGB.
fn image(size: UVec2, pixels: Vec<u8>) -> Image {
    Image::new(
        Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 },
        TextureDimension::D2,
        pixels,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}

#[cfg(test)]
mod tests {
    use crate::app::services::assets::LoadedAssets;
    use crate::app::services::svg;
    use crate::content::theme::{self, Colour};
    use crate::content::{assets_folder, backgrounds};

    fn read(path: &str) -> Result<String, String> {
        std::fs::read_to_string(assets_folder().join(path)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_window_is_plain_with_high_contrast_and_without_the_background_that_is_chosen() {
        let backgrounds = backgrounds::load(read).backgrounds;
        let assets = LoadedAssets::default().with_backgrounds(backgrounds);
        for theme in theme::shipped() {
            let shown = |id| assets.background(id, &theme).map(|it| it.id.as_str());
            assert_eq!(shown(""), None);
            assert_eq!(shown("desert"), None);
            let wanted = (!theme.has_strong_lines()).then_some("bamboo");
            assert_eq!(shown("bamboo"), wanted, "{}", theme.id);
        }
    }

    #[test]
    fn every_text_can_be_read_on_every_spot_of_every_background() {
        let loaded = backgrounds::load(read);
        assert_eq!(loaded.errors, []);
        assert!(loaded.backgrounds.len() >= 4);
        let themes = theme::shipped();
        for theme in themes.iter().filter(|theme| !theme.has_strong_lines()) {
            for background in &loaded.backgrounds {
                let path = background.picture(theme.dark);
                for size in [[1280, 800], [360, 640]] {
                    let bytes = svg::fill(&read(&path).unwrap(), size).unwrap();
                    let (pixels, _) = bytes.as_chunks::<4>();
                    let mut colours: Vec<[u8; 4]> = pixels.to_vec();
                    colours.sort_unstable();
                    colours.dedup();
                    assert!(colours.len() > 20, "{path} is empty");
                    for [red, green, blue, alpha] in colours {
                        assert_eq!(alpha, 255, "{path}");
                        let ground = Colour([red, green, blue]);
                        for text in [theme.ink, theme.muted, theme.accent] {
                            let contrast = text.contrast(ground);
                            assert!(contrast >= 4.5, "{path}: {text} on {ground}: {contrast:.2}");
                        }
                    }
                }
            }
        }
    }
}
