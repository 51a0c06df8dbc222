//! Where there is no encryption: an encrypted address is refused before anything is opened.

use std::convert::Infallible;
use std::net::TcpStream;

use super::super::Address;
use super::super::mqtt::LinkError;

fn refused() -> LinkError {
    LinkError::Socket("encrypted connections cannot be made here".to_owned())
}

/// As elsewhere, and always refused.
pub(super) fn encrypt(_: TcpStream, _: &Address) -> Result<TcpStream, LinkError> {
    Err(refused())
}

/// The socket beneath it.
pub(super) fn socket_of(stream: &TcpStream) -> &TcpStream {
    stream
}

/// The encrypted way of a connection, of which there is none.
pub(super) struct Tunnel(Infallible);

impl Tunnel {
    /// As elsewhere, and always refused.
    pub fn new(_: &Address) -> Result<Tunnel, LinkError> {
        Err(refused())
    }

    /// As elsewhere.
    pub fn send(&mut self, _: &[u8]) -> Result<Vec<u8>, LinkError> {
        match self.0 {}
    }

    /// As elsewhere.
    pub fn receive(&mut self, _: &[u8]) -> Result<Vec<u8>, LinkError> {
        match self.0 {}
    }
}
