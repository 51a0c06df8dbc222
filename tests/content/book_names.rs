//! The shipped books of chess, Xiangqi and Go: well-known openings have their
//! usual names, and the engine plays theory.

use std::collections::BTreeMap;
use std::fs;

use tianyuan::content;
use tianyuan::content::books::{self, Books, load, read_book};
use tianyuan::core::Symmetry;
use tianyuan::games::{Options, registry};
use tianyuan::record::{GameTree, NodeId};

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(content::assets_folder().join(path)).map_err(|error| error.to_string())
}

fn shipped() -> Books {
    load(read).books
}

/// A game of these moves, in any notation of the game, and its last node.
fn played(id: &str, moves: &str) -> (GameTree, NodeId) {
    let mut tree = GameTree::new(registry::find(id).unwrap(), Options::default()).unwrap();
    let mut node = tree.root();
    for text in moves.split_whitespace() {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    (tree, node)
}

/// The name of a game of these moves in a language.
fn name(books: &Books, id: &str, moves: &str, language: &str) -> String {
    let (tree, node) = played(id, moves);
    let name = books.name(&tree, node).and_then(books::OpeningName::localized);
    name.map_or_else(String::new, |words| words[language].clone())
}

#[test]
fn english_and_chinese_names_correspond_one_to_one() {
    for file in load(read).listed_files {
        let book = read_book(&file, &read(&file).unwrap()).unwrap();
        let (mut chinese, mut english) = (BTreeMap::new(), BTreeMap::new());
        for line in book.lines.iter().filter(|line| !line.name.is_empty()) {
            let [en, zh] = ["en", "zh-Hans"].map(|language| line.name[language].as_str());
            assert_eq!(*chinese.entry(en).or_insert(zh), zh, "{file}: {en}");
            assert_eq!(*english.entry(zh).or_insert(en), en, "{file}: {zh}");
        }
    }
}

#[test]
fn chess_openings_have_their_usual_names() {
    let books = shipped();
    for (moves, english, chinese) in [
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "Ruy Lopez, Closed", "西班牙开局封闭变例"),
        ("e4 e5 Nf3 Nc6 Bb5 Nf6", "Ruy Lopez, Berlin Defence", "西班牙开局柏林防御"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "Giuoco Piano", "意大利开局平和变例"),
        ("e4 e5 f4", "King's Gambit", "王翼弃兵"),
        (
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
            "Sicilian, Najdorf Variation",
            "西西里防御纳依道尔夫变例",
        ),
        ("e4 e6 d4 d5 Nc3 Bb4", "French, Winawer Variation", "法兰西防御维纳韦尔变例"),
        ("e4 c6 d4 d5 exd5 cxd5 c4", "Caro-Kann, Panov Attack", "卡罗-康防御帕诺夫攻击"),
        ("d4 d5 c4 dxc4", "Queen's Gambit Accepted", "接受后翼弃兵"),
        ("d4 Nf6 c4 g6 Nc3 d5", "Grünfeld Defence", "格林菲尔德防御"),
        // A transposition.
        ("c4 Nf6 d4 e6 Nc3 Bb4", "Nimzo-Indian Defence", "尼姆佐维奇-印度防御"),
        (
            "Nf3 d5 d4 Nf6 c4 e6 Nc3 Be7 Bf4 O-O",
            "Queen's Gambit Declined, Harrwitz Attack",
            "拒后翼弃兵哈尔维茨攻击",
        ),
    ] {
        assert_eq!(name(&books, "chess", moves, "en"), english, "{moves}");
        assert_eq!(name(&books, "chess", moves, "zh-Hans"), chinese, "{moves}");
    }
}

#[test]
fn xiangqi_openings_have_their_usual_names() {
    let books = shipped();
    for (moves, chinese) in [
        ("炮二平五 马8进7 马二进三 马2进3", "中炮对屏风马"),
        ("炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1", "顺炮直车对横车"),
        ("炮二平五 马2进3 马二进三 炮8平6", "中炮对反宫马"),
        ("炮二平五 马8进7 马二进三 马2进1", "中炮对单提马"),
        ("相三进五", "飞相局"),
        ("兵七进一 炮2平3", "仙人指路对卒底炮"),
        ("兵七进一 卒7进1", "对兵局"),
        ("马八进七", "起马局"),
        ("炮二平六", "过宫炮局"),
        ("炮二平四", "仕角炮局"),
        ("炮二平七", "金钩炮局"),
        // Mirrored.
        ("炮八平五 马2进3 马八进七 马8进7", "中炮对屏风马"),
        ("相七进五", "飞相局"),
        ("兵三进一 炮8平7", "仙人指路对卒底炮"),
    ] {
        assert_eq!(name(&books, "xiangqi", moves, "zh-Hans"), chinese, "{moves}");
    }
}

#[test]
fn joseki_have_their_names_in_every_corner() {
    let books = shipped();
    for (moves, english, chinese) in [
        ("R16 P17 Q15", "Shusaku Diagonal", "秀策尖"),
        ("R16 P16 P17 Q16", "Avalanche", "雪崩型"),
        ("R16 P16 P17 Q16 Q17 R15 O16", "Small Avalanche", "小雪崩定式"),
        ("R16 P16 P17 Q16 Q17 R15 O17 O16 N16", "Large Avalanche", "大雪崩定式"),
        ("R16 P16 M16", "Magic Sword", "妖刀定式"),
        ("P17 R16 Q14", "Taisha (Great Slant)", "大斜"),
        ("Q16 R14 Q14 Q13 P14", "Star Point, Attach and Extend", "星位倚盖定式"),
        ("Q16 R17", "Star Point, 3-3 Invasion", "星位点三三"),
        ("Q16 R14 K10 O17", "Star Point, Double Approach", "星位双飞燕"),
    ] {
        let (tree, node) = played("go", moves);
        for symmetry in Symmetry::ALL {
            let mut image = GameTree::new(tree.game(), Options::default()).unwrap();
            let mut at = image.root();
            for mv in tree.path(node).into_iter().filter_map(|node| tree.move_at(node)) {
                at = image.play(at, symmetry.map_move(mv, 19, 19)).unwrap();
            }
            let words = books.name(&image, at).and_then(books::OpeningName::localized).unwrap();
            assert_eq!((words["en"].as_str(), words["zh-Hans"].as_str()), (english, chinese));
        }
    }
}

#[test]
fn go_openings_have_their_usual_names() {
    let books = shipped();
    for (moves, chinese) in [
        ("Q16", "初手星位"),
        ("Q16 D4 Q4", "二连星"),
        ("Q16 D4 Q4 D16 Q10", "三连星"),
        ("Q16 D4 Q3 D16 R9", "低中国流"),
        ("Q16 D4 Q3 D16 Q9", "高中国流"),
        ("Q16 D4 R4 D16 F3 C6 L3", "迷你中国流"),
        ("Q16 D4 Q3 D16 F3 C6 K4", "小林流"),
        ("R16 D17 Q3 P17 C4", "秀策流"),
        ("R16 D4 Q3", "错小目"),
        ("Q17 D4 Q3", "向小目"),
        // The same from another corner.
        ("D4 Q16 D16", "二连星"),
        ("D4 Q16 D17 Q4 C11", "低中国流"),
    ] {
        assert_eq!(name(&books, "go", moves, "zh-Hans"), chinese, "{moves}");
    }
}

#[test]
fn the_engine_plays_theory_for_several_plies() {
    let books = shipped();
    for (id, usual, least) in [("chess", 12, 2), ("xiangqi", 5, 1), ("go", 4, 1)] {
        let mut plies = Vec::new();
        for seed in 0..200 {
            let (mut tree, mut node) = played(id, "");
            while let Some(mv) = books.choose(&tree, node, seed + tree.ply(node) as u64 * 1000) {
                node = tree.play(node, mv).unwrap();
                if tree.ply(node) == 60 {
                    break;
                }
            }
            plies.push(tree.ply(node));
        }
        plies.sort_unstable();
        assert!(plies[100] >= usual && plies[0] >= least, "{id}: {plies:?}");
    }
}
