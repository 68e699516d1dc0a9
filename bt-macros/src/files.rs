//! `trees from "trees/soldier.tree" with Drill;`: reads the file while the program is compiled.
//!
//! Tokens have positions in that file only if `proc_macro2` makes them, and not the compiler. The two kinds of
//! tokens must not be mixed: the file is read, checked and lowered with tokens of `proc_macro2`, and the result is
//! converted into tokens of the compiler.

use crate::program::Program;
use crate::render::{Items, Words, bytes_of, keep_needed_names, renewed};
use crate::rules::FileRules;
use bt_language::ast::{Outline, Parameter};
use bt_language::file::Demands;
use bt_language::machine::Machine;
use bt_language::mistakes::Mistake;
use bt_language::vocabulary::Vocabulary;
use bt_language::vocabulary::declared::{Declaration, File};
use bt_language::{ast, file, lower};
use proc_macro2::Ident;
use std::fs;
use std::path::{Path, PathBuf};
use syn::Visibility;

/// A tree of a file.
struct Tree {
    name: Ident,
    /// `false` if only other trees use it.
    is_entry: bool,
    /// Its doc comment, a line each.
    description: Vec<String>,
    parameters: Vec<Parameter>,
    results: Vec<Parameter>,
    /// None, if the file has mistakes.
    machine: Option<Machine>,
    /// The machine as bytes, for proofs: later its expressions are Rust.
    machine_bytes: Vec<u8>,
}

/// The content of a file after reading.
#[derive(Default)]
struct Read {
    trees: Vec<Tree>,
    /// What the rules of the vocabulary demand of them.
    demands: Vec<Demands>,
    /// The mistakes as they are shown.
    mistakes: Vec<String>,
}

/// Adds the trees of a file; `taken` are the names of all items before it.
pub(crate) fn compile(
    of: &File,
    words: &Words,
    taken: &mut Vec<String>,
    items: &mut Items,
) -> Vec<Mistake> {
    let mistake = |text: String| Mistake { span: of.span, text };
    let path = folder().join(&of.path);
    let text = match text(&path) {
        Ok(text) => text,
        Err(problem) => return vec![mistake(problem)],
    };
    items.depends_on(&path);
    let vocabulary = words.declaration().vocabulary();
    let (read, used) = read(&text, &of.path, &vocabulary);
    if !read.demands.is_empty() {
        let rules = vocabulary.rules.iter();
        items.file_rules.push(FileRules {
            vocabulary: words.name().clone(),
            span: of.span,
            rules: rules.map(|rule| (rule.to_string(), rule.description.clone())).collect(),
            trees: read.trees.iter().map(|tree| tree.name.to_string()).collect(),
            demands: read.demands,
            path: of.path.clone(),
        });
    }
    for path in &used {
        items.depends_on(path);
    }
    let mut mistakes = Vec::new();
    // A word that is missing may be one that could not be read.
    if words.declaration().is_whole {
        mistakes.extend(read.mistakes.into_iter().map(mistake));
    }
    for tree in read.trees {
        let name = tree.name.to_string();
        if taken.contains(&name) {
            let text = format!(
                "`{name}` of {} is also the name of another item of this call; give one of them another name",
                of.path
            );
            mistakes.push(mistake(text));
            continue;
        }
        taken.push(name);
        add(tree, of, words, items);
    }
    mistakes
}

fn add(tree: Tree, of: &File, words: &Words, items: &mut Items) {
    let Declaration { generics, blackboard, .. } = words.declaration();
    let mut attributes = Vec::new();
    for text in &tree.description {
        attributes.push(syn::parse_quote!(#[doc = #text]));
    }
    attributes.extend_from_slice(&of.attributes);
    let outline = Outline {
        attributes,
        // Trees of the same call find a helper; other modules do not.
        visibility: if tree.is_entry { of.visibility.clone() } else { Visibility::Inherited },
        name: renewed(&tree.name, of.span),
    };
    match tree.machine {
        Some(mut machine) => {
            words.compile(&mut machine, of.span);
            keep_needed_names(&mut machine);
            let named =
                |all: &[Parameter]| all.iter().map(|one| words.parameter(one, of.span)).collect();
            let (parameters, results) = (named(&tree.parameters), named(&tree.results));
            #[cfg(test)]
            crate::tests::check(&machine);
            let mut program = Program::of_machine(outline, generics.clone(), blackboard, machine);
            (program.parameters, program.results) = (parameters, results);
            program.machine_bytes = tree.machine_bytes;
            items.tree(program);
        }
        None => items.outline(&outline),
    }
}

/// The folder of the package that is compiled.
fn folder() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from)
}

/// The text of a file, or the reason why it cannot be read.
fn text(path: &Path) -> Result<String, String> {
    let shown = path.display();
    if path.is_dir() {
        return Err(format!(
            "`{shown}` is a folder, and not a file of trees; write the path of a file"
        ));
    }
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let advice = nearest(path).map_or_else(
                || "; a path is relative to the folder of the package".to_owned(),
                |near| format!("; did you mean `{near}`?"),
            );
            return Err(format!("there is no file `{shown}`{advice}"));
        }
        Err(error) => return Err(format!("the file `{shown}` cannot be read: {error}")),
    };
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!(
            "the file `{shown}` is not UTF-8: byte {at} belongs to no character; save it as UTF-8"
        )
    })
}

/// The nearest name of a file in the same folder.
fn nearest(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let entries = fs::read_dir(path.parent()?).ok()?;
    let names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    bt_language::words::nearest(wanted, &mut names.iter().map(String::as_str)).map(str::to_owned)
}

/// Reads, checks and lowers the trees of a text and of the files that it brings, whose paths are returned.
fn read(text: &str, path: &str, vocabulary: &Vocabulary) -> (Read, Vec<PathBuf>) {
    let _own = OwnTokens::begin();
    let whole = folder().join(path);
    let reading = file::read_with(text, vocabulary, &|_| 0, &mut file::beside(&whole));
    let beside = whole.parent().unwrap_or(Path::new(""));
    let used = reading.used.iter().map(|used| beside.join(&used.name)).collect();
    let shown = |mistake: &file::Mistake| {
        let shown = mistake.show(path).to_string();
        shown.strip_prefix("error: ").map(str::to_owned).unwrap_or(shown)
    };
    let mistakes = reading.mistakes.iter().map(shown).collect();
    let mut read = Read { trees: Vec::new(), demands: reading.demands, mistakes };
    for tree in reading.trees {
        let (scope, header, is_entry) = (tree.scope(), tree.header(), tree.is_entry());
        let ast::Tree { outline, root, parameters, results, .. } = tree;
        let description = outline.attributes.iter().filter_map(doc).collect();
        let mut machine = None;
        if reading.mistakes.is_empty() {
            match lower(&outline.name.to_string(), header, &scope, root, &reading.lines) {
                Ok(lowered) => machine = Some(lowered),
                Err(internal) => read.mistakes.push(internal.to_string()),
            }
        }
        #[cfg(test)]
        machine.iter().for_each(crate::tests::check);
        let machine_bytes = machine.as_ref().map(bytes_of).unwrap_or_default();
        let name = outline.name;
        let tree =
            Tree { name, is_entry, description, parameters, results, machine, machine_bytes };
        read.trees.push(tree);
    }
    (read, used)
}

/// The text of a doc comment.
fn doc(attribute: &syn::Attribute) -> Option<String> {
    match &attribute.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
            Some(text.value().lines().map(|line| format!(" {line}")).collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    }
}

/// As long as this lives, `proc_macro2` makes all tokens itself, and none of the compiler's.
pub(crate) struct OwnTokens {
    /// `false` in tests, where it always does.
    is_forced: bool,
}

impl OwnTokens {
    pub(crate) fn begin() -> Self {
        let is_forced = proc_macro::is_available();
        if is_forced {
            proc_macro2::fallback::force();
        }
        Self { is_forced }
    }
}

impl Drop for OwnTokens {
    fn drop(&mut self) {
        if self.is_forced {
            // The places of the tokens are no longer needed.
            file::forget();
            proc_macro2::fallback::unforce();
        }
    }
}
