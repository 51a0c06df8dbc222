//! Engines that crash, hang, flood, babble and cheat: each ends in one clear error, and nothing is
//! left of it.

use std::fs;
use std::process;
use std::thread;
use std::time::{Duration, Instant};

use tianyuan::engines::{
    EngineError, EngineLimits, EngineProtocol, EngineSearch, EngineSettings, ExternalEngine,
    FailureKind, Origin,
};
use tianyuan::games::{Options, registry};
use tianyuan::record::{GameTree, MoveSequence};

/// Lines of each protocol that hostile engines write; all are tried where this is set.
const FULL: &str = "TIANYUAN_HOSTILE_LINES";
const FEW_LINES: u64 = 400;

/// Protocols with a game that they have.
const PROTOCOLS: [(EngineProtocol, &str); 5] = [
    (EngineProtocol::Uci, "chess"),
    (EngineProtocol::Ucci, "xiangqi"),
    (EngineProtocol::Gtp, "go"),
    (EngineProtocol::Gomocup, "gomoku"),
    (EngineProtocol::Nboard, "reversi"),
];

fn settings(protocol: EngineProtocol, kind: &str, seed: u64) -> EngineSettings {
    let program = std::env::current_exe().unwrap();
    // The process of the test is named, so that only its own engines are looked for.
    let role = format!("hostile:{}:{kind}:{seed}", process::id());
    let test = "hostile_engine::hostile_engine";
    EngineSettings {
        command: program.display().to_string(),
        arguments: ["--exact", "--nocapture", test, &role].map(str::to_owned).to_vec(),
        protocol: Some(protocol),
        start_seconds: Some(5),
        ..EngineSettings::default()
    }
}

fn start_of(game: &str) -> MoveSequence {
    let tree = GameTree::new(registry::find(game).unwrap(), Options::default()).unwrap();
    tree.sequence(tree.root())
}

fn search(engine: &mut ExternalEngine, game: &str, analyses: bool) -> Result<(), EngineError> {
    let limits = EngineLimits::time(Duration::from_millis(100));
    let search = match analyses {
        false => EngineSearch::for_move(start_of(game), limits),
        true => EngineSearch::for_analysis(start_of(game), limits, 3),
    };
    let search = EngineSearch { grace: Duration::from_millis(700), ..search };
    engine.search(&search, &mut |_| ()).map(|_| ())
}

/// Starts an engine and lets it search.
fn meet(protocol: EngineProtocol, game: &str, kind: &str) -> Result<(), EngineError> {
    let mut engine = ExternalEngine::start(&settings(protocol, kind, 1))?;
    search(&mut engine, game, false)
}

/// The processes of this test's engines that are still there, with their states, and children
/// that were never waited for.
fn left_over(kind: &str) -> Vec<String> {
    let role = format!("hostile:{}:{kind}:", process::id());
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let path = entry.path();
        let read = |name: &str| fs::read(path.join(name)).unwrap_or_default();
        let command = String::from_utf8_lossy(&read("cmdline")).replace('\0', " ");
        let status = String::from_utf8_lossy(&read("stat")).into_owned();
        let mut fields = status.rsplit(')').next().unwrap_or_default().split_whitespace();
        let (state, parent) = (fields.next(), fields.next());
        let is_zombie = state == Some("Z") && parent == Some(process::id().to_string().as_str());
        if command.contains(&role) || is_zombie {
            found.push(format!("{} {command}", path.display()));
        }
    }
    found
}

/// Waits until nothing is left of engines of a kind.
fn assert_nothing_is_left(kind: &str) {
    let end = Instant::now() + Duration::from_secs(10);
    while !left_over(kind).is_empty() {
        assert!(Instant::now() < end, "{kind}: {:?}", left_over(kind));
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn each_misdeed_ends_the_engine_with_one_error_for_each_protocol() {
    for (protocol, game) in PROTOCOLS {
        thread::scope(|scope| {
            for (kind, expected) in [
                ("crash", &[FailureKind::Crash][..]),
                ("exit", &[FailureKind::Crash]),
                ("close", &[FailureKind::Crash, FailureKind::Hang]),
                ("hang", &[FailureKind::Hang]),
                ("endless", &[FailureKind::Protocol]),
                ("illegal", &[FailureKind::IllegalMove]),
                ("flood", &[FailureKind::Protocol]),
            ] {
                scope.spawn(move || {
                    let error = meet(protocol, game, kind).expect_err(kind);
                    assert!(expected.contains(&error.kind()), "{protocol:?} {kind}: {error:?}");
                    assert!(!error.to_string().contains('\n'), "{error}");
                });
            }
        });
    }
    for kind in ["crash", "exit", "close", "hang", "endless", "illegal", "flood"] {
        assert_nothing_is_left(kind);
    }
}

#[test]
fn an_engine_that_never_answers_is_given_up_in_time() {
    for kind in ["mute", "lines"] {
        let started = Instant::now();
        let mut hasty = settings(EngineProtocol::Uci, kind, 1);
        hasty.start_seconds = Some(1);
        let error = ExternalEngine::start(&hasty).err().unwrap();
        assert!(matches!(error, EngineError::NoAnswer(_)), "{kind}: {error:?}");
        assert!(started.elapsed() < Duration::from_secs(5));
        assert_nothing_is_left(kind);
    }
}

#[test]
fn an_engine_that_does_not_read_is_given_up_without_waiting_for_it() {
    let mut engine = ExternalEngine::start(&settings(EngineProtocol::Uci, "deaf", 1)).unwrap();
    let error = search(&mut engine, "chess", false).unwrap_err();
    assert_eq!(error.kind(), FailureKind::Hang, "{error:?}");
    drop(engine);
    assert_nothing_is_left("deaf");
}

#[test]
fn an_engine_that_does_not_end_is_ended_with_its_children() {
    for kind in ["stays", "forks"] {
        let engine = ExternalEngine::start(&settings(EngineProtocol::Uci, kind, 1)).unwrap();
        let group = children_of_engines();
        assert!(!group.is_empty());
        drop(engine);
        assert_nothing_is_left(kind);
        let end = Instant::now() + Duration::from_secs(10);
        let is_left = || group.iter().any(|id| fs::metadata(format!("/proc/{id}")).is_ok());
        while kind == "forks" && is_left() {
            assert!(Instant::now() < end, "a child is left of {group:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The processes whose parent is an engine of this test, and those engines that may fork.
fn children_of_engines() -> Vec<u32> {
    let number = |text: &str| text.parse::<u32>().ok();
    let role = format!("hostile:{}:", process::id());
    let mut engines = Vec::new();
    let mut children = Vec::new();
    // The child may not have been started yet.
    for _ in 0..100 {
        (engines, children) = (Vec::new(), Vec::new());
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids: Vec<u32> =
            processes.filter_map(|entry| number(&entry.file_name().to_string_lossy())).collect();
        for &id in &ids {
            let command = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command);
            if command.contains(&role)
                && (command.contains(":forks:") || command.contains(":stays:"))
            {
                engines.push(id);
            }
        }
        for &id in &ids {
            let status = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            let parent = status.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
            if parent.and_then(number).is_some_and(|parent| engines.contains(&parent)) {
                children.push(id);
            }
        }
        let forks = engines.iter().any(|id| {
            let command = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains(":forks:")
        });
        if !children.is_empty() || (!forks && !engines.is_empty()) {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    engines.extend(children);
    engines
}

/// Resident memory of this process in bytes.
fn resident() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages.split(' ').nth(1).and_then(|text| text.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

#[test]
fn hostile_lines_do_no_harm() {
    let full = std::env::var(FULL).ok().map(|text| text.parse().expect(FULL));
    let wanted: u64 = full.unwrap_or(FEW_LINES);
    for (protocol, game) in PROTOCOLS {
        let (mut lines, mut seed, mut sessions_that_searched) = (0_u64, 0, 0);
        let mut before = 0;
        while lines < wanted || seed < 8 {
            seed += 1;
            let kind = if seed % 16 == 0 { "babble" } else { "noise" };
            let transcript = tianyuan::engines::Transcript::default();
            let started = Instant::now();
            let found =
                ExternalEngine::start_with(&settings(protocol, kind, seed), transcript.clone());
            if let Ok(mut engine) = found {
                let searched =
                    (0..20).take_while(|n| search(&mut engine, game, n % 2 == 1).is_ok());
                sessions_that_searched += u32::from(searched.count() > 0);
            }
            assert!(started.elapsed() < Duration::from_secs(60), "{protocol:?} {seed}");
            let entries = transcript.entries();
            lines += entries.iter().filter(|entry| entry.origin == Origin::Engine).count() as u64;
            if seed == 3 {
                before = resident();
            }
        }
        assert!(sessions_that_searched > 0, "{protocol:?} never got as far as a move");
        let grown = resident().saturating_sub(before);
        assert!(seed < 3 || grown < 32 << 20, "{protocol:?} took {grown} more bytes");
        println!("{protocol:?}: {lines} lines of {seed} engines");
    }
    assert_nothing_is_left("noise");
    assert_nothing_is_left("babble");
}
