//! The rules of Reversi against published numbers and a reference implementation.

use tianyuan::core::{Decision, GameOverReason, Move, Outcome, Point, Points, Random, Side};
use tianyuan::games::{AnyPosition, Options, registry};

/// Perft numbers: each line begins with the depth and the count in which a pass is a ply and
/// finished games count at all greater depths.
const PERFT: &str = include_str!("../fixtures/reversi_perft.txt");

const SIZES: [u8; 7] = [4, 6, 8, 10, 12, 14, 16];

fn options(text: &str) -> Options {
    Options::parse(text).unwrap()
}

fn start(text: &str) -> AnyPosition {
    registry::find("reversi").unwrap().start(&options(text)).unwrap()
}

/// A board whose first rows are given; the rest is empty.
fn rows(size: usize, rows: &[&str], side: &str, scoring: &str) -> AnyPosition {
    let cells = format!("{:-<1$}", rows.concat(), size * size);
    let options = options(&format!("(size: {size}, scoring: \"{scoring}\")"));
    let game = registry::find("reversi").unwrap();
    game.position(&options, &format!("{cells} {side}")).unwrap()
}

fn at(text: &str) -> Move {
    Move::Place(text.parse().unwrap())
}

fn play_all(position: &mut AnyPosition, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap();
        position.play(mv).unwrap();
    }
}

/// Reference implementation of the rules, square by square.
#[derive(Clone)]
struct Plain {
    size: i32,
    cells: Vec<Option<Side>>,
    side: Side,
}

impl Plain {
    fn of(position: &AnyPosition) -> Plain {
        let board = position.board();
        let cells = (0..board.ranks)
            .flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)))
            .map(|at| position.piece_at(at).map(|piece| piece.side))
            .collect();
        Plain { size: i32::from(board.files), cells, side: position.side_to_move() }
    }

    fn cell(&self, file: i32, rank: i32) -> Option<Side> {
        let inside = (0..self.size).contains(&file) && (0..self.size).contains(&rank);
        inside.then(|| self.cells[(rank * self.size + file) as usize]).flatten()
    }

    fn flips(&self, at: Point, side: Side) -> Vec<usize> {
        let (file, rank) = (i32::from(at.file), i32::from(at.rank));
        let mut flipped = Vec::new();
        if self.cell(file, rank).is_some() {
            return flipped;
        }
        for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let mut steps = 1;
            while self.cell(file + df * steps, rank + dr * steps) == Some(side.other()) {
                steps += 1;
            }
            if self.cell(file + df * steps, rank + dr * steps) == Some(side) {
                let index = |n: i32| ((rank + dr * n) * self.size + file + df * n) as usize;
                flipped.extend((1..steps).map(index));
            }
        }
        flipped
    }

    fn places(&self, side: Side) -> Vec<Move> {
        let size = self.size as u8;
        (0..size)
            .flat_map(|rank| (0..size).map(move |file| Point::new(file, rank)))
            .filter(|&at| !self.flips(at, side).is_empty())
            .map(Move::Place)
            .collect()
    }

    fn legal_moves(&self) -> Vec<Move> {
        let places = self.places(self.side);
        if places.is_empty() && !self.places(self.side.other()).is_empty() {
            return vec![Move::Pass];
        }
        places
    }

    fn play(&mut self, mv: Move) {
        if let Move::Place(at) = mv {
            let own = usize::from(at.rank) * self.size as usize + usize::from(at.file);
            for index in self.flips(at, self.side).into_iter().chain([own]) {
                self.cells[index] = Some(self.side);
            }
        }
        self.side = self.side.other();
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal_moves();
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        let after = |mv| {
            let mut next = self.clone();
            next.play(mv);
            next.perft(depth - 1)
        };
        moves.into_iter().map(after).sum()
    }

    fn text(&self) -> String {
        let name = |side| if side == Side::First { 'X' } else { 'O' };
        let cells: String = self.cells.iter().map(|cell| cell.map_or('-', name)).collect();
        format!("{cells} {}", name(self.side))
    }

    fn winner(&self) -> Option<Side> {
        let discs = |side| self.cells.iter().filter(|&&cell| cell == Some(side)).count();
        match discs(Side::First).cmp(&discs(Side::Second)) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

#[test]
fn perft_agrees_with_published_numbers() {
    let position = start("()");
    let mut deepest = 0;
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> =
            line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let (depth, expected) = (numbers[0] as u32, numbers[1]);
        if depth <= 9 {
            assert_eq!(position.perft(depth), expected, "depth {depth}");
            deepest = deepest.max(depth);
        }
    }
    assert_eq!(deepest, 9);
}

#[test]
fn a_board_of_four_holds_60060_games_and_black_loses_by_eight() {
    // Known results: 60,060 games from the crosswise start, and White wins 11-3 with best play.
    assert_eq!(start("(size: 4)").perft(20), 60_060);
    fn best(position: &AnyPosition) -> i32 {
        let side = position.side_to_move().index();
        let after = |mv| {
            let mut next = position.clone();
            next.play(mv).unwrap();
            -best(&next)
        };
        position.legal_moves().into_iter().map(after).max().unwrap_or_else(|| {
            let discs = position.counts().unwrap().map(|count| count as i32);
            discs[side] - discs[1 - side]
        })
    }
    assert_eq!(best(&start("(size: 4)")), 3 - 11);
}

#[test]
fn perft_of_all_boards_and_starts_agrees_with_the_reference_rules() {
    for size in SIZES {
        for words in ["crosswise", "parallel"] {
            let position = start(&format!("(size: {size}, start: \"{words}\")"));
            let plain = Plain::of(&position);
            for depth in 1..=4 {
                assert_eq!(position.perft(depth), plain.perft(depth), "{words} {size} {depth}");
            }
        }
    }
}

#[test]
fn random_games_agree_with_the_reference_rules() {
    let mut random = Random::new(1);
    let mut passes = 0;
    for size in SIZES {
        for words in ["crosswise", "parallel"] {
            for _ in 0..6 {
                let mut position = start(&format!("(size: {size}, start: \"{words}\")"));
                let mut plain = Plain::of(&position);
                loop {
                    assert_eq!(position.text(), plain.text());
                    assert_eq!(position.side_to_move(), plain.side);
                    let moves = position.legal_moves();
                    assert_eq!(moves, plain.legal_moves());
                    let Some(&mv) = random.pick(&moves) else { break };
                    passes += u32::from(mv == Move::Pass);
                    position.play(mv).unwrap();
                    plain.play(mv);
                }
                assert_eq!(position.outcome().unwrap().winner, plain.winner());
            }
        }
    }
    assert!(passes > 0, "no game had a pass, so passes were not compared");
}

#[test]
fn the_four_discs_lie_in_the_middle_crosswise_or_parallel() {
    assert_eq!(start("(size: 4)").text(), "-----OX--XO----- X");
    assert_eq!(start("(size: 4, start: \"parallel\")").text(), "-----OO--XX----- X");
    // The standard start has White on d4 and e5, Black on d5 and e4.
    let standard = start("()");
    let side = |text: &str| standard.piece_at(text.parse().unwrap()).map(|piece| piece.side);
    assert_eq!([side("d4"), side("e5")], [Some(Side::Second); 2]);
    assert_eq!([side("d5"), side("e4")], [Some(Side::First); 2]);
    assert_eq!(standard.side_to_move(), Side::First);
    let moves = standard.legal_moves();
    assert_eq!(moves, ["d3", "c4", "f5", "e6"].map(at));
    for size in SIZES {
        assert_eq!(start(&format!("(size: {size})")).counts(), Some([2, 2]));
    }
}

/// Winner, reason and half points of a finished game.
fn ending(position: &AnyPosition) -> (Option<Side>, GameOverReason, [i32; 2]) {
    let Outcome { winner, reason, score } = position.outcome().unwrap();
    (winner, reason, score.unwrap().map(Points::as_halves))
}

#[test]
fn a_side_without_discs_has_lost_and_each_scoring_counts_its_own_way() {
    // The shortest possible game: nine plies, thirteen black discs.
    let shortest = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    for (scoring, score) in [("winner", [128, 0]), ("plain", [26, 0]), ("split", [77, 51])] {
        let mut position = start(&format!("(scoring: \"{scoring}\")"));
        play_all(&mut position, shortest);
        assert_eq!(ending(&position), (Some(Side::First), GameOverReason::WipedOut, score));
        assert_eq!(position.counts(), Some([13, 0]));
        assert_eq!(position.legal_moves(), []);
    }
}

#[test]
fn the_game_ends_when_neither_side_can_move() {
    let apart = ["XX--", "----", "----", "---O"];
    for (scoring, score) in [("winner", [30, 2]), ("plain", [4, 2]), ("split", [17, 15])] {
        let position = rows(4, &apart, "X", scoring);
        assert_eq!(ending(&position), (Some(Side::First), GameOverReason::NoMoves, score));
    }
}

#[test]
fn a_full_board_ends_the_game() {
    let position = rows(4, &["OOOO", "OOOO", "XXXX", "XXXO"], "X", "winner");
    assert_eq!(ending(&position), (Some(Side::Second), GameOverReason::BoardFull, [14, 18]));
}

#[test]
fn a_draw_shares_the_empty_squares_unless_only_discs_count() {
    let even = ["X---", "----", "----", "---O"];
    for (scoring, score) in [("winner", [16, 16]), ("plain", [2, 2]), ("split", [16, 16])] {
        assert_eq!(ending(&rows(4, &even, "X", scoring)), (None, GameOverReason::NoMoves, score));
    }
}

#[test]
fn a_side_without_a_move_must_pass() {
    let mut position = rows(8, &["XO------"], "O", "winner");
    assert_eq!(position.legal_moves(), [Move::Pass]);
    for text in ["pass", "PASS", "pa", "Ps", "--", " pass "] {
        assert_eq!(position.parse_move(text), Ok(Move::Pass), "{text}");
    }
    assert_eq!(position.move_text(Move::Pass).unwrap(), "pass");
    position.play(Move::Pass).unwrap();
    assert_eq!(position.side_to_move(), Side::First);
    assert_eq!(position.legal_moves(), [at("c1")]);
}

#[test]
fn every_illegal_move_has_a_reason() {
    let begin = start("()");
    let stuck = rows(8, &["XO------"], "O", "winner");
    let over = rows(4, &["X---", "----", "----", "---O"], "X", "winner");
    let swap = Move::Decide(Decision::Swap);
    let travel = Move::FromTo { from: Point::new(3, 3), to: Point::new(3, 4), promotion: None };
    let cases = [
        (&begin, at("d4"), "reversi-occupied", "There is a disc already."),
        (&begin, at("a1"), "reversi-flips-nothing", "You cannot play here: it flips nothing."),
        (&begin, at("i1"), "reversi-off-board", "That is not a square of this board."),
        (&begin, at("a9"), "reversi-off-board", "That is not a square of this board."),
        (
            &begin,
            Move::Place(Point::new(255, 255)),
            "reversi-off-board",
            "That is not a square of this board.",
        ),
        (&begin, Move::Pass, "reversi-pass-not-allowed", "You can move, so you cannot pass."),
        (&begin, swap, "reversi-unreadable-move", "Reversi has no such move."),
        (&begin, travel, "reversi-unreadable-move", "Reversi has no such move."),
        (&stuck, at("c1"), "reversi-must-pass", "You must pass."),
        (&stuck, at("a1"), "reversi-occupied", "There is a disc already."),
        (&over, at("b1"), "reversi-over", "The game is over."),
        (&over, Move::Pass, "reversi-over", "The game is over."),
    ];
    for (position, mv, id, text) in cases {
        let refusal = position.check(mv).unwrap_err();
        assert_eq!((refusal.id, refusal.text.as_str()), (id, text), "{mv:?}");
    }
}

#[test]
fn a_move_is_read_in_either_case_and_other_text_is_refused() {
    let position = start("()");
    assert_eq!(position.parse_move("F5"), Ok(at("f5")));
    assert_eq!(position.parse_move(" f5\n"), Ok(at("f5")));
    assert_eq!(start("(size: 16)").move_text(at("h7")).unwrap(), "h7");
    for text in ["", "f", "5f", "f55", "é5", "pass5", "f5 d6"] {
        assert_eq!(position.parse_move(text).unwrap_err().id, "reversi-unreadable-move");
    }
    let refusal = position.parse_move("hello").unwrap_err();
    assert_eq!(refusal.text, "\"hello\" is not a move: expected a square like f5, or pass.");
}

#[test]
fn a_position_is_read_in_the_common_spellings() {
    let game = registry::find("reversi").unwrap();
    let four = options("(size: 4)");
    let written = game.position(&four, "-----OX--XO----- X").unwrap();
    assert_eq!(written.key(), start("(size: 4)").key());
    for text in ["-----ox--xo----- x", ".....O*..*O..... *"] {
        assert_eq!(game.position(&four, text).unwrap().key(), written.key());
    }
}

#[test]
fn an_invalid_position_is_explained() {
    let game = registry::find("reversi").unwrap();
    let cases = [
        ("", "expected 16 squares, a space and X or O to move"),
        ("-----OX--XO-----", "expected 16 squares, a space and X or O to move"),
        ("-----OX--XO---- X", "expected 16 squares, found 15"),
        ("-----OX--XO------ X", "expected 16 squares, found 17"),
        ("-----OX--XO----- Z", "the side to move must be X (Black) or O (White)"),
        ("-----OX--XO--?-- X", "square 14 holds \"?\"; expected X, O or -"),
        ("-----OX--XO----- X X", "expected 16 squares, a space and X or O to move"),
    ];
    for (text, reason) in cases {
        let error = game.position(&options("(size: 4)"), text).unwrap_err();
        assert_eq!(error.to_string(), format!("not a position: {reason}"));
    }
}

#[test]
fn the_key_depends_on_everything_that_affects_play() {
    let keys = [
        "(size: 8)",
        "(size: 6)",
        "(size: 16)",
        "(start: \"parallel\")",
        "(scoring: \"plain\")",
        "(scoring: \"split\")",
    ]
    .map(|text| start(text).key());
    let turn = rows(8, &["XO------"], "X", "winner").key();
    let other_turn = rows(8, &["XO------"], "O", "winner").key();
    let colours = rows(8, &["OX------"], "O", "winner").key();
    let mut all = keys.to_vec();
    all.extend([turn, other_turn, colours]);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 9);
}
