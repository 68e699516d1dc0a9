//! Finds the members of a crowd that are under a touch, or in a frame, with and without a grid.

use crate::cameras::{HEIGHT, WIDTH, sum};
use crate::measure::{Sum, Table, contender};
use bt_space::grid::{ALL, Found, Grid};
use bt_space::picking::{Bodies, Camera, Capsule, ClipSpace, Ground, Ray, Selection, Viewport};
use glam::{Vec2, Vec3, camera::rh};

/// The number of rays, and of frames of a tenth of the screen in width and height.
const QUESTIONS: usize = 64;
const BODIES: Bodies = Bodies { ground: Ground::Xz, bottom: 0.0, top: 1.8, radius: 0.3 };

struct Crowd {
    grid: Grid<(), Vec2>,
    rays: Vec<Ray>,
    frames: Vec<Selection>,
}

impl Crowd {
    /// A crowd on a square, with one agent in four square meters, seen from above one of its edges.
    fn new(count: usize) -> Self {
        let mut chance = fastrand::Rng::with_seed(3);
        let side = 2.0 * (count as f32).sqrt();
        let mut grid = Grid::new(Vec2::ZERO, Vec2::splat(side), 4.0).expect("a grid");
        for _ in 0..count {
            let position = Vec2::new(chance.f32(), chance.f32()) * side;
            grid.insert(position, 1, ()).expect("a place");
        }
        let eye = Vec3::new(side / 2.0, side / 4.0, side * 1.1);
        let view = rh::view::look_at_mat4(eye, Vec3::new(side / 2.0, 0.0, side / 2.0), Vec3::Y);
        let projection = rh::proj::opengl::perspective(1.0, WIDTH / HEIGHT, 0.1, 10.0 * side);
        let viewport = Viewport::new([WIDTH, HEIGHT]);
        let camera = Camera::new(view, projection, viewport, ClipSpace::OPENGL).expect("a camera");
        // The touch is below the horizon.
        let mut touch = || {
            let place = Vec2::new(0.2 + 0.6 * chance.f32(), 0.4 + 0.4 * chance.f32());
            place * Vec2::new(WIDTH, HEIGHT)
        };
        let frame = Vec2::new(WIDTH, HEIGHT) * 0.1;
        let touches: Vec<Vec2> = (0..QUESTIONS).map(|_| touch()).collect();
        let rays = touches.iter().map(|touch| camera.ray(*touch).expect("a ray"));
        let frames = touches.iter().map(|touch| camera.selection(*touch, *touch + frame));
        Self {
            grid,
            rays: rays.collect(),
            frames: frames.map(|frame| frame.expect("a frame")).collect(),
        }
    }

    fn nearest(&self) -> Sum {
        let nearest = |ray| BODIES.nearest(&self.grid, ray, f32::INFINITY, ALL);
        let picked = self.rays.iter().filter_map(nearest);
        sum(picked.map(|picked| picked.hit.point().to_array()))
    }

    /// Tests each agent.
    fn nearest_of_all(&self, bodies: &[Capsule]) -> Sum {
        let picked = self.rays.iter().filter_map(|ray| ray.nearest(bodies));
        sum(picked.map(|(_, hit)| hit.point().to_array()))
    }

    fn framed(&self) -> Sum {
        let mut places = Vec::new();
        for frame in &self.frames {
            BODIES.for_each_in(frame, &self.grid, ALL, |found| places.push(place(&found)));
        }
        sum(places.into_iter())
    }

    /// Tests each agent.
    fn framed_of_all(&self) -> Sum {
        let mut places = Vec::new();
        for frame in &self.frames {
            let is_within = |found: &Found<Vec2>| {
                let [low, high] =
                    [0.3, 1.5].map(|height| BODIES.ground.point(found.position, height));
                frame.touches(low, high, 0.3)
            };
            places.extend(self.grid.iter().filter(is_within).map(|found| place(&found)));
        }
        sum(places.into_iter())
    }
}

fn place(found: &Found<Vec2>) -> [f32; 3] {
    [found.position.x, 0.0, found.position.y]
}

pub(crate) fn measure(table: &mut Table) {
    for (count, name) in [(1_000, "1,000"), (100_000, "100,000")] {
        let crowd = &Crowd::new(count);
        let body = |found: Found<Vec2>| {
            let [low, high] = [0.3, 1.5].map(|height| BODIES.ground.point(found.position, height));
            Capsule::new(low, high, 0.3).expect("a body")
        };
        let bodies = &crowd.grid.iter().map(body).collect::<Vec<_>>()[..];
        table.measure(
            &format!("nearest of {name} in a grid"),
            QUESTIONS,
            &[
                contender("us", || crowd.nearest()),
                contender("each", || crowd.nearest_of_all(bodies)),
            ],
        );
        table.measure(
            &format!("frame around some of {name} in a grid"),
            QUESTIONS,
            &[contender("us", || crowd.framed()), contender("each", || crowd.framed_of_all())],
        );
    }
}
