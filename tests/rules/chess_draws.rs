//! Draws of chess: dead positions, repetitions, the fifty-move rule, draw
//! claims and warnings.

use tianyuan::core::{Decision, GameOverReason, Move, Outcome, Position, Random, Side};
use tianyuan::games::chess::{Chess, ChessMove};
use tianyuan::games::{BoardView, Notation, Ruling};

use crate::chess_positions::{START, after, play, read, refused};

fn ended(position: &Chess) -> Option<(GameOverReason, Option<Side>)> {
    position.outcome().map(|Outcome { winner, reason, .. }| (reason, winner))
}

#[test]
fn positions_in_which_nobody_can_mate_are_draws() {
    let dead = [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1",
        "8/8/4k3/5b2/8/3K4/8/8 w - - 0 1",
        // f5 and c4 are light squares, as is b1.
        "8/4k3/8/5b2/2B5/8/3K4/1B6 w - - 0 1",
    ];
    for text in dead {
        assert_eq!(ended(&read(text)), Some((GameOverReason::DeadPosition, None)), "{text}");
    }
    let alive = [
        "8/8/4k3/8/8/3K1NN1/8/8 w - - 0 1",
        "8/4k3/5b2/8/2B5/3K4/8/8 w - - 0 1",
        "8/8/4kb2/8/2N5/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1",
    ];
    for text in alive {
        assert_eq!(ended(&read(text)), None, "{text}");
    }
}

#[test]
fn kings_behind_a_wall_of_pawns_are_drawn_once_it_is_closed() {
    // White closes the last gap.
    let mut position = read("8/8/2k5/1p1p1p1p/pPpPpPp1/P1P1P1PP/8/4K3 w - - 0 1");
    assert_eq!(ended(&position), None);
    let step = position.parse_move("h4").unwrap();
    position.play(step);
    assert_eq!(ended(&position), Some((GameOverReason::DeadPosition, None)));
    let back = read(&position.text());
    assert_eq!((back.key(), ended(&back)), (position.key(), ended(&position)));
    position.undo(step, ());
    assert_eq!(ended(&position), None);
}

#[test]
fn threefold_allows_a_claim_and_fivefold_ends_the_game() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let mut position = after(START, shuffle);
    assert_eq!((position.repetitions(), refused(&position, "draw")), (2, "chess-no-claim"));
    play(&mut position, shuffle);
    assert_eq!(position.repetitions(), 3);
    let claim = position.from_move(Move::Decide(Decision::ClaimDraw)).unwrap();
    assert_eq!(claim, ChessMove::CLAIM);
    let mut claimed = position.clone();
    claimed.play(claim);
    assert_eq!(ended(&claimed), Some((GameOverReason::ClaimedRepetition, None)));
    claimed.undo(claim, ());
    assert_eq!(claimed, position);
    play(&mut position, &shuffle.repeat(2));
    assert_eq!(ended(&position), Some((GameOverReason::FivefoldRepetition, None)));
}

#[test]
fn fifty_moves_allow_a_claim_and_seventy_five_end_the_game() {
    let mut position = read("4k3/8/8/8/8/8/3R4/4K3 w - - 98 80");
    assert_eq!(refused(&position, "draw"), "chess-no-claim");
    play(&mut position, "Rd3 Ke7");
    let mut claimed = position.clone();
    claimed.play(claimed.parse_move("draw").unwrap());
    assert_eq!(ended(&claimed), Some((GameOverReason::ClaimedFiftyMoves, None)));
    let position = after("4k3/8/8/8/8/8/3R4/4K3 w - - 149 80", "Rd3");
    assert_eq!(ended(&position), Some((GameOverReason::SeventyFiveMoves, None)));
    // Mate comes before the count (9.6.2), and a pawn move starts it anew.
    let mate = after("k7/8/1K6/8/8/8/8/7R w - - 149 80", "Rh8#");
    assert_eq!(ended(&mate), Some((GameOverReason::Checkmate, Some(Side::First))));
    assert_eq!(after("4k3/8/8/8/8/8/4P3/4K3 w - - 149 80", "e4").halfmove_clock(), 0);
}

#[test]
fn repetitions_need_the_same_castling_and_en_passant_rights() {
    // The first time White could still castle.
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let position = after(castle, "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8");
    assert_eq!(position.repetitions(), 2);
    // A double pawn push counts where an en passant capture is legal.
    let double_step = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let position = after(double_step, "e4 Ke7 Ke2 Ke8 Ke1");
    assert_eq!(position.repetitions(), 1);
    // It cannot here, as the king would be in check from the rook.
    let pinned = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
    let position = after(pinned, "e4 Ka3 Ke2 Ka4 Ke1");
    assert_eq!(position.repetitions(), 2);
}

#[test]
fn a_draw_may_be_claimed_for_an_intended_move() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    // The last move would bring the start for the third time.
    let mut position = after(START, &format!("{shuffle}Nf3 Nf6 Ng1"));
    assert_eq!(position.repetitions(), 2);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.last(), Some(&ChessMove::CLAIM));
    position.play(ChessMove::CLAIM);
    assert_eq!(ended(&position), Some((GameOverReason::ClaimedNextRepetition, None)));
    assert_eq!(ended(&read(&position.text())), ended(&position));
    // Here none of White's moves makes a threefold repetition.
    assert_eq!(refused(&after(START, &format!("{shuffle}Nf3 Nf6")), "draw"), "chess-no-claim");
    // Two rooks have swapped places: the knight alone does not repeat the
    // position.
    let rooks = "4k3/8/8/8/8/8/8/R2RK1N1 w - - 0 1";
    let changed = after(rooks, "Nf3 Ke7 Ng1 Ke8 Nf3 Ke7 Ng1 Kf8");
    assert_eq!(refused(&changed, "draw"), "chess-no-claim");
    // The pawn push and the capture do not count, the king move does.
    let mut fifty = read("4k3/8/8/8/8/3r4/4P3/4K3 w - - 99 80");
    fifty.play(fifty.parse_move("draw").unwrap());
    assert_eq!(ended(&fifty), Some((GameOverReason::ClaimedNextFiftyMoves, None)));
    // The king must capture the queen, which resets the clock.
    let forced = read("4k3/8/8/8/8/8/1q6/K7 w - - 99 80");
    assert_eq!(refused(&forced, "draw"), "chess-no-claim");
}

/// The reversal of the side's last move, where legal.
fn reversal(position: &Chess, last: Option<Move>) -> Option<ChessMove> {
    let Some(Move::FromTo { from, to, .. }) = last else { return None };
    position.from_move(Move::FromTo { from: to, to: from, promotion: None }).ok()
}

#[test]
fn a_claim_for_an_intended_move_is_legal_exactly_when_such_a_move_is() {
    let mut moves = Vec::new();
    let mut claims = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut position = read(["8/8/4k3/8/8/3K1N2/5R2/8 w - - 60 80", START][seed as usize % 2]);
        let mut last = [None; 2];
        for ply in 0..120 {
            position.legal_moves(&mut moves);
            let claimable = |then: &Chess| then.repetitions() >= 3 || then.halfmove_clock() >= 100;
            let expected = claimable(&position)
                || moves.iter().filter(|&&mv| mv != ChessMove::CLAIM).any(|&mv| {
                    let mut then = position.clone();
                    then.play(mv);
                    claimable(&then)
                });
            let is_claimable = moves.contains(&ChessMove::CLAIM);
            assert_eq!(is_claimable, expected && !moves.is_empty(), "{}", position.text());
            claims += u32::from(is_claimable);
            moves.retain(|&mv| mv != ChessMove::CLAIM);
            let Some(&any) = random.pick(&moves) else { break };
            // Each side mostly shuffles.
            let back = reversal(&position, last[ply % 2]).filter(|_| random.below(8) > 0);
            let mv = back.unwrap_or(any);
            last[ply % 2] = Some(position.to_move(mv));
            position.play(mv);
        }
    }
    assert!(claims > 100, "only {claims} claims");
}

#[test]
fn moves_that_draw_at_once_have_warnings() {
    let warning_of = |position: &Chess, text: &str| {
        let mv = position.to_move(position.parse_move(text).unwrap());
        let warning = position.warnings().into_iter().find(|warning| warning.mv == mv);
        warning.map(|warning| (warning.ruling, warning.message_id))
    };
    let draw = |message_id| Some((Ruling::Draw, message_id));
    let queen = read("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    assert_eq!(warning_of(&queen, "Qf7"), draw("chess-would-be-stalemate"));
    assert_eq!(warning_of(&queen, "Qg7#"), None);
    let last = read("8/8/4k3/3r4/4K3/8/8/8 w - - 0 1");
    assert_eq!(warning_of(&last, "Kf4"), None);
    let last = read("8/8/1k6/3r4/4K3/8/8/8 w - - 0 1");
    assert_eq!(warning_of(&last, "Kxd5"), draw("chess-would-be-dead"));
    let late = read("4k3/8/8/8/8/8/3R4/4K3 w - - 149 80");
    assert_eq!(warning_of(&late, "Rd3"), draw("chess-would-be-seventy-five"));
    // The start has occurred three times here, and four times there.
    let shuffles = |count| after(START, &("Nf3 Nf6 Ng1 Ng8 ".repeat(count) + "Nf3 Nf6 Ng1"));
    assert_eq!(warning_of(&shuffles(2), "Ng8"), None);
    assert_eq!(warning_of(&shuffles(3), "Ng8"), draw("chess-would-be-fivefold"));
    assert_eq!(shuffles(3).warnings().len(), 1);
}
