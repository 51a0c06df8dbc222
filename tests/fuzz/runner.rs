//! Runs one target in this process: its seeds, then inputs made from them, each
//! against the gates.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::gates::{self, Failure};
use super::mutation::Mutator;
use super::target::Target;

/// Different faults of a target after which it is left.
const MAX_FAULTS: usize = 10;

/// Time for making a failing input smaller.
const SHRINK_TIME: Duration = Duration::from_secs(3);

/// The result of a run of one target.
#[derive(Debug, Default)]
pub struct Report {
    pub inputs: u64,
    pub accepted: u64,
    /// Each fault with the file of an input that shows it.
    pub faults: BTreeMap<String, (Failure, PathBuf)>,
}

/// Plan for the run of a target, with its time and its seed.
pub struct Plan {
    pub time: Duration,
    pub seed: u64,
    /// Folder of failing inputs.
    pub folder: PathBuf,
}

/// The file that holds the input which is being read.
pub fn running_file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.running"))
}

/// The file of inputs that are read first, one folder for each target.
fn corpus_folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(id)
}

/// Inputs that once showed a fault, and seeds that no writer makes.
fn kept_inputs(id: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<_> = fs::read_dir(corpus_folder(id))
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Feeds a target until its time is over.
pub fn run(target: &Target, plan: &Plan) -> Report {
    gates::catch_panic_messages();
    fs::create_dir_all(&plan.folder).unwrap();
    let mut run = Run {
        target,
        plan,
        running: File::create(running_file(&plan.folder, &target.id)).unwrap(),
        report: Report::default(),
    };
    let kept = kept_inputs(&target.id);
    let mut inputs = (target.seeds)();
    assert!(!inputs.is_empty(), "{} has no seeds", target.id);
    // What is made once for all, such as tables, counts for no input.
    for input in &inputs {
        run.set_running(input);
        let _ = gates::check(target, input);
    }
    inputs.extend(kept);
    let accepted = inputs.iter().filter(|input| run.feed(input)).count();
    assert!(accepted > 0 || !run.report.faults.is_empty(), "{} accepts no seed", target.id);
    let mut mutator = Mutator::new(&inputs, target.max_input, plan.seed);
    let end = Instant::now() + plan.time;
    while Instant::now() < end && run.report.faults.len() < MAX_FAULTS {
        run.feed(&mutator.next_input(&inputs));
    }
    fs::remove_file(running_file(&plan.folder, &target.id)).unwrap();
    run.report
}

struct Run<'a> {
    target: &'a Target,
    plan: &'a Plan,
    running: File,
    report: Report,
}

impl Run<'_> {
    /// Writes down the input, for the case that the process ends by it.
    fn set_running(&mut self, input: &[u8]) {
        self.running.seek(SeekFrom::Start(0)).unwrap();
        self.running.write_all(input).unwrap();
        self.running.set_len(input.len() as u64).unwrap();
    }

    /// Lets the target read an input; true if it accepted it.
    fn feed(&mut self, input: &[u8]) -> bool {
        self.set_running(input);
        self.report.inputs += 1;
        match gates::check(self.target, input) {
            Ok(accepted) => {
                self.report.accepted += u64::from(accepted);
                accepted
            }
            Err(failure) => {
                self.keep(input, failure);
                false
            }
        }
    }

    fn keep(&mut self, input: &[u8], failure: Failure) {
        if self.report.faults.contains_key(&failure.kind) {
            return;
        }
        let small = self.shrink(input, &failure);
        let number = self.report.faults.len();
        let file =
            self.plan.folder.join(format!("{}-{:x}-{number}", self.target.id, self.plan.seed));
        fs::write(&file, small).unwrap();
        self.report.faults.insert(failure.kind.clone(), (failure, file));
    }

    /// Leaves out parts of a failing input as long as it fails alike.
    fn shrink(&mut self, input: &[u8], failure: &Failure) -> Vec<u8> {
        let mut small = input.to_vec();
        let end = Instant::now() + SHRINK_TIME;
        let mut part = small.len() / 2;
        while part > 0 {
            let mut at = 0;
            while at < small.len() && Instant::now() < end {
                let mut less = small.clone();
                less.drain(at..(at + part).min(small.len()));
                self.set_running(&less);
                match gates::check(self.target, &less) {
                    Err(other) if other.kind == failure.kind => small = less,
                    _ => at += part,
                }
            }
            part /= 2;
        }
        small
    }
}
