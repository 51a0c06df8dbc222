//! The process of an engine: started in a group of its own, read and written by threads, and
//! ended with all that it has started.

use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use super::error::EngineError;
use super::lines::read_printable_line;
use super::queue::{LineQueue, Received};
use super::settings::EngineSettings;
use super::transcript::{Origin, Transcript};

/// Lines that wait to be read by the engine.
const MAX_UNREAD: usize = 1000;

/// Time for an engine to end by itself once it was asked to.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// Stack of the threads that only copy lines.
const STACK: usize = 128 << 10;

/// Result of a wait for a line.
#[derive(Debug)]
pub(super) enum Answer {
    /// A line.
    Line(String),
    /// The search is to be stopped.
    Stop,
    /// The time is over.
    Timeout,
}

/// Asks a running search to stop, from any thread.
#[derive(Clone)]
pub struct StopSignal(Arc<LineQueue>);

impl StopSignal {
    /// Stops the search that runs, or the next one if none does.
    pub fn raise(&self) {
        self.0.request_stop();
    }
}

/// A program with lines as input and output.
pub(super) struct EngineProcess {
    child: Option<ProcessGroup>,
    input: Option<SyncSender<String>>,
    lines: Arc<LineQueue>,
    transcript: Transcript,
}

impl EngineProcess {
    /// Starts the program of these settings.
    pub(super) fn start(
        settings: &EngineSettings,
        transcript: Transcript,
    ) -> Result<EngineProcess, EngineError> {
        let (group, [output, errors], input) = ProcessGroup::start(settings)?;
        let mut process = EngineProcess::over(output, input, transcript.clone());
        process.child = Some(group);
        spawn(move || {
            let mut reader = BufReader::new(errors);
            while let Ok(Some(line)) = read_printable_line(&mut reader) {
                transcript.add(Origin::StandardError, &line);
            }
            // What is no text of lines is still taken, so that the engine does not wait.
            let _ = std::io::copy(&mut reader, &mut std::io::sink());
        });
        Ok(process)
    }

    /// A program whose output is read from `output`, and whose input goes to `input`.
    pub(super) fn over(
        output: impl Read + Send + 'static,
        input: impl Write + Send + 'static,
        transcript: Transcript,
    ) -> EngineProcess {
        let lines = Arc::new(LineQueue::default());
        spawn({
            let (lines, transcript) = (Arc::clone(&lines), transcript.clone());
            move || copy_lines(output, &lines, &transcript)
        });
        let (sender, unread) = sync_channel::<String>(MAX_UNREAD);
        spawn(move || {
            let mut input = input;
            for line in unread {
                if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        EngineProcess { child: None, input: Some(sender), lines, transcript }
    }

    /// Sends a line, without waiting until it is read.
    pub(super) fn send(&mut self, line: &str) -> Result<(), EngineError> {
        if line.contains(['\n', '\r']) {
            return Err(EngineError::ManyLines(line.to_owned()));
        }
        let Some(input) = &self.input else { return Err(EngineError::Ended) };
        self.transcript.add(Origin::Host, line);
        input.try_send(line.to_owned()).map_err(|error| match error {
            TrySendError::Full(_) => EngineError::NotReading,
            TrySendError::Disconnected(_) => EngineError::Ended,
        })
    }

    /// The next line, waiting for it until this moment, or as long as it takes.
    pub(super) fn receive(&self, until: Option<Instant>) -> Result<Answer, EngineError> {
        match self.lines.pop(until) {
            Received::Line(line) => Ok(Answer::Line(line)),
            Received::Stop => Ok(Answer::Stop),
            Received::Timeout => Ok(Answer::Timeout),
            Received::Closed(None) => Err(EngineError::Ended),
            Received::Closed(Some(error)) => Err(EngineError::Output(error)),
        }
    }

    /// The first answer that `read` makes of a line; other lines are skipped. A request to
    /// stop is kept for the search that follows.
    pub(super) fn wait_for<T>(
        &self,
        time: Duration,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let until = Instant::now() + time;
        let mut is_stopped = false;
        let found = loop {
            match self.receive(Some(until)) {
                Ok(Answer::Line(line)) => {
                    if let Some(found) = read(&line) {
                        break Ok(found);
                    }
                }
                Ok(Answer::Stop) => is_stopped = true,
                Ok(Answer::Timeout) => break Err(EngineError::NoAnswer(time)),
                Err(error) => break Err(error),
            }
        };
        if is_stopped {
            self.lines.request_stop();
        }
        found
    }

    pub(super) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    pub(super) fn stop_signal(&self) -> StopSignal {
        StopSignal(Arc::clone(&self.lines))
    }

    /// Forgets a request to stop that came after the search had ended.
    pub(super) fn clear_stop(&self) {
        self.lines.clear_stop();
    }

    /// Calls this from another thread when its output ends, which a crash ends too.
    pub(super) fn call_on_end(&self, call: impl FnOnce() + Send + 'static) {
        self.lines.call_on_close(Box::new(call));
    }

    /// True while it may answer.
    pub(super) fn is_running(&self) -> bool {
        self.input.is_some()
    }

    /// Asks it to end by this command, and ends it a little later.
    pub(super) fn quit(&mut self, command: &str) {
        if self.input.is_some() && self.send(command).is_ok() {
            // Its input ends after the command.
            self.input = None;
            let _ = self.lines.wait_until_closed(Instant::now() + QUIT_TIME);
        }
        self.kill();
    }

    /// Ends it and all that it has started, at once.
    pub(super) fn kill(&mut self) {
        self.input = None;
        self.lines.abandon();
        self.child = None;
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Copies an engine's output to the queue until it ends or nobody reads it.
fn copy_lines(output: impl Read, lines: &LineQueue, transcript: &Transcript) {
    let mut reader = BufReader::new(output);
    loop {
        match read_printable_line(&mut reader) {
            Ok(Some(line)) => {
                transcript.add(Origin::Engine, &line);
                if !lines.push(line) {
                    return;
                }
            }
            Ok(None) => return lines.close(None),
            Err(error) => return lines.close(Some(error)),
        }
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) {
    // A thread that cannot be started is one without which the engine gives no answer.
    let _ = thread::Builder::new().name("engine".to_owned()).stack_size(STACK).spawn(work);
}

#[cfg(all(any(unix, windows), not(any(target_os = "android", target_os = "ios"))))]
pub(super) use desktop::ProcessGroup;

#[cfg(all(any(unix, windows), not(any(target_os = "android", target_os = "ios"))))]
mod desktop {
    use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
    #[cfg(unix)]
    use std::{ffi::OsString, path::PathBuf};

    use super::{EngineError, EngineSettings, Read};

    /// A program and all that it starts.
    pub struct ProcessGroup(Child);

    /// The two outputs of a program.
    pub enum Output {
        Standard(ChildStdout),
        Errors(ChildStderr),
    }

    impl Read for Output {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            match self {
                Output::Standard(output) => output.read(buffer),
                Output::Errors(errors) => errors.read(buffer),
            }
        }
    }

    impl ProcessGroup {
        /// Starts a program with its output, its errors and its input.
        pub fn start(
            settings: &EngineSettings,
        ) -> Result<(ProcessGroup, [Output; 2], ChildStdin), EngineError> {
            if settings.command.is_empty() {
                return Err(EngineError::NoProgram);
            }
            let mut command = Command::new(&settings.command);
            command.args(&settings.arguments);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(folder) = &settings.folder {
                command.current_dir(folder);
            }
            set_group(&mut command);
            set_path(&mut command);
            let mut child = command.spawn().map_err(EngineError::Start)?;
            let pipes = (child.stdout.take(), child.stderr.take(), child.stdin.take());
            let group = ProcessGroup(child);
            let (Some(output), Some(errors), Some(input)) = pipes else {
                return Err(EngineError::Ended);
            };
            Ok((group, [Output::Standard(output), Output::Errors(errors)], input))
        }
    }

    impl Drop for ProcessGroup {
        /// Ends the program and what it has started.
        fn drop(&mut self) {
            // The program itself is not yet waited for, so that its id is still its own.
            kill_group(self.0.id());
            // Killing a process that has ended already fails.
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Folders of programs that the path of a desktop session may lack.
    #[cfg(unix)]
    const MORE_FOLDERS: [&str; 4] =
        ["/usr/local/bin", "/usr/games", "/usr/local/games", "/opt/homebrew/bin"];

    /// Lets a program be found by its name in [`MORE_FOLDERS`] too, after those of the path.
    #[cfg(unix)]
    fn set_path(command: &mut Command) {
        if let Some(path) = std::env::var_os("PATH").and_then(longer_path) {
            command.env("PATH", path);
        }
    }

    #[cfg(windows)]
    fn set_path(_command: &mut Command) {}

    /// The path with [`MORE_FOLDERS`]; `None` if it has them all.
    #[cfg(unix)]
    fn longer_path(path: OsString) -> Option<OsString> {
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let more = MORE_FOLDERS.map(PathBuf::from).into_iter();
        let mut more = more.filter(|folder| !folders.contains(folder)).peekable();
        more.peek()?;
        std::env::join_paths(folders.iter().cloned().chain(more)).ok()
    }

    #[cfg(unix)]
    fn set_group(command: &mut Command) {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }

    /// No console appears.
    #[cfg(windows)]
    fn set_group(command: &mut Command) {
        use std::os::windows::process::CommandExt;
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }

    #[cfg(unix)]
    #[expect(unsafe_code, reason = "the standard library has no call that ends a process group")]
    fn kill_group(leader: u32) {
        let Ok(leader) = libc::pid_t::try_from(leader) else { return };
        if leader > 1 {
            // SAFETY: the call takes numbers alone, and the group was made by us for a child
            // that is not waited for yet, so that its id belongs to no other.
            unsafe { libc::killpg(leader, libc::SIGKILL) };
        }
    }

    #[cfg(windows)]
    fn kill_group(_leader: u32) {}

    #[cfg(all(test, unix))]
    mod tests {
        use super::*;

        #[test]
        fn programs_are_also_found_in_folders_that_the_path_lacks() {
            let longer = |path: &str| longer_path(path.into());
            let more = "/usr/local/bin:/usr/games:/usr/local/games:/opt/homebrew/bin";
            assert_eq!(longer("/bin"), Some(format!("/bin:{more}").into()));
            assert_eq!(longer(more), None);
            let some = "/usr/games:/opt/homebrew/bin";
            let expected = format!("{some}:/usr/local/bin:/usr/local/games");
            assert_eq!(longer(some), Some(expected.into()));
        }
    }
}

/// No other programs are run in a browser and on phones.
#[cfg(not(all(any(unix, windows), not(any(target_os = "android", target_os = "ios")))))]
pub(super) enum ProcessGroup {}

#[cfg(not(all(any(unix, windows), not(any(target_os = "android", target_os = "ios")))))]
impl ProcessGroup {
    fn start(
        _settings: &EngineSettings,
    ) -> Result<(ProcessGroup, [std::io::Empty; 2], std::io::Sink), EngineError> {
        Err(EngineError::NotOnThisDevice)
    }
}
