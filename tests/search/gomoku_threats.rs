//! The threat searches of Gomoku, VCF and VCT, against problems and against
//! plain searches that use nothing but the rules.

use tianyuan::core::{Position, Random};
use tianyuan::games::gomoku::bitboard::{board_cells, cell};
use tianyuan::games::gomoku::{
    End, Gomoku, GomokuMove, LinePattern, OpeningRule, PatternBoard, Rule, ThreatResult, Vcf,
    VcfDefence, Vct, vcf_defence,
};
use tianyuan::games::{ProofGoal, PuzzleAnalysis};
use tianyuan::search::{Limits, SearchBudget, StopFlag};

const RULES: [Rule; 4] = [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Renju];

fn budget(nodes: u64) -> SearchBudget {
    SearchBudget::new(Limits { nodes: Some(nodes), ..Limits::default() }, StopFlag::new())
}

fn name(cell: u16) -> String {
    format!("{}{}", char::from(b'a' + (cell % 20) as u8), cell / 20 + 1)
}

fn read(size: u8, rule: Rule, stones: &[Vec<u16>; 2], to_move: usize) -> Gomoku {
    let list = |cells: &Vec<u16>| {
        let names: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(",") }
    };
    let colour = ["black", "white"][to_move];
    let text = format!("{} {} {colour}", list(&stones[0]), list(&stones[1]));
    Gomoku::read(&text, size, rule, OpeningRule::None).unwrap()
}

/// A diagram of 15 ranks, the highest first: `o` black, `x` white.
fn diagram(to_move: usize, ranks: &str) -> Gomoku {
    let mut stones = [Vec::new(), Vec::new()];
    for (row, rank) in ranks.split_whitespace().enumerate() {
        for (file, point) in rank.bytes().enumerate() {
            if let Some(colour) = [b'o', b'x'].iter().position(|&stone| stone == point) {
                stones[colour].push(cell(file as u8, 14 - row as u8));
            }
        }
    }
    read(15, Rule::Renju, &stones, to_move)
}

/// A random position without a finished row.
fn random_position(random: &mut Random, size: u8, rule: Rule, stones: usize) -> Gomoku {
    loop {
        let mut position = Gomoku::new(size, rule, OpeningRule::None);
        while position.end().is_none() && usize::from(position.stone_count()) < stones {
            let cells = empty(&position);
            position.play(GomokuMove::Stone(*random.pick(&cells).unwrap()));
        }
        if position.end().is_none() {
            return position;
        }
    }
}

fn empty(position: &Gomoku) -> Vec<u16> {
    position.cells().filter(|&cell| position.is_empty(cell)).collect()
}

fn after(position: &Gomoku, cell: u16) -> Gomoku {
    let mut next = *position;
    next.play(GomokuMove::Stone(cell));
    next
}

/// True if this colour makes five with a stone here, were it to move.
fn makes_five(position: &Gomoku, cell: u16, colour: usize) -> bool {
    let rule = position.rule().five(colour);
    let mut lines = *position.lines();
    lines.toggle(cell, colour);
    rule.is_on(&lines, cell, colour)
}

fn five_cells(position: &Gomoku, colour: usize) -> Vec<u16> {
    empty(position).into_iter().filter(|&cell| makes_five(position, cell, colour)).collect()
}

/// A plain search of continuous fours by the side to move, all answers tried;
/// the plies that it takes to win are not bounded.
fn wins_by_fours(position: &Gomoku) -> bool {
    let own = position.colour().index();
    if !five_cells(position, own).is_empty() {
        return true;
    }
    empty(position).into_iter().any(|cell| four_wins(position, cell))
}

/// True if a move makes a four after which every answer loses to fives and
/// fours.
fn four_wins(position: &Gomoku, cell: u16) -> bool {
    let own = position.colour().index();
    let four = after(position, cell);
    match four.end() {
        Some(End::Five(winner)) => return winner == own,
        Some(_) => return false,
        None => {}
    }
    let fives = five_cells(&four, own);
    if fives.is_empty() || !five_cells(&four, own ^ 1).is_empty() {
        return false;
    }
    empty(&four).into_iter().all(|answer| {
        let answered = after(&four, answer);
        match answered.end() {
            Some(End::Foul(..)) => own == 1,
            Some(_) => false,
            None => wins_by_fours(&answered),
        }
    })
}

/// Checks by the rules that a line wins: the attacker's last four cannot be
/// stopped, it makes five, or Black must answer by a forbidden move. Returns
/// its length up to five.
fn assert_wins(position: &Gomoku, line: &[u16]) -> usize {
    let own = position.colour().index();
    let mut at = *position;
    for &cell in line {
        assert!(at.end().is_none() && at.is_empty(cell));
        at = after(&at, cell);
    }
    match at.end() {
        Some(End::Five(winner)) => assert_eq!(winner, own),
        Some(End::Foul(..)) => assert_eq!(own, 1),
        Some(end) => panic!("{end:?}"),
        None => {
            assert_ne!(at.colour().index(), own);
            assert!(five_cells(&at, own ^ 1).is_empty());
            for answer in empty(&at) {
                let answered = after(&at, answer);
                let is_foul = own == 1 && matches!(answered.end(), Some(End::Foul(..)));
                assert!(is_foul || !five_cells(&answered, own).is_empty(), "{}", name(answer));
            }
            return line.len() + 2;
        }
    }
    line.len()
}

/// "Shadows and fog" by Tama Hoshiduki: Black wins in some 150 plies. The
/// position is that of `benches/cases/vcf_long.txt` in the repository
/// renju-note/quintet (MIT licence, copyright 2020 Renju Note).
const SHADOWS_AND_FOG: &str = "
    .ox.xo.oxxxxoxx ...o..xoox..xoo x.o.........o.o o...xx.......xx ..o..........ox
    xoxx.........oo xo.o..x....o... oxxx...o.x....x xx............x x.....xox.....x
    o...o....x....o .o.o...xo...... ......x.oo..... o........o..xo. ...o..ox..o...o";

#[test]
fn a_win_of_a_hundred_and_fifty_plies_is_found_and_a_limit_is_no_verdict() {
    let position = diagram(0, SHADOWS_AND_FOG);
    let board = PatternBoard::new(&position);
    let mut spent = budget(100_000);
    let mut vcf = Vcf::default();
    let line = vcf.find(&board, &mut spent).win().unwrap().to_vec();
    assert!(assert_wins(&position, &line) > 120);
    for nodes in [1, 30, 300, spent.nodes() / 2] {
        // A table that an interrupted search has filled leads to no other verdict.
        let mut vcf = Vcf::default();
        assert_eq!(vcf.find(&board, &mut budget(nodes)), ThreatResult::Unknown, "{nodes}");
        let line = vcf.find(&board, &mut budget(200_000)).win().unwrap().to_vec();
        assert_wins(&position, &line);
    }
}

/// Problems 3040 and 2990 of renjuportal.com.
#[test]
fn problems_of_either_colour_are_won_by_fours() {
    let black = "............... ........x..o... ....o.xo....... .......o..x.... .......xo..x...
        ......oox.o.... .....x.xxo.x... .......oox..... ............... ...............
        ............... ............... ............... ............... ...............";
    let white = "............... ...........x... ..........o.... .........x.xo.. ........x...o..
        .......xxo.x... ......oxoo..o.. .....xoo....... ............... ...............
        ............... ............... ............... ............... ...............";
    for (colour, ranks) in [(0, black), (1, white)] {
        let position = diagram(colour, ranks);
        let mut vcf = Vcf::default();
        let line = vcf.find(&PatternBoard::new(&position), &mut budget(2_000)).win().unwrap();
        assert_wins(&position, line);
    }
}

#[test]
fn the_vcf_search_agrees_with_a_plain_search_of_fours() {
    let mut verdicts = [0, 0];
    for (number, rule) in RULES.into_iter().enumerate() {
        let mut random = Random::new(number as u64);
        for round in 0..120 {
            let position = random_position(&mut random, 7, rule, 12 + round % 16);
            let board = PatternBoard::new(&position);
            let expected = wins_by_fours(&position);
            let mut vcf = Vcf::default();
            let found = match vcf.find(&board, &mut budget(1_000_000)) {
                ThreatResult::Won(line) => {
                    assert_wins(&position, line);
                    true
                }
                ThreatResult::NoWin => false,
                ThreatResult::Unknown => panic!("{rule:?} {round}"),
            };
            assert_eq!(found, expected, "{rule:?} {round} {:?}", position.lines());
            verdicts[usize::from(found)] += 1;
            // The moves of puzzles are those of the same search.
            let moves = position.prove(&ProofGoal::Vcf, &mut budget(1_000_000)).unwrap();
            let own = position.colour().index();
            let fives = five_cells(&position, own);
            let winning = empty(&position)
                .into_iter()
                .filter(|&cell| {
                    if fives.is_empty() {
                        four_wins(&position, cell)
                    } else {
                        fives.contains(&cell)
                    }
                })
                .count();
            assert_eq!(moves.len(), winning, "{rule:?} {round}");
        }
    }
    assert!(verdicts.iter().all(|&count| count > 50), "{verdicts:?}");
}

#[test]
fn the_defence_is_exactly_the_moves_after_which_no_vcf_is_left() {
    let (mut threats, mut refutations) = (0, 0);
    for (number, rule) in RULES.into_iter().enumerate() {
        for (size, fewest) in [(9, 10), (15, 20)] {
            let mut random = Random::new(number as u64);
            for round in 0..60 {
                let position = random_position(&mut random, size, rule, fewest + round % 24);
                let found = vcf_defence(&mut Vcf::default(), &position, &mut budget(1_000_000));
                let VcfDefence::Moves(moves) = found else {
                    assert_eq!(found, VcfDefence::NoThreat);
                    continue;
                };
                threats += 1;
                refutations += moves.len();
                let holds = |cell: &u16| {
                    let next = after(&position, *cell);
                    if let Some(end) = next.end() {
                        return !matches!(end, End::Foul(..));
                    }
                    let mut vcf = Vcf::default();
                    match vcf.find(&PatternBoard::new(&next), &mut budget(1_000_000)) {
                        ThreatResult::Won(_) => false,
                        ThreatResult::NoWin => true,
                        ThreatResult::Unknown => panic!("{rule:?} {round}"),
                    }
                };
                let expected: Vec<u16> = empty(&position).into_iter().filter(holds).collect();
                assert_eq!(moves, expected, "{rule:?} {size} {round}");
            }
        }
    }
    assert!(threats > 100 && refutations > 3 * threats, "{refutations} of {threats}");
}

/// A plain search of threats: fours and open threes by the attacker, every move
/// of the defender, and a VCF at the end. A move threatens if the attacker would
/// have a VCF after a pass.
fn wins_by_threats(position: &Gomoku, threats: u32) -> bool {
    if wins_by_fours(position) {
        return true;
    }
    if threats == 0 {
        return false;
    }
    let own = position.colour().index();
    let board = PatternBoard::new(position);
    let must_stop = !five_cells(position, own ^ 1).is_empty();
    empty(position).into_iter().any(|cell| {
        if !must_stop && board.best_pattern(cell, own) < LinePattern::OpenThree {
            return false;
        }
        let next = after(position, cell);
        next.end().is_none()
            && five_cells(&next, own ^ 1).is_empty()
            && threatens_vcf(&next)
            && empty(&next).into_iter().all(|answer| {
                let answered = after(&next, answer);
                match answered.end() {
                    Some(End::Foul(..)) => own == 1,
                    Some(_) => false,
                    None => wins_by_threats(&answered, threats - 1),
                }
            })
    })
}

/// True if the side that is not to move would win by fours.
fn threatens_vcf(position: &Gomoku) -> bool {
    let mut stones = [Vec::new(), Vec::new()];
    for cell in board_cells(position.size()) {
        if let Some(colour) = position.lines().colour_at(cell) {
            stones[colour].push(cell);
        }
    }
    let other = position.colour().index() ^ 1;
    wins_by_fours(&read(position.size(), position.rule(), &stones, other))
}

/// A random position in which the side to move has this many stones, and the
/// opponent three fewer.
fn unequal_position(random: &mut Random, rule: Rule, to_move: usize, stones: usize) -> Gomoku {
    loop {
        let mut cells: Vec<u16> = board_cells(7).collect();
        let mut placed = [Vec::new(), Vec::new()];
        for number in 0..2 * stones - 3 {
            let colour = if number < stones { to_move } else { to_move ^ 1 };
            placed[colour].push(cells.swap_remove(random.below(cells.len())));
        }
        let position = read(7, rule, &placed, to_move);
        if position.end().is_none() && !wins_by_fours(&position) {
            return position;
        }
    }
}

/// Every win of few threats is found, and a position said to hold none has none.
#[test]
fn the_vct_search_agrees_with_a_plain_search_of_threats() {
    let mut verdicts = [0, 0, 0];
    for (number, rule) in RULES.into_iter().enumerate() {
        let mut random = Random::new(number as u64 + 10);
        for round in 0..10 {
            let position = unequal_position(&mut random, rule, round % 2, 5 + round / 2 % 3);
            let mut vct = Vct::default();
            let mut board = PatternBoard::new(&position);
            let found = vct.find(&mut board, &mut budget(3_000_000));
            let won = match found {
                ThreatResult::Won(line) => {
                    assert_wins(&position, line);
                    true
                }
                ThreatResult::NoWin => false,
                ThreatResult::Unknown => panic!("{rule:?} {round}"),
            };
            let expected = wins_by_threats(&position, 2);
            assert!(won || !expected, "{rule:?} {round} misses a win");
            verdicts[usize::from(won) + usize::from(expected)] += 1;
            if won {
                assert_defended(&position, &mut vct, 1, &format!("{rule:?} {round}"));
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > 1), "{verdicts:?}");
}

/// Checks a win against every defence: after the first move of the line each
/// answer must again be a win, for some moves deep.
fn assert_defended(position: &Gomoku, vct: &mut Vct, depth: u32, label: &str) {
    let own = position.colour().index();
    let mut board = PatternBoard::new(position);
    let found = vct.find(&mut board, &mut budget(3_000_000)).win();
    let first = *found.unwrap_or_else(|| panic!("{label}")).first().unwrap();
    let next = after(position, first);
    if depth == 0 || next.end() == Some(End::Five(own)) {
        return;
    }
    assert_eq!(next.end(), None, "{label}");
    for answer in empty(&next) {
        let answered = after(&next, answer);
        match answered.end() {
            Some(End::Foul(..)) if own == 1 => {}
            Some(end) => panic!("{label}: {end:?}"),
            None => assert_defended(&answered, vct, depth - 1, label),
        }
    }
}

#[test]
fn a_win_by_threats_out_of_reach_is_unknown() {
    // Problem 2 of the "five moves to the end" problems of Hiroshi Okabe.
    let position = diagram(
        0,
        "............... ............... ............... ............... ........x......
        .......o....... .......oxo..... ......xo.x..... .......xo...... ...............
        ............... ............... ............... ............... ...............",
    );
    let mut board = PatternBoard::new(&position);
    let mut vct = Vct::default();
    assert_eq!(vct.find(&mut board, &mut budget(20)), ThreatResult::Unknown);
    vct.clear();
    let line = vct.find(&mut board, &mut budget(400_000)).win().unwrap();
    assert!(assert_wins(&position, line) >= 7);
}
