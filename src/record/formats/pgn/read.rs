//! The PGN reader: a tokenizer that builds trees directly.

use super::foreign_moves::foreign_move;
use super::tags::{Tag, Tags};
use super::tokens::{
    fen_length, first_moves, first_word, html_tag, is_delimiter, move_number, tag_pair,
};
use super::{commands, repeated_end, tags};
use crate::core::excerpt;
use crate::games::IllegalMove;
use crate::record::formats::builder::{PAST_END, TreeBuilder};
use crate::record::formats::lenient::{ReadGame, ReadGames};
use crate::record::formats::text::{Lines, decode};
use crate::record::formats::{FormatError, Source, check_game_count};
use crate::record::{GameTree, Glyph, InfoField, NodeId};

/// Property with the numbers of glyphs that are not known here.
pub(super) const NAG: &str = "NAG";
/// Most variations within one another, far more than those of any analysis.
const MAX_DEPTH: usize = 500;
/// Most tags of a game.
const MAX_TAGS: usize = 200;

pub(super) fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut reader = Reader {
        text: &text,
        lines: Lines::new(&text),
        at: 0,
        count: 0,
        tags: Tags::default(),
        tags_at: 0,
        game: None,
        variations: Vec::new(),
        unplayable: None,
        opened_text: 0,
        refusal: None,
        cut: None,
        pending_comment: String::new(),
        continued: None,
    };
    let mut games = ReadGames::new(source, 0);
    loop {
        match reader.game() {
            Ok(None) => break,
            Ok(Some(game)) => {
                check_game_count(games.count() + 1, 16, source.bytes)?;
                games.push(Ok(game));
            }
            Err(GameError::File(error)) => return Err(error),
            Err(GameError::Setup(error)) => {
                games.push(Err(error));
                reader.skip_game();
            }
        }
        reader.count += 1;
    }
    if games.count() == 0 {
        let nothing = "no game was found; expected tags and moves like 1. e4 e5";
        return Err(reader.lines.error(0, nothing));
    }
    games.finish()
}

/// An error of reading a game.
enum GameError {
    /// The game cannot be set up here; others of the file may be fine.
    Setup(FormatError),
    /// The file is not of this format.
    File(FormatError),
}

impl From<FormatError> for GameError {
    fn from(error: FormatError) -> GameError {
        GameError::File(error)
    }
}

/// Moves that cannot be played, which are kept as text.
struct Unplayable {
    /// Number of variations that were open where they began.
    depth: usize,
    /// True if they are a variation, in parentheses.
    is_variation: bool,
}

struct Reader<'a> {
    text: &'a str,
    lines: Lines<'a>,
    at: usize,
    /// Games read so far.
    count: usize,
    tags: Tags,
    /// Offset of the first tag.
    tags_at: usize,
    game: Option<TreeBuilder>,
    /// Stack of open variations: the nodes to return to.
    variations: Vec<NodeId>,
    /// Set after a move that the rules refuse, or a null move (`--`), which they
    /// do not have, to the end of its line.
    unplayable: Option<Unplayable>,
    /// Parentheses opened within those moves, with nothing in them yet.
    opened_text: usize,
    /// The error of the first move of the game that was refused.
    refusal: Option<FormatError>,
    /// Where the file ends within a comment or a variation of the game.
    cut: Option<FormatError>,
    /// Comment before the first move of a variation.
    pending_comment: String,
    /// The node of the last move if the next one continues its line.
    continued: Option<NodeId>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn invalid(&self, at: usize, reason: impl std::fmt::Display) -> FormatError {
        self.lines.error(at, reason)
    }

    /// The builder of the current game, created at its first move or comment.
    fn builder(&mut self) -> Result<&mut TreeBuilder, GameError> {
        let made = match self.game.take() {
            Some(game) => game,
            None => {
                let made = self.tags.builder(&first_moves(self.rest()));
                let at = if self.tags.0.is_empty() { self.at } else { self.tags_at };
                made.map_err(|error| GameError::Setup(self.invalid(at, error)))?
            }
        };
        Ok(self.game.insert(made))
    }

    /// Goes on after a game that cannot be set up: to the tags after its moves.
    fn skip_game(&mut self) {
        let mut is_after_blank = false;
        while !self.rest().is_empty() {
            let line = self.rest().lines().next().unwrap_or_default().trim();
            let is_tag = line.strip_prefix('[').is_some_and(|line| {
                line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains('"')
            });
            if is_tag && is_after_blank {
                break;
            }
            is_after_blank = line.is_empty();
            self.skip_line();
        }
    }

    /// Keeps a token of moves that cannot be played, after the parentheses before it.
    fn keep(&mut self, token: &str) -> Result<(), GameError> {
        for _ in 0..std::mem::take(&mut self.opened_text) {
            self.builder()?.annotations().add_property(PAST_END, "(".to_owned());
        }
        self.builder()?.annotations().add_property(PAST_END, token.to_owned());
        Ok(())
    }

    /// The next game, if there is one.
    fn game(&mut self) -> Result<Option<ReadGame>, GameError> {
        self.tags = Tags::default();
        self.game = None;
        self.variations.clear();
        self.unplayable = None;
        self.opened_text = 0;
        self.refusal = None;
        self.pending_comment.clear();
        self.continued = None;
        self.cut = None;
        let mut has_result = false;
        while let Some(c) = self.rest().chars().next() {
            match c {
                _ if self.is_between_games(c) => self.skip_line(),
                '[' if self.game.is_some() => break,
                // Games without moves may lack their results too.
                '[' if self.is_tag_of_next_game() => break,
                '[' => self.tag()?,
                _ if c.is_ascii_alphanumeric()
                    && self.game.is_none()
                    && fen_length(self.rest()) > 0 =>
                {
                    let fen = &self.rest()[..fen_length(self.rest())];
                    self.at += fen.len();
                    let value = fen.trim_end_matches(',').trim().to_owned();
                    self.tags.0.push(Tag { name: "FEN".to_owned(), value });
                }
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
                    if !rest.contains('}') {
                        let reason = "the file ends within a comment";
                        self.cut = Some(self.invalid(self.at, reason));
                    }
                    let end = rest.find('}').unwrap_or(rest.len());
                    self.at = (self.at + end + 2).min(self.text.len());
                    self.comment(&rest[..end])?;
                }
                '(' if self.variations.len() >= MAX_DEPTH => {
                    let reason = format!("more than {MAX_DEPTH} variations within one another");
                    return Err(GameError::Setup(self.invalid(self.at, reason)));
                }
                '(' => {
                    let is_text = self.unplayable.is_some();
                    let builder = self.builder()?;
                    let here = builder.node();
                    if is_text {
                        self.opened_text += 1;
                    } else {
                        let before = builder.tree.parent(here).unwrap_or(here);
                        builder.go_to(before);
                        builder.checkpoint();
                    }
                    self.continued = None;
                    self.variations.push(here);
                    self.at += 1;
                }
                ')' => {
                    self.at += 1;
                    let back = self.variations.pop();
                    if back.is_some()
                        && let Some(open) = self.unplayable.take()
                    {
                        let ends = self.variations.len() < open.depth;
                        if self.opened_text > 0 {
                            self.opened_text -= 1;
                        } else if !ends || open.is_variation {
                            self.keep(")")?;
                        }
                        self.unplayable = Some(open).filter(|_| !ends);
                    }
                    if let (Some(back), Some(builder)) = (back, &mut self.game) {
                        builder.go_to(back);
                        self.continued = Some(back);
                    }
                }
                '<' => self.at += html_tag(self.rest()).max(1),
                c if c.is_whitespace() || matches!(c, ']' | '}' | '>' | '"' | '\u{feff}') => {
                    self.at += c.len_utf8();
                }
                _ => {
                    if self.token()? && self.variations.is_empty() {
                        has_result = true;
                        break;
                    }
                }
            }
        }
        if self.game.is_none() && !self.tags.0.is_empty() {
            self.builder()?;
        }
        // Parentheses that the file does not close.
        if self.unplayable.is_some() {
            let open = self.unplayable.take().map_or(0, |open| {
                (self.variations.len() - open.depth) + usize::from(open.is_variation)
            });
            for _ in std::mem::take(&mut self.opened_text)..open {
                self.keep(")")?;
            }
        }
        if self.rest().is_empty() && self.cut.is_none() && !has_result {
            let reason = match self.variations.is_empty() {
                false => Some("the file ends within a variation"),
                // Some programs write the result in a tag alone, but those end the line.
                true if self.tags.get("Result").is_some() && !self.text.ends_with('\n') => {
                    Some("the file ends before the result of its last game")
                }
                true => None,
            };
            self.cut = reason.map(|reason| self.invalid(self.at, reason));
        }
        if self.variations.is_empty()
            && let Some(builder) = &mut self.game
        {
            let end = builder.node();
            repeated_end::detach(&mut builder.tree, end);
        }
        let (refusal, cut) = (self.refusal.take(), self.cut.take());
        Ok(self.game.take().map(|builder| ReadGame { tree: builder.tree, refusal, cut }))
    }

    /// True if this begins a line of text that some programs write before or
    /// after a game, such as its source.
    fn is_between_games(&self, c: char) -> bool {
        let waits = self.game.is_none() && self.tags.0.is_empty();
        if !waits || matches!(c, '[' | '{' | ';') || c.is_whitespace() || c.is_ascii_digit() {
            return false;
        }
        if self.count == 0 && !c.is_alphabetic() {
            return false;
        }
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        // A first game may begin with a bad move, but not with mere words.
        let is_words = || !word.contains(|c: char| c.is_ascii_digit());
        (self.count > 0 || is_words())
            && fen_length(self.rest()) == 0
            && !Tags::is_first_move(word.trim_end_matches(['!', '?', ',']))
    }

    /// True if the tag here, behind a blank line, is one that the game has already.
    fn is_tag_of_next_game(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t', '\r']);
        let before = before.strip_suffix('\n').map(|line| line.trim_end_matches([' ', '\r']));
        if !before.is_some_and(|before| before.ends_with('\n')) {
            return false;
        }
        let name = self.rest()[1..].split([' ', '\t', ']']).next().unwrap_or_default();
        self.tags.get(name).is_some()
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
    }

    /// Reads a tag pair, after which moves may stand in the same line.
    fn tag(&mut self) -> Result<(), FormatError> {
        let start = self.at;
        if self.tags.0.is_empty() {
            self.tags_at = start;
        }
        let line = self.rest().lines().next().unwrap_or_default();
        let (inner, length) = tag_pair(line);
        match length {
            Some(length) => self.at += length,
            None => self.skip_line(),
        }
        if self.rest().trim_end().is_empty() && !line.contains(']') {
            self.cut = Some(self.invalid(start, "the file ends within a tag"));
            return Ok(());
        }
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
    fn comment(&mut self, text: &str) -> Result<(), GameError> {
        if self.unplayable.is_some() {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            return if text.is_empty() { Ok(()) } else { self.keep(&format!("{{{text}}}")) };
        }
        let line = self.variations.last().copied();
        let builder = self.builder()?;
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
    fn token(&mut self) -> Result<bool, GameError> {
        let start = self.at;
        let rest = self.rest();
        let number = move_number(rest);
        if number > 0 {
            self.at += number;
            return Ok(false);
        }
        let word = first_word(rest);
        if let Some(number) = rest.strip_prefix('$') {
            let number = first_word(number);
            let number = if number.starts_with(is_delimiter) { "" } else { number };
            self.at += 1 + number.len();
            if self.unplayable.is_some() {
                self.keep(&format!("${number}"))?;
                return Ok(false);
            }
            let here = self.builder()?;
            match number.parse().ok().and_then(Glyph::from_nag) {
                Some(glyph) => here.annotations().add_glyph(glyph),
                None => here.annotations().add_property(NAG, number.to_owned()),
            }
            return Ok(false);
        }
        if word == "e.p." {
            self.at += word.len();
            return Ok(false);
        }
        if let Some(result) = tags::result(word) {
            self.at += word.len();
            let is_main = self.variations.is_empty();
            let info = self.builder()?.tree.info_mut();
            if is_main && word != "*" && info.winner().is_none() {
                info.set(InfoField::Result, &result);
            }
            return Ok(true);
        }
        // Before the word is consumed: the game may be known by it.
        self.builder()?;
        self.at += word.len();
        if self.unplayable.is_some() {
            self.keep(word)?;
            return Ok(false);
        }
        if let Some(glyph) = Glyph::from_symbol(word) {
            self.builder()?.annotations().add_glyph(glyph);
            return Ok(false);
        }
        let bare = word.trim_end_matches(['!', '?']);
        let bare = bare.trim_end_matches(',');
        let waiting = std::mem::take(&mut self.pending_comment);
        let continued = self.continued.take();
        let builder = self.builder()?;
        match play(builder, bare) {
            Ok(()) => {
                // A variation may have begun with the move before this one again.
                let node = builder.node();
                if let Some(continued) = continued {
                    put_first(&mut builder.tree, continued, node);
                }
                if let Some(glyph) = Glyph::from_symbol(&word[bare.len()..]) {
                    builder.annotations().add_glyph(glyph);
                }
                if !waiting.is_empty() {
                    builder.annotations().add_comment(&waiting);
                }
                self.continued = Some(node);
            }
            Err(refusal) => {
                let reason = format!("{} cannot be played: {refusal}", excerpt(word));
                let node = builder.node();
                let is_variation =
                    builder.is_past_end() || builder.tree.children(node).next().is_some();
                let depth = self.variations.len();
                self.unplayable = Some(Unplayable { depth, is_variation });
                if self.refusal.is_none() {
                    self.refusal = Some(self.invalid(start, reason));
                }
                if is_variation {
                    self.keep("(")?;
                }
                if !waiting.is_empty() {
                    self.keep(&format!("{{{waiting}}}"))?;
                }
                self.keep(word)?;
            }
        }
        Ok(false)
    }
}

/// Makes the line from a node go on by the branch that holds another node.
fn put_first(tree: &mut GameTree, from: NodeId, node: NodeId) {
    let path = std::iter::successors(Some(node), |&node| tree.parent(node));
    let Some(child) = path.take_while(|&node| node != from).last() else { return };
    if tree.children(from).next() != Some(child) {
        let others: Vec<_> = tree.children(from).filter(|&other| other != child).collect();
        let order: Vec<_> = [child].into_iter().chain(others).collect();
        tree.set_order(from, &order);
    }
}

/// Plays a move in the game's notation, or in one that only other programs write.
fn play(builder: &mut TreeBuilder, text: &str) -> Result<(), IllegalMove> {
    builder.play_text(text).map(|_| ()).or_else(|refusal| {
        if let Some(mv) = foreign_move(builder.position(), text) {
            return builder.play(mv).map(|_| ());
        }
        // Records of Reversi omit passes.
        let at = text.to_ascii_lowercase().parse().map_err(|_| refusal.clone())?;
        builder.place(None, at).map(|_| ()).map_err(|_| refusal)
    })
}
