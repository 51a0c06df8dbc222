//! What the system tells of processes: memory, processor time, bytes written; and the number of
//! files that this one may open, which those that it starts inherit.

use std::fs;

/// Allows this process so many open files.
///
/// # Errors
/// When the system allows fewer.
pub fn allow_open_files(count: u64) -> Result<(), String> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls read or write this one structure and nothing else.
    let is_set = unsafe {
        libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) == 0 && {
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) == 0
        }
    };
    if is_set && limit.rlim_cur >= count {
        Ok(())
    } else {
        Err(format!("{count} open files are needed and {} are allowed", limit.rlim_cur))
    }
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Seconds of processor time.
    pub seconds: f64,
    /// Bytes that it has had written to the disk.
    pub written: u64,
}

impl Usage {
    /// Of a process; of one that is gone nothing.
    pub fn of(pid: u32) -> Usage {
        let seconds = ticks(&format!("/proc/{pid}/stat")) as f64 / ticks_a_second();
        let io = fs::read_to_string(format!("/proc/{pid}/io")).unwrap_or_default();
        let written = io.lines().find_map(|line| line.strip_prefix("write_bytes: ")?.parse().ok());
        Usage { seconds, written: written.unwrap_or_default() }
    }

    /// What was used since `before`.
    pub fn since(self, before: Usage) -> Usage {
        Usage {
            seconds: self.seconds - before.seconds,
            written: self.written.saturating_sub(before.written),
        }
    }
}

/// Seconds of processor time of the threads of a process that have this name.
pub fn seconds_of_threads(pid: u32, name: &str) -> f64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let of_name = threads.filter(|thread| {
        let comm = fs::read_to_string(thread.path().join("comm")).unwrap_or_default();
        comm.trim_end() == name
    });
    let all: u64 = of_name.map(|it| ticks(&it.path().join("stat").to_string_lossy())).sum();
    all as f64 / ticks_a_second()
}

/// Seconds of processor time of everything on this machine.
pub fn seconds_of_all() -> f64 {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let fields = text.lines().next().unwrap_or_default().split_whitespace().skip(1);
    let ticks: Vec<u64> = fields.filter_map(|field| field.parse().ok()).collect();
    // The fourth and fifth are of a processor that has nothing to do, or waits for the disk; the
    // last two are in the first two already.
    let busy: u64 = ticks.iter().take(8).sum::<u64>() - ticks.iter().skip(3).take(2).sum::<u64>();
    busy as f64 / ticks_a_second()
}

/// Resident memory of a process, in mebibytes.
pub fn memory(pid: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kibibytes.unwrap_or_default() / 1024.0
}

/// The user's and the system's time in a `stat` file, in ticks.
fn ticks(path: &str) -> u64 {
    let text = fs::read_to_string(path).unwrap_or_default();
    // The name in brackets may hold blanks; the times are the 12th and 13th field after it.
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let times = fields.split_whitespace().skip(11).take(2);
    times.filter_map(|field| field.parse::<u64>().ok()).sum()
}

fn ticks_a_second() -> f64 {
    // SAFETY: it reads a constant of the system.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    ticks.max(1) as f64
}
