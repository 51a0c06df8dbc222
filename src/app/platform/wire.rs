//! How what goes to another thread of the browser is written: MessagePack
//! with the names of fields, which every type of this program survives.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes of a value.
///
/// # Errors
/// When the value has no written form, which is a mistake in its type.
pub fn pack(value: &impl Serialize) -> Result<Vec<u8>, String> {
    rmp_serde::to_vec_named(value).map_err(|error| error.to_string())
}

/// The value of the bytes.
///
/// # Errors
/// When they are not those of such a value.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    rmp_serde::from_slice(bytes).map_err(|error| error.to_string())
}
