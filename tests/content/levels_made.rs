//! Levels that are made, and the commands that check, make and explain them.

use std::collections::BTreeSet;
use std::fs;

use tianyuan::content;
use tianyuan::content::levels::make::{ExistingLevels, make};
use tianyuan::content::levels::{Pack, check};
use tianyuan::games::registry;

use crate::levels::changed;

/// Standard output, standard error and exit code of the program.
fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let output = std::process::Command::new(program).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn commands_check_and_make_levels() {
    let (printed, wrong, code) = run(&["check-levels"]);
    assert_eq!((wrong.as_str(), code), ("", Some(0)));
    assert!(printed.contains("chess/mates.ron: 60 levels\n"), "{printed}");
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("levels.ron");
    let path = path.to_str().unwrap();
    let (made, wrong, code) =
        run(&["make-levels", "tictactoe", "2", "--pack", "forced-wins", "--seed", "3"]);
    assert_eq!((wrong.as_str(), code), ("", Some(0)));
    fs::write(path, made).unwrap();
    let (printed, _, code) = run(&["check-levels", "--prove", path]);
    assert_eq!(code, Some(0));
    assert!(printed.ends_with("levels.ron: 2 levels, 2 proved\n"), "{printed}");
    fs::write(path, changed("Ra8#", "Ra9")).unwrap();
    let (_, wrong, code) = run(&["check-levels", path]);
    assert_eq!((wrong.lines().count(), code), (1, Some(2)));
    assert!(wrong.contains("levels.ron, line 9: level \"back-rank\": move \"Ra9\""), "{wrong}");
    let shipped = content::levels_folder().join("tictactoe/classic.ron");
    let (printed, _, code) = run(&["explain-levels", shipped.to_str().unwrap()]);
    assert_eq!((printed, code), (fs::read_to_string(&shipped).unwrap(), Some(0)));
    let (_, wrong, code) = run(&["explain-levels", path]);
    assert_eq!((wrong.lines().count(), code), (1, Some(2)));
    assert!(wrong.contains("move \"Ra9\""), "{wrong}");
    let (_, wrong, code) = run(&["make-levels", "chess", "2", "--pack", "none"]);
    assert_eq!(code, Some(2));
    assert!(wrong.contains("has no pack \"none\" that can be made; those that can: mates"));
}

#[test]
fn a_pack_that_is_extended_keeps_its_levels_and_their_ids() {
    let game = registry::find("chess").unwrap();
    let spec = &game.puzzle_specs()[0];
    let made = |count, seed, existing| make(game, spec, count, seed, existing).unwrap().levels;
    let two = made(2, 7, ExistingLevels::default());
    let three = made(3, 7, ExistingLevels { own: &two, others: &[] });
    let ids: BTreeSet<&str> = three.iter().map(|level| level.id.as_str()).collect();
    assert_eq!(ids, BTreeSet::from(["mates-01", "mates-02", "mates-03"]));
    assert!(two.iter().all(|level| three.contains(level)));
}

#[test]
fn level_generation_is_deterministic() {
    let game = registry::find("chess").unwrap();
    let made = |seed| -> Pack {
        let existing = ExistingLevels::default();
        make(game, &game.puzzle_specs()[0], 2, seed, existing).unwrap()
    };
    let pack = made(7);
    assert_eq!(pack.levels.len(), 2);
    assert_eq!(check::check(&pack), []);
    assert_eq!(pack, made(7));
    assert_ne!(pack, made(8));
}
