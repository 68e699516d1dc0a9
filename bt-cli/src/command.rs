//! The command `bt`.

mod draw;
mod files;
mod nodes;
mod options;
pub(crate) mod prove;
mod report;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod trees;

use options::Options;
use std::ffi::OsString;
use std::io::{self, Read, Write};

/// The text of `bt --help`.
const HELP: &str = "\
bt: files of behavior trees

Usage:
  bt fmt [--check] FILE…                 lays out trees in files, and in `.rs` files
  bt check [--json] [--words WORDS.json] [--unproved] FILE…
                                         reports mistakes; without words only those of the syntax; `--unproved`
                                         accepts rules that are not decided
  bt draw [--format FORMAT] [--tree NAME] FILE
                                         draws trees as `text` (default), `mermaid`, `dot` or `svg`
  bt run --words WORDS.json [--tree NAME] [--ticks N] [--seed N] [--answer NAME=RESULT,…]… [--json] FILE
                                         ticks the first entry, or another tree, without its program: a word or
                                         a label has these results one after the other, then the last again
                                         (`success`, `failure`, `running`); all else is random
  bt prove --words WORDS.json [--rules FILE] [--rule RULE]… [--tree NAME] [--limit N] [--json] [--strict] [--page FILE.html] FILE
                                         proves the rules of the words for each entry, those of `rules Tree { … }`
                                         in a file, and each RULE for the first entry, or another tree; `--page`
                                         writes the run that breaks the first rule as a page; `--strict` fails
                                         also if a rule holds whatever the tree does
  bt explain --words WORDS.json [--tree NAME] [--limit N] [--json] [--page FILE.html] FILE QUESTION
                                         prints the shortest run to a tick in which a node is active (`flee`), or
                                         in which any other question of a rule is true (`\"'flee.failed && 'rest\"`)
  bt import [--words WORDS.json] [--models FILE]… [--output FILE.tree] [--vocabulary FILE.rs] FILE
                                         reads trees of Behavior3 (JSON) or BehaviorTree.CPP (XML, with the
                                         files that it includes); `--models` names files with a `TreeNodesModel`;
                                         also trees that are JSON by the schema of `bt schema`
  bt import [--words WORDS.json] [--models FILE]… --output FOLDER [--vocabulary FILE.rs] FILE|FOLDER…
                                         the same for several files of BehaviorTree.CPP: writes one file for each
  bt export --to FORMAT [--words WORDS.json] [--output FILE] FILE
                                         writes trees for `behavior3` or `behavior-tree-cpp`
  bt words [--json] FILE                 lists the words in WORDS.json, or in the vocabularies of a `.rs` file
  bt schema [--grammar] WORDS.json       prints what files may say: as a JSON Schema of trees for `bt import`,
                                         or as a grammar (GBNF) of their text, for language models
  bt lsp [--words WORDS.json]            speaks the Language Server Protocol, for editors, on the standard input and
                                         output; without `--words` the words are those of the package
  bt serve [--words WORDS.json]          speaks the Model Context Protocol on the standard input and output

A FILE `-` is the standard input. WORDS.json is what `bt_core::files::vocabulary_as_json`, `words_as_json` or `bt words --json` writes, or a `.rs`
file with vocabularies.

Exit codes: 0 success, 1 mistakes or other layout, 2 wrong use or a file that cannot be read or written.
";

/// The program succeeded.
const SUCCESS: u8 = 0;
/// The files have mistakes.
const MISTAKES: u8 = 1;
/// The command was used in a wrong way, or a file cannot be read or written.
const WRONG_USE: u8 = 2;

/// The streams of the program.
struct Streams<'a> {
    input: &'a mut dyn Read,
    output: &'a mut dyn Write,
    errors: &'a mut dyn Write,
    /// The result of all that was printed.
    printed: io::Result<()>,
}

impl Streams<'_> {
    /// Prints a text, unless an earlier one could not be printed.
    fn print(&mut self, text: &str) {
        if self.printed.is_ok() {
            self.printed = self.output.write_all(text.as_bytes());
        }
    }

    /// Makes sure that all texts are printed. A closed pipe is no error: `bt draw … | head`
    fn finish(&mut self) -> Result<(), Stop> {
        let printed = std::mem::replace(&mut self.printed, Ok(()));
        match printed.and_then(|()| self.output.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Stop(format!("the standard output: {error}")))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Prints a line about a mistake.
    fn report(&mut self, text: &str) {
        let _ = writeln!(self.errors, "{text}");
    }
}

/// The reason why a command ends early: a line for the user.
struct Stop(String);

/// The result of a command: its exit code.
type Ended = Result<u8, Stop>;

/// Runs the command with these arguments, without the name of the program; returns the exit code.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    input: &mut dyn Read,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> u8 {
    let mut streams = Streams { input, output, errors, printed: Ok(()) };
    let ended = Options::read(arguments).and_then(|options| dispatch(&options, &mut streams));
    let printed = streams.finish();
    let ended = ended.and_then(|code| printed.map(|()| code));
    ended.unwrap_or_else(|Stop(text)| {
        streams.report(&format!("error: {text}"));
        WRONG_USE
    })
}

fn dispatch(options: &Options, streams: &mut Streams) -> Ended {
    match options.command.as_str() {
        "help" => {
            streams.print(HELP);
            Ok(SUCCESS)
        }
        "version" => {
            streams.print(concat!("bt ", env!("CARGO_PKG_VERSION"), "\n"));
            Ok(SUCCESS)
        }
        "fmt" => trees::format(options, streams),
        "check" => trees::check(options, streams),
        "draw" => draw::draw(options, streams),
        "import" => trees::import(options, streams),
        "export" => trees::export(options, streams),
        "run" => run::run(options, streams),
        "prove" => prove::prove(options, streams),
        "explain" => prove::explain(options, streams),
        "schema" => trees::schema(options, streams),
        "lsp" => lsp(options),
        #[cfg(feature = "serve")]
        "serve" => serve::serve(options, streams),
        #[cfg(not(feature = "serve"))]
        "serve" => {
            Err(Stop("this `bt` has no server; install it with `--features serve`".to_owned()))
        }
        _ => trees::words(options, streams),
    }
}

/// `bt lsp`
fn lsp(options: &Options) -> Ended {
    let failed = |error: io::Error| Stop(format!("the server: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    let words = options.value("words").map(std::path::absolute).transpose().map_err(failed)?;
    let has_ended = crate::lsp::serve_stdio(crate::lsp::Options { words, program });
    // A client that goes without a word is one that has failed.
    Ok(if has_ended { SUCCESS } else { MISTAKES })
}
