//! Handicap stones.

use super::error::GtpError;
use super::{Answer, Gtp};
use crate::core::{Move, Point, Side};
use crate::engines::{read_vertex, vertex};
use crate::games::{AnyPosition, Engine, EngineRequest, OptionValue, Options};
use crate::search::{Limits, StopFlag};

/// The fewest handicap stones; one is no handicap.
const MIN_STONES: usize = 2;

fn points(position: &AnyPosition) -> impl Iterator<Item = Point> + '_ {
    let (files, ranks) = (position.board().files, position.board().ranks);
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| Point::new(file, rank)))
}

/// The vertices of the stones of a side.
pub(super) fn stones(position: &AnyPosition, side: Side) -> Vec<String> {
    let is_own = |at: &Point| position.piece_at(*at).is_some_and(|it| it.side == side);
    points(position).filter(is_own).map(|at| vertex(position, Move::Place(at))).collect()
}

impl Gtp {
    /// The options of a game with this number of stones on the usual points, or put by
    /// Black.
    fn with_handicap(
        &self,
        text: Option<&str>,
        is_free: bool,
    ) -> Result<(Options, usize), GtpError> {
        if points(&self.position).any(|at| self.position.piece_at(at).is_some()) {
            return Err(GtpError::NotEmpty);
        }
        let number: Option<usize> = text.and_then(|text| text.parse().ok());
        let number = number.filter(|&number| number >= MIN_STONES);
        let number = number.ok_or(GtpError::HandicapNumber)?;
        let mut options = self.options.clone();
        options.set("handicap", OptionValue::Number(number as i64));
        let placement = if is_free { "free" } else { "fixed" };
        options.set("placement", OptionValue::Word(placement.to_owned()));
        options.check(self.game.options()).map_err(|_| GtpError::HandicapNumber)?;
        Ok((options, number))
    }

    pub(super) fn fixed_handicap(&mut self, text: Option<&str>) -> Answer {
        let (options, number) = self.with_handicap(text, false)?;
        let placed = stones(&self.game.start(&options)?, Side::First);
        // Small boards have too few points for many stones.
        if placed.len() != number {
            return Err(GtpError::HandicapNumber);
        }
        self.begin(options)?;
        Ok(placed.join(" "))
    }

    /// Places the stones where the engine wants them, or as many as the game allows.
    pub(super) fn place_free_handicap(
        &mut self,
        text: Option<&str>,
        engine: &mut dyn Engine,
    ) -> Answer {
        let wanted: Option<usize> = text.and_then(|text| text.parse().ok());
        let most = wanted.map(|wanted| wanted.min(self.max_stones()).to_string());
        let (options, number) = self.with_handicap(most.as_deref(), true)?;
        let mut position = self.game.start(&options)?;
        for _ in 0..number {
            let request = EngineRequest {
                strength: self.strength,
                limits: Limits { depth: Some(0), ..Limits::default() },
                seed: 0,
                stop: StopFlag::new(),
            };
            let found = engine.search(&position, &request, &mut |_| ());
            let best = found.ok_or(GtpError::NoMove)?.best;
            position.play(best).map_err(GtpError::IllegalMove)?;
        }
        self.begin(options)?;
        self.position = position;
        Ok(stones(&self.position, Side::First).join(" "))
    }

    pub(super) fn set_free_handicap(&mut self, vertices: &[&str]) -> Answer {
        let (options, _) = self.with_handicap(Some(&vertices.len().to_string()), true)?;
        let mut position = self.game.start(&options)?;
        for text in vertices {
            let mv = read_vertex(&position, text).map_err(|_| GtpError::HandicapVertices)?;
            let is_stone = matches!(mv, Move::Place(_));
            if !is_stone || position.play(mv).is_err() {
                return Err(GtpError::HandicapVertices);
            }
        }
        self.begin(options)?;
        self.position = position;
        Ok(String::new())
    }

    /// The most stones that the game allows.
    fn max_stones(&self) -> usize {
        let spec = self.game.options().iter().find(|spec| spec.id == "handicap");
        let Some(spec) = spec else { return 0 };
        let fits = |number: &usize| spec.domain.contains(&OptionValue::Number(*number as i64));
        (MIN_STONES..=25).take_while(fits).last().unwrap_or(0)
    }
}
