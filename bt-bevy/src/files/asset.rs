//! Trees that are assets of Bevy.

use super::{Renewed, renew_one};
use crate::agents::Agents;
use crate::behavior::Behavior;
use crate::blackboard::{Blackboard, Shared};
use crate::plugin::BehaviorPlugin;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::io::Reader;
use bevy_asset::{
    Asset, AssetApp, AssetEvent, AssetEventSystems, AssetId, AssetLoader, AssetPath, AssetServer,
    Assets, Handle, LoadContext, UntypedAssetId, VisitAssetDependencies,
};
use bevy_ecs::change_detection::{Res, ResMut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::error::BevyError;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::Insert;
use bevy_ecs::message::MessageReader;
use bevy_ecs::observer::On;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::common_conditions::on_message;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use bevy_ecs::system::{Commands, Query};
use bevy_reflect::TypePath;
use bt_core::files::{Loaded, Play, Trees, Vocabulary};
use std::any::type_name;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::marker::PhantomData;
use std::path::PathBuf;

/// The trees of a file, as an asset of Bevy: `server.load("soldier.tree")` with a [`TreeAssetPlugin`].
///
/// If a file has mistakes, Bevy logs them and sends an
/// [`AssetLoadFailedEvent`](bevy_asset::AssetLoadFailedEvent), in whose error they are found with
/// `error().downcast_ref::<Mistakes>()`. The trees that were loaded before remain.
#[derive(Debug)]
pub struct TreeAsset<V: Vocabulary> {
    trees: Trees<V>,
}

impl<V: Vocabulary> TreeAsset<V> {
    /// The trees.
    #[must_use]
    pub const fn trees(&self) -> &Trees<V> {
        &self.trees
    }
}

impl<V: Vocabulary> Asset for TreeAsset<V> {}

/// The files that a file brings are parts of its trees.
impl<V: Vocabulary> VisitAssetDependencies for TreeAsset<V> {
    fn visit_dependencies(&self, _: &mut impl FnMut(UntypedAssetId)) {}
}

/// A vocabulary need not have a path, so that the derive cannot be used.
macro_rules! has_type_path {
    ($name:ident, $short:literal) => {
        impl<V: Vocabulary> TypePath for $name<V> {
            fn type_path() -> &'static str {
                type_name::<Self>()
            }

            fn short_type_path() -> &'static str {
                $short
            }
        }
    };
}

has_type_path!(TreeAsset, "TreeAsset");
has_type_path!(TreeLoader, "TreeLoader");

/// Loads `.tree` files.
struct TreeLoader<V>(PhantomData<fn(V)>);

impl<V: Vocabulary> AssetLoader for TreeLoader<V> {
    type Asset = TreeAsset<V>;
    type Settings = ();
    type Error = BevyError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<TreeAsset<V>, BevyError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let text = text(bytes)?;
        let others = others::<V>(&text, context).await;
        let path = PathBuf::from(context.path().to_string());
        let mut other = |name: &str| match others.get(name) {
            Some(text) => text.clone(),
            None => Err("there is no such file".to_owned()),
        };
        let trees = Trees::parse_files(&text, &path, &mut other);
        let trees = trees.map_err(|mistakes| mistakes.in_file(path))?;
        Ok(TreeAsset { trees })
    }

    fn extensions(&self) -> &[&str] {
        &["tree"]
    }
}

fn text(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("the file is not UTF-8: byte {at} belongs to no character")
    })
}

/// The texts of the files that a text brings, also through others. Bevy loads the asset again when one of them changes.
async fn others<V: Vocabulary>(
    first: &str,
    context: &mut LoadContext<'_>,
) -> BTreeMap<String, Result<String, String>> {
    let path = context.path();
    let folder = path.path().parent().map(ToOwned::to_owned).unwrap_or_default();
    let source = path.source().clone_owned();
    let mut texts = BTreeMap::new();
    let mut open = names::<V>("", first);
    while let Some(name) = open.pop() {
        if texts.contains_key(&name) {
            continue;
        }
        let path = AssetPath::from(folder.join(&name)).with_source(source.clone());
        let other = match context.read_asset_bytes(path).await {
            Ok(bytes) => text(bytes),
            Err(error) => Err(error.to_string()),
        };
        if let Ok(text) = &other {
            open.extend(names::<V>(&name, text));
        }
        texts.insert(name, other);
    }
    texts
}

/// The names of the files that the text of one file brings, as [`Trees::parse_files`] asks for them.
fn names<V: Vocabulary>(of: &str, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    if text.contains("use") {
        let folder = of.rfind('/').map_or("", |end| &of[..=end]);
        // Without the other files it has mistakes, which are found again with them.
        drop(Trees::<V>::parse_with(text, |name| {
            names.push(format!("{folder}{name}"));
            None::<String>
        }));
    }
    names
}

/// Names the tree of an asset that an entity has: when the file is loaded, the entity gets the [`Behavior`].
///
/// To give the entity another tree, insert another handle.
#[derive(Component, Debug)]
#[component(immutable)]
pub struct TreeHandle<V: Vocabulary> {
    trees: Handle<TreeAsset<V>>,
    name: Cow<'static, str>,
}

impl<V: Vocabulary> TreeHandle<V> {
    /// Names a tree of a file.
    #[must_use]
    pub fn new(trees: Handle<TreeAsset<V>>, name: impl Into<Cow<'static, str>>) -> Self {
        Self { trees, name: name.into() }
    }

    /// The file.
    #[must_use]
    pub const fn trees(&self) -> &Handle<TreeAsset<V>> {
        &self.trees
    }

    /// The name of the tree.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives the entity its tree.
    fn give(&self, entity: Entity, asset: &TreeAsset<V>, commands: &mut Commands<'_, '_>)
    where
        Loaded<V>: Send + Sync + 'static,
    {
        match asset.trees.tree(&self.name) {
            Some(tree) => {
                commands.entity(entity).try_insert(Behavior::new(tree));
            }
            None => {
                let file = self.trees.path().map(ToString::to_string).unwrap_or_default();
                let names = asset.trees.names().collect::<Vec<_>>().join("`, `");
                log::warn!(
                    "{entity} has no tree: `{file}` has no tree `{}`, but `{names}`",
                    self.name
                );
            }
        }
    }
}

impl<V: Vocabulary> Clone for TreeHandle<V> {
    fn clone(&self) -> Self {
        Self { trees: self.trees.clone(), name: self.name.clone() }
    }
}

/// Loads trees as assets of Bevy and ticks them, as a [`BehaviorPlugin`] does.
///
/// Add Bevy's `AssetPlugin` before it. Each entity with a [`TreeHandle`] gets a [`Behavior`] when its file has been loaded. When
/// Bevy's watcher notices that the file has changed, or one that it brings with `use`, each entity takes the new version of its tree:
/// if only parameters have changed, running nodes continue; otherwise they are aborted, and the tree starts again. A vocabulary can
/// have any number of files, whatever source of assets they come from.
///
/// For the options of a [`BehaviorPlugin`], add that of `Loaded<V>` first.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_asset::{AssetApp, AssetPlugin, AssetServer};
/// # use bevy_asset::io::{AssetSourceBuilder, AssetSourceId, memory::{Dir, MemoryAssetReader}};
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{Blackboard, TreeAssetPlugin, TreeHandle};
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
/// fn spawn(mut commands: Commands, server: Res<AssetServer>) {
///     // The tree `Wounded` of the file `assets/soldier.tree`.
///     let tree = TreeHandle::<Drill>::new(server.load("soldier.tree"), "Wounded");
///     commands.spawn((tree, Health(5)));
/// }
///
/// let mut app = App::new();
/// # app.add_plugins(TaskPoolPlugin::default());
/// # let files = Dir::default();
/// # files.insert_asset_text("soldier.tree".as_ref(), "tree Wounded { sequence { condition HealthBelow; action Rest; } }");
/// # let source = AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: files.clone() }));
/// # app.register_asset_source(AssetSourceId::Default, source);
/// app.add_plugins((AssetPlugin::default(), TreeAssetPlugin::<Drill>::new(Update)));
/// app.add_systems(Startup, spawn);
/// # let mut healths = app.world_mut().query::<&Health>();
/// # let begin = std::time::Instant::now();
/// # while healths.iter(app.world()).all(|health| health.0 == 5) {
/// #     assert!(begin.elapsed().as_secs() < 60);
/// #     app.update();
/// # }
/// ```
pub struct TreeAssetPlugin<V, B = ()> {
    schedule: Interned<dyn ScheduleLabel>,
    of: PhantomData<fn(V, B)>,
}

impl<V: Vocabulary> TreeAssetPlugin<V> {
    /// Makes a plugin that ticks the trees in this schedule.
    #[must_use]
    pub fn new<B>(schedule: impl ScheduleLabel) -> TreeAssetPlugin<V, B>
    where
        V: Play<B> + for<'at> Play<B::At<'at>>,
        B: Blackboard + 'static,
        Loaded<V>: Send + Sync + 'static,
    {
        TreeAssetPlugin { schedule: schedule.intern(), of: PhantomData }
    }
}

impl<V, B> Plugin for TreeAssetPlugin<V, B>
where
    V: Vocabulary + for<'at> Play<B::At<'at>>,
    B: Blackboard + 'static,
    Loaded<V>: Send + Sync + 'static,
{
    fn build(&self, app: &mut App) {
        if !app.world().contains_resource::<AssetServer>() {
            log::error!(
                "the trees of the vocabulary `{}` are not loaded: write `app.add_plugins(AssetPlugin::default())` before \
                 the `TreeAssetPlugin`",
                type_name::<V>()
            );
            return;
        }
        BehaviorPlugin::<Loaded<V>, B>::add(self.schedule, app);
        app.init_asset::<TreeAsset<V>>()
            .register_asset_loader(TreeLoader::<V>(PhantomData))
            .add_observer(give::<V>)
            .add_systems(
                PostUpdate,
                renew::<V, B>
                    .after(AssetEventSystems)
                    .run_if(on_message::<AssetEvent<TreeAsset<V>>>),
            );
    }
}

/// Gives an entity its tree, if the file has been loaded already.
fn give<V: Vocabulary>(
    event: On<'_, '_, Insert<TreeHandle<V>>>,
    handles: Query<'_, '_, &TreeHandle<V>, Allow<Disabled>>,
    assets: Res<'_, Assets<TreeAsset<V>>>,
    mut commands: Commands<'_, '_>,
) where
    Loaded<V>: Send + Sync + 'static,
{
    if let Ok(of) = handles.get(event.entity)
        && let Some(asset) = assets.get(&of.trees)
    {
        of.give(event.entity, asset, &mut commands);
    }
}

type Named<V, B> = (Entity, &'static TreeHandle<V>, Option<Renewed<V, B>>);

/// Gives all entities the trees of the files that were loaded, and their new versions.
fn renew<V, B>(
    mut events: MessageReader<'_, '_, AssetEvent<TreeAsset<V>>>,
    assets: Res<'_, Assets<TreeAsset<V>>>,
    mut agents: Query<'_, '_, Named<V, B>, Allow<Disabled>>,
    param: Shared<'_, '_, B>,
    mut crowd: ResMut<'_, Agents<Loaded<V>>>,
    mut commands: Commands<'_, '_>,
) where
    V: Vocabulary + for<'at> Play<B::At<'at>>,
    B: Blackboard + 'static,
    Loaded<V>: Send + Sync + 'static,
{
    let loaded: HashSet<AssetId<_>> = events.read().filter_map(loaded).collect();
    if loaded.is_empty() {
        return;
    }
    // Without it there is no tick, and the tick says what is missing.
    let mut param = param.ok();
    for (entity, of, agent) in &mut agents {
        if !loaded.contains(&of.trees.id()) {
            continue;
        }
        let Some(asset) = assets.get(&of.trees) else { continue };
        match (agent, &mut param) {
            (Some(agent), Some(param)) => {
                let number = agent.0.number;
                if renew_one::<V, B>(agent, &asset.trees, param) {
                    crowd.wake(number);
                } else {
                    of.give(entity, asset, &mut commands);
                }
            }
            _ => of.give(entity, asset, &mut commands),
        }
    }
}

const fn loaded<V: Vocabulary>(event: &AssetEvent<TreeAsset<V>>) -> Option<AssetId<TreeAsset<V>>> {
    match event {
        AssetEvent::Added { id } | AssetEvent::Modified { id } => Some(*id),
        AssetEvent::Removed { .. }
        | AssetEvent::Unused { .. }
        | AssetEvent::LoadedWithDependencies { .. } => None,
    }
}
