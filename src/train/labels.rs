//! Labels of positions: the score of the search, mixed with what came later in the game.

/// Parameters by which scores and what came later become labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelParams {
    /// Part of the label that is the position's own score, from 0 to 1; the rest is what came
    /// later.
    pub score_part: f32,
    /// Weight of a later score, as a part of that of the one before it, in what came later, which
    /// is the mean of the later scores and the result of the game (a λ-return): 1 for the result
    /// alone, 0 for the next score alone.
    pub decay: f32,
}

impl LabelParams {
    /// The label of a position. Its game is gone through from its end, with all chances for the
    /// same side: `own` is that of the position's score, and `later` what came later, at first
    /// the result, which becomes that of the position before.
    #[must_use]
    pub fn mix(self, own: f32, later: &mut f32) -> f32 {
        let LabelParams { score_part, decay } = self;
        let label = score_part * own + (1.0 - score_part) * *later;
        *later = decay * *later + (1.0 - decay) * own;
        label
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The labels of positions with these chances, in their order.
    fn labels(params: LabelParams, chances: &[f32], result: f32) -> Vec<f32> {
        let mut later = result;
        let mut labels: Vec<_> =
            chances.iter().rev().map(|&own| params.mix(own, &mut later)).collect();
        labels.reverse();
        labels
    }

    #[test]
    fn labels_mix_the_score_with_the_later_scores_and_the_result() {
        let chances = [0.5, 0.25, 0.75];
        let labels = |score_part, decay| labels(LabelParams { score_part, decay }, &chances, 1.0);
        assert_eq!(labels(1.0, 0.5), chances);
        assert_eq!(labels(0.0, 1.0), [1.0; 3]);
        assert_eq!(labels(0.0, 0.0), [0.25, 0.75, 1.0]);
        assert_eq!(labels(0.0, 0.5), [0.5 * 0.25 + 0.5 * 0.875, 0.875, 1.0]);
        assert_eq!(labels(0.5, 0.0), [0.375, 0.5, 0.875]);
    }
}
