//! The program as it is started from a command line, without a window.

use std::net::TcpListener;
use std::process::{Command, Output};

fn arena(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn frames_without_a_window_end_with_figures() {
    let output = arena(&["--agents", "200", "--frames", "120", "--no-window"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(printed.starts_with("200 agents, 2.0 s of the world"), "{printed}");
    for part in ["look", "decide", "move"] {
        assert!(printed.contains(&format!("{part} ")), "{printed}");
    }
}

#[test]
fn an_unknown_option_says_what_there_is() {
    let output = arena(&["--frmes", "3"]);
    let printed = text(&output.stderr);
    assert!(!output.status.success());
    assert!(printed.contains("--frmes") && printed.contains("--frames N"), "{printed}");
    assert!(text(&arena(&["--help"]).stdout).contains("--frames N"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_window_that_cannot_open_says_what_to_do() {
    let output = arena(&[]);
    let printed = text(&output.stderr);
    assert!(!output.status.success());
    assert!(
        printed.starts_with("error: no window can be opened: the variable DISPLAY"),
        "{printed}"
    );
    assert!(printed.contains("--no-window") && printed.contains("xvfb-run"), "{printed}");
    assert!(!printed.contains("panicked"), "{printed}");
}

#[test]
fn a_picture_that_cannot_be_written_is_said_at_once() {
    let output = arena(&["--frames", "3", "--picture", "/nowhere/arena.png"]);
    let printed = text(&output.stderr);
    assert!(printed.starts_with("error: /nowhere/arena.png"), "{printed}");
}

#[test]
fn a_missing_file_of_trees_is_said() {
    let output = arena(&["--tree", "/nowhere/my.tree"]);
    let printed = text(&output.stderr);
    assert!(
        !output.status.success() && printed.starts_with("error: /nowhere/my.tree"),
        "{printed}"
    );
}

#[test]
fn a_port_in_use_does_not_end_the_program() {
    let other = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = other.local_addr().expect("it is bound").port().to_string();
    let output =
        arena(&["--agents", "9", "--live", "--port", &port, "--frames", "2", "--no-window"]);
    let printed = text(&output.stdout);
    assert!(output.status.success());
    assert!(printed.starts_with("no live page: another program listens"), "{printed}");
    assert!(printed.contains("9 agents"), "{printed}");
}
