//! One way for a tap to a piece: only the session reads its commands, so that no second
//! system applies them under rules of its own.

use super::layers::{Token, sources, tokens};

/// True for a file that may read commands: the session itself, and tests of the app.
fn may_read_commands(file: &str) -> bool {
    file.starts_with("app/session/") || file.starts_with("app/testing")
}

/// True if the source names a `MessageReader` of `SessionCommand`, by whatever path and
/// with or without a lifetime.
fn reads_commands(source: &str) -> bool {
    let is_word = |token: &Token, name: &str| matches!(token, Token::Word(word) if word == name);
    let tokens = tokens(source);
    let parts = tokens.split(|token| is_word(token, "MessageReader")).skip(1);
    let arguments = parts.map(|part| part.split(|token| *token == Token::Sign('>')).next());
    arguments.flatten().flatten().any(|token| is_word(token, "SessionCommand"))
}

#[test]
fn only_the_session_reads_its_commands() {
    let sources = sources();
    let readers = sources.iter().filter(|(_, source)| reads_commands(source));
    let readers: Vec<&str> = readers.map(|(file, _)| file.as_str()).collect();
    assert!(!readers.is_empty(), "no file reads the commands");
    let others: Vec<_> = readers.iter().filter(|file| !may_read_commands(file)).collect();
    assert!(others.is_empty(), "{others:?} read SessionCommand; react to SessionEvent instead");
}

#[test]
fn readers_of_commands_are_found_in_every_form() {
    for source in [
        "fn play(mut commands: MessageReader<SessionCommand>) {}",
        "struct Inputs<'w, 's> { commands: MessageReader<'w, 's, session::SessionCommand> }",
    ] {
        assert!(reads_commands(source), "{source}");
    }
    for source in [
        "fn play(events: MessageReader<SessionEvent>, out: MessageWriter<SessionCommand>) {}",
        "// MessageReader<SessionCommand>",
    ] {
        assert!(!reads_commands(source), "{source}");
    }
}
