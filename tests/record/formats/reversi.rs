//! The formats that only Reversi has.

use proptest::prelude::*;
use tianyuan::core::Side;
use tianyuan::games::ScoreUnit;
use tianyuan::record::formats::{Source, read};
use tianyuan::record::{Evaluation, InfoField};

use super::{
    assert_same, assert_valid_or_refused, error_text, game, games, games_and_warnings, moves,
    random_tree, text, write,
};

#[test]
fn web_addresses_that_end_in_moves_are_games() {
    let tree = game("txt", "https://www.eothello.com/#f5d6c3d3c4");
    assert_eq!(moves(&tree), "f5 d6 c3 d3 c4");
    let tree = game("othello", "https://example.org/board?moves=F5F6E6");
    assert_eq!(moves(&tree), "f5 f6 e6");
    assert!(read("othello", Source::from_bytes(b"https://example.org/about")).is_err());
}

#[test]
fn moves_are_read_joined_separated_and_numbered() {
    let expected = "f5 f4 f3 g4";
    for text in ["f5f4f3g4", "F5F4 F3,g4\n", "1. F5 f4 2. F3 g4 40-24", "1. F5 f4\n2. F3 g4"] {
        assert_eq!(moves(&game("txt", text)), expected, "{text}");
    }
    let named = "[Black \"A\"]\n[White \"B\"]\n1. F5 f4\n2. F3 g4\n\n1. d3\n";
    let read = games("txt", named);
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), [expected, "d3"]);
    assert_eq!(read[0].info().get(InfoField::FirstPlayer), "A");
    assert_eq!(read[1].info().get(InfoField::FirstPlayer), "");
    let quest = "{\"id\":\"x\",\"position\":{\"size\":8,\"moves\":[{\"m\":\"f5\",\"t\":1},{\"m\":\"f4\"}],\"m\":\"zz\"}}";
    assert_eq!(moves(&game("json", quest)), "f5 f4");
    assert!(error_text("txt", "f5a1").starts_with("line 1: a1: You cannot play here"));
    assert!(error_text("json", "{}").contains("there are no moves"));
}

#[test]
fn a_bad_move_in_a_transcript_costs_only_what_follows_it() {
    let (read, warnings) = games_and_warnings("txt", "f5d6c3d3c4\nf5d6c3a1f4\nf5z9\nf5a1");
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["f5 d6 c3 d3 c4", "f5 d6 c3", "f5"]);
    let kept = |n: usize| read[n].annotations(read[n].main_line().last().unwrap());
    assert_eq!(kept(1).property("BEYOND"), ["a1", "f4"]);
    assert_eq!(kept(2).property("BEYOND"), ["a1"]);
    assert!(warnings[0].starts_with("line 2: a1: You cannot play here"), "{warnings:?}");
    let expected = "line 3: \"z9\" is not a move like f5; this game is left out";
    assert_eq!((warnings.len(), warnings[1].as_str()), (3, expected));
}

#[test]
fn a_game_in_ggf_is_read_with_evaluations_and_times() {
    let record = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[saio1200]PW[Saio3000]RB[2197.01]\
        RW[2199.72]TI[05:00//02:00]TY[8]RE[+12.000]BO[8 -------- -------- -------- ---O*--- \
        ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/-3.5/4.2]B[D6];)";
    let tree = game("ggf", record);
    assert_eq!(moves(&tree), "d3 c5 d6");
    assert_eq!(tree.info().get(InfoField::Result), "1-0 12");
    assert_eq!(tree.info().tag("TY"), "8");
    assert_eq!(tree.start_text(), None);
    let reply = tree.main_line().nth(2).unwrap();
    let evaluation = Evaluation::Amount { amount: 3.5, unit: ScoreUnit::Discs, exact: false };
    assert_eq!(tree.annotations(reply).evaluation, Some(evaluation));
    let written = text("ggf", std::slice::from_ref(&tree));
    let again = game("ggf", &written);
    assert_same(&tree, &again);
    assert_eq!(again.info(), tree.info());
    assert!(error_text("ggf", "(;GM[Othello]\nB[a1];)").starts_with("line 1: a1 cannot be played"));
    assert!(error_text("ggf", "(;GM[Amazons];)").contains("only Othello is read"));
    let two = "(;GM[Amazons];) (;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- \
        -------- -------- -------- *]B[d3]W[c";
    let (read, warnings) = games_and_warnings("ggf", two);
    assert_eq!(moves(&read[0]), "d3");
    assert!(warnings[0].ends_with("only Othello is read; this game is left out"), "{warnings:?}");
    assert!(warnings[1].contains("a [ is not closed by ]; what is before"), "{warnings:?}");
}

#[test]
fn positions_in_obf_are_read_with_the_scores_of_moves() {
    // The first position of the FFO endgame test suite, with its published
    // scores.
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12";
    let tree = game("obf", format!("% FFO\n{line}\n"));
    assert_eq!(tree.children(tree.root()).count(), 2);
    assert_eq!(text("obf", &[tree]), format!("{line}\n"));
    assert!(error_text("obf", "%\n---- X").starts_with("line 2: not a position"));
}

#[test]
fn a_pass_without_a_score_in_obf_is_no_move() {
    let start = "---------------------------OX------XO---------------------------";
    let tree = game("obf", format!("{start} X; --:-127; d3:+0\n"));
    assert_eq!(tree.children(tree.root()).count(), 1);
    assert!(tree.annotations(tree.root()).evaluation.is_none());
    let error = write("obf", &[game("txt", "f5d6c3")]).unwrap_err().to_string();
    assert!(error.ends_with("a position with the scores of its moves, no game"), "{error}");
}

#[test]
fn results_without_discs_survive_ggf_and_do_not_fit_wthor() {
    let mut tree = game("txt", "f5d6c3");
    let error = write("wtb", std::slice::from_ref(&tree)).unwrap_err().to_string();
    assert!(error.ends_with("the format needs the discs of both sides at the end"), "{error}");
    tree.info_mut().set(InfoField::Result, "0-1 R");
    let again = game("ggf", write("ggf", &[tree]).unwrap());
    assert_eq!(again.info().get(InfoField::Result), "0-1 R");
}

#[test]
fn pgn_of_reversi_is_read_in_the_spellings_of_its_programs() {
    // Edax, and the scripts that convert WTHOR; both leave out passes.
    let edax = "[Site \"edax\"]\n[Black \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n1. f5 f4 2. e3\n{A wins 36-28} 1-0\n";
    let tree = game("pgn", edax);
    assert_eq!((tree.game().id(), moves(&tree).as_str()), ("reversi", "f5 f4 e3"));
    assert_eq!(tree.info().get(InfoField::FirstPlayer), "A");
    let script = "[Result \"30-34\"]\n[Black \"A\"]\n[White \"B\"]\n1. F5 D6\n2. C3 34-30\n";
    let tree = game("pgn", script);
    assert_eq!((tree.game().id(), moves(&tree).as_str()), ("reversi", "f5 d6 c3"));
    assert_eq!(tree.info().get(InfoField::Result), "0-1 4");
    // The first move may be one of chess as well.
    assert_eq!(game("pgn", "1. d3 c3 2. c4 *").game().id(), "reversi");
    assert_eq!(game("pgn", "1. d3 c6 2. c4 *").game().id(), "chess");
}

/// A WTHOR file of these games, each a list of column + 10 * row.
fn wthor(games: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 21];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0, 0xEA, 0x07, 8, 0, 0, 0]);
    for moves in games {
        bytes.extend([0, 0, 1, 0, 2, 0, 40, 38]);
        bytes.extend(*moves);
        bytes.resize(bytes.len() + 60 - moves.len(), 0);
    }
    bytes
}

#[test]
fn wthor_is_read_with_names_from_sibling_files() {
    let bytes = wthor(&[&[56, 46, 36], &[34]]);
    let names = |width: usize, names: &[&[u8]]| {
        let mut bytes = vec![0; 16];
        for name in names {
            bytes.extend(*name);
            bytes.resize(bytes.len() + width - name.len(), 0);
        }
        bytes
    };
    let sibling_file = |ending: &str| match ending {
        "jou" => Some(names(20, &[b"???", b"Tamenori", b"Andr\xe9"])),
        "trn" => Some(names(26, &[b"Worlds"])),
        _ => None,
    };
    let source = Source { sibling_file: &sibling_file, ..Source::from_bytes(&bytes) };
    let read = read("WTB", source).unwrap();
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["f5 f4 f3", "d3"]);
    let info = read[0].info();
    assert_eq!(
        (info.get(InfoField::FirstPlayer), info.get(InfoField::SecondPlayer)),
        ("Tamenori", "André")
    );
    assert_eq!((info.get(InfoField::Event), info.get(InfoField::Date)), ("Worlds", "2026"));
    // Black has 40 discs, the empty squares included.
    assert_eq!((info.get(InfoField::Result), info.winner()), ("1-0 16", Some(Some(Side::First))));
    let again = games("wtb", write("wtb", &read).unwrap());
    assert_eq!(again.iter().map(moves).collect::<Vec<_>>(), ["f5 f4 f3", "d3"]);
    assert_eq!(again[1].info().get(InfoField::Result), "1-0 16");
    assert_eq!(
        error_text("wtb", wthor(&[&[11, 56]])),
        "byte 24: 11 cannot be played: You cannot play here: it flips nothing."
    );
    // One bad move does not cost the other games of a database.
    let (read, warnings) = games_and_warnings("wtb", wthor(&[&[56, 11, 46], &[34]]));
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["f5", "d3"]);
    let first = read[0].main_line().nth(1).unwrap();
    assert_eq!(read[0].annotations(first).property("BEYOND"), ["a1", "f4"]);
    assert!(warnings[0].starts_with("byte 25: 11 cannot be played"), "{warnings:?}");
    let (read, warnings) = games_and_warnings("wtb", &bytes[..100]);
    assert_eq!(read.len(), 1);
    let expected =
        "byte 4: the header says 2 games, but there is room for 1; what is before it is read";
    assert_eq!(warnings, [expected]);
    assert!(error_text("wtb", &bytes[..40]).starts_with("byte 4: the header says 2 games"));
    assert!(error_text("wtb", b"ab").starts_with("byte 2: the file ends"));
}

#[test]
fn games_from_custom_positions_do_not_fit_formats_without_a_start() {
    let tree = random_tree("reversi", "(size: 10)", &[]);
    for ending in ["txt", "wtb"] {
        let error = write(ending, std::slice::from_ref(&tree)).unwrap_err();
        assert!(error.to_string().contains("only games from the usual start"), "{error}");
    }
    let small = game("ggf", text("ggf", &[random_tree("reversi", "(size: 6)", &[(1, 0), (1, 2)])]));
    assert_eq!(small.position(small.root()).board().files, 6);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn main_lines_survive_every_format(
        steps in prop::collection::vec((1..7_u16, any::<u16>()), 1..70),
    ) {
        let mut tree = random_tree("reversi", "()", &steps);
        tree.info_mut().set(InfoField::Result, "1-0 4");
        for ending in ["ggf", "wtb", "txt", "pgn"] {
            match write(ending, std::slice::from_ref(&tree)) {
                Ok(bytes) => prop_assert_eq!(moves(&game(ending, bytes)), moves(&tree)),
                Err(error) => prop_assert!(error.to_string().contains("no pass at the end")),
            }
        }
    }

    #[test]
    fn the_readers_survive_hostile_files(
        body in prop::collection::vec(0..90_u8, 0..70),
        text in "[\\[\\](;){}\":,BWGMO8 \\*\\-a-hA-H0-9/m]{0,200}",
    ) {
        assert_valid_or_refused(read("wtb", Source::from_bytes(&wthor(&[&body[..body.len().min(60)]]))));
        let ggf = format!("(;GM[Othello]{text}");
        let json = format!("{{\"moves\":[{text}");
        for (ending, text) in [("ggf", &ggf), ("json", &json), ("txt", &text), ("obf", &text)] {
            assert_valid_or_refused(read(ending, Source::from_bytes(text.as_bytes())));
        }
    }
}
