//! The loop that all protocols share: a thread reads lines, another one thinks, and this
//! one answers. So lines are read while the engine thinks, and a stop is obeyed at once.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::CliError;
use crate::cli::lines::{BoundedLine, LineTooLong, read_or_skip};
use crate::core::{Move, Point};
use crate::games::{Engine, EngineInfo, Overlay};
use crate::search::StopFlag;

/// Events that are buffered. The threads that send them wait when there are more.
const MAX_EVENTS: usize = 64;

/// Lines that wait for the end of a search, in number and bytes. A program that sends
/// more does not want to wait: the search is stopped.
const MAX_WAITING: (usize, usize) = (1000, 1 << 20);

/// Stack of the thread that thinks, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Result of a search, final or in progress.
#[derive(Debug)]
pub(super) enum Finding {
    /// The best moves, best first; empty if the game is over.
    Infos(Vec<EngineInfo>),
    /// Moves to be played one after another.
    Moves(Vec<Move>),
    /// Points, such as those of dead stones.
    Points(Vec<Point>),
    /// A value for each point of the board.
    Overlay(Overlay),
}

impl Finding {
    /// The lines of a search; empty for other findings.
    pub(super) fn into_infos(self) -> Vec<EngineInfo> {
        match self {
            Finding::Infos(infos) => infos,
            Finding::Moves(_) | Finding::Points(_) | Finding::Overlay(_) => Vec::new(),
        }
    }
}

/// Receiver of results in progress.
pub(super) type Report<'a> = dyn FnMut(Finding) + 'a;

type Think = dyn FnOnce(&mut dyn Engine, &StopFlag, &mut Report<'_>) -> Finding + Send;

/// Work for the engine.
pub(super) struct Task {
    think: Box<Think>,
    /// True if the result is held back until a stop, even if the search ends by itself.
    pub(super) holds: bool,
}

impl Task {
    /// Work whose result is taken when it ends.
    pub(super) fn new(
        think: impl FnOnce(&mut dyn Engine, &StopFlag, &mut Report<'_>) -> Finding + Send + 'static,
    ) -> Task {
        Task { think: Box::new(think), holds: false }
    }
}

/// Next step after a line that was obeyed, or after a search.
pub(super) enum Next {
    /// The next line.
    Read,
    /// A search.
    Think(Task),
    /// The end of the conversation.
    Quit,
}

/// Treatment of a line that came during a search.
pub(super) enum Overheard {
    /// It was obeyed.
    Obeyed,
    /// It waits for the end of the search.
    Waits,
    /// It stops the search, and has no other effect.
    Stops,
}

/// The control of a running search.
pub(super) struct SearchControl {
    /// Stops the search.
    pub(super) stop: StopFlag,
    /// Stops the search at this time.
    pub(super) deadline: Option<Instant>,
    /// See [`Task::holds`].
    pub(super) holds: bool,
}

impl SearchControl {
    /// Stops the search after this time from now; `None` is no limit.
    pub(super) fn stop_within(&mut self, time: Option<Duration>) {
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
    }
}

/// One side of a protocol, that of the engine.
pub(super) trait Conversation {
    /// Obeys a line while the engine rests.
    fn obey(
        &mut self,
        line: &str,
        engine: &mut Box<dyn Engine>,
        out: &mut dyn Write,
    ) -> Result<Next, CliError>;

    /// Refuses a line that is too long to be read.
    fn refuse(&mut self, reason: LineTooLong, out: &mut dyn Write) -> Result<(), CliError>;

    /// Looks at a line that came during a search.
    fn overhear(
        &mut self,
        line: &str,
        control: &mut SearchControl,
        out: &mut dyn Write,
    ) -> Result<Overheard, CliError>;

    /// Tells a result in progress.
    fn report(&mut self, finding: Finding, out: &mut dyn Write) -> Result<(), CliError>;

    /// Tells the result of a search.
    fn finish(&mut self, finding: Finding, out: &mut dyn Write) -> Result<Next, CliError>;
}

enum Event {
    Line(BoundedLine),
    End,
    Report(Finding),
    /// The engine comes back with its result; `None` after a panic.
    Done(Box<dyn Engine>, Option<Finding>),
}

/// Serves a program until it says goodbye or its lines end. What has an end of its own is
/// then finished first.
pub(super) fn converse(
    conversation: &mut dyn Conversation,
    engine: Box<dyn Engine>,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let (events, inbox) = sync_channel(MAX_EVENTS);
    let reader = events.clone();
    // The thread ends with the input, or with the process.
    thread::spawn(move || read_lines(input, &reader));
    let mut session = Session {
        conversation,
        engine: Some(engine),
        events,
        inbox,
        waiting: VecDeque::new(),
        waiting_bytes: 0,
        ended: false,
        out,
    };
    session.run()
}

fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = read_or_skip(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // Nobody may be listening any more.
    let _ = events.send(Event::End);
}

struct Session<'a> {
    conversation: &'a mut dyn Conversation,
    /// The engine while it rests.
    engine: Option<Box<dyn Engine>>,
    events: SyncSender<Event>,
    inbox: Receiver<Event>,
    waiting: VecDeque<BoundedLine>,
    waiting_bytes: usize,
    /// True after the last line.
    ended: bool,
    out: &'a mut dyn Write,
}

impl Session<'_> {
    fn run(&mut self) -> Result<(), CliError> {
        while let Some(line) = self.next_line() {
            let mut next = match line {
                Ok(line) => {
                    let Some(engine) = &mut self.engine else { return Ok(()) };
                    self.conversation.obey(&line, engine, self.out)?
                }
                Err(reason) => {
                    self.conversation.refuse(reason, self.out)?;
                    Next::Read
                }
            };
            self.out.flush()?;
            while let Next::Think(task) = next {
                next = self.think(task)?;
                self.out.flush()?;
            }
            if matches!(next, Next::Quit) {
                break;
            }
        }
        Ok(())
    }

    fn next_line(&mut self) -> Option<BoundedLine> {
        if let Some(line) = self.waiting.pop_front() {
            self.waiting_bytes -= line.as_ref().map_or(0, String::len);
            return Some(line);
        }
        while !self.ended {
            match self.inbox.recv() {
                Ok(Event::Line(line)) => return Some(line),
                Ok(Event::End) | Err(_) => self.ended = true,
                Ok(Event::Report(_) | Event::Done(..)) => {}
            }
        }
        None
    }

    /// Thinks, and answers lines that cannot wait.
    fn think(&mut self, task: Task) -> Result<Next, CliError> {
        let Some(mut engine) = self.engine.take() else { return Ok(Next::Quit) };
        let (events, stop) = (self.events.clone(), StopFlag::new());
        let mut control = SearchControl { stop: stop.clone(), deadline: None, holds: task.holds };
        let think = task.think;
        let work = move || {
            let mut report = |finding| _ = events.send(Event::Report(finding));
            let found = catch_unwind(AssertUnwindSafe(|| think(&mut *engine, &stop, &mut report)));
            // Nobody may be listening any more.
            let _ = events.send(Event::Done(engine, found.ok()));
        };
        thread::Builder::new().stack_size(STACK).spawn(work)?;
        if self.ended && control.holds {
            control.stop.raise();
        }
        // Lines that came during an earlier search may be about this one.
        self.waiting_bytes = 0;
        for line in std::mem::take(&mut self.waiting) {
            self.hear(line, &mut control)?;
        }
        let mut found = None;
        loop {
            if let Some(finding) = found.take_if(|_| !control.holds || control.stop.is_raised()) {
                return self.conversation.finish(finding, self.out);
            }
            match self.next_event(&mut control) {
                Some(Event::Line(line)) => self.hear(line, &mut control)?,
                Some(Event::Report(finding)) => self.conversation.report(finding, self.out)?,
                Some(Event::Done(engine, finding)) => {
                    self.engine = Some(engine);
                    let failed = || CliError::Failed("the search has failed".to_owned());
                    found = Some(finding.ok_or_else(failed)?);
                }
                Some(Event::End) => {
                    self.ended = true;
                    if control.holds {
                        control.stop.raise();
                    }
                }
                None => control.stop.raise(),
            }
            self.out.flush()?;
        }
    }

    /// The next event; `None` once the deadline of the search is reached.
    fn next_event(&self, control: &mut SearchControl) -> Option<Event> {
        let Some(deadline) = control.deadline else { return self.inbox.recv().ok() };
        let left = deadline.saturating_duration_since(Instant::now());
        match self.inbox.recv_timeout(left) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                control.deadline = None;
                None
            }
        }
    }

    /// Hears a line during a search.
    fn hear(&mut self, line: BoundedLine, control: &mut SearchControl) -> Result<(), CliError> {
        let overheard = match &line {
            Ok(line) => self.conversation.overhear(line, control, self.out)?,
            Err(_) => Overheard::Waits,
        };
        match overheard {
            Overheard::Obeyed => {}
            Overheard::Waits => self.keep_waiting(line, control),
            Overheard::Stops => {
                control.stop.raise();
                // It is about the last search that was asked for.
                if !self.waiting.is_empty() {
                    self.keep_waiting(line, control);
                }
            }
        }
        Ok(())
    }

    fn keep_waiting(&mut self, line: BoundedLine, control: &SearchControl) {
        self.waiting_bytes += line.as_ref().map_or(0, String::len);
        self.waiting.push_back(line);
        let (lines, bytes) = MAX_WAITING;
        if self.waiting.len() > lines || self.waiting_bytes > bytes {
            control.stop.raise();
        }
    }
}
