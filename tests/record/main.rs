//! Games as trees and as files: the native form, the formats of other programs, and
//! computer analysis.

mod analysis;
mod formats;
#[path = "../common/options.rs"]
mod options;
mod tree;
#[path = "../common/xqf.rs"]
mod xqf;
