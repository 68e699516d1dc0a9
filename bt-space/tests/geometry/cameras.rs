//! Compares cameras of all kinds with geometry without matrices.

use crate::{Model, degrees, four_ulp, from_line};
use bt_space::picking::glam::{DVec2, DVec3};
use bt_space::picking::{Camera, Error};
use fastrand::Rng;

const CAMERAS: usize = 20_000;

/// Cameras near the origin and up to 1,000 km away.
fn models(seed: u64) -> impl Iterator<Item = (Model, Rng)> {
    let mut chance = Rng::with_seed(seed);
    (0..CAMERAS).map(move |index| {
        let mut chance = chance.fork();
        (Model::random(&mut chance, [10.0, 1e3, 1e6][index % 3]), chance)
    })
}

fn exact(model: &Model) -> Camera<f64> {
    let camera = Camera::new(model.view(), model.projection(), model.viewport(), model.clip_space);
    camera.unwrap_or_else(|error| panic!("{error}: {model:?}"))
}

fn single(model: &Model) -> Camera {
    let (view, projection) = (model.view().as_mat4(), model.projection().as_mat4());
    let camera = Camera::new(view, projection, model.viewport(), model.clip_space);
    camera.unwrap_or_else(|error| panic!("{error}: {model:?}"))
}

/// The scale of the allowed error of a position, in `f64`.
fn size(model: &Model) -> f64 {
    let Model { axes, window, .. } = model;
    let window = [window.x, window.y].concat().into_iter().fold(1.0, |a: f64, b| a.max(b.abs()));
    axes.eye.length() + window
}

#[test]
fn rays_in_f64() {
    for (model, mut chance) in models(1) {
        let touch = model.touch(&mut chance);
        let (origin, direction) = model.line(touch);
        let ray = exact(&model).ray(touch).unwrap();
        let wrong = ray.direction().distance(direction);
        assert!(wrong <= 1e-9, "direction {wrong}: {model:?}");
        let wrong = ray.origin().distance(origin);
        assert!(wrong <= 1e-9 * size(&model), "origin {wrong}: {model:?}");
    }
}

#[test]
fn rays_in_f32() {
    for (model, mut chance) in models(2) {
        let touch = model.touch(&mut chance);
        let (origin, direction) = model.line(touch);
        let ray = single(&model).ray(touch).unwrap();
        let wrong = degrees(ray.direction().as_dvec3().into(), direction.into());
        assert!(wrong <= 1e-5, "direction {wrong}: {model:?}");
        let place = ray.origin().as_dvec3().into();
        let wrong = from_line(place, origin.into(), direction.into());
        assert!(wrong <= four_ulp(size(&model)), "origin {wrong}: {model:?}");
    }
}

#[test]
fn rays_begin_at_the_near_plane() {
    for (model, mut chance) in models(3) {
        let touch = model.touch(&mut chance);
        let near = model.point(touch, model.window.near);
        let camera = exact(&model);
        let ray = camera.ray(touch).unwrap();
        let slack = 1e-9 * size(&model) + 1e-6 * model.window.near.abs();
        for point in [ray.at(ray.start()), camera.near_point(touch).unwrap()] {
            assert!(point.distance(near) <= slack, "{point} and not {near}: {model:?}");
        }
    }
}

#[test]
fn a_ray_passes_through_the_point_whose_place_was_touched() {
    for (model, mut chance) in models(4) {
        let distance = model.distance(&mut chance);
        let point = model.point(model.touch(&mut chance), distance);
        let camera = exact(&model);
        let place = camera.project(point).unwrap();
        let ray = camera.ray(place.position()).unwrap();
        let wrong = from_line(point.into(), ray.origin().into(), ray.direction().into());
        assert!(wrong <= 1e-9 * (size(&model) + distance.abs()), "{wrong}: {model:?}");
    }
}

#[test]
fn what_is_unprojected_is_projected_to_where_it_came_from() {
    for (model, mut chance) in models(5) {
        let touch = model.touch(&mut chance);
        let camera = exact(&model);
        let depth = model.clip_space.depth;
        // Up to a hundredth before the far plane, in depth: further away, `f64` is not exact enough
        // either.
        let depth = depth.near() + (depth.far() - depth.near()) * chance.f64() * 0.99;
        let point = camera.unproject(touch, depth).unwrap();
        let place = camera.project(point).unwrap();
        let wrong = place.position().distance(DVec2::from(touch.map(f64::from)));
        // The error grows if a near point is seen by an eye 1,000 km from the origin, or a distant point
        // through a small window.
        let (width, near) = (model.window.x[1] - model.window.x[0], model.window.near);
        let (reach, lens) = if model.is_perspective {
            (size(&model) / near, near / width)
        } else {
            ((size(&model) + point.distance(model.axes.eye)) / width, 1.0)
        };
        let pixels = model.viewport[0] + model.viewport[1] + model.viewport[2] + model.viewport[3];
        let slack = 1e-14 * (1.0 + reach) * (1.0 + lens) * pixels;
        assert!(wrong <= slack, "{wrong} points: {model:?}");
        let wrong = (place.depth() - depth).abs();
        assert!(wrong <= 1e-14 * (1.0 + reach), "depth {wrong}: {model:?}");
    }
}

#[test]
fn what_is_behind_the_eye_has_no_place_on_the_screen() {
    for (model, mut chance) in models(6).filter(|(model, _)| model.is_perspective) {
        let touch = model.touch(&mut chance);
        let distance = model.distance(&mut chance).max(1e-6 * size(&model));
        let (camera, point) = (exact(&model), model.point(touch, -distance));
        assert_eq!(camera.project(point), Err(Error::BehindCamera), "{model:?}");
        assert_eq!(single(&model).project(point.as_vec3()), Err(Error::BehindCamera), "{model:?}");
    }
}

#[test]
fn what_is_drawn_is_visible_and_nothing_else() {
    for (model, mut chance) in models(7) {
        let distance = model.distance(&mut chance);
        let camera = exact(&model);
        let is_visible = |touch, distance| {
            camera.project(model.point(touch, distance)).is_ok_and(|place| place.is_visible())
        };
        let [left, top, width, height] = model.viewport;
        #[allow(clippy::cast_possible_truncation, reason = "to round is what is wanted")]
        let touch = |x: f64, y: f64| {
            [left + width * x, top + height * y].map(|pixel| (pixel / model.scale_factor) as f32)
        };
        if distance < 1e-3 * size(&model) {
            continue; // too near to the eye and too far from the origin for `f64`
        }
        assert!(is_visible(touch(0.1, 0.9), distance), "{model:?}");
        for (x, y) in [(-0.1, 0.5), (1.1, 0.5), (0.5, -0.1), (0.5, 1.1)] {
            assert!(!is_visible(touch(x, y), distance), "{model:?}");
        }
        let depth = model.window.far - model.window.near;
        let behind = if depth.is_finite() { model.window.far + 0.1 * depth } else { distance };
        assert_eq!(is_visible(touch(0.5, 0.5), behind), depth.is_infinite(), "{model:?}");
    }
}

#[test]
fn relative_to_a_place_far_away() {
    for (model, mut chance) in models(8) {
        let mut place = model;
        place.axes.eye = model.axes.eye / 1e6;
        // If the camera is drawn near zero, `f32` is exact enough.
        let far = model.axes.eye - place.axes.eye;
        let camera = single(&place).relative_to(far).unwrap();
        let touch = model.touch(&mut chance);
        let (origin, direction) = place.line(touch);
        let ray = camera.ray(touch).unwrap();
        let wrong = degrees(ray.direction().into(), direction.into());
        assert!(wrong <= 1e-5, "direction {wrong}: {model:?}");
        let wrong = from_line((ray.origin() - far).into(), origin.into(), direction.into());
        assert!(wrong <= four_ulp(size(&place)) + 1e-9 * size(&model), "origin {wrong}: {model:?}");
        let point = ray.at(ray.start() + size(&place));
        let place = camera.project(point).unwrap().position();
        let wrong = from_line(
            camera.ray(place).unwrap().at(size(&model)).into(),
            ray.origin().into(),
            ray.direction().into(),
        );
        assert!(wrong <= 1e-6 * size(&model), "{wrong}: {model:?}");
    }
}

#[test]
fn a_view_that_is_scaled_or_missing() {
    for (model, mut chance) in models(9) {
        let touch = model.touch(&mut chance);
        let (origin, direction) = model.line(touch);
        let (view, projection) = (model.view(), model.projection());
        let new = |view, projection| {
            Camera::new(view, projection, model.viewport(), model.clip_space).unwrap()
        };
        let scale = bt_space::picking::glam::DMat4::from_scale(DVec3::new(3.0, 0.5, 7.0));
        let scaled = new(view * scale, projection).ray(touch).unwrap();
        let back = |point: DVec3| scale.transform_point3(point);
        let wrong = degrees(back(scaled.direction()).into(), direction.into());
        assert!(wrong <= 1e-9_f64.to_degrees() * 10.0, "scaled, {wrong}: {model:?}");

        let combined = new(bt_space::picking::glam::DMat4::IDENTITY, projection * view);
        let ray = combined.ray(touch).unwrap();
        let wrong = degrees(ray.direction().into(), direction.into());
        assert!(wrong <= 1e-9_f64.to_degrees(), "combined, {wrong}: {model:?}");
        let wrong = from_line(ray.origin().into(), origin.into(), direction.into());
        assert!(wrong <= 1e-9 * size(&model), "combined, {wrong}: {model:?}");
    }
}
