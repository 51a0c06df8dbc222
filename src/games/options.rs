//! Options of a new game, in a form that the user interface, files and
//! commands handle for all games alike.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::core::excerpt;

/// An option of a new game. Its name and values are translated as
/// `option-<id>` and `option-<id>-<value>`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    /// Id in files and commands.
    pub id: &'static str,
    /// The valid values.
    pub domain: Domain,
}

/// The valid values of an option, and its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// A whole number.
    Number {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Distance between values, counted from `min`.
        step: i64,
        /// Default value.
        default: i64,
    },
    /// True or false.
    Switch {
        /// Default value.
        default: bool,
    },
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// True or false.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// A word.
    Word(String),
}

/// Option values by id. A missing option has its default value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, OptionValue>);

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The game has no such option.
    #[error("there is no option \"{id}\"; the options are: {known}")]
    UnknownOption {
        /// The unknown id.
        id: String,
        /// The existing ids.
        known: String,
    },
    /// The option cannot have this value.
    #[error("option {id} cannot be {given}: expected {expected}")]
    WrongValue {
        /// The option.
        id: &'static str,
        /// The invalid value.
        given: String,
        /// A description of the valid values.
        expected: String,
    },
    /// The options are valid alone but not in combination.
    #[error("these options do not fit together: {text}")]
    Incompatible {
        /// Translation key of the reason.
        message_id: &'static str,
        /// The reason as one English sentence.
        text: String,
    },
    /// The options are not valid RON.
    #[error("the options are not readable at {at}: {reason}; expected something like (size: 50)")]
    Unreadable {
        /// Line and column.
        at: String,
        /// The parser's message.
        reason: String,
    },
    /// The text of a position is malformed.
    #[error("not a position: {0}")]
    Position(String),
    /// A move from the position is malformed or illegal.
    #[error("move {number}: {reason}")]
    Move {
        /// Index of the move, from 1.
        number: usize,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.domain.expected())
    }
}

impl Domain {
    /// The default value.
    #[must_use]
    pub fn default_choice(&self) -> OptionValue {
        match *self {
            Domain::Words(words) => {
                OptionValue::Word(words.first().copied().unwrap_or_default().to_owned())
            }
            Domain::Number { default, .. } => OptionValue::Number(default),
            Domain::Switch { default } => OptionValue::Switch(default),
        }
    }

    /// True if this value is valid.
    #[must_use]
    pub fn contains(&self, choice: &OptionValue) -> bool {
        match (*self, choice) {
            (Domain::Words(words), OptionValue::Word(word)) => words.contains(&word.as_str()),
            (Domain::Number { min, max, step, .. }, OptionValue::Number(number)) => {
                (min..=max).contains(number) && (number - min) % step.max(1) == 0
            }
            (Domain::Switch { .. }, OptionValue::Switch(_)) => true,
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
    /// Parses RON such as `(size: 10, start: "parallel")`.
    ///
    /// # Errors
    /// When the text is not RON of that form. Ids and values are checked by
    /// [`Options::check`].
    ///
    /// ```
    /// use tianyuan::games::{Options, registry};
    ///
    /// let go = registry::find("go").unwrap();
    /// let position = go.start(&Options::parse("(size: 9)")?)?;
    /// assert_eq!(position.board().files, 9);
    ///
    /// let error = go.start(&Options::parse("(size: 50)")?).unwrap_err();
    /// assert!(error.to_string().contains("size"));
    /// # Ok::<(), tianyuan::games::SetupError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Options, SetupError> {
        let unreadable = |error: ron::error::SpannedError| SetupError::Unreadable {
            at: format!("column {}", error.span.start.col),
            reason: excerpt(&error.code.to_string()),
        };
        let value: ron::Value = ron::from_str(text).map_err(unreadable)?;
        if value == ron::Value::Unit {
            return Ok(Options::default());
        }
        value.into_rust().map_err(|error| SetupError::Unreadable {
            at: "column 1".to_owned(),
            reason: excerpt(&error.to_string()),
        })
    }

    /// Checks all ids and values against the specifications.
    ///
    /// # Errors
    /// The first unknown id or invalid value.
    pub fn check(&self, specs: &'static [OptionSpec]) -> Result<(), SetupError> {
        for (id, choice) in &self.0 {
            let Some(spec) = specs.iter().find(|spec| spec.id == id) else {
                let known: Vec<_> = specs.iter().map(|spec| spec.id).collect();
                return Err(SetupError::UnknownOption { id: excerpt(id), known: known.join(", ") });
            };
            if !spec.domain.contains(choice) {
                return Err(SetupError::WrongValue {
                    id: spec.id,
                    given: match choice {
                        OptionValue::Switch(on) => on.to_string(),
                        OptionValue::Number(number) => number.to_string(),
                        OptionValue::Word(word) => format!("\"{}\"", excerpt(word)),
                    },
                    expected: spec.domain.expected(),
                });
            }
        }
        Ok(())
    }

    /// The value of this option, or its default.
    #[must_use]
    pub fn get(&self, spec: &OptionSpec) -> OptionValue {
        self.0.get(spec.id).cloned().unwrap_or_else(|| spec.domain.default_choice())
    }

    /// True if a value was set for this option, even its default.
    #[must_use]
    pub fn names(&self, spec: &OptionSpec) -> bool {
        self.0.contains_key(spec.id)
    }

    /// Sets a value.
    pub fn set(&mut self, id: &str, choice: OptionValue) {
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
        assert_eq!(options.get(&SPECS[0]), OptionValue::Number(10));
        assert_eq!(options.get(&SPECS[1]), OptionValue::Word("crosswise".into()));
        assert_eq!(options.get(&SPECS[2]), OptionValue::Switch(true));
        assert_eq!(Options::parse("()").unwrap(), Options::default());
    }

    #[test]
    fn an_invalid_option_names_the_valid_values() {
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
    fn options_round_trip_through_ron() {
        let mut options = Options::default();
        options.set("size", OptionValue::Number(6));
        options.set("start", OptionValue::Word("parallel".into()));
        let text = ron::to_string(&options).unwrap();
        assert_eq!(ron::from_str::<Options>(&text).unwrap(), options);
    }
}
