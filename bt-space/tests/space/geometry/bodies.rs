//! Picks in a grid, with a ray or a frame, compared with a test of every entity.

use super::sample;
use bt_space::grid::{ALL, Grid, Handle};
use bt_space::picking::glam::{Vec2, Vec3, camera::rh};
use bt_space::picking::{
    Bodies, Camera, Capsule, ClipSpace, Ground, Hit, Plane, Ray, Sphere, Viewport,
};
use fastrand::Rng;

fn rounds() -> usize {
    sample(3_000)
}
fn rays_at_edges() -> usize {
    sample(500)
}

/// A grid, some of whose entities are outside of its world.
fn grid(chance: &mut Rng) -> (Grid<f32, Vec2>, f32) {
    let size = 1.0 + chance.f32() * 100.0;
    let tile = size * (0.03 + chance.f32());
    let mut grid =
        Grid::new(Vec2::ZERO, Vec2::new(size, size * chance.f32().max(0.1)), tile).unwrap();
    for _ in 0..chance.usize(..200) {
        let position = Vec2::new(chance.f32() * 1.4 - 0.2, chance.f32() * 1.4 - 0.2) * size;
        grid.insert(position, 1 << chance.u32(..4), chance.f32()).unwrap();
    }
    (grid, size)
}

fn bodies(chance: &mut Rng, size: f32) -> Bodies {
    let ground = if chance.bool() { Ground::Xz } else { Ground::Xy };
    let bottom = size * (chance.f32() - 0.5) * 0.2;
    let top = bottom + size * chance.f32() * 0.2;
    Bodies { ground, bottom, top, radius: size * chance.f32() * 0.05 }
}

/// A ray towards the ground, along it, straight down, or up from below.
fn ray(chance: &mut Rng, size: f32, ground: Ground) -> Ray {
    let mut place = |height: f32| {
        let position = Vec2::new(chance.f32(), chance.f32()) * size;
        ground.point(position, (chance.f32() - 0.3) * size * height)
    };
    let (origin, target) = (place(2.0), place(0.2));
    let up = ground.point(Vec2::ZERO, 1.0);
    let direction = match chance.u8(..6) {
        0 => up,
        1 => -up,
        2 => (target - origin).reject_from(up),
        3 => Vec3::X,
        _ => target - origin,
    };
    Ray::new(origin, direction).unwrap_or_else(|_| Ray::new(origin, up).unwrap())
}

fn upright(bodies: &Bodies, position: Vec2) -> Capsule {
    let middle = f32::midpoint(bodies.bottom, bodies.top);
    let low = (bodies.bottom + bodies.radius).min(middle);
    let high = (bodies.top - bodies.radius).max(middle);
    let end = |height| bodies.ground.point(position, height);
    Capsule::new(end(low), end(high), bodies.radius).unwrap()
}

/// Finds the nearest entity by testing each.
fn nearest_of_all(
    grid: &Grid<f32, Vec2>,
    max_distance: f32,
    groups: u32,
    hit: impl Fn(Handle, Vec2) -> Option<Hit>,
) -> Option<(f32, Handle)> {
    let wanted = grid.iter().filter(|found| found.groups & groups != 0);
    let hits = wanted
        .filter_map(|found| Some((hit(found.handle, found.position)?.distance(), found.handle)));
    let hits = hits.filter(|(distance, _)| *distance <= max_distance);
    hits.reduce(|best, next| if next < best { next } else { best })
}

#[test]
fn the_nearest_body() {
    let mut chance = Rng::with_seed(1);
    let mut hits = 0;
    for _ in 0..rounds() {
        let chance = &mut chance;
        let (grid, size) = grid(chance);
        let bodies = bodies(chance, size);
        for _ in 0..4 {
            let ray = ray(chance, size, bodies.ground);
            let max_distance = if chance.bool() { f32::INFINITY } else { size * chance.f32() };
            let groups = chance.u32(..16);
            let expected = nearest_of_all(&grid, max_distance, groups, |_, position| {
                ray.hit(&upright(&bodies, position))
            });
            let picked = bodies.nearest(&grid, &ray, max_distance, groups);
            let found = picked.map(|picked| (picked.hit.distance(), picked.found.handle));
            assert_eq!(found, expected, "{bodies:?}, {ray:?}");
            hits += usize::from(found.is_some());
        }
    }
    assert!(hits > rounds() / 10, "{hits}");
}

/// A small number of any size.
fn slope(chance: &mut Rng) -> f32 {
    10_f32.powf(-8.0 + 6.0 * chance.f32()) * if chance.bool() { 1.0 } else { -1.0 }
}

/// Rays almost along the rows or the columns of a grid, at the very edge of bodies, where rounding
/// decides whether they are hit: the result must be the same for a single body and for the grid. Returns
/// the number of hits.
fn edges(seed: u64, size: f32, bodies: &Bodies) -> usize {
    let mut chance = Rng::with_seed(seed);
    let rays = (0..rays_at_edges()).filter(|_| {
        let chance = &mut chance;
        let tile = size * (0.01 + 0.1 * chance.f32());
        let mut grid = Grid::new(Vec2::ZERO, Vec2::splat(size), tile).unwrap();
        let (along, across) = if chance.bool() { (Vec2::X, Vec2::Y) } else { (Vec2::Y, Vec2::X) };
        // Near the edge of the world, where positions are most exact.
        for _ in 0..5 {
            let position = along * chance.f32() * size + across * chance.f32();
            grid.insert(position, 1, 0.0).unwrap();
        }
        let target = grid.iter().nth(chance.usize(..5)).unwrap().position;
        let [along, across] = [along, across].map(|axis| bodies.ground.point(axis, 0.0));
        let up = bodies.ground.point(Vec2::ZERO, 1.0);
        let middle = f32::midpoint(bodies.bottom, bodies.top);
        // Within some units in the last place of the distance from the edge, inside or outside.
        let distance = target.max_element() - chance.f32();
        let error = (chance.f32() * 4.0 - 2.0) * distance * f32::EPSILON;
        let beside = match chance.u8(..4) {
            0 => across * (bodies.radius + error),
            1 => -across * (bodies.radius + error),
            2 => up * ((bodies.top - middle) + error),
            _ => -up * ((bodies.top - middle) + error),
        };
        let direction = along + across * slope(chance) + up * slope(chance);
        let origin = bodies.ground.point(target, middle) + beside - direction * distance;
        let ray = Ray::new(origin, direction).unwrap();
        let expected = nearest_of_all(&grid, f32::INFINITY, ALL, |_, position| {
            ray.hit(&upright(bodies, position))
        });
        let picked = bodies.nearest(&grid, &ray, f32::INFINITY, ALL);
        let found = picked.map(|picked| (picked.hit.distance(), picked.found.handle));
        assert_eq!(found, expected, "{bodies:?}, {ray:?}");
        found.is_some()
    });
    rays.count()
}

#[test]
fn the_edges_of_bodies() {
    let upright = Bodies { ground: Ground::Xz, bottom: 0.0, top: 1.8, radius: 0.3 };
    for (seed, ground) in [(5, Ground::Xz), (6, Ground::Xy)] {
        let upright = Bodies { ground, ..upright };
        let thin = Bodies { top: 20.0, radius: 1e-3, ..upright };
        let on_a_hill = Bodies { bottom: 3000.0, top: 3001.8, ..upright };
        for bodies in [upright, thin, on_a_hill] {
            for size in [30.0, 3000.0, 100_000.0] {
                let hits = edges(seed, size, &bodies);
                assert!(
                    hits > rays_at_edges() / 10 && hits < rays_at_edges(),
                    "{hits}: {size}, {bodies:?}"
                );
            }
        }
    }
}

/// Spheres whose height is their payload.
#[test]
fn the_nearest_shape() {
    let mut chance = Rng::with_seed(2);
    for _ in 0..rounds() {
        let chance = &mut chance;
        let (grid, size) = grid(chance);
        let bodies = bodies(chance, size);
        let ray = ray(chance, size, bodies.ground);
        let radius = bodies.radius.min((bodies.top - bodies.bottom) / 2.0);
        let ball = |handle, position| {
            let (low, high) = (bodies.bottom + radius, bodies.top - radius);
            let share = *grid.get(handle)?;
            let height = low + (high - low) * share;
            Sphere::new(bodies.ground.point(position, height), radius).ok().filter(|_| share < 0.9)
        };
        let expected = nearest_of_all(&grid, f32::INFINITY, ALL, |handle, position| {
            ray.hit(&ball(handle, position)?)
        });
        let picked = bodies.nearest_of(&grid, &ray, f32::INFINITY, ALL, |found| {
            ball(found.handle, found.position)
        });
        let found = picked.map(|picked| (picked.hit.distance(), picked.found.handle));
        assert_eq!(found, expected);
    }
}

fn camera(chance: &mut Rng, size: f32, ground: Ground) -> Camera {
    let mut place =
        |height: f32| ground.point(Vec2::new(chance.f32(), chance.f32()) * size, height);
    let (eye, target) = (place(size), place(0.0));
    let (target, up) = match chance.u8(..4) {
        0 => (eye + ground.point(Vec2::new(0.3, 0.4), 0.1), ground.point(Vec2::ZERO, 1.0)),
        1 => (ground.point(ground.position::<Vec2>(eye), 0.0), ground.point(Vec2::Y, 0.0)),
        _ => (target, ground.point(Vec2::ZERO, 1.0)),
    };
    let view = rh::view::look_at_mat4(eye, target, up);
    let projection = if chance.bool() {
        rh::proj::directx::perspective(0.5 + chance.f32(), 4.0 / 3.0, 0.01 * size, 3.0 * size)
    } else {
        rh::proj::directx::orthographic(-size, size, -size, size, -size, 3.0 * size)
    };
    let viewport = Viewport::new([800, 600]).at([80, 60]);
    Camera::new(view, projection, viewport, ClipSpace::WGPU).unwrap()
}

#[test]
fn everybody_in_a_frame() {
    let mut chance = Rng::with_seed(3);
    let mut count = 0;
    for _ in 0..rounds() {
        let chance = &mut chance;
        let (grid, size) = grid(chance);
        let bodies = bodies(chance, size);
        let camera = camera(chance, size, bodies.ground);
        let mut corner = || [chance.f32() * 1000.0, chance.f32() * 700.0];
        let (a, b) = (corner(), corner());
        let selection = camera.selection(a, b).unwrap();
        let groups = chance.u32(..16);
        let mut selected = Vec::new();
        bodies.for_each_in(&selection, &grid, groups, |found| selected.push(found.handle));
        count += selected.len();
        for found in grid.iter() {
            let feet = bodies.ground.point(found.position, bodies.bottom);
            let head = bodies.ground.point(found.position, bodies.top);
            let is_selected = selected.contains(&found.handle);
            let is_wanted = found.groups & groups != 0;
            // An entity whose middle is drawn within the frame is selected.
            let middle = feet.midpoint(head);
            assert!(!is_wanted || !selection.contains(middle) || is_selected, "{selection:?}");
            assert!(is_wanted || !is_selected);
            // An entity that is selected is drawn at least near the frame.
            let reach = (feet.distance(head) + bodies.radius) * 2.0 + 1e-4 * size;
            let is_near = selection.touches(middle, middle, reach);
            assert!(!is_selected || is_near, "{selection:?}");
        }
    }
    assert!(count > rounds());
}

#[test]
fn what_is_in_a_frame_is_drawn_there() {
    let mut chance = Rng::with_seed(4);
    let mut count = [0, 0];
    for _ in 0..rounds() * 10 {
        let chance = &mut chance;
        let camera = camera(chance, 10.0, Ground::Xz);
        let point = Vec3::new(chance.f32(), chance.f32(), chance.f32()) * 10.0;
        let mut corner = || [chance.f32() * 1000.0, chance.f32() * 700.0];
        let (a, b) = (Vec2::from(corner()), Vec2::from(corner()));
        let selection = camera.selection(a, b).unwrap();
        let is_within = camera.project(point).is_ok_and(|place| {
            let (position, depth) = (place.position(), place.depth());
            let is_between = position.cmpge(a.min(b)).all() && position.cmple(a.max(b)).all();
            is_between && (0.0..=1.0).contains(&depth)
        });
        assert_eq!(selection.contains(point), is_within, "{point} {a} {b}");
        count[usize::from(is_within)] += 1;
    }
    assert!(count[0] > rounds() && count[1] > rounds() / 2, "{count:?}");
}

#[test]
fn a_flat_game() {
    let mut grid: Grid<(), Vec2> = Grid::new(Vec2::ZERO, Vec2::splat(10.0), 1.0).unwrap();
    let here = grid.insert(Vec2::new(3.0, 4.0), 1, ()).unwrap();
    grid.insert(Vec2::new(7.0, 4.0), 1, ()).unwrap();
    let projection = rh::proj::opengl::orthographic(0.0, 10.0, 0.0, 10.0, -1.0, 1.0);
    let camera = Camera::new(
        bt_space::picking::glam::Mat4::IDENTITY,
        projection,
        Viewport::new([100, 100]),
        ClipSpace::OPENGL,
    )
    .unwrap();
    let bodies = Bodies { ground: Ground::Xy, bottom: 0.0, top: 0.0, radius: 0.5 };
    let ray = camera.ray([33.0, 58.0]).unwrap();
    let picked = bodies.nearest(&grid, &ray, f32::INFINITY, ALL).unwrap();
    assert_eq!(picked.found.handle, here);
    let place: Vec2 = Ground::Xy.position(ray.hit(&Plane::XY).unwrap().point());
    assert!(place.distance(Vec2::new(3.3, 4.2)) < 1e-5);
}
