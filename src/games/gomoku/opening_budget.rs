//! The effort that an engine spends on a decision in an opening, shared out by rounds: many
//! positions are searched a little, and the best of them deeper each time (successive halving).

use std::time::Duration;

use web_time::Instant;

use super::levels::LevelParams;
use crate::games::EngineRequest;
use crate::games::alpha_beta_engine::LevelSettings;
use crate::search::{Limits, StopFlag};

/// Nodes of one decision, of strong levels and of light ones.
const MAX_NODES: u64 = 900_000;
const MAX_LIGHT_NODES: u64 = 30_000;

/// Positions searched in each round; all rounds take the same time and nodes.
pub(super) const ROUNDS: [usize; 4] = [64, 16, 5, 2];

/// The effort of one decision.
pub(super) struct OpeningBudget<'a> {
    started: Instant,
    /// Limits of the whole decision.
    limits: Limits,
    /// Nodes spent.
    pub nodes: u64,
    /// Stops every search.
    pub stop: &'a StopFlag,
}

impl<'a> OpeningBudget<'a> {
    /// The effort that a level makes within the limits of a request.
    pub fn new(request: &'a EngineRequest) -> OpeningBudget<'a> {
        let settings = LevelParams::of(request.strength);
        let max_nodes = if settings.is_light() { MAX_LIGHT_NODES } else { MAX_NODES };
        let mut limits = settings.level.params_within(request.limits).limits;
        limits.nodes = Some(limits.nodes.map_or(max_nodes, |nodes| nodes.min(max_nodes)));
        OpeningBudget { started: Instant::now(), limits, nodes: 0, stop: &request.stop }
    }

    /// Time since the decision began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Limits of the next search, of `left` in the last of `rounds` that have not ended;
    /// `None` when time or nodes are over.
    pub fn share(&self, rounds: usize, left: usize) -> Option<Limits> {
        let limits = self.limits.after(self.started.elapsed());
        let parts = (rounds.max(1) * left.max(1)) as u32;
        let time = limits.aimed_time().map(|time| time / parts);
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        let nodes = nodes.map(|nodes| nodes / u64::from(parts));
        let is_over = time.is_some_and(|time| time.is_zero()) || nodes == Some(0);
        if is_over || self.stop.is_raised() {
            return None;
        }
        Some(Limits { time, nodes, optimum_time: None, ..limits })
    }
}
