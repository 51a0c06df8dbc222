//! Procedural textures of board surfaces and their frame: wood and felt.
//!
//! The random seed follows from the material, so a board looks the same at every start.
//! All lengths are fractions of the edge, so a larger texture shows the same wood in
//! more detail.

use crate::content::theme::{Colour, Grain, Surface};
use crate::core::Random;

/// Corner radius of the frame, as a fraction of its edge.
const CORNER_RADIUS: f32 = 0.014;

/// Paints a square of `size` by `size` pixels. Returns opaque RGBA bytes in sRGB, row
/// by row from the top. Wood has vertical fibres.
pub fn paint(surface: &Surface, size: u32) -> Vec<u8> {
    let size = size as usize;
    let Colour([red, green, blue]) = surface.base;
    let mut random = Random::new(u64::from_be_bytes([0, 0, 0, 0, 0, red, green, blue]));
    let tones = match surface.grain {
        Grain::Wood => wood(size, lightness(surface.base), &mut random),
        Grain::Felt => felt(size, &mut random),
        Grain::Plain => vec![0.0; size * size],
    };
    let mut pixels = Vec::with_capacity(size * size * 4);
    for tone in tones {
        let tone = (tone * surface.strength).clamp(-1.0, 1.0);
        pixels.extend_from_slice(&shade(surface.base, tone));
    }
    pixels
}

/// Paints the frame with this width and height in pixels: wood with rounded corners,
/// lit from the top left. Returns RGBA bytes in sRGB, row by row from the top, with
/// straight alpha.
pub fn paint_frame(surface: &Surface, [width, height]: [u32; 2]) -> Vec<u8> {
    let size = width.max(height);
    let mut pixels = paint(surface, size);
    pixels.truncate((size * height * 4) as usize);
    if width < size {
        let rows = pixels.chunks_exact((size * 4) as usize);
        pixels = rows.flat_map(|row| &row[..(width * 4) as usize]).copied().collect();
    }
    let (right, bottom) = (width as f32, height as f32);
    let radius = CORNER_RADIUS * size as f32;
    let bevel = 0.006 * size as f32;
    for (index, pixel) in pixels.chunks_exact_mut(4).enumerate() {
        let x = (index as u32 % width) as f32 + 0.5;
        let y = (index as u32 / width) as f32 + 0.5;
        // Distance to the nearest edge; at the corners, to the arc.
        let (from_left, from_top) = (x.min(right - x), y.min(bottom - y));
        let inside = if from_left < radius && from_top < radius {
            radius - (radius - from_left).hypot(radius - from_top)
        } else {
            from_left.min(from_top)
        };
        pixel[3] = (inside.clamp(0.0, 1.0) * 255.0) as u8;
        if inside < bevel {
            let lit = x.min(y) < (right - x).min(bottom - y);
            let strength = (1.0 - inside / bevel) * if lit { 0.20 } else { -0.28 };
            for channel in &mut pixel[..3] {
                let value = f32::from(*channel);
                let towards = if strength > 0.0 { 255.0 } else { 0.0 };
                *channel = (value + (towards - value) * strength.abs()) as u8;
            }
        }
    }
    pixels
}

/// The colour at a tone, -1 (darkest) to 1 (lightest). Shadows of wood and felt are not
/// grey: blue fades first and red last.
fn shade(Colour(base): Colour, tone: f32) -> [u8; 4] {
    const FADING: [f32; 3] = [0.42, 0.53, 0.62];
    // Highlights are weaker than shadows, or the surface would gleam like silk.
    let tone = if tone > 0.0 { 0.6 * tone } else { tone };
    let mut pixel = [255; 4];
    for ((channel, colour), fading) in pixel.iter_mut().zip(base).zip(FADING) {
        // Casts to `u8` saturate.
        *channel = (f32::from(colour) * (1.0 + fading * tone) + 0.5) as u8;
    }
    pixel
}

/// Perceived lightness of a colour, 0 to 1.
fn lightness(Colour([red, green, blue]): Colour) -> f32 {
    (0.30 * f32::from(red) + 0.59 * f32::from(green) + 0.11 * f32::from(blue)) / 255.0
}

/// Value noise: random values on a lattice with smooth interpolation.
struct ValueNoise {
    rows: usize,
    /// Lattice values, -0.5 to 0.5 times the amplitude, row by row.
    values: Vec<f32>,
    /// The lattice row interpolated at the height of the current line.
    row: Vec<f32>,
    /// For each pixel of a line the lattice column to its left and the eased fraction
    /// within the cell.
    samples: Vec<(usize, f32)>,
}

impl ValueNoise {
    /// Noise of amplitude `amount` with `columns` by `rows` lattice cells, for a
    /// texture `size` pixels wide.
    fn new(
        size: usize,
        columns: usize,
        rows: usize,
        amount: f32,
        random: &mut Random,
    ) -> ValueNoise {
        let count = (columns + 1) * (rows + 1);
        let values = (0..count).map(|_| (random.next_f64() as f32 - 0.5) * amount).collect();
        let step = columns as f32 / size as f32;
        let samples = (0..size).map(|x| lattice_cell((x as f32 + 0.5) * step, columns)).collect();
        ValueNoise { rows, values, row: vec![0.0; columns + 1], samples }
    }

    /// Adds the noise along the line at height `y` (0 to 1) to `out`.
    fn add(&mut self, y: f32, out: &mut [f32]) {
        let (row, part) = lattice_cell(y * self.rows as f32, self.rows);
        let width = self.row.len();
        let (above, below) = self.values[row * width..(row + 2) * width].split_at(width);
        for ((mixed, &above), &below) in self.row.iter_mut().zip(above).zip(below) {
            *mixed = above + (below - above) * part;
        }
        for (value, &(column, part)) in out.iter_mut().zip(&self.samples) {
            let (left, right) = (self.row[column], self.row[column + 1]);
            *value += left + (right - left) * part;
        }
    }
}

/// The lattice cell that contains `at`, and the eased fraction within it.
fn lattice_cell(at: f32, cells: usize) -> (usize, f32) {
    let cell = (at as usize).min(cells - 1);
    let part = (at - cell as f32).clamp(0.0, 1.0);
    (cell, part * part * (3.0 - 2.0 * part))
}

/// Smoothstep: rises from 0 to 1 while `x` goes from `from` to `to`.
fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
    let part = ((x - from) / (to - from)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// A plank sawn beside the heart of a trunk: slanted growth rings, warped into long
/// arcs; fibres along them; and in dark wood, pores. Tones, -1 to 1.
fn wood(size: usize, lightness: f32, random: &mut Random) -> Vec<f32> {
    /// Growth rings across the edge of the texture, away from the heart.
    const RINGS: f32 = 30.0;
    // Position of the heart of the trunk, in edges: beside and behind the plank, and
    // its tilt from top to bottom.
    let beside = -0.10 - 0.25 * random.next_f64() as f32;
    let behind = 0.30 + 0.15 * random.next_f64() as f32;
    let lean = 0.22 * (random.next_f64() as f32 - 0.5);
    // For each ring: start of the late wood, and its darkness.
    let years: Vec<_> =
        (0..64).map(|_| (random.next_f64() as f32, random.next_f64() as f32)).collect();
    let mut noise = |columns, rows, amount| ValueNoise::new(size, columns, rows, amount, random);
    let mut warps = [noise(1, 1, 0.16), noise(3, 2, 0.045), noise(14, 5, 0.0075)];
    let mut tints = [
        noise(5, 2, 0.36),
        noise(28, 2, 0.16),
        noise(110, 5, 0.26),
        noise(420, 12, 0.34),
        noise(980, 34, 0.30),
    ];
    let mut pore = noise(860, 46, 1.0);
    let pores = 1.2 * (0.72 - lightness).clamp(0.0, 0.6);

    let mut tones = vec![0.0; size * size];
    let (mut warp, mut holes) = (vec![0.0; size], vec![0.0; size]);
    for (y, line) in tones.chunks_exact_mut(size.max(1)).enumerate() {
        let height = (y as f32 + 0.5) / size as f32;
        warp.fill(0.0);
        warps.iter_mut().for_each(|noise| noise.add(height, &mut warp));
        tints.iter_mut().for_each(|noise| noise.add(height, line));
        holes.fill(0.5);
        pore.add(height, &mut holes);
        let behind = behind + lean * height;
        for (x, tone) in line.iter_mut().enumerate() {
            let across = (x as f32 + 0.5) / size as f32 - beside + warp[x];
            let age = RINGS * (across * across + behind * behind).sqrt();
            let year = age as usize;
            let (start, dark) = years[year % years.len()];
            let part = age - year as f32;
            // Early wood darkens slowly into late wood; the next ring starts almost
            // abruptly.
            let summer =
                smoothstep(0.2 + 0.5 * start, 0.92, part) * (1.0 - smoothstep(0.93, 1.0, part));
            let hole = smoothstep(0.72, 0.98, holes[x]) * pores;
            *tone += 0.12 - summer * (0.16 + 0.36 * dark) - hole;
        }
    }
    tones
}

/// Short fibres pressed together in all directions. Tones, -1 to 1.
fn felt(size: usize, random: &mut Random) -> Vec<f32> {
    const FIBRES: usize = 42_000;
    let mut tints = [(6, 0.16), (28, 0.13), (420, 0.30)]
        .map(|(cells, amount)| ValueNoise::new(size, cells, cells, amount, random));
    let mut tones = vec![0.0; size * size];
    for (y, line) in tones.chunks_exact_mut(size.max(1)).enumerate() {
        let height = (y as f32 + 0.5) / size as f32;
        tints.iter_mut().for_each(|noise| noise.add(height, line));
    }
    let edge = size as f32;
    for _ in 0..FIBRES {
        let (mut x, mut y) = (random.next_f64() as f32 * edge, random.next_f64() as f32 * edge);
        let angle = random.next_f64() as f32 * std::f32::consts::TAU;
        let curl = (random.next_f64() as f32 - 0.5) * 0.14 * 1024.0 / edge;
        let length = edge * (0.005 + 0.011 * random.next_f64() as f32);
        let tone = 0.46 * (random.next_f64() as f32 - 0.5);
        let (turn_x, turn_y) = (curl.cos(), curl.sin());
        let (mut dx, mut dy) = (angle.cos(), angle.sin());
        for _ in 0..length as usize {
            if let Some(under) = pixel_at(x, y, size).and_then(|index| tones.get_mut(index)) {
                *under += tone;
            }
            (x, y) = (x + dx, y + dy);
            (dx, dy) = (dx * turn_x - dy * turn_y, dx * turn_y + dy * turn_x);
        }
    }
    tones
}

/// Index of the pixel at a position, if it is inside the texture.
fn pixel_at(x: f32, y: f32, size: usize) -> Option<usize> {
    let inside = x >= 0.0 && y >= 0.0 && (x as usize) < size && (y as usize) < size;
    inside.then_some(y as usize * size + x as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(base: [u8; 3], grain: Grain, strength: f32) -> Surface {
        Surface { base: Colour(base), grain, strength, line: None }
    }

    #[test]
    fn a_surface_keeps_its_colour_on_the_whole() {
        for grain in [Grain::Wood, Grain::Felt, Grain::Plain] {
            let base = [0xDD, 0xB8, 0x77];
            let pixels = paint(&surface(base, grain, 0.5), 256);
            assert_eq!(pixels.len(), 256 * 256 * 4);
            for (channel, wanted) in base.into_iter().enumerate() {
                let sum: u64 = pixels.chunks_exact(4).map(|pixel| u64::from(pixel[channel])).sum();
                let mean = sum / (256 * 256);
                assert!(mean.abs_diff(u64::from(wanted)) <= 14, "{grain:?}: {mean}, {wanted}");
            }
            assert!(pixels.chunks_exact(4).all(|pixel| pixel[3] == 255));
        }
    }

    #[test]
    fn a_surface_is_the_same_every_time() {
        let walnut = surface([0x5E, 0x3B, 0x24], Grain::Wood, 0.5);
        assert_eq!(paint(&walnut, 64), paint(&walnut, 64));
    }

    #[test]
    fn grain_without_strength_is_plain() {
        for grain in [Grain::Wood, Grain::Felt] {
            let pixels = paint(&surface([10, 20, 30], grain, 0.0), 16);
            assert!(pixels.chunks_exact(4).all(|pixel| pixel == [10, 20, 30, 255]));
        }
    }

    #[test]
    fn every_size_can_be_painted() {
        for size in [0, 1, 3] {
            for grain in [Grain::Wood, Grain::Felt, Grain::Plain] {
                let length = paint(&surface([90; 3], grain, 1.0), size).len();
                assert_eq!(length, (size * size * 4) as usize);
            }
        }
    }
}
