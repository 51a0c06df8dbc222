//! Every game, played by taps as two people at one device would.

use super::*;
use crate::app::board::{Cursor, Insight};
use crate::core::Point;
use crate::games::{Call, Domain, Game, registry};

fn tap(app: &mut App, point: Point) {
    let place = app.world().resource::<Placed>().0.as_ref().unwrap().position(point);
    app.world_mut().write_message(BoardInput::Tap(place));
    app.update();
    app.update();
}

fn people_at(game: &'static dyn Game, options: &[(&str, Choice)]) -> Setup {
    Setup { game, ..setup(PEOPLE, options, TimeControl::Unlimited) }
}

/// Plays a legal move with taps where it is made on the board.
fn tap_move(app: &mut App, mv: Move) {
    let before = (text(app), game(app).tree().ply(game(app).current()));
    for _ in 0..2 {
        match mv {
            Move::Place(at) => tap(app, at),
            Move::Decide(decision) => match Move::Decide(decision).target() {
                Some(at) => tap(app, at),
                None => send(app, Command::Play(mv, Author::Human)),
            },
            Move::Travel { from, to, .. } => {
                let picked = app.world().resource::<Cursor>().selected == Some(from);
                if !picked {
                    tap(app, from);
                }
                tap(app, to);
                if app.world().resource::<Cursor>().promoting.contains(&mv) {
                    send(app, Command::Play(mv, Author::Human));
                }
            }
            Move::Pass => send(app, Command::Play(mv, Author::Human)),
        }
        // A move that the rules punish is explained before it is played.
        let doubted = app.world().resource::<Cursor>().doubted == Some(mv);
        assert_eq!(doubted, (text(app), game(app).tree().ply(game(app).current())) == before);
        if !doubted {
            return;
        }
        assert!(app.world().resource::<Insight>().warning(mv).is_some());
    }
}

#[test]
fn every_game_is_played_to_its_end_by_taps_undone_and_redone() {
    for (n, &game_played) in registry::GAMES.iter().enumerate() {
        let folder = Folder::new(game_played.id());
        let mut app = interaction_app(&folder.0);
        // The smallest board ends soonest.
        let smallest = |spec: &crate::games::OptionSpec| match spec.domain {
            Domain::Number { min, .. } if spec.id == "size" => Some((spec.id, Choice::Number(min))),
            _ => None,
        };
        let options: Vec<_> = game_played.options().iter().filter_map(smallest).collect();
        start(&mut app, people_at(game_played, &options));
        app.update();
        let first = text(&app);
        let mut random = Random::new(n as u64 + 1);
        while game(&app).ending().is_none() {
            let moves = game(&app).position().legal_moves();
            let mv = moves[random.below(moves.len())];
            tap_move(&mut app, mv);
        }
        let last = text(&app);
        order(&mut app, Order::UndoAll);
        assert_eq!(text(&app), first, "{}", game_played.id());
        order(&mut app, Order::RedoAll);
        assert_eq!(text(&app), last, "{}", game_played.id());
        assert!(game(&app).ending().is_some());
    }
}

#[test]
fn a_foul_is_explained_at_the_first_tap_and_played_at_the_second() {
    let folder = Folder::new("foul");
    let mut app = interaction_app(&folder.0);
    let renju = registry::find("gomoku").unwrap();
    start(&mut app, people_at(renju, &[("rule", Choice::Word("renju".into()))]));
    app.update();
    // Black's h8 would make two open threes, along the rank and the file.
    for stone in ["f8", "a1", "g8", "a3", "h9", "a5", "h10", "a7"] {
        tap(&mut app, stone.parse().unwrap());
    }
    let before = text(&app);
    let foul = Move::Place("h8".parse().unwrap());
    tap(&mut app, "h8".parse().unwrap());
    assert_eq!(text(&app), before);
    let insight = app.world().resource::<Insight>();
    let explained = insight.explained(app.world().resource::<Cursor>()).unwrap();
    assert_eq!((explained.mv, explained.call, explained.label), (foul, Call::Loss, "33"));
    // Another tap means another move, and the foul is explained anew.
    tap(&mut app, "o15".parse().unwrap());
    order(&mut app, Order::Undo);
    tap(&mut app, "h8".parse().unwrap());
    assert_eq!(text(&app), before);
    tap(&mut app, "h8".parse().unwrap());
    assert_eq!(game(&app).ending().and_then(|ending| ending.winner()), Some(Side::Second));
}

/// Every choice of words of every game, one at a time.
fn variants() -> impl Iterator<Item = (&'static dyn Game, Vec<(&'static str, Choice)>)> {
    registry::GAMES.iter().flat_map(|&game| {
        game.options().iter().flat_map(move |spec| match spec.domain {
            Domain::Words(words) => words
                .iter()
                .map(|word| (game, vec![(spec.id, Choice::Word((*word).to_owned()))]))
                .collect(),
            _ => Vec::new(),
        })
    })
}

#[test]
fn every_variant_begins_between_person_and_computer_and_between_computers() {
    const PLIES: usize = 14;
    let computer = Seat::Computer(2);
    for (n, (game_played, options)) in variants().enumerate() {
        for players in [[computer; 2], [Seat::Human, computer], [computer, Seat::Human]] {
            let folder = Folder::new(&format!("variant-{n}"));
            let mut app = interaction_app(&folder.0);
            let setup = Setup { players, ..people_at(game_played, &options) };
            start(&mut app, setup);
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
            // A computer that finds no move resigns.
            let resigned = matches!(game(&app).ending(), Some(Ending::Resigned(_)));
            assert!(!resigned, "{} {options:?}", game_played.id());
        }
    }
}

#[test]
fn a_piece_is_dragged_and_one_that_may_not_stand_there_goes_back() {
    let folder = Folder::new("drag");
    let mut app = interaction_app(&folder.0);
    start(&mut app, people_at(registry::find("chess").unwrap(), &[]));
    app.update();
    let drag = |app: &mut App, from: &str, to: Option<&str>| {
        let layout = app.world().resource::<Placed>().0.clone().unwrap();
        let place = |square: &str| layout.position(square.parse().unwrap());
        let end = to.map_or(layout.outer.max + 50.0, place);
        let inputs =
            [BoardInput::Grab(place(from)), BoardInput::Drag(end), BoardInput::Release(end)];
        for input in inputs {
            app.world_mut().write_message(input);
            app.update();
        }
        app.update();
    };
    let first = text(&app);
    // An opponent's piece, an illegal square, a place beside the board.
    for (from, to) in [("e7", Some("e5")), ("e2", Some("e5")), ("e2", None), ("e4", Some("e5"))] {
        drag(&mut app, from, to);
        assert_eq!(text(&app), first);
        assert!(app.world().resource::<Cursor>().held.is_none());
    }
    // Let go where it stood, it stays picked up for a tap.
    drag(&mut app, "e2", Some("e2"));
    assert_eq!(app.world().resource::<Cursor>().selected, Some("e2".parse().unwrap()));
    drag(&mut app, "e2", Some("e4"));
    assert_eq!(game(&app).tree().move_text(game(&app).current()).as_deref(), Some("e4"));
}
