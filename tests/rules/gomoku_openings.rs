//! The opening rules of Gomoku: stages until free play begins, illegal moves on
//! the way, and distinct offers.

use tianyuan::core::{Position, Side};
use tianyuan::games::Notation;
use tianyuan::games::gomoku::{Gomoku, OpeningRule, Rule, Stage};

fn play(position: &mut Gomoku, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
}

#[test]
fn pro_openings_bind_the_first_and_the_third_stone() {
    for (opening, near, far) in
        [(OpeningRule::Pro, "j10", "k8"), (OpeningRule::LongPro, "k11", "l8")]
    {
        let mut position = Gomoku::new(15, Rule::Freestyle, opening);
        assert_eq!(position.parse_move("h9").unwrap_err().id, "gomoku-centre-first");
        play(&mut position, "h8 h9");
        assert_eq!(position.parse_move(near).unwrap_err().id, "gomoku-too-near");
        play(&mut position, far);
        assert!(position.parse_move(near).is_ok());
    }
}

#[test]
fn under_swap2_either_player_may_come_to_choose() {
    let sides = |moves: &str| {
        let mut position = Gomoku::new(15, Rule::Freestyle, OpeningRule::Swap2);
        play(&mut position, moves);
        (position.side_to_move(), position.stage(), position.is_swapped())
    };
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(sides("h8 h9"), (first, Stage::Place, false));
    assert_eq!(sides("h8 h9 a1"), (second, Stage::Choose, false));
    // White is next: the second player's, or after a swap the first's.
    assert_eq!(sides("h8 h9 a1 keep"), (second, Stage::Play, false));
    assert_eq!(sides("h8 h9 a1 swap"), (first, Stage::Play, true));
    assert_eq!(sides("h8 h9 a1 more"), (second, Stage::Place, false));
    assert_eq!(sides("h8 h9 a1 more c3 d4"), (first, Stage::Choose, false));
    assert_eq!(sides("h8 h9 a1 more c3 d4 keep"), (second, Stage::Play, false));
    assert_eq!(sides("h8 h9 a1 more c3 d4 swap"), (first, Stage::Play, true));
}

/// Side to move, stage, and whether colours are swapped, after moves.
fn stage_after(opening: OpeningRule, moves: &str) -> (Side, Stage, bool) {
    let mut position = Gomoku::new(15, Rule::Renju, opening);
    play(&mut position, moves);
    (position.side_to_move(), position.stage(), position.is_swapped())
}

#[test]
fn under_soosyrv_8_white_asks_for_fifths_and_picks_one() {
    let after = |moves: &str| stage_after(OpeningRule::Soosyrv8, moves);
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(after("h8 h9"), (first, Stage::Place, false));
    assert_eq!(after("h8 h9 h10"), (second, Stage::Choose, false));
    assert_eq!(after("h8 h9 h10 swap"), (first, Stage::Play, true));
    assert_eq!(after("h8 h9 h10 swap a1"), (first, Stage::Declare, true));
    assert_eq!(after("h8 h9 h10 keep a1 fifths=2"), (first, Stage::Choose, false));
    assert_eq!(after("h8 h9 h10 keep a1 fifths=2 swap"), (second, Stage::Offer, true));
    let offered = "h8 h9 h10 keep a1 fifths=2 keep offer=i9 offer=j9";
    assert_eq!(after(offered), (second, Stage::Pick, false));
    assert_eq!(after(&format!("{offered} j9")), (second, Stage::Play, false));
    let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Soosyrv8);
    let refused = |position: &Gomoku, text: &str| position.parse_move(text).unwrap_err().id;
    play(&mut position, "h8");
    assert_eq!(refused(&position, "h10"), "gomoku-too-far");
    play(&mut position, "h9 h10 keep a1");
    assert_eq!(refused(&position, "fifths=9"), "gomoku-number");
    assert_eq!(refused(&position, "c3"), "gomoku-must-declare");
    play(&mut position, "fifths=2 keep offer=i9");
    assert_eq!(refused(&position, "offer=i9"), "gomoku-same-offer");
    assert_eq!(refused(&position, "c3"), "gomoku-must-offer");
    play(&mut position, "offer=c3");
    assert_eq!(refused(&position, "d4"), "gomoku-must-pick");
}

/// With four stones on one file, a fifth on the right is the same as its
/// mirror image on the left, and nothing else is.
#[test]
fn offered_fifths_differ_under_the_symmetries_of_the_stones() {
    let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Soosyrv8);
    play(&mut position, "h8 h9 h10 keep h11 fifths=8 keep offer=j9");
    assert_eq!(position.parse_move("offer=f9").unwrap_err().id, "gomoku-same-offer");
    // Upside down the colours of the four stones change places.
    assert!(position.parse_move("offer=j10").is_ok());
    let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Soosyrv8);
    // Black h8 and i9, White h9 and i8: a square with mirrors along both
    // diagonals.
    play(&mut position, "h8 h9 i9 keep i8 fifths=8 keep offer=h10");
    for same in ["g9", "j8", "i7"] {
        assert!(position.parse_move(&format!("offer={same}")).is_err(), "{same}");
    }
    assert!(position.parse_move("offer=i10").is_ok());
}

#[test]
fn under_taraguchi_10_each_stone_may_be_followed_by_a_swap_or_ten_offers_by_none() {
    let after = |moves: &str| stage_after(OpeningRule::Taraguchi10, moves);
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(after("h8"), (second, Stage::Choose, false));
    assert_eq!(after("h8 swap"), (first, Stage::Play, true));
    assert_eq!(after("h8 swap h9"), (second, Stage::Choose, true));
    assert_eq!(after("h8 swap h9 swap"), (first, Stage::Play, false));
    let four = "h8 keep h9 keep h10 keep k11";
    assert_eq!(after(four), (first, Stage::Choose, false));
    assert_eq!(after(&format!("{four} swap l12")), (first, Stage::Choose, true));
    assert_eq!(after(&format!("{four} keep l12 keep")), (second, Stage::Play, false));
    assert_eq!(after(&format!("{four} fifths=10")), (first, Stage::Offer, false));
    let offers: String = "abcdefghij".chars().map(|file| format!(" offer={file}1")).collect();
    assert_eq!(after(&format!("{four} fifths=10{offers}")), (second, Stage::Pick, false));
    assert_eq!(after(&format!("{four} fifths=10{offers} c1")), (second, Stage::Play, false));
    let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Taraguchi10);
    play(&mut position, "h8 keep h9 keep h10 keep");
    assert_eq!(position.parse_move("l8").unwrap_err().id, "gomoku-too-far");
}

/// Plays moves and checks after each step the player to move, the stage, and
/// whether the first player has White: `1 place` or `2w play`, with a w where
/// colours are swapped.
fn walk(opening: OpeningRule, steps: &[(&str, &str)]) -> Gomoku {
    let mut position = Gomoku::new(15, Rule::Renju, opening);
    for (moves, expected) in steps {
        play(&mut position, moves);
        let stage = format!("{:?}", position.stage()).to_lowercase();
        let swapped = if position.is_swapped() { "w" } else { "" };
        let side = position.side_to_move().index() + 1;
        assert_eq!(format!("{side}{swapped} {stage}"), *expected, "{opening:?} after {moves}");
    }
    position
}

fn refusal(position: &Gomoku, text: &str) -> &'static str {
    position.parse_move(text).map_or_else(|refusal| refusal.id, |_| "nothing")
}

#[test]
fn swap_and_swap1_give_the_second_player_one_choice() {
    walk(
        OpeningRule::Swap1,
        &[("", "1 place"), ("a1", "2 choose"), ("keep", "2 play"), ("h8", "1 play")],
    );
    walk(OpeningRule::Swap1, &[("a1 swap", "1w play"), ("h8", "2w play")]);
    let laid = [("h8 a1", "1 place"), ("o15", "2 choose")];
    walk(OpeningRule::Swap, &[&laid[..], &[("keep", "2 play"), ("b2", "1 play")]].concat());
    let position =
        walk(OpeningRule::Swap, &[&laid[..], &[("swap", "1w play"), ("b2", "2w play")]].concat());
    assert_eq!(refusal(&position, "swap"), "gomoku-no-choice");
    let position = walk(OpeningRule::Swap, &laid);
    assert_eq!(refusal(&position, "more"), "gomoku-no-choice");
    assert_eq!(refusal(&position, "b2"), "gomoku-must-choose");
}

/// renju.net, rule 1: one of 26 openings, a swap, the fourth stone anywhere,
/// two fifths of which White picks one and plays the sixth.
#[test]
fn under_rif_black_offers_two_fifths_and_white_picks_one() {
    let fifths = [("offer=i9", "1 offer"), ("offer=c3", "2 pick"), ("c3", "2 play")];
    let kept = [("h8", "1 place"), ("h9 h10", "2 choose"), ("keep", "2 play"), ("a1", "1 offer")];
    let position = walk(OpeningRule::Rif, &[&kept[..], &fifths[..], &[("o15", "1 play")]].concat());
    assert!(position.offers().cells().is_empty() && position.offers().required() == 0);
    walk(
        OpeningRule::Rif,
        &[
            ("h8 i9 j10 swap", "1w play"),
            ("a1", "2w offer"),
            ("offer=i8 offer=j8", "1w pick"),
            ("j8", "1w play"),
            ("o15", "2w play"),
        ],
    );
    let mut position = walk(OpeningRule::Rif, &[("h8", "1 place")]);
    assert_eq!(refusal(&position, "h10"), "gomoku-too-far");
    play(&mut position, "i9");
    assert_eq!(refusal(&position, "k8"), "gomoku-too-far");
    play(&mut position, "j10");
    assert_eq!(refusal(&position, "a1"), "gomoku-must-choose");
    play(&mut position, "keep");
    assert_eq!(refusal(&position, "pass"), "gomoku-no-pass");
    assert_eq!(refusal(&position, "h8"), "gomoku-occupied");
    play(&mut position, "a1");
    assert_eq!(refusal(&position, "o15"), "gomoku-must-offer");
    play(&mut position, "offer=o15");
    assert_eq!(refusal(&position, "offer=o15"), "gomoku-same-offer");
}

/// renju.net, rule 5: as RIF, and the first player says with the opening how
/// many fifth stones there will be.
#[test]
fn under_yamaguchi_the_first_player_says_how_many_fifths_there_will_be() {
    walk(
        OpeningRule::Yamaguchi,
        &[
            ("h8 h9 h10", "1 declare"),
            ("fifths=3", "2 choose"),
            ("keep", "2 play"),
            ("g7", "1 offer"),
            ("offer=i9 offer=c3", "1 offer"),
            ("offer=j9", "2 pick"),
            ("i9", "2 play"),
            ("o15", "1 play"),
        ],
    );
    let swapped = [("h8 h9 h10", "1 declare"), ("fifths=1 swap", "1w play"), ("a1", "2w offer")];
    walk(
        OpeningRule::Yamaguchi,
        &[&swapped[..], &[("offer=i9", "1w pick"), ("i9", "1w play")]].concat(),
    );
    let position = walk(OpeningRule::Yamaguchi, &[("h8 h9 h10", "1 declare")]);
    assert_eq!(refusal(&position, "fifths=11"), "gomoku-number-to-ten");
    assert_eq!(refusal(&position, "fifths=10"), "nothing");
    assert_eq!(refusal(&position, "i10"), "gomoku-must-declare");
    assert_eq!(refusal(&position, "swap"), "gomoku-no-choice");
}

/// renju.net, rule 25: squares of 1, 3, 5, 7 and 9 points, and a swap after
/// each of the five stones.
#[test]
fn under_tarannikov_each_of_five_stones_may_be_followed_by_a_swap() {
    walk(
        OpeningRule::Tarannikov,
        &[
            ("h8", "2 choose"),
            ("swap", "1w play"),
            ("h9", "2w choose"),
            ("keep", "2w play"),
            ("h10", "1w choose"),
            ("swap", "2 play"),
            ("k11", "1 choose"),
            ("swap", "2w play"),
            ("l12", "1w choose"),
            ("keep", "1w play"),
            ("a1", "2w play"),
        ],
    );
    let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Tarannikov);
    assert_eq!(refusal(&position, "h9"), "gomoku-centre-first");
    for (mv, too_far) in [("h8", "h10"), ("i9", "h11"), ("h10", "l8"), ("k11", "m8")] {
        play(&mut position, mv);
        assert_eq!(refusal(&position, "i8"), "gomoku-must-choose");
        assert_eq!(refusal(&position, "fifths=10"), "gomoku-no-choice");
        play(&mut position, "keep");
        assert_eq!(refusal(&position, too_far), "gomoku-too-far");
        assert_eq!(refusal(&position, "pass"), "gomoku-no-pass");
    }
    play(&mut position, "l12 keep");
    assert_eq!(refusal(&position, "a1"), "nothing");
    assert_eq!(refusal(&position, "swap"), "gomoku-no-choice");
}

/// renju.net, rule 17: the second player places the fourth and the fifth stone;
/// the first goes on as White, or takes Black, or places a stone of each colour
/// and leaves the same three choices to the other.
#[test]
fn under_super_sakata_the_choice_goes_back_and_forth_until_it_is_made() {
    let laid = [("h8 h9 h10", "2 place"), ("k11", "2 place"), ("l12", "1w choose")];
    walk(
        OpeningRule::SuperSakata,
        &[&laid[..], &[("keep", "1w play"), ("a1", "2w play")]].concat(),
    );
    walk(OpeningRule::SuperSakata, &[&laid[..], &[("swap", "2 play"), ("a1", "1 play")]].concat());
    let added = [("more", "1w place"), ("a1", "1w place"), ("a15", "2 choose")];
    let twice = [&laid[..], &added[..]].concat();
    walk(OpeningRule::SuperSakata, &[&twice[..], &[("keep", "2 play"), ("o1", "1 play")]].concat());
    walk(
        OpeningRule::SuperSakata,
        &[&twice[..], &[("swap", "1w play"), ("o1", "2w play")]].concat(),
    );
    let thrice = [("more o1", "2 place"), ("o15", "1w choose"), ("keep", "1w play")];
    walk(OpeningRule::SuperSakata, &[&twice[..], &thrice[..]].concat());
    let mut position = walk(OpeningRule::SuperSakata, &[("h8 h9 h10", "2 place")]);
    assert_eq!(refusal(&position, "l8"), "gomoku-too-far");
    assert_eq!(refusal(&position, "pass"), "gomoku-no-pass");
    play(&mut position, "k11");
    assert_eq!(refusal(&position, "m8"), "gomoku-too-far");
    assert_eq!(refusal(&position, "more"), "gomoku-no-choice");
}

#[test]
fn stones_placed_before_colours_are_chosen_decide_nothing() {
    let read = |rule, text| Gomoku::read(text, 15, rule, OpeningRule::SuperSakata).unwrap();
    let row = read(Rule::Freestyle, "h8,i8,j8,k8 a1,a3,a5,a7 black lay");
    assert_eq!(refusal(&row, "l8"), "gomoku-lay-quietly");
    assert_eq!(refusal(&row, "g8"), "gomoku-lay-quietly");
    assert_eq!(refusal(&row, "m8"), "nothing");
    let threes = read(Rule::Renju, "g8,i8,h7,h9 a1,a3,a5,a7 black lay");
    assert_eq!(refusal(&threes, "h8"), "gomoku-lay-quietly");
    // Where every point decides, any may be taken.
    let black = "a1,b1,c1,d1,c2,e2,a3,d3,b4,e4,c5,d5";
    let white = "a2,b2,d2,b3,c3,e3,a4,c4,d4,a5,b5,e5";
    let text = format!("{black} {white} black lay");
    let last = Gomoku::read(&text, 5, Rule::Freestyle, OpeningRule::SuperSakata).unwrap();
    assert_eq!(refusal(&last, "e1"), "nothing");
}

#[test]
fn a_text_that_no_opening_leads_to_is_refused() {
    for (opening, text) in [
        (OpeningRule::Rif, "h8,h10 h9,a1 black offer fifths=3:-"),
        (OpeningRule::Rif, "h8,h10 h9,a1 black offer fifths=2:a1"),
        (OpeningRule::Rif, "h8,h10 h9 white choose fifths=2:-"),
        (OpeningRule::Yamaguchi, "h8,h10 h9 white choose"),
        (OpeningRule::Yamaguchi, "h8,h10 h9 white declare fifths=2:-"),
        (OpeningRule::Tarannikov, "h8,h10 h9,a1 black offer fifths=2:-"),
        (OpeningRule::SuperSakata, "h8,h10 h9 white choose"),
        (OpeningRule::Swap2, "h8,h10,a1 h9,a3 white lay"),
        (OpeningRule::Soosyrv8, "h8,h10 h9,a1 black pick fifths=9:c3"),
        (OpeningRule::None, "h8,h10 h9 white fifths=2:-"),
    ] {
        let refused = Gomoku::read(text, 15, Rule::Renju, opening).unwrap_err().to_string();
        assert!(refused.contains("the opening is not"), "{refused}");
    }
}

/// Offers are compared by the shape of the four stones wherever it lies, not
/// by the board: here it is a mirror of itself along the rank between its
/// stones, far from the centre.
#[test]
fn offers_that_mirror_each_other_on_the_board_alone_differ() {
    let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Rif);
    play(&mut position, "h8 i8 j8 keep k8 offer=i10");
    // The stones lie on rank 8, which is also the middle of the board.
    assert_eq!(refusal(&position, "offer=i6"), "gomoku-same-offer");
    // A mirror of the board, but not of the stones.
    assert_eq!(refusal(&position, "offer=g10"), "nothing");
    let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Rif);
    // Mirrored along file i, which is no middle of the board.
    play(&mut position, "h8 i9 j8 keep i7 offer=g8");
    assert_eq!(refusal(&position, "offer=k8"), "gomoku-same-offer");
    assert_eq!(refusal(&position, "offer=i10"), "nothing");
}

/// The Renju openings place the first three stones in the centre in 184 ways,
/// 26 up to symmetry.
#[test]
fn every_renju_opening_begins_with_one_of_26() {
    for opening in
        [OpeningRule::Rif, OpeningRule::Yamaguchi, OpeningRule::SuperSakata, OpeningRule::Soosyrv8]
    {
        let mut position = Gomoku::new(15, Rule::Renju, opening);
        let mut counts = Vec::new();
        for mv in ["h8", "i9", "j10"] {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            counts.push(moves.len());
            play(&mut position, mv);
        }
        assert_eq!(counts, [1, 8, 23], "{opening:?}");
    }
}
