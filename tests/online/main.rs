//! Play over a network: clients against a referee, over a broker in memory and over a real socket.

mod broker;
mod client;
mod judged;
mod logs;
mod mqtt;
mod online;
mod referee;
mod world;
