//! Rules of chess against published perft counts and the FIDE laws, and its
//! notations.

use tianyuan::core::{
    Decision, GameOverReason, Move, Outcome, Point, Position, Random, Side, perft,
};
use tianyuan::games::Notation;
use tianyuan::games::chess::Chess;

use crate::chess_positions::{START, after, play, read, refused};

fn can(position: &Chess, text: &str) -> bool {
    position.parse_move(text).is_ok()
}

fn ended(position: &Chess) -> Option<(GameOverReason, Option<Side>)> {
    position.outcome().map(|Outcome { winner, reason, .. }| (reason, winner))
}

/// Perft counts of the Chess Programming Wiki, "Perft Results" and "Chess960
/// Perft Results", to depths that take a few seconds at most.
const COUNTS: &[(&str, &[u64])] = &[
    (START, &[20, 400, 8902, 197_281, 4_865_609, 119_060_324]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97_862, 4_085_603, 193_690_690],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2812, 43_238, 674_624, 11_030_083, 178_633_661],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890, 3_894_594, 164_075_551],
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672, 8_146_062],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[21, 807, 18_002, 667_366, 16_253_601],
    ),
];

#[test]
fn move_sequences_are_as_many_as_published() {
    for (text, counts) in COUNTS {
        let mut position = read(text);
        let before = position.clone();
        for (depth, &expected) in (1..).zip(*counts) {
            assert_eq!(position.bulk_perft(depth), expected, "{text} to depth {depth}");
        }
        assert_eq!(position, before);
    }
}

#[test]
fn perft_counts_the_moves_of_the_pieces_alone() {
    // A draw may be claimed here, and from the next move on.
    let text = "k7/8/8/8/8/8/8/K6R w - - 100 90";
    let mut position = read(text);
    assert!(can(&position, "draw"));
    assert_eq!(position.bulk_perft(1), 16);
    assert_eq!([1, 2].map(|depth| perft(&mut position, depth)), [16, 43]);
    // Counts of Martin Sedlak's perft tests, in which bare kings are reached.
    let bare = [
        ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217),
        ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ];
    for (text, depth, expected) in bare {
        assert_eq!(read(text).bulk_perft(depth), expected, "{text}");
    }
}

#[test]
fn games_end_by_mate_and_stalemate() {
    // The fool's mate, and a shortest stalemate (Sam Loyd, 1866).
    let mate = after(START, "f3 e5 g4 Qh4#");
    assert_eq!(ended(&mate), Some((GameOverReason::Checkmate, Some(Side::Second))));
    let stalemate = after(
        START,
        "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6",
    );
    assert_eq!(ended(&stalemate), Some((GameOverReason::Stalemate, None)));
    for finished in [mate, stalemate] {
        assert_eq!(refused(&finished, "e4"), "chess-over");
        assert_eq!(refused(&finished, "draw"), "chess-over");
    }
}

#[test]
fn moves_are_written_in_uci_on_asking() {
    let uci = |text: &str, mv: &str| {
        let position = read(text);
        position.move_text_in("uci", position.parse_move(mv).unwrap())
    };
    assert_eq!(read(START).notations(), ["uci", "figurine"]);
    assert_eq!(uci(START, "Nf3"), "g1f3");
    assert_eq!(uci("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=N"), "a7a8n");
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!([uci(castle, "O-O"), uci(castle, "O-O-O")], ["e1g1", "e1c1"]);
    let shuffled = "rk3r2/pppppppp/8/8/8/8/PPPPPPPP/RK3R2 w FAfa - 0 1";
    assert_eq!([uci(shuffled, "O-O"), uci(shuffled, "O-O-O")], ["b1f1", "b1a1"]);
    let start = read(START);
    let mv = start.parse_move("e4").unwrap();
    assert_eq!(start.move_text_in("san", mv), "e4");
}

#[test]
fn figurines_take_the_place_of_letters_of_pieces_only() {
    let figurine = |text: &str, mv: &str| {
        let position = read(text);
        position.move_text_in("figurine", position.parse_move(mv).unwrap())
    };
    assert_eq!([figurine(START, "Nf3"), figurine(START, "e4")], ["♘f3", "e4"]);
    assert_eq!(figurine("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=N"), "a8=♘");
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!([figurine(castle, "O-O"), figurine(castle, "Rxa8+")], ["O-O", "♖xa8+"]);
}

#[test]
fn castling_is_given_by_the_king_or_the_rook() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let position = read(text);
    let short = position.parse_move("O-O").unwrap();
    for same in ["0-0", "o-o", "e1g1", "e1h1"] {
        assert_eq!(position.parse_move(same), Ok(short), "{same}");
    }
    let e1 = Point::new(4, 0);
    let expected = Move::FromTo { from: e1, to: Point::new(7, 0), promotion: None };
    assert_eq!(position.to_move(short), expected);
    let by_king = Move::FromTo { from: e1, to: Point::new(6, 0), promotion: None };
    assert_eq!(position.from_move(by_king), Ok(short));
    assert_eq!(after(text, "O-O O-O-O").fen(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    assert_eq!(after(text, "O-O-O").fen(), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
}

#[test]
fn illegal_castling_names_the_rule() {
    let cases = [
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "chess-castling-lost"),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "chess-castling-in-check"),
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "chess-castling-attacked"),
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "chess-castling-attacked"),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "chess-castling-blocked"),
    ];
    for (text, id) in cases {
        let position = read(text);
        assert_eq!(refused(&position, "O-O"), id, "{text}");
        assert_eq!(refused(&position, "e1g1"), id, "{text}");
        assert_eq!(refused(&position, "e1h1"), id, "{text}");
    }
    // The rook may pass an attacked square, and may itself be attacked.
    assert!(can(&read("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1"), "O-O-O"));
    assert!(can(&read("4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1"), "O-O"));
}

#[test]
fn chess960_castling_ends_on_the_usual_squares() {
    // King on b1, rooks on a1 and f1.
    let text = "rk3r2/pppppppp/8/8/8/8/PPPPPPPP/RK3R2 w FAfa - 0 1";
    assert_eq!(after(text, "O-O").fen(), "rk3r2/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b fa - 1 1");
    assert_eq!(after(text, "O-O-O").fen(), "rk3r2/pppppppp/8/8/8/8/PPPPPPPP/2KR1R2 b fa - 1 1");
    // A king move to an adjacent empty square is not castling.
    let adjacent = read("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = adjacent.parse_move("f1g1").unwrap();
    assert_eq!(adjacent.move_text(step), "Kg1");
    assert_eq!(adjacent.move_text(adjacent.parse_move("f1h1").unwrap()), "O-O");
}

#[test]
fn the_starting_positions_of_chess960_have_the_numbers_of_scharnagl() {
    // 518 is chess; 0 and 959 from the table of Reinhard Scharnagl.
    for (number, rank) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB")] {
        let fen = Chess::start(number).fen();
        assert!(fen.contains(&format!("/{rank} w ")), "{number}: {fen}");
        assert_eq!(Chess::parse(&fen).unwrap(), Chess::start(number));
    }
    assert_eq!(Chess::start(518).fen(), START);
}

#[test]
fn en_passant_is_legal_only_at_once() {
    let mut position = after(START, "e4 a6 e5 d5");
    assert!(position.fen().ends_with(" w KQkq d6 0 3"), "{}", position.fen());
    assert_eq!(position.move_text(position.parse_move("e5d6").unwrap()), "exd6");
    play(&mut position, "h3 h6");
    assert_eq!(refused(&position, "exd6"), "chess-nothing-to-take");
    // Both pawns would leave the rank between king and rook.
    let both = after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4");
    assert_eq!(refused(&both, "dxe3"), "chess-exposes-king");
    assert!(both.fen().contains(" b - - "));
}

#[test]
fn promotion_needs_a_choice_of_piece() {
    let position = read("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    for (text, san) in [("a8=Q", "a8=Q"), ("a8N", "a8=N"), ("a7a8r", "a8=R"), ("a7a8B", "a8=B")] {
        assert_eq!(position.move_text(position.parse_move(text).unwrap()), san);
    }
    assert_eq!(refused(&position, "a8"), "chess-choose-promotion");
    assert_eq!(refused(&position, "a7a8"), "chess-choose-promotion");
    assert_eq!(refused(&position, "e1e2q"), "chess-no-promotion");
    let (from, to) = (Point::new(0, 6), Point::new(0, 7));
    let kinds = (0..=u8::MAX).filter(|&kind| {
        position.from_move(Move::FromTo { from, to, promotion: Some(kind) }).is_ok()
    });
    assert_eq!(kinds.collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn illegal_moves_name_the_rule() {
    let cases = [
        (START, "e4e5", "chess-empty"),
        (START, "e7e5", "chess-not-your-piece"),
        (START, "e1e2", "chess-own-piece"),
        (START, "a1a5", "chess-blocked"),
        (START, "b1b3", "chess-cannot-reach"),
        (START, "e2d3", "chess-nothing-to-take"),
        (START, "Nd4", "chess-none-can"),
        (START, "Qd4", "chess-blocked"),
        (START, "hello", "chess-unreadable-move"),
        (START, "", "chess-unreadable-move"),
        (START, "e9", "chess-unreadable-move"),
        ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "Ra2", "chess-in-check"),
        ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "Ke2", "chess-king-attacked"),
        ("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Ra2", "chess-exposes-king"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "chess-ambiguous"),
    ];
    for (text, mv, id) in cases {
        assert_eq!(refused(&read(text), mv), id, "{mv} in {text}");
    }
    let start = read(START);
    for mv in [Move::Pass, Move::Place(Point::new(4, 3)), Move::Decide(Decision::Swap)] {
        assert_eq!(start.from_move(mv).unwrap_err().id, "chess-no-such-move");
    }
    let far = Move::FromTo { from: Point::new(8, 0), to: Point::new(4, 3), promotion: None };
    assert_eq!(start.from_move(far).unwrap_err().id, "chess-off-board");
}

#[test]
fn moves_are_written_as_in_the_laws_of_chess() {
    let cases = [
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "c3e2", "Nce2"),
        ("4k3/8/8/8/8/6N1/8/4K1N1 w - - 0 1", "g1e2", "N1e2"),
        // Three queens: neither file nor rank alone will do.
        ("2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "e2e4", "Rxe4+"),
        ("r5k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Rxa8#"),
        // Not from b6: only the case differs.
        ("4k3/8/3B4/8/8/8/3B3P/4K3 w - - 0 1", "d6b4", "B6b4"),
        // The other knight is pinned and so is not told apart.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ];
    for (text, squares, san) in cases {
        let position = read(text);
        let ply = position.parse_move(squares).unwrap();
        assert_eq!(position.move_text(ply), san, "{text}");
        assert_eq!(position.parse_move(san), Ok(ply));
    }
    let start = read(START);
    for same in ["Nf3", "Ng1f3", "Ng1-f3", "g1f3", "G1F3", "Nf3!?", "Ngf3", " Nf3+ "] {
        assert_eq!(start.move_text(start.parse_move(same).unwrap()), "Nf3", "{same}");
    }
}

#[test]
fn text_keeps_the_history_since_the_last_irreversible_move() {
    let position = after(START, "Nf3 Nf6 Ng1");
    let text = position.text();
    assert_eq!(text, format!("{START} moves g1f3 g8f6 f3g1"));
    let mut back = read(&text);
    play(&mut back, "Ng8");
    assert_eq!(back.repetitions(), 2);
    // A pawn move clears the history.
    play(&mut back, "e4");
    assert_eq!(back.text(), back.fen());
    assert_eq!(back.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
}

#[test]
fn castling_rights_are_read_in_every_spelling() {
    // The outermost rook is meant (X-FEN); inner ones are named by file.
    let outer = read("4k3/8/8/8/8/8/8/1R2K1RR w KQ - 0 1");
    assert!(outer.fen().contains(" w HB - "), "{}", outer.fen());
    let inner = read("4k3/8/8/8/8/8/8/1R2K1RR w GB - 0 1");
    assert!(inner.fen().contains(" w GB - "), "{}", inner.fen());
    let usual = read("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1");
    assert!(usual.fen().contains(" w KQ - "), "{}", usual.fen());
}

#[test]
fn invalid_positions_name_the_field() {
    let cases = [
        ("", "found 0 of its 6 fields"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "one king a side"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "no pawn on the first or last rank"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side not to move not in check"),
        ("8/8/8/3Kk3/8/8/P7/8 w - - 0 1", "kings not side by side"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is \"x\"; expected w or b"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "the castling rights are \"KQ\""),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "the en passant square is \"e3\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "expected 0 to 150"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "expected 1 to 65535"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e2e4",
            "move 2 cannot be played: There is no piece on that square.",
        ),
    ];
    for (text, said) in cases {
        let error = Chess::parse(text).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    assert!(Chess::parse("4k3/8/8/8/8/8/4P3/4K3 w - -").is_ok());
}

/// A random board, with castling rights that may be invalid.
fn any_fen(random: &mut Random) -> String {
    let mut squares = ['1'; 64];
    for king in ['K', 'k'] {
        squares[random.below(64)] = king;
    }
    for _ in 0..random.below(20) {
        let letters: Vec<char> = "PPPPpppprnbqRNBQ".chars().collect();
        let at = random.below(64);
        if squares[at] == '1' {
            squares[at] = *random.pick(&letters).unwrap();
        }
    }
    let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
    let side = *random.pick(&["w", "b"]).unwrap();
    let rights = *random.pick(&["-", "-", "K", "q", "KQkq", "Aa", "H"]).unwrap();
    let passing = *random.pick(&["-", "-", "a3", "e3", "d6", "h6"]).unwrap();
    format!("{} {side} {rights} {passing} {} 1", ranks.join("/"), random.below(151))
}

#[test]
fn parsed_positions_can_be_played_and_round_trip() {
    let mut random = Random::new(11);
    let mut moves = Vec::new();
    let mut games = 0;
    for _ in 0..60_000 {
        let text = any_fen(&mut random);
        let Ok(mut position) = Chess::parse(&text) else { continue };
        games += 1;
        for _ in 0..20 {
            let back = read(&position.text());
            assert_eq!((back.key(), back.text()), (position.key(), position.text()), "{text}");
            position.legal_moves(&mut moves);
            assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}");
            let Some(&ply) = random.pick(&moves) else { break };
            assert!(position.is_legal(ply), "{ply:?} in {}", position.text());
            assert_eq!(position.parse_move(&position.move_text(ply)), Ok(ply), "{text}");
            position.play(ply);
        }
    }
    assert!(games > 1000, "only {games} of the positions could be read");
}

#[test]
fn illegal_moves_are_rejected() {
    let mut random = Random::new(12);
    let mut position = Chess::start(518);
    let squares = || (0..64).map(|n| Point::new(n % 8, n / 8));
    let mut moves = Vec::new();
    for _ in 0..60 {
        position.legal_moves(&mut moves);
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            for promotion in [None, Some(0), Some(4), Some(5), Some(99)] {
                if let Ok(ply) = position.from_move(Move::FromTo { from, to, promotion }) {
                    assert!(moves.contains(&ply), "{from}{to} in {}", position.text());
                }
            }
        }
        let Some(&ply) = random.pick(&moves) else { break };
        position.play(ply);
    }
}
