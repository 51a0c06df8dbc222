//! Few colours that stand for many: a film has 255 of them for all that is
//! ever seen in it.

/// Bits of each channel by which colours are told apart while they are
/// counted.
const BITS: u32 = 6;
const SHIFT: u32 = 8 - BITS;
const CELLS: usize = 1 << (3 * BITS);

/// Rounds in which the chosen colours are moved to the middle of what they
/// stand for.
const ROUNDS: usize = 3;

/// Marks a cell for which no colour was looked for yet.
const OPEN: u16 = u16::MAX;

/// Counts colours.
pub(super) struct Census {
    counts: Vec<u32>,
    sums: Vec<[u64; 3]>,
}

/// A group of like colours.
#[derive(Clone, Copy, Debug)]
struct Entry {
    colour: [f32; 3],
    weight: f32,
}

fn cell([r, g, b]: [u8; 3]) -> usize {
    let part = |channel: u8| usize::from(channel >> SHIFT);
    (part(r) << (2 * BITS)) | (part(g) << BITS) | part(b)
}

impl Census {
    /// Nothing counted.
    pub(super) fn new() -> Census {
        Census { counts: vec![0; CELLS], sums: vec![[0; 3]; CELLS] }
    }

    /// Counts one pixel.
    pub(super) fn add(&mut self, colour: [u8; 3]) {
        let cell = cell(colour);
        self.counts[cell] = self.counts[cell].saturating_add(1);
        for (sum, channel) in self.sums[cell].iter_mut().zip(colour) {
            *sum += u64::from(channel);
        }
    }

    /// Chooses at most `most` colours (1 to 256) that stand for all.
    pub(super) fn choose(&self, most: usize) -> Palette {
        let mut entries: Vec<Entry> = self
            .counts
            .iter()
            .zip(&self.sums)
            .filter(|(count, _)| **count > 0)
            .map(|(&count, sums)| Entry {
                colour: sums.map(|sum| sum as f32 / count as f32),
                // What is small is looked at as much as what is large.
                weight: (count as f32).sqrt(),
            })
            .collect();
        let mut colours = split(&mut entries, most);
        for _ in 0..ROUNDS {
            refine(&entries, &mut colours);
        }
        let round = |channel: f32| (channel + 0.5) as u8;
        let colours = colours.into_iter().map(|colour| colour.map(round)).collect();
        Palette { colours, known: vec![OPEN; CELLS] }
    }
}

fn mean(entries: &[Entry]) -> [f32; 3] {
    let total: f32 = entries.iter().map(|entry| entry.weight).sum();
    let sum = |n: usize| entries.iter().map(|entry| entry.colour[n] * entry.weight).sum::<f32>();
    [0, 1, 2].map(|n| sum(n) / total.max(f32::MIN_POSITIVE))
}

/// The channel in which the colours differ most, and how much they do.
fn spread(entries: &[Entry]) -> (usize, f32) {
    let middle = mean(entries);
    let about = |n: usize| {
        entries.iter().map(|entry| (entry.colour[n] - middle[n]).powi(2) * entry.weight).sum()
    };
    let amounts: [f32; 3] = [0, 1, 2].map(about);
    // One colour has nothing to be told apart, whatever rounding says.
    let amounts = if entries.len() < 2 { [0.0; 3] } else { amounts };
    let widest = (1..3).fold(0, |best, n| if amounts[n] > amounts[best] { n } else { best });
    (widest, amounts[widest])
}

/// Cuts the group that differs most in two until there are enough groups, and
/// gives the mean of each.
fn split(entries: &mut [Entry], most: usize) -> Vec<[f32; 3]> {
    let whole = spread(entries);
    let mut groups = vec![(0..entries.len(), whole)];
    while groups.len() < most {
        let widest = groups.iter().enumerate().max_by(|a, b| a.1.1.1.total_cmp(&b.1.1.1));
        let Some((at, (range, (channel, amount)))) = widest.map(|(at, group)| (at, group.clone()))
        else {
            break;
        };
        if amount <= 0.0 {
            break;
        }
        let group = &mut entries[range.clone()];
        group.sort_unstable_by(|a, b| a.colour[channel].total_cmp(&b.colour[channel]));
        let middle = mean(group)[channel];
        let cut = group.partition_point(|entry| entry.colour[channel] <= middle);
        // Rounding may put the mean of like colours beyond them all.
        let cut = range.start + cut.clamp(1, group.len() - 1);
        let halves = [range.start..cut, cut..range.end];
        let [first, second] = halves.map(|half| (half.clone(), spread(&entries[half])));
        groups[at] = first;
        groups.push(second);
    }
    groups.into_iter().map(|(range, _)| mean(&entries[range])).collect()
}

fn nearest(colours: &[[f32; 3]], colour: [f32; 3]) -> usize {
    let distance = |other: &[f32; 3]| -> f32 {
        // The eye tells greens apart best and blues worst.
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

/// Moves each colour to the mean of what it stands for.
fn refine(entries: &[Entry], colours: &mut [[f32; 3]]) {
    let mut sums = vec![[0.0; 4]; colours.len()];
    for entry in entries {
        let sum = &mut sums[nearest(colours, entry.colour)];
        for (sum, channel) in sum.iter_mut().zip(entry.colour) {
            *sum += channel * entry.weight;
        }
        sum[3] += entry.weight;
    }
    for (colour, [r, g, b, weight]) in colours.iter_mut().zip(sums) {
        if weight > 0.0 {
            *colour = [r, g, b].map(|sum| sum / weight);
        }
    }
}

/// The chosen colours.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    /// The number of the nearest colour, where it was looked for.
    known: Vec<u16>,
}

impl Palette {
    /// The colours one after the other, as red, green and blue.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.as_flattened().to_vec()
    }

    /// The number of the colour that is nearest to this one.
    pub(super) fn index(&mut self, colour: [u8; 3]) -> u8 {
        let known = &mut self.known[cell(colour)];
        if *known == OPEN {
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
    fn few_colours_stay_themselves() {
        let shown = [[255, 255, 255], [0, 0, 0], [178, 58, 42], [59, 125, 93]];
        let mut census = Census::new();
        for colour in shown {
            (0..1000).for_each(|_| census.add(colour));
        }
        let mut palette = census.choose(255);
        assert_eq!(palette.bytes().len(), 3 * shown.len());
        for colour in shown {
            let at = 3 * usize::from(palette.index(colour));
            assert_eq!(palette.bytes()[at..at + 3], colour);
        }
    }

    #[test]
    fn many_colours_are_near_the_few_that_stand_for_them() {
        let mut census = Census::new();
        let wood = |n: u8| [221 - n / 2, 184 - n / 2, 119 - n / 3];
        (0..=100).for_each(|n| (0..500).for_each(|_| census.add(wood(n))));
        census.add([20, 30, 200]);
        let mut palette = census.choose(32);
        let bytes = palette.bytes();
        assert!(bytes.len() <= 3 * 32);
        for colour in (0..=100).map(wood).chain([[20, 30, 200]]) {
            let at = 3 * usize::from(palette.index(colour));
            let off = bytes[at..at + 3].iter().zip(colour).map(|(a, b)| a.abs_diff(b)).max();
            assert!(off <= Some(5), "{colour:?} became {:?}", &bytes[at..at + 3]);
        }
    }

    #[test]
    fn nothing_counted_is_no_colour_to_trip_over() {
        let mut palette = Census::new().choose(255);
        assert_eq!(palette.index([1, 2, 3]), 0);
    }
}
