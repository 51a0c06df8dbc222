//! The Android and iOS packaging agrees with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn packaging() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging")
}

fn text(path: &str) -> String {
    let path = packaging().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts between `before` and `after`, in order.
fn all_between<'text>(text: &'text str, before: &str, after: &str) -> Vec<&'text str> {
    let parts = text.split(before).skip(1);
    parts.map(|part| part.split(after).next().unwrap_or_default().trim()).collect()
}

#[test]
fn every_text_of_the_android_package_is_there_in_both_languages() {
    let keys = |path| -> BTreeSet<String> {
        let text = text(path);
        let keys: BTreeSet<String> =
            all_between(&text, "<string name=\"", "\"").into_iter().map(str::to_owned).collect();
        let empty = all_between(&text, "\">", "</string>").iter().any(|words| words.is_empty());
        assert!(!keys.is_empty() && !empty, "{path}");
        keys
    };
    let english = keys("android/res/values/strings.xml");
    assert_eq!(english, keys("android/res/values-zh/strings.xml"));
    let manifest = text("android/AndroidManifest.xml");
    for key in all_between(&manifest, "\"@string/", "\"") {
        assert!(english.contains(key), "{key}");
    }
}

#[test]
fn the_android_package_loads_the_library_that_is_built_and_asks_for_the_network_alone() {
    let manifest = text("android/AndroidManifest.xml");
    let library = all_between(&manifest, "android.app.lib_name\" android:value=\"", "\"");
    assert_eq!(library, [env!("CARGO_PKG_NAME")]);
    let permissions = all_between(&manifest, "<uses-permission android:name=\"", "\"");
    assert_eq!(permissions, ["android.permission.INTERNET"]);
    assert_eq!(manifest.matches("uses-permission").count(), 1);
    // The version is inserted from Cargo.toml when the package is built.
    assert!(!manifest.contains("android:version"));
}

#[test]
fn the_oldest_supported_android_has_every_imported_symbol() {
    let manifest = text("android/AndroidManifest.xml");
    let oldest: u32 = all_between(&manifest, "minSdkVersion=\"", "\"")[0].parse().unwrap();
    let script = fs::read_to_string(packaging().join("../tools/android.sh")).unwrap();
    assert!(script.contains(&format!("\noldest={oldest}\n")), "oldest={oldest}");
    for list in fs::read_dir(packaging().join("android/symbols")).unwrap() {
        let path = list.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let mut last = "";
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, since) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            assert!(since.parse::<u32>().unwrap() <= oldest, "{}: {line}", path.display());
            assert!(last < name, "{}: {name} is out of order", path.display());
            last = name;
        }
    }
}

#[test]
fn the_ios_project_has_the_version_of_the_program() {
    let project = text("ios/Tianyuan.xcodeproj/project.pbxproj");
    let versions = all_between(&project, "MARKETING_VERSION = ", ";");
    assert_eq!(versions, [env!("CARGO_PKG_VERSION"); 2]);
}

#[test]
fn the_ios_project_names_nothing_that_is_not_there() {
    let project = text("ios/Tianyuan.xcodeproj/project.pbxproj");
    let known: BTreeSet<&str> = project
        .lines()
        .filter_map(|line| line.split_once(" = {").map(|(name, _)| name.trim()))
        .filter_map(|name| name.split(' ').next())
        .collect();
    let named: BTreeSet<&str> = project
        .split(|letter: char| !letter.is_ascii_hexdigit())
        .filter(|word| word.len() == 24)
        .collect();
    assert!(named.len() > 20, "{}", named.len());
    for name in named {
        assert!(known.contains(name), "{name}");
    }
    let folder = packaging().join("ios");
    for path in all_between(&project, "; path = ", ";") {
        let path = path.trim_matches('"');
        let found = [folder.join(path), folder.join("Tianyuan").join(path)];
        // The application is the product of the project.
        assert!(path == "Tianyuan.app" || found.iter().any(|path| path.exists()), "{path}");
    }
}

#[test]
fn what_ios_says_of_the_program_is_there_in_both_languages() {
    for (language, name) in [("en", "Tianyuan"), ("zh-Hans", "天元")] {
        let words = text(&format!("ios/Tianyuan/{language}.lproj/InfoPlist.strings"));
        let [shown, reason] = &words.lines().collect::<Vec<_>>()[..] else { panic!("{words}") };
        assert_eq!(*shown, format!("\"CFBundleDisplayName\" = \"{name}\";"));
        // Why it opens connections to devices in the same house.
        assert!(reason.starts_with("\"NSLocalNetworkUsageDescription\" = \""), "{reason}");
    }
    let plist = text("ios/Tianyuan/Info.plist");
    assert!(plist.contains("NSLocalNetworkUsageDescription"));
}
