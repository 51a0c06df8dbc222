//! Documentation comments name the thing first: they begin with a noun phrase or a verb, not with a
//! question word.

use super::layers::sources;

/// Words that begin no documentation comment.
const QUESTION_WORDS: [&str; 3] = ["What ", "How ", "Whether "];

/// The text of a line of documentation.
fn documentation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "))
}

/// The first lines of the comments of a source that begin with a question word.
fn questions(source: &str) -> Vec<&str> {
    let lines: Vec<&str> = source.lines().collect();
    let begins = |at: usize| at == 0 || !lines[at - 1].trim_start().starts_with("//");
    let asks = |text: &str| QUESTION_WORDS.iter().any(|word| text.starts_with(word));
    let found = (0..lines.len()).filter(|&at| begins(at));
    found.filter_map(|at| documentation(lines[at])).filter(|text| asks(text)).collect()
}

#[test]
fn no_documentation_begins_with_a_question_word() {
    assert_eq!(questions("/// What it is.\nfn a() {}"), ["What it is."]);
    assert_eq!(questions("    //! Parts.\n    //! How they fit."), [""; 0]);
    let wrong: Vec<String> = sources()
        .into_iter()
        .flat_map(|(file, source)| {
            let of_file = questions(&source).into_iter().map(|text| format!("src/{file}: {text}"));
            of_file.collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "these comments do not name the thing first: {wrong:#?}");
}
