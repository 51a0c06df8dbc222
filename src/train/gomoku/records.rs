//! Files of games of self-play.

use crate::games::gomoku::Rule;
use crate::train::dataset::Record;

/// Points of a side of the board.
pub const SIZE: u8 = 15;

/// Most moves of a game.
const MAX_MOVES: usize = SIZE as usize * SIZE as usize;

/// Bytes of a move: the point, and the score.
const MOVE_SIZE: usize = 3;

/// The score of a random move, such as those of the opening.
const NO_SCORE: i16 = i16::MIN;

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// A draw.
    None,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// File and rank, from 0.
    pub at: (u8, u8),
    /// Score of the search for the side that moves, in hundredths of a tempo; `None` for random
    /// moves, such as those of the opening.
    pub score: Option<i16>,
}

/// A game on 15 by 15.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its rule set: freestyle, standard or Renju.
    pub rule: Rule,
    /// Its winner.
    pub winner: Winner,
    /// Its moves.
    pub moves: Vec<ScoredMove>,
}

impl Record for GameRecord {
    const MAGIC: &'static str = "TYGOMGAM";

    const SIZE: usize = 3 + MAX_MOVES * MOVE_SIZE;

    fn write(&self, bytes: &mut Vec<u8>) {
        let end = bytes.len() + GameRecord::SIZE;
        let rule = match self.rule {
            Rule::Freestyle => 0,
            Rule::Standard | Rule::Caro => 1,
            Rule::Renju => 2,
        };
        bytes.extend([rule, self.winner as u8, self.moves.len() as u8]);
        for mv in &self.moves {
            bytes.push(mv.at.1 * SIZE + mv.at.0);
            bytes.extend(mv.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes.resize(end, 0);
    }

    fn read(bytes: &[u8]) -> Option<GameRecord> {
        let (&[rule, winner, count], rest) = bytes.split_first_chunk()?;
        let rule = *[Rule::Freestyle, Rule::Standard, Rule::Renju].get(usize::from(rule))?;
        let winner = *[Winner::Black, Winner::White, Winner::None].get(usize::from(winner))?;
        let read = |bytes: &[u8]| {
            let &[at, low, high] = bytes else { return None };
            let score = i16::from_le_bytes([low, high]);
            let score = Some(score).filter(|&score| score != NO_SCORE);
            (at < SIZE * SIZE).then_some(ScoredMove { at: (at % SIZE, at / SIZE), score })
        };
        let moves =
            rest.chunks_exact(MOVE_SIZE).take(count.into()).map(read).collect::<Option<_>>();
        Some(GameRecord { rule, winner, moves: moves? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written_and_a_point_off_the_board_is_refused() {
        let moves = vec![
            ScoredMove { at: (7, 7), score: None },
            ScoredMove { at: (14, 0), score: Some(-321) },
        ];
        let game = GameRecord { rule: Rule::Renju, winner: Winner::White, moves };
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        assert_eq!(bytes.len(), GameRecord::SIZE);
        assert_eq!(GameRecord::read(&bytes), Some(game));
        bytes[3] = 225;
        assert_eq!(GameRecord::read(&bytes), None);
    }
}
