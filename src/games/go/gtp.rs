//! Rule sets of Go in GTP.

use super::rules::{KoRule, Rules, ScoringRule};
use crate::games::{GtpGame, GtpRules};

/// KataGo's own default is Tromp-Taylor, which therefore comes before its relatives.
pub(super) const GTP: GtpGame = GtpGame {
    option: super::RULESET.id,
    sets: &[
        ("chinese", &["chineseogs", "chinesekgs"]),
        ("japanese", &["korean"]),
        ("aga", &["bga", "french"]),
        ("tromp-taylor", &[]),
        ("new-zealand", &["nz"]),
    ],
    rules,
};

fn rules(value: &str) -> GtpRules {
    // Three stones tell the ways of counting White's bonus apart.
    let rules = Rules::from_name(value, 0, 3);
    let is_area = rules.scoring == ScoringRule::Area;
    GtpRules {
        ko: match rules.ko {
            KoRule::Simple => "SIMPLE",
            KoRule::Positional => "POSITIONAL",
            KoRule::Situational => "SITUATIONAL",
        },
        scoring: if is_area { "AREA" } else { "TERRITORY" },
        tax: if is_area { "NONE" } else { "SEKI" },
        suicide: rules.suicide,
        has_button: false,
        white_handicap_bonus: match rules.handicap_bonus {
            3 => "N",
            2 => "N-1",
            _ => "0",
        },
        friendly_pass_ok: is_area && rules.stone_removal,
    }
}
