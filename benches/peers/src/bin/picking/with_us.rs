//! The code with `bt_space::picking`.

use crate::cameras::{Look, sum};
use crate::measure::Sum;
use crate::shapes::Aim;
use bt_space::picking::{
    Aabb, Camera, Capsule, ClipSpace, Error, Plane, Shape, Sphere, Triangle, Viewport,
};
use std::hint::black_box;

fn camera(look: &Look) -> Camera {
    let viewport = Viewport::new(look.size);
    Camera::new(look.view, look.projection, viewport, ClipSpace::OPENGL).expect("a camera")
}

pub(crate) fn rays_of_cameras(looks: &[Look]) -> Sum {
    let ray = |look: &Look| {
        let (view, projection) = (look.view, look.projection);
        let viewport = Viewport::new(look.size);
        let camera = Camera::new(view, projection, viewport, ClipSpace::OPENGL).ok()?;
        camera.ray(look.touch).ok().map(|ray| ray.direction().to_array())
    };
    sum(looks.iter().filter_map(ray))
}

pub(crate) fn rays_of_kept_cameras(looks: &[Look]) -> Sum {
    let ray = |look: &Look| {
        let camera = black_box(camera(look));
        camera.ray(look.touch).ok().map(|ray| ray.direction().to_array())
    };
    sum(looks.iter().filter_map(ray))
}

pub(crate) fn rays(first: &Look, looks: &[Look]) -> Sum {
    let camera = camera(first);
    let ray = |look: &Look| camera.ray(look.touch).ok().map(|ray| ray.direction().to_array());
    sum(looks.iter().filter_map(ray))
}

/// For an orthographic camera, the result of a touch is the origin.
pub(crate) fn rays_and_origins(first: &Look, looks: &[Look]) -> Sum {
    let camera = camera(first);
    let ray = |look: &Look| {
        let ray = camera.ray(look.touch).ok()?;
        Some((ray.origin() + ray.direction()).to_array())
    };
    sum(looks.iter().filter_map(ray))
}

pub(crate) fn unproject(first: &Look, looks: &[Look]) -> Sum {
    let camera = camera(first);
    let point = |look: &Look| camera.unproject(look.touch, 0.5).ok().map(|point| point.to_array());
    sum(looks.iter().filter_map(point))
}

pub(crate) fn project(first: &Look, looks: &[Look]) -> Sum {
    let camera = camera(first);
    let place = |look: &Look| {
        let place = camera.project(look.point).ok()?;
        Some(place.position().extend(place.depth()).to_array())
    };
    sum(looks.iter().filter_map(place))
}

/// The shapes of all aims, made in advance.
pub(crate) struct Kept {
    planes: Vec<Plane>,
    spheres: Vec<Sphere>,
    boxes: Vec<Aabb>,
    triangles: Vec<Triangle>,
    fronts: Vec<Triangle>,
    capsules: Vec<Capsule>,
}

impl Kept {
    pub(crate) fn new(aims: &[Aim]) -> Self {
        let triangles = made(aims, triangle_of);
        Self {
            planes: made(aims, plane_of),
            spheres: made(aims, sphere_of),
            boxes: made(aims, box_of),
            fronts: triangles.iter().map(|triangle| triangle.one_sided()).collect(),
            triangles,
            capsules: made(aims, capsule_of),
        }
    }
}

fn made<S>(aims: &[Aim], shape: impl Fn(&Aim) -> Result<S, Error>) -> Vec<S> {
    aims.iter().map(|aim| shape(aim).expect("a shape")).collect()
}

fn plane_of(aim: &Aim) -> Result<Plane, Error> {
    Plane::new(aim.points[0], aim.points[1])
}

fn box_of(aim: &Aim) -> Result<Aabb, Error> {
    let [a, b, _] = aim.points.map(glam::Vec3::from);
    Aabb::new(a.min(b), a.max(b))
}

fn triangle_of(aim: &Aim) -> Result<Triangle, Error> {
    let [a, b, c] = aim.points;
    Triangle::new(a, b, c)
}

fn sphere_of(aim: &Aim) -> Result<Sphere, Error> {
    Sphere::new(aim.points[0], aim.radius)
}

fn capsule_of(aim: &Aim) -> Result<Capsule, Error> {
    Capsule::new(aim.points[0], aim.points[1], aim.radius)
}

/// The sum over all hits.
fn hits<S: Shape>(aims: &[Aim], shapes: &[S]) -> Sum {
    let hits = aims.iter().zip(shapes).filter_map(|(aim, shape)| aim.ray.hit(shape));
    sum(hits.map(|hit| hit.point().to_array()))
}

pub(crate) fn plane(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, &kept.planes)
}

pub(crate) fn sphere(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, &kept.spheres)
}

pub(crate) fn cuboid(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, &kept.boxes)
}

pub(crate) fn triangle(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, &kept.triangles)
}

pub(crate) fn front(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, &kept.fronts)
}

pub(crate) fn capsule(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, &kept.capsules)
}

/// The sum over all hits on shapes that are made for each ray.
fn hits_of_new<S: Shape>(aims: &[Aim], shape: impl Fn(&Aim) -> Result<S, Error>) -> Sum {
    let hits = aims.iter().filter_map(|aim| aim.ray.hit(&shape(aim).ok()?));
    sum(hits.map(|hit| hit.point().to_array()))
}

pub(crate) fn new_plane(aims: &[Aim], _: &Kept) -> Sum {
    hits_of_new(aims, plane_of)
}

pub(crate) fn new_sphere(aims: &[Aim], _: &Kept) -> Sum {
    hits_of_new(aims, sphere_of)
}

pub(crate) fn new_cuboid(aims: &[Aim], _: &Kept) -> Sum {
    hits_of_new(aims, box_of)
}

pub(crate) fn new_triangle(aims: &[Aim], _: &Kept) -> Sum {
    hits_of_new(aims, triangle_of)
}

pub(crate) fn new_capsule(aims: &[Aim], _: &Kept) -> Sum {
    hits_of_new(aims, capsule_of)
}
