//! The texts of `assets/i18n`: complete and the same in every language, in a
//! consistent tone, and in characters that the shipped fonts have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use tianyuan::content::{self, backgrounds, messages, sets, theme};
use tianyuan::core::GameOverReason;
use tianyuan::games::registry::{self, GAMES};
use tianyuan::games::{Domain, OptionSpec, Options, game_over_key};

/// The languages; the others are compared with the first.
const LANGUAGES: [&str; 2] = ["en", "zh-Hans"];

/// One text: the characters it may show, and its variables.
#[derive(Debug, Default, PartialEq)]
struct Text {
    shown: String,
    variables: BTreeSet<String>,
}

impl Text {
    fn add(&mut self, pattern: &Pattern<String>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.shown.push_str(value),
                PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                    self.add_inline(inline);
                }
                PatternElement::Placeable {
                    expression: Expression::Select { selector, variants },
                } => {
                    self.add_inline(selector);
                    variants.iter().for_each(|variant| self.add(&variant.value));
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<String>) {
        match inline {
            InlineExpression::StringLiteral { value } => self.shown.push_str(value),
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.clone());
            }
            InlineExpression::NumberLiteral { .. } => {}
            other => panic!("these texts are plain, but one has {other:?}"),
        }
    }
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn texts(language: &str) -> BTreeMap<String, Text> {
    let mut texts = BTreeMap::new();
    for file in files(&content::assets_folder().join("i18n").join(language), ".ftl") {
        let source = fs::read_to_string(&file).unwrap();
        let resource = parser::parse(source)
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.display()));
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            let mut text = Text::default();
            text.add(&message.value.unwrap_or_else(|| panic!("{id} is empty")));
            assert!(message.attributes.is_empty(), "{id} has attributes, which nothing shows");
            assert_eq!(texts.insert(id.clone(), text), None, "{language} has {id} twice");
        }
    }
    texts
}

/// The source of the program without white space and without unit tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap_or_default();
        let dense = program.split_whitespace().collect();
        (path, dense)
    };
    files(&folder, ".rs").into_iter().map(read).collect()
}

/// The text after each occurrence of `start` up to the closing quote.
fn quoted<'a>(source: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    up_to(source, start, |c| c == '"')
}

/// The text after each occurrence of `start` up to a character that ends it.
fn up_to<'a>(
    source: &'a str,
    start: &'a str,
    end: fn(char) -> bool,
) -> impl Iterator<Item = &'a str> {
    source
        .match_indices(start)
        .filter_map(move |(at, _)| source[at + start.len()..].split(end).next())
}

#[test]
fn every_language_has_the_same_texts_with_the_same_variables() {
    let model = texts(LANGUAGES[0]);
    let explained = messages_in_source();
    assert!(model.len() > 100, "only {} texts were found", model.len());
    for language in &LANGUAGES[1..] {
        let texts = texts(language);
        for (id, text) in &model {
            let twin = texts.get(id).unwrap_or_else(|| panic!("{language} lacks {id}"));
            // A sentence of an explanation may leave out an argument in one
            // language; those that are given are compared below.
            if !explained.contains_key(id) {
                assert_eq!(text.variables, twin.variables, "{id} in {language}");
            }
        }
        for id in texts.keys() {
            assert!(model.contains_key(id), "{} lacks {id}", LANGUAGES[0]);
        }
    }
}

/// The arguments of every message that games and content make, by its id. An
/// id that is made in several places has the same arguments in each.
fn messages_in_source() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let start = "Message::new(\"";
    for (path, source) in ["src/games", "src/content"].into_iter().flat_map(sources) {
        for (at, _) in source.match_indices(start) {
            let Some((id, rest)) = source[at + start.len()..].split_once("\")") else { continue };
            let args = chained_args(rest);
            let known = found.entry(id.to_owned()).or_insert_with(|| args.clone());
            assert_eq!(*known, args, "{id} in {}", path.display());
        }
    }
    found
}

/// The names in `.with("name", value).with("name", value)`, with which a source
/// without white space goes on.
fn chained_args(source: &str) -> BTreeSet<String> {
    let mut args = BTreeSet::new();
    let mut rest = source;
    while let Some(call) = rest.strip_prefix(".with(") {
        let name = call.strip_prefix('"').and_then(|call| call.split('"').next());
        args.insert(name.expect("an argument has a literal name").to_owned());
        let mut depth = 1;
        let end = call.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        rest = &call[end.expect("parentheses are balanced") + 1..];
    }
    args
}

#[test]
fn every_message_of_games_and_content_exists_and_has_its_arguments() {
    let messages = messages_in_source();
    assert!(messages.len() > 80, "only {} messages were found", messages.len());
    let all = LANGUAGES.map(texts);
    for (id, args) in messages {
        let mut used = BTreeSet::new();
        for (texts, language) in all.iter().zip(LANGUAGES) {
            let text = texts.get(&id).unwrap_or_else(|| panic!("{language} lacks {id}"));
            used.extend(text.variables.iter().cloned());
        }
        // Every variable is given, and nothing is given that no language uses.
        assert_eq!(used, args, "{id}");
    }
}

#[test]
fn no_text_has_exclamation_marks_or_ellipses() {
    for language in LANGUAGES {
        for (id, text) in texts(language) {
            let loud = text.shown.contains(['!', '！', '…']) || text.shown.contains("...");
            assert!(!loud, "{id} in {language}: {}", text.shown);
        }
    }
}

#[test]
fn chinese_texts_have_chinese_punctuation() {
    for (id, text) in texts("zh-Hans") {
        let chinese = |c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c);
        let mut before = ' ';
        for c in text.shown.chars() {
            let narrow = ",.;?()".contains(c) && chinese(before);
            assert!(!narrow, "{id}: {}", text.shown);
            before = c;
        }
    }
}

#[test]
fn every_text_key_in_the_app_and_content_exists() {
    let texts = texts(LANGUAGES[0]);
    let starts = [
        "l10n.get(\"",
        "l10n.format(\"",
        "messages::localized(\"",
        "Notice::problem(\"",
        "Notice::hint(\"",
        "Notice::done(\"",
        "Notice::refusal(\"",
    ];
    let mut named = 0;
    for (path, source) in ["src/app", "src/content"].into_iter().flat_map(sources) {
        for id in starts.iter().flat_map(|start| quoted(&source, start)) {
            named += 1;
            assert!(texts.contains_key(id), "{} names \"{id}\", which is no text", path.display());
        }
    }
    assert!(named > 50, "only {named} names of texts were found");
}

#[test]
fn every_game_has_the_texts_it_needs() {
    let texts = texts(LANGUAGES[0]);
    let mut wanted = BTreeSet::new();
    for game in GAMES {
        let id = game.id();
        wanted.extend([
            format!("game-{id}"),
            format!("game-{id}-other"),
            format!("game-{id}-line"),
        ]);
        // Names of pieces in the promotion dialog.
        if id == "chess" {
            let start = game.start(&Default::default()).unwrap();
            wanted.extend(start.piece_names().iter().map(|name| format!("piece-{name}")));
        }
        wanted.extend(game.side_names().map(|side| format!("side-{side}")));
        for spec in game.puzzle_specs() {
            let parts = ["title", "description", "hint"];
            wanted.extend(parts.map(|part| format!("pack-{id}-{}-{part}", spec.id)));
        }
        wanted.extend((1..=game.levels()).map(|level| format!("level-name-{level}")));
        wanted.extend((1..=game.levels()).map(|level| format!("level-{id}-{level}")));
        wanted.extend(game.options().iter().flat_map(option_texts));
        // Ids of refusals occur in the rules, and so do the reasons of endings.
        for (_, source) in sources(&format!("src/games/{id}")) {
            let names = |reason: &&GameOverReason| {
                up_to(&source, "GameOverReason::", |c| !c.is_alphanumeric())
                    .any(|name| name == format!("{reason:?}"))
            };
            let named = GameOverReason::ALL.iter().filter(names);
            wanted.extend(named.map(|&reason| game_over_key(*game, reason)));
            let start = format!("\"{id}-");
            let names = quoted(&source, &start).map(|rest| format!("{id}-{rest}"));
            // Formats of records are named in the same way.
            let formats = game.record_formats().own;
            wanted.extend(names.filter(|name| !formats.contains(&name.as_str())));
        }
    }
    for id in wanted {
        assert!(texts.contains_key(&id), "{id} is missing");
    }
}

fn option_texts(spec: &OptionSpec) -> Vec<String> {
    let name = format!("option-{}", spec.id);
    let mut ids = match spec.domain {
        // The name of each word, and the line that explains it.
        Domain::Words(words) => {
            let both = |word| [format!("{name}-{word}"), format!("{name}-{word}-line")];
            words.iter().flat_map(both).collect()
        }
        Domain::Number { .. } => vec![format!("{name}-value")],
        Domain::Switch { .. } => vec![format!("{name}-line")],
    };
    ids.push(name);
    ids
}

#[test]
fn komi_is_shown_in_points_and_in_chinese_under_chinese_rules_in_stones() {
    let go = registry::find("go").unwrap();
    let text = |halves, options| {
        let options = Options::parse(options).unwrap();
        let text = messages::localize(&go.number_text("komi", halves, &options).unwrap());
        (text["en"].clone(), text["zh-Hans"].clone())
    };
    let both = |english: &str, chinese: &str| (english.to_owned(), chinese.to_owned());
    assert_eq!(text(15, "()"), both("7.5", "贴 3¾ 子"));
    assert_eq!(text(15, "(ruleset: \"japanese\")"), both("7.5", "7.5 目"));
    assert_eq!(text(0, "()"), both("0", "贴 0 子"));
    // Black has it.
    assert_eq!(text(-13, "()"), both("-6.5", "贴 -3¼ 子"));
    assert_eq!(text(-1, "()"), both("-0.5", "贴 -¼ 子"));
    assert_eq!(go.number_text("size", 19, &Options::default()), None);
}

#[test]
fn the_fonts_have_a_glyph_for_every_character_shown() {
    let folder = content::assets_folder();
    let read =
        |path: &str| fs::read_to_string(folder.join(path)).map_err(|error| error.to_string());
    let mut shown: String =
        LANGUAGES.into_iter().flat_map(texts).map(|(_, text)| text.shown).collect();
    for theme in theme::load(read).themes {
        shown.extend(theme.title.into_values());
    }
    let backgrounds = backgrounds::load(read).backgrounds;
    shown.extend(backgrounds.into_iter().flat_map(|it| it.title.into_values()));
    let sets = sets::load(read);
    shown.extend(sets.pieces.into_iter().flat_map(|set| set.title.into_values()));
    shown.extend(sets.boards.into_iter().flat_map(|set| set.title.into_values()));
    // Texts that the program inserts: numbers, moves, file names.
    shown.extend(' '..='~');
    shown.push_str("×−¼½¾简体中文");
    let shown: BTreeSet<char> = shown.chars().filter(|c| !c.is_control()).collect();
    for font in [content::SANS, content::KAI] {
        // Moves with figurines are never written in the brush face.
        let figurines = if font == content::SANS { "♔♕♖♗♘" } else { "" };
        let shown: BTreeSet<char> = shown.iter().copied().chain(figurines.chars()).collect();
        let bytes = fs::read(folder.join(font)).unwrap_or_else(|error| panic!("{font}: {error}"));
        let face = ttf_parser::Face::parse(&bytes, 0).unwrap();
        let missing: String = shown.iter().filter(|&&c| face.glyph_index(c).is_none()).collect();
        assert!(missing.is_empty(), "{font} lacks {missing}");
    }
}
