//! The grid follows the position component.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{Neighbors, NeighborsPlugin, Position};
use bt_core::grid::Everywhere;
use fastrand::Rng;

#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Feet {
    at: [f32; 2],
    group: u32,
}

impl Position for Feet {
    fn position(&self) -> [f32; 2] {
        self.at
    }

    fn groups(&self) -> u32 {
        self.group
    }
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins(
        NeighborsPlugin::<Feet>::new(Update, [0.0, 0.0], [100.0, 100.0], 5.0)
            .expect("it is a world"),
    );
    app
}

fn feet(random: &mut Rng) -> Feet {
    let mut coordinate = || random.f32() * 100.0;
    Feet { at: [coordinate(), coordinate()], group: 1 << random.u32(0..3) }
}

/// The entities of a group in the grid, and those that have the component.
fn both(app: &mut App, group: u32) -> [Vec<(Entity, [f32; 2])>; 2] {
    let neighbors = app.world().resource::<Neighbors<Feet>>();
    let mut in_grid: Vec<_> = neighbors.entities(Everywhere, group).collect();
    in_grid.sort_by_key(|(entity, _)| *entity);
    let mut query = app.world_mut().query::<(Entity, &Feet)>();
    let with_feet = query.iter(app.world()).filter(|(_, feet)| feet.group & group != 0);
    let mut with_feet: Vec<_> = with_feet.map(|(entity, feet)| (entity, feet.at)).collect();
    with_feet.sort_by_key(|(entity, _)| *entity);
    [in_grid, with_feet]
}

#[test]
fn it_has_the_entities_and_their_positions() {
    let mut app = app();
    let mut random = Rng::with_seed(1);
    let mut entities: Vec<Entity> = Vec::new();
    for _ in 0..1_000 {
        for _ in 0..random.usize(0..4) {
            let feet = feet(&mut random);
            entities.push(app.world_mut().spawn(feet).id());
        }
        for _ in 0..random.usize(0..3) {
            let Some(entity) = random.choice(&entities).copied() else { continue };
            let Ok(mut entity) = app.world_mut().get_entity_mut(entity) else { continue };
            match random.u32(0..4) {
                0 => entity.despawn(),
                1 => {
                    entity.remove::<Feet>();
                }
                2 => {
                    entity.insert(feet(&mut random));
                }
                _ => {
                    if let Some(mut place) = entity.get_mut::<Feet>() {
                        *place = feet(&mut random);
                    }
                }
            }
        }
        app.update();
        let [in_grid, with_feet] = both(&mut app, 1 << random.u32(0..3));
        assert_eq!(in_grid, with_feet);
    }
    assert!(app.world().resource::<Neighbors<Feet>>().len() > 100);
}

#[test]
fn an_entity_enters_and_leaves_at_once() {
    let mut app = app();
    let feet = Feet { at: [5.0, 5.0], group: 1 };
    let one = app.world_mut().spawn(feet).id();
    let count =
        |app: &App| app.world().resource::<Neighbors<Feet>>().within([5.0, 5.0], 1.0).count();
    assert_eq!(count(&app), 1);
    app.world_mut().entity_mut(one).insert(Feet { at: [50.0, 5.0], ..feet });
    assert_eq!(count(&app), 0);
    app.world_mut().entity_mut(one).insert(feet);
    app.world_mut().despawn(one);
    assert_eq!(count(&app), 0);
}

#[test]
fn an_entity_is_asked_where_it_is() {
    let mut app = app();
    let feet = Feet { at: [5.0, 5.0], group: 1 };
    let target = app.world_mut().spawn(feet).id();
    let lost = app.world_mut().spawn(Feet { at: [f32::NAN, 5.0], ..feet }).id();
    let position = |app: &App, of| app.world().resource::<Neighbors<Feet>>().position(of);
    assert_eq!(position(&app, target), Some([5.0, 5.0]));
    assert_eq!(position(&app, lost), None);
    // It moves as the grid does: before the trees of the next frame.
    app.world_mut().get_mut::<Feet>(target).expect("it has some").at = [90.0, 8.0];
    app.update();
    assert_eq!(position(&app, target), Some([90.0, 8.0]));
    // Another entity in its place is not the target.
    app.world_mut().despawn(target);
    let other = app.world_mut().spawn(feet).id();
    assert_eq!(position(&app, target), None);
    assert_eq!(position(&app, other), Some([5.0, 5.0]));
    app.world_mut().entity_mut(other).remove::<Feet>();
    assert_eq!(position(&app, other), None);
}

#[test]
fn entities_that_are_older_than_the_plugin_are_found() {
    let mut app = App::new();
    let old = app.world_mut().spawn(Feet { at: [5.0, 5.0], group: 1 }).id();
    app.add_plugins(
        NeighborsPlugin::<Feet>::new(Update, [0.0, 0.0], [9.0, 9.0], 1.0).expect("it is a world"),
    );
    let neighbors = app.world().resource::<Neighbors<Feet>>();
    assert_eq!(neighbors.within([5.0, 5.0], 1.0).collect::<Vec<_>>(), [(old, [5.0, 5.0])]);
    assert_eq!(neighbors.nearest_but(old, [5.0, 5.0], 9.0, 1), None);
}

#[test]
fn an_invalid_position_is_not_taken() {
    let mut app = app();
    let feet = Feet { at: [5.0, 5.0], group: 1 };
    let lost = app.world_mut().spawn(Feet { at: [f32::NAN, 5.0], ..feet }).id();
    let one = app.world_mut().spawn(feet).id();
    app.update();
    app.world_mut().get_mut::<Feet>(one).expect("it has some").at[0] = f32::INFINITY;
    app.update();
    assert_eq!(both(&mut app, 1)[0], [(one, [5.0, 5.0])]);
    app.world_mut().get_mut::<Feet>(lost).expect("it has some").at[0] = 7.0;
    app.world_mut().despawn(one);
    app.update();
    assert_eq!(both(&mut app, 1)[0], [(lost, [7.0, 5.0])]);
}

#[cfg(feature = "picking")]
#[test]
fn a_touch_finds_an_entity() {
    use bt_bevy::PickingCamera;
    use bt_core::picking::glam::{Mat4, Vec3, camera::rh};
    use bt_core::picking::{Bodies, Ground};

    let mut app = app();
    let at = |at| Feet { at, group: 1 };
    app.world_mut().spawn(at([50.0, 60.0]));
    let near = app.world_mut().spawn(at([50.0, 40.0])).id();
    let right = app.world_mut().spawn(at([55.0, 40.0])).id();
    let view: Mat4 =
        rh::view::look_at_mat4(Vec3::new(50.0, 1.0, 30.0), Vec3::new(50.0, 1.0, 60.0), Vec3::Y);
    // As Bevy makes it: the near plane has depth 1, and the far plane is at infinity with depth 0.
    let scale = 1.0;
    let projection = [
        [scale, 0.0, 0.0, 0.0],
        [0.0, scale, 0.0, 0.0],
        [0.0, 0.0, 0.0, -1.0],
        [0.0, 0.0, 0.1, 0.0],
    ];
    let camera = PickingCamera::new(view.to_cols_array_2d(), projection, [400, 400]);
    let bodies = Bodies { ground: Ground::Xz, bottom: 0.0, top: 2.0, radius: 0.5 };
    let people = app.world().resource::<Neighbors<Feet>>();
    let picked = |touch| {
        let picked = people.pick(&camera, touch, &bodies).expect("the camera is valid");
        picked.map(|(entity, _)| entity)
    };
    assert_eq!(picked([200.0, 200.0]), Some(near));
    // The camera looks along z, so that x grows to the left.
    assert_eq!(picked([100.0, 200.0]), Some(right));
    assert_eq!(picked([350.0, 200.0]), None);
    assert!(people.pick(&camera, [f32::NAN, 0.0], &bodies).is_err());
}
