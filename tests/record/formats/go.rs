//! The formats that only Go has.

use proptest::prelude::*;
use tianyuan::games::OptionValue;
use tianyuan::record::formats::{Source, read, read_any};
use tianyuan::record::{GameTree, InfoField};

use super::{assert_valid_or_refused, error_text, game, games_and_warnings, moves};

fn option(tree: &GameTree, id: &str) -> OptionValue {
    let spec = tree.game().options().iter().find(|spec| spec.id == id).unwrap();
    tree.options().get(spec)
}

const GIB: &str = "\\HS\n\\[GAMEBLACKNAME=甲 (3단)\\]\n\\[GAMEWHITENAME=乙(1급)\\]\n\\[GAMEINFOMAIN=GRLT:1,\
ZIPSU:65,GONGJE:65,LINE:19\\]\n\\[GAMETAG=S0,C2016:03:26:17:29\\]\n\\HE\n\\GS\nINI 0 1 0 &4\n\
STO 0 2 1 15 3\nSTO 0 3 2 3 15\nSKI 0 4\nREM 0 5 -1 -1 0 1\nSTO 0 5 2 0 0\n\\GE\n";

#[test]
fn gib_counts_from_the_upper_left() {
    let tree = game("gib", GIB);
    assert_eq!(moves(&tree), "Q16 D4 pass A19");
    let info = tree.info();
    assert_eq!(info.get(InfoField::FirstPlayer), "甲");
    assert_eq!(info.get(InfoField::FirstRating), "3단");
    assert_eq!((info.get(InfoField::Date), info.get(InfoField::Result)), ("2016-03-26", "0-1 6.5"));
    assert_eq!(option(&tree, "komi"), OptionValue::Number(13));
    assert_eq!(moves(&read_any(GIB, &|_| ()).unwrap()[0]), moves(&tree));
    let (korean, ..) = encoding_rs::EUC_KR.encode(
        "\\[GAMEBLACKNAME=한국(5단)\\]\nINI 0 1 0 &4\n\
        STO 0 2 1 3 3\n",
    );
    assert_eq!(game("gib", korean).info().get(InfoField::FirstPlayer), "한국");
}

#[test]
fn gib_and_ngf_keep_what_they_do_not_know_and_say_where_they_are_cut_off() {
    let record = GIB.replace("\\HE", "\\[GAMECONDITION=Even\\]\n\\[GAMECOMMENT=x\\]\n\\HE");
    let tree = game("gib", record.as_str());
    assert_eq!(tree.info().tag("GAMECONDITION"), "Even");
    assert_eq!(tree.info().get(InfoField::Comment), "x");
    let (_, warnings) = games_and_warnings("gib", record.replace("\\GE", ""));
    assert!(warnings[0].contains("the file ends before the \\GE"), "{warnings:?}");
    let ngf = "Rated game\n19\nA 9D\nB 8D\nsite\n0\n0\n6\n20170316\n5\n\n3\nPMABBQEEQ\nPMAC";
    let (read, warnings) = games_and_warnings("ngf", ngf);
    assert_eq!(moves(&read[0]), "Q16");
    assert!(
        warnings[0].contains("the file says 3 moves, but there are no more than 2"),
        "{warnings:?}"
    );
}

#[test]
fn the_third_handicap_stone_of_gib_is_at_the_upper_left() {
    let tree = game("gib", "INI 0 1 3 &4\nSTO 0 2 2 2 16\n");
    assert_eq!(
        tree.start_text(),
        Some("19/19/19/3X11X3/19/19/19/19/19/19/19/19/19/19/19/3X15/19/19/19 O 0,0")
    );
    assert_eq!(option(&tree, "handicap"), OptionValue::Number(3));
    assert_eq!(moves(&tree), "C3");
    let tree = game("gib", "INI 0 1 4 &4\nSTO 0 2 2 2 16\n");
    assert_eq!((tree.start_text(), moves(&tree).as_str()), (None, "C3"));
}

#[test]
fn ngf_is_read_by_the_place_of_its_lines() {
    let record = "Rated game\n19\nLQC         9DP\nCYY         8D*\nwww.cyberoro.com\n0\n0\n6\n\
        20170316 [09:37]\n5\nWhite wins by  resign!\n3\nPMABBQEEQ\nPMACWEQQE\nPMADBAAAA\n";
    let tree = game("ngf", record);
    assert_eq!(moves(&tree), "Q16 D4 pass");
    let info = tree.info();
    assert_eq!(
        (info.get(InfoField::FirstPlayer), info.get(InfoField::SecondRating)),
        ("CYY", "9DP")
    );
    assert_eq!((info.get(InfoField::Date), info.get(InfoField::Result)), ("2017-03-16", "0-1 R"));
    assert_eq!(option(&tree, "komi"), OptionValue::Number(13));
    assert_eq!(read_any(record, &|_| ()).unwrap().len(), 1);
    assert!(error_text("ngf", "hello").contains("expected moves like PMABBREER"));
}

#[test]
fn a_komi_beyond_all_numbers_is_refused() {
    let lines = "\n".repeat(7);
    for komi in [i64::MIN, i64::MAX] {
        let text = format!("{lines}{komi}\nPMABBQEEQ\n");
        assert!(error_text("ngf", text).contains("option komi cannot be"), "{komi}");
        assert!(
            error_text("gib", GIB.replace("GONGJE:65", &format!("GONGJE:{komi}"))).contains("komi")
        );
    }
}

#[test]
fn stones_on_stones_are_kept_with_a_warning() {
    let (read, warnings) = games_and_warnings("gib", GIB.replace("2 0 0\n", "2 3 15\n"));
    assert_eq!(moves(&read[0]), "Q16 D4 pass");
    assert!(warnings[0].starts_with("line 13: STO 0 5 2 3 15 cannot be pl"), "{warnings:?}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn the_readers_survive_hostile_files(
        gib in "(STO 0 [0-9] [0-3] [0-9]{1,3} [0-9]{1,2}\n|SKI\n|INI 0 1 [0-9]{1,2}\n){0,20}",
        ngf in "[0-9\n]{0,30}\n(PM[A-Z]{0,7}\n){0,20}",
    ) {
        assert_valid_or_refused(read("gib", Source::from_bytes(gib.as_bytes())));
        assert_valid_or_refused(read("ngf", Source::from_bytes(ngf.as_bytes())));
    }
}
