//! Makes and unmakes moves of Gomoku with incremental line patterns, searches positions of
//! its own games, and prints the rates per second on one core; then times the threat
//! searches:
//! `cargo bench --no-default-features --bench gomoku`.

use std::hint::black_box;
use std::time::Instant;

use tianyuan::core::{Position, Random};
use tianyuan::games::gomoku::{
    CandidateMove, Gomoku, GomokuGame, OpeningRule, PatternBoard, Rule, ThreatResult, Vcf, Vct,
};
use tianyuan::games::{AnyPosition, EngineRequest, Game, Strength};
use tianyuan::search::{Limits, SearchBudget, StopFlag};

/// Moves made and unmade per measurement.
const ROUNDS: u64 = 4_000_000;

/// Node limit of each search.
const NODES: u64 = 1_000_000;

/// Plies of a game after which a search is measured.
const PLIES: [usize; 3] = [6, 10, 14];

/// Positions of Renju won by VCT: one of self-play, and two games between Rapfi
/// and quintet-ai from `benches/cases` in the repository renju-note/quintet
/// (MIT licence, copyright 2020 Renju Note), in which Black has a win of eight
/// attacks and White one of five.
const THREATS: [&str; 3] = [
    "e6,i6,k7,h10,e11 i5,i7,e8,h8 white",
    "h8,h9,f10,h10 f8,d8,g9,h11 black",
    "h8,h6,l10,j8,l8,k10,f11,l11,i9,h10,g8 j10,f8,h9,k9,k8,g10,g9,j9,l9,g11 white",
];

fn time_threat_searches() {
    println!("search   verdict    plies    nodes   milliseconds");
    for text in THREATS {
        let position = Gomoku::read(text, 15, Rule::Renju, OpeningRule::None)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut board = PatternBoard::new(&position);
        let (mut vcf, mut vct) = (Vcf::default(), Vct::default());
        for is_vct in [false, true] {
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let mut budget = SearchBudget::new(limits, StopFlag::new());
            let started = Instant::now();
            let found = if is_vct {
                vct.find(&mut board, &mut budget)
            } else {
                vcf.find(&board, &mut budget)
            };
            let took = started.elapsed().as_secs_f64() * 1e3;
            let (verdict, plies) = match found {
                ThreatResult::Won(line) => ("won", line.len()),
                ThreatResult::NoWin => ("no win", 0),
                ThreatResult::Unknown => ("unknown", 0),
            };
            let name = if is_vct { "VCT" } else { "VCF" };
            println!("{name:<8} {verdict:<9} {plies:>6} {:>8} {took:>14.2}", budget.nodes());
        }
    }
}

/// Prints nodes a second and depth of searches after the first plies of a game.
fn search(rule: Rule) {
    let mut position = AnyPosition::new(Gomoku::new(15, rule, OpeningRule::None));
    for ply in 0..=PLIES[2] {
        let is_measured = PLIES.contains(&ply);
        let limits = Limits {
            nodes: Some(if is_measured { NODES } else { NODES / 50 }),
            ..Limits::default()
        };
        let request =
            EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() };
        let started = Instant::now();
        let Some(info) = GomokuGame.engine().search(&position, &request, &mut |_| ()) else {
            return;
        };
        if is_measured {
            let speed = info.nodes as f64 / started.elapsed().as_secs_f64();
            println!("{:<10} {ply:>7} {speed:>24.0} {:>7}", format!("{rule:?}"), info.depth);
        }
        if position.play(info.best).is_err() {
            return;
        }
    }
}

fn main() {
    println!("rule         plies           nodes a second   depth");
    [Rule::Freestyle, Rule::Standard, Rule::Renju].into_iter().for_each(search);
    measure_moves();
    time_threat_searches();
}

fn measure_moves() {
    println!("rule        stones   make and undo a second");
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Renju] {
        for stones in [0, 20, 60, 100] {
            let mut random = Random::new(1);
            let mut position = Gomoku::new(15, rule, OpeningRule::None);
            let mut moves = Vec::new();
            while position.stone_count() < stones {
                position.legal_moves(&mut moves);
                let Some(&mv) = random.pick(&moves) else { break };
                let undo = position.play(mv);
                if position.end().is_some() {
                    position.undo(mv, undo);
                }
            }
            let mut board = PatternBoard::new(&position);
            let empty: Vec<u16> =
                position.cells().filter(|&cell| position.is_empty(cell)).collect();
            let started = Instant::now();
            for n in 0..ROUNDS {
                let cell = empty[n as usize % empty.len()];
                let candidate = CandidateMove { cell, forced: false };
                let undo = board.play(candidate);
                black_box(&board);
                board.undo(candidate, undo);
            }
            let speed = ROUNDS as f64 / started.elapsed().as_secs_f64();
            println!("{:<10} {stones:>7} {speed:>24.0}", format!("{rule:?}"));
        }
    }
}
