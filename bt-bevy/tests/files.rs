//! Trees of a file, which changes while the app runs.
#![cfg(feature = "files")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{Behavior, Blackboard, TreeFile, TreeFilePlugin};
use bt_core::behavior_tree;
use bt_core::files::Loaded;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Component)]
struct Steps(i32);

#[derive(Component)]
struct Ground;

#[derive(Blackboard)]
struct Walker<'w> {
    steps: Mut<'w, Steps>,
    _ground: &'w Ground,
}

behavior_tree! {
    vocabulary Gait(walker: &mut Walker<'_>) {
        condition Before(step: i32) => walker.steps.0 < step;
        action Walk(steps: i32 = 1) => walker.steps.0 += steps;
    }
}

/// A file of one test, which is removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let file =
            Self(std::env::temp_dir().join(format!("bt-bevy-{name}-{}.tree", std::process::id())));
        file.write(text);
        file
    }

    fn write(&self, text: &str) {
        fs::write(&self.0, text).expect("the folder can be written");
    }
}

impl Drop for File {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

fn app(file: &File) -> App {
    let mut app = App::new();
    app.add_plugins(TreeFilePlugin::<Gait>::new(Update, &file.0).expect("the file is valid"));
    app
}

fn walker(app: &mut App) -> Entity {
    let tree = app.world().resource::<TreeFile<Gait>>().behavior("Stroll");
    app.world_mut().spawn((tree.expect("the file has it"), Steps(0), Ground)).id()
}

fn steps(app: &App, walker: Entity) -> i32 {
    app.world().get::<Steps>(walker).expect("it is there").0
}

fn until(app: &mut App, what: &str, is_so: impl Fn(&App) -> bool) {
    let begin = Instant::now();
    while !is_so(app) {
        assert!(begin.elapsed() < Duration::from_mins(1), "{what}");
        std::thread::sleep(Duration::from_millis(10));
        app.update();
    }
}

fn file_of(app: &App) -> &TreeFile<Gait> {
    app.world().resource::<TreeFile<Gait>>()
}

#[test]
fn a_changed_file_is_loaded_again() {
    let file = File::new(
        "changed",
        "tree Stroll { sequence { condition Before(step = 3); action Walk; } }",
    );
    let mut app = app(&file);
    let one = walker(&mut app);
    // It gets its ground only later, when the file has changed.
    let other = walker(&mut app);
    app.world_mut().entity_mut(other).remove::<Ground>();
    for _ in 0..5 {
        app.update();
    }
    assert_eq!((steps(&app, one), steps(&app, other)), (3, 0));

    file.write("tree Stroll { sequence { condition Before(stp = 3); action Walk; } }");
    until(&mut app, "the mistake is found", |app| file_of(app).mistakes().is_some());
    assert_eq!((steps(&app, one), file_of(&app).version()), (3, 0));

    file.write("tree Stroll { sequence { condition Before(step = 7); action Walk(steps = 2); 'stand: running; } }");
    until(&mut app, "the file is loaded", |app| file_of(app).version() == 1);
    assert!(file_of(&app).mistakes().is_none());
    until(&mut app, "it walks on", |app| steps(app, one) == 5);
    app.world_mut().entity_mut(other).insert(Ground);
    app.update();
    assert_eq!(steps(&app, other), 2);
    let behavior = app.world().get::<Behavior<Loaded<Gait>>>(one).expect("it has a tree");
    let tree = behavior.tree();
    assert!(behavior.is_active(tree.labelled("stand").expect("the tree has this label")));

    // Another shape: what runs is aborted, and the tree starts afresh.
    file.write("tree Stroll { action Walk(steps = 100); }");
    until(&mut app, "the file is loaded again", |app| file_of(app).version() == 2);
    until(&mut app, "it runs", |app| steps(app, one) > 100);
}

#[test]
fn a_file_with_mistakes_is_refused() {
    let file = File::new("mistakes", "tree Stroll { action Wlk; }");
    let Err(mistakes) = TreeFilePlugin::<Gait>::new(Update, &file.0) else {
        panic!("it has a mistake");
    };
    assert!(mistakes.to_string().contains("did you mean `Walk`?"), "{mistakes}");
}
