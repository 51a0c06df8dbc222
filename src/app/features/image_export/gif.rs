//! Animated GIF of a line of a game.
//!
//! Each position is rendered twice: first to count colours, then to encode. A frame
//! holds only the bounding rectangle of the changed pixels, and unchanged pixels in it
//! are transparent, so that static texture costs nothing.

use std::ops::ControlFlow;
use std::time::Duration;

use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use serde::{Deserialize, Serialize};

use super::palette::{ColourHistogram, Palette};
use super::scene::Scene;
use super::{ImageExportError, ImageStyle, RenderContext};
use crate::record::{GameTree, NodeId};

/// Palette index of transparent pixels, which keep their colour.
const TRANSPARENT_INDEX: u8 = 255;

/// Frame delays. GIF counts time in hundredths of a second; most programs slow down
/// delays below two of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameTiming {
    /// Time for which each position is shown.
    pub per_move: Duration,
    /// Time for which the last position is shown before the animation repeats.
    pub last_frame: Duration,
}

impl Default for FrameTiming {
    fn default() -> FrameTiming {
        FrameTiming { per_move: Duration::from_millis(800), last_frame: Duration::from_secs(4) }
    }
}

/// Encodes the positions at these nodes, in this order, as an animated GIF that repeats
/// for ever. It takes some milliseconds a position; `progress` receives the progress, 0
/// to 1, and may cancel.
///
/// # Errors
/// If there is no node or one is not in the tree, the size is not within
/// [`EDGE_RANGE`](super::EDGE_RANGE), an asset is missing or damaged, or the export was
/// cancelled.
pub fn encode_gif(
    context: &RenderContext,
    tree: &GameTree,
    line: &[NodeId],
    style: &ImageStyle,
    timing: &FrameTiming,
    mut progress: impl FnMut(f32) -> ControlFlow<()>,
) -> Result<Vec<u8>, ImageExportError> {
    if let Some(node) = line.iter().find(|&&node| !tree.contains(node)) {
        return Err(ImageExportError::Node(node.number()));
    }
    let scene = Scene::new(context, tree, line, style)?;
    let steps = (2 * line.len()) as f32;
    let mut step = 0.0;
    let mut go_on = || {
        step += 1.0;
        match progress(step / steps) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ImageExportError::Cancelled),
        }
    };
    let mut histogram = ColourHistogram::new();
    let mut frame_buffer = FrameBuffer::new(&scene);
    for &node in line {
        scene.draw(&mut frame_buffer.canvas, tree, node)?;
        frame_buffer.changed_pixels().for_each(|(_, colour)| histogram.add(colour));
        frame_buffer.advance();
        go_on()?;
    }
    let mut palette = histogram.quantise(usize::from(TRANSPARENT_INDEX));
    let mut colours = palette.bytes();
    colours.resize(3 * 256, 0);
    let mut frame_buffer = FrameBuffer::new(&scene);
    let [width, height] =
        [frame_buffer.canvas.width(), frame_buffer.canvas.height()].map(|n| n as u16);
    let mut encoder = Encoder::new(Vec::new(), width, height, &colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut written = Vec::new();
    for (n, &node) in line.iter().enumerate() {
        scene.draw(&mut frame_buffer.canvas, tree, node)?;
        let shown = if n + 1 == line.len() { timing.last_frame } else { timing.per_move };
        let mut frame = delta_frame(&frame_buffer, &mut palette, &mut written);
        frame.delay = centiseconds(shown);
        encoder.write_frame(&frame)?;
        frame_buffer.advance();
        go_on()?;
    }
    Ok(encoder.into_inner()?)
}

fn centiseconds(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX).max(2)
}

/// The current position and the previous one.
struct FrameBuffer {
    canvas: Pixmap,
    /// RGBA bytes; empty before the first position.
    previous: Vec<u8>,
}

impl FrameBuffer {
    fn new(scene: &Scene) -> FrameBuffer {
        FrameBuffer { canvas: scene.canvas(), previous: Vec::new() }
    }

    /// Makes the current position the previous one.
    fn advance(&mut self) {
        self.previous.clear();
        self.previous.extend_from_slice(self.canvas.data());
    }

    /// Indices and colours of the changed pixels; all of them at first.
    fn changed_pixels(&self) -> impl Iterator<Item = (usize, [u8; 3])> + '_ {
        let mut before = self.previous.chunks_exact(4);
        let pixels = self.canvas.data().chunks_exact(4).enumerate();
        let changed = pixels.filter(move |&(_, pixel)| before.next() != Some(pixel));
        changed.map(|(n, pixel)| (n, [pixel[0], pixel[1], pixel[2]]))
    }
}

/// The frame that turns `written`, the palette indices shown so far, into the current
/// position.
fn delta_frame(
    frame_buffer: &FrameBuffer,
    palette: &mut Palette,
    written: &mut Vec<u8>,
) -> Frame<'static> {
    let (width, height) =
        (frame_buffer.canvas.width() as usize, frame_buffer.canvas.height() as usize);
    if written.is_empty() {
        written.extend(frame_buffer.changed_pixels().map(|(_, colour)| palette.index(colour)));
        return Frame {
            width: width as u16,
            height: height as u16,
            buffer: written.clone().into(),
            ..Frame::default()
        };
    }
    let mut changed = vec![TRANSPARENT_INDEX; written.len()];
    // Left, top, right and bottom of the changed pixels.
    let mut bounds: Option<[usize; 4]> = None;
    for (n, colour) in frame_buffer.changed_pixels() {
        let index = palette.index(colour);
        if index == written[n] {
            continue;
        }
        (written[n], changed[n]) = (index, index);
        let (x, y) = (n % width, n / width);
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    // A frame without changes still takes its time.
    let [left, top, right, bottom] = bounds.unwrap_or_default();
    let rows = changed.chunks_exact(width).skip(top).take(bottom + 1 - top);
    let buffer: Vec<u8> = rows.flat_map(|row| &row[left..=right]).copied().collect();
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right + 1 - left) as u16,
        height: (bottom + 1 - top) as u16,
        transparent: Some(TRANSPARENT_INDEX),
        buffer: buffer.into(),
        ..Frame::default()
    }
}
