//! The files of an import: a file, and the files that it includes.

use super::lenient;
use crate::imported::{Difference, ImportError, MOST_BYTES, check_size};
use roxmltree::{Document, Node as Xml};
use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The maximum number of files of an import.
const MOST_FILES: usize = 256;

/// The advice for a file that cannot be included.
const ADVICE: &str = "import that file too, and put its trees into this one";

/// A file.
pub(super) struct Source {
    /// The path of an included file.
    pub(super) name: Option<String>,
    pub(super) strict: String,
    /// The bytes of the line breaks.
    breaks: Vec<usize>,
    folder: Option<PathBuf>,
}

impl Source {
    fn of(text: &str, name: Option<String>, folder: Option<PathBuf>) -> Result<Self, ImportError> {
        check_size(text)?;
        let strict = lenient::strict(text)?;
        lenient::check_depth(&strict)?;
        let breaks = strict.match_indices('\n').map(|(at, _)| at).collect();
        Ok(Self { name, strict, breaks, folder })
    }

    pub(super) fn document(&self) -> Result<Document<'_>, ImportError> {
        Document::parse(&self.strict).map_err(|error| {
            let at = error.pos();
            ImportError::new(at.row as usize, at.col as usize, format!("this is not XML: {error}"))
        })
    }

    pub(super) fn line(&self, xml: Xml) -> usize {
        self.breaks.partition_point(|at| *at < xml.range().start) + 1
    }
}

/// Reads the files that a file and its included files include, relative to the folder of each. Each file is read once. Without a
/// path no file is read.
pub(super) fn read(
    text: &str,
    path: Option<&Path>,
    differences: &mut Vec<Difference>,
) -> Result<Vec<Source>, ImportError> {
    let folder = path.map(|path| path.parent().unwrap_or(path).join(""));
    let mut sources = vec![Source::of(text, None, folder)?];
    let mut known: BTreeSet<PathBuf> =
        path.and_then(|path| fs::canonicalize(path).ok()).into_iter().collect();
    let mut bytes = text.len();
    let mut next = 0;
    while let Some(source) = sources.get(next) {
        let mut found = Vec::new();
        let document = source.document()?;
        for include in document.root_element().children().filter(|xml| is_include(*xml)) {
            match included(include, source, &mut known, &mut bytes) {
                Ok(included) => found.extend(included),
                Err((reason, advice)) => differences.push(Difference {
                    file: source.name.clone(),
                    line: source.line(include),
                    what: format!("`{}`", source.strict.get(include.range()).unwrap_or_default()),
                    reason,
                    advice: advice.to_owned(),
                }),
            }
        }
        sources.append(&mut found);
        next += 1;
    }
    Ok(sources)
}

fn is_include(xml: Xml) -> bool {
    xml.tag_name().name() == "include" && xml.tag_name().namespace().is_none()
}

/// Reads an included file; `None` if it was read before.
fn included(
    xml: Xml,
    from: &Source,
    known: &mut BTreeSet<PathBuf>,
    bytes: &mut usize,
) -> Result<Option<Source>, (String, &'static str)> {
    if let Some(package) = xml.attribute("ros_pkg") {
        let reason = format!(
            "the path is relative to the ROS package `{package}`, whose folder is unknown here"
        );
        return Err((reason, "replace `ros_pkg` by a path that is relative to this file"));
    }
    let Some(path) = xml.attribute("path").filter(|path| !path.trim().is_empty()) else {
        return Err(("it has no `path`".to_owned(), "write the path of a file"));
    };
    let Some(folder) = &from.folder else {
        return Err((format!("the trees of `{path}` are in another file"), ADVICE));
    };
    let failed = |error: &dyn std::fmt::Display| {
        (format!("the file `{path}` cannot be read: {error}"), "correct the path, or the file")
    };
    let target =
        fs::canonicalize(folder.join(path.trim())).map_err(|error| match error.kind() {
            ErrorKind::NotFound => failed(&"there is no such file"),
            _ => failed(&error),
        })?;
    if known.contains(&target) {
        return Ok(None);
    }
    if known.len() >= MOST_FILES {
        return Err((format!("more than {MOST_FILES} files are included"), ADVICE));
    }
    let text = text_of(&target).map_err(|what| failed(&what))?;
    *bytes += text.len();
    if *bytes > MOST_BYTES {
        return Err((format!("all files together have more than {MOST_BYTES} bytes"), ADVICE));
    }
    let folder = target.parent().map(Path::to_owned);
    known.insert(target);
    let name = from.name.as_deref().map_or_else(
        || path.trim().to_owned(),
        |from| Path::new(from).with_file_name("").join(path.trim()).display().to_string(),
    );
    let source = Source::of(&text, Some(name), folder).map_err(|error| failed(&error))?;
    let is_root = source
        .document()
        .map(|document| document.root_element().has_tag_name("root"))
        .map_err(|error| failed(&error))?;
    if is_root { Ok(Some(source)) } else { Err(failed(&"its root is not `<root>`")) }
}

fn text_of(path: &Path) -> Result<String, String> {
    let limit = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
    if !path.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}
