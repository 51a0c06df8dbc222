//! The alpha-beta window.

use std::ops::Neg;

use serde::{Deserialize, Serialize};

use super::INFINITE;

/// An alpha-beta window, from the side to move's view. A result at or below
/// `alpha` is an upper bound, one at or above `beta` a lower bound; one
/// between them is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The value that is already certain; below `beta`.
    pub alpha: i32,
    /// The value from which on the opponent avoids the position.
    pub beta: i32,
}

impl Window {
    /// The full window, in which every value is exact.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The null window that tells whether a value exceeds `alpha`.
    #[inline]
    #[must_use]
    pub const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// True for a null window, which contains no value.
    #[inline]
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// The window from the opponent's view.
impl Neg for Window {
    type Output = Window;

    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_sees_the_window_mirrored() {
        let window = Window { alpha: -3, beta: 8 };
        assert_eq!(-window, Window { alpha: -8, beta: 3 });
        assert_eq!(-Window::FULL, Window::FULL);
        assert!(Window::null(4).is_null() && (-Window::null(4)).is_null());
        assert!(!window.is_null() && !Window::FULL.is_null());
    }
}
