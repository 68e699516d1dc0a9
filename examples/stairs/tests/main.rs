//! The player on the stair, and the files and options of its program.

mod tour;

use examples::stairs::course::Plan;
use examples::stairs::tour::{TREES, parse};
use examples::stairs::tuning::{TEXT, Tuning};
use examples::stairs::watch::Watched;
use std::fs;
use std::process::{Command, Output};
use tempfile::tempdir;

fn run(arguments: &[&str]) -> (Output, String) {
    let program = env!("CARGO_BIN_EXE_stairs");
    let output = Command::new(program).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, errors)
}

#[test]
fn a_run_prints_a_chart_and_writes_a_picture() {
    let directory = tempdir().unwrap();
    let picture = directory.path().join("picture.svg");
    let (output, errors) = run(&["--picture", picture.to_str().unwrap()]);
    assert!(output.status.success(), "{errors}");
    let chart = String::from_utf8(output.stdout).unwrap();
    assert!(
        chart.contains("highest 5.0") && chart.contains("ooo") && chart.contains('█'),
        "{chart}"
    );
    let svg = fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    for part in ["approach", "climb", "jump", "lift", "return"] {
        assert!(svg.contains(&format!(">{part}</text>")), "{part}");
    }
}

#[test]
fn a_tour_that_ends_early_is_an_error() {
    let (output, errors) = run(&["--step", "0.5"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.contains("the player has given up: a step is too high"), "{errors}");
}

#[test]
fn unknown_options_and_values_are_refused() {
    let (output, errors) = run(&["--stepp", "0.5"]);
    assert_eq!(output.status.code(), Some(2));
    for text in ["unexpected argument '--stepp'", "--gap", "--tuning", "--watch"] {
        assert!(errors.contains(text), "{errors}");
    }
    let (output, errors) = run(&["--gap", "nan"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("write a length from 0.05 to 5, in meters"), "{errors}");
}

#[test]
fn files_with_mistakes_are_refused() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    let path = file.to_str().unwrap();
    let fails = |arguments: &[&str], expected: &str| {
        let (output, errors) = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(expected) && errors.contains(path), "{errors}");
    };
    fails(&["--tuning", path], "No such file");
    fs::write(&file, TEXT.replace("hover = 0.1", "hover = 9")).unwrap();
    fails(&["--tuning", path], "hover = 9: choose a value from 0.05 to 0.3");
    fs::write(&file, TREES.replace("JumpTo", "JmpTo")).unwrap();
    fails(&["--course", path], "did you mean `JumpTo`?");
    fs::write(&file, TREES.replace("tree Tour", "tree Trip")).unwrap();
    fails(&["--course", path], "there is no tree `Tour`");
}

#[test]
fn a_file_is_read_again_when_it_has_changed() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("tuning.toml");
    fs::write(&file, TEXT).unwrap();
    let (mut watched, tuning) = Watched::open(&file, |text, _| Tuning::parse(text)).unwrap();
    assert_eq!(tuning, Tuning::default());
    assert!(watched.poll().is_none());
    fs::write(&file, TEXT.replace("speed = 4.8", "speed = 5.5")).unwrap();
    assert!((watched.poll().unwrap().unwrap().jump.speed - 5.5).abs() < f32::EPSILON);
    fs::write(&file, "hover = 0.1").unwrap();
    assert!(watched.poll().unwrap().unwrap_err().contains("missing field"));
    assert!(watched.poll().is_none(), "a mistake is reported once");
    fs::remove_file(&file).unwrap();
    assert!(watched.poll().is_none(), "an editor is writing it");
}

#[test]
fn the_trees_of_the_package_have_no_mistakes() {
    assert!(parse(TREES, "course.tree").is_ok());
    assert!(Plan::default().gap > 0.0);
}
