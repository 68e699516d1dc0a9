//! Files of the command.

use super::{Options, Stop, Streams};
use crate::words_json;
use bt_language::save::save;
use bt_language::vocabulary::Vocabulary;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The maximum number of bytes of a file: more than any format takes, so that its own limit is reported.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a text; `-` is the standard input.
pub(super) fn read(path: &Path, streams: &mut Streams) -> Result<String, Stop> {
    let shown = path.display();
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        let mut limited = (&mut *streams.input).take(MOST_BYTES + 1);
        limited
            .read_to_end(&mut bytes)
            .map_err(|error| Stop(format!("the standard input: {error}")))?;
    } else {
        let file = fs::File::open(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Stop(format!("there is no file `{shown}`")),
            _ => Stop(format!("the file `{shown}` cannot be read: {error}")),
        })?;
        if path.is_dir() {
            return Err(Stop(format!("`{shown}` is a folder; name its files")));
        }
        file.take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Stop(format!("the file `{shown}` cannot be read: {error}")))?;
    }
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MOST_BYTES {
        return Err(Stop(format!("the file `{shown}` has more than {MOST_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
        Stop(format!("{shown}:{line}: this is not UTF-8; save the file as UTF-8"))
    })
}

/// Writes a text to the file of an option, or to the standard output.
pub(super) fn write(
    text: &str,
    option: &str,
    options: &Options,
    streams: &mut Streams,
) -> Result<(), Stop> {
    match options.value(option) {
        None => streams.print(text),
        Some(path) => write_to(Path::new(path), text)?,
    }
    Ok(())
}

/// Writes a file: either all of it or nothing.
pub(super) fn write_to(path: &Path, text: &str) -> Result<(), Stop> {
    let failed = |error| Stop(format!("the file `{}` cannot be written: {error}", path.display()));
    save(path, text, || true).map(drop).map_err(failed)
}

/// The vocabulary of `--words`.
pub(super) fn vocabulary(
    options: &Options,
    streams: &mut Streams,
) -> Result<Option<Vocabulary>, Stop> {
    let path = options.value("words").map(Path::new);
    path.map(|path| vocabulary_of(path, streams)).transpose()
}

/// The words of the program, for a command that needs them.
pub(super) fn words(options: &Options, streams: &mut Streams) -> Result<Vocabulary, Stop> {
    let missing = || Stop("expected `--words WORDS.json`, the words of the program".to_owned());
    vocabulary(options, streams)?.ok_or_else(missing)
}

/// The vocabulary in a file.
pub(super) fn vocabulary_of(path: &Path, streams: &mut Streams) -> Result<Vocabulary, Stop> {
    let text = read(path, streams)?;
    let shown = path.display().to_string();
    if is_rust(path) {
        let vocabulary = Vocabulary::of_rust(&text);
        bt_language::file::forget();
        return vocabulary.map_err(|mistake| {
            let text = mistake.show(&shown).to_string();
            Stop(text.strip_prefix("error: ").unwrap_or(&text).to_owned())
        });
    }
    words_json::read(&text).map_err(|what| Stop(format!("{shown}: {what}")))
}

/// Returns `true` for a file of Rust.
pub(super) fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "rs")
}

/// The maximum number of files of a folder.
const MOST_FILES: usize = 10_000;

/// The files of BehaviorTree.CPP in a folder and below, in the order of their paths.
pub(super) fn of_folder(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let failed = |folder: &Path, error: &dyn std::fmt::Display| {
        Stop(format!("the folder `{}` cannot be read: {error}", folder.display()))
    };
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| failed(&folder, &error))? {
            let entry = entry.map_err(|error| failed(&folder, &error))?;
            let path = entry.path();
            let kind = entry.file_type().map_err(|error| failed(&folder, &error))?;
            let is_xml = path.extension().is_some_and(|end| end == "xml" || end == "btproj");
            if kind.is_dir() {
                open.push(path);
            } else if is_xml {
                files.push(path);
            }
            if files.len() + open.len() > MOST_FILES {
                return Err(failed(&folder, &format!("it has more than {MOST_FILES} files")));
            }
        }
    }
    files.sort();
    Ok(files)
}
