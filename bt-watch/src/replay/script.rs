//! The script of the page, assembled from its modules.

use core::fmt;

macro_rules! modules {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("page/", $name, ".js")))),*]
    };
}

/// The modules, in an order in which no module uses another one at its top level before that one has run.
const MODULES: [(&str, &str); 29] = modules![
    "decode" "kinds" "words" "value" "dom" "courses" "history" "recording" "theme" "icons" "layout" "node_view" "minimap"
    "tree_view" "camera" "plot" "timeline" "story" "board" "detail_view" "align" "replay" "controls" "keyboard" "server"
    "branch" "change" "live" "main"
];

/// The modules of the editor, which only the page of a program that lets its trees be edited has. They come after the
/// others.
const EDIT_MODULES: [(&str, &str); 15] = modules![
    "edit/undo" "edit/model" "edit/mirror" "edit/text_view" "edit/completion" "edit/draft" "edit/palette" "edit/fields"
    "edit/form" "edit/commands" "edit/drag" "edit/difference" "edit/notes" "edit/files" "edit/editor"
];

/// The modules of the page as one script.
///
/// For an editor each file is a module with imports, one on each line. A page that is opened as a file may
/// not load modules, so here the files share one scope: `import` lines and the word `export` are removed.
#[derive(Clone, Copy)]
pub(super) enum Script {
    /// The page.
    Page,
    /// The editor, which uses names of the page.
    Editor,
}

impl fmt::Display for Script {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modules: &[_] = match self {
            Self::Page => &MODULES,
            Self::Editor => &EDIT_MODULES,
        };
        for (name, source) in modules {
            writeln!(formatter, "// {name}.js")?;
            for line in source.lines().filter(|line| !line.starts_with("import ")) {
                writeln!(formatter, "{}", line.strip_prefix("export ").unwrap_or(line))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{EDIT_MODULES, MODULES, Script};
    use std::collections::{BTreeMap, BTreeSet};
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        MODULES.into_iter().chain(EDIT_MODULES)
    }

    /// The module that another one imports: (`edit/form`, `../dom.js`) → `dom`
    fn imported(by: &str, path: &str) -> String {
        let name = path.trim_end_matches("\";").trim_end_matches(".js");
        let folder = by.rsplit_once('/').map_or("", |(folder, _)| folder);
        match (name.strip_prefix("../"), name.strip_prefix("./")) {
            (Some(name), _) => name.to_string(),
            (None, Some(name)) if folder.is_empty() => name.to_string(),
            (None, Some(name)) => format!("{folder}/{name}"),
            (None, None) => panic!("{by}: the path of an import is relative: {path}"),
        }
    }

    /// `export function layout(…` → `layout`
    fn declared(line: &str) -> Option<&str> {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("async ").unwrap_or(line);
        let keywords = ["const ", "let ", "function ", "class "];
        let rest = keywords.iter().find_map(|keyword| line.strip_prefix(keyword))?;
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
    }

    #[test]
    fn no_two_modules_declare_the_same_name() {
        let mut owners = BTreeMap::new();
        for (module, source) in all() {
            for name in source.lines().filter_map(declared) {
                let owner = owners.insert(name, module);
                assert_eq!(owner, None, "`{name}` is declared in two modules: {module}");
            }
        }
        assert!(owners.len() > 50);
    }

    #[test]
    fn what_a_module_imports_is_exported_by_the_other() {
        let exported: BTreeSet<(&str, &str)> = all()
            .flat_map(|(module, source)| {
                let exports = source.lines().filter(|line| line.starts_with("export "));
                exports.filter_map(declared).map(move |name| (module, name))
            })
            .collect();
        for (module, source) in all() {
            for line in source.lines().filter(|line| line.starts_with("import ")) {
                let (names, from) = line.split_once("} from \"").expect("an import in one line");
                let from = imported(module, from);
                for name in names.trim_start_matches("import {").split(',').map(str::trim) {
                    assert!(
                        exported.contains(&(from.as_str(), name)),
                        "{module}: {name} of {from}"
                    );
                    let uses = source.matches(name).count();
                    assert!(uses > 1, "{module}: {name} is imported and not used");
                }
            }
        }
    }

    #[test]
    fn nothing_of_the_modules_is_left_in_the_script() {
        let script = [Script::Page, Script::Editor].map(|script| script.to_string()).concat();
        let lines: Vec<_> = script.lines().collect();
        assert!(
            !lines.iter().any(|line| line.starts_with("import ") || line.starts_with("export "))
        );
        assert!(!script.contains("</script"));
    }
}
