//! Where a server is, and links to challenges and games on it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::super::Id;

/// The port of a server, if no other is named.
pub const DEFAULT_PORT: u16 = 7474;

/// Text that is no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// No host or no port can be read.
    #[error("\"{0}\" is no address of a server: expected a host, or host:port")]
    Unreadable(String),
    /// It begins with a word that means nothing here.
    #[error(
        "\"{0}\" begins with what is known to no server: expected mqtts://, ws://, wss://, http:// \
         or https://"
    )]
    Scheme(String),
    /// It asks for encryption where there is none.
    #[error("{0}:// is encrypted, which cannot be done here: give host:port")]
    Encrypted(&'static str),
    /// It asks for a connection without a web socket in a browser.
    #[error("mqtts:// is for programs: in the browser give wss:// or https://")]
    NoWebSocket,
    /// A link has something behind # that is no challenge and no game.
    #[error("\"{0}\" is no link to a challenge or a game: expected #challenge=ID or #game=ID")]
    Target(String),
}

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// Name or number of the host; a number of IPv6 in brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// True if the connection is encrypted.
    pub is_encrypted: bool,
    /// The path of the web socket, beginning with a slash; empty if there is to be none. Without
    /// encryption programs use no web socket.
    pub path: String,
}

impl Address {
    /// The address of the web socket.
    ///
    /// # Errors
    /// When there is to be none.
    pub fn web_socket(&self) -> Result<String, AddressError> {
        if self.path.is_empty() {
            return Err(AddressError::NoWebSocket);
        }
        let scheme = if self.is_encrypted { "wss" } else { "ws" };
        Ok(format!("{scheme}://{}:{}{}", self.host, self.port, self.path))
    }

    /// The address of a page of the same server.
    #[must_use]
    pub fn page(&self, path: &str) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}://{}:{}{path}", self.host, self.port)
    }

    /// The host and the port as sockets know them, an IPv6 number without brackets.
    #[must_use]
    pub fn place(&self) -> (&str, u16) {
        let host = self.host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        (host.unwrap_or(&self.host), self.port)
    }

    /// The same for a socket without encryption.
    ///
    /// # Errors
    /// When it asks for encryption.
    pub fn plain(&self) -> Result<(&str, u16), AddressError> {
        match (self.is_encrypted, self.path.is_empty()) {
            (false, _) => Ok(self.place()),
            (true, false) => Err(AddressError::Encrypted("wss")),
            (true, true) => Err(AddressError::Encrypted("mqtts")),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_encrypted {
            f.write_str(if self.path.is_empty() { "mqtts://" } else { "wss://" })?;
        }
        f.write_str(&self.host)?;
        if self.port != DEFAULT_PORT || self.is_encrypted {
            write!(f, ":{}", self.port)?;
        }
        Ok(())
    }
}

impl FromStr for Address {
    type Err = AddressError;

    /// Reads `host`, `host:port`, `mqtts://host:port`, `ws://host:port/path`, `wss://…`, and
    /// `http(s)://host:port` as the web socket of that server.
    fn from_str(text: &str) -> Result<Address, AddressError> {
        let text = text.trim();
        let unreadable = || AddressError::Unreadable(text.to_owned());
        let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
        let (is_encrypted, usual_port) = match scheme {
            "" | "mqtt" => (false, DEFAULT_PORT),
            "ws" | "http" => (false, 80),
            "wss" | "https" => (true, 443),
            "mqtts" => (true, 8883),
            other => return Err(AddressError::Scheme(other.to_owned())),
        };
        let rest = rest.split(['#', '?']).next().unwrap_or_default();
        let (place, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        // The colons of an IPv6 address are inside its brackets.
        let colon = place.rfind(':').filter(|colon| !place[*colon..].contains(']'));
        let (host, port) = match colon {
            Some(colon) => {
                let port: u16 = place[colon + 1..].parse().map_err(|_| unreadable())?;
                (&place[..colon], port)
            }
            None => (place, usual_port),
        };
        let is_v6 = host.len() > 2 && host.starts_with('[') && host.ends_with(']');
        let fits = |letter: char| letter.is_alphanumeric() || "-._".contains(letter);
        let is_host = if is_v6 {
            host[1..host.len() - 1].chars().all(|it| it.is_ascii_hexdigit() || ":.".contains(it))
        } else {
            !host.is_empty() && host.chars().all(fits)
        };
        if !is_host || port == 0 || host.len() > 253 {
            return Err(unreadable());
        }
        let path = match scheme {
            "ws" | "wss" if path.len() > 1 => path.to_owned(),
            "mqtts" => String::new(),
            _ => "/mqtt".to_owned(),
        };
        Ok(Address { host: host.to_owned(), port, is_encrypted, path })
    }
}

/// The target of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A challenge.
    Challenge(Id),
    /// A game.
    Game(Id),
}

/// A link that one player gives another: `http://host:port/#challenge=ID` or `#game=ID`. Opened in
/// a browser it is the page of the server with that challenge or game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The server.
    pub address: Address,
    /// The challenge or game.
    pub target: LinkTarget,
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address.page("/#"))?;
        match self.target {
            LinkTarget::Challenge(id) => write!(f, "challenge={id}"),
            LinkTarget::Game(id) => write!(f, "game={id}"),
        }
    }
}

impl FromStr for Link {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Link, AddressError> {
        let (address, fragment) = text.trim().split_once('#').unwrap_or((text, ""));
        let target = match fragment.split_once('=') {
            Some(("challenge", id)) => id.parse().ok().map(LinkTarget::Challenge),
            Some(("game", id)) => id.parse().ok().map(LinkTarget::Game),
            _ => None,
        };
        let target = target.ok_or_else(|| AddressError::Target(text.trim().to_owned()))?;
        Ok(Link { address: address.parse()?, target })
    }
}

/// The server of an address or of a [`Link`], and the target of the link.
///
/// # Errors
/// When the text is neither.
pub fn read_address(text: &str) -> Result<(Address, Option<LinkTarget>), AddressError> {
    if text.contains('#') {
        let Link { address, target } = text.parse()?;
        return Ok((address, Some(target)));
    }
    Ok((text.parse()?, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse().unwrap()
    }

    #[test]
    fn each_form_of_an_address_is_read() {
        assert_eq!(address(" example.org ").plain(), Ok(("example.org", 7474)));
        assert_eq!(address("10.0.0.2:80").plain(), Ok(("10.0.0.2", 80)));
        assert_eq!(address("[::1]:1883").plain(), Ok(("::1", 1883)));
        assert_eq!(address("ws://a.b:8083/x").web_socket().unwrap(), "ws://a.b:8083/x");
        assert_eq!(address("a.b").web_socket().unwrap(), "ws://a.b:7474/mqtt");
        assert_eq!(address("https://a.b").web_socket().unwrap(), "wss://a.b:443/mqtt");
        assert_eq!(address("https://a.b").page("/nonce"), "https://a.b:443/nonce");
        assert_eq!(address("mqtts://a.b").place(), ("a.b", 8883));
        assert_eq!(address("mqtts://a.b").web_socket(), Err(AddressError::NoWebSocket));
        for text in
            ["example.org", "example.org:1", "wss://example.org:9", "[::1]:5", "mqtts://a.b:8883"]
        {
            assert_eq!(address(text).to_string(), text);
        }
        assert!(matches!(address("wss://a.b").plain(), Err(AddressError::Encrypted(_))));
        for text in ["", ":7", "a:b", "a:0", "a:70000", "a b", "[]:1", "é:é:1", "mqtts://", "x://a"]
        {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_link_survives_being_written() {
        let target = LinkTarget::Challenge(Id([7; 12]));
        let link = Link { address: address("a.b:7474"), target };
        assert_eq!(link.to_string(), format!("http://a.b:7474/#challenge={}", Id([7; 12])));
        assert_eq!(link.to_string().parse(), Ok(link));
        for text in ["http://a.b", "http://a.b/#game=", "http://a.b/#x=1", "#game=BwcHBwcHBwcHBwcH"]
        {
            assert!(text.parse::<Link>().is_err(), "{text}");
        }
    }
}
