//! The shipped puzzle levels are correct and proved; invalid files are reported
//! without harm to the rest.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use tianyuan::content;
use tianyuan::content::levels::explain::explain;
use tianyuan::content::levels::prove::Prover;
use tianyuan::content::levels::similarity::PositionShape;
use tianyuan::content::levels::{self, Goal, INDEX, Level, Pack, check, load, read_pack};
use tianyuan::content::messages::{Locale, render};
use tianyuan::core::Point;
use tianyuan::games::registry::{self, GAMES};
use tianyuan::games::{EngineRequest, Options, ProofGoal, Strength};
use tianyuan::search::{Limits, SearchBudget, StopFlag};

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(content::levels_folder().join(path)).map_err(|error| error.to_string())
}

/// A pack with a mate in one; the other cases derive from it.
const GOOD: &str = r##"(
  version: 1,
  id: "mates",
  game: "chess",
  title: {"en": "Mates", "zh-Hans": "杀棋"},
  description: {"en": "Mates.", "zh-Hans": "杀棋。"},
  levels: [
    (
      id: "back-rank",
      position: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
      side: "white",
      goal: MateIn(1),
      solution: [(move: "Ra8#")],
      refutations: [(move: "Ra7", reply: "g6")],
      hints: [{"en": "Look at the last rank.", "zh-Hans": "看底线。"}],
      difficulty: 600,
      source: "A common pattern",
      licence: "CC0-1.0",
      proved: Search,
    ),
  ],
)"##;

/// The pack above with one text replaced.
pub fn changed(from: &str, to: &str) -> String {
    let text = GOOD.replacen(from, to, 1);
    assert_ne!(text, GOOD, "{from}");
    text
}

fn rule_errors(text: &str) -> Vec<String> {
    let pack = read_pack("chess/mates.ron", text).unwrap();
    check::check(&pack).iter().map(ToString::to_string).collect()
}

/// Result of the proof of the only level of a pack.
fn proof(text: &str) -> Result<(), String> {
    let pack = read_pack("pack.ron", text).unwrap();
    let game = registry::find(&pack.game).unwrap();
    assert_eq!(check::check(&pack), [], "{text}");
    let proof = Prover::new(game).prove(game, &pack.options, &pack.levels[0]);
    proof.map_err(|doubt| doubt.to_string())
}

#[test]
fn every_shipped_level_obeys_the_rules() {
    let loaded = load(read);
    assert_eq!(loaded.errors, []);
    for (file, pack) in &loaded.packs {
        let faults: Vec<_> = check::check(pack).iter().map(ToString::to_string).collect();
        assert_eq!(faults, Vec::<String>::new(), "{file}");
    }
}

#[test]
fn every_game_has_enough_levels_and_every_pack_is_listed() {
    let loaded = load(read);
    let mut all = 0;
    for game in GAMES {
        let packs = loaded.packs.iter().filter(|(_, pack)| pack.game == game.id());
        let count: usize = packs.map(|(_, pack)| pack.levels.len()).sum();
        all += count;
        let least = if game.id() == "tictactoe" { 40 } else { 100 };
        assert!(count >= least, "{} has {count} levels", game.id());
    }
    assert!(all >= 1000, "{all}");
    for (file, pack) in &loaded.packs {
        assert_eq!(*file, format!("{}.ron", pack.pack_id()));
        assert!(!levels::is_user_pack_id(&pack.id), "{file}");
    }
    let mut there = BTreeSet::new();
    for folder in fs::read_dir(content::levels_folder()).unwrap().map(Result::unwrap) {
        let Ok(files) = fs::read_dir(folder.path()) else { continue };
        for file in files.map(Result::unwrap) {
            let names = [folder.file_name(), file.file_name()];
            there.insert(names.map(|name| name.into_string().unwrap()).join("/"));
        }
    }
    assert_eq!(loaded.listed_files.into_iter().collect::<BTreeSet<_>>(), there);
}

/// Runs a check of every shipped level on two threads, with a prover for some levels each.
fn for_every_level(check: impl Fn(&mut Prover, &str, &Pack, &Level) + Sync) {
    const LEVELS: usize = 8;
    let packs = load(read).packs;
    let parts: Vec<(&str, &Pack, &[Level])> = packs
        .iter()
        .flat_map(|(file, pack)| {
            // Endgames of one pack are solved once for all of its levels.
            let solves_endgames = matches!(pack.id.as_str(), "endgames" | "pawn-endings");
            let size = if solves_endgames { pack.levels.len().max(1) } else { LEVELS };
            pack.levels.chunks(size).map(move |levels| (file.as_str(), pack, levels))
        })
        .collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&(file, pack, levels)) =
                    parts.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let mut prover = Prover::new(registry::find(&pack.game).unwrap());
                    for level in levels {
                        check(&mut prover, file, pack, level);
                    }
                }
            });
        }
    });
}

#[test]
fn every_shipped_level_is_proved() {
    for_every_level(|prover, file, pack, level| {
        let game = registry::find(&pack.game).unwrap();
        let proved = prover.prove(game, &pack.options, level);
        assert_eq!(proved, Ok(()), "{file}, {}", level.id);
    });
}

#[test]
fn every_shipped_explanation_is_up_to_date() {
    for_every_level(|prover, file, pack, level| {
        let game = registry::find(&pack.game).unwrap();
        let told = explain(prover, game, &pack.options, level);
        assert!(!level.explanation.is_empty(), "{file}, {}", level.id);
        assert_eq!(told.as_ref(), Ok(&level.explanation), "{file}, {}", level.id);
    });
}

#[test]
fn no_two_levels_of_a_game_are_alike_and_each_pack_goes_from_easy_to_hard() {
    let packs = load(read).packs;
    let mut alike = Vec::new();
    for game in GAMES {
        let mut seen: Vec<(String, PositionShape)> = Vec::new();
        for (file, pack) in packs.iter().filter(|(_, pack)| pack.game == game.id()) {
            assert!(pack.levels.is_sorted_by_key(|level| level.difficulty), "{file}");
            for level in &pack.levels {
                let position = game.position(&pack.options, &level.position).unwrap();
                let (name, shape) = (format!("{file} {}", level.id), PositionShape::new(&position));
                let like = seen.iter().find(|(_, other)| other.is_like(&shape));
                alike.extend(like.map(|(other, _)| format!("{name} is like {other}")));
                seen.push((name, shape));
            }
        }
    }
    assert_eq!(alike, Vec::<String>::new());
}

#[test]
fn packs_of_life_and_death_and_of_races_have_levels_to_live_and_to_kill() {
    let packs = load(read).packs;
    for (name, least) in [("go/life-and-death.ron", 20), ("go/capturing-races.ron", 6)] {
        let pack = packs.iter().find(|(file, _)| file == name).unwrap();
        let count = |wanted: fn(&Goal) -> bool| {
            pack.1.levels.iter().filter(|level| wanted(&level.goal)).count()
        };
        assert!(count(|goal| matches!(goal, Goal::Live(_))) >= least);
        assert!(count(|goal| matches!(goal, Goal::Kill(_))) >= least);
        for level in &pack.1.levels {
            assert!(level.refutations.len() >= 2, "{}", level.id);
        }
    }
}

#[test]
fn the_fonts_have_every_character_of_the_levels() {
    let packs = load(read).packs;
    let shown: BTreeSet<char> = packs
        .iter()
        .flat_map(|(_, pack)| pack.to_ron().unwrap().chars().collect::<Vec<_>>())
        .filter(|c| !c.is_control())
        .collect();
    for font in [content::SANS, content::KAI] {
        let bytes = fs::read(content::assets_folder().join(font)).unwrap();
        let face = ttf_parser::Face::parse(&bytes, 0).unwrap();
        let missing: String = shown.iter().filter(|&&c| face.glyph_index(c).is_none()).collect();
        assert!(missing.is_empty(), "{font} lacks {missing}");
    }
}

#[test]
fn a_pack_round_trips_through_ron() {
    let pack = read_pack("a.ron", GOOD).unwrap();
    assert_eq!(read_pack("a.ron", &pack.to_ron().unwrap()), Ok(pack));
    for (file, pack) in load(read).packs {
        assert_eq!(pack.to_ron().unwrap(), read(&file).unwrap(), "{file}");
    }
}

#[test]
fn a_pack_that_is_read_is_never_written_larger_than_is_read() {
    // On one line, without a space between its parts.
    let dense = |levels: usize| {
        let (head, rest) = GOOD.split_once("    (").unwrap();
        let (level, foot) = rest.rsplit_once("    ),").unwrap();
        let hint = "{\"en\":\"A\",\"zh-Hans\":\"A\"}";
        let level = level.replace(
            "{\"en\": \"Look at the last rank.\", \"zh-Hans\": \"看底线。\"}",
            &[hint; 10].join(","),
        );
        let level = level.replace("A common pattern", &"A common pattern ".repeat(35));
        let level: String = level.lines().map(str::trim).collect();
        let levels =
            (0..levels).map(|n| format!("({}),", level.replace("back-rank", &n.to_string())));
        format!("{head}{}{foot}", levels.collect::<String>())
    };
    let fits = dense(100);
    let pack = read_pack("a.ron", &fits).unwrap();
    let written = pack.to_ron().unwrap();
    assert_eq!(read_pack("a.ron", &written), Ok(pack.clone()));
    assert!(written.len() > fits.len() * 6 / 5, "{} {}", written.len(), fits.len());
    // As many levels as are read, but not as they are written.
    let most =
        (1..=levels::MAX_LEVELS).rev().map(dense).find(|text| text.len() <= levels::MAX_BYTES);
    let most = most.unwrap();
    let refused = read_pack("a.ron", &most).unwrap_err().to_string();
    assert!(refused.contains("as it is written it has"), "{refused}");
    let mut large = pack;
    while large.has_room_for(&large.levels[0]) {
        large.levels.extend_from_within(..);
    }
    assert!(large.to_ron().is_err() || large.levels.len() >= levels::MAX_LEVELS);
}

#[test]
fn a_bad_pack_names_its_file_and_line_and_the_rest_still_load() {
    let cases = [
        ("version: 1", "version: 2", "bad.ron: it is of version 2"),
        ("proved: Search", "proved: Record", "bad.ron: a level is not proved"),
        ("id: \"mates\"", "id: \"Ma tes\"", "expected small letters"),
        ("\"chess\"", "\"chest\"", "there is no game \"chest\"; the games are: "),
        ("{\"en\": \"Mates\", ", "{", "title has no \"en\""),
        ("difficulty: 600", "difficulty: 599", "bad.ron, line 9: level \"back-rank\": difficulty"),
        ("difficulty: 600", "rating: 600", "bad.ron, line 16: "),
        ("source: \"A common pattern\"", "source: \"\"", "source is empty"),
        ("goal: MateIn(1)", "goal: MateIn(\"x\")", "bad.ron, line 12: "),
        ("goal: MateIn(1)", "goal: Capture([\"z99\"])", "is not a point"),
    ];
    for (from, to, wanted) in cases {
        let bad = changed(from, to);
        let loaded = load(|path| match path {
            INDEX => Ok::<_, String>("(version: 1, packs: [\"bad.ron\", \"good.ron\"])".to_owned()),
            "bad.ron" => Ok(bad.clone()),
            _ => Ok(GOOD.to_owned()),
        });
        assert_eq!(loaded.packs.len(), 1, "{to}");
        let message = loaded.errors[0].to_string();
        assert!(message.contains(wanted), "{message}");
    }
    let huge = format!("{GOOD}{}", " ".repeat(levels::MAX_BYTES));
    assert!(read_pack("a.ron", &huge).unwrap_err().reason.contains("bytes"));
    assert!(load(|_| Err("the file is missing".to_owned())).errors.len() == 1);
}

#[test]
fn an_illegal_or_incomplete_solution_is_an_error() {
    assert_eq!(rule_errors(GOOD), Vec::<String>::new());
    let cases = [
        ("[(move: \"Ra8#\")]", "[(move: \"Ra9\")]", "move \"Ra9\": "),
        ("[(move: \"Ra8#\")]", "[(move: \"Ra7\")]", "does not reach the goal MateIn(1)"),
        ("[(move: \"Ra8#\")]", "[]", "expected a move then"),
        ("[(move: \"Ra8#\")]", "[(move: \"Ra8#\"), (move: \"Ra8#\")]", "accepted twice"),
        ("MateIn(1)", "MateIn(2)", "the solution takes 1"),
        ("side: \"white\"", "side: \"black\"", "white is to move"),
        ("w - - 0 1", "x", "position: "),
        ("(move: \"Ra7\", reply: \"g6\")", "(move: \"Ra8#\")", "both accepted and refuted"),
        ("(move: \"Ra7\", reply: \"g6\")", "(move: \"Ra7\")", "has no answer"),
        ("goal: MateIn(1)", "goal: Capture([\"a1\"])", "no piece of black stands"),
    ];
    for (from, to, wanted) in cases {
        let found = rule_errors(&changed(from, to));
        assert_eq!(found.len(), 1, "{to}");
        assert!(found[0].contains(wanted), "{found:?}");
    }
}

#[test]
fn a_position_that_cannot_come_about_is_an_error() {
    let game = registry::find("xiangqi").unwrap();
    let facing = "4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1";
    let in_check = "4k4/9/9/9/R3R4/9/9/9/9/3K5 w - - 0 1";
    for (fen, wanted) in [(facing, "face each other"), (in_check, "in check")] {
        let text = read("xiangqi/mates.ron").unwrap();
        let mut level = read_pack("xiangqi/mates.ron", &text).unwrap().levels.swap_remove(0);
        level.position = fen.to_owned();
        let found = check::check_level(game, &Options::default(), &level).unwrap_err().to_string();
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn a_second_solution_refutes_the_proof() {
    assert_eq!(proof(GOOD), Ok(()));
    // With another rook on b1 there are two mates.
    let two = changed("R5K1", "RR4K1");
    assert!(proof(&two).unwrap_err().contains("keeps the goal too"), "{two}");
    let engine = changed("proved: Search", "proved: Solver");
    assert!(proof(&engine).unwrap_err().contains("of the kind Search"));
}

/// The moves that keep a claim in a position of this game.
fn claim_moves(game: &str, options: &str, position: &str, claim: ProofGoal) -> Vec<String> {
    let game = registry::find(game).unwrap();
    let position = game.position(&Options::parse(options).unwrap(), position).unwrap();
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let moves = position.prove(&claim, &mut SearchBudget::new(limits, StopFlag::new())).unwrap();
    moves.into_iter().map(|mv| position.move_text(mv).unwrap()).collect()
}

#[test]
fn mates_are_found_with_every_first_move() {
    // Two rooks drive the king to the edge: a mate in two from the textbook.
    let ladder = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    assert_eq!(claim_moves("chess", "()", ladder, ProofGoal::WinIn(1)), Vec::<String>::new());
    assert!(claim_moves("chess", "()", ladder, ProofGoal::WinIn(2)).contains(&"Ra7".to_owned()));
    // In Xiangqi two chariots do the same, and the facing generals bar one
    // more file.
    let chariots = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1";
    let game = registry::find("xiangqi").unwrap();
    let start = game.position(&Options::default(), chariots).unwrap();
    let found = claim_moves("xiangqi", "()", chariots, ProofGoal::WinIn(1));
    assert!(!found.is_empty());
    for mv in start.legal_moves() {
        let mut next = start.clone();
        next.play(mv).unwrap();
        let wins = next.outcome().is_some_and(|end| end.winner == Some(start.side_to_move()));
        assert_eq!(found.contains(&start.move_text(mv).unwrap()), wins, "{mv:?}");
    }
}

#[test]
fn a_broken_three_with_a_two_wins_by_continuous_fours() {
    // The four on h8 makes a three along the file beside it; i8 makes none.
    let text = "e8,f8,g8,h9,h10 d8,a1,b3,c13,n12 black";
    let found = claim_moves("gomoku", "()", text, ProofGoal::Vcf);
    assert_eq!(found, ["h8"]);
}

/// A chain of 33 fours on 19x19, each of which makes the three for the next: the
/// shortest VCF takes 65 plies to its straight four.
const LONG_VCF: [&str; 2] = [
    "h1,i1,g2,j2,g3,j3,e4,f4,k4,l4,d5,m5,d6,m6,e7,f7,k7,l7,g8,j8,s8,g9,j9,s9,e10,f10,k10,l10,q10,\
     r10,d11,m11,p11,d12,m12,p12,e13,f13,k13,l13,q13,r13,g14,j14,s14,g15,j15,s15,a16,e16,f16,k16,\
     l16,q16,r16,a17,d17,m17,p17,a18,d18,m18,p18,b19,c19,n19,o19",
    "e1,k1,d2,h2,i2,m2,f3,k3,c4,i4,o4,e5,l5,s5,e6,g6,j6,l6,b7,h7,i7,o7,d8,f8,i8,k8,m8,o8,p8,f9,\
     k9,r9,b10,h10,n10,e11,l11,q11,e12,g12,h12,j12,l12,o12,q12,s12,b13,h13,n13,a14,d14,f14,k14,\
     m14,n14,p14,r14,k15,r15,b16,h16,n16,e17,f17,l17,q17,c18,g18,j18,s18,f19,k19,q19",
];

#[test]
fn a_vcf_is_found_however_long_it_is_and_never_denied_without_a_proof() {
    let text = format!("{} {} black", LONG_VCF[0], LONG_VCF[1]);
    let game = registry::find("gomoku").unwrap();
    let position = game.position(&Options::parse("(size: 19)").unwrap(), &text).unwrap();
    let mut found = BTreeSet::new();
    for nodes in [1, 4, 10, 100, 10_000_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        let moves = position.prove(&ProofGoal::Vcf, &mut budget);
        assert_ne!(moves, Some(Vec::new()), "a limit of {nodes} nodes proves nothing");
        found.extend(moves.into_iter().flatten().map(|mv| position.move_text(mv).unwrap()));
    }
    assert!(found.contains("a19"), "{found:?}");
    // The engine sees it too, and its line can be played.
    let limits = Limits { nodes: Some(40_000), ..Limits::default() };
    let request =
        EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() };
    let info = game.engine().search(&position, &request, &mut |_| ()).unwrap();
    assert!(info.pv.len() > 60 && info.score.unwrap().is_exact(), "{info:?}");
    let mut end = position;
    for mv in info.pv {
        end.play(mv).unwrap();
    }
}

#[test]
fn stones_are_captured_by_atari_net_and_snapback_but_not_when_they_escape() {
    let at = |text: &str| text.parse::<Point>().unwrap();
    let capture = |text: &str, point: &str, moves: u32| {
        claim_moves("go", "(size: 9)", text, ProofGoal::Capture { point: at(point), moves })
    };
    // A stone with one liberty is taken there.
    let atari = "9/9/9/4X4/3XO4/4X4/9/9/9 X 0,0";
    assert_eq!(capture(atari, "e5", 1), ["F5"]);
    assert_eq!(capture(atari.replace(" X ", " O ").as_str(), "e6", 1), Vec::<String>::new());
    // A lone stone in the middle of the board cannot be caught in five moves.
    assert_eq!(capture("9/9/9/9/4O4/9/9/9/9 X 0,0", "e5", 5), Vec::<String>::new());
    // Beyond twelve moves the search does not look.
    let position = registry::find("go").unwrap();
    let position = position.position(&Options::parse("(size: 9)").unwrap(), atari).unwrap();
    let far = ProofGoal::Capture { point: at("e5"), moves: 13 };
    let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
    assert_eq!(position.prove(&far, &mut budget), None);
    // In the corner the first move decides.
    let corner = "9/9/9/9/9/9/2X6/X1X6/1OOX5 X 0,0";
    assert!(capture(corner, "b1", 2).contains(&"B2".to_owned()));
}

#[test]
fn captures_have_their_usual_names() {
    let game = registry::find("go").unwrap();
    let options = Options::parse("(size: 9)").unwrap();
    let motif = |text: &str, point: &str, moves: &[&str]| {
        let start = game.position(&options, text).unwrap();
        let mut position = start.clone();
        let line: Vec<_> = moves
            .iter()
            .map(|text| {
                let mv = position.parse_move(text).unwrap();
                position.play(mv).unwrap();
                mv
            })
            .collect();
        let claim = ProofGoal::Capture { point: point.parse().unwrap(), moves: 8 };
        start.motif(&claim, &line).map(|name| render(Locale::English, &name))
    };
    let atari = "9/9/9/4X4/3XO4/4X4/9/9/9 X 0,0";
    assert_eq!(motif(atari, "e5", &["F5"]).as_deref(), Some("Capture"));
    let net = "9/9/9/4X4/3XO4/9/9/9/9 X 0,0";
    assert_eq!(motif(net, "e5", &["F4", "F5", "G5"]).as_deref(), Some("Net"));
    // A defender who plays elsewhere has lost a race.
    assert_eq!(motif(net, "e5", &["F4", "A1", "F5"]), None);
    // Black takes the stone that was thrown in, and is taken with it.
    let thrown = "3X5/1XXOO2O1/OXXOOXXO1/OOO2O1O1/XXOOOOOOX/2X1X1OOX/OXO1XX1XX/2X2OXX1/5X3 O 0,2";
    assert_eq!(motif(thrown, "a5", &["B4", "A4", "B4"]).as_deref(), Some("Snapback"));
}

/// A pack of which some bytes are replaced.
fn damaged_pack() -> impl Strategy<Value = String> {
    let spots = prop::collection::vec((0..GOOD.len(), "[ -~]{0,3}"), 1..6);
    spots.prop_map(|spots| {
        let mut text = GOOD.to_owned();
        for (at, with) in spots {
            let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
            let at = at.unwrap_or_default();
            let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
            text.replace_range(at..end, &with);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_packs_never_panic(text in damaged_pack()) {
        match read_pack("a.ron", &text) {
            Ok(pack) => {
                let errors = check::check(&pack).len();
                prop_assert!(errors <= pack.levels.len().max(1));
            }
            Err(error) => prop_assert!(error.to_string().starts_with("a.ron"), "{}", error),
        }
    }

    #[test]
    fn hostile_text_is_refused(text in "[ -~\n]{0,200}") {
        prop_assert!(read_pack("a.ron", &text).is_err());
    }
}

#[test]
fn deep_nesting_is_refused() {
    let nested = "[(move: \"Ra7\", replies: [(move: \"g6\", then: ".repeat(5000);
    let text = changed("[(move: \"Ra8#\")]", &nested);
    assert!(read_pack("a.ron", &text).is_err());
}
