//! Sources of the analyses of records under review.

use serde::{Deserialize, Serialize};

use crate::engines::EngineId;

/// An engine that analyses.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnalysisSource {
    /// That of this program.
    Own,
    /// One that the player has added.
    Engine(EngineId),
}
