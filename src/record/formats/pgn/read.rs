//! The PGN reader: a tokenizer that builds trees directly.

use super::commands;
use super::tags::{Tag, Tags};
use crate::record::formats::builder::TreeBuilder;
use crate::record::formats::text::{decode, error_at, excerpt};
use crate::record::formats::{FormatError, Source, check_game_count, without_caches};
use crate::record::{GameTree, Glyph, InfoField, NodeId};

/// Most tags of a game.
const MAX_TAGS: usize = 200;
/// Termination markers.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

pub(super) fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut reader = Reader {
        text: &text,
        at: 0,
        count: 0,
        tags: Tags::default(),
        game: None,
        variations: Vec::new(),
        unplayable_depth: None,
        pending_comment: String::new(),
    };
    let mut games = Vec::new();
    while let Some(tree) = reader.game()? {
        check_game_count(games.len() + 1, 16, source.bytes)?;
        games.push(without_caches(tree));
        reader.count += 1;
    }
    if games.is_empty() {
        return Err(error_at(&text, 0, "no game was found; expected tags and moves like 1. e4 e5"));
    }
    Ok(games)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Games read so far.
    count: usize,
    tags: Tags,
    game: Option<TreeBuilder>,
    /// Stack of open variations: the nodes to return to.
    variations: Vec<NodeId>,
    /// Depth of the variation that contains a null move (`--`), which the
    /// rules do not have and after which its moves cannot be played.
    unplayable_depth: Option<usize>,
    /// Comment before the first move of a variation.
    pending_comment: String,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn invalid(&self, at: usize, reason: impl std::fmt::Display) -> FormatError {
        error_at(self.text, at, reason)
    }

    /// The builder of the current game, created at its first move or comment.
    fn builder(&mut self, first_move: &str) -> Result<&mut TreeBuilder, FormatError> {
        if self.game.is_none() {
            let made = self.tags.builder(first_move);
            let made = made.map_err(|error| self.invalid(self.at, error))?;
            self.game = Some(made);
        }
        let (text, at) = (self.text, self.at);
        self.game.as_mut().ok_or_else(|| error_at(text, at, "no game has begun"))
    }

    /// The next game, if there is one.
    fn game(&mut self) -> Result<Option<GameTree>, FormatError> {
        self.tags = Tags::default();
        self.game = None;
        self.variations.clear();
        self.unplayable_depth = None;
        self.pending_comment.clear();
        while let Some(c) = self.rest().chars().next() {
            match c {
                _ if self.is_between_games(c) => self.skip_line(),
                '[' if self.game.is_some() => break,
                '[' => self.tag()?,
                '%' if self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n' => {
                    self.skip_line()
                }
                ';' => {
                    let comment = self.rest().lines().next().unwrap_or_default();
                    self.skip_line();
                    self.comment(&comment[1..])?;
                }
                '{' => {
                    let rest = &self.rest()[1..];
                    let end = rest.find('}').unwrap_or(rest.len());
                    self.at = (self.at + end + 2).min(self.text.len());
                    self.comment(&rest[..end])?;
                }
                '(' => {
                    self.at += 1;
                    let unplayable_depth = self.unplayable_depth.is_some();
                    let builder = self.builder("")?;
                    let here = builder.node();
                    // A variation past the end of the game starts at its last node.
                    let beyond = unplayable_depth || builder.is_past_end();
                    let parent = builder.tree.parent(here).filter(|_| !beyond);
                    let before = parent.unwrap_or(here);
                    builder.go_to(before);
                    builder.checkpoint();
                    self.variations.push(here);
                }
                ')' => {
                    self.at += 1;
                    let back = self.variations.pop();
                    self.unplayable_depth =
                        self.unplayable_depth.filter(|&depth| depth <= self.variations.len());
                    if let (Some(back), Some(builder)) = (back, &mut self.game) {
                        builder.go_to(back);
                    }
                }
                c if c.is_whitespace() || matches!(c, ']' | '}' | '<' | '>' | '"' | '\u{feff}') => {
                    self.at += c.len_utf8();
                }
                _ => {
                    if self.token()? && self.variations.is_empty() {
                        break;
                    }
                }
            }
        }
        if self.game.is_none() && !self.tags.0.is_empty() {
            self.builder("")?;
        }
        Ok(self.game.take().map(|builder| builder.tree))
    }

    /// True if this begins a line of text that some programs write after a
    /// game, such as its source.
    fn is_between_games(&self, c: char) -> bool {
        let waits = self.count > 0 && self.game.is_none() && self.tags.0.is_empty();
        if !waits || c == '[' || c.is_whitespace() || c.is_ascii_digit() {
            return false;
        }
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        !Tags::is_first_move(word.trim_end_matches(['!', '?']))
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
    }

    fn tag(&mut self) -> Result<(), FormatError> {
        let start = self.at;
        let line = self.rest().lines().next().unwrap_or_default();
        self.skip_line();
        let inner = line.trim_end().trim_end_matches(']').trim_start_matches('[');
        let Some((name, value)) = inner.trim().split_once([' ', '\t']) else {
            return Err(self.invalid(start, "expected a tag like [Event \"Match\"]"));
        };
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value);
        if self.tags.0.len() == MAX_TAGS {
            return Err(self.invalid(start, format!("more than {MAX_TAGS} tags")));
        }
        let mut plain = String::with_capacity(value.len());
        let mut letters = value.chars();
        while let Some(c) = letters.next() {
            plain.push(if c == '\\' { letters.next().unwrap_or('\\') } else { c });
        }
        self.tags.0.push(Tag { name: name.to_owned(), value: plain });
        Ok(())
    }

    /// Reads a comment with its commands.
    fn comment(&mut self, text: &str) -> Result<(), FormatError> {
        let line = self.variations.last().copied();
        let builder = self.builder("")?;
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("[%") {
            plain.push_str(before);
            let Some((command, after)) = after.split_once(']') else {
                plain.push_str("[%");
                rest = after;
                continue;
            };
            if commands::read(builder, command.trim()).is_none() {
                plain.push_str(&format!("[%{command}]"));
            }
            rest = after;
        }
        plain.push_str(rest);
        let text = plain.replace('\r', "");
        let lines = text.split("\n\n").map(|line| line.replace('\n', " "));
        let text = lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>().join("\n");
        let text = text.trim_matches(['\n', ' ']);
        let here = builder.node();
        // The first move of a variation has not been played yet.
        if line.is_some_and(|line| builder.tree.parent(line) == Some(here)) {
            self.pending_comment.push_str(text);
        } else if !text.is_empty() {
            builder.annotations().add_comment(text);
        }
        Ok(())
    }

    /// Reads a move, move number, glyph or result; returns true at a result,
    /// which ends the game.
    fn token(&mut self) -> Result<bool, FormatError> {
        let start = self.at;
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let dots = rest[digits..].bytes().take_while(|&byte| byte == b'.').count();
        let is_end = |c: char| {
            c.is_whitespace() || matches!(c, '(' | ')' | '{' | '}' | '[' | ']' | ';' | '$')
        };
        let end = |from: &str| from.find(is_end).unwrap_or(from.len());
        if dots > 0 {
            self.at += digits + dots;
            return Ok(false);
        }
        if let Some(number) = rest.strip_prefix('$') {
            let length = end(number);
            self.at += 1 + length;
            let number = &number[..length];
            let here = self.builder("")?;
            match number.parse().ok().and_then(Glyph::from_nag) {
                Some(glyph) => here.annotations().add_glyph(glyph),
                None => here.annotations().add_property("NAG", number.to_owned()),
            }
            return Ok(false);
        }
        let word = &rest[..end(rest).max(1).min(rest.len())];
        self.at += word.len();
        if word.len() == digits || word == "e.p." {
            return Ok(false);
        }
        if RESULTS.contains(&word) {
            let is_main = self.variations.is_empty();
            let info = self.builder("")?.tree.info_mut();
            if is_main && word != "*" && info.winner().is_none() {
                info.set(InfoField::Result, word);
            }
            return Ok(true);
        }
        if let Some(glyph) = Glyph::from_symbol(word) {
            self.builder("")?.annotations().add_glyph(glyph);
            return Ok(false);
        }
        let bare = word.trim_end_matches(['!', '?']);
        if matches!(bare, "--" | "Z0") {
            self.unplayable_depth = self.unplayable_depth.or(Some(self.variations.len()));
        }
        let unplayable_depth = self.unplayable_depth.is_some();
        let waiting = std::mem::take(&mut self.pending_comment);
        let builder = self.builder(bare)?;
        if unplayable_depth {
            builder.add_past_end(bare);
            return Ok(false);
        }
        if let Err(refusal) = builder.play_text(bare) {
            let reason = format!("{} cannot be played: {refusal}", excerpt(word));
            return Err(self.invalid(start, reason));
        }
        if let Some(glyph) = Glyph::from_symbol(&word[bare.len()..]) {
            builder.annotations().add_glyph(glyph);
        }
        if !waiting.is_empty() {
            builder.annotations().add_comment(&waiting);
        }
        Ok(false)
    }
}
