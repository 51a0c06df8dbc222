//! Players who come encrypted, by way of a proxy that has the certificate, as a server on the
//! internet has one.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::{fresh, serve, wait_until};

/// An authority, in a file as systems keep those that they trust, and a configuration of a server
/// on this machine with a certificate from it.
fn authority(folder: &Path, name: &str) -> (PathBuf, Arc<ServerConfig>) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let file = folder.join(name);
    fs::write(&file, certificate.pem()).unwrap();
    let issuer = Issuer::new(params, key);
    let own_key = KeyPair::generate().unwrap();
    let own = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let own = own.signed_by(&own_key, &issuer).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![own.der().clone()],
            PrivateKeyDer::try_from(own_key.serialize_der()).unwrap(),
        )
        .unwrap();
    (file, Arc::new(config))
}

/// Passes on what comes on either side until one of them ends.
fn pass_on(encrypted: TcpStream, config: Arc<ServerConfig>, port: u16) -> std::io::Result<()> {
    let mut plain = TcpStream::connect(("127.0.0.1", port))?;
    for stream in [&encrypted, &plain] {
        stream.set_read_timeout(Some(Duration::from_millis(2)))?;
        stream.set_nodelay(true)?;
    }
    let connection = ServerConnection::new(config).map_err(std::io::Error::other)?;
    let mut encrypted = StreamOwned::new(connection, encrypted);
    let mut buffer = [0; 16 * 1024];
    let mut pass = |from: &mut dyn Read, to: &mut dyn Write| match from.read(&mut buffer) {
        Ok(0) => Err(std::io::ErrorKind::UnexpectedEof.into()),
        Ok(count) => to.write_all(&buffer[..count]).and_then(|()| to.flush()),
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Ok(()),
        Err(error) => Err(error),
    };
    loop {
        pass(&mut encrypted, &mut plain)?;
        pass(&mut plain, &mut encrypted)?;
    }
}

/// A proxy in front of a server, which lives as long as the test; gives its port.
fn proxy(config: Arc<ServerConfig>, port: u16) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let own = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let config = config.clone();
            // How a connection ends is for its client to say.
            std::thread::spawn(move || stream.and_then(|it| pass_on(it, config, port)));
        }
    });
    own
}

/// A player in a program that trusts the authority in this file, and what it does.
fn player(address: &str, trusts: &Path, name: &str, task: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["online", address, "--name", name])
        .args(task)
        .env("SSL_CERT_FILE", trusts)
        .env_remove("SSL_CERT_DIR")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn players_come_encrypted_with_a_web_socket_and_without_one() {
    let folder = fresh("encrypted");
    let host = serve("encrypted games", |_| {});
    let (trusted, config) = authority(&folder, "trusted.pem");
    let port = proxy(config, host.port());
    let addresses = [format!("https://localhost:{port}"), format!("mqtts://localhost:{port}")];
    let tasks = [["--challenge", "tictactoe"], ["--accept", "any"]];
    let players: Vec<Child> = addresses
        .iter()
        .zip(tasks)
        .map(|(address, task)| player(address, &trusted, task[1], &task))
        .collect();
    for player in players {
        let done = player.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
        assert!(said.contains("tictactoe"), "{said}");
    }
}

#[test]
fn a_server_that_is_not_trusted_is_told_what_is_wrong() {
    let folder = fresh("not trusted");
    let host = serve("not trusted by anyone", |_| {});
    let (_, config) = authority(&folder, "unknown.pem");
    let (other, _) = authority(&folder, "other.pem");
    let port = proxy(config, host.port());
    let address = format!("wss://localhost:{port}");
    let mut player = player(&address, &other, "Ann", &["--accept", "any"]);
    let mut said = String::new();
    let mut output = player.stdout.take().unwrap();
    let mut buffer = [0; 4096];
    wait_until("it says why there is no connection", || {
        let count = output.read(&mut buffer).unwrap();
        said += &String::from_utf8_lossy(&buffer[..count]);
        count == 0 || said.contains("certificate")
    });
    player.kill().unwrap();
    player.wait().unwrap();
    assert!(said.contains("certificate"), "{said}");
}
