//! Keys are read from one table, which the page of keys shows: nothing else in the
//! application asks the input for a key.

use super::layers::sources;

/// The ways of egui and Bevy to ask for a key.
const READS: [&str; 7] = [
    ".key_pressed(",
    ".key_down(",
    ".key_released(",
    ".num_presses(",
    ".count_and_consume_key(",
    ".consume_key(",
    ".consume_shortcut(",
];

/// The file with the table.
const TABLE: &str = "app/widgets/keys.rs";

#[test]
fn only_the_table_of_keys_reads_keys() {
    let reads = |source: &str| READS.iter().any(|read| source.contains(read));
    let program = |source: &str| source.split("#[cfg(test)]").next().unwrap_or("").to_owned();
    let mut table = false;
    for (file, source) in sources() {
        let found = file.starts_with("app/") && reads(&program(&source));
        table |= found && file == TABLE;
        assert!(!found || file == TABLE, "src/{file} reads a key that src/{TABLE} does not list");
    }
    assert!(table, "src/{TABLE} reads no keys");
}
