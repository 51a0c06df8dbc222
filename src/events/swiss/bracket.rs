//! The brackets of a round, from the highest score to the lowest (articles 1.9 and 3 of C.04.3).

use std::ops::Range;

use super::{Field, Float, NoPairing};
use crate::events::matching::{Digit, Digits, Encoder, Matcher, Terms};

/// Bits of the choices that are made by one matching.
const CHOICE_BITS: usize = 192;

/// The pairs of indices into the sorted entrants, and who has the bye.
type Pairs = (Vec<[usize; 2]>, Option<usize>);

/// Pairs the sorted entrants of a field.
pub(super) fn pair_all(field: &Field) -> Result<Pairs, NoPairing> {
    let mut remaining: Vec<usize> = (0..field.entrants.len()).collect();
    let mut pairs = Vec::new();
    let mut moved = 0;
    while remaining.len() > moved {
        let bracket = Bracket::new(field, &remaining, moved);
        let chosen = bracket.pair()?;
        let is_left = |place: &usize| !chosen.iter().any(|pair| pair.contains(place));
        let left: Vec<usize> = (0..remaining.len()).filter(is_left).collect();
        moved = left.iter().filter(|place| bracket.own().contains(place)).count();
        pairs.extend(chosen.iter().map(|pair| pair.map(|place| remaining[place])));
        remaining = left.into_iter().map(|place| remaining[place]).collect();
    }
    match remaining[..] {
        [] => Ok((pairs, None)),
        [bye] => Ok((pairs, Some(bye))),
        // Only if two that came down had not been allowed to meet.
        _ => Err(NoPairing),
    }
}

/// A bracket with all that are below it. Places are those in the list of all who remain, which
/// is sorted by rank: those moved down, the residents, the next score group, the others.
struct Bracket<'a> {
    field: &'a Field,
    remaining: &'a [usize],
    moved: usize,
    residents: Range<usize>,
    next: Range<usize>,
}

/// The edges that may be used, with what they contribute to the digits.
struct Graph {
    size: usize,
    digits: Digits,
    edges: Vec<Option<Terms>>,
}

impl Graph {
    fn edge(&self, a: usize, b: usize) -> Option<&Terms> {
        self.edges[a * self.size + b].as_ref()
    }

    /// Takes away the edges for which this holds, with the lower place first.
    fn forbid(&mut self, is_forbidden: impl Fn(usize, usize) -> bool) {
        for a in 0..self.size {
            for b in a + 1..self.size {
                if is_forbidden(a, b) {
                    self.edges[a * self.size + b] = None;
                }
            }
        }
    }

    /// Makes sure that these two are matched to each other.
    fn fix(&mut self, pair: [usize; 2]) {
        self.forbid(|a, b| (pair.contains(&a) || pair.contains(&b)) && ![a, b].eq(&pair));
    }

    /// The best perfect matching by the digits: those of the graph and these.
    fn solve(
        &self,
        digits: &Digits,
        extra: &dyn Fn(usize, usize) -> Terms,
    ) -> Result<Vec<usize>, NoPairing> {
        // Duals need more room than the sum of the digits. Each width is compiled apart.
        match digits.total_bits() + 4 {
            0..=128 => self.solve_in::<2>(digits, extra),
            129..=256 => self.solve_in::<4>(digits, extra),
            257..=1024 => self.solve_in::<16>(digits, extra),
            _ => self.solve_in::<128>(digits, extra),
        }
    }

    fn solve_in<const N: usize>(
        &self,
        digits: &Digits,
        extra: &dyn Fn(usize, usize) -> Terms,
    ) -> Result<Vec<usize>, NoPairing> {
        let encoder = Encoder::new(digits);
        let mut matcher = Matcher::<N>::new(self.size);
        for a in 0..self.size {
            for b in a + 1..self.size {
                if let Some(terms) = self.edge(a, b) {
                    let mut weight = encoder.weight(terms);
                    weight += encoder.weight(&extra(a, b));
                    matcher.add_edge(a, b, weight);
                }
            }
        }
        matcher.solve().into_iter().collect::<Option<_>>().ok_or(NoPairing)
    }
}

/// No further terms.
fn nothing(_: usize, _: usize) -> Terms {
    Terms::default()
}

/// The digits of the criteria in their order. A criterion that cannot matter has none.
struct CriteriaDigits {
    /// Everyone is paired or has the bye (C4).
    complete: Digit,
    /// The lowest score for the bye (C5).
    bye: Digit,
    /// Pairs of the bracket (C6).
    pairs: Digit,
    /// Paired players by score, the highest first (C7).
    scores: Vec<(u32, Digit)>,
    /// The same in the following bracket (C8).
    next: Option<(Digit, Vec<(u32, Digit)>)>,
    /// Unplayed rounds of the one who has the bye (C9).
    unplayed: Option<Digit>,
    /// Colours (C10 to C13).
    sides: [Digit; 4],
    /// Floats of the previous round and of the one before it (C14 to C17).
    floats: [[Digit; 2]; 2],
    /// Score differences of those with such floats, the largest first (C18 to C21).
    differences: [[Vec<(u32, Digit)>; 2]; 2],
}

impl<'a> Bracket<'a> {
    fn new(field: &'a Field, remaining: &'a [usize], moved: usize) -> Bracket<'a> {
        let score = |place: usize| field.entrants[remaining[place]].score;
        let group = |from: usize| {
            let end = (from..remaining.len()).find(|&place| score(place) != score(from));
            from..end.unwrap_or(remaining.len())
        };
        let residents = group(moved);
        let next = if residents.end < remaining.len() { group(residents.end) } else { 0..0 };
        Bracket { field, remaining, moved, residents, next }
    }

    /// The places of those in the bracket.
    fn own(&self) -> Range<usize> {
        0..self.residents.end
    }

    fn entrant(&self, place: usize) -> &super::Entrant {
        &self.field.entrants[self.remaining[place]]
    }

    fn score(&self, place: usize) -> u32 {
        self.entrant(place).score
    }

    /// The place of the bye, which is there if an odd number remain.
    fn bye(&self) -> Option<usize> {
        (self.remaining.len() % 2 == 1).then_some(self.remaining.len())
    }

    /// The scores of these places, the highest first.
    fn distinct_scores(&self, places: impl Iterator<Item = usize>) -> Vec<u32> {
        let mut scores: Vec<u32> = places.map(|place| self.score(place)).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.dedup();
        scores
    }

    /// Adds the digits of the criteria. C9 holds where the one who floats down has the bye.
    fn digits(&self, digits: &mut Digits, weighs_unplayed: bool) -> CriteriaDigits {
        let all = self.remaining.len() as u64 + 1;
        let by_score = |digits: &mut Digits, mut scores: Vec<u32>| -> Vec<(u32, Digit)> {
            // Those with the lowest score are what remains of the number.
            scores.pop();
            scores.into_iter().map(|score| (score, digits.push(all))).collect()
        };
        let complete = digits.push(all);
        let bye = digits.push(self.bye().map_or(0, |_| all));
        let pairs = digits.push(all);
        let scores = by_score(digits, self.distinct_scores(self.own()));
        let next = (!self.next.is_empty()).then(|| {
            let pairs = digits.push(all);
            let places = self.own().chain(self.next.clone());
            (pairs, by_score(digits, self.distinct_scores(places)))
        });
        let most_unplayed = self.own().map(|place| u64::from(self.entrant(place).unplayed)).max();
        let unplayed = weighs_unplayed.then(|| digits.push(most_unplayed.unwrap_or(0)));
        let sides = [(); 4].map(|()| digits.push(2 * all));
        let floats =
            [(); 2].map(|()| [digits.push(all), digits.push(if self.moved > 0 { all } else { 0 })]);
        let mut by_difference = |_| -> Vec<(u32, Digit)> {
            let scores = self.distinct_scores(0..self.moved);
            scores.into_iter().map(|score| (score, digits.push(all))).collect()
        };
        let differences = [0, 1].map(|ago| [by_difference(ago), by_difference(ago)]);
        CriteriaDigits { complete, bye, pairs, scores, next, unplayed, sides, floats, differences }
    }

    /// Terms of the weight of an edge, the lower place first; `None` if the two may not be matched.
    fn terms(&self, a: usize, b: usize, digits: &CriteriaDigits) -> Option<Terms> {
        let mut terms = Terms::default();
        terms.add(digits.complete, 1);
        if Some(b) == self.bye() {
            if !self.entrant(a).may_have_bye {
                return None;
            }
            let scores = self.distinct_scores(0..self.remaining.len());
            let rank = scores.iter().position(|&score| score == self.score(a));
            terms.add(digits.bye, rank.unwrap_or(0) as u64);
            if let Some(digit) = digits.unplayed.filter(|_| self.own().contains(&a)) {
                let most = self.own().map(|place| self.entrant(place).unplayed).max();
                let fewer = most.unwrap_or(0) - self.entrant(a).unplayed;
                terms.add(digit, u64::from(fewer));
            }
            return Some(terms);
        }
        // Those that could not be paired above are not paired with each other.
        if b < self.moved || !self.field.may_meet(self.remaining[a], self.remaining[b]) {
            return None;
        }
        let mut count = |scores: &[(u32, Digit)], place: usize| {
            let known = scores.iter().find(|(score, _)| *score == self.score(place));
            if let Some((_, digit)) = known {
                terms.add(*digit, 1);
            }
        };
        if self.own().contains(&b) {
            count(&digits.scores, a);
            count(&digits.scores, b);
            terms.add(digits.pairs, 1);
            self.add_quality(a, b, digits, &mut terms);
        } else if self.next.contains(&b)
            && let Some((pairs, scores)) = &digits.next
            && a < self.next.end
        {
            count(scores, a);
            count(scores, b);
            terms.add(*pairs, 1);
        }
        Some(terms)
    }

    /// The criteria C10 to C21 of a pair in the bracket, as what it has and not what it costs.
    fn add_quality(&self, a: usize, b: usize, digits: &CriteriaDigits, terms: &mut Terms) {
        let costs = self.field.side_costs(self.remaining[a], self.remaining[b]);
        terms.add(digits.sides[0], 2 - costs.imbalance);
        terms.add(digits.sides[1], 2 - costs.thrice);
        terms.add(digits.sides[2], 1 - costs.refused);
        terms.add(digits.sides[3], 1 - costs.strongly_refused);
        let (higher, lower) = (self.entrant(a), self.entrant(b));
        for ago in 0..2 {
            let [down, up] = digits.floats[ago];
            if a < self.moved {
                let has_upfloat = lower.had(Float::Up, ago);
                terms.add(up, u64::from(!has_upfloat));
                terms.add(down, u64::from(lower.had(Float::Down, ago)));
                let [moved, opponents] = &digits.differences[ago];
                let digit = |list: &[(u32, Digit)]| {
                    list.iter().find(|(score, _)| *score == higher.score).map(|known| known.1)
                };
                if let (Some(moved), Some(opponents)) = (digit(moved), digit(opponents)) {
                    terms.add(moved, u64::from(higher.had(Float::Down, ago)));
                    terms.add(opponents, u64::from(!has_upfloat));
                }
            } else {
                let both = [higher, lower].map(|entrant| u64::from(entrant.had(Float::Down, ago)));
                terms.add(down, both[0] + both[1]);
            }
        }
    }

    fn graph(&self, weighs_unplayed: bool) -> Graph {
        let size = self.remaining.len() + usize::from(self.bye().is_some());
        let mut digits = Digits::default();
        let criteria = self.digits(&mut digits, weighs_unplayed);
        let mut edges = vec![None; size * size];
        for a in 0..size {
            for b in a + 1..size {
                edges[a * size + b] = self.terms(a, b, &criteria);
            }
        }
        Graph { size, digits, edges }
    }

    /// The pairs of a matching that are in the bracket, the lower place first.
    fn own_pairs(&self, mates: &[usize]) -> Vec<[usize; 2]> {
        let own = self.own();
        let pairs = own.clone().map(|place| [place, mates[place]]);
        pairs.filter(|[a, b]| a < b && own.contains(b)).collect()
    }

    /// The pairs of the bracket by places.
    fn pair(&self) -> Result<Vec<[usize; 2]>, NoPairing> {
        let mut graph = self.graph(false);
        let mut mates = graph.solve(&graph.digits, &nothing)?;
        if let Some(bye) = self.bye()
            && self.own().contains(&mates[bye])
            && self.own().len() == 2 * self.own_pairs(&mates).len() + 1
        {
            graph = self.graph(true);
            mates = graph.solve(&graph.digits, &nothing)?;
        }
        let pairs = self.own_pairs(&mates);
        let of_moved = pairs.iter().filter(|pair| pair[0] < self.moved).count();
        let mut chosen = self.pair_moved(&mut graph, of_moved)?;
        chosen.extend(self.pair_remainder(&mut graph, &chosen, pairs.len() - of_moved)?);
        Ok(chosen)
    }

    /// Pairs those who were moved down (articles 3.3 and 4.4): first which of them, then whom
    /// they meet.
    fn pair_moved(&self, graph: &mut Graph, count: usize) -> Result<Vec<[usize; 2]>, NoPairing> {
        let mut paired: Vec<usize> = (0..self.moved).collect();
        if count < self.moved && count > 0 {
            let mut digits = graph.digits.clone();
            let set = digits.push_bits(self.moved);
            let mates = graph.solve(&digits, &|a, b| {
                let mut terms = Terms::default();
                if a < self.moved && self.residents.contains(&b) {
                    let bit = self.moved - 1 - a;
                    terms.add_bit(set, bit, 1);
                }
                terms
            })?;
            paired.retain(|&place| self.residents.contains(&mates[place]));
        } else if count == 0 {
            paired.clear();
        }
        graph.forbid(|a, b| a < self.moved && self.residents.contains(&b) != paired.contains(&a));
        let opponents: Vec<usize> = self.residents.clone().collect();
        transpose(graph, &paired, &opponents)
    }

    /// Pairs the residents that are left, as a homogeneous bracket (articles 3.3, 4.2 and 4.3).
    fn pair_remainder(
        &self,
        graph: &mut Graph,
        paired: &[[usize; 2]],
        count: usize,
    ) -> Result<Vec<[usize; 2]>, NoPairing> {
        let is_left = |place: &usize| !paired.iter().any(|pair| pair.contains(place));
        let rest: Vec<usize> = self.residents.clone().filter(is_left).collect();
        if count == 0 {
            return Ok(Vec::new());
        }
        let (upper, lower) = self.exchange(graph, &rest, count)?;
        let own = self.own();
        graph.forbid(|a, b| {
            let (a_up, b_up) = (upper.contains(&a), upper.contains(&b));
            let is_between = a_up && lower.contains(&b) || b_up && lower.contains(&a);
            (a_up || b_up || rest.contains(&a) && own.contains(&b)) && !is_between
        });
        transpose(graph, &upper, &lower)
    }

    /// The subgroups S1 and S2 after the first exchange that gives the best quality.
    fn exchange(
        &self,
        graph: &Graph,
        rest: &[usize],
        count: usize,
    ) -> Result<(Vec<usize>, Vec<usize>), NoPairing> {
        let (all, own) = (rest.len(), self.own());
        let rank = |place: usize| rest.iter().position(|&known| known == place);
        let mut digits = graph.digits.clone();
        let kept = digits.push(count as u64);
        let near = digits.push(2 * (all * all) as u64);
        let small = |a: usize, b: usize| {
            let mut terms = Terms::default();
            match (rank(a), rank(b)) {
                (Some(_), Some(b)) if b < count => {
                    terms.add(kept, 1);
                    terms.add(near, b as u64 + 1);
                }
                (Some(a), Some(_)) if a >= count => terms.add(near, (all - a) as u64),
                (Some(_), Some(_)) => terms.add(kept, 1),
                (Some(a), None) if a < count && !own.contains(&b) => terms.add(near, a as u64 + 1),
                _ => {}
            }
            terms
        };
        let mates = graph.solve(&digits, &small)?;
        let exchanged = |mates: &[usize]| {
            let mut upper: Vec<usize> = Vec::new();
            for (a, &place) in rest.iter().enumerate() {
                let other = rank(mates[place]);
                let stays = a < count && other.is_some_and(|b| b >= count || a < b);
                let rises = a >= count && other.is_some_and(|b| b > a);
                if stays || rises {
                    upper.push(place);
                }
            }
            upper
        };
        let mut upper = exchanged(&mates);
        if upper != rest[..count] {
            let down = digits.push_bits(count);
            let up = digits.push_bits(all - count);
            let mates = graph.solve(&digits, &|a, b| {
                let mut terms = small(a, b);
                match (rank(a), rank(b)) {
                    (Some(_), Some(b)) if b < count => terms.add_bit(down, b, 1),
                    (Some(a), Some(_)) if a >= count => terms.add_bit(up, all - 1 - a, 1),
                    (Some(a), None) if a < count && !own.contains(&b) => {
                        terms.add_bit(down, a, 1);
                    }
                    _ => {}
                }
                terms
            })?;
            upper = exchanged(&mates);
        }
        let lower = rest.iter().copied().filter(|place| !upper.contains(place)).collect();
        Ok((upper, lower))
    }
}

/// Gives each of the first subgroup, from the highest on, the highest ranked opponent of the
/// second one that the quality allows (article 4.2), and fixes these pairs.
fn transpose(
    graph: &mut Graph,
    upper: &[usize],
    lower: &[usize],
) -> Result<Vec<[usize; 2]>, NoPairing> {
    let mut pairs = Vec::new();
    let bits = (usize::BITS - lower.len().leading_zeros()) as usize;
    for some in upper.chunks((CHOICE_BITS / bits.max(1)).max(1)) {
        let mut digits = graph.digits.clone();
        let choices: Vec<Digit> = some.iter().map(|_| digits.push_bits(bits)).collect();
        let mates = graph.solve(&digits, &|a, b| {
            let mut terms = Terms::default();
            for [a, b] in [[a, b], [b, a]] {
                let place = some.iter().position(|&known| known == a);
                let opponent = lower.iter().position(|&known| known == b);
                if let (Some(place), Some(opponent)) = (place, opponent) {
                    terms.add(choices[place], (lower.len() - opponent) as u64);
                }
            }
            terms
        })?;
        for &place in some {
            let pair = [place.min(mates[place]), place.max(mates[place])];
            graph.fix(pair);
            pairs.push(pair);
        }
    }
    Ok(pairs)
}
