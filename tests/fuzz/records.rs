//! Every format of game records, and the reader that finds the format itself.

use tianyuan::games::registry::GAMES;
use tianyuan::record::GameTree;
use tianyuan::record::formats::{self, FORMATS, Format, Source};

use super::corpus;
use super::target::{Target, Verdict};
use super::xqf::{SQUARES, keyed_xqf};

pub fn targets() -> Vec<Target> {
    let any = Target::new("read-any", any_seeds, |bytes| {
        verdict(formats::read_any(&String::from_utf8_lossy(bytes), &|_| ()).ok())
    });
    let sibling = Target::new("wthor-names", names, |bytes| {
        let games = seeds(formats::by_extension("wtb").unwrap()[0]).pop().unwrap();
        let names = bytes.to_vec();
        let sibling_file = move |_: &str| Some(names.clone());
        let source = Source { sibling_file: &sibling_file, ..Source::from_bytes(&games) };
        verdict(formats::read("wtb", source).ok())
    });
    // The games are read whatever their names are.
    let sibling = Target { fixed_memory: 2 << 20, ..sibling };
    FORMATS.iter().map(|it| of_format(it)).chain([any, sibling]).collect()
}

fn any_seeds() -> Vec<Vec<u8>> {
    FORMATS.iter().flat_map(|format| seeds(format)).collect()
}

fn of_format(format: &'static Format) -> Target {
    let target = Target::new(
        format.id,
        || seeds(format),
        |bytes| verdict(format.read(Source::from_bytes(bytes)).ok()),
    );
    match format.id {
        // The reader unpacks at most this much.
        "pgn-zst" => Target { size_of: |bytes| 60 * bytes.len() + (1 << 20), ..target },
        _ => target,
    }
}

fn verdict(read: Option<Vec<GameTree>>) -> Verdict {
    match read {
        Some(games) => Verdict::checked(move || survives(&games)),
        None => Verdict::of(false),
    }
}

/// Whatever is read can be saved and is then read again as the same.
fn survives(games: &[GameTree]) {
    let saved = formats::write("ron", games).unwrap().bytes;
    let again = formats::read("ron", Source::from_bytes(&saved)).unwrap();
    let saved_again = formats::write("ron", &again).unwrap().bytes;
    assert!(saved == saved_again, "the game changes when it is saved and read");
}

/// Files of names: of players 20 bytes each, of tournaments 26.
fn names() -> Vec<Vec<u8>> {
    [20, 26]
        .map(|width: usize| {
            let mut bytes = vec![0; 16];
            for name in ["???", "Tamenori", "Andr\u{e9}"] {
                bytes.extend(name.bytes().chain(std::iter::repeat(0)).take(width));
            }
            bytes
        })
        .to_vec()
}

/// Valid files of a format: what its writer makes of games of every kind, and
/// files of other programs.
fn seeds(format: &Format) -> Vec<Vec<u8>> {
    let mut seeds = by_hand(format.id);
    for game in GAMES.iter().filter(|game| format.supports(**game) && format.can_write()) {
        let games = corpus::games(*game);
        for tree in &games {
            seeds.extend(format.write(std::slice::from_ref(tree)).map(|written| written.bytes));
        }
        seeds.extend(format.write(&games[..2]).map(|written| written.bytes));
    }
    seeds
}

fn by_hand(id: &str) -> Vec<Vec<u8>> {
    let texts: &[&str] = match id {
        "sgf" => &[
            "(;GM[1]SZ[5]AB[ab][ba]AW[ee]PL[B];W[aa];B[ee]TR[aa:bb]LB[cc:x](;W[cc]N[n])(;AE[aa]))",
            "(;FF[4]GM[1]CA[GB2312]SZ[19]HA[2]AB[pd][dp]KM[0.5]RU[chinese]RE[W+R]TM[60]OT[3x30 byo-yomi];W[]BL[12.5]OB[3])(;GM[2];B[fe])",
            "(;GM[4]SZ[15]GC[a\\]b];B[aa];W[ba])",
            "(;GM[7]SZ[9:10]FEN[rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w];B[h2e2];W[马8进7](;B[hjgh])(;B[i0i1]AB[aa]))",
        ],
        "pgn" => &[
            "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O {[%clk 0:01:02][%eval 0.5][%csl Ga1][%cal Re2e4]} Kd7 $1 (1... Ke7! 2. -- (2. Rf2)) 2. Rf7+ 1-0\n",
            "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n1. H2-E2 H9-G7 2. H0-G2 *",
            "1. 炮二平五 马８进７ 2. 马二进三 *",
            "1. C2=5 h8+7 2. H2+3 *\n; line\n% escape\n",
        ],
        "rec" => &["a.exe\nb.ZIP\n9,9,456\n10,10,45\n0,19,60\n0\n"],
        "xiangqi-text" => &[
            "1. 炮二平五 马８进７\n2. 马二进三 车9平8 红胜",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n1. C2.5 H8+7",
        ],
        "ggf" => &[
            "2 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[a]PW[b]RB[2197.01]TI[05:00//02:00]TY[8]RE[+12.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/-3.5/4.2]B[D6];)",
        ],
        "obf" => &[
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12\n% x\n",
        ],
        "reversi-text" => {
            &["f5d6c3d3c4", "https://www.eothello.com/#f5d6c3\n", "1. f5 d6 2. c3 d3\n\nf5 f6 -- "]
        }
        "othello-quest" => &[
            "{\"moves\":[{\"m\":\"f5\",\"t\":1200},{\"m\":\"d6\"},{\"m\":\"-\"}],\"players\":[{\"name\":\"a\\u00e9\"}]}",
        ],
        "gomoku-text" => &["h8i9g7", "H8, I10 a1\n\n# more\ns19"],
        "gomocup" => &[
            "START 15\nBOARD\n7,7,2\n8,8,1\n6,7,2\nDONE\n",
            "YXBOARD\n0,0,1\n1,1,1\n2,2,2\n3,3,3\nDONE",
        ],
        "psq" => &["Piskvorky 15x15, 11:11, 0\n8,8,12\n9,7,0\n10,15,3\nALPHA.zip\nBETA.zip\n0\n"],
        "gib" => &[
            "\\HS\n\\[GAMEBLACKNAME=甲 (3단)\\]\n\\[GAMEINFOMAIN=GRLT:1,ZIPSU:65,GONGJE:65,LINE:19\\]\n\\[GAMETAG=S0,C2016:03:26:17:29\\]\n\\HE\n\\GS\nINI 0 1 3 &4\nSTO 0 2 1 15 2\nSTO 0 3 2 3 14\nSKI 0 4\nREM 0 5 -1 -1 0 1\nSTO 0 5 2 0 0\n\\GE\n",
        ],
        "ngf" => &[
            "Rated game\n19\nLQC         9DP\nCYY         8D*\nwww.cyberoro.com\n0\n0\n6\n20170316 [09:37]\n5\nWhite wins by  resign!\n3\nPMABBQEEQ\nPMACWEQQE\nPMADBAAAA\n",
        ],
        "dhtmlxq" => &[
            "[DhtmlXQ]\n[DhtmlXQ_title]测试[/DhtmlXQ_title]\n[DhtmlXQ_red]甲[/DhtmlXQ_red]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]\n[DhtmlXQ_comment1]炮||二[/DhtmlXQ_comment1]\n[/DhtmlXQ]",
        ],
        _ => &[],
    };
    let mut seeds: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    match id {
        "pgn-zst" => seeds.push(zstd(b"1. e4 e5 *\n\n1. d4 d5 2. c4 *")),
        "xqf" => seeds.extend([11, 12, 18].map(keyed_xqf)),
        "cbr" => seeds.push(cbr()),
        "cbl" => seeds.push(cbl()),
        "renlib" => seeds.push(renlib()),
        // Words without an end.
        "xiangqi-text" => seeds.push("二马".repeat(10_000).into_bytes()),
        _ => {}
    }
    seeds
}

/// One raw block in a frame without a checksum, by RFC 8878.
fn zstd(text: &[u8]) -> Vec<u8> {
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, text.len() as u8];
    packed.extend([(text.len() << 3 | 1) as u8, 0, 0]);
    packed.extend(text);
    packed
}

/// A RenLib file: h8 with a comment, i9 with a sibling, g7; then i8 with a label
/// on the board.
fn renlib() -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xFF);
    bytes.extend([0x00, 0x00, 0x78, 0x08, b'a', b'b', 0, 0, 0x69, 0x80, 0x87, 0x40, 0x79, 0x51]);
    bytes.extend([0, 1, b'A', 0]);
    bytes
}

/// A file of CCBridge with a variation and a comment.
fn cbr() -> Vec<u8> {
    let square = |file: u8, rank: u8| (9 - rank) * 9 + file;
    let mut bytes = vec![0_u8; 2214];
    bytes[..15].copy_from_slice(b"CCBridge Record");
    bytes[19] = 2;
    bytes[2076] = 2;
    bytes[2112] = 1;
    let kinds = [1, 2, 3, 4, 5, 4, 3, 2, 1, 6, 6, 7, 7, 7, 7, 7];
    for (n, (file, rank)) in SQUARES.into_iter().enumerate() {
        let colour = if n < 16 { 0x10 } else { 0x20 };
        bytes[2120 + usize::from(square(file, rank))] = colour | kinds[n % 16];
    }
    bytes.extend([0, 0, 0, 0, 2 | 4, 0, square(7, 2), square(4, 2), 4, 0, 0, 0]);
    bytes.extend("中炮".encode_utf16().flat_map(u16::to_le_bytes));
    bytes.extend([1, 0, square(7, 9), square(6, 7), 1, 0, square(1, 0), square(2, 2)]);
    bytes
}

/// A library of CCBridge with one record.
fn cbl() -> Vec<u8> {
    let mut bytes = b"CCBridgeLibrary\0".to_vec();
    bytes.resize(700, 0);
    bytes.extend(cbr());
    bytes.resize(700 + 4096, 0);
    bytes
}
