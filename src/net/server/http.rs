//! The server over HTTP: the page of the game, nonces, and WebSockets that lead to the
//! broker.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue,
    SEC_WEBSOCKET_PROTOCOL, X_CONTENT_TYPE_OPTIONS,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tower_http::services::ServeDir;
use tower_http::services::fs::ServeFileSystemResponseBody;

use super::limits::{Door, Place};
use super::login::Logins;
use super::websocket;

/// The longest head of a request, in bytes and lines.
const MAX_HEAD: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// The time for which one connection serves pages, so that a client that reads nothing ends.
const MAX_VISIT: Duration = Duration::from_secs(15 * 60);

/// The text in place of the page.
const NO_PAGE: &str = "This is a server of Tianyuan. The game in the browser is not here; open the \
                       game on your device and connect it to this address.\n";

type Body = Either<ServeFileSystemResponseBody, Full<Bytes>>;

/// Everything behind the port.
pub struct Site {
    logins: Arc<Logins>,
    broker: SocketAddr,
    page: Option<ServeDir>,
}

impl Site {
    /// A site with the page in this folder, if there is one.
    pub fn new(logins: Arc<Logins>, broker: SocketAddr, web: Option<PathBuf>) -> Site {
        let page = web.map(|folder| ServeDir::new(folder).precompressed_br().precompressed_gzip());
        Site { logins, broker, page }
    }

    /// A new connection to the broker.
    ///
    /// # Errors
    /// When the broker does not answer.
    pub async fn connect(&self) -> io::Result<TcpStream> {
        let broker = TcpStream::connect(self.broker).await?;
        broker.set_nodelay(true)?;
        Ok(broker)
    }

    /// Answers the requests of one connection.
    pub async fn serve(
        self: Arc<Site>,
        client: TcpStream,
        address: SocketAddr,
        place: Place,
        door: Door,
    ) {
        let patience = door.limits().patience;
        let place = Arc::new(place);
        let service = service_fn(move |request| {
            let (site, place, door) = (self.clone(), place.clone(), door.clone());
            async move { Ok::<_, Infallible>(site.answer(request, address.ip(), place, door).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .max_buf_size(MAX_HEAD)
            .max_headers(MAX_HEADERS)
            .serve_connection(TokioIo::new(client), service)
            .with_upgrades();
        // A connection that breaks or takes too long concerns its client alone.
        let _ = timeout(MAX_VISIT, connection).await;
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
        address: IpAddr,
        place: Arc<Place>,
        door: Door,
    ) -> Response<Body> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return answer;
        }
        match request.uri().path() {
            "/nonce" => self.nonce(),
            "/mqtt" => self.open_websocket(request, address, place, door).await,
            _ => self.page(request).await,
        }
    }

    /// Signed by the client, it logs in; so every page may ask for it.
    fn nonce(&self) -> Response<Body> {
        let Ok(nonce) = self.logins.nonce() else {
            return text(StatusCode::SERVICE_UNAVAILABLE, "no random numbers\n");
        };
        let mut answer = text(StatusCode::OK, nonce);
        let headers = answer.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        answer
    }

    async fn page(&self, request: Request<Incoming>) -> Response<Body> {
        let Some(mut page) = self.page.clone() else {
            return text(StatusCode::NOT_FOUND, NO_PAGE);
        };
        match page.try_call(request).await {
            Ok(answer) => {
                let mut answer = answer.map(Either::Left);
                let headers = answer.headers_mut();
                // Kept, and asked for again: a new version of the game is there at once.
                headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
                headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
                answer
            }
            Err(_) => text(StatusCode::INTERNAL_SERVER_ERROR, "the file cannot be read\n"),
        }
    }

    async fn open_websocket(
        &self,
        mut request: Request<Incoming>,
        address: IpAddr,
        place: Arc<Place>,
        door: Door,
    ) -> Response<Body> {
        let speaks_mqtt = request.headers().get_all(SEC_WEBSOCKET_PROTOCOL).iter().any(|names| {
            names.to_str().is_ok_and(|names| names.split(',').any(|name| name.trim() == "mqtt"))
        });
        let Ok(mut answer) = create_response_with_body(&request, || Either::Right(Full::default()))
        else {
            return text(StatusCode::BAD_REQUEST, "this address is for WebSockets\n");
        };
        if !speaks_mqtt {
            return text(StatusCode::BAD_REQUEST, "the WebSocket protocol here is mqtt\n");
        }
        answer.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static("mqtt"));
        let behind_proxy = forwarded_for(address, &request);
        let second_place = match behind_proxy.map(|address| door.enter_behind_proxy(address)) {
            Some(None) => return text(StatusCode::TOO_MANY_REQUESTS, "too many connections\n"),
            Some(place) => place,
            None => None,
        };
        let Ok(broker) = self.connect().await else {
            return text(StatusCode::SERVICE_UNAVAILABLE, "the broker does not answer\n");
        };
        let patience = door.limits().patience;
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            let _places = (place, second_place);
            if let Ok(client) = upgrade.await {
                websocket::join(TokioIo::new(client), broker, patience).await;
            }
        });
        answer
    }
}

/// The client of a proxy on this machine, which the proxy names last.
fn forwarded_for(address: IpAddr, request: &Request<Incoming>) -> Option<IpAddr> {
    const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
    let names = request.headers().get_all(FORWARDED_FOR).iter().next_back()?.to_str().ok()?;
    let client = names.rsplit(',').next()?.trim().parse().ok()?;
    address.to_canonical().is_loopback().then_some(client)
}

fn text(status: StatusCode, content: impl Into<Bytes>) -> Response<Body> {
    let mut answer = Response::new(Either::Right(Full::new(content.into())));
    *answer.status_mut() = status;
    answer
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}
