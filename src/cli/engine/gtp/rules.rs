//! Rule sets, by their names and as KataGo's extensions describe them: objects of JSON
//! with a field for each rule.

use serde_json::{Map, Value};

use super::error::GtpError;
use super::{Answer, Gtp};
use crate::games::{GtpGame, OptionValue};

/// Rules by their names.
type Fields = Map<String, Value>;

/// Matters under area scoring alone.
const FRIENDLY_PASS: &str = "friendlyPassOk";

/// A name of a rule set without case, hyphens and spaces, which are written in many ways.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// True if this is the value of a field, in whatever case it is written.
fn has(fields: &Fields, key: &str, value: &Value) -> bool {
    fields.get(key).is_some_and(|own| text(own).eq_ignore_ascii_case(&text(value)))
}

fn fields(game: &GtpGame, set: &str) -> Fields {
    match serde_json::to_value((game.rules)(set)) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

fn names(game: &GtpGame) -> String {
    let names: Vec<_> = game.sets.iter().map(|(set, _)| *set).collect();
    names.join(", ")
}

/// The field of this name; `score` is another one of `scoring`.
fn field_name(game: &GtpGame, name: &str) -> Result<String, GtpError> {
    let known = fields(game, game.sets[0].0);
    let name = if name.eq_ignore_ascii_case("score") { "scoring" } else { name };
    let found = known.keys().find(|key| key.eq_ignore_ascii_case(name));
    found.cloned().ok_or_else(|| {
        GtpError::RuleName(known.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
    })
}

/// The rule set with these fields, whatever its others are; that of the game if it is one.
fn matching_set(game: &GtpGame, current: &str, wanted: &Fields) -> Result<String, GtpError> {
    let current = game.sets.iter().filter(|(set, _)| *set == current);
    let sets: Vec<_> = current.chain(game.sets).map(|(set, _)| (*set, fields(game, set))).collect();
    for (key, value) in wanted {
        if !sets.iter().any(|(_, fields)| has(fields, key, value)) {
            let mut possible: Vec<_> =
                sets.iter().filter_map(|(_, fields)| fields.get(key)).map(text).collect();
            possible.sort_unstable();
            possible.dedup();
            return Err(GtpError::RuleValue(key.clone(), possible.join(" or ")));
        }
    }
    let suits = |(_, own): &&(&str, Fields)| {
        let is_area = has(own, "scoring", &Value::from("AREA"));
        wanted.iter().all(|(key, value)| has(own, key, value) || (key == FRIENDLY_PASS && !is_area))
    };
    let found = sets.iter().find(suits);
    found.map(|(set, _)| (*set).to_owned()).ok_or_else(|| GtpError::RuleCombination(names(game)))
}

impl Gtp {
    fn gtp_game(&self) -> Result<GtpGame, GtpError> {
        self.game.engine_protocols().gtp.ok_or(GtpError::UnknownCommand)
    }

    /// The name of the rule set.
    fn rule_set(&self, game: &GtpGame) -> String {
        let spec = self.game.options().iter().find(|spec| spec.id == game.option);
        match spec.map(|spec| self.options.get(spec)) {
            Some(OptionValue::Word(word)) => word,
            _ => String::new(),
        }
    }

    fn choose_rules(&mut self, game: &GtpGame, set: String) -> Answer {
        let mut options = self.options.clone();
        options.set(game.option, OptionValue::Word(set));
        self.change_rules(options)?;
        Ok(String::new())
    }

    /// The rules as an object.
    pub(super) fn rules(&self) -> Answer {
        let game = self.gtp_game()?;
        Ok(Value::Object(fields(&game, &self.rule_set(&game))).to_string())
    }

    /// Sets the rules by a name or an object. Rules that the object leaves out may be any.
    pub(super) fn set_rules(&mut self, rules: &str) -> Answer {
        let game = self.gtp_game()?;
        let set = if rules.starts_with('{') {
            let given: Fields = serde_json::from_str(rules).map_err(|_| GtpError::RulesObject)?;
            let mut wanted = Fields::new();
            for (name, value) in given {
                wanted.insert(field_name(&game, &name)?, value);
            }
            matching_set(&game, &self.rule_set(&game), &wanted)?
        } else {
            let name = plain(rules);
            let mut sets = game.sets.iter();
            let found =
                sets.find(|(set, others)| plain(set) == name || others.contains(&name.as_str()));
            found.ok_or_else(|| GtpError::Rules(names(&game)))?.0.to_owned()
        };
        self.choose_rules(&game, set)
    }

    /// Sets one rule and leaves the others as they are.
    pub(super) fn set_rule(&mut self, words: &[&str]) -> Answer {
        let [name, value] = words else { return Err(GtpError::RuleArguments) };
        let game = self.gtp_game()?;
        let current = self.rule_set(&game);
        let mut wanted = fields(&game, &current);
        wanted.insert(field_name(&game, name)?, Value::from(*value));
        let set = matching_set(&game, &current, &wanted)?;
        self.choose_rules(&game, set)
    }
}
