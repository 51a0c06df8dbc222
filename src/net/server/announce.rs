//! The ways to find a server at home: its addresses, as text and as a picture that a phone reads,
//! and its announcement in the network of the house.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use mdns_sd::{ServiceDaemon, ServiceInfo};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

use crate::net::{HOUSE_SERVICE, house_address};

/// The addresses of this machine that another device in the house can open, the likeliest first.
#[must_use]
pub fn house_addresses() -> Vec<Ipv4Addr> {
    let of_interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let found: BTreeSet<Ipv4Addr> = of_interfaces
        .into_iter()
        .filter_map(|interface| match interface.ip() {
            std::net::IpAddr::V4(address) => Some(address),
            std::net::IpAddr::V6(_) => None,
        })
        .filter(|address| !address.is_loopback() && !address.is_link_local())
        .collect();
    let first = house_address().filter(|address| found.contains(address));
    first.into_iter().chain(found.into_iter().filter(|address| Some(*address) != first)).collect()
}

/// A text as a QR code of half blocks, for a terminal with light letters on a dark ground.
#[must_use]
pub fn qr_code(text: &str) -> Option<String> {
    // On a screen nothing is smudged, and a small code is easily read.
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let mut drawn = code.render::<Dense1x2>();
    Some(drawn.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// The announcement of a server, which ends when it is dropped.
pub struct Announcement {
    daemon: ServiceDaemon,
    name: String,
}

impl Announcement {
    /// Announces a server as `name` on `port`; `host` makes its name in the network of the house
    /// one that no other has.
    ///
    /// # Errors
    /// When the system allows no multicast, in words.
    pub fn start(name: &str, host: &str, port: u16) -> Result<Announcement, String> {
        let host = format!("tianyuan-{}.local.", host.to_ascii_lowercase());
        // The addresses are those of the machine, as they change.
        let service =
            ServiceInfo::new(HOUSE_SERVICE, name, &host, (), port, &[("version", "1")][..])
                .map_err(|error| error.to_string())?
                .enable_addr_auto();
        let full_name = service.get_fullname().to_owned();
        let daemon = ServiceDaemon::new().map_err(|error| error.to_string())?;
        let registered = daemon.register(service).map_err(|error| error.to_string());
        // Dropped, it stops the daemon where that failed.
        let announcement = Announcement { daemon, name: full_name };
        registered.map(|()| announcement)
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // Those who listen hear that it is gone; that nobody does is no loss.
        if let Ok(said) = self.daemon.unregister(&self.name) {
            let _ = said.recv_timeout(std::time::Duration::from_secs(1));
        }
        let _ = self.daemon.shutdown();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_reads_the_address_of_a_server() {
        let drawn = qr_code("http://192.168.100.100:7474/").unwrap();
        let lines: Vec<&str> = drawn.lines().collect();
        // Version 2 of QR codes has 25 modules and a margin of four on each side.
        assert!(lines.iter().all(|line| line.chars().count() == 33), "{drawn}");
        assert_eq!(lines.len(), 17);
    }
}
