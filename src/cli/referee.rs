//! `referee`: a referee for a broker that runs elsewhere.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::serve::failed;
use super::{CliError, file_error, print_error};
use crate::net::client::Address;
use crate::net::server::{EndSignal, referee_key, start_referee};

/// Arguments of `referee`.
#[derive(Debug, Args)]
pub(super) struct RefereeArgs {
    /// The broker, which speaks MQTT 5. Of a cluster several nodes may be named, by the option
    /// once more each: the referee goes on with another when one is lost.
    #[arg(long, value_name = "HOST:PORT", required = true)]
    broker: Vec<Address>,
    /// The folder with the games, ratings and the key; made if it is not there. Referees with a
    /// copy of the same key take over from each other.
    #[arg(long, value_name = "DIR", default_value = "tianyuan-referee")]
    data: PathBuf,
    /// The user name, for a broker that wants one.
    #[arg(long, value_name = "NAME", requires = "password_file")]
    user: Option<String>,
    /// The file with the password.
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
}

pub(super) fn run(arguments: &RefereeArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let RefereeArgs { broker, data, user, password_file } = arguments;
    let mut brokers = Vec::new();
    for address in broker {
        let (host, port) = address.plain().map_err(failed)?;
        brokers.push((host.to_owned(), port));
    }
    let password = password_file
        .as_ref()
        .map(|path| fs::read_to_string(path).map_err(|error| file_error(path, &error)))
        .transpose()?;
    let login = user
        .clone()
        .zip(password.map(|text| text.trim_end_matches(['\r', '\n']).as_bytes().to_vec()));
    let link = start_referee(data, brokers, login, Box::new(print_error)).map_err(failed)?;
    let id = referee_key(data).map_err(failed)?.id();
    let end = EndSignal::listen()?;
    let names: Vec<String> = broker.iter().map(ToString::to_string).collect();
    let names = names.join(", ");
    writeln!(out, "The referee {} ({id}) works for {names}", id.fingerprint())?;
    out.flush()?;
    end.wait()?;
    drop(link);
    Ok(())
}
