use super::figures::{Elsewhere, figures};
use super::pages::{Item, Segment};
use super::*;
use crate::core::Point;
use crate::games::registry::{GAMES, find};
use crate::games::{Game, Options};
use crate::record::InfoField;
use crate::record::formats::read_any;
use miniz_oxide::inflate::decompress_to_vec_zlib;

fn style(format: PrintFormat, locale: Locale) -> PrintStyle {
    PrintStyle { paper: Paper::A4, format, locale, figurines: false }
}

fn files(tree: &GameTree) -> BTreeMap<String, Vec<u8>> {
    let folder = crate::content::assets_folder();
    let read = |path: String| {
        let bytes = std::fs::read(folder.join(&path)).unwrap();
        (path, bytes)
    };
    assets(tree).into_iter().map(read).collect()
}

/// A game of so many moves, chosen anyhow, with players and comments.
fn game(game: &'static dyn Game, moves: usize) -> GameTree {
    let mut tree = GameTree::new(game, Options::default()).unwrap();
    let mut node = tree.root();
    for number in 0..moves {
        let legal = tree.position(node).legal_moves();
        let places: Vec<_> =
            legal.iter().filter(|mv| !matches!(mv, crate::core::Move::Pass)).collect();
        let Some(mv) = places.get((number * 7919 + 13) % places.len().max(1)) else { break };
        node = tree.play(node, **mv).unwrap();
        if number % 9 == 4 {
            let comment = "A long remark about this move, 这一手的说明。".repeat(number + 1);
            tree.annotations_mut(node).comment = comment;
        }
    }
    let info = tree.info_mut();
    info.set(InfoField::FirstPlayer, "Ann of a very long name indeed, who plays at several clubs");
    info.set(InfoField::SecondPlayer, "吴清源");
    info.set(InfoField::Date, "2026-11-21");
    info.set(InfoField::Result, "1-0 R");
    tree
}

/// The ko of a 9x9 game, taken and taken back.
fn ko() -> GameTree {
    let moves = "cb db bc ec cd dd dc cc gg hh dc gh hg cc";
    let nodes = moves.split(' ').zip(["B", "W"].into_iter().cycle());
    let nodes: String = nodes.map(|(at, side)| format!(";{side}[{at}]")).collect();
    read_any(&format!("(;GM[1]SZ[9]{nodes};B[])"), &|_| ()).unwrap().remove(0)
}

#[test]
fn moves_at_taken_points_are_listed_below_the_figure() {
    let figures = figures(&ko());
    assert_eq!(figures.len(), 1);
    assert_eq!(figures[0].moves, Some((1, 15)));
    let numbers: Vec<usize> = figures[0].numbered.iter().map(|stone| stone.2).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13]);
    let expected =
        [(Elsewhere::At(7), vec![11]), (Elsewhere::At(8), vec![14]), (Elsewhere::Pass, vec![15])];
    assert_eq!(figures[0].elsewhere, expected);
    let words = [Locale::English, Locale::Chinese].map(|locale| {
        let text = printed_text(&ko(), locale);
        ["11 at 7", "14 at 8", "15 pass", "11 = 7", "15 停一手"].map(|part| text.contains(part))
    });
    assert_eq!(words, [[true, true, true, false, false], [false, false, false, true, true]]);
}

#[test]
fn every_move_is_on_a_figure_or_in_its_list() {
    for known in GAMES {
        let tree = game(*known, 180);
        if !tree.start().has_plain_stones() {
            continue;
        }
        let figures = figures(&tree);
        let mut numbers: Vec<usize> = Vec::new();
        for figure in &figures {
            numbers.extend(figure.numbered.iter().map(|stone| stone.2));
            numbers.extend(figure.elsewhere.iter().flat_map(|(_, moves)| moves));
            let (first, last) = figure.moves.unwrap();
            assert!(last - first < 75, "{}: {first} to {last}", known.id());
        }
        numbers.sort_unstable();
        let last = figures.last().unwrap().moves.unwrap().1;
        assert_eq!(numbers, (1..=last).collect::<Vec<_>>(), "{}", known.id());
    }
}

#[test]
fn a_short_rest_joins_the_figure_before_it() {
    let go = find("go").unwrap();
    let spans = |moves| -> Vec<(usize, usize)> {
        figures(&game(go, moves)).iter().filter_map(|figure| figure.moves).collect()
    };
    assert_eq!(spans(0), []);
    assert_eq!(spans(75), [(1, 75)]);
    assert_eq!(spans(76), [(1, 50), (51, 76)]);
    assert_eq!(spans(130), [(1, 50), (51, 100), (101, 130)]);
}

#[test]
fn nothing_is_drawn_outside_the_margins() {
    for known in GAMES {
        let tree = game(*known, 120);
        let files = files(&tree);
        let fonts = Fonts::new(&files).unwrap();
        for (paper, locale) in [(Paper::A4, Locale::Chinese), (Paper::Letter, Locale::English)] {
            let style = PrintStyle { paper, ..style(PrintFormat::Pdf, locale) };
            let [width, height] = paper.size();
            let is_inside = |[x, y]: [f32; 2]| {
                (40.0..=width - 40.0).contains(&x) && (40.0..=height - 40.0).contains(&y)
            };
            for page in layout(&tree, &files, &fonts, &style).unwrap() {
                for item in &page.items {
                    let ends = match item {
                        Item::Text { at: [x, y], size, face, text, .. } => {
                            let right = x + fonts.width(*face, *size, text);
                            vec![[*x, *y], [right, y - size]]
                        }
                        Item::Path { segments, .. } => segments.iter().filter_map(end).collect(),
                    };
                    assert!(ends.iter().all(|at| is_inside(*at)), "{}: {item:?}", known.id());
                }
            }
        }
    }
}

fn end(segment: &Segment) -> Option<[f32; 2]> {
    match *segment {
        Segment::Move(to) | Segment::Line(to) => Some(to),
        Segment::Quad(_, to) | Segment::Cubic(_, _, to) => Some(to),
        Segment::Close => None,
    }
}

#[test]
fn commands_for_programs_are_no_comments() {
    let mut tree = GameTree::new(find("chess").unwrap(), Options::default()).unwrap();
    let root = tree.root();
    for (text, said) in [
        ("[%emt 0:00:04]", ""),
        ("[%a b] Good. [%c]\n\n\n Better.", "Good.\n\n Better."),
        ("broken [%a", "broken"),
    ] {
        tree.annotations_mut(root).comment = text.to_owned();
        assert_eq!(comment(&tree, root), said);
    }
}

#[test]
fn lines_are_broken_where_readers_expect_it() {
    let tree = ko();
    let files = files(&tree);
    let fonts = Fonts::new(&files).unwrap();
    let text = "One two three, 第一，第二。 averyveryveryverylongwordwithoutanyplacetobreakit";
    let lines = fonts.lines(10.0, text, 60.0);
    assert!(lines.len() > 5, "{lines:?}");
    for line in &lines {
        assert!(fonts.width(text::FontFace::Sans, 10.0, line) <= 60.0, "{line}");
        assert!(!line.starts_with(['，', '。', ' ']), "{line}");
    }
    let letters = |text: &str| text.replace(' ', "");
    assert_eq!(letters(&lines.concat()), letters(text));
}

#[test]
fn both_papers_and_formats_are_written() {
    for known in GAMES {
        let tree = game(*known, 30);
        let files = files(&tree);
        for paper in [Paper::A4, Paper::Letter] {
            let print = |format| {
                let style = PrintStyle { paper, ..style(format, Locale::English) };
                super::print(&tree, &files, &style).unwrap()
            };
            let pdf = print(PrintFormat::Pdf);
            let box_text = format!("/MediaBox[0 0 {} {}]", paper.size()[0], paper.size()[1]);
            assert!(contains(&pdf, box_text.as_bytes()), "{}", known.id());
            let svg = print(PrintFormat::Svg);
            let parsed = resvg::usvg::Tree::from_data(&svg, &Default::default()).unwrap();
            assert!(parsed.size().width() > 590.0, "{}", known.id());
        }
    }
}

#[test]
fn the_letters_of_a_document_are_embedded_and_can_be_read() {
    let tree = game(find("chess").unwrap(), 40);
    let files = files(&tree);
    let pdf = super::print(&tree, &files, &style(PrintFormat::Pdf, Locale::Chinese)).unwrap();
    assert!(pdf.starts_with(b"%PDF-1.7"));
    for part in ["/FontFile3", "/FontFile2", "/CIDFontType0C", "/Identity-H", "/ToUnicode"] {
        assert!(contains(&pdf, part.as_bytes()), "{part}");
    }
    // Only the letters that occur: the fonts have four megabytes.
    assert!(pdf.len() < 300_000, "{}", pdf.len());
    let text = printed_text(&tree, Locale::Chinese);
    for part in
        ["国际象棋", "白方：Ann of a very long name", "吴清源", "2026-11-21", "白方胜，对方认输"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let words = Words::of(&tree, &style(PrintFormat::Pdf, Locale::Chinese));
    for node in tree.main_line().skip(1) {
        let name = tree.move_text_in(node, &words.notation).unwrap();
        assert!(text.lines().any(|line| line == name), "{name}");
    }
}

#[test]
fn the_points_of_a_diagram_are_where_the_board_has_them() {
    let tree = ko();
    let board = tree.start().board();
    let diagram = boards::Diagram::at(&board, [0.0, 0.0], 10.0);
    let [[left, bottom], [right, top]] =
        [Point::new(0, 0), Point::new(8, 8)].map(|at| diagram.centre(at));
    assert_eq!((right - left, bottom - top), (80.0, 80.0));
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Text that a reader finds in the document: each text that is shown, a line each.
fn printed_text(tree: &GameTree, locale: Locale) -> String {
    let pdf = super::print(tree, &files(tree), &style(PrintFormat::Pdf, locale)).unwrap();
    let streams = streams(&pdf);
    // The maps from codes to characters are in the order of the fonts.
    let is_map = |text: &&Vec<u8>| contains(text, b"begincmap");
    let maps: Vec<BTreeMap<u16, char>> =
        streams.iter().filter(is_map).map(|text| characters(text)).collect();
    let mut printed = String::new();
    for content in streams.iter().filter(|text| contains(text, b" Td")) {
        let mut font = 0;
        let mut at = 0;
        while at < content.len() {
            match content[at] {
                b'(' | b'<' => {
                    let (bytes, next) = string(content, at);
                    let codes = bytes.chunks_exact(2);
                    let codes = codes.map(|code| u16::from_be_bytes([code[0], code[1]]));
                    printed.extend(codes.filter_map(|code| maps[font].get(&code)));
                    at = next;
                }
                b'/' => {
                    font = usize::from(content[at..].starts_with(b"/Kai"));
                    at += 4;
                }
                b'E' if content[at..].starts_with(b"ET") => {
                    printed.push('\n');
                    at += 2;
                }
                _ => at += 1,
            }
        }
    }
    printed
}

/// The streams that are compressed texts.
fn streams(pdf: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut rest = pdf;
    while let Some(start) = rest.windows(7).position(|window| window == b"stream\n") {
        rest = &rest[start + 7..];
        let end = rest.windows(9).position(|window| window == b"endstream").unwrap();
        found.extend(decompress_to_vec_zlib(&rest[..end]).ok());
        rest = &rest[end + 9..];
    }
    found
}

/// The characters of codes by a map such as "<0001> <0041>".
fn characters(map: &[u8]) -> BTreeMap<u16, char> {
    let map = String::from_utf8_lossy(map);
    let pair = |line: &str| {
        let (code, character) = line.split_once("> <")?;
        let code = u16::from_str_radix(code.strip_prefix('<')?, 16).ok()?;
        let character = u32::from_str_radix(character.strip_suffix('>')?, 16).ok()?;
        Some((code, char::from_u32(character)?))
    };
    map.lines().filter_map(pair).collect()
}

/// The bytes of a string in parentheses or in hexadecimal digits, and where it ends.
fn string(content: &[u8], start: usize) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    let mut at = start + 1;
    if content[start] == b'<' {
        while content[at] != b'>' {
            let digits = std::str::from_utf8(&content[at..at + 2]).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            at += 2;
        }
        return (bytes, at + 1);
    }
    let mut depth = 0;
    loop {
        match content[at] {
            b'\\' => {
                at += 1;
                let octal = content[at..at + 3].iter().take_while(|byte| byte.is_ascii_digit());
                let octal: Vec<u8> = octal.copied().collect();
                if octal.len() == 3 {
                    let digits = std::str::from_utf8(&octal).unwrap();
                    bytes.push(u8::from_str_radix(digits, 8).unwrap());
                    at += 2;
                } else {
                    bytes.push(match content[at] {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        b'b' => 8,
                        b'f' => 12,
                        other => other,
                    });
                }
            }
            b')' if depth == 0 => return (bytes, at + 1),
            byte => {
                depth += usize::from(byte == b'(');
                depth -= usize::from(byte == b')');
                bytes.push(byte);
            }
        }
        at += 1;
    }
}
