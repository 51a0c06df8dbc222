//! The weights of a network in floating point, as they are trained.

use std::collections::BTreeMap;

use thiserror::Error;

use super::safetensors::{self, SafetensorsError, Tensor};
use super::shape::{ConvShape, HEADS, NetworkShape, POOLS, ShapeError, VALUES};
use crate::core::Random;

/// Error of the weights of a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TensorError {
    /// The file is malformed.
    #[error(transparent)]
    File(#[from] SafetensorsError),
    /// The sizes are out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An array is missing, or of another shape.
    #[error("tensor {name} has the shape {found:?}; expected {expected:?}")]
    Tensor {
        /// Name of the array.
        name: String,
        /// Its shape; empty if it is missing.
        found: Vec<usize>,
        /// The shape that it should have.
        expected: Vec<usize>,
    },
    /// A weight is infinite or no number.
    #[error("tensor {0} has a number that is not finite")]
    NotFinite(String),
}

/// The weights of a network in floating point.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatWeights {
    shape: NetworkShape,
    tensors: BTreeMap<String, Tensor>,
}

/// Name of a convolution's tensors without `.weight` and `.bias`, by its index in
/// [`NetworkShape::convolutions`].
fn conv_name(shape: &NetworkShape, index: usize) -> String {
    match index.checked_sub(1) {
        None => "stem".to_owned(),
        Some(n) if n == 2 * shape.blocks.len() => "head".to_owned(),
        Some(n) => format!("blocks.{}.conv{}", n / 2, n % 2 + 1),
    }
}

/// Names and shapes of all tensors.
fn expected_tensors(shape: &NetworkShape) -> Vec<(String, Vec<usize>)> {
    let mut all = Vec::new();
    for (index, conv) in shape.convolutions().into_iter().enumerate() {
        let name = conv_name(shape, index);
        let side = if conv.taps == 9 { 3 } else { 1 };
        all.push((format!("{name}.weight"), vec![conv.outputs, conv.inputs, side, side]));
        all.push((format!("{name}.bias"), vec![conv.outputs]));
    }
    let mut matrix = |name: &str, outputs, inputs| {
        all.push((name.to_owned(), vec![outputs, inputs]));
    };
    matrix("stem.global", shape.channels, shape.globals);
    for block in (0..shape.blocks.len()).filter(|&block| shape.blocks[block]) {
        let name = format!("blocks.{block}.pool.weight");
        matrix(&name, shape.inner(block), POOLS * shape.pooled);
    }
    let (head, pools) = (shape.head, POOLS * shape.head);
    matrix("policy.pool.weight", head, pools);
    matrix("policy.out.weight", 1, head);
    matrix("policy.pass.hidden.weight", head, pools);
    matrix("policy.pass.out.weight", 1, head);
    matrix("value.hidden.weight", shape.hidden, pools);
    matrix("value.out.weight", VALUES, shape.hidden);
    matrix("ownership.weight", 1, head);
    let biases = [
        ("policy.pass.hidden.bias", head),
        ("policy.pass.out.bias", 1),
        ("value.hidden.bias", shape.hidden),
        ("value.out.bias", VALUES),
        ("ownership.bias", 1),
    ];
    all.extend(biases.map(|(name, length)| (name.to_owned(), vec![length])));
    all
}

impl FloatWeights {
    /// Reads the weights of a safetensors file. The sizes of the network are those of its tensors.
    ///
    /// # Errors
    /// If a tensor is missing, malformed or of a wrong shape.
    pub fn read(bytes: &[u8]) -> Result<FloatWeights, TensorError> {
        FloatWeights::new(safetensors::read(bytes)?)
    }

    pub(super) fn new(tensors: BTreeMap<String, Tensor>) -> Result<FloatWeights, TensorError> {
        let size = |name: &str, dimension: usize| {
            let tensor = tensors.get(name);
            tensor.and_then(|tensor| tensor.shape.get(dimension).copied()).unwrap_or(0)
        };
        let has = |name: &str| tensors.contains_key(name);
        let count = (0..).take_while(|n| has(&format!("blocks.{n}.conv1.weight"))).count();
        let pool = |n: usize| format!("blocks.{n}.pool.weight");
        let blocks: Vec<bool> = (0..count).map(|n| has(&pool(n))).collect();
        let pooled = blocks.iter().position(|&is_pooled| is_pooled);
        let shape = NetworkShape {
            planes: size("stem.weight", 1),
            globals: size("stem.global", 1),
            channels: size("stem.weight", 0),
            // Any size in range will do where nothing is pooled.
            pooled: pooled.map_or(super::shape::CHANNEL_UNIT, |n| size(&pool(n), 1) / POOLS),
            blocks,
            head: size("head.weight", 0) / HEADS,
            hidden: size("value.hidden.weight", 0),
        };
        shape.check()?;
        for (name, expected) in expected_tensors(&shape) {
            let found = tensors.get(&name).map(|tensor| tensor.shape.clone()).unwrap_or_default();
            if found != expected {
                return Err(TensorError::Tensor { name, found, expected });
            }
            if !tensors[&name].data.iter().all(|number| number.is_finite()) {
                return Err(TensorError::NotFinite(name));
            }
        }
        Ok(FloatWeights { shape, tensors })
    }

    /// The sizes of the network.
    #[must_use]
    pub fn shape(&self) -> &NetworkShape {
        &self.shape
    }

    /// The numbers of a tensor, which was found in [`FloatWeights::new`].
    pub(super) fn tensor(&self, name: &str) -> &[f32] {
        self.tensors.get(name).map_or(&[], |tensor| &tensor.data)
    }

    /// The shape, weights (outputs, inputs, taps) and biases of a convolution, by its index in
    /// [`NetworkShape::convolutions`].
    pub(super) fn convolution(&self, index: usize) -> (ConvShape, &[f32], &[f32]) {
        let name = conv_name(&self.shape, index);
        let conv = self.shape.convolutions()[index];
        let tensor = |part: &str| self.tensor(&format!("{name}.{part}"));
        (conv, tensor("weight"), tensor("bias"))
    }

    /// Random weights, for tests and to measure speed, which does not depend on them.
    ///
    /// # Errors
    /// If the sizes are out of range.
    pub fn random(shape: &NetworkShape, seed: u64) -> Result<FloatWeights, TensorError> {
        shape.check()?;
        let mut random = Random::new(seed);
        let mut tensors = BTreeMap::new();
        for (name, sizes) in expected_tensors(shape) {
            let count: usize = sizes.iter().product();
            let fan_in = (count / sizes[0]) as f64;
            let reach = if sizes.len() == 1 { 0.2 } else { (6.0 / fan_in).sqrt() };
            let reach = if name.ends_with("conv2.weight") { 0.5 * reach } else { reach };
            let mut number = || ((2.0 * random.next_f64() - 1.0) * reach) as f32;
            let data = (0..count).map(|_| number()).collect();
            tensors.insert(name, Tensor { shape: sizes, data });
        }
        FloatWeights::new(tensors)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::small_shape;
    use super::*;

    #[test]
    fn weights_are_read_from_their_file_and_a_missing_tensor_is_named() {
        let weights = FloatWeights::random(&small_shape(), 1).unwrap();
        let bytes = safetensors::write(&weights.tensors);
        assert_eq!(FloatWeights::read(&bytes), Ok(weights.clone()));
        let mut tensors = weights.tensors.clone();
        tensors.remove("value.out.bias");
        let error = FloatWeights::read(&safetensors::write(&tensors)).unwrap_err();
        assert_eq!(error.to_string(), "tensor value.out.bias has the shape []; expected [4]");
        for length in [0, 7, 8, 100, bytes.len() - 1] {
            assert!(FloatWeights::read(&bytes[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn a_number_that_is_not_finite_is_refused() {
        let mut tensors = FloatWeights::random(&small_shape(), 1).unwrap().tensors;
        tensors.get_mut("stem.bias").unwrap().data[0] = f32::NAN;
        let error = TensorError::NotFinite("stem.bias".to_owned());
        assert_eq!(FloatWeights::new(tensors), Err(error));
    }
}
