//! Checks of guides: texts in every language, legal moves, and a page for every
//! option.

use super::{
    Guide, MAX_HEADING, MAX_PAGES, MAX_SECTIONS, MAX_TEXT, Page, PageError, Section, file,
};
use crate::content::file::FormatError;
use crate::core::excerpt;
use crate::games::{Domain, Game, OptionValue, registry};

/// Error in a guide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum GuideError {
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Page(#[from] PageError),
    /// An option, or a word of it, has no page.
    #[error("no page covers option {0}; every option and each of its words has one")]
    NotCovered(String),
}

/// Checks all of a guide.
pub(super) fn check(guide: &Guide) -> Result<(), GuideError> {
    file::check_version(guide.version)?;
    let game = registry::find(&guide.game).ok_or_else(|| FormatError::unknown_game(&guide.game))?;
    file::check_count(guide.pages.len(), "page", "pages", MAX_PAGES)?;
    for (at, page) in guide.pages.iter().enumerate() {
        let twice = guide.pages[..at].iter().any(|other| other.id == page.id);
        let whole = |reason: String| PageError { page: excerpt(&page.id), section: None, reason };
        if twice {
            return Err(whole("another page has this id; each has its own".to_owned()).into());
        }
        check_page(game, page).map_err(whole)?;
        for (n, section) in page.sections.iter().enumerate() {
            check_section(game, page, section).map_err(|reason| PageError {
                page: page.id.clone(),
                section: Some(n + 1),
                reason,
            })?;
        }
    }
    check_coverage(game, guide)
}

fn check_page(game: &dyn Game, page: &Page) -> Result<(), String> {
    let text = |error: FormatError| error.to_string();
    file::check_id(&page.id).map_err(text)?;
    file::check_localized("title", &page.title, MAX_HEADING).map_err(text)?;
    game.start(&page.options).map_err(|error| error.to_string())?;
    for (id, words) in &page.covers {
        let specs = game.options();
        let spec = specs.iter().find(|spec| spec.id == id).ok_or_else(|| {
            let known: Vec<_> = specs.iter().map(|spec| spec.id).collect();
            format!("it covers \"{}\"; the options are: {}", excerpt(id), known.join(", "))
        })?;
        for word in words {
            if !spec.domain.contains(&OptionValue::Word(word.clone())) {
                return Err(format!("it covers \"{}\" of {spec}", excerpt(word)));
            }
        }
    }
    file::check_count(page.sections.len(), "section", "sections", MAX_SECTIONS).map_err(text)
}

fn check_section(game: &dyn Game, page: &Page, section: &Section) -> Result<(), String> {
    let text = |error: FormatError| error.to_string();
    file::check_localized("heading", &section.heading, MAX_HEADING).map_err(text)?;
    file::check_localized("text", &section.text, MAX_TEXT).map_err(text)?;
    if let Some(diagram) = &section.diagram {
        diagram.try_frames(game, page).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Checks that every option, and every word that it can be set to, has a page.
fn check_coverage(game: &dyn Game, guide: &Guide) -> Result<(), GuideError> {
    for spec in game.options() {
        let covered =
            |value: &OptionValue| guide.pages.iter().any(|page| page.covers_value(spec, value));
        let words = match spec.domain {
            Domain::Words(words) => words,
            Domain::Number { .. } | Domain::Switch { .. } => &[],
        };
        if !covered(&spec.domain.default_choice()) {
            return Err(GuideError::NotCovered(spec.id.to_owned()));
        }
        for word in words {
            if !covered(&OptionValue::Word((*word).to_owned())) {
                return Err(GuideError::NotCovered(format!("{} \"{word}\"", spec.id)));
            }
        }
    }
    Ok(())
}
