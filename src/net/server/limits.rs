//! The limits of a server: connections and messages, in all and of one address or client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Connections that a server has at one time.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of all.
    pub connections: usize,
    /// Of one address. Those of this machine are not counted by it, since a proxy that stands
    /// before the server has such an address.
    pub per_address: usize,
    /// The time in which a client must say what it wants, and finish saying so.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { connections: 2000, per_address: 64, patience: Duration::from_secs(10) }
    }
}

/// Counts the connections.
#[derive(Clone, Debug)]
pub struct Door {
    limits: Limits,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A place inside, given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    inside: Arc<Mutex<Inside>>,
    /// The address whose place it is; `None` for one that counts only among all.
    address: Option<IpAddr>,
    counts_in_all: bool,
}

impl Door {
    /// A door through which so many go.
    pub fn new(limits: Limits) -> Door {
        Door { limits, inside: Arc::default() }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// A place for a connection from this address, if there is one.
    pub fn enter(&self, address: IpAddr) -> Option<Place> {
        let address = Some(address.to_canonical()).filter(|address| !address.is_loopback());
        self.take(address.map(home_of), true)
    }

    /// A place for whom a proxy on this machine speaks. The proxy's connection counts among all
    /// already.
    pub fn enter_behind_proxy(&self, address: IpAddr) -> Option<Place> {
        self.take(Some(home_of(address.to_canonical())), false)
    }

    fn take(&self, address: Option<IpAddr>, counts_in_all: bool) -> Option<Place> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address =
            address.map_or(0, |address| inside.by_address.get(&address).copied().unwrap_or(0));
        if (counts_in_all && inside.all >= self.limits.connections)
            || of_address >= self.limits.per_address
        {
            return None;
        }
        inside.all += usize::from(counts_in_all);
        if let Some(address) = address {
            inside.by_address.insert(address, of_address + 1);
        }
        Some(Place { inside: self.inside.clone(), address, counts_in_all })
    }
}

/// The part that counts as one address: of IPv6 a home has as many as it likes, which begin alike.
fn home_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & u128::MAX << u64::BITS).into()
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.all -= usize::from(self.counts_in_all);
        let Some(address) = self.address else { return };
        if let Some(count) = inside.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                inside.by_address.remove(&address);
            }
        }
    }
}

/// Messages that a client may send at once, and for each further one the time it waits.
const BURST: u32 = 60;
const INTERVAL: Duration = Duration::from_millis(100);

/// Slows clients that send too much: what they send is read later, so that their own connections
/// fill up and nobody else notices.
#[derive(Debug, Default)]
pub struct Pace {
    /// The time from which the next message of a client is in time, had it sent steadily.
    next: Mutex<HashMap<String, Instant>>,
}

impl Pace {
    /// The time for which a message of this client that comes `now` has to wait.
    pub fn wait(&self, client: &str, now: Instant) -> Duration {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(due) = next.get_mut(client) {
            *due = (*due).max(now) + INTERVAL;
            return (*due).duration_since(now).saturating_sub(INTERVAL * BURST);
        }
        next.insert(client.to_owned(), now + INTERVAL);
        Duration::ZERO
    }

    /// Keeps nothing more of a client that has gone.
    pub fn forget(&self, client: &str) {
        self.next.lock().unwrap_or_else(PoisonError::into_inner).remove(client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_places_and_gives_them_back() {
        let door = Door::new(Limits { connections: 5, per_address: 2, ..Limits::default() });
        let (home, other): (IpAddr, IpAddr) =
            ("192.168.1.7".parse().unwrap(), "fd00::7".parse().unwrap());
        let first = door.enter(home).unwrap();
        let second = door.enter("::ffff:192.168.1.7".parse().unwrap()).unwrap();
        assert!(door.enter(home).is_none(), "the same address in another form");
        let _third = door.enter(other).unwrap();
        drop(first);
        let _again = door.enter(home).unwrap();
        let local: IpAddr = "127.0.0.1".parse().unwrap();
        let _proxy = [door.enter(local).unwrap(), door.enter(local).unwrap()];
        assert!(door.enter(local).is_none(), "five are all");
        drop(second);
        let _behind = door.enter_behind_proxy(home).unwrap();
        assert!(door.enter_behind_proxy(home).is_none());
        assert!(door.enter(local).is_some(), "who is behind a proxy does not count twice");
    }

    #[test]
    fn a_home_is_one_address() {
        let door = Door::new(Limits { per_address: 1, ..Limits::default() });
        let _place = door.enter("2001:db8:1:2::1".parse().unwrap()).unwrap();
        assert!(door.enter("2001:db8:1:2:3::4".parse().unwrap()).is_none());
        assert!(door.enter("2001:db8:1:3::1".parse().unwrap()).is_some());
    }

    #[test]
    fn a_client_that_floods_waits_and_one_that_plays_does_not() {
        let pace = Pace::default();
        let start = Instant::now();
        for message in 0..600 {
            let at = start + Duration::from_millis(500 * message);
            assert_eq!(pace.wait("player", at), Duration::ZERO);
        }
        let waits: Vec<Duration> = (0..100).map(|_| pace.wait("flood", start)).collect();
        assert!(waits[..60].iter().all(Duration::is_zero));
        assert_eq!(waits[99], INTERVAL * 40);
        assert!(!pace.wait("flood", start + INTERVAL).is_zero());
        pace.forget("flood");
        assert!(pace.wait("flood", start + INTERVAL).is_zero());
    }
}
