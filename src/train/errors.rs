//! Statistics of the errors of an evaluation.

/// Sums of errors, from which their means follow.
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorStats {
    count: u32,
    absolute: f64,
    squares: f64,
    signed: f64,
}

impl ErrorStats {
    /// Adds an error.
    pub fn add(&mut self, error: f64) {
        self.count += 1;
        self.absolute += error.abs();
        self.squares += error * error;
        self.signed += error;
    }

    /// The divisor of the means: the number of errors, but at least 1.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count.max(1)
    }

    /// Mean absolute error.
    #[must_use]
    pub fn mean_absolute(&self) -> f64 {
        self.absolute / f64::from(self.count())
    }

    /// Root mean square error.
    #[must_use]
    pub fn root_mean_square(&self) -> f64 {
        (self.squares / f64::from(self.count())).sqrt()
    }

    /// Mean error (bias): positive if the evaluation is too high.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.signed / f64::from(self.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_no_errors_are_zero_and_opposite_errors_have_no_bias() {
        let mut errors = ErrorStats::default();
        assert_eq!(
            (errors.mean_absolute(), errors.root_mean_square(), errors.mean()),
            (0.0, 0.0, 0.0)
        );
        errors.add(3.0);
        errors.add(-3.0);
        assert_eq!(
            (errors.mean_absolute(), errors.root_mean_square(), errors.mean()),
            (3.0, 3.0, 0.0)
        );
        assert_eq!(errors.count(), 2);
    }
}
