//! Memory bound of the record readers: fifty times the size of the file plus a
//! fixed amount. Alone in its binary, which counts every allocation.

#[path = "common/allocations.rs"]
mod allocations;

use tianyuan::record::formats::{Source, read};

/// Fixed overhead of a reader: positions, error texts, tables.
const FIXED: usize = 256 << 10;

/// A repeated pattern of about a tenth of a megabyte.
fn many(before: &str, again: &str) -> Vec<u8> {
    (before.to_owned() + &again.repeat(120_000 / again.len())).into_bytes()
}

fn library(node: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xFF);
    bytes.extend(node.repeat(120_000 / node.len()));
    bytes
}

fn wthor() -> Vec<u8> {
    // The shortest known game has nine moves; this one has sixteen.
    let moves = [56, 66, 65, 46, 35, 64, 53, 36];
    let count = 1700_u32;
    let mut bytes = vec![0; 16];
    bytes[4..8].copy_from_slice(&count.to_le_bytes());
    for _ in 0..count {
        bytes.extend([0; 8]);
        bytes.extend(moves);
        bytes.extend([0; 52]);
    }
    bytes
}

/// Every pair of moves as a separate variation.
fn branches() -> Vec<u8> {
    let letters = b'a'..=b's';
    let points: Vec<String> = letters
        .clone()
        .flat_map(|x| letters.clone().map(move |y| String::from_utf8(vec![x, y]).unwrap()))
        .collect();
    let mut text = "(;GM[1]".to_owned();
    for first in points.iter().take(40) {
        text.push_str(&format!("(;B[{first}]"));
        for second in points.iter().skip(40) {
            text.push_str(&format!("(;W[{second}]C[])"));
        }
        text.push(')');
    }
    text.into_bytes()
}

#[test]
fn no_file_takes_more_than_fifty_times_its_size() {
    let files = [
        ("sgf", branches()),
        ("sgf", many("", "(;)")),
        ("sgf", many("", "(;GM[1]AB[aa])")),
        ("sgf", many("", "(;GM[4]SZ[9]C[x];B[aa];W[bb];B[cc]C[])")),
        ("sgf", many("(;", ";")),
        ("sgf", many("(;", "(")),
        ("sgf", many("(;", "(;B[aa]")),
        ("sgf", many("(;", "A[]")),
        ("sgf", many("(;", "[]")),
        ("sgf", many("(;XX", "[]")),
        ("sgf", many("(;", "TR[aa]")),
        ("sgf", many("(;", ";TR[aa:ss]")),
        ("sgf", many("(;", ";C[x]TE[1]")),
        ("sgf", many("(;C[", "\u{ff}")),
        ("sgf", many("(", ";B[aa]")),
        ("sgf", many("(;B[aa]", ";PL[W];PL[B]")),
        ("sgf", many("(;B[aa]", ";AB[aa:ss]")),
        ("sgf", many("(;B[aa]", ";AB[zz]")),
        ("sgf", many("(;B[aa]", ";B[zz]")),
        ("sgf", many("(;B[aa]", "(;N[x]")),
        ("sgf", many("(;B[aa]", "(;N[x])")),
        ("sgf", many("(", "(;")),
        ("sgf", many("(;C[x]", "A")),
        ("pgn", many("", "*")),
        ("pgn", many("", "[A \"\"]\n* ")),
        ("pgn", many("", "1. e4 *\n")),
        ("pgn", many("1. e4 ", "(")),
        ("pgn", many("1. e4 ", "(1. d4)")),
        ("pgn", many("1. e4 e9 ", "(")),
        ("pgn", many("1. e4 ", "a ")),
        ("pgn", many("1. e4 e5 (1... e5 ", "(1. d4)")),
        ("pgn", many("1. e4 ", "$9 ")),
        ("pgn", many("1. e4 {", "[%csl Ga1]")),
        ("pgn", many("", "{}")),
        ("ggf", many("", "(;;)")),
        ("ggf", many("(;", "A[]")),
        ("ggf", many("(;GM[Othello]B[f5]", "W[]")),
        ("obf", many("", "-----OX--XO----- X\n")),
        ("txt", many("", "f5\n")),
        ("txt", many("", "f5d6c3d3c4\n")),
        ("gomoku", many("", "a1b2c3d4e5\n")),
        ("gomoku", many("", "a1")),
        ("gomoku", many("", "s19 a1\n\n#r\n")),
        ("json", many("{\"moves\":[", "{\"m\":\"f5\"},")),
        ("psq", many("Piskvorky 15x15\n", "1,1,1\n")),
        ("lib", library(&[0, 0])),
        ("lib", library(&[0x78, 0x80])),
        ("lib", library(&[0x78, 0x00])),
        ("lib", library(&[0x78, 0x08, b'a', 0])),
        ("wtb", wthor()),
        ("ubb", many("[DhtmlXQ_movelist]", "7747")),
        ("ubb", many("", "[DhtmlXQ]")),
        ("ubb", many("", "[DhtmlXQ][DhtmlXQ_fen]")),
        ("gib", many("\\GS\n", "STO 0 1 1 1 1\n")),
        ("ubb", many("[DhtmlXQ_movelist][/DhtmlXQ", "[DhtmlXQ_")),
        ("ubb", many("[DhtmlXQ_movelist][/DhtmlXQ", "[DhtmlXQ_move_0_1_1][/DhtmlXQ_]")),
        ("ron", many("(version: 2, game: \"go\", nodes: [", "(after:0,play:\"\",gone:true),")),
    ];
    let mut too_much = Vec::new();
    for (ending, bytes) in files {
        let started = std::time::Instant::now();
        let (peak, result) = allocations::peak_of(|| read(ending, Source::from_bytes(&bytes)));
        let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        let outcome = result.map(|games| games.len()).map_err(|error| error.to_string());
        let ratio = peak / bytes.len();
        println!("{ending} {begin:?}: {ratio} times, {:?}, {outcome:?}", started.elapsed());
        if peak > FIXED + 50 * bytes.len() {
            too_much.push(format!("{ending} {begin:?}: {ratio} times"));
        }
    }
    assert!(too_much.is_empty(), "{}", too_much.join("\n"));
}
