//! Games as trees and as files: the native form, the formats of other programs, and
//! computer analysis.

mod analysis;
mod formats;
mod tree;
