//! The safetensors format: named arrays of 32-bit floats, behind a header in JSON
//! (<https://github.com/huggingface/safetensors>).

use std::collections::BTreeMap;

use serde_json::Value;
use thiserror::Error;

/// Error of reading a safetensors file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SafetensorsError {
    /// The header is missing or is no JSON object.
    #[error("this is no safetensors file; expected the length of a header, and it in JSON")]
    Header,
    /// An array is not described as it should be.
    #[error("tensor {0:?} is malformed; expected dtype F32, a shape, and offsets within the file")]
    Tensor(String),
}

/// An array of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensor {
    /// Length of each dimension.
    pub shape: Vec<usize>,
    /// The numbers; the last dimension is the innermost.
    pub data: Vec<f32>,
}

/// Reads the arrays of a file.
pub fn read(bytes: &[u8]) -> Result<BTreeMap<String, Tensor>, SafetensorsError> {
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or(SafetensorsError::Header)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok();
    let split = length.filter(|&length| length <= rest.len()).map(|length| rest.split_at(length));
    let (header, data) = split.ok_or(SafetensorsError::Header)?;
    let Ok(Value::Object(entries)) = serde_json::from_slice(header) else {
        return Err(SafetensorsError::Header);
    };
    let mut tensors = BTreeMap::new();
    for (name, entry) in entries {
        if name == "__metadata__" {
            continue;
        }
        let tensor = tensor(&entry, data).ok_or_else(|| SafetensorsError::Tensor(name.clone()))?;
        tensors.insert(name, tensor);
    }
    Ok(tensors)
}

fn tensor(entry: &Value, data: &[u8]) -> Option<Tensor> {
    let sizes = |name: &str| -> Option<Vec<usize>> {
        let numbers = entry.get(name)?.as_array()?.iter();
        numbers.map(|number| usize::try_from(number.as_u64()?).ok()).collect()
    };
    if entry.get("dtype")?.as_str()? != "F32" {
        return None;
    }
    let shape = sizes("shape")?;
    let &[from, to] = sizes("data_offsets")?.as_slice() else { return None };
    let bytes = data.get(from..to)?;
    let count = shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?;
    if count.checked_mul(4)? != bytes.len() {
        return None;
    }
    let (numbers, _) = bytes.as_chunks::<4>();
    Some(Tensor { shape, data: numbers.iter().map(|&number| f32::from_le_bytes(number)).collect() })
}

/// The bytes of a file of these arrays.
#[cfg(test)]
pub fn write(tensors: &BTreeMap<String, Tensor>) -> Vec<u8> {
    let mut header = serde_json::Map::new();
    let mut data = Vec::new();
    for (name, tensor) in tensors {
        let from = data.len();
        data.extend(tensor.data.iter().flat_map(|number| number.to_le_bytes()));
        let entry = serde_json::json!({
            "dtype": "F32", "shape": tensor.shape, "data_offsets": [from, data.len()],
        });
        header.insert(name.clone(), entry);
    }
    let header = Value::Object(header).to_string();
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.into_bytes());
    bytes.extend(data);
    bytes
}
