//! The file of trees, while the game runs.

use super::{NOBODY, add, game_with, is_at};
use crate::game::Game;
use crate::tree_file::{BUILT_IN, TreeFile};
use crate::trees::Arena;
use crate::world::body::Kind;
use bt_core::grid::Handle;
use std::path::PathBuf;
use std::{env, fs, process};

/// A file of trees that is removed at the end of a test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Self {
        let scratch = Self(env::temp_dir().join(format!("arena-{}-{test}.tree", process::id())));
        scratch.write(BUILT_IN);
        scratch
    }

    fn write(&self, text: &str) {
        fs::write(&self.0, text).expect("the folder can be written");
    }

    fn game(&self) -> (Game, Handle) {
        let mut game = game_with(NOBODY, TreeFile::open(&self.0).expect("it is correct"));
        let hunter = add(&mut game.world, Kind::Hunter, [0.0, 0.0]);
        game.world.bodies[hunter.index()].hunger = 0.0;
        game.update(0.02);
        assert!(is_at(&game.world, hunter, "prowl"));
        (game, hunter)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

#[test]
fn a_broken_file_keeps_the_old_trees_and_shows_its_mistakes() {
    let scratch = Scratch::new("broken");
    let (mut game, hunter) = scratch.game();
    assert_eq!(game.mistakes(), None);
    scratch.write(&BUILT_IN.replace("action Prowl(speed = 2)", "action Prwl(speed = 2)"));
    game.update(0.02);
    let mistakes = game.mistakes().expect("the file has a mistake");
    assert!(mistakes.contains("did you mean `Prowl`?") && mistakes.contains("^^^^"), "{mistakes}");
    assert!(is_at(&game.world, hunter, "prowl"), "the old tree goes on");
    fs::remove_file(&scratch.0).expect("it is there");
    game.update(0.02);
    assert!(game.mistakes().is_some_and(|text| text.contains(&scratch.0.display().to_string())));
    scratch.write(BUILT_IN);
    game.update(0.02);
    assert_eq!(game.mistakes(), None);
}

#[test]
fn a_file_with_other_parameters_interrupts_nobody() {
    let scratch = Scratch::new("parameters");
    let (mut game, hunter) = scratch.game();
    scratch.write(&BUILT_IN.replace("Prowl(speed = 2)", "Prowl(speed = 5)"));
    game.is_paused = true;
    game.update(0.02);
    assert!(game.news.contains(&"the trees have a new version".to_owned()));
    assert!(is_at(&game.world, hunter, "prowl"));
    (0..60).for_each(|_| game.step());
    let speed = game.world.body(hunter).expect("it is there").velocity.length();
    assert!(speed > 4.0, "it has the new speed: {speed}");
}

#[test]
fn a_file_with_other_nodes_begins_anew_also_for_lambs() {
    let scratch = Scratch::new("nodes");
    let (mut game, hunter) = scratch.game();
    let text = BUILT_IN
        .replace("'prowl: timeout(Patience) action Prowl(speed = 2);", "'lie: action Stop;");
    scratch.write(&text);
    game.is_paused = true;
    game.update(0.02);
    assert!(!game.world.mind(hunter).expect("it is there").is_running());
    let later = add(&mut game.world, Kind::Hunter, [3.0, 0.0]);
    let mind = game.world.mind(later).expect("it is there");
    assert!(mind.labelled("lie").is_some(), "who comes later has the new tree");
}

#[test]
fn a_file_without_a_tree_for_a_kind_is_refused() {
    let scratch = Scratch::new("missing");
    scratch.write("tree Sheep { action Stop; } tree Hunter { action Stop; }");
    let problem = TreeFile::open(&scratch.0).err().expect("it is refused");
    assert!(problem.contains("no tree `Shepherd`"), "{problem}");
    let problem = TreeFile::open(&scratch.0.join("none")).err().expect("there is no such file");
    assert!(problem.starts_with("error: ") && problem.contains("none"), "{problem}");
}

#[test]
fn the_trees_use_all_words() {
    let file = TreeFile::built_in().expect("it is correct");
    let used: Vec<&str> = file.trees().words_used().collect();
    let unused = Arena::WORDS.iter().map(|word| word.name).filter(|name| !used.contains(name));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
}
