//! Records analysed by engines of others, which here are scripts.

use super::every_page::whole_app;
use super::how_to_play::{go_to, names, press, screen};
use super::review::{navigate, record, request, review_app};
use super::*;
use crate::app::features::review::{Analysis, Effort, Navigation, OpenReview, ReviewRequest};
use crate::app::services::engines::ExternalEngines;
use crate::app::settings::{AnalysisSource, Language};
use crate::engines::{EngineId, EngineProtocol, EngineSettings};
use crate::games::ScoreUnit;
use crate::record::analysis::evaluation_of_value;
use crate::record::{Evaluation, Glyph};

/// White gives the queen away at the fifth ply.
const GAME: &str = "e4 e5 Qh5 Nc6 Qxe5 Nxe5 d4 Ng6";

/// An engine that knows the positions of [`GAME`], writes what it is sent into a file, and ends
/// when it is to search while there is a file beside it.
const SCRIPT: &str = r#"
while read -r line; do
  echo "$line" >> "$1"
  case "$line" in
    uci)
      echo "id name Oracle 1"
      echo "option name MultiPV type spin default 1 min 1 max 9"
      echo uciok ;;
    isready) echo readyok ;;
    position*)
      case "$line" in
        *" e5g6") best=b1c3 second=g1f3 score=-790 ;;
        *" d2d4") best=e5g6 second=e5c6 score=780 ;;
        *" c6e5") best=d2d4 second=f2f4 score=-800 ;;
        *" h5e5") best=c6e5 second=f8e7 score=800 ;;
        *" b8c6") best=f1c4 second=g1f3 score=20 ;;
        *" d1h5") best=b8c6 second=g8f6 score=-10 ;;
        *" e7e5") best=g1f3 second=f1c4 score=30 ;;
        *" e2e4") best=e7e5 second=c7c5 score=-30 ;;
        *) best=e2e4 second=d2d4 score=30 ;;
      esac ;;
    go*)
      [ -e "$1.crash" ] && exit 1
      echo "info depth 21 multipv 1 score cp $score nodes 90000 time 100 pv $best"
      echo "info depth 21 multipv 2 score cp $((score - 5)) nodes 90000 time 100 pv $second"
      case "$line" in
        "go movetime 120000") ;;
        *) echo "bestmove $best" ;;
      esac ;;
    stop) echo "bestmove $best" ;;
    quit) exit ;;
  esac
done
"#;

/// A review of [`GAME`] with an engine in the list, and the file of what that is sent.
fn oracle_app(folder: &DataFolder) -> (App, EngineId, PathBuf) {
    std::fs::create_dir_all(&folder.0).unwrap();
    let (script, log) = (folder.file("oracle.sh"), folder.file("sent.txt"));
    std::fs::write(&script, SCRIPT).unwrap();
    let mut app = review_app(&folder.0, record("chess", GAME));
    let command = format!("/bin/sh \"{}\" \"{}\"", script.display(), log.display());
    let settings = EngineSettings {
        name: "Oracle".to_owned(),
        protocol: Some(EngineProtocol::Uci),
        ..EngineSettings::from_command_line(&command)
    };
    let id = app.world_mut().resource_mut::<ExternalEngines>().list_mut().add(settings);
    (app, id, log)
}

fn analyse_with(app: &mut App, sources: &[AnalysisSource]) {
    request(app, ReviewRequest::AnalyseWith(sources.to_vec()));
    app.update();
    assert_eq!(analysis(app).sources(), sources);
}

fn analysis(app: &App) -> &Analysis {
    app.world().resource::<Analysis>()
}

fn sent(log: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn pawns(amount: f64) -> Evaluation {
    Evaluation::Amount { amount, unit: ScoreUnit::Pawns, exact: false }
}

/// Text of the best move of a source in the position shown.
fn best(app: &App, source: AnalysisSource) -> Option<String> {
    let session = game(app);
    let lines = analysis(app).lines_of(source, session);
    lines.first().map(|info| session.position().move_text_in("", info.best).unwrap())
}

#[test]
fn two_engines_analyse_a_position_side_by_side_until_another_is_shown() {
    let folder = DataFolder::new("engines-live");
    let (mut app, id, log) = oracle_app(&folder);
    let oracle = AnalysisSource::Engine(id);
    analyse_with(&mut app, &[oracle, AnalysisSource::Own]);
    let kept = &app.world().resource::<Settings>().analysis_sources["chess"];
    assert_eq!(*kept, [oracle, AnalysisSource::Own]);
    navigate(&mut app, Navigation::Next);
    request(&mut app, ReviewRequest::MultiPv(2));
    request(&mut app, ReviewRequest::LiveAnalysis(true));
    wait_for(&mut app, "lines of both", |app| {
        let of = |source| analysis(app).lines_of(source, game(app));
        of(oracle).len() == 2 && of(AnalysisSource::Own).len() == 2
    });
    // The first engine is that of the bar, and its score is told from the first side's view.
    let lines = analysis(&app).engine_lines(game(&app));
    assert_eq!(evaluation_of_value(&lines[0].score.unwrap(), Side::Second), pawns(0.3));
    assert_eq!((lines[0].depth, lines[0].nodes), (21, 90_000));
    let suggested = analysis(&app).best_moves(game(&app)).map(|moves| moves.len());
    assert_eq!(suggested, [2, 2]);
    assert!(sent(&log).contains(&"setoption name MultiPV value 2".to_owned()));
    // Nothing is left running of the positions in between.
    for (to, move_there) in
        [(Navigation::Next, "Nf3"), (Navigation::Next, "Nc6"), (Navigation::Last, "Nc3")]
    {
        navigate(&mut app, to);
        let shown = best(&app, oracle);
        assert!(shown.is_none_or(|text| text == move_there), "lines of another position");
    }
    wait_for(&mut app, "lines of the last position", |app| {
        best(app, oracle).as_deref() == Some("Nc3")
    });
    let talk = sent(&log);
    let of_search = talk.iter().filter(|line| line.starts_with("go ") || *line == "stop");
    let searches: Vec<bool> = of_search.map(|line| line == "stop").collect();
    assert!(searches.windows(2).all(|pair| pair[0] != pair[1]), "{talk:?}");
    assert_eq!(searches.last(), Some(&false));
    // While it is off, the engine waits; it ends with the review.
    request(&mut app, ReviewRequest::LiveAnalysis(false));
    wait_for(&mut app, "rest", |app| {
        !analysis(app).is_busy() && sent(&log).last().is_some_and(|line| line == "stop")
    });
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Home);
    wait_for(&mut app, "the end of the engine", |_| sent(&log).last().unwrap() == "quit");
}

#[test]
fn an_engine_that_crashes_is_switched_off_with_a_sentence_and_ours_goes_on() {
    let folder = DataFolder::new("engines-crash");
    let (mut app, id, log) = oracle_app(&folder);
    let crash = folder.file("sent.txt.crash");
    std::fs::write(&crash, "").unwrap();
    let before = ron::to_string(&crate::record::TreeFile::from(game(&app).tree())).unwrap();
    analyse_with(&mut app, &[AnalysisSource::Engine(id)]);
    request(&mut app, ReviewRequest::LiveAnalysis(true));
    let said = Notice::problem("engine-ended").with("engine", "Oracle").with_transcript(id);
    wait_for(&mut app, "the sentence", |app| notices(app).contains(&said));
    wait_for(&mut app, "our lines", |app| best(app, AnalysisSource::Own).is_some());
    assert_eq!(analysis(&app).sources(), [AnalysisSource::Own]);
    let after = ron::to_string(&crate::record::TreeFile::from(game(&app).tree())).unwrap();
    assert_eq!(after, before);
    // The choice is kept, and the player may try again.
    std::fs::remove_file(crash).unwrap();
    let started = sent(&log).iter().filter(|line| *line == "uci").count();
    assert_eq!(started, 1);
    analyse_with(&mut app, &[AnalysisSource::Engine(id)]);
    wait_for(&mut app, "its lines", |app| best(app, AnalysisSource::Engine(id)).is_some());
}

#[test]
fn a_line_is_judged_by_the_first_engine_and_the_second_adds_a_curve() {
    let folder = DataFolder::new("engines-line");
    let (mut app, id, _) = oracle_app(&folder);
    let oracle = AnalysisSource::Engine(id);
    analyse_with(&mut app, &[oracle, AnalysisSource::Own]);
    request(&mut app, ReviewRequest::AnalyseLine(Effort::Quick));
    assert!(analysis(&app).progress().is_some_and(|(_, all)| all == 18));
    let is_done = |app: &App| analysis(app).progress().is_none();
    wait_for(&mut app, "the analysis", is_done);
    let (tree, line) = (game(&app).tree(), game(&app).line());
    let values: Vec<_> = line.iter().map(|&node| tree.annotations(node).evaluation).collect();
    let expected = [0.3, 0.3, 0.3, 0.1, 0.2, -8.0, -8.0, -7.8, -7.9];
    assert_eq!(values, expected.map(|amount| Some(pawns(amount))));
    assert_eq!(tree.annotations(line[5]).glyphs, [Glyph::Blunder]);
    // The better move is added, and who says so.
    let better: Vec<_> = tree.children(line[4]).skip(1).collect();
    assert_eq!(better.len(), 1);
    assert_eq!(tree.move_text(better[0]).as_deref(), Some("Bc4"));
    assert_eq!(tree.annotations(better[0]).comment, "Oracle");
    let serial = app.world().resource::<ActiveSession>().serial();
    assert_eq!(analysis(&app).line_source(serial, game(&app)), Some(oracle));
    let second = analysis(&app).second_evaluations(serial, game(&app), &line).unwrap();
    assert_eq!(second.0, AnalysisSource::Own);
    assert!(second.1.iter().all(Option::is_some), "{second:?}");
    // Ours alone judges anew: nothing is left of the judgement before it.
    analyse_with(&mut app, &[AnalysisSource::Own]);
    request(&mut app, ReviewRequest::AnalyseLine(Effort::Quick));
    wait_for(&mut app, "our analysis", is_done);
    let source = analysis(&app).line_source(serial, game(&app));
    assert_eq!(source, Some(AnalysisSource::Own));
    assert!(analysis(&app).second_evaluations(serial, game(&app), &line).is_none());
    let glyphs = &game(&app).tree().annotations(line[5]).glyphs;
    assert_eq!(glyphs.len(), 1, "{glyphs:?}");
    // What was undone is not said to be in the record.
    request(&mut app, ReviewRequest::Undo);
    request(&mut app, ReviewRequest::Undo);
    assert_eq!(analysis(&app).line_source(serial, game(&app)), None);
}

#[test]
fn a_line_goes_on_without_an_engine_that_fails() {
    let folder = DataFolder::new("engines-line-crash");
    let (mut app, id, _) = oracle_app(&folder);
    std::fs::write(folder.file("sent.txt.crash"), "").unwrap();
    analyse_with(&mut app, &[AnalysisSource::Engine(id), AnalysisSource::Own]);
    request(&mut app, ReviewRequest::AnalyseLine(Effort::Quick));
    let said = Notice::problem("engine-ended").with("engine", "Oracle").with_transcript(id);
    wait_for(&mut app, "the sentence", |app| notices(app).contains(&said));
    wait_for(&mut app, "the analysis", |app| analysis(app).progress().is_none());
    let (tree, line) = (game(&app).tree(), game(&app).line());
    assert!(line.iter().all(|&node| tree.annotations(node).evaluation.is_some()));
    let serial = app.world().resource::<ActiveSession>().serial();
    let source = analysis(&app).line_source(serial, game(&app));
    assert_eq!(source, Some(AnalysisSource::Own));
}

#[test]
fn an_engine_that_is_removed_or_plays_another_game_gives_way_to_ours() {
    let folder = DataFolder::new("engines-removed");
    let (mut app, id, log) = oracle_app(&folder);
    let oracle = AnalysisSource::Engine(id);
    analyse_with(&mut app, &[oracle]);
    request(&mut app, ReviewRequest::LiveAnalysis(true));
    wait_for(&mut app, "its lines", |app| best(app, oracle).as_deref() == Some("e4"));
    let removed = app.world_mut().resource_mut::<ExternalEngines>().list_mut().remove(id);
    app.update();
    assert_eq!(analysis(&app).sources(), [AnalysisSource::Own]);
    wait_for(&mut app, "our lines", |app| best(app, AnalysisSource::Own).is_some());
    wait_for(&mut app, "the end of the engine", |_| sent(&log).last().unwrap() == "quit");
    // It was chosen and comes back.
    let mut engines = app.world_mut().resource_mut::<ExternalEngines>();
    engines.list_mut().restore(removed.unwrap());
    app.update();
    assert_eq!(analysis(&app).sources(), [oracle]);
    let go_engine = EngineProtocol::Gtp;
    let mut engines = app.world_mut().resource_mut::<ExternalEngines>();
    engines.list_mut().get_mut(id).unwrap().settings.protocol = Some(go_engine);
    app.update();
    assert_eq!(analysis(&app).sources(), [AnalysisSource::Own]);
}

#[test]
fn the_page_offers_the_engines_for_the_game_and_names_them() {
    let folder = DataFolder::new("engines-page-of-review");
    let mut app = whole_app(&folder.0, Language::English);
    go_to(&mut app, Screen::Home);
    let settings = EngineSettings {
        name: "Oracle".to_owned(),
        protocol: Some(EngineProtocol::Uci),
        ..EngineSettings::from_command_line("/bin/sh")
    };
    let id = app.world_mut().resource_mut::<ExternalEngines>().list_mut().add(settings);
    let mut open = |tree| {
        app.world_mut().write_message(OpenReview { tree, at: None, library_id: None });
        (0..3).for_each(|_| app.update());
        assert_eq!(screen(&app), Screen::Review);
        press(&mut app, "Analysis");
        names(&mut app)
    };
    let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
    let shown = open(record("reversi", "f5 d6"));
    assert!(!has(&shown, "Compare"), "it does not play Reversi: {shown:?}");
    let shown = open(record("chess", GAME));
    assert!(has(&shown, "Analyse with: Tianyuan") && has(&shown, "Compare"), "{shown:?}");
    press(&mut app, "Compare");
    assert!(has(&names(&mut app), "Second engine"));
    // It can be chosen as the first engine and as the second.
    press(&mut app, "Oracle");
    app.update();
    assert!(analysis(&app).sources().contains(&AnalysisSource::Engine(id)));
    let shown = names(&mut app);
    let tells = |name: &String| name.contains("Oracle") && name.contains("every move");
    assert!(shown.iter().any(tells), "{shown:?}");
}
