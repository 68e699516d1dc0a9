use super::resource::{Watch, begin_moment};
use bevy_app::{App, First, Plugin};
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_time::TimeSystems;
use bt_watch::live::Live;
use bt_watch::record::Recorder;

/// Shows the trees of all entities, on a page for browsers on this machine.
///
/// Its address is in the log, and in the resource [`Watch`]. The page names an entity by its `Name`, and shows the
/// fields of its blackboard: those that are `Serialize` as values, and others that are `Debug` as text. If the server
/// cannot be started, there is an error in the log, and the app runs without it.
///
/// ```no_run
/// # use bevy_app::prelude::*;
/// # use bt_bevy::LivePlugin;
/// # let mut app = App::new();
/// app.add_plugins(LivePlugin::default());
/// ```
#[derive(Clone, Debug)]
pub struct LivePlugin {
    address: String,
    may_pause: bool,
}

impl Default for LivePlugin {
    fn default() -> Self {
        Self { address: "127.0.0.1:0".to_owned(), may_pause: false }
    }
}

impl LivePlugin {
    /// Shows the page at this address, for example `127.0.0.1:8080`.
    #[must_use]
    pub fn at(address: impl Into<String>) -> Self {
        Self { address: address.into(), ..Self::default() }
    }

    /// Allows the page to pause the app and to set breakpoints. While it is paused, the app does not respond.
    #[must_use]
    pub fn let_pause(mut self) -> Self {
        self.may_pause = true;
        self
    }
}

impl Plugin for LivePlugin {
    fn build(&self, app: &mut App) {
        match Live::at(&self.address) {
            Ok(mut live) => {
                live.let_pause(self.may_pause);
                log::info!("the trees are shown at {}", live.url());
                watch(app, live);
            }
            Err(error) => log::error!("the trees are not shown: {error}"),
        }
    }
}

/// Records the trees of all entities, in a bounded amount of memory.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bt_bevy::{RecorderPlugin, Watch};
/// # let mut app = App::new();
/// app.add_plugins(RecorderPlugin { capacity: 1 << 20 });
/// // Later:
/// let recording = app.world().resource::<Watch>().recording();
/// let page = recording.to_json();
/// # assert!(!page.is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecorderPlugin {
    /// The capacity in bytes; the oldest moments are dropped first.
    pub capacity: usize,
}

impl Plugin for RecorderPlugin {
    fn build(&self, app: &mut App) {
        watch(app, Recorder::with_capacity(self.capacity));
    }
}

fn watch(app: &mut App, watcher: impl Into<Watch>) {
    app.insert_resource::<Watch>(watcher.into())
        .add_systems(First, begin_moment.after(TimeSystems));
}
