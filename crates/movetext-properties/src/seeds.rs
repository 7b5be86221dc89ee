//! The texts that mutations begin with: the corpus, and what was found before.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of the project's corpus, in the order of their names. The vectors of the suite are left out: a file
/// of them is about hundreds of texts, and is none itself.
///
/// # Panics
///
/// If they cannot be read.
pub fn seeds() -> Vec<(PathBuf, Vec<u8>)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut folders = vec![corpus];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the corpus is there") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                if !path.ends_with("suite") {
                    folders.push(path);
                }
            } else if path.extension().is_none_or(|extension| extension != "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let bytes = fs::read(&path).expect("a readable file");
            (path, bytes)
        })
        .collect()
}
