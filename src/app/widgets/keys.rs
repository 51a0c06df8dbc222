//! Every key that the application answers to: the input reads them here, and the page of
//! keys lists them from here. A test holds that no other file names a key.

use bevy_egui::egui::{Event, InputState, Key, Modifiers};

use crate::app::state::Screen;

/// A key, with the modifiers that are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    pub modifiers: Modifiers,
    pub key: Key,
}

/// The keys of one action. Each of them does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut(pub &'static [Chord]);

impl Shortcut {
    /// Number of times that it was pressed in this frame. A key without modifiers counts with
    /// Shift too, but not with Ctrl or Alt.
    pub fn presses(&self, input: &InputState) -> usize {
        let is_meant = |modifiers: Modifiers, chord: &Chord| match chord.modifiers {
            Modifiers::NONE => !modifiers.command && !modifiers.ctrl && !modifiers.alt,
            pattern => modifiers.matches_exact(pattern),
        };
        let is_press = |event: &&Event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => {
                self.0.iter().any(|chord| chord.key == *key && is_meant(*modifiers, chord))
            }
            _ => false,
        };
        input.events.iter().filter(is_press).count()
    }

    /// True if it was pressed in this frame.
    pub fn is_pressed(&self, input: &InputState) -> bool {
        self.presses(input) > 0
    }

    /// True while it is held.
    pub fn is_held(&self, input: &InputState) -> bool {
        self.0.iter().any(|chord| input.key_down(chord.key))
    }

    /// Takes the press away from whatever is drawn later. Returns true if there was one.
    pub fn consume(&self, input: &mut InputState) -> bool {
        self.is_pressed(input)
            && self.0.iter().any(|chord| input.consume_key(chord.modifiers, chord.key))
    }
}

const fn plain(key: Key) -> Chord {
    Chord { modifiers: Modifiers::NONE, key }
}

const fn ctrl(key: Key) -> Chord {
    Chord { modifiers: Modifiers::COMMAND, key }
}

const fn ctrl_shift(key: Key) -> Chord {
    Chord { modifiers: Modifiers::COMMAND.plus(Modifiers::SHIFT), key }
}

/// Declares the shortcuts, and a list of them all for the test of the page.
macro_rules! shortcuts {
    ($($name:ident = [$($chord:expr),+ $(,)?];)+) => {
        $(pub const $name: Shortcut = Shortcut(&[$($chord),+]);)+
        #[cfg_attr(not(test), expect(dead_code, reason = "the list that the page is held to"))]
        const ALL: &[(&str, Shortcut)] = &[$((stringify!($name), $name)),+];
    };
}

shortcuts! {
    HELP = [plain(Key::F1)];
    PEEK = [plain(Key::F2)];
    BACK = [plain(Key::Escape)];
    QUIT = [ctrl(Key::Q)];
    NEXT_CONTROL = [plain(Key::Tab)];
    PRESS = [plain(Key::Enter), plain(Key::Space)];
    COPY = [ctrl(Key::C)];
    PASTE = [ctrl(Key::V)];
    LEFT = [plain(Key::ArrowLeft)];
    RIGHT = [plain(Key::ArrowRight)];
    UP = [plain(Key::ArrowUp)];
    DOWN = [plain(Key::ArrowDown)];
    PAGE_UP = [plain(Key::PageUp)];
    PAGE_DOWN = [plain(Key::PageDown)];
    FIRST = [plain(Key::Home)];
    LAST = [plain(Key::End)];
    CHOOSE = [plain(Key::Enter)];
    DELETE = [plain(Key::Delete)];
    SECOND_LEFT = [plain(Key::A)];
    SECOND_RIGHT = [plain(Key::D)];
    SECOND_UP = [plain(Key::W)];
    SECOND_DOWN = [plain(Key::S)];
    SECOND_CHOOSE = [plain(Key::Space)];
    TAKE_BACK = [plain(Key::U), plain(Key::Backspace)];
    PLAY_AGAIN = [plain(Key::R)];
    UNDO = [ctrl(Key::Z)];
    REDO = [ctrl(Key::Y), ctrl_shift(Key::Z)];
    HINT = [plain(Key::H)];
    PLAY_FOR_ME = [plain(Key::P)];
    FLIP = [plain(Key::F)];
    OVERLAY = [plain(Key::O)];
    MENU = [plain(Key::M)];
    NEXT_PUZZLE = [plain(Key::N)];
    NEXT_MISTAKE = [plain(Key::N), plain(Key::PageDown)];
    PREVIOUS_MISTAKE = [plain(Key::B), plain(Key::PageUp)];
    AUTOPLAY = [plain(Key::P)];
    ENGINE_LINES = [plain(Key::L)];
    TAKE_AWAY = [plain(Key::Delete), plain(Key::Backspace)];
}

/// The shortcuts of a page, as they are listed.
pub struct KeyGroup {
    /// Id of its heading.
    pub heading: &'static str,
    /// The screens on which they work; none for all.
    pub screens: &'static [Screen],
    pub rows: &'static [KeyRow],
}

/// Row of the list of shortcuts: some keys, with a text of what they do.
pub struct KeyRow {
    /// Id of the text.
    pub text: &'static str,
    pub shortcuts: &'static [Shortcut],
}

const fn row(text: &'static str, shortcuts: &'static [Shortcut]) -> KeyRow {
    KeyRow { text, shortcuts }
}

/// All keys, by page.
pub const GROUPS: &[KeyGroup] = &[
    KeyGroup {
        heading: "keys-everywhere",
        screens: &[],
        rows: &[
            row("keys-help", &[HELP]),
            row("back", &[BACK]),
            row("keys-next-control", &[NEXT_CONTROL]),
            row("keys-press", &[PRESS]),
            row("keys-import", &[PASTE]),
            row("keys-quit", &[QUIT]),
        ],
    },
    KeyGroup {
        heading: "keys-pages",
        screens: &[
            Screen::Home,
            Screen::Settings,
            Screen::Engines,
            Screen::ContentPacks,
            Screen::HowToPlay,
            Screen::LevelEditor,
        ],
        rows: &[row("keys-scroll", &[PAGE_UP, PAGE_DOWN])],
    },
    KeyGroup {
        heading: "keys-play",
        screens: &[Screen::Play],
        rows: &[
            row("keys-on-board", &[LEFT, RIGHT, UP, DOWN]),
            row("keys-choose", &[CHOOSE]),
            row(
                "keys-second-player",
                &[SECOND_LEFT, SECOND_RIGHT, SECOND_UP, SECOND_DOWN, SECOND_CHOOSE],
            ),
            row("undo", &[TAKE_BACK, UNDO]),
            row("redo", &[PLAY_AGAIN, REDO]),
            row("undo-all", &[FIRST]),
            row("redo-all", &[LAST]),
            row("hint", &[HINT]),
            row("play-for-me", &[PLAY_FOR_ME]),
            row("flip-board", &[FLIP]),
            row("keys-overlay", &[OVERLAY]),
            row("more", &[MENU]),
            row("blind-peek", &[PEEK]),
        ],
    },
    KeyGroup {
        heading: "puzzles",
        screens: &[Screen::Puzzles, Screen::Play],
        rows: &[
            row("keys-retry", &[TAKE_BACK]),
            row("hint", &[HINT]),
            row("keys-next-puzzle", &[NEXT_PUZZLE]),
            row("keys-puzzle-moves", &[PAGE_UP, PAGE_DOWN]),
            row("flip-board", &[FLIP]),
        ],
    },
    KeyGroup {
        heading: "learn-courses",
        screens: &[Screen::Learn, Screen::Play],
        rows: &[
            row("keys-retry", &[TAKE_BACK]),
            row("keys-lesson-step", &[PAGE_UP, PAGE_DOWN]),
            row("lesson-next", &[NEXT_PUZZLE]),
            row("flip-board", &[FLIP]),
        ],
    },
    KeyGroup {
        heading: "keys-review",
        screens: &[Screen::Review],
        rows: &[
            row("keys-step", &[LEFT, RIGHT]),
            row("keys-variations", &[UP, DOWN]),
            row("keys-ends", &[FIRST, LAST]),
            row("keys-next-mistake", &[NEXT_MISTAKE]),
            row("keys-previous-mistake", &[PREVIOUS_MISTAKE]),
            row("keys-autoplay", &[AUTOPLAY]),
            row("keys-lines", &[ENGINE_LINES]),
            row("keys-undo-edit", &[UNDO]),
            row("keys-redo-edit", &[REDO]),
            row("flip-board", &[FLIP]),
            row("more", &[MENU]),
        ],
    },
    KeyGroup {
        heading: "position-editor",
        screens: &[Screen::PositionEditor],
        rows: &[
            row("keys-on-board", &[LEFT, RIGHT, UP, DOWN]),
            row("keys-use-tool", &[PRESS]),
            row("keys-take-away", &[TAKE_AWAY]),
            row("keys-undo-edit", &[UNDO]),
            row("keys-redo-edit", &[REDO]),
            row("keys-copy-position", &[COPY]),
            row("keys-paste-position", &[PASTE]),
            row("flip-board", &[FLIP]),
        ],
    },
    KeyGroup {
        heading: "laboratory",
        screens: &[Screen::Laboratory],
        rows: &[
            row("keys-laboratory-step", &[LEFT, RIGHT]),
            row("keys-laboratory-ends", &[FIRST, LAST]),
            row("keys-laboratory-play", &[AUTOPLAY]),
        ],
    },
    KeyGroup {
        heading: "library",
        screens: &[Screen::Library],
        rows: &[
            row("keys-rows", &[UP, DOWN, PAGE_UP, PAGE_DOWN]),
            row("keys-ends-of-list", &[FIRST, LAST]),
            row("keys-open", &[CHOOSE]),
            row("keys-delete-game", &[DELETE]),
        ],
    },
    KeyGroup {
        heading: "new-game",
        screens: &[Screen::NewGame],
        rows: &[
            row("keys-level", &[LEFT, RIGHT]),
            row("keys-ends-of-levels", &[FIRST, LAST]),
            row("keys-scroll", &[PAGE_UP, PAGE_DOWN]),
        ],
    },
    KeyGroup {
        heading: "make-level",
        screens: &[Screen::LevelEditor, Screen::Play],
        rows: &[row("keys-delete-move", &[DELETE])],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{self, RawInput};

    /// The presses that a key with these modifiers makes.
    fn presses(shortcut: Shortcut, modifiers: Modifiers, key: Key) -> usize {
        let ctx = egui::Context::default();
        let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        ctx.begin_pass(RawInput { events: vec![event], ..Default::default() });
        let presses = ctx.input(|input| shortcut.presses(input));
        _ = ctx.end_pass();
        presses
    }

    #[test]
    fn a_letter_works_with_shift_but_not_with_ctrl() {
        assert_eq!(presses(TAKE_BACK, Modifiers::NONE, Key::U), 1);
        assert_eq!(presses(TAKE_BACK, Modifiers::NONE, Key::Backspace), 1);
        assert_eq!(presses(TAKE_BACK, Modifiers::SHIFT, Key::U), 1);
        assert_eq!(presses(TAKE_BACK, Modifiers::CTRL, Key::U), 0);
        assert_eq!(presses(TAKE_BACK, Modifiers::NONE, Key::Z), 0);
    }

    #[test]
    fn undo_and_redo_differ_by_shift() {
        let held = Modifiers::CTRL | Modifiers::COMMAND;
        assert_eq!(presses(UNDO, held, Key::Z), 1);
        assert_eq!(presses(REDO, held, Key::Z), 0);
        assert_eq!(presses(UNDO, held | Modifiers::SHIFT, Key::Z), 0);
        assert_eq!(presses(REDO, held | Modifiers::SHIFT, Key::Z), 1);
        assert_eq!(presses(REDO, held, Key::Y), 1);
        assert_eq!(presses(UNDO, Modifiers::NONE, Key::Z), 0);
    }

    #[test]
    fn the_page_lists_every_shortcut_and_none_twice_for_a_page() {
        let rows = || GROUPS.iter().flat_map(|group| group.rows);
        for (name, shortcut) in ALL {
            assert!(rows().any(|row| row.shortcuts.contains(shortcut)), "{name} is not listed");
        }
        for group in GROUPS {
            let chords = group.rows.iter().flat_map(|row| row.shortcuts).flat_map(|keys| keys.0);
            let chords: Vec<_> = chords.collect();
            for (index, chord) in chords.iter().enumerate() {
                let twice = chords[..index].contains(chord);
                assert!(!twice, "{} has {chord:?} twice", group.heading);
            }
        }
    }

    #[test]
    fn tab_and_enter_move_and_press_as_the_page_says() {
        let ctx = egui::Context::default();
        let frame = |chord: Option<Chord>| {
            let event = chord.map(|chord| Event::Key {
                key: chord.key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: chord.modifiers,
            });
            let events = event.into_iter().collect();
            ctx.begin_pass(RawInput { events, ..Default::default() });
            let mut ui = crate::app::widgets::root(&ctx);
            let buttons = ["a", "b"].map(|text| ui.button(text));
            _ = ctx.end_pass();
            buttons.map(|button| (button.has_focus(), button.clicked()))
        };
        frame(None);
        for (focus, other) in [(0, 1), (1, 0)] {
            frame(Some(NEXT_CONTROL.0[0]));
            let shown = frame(None);
            assert!(shown[focus].0 && !shown[other].0);
            for &chord in PRESS.0 {
                assert!(frame(Some(chord))[focus].1, "{chord:?}");
            }
        }
    }
}
