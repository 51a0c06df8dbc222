//! Enforces the architecture: dependencies between layers, Bevy only in `app`,
//! and games named only by the registry.
//!
//! Works on the source text. Every path is resolved from the crate root,
//! whether it is written with `crate`, `self`, `super` or relative to a
//! sibling, in a `use` or elsewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from left to right. Each may use itself and those before it, but only the commands
/// use the training, and nothing uses the commands.
const LAYERS: [&str; 12] = [
    "core", "search", "games", "train", "record", "library", "events", "content", "engines", "net",
    "cli", "app",
];

/// The lists of games: all of them, and those whose weights a command trains.
const GAME_LISTS: [&str; 2] = ["games/registry.rs", "cli/train/mod.rs"];

/// Where a game has a folder of its own, in which it may be named.
const OWN_FOLDERS: [&[&str]; 3] = [&["games"], &["train"], &["cli", "train"]];

/// True for a module in the folder of a game.
fn is_inside(module: &[String], folder: &[&str], game: &str) -> bool {
    let own = folder.iter().copied().chain([game]);
    module.len() > folder.len() && module.iter().zip(own).all(|(name, own)| name == own)
}

/// A token of the source.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    /// A string literal, with its escapes as written.
    Text(String),
    Sign(char),
    Colons,
}

use Token::{Colons, Sign, Text, Word};

/// Tokenizes source text, without comments and lifetimes.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let is = |at: usize, text: &str| {
        text.chars().enumerate().all(|(n, c)| chars.get(at + n) == Some(&c))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        if is(at, "//") {
            at += chars[at..].iter().take_while(|&&c| c != '\n').count();
        } else if is(at, "/*") {
            let mut depth = 0;
            while at < chars.len() {
                let (open, close) = (is(at, "/*"), is(at, "*/"));
                depth += i32::from(open) - i32::from(close);
                at += if open || close { 2 } else { 1 };
                if depth == 0 {
                    break;
                }
            }
        } else if c == '"' {
            let end = end_of_text(&chars, at);
            found.push(Text(chars[at + 1..(end - 1).min(chars.len())].iter().collect()));
            at = end;
        } else if c == '\'' {
            at = end_of_quote(&chars, at);
        } else if c.is_alphanumeric() || c == '_' {
            let word: String =
                chars[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
            at += word.chars().count();
            let hashes = chars[at..].iter().take_while(|&&c| c == '#').count();
            let raw = matches!(word.as_str(), "r" | "br" | "cr");
            if raw && chars.get(at + hashes) == Some(&'"') {
                let close = format!("\"{}", "#".repeat(hashes));
                at += hashes + 1;
                let start = at;
                while at < chars.len() && !is(at, &close) {
                    at += 1;
                }
                found.push(Text(chars[start..at].iter().collect()));
                at += close.len();
            } else if raw && hashes == 1 {
                // A raw identifier follows.
                at += 1;
            } else {
                found.push(Word(word));
            }
        } else if is(at, "::") {
            found.push(Colons);
            at += 2;
        } else {
            if !c.is_whitespace() {
                found.push(Sign(c));
            }
            at += 1;
        }
    }
    found
}

fn end_of_text(chars: &[char], open: usize) -> usize {
    let mut at = open + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The end of a character literal such as 'x' or '\n', or of the quote of a
/// lifetime.
fn end_of_quote(chars: &[char], open: usize) -> usize {
    match (chars.get(open + 1), chars.get(open + 2)) {
        (Some('\\'), _) => {
            let rest = chars.get(open + 3..).unwrap_or_default();
            open + 4 + rest.iter().take_while(|&&c| c != '\'').count()
        }
        (Some(_), Some('\'')) => open + 3,
        _ => open + 1,
    }
}

/// The module path of a file under `src`: `games/mod.rs` is `games`, and
/// `lib.rs` and `main.rs` are the root.
pub(super) fn module_of(file: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        file.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        names.pop();
    }
    names
}

/// Every path of two or more segments, resolved from the crate root. Paths
/// that do not begin with `crate`, `self` or `super` are kept as written,
/// since they may lead to another crate or an import.
pub(super) fn paths(tokens: &[Token], file: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    // Inline modules with the brace depth of each.
    let mut inside: Vec<(usize, String)> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            Sign('{') => depth += 1,
            Sign('}') => {
                depth -= 1;
                inside.retain(|(opened, _)| *opened < depth + 1);
            }
            Word(word) if word == "mod" => {
                if let (Some(Word(name)), Some(Sign('{'))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
                {
                    inside.push((depth + 1, name.clone()));
                }
            }
            Word(_) => {
                let module: Vec<String> =
                    file.iter().chain(inside.iter().map(|(_, name)| name)).cloned().collect();
                let in_use = at > 0 && tokens[at - 1] == Word("use".to_owned());
                at = branch(tokens, at, &[], in_use, &mut |names| {
                    found.push(resolve(names, &module))
                });
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Follows one path through the braces of a `use` and returns its end.
fn branch(
    tokens: &[Token],
    mut at: usize,
    before: &[String],
    in_use: bool,
    report: &mut dyn FnMut(Vec<String>),
) -> usize {
    let mut names = before.to_vec();
    while let Some(Word(name)) = tokens.get(at) {
        names.push(name.clone());
        at += 1;
        if tokens.get(at) != Some(&Colons) {
            break;
        }
        at += 1;
        match tokens.get(at) {
            Some(Sign('*')) if in_use => {
                names.push("*".to_owned());
                at += 1;
            }
            Some(Sign('{')) if in_use => {
                at += 1;
                while at < tokens.len() && tokens[at] != Sign('}') {
                    let next = branch(tokens, at, &names, in_use, report);
                    at = next.max(at + 1);
                }
                return at + 1;
            }
            _ => {}
        }
    }
    if in_use && tokens.get(at) == Some(&Word("as".to_owned())) {
        at += 2;
    }
    if names.len() > 1 || in_use {
        report(names);
    }
    at
}

fn resolve(names: Vec<String>, module: &[String]) -> Vec<String> {
    let mut from = module.to_vec();
    let mut anchored = false;
    let mut rest = names.as_slice();
    while let Some((name, after)) = rest.split_first() {
        match name.as_str() {
            "crate" => from.clear(),
            "self" => {}
            "super" => {
                from.pop();
            }
            _ => break,
        }
        anchored = true;
        rest = after;
    }
    if !anchored {
        return names;
    }
    let mut full = vec!["crate".to_owned()];
    full.extend(from);
    full.extend(rest.iter().cloned());
    full
}

/// Violations in one file, given by its path under `src`.
fn violations(file: &str, source: &str, games: &[String], outside: &[String]) -> Vec<String> {
    let module = module_of(Path::new(file));
    let tokens = tokens(source);
    let layer = module.first().map(String::as_str);
    let mut violations = Vec::new();
    let mut report = |reason: String| {
        let line = format!("src/{file}: {reason}");
        if !violations.contains(&line) {
            violations.push(line);
        }
    };
    let Some(rank) = layer.map(|layer| LAYERS.iter().position(|known| *known == layer)) else {
        check_bevy(&tokens, &mut report);
        return violations;
    };
    let Some(rank) = rank else {
        report(format!("is in no layer; the layers are {}", LAYERS.join(", ")));
        return violations;
    };
    let may_use = |target: usize| {
        target == rank
            || target < rank
                && match LAYERS[target] {
                    "cli" => false,
                    "train" => LAYERS[rank] == "cli",
                    _ => true,
                }
    };
    for path in paths(&tokens, &module) {
        let shown = path.join("::");
        if path[0] == "crate" {
            match path.get(1).map(|name| (name, LAYERS.iter().position(|known| known == name))) {
                // The root alone names no layer, except as a glob import.
                None => {}
                Some((_, Some(target))) if may_use(target) => {}
                Some(_) => report(format!("{} may not use {shown}", LAYERS[rank])),
            }
        }
        // Types derive `Serialize` where they are defined.
        if LAYERS[rank] == "core" && outside.contains(&path[0]) && path[0] != "serde" {
            report(format!("core uses std and serde alone, not {shown}"));
        }
        let game = path.iter().find(|name| games.contains(name));
        if let Some(game) = game
            && !GAME_LISTS.contains(&file)
            && !OWN_FOLDERS.iter().any(|folder| is_inside(&module, folder, game))
        {
            report(format!("only the registry may name a game, not {shown}"));
        }
    }
    if LAYERS[rank] != "app" {
        check_bevy(&tokens, &mut report);
    }
    violations
}

fn check_bevy(tokens: &[Token], report: &mut dyn FnMut(String)) {
    for token in tokens {
        if let Word(word) = token
            && (word.starts_with("bevy") || word.starts_with("egui"))
        {
            report(format!("{word} belongs to app alone"));
        }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of the source with its path under `src`.
pub(super) fn sources() -> Vec<(String, String)> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let src = root().join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    files.sort();
    let name = |path: &PathBuf| {
        let names: Vec<_> =
            path.strip_prefix(&src).unwrap().iter().map(|name| name.to_string_lossy()).collect();
        names.join("/")
    };
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The folders of the games.
fn games() -> Vec<String> {
    let entries = fs::read_dir(root().join("src/games")).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// The names of the crates that the package depends on, as in code.
fn dependencies() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut inside = false;
    let section = manifest.lines().filter(|line| {
        if line.starts_with('[') {
            // Includes platform-specific ones, but not dev-dependencies.
            inside = *line == "[dependencies]" || line.ends_with(".dependencies]");
        }
        inside
    });
    section
        .filter_map(|line| line.split_once(" = "))
        .filter(|(name, _)| !name.starts_with([' ', '#']))
        .map(|(name, _)| name.replace('-', "_"))
        .collect()
}

#[test]
fn every_layer_uses_only_those_to_its_left() {
    let (games, dependencies) = (games(), dependencies());
    assert!(!games.is_empty() && dependencies.iter().any(|name| name == "serde"));
    assert!(dependencies.iter().any(|name| name == "redb"));
    assert!(!dependencies.iter().any(|name| name == "proptest"));
    let sources = sources();
    assert!(sources.len() > 20);
    let wrong: Vec<String> = sources
        .iter()
        .flat_map(|(file, source)| violations(file, source, &games, &dependencies))
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Violations in a source, without the file name.
fn violations_in(file: &str, source: &str) -> Vec<String> {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    violations(
        file,
        source,
        &names(&["reversi", "chess"]),
        &names(&["serde", "ron", "bevy", "redb"]),
    )
    .into_iter()
    .map(|line| line.split_once(": ").unwrap().1.to_owned())
    .collect()
}

#[test]
fn forbidden_dependencies_are_found_in_every_form() {
    let cases = [
        ("core/side.rs", "use crate::search::Limits;", "core may not use crate::search::Limits"),
        (
            "search/mod.rs",
            "fn f() -> crate::games::Unit {}",
            "search may not use crate::games::Unit",
        ),
        (
            "games/any.rs",
            "use super::super::record::Tree;",
            "games may not use crate::record::Tree",
        ),
        ("games/any.rs", "use crate::{core::Side, app};", "games may not use crate::app"),
        (
            "games/chess/mod.rs",
            "use crate::{core::{self, Side}, content::{theme::Theme}};",
            "games may not use crate::content::theme::Theme",
        ),
        (
            "record/tree.rs",
            "mod tests { fn f() { super::super::super::cli::run(); } }",
            "record may not use crate::cli::run",
        ),
        (
            "record/tree.rs",
            "mod tests { mod deep {} use super::super::super::cli::run; }",
            "record may not use crate::cli::run",
        ),
        ("app/mod.rs", "use crate::cli;", "app may not use crate::cli"),
        ("app/mod.rs", "use crate::train::fit;", "app may not use crate::train::fit"),
        ("content/mod.rs", "use crate::train;", "content may not use crate::train"),
        ("games/mod.rs", "use crate::train::fit;", "games may not use crate::train::fit"),
        ("train/mod.rs", "use crate::record::Tree;", "train may not use crate::record::Tree"),
        ("cli/mod.rs", "pub(in crate::app) fn f() {}", "cli may not use crate::app"),
        (
            "record/tree.rs",
            "use crate::library::Library;",
            "record may not use crate::library::Library",
        ),
        ("core/mod.rs", "use redb::Database;", "core uses std and serde alone, not redb::Database"),
        ("core/mod.rs", "use crate::*;", "core may not use crate::*"),
        ("core/mod.rs", "use super::*;", "core may not use crate::*"),
        ("core/mod.rs", "const C: char = '\"'; use crate::app;", "core may not use crate::app"),
        (
            "core/mod.rs",
            "const S: &str = r#\"\"\"#; use crate::app;",
            "core may not use crate::app",
        ),
        ("core/mod.rs", "/* /* */ \" */ use r#crate::app;", "core may not use crate::app"),
        ("core/mod.rs", "impl<'a> F<'a> for crate::cli::X {}", "core may not use crate::cli::X"),
        ("core/clock.rs", "use ron::Value;", "core uses std and serde alone, not ron::Value"),
        (
            "network/mod.rs",
            "",
            "is in no layer; the layers are core, search, games, train, record, library, events, content, engines, net, cli, app",
        ),
    ];
    for (file, source, expected) in cases {
        assert_eq!(violations_in(file, source), [expected], "{source}");
    }
}

#[test]
fn bevy_outside_the_application_is_found() {
    for file in ["lib.rs", "main.rs", "cli/mod.rs", "games/any.rs"] {
        assert_eq!(
            violations_in(file, "use bevy::prelude::*;").last().unwrap(),
            "bevy belongs to app alone"
        );
        assert_eq!(
            violations_in(file, "type E = bevy_egui::egui::Ui;")[0],
            "bevy_egui belongs to app alone"
        );
    }
    assert_eq!(violations_in("app/ui/theme.rs", "use bevy_egui::egui;").len(), 0);
}

#[test]
fn a_game_named_outside_its_module_is_found() {
    let cases = [
        (
            "app/board/mod.rs",
            "use crate::games::reversi::SmallReversi;",
            "crate::games::reversi::SmallReversi",
        ),
        ("games/chess/mod.rs", "use super::reversi::bits;", "crate::games::reversi::bits"),
        ("games/mod.rs", "pub use reversi::SmallReversi;", "reversi::SmallReversi"),
        ("games/mod.rs", "fn f() { reversi::start() }", "reversi::start"),
        ("cli/mod.rs", "use crate::games::{Game, chess};", "crate::games::chess"),
        ("train/fit.rs", "use crate::games::reversi::Discs;", "crate::games::reversi::Discs"),
        ("train/chess/mod.rs", "use crate::train::reversi::fit;", "crate::train::reversi::fit"),
        ("cli/reversi/mod.rs", "use crate::train::reversi::fit;", "crate::train::reversi::fit"),
    ];
    for (file, source, path) in cases {
        assert_eq!(
            violations_in(file, source),
            [format!("only the registry may name a game, not {path}")]
        );
    }
}

#[test]
fn allowed_dependencies_pass() {
    let cases = [
        ("lib.rs", "#[cfg(feature = \"gui\")] pub mod app; pub mod core;"),
        ("core/side.rs", "use serde::{Deserialize, Serialize};"),
        ("main.rs", "fn main() { tianyuan::app::run() }"),
        ("games/mod.rs", "pub mod registry; pub mod reversi; use crate::core::Side;"),
        ("games/registry.rs", "pub const GAMES: &[&dyn Game] = &[&super::reversi::ReversiGame];"),
        ("games/reversi/engine.rs", "use super::bits; use crate::games::reversi::position;"),
        ("train/reversi/fit.rs", "use crate::{games::reversi::Discs, train::descent};"),
        ("cli/train/mod.rs", "use crate::train::reversi; fn f() { reversi::train() }"),
        ("cli/train/reversi/mod.rs", "use crate::train::reversi::fit;"),
        ("app/mod.rs", "use bevy::prelude::*; use crate::{content, record::Tree, core::*};"),
        (
            "core/mod.rs",
            "// use crate::app;\n/// [`crate::games`]\nconst S: &str = \"crate::app\";",
        ),
        ("record/tree.rs", "mod tests { use super::*; use super::super::file; } use super::file;"),
        (
            "cli/play.rs",
            "pub(crate) fn f<'a>(c: char) -> bool { c == 'x' && crate::core::mix(1) > 0 }",
        ),
    ];
    for (file, source) in cases {
        assert_eq!(violations_in(file, source), [] as [String; 0], "{file}: {source}");
    }
}
