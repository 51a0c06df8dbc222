//! Servers for play over a network in the same house, found by mDNS on the desktop. Browsers and
//! phones do not let a program look for them.

#[cfg(not(any(target_arch = "wasm32", target_os = "android", target_os = "ios")))]
pub use desktop::HouseSearch;
#[cfg(any(target_arch = "wasm32", target_os = "android", target_os = "ios"))]
pub use none::HouseSearch;

/// A server in the house.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HouseServer {
    /// Its name.
    pub name: String,
    /// Its address, as `192.168.1.20:7474`.
    pub address: String,
}

#[cfg(not(any(target_arch = "wasm32", target_os = "android", target_os = "ios")))]
mod desktop {
    use std::collections::BTreeMap;
    use std::sync::{Arc, Mutex, PoisonError};

    use bevy::prelude::*;
    use mdns_sd::{ServiceDaemon, ServiceEvent};

    use super::HouseServer;
    use crate::app::platform::Waker;
    use crate::net::HOUSE_SERVICE;

    /// Servers that are listed at most.
    const MAX_SERVERS: usize = 50;

    /// The search for servers in the house, which goes on until it is dropped.
    pub struct HouseSearch {
        daemon: ServiceDaemon,
        found: Arc<Mutex<BTreeMap<String, HouseServer>>>,
    }

    impl HouseSearch {
        /// Begins to look. `None` where the system allows no multicast.
        pub fn start(waker: &Waker) -> Option<HouseSearch> {
            let begin = || {
                let daemon = ServiceDaemon::new()?;
                Ok::<_, mdns_sd::Error>((daemon.browse(HOUSE_SERVICE)?, daemon))
            };
            let (events, daemon) = match begin() {
                Ok(begun) => begun,
                Err(error) => {
                    info!("servers in the house cannot be looked for: {error}");
                    return None;
                }
            };
            let found: Arc<Mutex<BTreeMap<String, HouseServer>>> = Arc::default();
            let (list, waker) = (found.clone(), waker.clone());
            // It ends with the daemon, which closes the channel.
            std::thread::spawn(move || {
                while let Ok(event) = events.recv() {
                    note(&list, event);
                    waker.wake();
                }
            });
            Some(HouseSearch { daemon, found })
        }

        /// The servers that were found, by name.
        pub fn servers(&self) -> Vec<HouseServer> {
            let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found.values().cloned().collect()
        }
    }

    impl Drop for HouseSearch {
        fn drop(&mut self) {
            // Its threads end by themselves.
            let _ = self.daemon.shutdown();
        }
    }

    fn note(list: &Mutex<BTreeMap<String, HouseServer>>, event: ServiceEvent) {
        let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ServiceEvent::ServiceResolved(service) => {
                let name = service.get_fullname().to_owned();
                // A server on this machine has an address that others can use too.
                let addresses = service.get_addresses_v4();
                let is_of_house = |address: &std::net::Ipv4Addr| !address.is_loopback();
                let of_house = addresses.iter().copied().filter(is_of_house).min();
                let Some(address) = of_house.or(addresses.iter().copied().next()) else { return };
                if list.len() < MAX_SERVERS || list.contains_key(&name) {
                    let shown = name.split("._tianyuan.").next().unwrap_or(&name).to_owned();
                    let address = format!("{address}:{}", service.get_port());
                    list.insert(name, HouseServer { name: shown, address });
                }
            }
            ServiceEvent::ServiceRemoved(_, name) => _ = list.remove(&name),
            _ => {}
        }
    }
}

#[cfg(any(target_arch = "wasm32", target_os = "android", target_os = "ios"))]
mod none {
    use super::HouseServer;
    use crate::app::platform::Waker;

    /// The search for servers in the house, which is not possible here.
    pub struct HouseSearch;

    impl HouseSearch {
        /// Nothing is looked for.
        pub fn start(_: &Waker) -> Option<HouseSearch> {
            None
        }

        /// None.
        pub fn servers(&self) -> Vec<HouseServer> {
            Vec::new()
        }
    }
}
