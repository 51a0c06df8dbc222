//! A WebSocket whose messages are the bytes of MQTT, as browsers speak it.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::broker::MAX_PACKET;

/// Bytes of the broker that become one message at most.
const CHUNK: usize = 16 * 1024;

/// The time for which the broker may still speak when the client has ended.
const LINGER: Duration = Duration::from_secs(1);

/// Lets a client and the broker talk until one of them ends, or the client has not said who it is
/// in time.
pub async fn join(
    client: impl AsyncRead + AsyncWrite + Unpin,
    broker: TcpStream,
    patience: Duration,
) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_PACKET))
        .max_frame_size(Some(MAX_PACKET))
        .max_write_buffer_size(2 * MAX_PACKET);
    let client = WebSocketStream::from_raw_socket(client, Role::Server, Some(config)).await;
    let (mut to_client, mut from_client) = client.split();
    let (mut from_broker, mut to_broker) = broker.into_split();
    let up = async {
        while let Some(Ok(message)) = from_client.next().await {
            match message {
                Message::Binary(bytes) if to_broker.write_all(&bytes).await.is_ok() => {}
                // They are answered as they are read.
                Message::Ping(_) | Message::Pong(_) => {}
                // MQTT is binary.
                _ => break,
            }
        }
        let _ = to_broker.shutdown().await;
    };
    let down = async {
        let mut chunk = vec![0; CHUNK];
        let is_known = matches!(timeout(patience, from_broker.peek(&mut [0])).await, Ok(Ok(1..)));
        while is_known && let Ok(length @ 1..) = from_broker.read(&mut chunk).await {
            let message = Message::Binary(chunk[..length].to_vec().into());
            if to_client.send(message).await.is_err() {
                return;
            }
        }
        let _ = to_client.close().await;
    };
    let (mut up, mut down) = (Box::pin(up), Box::pin(down));
    tokio::select! {
        () = &mut up => {
            let _ = timeout(LINGER, down).await;
        }
        () = &mut down => {
            // The client acknowledges the end.
            let _ = timeout(LINGER, up).await;
        }
    }
}
