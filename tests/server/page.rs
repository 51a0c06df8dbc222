//! The page of the game, and what else is asked for over HTTP.

use std::fs;

use crate::wire::{get, http};
use crate::{fresh, serve};

#[test]
fn a_browser_gets_the_page_and_nothing_outside_of_its_folder() {
    let folder = fresh("page of the game");
    let web = folder.join("web");
    fs::create_dir_all(web.join("assets")).unwrap();
    fs::write(folder.join("secret"), "secret").unwrap();
    fs::write(web.join("index.html"), "<title>Tianyuan</title>").unwrap();
    fs::write(web.join("tianyuan_bg.wasm"), b"\0asm").unwrap();
    fs::write(web.join("tianyuan_bg.wasm.br"), b"small").unwrap();
    fs::write(web.join("tianyuan_bg.wasm.gz"), b"less small").unwrap();
    fs::write(web.join("assets/icon.svg"), "<svg/>").unwrap();
    let host = serve("page", |config| config.web = Some(web));
    let port = host.port();

    let has = |answer: &str, parts: &[&str]| {
        for part in parts {
            assert!(answer.contains(part), "{part:?} is not in {answer:?}");
        }
    };
    has(&get(port, "/", ""), &["200 OK", "text/html", "<title>Tianyuan</title>"]);
    has(&get(port, "/tianyuan_bg.wasm", ""), &["200 OK", "application/wasm", "\0asm"]);
    let packed = get(port, "/tianyuan_bg.wasm", "Accept-Encoding: gzip, br\r\n");
    has(&packed, &["application/wasm", "content-encoding: br", "small"]);
    let packed = get(port, "/tianyuan_bg.wasm", "Accept-Encoding: gzip\r\n");
    has(&packed, &["application/wasm", "content-encoding: gzip", "less small"]);
    has(&get(port, "/assets/icon.svg", ""), &["image/svg+xml", "<svg/>"]);
    let head = http(port, "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    has(&head, &["200 OK", "content-length: 23"]);
    assert!(!head.contains("<title>"), "{head}");

    for path in ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "/assets/../../secret", "//secret"]
    {
        let answer = get(port, path, "");
        assert!(!answer.contains("200 OK") && !answer.contains("secret"), "{path}: {answer}");
    }
    has(&get(port, "/nothing", ""), &["404"]);
    has(&http(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"), &["405"]);
    let long = format!("X: {}\r\n", "x".repeat(100_000));
    assert!(!get(port, "/", &long).contains("200 OK"));
    assert!(!get(port, "/", &"X: x\r\n".repeat(1000)).contains("200 OK"));
}

#[test]
fn without_a_page_the_server_says_what_it_is() {
    let host = serve("no page", |_| {});
    let answer = get(host.port(), "/", "");
    assert!(
        answer.starts_with("HTTP/1.1 404") && answer.contains("server of Tianyuan"),
        "{answer}"
    );
}

#[test]
fn every_nonce_is_another_and_every_page_may_ask_for_it() {
    let host = serve("nonces", |_| {});
    let [one, two] = [0, 1].map(|_| get(host.port(), "/nonce", ""));
    assert!(one.contains("access-control-allow-origin: *"), "{one}");
    assert!(one.contains("cache-control: no-store"), "{one}");
    assert_ne!(one.lines().last(), two.lines().last());
}

#[test]
fn only_a_websocket_that_speaks_mqtt_is_opened() {
    let host = serve("websockets", |_| {});
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    assert!(get(host.port(), "/mqtt", "").starts_with("HTTP/1.1 400"));
    assert!(get(host.port(), "/mqtt", upgrade).starts_with("HTTP/1.1 400"));
    let chat = format!("{upgrade}Sec-WebSocket-Protocol: chat\r\n");
    assert!(get(host.port(), "/mqtt", &chat).starts_with("HTTP/1.1 400"));
}
