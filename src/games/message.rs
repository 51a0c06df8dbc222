//! Texts for players as ids of messages with typed arguments. Their words, in
//! every language, are in the files of `assets/i18n`.

/// A text for players: the id of a message, and its arguments.
///
/// ```
/// use tianyuan::games::Message;
///
/// let message = Message::new("explain-region-odd").with("squares", 3);
/// assert_eq!(message.id, "explain-region-odd");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Id of the message.
    pub id: &'static str,
    /// Arguments by the names of the message's variables.
    pub args: Vec<(&'static str, MessageArg)>,
}

impl Message {
    /// A message without arguments.
    #[must_use]
    pub const fn new(id: &'static str) -> Message {
        Message { id, args: Vec::new() }
    }

    /// The message with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<MessageArg>) -> Message {
        self.args.push((name, value.into()));
        self
    }
}

/// An argument of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageArg {
    /// A number, by which a text may select a plural form.
    Number(i64),
    /// A text that is the same in every language, such as the name of a point.
    Text(String),
    /// Such texts as a list.
    List(Vec<String>),
    /// A side by its id in the game, such as `black`.
    Side(&'static str),
    /// A move.
    Move(MoveName),
    /// A sequence of moves.
    Line(MoveLine),
    /// Another message, such as the name of a piece.
    Message(Message),
    /// Clauses of one sentence.
    Clauses(Vec<Message>),
}

/// A move in each notation of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveName {
    /// The move in the game's standard notation.
    pub standard: String,
    /// The move in the game's other notations, by their names.
    pub alternatives: Vec<(&'static str, String)>,
}

/// A sequence of moves of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveLine {
    /// The moves in order.
    pub moves: Vec<MoveName>,
    /// True if the first move is that of the first side.
    pub first_side_begins: bool,
    /// True if moves are numbered in pairs, as in chess.
    pub is_numbered: bool,
}

impl From<Message> for MessageArg {
    fn from(message: Message) -> MessageArg {
        MessageArg::Message(message)
    }
}

impl From<MoveName> for MessageArg {
    fn from(name: MoveName) -> MessageArg {
        MessageArg::Move(name)
    }
}

impl From<MoveLine> for MessageArg {
    fn from(line: MoveLine) -> MessageArg {
        MessageArg::Line(line)
    }
}

impl From<String> for MessageArg {
    fn from(text: String) -> MessageArg {
        MessageArg::Text(text)
    }
}

impl From<i32> for MessageArg {
    fn from(number: i32) -> MessageArg {
        MessageArg::Number(number.into())
    }
}

impl From<u32> for MessageArg {
    fn from(number: u32) -> MessageArg {
        MessageArg::Number(number.into())
    }
}

impl From<usize> for MessageArg {
    fn from(number: usize) -> MessageArg {
        MessageArg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}
