//! The command line.

use crate::options::{Options, USAGE};
use crate::world::body::Kind;
use std::path::PathBuf;

fn parse(line: &str) -> Result<Options, String> {
    Options::parse(line.split_whitespace())
}

fn problem(line: &str) -> String {
    parse(line).expect_err(line)
}

#[test]
fn without_options_there_is_a_window_with_2000_agents() {
    let options = parse("").expect("nothing is wrong");
    assert_eq!(options, Options::default());
    assert!(options.has_window && options.agents == 2000);
}

#[test]
fn options_are_read() {
    let line = "--agents 30 --seed=9 --tree my.tree --select hunter --live --port 8080 --frames 60 --picture a.png";
    let expected = Options {
        agents: 30,
        seed: 9,
        tree: Some(PathBuf::from("my.tree")),
        select: Some(Kind::Hunter),
        live: true,
        port: 8080,
        frames: Some(60),
        picture: Some(PathBuf::from("a.png")),
        has_window: true,
        help: false,
    };
    assert_eq!(parse(line), Ok(expected));
}

#[test]
fn mistakes_say_what_there_is() {
    for (line, part) in [
        ("--frmes 3", "--frmes"),
        ("-x", "-x"),
        ("now", "now"),
        ("--frames", "--frames"),
        ("--frames many", "many"),
        ("--frames 0", "--frames is at least 1"),
        ("--agents 0", "from 1 to 1000000"),
        ("--agents 99999999", "from 1 to 1000000"),
        ("--port 70000", "70000"),
        ("--select wolf", "the kinds are sheep, hunter and shepherd"),
        ("--picture a.png", "--picture needs --frames"),
        ("--no-window", "--no-window needs --frames"),
        ("--no-window --frames 3 --picture a.png", "leave --no-window out"),
    ] {
        let problem = problem(line);
        assert!(problem.starts_with("error: ") && problem.contains(part), "{line}: {problem}");
        assert!(problem.ends_with(USAGE), "{line}: {problem}");
    }
}
