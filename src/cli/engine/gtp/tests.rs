use std::io::Cursor;

use super::commands::{COMMANDS, GO_COMMANDS};
use super::*;
use crate::games::registry;

fn answers_to(game: &str, input: &str) -> Vec<String> {
    let game = registry::find(game).unwrap();
    let session = EngineSession::new(game, Some(1), None, 1);
    let mut out = Vec::new();
    let input = Cursor::new(input.to_owned().into_bytes());
    serve(game, &Options::default(), session, input, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.split_terminator("\n\n").map(str::to_owned).collect()
}

#[test]
fn each_command_is_answered_under_its_number() {
    let answers =
        answers_to("reversi", "1 protocol_version\n\n# nothing\n2 name # who\nquit\nname\n");
    assert_eq!(answers, ["=1 2", "=2 Tianyuan", "= "]);
}

#[test]
fn bad_input_is_answered_with_an_error() {
    let bad = [
        "dance",
        "play",
        "play b",
        "play x d3",
        "play b z99",
        "play b a1",
        "play w d3",
        "genmove",
        "genmove green",
        "undo",
        "boardsize",
        "boardsize 7",
        "boardsize 999999",
        "komi many",
        "time_settings 5",
        "time_settings 0 soon 1",
        "time_left",
        "time_left b 10",
        "final_score",
        "play b \u{e9}",
        "play b d-3",
    ];
    for line in bad {
        let answers = answers_to("reversi", line);
        assert_eq!(answers.len(), 1, "{line}");
        assert!(answers[0].starts_with("? "), "{line}: {answers:?}");
    }
}

#[test]
fn a_clock_is_obeyed() {
    let game = registry::find("reversi").unwrap();
    let session = EngineSession::new(game, None, None, 1);
    let input = "time_settings 0 0.3 1\ngenmove b\ntime_left w 0.3 1\ngenmove w\n";
    let (mut out, started) = (Vec::new(), Instant::now());
    serve(game, &Options::default(), session, Cursor::new(input), &mut out).unwrap();
    assert!(started.elapsed().as_millis() < 800);
    assert!(!String::from_utf8(out).unwrap().contains('?'));
}

#[test]
fn a_move_is_shown_and_taken_back() {
    let answers = answers_to("reversi", "play black D3\nshowboard\nundo\nshowboard\nundo");
    assert!(answers[1].contains(" 3 . . . X . . . ."), "{}", answers[1]);
    assert!(answers[1].ends_with("O to move"), "{}", answers[1]);
    assert!(answers[3].contains(" 3 . . . . . . . ."), "{}", answers[3]);
    assert_eq!(answers[4], "? cannot undo");
}

#[test]
fn whole_games_are_played_and_scored() {
    for game in ["reversi", "tictactoe"] {
        let input = format!("{}final_score\n", "genmove b\ngenmove w\n".repeat(40));
        let answers = answers_to(game, &input);
        assert_eq!(answers.len(), 81);
        assert!(answers.iter().all(|answer| answer.starts_with("= ")), "{answers:?}");
        let score = answers[80].trim_start_matches("= ");
        assert!(score == "0" || score.starts_with(['B', 'W']), "{score}");
    }
}

#[test]
fn games_whose_moves_are_no_points_are_refused() {
    let game = registry::find("chess").unwrap();
    let session = EngineSession::new(game, Some(1), None, 1);
    let end = serve(game, &Options::default(), session, Cursor::new(""), &mut Vec::new());
    assert!(end.unwrap_err().to_string().contains("the moves of chess"));
}

#[test]
fn two_passes_end_a_game_of_go_and_it_is_counted() {
    let answers =
        answers_to("go", "boardsize 9\nplay b J9\nplay w pass\nplay b pass\nfinal_score\n");
    assert_eq!(answers[..4], ["= ", "= ", "= ", "= "]);
    assert!(answers[4].starts_with("= B+"), "{}", answers[4]);
}

/// Under the first of these rules two passes end the game, under the others the sides then agree on
/// the dead stones.
#[test]
fn play_goes_on_after_passes_sent_or_not() {
    for rules in ["tromp-taylor", "chinese", "japanese"] {
        // After a pass of its own, White plays without that Black's pass is sent; after two passes
        // either side plays on, and passes beyond the second change nothing.
        let input = format!(
            "kata-set-rules {rules}\nboardsize 9\nplay b D4\nplay w pass\nplay w E5\nplay b pass\n\
             play w pass\nplay b pass\nplay b C3\nplay w pass\nplay w pass\nplay w G7\n\
             list_stones b\nlist_stones w\n{}list_stones b\nlist_stones w\nundo",
            "undo\n".repeat(10)
        );
        let answers = answers_to("go", &input);
        let (ends, played) = answers.split_at(12);
        assert_eq!(ends, ["= "; 12], "{rules}");
        assert_eq!(played[..2], ["= C3 D4", "= E5 G7"], "{rules}");
        assert_eq!(played[2..12], ["= "; 10], "{rules}");
        assert_eq!(played[12..], ["= ", "= ", "? cannot undo"], "{rules}");
        let over = "boardsize 9\nplay b pass\nplay w pass\ngenmove b\nlz-analyze b 1\nfinal_score";
        let answers = answers_to("go", &format!("kata-set-rules {rules}\n{over}"));
        assert_eq!(answers[4], "= PASS", "{rules}");
        assert!(answers[5].contains("info move"), "{rules}: {}", answers[5]);
        assert!(answers[6].starts_with("= W+"), "{rules}: {}", answers[6]);
    }
}

#[test]
fn every_listed_command_is_known() {
    let answers = answers_to("go", "list_commands");
    let names: Vec<_> = answers[0][2..].lines().collect();
    assert_eq!(names.len(), COMMANDS.len() + GO_COMMANDS.len());
    let input: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
    assert!(answers_to("go", &input).iter().all(|answer| answer == "= true"));
    let other = answers_to("reversi", "known_command fixed_handicap\nfixed_handicap 2");
    assert_eq!(other, ["= false", "? unknown command"]);
    // None of them ends the program, whatever it lacks.
    let input: String = names
        .iter()
        .filter(|name| **name != "quit")
        .fold("boardsize 9\n".to_owned(), |text, name| {
            format!("{text}{name}\n{name} x\n{name} b\n{name} b x 1\n{name} 9\n")
        });
    assert_eq!(answers_to("go", &input).len(), 1 + 5 * (names.len() - 1));
}

#[test]
fn komi_and_rules_take_effect_at_once() {
    let reverse = "boardsize 9\nkomi -7.5\nget_komi\nplay b E5\nfinal_score";
    assert_eq!(answers_to("go", reverse)[2..], ["= -7.5", "= ", "= B+88.5"]);
    let input = "boardsize 9\nkomi 0\nplay b E5\nfinal_score\nkomi 5.5\nfinal_score\nget_komi\n\
                 kata-get-rules\nkata-set-rules japanese\nkata-get-rules\nfinal_score\n\
                 undo\nfinal_score\nkomi 0.3\nkomi 999\nkata-set-rules strip\n";
    let answers = answers_to("go", input);
    assert_eq!(answers[3], "= B+81");
    assert_eq!(answers[5..7], ["= B+75.5", "= 5.5"]);
    // A stone is no territory.
    assert_eq!(answers[10], "= B+74.5");
    assert_eq!(answers[12], "= W+5.5");
    assert!(answers[13..].iter().all(|answer| answer.starts_with("? ")), "{answers:?}");
}

/// The rule sets as the documentation of KataGo's extensions describes them; its name for our
/// Chinese rules is `chinese-kgs`.
const DESCRIBED: [(&str, &str); 5] = [
    (
        "chinese-kgs",
        r#"{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
    ),
    (
        "Korean",
        r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#,
    ),
    (
        "bga",
        r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
    ),
    (
        "tromp taylor",
        r#"{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
    ),
    (
        "new_zealand",
        r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
    ),
];

#[test]
fn rules_are_told_and_set_by_name_and_as_json() {
    for (name, described) in DESCRIBED {
        let input = format!(
            "kata-set-rules {name}\nkata-get-rules\nkata-set-rules aga\n\
             kata-set-rules {described}\nkata-get-rules\n"
        );
        let told = format!("= {described}");
        assert_eq!(answers_to("go", &input), ["= ", &told, "= ", "= ", &told], "{name}");
    }
    // What an object leaves out may be any, and means nothing under territory scoring.
    let short = r#"kata-set-rules { "scoring": "TERRITORY", "friendlyPassOk": true }"#;
    let answers = answers_to("go", &format!("{short}\nkata-get-rules"));
    assert_eq!(answers, ["= ".to_owned(), format!("= {}", DESCRIBED[1].1)]);
    let answers = answers_to("go", "kata-set-rules {\"suicide\": true}\nkata-get-rules");
    assert_eq!(answers[1], format!("= {}", DESCRIBED[3].1));
}

#[test]
fn a_single_rule_is_set_and_the_others_stay() {
    let input = "kata-set-rules tromp-taylor\nkata-set-rule ko situational\nkata-get-rules\n\
                 kata-set-rule score AREA\nkata-set-rule suicide false\nkata-get-rules\n";
    let answers = answers_to("go", input);
    let zealand = format!("= {}", DESCRIBED[4].1);
    assert_eq!([&answers[2], &answers[5]], [&zealand; 2]);
    assert_eq!(answers[3], "= ");
    assert_eq!(
        answers[4],
        "? unacceptable rules: they are those of none of chinese, japanese, aga, tromp-taylor, \
         new-zealand"
    );
}

#[test]
fn rules_that_are_not_possible_are_refused_and_change_nothing() {
    for (bad, error) in [
        ("kata-set-rule tax ALL", "unacceptable rules: tax can only be NONE or SEKI"),
        ("kata-set-rule hasButton true", "unacceptable rules: hasButton can only be false"),
        (
            "kata-set-rules {\"ko\":\"POSITIONAL\",\"tax\":\"ALL\"}",
            "unacceptable rules: tax can only be NONE or SEKI",
        ),
        ("kata-set-rules {\"suicide\":3}", "unacceptable rules: suicide can only be false or true"),
        ("kata-set-rules {\"ko\":", "syntax error: expected a name or an object of JSON"),
        (
            "kata-set-rules stone-scoring",
            "unknown rules: expected one of chinese, japanese, aga, tromp-taylor, new-zealand",
        ),
        (
            "kata-set-rule moon full",
            "unknown rule: expected one of friendlyPassOk, hasButton, ko, scoring, suicide, tax, \
             whiteHandicapBonus",
        ),
        ("kata-set-rule ko", "syntax error: expected a rule and its value"),
        (
            "kata-set-rules {\"scoring\":\"TERRITORY\",\"suicide\":true}",
            "unacceptable rules: they are those of none of chinese, japanese, aga, tromp-taylor, \
             new-zealand",
        ),
    ] {
        let answers = answers_to("go", &format!("{bad}\nkata-get-rules\n"));
        assert_eq!(answers[0], format!("? {error}"), "{bad}");
        assert_eq!(answers[1], format!("= {}", DESCRIBED[0].1), "{bad}");
    }
}

#[test]
fn handicap_stones_are_placed() {
    let answers = answers_to("go", "fixed_handicap 4\nshowboard\nfixed_handicap 2\nundo");
    assert_eq!(answers[0], "= D4 Q4 D16 Q16");
    assert!(answers[1].ends_with("O to move"), "{}", answers[1]);
    assert_eq!(answers[2..], ["? board not empty", "? cannot undo"]);
    let answers = answers_to("go", "place_free_handicap 12\ngenmove w\n");
    assert_eq!(answers[0].split_whitespace().count(), 1 + 9);
    assert!(answers[1].starts_with("= "), "{answers:?}");
    let answers = answers_to("go", "set_free_handicap C3 R17\nplay w D4\nshowboard");
    assert_eq!(answers[..2], ["= ", "= "]);
    assert!(answers[2].contains(" 3 . . X"), "{}", answers[2]);
    for bad in [
        "fixed_handicap 1",
        "fixed_handicap 99",
        "boardsize 7\nfixed_handicap 9",
        "set_free_handicap C3",
        "set_free_handicap C3 C3",
        "set_free_handicap C3 pass",
    ] {
        let answers = answers_to("go", bad);
        assert!(answers[answers.len() - 1].starts_with("? "), "{bad}: {answers:?}");
    }
}

/// Black has the left side of a board of 5 by 5 with a dead white stone in it, and White
/// the right one.
const DEAD_STONE: &str = "boardsize 5\nkomi 0\nplay b C1\nplay w D1\nplay b C2\nplay w D2\n\
    play b C3\nplay w D3\nplay b C4\nplay w D4\nplay b C5\nplay w D5\nplay b B3\nplay w A1\n";

#[test]
fn dead_stones_are_told_and_counted() {
    let input =
        format!("{DEAD_STONE}final_status_list dead\nfinal_status_list alive\nfinal_score\n");
    let answers = answers_to("go", &input);
    let [dead, alive, score] = &answers[answers.len() - 3..] else { panic!() };
    assert_eq!(dead, "= A1");
    assert_eq!(alive.split_whitespace().count(), 1 + 11);
    assert_eq!(score, "= B+5");
    // Play goes on after two passes, until the dead stone is captured.
    let input = format!("{DEAD_STONE}play b pass\nplay w pass\nkgs-genmove_cleanup b\n");
    let answers = answers_to("go", &input);
    assert!(answers[answers.len() - 1] != "= PASS", "{answers:?}");
}

#[test]
fn a_position_is_set_up_by_its_stones() {
    let input = "boardsize 9\nkomi 5.5\nplay b A1\nset_position black D4 W E5 b C3\n\
                 list_stones black\nlist_stones w\nget_komi\nundo\nplay w F5\n";
    let answers = answers_to("go", input);
    assert_eq!(answers[3..7], ["= ", "= C3 D4", "= E5", "= 5.5"]);
    // It has no moves to take back.
    assert_eq!(answers[7..], ["? cannot undo", "= "]);
    for bad in ["b D4 w D4", "b D4 w", "x D4", "b pass", "b Z99", "b"] {
        let answers =
            answers_to("go", &format!("boardsize 9\nplay b A1\nset_position {bad}\nundo"));
        assert!(answers[2].starts_with("? ") && answers[3] == "= ", "{bad}: {answers:?}");
    }
    assert_eq!(answers_to("go", "play b A1\nset_position\nlist_stones b")[1..], ["= ", "= "]);
}

#[test]
fn a_move_may_be_asked_for_without_playing_it() {
    let answers = answers_to("go", "boardsize 9\nreg_genmove b\nundo\n");
    assert!(answers[1].starts_with("= ") && answers[2] == "? cannot undo", "{answers:?}");
}

#[test]
fn an_analysis_goes_on_until_the_next_line_and_then_says_what_it_found() {
    let input = "boardsize 9\nlz-analyze b 1\n\
                 kata-analyze w interval 1 rootInfo true ownership true\nlz-analyze 10 minmoves 2 allow b D4,E5 1\nname\n";
    let game = registry::find("go").unwrap();
    let session = EngineSession::new(game, None, None, 1);
    let mut out = Vec::new();
    serve(game, &Options::default(), session, Cursor::new(input), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let answers: Vec<_> = text.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 5, "{text}");
    assert!(answers[1].starts_with("= \ninfo move ") && answers[1].contains(" winrate "));
    assert!(answers[2].contains(" rootInfo visits "), "{}", answers[2]);
    let ownership = answers[2].rsplit_once("ownership ").unwrap().1;
    let values: Vec<f64> = ownership.split_whitespace().map(|text| text.parse().unwrap()).collect();
    assert_eq!(values.len(), 81);
    assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)));
    for text in answers[3].split("info move ").skip(1) {
        assert!(text.starts_with("D4 ") || text.starts_with("E5 "), "{text}");
    }
    assert_eq!(answers[4], "= Tianyuan");
}

#[test]
fn a_move_is_played_with_its_analysis() {
    let answers = answers_to("go", "boardsize 9\nlz-genmove_analyze b 10\nshowboard\n");
    let last = answers[1].lines().last().unwrap();
    assert!(answers[1].starts_with("= \n") && last.starts_with("play "), "{answers:?}");
    assert!(answers[2].ends_with("O to move"), "{answers:?}");
}

#[test]
fn a_hopeless_game_is_resigned_if_asked_for() {
    let game = registry::find("go").unwrap();
    let lost = "boardsize 5\nkomi 30\ngenmove b\n";
    for (percent, resigns) in [(0, false), (20, true)] {
        let session = EngineSession::new(game, Some(2), None, 1).resigning_below(percent);
        let mut out = Vec::new();
        serve(game, &Options::default(), session, Cursor::new(lost), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.ends_with("= resign\n\n"), resigns, "{text}");
    }
}

#[test]
fn a_game_is_loaded_from_a_file() {
    let path = std::env::temp_dir().join(format!("tianyuan gtp {}.sgf", std::process::id()));
    std::fs::write(&path, "(;GM[1]SZ[9]KM[5.5];B[ee];W[cc];B[gg])").unwrap();
    let input = format!(
        "loadsgf {0}\nshowboard\nundo\nget_komi\nloadsgf {0} 2\nshowboard\n",
        path.display()
    );
    let answers = answers_to("go", &input);
    std::fs::remove_file(&path).unwrap();
    assert_eq!([&answers[0], &answers[2], &answers[4]], ["= "; 3], "{answers:?}");
    assert!(answers[1].ends_with("O to move") && answers[1].matches(" X").count() == 2);
    assert_eq!(answers[3], "= 5.5");
    assert!(answers[5].ends_with("O to move") && answers[5].matches(" X").count() == 1);
    assert!(answers_to("go", "loadsgf nowhere.sgf")[0].starts_with("? cannot load file"));
}
