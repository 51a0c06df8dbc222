//! Positions that are set up by hand: the text of a draft gives the draft again, in every
//! game under every option, and what cannot be played from is refused with its reason.

use tianyuan::core::{Point, Random, Side};
use tianyuan::games::registry::{GAMES, find};
use tianyuan::games::{AnyPosition, FieldDomain, FieldValue, Game, Options, Piece, PositionDraft};

use crate::options::all_options;

/// Plies of the random games.
const PLIES: usize = 70;

/// Words in the text of a position that are about more than plain play: stages of an
/// opening or a turn, an exchange of colours, passes and fouls. A position that is set up
/// begins without them.
const BEYOND_PLAIN_PLAY: [&str; 12] = [
    "lay",
    "choose",
    "declare",
    "offer",
    "pick",
    "swapped",
    "passed",
    "passed-twice",
    "remove",
    "extra",
    "fifths",
    "foul",
];

fn is_plain_play(position: &AnyPosition) -> bool {
    let text = position.diagram();
    let mut words = text.split_whitespace().skip(1);
    // Free handicap stones are part of the opening too.
    words.all(|word| {
        let name = word.split('=').next().unwrap_or(word);
        let is_handicap = word.len() > 1 && word.starts_with('X') && !word.contains(['/', '-']);
        !BEYOND_PLAIN_PLAY.contains(&name) && !is_handicap
    })
}

/// Every game with each of its options, and Gomoku with every combination of rule and size.
fn setups() -> impl Iterator<Item = (&'static dyn Game, Options)> {
    GAMES.iter().flat_map(|&game| all_options(game).into_iter().map(move |options| (game, options)))
}

#[test]
fn the_draft_of_a_position_gives_the_position_again() {
    let mut checked = 0;
    for (game, options) in setups() {
        let mut random = Random::new(7);
        let mut position = game.start(&options).unwrap();
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            let Some(&mv) = random.pick(&moves) else { break };
            if is_plain_play(&position) {
                let draft = game.draft_of(&position);
                let again = game.check_draft(&options, &draft).unwrap_or_else(|problem| {
                    panic!("{} {}: {problem:?}", game.id(), position.text())
                });
                assert_eq!(again.diagram(), position.diagram(), "{} {options:?}", game.id());
                assert_eq!(game.draft_of(&again), draft, "{} {options:?}", game.id());
                checked += 1;
            }
            position.play(mv).unwrap();
        }
    }
    assert!(checked > 3000, "only {checked} positions were checked");
}

/// A board with random pieces and random values of the fields.
fn random_draft(game: &dyn Game, options: &Options, random: &mut Random) -> PositionDraft {
    let board = game.start(options).unwrap().board();
    let side = |random: &mut Random| Side::BOTH[random.below(2)];
    let mut draft = PositionDraft::empty(side(random));
    let kinds = usize::from(game.position_setup().piece_kinds());
    for _ in 0..random.below(usize::from(board.files) * usize::from(board.ranks) / 3) {
        let at = Point::new(
            random.below(usize::from(board.files)) as u8,
            random.below(usize::from(board.ranks)) as u8,
        );
        let piece = Piece { side: side(random), kind: random.below(kinds) as u8 };
        draft.set_piece(at, Some(piece));
    }
    for field in game.position_setup().fields(options, &draft) {
        let value = match field.domain {
            FieldDomain::Switch => FieldValue::Switch(random.below(2) == 1),
            FieldDomain::Number { min, max } => {
                FieldValue::Number(min + random.below((max - min + 1) as usize) as u32)
            }
            FieldDomain::Point(points) => FieldValue::Point(random.pick(&points).copied()),
        };
        draft.set_value(field.id, value);
    }
    draft
}

#[test]
fn a_random_draft_is_a_position_or_is_refused_with_a_reason_of_the_game() {
    let mut legal = 0;
    for (game, options) in setups() {
        let mut random = Random::new(11);
        for _ in 0..40 {
            let draft = random_draft(game, &options, &mut random);
            match game.check_draft(&options, &draft) {
                Ok(position) => {
                    let again = game.draft_of(&position);
                    assert!(again.pieces().eq(draft.pieces()), "{}", position.text());
                    assert_eq!(again.side_to_move, draft.side_to_move);
                    let text = position.diagram();
                    assert_eq!(game.read_draft(&options, &text).unwrap(), again, "{text}");
                    legal += 1;
                }
                Err(problem) => {
                    let text = game.position_setup().text(&options, &draft);
                    let start = format!("{}-setup-", game.id());
                    assert!(problem.message.id.starts_with(&start), "{problem:?}: {text}");
                    let stands = |at: &Point| draft.piece_at(*at).is_some();
                    assert!(problem.points.iter().all(stands), "{problem:?}: {text}");
                }
            }
        }
    }
    assert!(legal > 800, "only {legal} drafts were legal");
}

/// A game, its options, a text, and the problem with the position.
type Refusal = (&'static str, &'static str, &'static str, &'static str);

const REFUSED: &[Refusal] = &[
    ("chess", "()", "8/8/8/8/8/8/8/4K3 w", "chess-setup-king"),
    ("chess", "()", "4k3/8/8/8/8/8/8/K3K3 w", "chess-setup-king"),
    ("chess", "()", "P3k3/8/8/8/8/8/8/4K3 w", "chess-setup-pawn-rank"),
    ("chess", "()", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", "chess-setup-pawns"),
    ("chess", "()", "4k3/8/8/NNNNNNNN/NNNNNNNN/8/8/4K3 w", "chess-setup-pieces"),
    ("chess", "()", "8/8/8/3kK3/8/8/8/8 w", "chess-setup-kings-touch"),
    ("chess", "()", "4k3/4R3/8/8/8/8/8/4K3 w", "chess-setup-in-check"),
    // Both kings are in check.
    ("chess", "()", "4k2R/8/8/8/8/8/8/r3K3 w", "chess-setup-in-check"),
    ("chess", "()", "4k2R/8/3N4/1B6/8/8/8/4K3 b", "chess-setup-checks"),
    ("xiangqi", "()", "9/9/9/9/9/9/9/9/9/4K4 w", "xiangqi-setup-general"),
    ("xiangqi", "()", "4k4/9/9/9/9/9/3K5/9/9/9 w", "xiangqi-setup-general-place"),
    ("xiangqi", "()", "3k5/9/9/9/9/9/9/9/9/4KA3 w - - 0 1", ""),
    ("xiangqi", "()", "3k5/9/9/9/9/9/9/9/4A4/3AK4 w", ""),
    ("xiangqi", "()", "3k5/9/9/9/9/9/9/9/3A5/4K4 w", "xiangqi-setup-advisor-place"),
    ("xiangqi", "()", "3k5/9/9/9/9/9/9/9/4K4/4A4 w", "xiangqi-setup-advisor-place"),
    ("xiangqi", "()", "3k5/9/9/9/9/9/9/4B4/9/4K4 w", ""),
    ("xiangqi", "()", "3k5/9/9/9/9/9/9/3B5/9/4K4 w", "xiangqi-setup-elephant-place"),
    ("xiangqi", "()", "3k5/9/9/9/9/9/P8/9/9/4K4 w", ""),
    ("xiangqi", "()", "3k5/9/9/9/9/9/1P7/9/9/4K4 w", "xiangqi-setup-soldier-place"),
    ("xiangqi", "()", "3k5/9/9/9/9/9/9/P8/9/4K4 w", "xiangqi-setup-soldier-place"),
    ("xiangqi", "()", "3k5/9/9/RRR6/9/9/9/9/9/4K4 w", "xiangqi-setup-too-many"),
    ("xiangqi", "()", "3k5/9/PPP6/PPP6/9/9/9/9/9/4K4 w", "xiangqi-setup-too-many"),
    ("xiangqi", "()", "4k4/9/9/9/9/9/9/9/9/4K4 w", "xiangqi-setup-facing"),
    ("xiangqi", "()", "3k4R/9/9/9/9/9/9/9/9/4K4 w", "xiangqi-setup-in-check"),
    ("tictactoe", "()", "XX-/---/--- X", "tictactoe-setup-counts"),
    ("tictactoe", "()", "XX-/---/--- O", "tictactoe-setup-counts"),
    ("tictactoe", "()", "XXX/OOO/--- X", "tictactoe-setup-rows"),
    ("go", "(size: 5)", "X4/5/5/5/5 O 0,0", ""),
    ("go", "(size: 5)", "5/5/5/O4/XO3 X 0,0", "go-setup-no-liberty"),
    ("go", "(size: 12)", "11X/12/12/12/12/12/12/12/12/12/O11/XO10 X 0,0", "go-setup-no-liberty"),
    ("gomoku", "()", "a1,b1,c1,d1,e1 a3,b3,c3,d3,e3 black", "gomoku-setup-rows"),
    (
        "gomoku",
        "(rule: \"connect6\")",
        "a1,b1,c1,d1,e1,f1 a3,b3,c3,d3,e3,f3 black",
        "gomoku-setup-rows",
    ),
    // In Renju six black stones are no five, so only White has won.
    ("gomoku", "(rule: \"renju\")", "a1,b1,c1,d1,e1,f1 a3,b3,c3,d3,e3 black", ""),
    ("gomoku", "(rule: \"liberty\")", "a1 a2,b1 black", "gomoku-setup-no-liberty"),
];

#[test]
fn each_kind_of_illegal_position_is_refused_with_its_reason() {
    for &(id, options, text, expected) in REFUSED {
        let (game, options) = (find(id).unwrap(), Options::parse(options).unwrap());
        let draft = game.read_draft(&options, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let found = game.check_draft(&options, &draft).map_err(|problem| problem.message.id);
        assert_eq!(found.err().unwrap_or_default(), expected, "{id} {text}");
    }
}

/// Stones that no text of a position can hold.
fn stones(stones: &[(&str, Side)]) -> PositionDraft {
    let mut draft = PositionDraft::empty(Side::First);
    for (at, side) in stones {
        draft.set_piece(at.parse().unwrap(), Some(Piece { side: *side, kind: 0 }));
    }
    draft
}

#[test]
fn stones_that_would_have_gone_are_refused() {
    let (black, white) = (Side::First, Side::Second);
    let go = find("go").unwrap();
    let dead = stones(&[("a1", black), ("a2", white), ("b1", white)]);
    let problem = go.check_draft(&Options::default(), &dead).unwrap_err();
    assert_eq!(problem.message.id, "go-setup-no-liberty");
    assert_eq!(problem.points, ["a1".parse().unwrap()]);
    let gomoku = find("gomoku").unwrap();
    let bubble = Options::parse("(rule: \"bubble\")").unwrap();
    let row = stones(&["a1", "b1", "c1", "d1", "e1"].map(|at| (at, black)));
    let problem = gomoku.check_draft(&bubble, &row).unwrap_err();
    assert_eq!(problem.message.id, "gomoku-setup-vanished-row");
}

#[test]
fn castling_needs_a_king_and_a_rook_and_comes_back_with_them() {
    let chess = find("chess").unwrap();
    let options = Options::default();
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9";
    let mut draft = chess.read_draft(&options, text).unwrap();
    let written = |draft: &PositionDraft| chess.position_setup().text(&options, draft);
    assert_eq!(written(&draft), text);
    let h1: Point = "h1".parse().unwrap();
    let rook = draft.piece_at(h1);
    draft.set_piece(h1, None);
    assert_eq!(written(&draft), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 9");
    draft.set_piece(h1, rook);
    assert_eq!(written(&draft), text);
}

#[test]
fn only_pawns_that_can_be_taken_en_passant_are_offered() {
    let chess = find("chess").unwrap();
    let options = Options::default();
    let offered = |text: &str| {
        let draft = chess.read_draft(&options, text).unwrap();
        let fields = chess.position_setup().fields(&options, &draft);
        let field = fields.into_iter().find(|field| field.id == "chess-en-passant-square");
        match field.unwrap().domain {
            FieldDomain::Point(points) => points,
            other => panic!("{other:?}"),
        }
    };
    let squares = |text: &str| offered(text).iter().map(Point::to_string).collect::<Vec<_>>();
    assert_eq!(squares("4k3/8/8/pPp5/8/8/8/4K3 w - - 0 1"), ["a6", "c6"]);
    assert_eq!(squares("4k3/8/8/8/6pP/8/8/4K3 b - - 0 1"), ["h3"]);
    // The square behind the pawn is taken, and nobody can take the other one.
    assert_eq!(squares("4k3/8/p7/pP1p4/8/8/8/4K3 w - - 0 1"), [""; 0]);
    let draft = chess.read_draft(&options, "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1").unwrap();
    let text = chess.position_setup().text(&options, &draft);
    assert_eq!(text, "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1");
}

#[test]
fn in_chess960_every_rook_may_be_the_one_that_castles() {
    let chess = find("chess").unwrap();
    let options = Options::parse("(start: \"chess960\")").unwrap();
    let text = "4k3/8/8/8/8/8/8/1R2KRR1 w BF - 0 1";
    let draft = chess.read_draft(&options, text).unwrap();
    let fields = chess.position_setup().fields(&options, &draft);
    let points =
        |files: &[u8]| FieldDomain::Point(files.iter().map(|&file| Point::new(file, 0)).collect());
    assert_eq!(fields[0].domain, points(&[5, 6]));
    assert_eq!(fields[1].domain, points(&[1]));
    let again = chess.check_draft(&options, &draft).unwrap();
    assert_eq!(again.diagram(), chess.position(&options, text).unwrap().diagram());
    // The same pieces in chess have no rook on its usual square, but keep a right that a
    // text gave them.
    let plain = Options::default();
    let fields = chess.position_setup().fields(&plain, &draft);
    assert_eq!(fields[0].domain, points(&[5]));
}
