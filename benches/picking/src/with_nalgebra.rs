//! As it is written with nalgebra-glm, by its `unproject`, in `f32`.

use crate::cameras::{HEIGHT, Look, WIDTH, sum};
use crate::measure::Sum;
use crate::shapes::Aim;
use nalgebra_glm::{
    Mat4, Vec3, Vec4, comp_max, comp_min, dot, inverse, max2 as max, min2 as min, normalize,
    project as project_no, unproject as unproject_no,
};

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

/// Its `unproject` inverts in each call; who has many touches keeps the inverse.
fn at_depth(inverse: &Mat4, [x, y]: [f32; 2], z: f32) -> Vec3 {
    let place = Vec4::new(2.0 * x / WIDTH - 1.0, 1.0 - 2.0 * y / HEIGHT, z, 1.0);
    let point = inverse * place;
    point.xyz() / point.w
}

pub(crate) fn rays(first: &Look, looks: &[Look]) -> Sum {
    let inverse = inverse(&(matrix(first.projection) * matrix(first.view)));
    let direction = |look: &Look| -> [f32; 3] {
        let point = |z| at_depth(&inverse, look.touch, z);
        normalize(&(point(1.0) - point(-1.0))).into()
    };
    sum(looks.iter().map(direction))
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

/// The sum over where rays hit.
fn hits(aims: &[Aim], distance: impl Fn(Vec3, Vec3, &Aim) -> Option<f32>) -> Sum {
    let hit = |aim: &Aim| -> Option<[f32; 3]> {
        let (origin, direction) =
            (Vec3::from(aim.ray.origin().to_array()), Vec3::from(aim.ray.direction().to_array()));
        let distance = distance(origin, direction, aim).filter(|distance| *distance >= 0.0)?;
        Some((origin + direction * distance).into())
    };
    sum(aims.iter().filter_map(hit))
}

pub(crate) fn plane(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        let (point, normal) = (Vec3::from(aim.points[0]), normalize(&Vec3::from(aim.points[1])));
        let approach = dot(&normal, &direction);
        (approach.abs() > 1e-9).then(|| dot(&(normal), &(point - origin)) / approach)
    })
}

pub(crate) fn sphere(aims: &[Aim]) -> Sum {
    hits(aims, |origin, direction, aim| {
        let way = origin - Vec3::from(aim.points[0]);
        let b = dot(&way, &direction);
        let c = dot(&way, &way) - aim.radius * aim.radius;
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
        let inverse = direction.map(f32::recip);
        let (one, other) = (
            (min(&a, &b) - origin).component_mul(&inverse),
            (max(&a, &b) - origin).component_mul(&inverse),
        );
        let enter = comp_max(&min(&one, &other)).max(0.0);
        (enter <= comp_min(&max(&one, &other))).then_some(enter)
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
    let across = direction.cross(&other);
    let determinant = dot(&edge, &across);
    if !is_hit(determinant) {
        return None;
    }
    let inverse = determinant.recip();
    let way = origin - a;
    let u = dot(&way, &across) * inverse;
    if !(0.0..=1.0).contains(&u) {
        return None;
    }
    let turned = way.cross(&edge);
    let v = dot(&direction, &turned) * inverse;
    (v >= 0.0 && u + v <= 1.0).then(|| dot(&other, &turned) * inverse)
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
        let (square, along) = (dot(&axis, &axis), dot(&axis, &direction));
        let (offset, approach) = (dot(&axis, &way), dot(&direction, &way));
        let a = square - along * along;
        let b = square * approach - offset * along;
        let c = square * (dot(&way, &way) - aim.radius * aim.radius) - offset * offset;
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
        let discriminant = b * b - (dot(&way, &way) - aim.radius * aim.radius);
        (discriminant > 0.0).then(|| -b - discriminant.sqrt())
    })
}
