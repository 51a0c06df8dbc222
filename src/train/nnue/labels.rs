//! The labels of positions from self-play.

use super::model::{score_of, win_chance};
use super::positions::{MAX_SCORE, PackedPosition};
use crate::core::Side;
use crate::train::labels::LabelParams;

/// True if `next` may come after `position` in the same game: records of a game follow each other,
/// and its pieces never grow in number.
fn may_follow(position: &PackedPosition, next: &PackedPosition) -> bool {
    position.game() == next.game()
        && position.result_for_first() == next.result_for_first()
        && position.pieces() >= next.pieces()
}

/// Replaces the scores of positions, in the order in which they were played, by their labels.
pub fn label(positions: &mut [PackedPosition], params: LabelParams) {
    let mut later = 0.0;
    let mut next: Option<PackedPosition> = None;
    for position in positions.iter_mut().rev() {
        if next.is_none_or(|next| !may_follow(position, &next)) {
            later = f32::from(position.result_for_first() + 1) / 2.0;
        }
        next = Some(*position);
        let for_first = |chance: f32| match position.side() {
            Side::First => chance,
            Side::Second => 1.0 - chance,
        };
        let own = for_first(win_chance(position.score().into()));
        let chance = for_first(params.mix(own, &mut later));
        position.set_score(score_of(chance).clamp(-MAX_SCORE, MAX_SCORE).round() as i16);
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions::ScoredPosition;
    use super::*;
    use crate::search::nnue::{FeatureSet, Placement};

    const FEATURES: FeatureSet = FeatureSet { kinds: 2, files: 4, ranks: 4, king: 1 };

    /// Positions of one game, by score and side to move.
    fn game(game: u8, for_first: i8, scores: &[(i16, Side)]) -> Vec<PackedPosition> {
        let position = |&(score, side): &(i16, Side)| {
            let mut placement = Placement::default();
            placement.pieces[0][1] = 1;
            placement.pieces[1][1] = 1 << 9;
            let result = if side == Side::First { for_first } else { -for_first };
            ScoredPosition { placement, side, score, result, game }.pack(FEATURES).unwrap()
        };
        scores.iter().map(position).collect()
    }

    fn labels(mut positions: Vec<PackedPosition>, score_part: f32, decay: f32) -> Vec<i16> {
        label(&mut positions, LabelParams { score_part, decay });
        positions.iter().map(PackedPosition::score).collect()
    }

    #[test]
    fn labels_are_scores_for_the_side_to_move() {
        use Side::{First, Second};
        let played = || game(7, 1, &[(0, First), (-200, Second), (400, First)]);
        assert_eq!(labels(played(), 1.0, 0.5), [0, -200, 400]);
        // The result alone.
        assert_eq!(labels(played(), 0.0, 1.0), [3000, -3000, 3000]);
        // The next score alone, and the result after the last.
        assert_eq!(labels(played(), 0.0, 0.0), [200, -400, 3000]);
        let chance = 0.5 * win_chance(0.0) + 0.5 * win_chance(200.0);
        assert_eq!(labels(played(), 0.5, 0.0)[0], score_of(chance).round() as i16);
    }

    #[test]
    fn a_game_learns_nothing_from_the_next_one() {
        let first = game(7, 0, &[(10, Side::First), (20, Side::First)]);
        for second in [
            game(8, 0, &[(300, Side::First)]),
            game(7, 1, &[(300, Side::First)]),
            game(7, -1, &[(300, Side::First)]),
        ] {
            let alone = labels(first.clone(), 0.2, 0.7);
            let both = labels([first.clone(), second].concat(), 0.2, 0.7);
            assert_eq!(both[..2], alone);
        }
    }
}
