//! The programs that are loaded: one server, or a broker of others with referees.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tianyuan::net::server::referee_key;

use crate::Options;
use crate::process::{self, Usage};

/// Programs that are killed when the bench ends.
pub struct Servers {
    programs: Vec<(String, Child)>,
    port: u16,
    has_own_broker: bool,
}

/// What the programs have used so far.
#[derive(Clone, Debug)]
pub struct Load {
    /// By program.
    pub programs: Vec<Usage>,
    /// Seconds of the referee's thread in the server.
    pub referee_thread: f64,
    /// This process, which is all clients.
    pub clients: Usage,
}

impl Drop for Servers {
    fn drop(&mut self) {
        for (_, child) in self.programs.iter_mut().rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Servers {
    /// Starts them in an empty folder, and waits until they listen.
    ///
    /// # Errors
    /// When one does not start.
    pub fn start(options: &Options) -> Result<Servers, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("load");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        match options.referees {
            None => Servers::serve(&folder, options),
            Some(count) => Servers::with_mosquitto(&folder, count),
        }
    }

    fn serve(folder: &Path, options: &Options) -> Result<Servers, String> {
        let port = free_port();
        let connections = (2 * options.games + 100).to_string();
        let mut command = tianyuan();
        command.args(["serve", "--hidden", "--port", &port.to_string(), "--data"]).arg(folder);
        command.args(["--connections", &connections]);
        let child = start_and_hear(command)?;
        let programs = vec![("server".to_owned(), child)];
        Ok(Servers { programs, port, has_own_broker: true })
    }

    fn with_mosquitto(folder: &Path, count: usize) -> Result<Servers, String> {
        let port = free_port();
        let folders: Vec<PathBuf> =
            (0..count).map(|number| folder.join(number.to_string())).collect();
        folders.iter().try_for_each(fs::create_dir_all).map_err(|error| error.to_string())?;
        let first = folders.first().ok_or("no referee is asked for")?;
        let key = referee_key(first).map_err(|error| error.to_string())?;
        let rules = include_str!("../../packaging/server/mosquitto.acl");
        let rules = rules.replace("REFEREE", &key.id().to_string());
        // The rules of access are read before the user is left that the bench is run by.
        let settings = format!(
            "listener {port} 127.0.0.1\nallow_anonymous true\nacl_file {}\nuser root\n\
             set_tcp_nodelay true\nmax_queued_messages 100000\n",
            folder.join("acl").display()
        );
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).map_err(|error| error.to_string())
        };
        write("acl", &rules)?;
        write("mosquitto.conf", &settings)?;
        let broker = ["mosquitto", "/usr/sbin/mosquitto"].into_iter().find_map(|program| {
            let mut command = Command::new(program);
            command.arg("-c").arg(folder.join("mosquitto.conf"));
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        });
        let broker = broker.ok_or("mosquitto is not installed")?;
        let mut servers = Servers {
            programs: vec![("mosquitto".to_owned(), broker)],
            port,
            has_own_broker: false,
        };
        let end = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > end {
                return Err("mosquitto does not listen".to_owned());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        for (number, folder) in folders.iter().enumerate() {
            if number > 0 {
                fs::write(folder.join("referee.key"), key.export())
                    .map_err(|error| error.to_string())?;
            }
            let mut command = tianyuan();
            command.args(["referee", "--broker", &format!("127.0.0.1:{port}"), "--data"]);
            command.arg(folder);
            let child = start_and_hear(command)?;
            servers.programs.push((format!("referee {}", number + 1), child));
            // So that the first is on duty before the next comes.
            std::thread::sleep(Duration::from_secs(1));
        }
        Ok(servers)
    }

    /// Where the players connect.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// True if a nonce is asked for before each login.
    pub fn gives_nonces(&self) -> bool {
        self.has_own_broker
    }

    /// The parts, in words.
    pub fn description(&self) -> String {
        match self.programs.len() {
            1 => "one server".to_owned(),
            2 => "mosquitto and one referee".to_owned(),
            more => format!("mosquitto and {} referees", more - 1),
        }
    }

    /// The names of the programs.
    pub fn names(&self) -> Vec<&str> {
        self.programs.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Resident memory by program, in mebibytes; last that of the clients.
    pub fn memory(&self) -> Vec<(String, f64)> {
        let of_programs = self.programs.iter().map(|(name, it)| (name.clone(), it.id()));
        let all = of_programs.chain([("clients".to_owned(), std::process::id())]);
        all.map(|(name, pid)| (name, process::memory(pid))).collect()
    }

    /// The same in a line.
    pub fn memory_line(&self) -> String {
        let parts: Vec<String> =
            self.memory().iter().map(|(name, memory)| format!("{name} {memory:.1}")).collect();
        parts.join(", ")
    }

    /// What all have used so far.
    pub fn load(&self) -> Load {
        let seconds =
            |(_, child): &(String, Child)| process::seconds_of_threads(child.id(), "referee");
        Load {
            programs: self.programs.iter().map(|(_, child)| Usage::of(child.id())).collect(),
            referee_thread: self.programs.iter().map(seconds).sum(),
            clients: Usage::of(std::process::id()),
        }
    }
}

fn tianyuan() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// Starts a program, and waits for its first line.
fn start_and_hear(mut command: Command) -> Result<Child, String> {
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut said = String::new();
    let output = child.stdout.as_mut().ok_or("it has no output")?;
    BufReader::new(output).read_line(&mut said).map_err(|error| error.to_string())?;
    if said.is_empty() {
        let _ = child.kill();
        let _ = child.wait();
        return Err("the server has ended at once".to_owned());
    }
    Ok(child)
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("the system has a free port");
    listener.local_addr().expect("it is bound").port()
}
