//! The camera, the view, and touches; and a search for what is touched, without a grid and without a ray.

use super::terminal::{Tone, paint};
use super::village::{PEOPLE, Village};
use bt_core::grid::ALL;
use bt_core::picking::glam::{DVec2, DVec3, Vec2, Vec3, camera::rh};
use bt_core::picking::{Camera, Capsule, ClipSpace, Ground, Plane, Ray, Viewport};

pub(crate) const WIDTH: f32 = 720.0;
pub(crate) const HEIGHT: f32 = 400.0;

/// The size of a letter in pixels.
const LETTER: [f32; 2] = [10.0, 20.0];

/// The thing under a touch.
#[derive(Debug)]
pub(crate) enum Thing {
    Person { number: usize, distance: f32 },
    House { distance: f32 },
    Ground { place: Vec2 },
    Sky,
}

pub(crate) struct View {
    pub(crate) camera: Camera,
}

impl View {
    pub(crate) fn new() -> Self {
        let eye = Vec3::new(16.0, 8.0, 33.0);
        let view = rh::view::look_at_mat4(eye, Vec3::new(16.0, 2.0, 12.0), Vec3::Y);
        let projection = rh::proj::directx::perspective_infinite_reverse(0.75, WIDTH / HEIGHT, 0.1);
        let viewport = Viewport::new([WIDTH, HEIGHT]);
        let camera = Camera::new(view, projection, viewport, ClipSpace::WGPU.reversed());
        Self { camera: camera.expect("a camera") }
    }

    /// The nearest thing that the ray hits: a person (with the grid), the house, or the ground.
    pub(crate) fn touch(&self, village: &Village, touch: [f32; 2]) -> Thing {
        let ray = self.camera.ray(touch).expect("a touch is finite");
        let house = ray.hit(&village.house).map(|hit| hit.distance());
        // A person behind the house cannot be hit.
        let farthest = house.unwrap_or(f32::INFINITY);
        if let Some(picked) = PEOPLE.nearest(&village.grid, &ray, farthest, ALL) {
            let number = village.grid.get(picked.found.handle).copied().expect("it is there");
            return Thing::Person { number, distance: picked.hit.distance() };
        }
        if let Some(distance) = house {
            return Thing::House { distance };
        }
        match ray.hit(&Plane::XZ) {
            Some(hit) => Thing::Ground { place: Ground::Xz.position(hit.point()) },
            None => Thing::Sky,
        }
    }

    /// The view as text, with a letter for the thing under the center of each cell.
    pub(crate) fn picture(&self, village: &Village) -> String {
        let (columns, rows) = (cells(WIDTH, LETTER[0]), cells(HEIGHT, LETTER[1]));
        let row =
            |y: f32| -> String { columns.clone().map(|x| self.letter(village, [x, y])).collect() };
        let lines: Vec<String> = rows.map(|y| row(y).trim_end().to_owned()).collect();
        lines.join("\n")
    }

    fn letter(&self, village: &Village, touch: [f32; 2]) -> String {
        match self.touch(village, touch) {
            Thing::Person { number, .. } => paint(Tone::Strong, village.people[number].letter),
            Thing::House { .. } => "#".to_owned(),
            Thing::Ground { place } => paint(Tone::Faint, ground(place)),
            Thing::Sky => " ".to_owned(),
        }
    }
}

/// The centers of the letters along a length.
fn cells(length: f32, letter: f32) -> impl Iterator<Item = f32> + Clone {
    std::iter::successors(Some(letter / 2.0), move |middle| Some(middle + letter))
        .take_while(move |middle| *middle < length)
}

/// The fields of the village, and the land around it.
fn ground(place: Vec2) -> char {
    let is_village = Village::contains(place);
    let field = (place / 4.0).floor();
    match (is_village, (field.x + field.y).rem_euclid(2.0) < 1.0) {
        (true, true) => '.',
        (true, false) => ',',
        (false, _) => {
            if place.y > -60.0 {
                '\''
            } else {
                ' '
            }
        }
    }
}

/// Finds the thing under a touch without a grid and without a ray.
pub(crate) struct Search<'a> {
    pub(crate) view: &'a View,
    pub(crate) village: &'a Village,
}

impl Search<'_> {
    /// The person that is hit first, and the distance, in `f64`.
    pub(crate) fn person(&self, touch: [f32; 2]) -> (usize, f64) {
        let ray = self.view.camera.ray(touch).expect("a touch is finite");
        let exact = Ray::new(ray.origin().as_dvec3(), ray.direction().as_dvec3()).expect("a ray");
        let bodies = self.village.people.iter().map(|person| {
            let [x, z] = person.place.as_dvec2().to_array();
            let radius = f64::from(PEOPLE.radius);
            let end = |height| DVec3::new(x, height, z);
            Capsule::new(end(radius), end(f64::from(PEOPLE.top) - radius), radius)
        });
        let (number, hit) = exact.nearest(bodies.flatten()).expect("somebody is hit");
        (number, hit.distance())
    }

    /// The point of the ground that is drawn nearest to the touch: searches all of the ground, then
    /// smaller and smaller parts.
    pub(crate) fn ground(&self, touch: [f32; 2]) -> Vec2 {
        const STEPS: i32 = 20;
        let camera = &self.view.camera;
        let miss = |place: &DVec2| {
            let point = Vec3::new(place.as_vec2().x, 0.0, place.as_vec2().y);
            camera
                .project(point)
                .map_or(f32::INFINITY, |drawn| drawn.position().distance(touch.into()))
        };
        let (mut middle, mut size) = (DVec2::splat(16.0), 100.0);
        while size > 1e-7 {
            let offsets = (-STEPS..=STEPS).map(|step| f64::from(step) / f64::from(STEPS) * size);
            let places = offsets
                .clone()
                .flat_map(|x| offsets.clone().map(move |y| DVec2::new(x, y)))
                .map(|offset| middle + offset);
            middle = places.min_by(|a, b| miss(a).total_cmp(&miss(b))).expect("there are places");
            size /= 4.0;
        }
        middle.as_vec2()
    }
}
