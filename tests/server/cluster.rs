//! The same games over three brokers that are one cluster, of which one is killed. They are nodes
//! of RMQTT, which `make cluster-test` builds and names in `RMQTT_NODE`.

use std::net::TcpStream;

use crate::mosquitto::{share_key, start_on};
use crate::player::{Player, begin, check_whole, play_until};
use crate::program::{Program, free_port};
use crate::wire::Way;
use crate::{fresh, wait_until};

/// A cluster on this machine: its nodes and their ports.
struct Cluster {
    nodes: Vec<Program>,
    ports: Vec<u16>,
}

impl Cluster {
    fn start(nodes: usize) -> Cluster {
        let program = std::env::var("RMQTT_NODE").expect("RMQTT_NODE names the program of a node");
        let ports: Vec<u16> = (0..nodes).map(|_| free_port()).collect();
        let between: Vec<String> = (0..nodes).map(|_| free_port().to_string()).collect();
        let between = between.join(",");
        let start = |(number, port): (usize, &u16)| {
            let (number, port) = ((number + 1).to_string(), port.to_string());
            Program::spawn(&program, &[&number, &port, &between]).expect("the node begins")
        };
        let nodes = ports.iter().enumerate().map(start).collect();
        let cluster = Cluster { nodes, ports };
        for &port in &cluster.ports {
            wait_until("the node listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        }
        cluster
    }
}

#[test]
#[ignore = "`make cluster-test` builds the nodes"]
fn a_game_goes_on_when_one_of_three_brokers_of_a_cluster_is_killed() {
    let folder = fresh("cluster");
    let [one, two] = ["one", "two"].map(|name| folder.join(name));
    let mut cluster = Cluster::start(3);
    share_key(&one, &[&two]);
    let first = start_on(&one, &cluster.ports);
    let second = start_on(&two, &cluster.ports[1..]);
    let ports = [cluster.ports[1], cluster.ports[2]];
    let mut players =
        [(1, ports[0]), (2, ports[1])].map(|(number, port)| Player::new(number, Way::Socket, port));
    let id = begin(&mut players, "reversi");
    play_until(&mut players, id, 20);
    // The node of the first referee, which goes on with another.
    drop(cluster.nodes.remove(0));
    play_until(&mut players, id, 40);
    players[0].cut();
    play_until(&mut players, id, usize::MAX);
    check_whole(&players, id);
    drop((first, second));
}
