//! The cases of a test as one text, in the form of Go's `txtar`: the line `-- CASE/NAME --` begins each file.

/// The files of a case, in their order.
pub struct Case {
    /// The name of the case, which is the folder of its files.
    pub name: String,
    /// The names of the files, and their texts.
    pub files: Vec<(String, String)>,
}

impl Case {
    /// The text of a file.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&str> {
        let (_, text) = self.files.iter().find(|(own, _)| own == name)?;
        Some(text)
    }
}

/// The cases of an archive, in their order.
#[must_use]
pub fn cases(archive: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in archive.split_inclusive('\n') {
        let path = line.trim_end().strip_prefix("-- ").and_then(|path| path.strip_suffix(" --"));
        let Some((case, name)) = path.and_then(|path| path.split_once('/')) else {
            if let Some((_, text)) = cases.last_mut().and_then(|case| case.files.last_mut()) {
                text.push_str(line);
            }
            continue;
        };
        if cases.last().is_none_or(|last| last.name != case) {
            cases.push(Case { name: case.to_owned(), files: Vec::new() });
        }
        if let Some(last) = cases.last_mut() {
            last.files.push((name.to_owned(), String::new()));
        }
    }
    cases
}
