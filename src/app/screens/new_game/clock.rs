//! The clock: usual time controls as chips, and any other one by steppers.

use bevy_egui::egui::Ui;

use crate::app::features::setup_choices::{DAYS, SetupChoice, TimeControlKind};
use crate::app::text::Localization;
use crate::app::widgets::controls::{
    NUMBER_WIDTH, chip, chips, choice, heading, muted, row, stepper,
};

/// A usual time control.
#[derive(Clone, Copy, Debug, PartialEq)]
struct UsualClock {
    kind: TimeControlKind,
    minutes: u64,
    seconds: u64,
    periods: u32,
    days: u8,
}

const USUAL: [UsualClock; 5] = [
    UsualClock::new(TimeControlKind::None, 0, 0, 0),
    UsualClock::new(TimeControlKind::Increment, 3, 2, 0),
    UsualClock::new(TimeControlKind::SuddenDeath, 10, 0, 0),
    UsualClock::new(TimeControlKind::SuddenDeath, 30, 0, 0),
    UsualClock::new(TimeControlKind::ByoYomi, 10, 30, 3),
];

impl UsualClock {
    const fn new(kind: TimeControlKind, minutes: u64, seconds: u64, periods: u32) -> UsualClock {
        UsualClock { kind, minutes, seconds, periods, days: 0 }
    }

    /// So many days for a move.
    const fn of_days(days: u8) -> UsualClock {
        UsualClock { days, ..UsualClock::new(TimeControlKind::Days, 0, 0, 0) }
    }

    /// The time control of a choice; numbers that do not apply are zero.
    fn of(choice: &SetupChoice) -> UsualClock {
        let SetupChoice { clock, minutes, seconds, periods, .. } = *choice;
        match clock {
            TimeControlKind::Days if choice.elsewhere => UsualClock::of_days(choice.days),
            TimeControlKind::None | TimeControlKind::Days => {
                UsualClock::new(TimeControlKind::None, 0, 0, 0)
            }
            TimeControlKind::SuddenDeath => UsualClock::new(clock, minutes, 0, 0),
            TimeControlKind::Increment => UsualClock::new(clock, minutes, seconds, 0),
            TimeControlKind::ByoYomi => UsualClock::new(clock, minutes, seconds, periods),
        }
    }

    /// Chooses it. Numbers that do not apply are kept.
    fn apply(self, choice: &mut SetupChoice) {
        choice.clock = self.kind;
        match self.kind {
            TimeControlKind::None => {}
            TimeControlKind::Days => choice.days = self.days,
            TimeControlKind::SuddenDeath => choice.minutes = self.minutes,
            TimeControlKind::Increment => {
                (choice.minutes, choice.seconds) = (self.minutes, self.seconds);
            }
            TimeControlKind::ByoYomi => {
                (choice.minutes, choice.seconds) = (self.minutes, self.seconds);
                choice.periods = self.periods;
            }
        }
    }

    /// Its short form, as players write it.
    fn text(self, l10n: &Localization) -> String {
        let UsualClock { minutes, seconds, periods, .. } = self;
        match self.kind {
            TimeControlKind::None => l10n.get("clock-none"),
            TimeControlKind::Days => l10n.format("clock-days", &[("days", self.days.to_string())]),
            TimeControlKind::SuddenDeath | TimeControlKind::Increment => {
                format!("{minutes}+{seconds}")
            }
            TimeControlKind::ByoYomi => {
                let numbers = [
                    ("minutes", minutes.to_string()),
                    ("periods", periods.to_string()),
                    ("seconds", seconds.to_string()),
                ];
                l10n.format("clock-byo-yomi-short", &numbers)
            }
        }
    }

    /// Its meaning, in one line.
    fn explanation(self, l10n: &Localization) -> String {
        let id = match self.kind {
            TimeControlKind::None => return l10n.get("clock-none-line"),
            TimeControlKind::Days => return l10n.get("clock-days-line"),
            TimeControlKind::SuddenDeath => "clock-sudden-death-line",
            TimeControlKind::Increment => "clock-increment-line",
            TimeControlKind::ByoYomi => "clock-byo-yomi-line",
        };
        let numbers = [
            ("minutes", self.minutes.to_string()),
            ("seconds", self.seconds.to_string()),
            ("periods", self.periods.to_string()),
        ];
        l10n.format(id, &numbers)
    }
}

/// The time control of a choice in its short form.
pub(in crate::app::screens) fn clock_text(l10n: &Localization, choice: &SetupChoice) -> String {
    UsualClock::of(choice).text(l10n)
}

/// Shows the clock of a choice. `is_other` is true while the steppers are open, though it is a usual
/// one.
pub(in crate::app::screens) fn show_clock(
    ui: &mut Ui,
    l10n: &Localization,
    choice: &mut SetupChoice,
    is_other: &mut bool,
) {
    heading(ui, &l10n.get("clock"));
    let now = UsualClock::of(choice);
    let is_days = now.kind == TimeControlKind::Days;
    let other = !is_days && (*is_other || !USUAL.contains(&now));
    chips(ui, |ui| {
        for usual in USUAL {
            if chip(ui, !other && now == usual, &usual.text(l10n), None) {
                usual.apply(choice);
                *is_other = false;
            }
        }
        if chip(ui, other, &l10n.get("clock-custom"), None) {
            if is_days {
                choice.clock = TimeControlKind::Increment;
            }
            *is_other = true;
        }
    });
    if choice.elsewhere && day_chips(ui, l10n, choice, now) {
        *is_other = false;
    }
    muted(ui, UsualClock::of(choice).explanation(l10n));
    if other {
        custom_rows(ui, l10n, choice);
    }
}

/// Days for a move: the chips say the number, and the heading of what. Returns true if one is
/// chosen.
fn day_chips(ui: &mut Ui, l10n: &Localization, choice: &mut SetupChoice, now: UsualClock) -> bool {
    let mut is_chosen = false;
    muted(ui, l10n.get("clock-days-heading"));
    chips(ui, |ui| {
        for days in DAYS {
            let usual = UsualClock::of_days(days);
            if chip(ui, now == usual, &days.to_string(), None) {
                usual.apply(choice);
                is_chosen = true;
            }
        }
    });
    is_chosen
}

/// The rows of a time control that is none of the usual ones.
fn custom_rows(ui: &mut Ui, l10n: &Localization, chosen: &mut SetupChoice) {
    row(ui, &l10n.get("clock-kind"), |ui| {
        let values = [
            (TimeControlKind::None, l10n.get("clock-none")),
            (TimeControlKind::SuddenDeath, l10n.get("clock-sudden-death")),
            (TimeControlKind::Increment, l10n.get("clock-increment")),
            (TimeControlKind::ByoYomi, l10n.get("clock-byo-yomi")),
        ];
        choice(ui, &mut chosen.clock, &values);
    });
    let kind = chosen.clock;
    if matches!(kind, TimeControlKind::None | TimeControlKind::Days) {
        return;
    }
    let min = u64::from(kind != TimeControlKind::ByoYomi);
    number_row(ui, l10n, "clock-minutes", &mut chosen.minutes, min, 180);
    match kind {
        TimeControlKind::None | TimeControlKind::SuddenDeath | TimeControlKind::Days => {}
        TimeControlKind::Increment => {
            number_row(ui, l10n, "clock-increment-seconds", &mut chosen.seconds, 1, 120);
        }
        TimeControlKind::ByoYomi => {
            number_row(ui, l10n, "clock-period-seconds", &mut chosen.seconds, 1, 120);
            let mut periods = u64::from(chosen.periods);
            number_row(ui, l10n, "clock-periods", &mut periods, 1, 30);
            chosen.periods = periods as u32;
        }
    }
}

/// Row of a number whose step grows with its value.
fn number_row(ui: &mut Ui, l10n: &Localization, id: &str, value: &mut u64, min: u64, max: u64) {
    let name = l10n.get(id);
    *value = (*value).clamp(min, max);
    row(ui, &name, |ui| {
        let change =
            stepper(ui, &name, &value.to_string(), NUMBER_WIDTH, *value > min, *value < max);
        let step = match *value + u64::from(change > 0) {
            ..=10 => 1,
            11..=30 => 5,
            _ => 15,
        };
        *value = match change {
            1 => (*value / step + 1) * step,
            -1 => (value.div_ceil(step) - 1) * step,
            _ => *value,
        }
        .clamp(min, max);
    });
}
