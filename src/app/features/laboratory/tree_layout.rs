//! Where the nodes of a tree stand: level by level, each above the middle of its children.

use std::collections::HashSet;

/// The level of a node that is folded away.
const HIDDEN: u16 = u16::MAX;

/// The places of the nodes of a tree, in slots of one leaf from left to right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeLayout {
    /// The nodes of each level from left to right, the root's first.
    pub levels: Vec<Vec<u32>>,
    /// Middle of each node; of no meaning where it is folded away.
    pub x: Vec<f32>,
    level: Vec<u16>,
    /// Number of slots.
    pub width: f32,
}

impl TreeLayout {
    /// Lays out a tree whose children are `children[starts[n]..starts[n + 1]]` of node `n`,
    /// without what is below the folded nodes. It takes time in proportion to the nodes.
    pub fn new(starts: &[u32], children: &[u32], folded: &HashSet<u32>) -> TreeLayout {
        let count = starts.len().saturating_sub(1);
        let mut layout = TreeLayout {
            levels: Vec::new(),
            x: vec![0.0; count],
            level: vec![HIDDEN; count],
            width: 0.0,
        };
        if count == 0 {
            return layout;
        }
        let below = |node: u32| {
            let range = starts[node as usize] as usize..starts[node as usize + 1] as usize;
            if folded.contains(&node) { &children[..0] } else { &children[range] }
        };
        // Each open node with the number of children that are placed.
        let mut open = vec![(0u32, 0usize)];
        layout.enter(0, 0);
        while let Some(&(node, done)) = open.last() {
            let inner = below(node);
            if let Some(&child) = inner.get(done) {
                if let Some(top) = open.last_mut() {
                    top.1 += 1;
                }
                layout.enter(child, open.len());
                open.push((child, 0));
                continue;
            }
            layout.x[node as usize] = match (inner.first(), inner.last()) {
                (Some(&first), Some(&last)) => {
                    (layout.x[first as usize] + layout.x[last as usize]) / 2.0
                }
                _ => {
                    layout.width += 1.0;
                    layout.width - 0.5
                }
            };
            open.pop();
        }
        layout
    }

    fn enter(&mut self, node: u32, level: usize) {
        if self.levels.len() <= level {
            self.levels.push(Vec::new());
        }
        self.levels[level].push(node);
        self.level[node as usize] = level.min(usize::from(HIDDEN - 1)) as u16;
    }

    /// The level of a node; `None` if it is folded away.
    pub fn level(&self, node: u32) -> Option<usize> {
        let level = *self.level.get(node as usize)?;
        (level != HIDDEN).then_some(level.into())
    }

    /// The nodes of a level whose middle lies between these slots.
    pub fn between(&self, level: usize, from: f32, to: f32) -> &[u32] {
        let Some(nodes) = self.levels.get(level) else { return &[] };
        let first = nodes.partition_point(|&node| self.x[node as usize] < from);
        let last = nodes.partition_point(|&node| self.x[node as usize] <= to);
        &nodes[first..last.max(first)]
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// The root with two children, of which the first has three.
    const STARTS: [u32; 7] = [0, 2, 5, 5, 5, 5, 5];
    const CHILDREN: [u32; 5] = [1, 2, 3, 4, 5];

    #[test]
    fn a_node_stands_above_the_middle_of_its_children() {
        let layout = TreeLayout::new(&STARTS, &CHILDREN, &HashSet::new());
        assert_eq!(layout.levels, [vec![0], vec![1, 2], vec![3, 4, 5]]);
        assert_eq!((layout.x[1], layout.x[2], layout.x[0], layout.width), (1.5, 3.5, 2.5, 4.0));
        assert_eq!(layout.between(2, 0.6, 2.0), [4]);
        assert_eq!(layout.between(7, 0.0, 9.0), [0; 0]);
    }

    #[test]
    fn what_is_folded_takes_no_room() {
        let layout = TreeLayout::new(&STARTS, &CHILDREN, &HashSet::from([1]));
        assert_eq!(layout.levels, [vec![0], vec![1, 2]]);
        assert_eq!((layout.width, layout.level(1), layout.level(4)), (2.0, Some(1), None));
    }

    #[test]
    fn twenty_thousand_nodes_are_laid_out_in_a_small_part_of_a_second() {
        // Four children each, in the order of the levels.
        let count = 20_000u32;
        let starts: Vec<u32> = (0..=count).map(|node| (4 * node).min(count - 1)).collect();
        let children: Vec<u32> = (1..count).collect();
        let began = Instant::now();
        let layout = TreeLayout::new(&starts, &children, &HashSet::new());
        let took = began.elapsed();
        assert_eq!(layout.levels.iter().map(Vec::len).sum::<usize>(), 20_000);
        assert!(layout.levels.iter().all(|level| {
            level.windows(2).all(|two| layout.x[two[0] as usize] < layout.x[two[1] as usize])
        }));
        assert!(took < Duration::from_millis(500), "{took:?}");
    }
}
