//! Systems of the program whose results leaves wait for.

use bevy_ecs::error::BevyError;
use bevy_ecs::system::{Commands, SystemId, SystemInput};
use bevy_ecs::world::World;
use futures_channel::oneshot;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A registered system as a leaf: `await board.commands.system_result(board.systems.plan, goal) -> path;`.
///
/// The system runs when the commands of the tree's system are applied, with all of the world at its hand. The leaf is running until
/// its next tick, which has the result: what the system gives, as a leaf would give it. An `Err` of the system, and a system that
/// cannot be run, fail the leaf with a text. If the leaf is aborted before, the system does not run.
///
/// With `ParallelCommands`, the trees are still ticked in parallel.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::{ParallelCommands, SystemId};
/// use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, SystemResults, behavior_tree};
///
/// #[derive(Component)]
/// struct Place(f32);
///
/// #[derive(Component)]
/// struct Tree;
///
/// #[derive(Resource)]
/// struct Systems {
///     nearest: SystemId<In<Entity>, Option<f32>>,
/// }
///
/// /// Where the nearest tree is.
/// fn nearest(In(who): In<Entity>, places: Query<&Place>, trees: Query<&Place, With<Tree>>) -> Option<f32> {
///     let from = places.get(who).ok()?.0;
///     trees.iter().map(|tree| tree.0).min_by(|one, other| (one - from).abs().total_cmp(&(other - from).abs()))
/// }
///
/// #[derive(Blackboard)]
/// struct Lumberjack<'w> {
///     me: Entity,
///     place: Mut<'w, Place>,
///     #[resource]
///     systems: &'w Systems,
///     #[param]
///     commands: &'w ParallelCommands<'w, 'w>,
/// }
///
/// impl Lumberjack<'_> {
///     fn look(&self) -> impl Future<Output = Result<f32, String>> + use<> {
///         let nearest = self.systems.nearest;
///         let found = self.commands.command_scope(|mut commands| commands.system_result(nearest, self.me));
///         async { found.await.map_err(|error| error.to_string())?.ok_or("there is no tree".into()) }
///     }
/// }
///
/// behavior_tree! {
///     tree Fell(jack: &mut Lumberjack<'_>) {
///         let(tree: f32) sequence {
///             await jack.look() -> tree;
///             action jack.place.0 = *tree;
///         }
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins(BehaviorPlugin::<Fell>::new(Update));
/// let nearest = app.register_system(nearest);
/// app.insert_resource(Systems { nearest });
/// app.world_mut().spawn_batch([(Tree, Place(2.0)), (Tree, Place(7.0))]);
/// let jack = app.world_mut().spawn((Behavior::new(Fell::new()), Place(6.0))).id();
/// app.update();
/// app.update();
/// assert_eq!(app.world().get::<Place>(jack).map(|place| place.0), Some(7.0));
/// ```
pub trait SystemResults {
    /// Asks for a run of this system, and returns a future of its result.
    fn system_result<I, O>(
        &mut self,
        system: SystemId<I, O>,
        input: I::Inner<'static>,
    ) -> SystemResult<O>
    where
        I: SystemInput<Inner<'static>: Send> + 'static,
        O: Send + 'static;
}

impl SystemResults for Commands<'_, '_> {
    fn system_result<I, O>(
        &mut self,
        system: SystemId<I, O>,
        input: I::Inner<'static>,
    ) -> SystemResult<O>
    where
        I: SystemInput<Inner<'static>: Send> + 'static,
        O: Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        self.queue(move |world: &mut World| {
            // The leaf was aborted if nobody receives.
            if !sender.is_canceled() {
                let result = world.run_system_with(system, input);
                drop(sender.send(result.map_err(|error| error.to_string().into())));
            }
        });
        SystemResult { receiver }
    }
}

/// The future of a system's result; see [`SystemResults`].
#[must_use = "`await` waits for the result"]
pub struct SystemResult<O> {
    receiver: oneshot::Receiver<Result<O, BevyError>>,
}

impl<O> Future for SystemResult<O> {
    type Output = Result<O, BevyError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // An `Err` says that the commands were never applied.
        Pin::new(&mut self.receiver)
            .poll(context)
            .map(|result| result.unwrap_or_else(|error| Err(error.into())))
    }
}

impl<O> fmt::Debug for SystemResult<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SystemResult").finish_non_exhaustive()
    }
}
