//! The usual code with glam: the inverse of projection times view, in `f32`.

use crate::cameras::{HEIGHT, Look, WIDTH, sum};
use crate::measure::Sum;
use crate::shapes::Aim;
use glam::{Mat4, Vec3};
use std::hint::black_box;

fn ndc([x, y]: [f32; 2], z: f32) -> Vec3 {
    Vec3::new(2.0 * x / WIDTH - 1.0, 1.0 - 2.0 * y / HEIGHT, z)
}

fn ray(inverse: &Mat4, touch: [f32; 2]) -> (Vec3, Vec3) {
    let near = inverse.project_point3(ndc(touch, -1.0));
    let far = inverse.project_point3(ndc(touch, 1.0));
    (near, (far - near).normalize())
}

pub(crate) fn rays_of_cameras(looks: &[Look]) -> Sum {
    let direction = |look: &Look| ray(&(look.projection * look.view).inverse(), look.touch).1;
    sum(looks.iter().map(|look| direction(look).to_array()))
}

/// The camera is stored with the data for `project`.
pub(crate) fn rays_of_kept_cameras(looks: &[Look]) -> Sum {
    let direction = |look: &Look| {
        let transform = look.projection * look.view;
        let (inverse, _) = black_box((transform.inverse(), transform));
        ray(&inverse, look.touch).1.to_array()
    };
    sum(looks.iter().map(direction))
}

pub(crate) fn rays(first: &Look, looks: &[Look]) -> Sum {
    let inverse = (first.projection * first.view).inverse();
    sum(looks.iter().map(|look| ray(&inverse, look.touch).1.to_array()))
}

pub(crate) fn rays_and_origins(first: &Look, looks: &[Look]) -> Sum {
    let inverse = (first.projection * first.view).inverse();
    let ray = |look: &Look| {
        let (origin, direction) = ray(&inverse, look.touch);
        (origin + direction).to_array()
    };
    sum(looks.iter().map(ray))
}

pub(crate) fn unproject(first: &Look, looks: &[Look]) -> Sum {
    let inverse = (first.projection * first.view).inverse();
    sum(looks.iter().map(|look| inverse.project_point3(ndc(look.touch, 0.5)).to_array()))
}

pub(crate) fn project(first: &Look, looks: &[Look]) -> Sum {
    let transform = first.projection * first.view;
    let place = |look: &Look| {
        let clip = transform * look.point.extend(1.0);
        let place = clip.truncate() / clip.w;
        let (x, y) = ((place.x + 1.0) * WIDTH / 2.0, (1.0 - place.y) * HEIGHT / 2.0);
        (clip.w > 0.0).then_some([x, y, place.z])
    };
    sum(looks.iter().filter_map(place))
}

/// The stored data of each shape.
pub(crate) struct Kept {
    planes: Vec<(Vec3, Vec3)>,
    spheres: Vec<(Vec3, f32)>,
    boxes: Vec<(Vec3, Vec3)>,
    triangles: Vec<[Vec3; 3]>,
    capsules: Vec<(Vec3, Vec3, f32)>,
}

impl Kept {
    pub(crate) fn new(aims: &[Aim]) -> Self {
        Self {
            planes: aims.iter().map(plane_of).collect(),
            spheres: aims.iter().map(sphere_of).collect(),
            boxes: aims.iter().map(box_of).collect(),
            triangles: aims.iter().map(triangle_of).collect(),
            capsules: aims.iter().map(capsule_of).collect(),
        }
    }
}

/// A point and a normal of length 1.
fn plane_of(aim: &Aim) -> (Vec3, Vec3) {
    (Vec3::from(aim.points[0]), Vec3::from(aim.points[1]).normalize())
}

fn sphere_of(aim: &Aim) -> (Vec3, f32) {
    (Vec3::from(aim.points[0]), aim.radius)
}

fn box_of(aim: &Aim) -> (Vec3, Vec3) {
    let [a, b, _] = aim.points.map(Vec3::from);
    (a.min(b), a.max(b))
}

/// A corner and two edges.
fn triangle_of(aim: &Aim) -> [Vec3; 3] {
    let [a, b, c] = aim.points.map(Vec3::from);
    [a, b - a, c - a]
}

fn capsule_of(aim: &Aim) -> (Vec3, Vec3, f32) {
    let [from, to, _] = aim.points.map(Vec3::from);
    (from, to, aim.radius)
}

/// The sum over all hits.
fn hits<S>(
    aims: &[Aim],
    shapes: impl Iterator<Item = S>,
    distance: impl Fn(Vec3, Vec3, S) -> Option<f32>,
) -> Sum {
    let hit = |(aim, shape): (&Aim, S)| {
        let (origin, direction) = (aim.ray.origin(), aim.ray.direction());
        let distance = distance(origin, direction, shape).filter(|distance| *distance >= 0.0)?;
        Some((origin + direction * distance).to_array())
    };
    sum(aims.iter().zip(shapes).filter_map(hit))
}

fn on_plane(origin: Vec3, direction: Vec3, (point, normal): (Vec3, Vec3)) -> Option<f32> {
    let approach = normal.dot(direction);
    (approach.abs() > 1e-9).then(|| normal.dot(point - origin) / approach)
}

fn on_sphere(origin: Vec3, direction: Vec3, (center, radius): (Vec3, f32)) -> Option<f32> {
    let way = origin - center;
    let b = way.dot(direction);
    let c = way.dot(way) - radius * radius;
    let discriminant = b * b - c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    if -b - root >= 0.0 { Some(-b - root) } else { (-b + root >= 0.0).then_some(0.0) }
}

fn on_box(origin: Vec3, direction: Vec3, (low, high): (Vec3, Vec3)) -> Option<f32> {
    let inverse = direction.recip();
    let (one, other) = ((low - origin) * inverse, (high - origin) * inverse);
    let enter = one.min(other).max_element().max(0.0);
    (enter <= one.max(other).min_element()).then_some(enter)
}

/// Möller and Trumbore, 1997.
fn on_triangle(
    origin: Vec3,
    direction: Vec3,
    [corner, edge, other]: [Vec3; 3],
    is_hit: impl Fn(f32) -> bool,
) -> Option<f32> {
    let across = direction.cross(other);
    let determinant = edge.dot(across);
    if !is_hit(determinant) {
        return None;
    }
    let inverse = determinant.recip();
    let way = origin - corner;
    let u = way.dot(across) * inverse;
    if !(0.0..=1.0).contains(&u) {
        return None;
    }
    let turned = way.cross(edge);
    let v = direction.dot(turned) * inverse;
    (v >= 0.0 && u + v <= 1.0).then(|| other.dot(turned) * inverse)
}

/// Quílez, *Intersectors*.
fn on_capsule(origin: Vec3, direction: Vec3, (from, to, radius): (Vec3, Vec3, f32)) -> Option<f32> {
    let (axis, way) = (to - from, origin - from);
    let (square, along) = (axis.dot(axis), axis.dot(direction));
    let (offset, approach) = (axis.dot(way), direction.dot(way));
    let a = square - along * along;
    let b = square * approach - offset * along;
    let c = square * (way.dot(way) - radius * radius) - offset * offset;
    let discriminant = b * b - a * c;
    if discriminant < 0.0 {
        return None;
    }
    let distance = (-b - discriminant.sqrt()) / a;
    let height = offset + distance * along;
    if height > 0.0 && height < square {
        return Some(distance);
    }
    let way = if height <= 0.0 { way } else { origin - to };
    let b = direction.dot(way);
    let discriminant = b * b - (way.dot(way) - radius * radius);
    (discriminant > 0.0).then(|| -b - discriminant.sqrt())
}

pub(crate) fn plane(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, kept.planes.iter().copied(), on_plane)
}

pub(crate) fn new_plane(aims: &[Aim], _: &Kept) -> Sum {
    hits(aims, aims.iter().map(plane_of), on_plane)
}

pub(crate) fn sphere(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, kept.spheres.iter().copied(), on_sphere)
}

pub(crate) fn new_sphere(aims: &[Aim], _: &Kept) -> Sum {
    hits(aims, aims.iter().map(sphere_of), on_sphere)
}

pub(crate) fn cuboid(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, kept.boxes.iter().copied(), on_box)
}

pub(crate) fn new_cuboid(aims: &[Aim], _: &Kept) -> Sum {
    hits(aims, aims.iter().map(box_of), on_box)
}

pub(crate) fn capsule(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, kept.capsules.iter().copied(), on_capsule)
}

pub(crate) fn new_capsule(aims: &[Aim], _: &Kept) -> Sum {
    hits(aims, aims.iter().map(capsule_of), on_capsule)
}

fn triangles(aims: &[Aim], shapes: impl Iterator<Item = [Vec3; 3]>) -> Sum {
    hits(aims, shapes, |origin, direction, triangle| {
        on_triangle(origin, direction, triangle, |determinant| determinant.abs() > 1e-9)
    })
}

pub(crate) fn triangle(aims: &[Aim], kept: &Kept) -> Sum {
    triangles(aims, kept.triangles.iter().copied())
}

pub(crate) fn new_triangle(aims: &[Aim], _: &Kept) -> Sum {
    triangles(aims, aims.iter().map(triangle_of))
}

pub(crate) fn front(aims: &[Aim], kept: &Kept) -> Sum {
    hits(aims, kept.triangles.iter().copied(), |origin, direction, triangle| {
        on_triangle(origin, direction, triangle, |determinant| determinant > 1e-9)
    })
}
