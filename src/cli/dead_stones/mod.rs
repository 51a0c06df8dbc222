//! `measure-dead-stones`: the dead stones that the program proposes at the end
//! of a game, against positions with known owners.

pub(super) mod position_file;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use web_time::Instant;

use super::{CliError, file_error};
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, Game};
use position_file::PositionFile;

/// Arguments of `measure-dead-stones`.
#[derive(Debug, Args)]
pub(super) struct DeadStonesArgs {
    /// Name of the game; only Go has dead stones.
    pub(super) game: String,
    /// A folder of positions, one text file each: header lines `key: value`,
    /// of which `size` is needed; `board:` and rows of `.XO` from the highest
    /// rank down, X for the first side; `ownership:` and rows of `XO`, `.` for
    /// neutral and `?` for unknown. A stone on a point of the other side is
    /// dead.
    folder: PathBuf,
    /// Also print the figures apart by the first word of this header.
    #[arg(long, value_name = "KEY")]
    by: Option<String>,
    /// Also print each chain that is judged wrongly: file, first point, stones,
    /// dead or alive by the program.
    #[arg(long)]
    wrong: bool,
}

/// Kind of a piece that is marked dead.
const DEAD: u8 = 1;

/// Figures of some positions.
#[derive(Clone, Copy, Default)]
struct Tally {
    positions: u32,
    positions_right: u32,
    chains: u32,
    chains_right: u32,
    points: u32,
    points_right: u32,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.positions_right += other.positions_right;
        self.chains += other.chains;
        self.chains_right += other.chains_right;
        self.points += other.points;
        self.points_right += other.points_right;
    }

    fn print(&self, name: &str, out: &mut dyn Write) -> Result<(), CliError> {
        let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        writeln!(
            out,
            "{name}: positions {}/{} {:.1}%, chains {}/{} {:.2}%, points {}/{} {:.2}%",
            self.positions_right,
            self.positions,
            share(self.positions_right, self.positions),
            self.chains_right,
            self.chains,
            share(self.chains_right, self.chains),
            self.points_right,
            self.points,
            share(self.points_right, self.points),
        )?;
        Ok(())
    }
}

pub(super) fn run(
    game: &dyn Game,
    args: &DeadStonesArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut total = Tally::default();
    let mut groups: BTreeMap<String, Tally> = BTreeMap::new();
    let mut times: BTreeMap<u8, Vec<Duration>> = BTreeMap::new();
    for path in position_paths(&args.folder)? {
        let file = PositionFile::read(&path)?;
        let mut position = file.position(game, &path)?;
        let started = Instant::now();
        for _ in 0..2 {
            position.play(Move::Pass).map_err(|error| file_error(&path, &error))?;
        }
        let stones = Stones::new(&position, file.size());
        times.entry(file.size()).or_default().push(started.elapsed());
        let tally = judge(&file, &stones, |at, size, dead| {
            if !args.wrong {
                return Ok(());
            }
            let name = path.file_name().unwrap_or_default().display();
            let verdict = if dead { "dead" } else { "alive" };
            Ok(writeln!(out, "{name} {} {size} {verdict}", position.board().point_name(at))?)
        })?;
        total.add(&tally);
        if let Some(key) = &args.by {
            let word = file.header(key).and_then(|value| value.split_whitespace().next());
            groups.entry(word.unwrap_or("none").to_owned()).or_default().add(&tally);
        }
    }
    for (name, tally) in &groups {
        tally.print(name, out)?;
    }
    total.print("all", out)?;
    for (size, mut times) in times {
        times.sort_unstable();
        let milliseconds = |time: Duration| 1000.0 * time.as_secs_f64();
        let (median, max) = (times[times.len() / 2], times[times.len() - 1]);
        writeln!(
            out,
            "{size} by {size}: median {:.0} ms, maximum {:.0} ms",
            milliseconds(median),
            milliseconds(max)
        )?;
    }
    Ok(())
}

/// The text files of a folder, by name.
fn position_paths(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let entries = fs::read_dir(folder).map_err(|error| file_error(folder, &error))?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(|error| file_error(folder, &error))?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort_unstable();
    if paths.is_empty() {
        return Err(file_error(folder, &"holds no position; expected files named *.txt"));
    }
    Ok(paths)
}

/// The stones of a position, and those that the program takes for dead.
struct Stones {
    size: u8,
    /// Side of each stone, and whether it is dead; from the first rank up.
    cells: Vec<Option<(Side, bool)>>,
}

impl Stones {
    fn new(position: &AnyPosition, size: u8) -> Stones {
        let stone = |at| position.piece_at(at).map(|piece| (piece.side, piece.kind == DEAD));
        Stones { size, cells: points(size).map(stone).collect() }
    }

    fn at(&self, at: Point) -> Option<(Side, bool)> {
        self.cells[usize::from(at.rank) * usize::from(self.size) + usize::from(at.file)]
    }

    fn neighbours(&self, at: Point) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        let steps = [(0, u8::MAX), (u8::MAX, 0), (1, 0), (0, 1)];
        let points = steps
            .map(|(file, rank)| Point::new(at.file.wrapping_add(file), at.rank.wrapping_add(rank)));
        points.into_iter().filter(move |at| at.file < size && at.rank < size)
    }

    /// The connected points that look the same by this measure.
    fn connected<T: PartialEq>(&self, start: Point, look: impl Fn(Point) -> T) -> Vec<Point> {
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for near in self.neighbours(at) {
                if look(near) == look(start) && !found.contains(&near) {
                    found.push(near);
                }
            }
        }
        found
    }

    /// Side of the living stone on a point.
    fn living(&self, at: Point) -> Option<Side> {
        self.at(at).filter(|(_, dead)| !dead).map(|(side, _)| side)
    }

    /// Owner of each point by area: the living stone's side, or the only side
    /// whose living stones surround it.
    fn owners(&self) -> BTreeMap<Point, Option<Side>> {
        let mut owners = BTreeMap::new();
        for start in points(self.size) {
            if owners.contains_key(&start) {
                continue;
            }
            let region = self.connected(start, |at| self.living(at));
            let owner = self.living(start).or_else(|| {
                let around = region.iter().flat_map(|&at| self.neighbours(at));
                let mut sides = around.filter_map(|at| self.living(at));
                let first = sides.next()?;
                sides.all(|side| side == first).then_some(first)
            });
            owners.extend(region.into_iter().map(|at| (at, owner)));
        }
        owners
    }
}

/// The points of a board, from the first rank up.
fn points(size: u8) -> impl Iterator<Item = Point> {
    (0..size).flat_map(move |rank| (0..size).map(move |file| Point::new(file, rank)))
}

/// Compares a judgement with the known owners. `on_wrong` is called for the
/// first point, the stones and the judgement of each chain judged wrongly.
fn judge(
    file: &PositionFile,
    stones: &Stones,
    mut on_wrong: impl FnMut(Point, usize, bool) -> Result<(), CliError>,
) -> Result<Tally, CliError> {
    let mut tally = Tally { positions: 1, ..Tally::default() };
    let mut seen = Vec::new();
    for at in points(stones.size) {
        let Some((side, dead)) = stones.at(at) else { continue };
        if seen.contains(&at) {
            continue;
        }
        let chain = stones.connected(at, |at| stones.at(at).map(|(side, _)| side));
        seen.extend_from_slice(&chain);
        let Some(owner) = file.owner(at) else { continue };
        tally.chains += 1;
        if dead == (owner != side) {
            tally.chains_right += 1;
        } else {
            on_wrong(at, chain.len(), dead)?;
        }
    }
    tally.positions_right = u32::from(tally.chains_right == tally.chains);
    for (at, found) in stones.owners() {
        if let Some(owner) = file.owner(at) {
            tally.points += 1;
            tally.points_right += u32::from(found == Some(owner));
        }
    }
    Ok(tally)
}
