//! The hosts of engines: what is sent to well-behaved ones and read of them, and engines that
//! crash, hang, flood, babble and cheat.

mod dialogues;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod hostile_engine;
