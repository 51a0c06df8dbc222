//! The documents for developers name files that exist.

use std::fs;
use std::path::{Path, PathBuf};

const DOCUMENTS: [&str; 2] = ["README.md", "CONTRIBUTING.md"];

/// The folders whose files the documents name.
const FOLDERS: [&str; 8] =
    ["src", "tests", "benches", "assets", "levels", "packaging", "tools", ".ci"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The paths that a text names between single backquotes, without those with a
/// placeholder such as `<game>`. Indented lines are code.
fn named_paths(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| !line.starts_with("    "));
    let quoted = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted
        .filter(|path| {
            let folder = path.split('/').next().unwrap_or_default();
            FOLDERS.contains(&folder) && !path.contains(['<', '*', ' ', '…'])
        })
        .collect()
}

#[test]
fn every_path_that_a_document_names_exists() {
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let paths = named_paths(&text);
        assert!(paths.len() > 5, "{document} names {paths:?}");
        for path in paths {
            assert!(root().join(path).exists(), "{document} names {path}, which does not exist");
        }
    }
}

#[test]
fn every_folder_of_the_source_is_in_the_layout_of_the_readme() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let paths = named_paths(&text);
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        assert!(!path.is_dir() || paths.contains(&name.as_str()), "the layout lacks {name}");
    }
}

#[test]
fn every_folder_of_tests_is_in_the_table_of_the_guide() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let paths = named_paths(&text);
    for entry in fs::read_dir(root().join("tests")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let is_binary = path.join("main.rs").exists() || Path::new(&name).extension().is_some();
        assert!(!is_binary || paths.contains(&name.as_str()), "the guide lacks {name}");
    }
}
