//! The port that everyone opens. The first byte says what a client speaks: MQTT goes to the broker
//! as it comes, everything else is HTTP, and its WebSockets go to the broker unwrapped.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWriteExt, copy, sink};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::http::Site;
use super::limits::{Door, Place};

/// The first byte of MQTT: the kind of packet that opens a connection.
const CONNECT: u8 = 0x10;

/// The time for which a side may still speak when the other has ended.
const LINGER: Duration = Duration::from_secs(1);

/// Opens a port on all addresses of this machine. The port is chosen by the system if it is 0.
///
/// # Errors
/// When it is taken, or may not be opened.
pub async fn listen(port: u16) -> io::Result<Vec<TcpListener>> {
    // On most systems the first is for both kinds of addresses, and the second fails.
    let new = TcpListener::bind(SocketAddr::from((Ipv6Addr::UNSPECIFIED, port))).await;
    let port = new.as_ref().ok().and_then(|it| it.local_addr().ok()).map_or(port, |it| it.port());
    let old = TcpListener::bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))).await;
    match (new, old) {
        (Ok(new), old) => Ok([Ok(new), old].into_iter().flatten().collect()),
        (Err(_), old) => Ok(vec![old?]),
    }
}

/// Takes connections for as long as it is polled.
pub async fn serve(listener: TcpListener, door: Door, site: Arc<Site>) {
    loop {
        let Ok((client, address)) = listener.accept().await else {
            // The system has no more sockets just now.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Who finds no place is not answered: there may be many of them.
        if let Some(place) = door.enter(address.ip()) {
            let (door, site) = (door.clone(), site.clone());
            tokio::spawn(async move {
                // A connection that breaks concerns its client alone.
                let _ = welcome(client, address, place, door, site).await;
            });
        }
    }
}

async fn welcome(
    client: TcpStream,
    address: SocketAddr,
    place: Place,
    door: Door,
    site: Arc<Site>,
) -> io::Result<()> {
    client.set_nodelay(true)?;
    let mut first = [0];
    if timeout(door.limits().patience, client.peek(&mut first)).await?? == 0 {
        return Ok(());
    }
    match first[0] {
        CONNECT => {
            let _place = place;
            join(client, site.connect().await?, door.limits().patience).await;
        }
        byte if byte.is_ascii_uppercase() => site.serve(client, address, place, door).await,
        _ => {}
    }
    Ok(())
}

/// Lets a client and the broker talk until one of them ends. A client to which the broker says
/// nothing in time has not even said who it is.
async fn join(client: TcpStream, broker: TcpStream, patience: Duration) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_broker, mut to_broker) = broker.into_split();
    let mut up = Box::pin(pass_on(&mut from_client, &mut to_broker));
    let mut down = Box::pin(async {
        if let Ok(Ok(1..)) = timeout(patience, from_broker.peek(&mut [0])).await {
            pass_on(&mut from_broker, &mut to_client).await;
        }
    });
    tokio::select! {
        () = &mut up => {
            // The broker reads the last words, which it may answer.
            let _ = timeout(LINGER, down).await;
        }
        () = &mut down => {
            drop(up);
            // What the client still says is read, so that it hears why the broker has ended.
            let _ = timeout(LINGER, copy(&mut from_client, &mut sink())).await;
        }
    }
}

async fn pass_on(from: &mut OwnedReadHalf, to: &mut OwnedWriteHalf) {
    let _ = copy(from, to).await;
    let _ = to.shutdown().await;
}
