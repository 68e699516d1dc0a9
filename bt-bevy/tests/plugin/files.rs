//! Trees of a file, which changes while the app runs.

use crate::warnings;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{Behavior, Blackboard, TreeFile, TreeFilePlugin};
use bt_core::behavior_tree;
use bt_core::files::Loaded;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Component, Default)]
pub(crate) struct Steps(pub(crate) i32);

#[derive(Component)]
pub(crate) struct Ground;

#[derive(Blackboard)]
pub(crate) struct Walker<'w> {
    steps: Mut<'w, Steps>,
    _ground: &'w Ground,
}

behavior_tree! {
    pub(crate) vocabulary Gait(walker: &mut Walker<'_>) {
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

#[test]
fn a_deleted_file_is_a_mistake_until_it_is_back() {
    let file = File::new("deleted", "tree Stroll { action Walk; }");
    let mut app = app(&file);
    let walker = walker(&mut app);
    fs::remove_file(&file.0).expect("it is there");
    until(&mut app, "it is missed", |app| file_of(app).mistakes().is_some());
    let mistakes = file_of(&app).mistakes().expect("it is missed").to_string();
    assert!(mistakes.contains(&*file.0.to_string_lossy()), "{mistakes}");
    let before = steps(&app, walker);
    app.update();
    // The old trees remain.
    assert_eq!((steps(&app, walker), file_of(&app).version()), (before + 1, 0));
    file.write("tree Stroll { action Walk(steps = 100); }");
    until(&mut app, "it is back", |app| file_of(app).version() == 1);
    assert!(file_of(&app).mistakes().is_none());
    until(&mut app, "it runs", |app| steps(app, walker) > 100);
}

#[test]
fn a_file_that_is_brought_may_come_and_go() {
    let legs = File::new("legs", "tree Legs { action Walk; }");
    let name = legs.0.file_name().expect("it has one").to_string_lossy().into_owned();
    let text = format!("use \"{name}\"; tree Stroll {{ subtree Legs; }}");
    let file = File::new("brings", &text);
    let mut app = app(&file);
    let mut look = || app.world_mut().resource_mut::<TreeFile<Gait>>().look();
    assert!(!look());
    fs::remove_file(&legs.0).expect("it is there");
    assert!(look() && !look());
    legs.write("tree Legs { action Walk(steps = 5); }");
    assert!(look());
    // It is told once, and nothing is loaded again without a change.
    let mut looks = (0..4).map(|_| look());
    assert!(looks.any(|has_changed| !has_changed) && looks.all(|has_changed| !has_changed));
    assert!(file_of(&app).mistakes().is_none());
}

#[test]
fn a_second_file_of_a_vocabulary_is_refused() {
    warnings::collect();
    let first = File::new("first", "tree Stroll { action Walk; }");
    let second = File::new("second", "tree Run { action Walk(steps = 5); }");
    let mut app = app(&first);
    app.add_plugins(TreeFilePlugin::<Gait>::new(Update, &second.0).expect("the file is valid"));
    let (first, second) = (first.0.display(), second.0.display());
    let told = warnings::with(&format!(
        "the trees of `{second}` were not loaded: the vocabulary `plugin::files::Gait` has the file `{first}`, and one \
         file for each program: write `use \"{second}\";` in it"
    ));
    assert_eq!(told.len(), 1);
    let walker = walker(&mut app);
    app.update();
    assert_eq!(steps(&app, walker), 1);
}
