//! Cameras of all kinds, compared with a pinhole camera without matrices: an eye, a window before it, and lines through both.

use super::{degrees, four_ulp, from_line, sample};
use bt_space::picking::glam::{DMat4, DVec2, DVec3, DVec4};
use bt_space::picking::{Camera, ClipSpace, Depth, Error, Viewport};
use fastrand::Rng;

fn cameras() -> usize {
    sample(20_000)
}

/// Cameras near the origin and up to 1,000 km away.
fn models(seed: u64) -> impl Iterator<Item = (Model, Rng)> {
    let mut chance = Rng::with_seed(seed);
    (0..cameras()).map(move |index| {
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

/// The handedness of the axes of the eye, that is, whether it looks along −z or z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    /// The eye looks along −z.
    Right,
    /// The eye looks along z.
    Left,
}

/// The position and the axes of the eye.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes {
    /// The position of the eye.
    pub(crate) eye: DVec3,
    /// The direction to the right of the screen.
    pub(crate) right: DVec3,
    /// The direction to the top of the screen.
    pub(crate) up: DVec3,
    /// The direction in which the eye looks.
    pub(crate) forward: DVec3,
}

/// The visible part of the world: the edges of the near plane, relative to the point straight before the
/// eye.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The left edge and the right edge.
    pub(crate) x: [f64; 2],
    /// The lower edge and the upper edge.
    pub(crate) y: [f64; 2],
    /// The distance of the near plane from the eye.
    pub(crate) near: f64,
    /// The distance of the far plane from the eye; it may be infinite.
    pub(crate) far: f64,
}

/// A camera and the part of a screen that it draws to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Model {
    /// Its position and axes.
    pub(crate) axes: Axes,
    /// Its visible part of the world.
    pub(crate) window: Window,
    /// `true` if distant things look smaller.
    pub(crate) is_perspective: bool,
    /// The handedness of its view.
    pub(crate) hand: Hand,
    /// The meaning of depth and y in its projection.
    pub(crate) clip_space: ClipSpace,
    /// Left, top, width and height of its viewport, in pixels.
    pub(crate) viewport: [f64; 4],
    /// The number of pixels per point.
    pub(crate) scale_factor: f64,
}

impl Model {
    /// A random camera, whose eye is at most this far from the origin.
    pub(crate) fn random(chance: &mut Rng, distance: f64) -> Self {
        let mut between = |from: f64, to: f64| from + (to - from) * chance.f64();
        let mut vector = || DVec3::from_array([(); 3].map(|()| between(-1.0, 1.0)));
        let eye = vector() * distance;
        let forward = (vector() + DVec3::new(1e-3, 0.0, 0.0)).normalize();
        let right = forward.cross(vector()).normalize();
        let up = right.cross(forward);
        let near = 10_f64.powf(between(-3.0, 1.0));
        let far = near * (1.0 + 10_f64.powf(between(0.0, 6.0)));
        // A field of view of up to 120 degrees, and down to half a degree like that of a telescope.
        let height = near * 10_f64.powf(between(-2.0, 0.24));
        let width = height * between(0.5, 2.0);
        let (x, y) = (between(-0.5, 0.5) * width, between(-0.5, 0.5) * height);
        let viewport =
            [between(0.0, 900.0), between(0.0, 500.0), between(1.0, 4000.0), between(1.0, 2000.0)];
        let mut model = Self {
            axes: Axes { eye, right, up, forward },
            window: Window { x: [x - width, x + width], y: [y - height, y + height], near, far },
            is_perspective: chance.bool(),
            hand: if chance.bool() { Hand::Right } else { Hand::Left },
            clip_space: ClipSpace { depth: depth(chance), y_down: chance.bool() },
            viewport: viewport.map(f64::round),
            scale_factor: [1.0, 1.25, 1.5, 2.0, 3.0][chance.usize(..5)],
        };
        model.change(chance);
        model
    }

    /// May change the camera into one of a rarer kind.
    fn change(&mut self, chance: &mut Rng) {
        if self.hand == Hand::Left {
            self.axes.right = -self.axes.right;
        }
        if self.is_perspective && chance.bool() {
            self.window.far = f64::INFINITY;
        }
        if !self.is_perspective && chance.bool() {
            self.window.near = -self.window.far;
        }
        if chance.bool() {
            self.viewport = [0.0, 0.0, 800.0, 600.0];
            self.scale_factor = 1.0;
        }
    }

    /// The view matrix.
    pub(crate) fn view(&self) -> DMat4 {
        let Axes { eye, right, up, forward } = self.axes;
        let z = if self.hand == Hand::Right { -forward } else { forward };
        let row = |axis: DVec3| axis.extend(-axis.dot(eye));
        DMat4::from_cols(row(right), row(up), row(z), DVec4::W).transpose()
    }

    /// The projection matrix.
    pub(crate) fn projection(&self) -> DMat4 {
        let Window { x: [left, right], y: [bottom, top], near, far } = self.window;
        let size = DVec2::new(right - left, top - bottom);
        let center = DVec2::new(right + left, top + bottom) / size;
        let y = if self.clip_space.y_down { -1.0 } else { 1.0 };
        // The sign of z in the view for points before the eye.
        let towards = if self.hand == Hand::Right { -1.0 } else { 1.0 };
        let (first, last) = (self.clip_space.depth.near(), self.clip_space.depth.far());
        let rows = if self.is_perspective {
            let offset = (first - last) / (near.recip() - far.recip());
            let growth = first - offset / near;
            [
                DVec4::new(2.0 * near / size.x, 0.0, -center.x * towards, 0.0),
                DVec4::new(0.0, 2.0 * near / size.y, -center.y * towards, 0.0) * y,
                DVec4::new(0.0, 0.0, growth * towards, offset),
                DVec4::new(0.0, 0.0, towards, 0.0),
            ]
        } else {
            let growth = (last - first) / (far - near);
            [
                DVec4::new(2.0 / size.x, 0.0, 0.0, -center.x),
                DVec4::new(0.0, 2.0 / size.y, 0.0, -center.y) * y,
                DVec4::new(0.0, 0.0, growth * towards, first - growth * near),
                DVec4::W,
            ]
        };
        DMat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose()
    }

    /// The part of the screen that it draws to.
    pub(crate) fn viewport(&self) -> Viewport {
        let [left, top, width, height] = self.viewport;
        Viewport::new([width, height]).at([left, top]).with_scale_factor(self.scale_factor)
    }

    /// A touch within the viewport that `f32` can represent.
    pub(crate) fn touch(&self, chance: &mut Rng) -> [f32; 2] {
        let [left, top, width, height] = self.viewport;
        let place = [left + width * chance.f64(), top + height * chance.f64()];
        #[allow(clippy::cast_possible_truncation, reason = "to round is what is wanted")]
        place.map(|pixel| (pixel / self.scale_factor) as f32)
    }

    /// The place of a touch in the window, relative to the point straight before the eye.
    fn in_window(&self, touch: [f32; 2]) -> DVec2 {
        let [left, top, width, height] = self.viewport;
        let [x, y] = touch.map(|point| f64::from(point) * self.scale_factor);
        let share = DVec2::new((x - left) / width, 1.0 - (y - top) / height);
        let (x, y) = (self.window.x, self.window.y);
        DVec2::new(x[0] + (x[1] - x[0]) * share.x, y[0] + (y[1] - y[0]) * share.y)
    }

    /// The line of sight through a touch: a point and a direction.
    pub(crate) fn line(&self, touch: [f32; 2]) -> (DVec3, DVec3) {
        let Axes { eye, right, up, forward } = self.axes;
        let place = self.in_window(touch);
        let sideways = right * place.x + up * place.y;
        if self.is_perspective {
            (eye, (forward * self.window.near + sideways).normalize())
        } else {
            (eye + sideways, forward)
        }
    }

    /// The point under a touch at a distance from the eye.
    pub(crate) fn point(&self, touch: [f32; 2], distance: f64) -> DVec3 {
        let (origin, direction) = self.line(touch);
        origin + direction * (distance / direction.dot(self.axes.forward))
    }

    /// A random distance between the near plane and the far plane.
    pub(crate) fn distance(&self, chance: &mut Rng) -> f64 {
        let Window { near, far, .. } = self.window;
        let far = if far.is_finite() { far } else { near * 1000.0 };
        if self.is_perspective {
            near * (far / near).powf(chance.f64())
        } else {
            near + (far - near) * chance.f64()
        }
    }
}

fn depth(chance: &mut Rng) -> Depth {
    [Depth::MinusOneToOne, Depth::ZeroToOne, Depth::OneToZero, Depth::OneToMinusOne]
        [chance.usize(..4)]
}
