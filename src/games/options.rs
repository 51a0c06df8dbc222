//! What can be chosen before a game begins, in a form that screens, files
//! and commands handle without knowing the game.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Refusal;

/// One thing to choose before a game begins. Its name and the names of its
/// values are translated as `option-<id>` and `option-<id>-<value>`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    /// Name in files and commands.
    pub id: &'static str,
    /// The values it may take.
    pub domain: Domain,
}

/// The values an option may take, and the one it has if nobody chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// One of some words; the first is the default.
    Words(&'static [&'static str]),
    /// A whole number.
    Number {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Distance between values, counted from `min`.
        step: i64,
        /// Value if nobody chooses.
        default: i64,
    },
    /// Yes or no.
    Switch {
        /// Value if nobody chooses.
        default: bool,
    },
}

/// A chosen value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Choice {
    /// Value of a switch.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// One of some words.
    Word(String),
}

/// Choices by the names of their options. An option that is missing has its
/// default value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, Choice>);

/// Why a game cannot be set up as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The game has no such option.
    #[error("there is no option \"{id}\"; the options are: {known}")]
    UnknownOption {
        /// The name that was given.
        id: String,
        /// The names that exist.
        known: String,
    },
    /// The option cannot have this value.
    #[error("option {id} cannot be {given}: expected {expected}")]
    WrongValue {
        /// The option.
        id: &'static str,
        /// The value that was given.
        given: String,
        /// What would have been right.
        expected: String,
    },
    /// Each option could be chosen, but not together with the others.
    #[error("these options do not fit together: {0}")]
    Clash(Refusal),
    /// The options are not readable.
    #[error("the options are not readable at {at}: {reason}; expected something like (size: 8)")]
    Unreadable {
        /// Line and column.
        at: String,
        /// What the parser met.
        reason: String,
    },
    /// The text of a position is wrong.
    #[error("not a position: {0}")]
    Position(String),
    /// A move that leads from it cannot be played.
    #[error("move {number}: {reason}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// Why not.
        reason: String,
    },
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.domain.expected())
    }
}

impl Domain {
    /// The value if nobody chooses.
    #[must_use]
    pub fn default_choice(&self) -> Choice {
        match *self {
            Domain::Words(words) => {
                Choice::Word(words.first().copied().unwrap_or_default().to_owned())
            }
            Domain::Number { default, .. } => Choice::Number(default),
            Domain::Switch { default } => Choice::Switch(default),
        }
    }

    /// Whether the option may have this value.
    #[must_use]
    pub fn contains(&self, choice: &Choice) -> bool {
        match (*self, choice) {
            (Domain::Words(words), Choice::Word(word)) => words.contains(&word.as_str()),
            (Domain::Number { min, max, step, .. }, Choice::Number(number)) => {
                (min..=max).contains(number) && (number - min) % step.max(1) == 0
            }
            (Domain::Switch { .. }, Choice::Switch(_)) => true,
            _ => false,
        }
    }

    fn expected(&self) -> String {
        match *self {
            Domain::Words(words) => {
                let quoted: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
                quoted.join(" or ")
            }
            Domain::Number { min, max, step: 1, .. } => format!("a whole number {min} to {max}"),
            Domain::Number { min, max, step, .. } => {
                format!("a number {min} to {max} in steps of {step}")
            }
            Domain::Switch { .. } => "true or false".to_owned(),
        }
    }
}

impl Options {
    /// Reads options from RON such as `(size: 10, start: "parallel")`.
    ///
    /// # Errors
    /// When the text is not RON of that shape. Names and values are checked
    /// by [`Options::check`].
    pub fn parse(text: &str) -> Result<Options, SetupError> {
        let unreadable = |error: ron::error::SpannedError| SetupError::Unreadable {
            at: format!("column {}", error.span.start.col),
            reason: error.code.to_string(),
        };
        let value: ron::Value = ron::from_str(text).map_err(unreadable)?;
        if value == ron::Value::Unit {
            return Ok(Options::default());
        }
        value.into_rust().map_err(|error| SetupError::Unreadable {
            at: "column 1".to_owned(),
            reason: error.to_string(),
        })
    }

    /// Whether every choice is one that these options have.
    ///
    /// # Errors
    /// Names the first choice that is not.
    pub fn check(&self, specs: &'static [OptionSpec]) -> Result<(), SetupError> {
        for (id, choice) in &self.0 {
            let Some(spec) = specs.iter().find(|spec| spec.id == id) else {
                let known: Vec<_> = specs.iter().map(|spec| spec.id).collect();
                return Err(SetupError::UnknownOption { id: id.clone(), known: known.join(", ") });
            };
            if !spec.domain.contains(choice) {
                return Err(SetupError::WrongValue {
                    id: spec.id,
                    given: match choice {
                        Choice::Switch(on) => on.to_string(),
                        Choice::Number(number) => number.to_string(),
                        Choice::Word(word) => format!("\"{word}\""),
                    },
                    expected: spec.domain.expected(),
                });
            }
        }
        Ok(())
    }

    /// The choice for this option, or its default.
    #[must_use]
    pub fn get(&self, spec: &OptionSpec) -> Choice {
        self.0.get(spec.id).cloned().unwrap_or_else(|| spec.domain.default_choice())
    }

    /// Whether a value was chosen for this option, be it the default.
    #[must_use]
    pub fn names(&self, spec: &OptionSpec) -> bool {
        self.0.contains_key(spec.id)
    }

    /// Chooses a value.
    pub fn set(&mut self, id: &str, choice: Choice) {
        self.0.insert(id.to_owned(), choice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { id: "size", domain: Domain::Number { min: 4, max: 16, step: 2, default: 8 } },
        OptionSpec { id: "start", domain: Domain::Words(&["crosswise", "parallel"]) },
        OptionSpec { id: "strict", domain: Domain::Switch { default: false } },
    ];

    #[test]
    fn options_are_read_from_ron_and_default_when_missing() {
        let options = Options::parse("(size: 10, strict: true)").unwrap();
        assert_eq!(options.check(SPECS), Ok(()));
        assert_eq!(options.get(&SPECS[0]), Choice::Number(10));
        assert_eq!(options.get(&SPECS[1]), Choice::Word("crosswise".into()));
        assert_eq!(options.get(&SPECS[2]), Choice::Switch(true));
        assert_eq!(Options::parse("()").unwrap(), Options::default());
    }

    #[test]
    fn a_wrong_option_says_what_would_be_right() {
        let cases = [
            ("(size: 7)", "option size cannot be 7: expected a number 4 to 16 in steps of 2"),
            (
                "(size: \"8\")",
                "option size cannot be \"8\": expected a number 4 to 16 in steps of 2",
            ),
            ("(colour: 1)", "there is no option \"colour\"; the options are: size, start, strict"),
            (
                "(start: \"x\")",
                "option start cannot be \"x\": expected \"crosswise\" or \"parallel\"",
            ),
        ];
        for (text, message) in cases {
            let error = Options::parse(text).unwrap().check(SPECS).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        for text in ["", "(", "(size)", "3", "(size: [1])", "{1: 2}"] {
            assert!(Options::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_survive_ron() {
        let mut options = Options::default();
        options.set("size", Choice::Number(6));
        options.set("start", Choice::Word("parallel".into()));
        let text = ron::to_string(&options).unwrap();
        assert_eq!(ron::from_str::<Options>(&text).unwrap(), options);
    }
}
