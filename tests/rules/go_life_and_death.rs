//! Life and death of enclosed groups: the shapes known from beginners' books.

use std::collections::{BTreeSet, HashMap};
use std::fs;

use tianyuan::content;
use tianyuan::content::levels::{Goal, Level, read_pack};
use tianyuan::core::{Move, Point, Position};
use tianyuan::games::go::{Intersection, SmallGo, unconditionally_alive};
use tianyuan::games::{AnyPosition, Options, ProofGoal, registry};
use tianyuan::search::{Limits, SearchBudget, StopFlag};

/// A 9×9 position with these rows in its lower left corner and White's stones
/// on all other points but two eyes in the far corner. The enclosed group is
/// Black's.
fn enclosed(rows: &[&str], black_moves: bool) -> AnyPosition {
    let mut lines = Vec::new();
    for rank in (0..9).rev() {
        let (mut line, mut run) = (String::new(), 0);
        for file in 0..10 {
            let row = rows.len().checked_sub(rank + 1).map(|row| rows[row].as_bytes());
            let what = match row.and_then(|row| row.get(file)) {
                Some(&what) => char::from(what),
                None if rank == 8 && (file == 8 || file == 6) => '.',
                None => 'O',
            };
            if what == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                line.push_str(&std::mem::take(&mut run).to_string());
            }
            if file < 9 {
                line.push(what);
            }
        }
        lines.push(line);
    }
    let side = if black_moves { "X" } else { "O" };
    let go = registry::find("go").unwrap();
    let text = format!("{} {side} 0,0", lines.join("/"));
    go.position(&Options::parse("(size: 9)").unwrap(), &text).unwrap()
}

fn claim_moves(position: &AnyPosition, claim: ProofGoal) -> Option<Vec<Move>> {
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    position.prove(&claim, &mut SearchBudget::new(limits, StopFlag::new()))
}

/// The moves with which Black makes the group on `at` live, and those with
/// which White kills it.
fn deciding_moves(rows: &[&str], at: &str) -> [Vec<String>; 2] {
    let point: Point = at.parse().unwrap();
    [(true, ProofGoal::Live(point)), (false, ProofGoal::Kill(point))].map(|(black, claim)| {
        let position = enclosed(rows, black);
        let moves = claim_moves(&position, claim).unwrap_or_else(|| panic!("{rows:?}"));
        moves.into_iter().map(|mv| position.move_text(mv).unwrap()).collect()
    })
}

/// True if a group lives when the other side moves first.
fn is_alive(rows: &[&str], at: &str) -> bool {
    let [live, kill] = deciding_moves(rows, at);
    assert!(!(kill.is_empty() && live.is_empty()), "{rows:?} is a ko for both");
    kill.is_empty() && live.contains(&"pass".to_owned())
}

/// True if a group is dead when it moves first.
fn is_dead(rows: &[&str], at: &str) -> bool {
    let [live, kill] = deciding_moves(rows, at);
    live.is_empty() && kill.contains(&"pass".to_owned())
}

#[test]
fn eye_spaces_with_one_vital_point_live_or_die_by_it() {
    // The names in English are those of any book for beginners.
    let shapes: [(&str, &[&str], &str); 6] = [
        ("straight three", &["XXXXX", "X...X"], "C1"),
        ("bent three", &["XXXX", "X.XX", "X..X"], "B1"),
        ("pyramid four", &["XXXXX", "XX.XX", "X...X"], "C1"),
        ("bulky five", &["XXXXX", "X..XX", "X...X"], "C1"),
        ("crossed five", &["XXXXX", "XX.XX", "X...X", "XX.XX", "XXXXX"], "C3"),
        ("rabbity six", &["XXXXX", "XX.XX", "X...X", "X..XX", "XXXXX"], "C3"),
    ];
    for (name, rows, vital) in shapes {
        let [live, kill] = deciding_moves(rows, "a2");
        assert_eq!(kill, [vital], "{name}");
        assert!(live.contains(&kill[0]) && !live.contains(&"pass".to_owned()), "{name}");
        // The larger shapes may also be made smaller ones that live.
        assert!(live.len() == 1 || name.ends_with("five") || name.ends_with("six"), "{name}");
    }
}

#[test]
fn straight_and_bent_four_live_and_square_four_is_dead() {
    assert!(is_alive(&["XXXXXX", "X....X"], "a2"), "straight four");
    assert!(is_alive(&["XXXXX", "X.XXX", "X...X", "XXXXX"], "a2"), "bent four");
    assert!(is_alive(&["XXXXX", "X..XX", "XX..X", "XXXXX"], "a2"), "zigzag four");
    assert!(is_alive(&["XXXXX", "X...X", "X...X", "XXXXX"], "a2"), "rectangular six");
    assert!(is_dead(&["XXXX", "X..X", "X..X", "XXXX"], "a2"), "square four");
    assert!(is_dead(&["XXX", "..X", "..X"], "c1"), "square four in the corner, the L group");
}

#[test]
fn a_two_point_eye_is_one_eye_and_two_eyes_live() {
    assert!(is_dead(&["XXXX", "X..X"], "a2"));
    assert!(is_alive(&["XXXXX", "X.X.X"], "a2"));
}

#[test]
fn seki_is_alive() {
    // Whoever fills one of the two liberties that are shared is taken.
    let seki = ["XXXXXX", "XOOO.X", "XOOO.X"];
    assert!(is_alive(&seki, "a2"));
}

#[test]
fn a_group_that_depends_on_a_ko_is_neither_alive_nor_dead() {
    // Four points bent in the corner become a ko when White moves first, and
    // so do six with a single liberty outside.
    for rows in [&["XXXX", ".XXX", "...X"][..], &["XXXX.", "...X", "...X"][..]] {
        let [live, kill] = deciding_moves(rows, "d1");
        assert!(kill.is_empty(), "{rows:?} {kill:?}");
        assert!(!live.is_empty() && !live.contains(&"pass".to_owned()), "{rows:?} {live:?}");
    }
}

#[test]
fn the_corner_rectangular_six_lives_with_two_outside_liberties() {
    let [_, kill] = deciding_moves(&["XXXX", "...X", "...X"], "d1");
    assert_eq!(kill, ["B2"], "no liberty");
    let [_, kill] = deciding_moves(&["XXXX.", "...X", "...X"], "d1");
    assert!(kill.is_empty(), "one liberty makes it a ko");
    assert!(is_alive(&["XXXX.", "...X.", "...X"], "d1"), "two liberties");
}

/// The shipped levels of life and death and of capturing races, with the options of their packs.
fn shipped_levels() -> Vec<(Options, Level)> {
    let mut all = Vec::new();
    for name in ["life-and-death.ron", "capturing-races.ron"] {
        let path = content::levels_folder().join("go").join(name);
        let pack = read_pack(name, &fs::read_to_string(path).unwrap()).unwrap();
        all.extend(pack.levels.into_iter().map(|level| (pack.options.clone(), level)));
    }
    all
}

#[test]
fn shipped_levels_have_one_solution_and_refuted_wrong_moves() {
    let go = registry::find("go").unwrap();
    for (options, level) in shipped_levels() {
        let position = go.position(&options, &level.position).unwrap();
        let against = match &level.goal {
            Goal::Live(places) => ProofGoal::Kill(places[0].0),
            Goal::Kill(places) => ProofGoal::Live(places[0].0),
            other => panic!("{}: {other:?}", level.id),
        };
        let after = |text: &str| {
            let mut next = position.clone();
            next.play(position.parse_move(text).unwrap()).unwrap();
            next
        };
        // A captured group cannot be claimed.
        let right = claim_moves(&after(&level.solution[0].text), against);
        assert!(right.is_none_or(|moves| moves.is_empty()), "{}", level.id);
        for wrong in &level.refutations {
            let next = after(&wrong.text);
            let moves = claim_moves(&next, against).unwrap();
            assert!(moves.contains(&next.parse_move(&wrong.reply).unwrap()), "{}", level.id);
        }
        // If nothing were played it would be the other way round.
        assert!(!claim_moves(&after("pass"), against).unwrap().is_empty(), "{}", level.id);
    }
}

/// All first moves with which the claimant succeeds, by retrograde analysis of
/// the whole state space; `None` if that is too large.
fn retrograde_moves(
    start: &SmallGo,
    target: Point,
    lives: bool,
) -> Option<BTreeSet<Option<Point>>> {
    const MOST: usize = 8_000;
    let board = start.go_board();
    let claimant = start.side_to_move();
    let defender = if lives { claimant } else { claimant.other() };
    let target = board.cell(target)?;
    let wall = unconditionally_alive(board, defender.other());
    let mut room = vec![target];
    let mut next = 0;
    while let Some(&cell) = room.get(next) {
        next += 1;
        for near in board.neighbours(cell) {
            let walled = board.at(near) == Intersection::of(defender.other())
                && wall.contains(&board.chain_head(near));
            if board.at(near) != Intersection::Border && !walled && !room.contains(&near) {
                room.push(near);
            }
        }
    }
    // A state is the board, the side to move, and the point that the ko forbids
    // to the claimant.
    let mut states = vec![(*board, true)];
    let mut known = HashMap::new();
    let mut ways: Vec<Vec<(usize, Option<u16>)>> = Vec::new();
    while let Some(&(board, own)) = states.get(ways.len()) {
        let mut found = Vec::new();
        let mover = if own { claimant } else { claimant.other() };
        let over = board.at(target) != Intersection::of(defender);
        let pass = (mover == defender).then_some(None);
        for cell in room.iter().map(|&cell| Some(cell)).chain(pass).filter(|_| !over) {
            let mut after = board;
            match cell {
                Some(cell) => {
                    let empty =
                        board.at(cell) == Intersection::Empty && !board.is_suicide(cell, mover);
                    if !empty || own && board.ko() == Some(cell) {
                        continue;
                    }
                    after.place_stone(cell, mover);
                }
                None => after.clear_ko(),
            }
            let ko = if own { None } else { after.ko() };
            let number = *known.entry((after.hash(), !own, ko)).or_insert_with(|| {
                states.push((after, !own));
                states.len() - 1
            });
            found.push((number, cell));
        }
        ways.push(found);
        if states.len() > MOST {
            return None;
        }
    }
    let mut won = vec![false; states.len()];
    loop {
        let mut changed = false;
        for (n, (board, own)) in states.iter().enumerate().rev() {
            let over = board.at(target) != Intersection::of(defender);
            let wins = match (over, own) {
                (true, _) => !lives,
                (_, true) => ways[n].iter().any(|&(to, _)| won[to]),
                (_, false) => ways[n].iter().all(|&(to, _)| won[to]),
            };
            changed |= wins && !won[n];
            won[n] |= wins;
        }
        if !changed {
            break;
        }
    }
    let right = ways[0].iter().filter(|&&(to, _)| won[to]);
    Some(right.map(|&(_, cell)| cell.map(|cell| board.point(cell))).collect())
}

#[test]
fn the_search_agrees_with_retrograde_analysis() {
    let go = registry::find("go").unwrap();
    let mut compared = 0;
    for (options, level) in shipped_levels() {
        let position = go.position(&options, &level.position).unwrap();
        let (Goal::Live(places) | Goal::Kill(places)) = &level.goal else { continue };
        let (at, lives) = (places[0].0, matches!(level.goal, Goal::Live(_)));
        let start = position.downcast::<SmallGo>().unwrap();
        let Some(listed) = retrograde_moves(start, at, lives) else { continue };
        let claim = if lives { ProofGoal::Live(at) } else { ProofGoal::Kill(at) };
        let found = claim_moves(&position, claim).unwrap();
        let found: BTreeSet<_> = found.into_iter().map(Move::target).collect();
        assert_eq!(found, listed, "{}", level.id);
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn claims_need_an_enclosed_group_of_the_right_side() {
    let go = registry::find("go").unwrap();
    let open =
        go.position(&Options::parse("(size: 9)").unwrap(), "9/9/9/9/4X4/9/9/9/9 X 0,0").unwrap();
    let at: Point = "e5".parse().unwrap();
    assert_eq!(claim_moves(&open, ProofGoal::Live(at)), None);
    let closed = enclosed(&["XXXXX", "X...X"], true);
    assert_eq!(claim_moves(&closed, ProofGoal::Kill("a2".parse().unwrap())), None);
    assert_eq!(claim_moves(&closed, ProofGoal::Live("i1".parse().unwrap())), None);
    assert_eq!(claim_moves(&closed, ProofGoal::Live("c1".parse().unwrap())), None);
    // A small node limit leaves it undecided.
    let limits = Limits { nodes: Some(2), ..Limits::default() };
    let claim = ProofGoal::Live("a2".parse().unwrap());
    assert_eq!(closed.prove(&claim, &mut SearchBudget::new(limits, StopFlag::new())), None);
}
