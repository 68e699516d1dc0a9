//! The usual code with nalgebra-glm and its `unproject`, in `f32`.

use crate::cameras::{HEIGHT, Look, WIDTH, sum};
use crate::measure::Sum;
use crate::shapes::Aim;
use nalgebra_glm::{
    Mat4, Vec3, Vec4, comp_max, comp_min, dot, inverse, max2 as max, min2 as min, normalize,
    project as project_no, unproject as unproject_no,
};
use std::hint::black_box;

const VIEWPORT: [f32; 4] = [0.0, 0.0, WIDTH, HEIGHT];

fn matrix(matrix: glam::Mat4) -> Mat4 {
    Mat4::from(matrix.to_cols_array_2d())
}

fn window([x, y]: [f32; 2], z: f32) -> Vec3 {
    Vec3::new(x, HEIGHT - y, z)
}

pub(crate) fn rays_of_cameras(looks: &[Look]) -> Sum {
    let direction = |look: &Look| -> [f32; 3] {
        let (view, projection) = (matrix(look.view), matrix(look.projection));
        let point = |z| unproject_no(&window(look.touch, z), &view, &projection, VIEWPORT.into());
        normalize(&(point(1.0) - point(0.0))).into()
    };
    sum(looks.iter().map(direction))
}

/// Its `unproject` inverts the matrix in each call; code with many touches stores the inverse.
fn at_depth(inverse: &Mat4, [x, y]: [f32; 2], z: f32) -> Vec3 {
    let place = Vec4::new(2.0 * x / WIDTH - 1.0, 1.0 - 2.0 * y / HEIGHT, z, 1.0);
    let point = inverse * place;
    point.xyz() / point.w
}

/// The camera is stored with the data for `project`.
pub(crate) fn rays_of_kept_cameras(looks: &[Look]) -> Sum {
    let direction = |look: &Look| -> [f32; 3] {
        let transform = matrix(look.projection) * matrix(look.view);
        let (inverse, _) = black_box((inverse(&transform), transform));
        let point = |z| at_depth(&inverse, look.touch, z);
        normalize(&(point(1.0) - point(-1.0))).into()
    };
    sum(looks.iter().map(direction))
}

pub(crate) fn rays(first: &Look, looks: &[Look]) -> Sum {
    let inverse = inverse(&(matrix(first.projection) * matrix(first.view)));
    let direction = |look: &Look| -> [f32; 3] {
        let point = |z| at_depth(&inverse, look.touch, z);
        normalize(&(point(1.0) - point(-1.0))).into()
    };
    sum(looks.iter().map(direction))
}

pub(crate) fn rays_and_origins(first: &Look, looks: &[Look]) -> Sum {
    let inverse = inverse(&(matrix(first.projection) * matrix(first.view)));
    let ray = |look: &Look| -> [f32; 3] {
        let point = |z| at_depth(&inverse, look.touch, z);
        let near = point(-1.0);
        (near + normalize(&(point(1.0) - near))).into()
    };
    sum(looks.iter().map(ray))
}

pub(crate) fn unproject(first: &Look, looks: &[Look]) -> Sum {
    let inverse = inverse(&(matrix(first.projection) * matrix(first.view)));
    sum(looks.iter().map(|look| at_depth(&inverse, look.touch, 0.5).into()))
}

pub(crate) fn project(first: &Look, looks: &[Look]) -> Sum {
    let (view, projection) = (matrix(first.view), matrix(first.projection));
    let place = |look: &Look| -> [f32; 3] {
        let point = Vec3::from(look.point.to_array());
        let place = project_no(&point, &view, &projection, VIEWPORT.into());
        [place.x, HEIGHT - place.y, place.z * 2.0 - 1.0]
    };
    sum(looks.iter().map(place))
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
    (Vec3::from(aim.points[0]), normalize(&Vec3::from(aim.points[1])))
}

fn sphere_of(aim: &Aim) -> (Vec3, f32) {
    (Vec3::from(aim.points[0]), aim.radius)
}

fn box_of(aim: &Aim) -> (Vec3, Vec3) {
    let [a, b, _] = aim.points.map(Vec3::from);
    (min(&a, &b), max(&a, &b))
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
    let hit = |(aim, shape): (&Aim, S)| -> Option<[f32; 3]> {
        let (origin, direction) =
            (Vec3::from(aim.ray.origin().to_array()), Vec3::from(aim.ray.direction().to_array()));
        let distance = distance(origin, direction, shape).filter(|distance| *distance >= 0.0)?;
        Some((origin + direction * distance).into())
    };
    sum(aims.iter().zip(shapes).filter_map(hit))
}

fn on_plane(origin: Vec3, direction: Vec3, (point, normal): (Vec3, Vec3)) -> Option<f32> {
    let approach = dot(&normal, &direction);
    (approach.abs() > 1e-9).then(|| dot(&normal, &(point - origin)) / approach)
}

fn on_sphere(origin: Vec3, direction: Vec3, (center, radius): (Vec3, f32)) -> Option<f32> {
    let way = origin - center;
    let b = dot(&way, &direction);
    let c = dot(&way, &way) - radius * radius;
    let discriminant = b * b - c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    if -b - root >= 0.0 { Some(-b - root) } else { (-b + root >= 0.0).then_some(0.0) }
}

fn on_box(origin: Vec3, direction: Vec3, (low, high): (Vec3, Vec3)) -> Option<f32> {
    let inverse = direction.map(f32::recip);
    let (one, other) =
        ((low - origin).component_mul(&inverse), (high - origin).component_mul(&inverse));
    let enter = comp_max(&min(&one, &other)).max(0.0);
    (enter <= comp_min(&max(&one, &other))).then_some(enter)
}

/// Möller and Trumbore, 1997.
fn on_triangle(
    origin: Vec3,
    direction: Vec3,
    [corner, edge, other]: [Vec3; 3],
    is_hit: impl Fn(f32) -> bool,
) -> Option<f32> {
    let across = direction.cross(&other);
    let determinant = dot(&edge, &across);
    if !is_hit(determinant) {
        return None;
    }
    let inverse = determinant.recip();
    let way = origin - corner;
    let u = dot(&way, &across) * inverse;
    if !(0.0..=1.0).contains(&u) {
        return None;
    }
    let turned = way.cross(&edge);
    let v = dot(&direction, &turned) * inverse;
    (v >= 0.0 && u + v <= 1.0).then(|| dot(&other, &turned) * inverse)
}

/// Quílez, *Intersectors*.
fn on_capsule(origin: Vec3, direction: Vec3, (from, to, radius): (Vec3, Vec3, f32)) -> Option<f32> {
    let (axis, way) = (to - from, origin - from);
    let (square, along) = (dot(&axis, &axis), dot(&axis, &direction));
    let (offset, approach) = (dot(&axis, &way), dot(&direction, &way));
    let a = square - along * along;
    let b = square * approach - offset * along;
    let c = square * (dot(&way, &way) - radius * radius) - offset * offset;
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
    let b = dot(&direction, &way);
    let discriminant = b * b - (dot(&way, &way) - radius * radius);
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
