//! As it is usually written with glam: by the inverse of projection times view, in `f32`.

use crate::cameras::{HEIGHT, Look, WIDTH, sum};
use crate::measure::Sum;
use crate::shapes::Aim;
use glam::{Mat4, Vec3};

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

pub(crate) fn rays(first: &Look, looks: &[Look]) -> Sum {
    let inverse = (first.projection * first.view).inverse();
    sum(looks.iter().map(|look| ray(&inverse, look.touch).1.to_array()))
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

/// The sum over where rays hit.
fn hits(aims: &[Aim], distance: impl Fn(Vec3, Vec3, &Aim) -> Option<f32>) -> Sum {
    let hit = |aim: &Aim| {
        let (origin, direction) = (aim.ray.origin(), aim.ray.direction());
        let distance = distance(origin, direction, aim).filter(|distance| *distance >= 0.0)?;
        Some((origin + direction * distance).to_array())
    };
    sum(aims.iter().filter_map(hit))
}

pub(crate) fn plane(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        let (point, normal) = (Vec3::from(aim.points[0]), Vec3::from(aim.points[1]).normalize());
        let approach = normal.dot(direction);
        (approach.abs() > 1e-9).then(|| normal.dot(point - origin) / approach)
    })
}

pub(crate) fn sphere(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        let way = origin - Vec3::from(aim.points[0]);
        let b = way.dot(direction);
        let c = way.dot(way) - aim.radius * aim.radius;
        let discriminant = b * b - c;
        if discriminant < 0.0 {
            return None;
        }
        let root = discriminant.sqrt();
        if -b - root >= 0.0 { Some(-b - root) } else { (-b + root >= 0.0).then_some(0.0) }
    })
}

pub(crate) fn cuboid(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        let [a, b, _] = aim.points.map(Vec3::from);
        let inverse = direction.recip();
        let (one, other) = ((a.min(b) - origin) * inverse, (a.max(b) - origin) * inverse);
        let enter = one.min(other).max_element().max(0.0);
        (enter <= one.max(other).min_element()).then_some(enter)
    })
}

/// Möller and Trumbore, 1997.
fn moller_trumbore(
    origin: Vec3,
    direction: Vec3,
    aim: &Aim,
    is_hit: impl Fn(f32) -> bool,
) -> Option<f32> {
    let [a, b, c] = aim.points.map(Vec3::from);
    let (edge, other) = (b - a, c - a);
    let across = direction.cross(other);
    let determinant = edge.dot(across);
    if !is_hit(determinant) {
        return None;
    }
    let inverse = determinant.recip();
    let way = origin - a;
    let u = way.dot(across) * inverse;
    if !(0.0..=1.0).contains(&u) {
        return None;
    }
    let turned = way.cross(edge);
    let v = direction.dot(turned) * inverse;
    (v >= 0.0 && u + v <= 1.0).then(|| other.dot(turned) * inverse)
}

pub(crate) fn triangle(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        moller_trumbore(origin, direction, aim, |determinant| determinant.abs() > 1e-9)
    })
}

pub(crate) fn front(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        moller_trumbore(origin, direction, aim, |determinant| determinant > 1e-9)
    })
}

/// Quílez, *Intersectors*.
pub(crate) fn capsule(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        let [from, to, _] = aim.points.map(Vec3::from);
        let (axis, way) = (to - from, origin - from);
        let (square, along) = (axis.dot(axis), axis.dot(direction));
        let (offset, approach) = (axis.dot(way), direction.dot(way));
        let a = square - along * along;
        let b = square * approach - offset * along;
        let c = square * (way.dot(way) - aim.radius * aim.radius) - offset * offset;
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
        let discriminant = b * b - (way.dot(way) - aim.radius * aim.radius);
        (discriminant > 0.0).then(|| -b - discriminant.sqrt())
    })
}
