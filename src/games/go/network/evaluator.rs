//! The network as evaluation of positions, and the one that is installed.

use std::sync::Arc;

use super::features::{Inputs, NUM_GLOBALS, NUM_PLANES};
use crate::core::Position;
use crate::games::go::GoGame;
use crate::games::go::position::Go;
use crate::games::go::score::CellSet;
use crate::games::{EngineWeights, MalformedWeights};
use crate::search::conv_net::{ConvNet, InstalledConvNet, NetworkInput, NetworkOutput, Scratch};

/// Path of its file within the assets folder.
const WEIGHTS_FILE: &str = "go/network.bin";

/// The network that all searches of the process use, if any.
pub static INSTALLED: InstalledConvNet = InstalledConvNet::new(NUM_PLANES, NUM_GLOBALS);

/// A network with the memory that it works in.
pub struct Evaluator {
    network: Arc<ConvNet>,
    inputs: Inputs,
    scratch: Scratch,
    output: NetworkOutput,
}

impl Evaluator {
    /// The network that is installed; `None` if there is none.
    #[must_use]
    pub fn installed() -> Option<Evaluator> {
        INSTALLED.get().map(Evaluator::new)
    }

    /// An evaluation by this network.
    #[must_use]
    pub fn new(network: Arc<ConvNet>) -> Evaluator {
        let (inputs, scratch, output) = Default::default();
        Evaluator { network, inputs, scratch, output }
    }

    /// Another evaluation by the same network, for a thread of its own.
    #[must_use]
    pub fn another(&self) -> Evaluator {
        Evaluator::new(Arc::clone(&self.network))
    }

    /// The inputs of the position that was evaluated last, and its estimates.
    #[must_use]
    pub fn last(&self) -> (&Inputs, &NetworkOutput) {
        (&self.inputs, &self.output)
    }

    /// The estimates for a position, from the side to move's view.
    pub fn evaluate<const C: usize>(&mut self, go: &Go<C>) -> &NetworkOutput {
        self.inputs.fill(go);
        let Inputs { files, ranks, planes, globals } = &self.inputs;
        let input = NetworkInput { files: *files, ranks: *ranks, planes, globals };
        self.network.evaluate(&input, &mut self.scratch, &mut self.output);
        &self.output
    }

    /// The stones on the board that the network gives to the other side, chain by chain.
    pub fn dead_stones<const C: usize>(&mut self, go: &Go<C>) -> CellSet {
        let (board, side) = (go.go_board(), go.side_to_move());
        let files = usize::from(board.files());
        let ownership = &self.evaluate(go).ownership;
        let owner = |cell: u16| {
            let at = board.point(cell);
            ownership[usize::from(at.rank) * files + usize::from(at.file)]
        };
        let mut dead = CellSet::default();
        for head in board.cells().filter(|&cell| board.chain_head(cell) == cell) {
            let Some(stone_side) = board.at(head).side() else { continue };
            let sign = if stone_side == side { 1.0 } else { -1.0 };
            let sum: f32 = board.chain_stones(head).map(|stone| sign * owner(stone)).sum();
            if sum < 0.0 {
                for stone in board.chain_stones(head) {
                    dead.insert(stone);
                }
            }
        }
        dead
    }
}

impl EngineWeights for GoGame {
    fn path(&self) -> &'static str {
        WEIGHTS_FILE
    }

    fn load(&self, bytes: &[u8]) -> Result<(), MalformedWeights> {
        INSTALLED.install(bytes).map_err(MalformedWeights::new)
    }
}

/// An evaluation by random weights.
#[cfg(test)]
pub fn random_evaluator(seed: u64) -> Evaluator {
    use crate::search::conv_net::{FloatWeights, NetworkShape, quantise};

    let shape = NetworkShape {
        planes: NUM_PLANES,
        globals: NUM_GLOBALS,
        channels: 32,
        pooled: 16,
        blocks: vec![true],
        head: 16,
        hidden: 16,
    };
    let weights = FloatWeights::random(&shape, seed).unwrap();
    let (planes, globals) = (vec![1; NUM_PLANES * 25], [0.5; NUM_GLOBALS]);
    let sample = NetworkInput { files: 5, ranks: 5, planes: &planes, globals: &globals };
    Evaluator::new(Arc::new(ConvNet::new(&quantise(&weights, &[sample]))))
}
