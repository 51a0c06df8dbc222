//! An engine on a thread of its own, for callers that must not wait.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::engine::ExternalEngine;
use super::error::EngineError;
use super::options::EngineIdentity;
use super::process::StopSignal;
use super::search::{AnalysisUpdate, EngineReply, EngineSearch};
use super::settings::{EngineProtocol, EngineSettings};
use super::transcript::Transcript;

/// Called from the engine's thread after each event, so that a window can be woken.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The number of a search that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(u64);

/// An event of an engine.
#[derive(Debug)]
pub enum EngineEvent {
    /// It has answered and can be used.
    Ready {
        /// Its name, author and options, as it states them.
        identity: EngineIdentity,
        /// The protocol that it speaks.
        protocol: EngineProtocol,
    },
    /// The result of a search so far; only the latest is kept.
    Update(RequestId, AnalysisUpdate),
    /// The end of a search.
    Reply(RequestId, EngineReply),
    /// The failure of a search, or of the start.
    Failed(Option<RequestId>, EngineError),
    /// It has ended and will do nothing more.
    Ended,
}

/// An event of one search.
#[derive(Debug)]
pub enum SearchEvent {
    /// Its result so far.
    Update(AnalysisUpdate),
    /// Its end.
    Reply(EngineReply),
}

enum Order {
    Search(RequestId, Box<EngineSearch>),
    SetOption(String, String),
    NewGame,
    /// It has ended by itself.
    EngineEnded,
    /// The client is of no more use.
    Quit,
}

/// State that both threads share.
#[derive(Default)]
struct Shared {
    events: Mutex<VecDeque<EngineEvent>>,
    stop: Mutex<StopState>,
}

#[derive(Default)]
struct StopState {
    signal: Option<StopSignal>,
    /// The search that runs, unless it was stopped.
    running: Option<RequestId>,
    /// Searches up to this one are to be given up.
    up_to: Option<RequestId>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code that holds a lock can panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An engine that is used without waiting: requests are queued, and events are polled after the
/// [`Waker`] was called. Dropping it stops and ends the engine, on its own thread.
pub struct EngineClient {
    orders: Option<Sender<Order>>,
    shared: Arc<Shared>,
    transcript: Transcript,
    last: u64,
}

impl EngineClient {
    /// Starts an engine on a thread of its own. Whether that succeeds is the first event.
    #[must_use]
    pub fn start(settings: EngineSettings, waker: Waker) -> EngineClient {
        let (orders, received) = channel();
        let shared = Arc::new(Shared::default());
        let transcript = Transcript::default();
        let work = {
            let (shared, transcript) = (Arc::clone(&shared), transcript.clone());
            let on_end = orders.clone();
            move || run(&settings, transcript, &received, on_end, &Worker { shared, waker })
        };
        let mut client = EngineClient { orders: Some(orders), shared, transcript, last: 0 };
        let spawned = thread::Builder::new().name("engine".to_owned()).spawn(work);
        if let Err(error) = spawned {
            let error = EngineError::Start(error);
            lock(&client.shared.events)
                .extend([EngineEvent::Failed(None, error), EngineEvent::Ended]);
            client.orders = None;
        }
        client
    }

    /// Asks for a search, after those that were asked for before.
    pub fn search(&mut self, search: EngineSearch) -> RequestId {
        self.last += 1;
        let id = RequestId(self.last);
        self.order(Order::Search(id, Box::new(search)));
        id
    }

    /// Sets an option before the next search; a failure is an event.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.order(Order::SetOption(name.to_owned(), value.to_owned()));
    }

    /// Says that the next search belongs to another game.
    pub fn new_game(&mut self) {
        self.order(Order::NewGame);
    }

    fn order(&mut self, order: Order) {
        if let Some(orders) = &self.orders {
            // One that has ended has said so.
            let _ = orders.send(order);
        }
    }

    /// Stops all searches that were asked for. The one that runs ends with what it has found.
    pub fn stop(&mut self) {
        let mut stop = lock(&self.shared.stop);
        stop.up_to = Some(RequestId(self.last));
        let running = stop.running.take();
        if let (Some(signal), Some(_)) = (&stop.signal, running) {
            signal.raise();
        }
    }

    /// The next event, if there is one.
    pub fn poll(&mut self) -> Option<EngineEvent> {
        lock(&self.shared.events).pop_front()
    }

    /// The next event of this search; those of others are dropped, so that only the newest of
    /// several counts.
    ///
    /// # Errors
    /// The failure of this search, or of the engine, which is of no more use then.
    pub fn poll_search(
        &mut self,
        newest: Option<RequestId>,
    ) -> Result<Option<SearchEvent>, EngineError> {
        while let Some(event) = self.poll() {
            match event {
                EngineEvent::Update(id, update) if Some(id) == newest => {
                    return Ok(Some(SearchEvent::Update(update)));
                }
                EngineEvent::Reply(id, reply) if Some(id) == newest => {
                    return Ok(Some(SearchEvent::Reply(reply)));
                }
                EngineEvent::Failed(Some(id), error) if !error.is_fatal() && Some(id) != newest => {
                }
                EngineEvent::Failed(_, error) => return Err(error),
                EngineEvent::Ended => return Err(EngineError::Ended),
                EngineEvent::Ready { .. } | EngineEvent::Update(..) | EngineEvent::Reply(..) => {}
            }
        }
        Ok(None)
    }

    /// The last lines in both directions, also after a failure.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }
}

impl Drop for EngineClient {
    fn drop(&mut self) {
        self.stop();
        self.order(Order::Quit);
    }
}

struct Worker {
    shared: Arc<Shared>,
    waker: Waker,
}

impl Worker {
    fn tell(&self, event: EngineEvent) {
        {
            let mut events = lock(&self.shared.events);
            if let (EngineEvent::Update(new, _), Some(EngineEvent::Update(old, _))) =
                (&event, events.back())
                && new == old
            {
                events.pop_back();
            }
            events.push_back(event);
        }
        (self.waker)();
    }

    /// Notes that a search begins; false if it was given up already.
    fn begin(&self, id: RequestId) -> bool {
        let mut stop = lock(&self.shared.stop);
        if stop.up_to.is_some_and(|up_to| id <= up_to) {
            return false;
        }
        stop.running = Some(id);
        true
    }

    fn end(&self) {
        lock(&self.shared.stop).running = None;
    }
}

/// Serves orders until the engine is to end or has failed. That it has ended by itself is an
/// order too, so that it is noticed when nothing is asked of it.
fn run(
    settings: &EngineSettings,
    transcript: Transcript,
    orders: &Receiver<Order>,
    on_end: Sender<Order>,
    worker: &Worker,
) {
    match ExternalEngine::start_with(settings, transcript) {
        Ok(mut engine) => {
            lock(&worker.shared.stop).signal = Some(engine.stop_signal());
            let (identity, protocol) = (engine.identity().clone(), engine.protocol());
            worker.tell(EngineEvent::Ready { identity, protocol });
            // Nobody receives it any more after the client was dropped.
            engine.call_on_end(move || _ = on_end.send(Order::EngineEnded));
            while let Ok(order) = orders.recv() {
                if !serve(&mut engine, order, worker) {
                    break;
                }
            }
        }
        Err(error) => worker.tell(EngineEvent::Failed(None, error)),
    }
    worker.tell(EngineEvent::Ended);
}

/// Carries out an order. Returns false if the engine is to end or has.
fn serve(engine: &mut ExternalEngine, order: Order, worker: &Worker) -> bool {
    match order {
        Order::Search(id, search) => {
            if !worker.begin(id) {
                return true;
            }
            let found = engine.search(&search, &mut |update| {
                worker.tell(EngineEvent::Update(id, update.clone()));
            });
            worker.end();
            // A stop that came late is not meant for the next search.
            engine.clear_stop();
            worker.tell(match found {
                Ok(reply) => EngineEvent::Reply(id, reply),
                Err(error) => EngineEvent::Failed(Some(id), error),
            });
        }
        Order::SetOption(name, value) => {
            if let Err(error) = engine.set_option(&name, &value) {
                worker.tell(EngineEvent::Failed(None, error));
            }
        }
        Order::NewGame => engine.new_game(),
        Order::EngineEnded | Order::Quit => return false,
    }
    engine.is_running()
}
