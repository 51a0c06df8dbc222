//! The player's own picture: a PNG or JPEG that they choose is decoded, cropped to a circle
//! and scaled in the background, and kept in the data folder.

use std::io::Cursor;
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::app::platform::files::{FilesSystems, PickedFile, PictureReceived};
use crate::search::StopFlag;

/// File of the picture.
const FILE: &str = "portrait.ron";

/// Width and height of the picture that is kept, in pixels.
pub const PORTRAIT_PIXELS: u32 = 128;

/// Most bytes of a file, and most pixels of a picture along an edge, that are read.
const MAX_BYTES: usize = 16 << 20;
const MAX_EDGE: usize = 8192;

/// The reason why a file gives no picture.
#[derive(Debug, Error)]
enum PictureError {
    #[error("it is longer than {} MiB", MAX_BYTES >> 20)]
    TooLong,
    #[error("it is neither PNG nor JPEG")]
    Format,
    #[error("it has more than {MAX_EDGE} pixels along an edge, or none")]
    Size,
    #[error("{0}")]
    Png(#[from] png::DecodingError),
    #[error("{0}")]
    Jpeg(String),
}

/// A decoded picture: RGBA with straight alpha, row by row from the top.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Decodes a PNG or JPEG.
fn decode(bytes: &[u8]) -> Result<Picture, PictureError> {
    let picture = match bytes {
        [0x89, b'P', b'N', b'G', ..] => decode_png(bytes)?,
        [0xFF, 0xD8, ..] => decode_jpeg(bytes)?,
        _ => return Err(PictureError::Format),
    };
    let fits = |edge: usize| (1..=MAX_EDGE).contains(&edge);
    let is_whole = picture.pixels.len() == picture.width * picture.height * 4;
    if fits(picture.width) && fits(picture.height) && is_whole {
        Ok(picture)
    } else {
        Err(PictureError::Size)
    }
}

fn decode_png(bytes: &[u8]) -> Result<Picture, PictureError> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info()?;
    if header.width as usize > MAX_EDGE || header.height as usize > MAX_EDGE {
        return Err(PictureError::Size);
    }
    let mut reader = decoder.read_info()?;
    let mut found = vec![0; reader.output_buffer_size().ok_or(PictureError::Size)?];
    let frame = reader.next_frame(&mut found)?;
    found.truncate(frame.buffer_size());
    let rgba = |pixel: &[u8]| match *pixel {
        [grey] => [grey, grey, grey, 255],
        [grey, alpha] => [grey, grey, grey, alpha],
        [red, green, blue] => [red, green, blue, 255],
        [red, green, blue, alpha, ..] => [red, green, blue, alpha],
        [] => [0; 4],
    };
    let samples = frame.color_type.samples();
    let pixels = found.chunks_exact(samples).flat_map(rgba).collect();
    Ok(Picture { width: frame.width as usize, height: frame.height as usize, pixels })
}

fn decode_jpeg(bytes: &[u8]) -> Result<Picture, PictureError> {
    let options = DecoderOptions::default()
        .set_max_width(MAX_EDGE)
        .set_max_height(MAX_EDGE)
        .jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let pixels = decoder.decode().map_err(|error| PictureError::Jpeg(error.to_string()))?;
    let (width, height) = decoder.dimensions().ok_or(PictureError::Size)?;
    Ok(Picture { width, height, pixels })
}

/// The middle square of a picture, scaled to [`PORTRAIT_PIXELS`] by averaging, in a circle.
fn portrait(picture: &Picture) -> Vec<u8> {
    let size = PORTRAIT_PIXELS as usize;
    let edge = picture.width.min(picture.height);
    let (left, top) = ((picture.width - edge) / 2, (picture.height - edge) / 2);
    // The source pixels of a pixel along an edge: at least one.
    let span = |at: usize| {
        let from = at * edge / size;
        from..((at + 1) * edge).div_ceil(size).max(from + 1).min(edge)
    };
    let mut pixels = Vec::with_capacity(size * size * 4);
    for y in 0..size {
        for x in 0..size {
            let mut sums = [0_u64; 4];
            let mut count = 0;
            for row in span(y) {
                for column in span(x) {
                    let index = ((top + row) * picture.width + left + column) * 4;
                    let pixel = &picture.pixels[index..index + 4];
                    let alpha = u64::from(pixel[3]);
                    for (sum, &channel) in sums.iter_mut().zip(&pixel[..3]) {
                        *sum += u64::from(channel) * alpha;
                    }
                    sums[3] += alpha;
                    count += 1;
                }
            }
            let [red, green, blue] =
                [sums[0], sums[1], sums[2]].map(|sum| sum.checked_div(sums[3]).unwrap_or(0) as u8);
            let (dx, dy) = (x as f32 + 0.5 - size as f32 / 2.0, y as f32 + 0.5 - size as f32 / 2.0);
            let inside = (size as f32 / 2.0 - dx.hypot(dy)).clamp(0.0, 1.0);
            let alpha = (sums[3] as f32 / count as f32 * inside) as u8;
            pixels.extend([red, green, blue, alpha]);
        }
    }
    pixels
}

/// Task: make the portrait from a file.
#[derive(Serialize, Deserialize)]
pub struct PortraitTask(PickedFile);

impl Task for PortraitTask {
    /// The pixels of the portrait, or the reason why there is none.
    type Output = Option<Result<Vec<u8>, String>>;

    const NAME: &'static str = "portrait";

    fn run(self, _: &mut WorkerState, _: &StopFlag, report: &mut dyn FnMut(Self::Output)) {
        let made = match self.0.read_prefix(MAX_BYTES + 1) {
            Ok(bytes) if bytes.len() > MAX_BYTES => Err(PictureError::TooLong.to_string()),
            Ok(bytes) => {
                decode(&bytes).map(|picture| portrait(&picture)).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        report(Some(made));
    }
}

/// The picture in its stored form.
#[derive(Serialize, Deserialize)]
struct PortraitFile {
    version: u32,
    /// A PNG, in hexadecimal digits.
    png: String,
}

impl PortraitFile {
    fn of(pixels: &[u8]) -> Result<PortraitFile, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, PORTRAIT_PIXELS, PORTRAIT_PIXELS);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header()?.write_image_data(pixels)?;
        let png = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(PortraitFile { version: 1, png })
    }

    /// The pixels of a file's text.
    fn pixels(text: &str) -> Result<Vec<u8>, String> {
        let file: PortraitFile = ron::from_str(text).map_err(|error| error.to_string())?;
        let digits = |at: usize| file.png.get(at..at + 2).unwrap_or_default();
        let bytes = (0..file.png.len()).step_by(2).map(|at| u8::from_str_radix(digits(at), 16));
        let bytes: Vec<u8> = bytes.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let picture = decode(&bytes).map_err(|error| error.to_string())?;
        let is_whole = [picture.width, picture.height] == [PORTRAIT_PIXELS as usize; 2];
        if is_whole { Ok(picture.pixels) } else { Err("its size is wrong".to_owned()) }
    }
}

/// The player's own picture.
#[derive(Resource, Default)]
pub struct OwnPortrait {
    pixels: Option<Arc<[u8]>>,
    /// Counts the pictures, to tell them apart.
    revision: u32,
    job: Option<(String, TaskHandle<PortraitTask>)>,
}

impl OwnPortrait {
    /// The pixels of the picture and its number: RGBA with straight alpha,
    /// [`PORTRAIT_PIXELS`] wide and high.
    pub fn picture(&self) -> Option<(u32, &[u8])> {
        Some((self.revision, self.pixels.as_deref()?))
    }

    fn set(&mut self, pixels: Option<Vec<u8>>) {
        self.pixels = pixels.map(Arc::from);
        self.revision += 1;
    }
}

/// Goes back to the face that everybody has.
#[derive(Message, Clone, Copy, Debug)]
pub struct RemovePortrait;

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<OwnPortrait>()
        .add_message::<RemovePortrait>()
        .add_message::<PictureReceived>()
        .add_systems(Startup, load)
        .add_systems(Update, (remove, start, finish).chain().after(FilesSystems));
}

/// Loads the picture. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut portrait: ResMut<OwnPortrait>,
    mut notices: MessageWriter<Notice>,
) {
    let read = storage.read_parsed(FILE, "portrait-damaged", &mut notices, PortraitFile::pixels);
    if let Some(pixels) = read {
        portrait.set(Some(pixels));
    }
}

/// Starts to make the portrait from the file that was chosen last.
fn start(
    mut received: MessageReader<PictureReceived>,
    task_runner: Res<TaskRunner>,
    mut portrait: ResMut<OwnPortrait>,
) {
    if let Some(PictureReceived(file)) = received.read().last() {
        let name = file.name().to_owned();
        portrait.job = Some((name, task_runner.spawn(PortraitTask(file.clone()))));
    }
}

/// Shows and keeps the portrait once it is made.
fn finish(
    storage: Res<Storage>,
    mut portrait: ResMut<OwnPortrait>,
    mut notices: MessageWriter<Notice>,
) {
    if !portrait.job.as_ref().is_some_and(|(_, job)| job.is_finished()) {
        return;
    }
    let Some((name, job)) = portrait.job.take() else { return };
    match job.output() {
        Some(Ok(pixels)) => {
            let text = PortraitFile::of(&pixels)
                .map_err(|error| error.to_string())
                .and_then(|file| ron::to_string(&file).map_err(|error| error.to_string()));
            match text.map(|text| storage.write(FILE, &text)) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => _ = notices.write(error.notice(FILE)),
                Err(error) => error!("{FILE}: {error}"),
            }
            portrait.set(Some(pixels));
        }
        Some(Err(reason)) => {
            warn!("{name}: {reason}");
            notices.write(Notice::problem("portrait-unreadable").with("file", name));
        }
        None => _ = notices.write(Notice::problem("portrait-unreadable").with("file", name)),
    }
}

fn remove(
    mut requests: MessageReader<RemovePortrait>,
    storage: Res<Storage>,
    mut portrait: ResMut<OwnPortrait>,
    mut notices: MessageWriter<Notice>,
) {
    if requests.read().count() == 0 {
        return;
    }
    portrait.job = None;
    portrait.set(None);
    if let Err(error) = storage.remove(FILE) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        bytes
    }

    fn pixel(pixels: &[u8], x: usize, y: usize) -> [u8; 4] {
        let index = (y * PORTRAIT_PIXELS as usize + x) * 4;
        pixels[index..index + 4].try_into().unwrap()
    }

    #[test]
    fn the_middle_of_a_picture_is_kept_in_a_circle() {
        // Twice as wide as high: green in the middle, red at both ends.
        let row: Vec<u8> = (0..40)
            .flat_map(|x| if (10..30).contains(&x) { [0, 200, 0] } else { [200, 0, 0] })
            .collect();
        let picture = decode(&png(40, 20, &row.repeat(20))).unwrap();
        let made = portrait(&picture);
        for (x, y) in [(64, 64), (2, 64), (125, 64), (64, 2)] {
            assert_eq!(pixel(&made, x, y), [0, 200, 0, 255], "{x} {y}");
        }
        assert_eq!(pixel(&made, 0, 0)[3], 0);
        let text = ron::to_string(&PortraitFile::of(&made).unwrap()).unwrap();
        assert_eq!(PortraitFile::pixels(&text).unwrap(), made);
    }

    #[test]
    fn a_jpeg_is_decoded() {
        // A grey square of 8 by 8 pixels.
        let picture = decode(include_bytes!("portrait/grey.jpg")).unwrap();
        assert_eq!((picture.width, picture.height), (8, 8));
        let [red, green, blue, alpha] = picture.pixels[..4] else { panic!("a pixel is missing") };
        assert!([red, green, blue].iter().all(|channel| channel.abs_diff(128) <= 3));
        assert_eq!(alpha, 255);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(decode(b""), Err(PictureError::Format)));
        assert!(matches!(decode(b"GIF89a"), Err(PictureError::Format)));
        let whole = png(2, 2, &[7; 12]);
        assert!(matches!(decode(&whole[..whole.len() / 2]), Err(PictureError::Png(_))));
        assert!(matches!(decode(&[0xFF, 0xD8, 0xFF, 0]), Err(PictureError::Jpeg(_))));
        let wide = png(MAX_EDGE as u32 + 1, 1, &vec![0; 3 * (MAX_EDGE + 1)]);
        assert!(matches!(decode(&wide), Err(PictureError::Size)));
        for text in ["", "(version: 1, png: \"zz\")", "(version: 1, png: \"8\")"] {
            assert!(PortraitFile::pixels(text).is_err(), "{text}");
        }
    }
}
