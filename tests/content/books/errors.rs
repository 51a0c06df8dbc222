//! Books that cannot be read: each error names the file and the reason.

use std::fs;

use proptest::prelude::*;
use tianyuan::content::FileError;
use tianyuan::content::books::{self, Area, UserBook, check, load, read_book};
use tianyuan::games::registry;

use super::{book, loaded, name_of};

#[test]
fn book_errors_name_file_and_line() {
    let reversi = "game: \"reversi\", symmetry: Full";
    let go = "game: \"go\", symmetry: Full, area: Corner";
    let line = |moves| [("f5 d6", "Perpendicular", 10), (moves, "Other", 10)];
    let cases = [
        (book(reversi, &line("f5 a1")), "line 8: line \"f5 a1\": move \"a1\": "),
        (book(reversi, &line("f5 x")), "line 8: line \"f5 x\": move \"x\": "),
        (
            book(reversi, &line("d3 c5")),
            "line 8: line \"d3 c5\": its position is already called \"Perpendicular\" by the \
             line \"f5 d6\"; expected one name",
        ),
        (book(reversi, &line("f5  d6")), "it stands there twice; expected it once"),
        (book(reversi, &line("")), "line 8: line \"\": it has no move; expected at least one"),
        (book(reversi, &[("f5", "A", 1001)]), "its weight is 1001; expected 0 to 1000"),
        (book(reversi, &[]), "it has no line; expected at least one"),
        (book("game: \"ludo\"", &[("a", "A", 1)]), "there is no game \"ludo\"; the games are: "),
        (book("game: \"go\", options: {\"size\": 4}", &[("a", "A", 1)]), "option size cannot be 4"),
        (book(go, &[("D4", "A", 1)]), "\"D4\" does not lie in the upper right quarter"),
        (book(go, &[("R16 -", "A", 1)]), "it ends elsewhere; expected a move in the corner"),
        (book("game: \"xiangqi\", area: Corner", &[("h2e2", "A", 1)]), "its board is not square"),
        (
            book(reversi, &[("f5", "A", 1)]).replace("\"zh-Hans\": \"A\"", "\"fr\": \"A\""),
            "its name has no \"zh-Hans\"",
        ),
        (book(reversi, &[("f5", "A", 1)]).replace("made up", " "), "the source is empty"),
        (book(reversi, &[("f5", "A", 1)]).replace("version: 1", "version: 2"), "of version 2"),
        (book(reversi, &[("f5", "A", 1)]).replace("weight", "wait"), "0.ron, line 7: "),
        (format!("{}{}", book(reversi, &line("f5 f6")), " ".repeat(5 << 20)), "at most 4194304"),
        (book(reversi, &[(&"f5 ".repeat(121), "A", 1)]), "it has 121 moves; expected 120 at most"),
        (book(reversi, &[("f5", &"A".repeat(201), 1)]), "has 201 bytes; expected 200 at most"),
    ];
    let good = book(reversi, &[("f5 f6", "Diagonal", 10)]);
    for (text, message) in cases {
        let loaded = loaded(&[text, good.clone()]);
        let [error] = &loaded.errors[..] else { panic!("{message}: {:?}", loaded.errors) };
        assert_eq!(error.file, "books/0.ron");
        assert!(error.to_string().contains(message), "{error}");
        // The valid book still loads.
        assert_eq!(name_of(&loaded.books, "reversi", "f5 f6").as_deref(), Some("Diagonal"));
    }
}

#[test]
fn index_errors_name_the_file() {
    for (text, message) in [
        ("(version: 2, books: [])", "books/index.ron: it is of version 2"),
        ("(version: 1)", "books/index.ron, line 1: "),
    ] {
        let loaded = load(|_| Ok::<_, String>(text.to_owned()));
        assert!(loaded.errors[0].to_string().starts_with(message), "{:?}", loaded.errors);
    }
    let loaded = load(|path| match path {
        books::INDEX => Ok::<_, String>("(version: 1, books: [\"a.ron\"])".to_owned()),
        _ => Err("it is not there".to_owned()),
    });
    assert_eq!(loaded.errors[0].to_string(), "books/a.ron: it is not there");
}

/// Asserts that the text is a book of legal lines, or that its error names the
/// file and the reason.
fn assert_valid_or_refused(text: &str) {
    let refused = match read_book("a.ron", text) {
        Ok(book) => match check(&book) {
            Ok(()) => return,
            Err(error) => error.in_file("a.ron", text),
        },
        Err(error) => error,
    };
    assert!(refused.to_string().starts_with("a.ron"), "{refused}");
    assert!(!refused.reason.is_empty(), "{refused}");
}

proptest! {
    #[test]
    fn a_book_with_a_changed_byte_is_read_or_refused(at in 0usize..400, byte in 32u8..127) {
        let mut text = book("game: \"reversi\", symmetry: Full", &[("f5 d6", "A", 10)]).into_bytes();
        let at = at % text.len();
        text[at] = byte;
        let text = String::from_utf8_lossy(&text);
        assert_valid_or_refused(&text);
        if let Ok(book) = UserBook::read(&text) {
            let written = book.to_ron().unwrap();
            prop_assert_eq!(UserBook::read(&written).unwrap().to_ron().unwrap(), written);
        }
    }

    #[test]
    fn hostile_text_is_no_book(text in "[ -~\n]{0,200}") {
        prop_assert!(read_book("a.ron", &text).is_err());
        prop_assert!(UserBook::read(&text).is_err());
    }

    #[test]
    fn moves_of_any_text_are_played_or_refused(
        game in 0..registry::GAMES.len(),
        corner: bool,
        moves in "([a-zA-Z]?[0-9]{0,2}[ -]){1,9}",
    ) {
        let id = registry::GAMES[game].id();
        let area = if corner { Area::Corner } else { Area::Board };
        let text = book(&format!("game: \"{id}\", area: {area:?}"), &[(&moves, "A", 1)]);
        assert_valid_or_refused(&text);
    }
}

#[test]
fn the_check_books_command_reports_errors() {
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_tianyuan");
        let output = std::process::Command::new(program).args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code())
    };
    let (printed, wrong, code) = run(&["check-books"]);
    assert_eq!((wrong.as_str(), code), ("", Some(0)));
    assert!(printed.contains("books/reversi.ron: 87 lines\n"), "{printed}");
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("book.ron");
    fs::write(&path, book("game: \"chess\"", &[("e4 e4", "A", 1)])).unwrap();
    let (_, wrong, code) = run(&["check-books", path.to_str().unwrap()]);
    assert_eq!((wrong.lines().count(), code), (1, Some(2)));
    assert!(wrong.contains("book.ron, line 7: line \"e4 e4\": move \"e4\""), "{wrong}");
}

#[test]
fn an_error_without_a_line_names_the_file_alone() {
    let error =
        FileError { file: "a.ron".to_owned(), line: None, reason: "it is empty".to_owned() };
    assert_eq!(error.to_string(), "a.ron: it is empty");
}
