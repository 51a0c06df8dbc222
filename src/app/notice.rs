//! Short notices: what happened, and why something did not. Anyone writes
//! them; the interface shows them.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};

use super::platform::work::wire::{Known, known};

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Something that needs care; it stays until it is dismissed.
    Problem,
    /// Something worth knowing.
    Hint,
    /// Something was done as asked.
    Done,
    /// A move or an order was not carried out.
    Refusal,
}

/// Something to tell the player, in the words of the translations.
#[derive(Message, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// What it is about.
    pub kind: Kind,
    /// Its sentence in the translations.
    #[serde(deserialize_with = "known")]
    pub id: Known,
    /// What the sentence names.
    #[serde(deserialize_with = "named")]
    pub facts: Vec<(&'static str, Fact)>,
}

/// What a sentence names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// As it is.
    Text(String),
    /// Something that has a name in every language.
    Word(String),
}

fn named<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(&'static str, Fact)>, D::Error> {
    #[derive(Deserialize)]
    struct Named(#[serde(deserialize_with = "known")] Known, Fact);
    let facts = Vec::<Named>::deserialize(from)?;
    Ok(facts.into_iter().map(|Named(name, fact)| (name, fact)).collect())
}

impl Notice {
    /// Something that needs care.
    pub fn problem(id: &'static str) -> Notice {
        Notice { kind: Kind::Problem, id, facts: Vec::new() }
    }

    /// Something worth knowing.
    pub fn hint(id: &'static str) -> Notice {
        Notice { kind: Kind::Hint, id, facts: Vec::new() }
    }

    /// Something was done as asked.
    pub fn done(id: &'static str) -> Notice {
        Notice { kind: Kind::Done, id, facts: Vec::new() }
    }

    /// A move or an order was not carried out.
    pub fn refusal(id: &'static str) -> Notice {
        Notice { kind: Kind::Refusal, id, facts: Vec::new() }
    }

    /// Adds a fact that the sentence names.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Notice {
        self.facts.push((name, Fact::Text(value.to_string())));
        self
    }

    /// Adds a fact whose name is itself translated.
    pub fn naming(mut self, name: &'static str, id: impl ToString) -> Notice {
        self.facts.push((name, Fact::Word(id.to_string())));
        self
    }

    /// How long it is shown.
    pub fn shown(&self) -> Duration {
        match self.kind {
            Kind::Problem => Duration::from_secs(30),
            Kind::Hint => Duration::from_secs(6),
            Kind::Done => Duration::from_secs(3),
            Kind::Refusal => Duration::from_millis(2500),
        }
    }
}
