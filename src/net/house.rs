//! The network of a house: the name and the address by which its devices find a server.

#[cfg(not(target_arch = "wasm32"))]
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// The name of servers in the network of a house (DNS-SD, RFC 6763).
pub const HOUSE_SERVICE: &str = "_tianyuan._tcp.local.";

/// The address of this machine by which the others in its house reach it: the one from which it
/// speaks to the rest of the world. `None` without a network.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn house_address() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent: only the way to an address of documentation (RFC 5737) is looked up.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(own) if !own.is_loopback() => Some(own),
        _ => None,
    }
}
