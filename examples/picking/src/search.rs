//! Finds the thing under a touch without a grid and without a ray.

use super::view::View;
use super::village::{PEOPLE, Village};
use bt_core::picking::glam::{DVec2, DVec3, Vec2, Vec3};
use bt_core::picking::{Capsule, Ray};

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
