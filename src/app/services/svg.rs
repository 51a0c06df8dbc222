//! SVG rasterisation at the exact size in which an image is shown.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Largest size that is rendered, in pixels. The largest piece on a board of 4 by 4 on
/// an 8K screen is smaller.
const MAX_SIZE: u32 = 4096;

/// The reason why an image could not be rendered.
#[derive(Debug, Error)]
pub enum RasterError {
    /// The text is not SVG.
    #[error("this is no SVG picture: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The size is zero or too large.
    #[error("a picture of {0} pixels cannot be drawn; expected 1 to {MAX_SIZE}")]
    Size(u32),
}

/// Renders an SVG image into a square of `size` by `size` pixels, centred and as large
/// as fits. Returns RGBA bytes in sRGB, row by row from the top, with straight (not
/// premultiplied) alpha. Text elements are not rendered.
///
/// # Errors
/// If `svg` is not SVG, or `size` is not within 1 to 4096.
pub fn rasterise(svg: &str, size: u32) -> Result<Vec<u8>, RasterError> {
    let mut pixels = render(svg, size)?.take_demultiplied();
    bleed_alpha(&mut pixels);
    Ok(pixels)
}

/// As [`rasterise`], as a pixmap with premultiplied alpha.
///
/// # Errors
/// If `svg` is not SVG, or `size` is not within 1 to 4096.
pub fn render(svg: &str, size: u32) -> Result<Pixmap, RasterError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let mut canvas = (1..=MAX_SIZE)
        .contains(&size)
        .then(|| Pixmap::new(size, size))
        .flatten()
        .ok_or(RasterError::Size(size))?;
    let (edge, picture) = (size as f32, tree.size());
    let scale = edge / picture.width().max(picture.height());
    let place = Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        (edge - picture.width() * scale) / 2.0,
        (edge - picture.height() * scale) / 2.0,
    );
    resvg::render(&tree, place, &mut canvas.as_mut());
    Ok(canvas)
}

/// Renders an SVG image so that it fills this width and height in pixels: centred, with its
/// lower edge at the bottom, and cut where it is larger. Returns RGBA bytes in sRGB, row by
/// row from the top; the image is expected to be opaque.
///
/// # Errors
/// If `svg` is not SVG, or a size is not within 1 to 4096.
pub fn fill(svg: &str, [width, height]: [u32; 2]) -> Result<Vec<u8>, RasterError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let mut canvas = [width, height]
        .iter()
        .all(|edge| (1..=MAX_SIZE).contains(edge))
        .then(|| Pixmap::new(width, height))
        .flatten()
        .ok_or(RasterError::Size(width.max(height)))?;
    let picture = tree.size();
    let (across, down) = (width as f32 / picture.width(), height as f32 / picture.height());
    let scale = across.max(down);
    let left = (width as f32 - picture.width() * scale) / 2.0;
    let top = height as f32 - picture.height() * scale;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, left, top);
    resvg::render(&tree, place, &mut canvas.as_mut());
    Ok(canvas.take())
}

/// Returns true if this is an SVG image.
pub fn is_picture(svg: &str) -> bool {
    Tree::from_str(svg, &Options::default()).is_ok()
}

/// Alpha bleeding: gives fully transparent pixels the mean colour of the visible ones
/// instead of black, so that scaling or rotating mixes no dark seam into the edge.
fn bleed_alpha(pixels: &mut [u8]) {
    let mut sums = [0_u64; 4];
    for pixel in pixels.chunks_exact(4) {
        let alpha = u64::from(pixel[3]);
        for (sum, &channel) in sums.iter_mut().zip(&pixel[..3]) {
            *sum += u64::from(channel) * alpha;
        }
        sums[3] += alpha;
    }
    let [red, green, blue, alpha] = sums;
    let mean = [red, green, blue].map(|sum| sum.checked_div(alpha).unwrap_or(0) as u8);
    for pixel in pixels.chunks_exact_mut(4).filter(|pixel| pixel[3] == 0) {
        pixel[..3].copy_from_slice(&mean);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(body: &str) -> String {
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{body}</svg>")
    }

    #[test]
    fn a_half_transparent_colour_is_kept() {
        let picture = svg("<rect width='100' height='100' fill='#f84' fill-opacity='0.5'/>");
        let pixels = rasterise(&picture, 8).unwrap();
        assert_eq!(pixels.len(), 8 * 8 * 4);
        for (found, wanted) in pixels[..4].iter().zip([0xFF, 0x88, 0x44, 0x80]) {
            assert!(found.abs_diff(wanted) <= 1, "{pixels:?}");
        }
    }

    #[test]
    fn gradients_and_blurs_are_drawn() {
        let picture =
            svg("<defs><radialGradient id='g' fx='0.3'><stop offset='0' stop-color='#fff'/>\
             <stop offset='1' stop-color='#000'/></radialGradient>\
             <filter id='s'><feGaussianBlur stdDeviation='5'/></filter></defs>\
             <circle cx='50' cy='50' r='30' fill='url(#g)' filter='url(#s)'/>");
        let pixels = rasterise(&picture, 100).unwrap();
        let at = |x: usize, y: usize| &pixels[(y * 100 + x) * 4..][..4];
        assert!(at(38, 50)[0] > at(70, 50)[0] + 50);
        let edge = at(80, 50)[3];
        assert!((60..200).contains(&edge), "{edge}");
    }

    #[test]
    fn transparent_pixels_have_the_colour_of_visible_ones() {
        let pixels = rasterise(&svg("<circle cx='50' cy='50' r='40' fill='#abc'/>"), 20).unwrap();
        for (found, wanted) in pixels[..4].iter().zip([0xAA, 0xBB, 0xCC, 0]) {
            assert!(found.abs_diff(wanted) <= 2, "{:?}", &pixels[..4]);
        }
    }

    #[test]
    fn a_picture_fills_a_window_of_any_shape_from_the_bottom() {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'>\
                    <rect width='100' height='50' fill='#fff'/>\
                    <rect y='40' width='100' height='10' fill='#000'/></svg>";
        for [width, height] in [[100, 50], [200, 60], [10, 60]] {
            let pixels = fill(text, [width, height]).unwrap();
            assert_eq!(pixels.len(), (width * height * 4) as usize);
            assert!(pixels.chunks_exact(4).all(|pixel| pixel[3] == 255));
            assert_eq!(pixels[pixels.len() - 4..], [0, 0, 0, 255]);
            assert_eq!(pixels[..3], [255; 3]);
        }
        assert!(matches!(fill(text, [0, 9]), Err(RasterError::Size(9))));
    }

    #[test]
    fn invalid_svg_and_sizes_are_errors() {
        assert!(matches!(rasterise("a board", 8), Err(RasterError::Svg(_))));
        assert!(matches!(rasterise(&svg(""), 0), Err(RasterError::Size(0))));
        assert!(matches!(rasterise(&svg(""), 5000), Err(RasterError::Size(5000))));
    }
}
