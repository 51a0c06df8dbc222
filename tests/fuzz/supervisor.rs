//! Runs every target in a child process, and reports.
//!
//! Environment variables: `FUZZ_SECONDS`, the time for all targets together, or
//! `FUZZ_MINUTES`; `FUZZ_TARGET`, a part of the names of the targets that are
//! run; `FUZZ_SEED`; `FUZZ_INPUT`, a file to read instead of making inputs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::runner::{self, Plan};
use super::target::Target;
use super::{gates, targets};

/// Time for all targets together, unless it is given; less without the checks
/// of arithmetic.
const USUAL_SECONDS: f64 = if cfg!(debug_assertions) { 10.0 } else { 3.0 };

/// Time beyond its own after which a child is ended.
const MARGIN: Duration = Duration::from_secs(60);

/// Tells a child which target it runs.
const CHILD: &str = "FUZZ_CHILD";

/// Children of a target that may end early before it is left.
const MAX_CRASHES: u32 = 3;

fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is \"{text}\", which is no number")))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz")
}

fn chosen_targets() -> Vec<Target> {
    let wanted = env::var("FUZZ_TARGET").unwrap_or_default();
    let mut chosen = targets();
    chosen.retain(|target| target.id.contains(&wanted));
    assert!(!chosen.is_empty(), "no target has \"{wanted}\" in its name");
    chosen
}

/// Runs a function in a thread with the stack that readers have.
fn on_small_stack<T: Send + 'static>(id: &str, run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().name(id.to_owned()).stack_size(gates::STACK);
    thread.spawn(run).unwrap().join().unwrap()
}

/// Output of a child, and its exit status.
struct Ended {
    output: String,
    status: Option<ExitStatus>,
}

/// A child process that runs one target.
fn start_child(id: &str, time: Duration, seed: u64) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "supervisor::one_target", "--ignored", "--nocapture"])
        .env(CHILD, id)
        .env("FUZZ_SECONDS", time.as_secs_f64().to_string())
        .env("FUZZ_SEED", seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for a child, and ends it when it takes too long.
fn wait(mut child: Child, time: Duration) -> Ended {
    use std::io::Read;
    let end = Instant::now() + time + MARGIN;
    let (mut out, mut errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).unwrap();
        text
    });
    let error_reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        errors.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if Instant::now() > end => {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let mut output = reader.join().unwrap();
    output.push_str(&error_reader.join().unwrap());
    Ended { output, status }
}

/// Counts of a target, over all its children.
#[derive(Default)]
struct Totals {
    inputs: u64,
    accepted: u64,
    faults: Vec<String>,
}

/// Runs a target for this time; where a child crashes, another goes on.
fn supervise(id: &str, time: Duration, seed: u64) -> Totals {
    let mut totals = Totals::default();
    let end = Instant::now() + time;
    for crash in 0..MAX_CRASHES {
        let left = end.saturating_duration_since(Instant::now());
        let seed = seed.wrapping_add(u64::from(crash));
        let ended = wait(start_child(id, left, seed), left);
        for line in ended.output.lines() {
            if let Some(fault) = line.strip_prefix("FAULT ") {
                totals.faults.push(fault.to_owned());
            }
            if let Some(counts) = line.strip_prefix("COUNTS ") {
                let mut counts = counts.split(' ').map(|count| count.parse::<u64>().unwrap());
                totals.inputs += counts.next().unwrap();
                totals.accepted += counts.next().unwrap();
            }
        }
        if ended.status.is_some_and(|status| status.success()) {
            return totals;
        }
        let running = runner::running_file(&folder(), id);
        let kept = folder().join(format!("{id}-{seed:x}-crash"));
        let why = match ended.status {
            Some(status) => format!("it ended by {status}"),
            None => "it never ended".to_owned(),
        };
        let last: Vec<_> = ended.output.lines().rev().take(8).collect();
        let place = match fs::rename(&running, &kept) {
            Ok(()) => kept.display().to_string(),
            Err(_) => "no input".to_owned(),
        };
        totals.faults.push(format!("{place}: {why}: {}", last.join(" | ")));
        if Instant::now() >= end {
            break;
        }
    }
    totals
}

#[test]
fn readers_survive_hostile_input() {
    if let Ok(file) = env::var("FUZZ_INPUT") {
        return run_again(Path::new(&file));
    }
    let seconds =
        number("FUZZ_SECONDS").or(number("FUZZ_MINUTES").map(|minutes: f64| minutes * 60.0));
    let seed: u64 = number("FUZZ_SEED").unwrap_or(1);
    let chosen: Vec<_> = chosen_targets().into_iter().map(|target| target.id).collect();
    let share = Duration::from_secs_f64(seconds.unwrap_or(USUAL_SECONDS) / chosen.len() as f64);
    println!("{} targets, {share:?} each, seed {seed}", chosen.len());
    println!("{:>10} {:>10} {:>6}  target", "inputs", "accepted", "faults");
    let mut faults = Vec::new();
    let mut inputs = 0;
    for id in &chosen {
        let totals = supervise(id, share, seed);
        println!("{:>10} {:>10} {:>6}  {id}", totals.inputs, totals.accepted, totals.faults.len());
        faults.extend(totals.faults.into_iter().map(|fault| format!("{id}: {fault}")));
        inputs += totals.inputs;
    }
    println!("{inputs} inputs, {} faults", faults.len());
    for fault in &faults {
        println!("{fault}");
    }
    assert!(
        faults.is_empty(),
        "run an input again by FUZZ_TARGET=<target> FUZZ_INPUT=<file>:\n{}",
        faults.join("\n")
    );
}

/// Lets the chosen targets read a file, without catching its panic.
fn run_again(file: &Path) {
    let input = fs::read(file).unwrap();
    for target in chosen_targets() {
        let input = input.clone();
        let id = target.id.clone();
        on_small_stack(&id, move || {
            for seed in (target.seeds)() {
                let _ = gates::check(&target, &seed);
            }
            let result = gates::check(&target, &input);
            println!("{}: {result:?}", target.id);
            result.unwrap();
        });
    }
}

/// Runs the one target that a parent process names.
#[test]
#[ignore = "run by its parent process"]
fn one_target() {
    let Ok(id) = env::var(CHILD) else { return };
    let found = targets().into_iter().chain(planted::targets()).find(|target| target.id == id);
    let target = found.unwrap();
    let time = Duration::from_secs_f64(number("FUZZ_SECONDS").unwrap());
    let plan = Plan { time, seed: number("FUZZ_SEED").unwrap(), folder: folder() };
    let report = on_small_stack(&id, move || runner::run(&target, &plan));
    // The name of the test may stand on this line.
    println!();
    for (failure, file) in report.faults.values() {
        println!("FAULT {}: {}: {}", file.display(), failure.kind, failure.message);
    }
    println!("COUNTS {} {}", report.inputs, report.accepted);
}

/// Targets with a fault each, which the gates must find.
mod planted {
    use super::*;
    use crate::target::Verdict;

    fn planted(id: &str, fault: fn()) -> Target {
        let seeds = || vec![b"(abc)".to_vec(), b"(abd)".to_vec()];
        let run = move |input: &[u8]| {
            // The fault is not in the seeds.
            if input.len() > 5 {
                fault();
            }
            Verdict::of(true)
        };
        Target { max_time: Duration::from_millis(20), ..Target::new(id, seeds, run) }
    }

    /// Takes the processor for a while.
    fn busy() {
        let end = Instant::now() + Duration::from_millis(200);
        while Instant::now() < end {}
    }

    fn deeper(depth: u64) -> u64 {
        let many = std::hint::black_box([depth; 1000]);
        if depth == u64::MAX { 0 } else { deeper(depth + 1) ^ many[depth as usize % 1000] }
    }

    pub fn targets() -> Vec<Target> {
        vec![
            planted("planted-panic", || panic!("planted")),
            planted("planted-time", busy),
            planted("planted-memory", || _ = std::hint::black_box(vec![1_u8; 300 << 10])),
            planted("planted-stack", || _ = std::hint::black_box(deeper(0))),
            planted("planted-exit", || std::process::exit(3)),
        ]
    }

    #[test]
    fn every_gate_finds_the_fault_that_it_is_for() {
        let words =
            ["planted", "time: ", "bytes of memory", "overflowed its stack", "exit status: 3"];
        for (target, word) in targets().iter().zip(words) {
            let totals = supervise(&target.id, Duration::from_millis(50), 1);
            let faults = totals.faults.join("\n");
            assert!(faults.contains(word), "{}: {faults}", target.id);
            let file = Path::new(faults.split(':').next().unwrap());
            assert!(fs::read(file).unwrap().len() > 5, "{file:?}");
            fs::remove_file(file).unwrap();
        }
    }
}
