//! Engines of others: programs that play and analyse for this one, by the protocols UCI, UCCI,
//! GTP, Gomocup and NBoard.
//!
//! An [`ExternalEngine`] is one program, started from its [`EngineSettings`]: it is told its
//! options, games and positions, and searches for a move or analyses. Its calls wait for
//! answers, so a window uses an [`EngineClient`], which makes them on a thread of its own and
//! wakes the window by a callback.
//!
//! Nothing that an engine does harms its host: its lines and what is kept of them are bounded,
//! each answer has its time, and an engine that crashes, hangs, floods or plays an illegal move
//! is ended with all that it has started; the call returns an [`EngineError`] that says why in
//! one sentence. The [`Transcript`] has the last lines in both directions.
//!
//! Where no other programs can be run, as in a browser, starting one says so.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use tianyuan::engines::{EngineLimits, EngineSearch, EngineSettings, ExternalEngine};
//! use tianyuan::games::{Options, registry};
//! use tianyuan::record::GameTree;
//!
//! let mut engine = ExternalEngine::start(&EngineSettings::from_command_line("stockfish"))?;
//! println!("{} speaks {}", engine.name(), engine.protocol().name());
//! engine.set_option("Hash", "64")?;
//! let tree = GameTree::new(registry::find("chess").unwrap(), Options::default()).unwrap();
//! let limits = EngineLimits::time(Duration::from_secs(1));
//! let search = EngineSearch::for_move(tree.sequence(tree.root()), limits);
//! let reply = engine.search(&search, &mut |update| println!("{:?}", update.lines))?;
//! println!("{:?}", reply.action);
//! # Ok::<(), tianyuan::engines::EngineError>(())
//! ```

mod client;
mod engine;
mod error;
mod game_line;
mod gomocup;
mod gomocup_info;
mod gtp;
mod gtp_analysis;
mod lines;
mod list;
mod nboard;
mod options;
mod process;
mod queue;
mod search;
mod settings;
mod transcript;
mod uci;
mod uci_info;
mod vertex;

pub use client::{EngineClient, EngineEvent, RequestId, SearchEvent, Waker};
pub use engine::ExternalEngine;
pub use error::{EngineError, FailureKind};
pub use lines::{LineError, MAX_LINE, read_line};
pub use list::{EngineId, EngineList, EngineListError, ListedEngine};
pub use nboard::read_nboard_move;
pub use options::{EngineIdentity, EngineOption, EngineOptionKind};
pub use process::StopSignal;
pub use search::{
    AnalysisUpdate, EngineAction, EngineLimits, EngineReply, EngineSearch, SearchPurpose,
};
pub use settings::{EngineProtocol, EngineSettings};
pub use transcript::{Origin, Transcript, TranscriptEntry};
pub use vertex::{COLUMNS, moves_are_points, read_vertex, vertex};
