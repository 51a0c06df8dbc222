//! The rooms of the application stand in an order, and only some of them ask what
//! system the program is built for.

use std::path::Path;

use super::layers::{module_of, paths, sources, tokens};

/// The rooms from left to right. Each may use itself and those before it.
const ROOMS: [&str; 11] = [
    "state", "notice", "platform", "services", "settings", "text", "session", "board", "features",
    "widgets", "screens",
];

/// Composition roots, which put the rooms together and so may name them all.
const OUTSIDE: [&str; 5] = ["mod", "entry", "redraw", "test_snapshot", "testing"];

/// The room of a file, by its path under `src`; `None` outside `app`.
fn room(file: &str) -> Option<&str> {
    let name = file.strip_prefix("app/")?.split('/').next()?;
    Some(name.strip_suffix(".rs").unwrap_or(name))
}

/// The arrows of one file that point to the right, and what else is against the order.
fn violations(file: &str, source: &str) -> Vec<String> {
    let Some(room) = room(file).filter(|room| !OUTSIDE.contains(room)) else {
        return Vec::new();
    };
    let Some(rank) = ROOMS.iter().position(|known| *known == room) else {
        return vec![format!("{room} is in no room; they are {}", ROOMS.join(", "))];
    };
    let mut wrong: Vec<String> = Vec::new();
    for path in paths(&tokens(source), &module_of(Path::new(file))) {
        let [root, app, target, ..] = &path[..] else { continue };
        if root != "crate" || app != "app" {
            continue;
        }
        let is_before = ROOMS[..=rank].contains(&target.as_str());
        let line = format!("{room} may not use {}", path.join("::"));
        if !is_before && !wrong.contains(&line) {
            wrong.push(line);
        }
    }
    wrong
}

#[test]
fn every_room_uses_only_those_to_its_left() {
    let sources = sources();
    for room in ROOMS {
        let is_there = |(file, _): &(String, String)| self::room(file) == Some(room);
        assert!(sources.iter().any(is_there), "there is no {room}");
    }
    let wrong: Vec<String> = sources
        .iter()
        .flat_map(|(file, source)| {
            let wrong = violations(file, source).into_iter();
            wrong.map(move |reason| format!("src/{file}: {reason}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn arrows_to_the_right_are_found_in_every_form() {
    for (file, source, expected) in [
        ("app/board/mod.rs", "use crate::app::screens::home;", "crate::app::screens::home"),
        ("app/notice.rs", "use super::platform::Storage;", "crate::app::platform::Storage"),
        (
            "app/features/review/mod.rs",
            "fn f() { super::super::widgets::root() }",
            "crate::app::widgets::root",
        ),
        ("app/board/input.rs", "use crate::app::{session::Turn, TASKS};", "crate::app::TASKS"),
        ("app/session/mod.rs", "use super::*;", "crate::app::*"),
    ] {
        let room = room(file).unwrap();
        assert_eq!(violations(file, source), [format!("{room} may not use {expected}")]);
    }
    for (file, source) in [
        ("app/screens/home.rs", "use crate::app::widgets::root;"),
        ("app/mod.rs", "use screens::home; use crate::app::screens::play;"),
        ("app/board/input.rs", "pub(in crate::app) fn f() { super::place() }"),
    ] {
        assert_eq!(violations(file, source), [""; 0], "{source}");
    }
    assert_eq!(violations("app/attic/mod.rs", "").len(), 1);
}

/// Files outside `platform` that may ask for the target: where the parts of the
/// application are put together, and where a service chooses its backend.
const ASK_FOR_TARGET: [&str; 5] = [
    "app/mod.rs",
    "app/entry.rs",
    "app/services/tasks/mod.rs",
    "app/services/library/mod.rs",
    "app/services/library/backend/mod.rs",
];

#[test]
fn what_differs_between_systems_is_in_platform() {
    let asks = |(file, source): &&(String, String)| {
        let asks = ["target_os", "target_arch", "target_family"];
        room(file).is_some_and(|room| room != "platform")
            && asks.iter().any(|ask| source.contains(ask))
    };
    let sources = sources();
    let found: Vec<&str> = sources.iter().filter(asks).map(|(file, _)| file.as_str()).collect();
    let others: Vec<_> = found.iter().filter(|file| !ASK_FOR_TARGET.contains(file)).collect();
    assert!(others.is_empty(), "{others:?} ask for the target; only platform may");
    assert!(!found.is_empty());
}
