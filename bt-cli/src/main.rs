//! The command `bt`.

use std::io::{stderr, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    let code = bt_cli::command::run(arguments, &mut stdin(), &mut stdout(), &mut stderr());
    ExitCode::from(code)
}
