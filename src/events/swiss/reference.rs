//! A second implementation of C.04.3 to test the first one against: it lists every pairing of a
//! bracket in the order of the rules, checks it as the rules say, and keeps the first of the
//! best. For fields of a few players alone.

use super::{Field, Float};

type Pair = [usize; 2];

/// Costs that the rules compare: lists of numbers, the most important first, the smaller the
/// better.
type Costs = Vec<Vec<i64>>;

/// The pairs and the bye of the sorted entrants of a field; `None` if there is no pairing.
pub(super) fn pair_all(field: &Field) -> Option<(Vec<Pair>, Option<usize>)> {
    let everyone: Vec<usize> = (0..field.entrants.len()).collect();
    let mut bye_scores = Vec::new();
    complete(field, &everyone, &mut |bye| {
        bye_scores.push(bye.map_or(0, |index| field.entrants[index].score));
        false
    });
    let bye_score = *bye_scores.iter().min()?;
    let mut pairs = Vec::new();
    let (mut moved, mut below) = (Vec::new(), everyone);
    while let Some(&first) = below.first() {
        let score = field.entrants[first].score;
        let is_resident = |index: &usize| field.entrants[*index].score == score;
        let (residents, rest): (Vec<_>, Vec<_>) = below.iter().copied().partition(is_resident);
        let bracket =
            Bracket { field, moved: &moved, residents: &residents, rest: &rest, bye_score };
        let chosen = bracket.best()?;
        moved = bracket.unpaired(&chosen);
        pairs.extend(chosen);
        below = rest;
    }
    match moved[..] {
        [] => Some((pairs, None)),
        [bye] => Some((pairs, Some(bye))),
        _ => None,
    }
}

/// Tries every way to pair these; true once `found`, which is given who has the bye, is.
fn complete(field: &Field, all: &[usize], found: &mut dyn FnMut(Option<usize>) -> bool) -> bool {
    fn go(
        field: &Field,
        left: &[usize],
        bye: Option<usize>,
        found: &mut dyn FnMut(Option<usize>) -> bool,
    ) -> bool {
        let Some((&first, others)) = left.split_first() else { return found(bye) };
        for (place, &other) in others.iter().enumerate() {
            if field.may_meet(first, other) {
                let mut rest = others.to_vec();
                rest.remove(place);
                if go(field, &rest, bye, found) {
                    return true;
                }
            }
        }
        let is_odd = left.len() % 2 == 1;
        is_odd && field.entrants[first].may_have_bye && go(field, others, Some(first), found)
    }
    go(field, all, None, found)
}

struct Bracket<'a> {
    field: &'a Field,
    moved: &'a [usize],
    residents: &'a [usize],
    rest: &'a [usize],
    bye_score: u32,
}

impl Bracket<'_> {
    fn score(&self, index: usize) -> u32 {
        self.field.entrants[index].score
    }

    fn unpaired(&self, pairs: &[Pair]) -> Vec<usize> {
        let all = self.moved.iter().chain(self.residents).copied();
        all.filter(|index| !pairs.iter().any(|pair| pair.contains(index))).collect()
    }

    /// The first of the best candidates.
    fn best(&self) -> Option<Vec<Pair>> {
        let mut best: Option<(Costs, Vec<Pair>)> = None;
        for count in (0..=self.moved.len()).rev() {
            for some in subsets(self.moved, count) {
                for opponents in arrangements(self.residents, count) {
                    let pairs: Vec<Pair> = zip(&some, &opponents);
                    let rest: Vec<usize> = without(self.residents, &opponents);
                    for more in (0..=rest.len() / 2).rev() {
                        for remainder in homogeneous(&rest, more) {
                            let all = [pairs.clone(), remainder].concat();
                            if let Some(costs) = self.costs(&all)
                                && best.as_ref().is_none_or(|(known, _)| costs < *known)
                            {
                                best = Some((costs, all));
                            }
                        }
                    }
                }
            }
        }
        best.map(|(_, pairs)| pairs)
    }

    /// The costs of a candidate; `None` if it breaks an absolute criterion.
    fn costs(&self, pairs: &[Pair]) -> Option<Costs> {
        if !pairs.iter().all(|[a, b]| self.field.may_meet(*a, *b)) {
            return None;
        }
        let down = self.unpaired(pairs);
        let mut bye = None;
        let everyone = [&down[..], self.rest].concat();
        // The last bracket gives the bye; above it, it has only to be possible.
        if !complete(self.field, &everyone, &mut |index| {
            bye = index;
            index.is_none_or(|index| self.score(index) == self.bye_score)
        }) {
            return None;
        }
        let entrant = |index: &usize| &self.field.entrants[*index];
        let mut costs: Costs = vec![vec![down.len() as i64], self.scores(&down)];
        costs.push(self.next_costs(&down));
        let takes_bye = matches!(down[..], [one] if bye == Some(one));
        costs.push(vec![if takes_bye { i64::from(entrant(&down[0]).unplayed) } else { 0 }]);
        let sides: Vec<_> = pairs
            .iter()
            .map(|[a, b]| self.field.side_costs(*a.min(b), *a.max(b)))
            .map(|costs| [costs.imbalance, costs.thrice, costs.refused, costs.strongly_refused])
            .collect();
        costs.extend((0..4).map(|n| vec![sides.iter().map(|costs| costs[n] as i64).sum()]));
        let met: Vec<Pair> =
            pairs.iter().copied().filter(|pair| self.moved.contains(&pair[0])).collect();
        let lowest = i64::from(self.score(self.residents[0]));
        for ago in 0..2 {
            let is_down = |index: &&usize| entrant(index).had(Float::Down, ago);
            let residents = down.iter().filter(|index| self.residents.contains(index));
            costs.push(vec![residents.filter(is_down).count() as i64]);
            let is_up = |pair: &&Pair| entrant(&pair[1]).had(Float::Up, ago);
            costs.push(vec![met.iter().filter(is_up).count() as i64]);
        }
        for ago in 0..2 {
            let is_down = |index: &&usize| entrant(index).had(Float::Down, ago);
            let moved = self.moved.iter().filter(is_down).map(|index| {
                // One who is not paired counts as if against a point less.
                let more = if down.contains(index) { 2 } else { 0 };
                i64::from(self.score(*index)) - lowest + more
            });
            costs.push(descending(moved));
            let is_up = |pair: &&Pair| entrant(&pair[1]).had(Float::Up, ago);
            let up = met.iter().filter(is_up);
            costs.push(descending(up.map(|pair| i64::from(self.score(pair[0])) - lowest)));
        }
        Some(costs)
    }

    fn scores(&self, down: &[usize]) -> Vec<i64> {
        descending(down.iter().map(|index| i64::from(self.score(*index))))
    }

    /// The downfloaters that the next bracket would have at least, and their scores.
    fn next_costs(&self, down: &[usize]) -> Vec<i64> {
        let Some(&first) = self.rest.first() else { return Vec::new() };
        let score = self.score(first);
        let is_next = |index: &usize| self.score(*index) == score;
        let (next, rest): (Vec<_>, Vec<_>) = self.rest.iter().copied().partition(is_next);
        let mut best: Option<Vec<i64>> = None;
        let mut pairs = Vec::new();
        self.each_pairing(&[down, &next].concat(), down.len(), &mut pairs, &mut |left| {
            let mut costs = vec![left.len() as i64];
            costs.extend(self.scores(left));
            let everyone = [left, &rest[..]].concat();
            if best.as_ref().is_none_or(|known| costs < *known)
                && complete(self.field, &everyone, &mut |index| {
                    index.is_none_or(|index| self.score(index) == self.bye_score)
                })
            {
                best = Some(costs);
            }
        });
        best.unwrap_or_default()
    }

    /// Every set of pairs of these, the first so many not with each other; gives those left.
    fn each_pairing(
        &self,
        all: &[usize],
        moved: usize,
        left: &mut Vec<usize>,
        found: &mut dyn FnMut(&[usize]),
    ) {
        let Some((&first, others)) = all.split_first() else { return found(left) };
        let moved_others = moved.saturating_sub(1);
        for place in 0..others.len() {
            if (moved > 0 && place < moved_others) || !self.field.may_meet(first, others[place]) {
                continue;
            }
            let mut rest = others.to_vec();
            rest.remove(place);
            self.each_pairing(&rest, moved_others, left, found);
        }
        left.push(first);
        self.each_pairing(others, moved_others, left, found);
        left.pop();
    }
}

fn zip(a: &[usize], b: &[usize]) -> Vec<Pair> {
    a.iter().zip(b).map(|(a, b)| [*a, *b]).collect()
}

fn without(all: &[usize], taken: &[usize]) -> Vec<usize> {
    all.iter().copied().filter(|index| !taken.contains(index)).collect()
}

fn descending(numbers: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut numbers: Vec<i64> = numbers.collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers
}

/// The subsets of a size in lexicographic order.
fn subsets(all: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, all.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (_, Some((&first, rest))) => {
            let with = subsets(rest, size - 1).into_iter();
            let with = with.map(|set| [vec![first], set].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}

/// The ordered choices of a size in lexicographic order.
fn arrangements(all: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let begin = |&first: &usize| {
        let rest = arrangements(&without(all, &[first]), size - 1).into_iter();
        rest.map(move |others| [vec![first], others].concat())
    };
    all.iter().flat_map(begin).collect()
}

/// The pairings of a homogeneous bracket in the order of articles 4.2 and 4.3.
fn homogeneous(all: &[usize], count: usize) -> Vec<Vec<Pair>> {
    let numbers: Vec<usize> = (1..=all.len()).collect();
    let (upper, lower) = numbers.split_at(count);
    let mut exchanges = Vec::new();
    for size in 0..=count.min(lower.len()) {
        for down in subsets(upper, size) {
            for up in subsets(lower, size) {
                exchanges.push((down.clone(), up));
            }
        }
    }
    exchanges.sort_by_key(|(down, up)| {
        let difference = up.iter().sum::<usize>() - down.iter().sum::<usize>();
        let highest = descending(down.iter().map(|&number| number as i64));
        let highest: Vec<i64> = highest.into_iter().map(|number| -number).collect();
        (down.len(), difference, highest, up.clone())
    });
    let mut candidates = Vec::new();
    for (down, up) in exchanges {
        let mut first = [without(upper, &down), up.clone()].concat();
        let mut second = [without(lower, &up), down].concat();
        first.sort_unstable();
        second.sort_unstable();
        let players = |numbers: &[usize]| -> Vec<usize> {
            numbers.iter().map(|number| all[number - 1]).collect()
        };
        for opponents in arrangements(&players(&second), count) {
            candidates.push(zip(&players(&first), &opponents));
        }
    }
    candidates
}
