//! The library file: cancelled imports, crashes, damage, and the commands.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tianyuan::core::Random;
use tianyuan::library::{Added, Date, Filter, Library, LibraryError, ResultKind, SortOrder};
use tianyuan::record::{GameTree, InfoField};

use super::{fresh, never, played, position, timing, with};

/// Short games that all differ.
fn many(count: usize) -> Vec<GameTree> {
    let one = played("reversi", "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6");
    (0..count)
        .map(|n| {
            let name = format!("Player {}", n % 997);
            let date = format!("{}-{:02}-{:02}", 1900 + n % 120, 1 + n % 12, 1 + n % 28);
            let fields = [
                (InfoField::FirstPlayer, &*name),
                (InfoField::SecondPlayer, "B"),
                (InfoField::Date, &*date),
            ];
            let tree = with(one.clone(), &fields);
            with(tree, &[(InfoField::Event, "Club"), (InfoField::SecondPlayer, &n.to_string())])
        })
        .collect()
}

#[test]
fn an_import_that_is_cancelled_keeps_what_it_reports() {
    let path = fresh("cancelled");
    let mut library = Library::open(&path).unwrap();
    let trees = many(9000);
    let mut told = Vec::new();
    let import = library.add_many(&trees, &mut |done| {
        told.push(done);
        if done < 8500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let import = import.unwrap();
    assert!(import.cancelled && told.len() > 50 && told.is_sorted());
    drop(library);
    let mut library = Library::open(&path).unwrap();
    assert_eq!(library.len(), import.games.len());
    assert!((1..8500).contains(&library.len()));
    let again = library.add_many(&trees, &mut never).unwrap();
    assert_eq!((again.games.len(), library.len()), (9000, 9000));
    let known = again.games.iter().filter(|added| matches!(added, Added::Duplicate(_))).count();
    assert_eq!(known, import.games.len());
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.arg("library").args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn a_crash_leaves_a_consistent_library() {
    let path = fresh("killed");
    // A record of many games, each with a different player.
    let games = path.with_file_name("games.pgn");
    let text: String = (0..3000)
        .map(|n| format!("[White \"P{n}\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n"))
        .collect();
    fs::write(&games, text).unwrap();
    let games = games.to_str().unwrap();
    for wait in [0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 120] {
        // Every other time the library exists already.
        if wait % 10 != 0 {
            fs::remove_file(&path).unwrap();
        }
        let mut child =
            command(&[path.to_str().unwrap(), "import", games, games, games]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        child.wait().unwrap();
        let library = Library::open(&path).unwrap();
        assert_eq!(library.set_aside(), None);
        let here = library.len();
        assert!(here == 0 || here == 3000, "{here}");
        for summary in &library.find(&Filter::default(), SortOrder::Name, 0..50).unwrap().games {
            assert_eq!(library.get(summary.id).unwrap().main_line().count(), 4);
        }
        let start = Some(position(&played("chess", "e4 e5 Nf3")));
        let filter = Filter { position: start, ..Filter::default() };
        assert_eq!(library.find(&filter, SortOrder::Newest, 0..1).unwrap().total, here);
    }
}

#[test]
fn a_half_created_library_is_replaced() {
    let path = fresh("begun");
    let half = path.with_added_extension("new");
    fs::write(&half, [0, 0, 4, 0]).unwrap();
    let mut library = Library::open(&path).unwrap();
    assert_eq!(library.set_aside(), None);
    assert_eq!(library.add(&played("chess", "e4")).unwrap(), Added::New("1".parse().unwrap()));
    assert!(!half.exists());
}

#[test]
fn a_damaged_file_is_set_aside_and_a_new_library_begun() {
    let path = fresh("damaged");
    let mut library = Library::open(&path).unwrap();
    library.add_many(&many(3000), &mut never).unwrap();
    drop(library);
    let whole = fs::read(&path).unwrap();
    let mut damaged: Vec<Vec<u8>> = Vec::new();
    let mut random = Random::new(7);
    for part in [3, 7, 50, 90] {
        damaged.push(whole[..whole.len() * part / 100].to_vec());
        let mut holed = whole.clone();
        let at = whole.len() * part / 100;
        holed[at..].iter_mut().take(9000).for_each(|byte| *byte = random.below(256) as u8);
        damaged.push(holed);
    }
    damaged.push(b"[White \"A\"]\n\n1. e4 *\n".to_vec());
    damaged.push(vec![0; 5000]);
    let mut aside = 0;
    for bytes in damaged {
        fs::write(&path, &bytes).unwrap();
        let mut library = Library::open(&path).unwrap();
        if let Some(kept) = library.set_aside() {
            aside += 1;
            assert!(kept.ends_with(format!("games.damaged-{aside}.redb")), "{kept:?}");
            assert_eq!(fs::metadata(kept).unwrap().len(), bytes.len() as u64);
            assert!(library.is_empty());
        } else {
            // The damaged bytes were not in use.
            assert_eq!(library.len(), 3000);
        }
        library.add(&played("chess", "e4")).unwrap();
        drop(library);
        assert!(Library::open(&path).unwrap().len() % 3000 == 1);
    }
    assert!(aside >= 6, "{aside}");
}

#[test]
fn an_empty_file_is_set_aside() {
    let path = fresh("empty");
    fs::write(&path, "").unwrap();
    let library = Library::open(&path).unwrap();
    let kept = library.set_aside().unwrap();
    assert!(kept.ends_with("games.damaged-1.redb"), "{kept:?}");
    assert_eq!(fs::read(kept).unwrap(), b"");
    assert!(library.is_empty());
}

#[test]
fn a_file_in_use_and_a_folder_are_refused_in_one_line() {
    let path = fresh("in_use");
    let library = Library::open(&path).unwrap();
    let error = Library::open(&path).err().unwrap().to_string();
    assert!(error.ends_with("in use by another program"), "{error}");
    drop(library);
    let folder: &Path = path.parent().unwrap();
    assert!(matches!(Library::open(folder).err().unwrap(), LibraryError::File { .. }));
    assert!(folder.is_dir());
}

/// Standard output of a successful command, by lines.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output: Output = command(arguments).output().unwrap();
    let error_line = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error_line.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The one line that a failing command prints to standard error.
fn error_line(arguments: &[&str]) -> String {
    let output = command(arguments).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    text
}

#[test]
fn commands_import_list_show_delete_and_restore() {
    let path = fresh("commands");
    let pgn = path.with_file_name("two.pgn");
    let text = "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2020.05.??\"]\n[Result \"1-0\"]\n\n\
        1. e4 e5 1-0\n\n[White \"Cem\"]\n[Black \"Anna\"]\n[Date \"2021.01.02\"]\n\
        [Result \"*\"]\n\n1. d4 *\n";
    fs::write(&pgn, text).unwrap();
    let (path, pgn) = (path.to_str().unwrap(), pgn.to_str().unwrap());
    assert!(error_line(&[path, "list"]).contains("games.redb"));
    assert_eq!(lines(&[path, "import", pgn]), [format!("{pgn}\t2\t0")]);
    assert_eq!(lines(&[path, "import", pgn]), [format!("{pgn}\t0\t2")]);
    let all = lines(&[path, "list"]);
    assert_eq!(all[0], "2");
    assert!(all[1].starts_with("2\tchess\tCem\tAnna\t2021-01-02\t*\t1\t"), "{all:?}");
    assert!(all[2].starts_with("1\tchess\tAnna\tBo\t2020-05"), "{all:?}");
    assert_eq!(lines(&[path, "list", "--limit", "1"]).len(), 2);
    assert_eq!(lines(&[path, "list", "--player", "cem"])[0], "1");
    assert_eq!(lines(&[path, "list", "--result", "1-0", "--game", "chess"])[0], "1");
    assert_eq!(lines(&[path, "list", "--from", "2020-05-09", "--to", "2020"])[0], "1");
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(lines(&[path, "list", "--game", "chess", "--position", e4])[0], "1");
    let shown = lines(&[path, "show", "1"]);
    assert!(shown.contains(&"first\tAnna".to_owned()), "{shown:?}");
    assert_eq!(shown.last().unwrap(), "moves\te4 e5");
    assert_eq!(lines(&[path, "delete", "1"]), [] as [&str; 0]);
    assert_eq!(lines(&[path, "list"])[0], "1");
    assert_eq!(lines(&[path, "list", "--deleted"])[0], "1");
    assert_eq!(lines(&[path, "restore", "1"]), [] as [&str; 0]);
    assert_eq!(lines(&[path, "list"])[0], "2");
    assert!(error_line(&[path, "show", "9"]).contains("no game 9"));
    assert!(error_line(&[path, "list", "--game", "shogi"]).contains("the games are"));
    assert!(error_line(&[path, "list", "--result", "won"]).contains("expected 1-0"));
    assert!(error_line(&[path, "list", "--from", "May"]).contains("expected year"));
    assert!(error_line(&[path, "list", "--position", e4]).contains("--game"));
    assert!(error_line(&[path, "import", "nothing.pgn"]).contains("nothing.pgn"));
    assert!(error_line(&[pgn, "list"]).contains("expected one such as games.redb"));
    assert_eq!(fs::read_to_string(pgn).unwrap(), text);
}

#[test]
fn a_hundred_thousand_games_come_in_and_are_found_in_time() {
    let path = fresh("large");
    let trees = many(100_000);
    let mut library = Library::open(&path).unwrap();
    let begun = Instant::now();
    library.add_many(&trees, &mut never).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    println!("import {:?}", begun.elapsed());
    drop(library);
    let begun = Instant::now();
    let library = Library::open(&path).unwrap();
    println!("open {:?}, {} bytes", begun.elapsed(), fs::metadata(&path).unwrap().len());
    let all = Filter::default();
    let date = |text: &str| Some(text.parse::<Date>().unwrap());
    let filters = [
        ("all", all.clone()),
        ("player", Filter { player: "player 99".to_owned(), ..all.clone() }),
        ("player in Chinese", Filter { player: "清".to_owned(), ..all.clone() }),
        ("result", Filter { result: Some(ResultKind::Unknown), ..all.clone() }),
        ("dates", Filter { from: date("1950"), to: date("1960-05"), ..all.clone() }),
        ("length", Filter { plies: Some(10..=12), ..all.clone() }),
        ("tag", Filter { tag: Some("x".to_owned()), ..all.clone() }),
        ("start", Filter { position: Some(position(&played("reversi", ""))), ..all.clone() }),
        ("end", Filter { position: Some(position(&trees[0])), ..all }),
    ];
    for (name, filter) in filters {
        for sort in [SortOrder::Newest, SortOrder::Oldest, SortOrder::Name] {
            let mut last = Duration::ZERO;
            let result = timing::within(Duration::from_millis(100), || {
                let begun = Instant::now();
                library.find(&filter, sort, 0..50).unwrap();
                last = begun.elapsed();
                last
            });
            println!("{name} by {sort:?} {last:?}");
            assert_eq!(result, Ok(()), "{name} by {sort:?}");
        }
    }
    fs::remove_file(path).unwrap();
}
