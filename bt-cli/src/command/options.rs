//! The arguments of the command.

use super::Stop;
use bt_language::words::nearest;
use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;
use std::path::PathBuf;

/// The commands with their options.
const COMMANDS: &[(&str, &[&str])] = &[
    ("fmt", &["check"]),
    ("check", &["words", "json", "unproved"]),
    ("draw", &["format", "tree"]),
    ("import", &["words", "models", "output", "vocabulary"]),
    ("export", &["to", "words", "output"]),
    ("words", &["json"]),
    ("schema", &["grammar"]),
    ("run", &["words", "tree", "ticks", "seed", "answer", "json"]),
    ("prove", &["words", "rules", "rule", "tree", "limit", "json", "page", "strict"]),
    ("explain", &["words", "tree", "limit", "json", "page"]),
    ("serve", &["words"]),
    ("lsp", &["words"]),
];

/// The options that have no value.
const FLAGS: &[&str] = &["check", "grammar", "json", "strict", "unproved"];

/// The options that may be given several times.
const LISTS: &[&str] = &["models", "answer", "rule"];

/// The arguments that were given.
#[derive(Default)]
pub(super) struct Options {
    pub(super) command: String,
    pub(super) files: Vec<PathBuf>,
    given: Vec<(String, OsString)>,
}

impl Options {
    pub(super) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, Stop> {
        let wrong = |error: lexopt::Error| Stop(format!("{error}; see `bt --help`"));
        let mut parser = Parser::from_args(arguments);
        let mut options = Self::default();
        let mut known: &[&str] = &[];
        while let Some(argument) = parser.next().map_err(wrong)? {
            match argument {
                Arg::Short('h') | Arg::Long("help") => return Ok(Self::only("help")),
                Arg::Short('V') | Arg::Long("version") => return Ok(Self::only("version")),
                Arg::Value(word) if options.command.is_empty() => {
                    let word = word.string().map_err(wrong)?;
                    if word == "help" {
                        return Ok(Self::only("help"));
                    }
                    let names = || COMMANDS.iter().map(|(name, _)| *name);
                    let Some((name, all)) = COMMANDS.iter().find(|(name, _)| *name == word) else {
                        return Err(unknown("command", &word, names()));
                    };
                    known = all;
                    (*name).clone_into(&mut options.command);
                }
                Arg::Value(file) => options.files.push(file.into()),
                Arg::Long(name) => {
                    let name = name.to_owned();
                    if !known.contains(&name.as_str()) {
                        return Err(unknown("option", &name, known.iter().copied()));
                    }
                    if options.given(&name) && !LISTS.contains(&name.as_str()) {
                        return Err(Stop(format!("`--{name}` is given twice")));
                    }
                    let is_flag = FLAGS.contains(&name.as_str());
                    let value =
                        if is_flag { OsString::new() } else { parser.value().map_err(wrong)? };
                    options.given.push((name, value));
                }
                Arg::Short(letter) => {
                    return Err(unknown("option", &letter.to_string(), known.iter().copied()));
                }
            }
        }
        if options.command.is_empty() {
            return Err(Stop(format!(
                "expected a command: {}; see `bt --help`",
                list(COMMANDS.iter().map(|(name, _)| *name))
            )));
        }
        let command = options.command.as_str();
        if ["serve", "lsp"].contains(&command) {
            if let Some(file) = options.files.first() {
                let file = file.display();
                return Err(Stop(format!("`bt {command}` takes no file, found `{file}`")));
            }
        } else if options.files.is_empty() {
            return Err(Stop(format!(
                "expected a file after `bt {}`; see `bt --help`",
                options.command
            )));
        }
        Ok(options)
    }

    fn only(command: &str) -> Self {
        Self { command: command.to_owned(), ..Self::default() }
    }

    /// Returns `true` if an option was given.
    pub(super) fn given(&self, name: &str) -> bool {
        self.given.iter().any(|(known, _)| known == name)
    }

    /// The value of an option.
    pub(super) fn value(&self, name: &str) -> Option<&OsString> {
        self.given.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// All values of an option.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = &OsString> {
        self.given.iter().filter(move |(known, _)| known == name).map(|(_, value)| value)
    }

    /// The value of an option, which is a number.
    pub(super) fn number<N: std::str::FromStr>(&self, name: &str) -> Result<Option<N>, Stop> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let value = value.to_string_lossy();
        value.parse().map(Some).map_err(|_| Stop(format!("`--{name} {value}` is not a number")))
    }

    /// The value of an option, which is one of these words.
    pub(super) fn choice<'w>(
        &self,
        name: &str,
        words: &[&'w str],
    ) -> Result<Option<&'w str>, Stop> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let value = value.to_string_lossy();
        match words.iter().find(|word| **word == value) {
            Some(word) => Ok(Some(word)),
            None => Err(Stop(format!(
                "`--{name} {value}` is unknown; there are {}",
                list(words.iter().copied())
            ))),
        }
    }

    /// The only file.
    pub(super) fn file(&self) -> Result<&PathBuf, Stop> {
        match self.files.as_slice() {
            [file] => Ok(file),
            _ => Err(Stop(format!("`bt {}` takes one file", self.command))),
        }
    }
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Stop {
    let dashes = if what == "option" { "--" } else { "" };
    let near = nearest(name, &mut known.clone());
    let near = near.map(|near| format!("; did you mean `{dashes}{near}`?")).unwrap_or_default();
    let known: Vec<String> = known.map(|name| format!("{dashes}{name}")).collect();
    let there_are = if known.is_empty() {
        "; the command comes first".to_owned()
    } else {
        format!("; there are {}", list(known.iter().map(String::as_str)))
    };
    Stop(format!("there is no {what} `{name}`{near}{there_are}"))
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
