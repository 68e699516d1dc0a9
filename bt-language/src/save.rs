//! A file is replaced as a whole: a reader sees either all of the old text or all of the new one, also after a crash.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use tempfile::Builder;

/// Replaces the text of a file, whose permissions stay, or makes a file. A link stays, and its target is replaced.
///
/// `may_replace` is asked last, when all else is done; if it returns `false`, nothing changes, and the result is `false`.
///
/// # Errors
///
/// If the file is read-only or not a regular file, or if the new text cannot be written. Then nothing changes.
pub fn save(path: &Path, text: &str, may_replace: impl FnOnce() -> bool) -> io::Result<bool> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    match &old {
        Some(old) if !old.is_file() => return Err(io::Error::other("it is not a regular file")),
        Some(old) if old.permissions().readonly() => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        Some(_) | None => {}
    }
    let folder = target.parent().ok_or(io::ErrorKind::NotFound)?;
    let mut builder = Builder::new();
    builder.prefix(".").suffix(".new");
    // Without other permissions, only the owner may read a temporary file.
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // It is removed when it is dropped.
    let mut new = builder.tempfile_in(folder)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    let may_replace = may_replace();
    if may_replace {
        new.persist(&target)?;
        // Makes the new name last. Not all systems can do it, and the file is in its place anyway.
        File::open(folder).and_then(|folder| folder.sync_all()).ok();
    }
    Ok(may_replace)
}
