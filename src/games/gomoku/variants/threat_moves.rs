//! A short list of cells, without allocation.

/// Most cells that are kept; more are left out.
const CAPACITY: usize = 48;

/// A short list of different cells.
#[derive(Clone, Copy)]
pub struct ThreatMoves {
    cells: [u16; CAPACITY],
    count: usize,
}

impl Default for ThreatMoves {
    fn default() -> ThreatMoves {
        ThreatMoves { cells: [0; CAPACITY], count: 0 }
    }
}

impl ThreatMoves {
    /// Adds a cell unless it is there.
    pub fn push(&mut self, cell: u16) {
        if !self.contains(cell)
            && let Some(entry) = self.cells.get_mut(self.count)
        {
            *entry = cell;
            self.count += 1;
        }
    }

    /// True if the cell is in the list.
    pub fn contains(&self, cell: u16) -> bool {
        self.cells[..self.count].contains(&cell)
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True if some may have been left out.
    pub fn is_full(&self) -> bool {
        self.count == CAPACITY
    }

    /// Keeps the cells for which `is_kept` is true.
    pub fn retain(&mut self, is_kept: impl Fn(u16) -> bool) {
        let mut kept = ThreatMoves::default();
        self.cells().filter(|&cell| is_kept(cell)).for_each(|cell| kept.push(cell));
        *self = kept;
    }

    /// Sorts the cells by a key, the greatest first.
    pub fn sort_by_score(&mut self, score: impl Fn(u16) -> i32) {
        self.cells[..self.count].sort_by_key(|&cell| (-score(cell), cell));
    }

    /// The cells in their order.
    pub fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        let (cells, count) = (self.cells, self.count);
        (0..count).map(move |at| cells[at])
    }
}
