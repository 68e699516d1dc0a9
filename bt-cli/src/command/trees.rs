//! `bt fmt`, `bt check`, `bt import`, `bt export`, `bt words`, `bt schema`

use super::files::{is_rust, of_folder, read, vocabulary, vocabulary_of, write, write_to};
use super::report::{Reports, print_json, reported};
use super::{Ended, MISTAKES, Options, SUCCESS, Stop, Streams};
use crate::{behavior_tree_cpp, behavior3, schema, words_json};
use bt_language::file::Doubtful;
use bt_language::format as layout;
use bt_language::vocabulary::Vocabulary;
use bt_language::{Source, file, grammar};
use std::path::{Path, PathBuf};

/// `bt fmt`
pub(super) fn format(options: &Options, streams: &mut Streams) -> Ended {
    let mut code = SUCCESS;
    for path in &options.files {
        let text = read(path, streams)?;
        let formatted = if is_rust(path) { layout::rust(&text) } else { layout::file(&text) };
        file::forget();
        match formatted {
            Err(mistakes) => code = code.max(reported(&mistakes, path, streams)),
            Ok(formatted) if options.given("check") => {
                if formatted != text {
                    let line = text
                        .lines()
                        .zip(formatted.lines())
                        .take_while(|(one, other)| one == other)
                        .count();
                    streams.report(&format!("{}:{}: the layout differs", path.display(), line + 1));
                    code = code.max(MISTAKES);
                }
            }
            Ok(formatted) if path.as_os_str() == "-" => streams.print(&formatted),
            Ok(formatted) if formatted == text => {}
            Ok(formatted) => write_to(path, &formatted)?,
        }
    }
    Ok(code)
}

/// `bt check`
pub(super) fn check(options: &Options, streams: &mut Streams) -> Ended {
    let accepts_unproved = options.given("unproved");
    let vocabulary = vocabulary(options, streams)?;
    let vocabulary = vocabulary.map(|all| Vocabulary { accepts_unproved, ..all });
    let (mut code, mut reports) = (SUCCESS, Reports::default());
    for path in &options.files {
        let text = read(path, streams)?;
        let mistakes = match &vocabulary {
            Some(vocabulary) => {
                let mut beside = file::beside(Path::new(path));
                let reading = file::read_with(&text, vocabulary, &|_| 0, &mut beside);
                let mut mistakes = reading.mistakes;
                if !vocabulary.accepts_unproved {
                    let doubtful = reading.demands.iter().flat_map(|of| &of.doubtful);
                    mistakes.extend(doubtful.filter_map(Doubtful::mistake));
                }
                mistakes.extend(reading.demands.into_iter().flat_map(|of| of.vacuous));
                mistakes
            }
            None => file::trees(&text).err().unwrap_or_default(),
        };
        file::forget();
        if mistakes.iter().any(|mistake| !mistake.is_warning) {
            code = MISTAKES;
        }
        reports.add(&mistakes, path, options, streams);
    }
    reports.end(options, streams);
    Ok(code)
}

/// `bt schema`
pub(super) fn schema(options: &Options, streams: &mut Streams) -> Ended {
    let vocabulary = vocabulary_of(options.file()?, streams)?;
    if options.given("grammar") {
        streams.print(&grammar::gbnf(&vocabulary));
    } else {
        print_json(&schema::of(&vocabulary), streams);
    }
    Ok(SUCCESS)
}

/// A file that is to be imported, with its text.
struct Read {
    path: PathBuf,
    text: String,
}

impl Read {
    fn file(&self) -> behavior_tree_cpp::File<'_> {
        behavior_tree_cpp::File { path: &self.path, text: &self.text }
    }

    /// Returns `true` for XML; text before its first element is left out.
    fn is_xml(&self) -> bool {
        let start = self.text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        start.starts_with('<') || (!start.starts_with(['{', '[']) && start.contains("<root"))
    }
}

/// `bt import`
pub(super) fn import(options: &Options, streams: &mut Streams) -> Ended {
    let known = vocabulary(options, streams)?
        .unwrap_or_else(|| Vocabulary { has_clock: Some(true), ..Vocabulary::default() });
    let mut models = Vec::new();
    for path in options.values("models") {
        let path = PathBuf::from(path);
        models.push(Read { text: read(&path, streams)?, path });
    }
    let is_folder = |path: &Path| path.is_dir();
    let is_split = options.files.len() > 1
        || options.files.iter().any(|path| is_folder(path))
        || options.value("output").is_some_and(|path| is_folder(Path::new(path)));
    if is_split {
        return import_files(options, &models, &known, streams);
    }
    let path = options.file()?.clone();
    let file = Read { text: read(&path, streams)?, path };
    if schema::is_of_schema(&file.text) {
        return match schema::text(&file.text) {
            Ok(text) => write(&text, "output", options, streams).map(|()| SUCCESS),
            Err(what) => {
                streams.report(&format!("error: {}: {what}", file.path.display()));
                Ok(MISTAKES)
            }
        };
    }
    let models: Vec<_> = models.iter().map(Read::file).collect();
    let shown = file.path.display().to_string();
    let imported = if file.is_xml() {
        behavior_tree_cpp::import_with(file.file(), &models, &known)
    } else if file.text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']) {
        if !models.is_empty() {
            return Err(Stop("`--models` is for files of BehaviorTree.CPP".to_owned()));
        }
        behavior3::import(&file.text, &known)
    } else {
        return Err(Stop(format!(
            "{shown}:1:1: expected JSON of Behavior3 or XML of BehaviorTree.CPP"
        )));
    };
    let imported = match imported {
        Ok(imported) => imported,
        Err(error) => {
            streams.report(&format!("error: {shown}:{error}"));
            return Ok(MISTAKES);
        }
    };
    if !imported.text.is_empty() {
        write(&imported.text, "output", options, streams)?;
    }
    if let Some(rust) = options.value("vocabulary") {
        let trees = options.value("output").filter(|_| !imported.text.is_empty());
        let trees = trees.map(|path| path.to_string_lossy().replace('\\', "/"));
        let text =
            trees.map_or_else(|| imported.rust.clone(), |trees| imported.rust_with_trees(&trees));
        write_to(Path::new(rust), &text)?;
    }
    for difference in &imported.differences {
        streams.report(&format!("{shown}: {difference}"));
    }
    Ok(SUCCESS)
}

/// Imports several files of BehaviorTree.CPP into a folder.
fn import_files(
    options: &Options,
    models: &[Read],
    known: &Vocabulary,
    streams: &mut Streams,
) -> Ended {
    let Some(folder) = options.value("output").map(Path::new) else {
        return Err(Stop("several files are written into a folder: `--output FOLDER`".to_owned()));
    };
    let mut files = Vec::new();
    for path in &options.files {
        if !path.is_dir() {
            let file = Read { text: read(path, streams)?, path: path.clone() };
            if !file.is_xml() {
                let shown = path.display();
                return Err(Stop(format!(
                    "{shown}:1:1: expected XML of BehaviorTree.CPP; only its files are imported together"
                )));
            }
            files.push(file);
            continue;
        }
        for path in of_folder(path)? {
            let text = match read(&path, streams) {
                Ok(text) => text,
                Err(Stop(what)) => {
                    streams.report(&format!("{what}; it is left out"));
                    continue;
                }
            };
            let file = Read { path, text };
            // Other programs have XML too.
            if ["<BehaviorTree", "<TreeNodesModel"].iter().any(|tag| file.text.contains(tag)) {
                files.push(file);
            }
        }
    }
    let all: Vec<_> = files.iter().map(Read::file).collect();
    let models: Vec<_> = models.iter().map(Read::file).collect();
    let project = match behavior_tree_cpp::import_files(&all, &models, known) {
        Ok(project) => project,
        Err(error) => {
            streams.report(&format!("error: {}", error.text));
            return Ok(MISTAKES);
        }
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        Stop(format!("the folder `{}` cannot be written: {error}", folder.display()))
    })?;
    for (name, text) in &project.files {
        write_to(&folder.join(name), text)?;
    }
    if let Some(rust) = options.value("vocabulary") {
        let trees = folder.to_string_lossy().replace('\\', "/");
        write_to(Path::new(rust), &project.rust_with_trees(&trees))?;
    }
    for difference in &project.differences {
        streams.report(&difference.to_string());
    }
    Ok(SUCCESS)
}

/// `bt export`
pub(super) fn export(options: &Options, streams: &mut Streams) -> Ended {
    let formats = ["behavior3", "behavior-tree-cpp"];
    let Some(to) = options.choice("to", &formats)? else {
        return Err(Stop("expected `--to behavior3` or `--to behavior-tree-cpp`".to_owned()));
    };
    let known = vocabulary(options, streams)?.unwrap_or_default();
    let path = options.file()?;
    let text = read(path, streams)?;
    let exported = if to == "behavior3" {
        behavior3::export(&text, &known)
    } else {
        behavior_tree_cpp::export_at(path, &text, &known)
    };
    file::forget();
    match exported {
        Ok(exported) => {
            write(&exported, "output", options, streams)?;
            Ok(SUCCESS)
        }
        Err(mistakes) => Ok(reported(&mistakes, path, streams)),
    }
}

/// `bt words`
pub(super) fn words(options: &Options, streams: &mut Streams) -> Ended {
    let path = options.file()?;
    let text = read(path, streams)?;
    let shown = path.display();
    let mut code = SUCCESS;
    let vocabulary = if is_rust(path) {
        let source = Source::of(&text);
        file::forget();
        let source = match source {
            Ok(source) => source,
            Err(mistake) => return Ok(reported(&[mistake], path, streams)),
        };
        // A part of a word with a mistake is left out of the vocabulary, and so is a rule.
        let mistakes = layout::rust(&text).err().unwrap_or(source.mistakes);
        file::forget();
        if !mistakes.is_empty() {
            code = reported(&mistakes, path, streams);
        }
        Vocabulary::together(source.vocabularies.into_iter().map(|declared| declared.vocabulary))
    } else {
        words_json::read(&text).map_err(|what| Stop(format!("{shown}: {what}")))?
    };
    if vocabulary.words.is_empty() {
        return Err(Stop(format!("there are no words in `{shown}`")));
    }
    let text = if options.given("json") {
        words_json::write(&vocabulary)
    } else {
        words_json::list(&vocabulary)
    };
    streams.print(&text);
    Ok(code)
}
