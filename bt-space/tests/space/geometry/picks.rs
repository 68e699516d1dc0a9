//! Compares rays on shapes with a direct use of the shapes' definitions: a search for the nearest point.

#![allow(clippy::float_cmp, reason = "what is the same must be the same to the last bit")]

use super::sample;
use bt_space::picking::glam::{DVec3, Vec3};
use bt_space::picking::{Aabb, Capsule, Plane, Ray, Shape, Side, Sphere, Triangle};
use fastrand::Rng;

fn rays() -> usize {
    sample(5_000)
}

fn vector(chance: &mut Rng) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| chance.f64() * 2.0 - 1.0))
}

/// Shapes of all sizes, near and far, and a ray towards each, or slightly beside it.
fn aims(seed: u64) -> impl Iterator<Item = (Ray<f64>, [DVec3; 3], f64, Rng)> {
    let mut chance = Rng::with_seed(seed);
    (0..rays()).map(move |_| {
        let mut chance = chance.fork();
        let size = 10_f64.powf(chance.f64() * 4.0 - 2.0);
        let points = [(); 3].map(|()| vector(&mut chance) * size);
        let origin = vector(&mut chance) * size * 10_f64.powf(chance.f64() * 3.0);
        let target = (points[0] + points[1]) / 2.0 + vector(&mut chance) * size;
        let ray = Ray::new(origin, target - origin).unwrap();
        (ray, points, size, chance)
    })
}

/// The smallest distance at which `height`, which is convex along a ray, is at most 0.
///
/// It searches for the minimum by ternary search, and then for the entry by bisection.
fn first_within(ray: &Ray<f64>, reach: f64, height: impl Fn(DVec3) -> f64) -> Option<f64> {
    let at = |distance| height(ray.at(distance));
    let (mut low, mut high) = (0.0, reach);
    for _ in 0..200 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(a) < at(b) { high = b } else { low = a }
    }
    let deepest = f64::midpoint(low, high);
    if at(deepest) > 0.0 {
        return None;
    }
    let (mut outside, mut inside) = (0.0, deepest);
    if at(outside) <= 0.0 {
        return Some(0.0);
    }
    for _ in 0..100 {
        let middle = f64::midpoint(outside, inside);
        if at(middle) <= 0.0 { inside = middle } else { outside = middle }
    }
    Some(inside)
}

fn to_segment(point: DVec3, from: DVec3, to: DVec3) -> f64 {
    let axis = to - from;
    let share = ((point - from).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
    point.distance(from + axis * share)
}

/// Compares the hit of a shape with a search along the ray. Near the rim, a hit and a miss are both
/// accepted.
fn check(
    (ray, size): (&Ray<f64>, f64),
    shape: &impl Shape<f64>,
    height: impl Fn(DVec3) -> f64,
) -> bool {
    let reach = ray.origin().length() + 10.0 * size;
    let hit = ray.hit(shape);
    let [surely, perhaps] =
        [1e-7, -1e-7].map(|margin| first_within(ray, reach, |point| height(point) + margin * size));
    assert!(surely.is_none() || hit.is_some(), "missed: {ray:?}");
    let Some(hit) = hit else { return false };
    let distance = perhaps.expect("it is hit");
    assert!(hit.distance() >= distance - 1e-6 * size, "{} < {distance}: {ray:?}", hit.distance());
    assert!(surely.is_none_or(|distance| hit.distance() <= distance + 1e-6 * size), "{ray:?}");
    assert!((hit.normal().length() - 1.0).abs() < 1e-9);
    if hit.side() == Side::Inside {
        assert_eq!(hit.distance(), 0.0);
    } else {
        // The normal leads out of the shape, and along the surface the height changes little.
        let step = 1e-4 * size;
        assert!(height(hit.point() + hit.normal() * step) > 0.3 * step, "{ray:?}");
    }
    true
}

#[test]
fn spheres() {
    let hits = aims(1).filter(|(ray, [center, ..], size, chance)| {
        let radius = size * chance.clone().f64();
        let sphere = Sphere::new(*center, radius).unwrap();
        check((ray, *size), &sphere, |point| point.distance(*center) - radius)
    });
    assert!(hits.count() > rays() / 10);
}

#[test]
fn boxes() {
    let hits = aims(2).filter(|(ray, [a, b, _], size, _)| {
        let (min, max) = (a.min(*b), a.max(*b));
        let cuboid = Aabb::new(min, max).unwrap();
        check((ray, *size), &cuboid, |point| (min - point).max(point - max).max_element())
    });
    assert!(hits.count() > rays() / 10);
}

#[test]
fn capsules() {
    let hits = aims(3).filter(|(ray, [from, to, _], size, chance)| {
        let mut chance = chance.clone();
        let radius = size * chance.f64();
        // Sometimes the ray runs along the axis, or the axis has no length.
        let (from, to) = match chance.u8(..8) {
            0 => (*from, *from),
            1 => (*from, *from + ray.direction() * *size),
            2 => (*from, *from - ray.direction() * *size),
            _ => (*from, *to),
        };
        let capsule = Capsule::new(from, to, radius).unwrap();
        let height = |point: DVec3| {
            let distance =
                if from == to { point.distance(from) } else { to_segment(point, from, to) };
            distance - radius
        };
        check((ray, *size), &capsule, height)
    });
    assert!(hits.count() > rays() / 10);
}

#[test]
fn where_lines_enter_and_leave() {
    for (ray, [a, b, _], size, mut chance) in aims(4) {
        let radius = size * chance.f64();
        let capsule = Capsule::new(a, b, radius).unwrap();
        let crossings = [
            capsule.crossing(&ray),
            Sphere::new(a, radius).unwrap().crossing(&ray),
            Aabb::new(a.min(b), a.max(b)).unwrap().crossing(&ray),
        ];
        for (enter, exit) in crossings.into_iter().flatten() {
            assert!(enter <= exit);
        }
        let back = Ray::new(ray.origin(), -ray.direction()).unwrap();
        let (Some((enter, exit)), Some((first, last))) = (crossings[0], capsule.crossing(&back))
        else {
            continue;
        };
        let slack = 1e-6 * (size + ray.origin().length());
        assert!((enter + last).abs() < slack && (exit + first).abs() < slack);
    }
}

#[test]
fn planes() {
    for (ray, [point, normal, _], size, _) in aims(5) {
        let plane = Plane::new(point, normal).unwrap();
        let (here, there) = ((ray.origin() - point).dot(normal), ray.direction().dot(normal));
        match ray.hit(&plane) {
            Some(hit) => {
                let off = (hit.point() - point).dot(normal.normalize()).abs();
                assert!(off <= 1e-9 * (size + hit.distance()), "{off}");
                assert!(hit.distance() >= 0.0 && hit.normal().dot(ray.direction()) <= 0.0);
                assert_eq!(hit.side() == Side::Front, here > 0.0);
            }
            None => assert!(here * there > 0.0, "it runs away from the plane"),
        }
    }
}

#[test]
fn triangles() {
    let mut hits = 0;
    for (ray, [a, b, c], size, mut chance) in aims(6) {
        // A ray towards a point of the triangle, or towards one outside it, in its plane.
        let (u, v) = (chance.f64() * 1.6 - 0.3, chance.f64() * 1.6 - 0.3);
        let least = u.min(v).min(1.0 - u - v);
        let target = a + (b - a) * u + (c - a) * v;
        let ray = Ray::new(ray.origin(), target - ray.origin()).unwrap();
        let triangle = Triangle::new(a, b, c).unwrap();
        let hit = ray.hit(&triangle);
        let normal = (b - a).cross(c - a);
        let slope = normal.dot(ray.direction()).abs() / (size * size);
        if least.abs() < 1e-6 || slope < 1e-4 {
            continue;
        }
        assert_eq!(hit.is_some(), least > 0.0, "{ray:?}");
        let is_front = normal.dot(ray.direction()) < 0.0;
        assert_eq!(ray.hit(&triangle.one_sided()), hit.filter(|_| is_front));
        let Some(hit) = hit else { continue };
        assert!(hit.point().distance(target) < 1e-9 * hit.distance() / slope, "{ray:?}");
        assert_eq!(hit.side(), if is_front { Side::Front } else { Side::Back });
        assert!(hit.normal().distance(normal.normalize()) < 1e-9);
        hits += 1;
    }
    assert!(hits > rays() / 10);
}

#[test]
fn the_edge_of_a_one_sided_triangle_from_behind() {
    let [a, b, c] = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let from_behind = Ray::new(Vec3::new(0.5, 0.0, -1.0), Vec3::Z).unwrap();
    for corners in [[a, b, c], [b, c, a], [c, a, b]] {
        let [a, b, c] = corners;
        let triangle = Triangle::new(a, b, c).unwrap();
        assert_eq!(from_behind.hit(&triangle).unwrap().side(), Side::Back);
        assert_eq!(from_behind.hit(&triangle.one_sided()), None);
    }
}

/// Two triangles of a floor, and rays at points of the edge that they share.
#[test]
fn no_ray_slips_through_between_two_triangles() {
    let mut chance = Rng::with_seed(7);
    for _ in 0..50_000 {
        let mut corner = || vector(&mut chance).as_vec3();
        let (a, b) = (corner() * 3.0, corner() * 3.0);
        let across = corner() * 5.0;
        let (left, right) = (a - across, b + across);
        let origin = corner() * 10.0;
        let target = a + (b - a) * (0.01 + 0.98 * chance.f32());
        let Ok(ray) = Ray::new(origin, target - origin) else { continue };
        let triangles = [Triangle::new(a, b, left), Triangle::new(b, a, right)];
        let is_across = ray.direction().dot((b - a).cross(across)).abs() > 0.1;
        let is_hit = triangles.iter().any(|triangle| ray.hit(&triangle.unwrap()).is_some());
        assert!(is_hit || !is_across, "{a} {b} {left} {right}: {ray:?}");
    }
}

#[test]
fn the_nearest_of_many() {
    let mut chance = Rng::with_seed(8);
    for _ in 0..300 {
        let spheres: Vec<Sphere> = (0..50)
            .map(|_| Sphere::new(vector(&mut chance).as_vec3() * 10.0, 1.0).unwrap())
            .collect();
        let ray = Ray::new(vector(&mut chance).as_vec3() * 20.0, Vec3::X).unwrap();
        let least = spheres.iter().filter_map(|sphere| ray.hit(sphere)).map(|hit| hit.distance());
        let least = least.fold(f32::INFINITY, f32::min);
        match ray.nearest(&spheres) {
            Some((index, hit)) => {
                assert_eq!(hit.distance(), least);
                assert_eq!(ray.hit(&spheres[index]), Some(hit));
            }
            None => assert_eq!(least, f32::INFINITY),
        }
        let everybody_twice = spheres.iter().chain(&spheres);
        let first = ray.nearest(everybody_twice).is_none_or(|(index, _)| index < spheres.len());
        assert!(first, "of equally near ones the first");
    }
}
