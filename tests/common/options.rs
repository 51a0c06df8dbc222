//! Options of games to try.

use tianyuan::games::{Domain, Game, OptionValue, Options};

/// The default options of a game, and those with one option changed.
pub fn all_options(game: &dyn Game) -> Vec<Options> {
    let mut all = vec![Options::default()];
    for spec in game.options() {
        let values: Vec<_> = match spec.domain {
            Domain::Words(words) => {
                words.iter().skip(1).map(|word| OptionValue::Word((*word).to_owned())).collect()
            }
            Domain::Number { min, max, .. } => {
                vec![OptionValue::Number(min), OptionValue::Number(max)]
            }
            Domain::Switch { default } => vec![OptionValue::Switch(!default)],
        };
        for value in values {
            let mut options = Options::default();
            options.set(spec.id, value);
            all.push(options);
        }
    }
    all.retain(|options| game.start(options).is_ok());
    all
}
