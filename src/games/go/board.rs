//! The Go board: chains, liberties, captures, simple ko and a Zobrist hash,
//! updated move by move.
//!
//! The board lies in a padded array with a border, so that every intersection
//! has four neighbours: point (file, rank) is cell `(rank + 1) * (files + 1) +
//! file + 1`. A chain keeps its pseudo-liberties (a liberty counts once for
//! each stone that touches it), the sum of their cells and the sum of the
//! squares; these tell whether the chain has none, one or more liberties, and
//! which is the last one, without a scan of the board.

use crate::core::{MAX_BOARD, Point, Side, mix};

/// Length of the padded array of a board with this many files and ranks.
#[must_use]
pub const fn cell_count(files: u8, ranks: u8) -> usize {
    (ranks as usize + 2) * (files as usize + 1) + 1
}

/// Length of the padded array of the largest board.
pub const MAX_CELLS: usize = cell_count(MAX_BOARD, MAX_BOARD);

/// Content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intersection {
    /// Empty.
    Empty,
    /// A stone of the side that moves first.
    Black,
    /// A stone of the other side.
    White,
    /// The border around the board.
    Border,
}

impl Intersection {
    /// A stone of this side.
    #[inline]
    #[must_use]
    pub const fn of(side: Side) -> Intersection {
        match side {
            Side::First => Intersection::Black,
            Side::Second => Intersection::White,
        }
    }

    /// Owner of the stone; `None` if there is none.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Intersection::Black => Some(Side::First),
            Intersection::White => Some(Side::Second),
            Intersection::Empty | Intersection::Border => None,
        }
    }
}

/// Liberties and size of a chain, kept at its head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chain {
    /// Pairs of a stone and an adjacent liberty.
    pseudo_liberties: u16,
    stones: u16,
    /// Sum of the liberty cells over those pairs.
    liberty_sum: u32,
    /// Sum of the squares of the liberty cells over those pairs.
    liberty_square_sum: u32,
}

impl Chain {
    #[inline]
    fn add_liberty(&mut self, cell: u16) {
        self.pseudo_liberties += 1;
        self.liberty_sum += u32::from(cell);
        self.liberty_square_sum += u32::from(cell) * u32::from(cell);
    }

    #[inline]
    fn remove_liberty(&mut self, cell: u16) {
        self.pseudo_liberties -= 1;
        self.liberty_sum -= u32::from(cell);
        self.liberty_square_sum -= u32::from(cell) * u32::from(cell);
    }

    /// True if all pseudo-liberties are the same cell: only then does the mean
    /// of the squares equal the square of the mean.
    #[inline]
    fn is_in_atari(&self) -> bool {
        u64::from(self.pseudo_liberties) * u64::from(self.liberty_square_sum)
            == u64::from(self.liberty_sum) * u64::from(self.liberty_sum)
    }
}

/// Zobrist keys by cell and side.
static ZOBRIST: [[u64; 2]; MAX_CELLS] = zobrist_table();

const fn zobrist_table() -> [[u64; 2]; MAX_CELLS] {
    let mut table = [[0; 2]; MAX_CELLS];
    let mut cell = 0;
    while cell < MAX_CELLS {
        let seed = 0x6a09_e667_f3bc_c908 + 2 * cell as u64;
        table[cell] = [mix(seed), mix(seed + 1)];
        cell += 1;
    }
    table
}

#[inline]
fn stone_hash(cell: u16, side: Side) -> u64 {
    ZOBRIST[usize::from(cell)][side.index()]
}

/// A board with room for `C` cells; see [`cell_count`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoBoard<const C: usize> {
    files: u8,
    ranks: u8,
    /// Cell forbidden by the simple ko; 0, which is border, for none.
    ko: u16,
    empty_count: u16,
    hash: u64,
    cells: [Intersection; C],
    /// Head of the chain of each stone; its [`Chain`] is kept there.
    chain_heads: [u16; C],
    /// Next stone of the chain, as a circular list.
    next_in_chain: [u16; C],
    chains: [Chain; C],
    /// The empty cells in no particular order, and the index of each in that
    /// list.
    empty_list: [u16; C],
    empty_index: [u16; C],
}

impl<const C: usize> GoBoard<C> {
    /// An empty board. Dimensions that do not fit into `C` cells are reduced.
    #[must_use]
    pub fn new(files: u8, ranks: u8) -> GoBoard<C> {
        let (mut files, mut ranks) = (files.clamp(1, MAX_BOARD), ranks.clamp(1, MAX_BOARD));
        while cell_count(files, ranks) > C && files.max(ranks) > 1 {
            if ranks >= files { ranks -= 1 } else { files -= 1 }
        }
        let mut board = GoBoard {
            files,
            ranks,
            ko: 0,
            empty_count: 0,
            hash: 0,
            cells: [Intersection::Border; C],
            chain_heads: [0; C],
            next_in_chain: [0; C],
            chains: [Chain::default(); C],
            empty_list: [0; C],
            empty_index: [0; C],
        };
        for cell in board.cells() {
            board.cells[usize::from(cell)] = Intersection::Empty;
            board.add_empty(cell);
        }
        board
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    #[inline]
    fn stride(&self) -> u16 {
        u16::from(self.files) + 1
    }

    /// The cell of a point; `None` if it is off the board.
    #[must_use]
    pub fn cell(&self, at: Point) -> Option<u16> {
        let inside = at.file < self.files && at.rank < self.ranks;
        inside.then(|| (u16::from(at.rank) + 1) * self.stride() + u16::from(at.file) + 1)
    }

    /// The point of a cell that is on the board.
    #[must_use]
    pub fn point(&self, cell: u16) -> Point {
        let at = cell.saturating_sub(1 + self.stride());
        Point::new((at % self.stride()) as u8, (at / self.stride()) as u8)
    }

    /// Every cell of the board, from a1 along the ranks.
    pub fn cells(&self) -> impl Iterator<Item = u16> + use<C> {
        let (files, stride) = (u16::from(self.files), self.stride());
        (1..=u16::from(self.ranks))
            .flat_map(move |rank| (1..=files).map(move |file| rank * stride + file))
    }

    /// Number of intersections.
    #[inline]
    #[must_use]
    pub fn point_count(&self) -> u32 {
        u32::from(self.files) * u32::from(self.ranks)
    }

    /// Content of a cell.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: u16) -> Intersection {
        self.cells[usize::from(cell)]
    }

    /// The four adjacent cells of a cell on the board.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: u16) -> [u16; 4] {
        let stride = self.stride();
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    /// The four diagonal cells of a cell on the board.
    #[inline]
    #[must_use]
    pub fn diagonals(&self, cell: u16) -> [u16; 4] {
        let stride = self.stride();
        [cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1]
    }

    /// The empty cells, in no particular order.
    #[inline]
    #[must_use]
    pub fn empty_cells(&self) -> &[u16] {
        &self.empty_list[..usize::from(self.empty_count)]
    }

    /// Zobrist hash of the stones, without the ko.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Cell that the simple ko forbids to the side to move.
    #[inline]
    #[must_use]
    pub fn ko(&self) -> Option<u16> {
        (self.ko != 0).then_some(self.ko)
    }

    /// Clears the ko, as after a pass.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = 0;
    }

    /// Head of a stone's chain: the same cell for all its stones.
    #[inline]
    #[must_use]
    pub fn chain_head(&self, stone: u16) -> u16 {
        self.chain_heads[usize::from(stone)]
    }

    /// The stones of a chain, beginning with this one.
    pub fn chain_stones(&self, stone: u16) -> impl Iterator<Item = u16> + '_ {
        let mut next = Some(stone);
        std::iter::from_fn(move || {
            let here = next?;
            let after = self.next_in_chain[usize::from(here)];
            next = (after != stone).then_some(after);
            Some(here)
        })
    }

    /// True if a stone's chain has at least one liberty.
    #[inline]
    #[must_use]
    pub fn has_liberty(&self, stone: u16) -> bool {
        self.chains[usize::from(self.chain_head(stone))].pseudo_liberties > 0
    }

    /// The last liberty of a stone's chain, if it has exactly one.
    #[inline]
    #[must_use]
    pub fn last_liberty(&self, stone: u16) -> Option<u16> {
        let chain = &self.chains[usize::from(self.chain_head(stone))];
        let one = chain.pseudo_liberties > 0 && chain.is_in_atari();
        one.then(|| (chain.liberty_sum / u32::from(chain.pseudo_liberties)) as u16)
    }

    /// Number of stones in this stone's chain.
    #[inline]
    #[must_use]
    pub fn chain_size(&self, stone: u16) -> u32 {
        u32::from(self.chains[usize::from(self.chain_head(stone))].stones)
    }

    /// True if a stone of `side` on this empty cell would have no liberty after
    /// captures.
    #[inline]
    #[must_use]
    pub fn is_suicide(&self, cell: u16, side: Side) -> bool {
        let own = Intersection::of(side);
        self.neighbours(cell).into_iter().all(|near| match self.at(near) {
            Intersection::Empty => false,
            Intersection::Border => true,
            stone => {
                (stone == own) == self.chains[usize::from(self.chain_head(near))].is_in_atari()
            }
        })
    }

    /// Liberties of the chain that a stone of `side` on this empty cell would
    /// belong to, counted up to 2, and the number of its stones. Of the stones
    /// that it captures only those next to it count as liberties.
    #[must_use]
    pub fn liberties_after(&self, cell: u16, side: Side) -> (u32, u32) {
        let own = Intersection::of(side);
        let mut seen = [0; 4];
        let (mut first, mut liberties, mut stones) = (0, 0, 1);
        for (n, near) in self.neighbours(cell).into_iter().enumerate() {
            let liberty = match self.at(near) {
                Intersection::Border => continue,
                Intersection::Empty => near,
                stone => {
                    let head = self.chain_head(near);
                    let chain = &self.chains[usize::from(head)];
                    if stone != own {
                        if !chain.is_in_atari() {
                            continue;
                        }
                        near
                    } else if seen.contains(&head) {
                        continue;
                    } else {
                        seen[n] = head;
                        stones += u32::from(chain.stones);
                        let mut rest = *chain;
                        for other in self.neighbours(cell) {
                            if self.at(other) == own && self.chain_head(other) == head {
                                rest.remove_liberty(cell);
                            }
                        }
                        if rest.pseudo_liberties == 0 {
                            continue;
                        }
                        if !rest.is_in_atari() {
                            liberties = 2;
                            continue;
                        }
                        (rest.liberty_sum / u32::from(rest.pseudo_liberties)) as u16
                    }
                }
            };
            if liberties == 0 {
                (first, liberties) = (liberty, 1);
            } else if liberties == 1 && liberty != first {
                liberties = 2;
            }
        }
        (liberties, stones)
    }

    /// True if this empty cell is probably an eye of `side`: own stones on all
    /// four sides, and fewer than two hostile diagonals (one at the edge).
    #[inline]
    #[must_use]
    pub fn is_eye(&self, cell: u16, side: Side) -> bool {
        let (own, other) = (Intersection::of(side), Intersection::of(side.other()));
        if self
            .neighbours(cell)
            .into_iter()
            .any(|near| !matches!(self.at(near), c if c == own || c == Intersection::Border))
        {
            return false;
        }
        let (mut hostile, mut at_edge) = (0, false);
        for near in self.diagonals(cell) {
            hostile += u32::from(self.at(near) == other);
            at_edge |= self.at(near) == Intersection::Border;
        }
        hostile + u32::from(at_edge) < 2
    }

    /// Hash of the board after a stone of `side` on this empty cell.
    #[must_use]
    pub fn hash_after(&self, cell: u16, side: Side) -> u64 {
        let mut hash = self.hash ^ stone_hash(cell, side);
        let neighbours = self.neighbours(cell);
        let remove = |of: Side, hash: &mut u64, captured: bool| {
            let mut seen = [0; 4];
            for (n, near) in neighbours.into_iter().enumerate() {
                if self.at(near) != Intersection::of(of) || seen.contains(&self.chain_head(near)) {
                    continue;
                }
                seen[n] = self.chain_head(near);
                if !captured || self.chains[usize::from(self.chain_head(near))].is_in_atari() {
                    for stone in self.chain_stones(near) {
                        *hash ^= stone_hash(stone, of);
                    }
                }
            }
        };
        if self.is_suicide(cell, side) {
            hash ^= stone_hash(cell, side);
            remove(side, &mut hash, false);
        } else {
            remove(side.other(), &mut hash, true);
        }
        hash
    }

    fn add_empty(&mut self, cell: u16) {
        self.empty_index[usize::from(cell)] = self.empty_count;
        self.empty_list[usize::from(self.empty_count)] = cell;
        self.empty_count += 1;
    }

    /// Places a stone of `side` on an empty cell, removes captured chains, and
    /// its own chain if that is left without a liberty (suicide). Returns the
    /// number of hostile and of own stones removed.
    ///
    /// Does nothing if the cell is not empty.
    #[inline]
    pub fn place_stone(&mut self, cell: u16, side: Side) -> [u32; 2] {
        if self.cells.get(usize::from(cell)) != Some(&Intersection::Empty) {
            return [0, 0];
        }
        let own = Intersection::of(side);
        self.ko = 0;
        self.cells[usize::from(cell)] = own;
        self.hash ^= stone_hash(cell, side);
        self.empty_count -= 1;
        let (hole, last) =
            (self.empty_index[usize::from(cell)], self.empty_list[usize::from(self.empty_count)]);
        self.empty_list[usize::from(hole)] = last;
        self.empty_index[usize::from(last)] = hole;

        let neighbours = self.neighbours(cell);
        let mut chain = Chain { stones: 1, ..Chain::default() };
        self.chain_heads[usize::from(cell)] = cell;
        self.next_in_chain[usize::from(cell)] = cell;
        for near in neighbours {
            match self.at(near) {
                Intersection::Empty => chain.add_liberty(near),
                Intersection::Border => {}
                Intersection::Black | Intersection::White => {
                    let head = usize::from(self.chain_head(near));
                    self.chains[head].remove_liberty(cell);
                }
            }
        }
        self.chains[usize::from(cell)] = chain;
        let mut taken = 0;
        let mut captured = 0;
        for near in neighbours {
            let what = self.at(near);
            if what == own {
                self.merge_chains(cell, near);
            } else if what == Intersection::of(side.other()) && !self.has_liberty(near) {
                captured = near;
                taken += self.remove_chain(near, side.other());
            }
        }
        let own_chain = self.chains[usize::from(self.chain_head(cell))];
        if own_chain.pseudo_liberties == 0 {
            return [taken, self.remove_chain(cell, side)];
        }
        if taken == 1 && own_chain.stones == 1 && own_chain.pseudo_liberties == 1 {
            self.ko = captured;
        }
        [taken, 0]
    }

    /// Merges the chains of two stones.
    #[inline]
    fn merge_chains(&mut self, a: u16, b: u16) {
        let (mut keep, mut give) = (self.chain_head(a), self.chain_head(b));
        if keep == give {
            return;
        }
        if self.chains[usize::from(keep)].stones < self.chains[usize::from(give)].stones {
            std::mem::swap(&mut keep, &mut give);
        }
        let given = self.chains[usize::from(give)];
        let chain = &mut self.chains[usize::from(keep)];
        chain.pseudo_liberties += given.pseudo_liberties;
        chain.stones += given.stones;
        chain.liberty_sum += given.liberty_sum;
        chain.liberty_square_sum += given.liberty_square_sum;
        let mut stone = give;
        loop {
            self.chain_heads[usize::from(stone)] = keep;
            stone = self.next_in_chain[usize::from(stone)];
            if stone == give {
                break;
            }
        }
        self.next_in_chain.swap(usize::from(keep), usize::from(give));
    }

    /// Removes a chain and returns its number of stones.
    fn remove_chain(&mut self, first: u16, side: Side) -> u32 {
        let mut stone = first;
        let mut count = 0;
        loop {
            self.cells[usize::from(stone)] = Intersection::Empty;
            self.hash ^= stone_hash(stone, side);
            self.add_empty(stone);
            count += 1;
            for near in self.neighbours(stone) {
                if self.at(near).side().is_some() {
                    let head = usize::from(self.chain_head(near));
                    self.chains[head].add_liberty(stone);
                }
            }
            stone = self.next_in_chain[usize::from(stone)];
            if stone == first {
                return count;
            }
        }
    }
}
