//! The quality of a player's connection, as bars beside their clock.

use bevy_egui::egui::{CornerRadius, Painter, Pos2, Rect, Vec2};

use crate::app::text::Localization;
use crate::app::widgets::theme::Palette;

/// Number of bars, and their measures.
const BARS: usize = 4;
const BAR_WIDTH: f32 = 3.0;
const BAR_STEP: f32 = 4.5;
const BAR_HEIGHT: f32 = 4.0;

/// Width of all bars.
pub(super) const WIDTH: f32 = BAR_STEP * BARS as f32;

/// Round trips in milliseconds up to which all bars are filled, and one less each.
const LIMITS: [u32; 3] = [100, 250, 500];

/// The connection of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConnectionQuality {
    /// They are not here.
    Away,
    /// They are here, and nothing is measured yet.
    Unknown,
    /// The time to the server and back in milliseconds.
    RoundTrip(u32),
}

impl ConnectionQuality {
    fn bars(self) -> usize {
        match self {
            ConnectionQuality::Away | ConnectionQuality::Unknown => 0,
            ConnectionQuality::RoundTrip(time) => {
                BARS - LIMITS.iter().filter(|&&limit| time > limit).count()
            }
        }
    }

    /// In words.
    pub(super) fn text(self, l10n: &Localization) -> String {
        match self {
            ConnectionQuality::Away => l10n.get("connection-away"),
            ConnectionQuality::Unknown => l10n.get("connection-unknown"),
            ConnectionQuality::RoundTrip(time) => {
                l10n.format("connection-time", &[("time", time.to_string())])
            }
        }
    }

    /// Paints the bars, with their right end here.
    pub(super) fn paint(self, painter: &Painter, palette: &Palette, right: Pos2) {
        let full = self.bars();
        let strong = if full > 1 { palette.good } else { palette.warning };
        let tall = BAR_HEIGHT * BARS as f32;
        let (left, bottom) = (right.x - WIDTH, right.y + tall / 2.0);
        for bar in 0..BARS {
            let height = BAR_HEIGHT * (bar + 1) as f32;
            let at = Pos2::new(left + BAR_STEP * bar as f32, bottom - height);
            let ink = if bar < full { strong } else { palette.hairline };
            let rect = Rect::from_min_size(at, Vec2::new(BAR_WIDTH, height));
            painter.rect_filled(rect, CornerRadius::same(1), ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_way_has_fewer_bars() {
        let bars = |time| ConnectionQuality::RoundTrip(time).bars();
        assert_eq!([20, 100, 101, 251, 900].map(bars), [4, 4, 3, 2, 1]);
        assert_eq!(ConnectionQuality::Away.bars(), 0);
    }
}
