//! Sockets of a browser: the session lives on the thread of the page and is driven by what the
//! socket and the timer call.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use js_sys::{ArrayBuffer, Uint8Array};
use send_wrapper::SendWrapper;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortSignal, BinaryType, CloseEvent, MessageEvent, RequestInit, Response, WebSocket,
};

use super::super::mqtt::LinkError;
use super::super::online::now_ms;
use super::super::session::{Session, nonce_of};
use super::super::{Address, AddressError, Command, Event};
use crate::net::Identity;

/// A server of ours gives its nonce in this time, in milliseconds.
const NONCE_MS: u32 = 3_000;

/// The longest sleep in milliseconds; longer ones are slept in parts.
const MAX_SLEEP_MS: u64 = 60_000;

/// The session on the thread of the page, which alone may touch it.
pub(in super::super) struct Driver(SendWrapper<Shared>);

type Shared = Rc<RefCell<Page>>;

struct Page {
    session: Session,
    address: Address,
    socket: Option<Socket>,
    /// The number of the connection: what an older one says is too late.
    connection: u64,
    events: Vec<Event>,
    waker: Option<Rc<dyn Fn()>>,
    timer: Option<i32>,
    on_timer: Closure<dyn FnMut()>,
}

/// A socket and what it calls.
struct Socket {
    socket: WebSocket,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(CloseEvent)>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        // A socket that is closed already is no failure.
        let _ = self.socket.close();
    }
}

impl Driver {
    pub fn start(
        identity: Identity,
        name: String,
        address: &Address,
    ) -> Result<Driver, AddressError> {
        address.web_socket()?;
        let shared = Rc::new_cyclic(|page: &Weak<RefCell<Page>>| {
            let page = page.clone();
            let on_timer = Closure::new(move || {
                if let Some(page) = page.upgrade() {
                    drive(&page, |page, _| page.timer = None);
                }
            });
            RefCell::new(Page {
                session: Session::new(identity, name, now_ms()),
                address: address.clone(),
                socket: None,
                connection: 0,
                events: Vec::new(),
                waker: None,
                timer: None,
                on_timer,
            })
        });
        drive(&shared, |_, _| ());
        Ok(Driver(SendWrapper::new(shared)))
    }

    pub fn send(&self, command: Command) {
        drive(&self.0, |page, now| page.session.command(command, now));
    }

    pub fn poll(&self) -> Vec<Event> {
        std::mem::take(&mut self.0.borrow_mut().events)
    }

    pub fn set_waker(&self, waker: Box<dyn Fn() + Send>) {
        let waker: Box<dyn Fn()> = waker;
        self.0.borrow_mut().waker = Some(Rc::from(waker));
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let mut page = self.0.borrow_mut();
        page.session.leave(now_ms());
        page.write();
        page.socket = None;
        // What is still being opened comes too late.
        page.connection += 1;
        page.cancel_timer();
    }
}

impl Page {
    /// Writes what waits, and closes the socket when the session is done with it.
    fn write(&mut self) {
        let bytes = self.session.take_bytes();
        if let Some(socket) = &self.socket
            && !bytes.is_empty()
            && let Err(error) = socket.socket.send_with_u8_array(&bytes)
        {
            self.session.lost(LinkError::Socket(text_of(&error)), now_ms());
        }
    }

    fn cancel_timer(&mut self) {
        if let (Some(timer), Some(window)) = (self.timer.take(), web_sys::window()) {
            window.clear_timeout_with_handle(timer);
        }
    }

    fn set_timer(&mut self, now: u64) {
        self.cancel_timer();
        let Some(at) = self.session.next_wake() else { return };
        let sleep = at.saturating_sub(now).min(MAX_SLEEP_MS) as i32;
        let call = self.on_timer.as_ref().unchecked_ref();
        self.timer = web_sys::window().and_then(|window| {
            window.set_timeout_with_callback_and_timeout_and_arguments_0(call, sleep).ok()
        });
    }
}

/// Changes the session and does all that follows from it.
fn drive(shared: &Shared, change: impl FnOnce(&mut Page, u64)) {
    let waker = {
        let page = &mut *shared.borrow_mut();
        let now = now_ms();
        change(page, now);
        page.session.wake(now);
        if page.session.begin_dialling(now) {
            page.socket = None;
            page.connection += 1;
            spawn_local(dial(Rc::downgrade(shared), page.connection, page.address.clone()));
        }
        page.write();
        if !page.session.is_open() && !page.session.is_dialling() {
            page.socket = None;
        }
        page.set_timer(now);
        let events = page.session.take_events();
        let has_news = !events.is_empty();
        page.events.extend(events);
        page.waker.clone().filter(|_| has_news)
    };
    // It may poll at once.
    if let Some(wake) = waker {
        wake();
    }
}

/// Does something for a connection, unless it is over.
fn drive_connection(page: &Weak<RefCell<Page>>, number: u64, change: impl FnOnce(&mut Page, u64)) {
    if let Some(shared) = page.upgrade()
        && shared.borrow().connection == number
    {
        drive(&shared, change);
    }
}

/// Asks for a nonce and opens a socket.
async fn dial(page: Weak<RefCell<Page>>, number: u64, address: Address) {
    let nonce = ask_nonce(&address.page("/nonce")).await;
    let opened = open(&page, number, &address, nonce);
    drive_connection(&page, number, |page, now| match opened {
        Ok(socket) => page.socket = Some(socket),
        Err(error) => page.session.lost(LinkError::Socket(text_of(&error)), now),
    });
}

fn open(
    page: &Weak<RefCell<Page>>,
    number: u64,
    address: &Address,
    nonce: Option<String>,
) -> Result<Socket, JsValue> {
    let url = address.web_socket().map_err(|error| JsValue::from_str(&error.to_string()))?;
    let socket = WebSocket::new_with_str(&url, "mqtt")?;
    socket.set_binary_type(BinaryType::Arraybuffer);
    let owner = page.clone();
    let on_open = Closure::<dyn FnMut()>::new(move || {
        let nonce = nonce.clone();
        drive_connection(&owner, number, |page, now| page.session.opened(nonce.as_deref(), now));
    });
    let owner = page.clone();
    let on_message = Closure::<dyn FnMut(_)>::new(move |event: MessageEvent| {
        // MQTT comes in binary frames alone.
        if let Ok(buffer) = event.data().dyn_into::<ArrayBuffer>() {
            let bytes = Uint8Array::new(&buffer).to_vec();
            drive_connection(&owner, number, |page, now| page.session.receive(&bytes, now));
        }
    });
    let owner = page.clone();
    let on_close = Closure::<dyn FnMut(_)>::new(move |event: CloseEvent| {
        let reason = format!("the connection is closed ({} {})", event.code(), event.reason());
        let error = LinkError::Ended(reason);
        drive_connection(&owner, number, |page, now| page.session.lost(error, now));
    });
    socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
    socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
    Ok(Socket { socket, _on_open: on_open, _on_message: on_message, _on_close: on_close })
}

/// The nonce that the server gives to log in with; `None` from a broker that gives none.
async fn ask_nonce(address: &str) -> Option<String> {
    let options = RequestInit::new();
    options.set_signal(Some(&AbortSignal::timeout_with_u32(NONCE_MS)));
    let answer = web_sys::window()?.fetch_with_str_and_init(address, &options);
    let response: Response = JsFuture::from(answer).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
    nonce_of(&text).map(str::to_owned)
}

/// The text of an error of the browser.
fn text_of(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    }
}
