//! The files of an import, and the files that they include.

use super::lenient;
use crate::imported::{Difference, ImportError, MOST_BYTES, check_size};
use roxmltree::{Document, Node as Xml};
use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The maximum number of files of an import.
const MOST_FILES: usize = 1024;

/// The advice for a file that cannot be included.
const ADVICE: &str = "import both files together: `bt import --output FOLDER FILE…`";

/// A file.
pub(super) struct Source {
    /// The path of a file; `None` for the only one that is imported.
    pub(super) name: Option<String>,
    /// The file of trees to which its trees belong; `None` for a file of which only the models count.
    pub(super) group: Option<usize>,
    /// The files that it includes.
    pub(super) includes: Vec<usize>,
    pub(super) strict: String,
    /// The bytes of the line breaks.
    breaks: Vec<usize>,
    folder: Option<PathBuf>,
}

/// A file that is to be read.
pub(super) struct Input<'a> {
    pub(super) text: &'a str,
    pub(super) path: Option<&'a Path>,
    /// The name in differences; `None` for the only file.
    pub(super) name: Option<String>,
    pub(super) is_model: bool,
}

impl Source {
    fn of(text: &str, name: Option<String>, folder: Option<PathBuf>) -> Result<Self, ImportError> {
        check_size(text)?;
        let strict = lenient::strict(text)?;
        lenient::check_depth(&strict)?;
        let breaks = strict.match_indices('\n').map(|(at, _)| at).collect();
        Ok(Self { name, group: None, includes: Vec::new(), strict, breaks, folder })
    }

    pub(super) fn document(&self) -> Result<Document<'_>, ImportError> {
        Document::parse(&self.strict).map_err(|error| {
            let at = error.pos();
            ImportError::new(at.row as usize, at.col as usize, format!("this is not XML: {error}"))
        })
    }

    /// The number of folders, from the outermost one, that this file and another one have in common.
    pub(super) fn common_folders(&self, other: &Self) -> usize {
        let parts = |source: &Self| source.folder.clone().unwrap_or_default();
        let (one, other) = (parts(self), parts(other));
        one.components().zip(other.components()).take_while(|(one, other)| one == other).count()
    }

    pub(super) fn line(&self, xml: Xml) -> usize {
        self.breaks.partition_point(|at| *at < xml.range().start) + 1
    }
}

/// Reads files, and those that they include, relative to the folder of each. Each file is read once. Without a path no file
/// is read. Of several files each belongs to a group of its own; one that cannot be read is a difference.
pub(super) fn read(
    inputs: &[Input],
    is_split: bool,
    differences: &mut Vec<Difference>,
) -> Result<Vec<Source>, ImportError> {
    let mut sources: Vec<Source> = Vec::new();
    let mut known: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut bytes = 0;
    for input in inputs {
        let path = input.path.and_then(|path| fs::canonicalize(path).ok());
        if path.as_ref().is_some_and(|path| known.contains_key(path)) {
            continue;
        }
        let folder = input.path.map(|path| path.parent().unwrap_or(path).join(""));
        let source = Source::of(input.text, input.name.clone(), folder);
        let source = source.and_then(|source| source.document().map(drop).map(|()| source));
        let mut source = match source {
            Ok(source) => source,
            Err(error) if is_split => {
                differences.push(Difference {
                    file: input.name.clone(),
                    line: error.line,
                    what: "this file".to_owned(),
                    reason: format!("it cannot be read, and is left out: {}", error.text),
                    ..Difference::default()
                });
                continue;
            }
            Err(error) => {
                let named = |name| ImportError::new(1, 1, format!("{name}:{error}"));
                return Err(input.name.as_ref().map_or_else(|| error.clone(), named));
            }
        };
        if let Some(text) = text_before(input.text) {
            differences.push(Difference {
                file: input.name.clone(),
                line: 1,
                what: format!("`{text}`"),
                reason: "text before the first element is left out".to_owned(),
                ..Difference::default()
            });
        }
        source.group = (!input.is_model).then_some(sources.len());
        known.extend(path.map(|path| (path, sources.len())));
        bytes += input.text.len();
        sources.push(source);
    }
    let mut next = 0;
    while next < sources.len() {
        let Some(source) = sources.get(next) else { break };
        let (mut places, mut found) = (Vec::new(), Vec::new());
        let document = source.document()?;
        for include in document.root_element().children().filter(|xml| is_include(*xml)) {
            let place = sources.len() + found.len();
            match included(include, source, place, &mut known, &mut bytes) {
                Ok((index, included)) => {
                    places.push(index);
                    found.extend(included.map(|included| {
                        let group = if is_split { Some(index) } else { source.group };
                        Source { group: source.group.and(group), ..included }
                    }));
                }
                Err((reason, advice)) => differences.push(Difference {
                    file: source.name.clone(),
                    line: source.line(include),
                    what: format!("`{}`", source.strict.get(include.range()).unwrap_or_default()),
                    reason,
                    advice: advice.to_owned(),
                    ..Difference::default()
                }),
            }
        }
        drop(document);
        if let Some(source) = sources.get_mut(next) {
            source.includes = places;
        }
        sources.append(&mut found);
        next += 1;
    }
    Ok(sources)
}

/// The beginning of a text that stands before the first element.
fn text_before(text: &str) -> Option<String> {
    let before = text.strip_prefix('\u{feff}').unwrap_or(text).split('<').next()?;
    let line = before.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().take(40).collect())
}

fn is_include(xml: Xml) -> bool {
    xml.tag_name().name() == "include" && xml.tag_name().namespace().is_none()
}

/// Reads an included file, which gets this place; returns the place of the file, and no file if it was read before.
fn included(
    xml: Xml,
    from: &Source,
    place: usize,
    known: &mut BTreeMap<PathBuf, usize>,
    bytes: &mut usize,
) -> Result<(usize, Option<Source>), (String, &'static str)> {
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
    if let Some(place) = known.get(&target) {
        return Ok((*place, None));
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
    let name = from.name.as_deref().map_or_else(
        || path.trim().to_owned(),
        |from| Path::new(from).with_file_name("").join(path.trim()).display().to_string(),
    );
    let source = Source::of(&text, Some(name), folder).map_err(|error| failed(&error))?;
    let is_root = source
        .document()
        .map(|document| document.root_element().has_tag_name("root"))
        .map_err(|error| failed(&error))?;
    if !is_root {
        return Err(failed(&"its root is not `<root>`"));
    }
    known.insert(target, place);
    Ok((place, Some(source)))
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
