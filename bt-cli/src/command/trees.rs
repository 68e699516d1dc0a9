//! `bt fmt`, `bt check`, `bt import`, `bt export`, `bt words`

use super::files::{read, vocabulary, write, write_to};
use super::{Ended, MISTAKES, Options, SUCCESS, Stop, Streams};
use crate::{behavior_tree_cpp, behavior3, words_json};
use bt_language::file::{self, Mistake};
use bt_language::format as layout;
use bt_language::vocabulary::Vocabulary;
use std::path::Path;

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "rs")
}

/// Reports mistakes; returns the exit code.
fn reported(mistakes: &[Mistake], path: &Path, streams: &mut Streams) -> u8 {
    let name = path.display().to_string();
    for mistake in mistakes {
        streams.report(&mistake.show(&name).to_string());
    }
    if mistakes.is_empty() { SUCCESS } else { MISTAKES }
}

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
    let vocabulary = vocabulary(options, streams)?;
    let mut code = SUCCESS;
    for path in &options.files {
        let text = read(path, streams)?;
        let mistakes = match &vocabulary {
            Some(vocabulary) => {
                let mut beside = file::beside(Path::new(path));
                file::read_with(&text, vocabulary, &|_| 0, &mut beside).mistakes
            }
            None => file::trees(&text).err().unwrap_or_default(),
        };
        file::forget();
        code = code.max(reported(&mistakes, path, streams));
    }
    Ok(code)
}

/// `bt import`
pub(super) fn import(options: &Options, streams: &mut Streams) -> Ended {
    let known = vocabulary(options, streams)?
        .unwrap_or_else(|| Vocabulary { has_clock: Some(true), ..Vocabulary::default() });
    let path = options.file()?;
    let text = read(path, streams)?;
    let first = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).chars().next();
    let imported = match first {
        Some('<') => behavior_tree_cpp::import_at(path, &text, &known),
        Some('{' | '[') => behavior3::import(&text, &known),
        _ => {
            let shown = path.display();
            return Err(Stop(format!(
                "{shown}:1:1: expected JSON of Behavior3 or XML of BehaviorTree.CPP"
            )));
        }
    };
    let imported = match imported {
        Ok(imported) => imported,
        Err(error) => {
            streams.report(&format!("error: {}:{error}", path.display()));
            return Ok(MISTAKES);
        }
    };
    write(&imported.text, "output", options, streams)?;
    if let Some(rust) = options.value("vocabulary") {
        let trees = options.value("output").map(|path| path.to_string_lossy().replace('\\', "/"));
        let text =
            trees.map_or_else(|| imported.rust.clone(), |trees| imported.rust_with_trees(&trees));
        write_to(Path::new(rust), &text)?;
    }
    for difference in &imported.differences {
        streams.report(&format!("{}: {difference}", path.display()));
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
        behavior_tree_cpp::export(&text, &known)
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
    let vocabulary = if is_rust(path) {
        let vocabulary = Vocabulary::of_rust(&text);
        file::forget();
        match vocabulary {
            Ok(vocabulary) => vocabulary,
            Err(mistake) => return Ok(reported(&[mistake], path, streams)),
        }
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
    Ok(SUCCESS)
}
