//! The vocabulary of an import as a Rust module.

use super::literal::written;
use super::{At, NewParameter, NewWord, Words};
use crate::names::{Names, snake};
use crate::outline;
use bt_language::vocabulary::{Role, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

impl Words {
    /// A module with the blackboard, the vocabulary, and a `todo!()` for each word.
    pub(crate) fn rust(&self) -> String {
        let mut parts =
            Parts { functions: ["now", "random"].into_iter().collect(), ..Parts::default() };
        for name in self.new_types() {
            parts.of_program(name);
        }
        for draft in self.new_words() {
            parts.word(draft);
        }
        if self.new_words().next().is_none() {
            parts.words.push("/// The first word of your own.\naction Nothing => ();\n".to_owned());
        }
        if self.has_random {
            parts.words.push("random => blackboard.random();\n".to_owned());
        }
        let call = format!("{BEFORE}{}{BEHIND}", laid_out(&parts.words));
        let imports = parts.imports();
        let trees = bt_language::format::rust(&parts.trees).unwrap_or_default();
        let trees = if trees.is_empty() { trees } else { format!("\n{trees}") };
        let (head, rest) = (self.head(), parts.rest);
        format!("{imports}\n{head}{call}{trees}{rest}")
    }

    /// The blackboard.
    fn head(&self) -> String {
        let mut text = String::from(
            "/// The world on which the imported trees work.\n#[derive(Debug, Default)]\npub struct Blackboard {\n",
        );
        for field in self.fields.values().filter(|field| !field.is_local) {
            if !field.description.is_empty() {
                let _ = writeln!(text, "    /// {}", one_line(&field.description));
            }
            let of = match &field.of {
                Type::Variants { name, .. } => format!("Option<{name}>"),
                of => of.name().to_owned(),
            };
            let _ = writeln!(text, "    pub {}: {of},", field.name);
        }
        text.push_str("    /// The time of the world.\n    pub time_now: Duration,\n}\n\n");
        text.push_str(
            "impl Clock for Blackboard {\n    fn now(&self) -> Duration {\n        self.time_now\n    }\n}\n\n",
        );
        if self.has_random {
            text.push_str(
                "impl Blackboard {\n    fn random(&mut self) -> u32 {\n        todo!(\"a random number\")\n    }\n}\n\n",
            );
        }
        text
    }
}

/// The text before and behind the words.
const BEFORE: &str = "behavior_tree! {\n    /// The words of the imported trees.\n    pub vocabulary Words(blackboard: &mut Blackboard) {\n";
const BEHIND: &str = "    }\n}\n";

/// The maximum number of words that are laid out together: the time grows with the square of that.
const MOST_TOGETHER: usize = 64;

/// The maximum length of a line that surely needs no layout.
const SHORT: usize = 90;

/// Words in their layout. A short line has it already, which saves most of the time for thousands of words.
fn laid_out(words: &[String]) -> String {
    let name =
        |word| str::strip_prefix(word, "type ").and_then(|text| text.trim().strip_suffix(';'));
    let types: BTreeSet<&str> = words.iter().filter_map(|word| name(word)).collect();
    let mut text = String::new();
    let mut others: Vec<&str> = Vec::new();
    for word in words {
        if others.len() >= MOST_TOGETHER || (is_laid_out(word) && !others.is_empty()) {
            text.push_str(&formatted(&std::mem::take(&mut others).concat(), &types));
        }
        if is_laid_out(word) {
            text.extend(word.lines().flat_map(|line| ["        ", line, "\n"]));
        } else {
            others.push(word);
        }
    }
    text + &formatted(&others.concat(), &types)
}

/// Returns `true` for a word in one short line, below its description, whose code is a call or a field.
fn is_laid_out(word: &str) -> bool {
    let (above, line) = word.trim_end().rsplit_once('\n').unwrap_or(("", word.trim_end()));
    let code = line.split_once(" => ").map_or("", |(_, code)| code);
    let is_plain = |letter: char| letter.is_alphanumeric() || "_.,() ;".contains(letter);
    line.chars().count() <= SHORT
        && !line.contains("/*")
        && !line.contains('{')
        && code.chars().all(is_plain)
        && above.lines().all(|line| line.starts_with("/// "))
}

/// Words in the layout of the formatter, which has to know their types.
fn formatted(words: &str, types: &BTreeSet<&str>) -> String {
    if words.is_empty() {
        return String::new();
    }
    let used: BTreeSet<&str> = outline::words(words).filter(|word| types.contains(word)).collect();
    let used: String = used.into_iter().flat_map(|name| ["        type ", name, ";\n"]).collect();
    let formatted = bt_language::format::rust(&format!("{BEFORE}{used}{words}{BEHIND}"));
    bt_language::file::forget();
    let formatted = formatted.unwrap_or_default();
    let inner = formatted.strip_prefix(BEFORE).and_then(|text| text.strip_suffix(BEHIND));
    inner.and_then(|text| text.strip_prefix(&used)).unwrap_or(words).to_owned()
}

/// The parts of the module.
#[derive(Default)]
struct Parts {
    words: Vec<String>,
    /// Functions and types.
    rest: String,
    functions: Names,
    enums: BTreeMap<String, Vec<String>>,
    /// Trees that are not in the file.
    trees: String,
    /// The names that it imports from the library.
    imports: BTreeSet<&'static str>,
    has_poll: bool,
}

impl Parts {
    fn imports(&self) -> String {
        // Names of types stand before functions.
        let types = self.imports.iter().copied().chain(["behavior_tree"]);
        let names: Vec<&str> = ["Clock"].into_iter().chain(types).collect();
        let poll = if self.has_poll { "use std::task::Poll;\n" } else { "" };
        format!(
            "// The words of imported trees: fill in each `todo!`.\n\nuse bt_core::{{{}}};\n{poll}use std::time::Duration;\n",
            names.join(", ")
        )
    }

    fn word(&mut self, draft: &NewWord) {
        let mut text = String::new();
        for line in draft.described().iter().flat_map(|text| text.lines()) {
            let _ = writeln!(text, "/// {}", one_line(line));
        }
        let name = &draft.name;
        let all = draft.declared();
        let parameters: Vec<String> = all.iter().map(|of| declared(of, draft.lends(of))).collect();
        let parameters = if parameters.is_empty() {
            String::new()
        } else {
            format!("({})", parameters.join(", "))
        };
        let results: Vec<String> = draft.results.iter().map(|of| declared(of, false)).collect();
        let results = match results.as_slice() {
            [] => String::new(),
            all => format!(" -> ({})", all.join(", ")),
        };
        let _ = match (&draft.role, &draft.code) {
            (Role::Value(of), code) => {
                let code = code.clone().unwrap_or_else(|| "todo!()".to_owned());
                writeln!(text, "value {name}{parameters}: {} => {code};", vocabulary_type(of))
            }
            (Role::Decorator, Some(code)) => {
                self.at_end(draft, code);
                writeln!(text, "decorator {name} => {name};")
            }
            (Role::Subtree { .. }, _) => {
                let call = self.function(draft, &all);
                let tree = format!(
                    "behavior_tree! {{\n/// The tree `{name}`, which is not in the file.\npub tree {name}(blackboard: &mut Blackboard) {{\naction {call};\n}}\n}}\n"
                );
                self.trees.push_str(&tree);
                writeln!(text, "subtree {name};")
            }
            (role, Some(code)) => {
                writeln!(text, "{} {name}{parameters}{results} => {code};", role.name())
            }
            (Role::Decorator, None) => {
                let fields = self.decorator(draft, &all);
                writeln!(text, "decorator {name}{parameters} => {name}{fields};")
            }
            (role, None) => {
                let call = self.function(draft, &all);
                writeln!(text, "{} {name}{parameters}{results} => {call};", role.name())
            }
        };
        self.words.push(text);
        for parameter in &*all {
            self.variants(&parameter.of);
        }
    }

    /// Writes the function of a condition or an action; returns its call.
    fn function(&mut self, draft: &NewWord, parameters: &[NewParameter]) -> String {
        let mut name = snake(&draft.name);
        if parameters.iter().any(|parameter| parameter.name == name) {
            name = format!("{}_word", name.trim_end_matches('_'));
        }
        let name = self.functions.unique(&name);
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let typed: Vec<String> = parameters
            .iter()
            .map(|parameter| {
                let lent = if draft.lends(parameter) { "&" } else { "" };
                format!(", {}: {lent}{}", parameter.name, parameter.of.name())
            })
            .collect();
        let typed = typed.concat();
        let (world, result) = if draft.role == Role::Condition {
            ("&Blackboard", "bool".to_owned())
        } else if draft.results.is_empty() {
            self.imports.insert("Status");
            ("&mut Blackboard", "Status".to_owned())
        } else {
            self.has_poll = true;
            let all: Vec<&str> = draft.results.iter().map(|of| of.of.name()).collect();
            let is_one = all.len() == 1;
            let all = all.join(", ");
            let all = if is_one { all } else { format!("({all})") };
            ("&mut Blackboard", format!("Poll<Option<{all}>>"))
        };
        let given = names.iter().map(|name| format!(", {name}")).collect::<Vec<_>>().concat();
        let used =
            if names.is_empty() { "blackboard".to_owned() } else { format!("(blackboard{given})") };
        let _ = write!(
            self.rest,
            "\nfn {name}(blackboard: {world}{typed}) -> {result} {{\n    let _ = {used};\n    todo!(\"{}\")\n}}\n",
            draft.name
        );
        format!("{name}(blackboard{given})")
    }

    /// Writes the type of a decorator; returns the fields of its literal.
    fn decorator(&mut self, draft: &NewWord, parameters: &[NewParameter]) -> String {
        self.imports.extend(["Decorator", "Status"]);
        let name = &draft.name;
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let _ =
            write!(self.rest, "\n/// The decorator `{name}`.\n#[derive(Debug)]\npub struct {name}");
        let (fields, used) = if names.is_empty() {
            self.rest.push_str(";\n");
            (String::new(), "(self, blackboard, child)".to_owned())
        } else {
            self.rest.push_str(" {\n");
            for parameter in parameters {
                let of = parameter.of.name();
                let _ =
                    writeln!(self.rest, "    /// A parameter.\n    pub {}: {of},", parameter.name);
            }
            self.rest.push_str("}\n");
            let used =
                names.iter().map(|name| format!(", &self.{name}")).collect::<Vec<_>>().concat();
            (format!(" {{ {} }}", names.join(", ")), format!("(blackboard, child{used})"))
        };
        let _ = write!(
            self.rest,
            "\nimpl Decorator<Blackboard> for {name} {{\n    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.\n    fn tick(\n        &mut self,\n        blackboard: &mut Blackboard,\n        child: impl FnOnce(&mut Blackboard) -> Status,\n    ) -> Status {{\n        let _ = {used};\n        todo!(\"{name}\")\n    }}\n}}\n"
        );
        fields
    }

    /// Writes the type of a decorator that runs statements after its child.
    fn at_end(&mut self, draft: &NewWord, code: &str) {
        self.imports.insert("Decorator");
        let name = &draft.name;
        let _ = write!(
            self.rest,
            "\n/// The decorator `{name}`.\n#[derive(Debug)]\npub struct {name};\n"
        );
        let when = match draft.at {
            Some(At::Aborted) => "end == End::Aborted",
            Some(At::Ended) => "end != End::Aborted",
            _ => {
                let _ = writeln!(self.rest, "\nimpl Decorator<Blackboard> for {name} {{}}");
                return;
            }
        };
        self.imports.insert("End");
        let code = if code.contains("blackboard.") {
            format!("{code};")
        } else {
            format!("let _ = blackboard;\n            {code};")
        };
        let _ = write!(
            self.rest,
            "\nimpl Decorator<Blackboard> for {name} {{\n    fn end(&mut self, blackboard: &mut Blackboard, end: End) {{\n        if {when} {{\n            {code}\n        }}\n    }}\n}}\n"
        );
    }

    /// Writes a type of the program.
    fn of_program(&mut self, name: &str) {
        self.words.push(format!("type {name};\n"));
        let _ = write!(
            self.rest,
            "\n/// A type of the program: fill in its fields.\n#[derive(Clone, Debug, Default, PartialEq)]\npub struct {name};\n"
        );
    }

    /// Writes an enum, once.
    fn variants(&mut self, of: &Type) {
        let Type::Variants { name, variants } = of else { return };
        if self.enums.insert(name.clone(), variants.clone()).is_none()
            && crate::names::is_name(name)
        {
            let _ = write!(
                self.rest,
                "\n/// One of the values that the trees name.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n#[allow(missing_docs)]\npub enum {name} {{\n    {},\n}}\n",
                variants.join(",\n    ")
            );
        }
    }
}

/// A parameter as it is declared: `/** … */ limit: i32 = 20`
fn declared(parameter: &NewParameter, is_lent: bool) -> String {
    let NewParameter { name, of, .. } = parameter;
    let about = parameter.described().as_ref().map_or_else(String::new, |text| {
        format!("/** {} */ ", one_line(text).replace("*/", "* /").replace("/*", "/ *"))
    });
    let default =
        parameter.default().map_or_else(String::new, |value| format!(" = {}", written(&value, of)));
    let lent = if is_lent { "&" } else { "" };
    format!("{about}{name}: {lent}{}{default}", vocabulary_type(of))
}

fn vocabulary_type(of: &Type) -> String {
    match of {
        Type::Variants { name, variants } => format!("{name} {{ {} }}", variants.join(", ")),
        of => of.name().to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
