//! The settings of an engine: how it is started and what it is told.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A protocol between a board and an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EngineProtocol {
    /// Universal Chess Interface, for chess and, with `UCI_Variant`, others.
    Uci,
    /// Universal Chinese Chess Protocol, version 3.
    Ucci,
    /// Go Text Protocol, version 2.
    Gtp,
    /// The protocol of the Gomocup tournaments (Piskvork).
    Gomocup,
    /// The protocol of NBoard, version 2.
    Nboard,
}

impl EngineProtocol {
    /// Every protocol with the prefix by which commands name it.
    pub const ALL: [(EngineProtocol, &'static str); 5] = [
        (EngineProtocol::Uci, "uci"),
        (EngineProtocol::Ucci, "ucci"),
        (EngineProtocol::Gtp, "gtp"),
        (EngineProtocol::Gomocup, "pbrain"),
        (EngineProtocol::Nboard, "nboard"),
    ];

    /// Its name as players know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineProtocol::Uci => "UCI",
            EngineProtocol::Ucci => "UCCI",
            EngineProtocol::Gtp => "GTP",
            EngineProtocol::Gomocup => "Gomocup",
            EngineProtocol::Nboard => "NBoard",
        }
    }

    /// The protocol with this prefix.
    ///
    /// ```
    /// use tianyuan::engines::EngineProtocol;
    ///
    /// assert_eq!(EngineProtocol::from_prefix("pbrain"), Some(EngineProtocol::Gomocup));
    /// assert_eq!(EngineProtocol::from_prefix("xboard"), None);
    /// ```
    #[must_use]
    pub fn from_prefix(prefix: &str) -> Option<EngineProtocol> {
        EngineProtocol::ALL.iter().find(|entry| entry.1 == prefix).map(|entry| entry.0)
    }
}

/// Settings of an engine: its program, its protocol, and the options that it is told.
///
/// ```
/// use tianyuan::engines::{EngineProtocol, EngineSettings};
///
/// let settings = EngineSettings::from_command_line("stockfish bench");
/// assert_eq!(settings.arguments, ["bench"]);
/// let text = ron::to_string(&settings)?;
/// assert_eq!(ron::from_str::<EngineSettings>(&text)?, settings);
/// // What is missing in a file is as it was meant before it could be chosen.
/// let old: EngineSettings = ron::from_str("(command: \"gnugo\", protocol: Some(Gtp))")?;
/// assert_eq!(old.protocol, Some(EngineProtocol::Gtp));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// The name that the player gave it; empty for the one that it says itself.
    pub name: String,
    /// The program, by its path or a name that the system finds.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder in which it runs; that of this program if there is none.
    pub folder: Option<PathBuf>,
    /// Seconds that it may take to answer after its start, which large networks need more of;
    /// 10 unless given.
    pub start_seconds: Option<u32>,
    /// The protocol; `None` to find it out by asking.
    pub protocol: Option<EngineProtocol>,
    /// Values of its options by name, set before each game.
    pub options: BTreeMap<String, String>,
    /// Ids of the games that it is offered for; none for all that it can play.
    pub games: Vec<String>,
}

impl EngineSettings {
    /// The settings of a program and its arguments, separated by spaces; double quotes hold
    /// together what has spaces, and two of them stand for one within such quotes.
    ///
    /// ```
    /// use tianyuan::engines::EngineSettings;
    ///
    /// let settings = EngineSettings::from_command_line("\"/opt/my engine/run\" --book \"\"");
    /// assert_eq!(settings.command, "/opt/my engine/run");
    /// assert_eq!(settings.arguments, ["--book", ""]);
    /// ```
    #[must_use]
    pub fn from_command_line(text: &str) -> EngineSettings {
        let mut words: Vec<String> = Vec::new();
        let (mut is_quoted, mut is_word) = (false, false);
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' if is_quoted && chars.next_if_eq(&'"').is_some() => {
                    words.last_mut().into_iter().for_each(|last| last.push('"'));
                }
                '"' => {
                    if !is_quoted && !is_word {
                        words.push(String::new());
                    }
                    is_quoted = !is_quoted;
                    is_word = true;
                }
                c if c.is_whitespace() && !is_quoted => is_word = false,
                c => {
                    if !is_word {
                        words.push(String::new());
                        is_word = true;
                    }
                    if let Some(last) = words.last_mut() {
                        last.push(c);
                    }
                }
            }
        }
        let mut words = words.into_iter();
        EngineSettings {
            command: words.next().unwrap_or_default(),
            arguments: words.collect(),
            ..EngineSettings::default()
        }
    }

    /// The program and its arguments in one line, as [`EngineSettings::from_command_line`]
    /// reads it.
    ///
    /// ```
    /// use tianyuan::engines::EngineSettings;
    ///
    /// let line = "\"/opt/my engine/run\" --book \"\" \"say \"\"hm\"\"\"";
    /// assert_eq!(EngineSettings::from_command_line(line).command_line(), line);
    /// ```
    #[must_use]
    pub fn command_line(&self) -> String {
        let quoted = |word: &String| match word {
            word if word.is_empty() || word.contains(|c: char| c == '"' || c.is_whitespace()) => {
                format!("\"{}\"", word.replace('"', "\"\""))
            }
            word => word.clone(),
        };
        let command = Some(&self.command).filter(|command| !command.is_empty());
        command.into_iter().chain(&self.arguments).map(quoted).collect::<Vec<_>>().join(" ")
    }
}
