//! A game is one folder and one line: no code outside its folder names it.
//!
//! Works on the tokens of the source, so that comments and examples are free.
//! Modules for tests are left out, and so are file name extensions, which may
//! be the name of a game.

use tianyuan::games::registry::GAMES;

use crate::layers::Token::{self, Sign, Text, Word};
use crate::layers::{module_of, sources, tokens};

/// Protocols between programs, in which `go` is a command.
const PROTOCOLS: [&str; 2] = ["cli/engine/", "engines/"];

fn is_word(token: Option<&Token>, word: &str) -> bool {
    matches!(token, Some(Word(name)) if name == word)
}

/// The end of the brackets that open here, or of the item up to a semicolon.
fn end_of_item(tokens: &[Token], mut at: usize) -> usize {
    let mut depth = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            Sign('{' | '(' | '[') => depth += 1,
            Sign('}') if depth == 1 => break,
            Sign('}' | ')' | ']') => depth -= 1,
            Sign(';') if depth == 0 => break,
            _ => {}
        }
    }
    at
}

/// True if an item that is compiled for tests alone begins here.
fn is_for_tests(tokens: &[Token], at: usize) -> bool {
    let attribute = [Sign('#'), Sign('['), Word("cfg".to_owned()), Sign('(')];
    tokens[at..].starts_with(&attribute)
        && is_word(tokens.get(at + 4), "test")
        && tokens.get(at + 5) == Some(&Sign(')'))
}

/// The modules of this file that are in files of their own and compiled for
/// tests alone.
fn test_modules(tokens: &[Token], module: &[String]) -> Vec<Vec<String>> {
    let starts = (0..tokens.len()).filter(|&at| is_for_tests(tokens, at));
    let name = |at: usize| match &tokens[at + 7..] {
        [Word(word), Word(name), Sign(';'), ..] if word == "mod" => Some(name.clone()),
        _ => None,
    };
    starts.filter_map(name).map(|name| [module, &[name]].concat()).collect()
}

/// The string literals outside of items for tests and of lists of file name
/// extensions.
fn literals(tokens: &[Token]) -> Vec<&str> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let is_extensions =
            is_word(Some(token), "extensions") && tokens.get(at + 1) == Some(&Sign(':'));
        if is_for_tests(tokens, at) {
            at = end_of_item(tokens, at + 7);
        } else if is_extensions {
            at += tokens[at..].iter().take_while(|token| **token != Sign(']')).count();
        } else {
            if let Text(text) = token {
                found.push(text.as_str());
            }
            at += 1;
        }
    }
    found
}

/// The games named in a file outside of their folders.
fn named<'a>(file: &str, tokens: &[Token], ids: &[&'a str]) -> Vec<&'a str> {
    let is_free = |id: &str| {
        file.starts_with(&format!("games/{id}/"))
            || (id == "go" && PROTOCOLS.iter().any(|protocol| file.starts_with(protocol)))
    };
    let literals = literals(tokens);
    ids.iter().copied().filter(|id| !is_free(id) && literals.contains(id)).collect()
}

#[test]
fn no_game_is_named_outside_its_folder() {
    let ids: Vec<_> = GAMES.iter().map(|game| game.id()).collect();
    let sources = sources();
    let files: Vec<_> = sources
        .iter()
        .map(|(file, source)| (file, module_of(file.as_ref()), tokens(source)))
        .collect();
    let tests: Vec<_> =
        files.iter().flat_map(|(_, module, tokens)| test_modules(tokens, module)).collect();
    assert!(tests.iter().any(|module| module.join("::") == "app::testing"));
    let code =
        files.iter().filter(|(_, module, _)| !tests.iter().any(|test| module.starts_with(test)));
    let mut wrong = Vec::new();
    for (file, _, tokens) in code {
        for id in named(file, tokens, &ids) {
            wrong.push(format!("src/{file}: only games/{id} may name the game \"{id}\""));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn a_game_named_in_any_form_is_found() {
    let found = |file: &str, source: &str| named(file, &tokens(source), &["chess", "go"]);
    for source in [
        "const GAME: &str = \"chess\";",
        "fn f() { find(r#\"chess\"#) }",
        "#[cfg(test)] mod tests { const A: u8 = 0; } const GAME: &str = \"chess\";",
        "#[cfg(test)] use a::{b, c}; const GAME: &str = \"chess\";",
        "const F: Format = Format { extensions: &[\"go\"], games: &[\"chess\"] };",
    ] {
        assert_eq!(found("record/tree.rs", source), ["chess"], "{source}");
    }
    for source in [
        "// \"chess\"",
        "/// `find(\"chess\")`",
        "fn f() { find(\"chess960\") }",
        "#[cfg(test)] mod tests { fn f() { find(\"chess\"); } }",
        "const F: Format = Format { extensions: &[\"chess\", \"txt\"] };",
    ] {
        assert!(found("record/tree.rs", source).is_empty(), "{source}");
    }
    assert!(found("games/chess/mod.rs", "\"chess\"").is_empty());
    assert_eq!(found("games/go/mod.rs", "\"chess\""), ["chess"]);
    assert!(found("cli/engine/uci/mod.rs", "\"go\"").is_empty());
    assert_eq!(found("cli/engine/uci/mod.rs", "\"chess\""), ["chess"]);
}
