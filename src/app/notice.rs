//! Notices: short messages for the player, shown as toasts. Any plugin may
//! write them.

use std::borrow::Cow;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::engines::EngineId;

/// The kind of a notice, which sets its look and display time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoticeKind {
    /// A problem; it stays until it is dismissed.
    Problem,
    /// Useful information.
    Hint,
    /// Something was done as requested.
    Done,
    /// A move or an action was refused.
    Refusal,
}

/// A translated message for the player.
#[derive(Message, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// The kind of notice.
    pub kind: NoticeKind,
    /// Id of the Fluent message.
    pub id: Cow<'static, str>,
    /// Arguments of the message.
    pub args: Vec<(Cow<'static, str>, NoticeArg)>,
    /// The engine whose transcript may tell more, and is offered to be read.
    #[serde(default)]
    pub transcript: Option<EngineId>,
}

/// Argument of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NoticeArg {
    /// Literal text.
    Text(String),
    /// Id of another message.
    Key(String),
}

impl Notice {
    fn new(kind: NoticeKind, id: &'static str) -> Notice {
        Notice { kind, id: Cow::Borrowed(id), args: Vec::new(), transcript: None }
    }

    /// A problem.
    pub fn problem(id: &'static str) -> Notice {
        Notice::new(NoticeKind::Problem, id)
    }

    /// Useful information.
    pub fn hint(id: &'static str) -> Notice {
        Notice::new(NoticeKind::Hint, id)
    }

    /// Something was done as requested.
    pub fn done(id: &'static str) -> Notice {
        Notice::new(NoticeKind::Done, id)
    }

    /// A move or an action was refused.
    pub fn refusal(id: &'static str) -> Notice {
        Notice::new(NoticeKind::Refusal, id)
    }

    /// Adds a literal argument.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Notice {
        self.args.push((Cow::Borrowed(name), NoticeArg::Text(value.to_string())));
        self
    }

    /// Adds an argument that is itself translated.
    pub fn with_key(mut self, name: &'static str, id: impl ToString) -> Notice {
        self.args.push((Cow::Borrowed(name), NoticeArg::Key(id.to_string())));
        self
    }

    /// Offers to read what this engine has said.
    pub fn with_transcript(mut self, engine: EngineId) -> Notice {
        self.transcript = Some(engine);
        self
    }

    /// True for what a player needs to hear only once, whenever it is said again: that the
    /// machine has no graphics or sound card.
    pub fn is_said_once(&self) -> bool {
        matches!(&*self.id, "no-graphics-card" | "no-sound-card")
    }

    /// The time for which it is shown.
    pub fn display_time(&self) -> Duration {
        match self.kind {
            NoticeKind::Problem => Duration::from_secs(30),
            NoticeKind::Hint => Duration::from_secs(6),
            NoticeKind::Done => Duration::from_secs(5),
            NoticeKind::Refusal => Duration::from_millis(2500),
        }
    }
}
