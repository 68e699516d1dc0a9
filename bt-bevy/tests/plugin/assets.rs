//! Trees that are assets, whose files change while the app runs.

use crate::files::{Gait, Ground, Steps};
use crate::warnings;
use bevy_app::prelude::*;
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher};
use bevy_asset::{
    AssetApp, AssetEvent, AssetLoadError, AssetLoadFailedEvent, AssetPlugin, AssetServer,
};
use bevy_ecs::message::{MessageCursor, Messages};
use bevy_ecs::prelude::*;
use bt_bevy::bt_core::files::{Loaded, Mistakes};
use bt_bevy::{Behavior, BehaviorPlugin, TreeAsset, TreeAssetPlugin, TreeHandle};
use bt_bevy::{TreeFile, TreeFilePlugin};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Tell = Arc<Mutex<Option<Box<dyn Fn(PathBuf) + Send>>>>;

struct Watcher;

impl AssetWatcher for Watcher {}

/// Files in memory, which Bevy watches.
#[derive(Clone, Default)]
struct Files {
    files: Dir,
    tell: Tell,
}

impl Files {
    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        self.files.insert_asset(Path::new(name), text.as_ref().to_vec());
        if let Some(tell) = &*self.tell.lock().expect("no test panics with it") {
            tell(name.into());
        }
    }

    /// An app with these files.
    fn app(&self) -> App {
        let (files, teller) = (self.files.clone(), Arc::clone(&self.tell));
        let source =
            AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: files.clone() }))
                .with_watcher(move |sender| {
                    *teller.lock().expect("no test panics with it") = Some(Box::new(move |path| {
                        sender
                            .try_send(AssetSourceEvent::ModifiedAsset(path))
                            .expect("Bevy listens");
                    }));
                    Some(Box::new(Watcher))
                });
        let mut app = App::new();
        app.add_plugins(TaskPoolPlugin::default());
        app.register_asset_source(AssetSourceId::Default, source);
        let watch_for_changes_override = Some(true);
        app.add_plugins(AssetPlugin { watch_for_changes_override, ..AssetPlugin::default() });
        app
    }
}

fn app(files: &Files) -> App {
    let mut app = files.app();
    app.add_plugins(TreeAssetPlugin::<Gait>::new(Update));
    app
}

fn walker(app: &mut App, file: &'static str, tree: &'static str) -> Entity {
    let handle = app.world().resource::<AssetServer>().load(file);
    app.world_mut().spawn((TreeHandle::<Gait>::new(handle, tree), Steps(0), Ground)).id()
}

fn steps(app: &App, walker: Entity) -> i32 {
    app.world().get::<Steps>(walker).expect("it is there").0
}

fn behavior(app: &App, walker: Entity) -> Option<&Behavior<Loaded<Gait>>> {
    app.world().get(walker)
}

fn is_at(app: &App, walker: Entity, label: &str) -> bool {
    behavior(app, walker).is_some_and(|behavior| {
        behavior.tree().labelled(label).is_some_and(|node| behavior.is_active(node))
    })
}

/// The mistakes of all files that could not be loaded.
fn mistakes(
    app: &App,
    seen: &mut MessageCursor<AssetLoadFailedEvent<TreeAsset<Gait>>>,
) -> Vec<String> {
    let failed = app.world().resource::<Messages<AssetLoadFailedEvent<TreeAsset<Gait>>>>();
    let mut texts = Vec::new();
    for failed in seen.read(failed) {
        let AssetLoadError::AssetLoaderError(error) = &failed.error else {
            panic!("{}", failed.error)
        };
        let mistakes = error.error().downcast_ref::<Mistakes>();
        texts.push(mistakes.map_or_else(|| error.to_string(), ToString::to_string));
    }
    texts
}

fn until(app: &mut App, what: &str, mut is_so: impl FnMut(&App) -> bool) {
    let begin = Instant::now();
    while !is_so(app) {
        assert!(begin.elapsed() < Duration::from_mins(1), "{what}");
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

fn until_mistake(app: &mut App, text: &str) {
    let (mut seen, mut all) = (MessageCursor::default(), Vec::new());
    until(app, text, |app| {
        all.extend(mistakes(app, &mut seen));
        all.iter().any(|mistake| mistake.contains(text))
    });
}

/// Until a file has been loaded again.
fn until_loaded(app: &mut App) {
    let mut seen =
        app.world().resource::<Messages<AssetEvent<TreeAsset<Gait>>>>().get_cursor_current();
    until(app, "it is loaded again", |app| {
        let events = app.world().resource::<Messages<AssetEvent<TreeAsset<Gait>>>>();
        seen.read(events).any(|event| matches!(event, AssetEvent::Modified { .. }))
    });
}

#[test]
fn a_changed_file_gives_its_trees_to_all_entities() {
    let files = Files::default();
    files.write(
        "walk.tree",
        "tree Stroll { sequence { condition Before(step = 3); 'go: action Walk; 'stay: running; } }",
    );
    let mut app = app(&files);
    let one = walker(&mut app, "walk.tree", "Stroll");
    // It gets its ground only later, when the file has changed.
    let other = walker(&mut app, "walk.tree", "Stroll");
    app.world_mut().entity_mut(other).remove::<Ground>();
    until(&mut app, "it stays", |app| is_at(app, one, "stay"));
    assert_eq!((steps(&app, one), steps(&app, other)), (1, 0));
    // An entity that is spawned later has its tree at once.
    let late = walker(&mut app, "walk.tree", "Stroll");
    app.world_mut().flush();
    assert!(behavior(&app, late).is_some());

    files.write("walk.tree", "tree Stroll {\n    action Wlk;\n}");
    until_mistake(&mut app, "walk.tree:2:12");
    assert!(is_at(&app, one, "stay"));

    // Only a parameter is another one: it goes on.
    files.write(
        "walk.tree",
        "tree Stroll { sequence { condition Before(step = 9); 'go: action Walk; 'stay: running; } }",
    );
    until_loaded(&mut app);
    app.update();
    assert!(is_at(&app, one, "stay"));
    assert_eq!(steps(&app, one), 1);

    // Another shape: what runs is aborted, and the tree starts afresh.
    files.write("walk.tree", "tree Stroll { action Walk(steps = 100); }");
    until(&mut app, "it runs", |app| steps(app, one) > 100);
    assert_eq!(steps(&app, other), 0);
    app.world_mut().entity_mut(other).insert(Ground);
    app.update();
    assert_eq!(steps(&app, other), 100);
}

#[test]
fn a_file_brings_others_which_are_watched() {
    let files = Files::default();
    files.write("all/walk.tree", "use \"legs/left.tree\"; tree Stroll { subtree Left; }");
    files.write("all/legs/left.tree", "use \"toes/one.tree\"; tree Left { subtree Toe; }");
    files.write("all/legs/toes/one.tree", "tree Toe { action Walk(steps = 5); }");
    let mut app = app(&files);
    let walker = walker(&mut app, "all/walk.tree", "Stroll");
    until(&mut app, "it walks", |app| steps(app, walker) >= 10);
    assert_eq!(steps(&app, walker) % 5, 0);

    files.write("all/legs/toes/one.tree", "tree Toe { action Wlk; }");
    until_mistake(&mut app, "all/legs/toes/one.tree:1:19");
    let before = steps(&app, walker);
    app.update();
    assert_eq!(steps(&app, walker), before + 5);

    files.write("all/legs/toes/one.tree", "tree Toe { action Walk(steps = 100000); }");
    until(&mut app, "it runs", |app| steps(app, walker) > 100_000);

    // One that is not there is a mistake where it is named.
    files.write("all/walk.tree", "use \"arms.tree\"; tree Stroll { subtree Arm; }");
    until_mistake(&mut app, "all/walk.tree:1:5");
}

#[test]
fn each_entity_has_the_file_that_it_names() {
    let files = Files::default();
    files.write("slow.tree", "tree Stroll { action Walk; }");
    files.write("fast.tree", "tree Stroll { action Walk(steps = 1000); }");
    let mut app = app(&files);
    let slow = walker(&mut app, "slow.tree", "Stroll");
    let fast = walker(&mut app, "fast.tree", "Stroll");
    until(&mut app, "both walk", |app| steps(app, slow) > 0 && steps(app, fast) > 0);
    assert!(steps(&app, slow) < 1_000 && steps(&app, fast) % 1_000 == 0);
    // Another handle is another tree.
    let handle = app.world().get::<TreeHandle<Gait>>(fast).expect("it has one").clone();
    assert_eq!(handle.name(), "Stroll");
    app.world_mut().entity_mut(slow).insert(handle);
    app.world_mut().flush();
    let before = steps(&app, slow);
    app.update();
    assert_eq!(steps(&app, slow), before + 1_000);
}

#[test]
fn what_cannot_be_loaded_is_told() {
    warnings::collect();
    let files = Files::default();
    files.write("walk.tree", "tree Stroll { action Walk; }");
    files.write("bytes.tree", b"tree \xff");
    let mut app = app(&files);
    let late = walker(&mut app, "bytes.tree", "Stroll");
    until_mistake(&mut app, "the file is not UTF-8: byte 5 belongs to no character");
    assert!(behavior(&app, late).is_none());
    files.write("bytes.tree", "tree Stroll { action Walk; }");
    until(&mut app, "it is loaded at last", |app| steps(app, late) > 0);
    let walker = walker(&mut app, "walk.tree", "Run");
    let text = format!("{walker} has no tree: `walk.tree` has no tree `Run`, but `Stroll`");
    until(&mut app, "there is a warning", |_| !warnings::with(&text).is_empty());

    let mut without = App::new();
    without.add_plugins(TreeAssetPlugin::<Gait>::new(Update));
    let told = warnings::with("the trees of the vocabulary `plugin::files::Gait` are not loaded");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("write `app.add_plugins(AssetPlugin::default())`"), "{told:?}");
}

#[test]
fn a_file_and_assets_do_not_disturb_each_other() {
    let files = Files::default();
    files.write("walk.tree", "tree Stroll { action Walk(steps = 1000); }");
    let path = std::env::temp_dir().join(format!("bt-bevy-beside-{}.tree", std::process::id()));
    std::fs::write(&path, "tree Stroll { action Walk; }").expect("the folder can be written");
    let mut app = files.app();
    // The options of the plugin are those of the one that is added first.
    app.add_plugins(BehaviorPlugin::<Loaded<Gait>>::new(Update).run_if(|| true));
    app.add_plugins(TreeFilePlugin::<Gait>::new(Update, &path).expect("the file is valid"));
    app.add_plugins(TreeAssetPlugin::<Gait>::new(Update));
    let asset = walker(&mut app, "walk.tree", "Stroll");
    let of_file = app.world().resource::<TreeFile<Gait>>().behavior("Stroll");
    let of_file = app.world_mut().spawn((of_file.expect("it has one"), Steps(0), Ground)).id();
    until(&mut app, "both walk", |app| steps(app, asset) > 0 && steps(app, of_file) > 0);
    std::fs::write(&path, "tree Stroll { sequence { action Walk(steps = 3); } }")
        .expect("the folder can be written");
    until(&mut app, "the file is loaded", |app| {
        app.world().resource::<TreeFile<Gait>>().version() == 1
    });
    let before = (steps(&app, asset), steps(&app, of_file));
    app.update();
    assert_eq!((steps(&app, asset), steps(&app, of_file)), (before.0 + 1_000, before.1 + 3));
    std::fs::remove_file(path).expect("it is there");
}
