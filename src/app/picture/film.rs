//! A line of a game as an animated GIF.
//!
//! The game is drawn twice, one position at a time: first to count colours,
//! then to write. Each frame holds the rectangle that changed, and in that
//! only what changed, so that grain which stays costs nothing.

use std::ops::ControlFlow;
use std::time::Duration;

use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use serde::{Deserialize, Serialize};

use super::colours::{Census, Palette};
use super::scene::Scene;
use super::{Artist, PictureError, Style};
use crate::record::{GameTree, NodeId};

/// The number that stands for what stays as it was.
const UNCHANGED: u8 = 255;

/// How fast a film runs. GIF counts time in hundredths of a second; shorter
/// ones than two of these are slowed down by most programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// How long each position is shown.
    pub each: Duration,
    /// How long the last one is shown before the film begins again.
    pub last: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { each: Duration::from_millis(800), last: Duration::from_secs(4) }
    }
}

/// The positions at these nodes, in this order, as an animated GIF file that
/// runs for ever. It takes some milliseconds a position; `progress` is told
/// how far it has come, 0 to 1, and may call it off.
///
/// # Errors
/// If there is no node or one is not in the tree, the edge is not within
/// [`EDGES`](super::EDGES), a file to draw from is missing or damaged, or it
/// was called off.
pub fn gif(
    artist: &Artist,
    tree: &GameTree,
    line: &[NodeId],
    style: &Style,
    pace: &Pace,
    mut progress: impl FnMut(f32) -> ControlFlow<()>,
) -> Result<Vec<u8>, PictureError> {
    if let Some(node) = line.iter().find(|&&node| !tree.contains(node)) {
        return Err(PictureError::Node(node.number()));
    }
    let scene = Scene::new(artist, tree, line, style)?;
    let steps = (2 * line.len()) as f32;
    let mut step = 0.0;
    let mut go_on = || {
        step += 1.0;
        match progress(step / steps) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(PictureError::Cancelled),
        }
    };
    let mut census = Census::new();
    let mut screen = Screen::new(&scene);
    for &node in line {
        scene.draw(&mut screen.canvas, tree, node);
        screen.changes().for_each(|(_, colour)| census.add(colour));
        screen.keep();
        go_on()?;
    }
    let mut palette = census.choose(usize::from(UNCHANGED));
    let mut colours = palette.bytes();
    colours.resize(3 * 256, 0);
    let mut screen = Screen::new(&scene);
    let [width, height] = [screen.canvas.width(), screen.canvas.height()].map(|n| n as u16);
    let mut encoder = Encoder::new(Vec::new(), width, height, &colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut written = Vec::new();
    for (n, &node) in line.iter().enumerate() {
        scene.draw(&mut screen.canvas, tree, node);
        let shown = if n + 1 == line.len() { pace.last } else { pace.each };
        let mut frame = frame(&screen, &mut palette, &mut written);
        frame.delay = centiseconds(shown);
        encoder.write_frame(&frame)?;
        screen.keep();
        go_on()?;
    }
    Ok(encoder.into_inner()?)
}

fn centiseconds(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX).max(2)
}

/// The position on show and the one before.
struct Screen {
    canvas: Pixmap,
    /// As RGBA; empty before the first position.
    before: Vec<u8>,
}

impl Screen {
    fn new(scene: &Scene) -> Screen {
        Screen { canvas: scene.canvas(), before: Vec::new() }
    }

    /// The position on show becomes the one before.
    fn keep(&mut self) {
        self.before.clear();
        self.before.extend_from_slice(self.canvas.data());
    }

    /// The pixels that changed, by their number, and their colours; all of
    /// them at first.
    fn changes(&self) -> impl Iterator<Item = (usize, [u8; 3])> + '_ {
        let mut before = self.before.chunks_exact(4);
        let pixels = self.canvas.data().chunks_exact(4).enumerate();
        let changed = pixels.filter(move |&(_, pixel)| before.next() != Some(pixel));
        changed.map(|(n, pixel)| (n, [pixel[0], pixel[1], pixel[2]]))
    }
}

/// The frame that makes what a film shows, `written`, the position on show.
fn frame(screen: &Screen, palette: &mut Palette, written: &mut Vec<u8>) -> Frame<'static> {
    let (width, height) = (screen.canvas.width() as usize, screen.canvas.height() as usize);
    if written.is_empty() {
        written.extend(screen.changes().map(|(_, colour)| palette.index(colour)));
        return Frame {
            width: width as u16,
            height: height as u16,
            buffer: written.clone().into(),
            ..Frame::default()
        };
    }
    let mut changed = vec![UNCHANGED; written.len()];
    // Left, top, right and bottom of what changed.
    let mut bounds: Option<[usize; 4]> = None;
    for (n, colour) in screen.changes() {
        let index = palette.index(colour);
        if index == written[n] {
            continue;
        }
        (written[n], changed[n]) = (index, index);
        let (x, y) = (n % width, n / width);
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    // A frame where nothing changed still takes its time.
    let [left, top, right, bottom] = bounds.unwrap_or_default();
    let rows = changed.chunks_exact(width).skip(top).take(bottom + 1 - top);
    let buffer: Vec<u8> = rows.flat_map(|row| &row[left..=right]).copied().collect();
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right + 1 - left) as u16,
        height: (bottom + 1 - top) as u16,
        transparent: Some(UNCHANGED),
        buffer: buffer.into(),
        ..Frame::default()
    }
}
