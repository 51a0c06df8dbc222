//! Stones on a board and what happens when one is put down: chains that grow
//! together, liberties, captures, the simple ko, and the hash of it all.
//!
//! The board lies in an array with a rim, so that every point has four
//! neighbours: point (file, rank) is cell `(rank + 1) * (files + 1) + file + 1`.
//! A chain counts its liberties once for each of its stones that touches them
//! ("pseudo-liberties"), together with their sum and the sum of their squares;
//! that is enough to know whether it has none, one, or more, and which is the
//! one, without ever looking over the board.

use crate::core::{MAX_BOARD, Point, Side, mix};

/// Cells that a board of this many files and ranks needs.
#[must_use]
pub const fn cells(files: u8, ranks: u8) -> usize {
    (ranks as usize + 2) * (files as usize + 1) + 1
}

/// Cells of the largest board.
pub const MOST_CELLS: usize = cells(MAX_BOARD, MAX_BOARD);

/// What lies on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone of the side that moves first.
    Black,
    /// A stone of the other side.
    White,
    /// The rim: not a point of the board.
    Rim,
}

impl Cell {
    /// A stone of this side.
    #[inline]
    #[must_use]
    pub const fn of(side: Side) -> Cell {
        match side {
            Side::First => Cell::Black,
            Side::Second => Cell::White,
        }
    }

    /// Whose stone it is, if it is one.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Cell::Black => Some(Side::First),
            Cell::White => Some(Side::Second),
            Cell::Empty | Cell::Rim => None,
        }
    }
}

/// The account of a chain, kept at its head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chain {
    /// Pairs of a stone and a liberty beside it.
    liberties: u16,
    stones: u16,
    /// Sum of the liberties' cells over those pairs.
    sum: u32,
    /// Sum of their squares.
    squares: u32,
}

impl Chain {
    #[inline]
    fn gain(&mut self, cell: u16) {
        self.liberties += 1;
        self.sum += u32::from(cell);
        self.squares += u32::from(cell) * u32::from(cell);
    }

    #[inline]
    fn lose(&mut self, cell: u16) {
        self.liberties -= 1;
        self.sum -= u32::from(cell);
        self.squares -= u32::from(cell) * u32::from(cell);
    }

    /// Whether all its liberties are one and the same point: only then does
    /// the mean of the squares equal the square of the mean.
    #[inline]
    fn is_in_atari(&self) -> bool {
        u64::from(self.liberties) * u64::from(self.squares)
            == u64::from(self.sum) * u64::from(self.sum)
    }
}

/// Random bits for each stone on each cell (Zobrist).
static STONES: [[u64; 2]; MOST_CELLS] = stones();

const fn stones() -> [[u64; 2]; MOST_CELLS] {
    let mut table = [[0; 2]; MOST_CELLS];
    let mut cell = 0;
    while cell < MOST_CELLS {
        let seed = 0x6a09_e667_f3bc_c908 + 2 * cell as u64;
        table[cell] = [mix(seed), mix(seed + 1)];
        cell += 1;
    }
    table
}

#[inline]
fn stone_hash(cell: u16, side: Side) -> u64 {
    STONES[usize::from(cell)][side.index()]
}

/// A board with room for `C` cells; see [`cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<const C: usize> {
    files: u8,
    ranks: u8,
    /// The cell that the simple ko forbids; 0, which is rim, for none.
    ko: u16,
    free_count: u16,
    hash: u64,
    cells: [Cell; C],
    /// The cell at which a stone's chain keeps its account.
    head: [u16; C],
    /// The next stone of the chain, in a ring.
    next: [u16; C],
    chains: [Chain; C],
    /// The empty cells in no particular order, and where in that list each is.
    free: [u16; C],
    place: [u16; C],
}

impl<const C: usize> Board<C> {
    /// An empty board. Sides that do not fit into `C` cells are shortened.
    #[must_use]
    pub fn new(files: u8, ranks: u8) -> Board<C> {
        let (mut files, mut ranks) = (files.clamp(1, MAX_BOARD), ranks.clamp(1, MAX_BOARD));
        while cells(files, ranks) > C && files.max(ranks) > 1 {
            if ranks >= files { ranks -= 1 } else { files -= 1 }
        }
        let mut board = Board {
            files,
            ranks,
            ko: 0,
            free_count: 0,
            hash: 0,
            cells: [Cell::Rim; C],
            head: [0; C],
            next: [0; C],
            chains: [Chain::default(); C],
            free: [0; C],
            place: [0; C],
        };
        for cell in board.points() {
            board.cells[usize::from(cell)] = Cell::Empty;
            board.free_up(cell);
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
    pub fn points(&self) -> impl Iterator<Item = u16> + use<C> {
        let (files, stride) = (u16::from(self.files), self.stride());
        (1..=u16::from(self.ranks))
            .flat_map(move |rank| (1..=files).map(move |file| rank * stride + file))
    }

    /// How many points the board has.
    #[inline]
    #[must_use]
    pub fn point_count(&self) -> u32 {
        u32::from(self.files) * u32::from(self.ranks)
    }

    /// What lies on a cell.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: u16) -> Cell {
        self.cells[usize::from(cell)]
    }

    /// The four cells beside one that is on the board.
    #[inline]
    #[must_use]
    pub fn beside(&self, cell: u16) -> [u16; 4] {
        let stride = self.stride();
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    /// The four cells that touch one on the board by a corner.
    #[inline]
    #[must_use]
    pub fn across(&self, cell: u16) -> [u16; 4] {
        let stride = self.stride();
        [cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1]
    }

    /// The empty cells, in no particular order.
    #[inline]
    #[must_use]
    pub fn free(&self) -> &[u16] {
        &self.free[..usize::from(self.free_count)]
    }

    /// A hash of the stones, without the ko.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The cell that the simple ko forbids to the side to move.
    #[inline]
    #[must_use]
    pub fn ko(&self) -> Option<u16> {
        (self.ko != 0).then_some(self.ko)
    }

    /// Lets the ko rest, as after a pass.
    #[inline]
    pub fn lift_ko(&mut self) {
        self.ko = 0;
    }

    /// A cell that stands for the whole chain of a stone.
    #[inline]
    #[must_use]
    pub fn chain(&self, stone: u16) -> u16 {
        self.head[usize::from(stone)]
    }

    /// The stones of a chain, beginning with this one.
    pub fn stones(&self, stone: u16) -> impl Iterator<Item = u16> + '_ {
        let mut next = Some(stone);
        std::iter::from_fn(move || {
            let here = next?;
            let after = self.next[usize::from(here)];
            next = (after != stone).then_some(after);
            Some(here)
        })
    }

    /// Whether a stone's chain has any liberty.
    #[inline]
    #[must_use]
    pub fn has_liberty(&self, stone: u16) -> bool {
        self.chains[usize::from(self.chain(stone))].liberties > 0
    }

    /// The last liberty of a stone's chain, if it has exactly one.
    #[inline]
    #[must_use]
    pub fn last_liberty(&self, stone: u16) -> Option<u16> {
        let chain = &self.chains[usize::from(self.chain(stone))];
        let one = chain.liberties > 0 && chain.is_in_atari();
        one.then(|| (chain.sum / u32::from(chain.liberties)) as u16)
    }

    /// How many stones the chain of this one has.
    #[inline]
    #[must_use]
    pub fn chain_size(&self, stone: u16) -> u32 {
        u32::from(self.chains[usize::from(self.chain(stone))].stones)
    }

    /// Whether a stone of `side` on this empty cell would be left without a
    /// liberty although it captured what it could.
    #[inline]
    #[must_use]
    pub fn is_suicide(&self, cell: u16, side: Side) -> bool {
        let own = Cell::of(side);
        self.beside(cell).into_iter().all(|near| match self.at(near) {
            Cell::Empty => false,
            Cell::Rim => true,
            stone => (stone == own) == self.chains[usize::from(self.chain(near))].is_in_atari(),
        })
    }

    /// Whether this empty cell looks like an eye of `side`: its own stones
    /// all around, and too few of the other's at the corners to break it.
    #[inline]
    #[must_use]
    pub fn is_eye(&self, cell: u16, side: Side) -> bool {
        let (own, other) = (Cell::of(side), Cell::of(side.other()));
        if self
            .beside(cell)
            .into_iter()
            .any(|near| !matches!(self.at(near), c if c == own || c == Cell::Rim))
        {
            return false;
        }
        let (mut hostile, mut rim) = (0, false);
        for near in self.across(cell) {
            hostile += u32::from(self.at(near) == other);
            rim |= self.at(near) == Cell::Rim;
        }
        hostile + u32::from(rim) < 2
    }

    /// The hash of the board after a stone of `side` on this empty cell.
    #[must_use]
    pub fn hash_after(&self, cell: u16, side: Side) -> u64 {
        let mut hash = self.hash ^ stone_hash(cell, side);
        let beside = self.beside(cell);
        let remove = |of: Side, hash: &mut u64, captured: bool| {
            let mut seen = [0; 4];
            for (n, near) in beside.into_iter().enumerate() {
                if self.at(near) != Cell::of(of) || seen.contains(&self.chain(near)) {
                    continue;
                }
                seen[n] = self.chain(near);
                if !captured || self.chains[usize::from(self.chain(near))].is_in_atari() {
                    for stone in self.stones(near) {
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

    fn free_up(&mut self, cell: u16) {
        self.place[usize::from(cell)] = self.free_count;
        self.free[usize::from(self.free_count)] = cell;
        self.free_count += 1;
    }

    /// Puts a stone of `side` on an empty cell, takes what it captures, and
    /// takes itself if it is left without a liberty. Returns how many stones
    /// of the other side and of its own came off.
    ///
    /// A cell that is not empty changes nothing.
    #[inline]
    pub fn put(&mut self, cell: u16, side: Side) -> [u32; 2] {
        if self.cells.get(usize::from(cell)) != Some(&Cell::Empty) {
            return [0, 0];
        }
        let own = Cell::of(side);
        self.ko = 0;
        self.cells[usize::from(cell)] = own;
        self.hash ^= stone_hash(cell, side);
        self.free_count -= 1;
        let (hole, last) = (self.place[usize::from(cell)], self.free[usize::from(self.free_count)]);
        self.free[usize::from(hole)] = last;
        self.place[usize::from(last)] = hole;

        let beside = self.beside(cell);
        let mut chain = Chain { stones: 1, ..Chain::default() };
        self.head[usize::from(cell)] = cell;
        self.next[usize::from(cell)] = cell;
        for near in beside {
            match self.at(near) {
                Cell::Empty => chain.gain(near),
                Cell::Rim => {}
                Cell::Black | Cell::White => {
                    let head = usize::from(self.chain(near));
                    self.chains[head].lose(cell);
                }
            }
        }
        self.chains[usize::from(cell)] = chain;
        let mut taken = 0;
        let mut captured = 0;
        for near in beside {
            let what = self.at(near);
            if what == own {
                self.join(cell, near);
            } else if what == Cell::of(side.other()) && !self.has_liberty(near) {
                captured = near;
                taken += self.remove(near, side.other());
            }
        }
        let own_chain = self.chains[usize::from(self.chain(cell))];
        if own_chain.liberties == 0 {
            return [taken, self.remove(cell, side)];
        }
        if taken == 1 && own_chain.stones == 1 && own_chain.liberties == 1 {
            self.ko = captured;
        }
        [taken, 0]
    }

    /// Makes one chain of those of two stones.
    #[inline]
    fn join(&mut self, a: u16, b: u16) {
        let (mut keep, mut give) = (self.chain(a), self.chain(b));
        if keep == give {
            return;
        }
        if self.chains[usize::from(keep)].stones < self.chains[usize::from(give)].stones {
            std::mem::swap(&mut keep, &mut give);
        }
        let given = self.chains[usize::from(give)];
        let chain = &mut self.chains[usize::from(keep)];
        chain.liberties += given.liberties;
        chain.stones += given.stones;
        chain.sum += given.sum;
        chain.squares += given.squares;
        let mut stone = give;
        loop {
            self.head[usize::from(stone)] = keep;
            stone = self.next[usize::from(stone)];
            if stone == give {
                break;
            }
        }
        self.next.swap(usize::from(keep), usize::from(give));
    }

    /// Takes a chain off the board and returns how many stones it had.
    fn remove(&mut self, first: u16, side: Side) -> u32 {
        let mut stone = first;
        let mut count = 0;
        loop {
            self.cells[usize::from(stone)] = Cell::Empty;
            self.hash ^= stone_hash(stone, side);
            self.free_up(stone);
            count += 1;
            for near in self.beside(stone) {
                if self.at(near).side().is_some() {
                    let head = usize::from(self.chain(near));
                    self.chains[head].gain(stone);
                }
            }
            stone = self.next[usize::from(stone)];
            if stone == first {
                return count;
            }
        }
    }
}
