//! Every game played by taps, as by two people at one device.

use super::*;
use crate::app::board::{Cursor, RuleHints};
use crate::games::{Domain, Game, Ruling, registry};

fn people_at(game: &'static dyn Game, options: &[(&str, OptionValue)]) -> GameSetup {
    GameSetup { game, ..setup(TWO_HUMANS, options, TimeControl::Unlimited) }
}

/// Plays a legal move, by taps if it is made on the board.
fn tap_move(app: &mut App, mv: Move) {
    let before = (position_text(app), game(app).tree().ply(game(app).current()));
    for _ in 0..2 {
        match mv {
            Move::Place(at) => tap(app, at),
            Move::Decide(decision) => match Move::Decide(decision).target() {
                Some(at) => tap(app, at),
                None => play_move(app, mv),
            },
            Move::FromTo { from, to, .. } => {
                let picked = app.world().resource::<Cursor>().selected == Some(from);
                if !picked {
                    tap(app, from);
                }
                tap(app, to);
                if app.world().resource::<Cursor>().promotion_choices.contains(&mv) {
                    play_move(app, mv);
                }
            }
            Move::Pass => play_move(app, mv),
        }
        // A losing move (a foul) is explained first and played at the second tap.
        let needs_confirmation = app.world().resource::<Cursor>().pending_confirm == Some(mv);
        assert_eq!(
            needs_confirmation,
            (position_text(app), game(app).tree().ply(game(app).current())) == before
        );
        if !needs_confirmation {
            return;
        }
        assert!(app.world().resource::<RuleHints>().warning(mv).is_some());
    }
}

#[test]
fn every_game_is_played_to_its_end_by_taps_undone_and_redone() {
    for (n, &game_played) in registry::GAMES.iter().enumerate() {
        let folder = DataFolder::new(game_played.id());
        let mut app = interaction_app(&folder.0);
        // The smallest board ends the soonest.
        let smallest = |spec: &crate::games::OptionSpec| match spec.domain {
            Domain::Number { min, .. } if spec.id == "size" => {
                Some((spec.id, OptionValue::Number(min)))
            }
            _ => None,
        };
        let options: Vec<_> = game_played.options().iter().filter_map(smallest).collect();
        start_game(&mut app, people_at(game_played, &options));
        app.update();
        let first = position_text(&app);
        let mut random = Random::new(n as u64 + 1);
        while game(&app).ending().is_none() {
            let moves = game(&app).position().legal_moves();
            let mv = moves[random.below(moves.len())];
            tap_move(&mut app, mv);
        }
        let last = position_text(&app);
        act(&mut app, GameAction::UndoAll);
        assert_eq!(position_text(&app), first, "{}", game_played.id());
        act(&mut app, GameAction::RedoAll);
        assert_eq!(position_text(&app), last, "{}", game_played.id());
        assert!(game(&app).ending().is_some());
    }
}

#[test]
fn a_foul_is_explained_at_the_first_tap_and_played_at_the_second() {
    let folder = DataFolder::new("foul");
    let mut app = interaction_app(&folder.0);
    let renju = registry::find("gomoku").unwrap();
    start_game(&mut app, people_at(renju, &[("rule", OptionValue::Word("renju".into()))]));
    app.update();
    // Black's h8 would make two open threes, along the rank and the file.
    for stone in ["f8", "a1", "g8", "a3", "h9", "a5", "h10", "a7"] {
        tap(&mut app, stone.parse().unwrap());
    }
    let before = position_text(&app);
    let foul = Move::Place("h8".parse().unwrap());
    tap(&mut app, "h8".parse().unwrap());
    assert_eq!(position_text(&app), before);
    let insight = app.world().resource::<RuleHints>();
    let explained = insight.focused_warning(app.world().resource::<Cursor>()).unwrap();
    assert_eq!((explained.mv, explained.ruling, explained.label), (foul, Ruling::Loss, "33"));
    // After another tap the foul is explained anew.
    tap(&mut app, "o15".parse().unwrap());
    act(&mut app, GameAction::Undo);
    tap(&mut app, "h8".parse().unwrap());
    assert_eq!(position_text(&app), before);
    tap(&mut app, "h8".parse().unwrap());
    assert_eq!(game(&app).ending().and_then(|ending| ending.winner()), Some(Side::Second));
}

/// Every value of every enumerated option of every game, one at a time.
fn variants() -> impl Iterator<Item = (&'static dyn Game, Vec<(&'static str, OptionValue)>)> {
    registry::GAMES.iter().flat_map(|&game| {
        game.options().iter().flat_map(move |spec| match spec.domain {
            Domain::Words(words) => words
                .iter()
                .map(|word| (game, vec![(spec.id, OptionValue::Word((*word).to_owned()))]))
                .collect(),
            _ => Vec::new(),
        })
    })
}

#[test]
fn every_variant_is_playable_by_any_kinds_of_players() {
    const PLIES: usize = 14;
    let computer = PlayerKind::Computer(2);
    for (n, (game_played, options)) in variants().enumerate() {
        for players in [[computer; 2], [PlayerKind::Human, computer], [computer, PlayerKind::Human]]
        {
            let folder = DataFolder::new(&format!("variant-{n}"));
            let mut app = interaction_app(&folder.0);
            let setup = GameSetup { players, ..people_at(game_played, &options) };
            start_game(&mut app, setup);
            app.update();
            let mut random = Random::new(n as u64);
            let ply = |app: &App| game(app).tree().ply(game(app).current());
            while ply(&app) < PLIES && game(&app).ending().is_none() {
                let before = ply(&app);
                if game(&app).turn() == Turn::Human {
                    let moves = game(&app).position().legal_moves();
                    tap_move(&mut app, moves[random.below(moves.len())]);
                } else {
                    wait_for(&mut app, "the computer's move", |app| ply(app) > before);
                }
            }
            // An engine without a move resigns.
            let resigned = matches!(game(&app).ending(), Some(Ending::Resigned(_)));
            assert!(!resigned, "{} {options:?}", game_played.id());
        }
    }
}

#[test]
fn a_piece_is_dragged_and_an_illegal_drop_returns_it() {
    let folder = DataFolder::new("drag");
    let mut app = interaction_app(&folder.0);
    start_game(&mut app, people_at(registry::find("chess").unwrap(), &[]));
    app.update();
    let drag = |app: &mut App, from: &str, to: Option<&str>| {
        let layout = app.world().resource::<CurrentLayout>().0.clone().unwrap();
        let place = |square: &str| layout.centre_of(square.parse().unwrap());
        let end = to.map_or(layout.outer.max + 50.0, place);
        let inputs = [
            BoardInput::DragStart(place(from)),
            BoardInput::DragMove(end),
            BoardInput::DragEnd(end),
        ];
        for input in inputs {
            app.world_mut().write_message(input);
            app.update();
        }
        app.update();
    };
    let first = position_text(&app);
    // An opponent's piece, an illegal square, outside the board.
    for (from, to) in [("e7", Some("e5")), ("e2", Some("e5")), ("e2", None), ("e4", Some("e5"))] {
        drag(&mut app, from, to);
        assert_eq!(position_text(&app), first);
        assert!(app.world().resource::<Cursor>().dragged.is_none());
    }
    // Dropped on its own square, it stays selected.
    drag(&mut app, "e2", Some("e2"));
    assert_eq!(app.world().resource::<Cursor>().selected, Some("e2".parse().unwrap()));
    drag(&mut app, "e2", Some("e4"));
    assert_eq!(game(&app).tree().move_text(game(&app).current()).as_deref(), Some("e4"));
}
