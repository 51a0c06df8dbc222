//! Content packs: the example of the documentation, made and built by the commands, and
//! what is refused.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tianyuan::content::packs::{
    ArchiveError, ContentKind, ContentPack, MANIFEST, PackFiles, read, template,
};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn example() -> PackFiles {
    PackFiles::from_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/example-pack"))
        .unwrap()
}

/// The example with other content in some files, or without them.
fn changed(changes: &[(&str, Option<&[u8]>)]) -> PackFiles {
    let example = example();
    let kept = example.paths().filter(|path| changes.iter().all(|(name, _)| name != path));
    let kept = kept.map(|path| (path, example.bytes(path).unwrap()));
    kept.chain(changes.iter().filter_map(|&(path, bytes)| Some((path, bytes?)))).collect()
}

/// The problems of the example after these changes.
fn problems(changes: &[(&str, Option<&[u8]>)]) -> Vec<String> {
    match read(changed(changes)) {
        Ok(pack) => panic!("{:?} was accepted", pack.manifest),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

/// The example with a word of one file replaced by another.
fn replaced(path: &str, from: &str, to: &str) -> Vec<String> {
    let text = example().text(path).unwrap().to_owned();
    assert!(text.contains(from), "{path} has no {from}");
    problems(&[(path, Some(text.replace(from, to).as_bytes()))])
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        zip.start_file(*path, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn counts(pack: &ContentPack) -> Vec<(ContentKind, usize)> {
    pack.counts()
}

#[test]
fn the_example_is_read_from_its_folder_and_from_a_zip_file_alike() {
    let pack = read(example()).unwrap();
    let expected = [
        (ContentKind::Levels, 2),
        (ContentKind::Lessons, 1),
        (ContentKind::BookLines, 2),
        (ContentKind::Themes, 1),
        (ContentKind::BoardSets, 1),
    ];
    assert_eq!(counts(&pack), expected);
    let bytes = example().to_zip().unwrap();
    assert_eq!(bytes, example().to_zip().unwrap());
    assert_eq!(read(PackFiles::from_zip(&bytes).unwrap()).unwrap(), pack);
}

#[test]
fn a_zip_of_a_whole_folder_with_hidden_files_is_the_same_pack() {
    let example = example();
    let outer: Vec<(String, &[u8])> = example
        .paths()
        .map(|path| (format!("my pack/{path}").replace(' ', "-"), example.bytes(path).unwrap()))
        .collect();
    let mut files: Vec<(&str, &[u8])> =
        outer.iter().map(|(path, it)| (path.as_str(), *it)).collect();
    files.push(("__MACOSX/my-pack/._manifest.ron", b"\x00\x05"));
    files.push(("my-pack/.DS_Store", b"\x00\x01"));
    assert_eq!(PackFiles::from_zip(&zip(&files)).unwrap(), example);
}

#[test]
fn what_is_no_pack_is_refused_in_a_sentence() {
    let no_zip = PackFiles::from_zip(b"PK but no more").unwrap_err();
    assert!(matches!(no_zip, ArchiveError::Zip(_)), "{no_zip}");
    let empty = PackFiles::from_zip(&zip(&[("game.pgn", b"1. e4 *")])).unwrap_err();
    assert!(matches!(empty, ArchiveError::NoManifest), "{empty}");
    for name in ["../manifest.ron", "/etc/passwd", "levels/a\u{0}b.ron", "a/b/c/d/e.ron", "C:x"] {
        let refused = PackFiles::from_zip(&zip(&[(name, b""), (MANIFEST, b"")]));
        assert!(matches!(refused, Err(ArchiveError::Name(_))), "{name}: {refused:?}");
    }
    // A file that unpacks to far more than it has.
    let bomb = vec![0; 40 << 20];
    let refused = PackFiles::from_zip(&zip(&[(MANIFEST, b""), ("levels/a.ron", &bomb)]));
    assert!(matches!(refused, Err(ArchiveError::Large)), "{refused:?}");
}

#[test]
fn every_problem_is_told_with_its_file_and_what_was_expected() {
    let all = problems(&[
        ("levels/notes.txt", Some(b"to do")),
        ("themes/dusk.ron", Some(b"(version: 1")),
        ("manifest.ron", Some(example().bytes(MANIFEST).unwrap())),
    ]);
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all[0].starts_with("levels/notes.txt: it is no part of a pack"), "{all:?}");
    assert!(all[1].starts_with("themes/dusk.ron, line 1: "), "{all:?}");
    let illegal = replaced("levels/mates.ron", "Nf7#", "Nf6#");
    assert!(illegal[0].starts_with("levels/mates.ron, line "), "{illegal:?}");
    assert!(illegal[0].contains("Nf6#"), "{illegal:?}");
    let foreign = replaced("boards/moss.ron", "example-pack-moss", "moss");
    assert_eq!(
        foreign,
        ["boards: the id \"moss\" is not of this pack; expected \"example-pack\" or \
          \"example-pack-…\""]
    );
    let kept = replaced(MANIFEST, "example-pack", "shared-things");
    assert_eq!(kept, ["manifest.ron: the id \"shared-things\" is kept for the levels of players"]);
    // The pictures of others stay theirs.
    let picture = problems(&[("pieces/classic/king-white.svg", Some(b"<svg/>"))]);
    assert_eq!(
        picture,
        ["pieces/classic/king-white.svg: no set or background of this pack has such a file"]
    );
    let no_manifest = problems(&[(MANIFEST, None)]);
    assert_eq!(no_manifest, ["manifest.ron: it is missing, or not UTF-8"]);
}

#[test]
fn a_piece_set_needs_all_its_pictures() {
    let set = r#"(version: 1, id: "example-pack-dots", title: {"en": "Dots", "zh-Hans": "点"},
                  games: ["tictactoe"])"#;
    let set = set.as_bytes();
    let missing = problems(&[("pieces/dots.ron", Some(set))]);
    assert_eq!(missing.len(), 2, "{missing:?}");
    assert!(missing[0].contains("has no such picture"), "{missing:?}");
    let path = missing[0].split(':').next().unwrap();
    for (svg, expected) in [
        ("<svg><text>X</text></svg>", "it has text, an image or a script in it"),
        ("<svg><use xlink:href='/etc/x.svg'/></svg>", "it has a link in it"),
    ] {
        let told = problems(&[("pieces/dots.ron", Some(set)), (path, Some(svg.as_bytes()))]);
        assert!(told.iter().any(|it| it.starts_with(&format!("{path}: {expected}"))), "{told:?}");
    }
    let no_picture = problems(&[("pieces/dots.ron", Some(set)), (path, Some(b"a dot"))]);
    assert!(no_picture.contains(&format!("{path}: it is no SVG picture")), "{no_picture:?}");
}

/// A recording of so many samples, in the simplest form.
fn recording(rate: u32, samples: usize) -> Vec<u8> {
    let data = vec![0; samples * 2];
    let mut wav = b"RIFF".to_vec();
    wav.extend(u32::try_from(36 + data.len()).unwrap().to_le_bytes());
    wav.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    wav.extend(rate.to_le_bytes());
    wav.extend((rate * 2).to_le_bytes());
    wav.extend(b"\x02\0\x10\0data");
    wav.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
    wav.extend(data);
    wav
}

#[test]
fn recordings_are_those_that_every_system_plays() {
    let set = r#"(version: 1, id: "example-pack-taps", title: {"en": "Taps", "zh-Hans": "轻敲"})"#;
    let set = set.as_bytes();
    let place = "sounds/example-pack-taps/place.wav";
    let with = |wav: &[u8]| changed(&[("sounds/taps.ron", Some(set)), (place, Some(wav))]);
    let good = recording(44_100, 1000);
    let pack = read(with(&good)).unwrap();
    assert_eq!(pack.sounds[0].id, "example-pack-taps");
    assert_eq!(pack.media.bytes(place), Some(good.as_slice()));
    for (bytes, expected) in [
        (recording(4_000, 1000), "8000 to 48000 Hz"),
        (good[..good.len() - 1].to_vec(), "it is no WAV file"),
        (recording(44_100, 0), "it is no WAV file"),
        (b"RIFF".to_vec(), "it is no WAV file"),
        (Vec::new(), "it is no WAV file"),
    ] {
        let errors = read(with(&bytes)).unwrap_err();
        assert!(errors[0].to_string().contains(expected), "{errors:?}");
    }
    let silent = problems(&[("sounds/taps.ron", Some(set))]);
    assert!(silent[0].contains("has no recording"), "{silent:?}");
}

#[test]
fn a_new_pack_has_ids_of_its_own_and_is_good_at_once() {
    let pack = read(template("ladders").unwrap()).unwrap();
    assert_eq!(pack.manifest.id, "ladders");
    assert!(pack.levels[0].id.starts_with("ladders-"));
    assert!(template("My pack").is_err());
    // The files of the template are those of the example.
    assert_eq!(template("example-pack").unwrap(), example());
}

fn tianyuan(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.arg("pack").args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn a_pack_is_begun_checked_and_built_by_the_commands() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("packs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let run = |arguments: &[&str]| {
        let output = tianyuan(&folder, arguments);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, _, error) = run(&["new", "traps"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    // What is there stays as it is.
    assert_eq!(run(&["new", "traps"]).0, Some(2));
    let (code, told, _) = run(&["check", "traps", "--prove"]);
    let expected = "traps: 2 levels, 1 lessons, 2 lines of opening books, 1 themes, 1 boards\n\
                    2 levels proved\n";
    assert_eq!((code, told.as_str()), (Some(0), expected));
    assert_eq!(run(&["build", "traps"]).0, Some(0));
    assert_eq!(run(&["check", "traps.zip"]).0, Some(0));
    let levels = folder.join("traps/levels/mates.ron");
    fs::write(&levels, "(version: 1").unwrap();
    let built = fs::read(folder.join("traps.zip")).unwrap();
    let (code, told, error) = run(&["build", "traps"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(told.starts_with("wrong: levels/mates.ron, line 1: "), "{told}");
    assert_eq!(fs::read(folder.join("traps.zip")).unwrap(), built);
}
