//! Colour quantisation: a palette of at most 255 colours for all frames of a GIF.

/// Bits of each channel by which colours are told apart in the histogram.
const BITS: u32 = 6;
const SHIFT: u32 = 8 - BITS;
const BINS: usize = 1 << (3 * BITS);

/// Rounds of k-means refinement of the palette.
const KMEANS_ROUNDS: usize = 3;

/// Marks a bin whose nearest colour has not been computed yet.
const UNCACHED: u16 = u16::MAX;

/// Histogram of colours.
pub(super) struct ColourHistogram {
    counts: Vec<u32>,
    sums: Vec<[u64; 3]>,
}

/// Mean colour and weight of the pixels of a bin.
#[derive(Clone, Copy, Debug)]
struct ColourBin {
    colour: [f32; 3],
    weight: f32,
}

fn bin_of([r, g, b]: [u8; 3]) -> usize {
    let part = |channel: u8| usize::from(channel >> SHIFT);
    (part(r) << (2 * BITS)) | (part(g) << BITS) | part(b)
}

impl ColourHistogram {
    /// An empty histogram.
    pub(super) fn new() -> ColourHistogram {
        ColourHistogram { counts: vec![0; BINS], sums: vec![[0; 3]; BINS] }
    }

    /// Adds one pixel.
    pub(super) fn add(&mut self, colour: [u8; 3]) {
        let cell = bin_of(colour);
        self.counts[cell] = self.counts[cell].saturating_add(1);
        for (sum, channel) in self.sums[cell].iter_mut().zip(colour) {
            *sum += u64::from(channel);
        }
    }

    /// Chooses a palette of at most `most` colours (1 to 256).
    pub(super) fn quantise(&self, most: usize) -> Palette {
        let mut bins: Vec<ColourBin> = self
            .counts
            .iter()
            .zip(&self.sums)
            .filter(|(count, _)| **count > 0)
            .map(|(&count, sums)| ColourBin {
                colour: sums.map(|sum| sum as f32 / count as f32),
                // The square root keeps small areas from being neglected.
                weight: (count as f32).sqrt(),
            })
            .collect();
        let mut colours = split(&mut bins, most);
        for _ in 0..KMEANS_ROUNDS {
            refine(&bins, &mut colours);
        }
        let round = |channel: f32| (channel + 0.5) as u8;
        let colours = colours.into_iter().map(|colour| colour.map(round)).collect();
        Palette { colours, cache: vec![UNCACHED; BINS] }
    }
}

fn mean(bins: &[ColourBin]) -> [f32; 3] {
    let total: f32 = bins.iter().map(|bin| bin.weight).sum();
    let sum = |n: usize| bins.iter().map(|bin| bin.colour[n] * bin.weight).sum::<f32>();
    [0, 1, 2].map(|n| sum(n) / total.max(f32::MIN_POSITIVE))
}

/// The channel with the largest variance, and that variance (weighted, not normalised).
fn spread(bins: &[ColourBin]) -> (usize, f32) {
    let middle = mean(bins);
    let about =
        |n: usize| bins.iter().map(|bin| (bin.colour[n] - middle[n]).powi(2) * bin.weight).sum();
    let amounts: [f32; 3] = [0, 1, 2].map(about);
    // A single colour has no variance, whatever rounding says.
    let amounts = if bins.len() < 2 { [0.0; 3] } else { amounts };
    let widest = (1..3).fold(0, |best, n| if amounts[n] > amounts[best] { n } else { best });
    (widest, amounts[widest])
}

/// Splits the group with the largest variance at its mean until there are enough
/// groups, and returns the mean of each (variance-based median cut).
fn split(bins: &mut [ColourBin], most: usize) -> Vec<[f32; 3]> {
    let whole = spread(bins);
    let mut groups = vec![(0..bins.len(), whole)];
    while groups.len() < most {
        let widest = groups.iter().enumerate().max_by(|a, b| a.1.1.1.total_cmp(&b.1.1.1));
        let Some((at, (range, (channel, amount)))) = widest.map(|(at, group)| (at, group.clone()))
        else {
            break;
        };
        if amount <= 0.0 {
            break;
        }
        let group = &mut bins[range.clone()];
        group.sort_unstable_by(|a, b| a.colour[channel].total_cmp(&b.colour[channel]));
        let middle = mean(group)[channel];
        let cut = group.partition_point(|bin| bin.colour[channel] <= middle);
        // Rounding may put the mean outside the range of nearly equal colours.
        let cut = range.start + cut.clamp(1, group.len() - 1);
        let halves = [range.start..cut, cut..range.end];
        let [first, second] = halves.map(|half| (half.clone(), spread(&bins[half])));
        groups[at] = first;
        groups.push(second);
    }
    groups.into_iter().map(|(range, _)| mean(&bins[range])).collect()
}

fn nearest(colours: &[[f32; 3]], colour: [f32; 3]) -> usize {
    let distance = |other: &[f32; 3]| -> f32 {
        // The eye distinguishes greens best and blues worst.
        let weights = [0.30, 0.59, 0.25];
        (0..3).map(|n| weights[n] * (other[n] - colour[n]).powi(2)).sum()
    };
    let mut best = (0, f32::INFINITY);
    for (n, other) in colours.iter().enumerate() {
        let distance = distance(other);
        if distance < best.1 {
            best = (n, distance);
        }
    }
    best.0
}

/// One round of k-means: moves each colour to the mean of the bins nearest to it.
fn refine(bins: &[ColourBin], colours: &mut [[f32; 3]]) {
    let mut sums = vec![[0.0; 4]; colours.len()];
    for bin in bins {
        let sum = &mut sums[nearest(colours, bin.colour)];
        for (sum, channel) in sum.iter_mut().zip(bin.colour) {
            *sum += channel * bin.weight;
        }
        sum[3] += bin.weight;
    }
    for (colour, [r, g, b, weight]) in colours.iter_mut().zip(sums) {
        if weight > 0.0 {
            *colour = [r, g, b].map(|sum| sum / weight);
        }
    }
}

/// A colour palette.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    /// Index of the nearest colour for each bin, where it has been computed.
    cache: Vec<u16>,
}

impl Palette {
    /// The colours as consecutive red, green and blue bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.as_flattened().to_vec()
    }

    /// Index of the nearest colour.
    pub(super) fn index(&mut self, colour: [u8; 3]) -> u8 {
        let known = &mut self.cache[bin_of(colour)];
        if *known == UNCACHED {
            let colours: Vec<_> = self.colours.iter().map(|c| c.map(f32::from)).collect();
            *known = nearest(&colours, colour.map(f32::from)) as u16;
        }
        *known as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let shown = [[255, 255, 255], [0, 0, 0], [178, 58, 42], [59, 125, 93]];
        let mut histogram = ColourHistogram::new();
        for colour in shown {
            (0..1000).for_each(|_| histogram.add(colour));
        }
        let mut palette = histogram.quantise(255);
        assert_eq!(palette.bytes().len(), 3 * shown.len());
        for colour in shown {
            let at = 3 * usize::from(palette.index(colour));
            assert_eq!(palette.bytes()[at..at + 3], colour);
        }
    }

    #[test]
    fn many_colours_are_near_their_palette_colours() {
        let mut histogram = ColourHistogram::new();
        let wood = |n: u8| [221 - n / 2, 184 - n / 2, 119 - n / 3];
        (0..=100).for_each(|n| (0..500).for_each(|_| histogram.add(wood(n))));
        histogram.add([20, 30, 200]);
        let mut palette = histogram.quantise(32);
        let bytes = palette.bytes();
        assert!(bytes.len() <= 3 * 32);
        for colour in (0..=100).map(wood).chain([[20, 30, 200]]) {
            let at = 3 * usize::from(palette.index(colour));
            let off = bytes[at..at + 3].iter().zip(colour).map(|(a, b)| a.abs_diff(b)).max();
            assert!(off <= Some(5), "{colour:?} became {:?}", &bytes[at..at + 3]);
        }
    }

    #[test]
    fn an_empty_histogram_gives_an_empty_palette() {
        let mut palette = ColourHistogram::new().quantise(255);
        assert_eq!(palette.index([1, 2, 3]), 0);
    }
}
