//! Style of the user interface: fonts, sizes, colours and spacing for egui.

use std::sync::Arc;

use bevy::color::{Color, ColorToPacked};
use bevy_egui::egui::{
    self, Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin,
    Shadow, Stroke, TextStyle, Ui, Vec2,
    style::{ScrollFadeStyle, ScrollStyle},
};

use crate::content::theme::{Colour, Theme};

/// Text sizes in points, smallest first.
pub const SMALL: f32 = 13.0;
/// Running text and buttons.
pub const BODY: f32 = 15.0;
/// Names of groups and players.
pub const LARGE: f32 = 18.0;
/// Clocks, counts and titles of cards.
pub const BIG: f32 = 24.0;
/// Titles of screens.
pub const HUGE: f32 = 36.0;

const KAI: &str = "kai";

/// The brush face (Kai) of titles at this size.
pub fn kai_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(KAI.into()))
}

/// The colours of the active theme, as widgets use them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Behind everything.
    pub paper: Color32,
    /// Surface of panels and cards.
    pub panel: Color32,
    /// Text.
    pub ink: Color32,
    /// Less important text.
    pub muted: Color32,
    /// Outlines and rules.
    pub hairline: Color32,
    /// Highlighted text and lines, and the keyboard focus.
    pub accent: Color32,
    /// Fill of primary actions and chosen places.
    pub seal: Color32,
    /// Text on the seal.
    pub on_seal: Color32,
    /// Going well, or switched on.
    pub good: Color32,
    /// Needs care.
    pub warning: Color32,
    /// The first and the second engine of an analysis, as on boards.
    pub sources: [Color32; 2],
    /// Factor of all line widths.
    pub line_weight: f32,
    /// True for light text on dark ground.
    pub dark: bool,
}

impl Palette {
    fn new(theme: &Theme) -> Palette {
        let accent = colour(theme.accent);
        let (paper, ink) = (colour(theme.paper), colour(theme.ink));
        Palette {
            paper,
            panel: colour(theme.panel),
            ink,
            muted: colour(theme.muted),
            hairline: colour(theme.hairline),
            accent,
            seal: colour(theme.seal),
            on_seal: colour(theme.on_seal),
            good: colour(theme.good),
            warning: colour(theme.warning),
            sources: [colour(theme.board.hint), colour(theme.board.premove)],
            line_weight: theme.line_weight,
            dark: theme.dark,
        }
    }

    /// The active palette.
    pub fn of(ui: &Ui) -> Palette {
        Palette::get(ui.ctx())
    }

    /// The active palette; a plain one before any theme is loaded.
    pub fn get(ctx: &Context) -> Palette {
        ctx.data(|data| data.get_temp(egui::Id::NULL)).unwrap_or(PLAIN)
    }

    /// The one soft shadow.
    pub fn shadow(&self) -> Shadow {
        let alpha = if self.dark { 90 } else { 34 };
        Shadow { offset: [0, 3], blur: 14, spread: 0, color: Color32::from_black_alpha(alpha) }
    }
}

const PLAIN: Palette = Palette {
    paper: Color32::WHITE,
    panel: Color32::WHITE,
    ink: Color32::BLACK,
    muted: Color32::DARK_GRAY,
    hairline: Color32::GRAY,
    accent: Color32::DARK_RED,
    seal: Color32::DARK_RED,
    on_seal: Color32::WHITE,
    good: Color32::DARK_GREEN,
    warning: Color32::BROWN,
    sources: [Color32::YELLOW, Color32::BLUE],
    line_weight: 1.0,
    dark: false,
};

/// Converts a colour of a theme.
pub fn colour(Colour([r, g, b]): Colour) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Converts a Bevy colour to an egui one.
pub fn to_color32(color: Color) -> Color32 {
    let [r, g, b, a] = color.to_srgba().to_u8_array();
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// Interpolates from `a` (0) to `b` (1).
pub fn mix(a: Color32, b: Color32, part: f32) -> Color32 {
    a.lerp_to_gamma(b, part)
}

/// Installs the shipped fonts. Icons follow as a fallback in both families; a font that
/// could not be read leaves egui's own.
pub fn install_fonts(ctx: &Context, sans: Option<&[u8]>, brush: Option<&[u8]>) {
    let mut fonts = FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    let icons = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let mut family = icons.clone();
    for (name, bytes) in [("sans", sans), (KAI, brush)] {
        if let Some(bytes) = bytes {
            let data = FontData::from_owned(bytes.to_vec());
            fonts.font_data.insert(name.to_owned(), Arc::new(data));
        }
    }
    if sans.is_some() {
        family.insert(0, "sans".to_owned());
    }
    let mut titles = family.clone();
    if brush.is_some() {
        titles.insert(0, KAI.to_owned());
        // Only the brush face has the letters of Central Europe.
        family.insert(usize::from(sans.is_some()), KAI.to_owned());
    }
    fonts.families.insert(FontFamily::Proportional, family.clone());
    fonts.families.insert(FontFamily::Monospace, family);
    fonts.families.insert(FontFamily::Name(KAI.into()), titles);
    ctx.set_fonts(fonts);
}

/// Width of the lane at the right of what scrolls, in which the bar lies.
pub const SCROLL_LANE: i8 = 6;

/// A thin handle only under the pointer, in a lane of its own; `page::scrolled` paints
/// shadows where there is more.
fn scroll_style() -> ScrollStyle {
    ScrollStyle {
        content_margin: Margin { right: SCROLL_LANE, ..Margin::ZERO },
        bar_width: f32::from(SCROLL_LANE),
        floating_width: 3.0,
        handle_min_length: 32.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.0,
        active_handle_opacity: 0.3,
        interact_handle_opacity: 0.6,
        fade: ScrollFadeStyle { strength: 0.0, ..ScrollFadeStyle::default() },
        ..ScrollStyle::floating()
    }
}

/// Applies the style of this theme. `touch` enlarges widgets to touch targets.
pub fn apply(ctx: &Context, theme: &Theme, touch: bool) {
    let palette = Palette::new(theme);
    ctx.data_mut(|data| data.insert_temp(egui::Id::NULL, palette));
    ctx.set_theme(if theme.dark { egui::Theme::Dark } else { egui::Theme::Light });
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(SMALL)),
            (TextStyle::Body, FontId::proportional(BODY)),
            (TextStyle::Button, FontId::proportional(BODY)),
            (TextStyle::Monospace, FontId::proportional(BODY)),
            (TextStyle::Heading, FontId::proportional(LARGE)),
        ]
        .into();
        style.spacing.item_spacing = Vec2::splat(8.0);
        style.spacing.interact_size = Vec2::new(44.0, if touch { 44.0 } else { 36.0 });
        style.spacing.button_padding = Vec2::new(14.0, 8.0);
        style.spacing.window_margin = Margin::same(16);
        style.spacing.slider_rail_height = 6.0;
        style.spacing.scroll = scroll_style();
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.4;
        let visuals = &mut style.visuals;
        visuals.dark_mode = theme.dark;
        visuals.override_text_color = Some(palette.ink);
        visuals.panel_fill = palette.paper;
        visuals.window_fill = palette.panel;
        visuals.window_stroke = Stroke::new(palette.line_weight, palette.hairline);
        visuals.window_shadow = palette.shadow();
        visuals.popup_shadow = palette.shadow();
        visuals.window_corner_radius = CornerRadius::same(10);
        visuals.menu_corner_radius = CornerRadius::same(8);
        visuals.extreme_bg_color = mix(palette.panel, palette.ink, 0.10);
        visuals.text_edit_bg_color = Some(mix(palette.panel, palette.ink, 0.03));
        visuals.faint_bg_color = mix(palette.panel, palette.ink, 0.04);
        visuals.slider_trailing_fill = true;
        // Selected text, in the colour of the stroke, and the frame of a field with focus.
        visuals.selection.bg_fill = mix(palette.panel, palette.accent, 0.25);
        visuals.selection.stroke = Stroke::new(2.0 * palette.line_weight, palette.ink);
        visuals.text_cursor.stroke = Stroke::new(2.0, palette.ink);
        visuals.weak_text_color = Some(palette.muted);
        visuals.warn_fg_color = palette.warning;
        visuals.error_fg_color = palette.accent;
        let widgets = &mut visuals.widgets;
        let steps = [
            (&mut widgets.noninteractive, 0.0),
            (&mut widgets.inactive, 0.14),
            (&mut widgets.hovered, 0.22),
            (&mut widgets.active, 0.30),
            (&mut widgets.open, 0.14),
        ];
        for (widget, part) in steps {
            widget.bg_fill = mix(palette.panel, palette.ink, part);
            widget.weak_bg_fill = widget.bg_fill;
            widget.bg_stroke = Stroke::new(palette.line_weight, palette.hairline);
            widget.fg_stroke = Stroke::new(1.5 * palette.line_weight, palette.ink);
            widget.corner_radius = CornerRadius::same(8);
            widget.expansion = 0.0;
        }
    });
}
