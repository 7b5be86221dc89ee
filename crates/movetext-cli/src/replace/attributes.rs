//! What a file has beside its content: owner, mode and extended attributes.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Gives the new file what the old one has. Returns what could not be given.
pub fn keep(
    new: &File,
    new_path: &Path,
    old_path: &Path,
    old: &Metadata,
) -> io::Result<Vec<&'static str>> {
    #[cfg(unix)]
    let lost = {
        let mut lost = Vec::new();
        if !keep_owner(new, old)? {
            lost.push("its owner");
        }
        if !keep_extended(new_path, old_path) {
            lost.push("its extended attributes");
        }
        lost
    };
    #[cfg(not(unix))]
    let lost = {
        let (_, _) = (new_path, old_path);
        Vec::new()
    };
    // Last, since a change of the owner takes some of it away.
    new.set_permissions(old.permissions())?;
    Ok(lost)
}

/// Only the system's administrator may give a file to somebody else, but the group may be one's own.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = new.metadata()?;
    if (own.uid(), own.gid()) == (old.uid(), old.gid()) {
        return Ok(true);
    }
    Ok(fchown(new, Some(old.uid()), Some(old.gid())).is_ok()
        || fchown(new, None, Some(old.gid())).is_ok() && own.uid() == old.uid())
}

/// A file system without extended attributes has none to be kept.
#[cfg(unix)]
fn keep_extended(new: &Path, old: &Path) -> bool {
    let Ok(names) = xattr::list(old) else {
        return true;
    };
    let mut kept = true;
    for name in names {
        let value = xattr::get(old, &name).ok().flatten();
        kept &= value.is_none_or(|value| {
            let has = xattr::get(new, &name).ok().flatten();
            has.as_deref() == Some(&value) || xattr::set(new, &name, &value).is_ok()
        });
    }
    kept
}
