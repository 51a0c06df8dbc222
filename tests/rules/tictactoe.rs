//! The rules of tic-tac-toe and other m,n,k games against known numbers.

use std::collections::{BTreeSet, HashMap};

use tianyuan::core::{Decision, GameOverReason, Move, Point, Position, Random, Side, perft};
use tianyuan::games::tictactoe::{Cell, DIRECTIONS, Goal, Rules, TicTacToe};
use tianyuan::games::{AnyPosition, Notation};

fn rules(files: u8, ranks: u8, row: u8) -> Rules {
    Rules { files, ranks, row, overline: true, ..Rules::default() }
}

fn read(text: &str, rules: Rules) -> TicTacToe {
    TicTacToe::read(text, rules).unwrap()
}

/// Statistics over all games.
#[derive(Debug, Default, PartialEq)]
struct Games {
    /// Won by X, won by O, drawn.
    results: [u64; 3],
    /// By number of plies.
    lengths: [u64; 10],
}

fn count_games(position: &mut TicTacToe, games: &mut Games) {
    if let Some(outcome) = position.outcome() {
        games.results[outcome.winner.map_or(2, Side::index)] += 1;
        games.lengths[position.marks() as usize] += 1;
        return;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for mv in moves {
        position.play(mv);
        count_games(position, games);
        position.undo(mv, ());
    }
}

// The counts of tic-tac-toe are published many times over, as in Henry
// Bottomley, "How many Tic-Tac-Toe (noughts and crosses) games are possible?"
#[test]
fn tic_tac_toe_holds_255168_games() {
    let mut games = Games::default();
    count_games(&mut TicTacToe::new(Rules::default()), &mut games);
    assert_eq!(games.results, [131_184, 77_904, 46_080]);
    assert_eq!(games.lengths, [0, 0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 127_872]);
    assert_eq!(games.lengths.iter().sum::<u64>(), 255_168);
    assert_eq!(perft(&mut TicTacToe::new(Rules::default()), 9), 255_168);
}

/// The marks of a board of three by three in the smallest of its eight
/// reflections and rotations.
fn smallest(position: &TicTacToe) -> Vec<Option<Side>> {
    let turned = |n: usize| {
        (0..9)
            .map(|index| {
                let (mut file, mut rank) = (index % 3, index / 3);
                if n & 1 != 0 {
                    file = 2 - file;
                }
                if n & 2 != 0 {
                    rank = 2 - rank;
                }
                if n & 4 != 0 {
                    (file, rank) = (rank, file);
                }
                position.at(Cell::new(rank * 3 + file))
            })
            .collect::<Vec<_>>()
    };
    (0..8).map(turned).min().unwrap()
}

#[test]
fn tic_tac_toe_has_5478_positions_and_765_up_to_symmetry() {
    let mut seen: HashMap<u64, TicTacToe> = HashMap::new();
    let mut open = vec![TicTacToe::new(Rules::default())];
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        if let Some(other) = seen.insert(position.key(), position.clone()) {
            assert_eq!(other, position, "two positions have one key");
            continue;
        }
        position.legal_moves(&mut moves);
        for &mv in &moves {
            let mut next = position.clone();
            next.play(mv);
            open.push(next);
        }
    }
    assert_eq!(seen.len(), 5478);
    assert_eq!(seen.values().map(smallest).collect::<BTreeSet<_>>().len(), 765);
    let over: Vec<_> = seen.values().filter(|position| position.outcome().is_some()).collect();
    assert_eq!(over.len(), 958);
    let ending = |winner: Option<Side>| {
        over.iter()
            .filter(|position| position.winner() == winner)
            .map(|position| smallest(position))
            .collect::<BTreeSet<_>>()
            .len()
    };
    let kinds = [Some(Side::First), Some(Side::Second), None].map(ending);
    assert_eq!((kinds, kinds.iter().sum()), ([91, 44, 3], 138));
}

/// The result of best play for the side to move: 1, 0 or -1.
fn value(position: &mut TicTacToe, known: &mut HashMap<u64, i8>) -> i8 {
    if let Some(outcome) = position.outcome() {
        return if outcome.winner.is_some() { -1 } else { 0 };
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut best = -1;
    for mv in moves {
        position.play(mv);
        best = best.max(-value(position, known));
        position.undo(mv, ());
        if best == 1 {
            break;
        }
    }
    known.insert(position.key(), best);
    best
}

#[test]
fn three_in_a_row_is_drawn_on_three_by_three_and_won_on_anything_larger() {
    // Results of m,n,k games: J. W. H. M. Uiterwijk and H. J. van den Herik,
    // "The advantage of the initiative", Information Sciences 122 (2000).
    for (files, ranks, expected) in [(3, 3, 0), (3, 4, 1), (4, 3, 1), (4, 4, 1)] {
        let mut position = TicTacToe::new(rules(files, ranks, 3));
        assert_eq!(value(&mut position, &mut HashMap::new()), expected, "{files} by {ranks}");
    }
}

/// True when `side` has a row, searched along every line of the board.
fn has_row(position: &TicTacToe, side: Side) -> bool {
    let rules = *position.rules();
    let mut found = false;
    for start in (0..rules.cells()).map(Cell::new) {
        for direction in DIRECTIONS {
            let mark = |n: i8| rules.step(start, direction, n).map(|cell| position.at(cell));
            let own = |n: i8| mark(n) == Some(Some(side));
            let length = (0..).take_while(|&n| own(n)).count();
            let exact = length == usize::from(rules.row) && !own(-1);
            found |= exact || (rules.overline && length >= usize::from(rules.row));
        }
    }
    found
}

#[test]
fn random_games_end_with_the_first_row_on_every_board() {
    let mut random = Random::new(3);
    for (files, ranks) in [(3, 3), (3, 19), (19, 3), (4, 5), (7, 6), (9, 9), (19, 19)] {
        for row in 3..=6.min(files.max(ranks)) {
            for overline in [true, false] {
                let rules = Rules { files, ranks, row, overline, ..Rules::default() };
                let mut position = TicTacToe::new(rules);
                let mut moves = Vec::new();
                loop {
                    let rows = Side::BOTH.map(|side| has_row(&position, side));
                    let winner = Side::BOTH.into_iter().find(|side| rows[side.index()]);
                    assert_eq!(position.winner(), winner, "{position:?}");
                    let mover = position.side_to_move().index();
                    assert!(!rows[mover], "only the side that has just moved can have won");
                    position.legal_moves(&mut moves);
                    let Some(&mv) = random.pick(&moves) else { break };
                    position.play(mv);
                }
            }
        }
    }
}

#[test]
fn an_overline_wins_only_under_that_rule() {
    for overline in [true, false] {
        let rules = Rules { files: 9, ranks: 9, row: 4, overline, ..Rules::default() };
        // Two and two marks with a gap between them, in each direction.
        for (df, dr) in DIRECTIONS {
            let (file, rank) = (2, if dr < 0 { 6 } else { 2 });
            let cell = |n: i8| rules.cell((file + df * n) as u8, (rank + dr * n) as u8);
            let mut marks = vec![None; rules.cells()];
            for n in [0, 1, 3, 4] {
                marks[cell(n).index()] = Some(Side::First);
            }
            let mut position = TicTacToe::with_marks(rules, &marks, Side::First).unwrap();
            position.play(cell(2));
            assert_eq!(position.winner().is_some(), overline);
            // A row of exactly four wins under both.
            marks[cell(4).index()] = None;
            let mut position = TicTacToe::with_marks(rules, &marks, Side::First).unwrap();
            position.play(cell(2));
            assert_eq!(position.winner(), Some(Side::First));
            assert_eq!(position.outcome().unwrap().reason, GameOverReason::Row);
        }
    }
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let position = read("XOX/XOO/OXX O", Rules::default());
    let outcome = position.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason, outcome.score),
        (None, GameOverReason::BoardFull, None)
    );
}

#[test]
fn every_refusal_says_why() {
    let at = |text: &str| Move::Place(text.parse().unwrap());
    let begin = AnyPosition::new(read("---/-X-/--- O", Rules::default()));
    let over = AnyPosition::new(read("XXX/OO-/--- O", Rules::default()));
    let travel = Move::FromTo { from: Point::new(1, 1), to: Point::new(0, 0), promotion: None };
    let cases = [
        (&begin, at("b2"), "tictactoe-occupied", "There is a mark here already."),
        (&begin, at("d1"), "tictactoe-off-board", "That is not a square of this board."),
        (
            &begin,
            Move::Place(Point::new(255, 255)),
            "tictactoe-off-board",
            "That is not a square of this board.",
        ),
        (&begin, Move::Pass, "tictactoe-pass", "You cannot pass: put a mark."),
        (&begin, travel, "tictactoe-unreadable-move", "Tic-tac-toe has no such move."),
        (
            &begin,
            Move::Decide(Decision::Swap),
            "tictactoe-unreadable-move",
            "Tic-tac-toe has no such move.",
        ),
        (&over, at("a1"), "tictactoe-over", "The game is over."),
    ];
    for (position, mv, id, text) in cases {
        let refusal = position.check(mv).unwrap_err();
        assert_eq!((refusal.id, refusal.text.as_str()), (id, text), "{mv:?}");
    }
    let refusal = begin.parse_move("hello").unwrap_err();
    assert_eq!(refusal.text, "\"hello\" is not a move: expected a square like b2.");
    assert_eq!(begin.parse_move(" A1 "), Ok(at("a1")));
}

#[test]
fn a_position_is_written_from_the_top_row_down() {
    let mut position = TicTacToe::new(rules(4, 3, 3));
    for text in ["a1", "d3", "b1"] {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
    assert_eq!(position.text(), "---O/----/XX-- O");
    let spelt = read("...o/..../xx.. o", rules(4, 3, 3));
    assert_eq!(spelt, position);
    assert_eq!(spelt.key(), position.key());
}

#[test]
fn a_wrong_position_says_what_is_wrong() {
    let cases = [
        ("", "expected 3 rows of 3 squares, a space and X or O to move"),
        ("---/---/---", "expected 3 rows of 3 squares, a space and X or O to move"),
        ("---/---/--- X X", "expected 3 rows of 3 squares, a space and X or O to move"),
        ("---/---/--- Z", "the side to move must be X or O"),
        ("---/--- X", "expected 3 rows parted by \"/\", found 2"),
        ("---/----/--- X", "row 2 has 4 squares; expected 3"),
        ("---/-?-/--- X", "b2 holds \"?\"; expected X, O or -"),
        ("XXX/OOO/--- X", "both sides have 3 in a row; only one may"),
    ];
    for (text, reason) in cases {
        let error = TicTacToe::read(text, Rules::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("not a position: {reason}"));
    }
}

#[test]
fn rules_marks_and_side_to_move_change_the_key() {
    let mut keys: Vec<_> = [(3, 3, 3), (3, 4, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4)]
        .into_iter()
        .map(|(files, ranks, row)| TicTacToe::new(rules(files, ranks, row)).key())
        .collect();
    keys.push(TicTacToe::new(Rules { overline: false, ..Rules::default() }).key());
    for text in ["---/-X-/--- O", "---/-X-/--- X", "---/-O-/--- X", "X--/---/--- O"] {
        keys.push(read(text, Rules::default()).key());
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

/// The squares of every whole row, column and corner diagonal, by plain
/// coordinates.
fn whole_lines(files: usize, ranks: usize) -> Vec<Vec<(usize, usize)>> {
    let mut lines: Vec<Vec<_>> =
        (0..ranks).map(|rank| (0..files).map(|file| (file, rank)).collect()).collect();
    lines.extend((0..files).map(|file| (0..ranks).map(|rank| (file, rank)).collect()));
    lines.extend(diagonals(files, ranks));
    lines
}

fn diagonals(files: usize, ranks: usize) -> Vec<Vec<(usize, usize)>> {
    if files != ranks {
        return Vec::new();
    }
    let (up, down) = ((0..files).map(|n| (n, n)), (0..files).map(|n| (n, files - 1 - n)));
    vec![up.collect(), down.collect()]
}

/// A second, plain form of the rules: marks in a grid, the goal looked for on
/// the whole board.
struct Reference {
    goal: Goal,
    row: usize,
    grid: Vec<Vec<Option<usize>>>,
    to_move: usize,
}

impl Reference {
    fn of(rules: &Rules, first: Side) -> Reference {
        let grid = vec![vec![None; usize::from(rules.files)]; usize::from(rules.ranks)];
        Reference { goal: rules.goal, row: rules.row.into(), grid, to_move: first.index() }
    }

    fn has_won(&self, side: usize) -> bool {
        let (ranks, files) = (self.grid.len(), self.grid[0].len());
        let filled = |line: &Vec<(usize, usize)>| {
            line.iter().all(|&(file, rank)| self.grid[rank][file] == Some(side))
        };
        match self.goal {
            Goal::Row => (0..ranks * files).any(|at| {
                let (file, rank) = ((at % files) as isize, (at / files) as isize);
                [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(df, dr)| {
                    (0..self.row as isize).all(|n| {
                        let (f, r) = (file + df * n, rank + dr * n);
                        let inside = f >= 0 && r >= 0;
                        let row = self.grid.get(if inside { r as usize } else { usize::MAX });
                        row.and_then(|row| row.get(f as usize)) == Some(&Some(side))
                    })
                })
            }),
            Goal::Line => whole_lines(files, ranks).iter().any(filled),
            Goal::Diagonals => diagonals(files, ranks).iter().all(filled),
        }
    }

    fn perft(&mut self, depth: u32) -> u64 {
        // A game that is over sooner is one leaf.
        let is_full = self.grid.iter().flatten().all(Option::is_some);
        if depth == 0 || is_full || self.has_won(0) || self.has_won(1) {
            return 1;
        }
        let mut nodes = 0;
        for rank in 0..self.grid.len() {
            for file in 0..self.grid[0].len() {
                if self.grid[rank][file].is_none() {
                    self.grid[rank][file] = Some(self.to_move);
                    self.to_move = 1 - self.to_move;
                    nodes += self.perft(depth - 1);
                    self.to_move = 1 - self.to_move;
                    self.grid[rank][file] = None;
                }
            }
        }
        nodes
    }
}

#[test]
fn perft_of_every_goal_equals_that_of_a_plain_reference() {
    for (goal, files, ranks, depth) in [
        (Goal::Row, 3, 3, 7),
        (Goal::Line, 3, 3, 7),
        (Goal::Diagonals, 3, 3, 7),
        (Goal::Line, 3, 4, 6),
        (Goal::Line, 4, 3, 6),
        (Goal::Line, 4, 4, 4),
        (Goal::Diagonals, 4, 4, 4),
    ] {
        let rules = Rules { files, ranks, goal, ..Rules::default() };
        for first in Side::BOTH {
            let expected = Reference::of(&rules, first).perft(depth);
            let found = perft(&mut TicTacToe::begun_by(rules, first), depth);
            assert_eq!(found, expected, "{rules:?}, {first:?} first");
        }
    }
}

#[test]
fn nine_plies_of_three_by_three_tell_the_goals_apart() {
    let games = |goal| {
        let rules = Rules { goal, ..Rules::default() };
        perft(&mut TicTacToe::new(rules), 9)
    };
    assert_eq!(games(Goal::Line), games(Goal::Row));
    // Both diagonals take five marks: only the ninth ply, by the first side,
    // can complete them, and that is a game of nine plies like all others.
    assert_eq!(games(Goal::Diagonals), (1..=9).product::<u64>());
}

#[test]
fn random_games_reach_each_goal_as_the_reference_says() {
    let mut random = Random::new(11);
    for goal in Goal::ALL {
        for (files, ranks) in [(3, 3), (4, 4), (5, 5), (9, 9), (3, 5), (9, 4)] {
            if goal == Goal::Diagonals && files != ranks {
                continue;
            }
            for game in 0..20 {
                let rules = Rules { files, ranks, goal, ..Rules::default() };
                let first = Side::BOTH[game % 2];
                let mut position = TicTacToe::begun_by(rules, first);
                let mut reference = Reference::of(&rules, first);
                let mut moves = Vec::new();
                loop {
                    let won = Side::BOTH.into_iter().find(|side| reference.has_won(side.index()));
                    assert_eq!(position.winner(), won, "{position:?}");
                    assert_eq!(position.side_to_move().index(), reference.to_move);
                    position.legal_moves(&mut moves);
                    // Lines of one side fill up sooner if the other keeps to the edge.
                    let Some(&mv) = random.pick(&moves) else { break };
                    let (file, rank) = rules.file_and_rank(mv);
                    reference.grid[usize::from(rank)][usize::from(file)] = Some(reference.to_move);
                    reference.to_move = 1 - reference.to_move;
                    position.play(mv);
                }
            }
        }
    }
}

#[test]
fn every_board_is_won_by_each_whole_line_and_by_both_diagonals_only_together() {
    for side in 3..=9_u8 {
        let count = usize::from(side);
        let fill = |goal, squares: &[(usize, usize)]| {
            let rules = Rules { files: side, ranks: side, goal, ..Rules::default() };
            let mut marks = vec![None; rules.cells()];
            for &(file, rank) in squares {
                marks[rank * count + file] = Some(Side::Second);
            }
            TicTacToe::with_marks(rules, &marks, Side::First).unwrap()
        };
        for line in whole_lines(count, count) {
            let won = fill(Goal::Line, &line);
            let outcome = won.outcome().unwrap();
            assert_eq!(outcome.winner, Some(Side::Second));
            assert_eq!(outcome.reason, GameOverReason::FullLine);
            let [from, to] = won.winning_lines(Side::Second).first().copied().unwrap();
            let ends = [line[0], line[count - 1]].map(|(file, rank)| rank * count + file);
            assert_eq!([from.index(), to.index()], ends);
            assert_eq!(fill(Goal::Line, &line[1..]).outcome(), None);
            assert_eq!(fill(Goal::Diagonals, &line).outcome(), None);
        }
        let both = diagonals(count, count).concat();
        let won = fill(Goal::Diagonals, &both);
        assert_eq!(won.outcome().unwrap().reason, GameOverReason::BothDiagonals);
        assert_eq!(won.winning_lines(Side::Second).len(), 2);
        assert!(won.winning_lines(Side::First).is_empty());
    }
}

/// The result under best play for the side that moves first, searched to the
/// end.
const SOLVED: [(u8, u8, Goal, u8, i8); 6] = [
    (3, 3, Goal::Row, 3, 0),
    (3, 3, Goal::Line, 3, 0),
    (3, 3, Goal::Diagonals, 3, 0),
    (3, 4, Goal::Row, 3, 1),
    (3, 4, Goal::Line, 3, 0),
    (4, 3, Goal::Line, 3, 0),
];

#[test]
fn the_results_of_the_smallest_boards_are_those_that_the_pages_tell() {
    for (files, ranks, goal, row, expected) in SOLVED {
        let rules = Rules { files, ranks, goal, row, overline: true };
        for first in Side::BOTH {
            let mut position = TicTacToe::begun_by(rules, first);
            assert_eq!(value(&mut position, &mut HashMap::new()), expected, "{rules:?}");
        }
    }
}

/// Gives each line two squares that no other line is given, if it can be done:
/// bipartite matching by augmenting paths.
fn pairing(lines: &[Vec<(usize, usize)>]) -> bool {
    fn place(
        half: usize,
        lines: &[Vec<(usize, usize)>],
        owner: &mut HashMap<(usize, usize), usize>,
        seen: &mut BTreeSet<(usize, usize)>,
    ) -> bool {
        for &square in &lines[half / 2] {
            if !seen.insert(square) {
                continue;
            }
            let held = owner.get(&square).copied();
            if held.is_none_or(|other| place(other, lines, owner, seen)) {
                owner.insert(square, half);
                return true;
            }
        }
        false
    }
    let mut owner = HashMap::new();
    (0..2 * lines.len()).all(|half| place(half, lines, &mut owner, &mut BTreeSet::new()))
}

#[test]
fn a_pairing_draws_the_full_line_from_five_by_five_on_but_not_on_smaller_boards() {
    // A. W. Hales and R. I. Jewett, "Regularity and positional games" (1963):
    // a side that holds one square of each pair is never beaten.
    for side in 3..=9 {
        assert_eq!(pairing(&whole_lines(side, side)), side >= 5, "{side}");
    }
}

#[test]
fn one_mark_on_a_diagonal_holds_the_draw_when_both_must_be_filled() {
    let mut random = Random::new(23);
    for side in 3..=9_u8 {
        let rules = Rules { files: side, ranks: side, goal: Goal::Diagonals, ..Rules::default() };
        let on_diagonal = |cell: &Cell| {
            let (file, rank) = rules.file_and_rank(*cell);
            file == rank || file + rank == side - 1
        };
        for holder in Side::BOTH {
            for _ in 0..30 {
                let mut position = TicTacToe::new(rules);
                let mut moves = Vec::new();
                while position.outcome().is_none() {
                    position.legal_moves(&mut moves);
                    let holds = position.side_to_move() == holder;
                    let wanted = moves.iter().copied().find(|cell| holds && on_diagonal(cell));
                    position.play(wanted.unwrap_or_else(|| *random.pick(&moves).unwrap()));
                }
                assert_ne!(position.winner(), Some(holder.other()));
            }
        }
    }
}
