//! `serve`: the server of a house or a club, with its referee.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{CliError, print_error};
use crate::net::server::{
    Announcement, Config, EndSignal, Host, Limits, PORT, allow_connections, house_addresses,
    qr_code, referee_name,
};

/// Where the page of the game is looked for, beside the program and where it is built.
const PAGES: [&str; 2] = ["web", "target/web-dist"];

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// The port that the game is told, and that browsers open.
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The folder with the games, ratings and keys; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = "tianyuan-server")]
    data: PathBuf,
    /// The folder with the page of the game, as `make web` builds it.
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    /// The name of the server in the network of the house.
    #[arg(long, default_value = "Tianyuan")]
    name: String,
    /// Do not announce the server in the network of the house.
    #[arg(long)]
    hidden: bool,
    /// Connections at one time, of all players.
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().connections)]
    connections: usize,
}

pub(super) fn run(arguments: &ServeArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let ServeArgs { port, data, web, name, hidden, connections } = arguments;
    if let Some(folder) = web.as_deref().filter(|folder| !has_page(folder)) {
        return Err(CliError::Failed(format!("{}: there is no index.html", folder.display())));
    }
    let web = web.clone().or_else(find_page);
    let limits = Limits { connections: *connections, ..Limits::default() };
    if let Err(fewer) = allow_connections(limits.connections) {
        print_error(&format!(
            "the system allows open files for {fewer} connections, not for {connections}"
        ));
    }
    let config = Config { port: *port, web, referees: Default::default(), limits };
    let host = Host::start(data, config, Box::new(print_error)).map_err(failed)?;
    let port = host.port();
    let addresses: Vec<String> =
        house_addresses().iter().map(|address| format!("http://{address}:{port}/")).collect();
    let first = addresses.first().cloned().unwrap_or_else(|| format!("http://localhost:{port}/"));
    let rest = addresses.get(1..).unwrap_or_default().join(" ");
    let end = EndSignal::listen()?;
    writeln!(out, "{}", format!("Tianyuan is served on {first} {rest}").trim_end())?;
    if let Some(drawn) = qr_code(&first) {
        writeln!(out, "{drawn}")?;
    }
    out.flush()?;
    let _announcement = (!hidden).then(|| {
        let host_name = referee_name(data).unwrap_or_default();
        Announcement::start(name, &host_name, port)
            .inspect_err(|reason| print_error(&format!("the server is not announced: {reason}")))
    });
    end.wait()?;
    // The referee closes its store before the server goes.
    drop(host);
    Ok(())
}

fn has_page(folder: &Path) -> bool {
    folder.join("index.html").is_file()
}

fn find_page() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(|folder| folder.join(PAGES[0]));
    let built = std::env::var_os("CARGO_TARGET_DIR")
        .map(|folder| PathBuf::from(folder).join("web-dist"))
        .unwrap_or_else(|| PathBuf::from(PAGES[1]));
    [beside, Some(built)].into_iter().flatten().find(|folder| has_page(folder))
}

pub(super) fn failed(error: impl std::fmt::Display) -> CliError {
    CliError::Failed(error.to_string())
}
