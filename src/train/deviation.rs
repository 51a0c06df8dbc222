//! Statistics of multi-ProbCut (Buro 1997): the error of a shallow search
//! against a deep one, for any game.

/// An error of a shallow search.
#[derive(Clone, Copy, Debug)]
pub struct DeviationSample<const N: usize> {
    /// The terms that its size may depend on, such as 1, the depth and the game
    /// stage.
    pub terms: [f64; N],
    /// The observed error.
    pub error: f64,
}

/// Fits the standard deviation of errors as a linear function of their terms,
/// by least squares on the absolute errors. Errors are assumed to be normal and unbiased. Returns the coefficient of each term, in
/// the unit of the errors; `None` if the system is singular.
#[must_use]
pub fn fit_deviation<const N: usize>(samples: &[DeviationSample<N>]) -> Option<[f64; N]> {
    // The mean absolute error of a normal distribution is sigma * sqrt(2/pi).
    let scale = (std::f64::consts::PI / 2.0).sqrt();
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for DeviationSample { terms, error } in samples {
        for row in 0..N {
            for column in 0..N {
                matrix[row][column] += terms[row] * terms[column];
            }
            right[row] += terms[row] * error.abs() * scale;
        }
    }
    solve_linear_system(matrix, right)
}

/// Gauss-Jordan elimination with partial pivoting.
fn solve_linear_system<const N: usize>(
    mut matrix: [[f64; N]; N],
    mut right: [f64; N],
) -> Option<[f64; N]> {
    for at in 0..N {
        let size = |row: &usize| matrix[*row][at].abs();
        let pivot = (at..N).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        if matrix[at][at].abs() < 1e-9 {
            return None;
        }
        for row in 0..N {
            if row != at {
                let part = matrix[row][at] / matrix[at][at];
                let pivot = matrix[at];
                for (entry, above) in matrix[row].iter_mut().zip(pivot) {
                    *entry -= part * above;
                }
                right[row] -= part * right[at];
            }
        }
    }
    Some(std::array::from_fn(|n| right[n] / matrix[n][n]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;

    #[test]
    fn the_deviation_of_generated_errors_is_found() {
        let mut random = Random::new(4);
        let mut normal = || (0..12).map(|_| random.next_f64()).sum::<f64>() - 6.0;
        let samples: Vec<_> = (0..40_000)
            .map(|n| {
                let depth = f64::from(n % 10);
                DeviationSample { terms: [1.0, depth], error: (30.0 + 5.0 * depth) * normal() }
            })
            .collect();
        let [fixed, deep] = fit_deviation(&samples).unwrap();
        assert!((fixed - 30.0).abs() < 1.5 && (deep - 5.0).abs() < 0.3, "{fixed} {deep}");
    }

    #[test]
    fn collinear_terms_have_no_fit() {
        let sample = |terms, error| DeviationSample { terms, error };
        assert_eq!(fit_deviation(&[sample([1.0, 2.0], 3.0), sample([2.0, 4.0], 1.0)]), None);
        assert_eq!(fit_deviation::<2>(&[]), None);
    }
}
