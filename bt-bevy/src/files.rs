//! Trees that are loaded from a file, and again when the file changes.

#[cfg(feature = "asset")]
mod asset;

use crate::agents::Agents;
use crate::behavior::Behavior;
use crate::blackboard::{Blackboard, DataOf, ParamOf, Shared};
use crate::plugin::{BehaviorPlugin, BehaviorSystems};
#[cfg(feature = "asset")]
pub use asset::{TreeAsset, TreeAssetPlugin, TreeHandle};
use bevy_app::{App, First, Plugin};
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Mut, Res, ResMut};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::query::{Allow, QueryData};
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use bevy_ecs::system::Query;
use bt_core::files::{Loaded, Mistakes, Play, Trees, Vocabulary};
use std::any::type_name;
use std::collections::BTreeMap;
use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two looks at the file.
const PAUSE: Duration = Duration::from_millis(250);

/// The trees of a file; the resource of a [`TreeFilePlugin`].
#[derive(Resource, Debug)]
pub struct TreeFile<V: Vocabulary> {
    path: PathBuf,
    trees: Trees<V>,
    /// The texts that were read last, of the file and of those that it brings.
    texts: BTreeMap<PathBuf, String>,
    mistakes: Option<Mistakes>,
    /// How often the trees were loaded.
    version: u32,
    looked: Instant,
}

impl<V: Vocabulary> TreeFile<V> {
    fn load(path: &Path) -> Result<Self, Mistakes> {
        let (trees, texts) = match fs::read_to_string(path) {
            Ok(text) => {
                let trees = parsed(&text, path)?;
                // The others may have changed since, so that only what is read now can be known.
                let mut texts = texts(trees.files());
                texts.insert(path.to_owned(), text);
                (trees, texts)
            }
            // It says why the file cannot be read.
            Err(_) => (Trees::load(path)?, BTreeMap::new()),
        };
        let path = path.to_owned();
        Ok(Self { path, trees, texts, mistakes: None, version: 0, looked: Instant::now() })
    }

    /// The component with the tree of this name; `None` if the file has no such tree.
    #[must_use]
    pub fn behavior(&self, name: &str) -> Option<Behavior<Loaded<V>>>
    where
        Loaded<V>: Send + Sync + 'static,
    {
        self.trees.tree(name).map(Behavior::new)
    }

    /// The trees.
    #[must_use]
    pub const fn trees(&self) -> &Trees<V> {
        &self.trees
    }

    /// The mistakes in the file, if it has changed and could not be loaded.
    #[must_use]
    pub const fn mistakes(&self) -> Option<&Mistakes> {
        self.mistakes.as_ref()
    }

    /// How often the file has been loaded again.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Loads the file again if its text has changed, and returns `true` if it has. The plugin does this a few times per
    /// second.
    ///
    /// If the file has mistakes, or it cannot be read any more, the old trees remain, and there is a warning.
    pub fn look(&mut self) -> bool {
        let now = texts(self.trees.files().chain([self.path.as_path()]));
        if now == self.texts {
            return false;
        }
        let trees = match now.get(&self.path) {
            Some(text) => parsed(text, &self.path),
            // It says why the file cannot be read.
            None => Trees::load(&self.path),
        };
        self.texts = now;
        match trees {
            Ok(trees) => {
                self.trees = trees;
                self.mistakes = None;
                self.version += 1;
                // What the file brings now is read again at the next look.
                self.texts.retain(|path, _| {
                    *path == self.path || self.trees.files().any(|of| of == path)
                });
            }
            Err(mistakes) => {
                log::warn!("the trees stay as they are:\n{mistakes}");
                self.mistakes = Some(mistakes);
            }
        }
        true
    }
}

/// The texts of the files that can be read.
fn texts<'a>(files: impl Iterator<Item = &'a Path>) -> BTreeMap<PathBuf, String> {
    let text = |file: &Path| Some((file.to_owned(), fs::read_to_string(file).ok()?));
    files.filter_map(text).collect()
}

/// The trees of a text that was read from this file. The file is not read again: it may have changed since.
fn parsed<V: Vocabulary>(text: &str, path: &Path) -> Result<Trees<V>, Mistakes> {
    Trees::parse_for(text, path).map_err(|mistakes| mistakes.in_file(path))
}

/// Ticks trees of a file, as a [`BehaviorPlugin`] does, and loads them again when the file changes.
///
/// When it does, each entity takes the new version of its tree: if only parameters have changed, running nodes
/// continue; otherwise they are aborted, and the tree starts again. See [`bt_core::files`] for vocabularies and files. For the
/// options of a [`BehaviorPlugin`], add that of `Loaded<V>` first.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{Blackboard, TreeFile, TreeFilePlugin};
/// # use bt_bevy::behavior_tree;
/// # #[derive(Component)] struct Health(i32);
/// #[derive(Blackboard)]
/// struct Soldier<'w> {
///     health: Mut<'w, Health>,
/// }
///
/// behavior_tree! {
///     vocabulary Drill(soldier: &mut Soldier<'_>) {
///         condition HealthBelow(limit: i32 = 20) => soldier.health.0 < limit;
///         action Rest => soldier.health.0 += 1;
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let path = std::env::temp_dir().join(format!("bt-bevy-{}.tree", std::process::id()));
/// # std::fs::write(&path, "tree Wounded { sequence { condition HealthBelow; action Rest; } }")?;
/// let mut app = App::new();
/// app.add_plugins(TreeFilePlugin::<Drill>::new(Update, &path)?);
/// let tree = app.world().resource::<TreeFile<Drill>>().behavior("Wounded");
/// let soldier = app.world_mut().spawn((tree.ok_or("no such tree")?, Health(5))).id();
/// app.update();
/// assert_eq!(app.world().get::<Health>(soldier).map(|health| health.0), Some(6));
/// # std::fs::remove_file(path)?;
/// # Ok(())
/// # }
/// ```
pub struct TreeFilePlugin<V, B = ()> {
    path: PathBuf,
    schedule: Interned<dyn ScheduleLabel>,
    of: PhantomData<fn(V, B)>,
}

impl<V: Vocabulary> TreeFilePlugin<V> {
    /// Loads a file, and makes a plugin that ticks its trees in this schedule.
    ///
    /// # Errors
    ///
    /// All mistakes of the file; also an error if it cannot be read.
    pub fn new<B>(
        schedule: impl ScheduleLabel,
        path: impl AsRef<Path>,
    ) -> Result<TreeFilePlugin<V, B>, Mistakes>
    where
        V: Play<B> + for<'at> Play<B::At<'at>>,
        B: Blackboard + 'static,
        Loaded<V>: Send + Sync + 'static,
    {
        let path = path.as_ref().to_owned();
        Trees::<V>::load(&path)?;
        Ok(TreeFilePlugin { path, schedule: schedule.intern(), of: PhantomData })
    }
}

impl<V, B> Plugin for TreeFilePlugin<V, B>
where
    V: Vocabulary + for<'at> Play<B::At<'at>>,
    B: Blackboard + 'static,
    Loaded<V>: Send + Sync + 'static,
{
    // A second one is refused with a message that says what to write.
    fn is_unique(&self) -> bool {
        false
    }

    fn build(&self, app: &mut App) {
        if let Some(first) = app.world().get_resource::<TreeFile<V>>() {
            let (vocabulary, first, second) =
                (type_name::<V>(), first.path.display(), self.path.display());
            log::error!(
                "the trees of `{second}` were not loaded: the vocabulary `{vocabulary}` has the file `{first}`, and \
                 one file for each program: write `use \"{second}\";` in it"
            );
            return;
        }
        match TreeFile::<V>::load(&self.path) {
            Ok(file) => app.insert_resource(file),
            Err(mistakes) => {
                log::error!("the trees were not loaded:\n{mistakes}");
                return;
            }
        };
        BehaviorPlugin::<Loaded<V>, B>::add(self.schedule, app);
        app.add_systems(First, look::<V>).add_systems(
            self.schedule,
            renew::<V, B>
                .run_if(|file: Res<'_, TreeFile<V>>| file.is_changed())
                .before(BehaviorSystems),
        );
    }
}

fn look<V: Vocabulary>(mut file: ResMut<'_, TreeFile<V>>) {
    let unmarked = file.bypass_change_detection();
    if PAUSE <= unmarked.looked.elapsed() {
        unmarked.looked = Instant::now();
        if unmarked.look() {
            file.set_changed();
        }
    }
}

/// Gives all entities the new versions of their trees.
fn renew<V, B>(
    file: Res<'_, TreeFile<V>>,
    mut agents: OfFile<'_, '_, V, B>,
    param: Shared<'_, '_, B>,
    mut crowd: ResMut<'_, Agents<Loaded<V>>>,
) where
    V: Vocabulary + for<'at> Play<B::At<'at>>,
    B: Blackboard + 'static,
    Loaded<V>: Send + Sync + 'static,
{
    // The tick says what is missing.
    let Ok(mut param) = param else { return };
    for agent in &mut agents {
        renew_one::<V, B>(agent, &file.trees, &mut param);
    }
    crowd.crowd.wake_all();
}

/// A tree, and the data of its entity if it lacks no component.
type Renewed<V, B> = (&'static mut Behavior<Loaded<V>>, Option<<B as Blackboard>::Data>);

type RenewedItem<'w, 's, V, B> = (Mut<'w, Behavior<Loaded<V>>>, Option<DataOf<'w, 's, B>>);

/// The entities whose tree is that of the file.
#[cfg(not(feature = "asset"))]
type OfFile<'w, 's, V, B> = Query<'w, 's, Renewed<V, B>, Allow<Disabled>>;
#[cfg(feature = "asset")]
type OfFile<'w, 's, V, B> =
    Query<'w, 's, Renewed<V, B>, (Allow<Disabled>, bevy_ecs::query::Without<TreeHandle<V>>)>;

/// Gives an entity the new version of its tree; returns `false` if there is no tree of this name.
fn renew_one<V, B>(
    (mut behavior, data): RenewedItem<'_, '_, V, B>,
    trees: &Trees<V>,
    param: &mut ParamOf<'_, '_, B>,
) -> bool
where
    V: Vocabulary + for<'at> Play<B::At<'at>>,
    B: Blackboard + 'static,
    Loaded<V>: Send + Sync + 'static,
{
    let behavior = &mut *behavior;
    let tree = &mut behavior.tree;
    let is_there = match data {
        Some(data) => {
            let mut blackboard = B::borrow(B::Data::shrink(data), param);
            tree.renew(trees, &mut blackboard)
        }
        // It lacks a component, so nothing runs.
        None => trees.tree(tree.name()).map(|new| *tree = new).is_some(),
    };
    let is_running = tree.is_running();
    behavior.show_anew(behavior.status().filter(|_| is_running));
    is_there
}
