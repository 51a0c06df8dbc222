//! The options of an engine as typed values.

use super::error::EngineError;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name as the engine says it.
    pub name: String,
    /// Its kind with its default.
    pub kind: EngineOptionKind,
}

/// The kind of an option, in the words of UCI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineOptionKind {
    /// True or false.
    Check {
        /// Default value.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Default value.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of these texts.
    Combo {
        /// Default value.
        default: String,
        /// The texts.
        choices: Vec<String>,
    },
    /// Any text of one line.
    Text {
        /// Default value.
        default: String,
    },
    /// An action without a value.
    Button,
}

/// Most options of an engine.
const MAX_OPTIONS: usize = 1000;

/// Most choices of an option.
const MAX_CHOICES: usize = 1000;

impl EngineOption {
    /// Checks a value, and returns it in the form that is sent.
    ///
    /// # Errors
    /// A description of the valid values.
    pub fn check(&self, value: &str) -> Result<String, EngineError> {
        let refuse = |expected: String| {
            Err(EngineError::OptionValue {
                name: self.name.clone(),
                value: value.to_owned(),
                expected,
            })
        };
        match &self.kind {
            EngineOptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" | "yes" => Ok("true".to_owned()),
                "false" | "off" | "0" | "no" => Ok("false".to_owned()),
                _ => refuse("true or false".to_owned()),
            },
            EngineOptionKind::Spin { min, max, .. } => {
                match value.trim().parse::<i64>().ok().filter(|n| (min..=max).contains(&n)) {
                    Some(number) => Ok(number.to_string()),
                    None => refuse(format!("a whole number {min} to {max}")),
                }
            }
            EngineOptionKind::Combo { choices, .. } => {
                let same = |choice: &&String| choice.eq_ignore_ascii_case(value);
                match choices.iter().find(same) {
                    Some(choice) => Ok(choice.clone()),
                    None => refuse(choices.join(" or ")),
                }
            }
            EngineOptionKind::Text { .. } if value.contains(['\n', '\r']) => {
                refuse("one line".to_owned())
            }
            EngineOptionKind::Text { .. } => Ok(value.to_owned()),
            EngineOptionKind::Button => Ok(String::new()),
        }
    }

    /// Reads what follows `option` in UCI (`name N type T …`) and in UCCI (`N type T …`).
    pub(super) fn parse(text: &str) -> Option<EngineOption> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.strip_prefix(&["name"]).unwrap_or(&words);
        let at = words.iter().position(|word| *word == "type")?;
        let name = words[..at].join(" ");
        let (kind, rest) = words[at + 1..].split_first()?;
        let (mut default, mut min, mut max) = (String::new(), None, None);
        let mut choices: Vec<String> = Vec::new();
        let mut key = "";
        for word in rest {
            match *word {
                "default" | "min" | "max" | "var" => {
                    key = word;
                    if key == "var" && choices.len() < MAX_CHOICES {
                        choices.push(String::new());
                    }
                }
                word => {
                    let add = |text: &mut String| {
                        if !text.is_empty() {
                            text.push(' ');
                        }
                        text.push_str(word);
                    };
                    match key {
                        "default" => add(&mut default),
                        "min" => min = word.parse().ok(),
                        "max" => max = word.parse().ok(),
                        "var" => choices.last_mut().into_iter().for_each(add),
                        _ => {}
                    }
                }
            }
        }
        if default == "<empty>" {
            default.clear();
        }
        let kind = match *kind {
            "check" => EngineOptionKind::Check { default: default == "true" },
            "spin" => {
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                EngineOptionKind::Spin { default: default.parse().ok()?, min, max }
            }
            "combo" => EngineOptionKind::Combo { default, choices },
            "button" => EngineOptionKind::Button,
            _ => EngineOptionKind::Text { default },
        };
        (!name.is_empty()).then_some(EngineOption { name, kind })
    }
}

/// Name, author and options of an engine, as it states them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineIdentity {
    /// Its name and version; empty if it says none.
    pub name: String,
    /// Its author; empty if it says none.
    pub author: String,
    /// Its options.
    pub options: Vec<EngineOption>,
}

impl EngineIdentity {
    /// The option with this name, in upper or lower case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Adds an option, unless there are too many.
    pub(super) fn add(&mut self, option: EngineOption) {
        if self.options.len() < MAX_OPTIONS {
            self.options.push(option);
        }
    }

    /// The option with this name.
    pub(super) fn require(&self, name: &str) -> Result<&EngineOption, EngineError> {
        self.option(name).ok_or_else(|| {
            let known: Vec<_> = self.options.iter().map(|option| option.name.as_str()).collect();
            EngineError::UnknownOption { name: name.to_owned(), known: known.join(", ") }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_their_types() {
        let read = |text: &str| EngineOption::parse(text).unwrap();
        let hash = read("name Hash type spin default 16 min 1 max 1024");
        assert_eq!(hash.kind, EngineOptionKind::Spin { default: 16, min: 1, max: 1024 });
        assert_eq!(hash.check("64").unwrap(), "64");
        assert!(hash.check("0").unwrap_err().to_string().ends_with("a whole number 1 to 1024"));
        let style =
            read("name Style of Play type combo default Very Solid var Very Solid var Wild");
        assert_eq!(style.name, "Style of Play");
        assert_eq!(style.check("wild").unwrap(), "Wild");
        assert!(style.check("solid").is_err());
        let own = read("usemillisec type check default true");
        assert_eq!(
            (own.name.as_str(), own.check("off").unwrap().as_str()),
            ("usemillisec", "false")
        );
        let path = read("name Path type string default <empty>");
        assert_eq!(path.kind, EngineOptionKind::Text { default: String::new() });
        assert!(path.check("a\nquit").is_err());
        assert_eq!(read("name Clear Hash type button").kind, EngineOptionKind::Button);
    }

    #[test]
    fn what_is_no_option_is_left_out() {
        for text in ["", "name", "type", "name type", "name A type", "name A type spin default x"] {
            assert_eq!(EngineOption::parse(text), None, "{text}");
        }
    }
}
