//! Rays on thin, long and distant capsules, in `f32` and in `f64`, compared with results of 32 digits.
#![allow(clippy::cast_possible_truncation, reason = "to round is what is wanted")]
#![allow(clippy::float_cmp, reason = "what is the same must be the same to the last bit")]

use super::sample;
use bt_space::picking::glam::{DVec3, Vec3};
use bt_space::picking::{Capsule, Ray, Real, Side};
use fastrand::Rng;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

fn rays() -> usize {
    sample(30_000)
}

/// A precision: its rounding, and the distance from 1 to the next number.
struct Precision<F> {
    round: fn(f64) -> F,
    epsilon: f64,
}

const SINGLE: Precision<f32> =
    Precision { round: |number| number as f32, epsilon: f32::EPSILON as f64 };
const EXACT: Precision<f64> = Precision { round: |number| number, epsilon: f64::EPSILON };

impl<F> Precision<F> {
    /// Four units in the last place of a distance.
    fn slack(&self, distance: f64) -> f64 {
        let power_of_two = f64::from_bits(distance.abs().to_bits() >> 52 << 52);
        4.0 * power_of_two * self.epsilon
    }
}

/// The target, and how the ray passes it.
struct Aim {
    /// The length of the axis, and the radius.
    length: f64,
    radius: f64,
    /// The distance from the ray's origin to the target point.
    distance: f64,
    /// The sine of the angle between the ray and the axis.
    sine: f64,
    /// The distance of the line from the axis, in radii.
    beside: f64,
    /// The distance from the origin of the world to the target point.
    place: f64,
}

fn unit(chance: &mut Rng) -> DVec3 {
    loop {
        let vector = DVec3::from_array([(); 3].map(|()| chance.f64() * 2.0 - 1.0));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

/// A ray and a capsule; the ray may pass any part of it, or its ends.
#[derive(Clone, Copy, Debug)]
struct Case<F: Real> {
    ray: Ray<F>,
    ends: [[F; 3]; 2],
    radius: F,
    length: f64,
    distance: f64,
}

impl<F: Real> Case<F> {
    fn random(aim: &Aim, chance: &mut Rng, round: fn(f64) -> F) -> Self {
        let axis = unit(chance);
        let across = axis.cross(unit(chance)).normalize();
        let along = if chance.bool() { axis } else { -axis };
        let direction = along * (1.0 - aim.sine * aim.sine).sqrt() + across * aim.sine;
        let sideways = direction.cross(unit(chance)).normalize() * aim.radius * aim.beside;
        let place = unit(chance) * aim.place;
        let share = chance.f64() * 1.02 - 0.01;
        let ends = [place - axis * aim.length * share, place + axis * aim.length * (1.0 - share)];
        let origin = place - direction * aim.distance + sideways;
        let vector = |vector: DVec3| vector.to_array().map(round);
        Self {
            ray: Ray::new(vector(origin), vector(direction)).unwrap(),
            ends: ends.map(vector),
            radius: round(aim.radius),
            length: aim.length,
            distance: aim.distance,
        }
    }

    fn capsule(&self) -> Capsule<F> {
        Capsule::new(self.ends[0], self.ends[1], self.radius).unwrap()
    }

    fn line(&self) -> Line {
        let [origin, direction] =
            [self.ray.origin(), self.ray.direction()].map(|vector| vector.into().map(Into::into));
        Line::new(origin, direction)
    }

    /// Returns `true` if the ray begins inside of the capsule or after it, within the error of the
    /// farther end.
    fn begins_late(&self, precision: &Precision<F>) -> bool {
        let error = precision.slack(self.distance + self.length);
        let around = self.line().crossing(self.exact_ends(), self.radius.into() + error);
        around.is_some_and(|[enter, _]| enter <= error)
    }

    fn exact_ends(&self) -> [[f64; 3]; 2] {
        self.ends.map(|end| end.map(Into::into))
    }

    /// The allowed error of a distance.
    ///
    /// It is the same as for a sphere, relative to the distance of its center. If that distance is very
    /// small compared with the length of the capsule, a fraction of the length is added.
    fn slack(&self, precision: &Precision<F>, distance: f64) -> f64 {
        let radius: f64 = self.radius.into();
        precision.slack(distance + radius + self.length / 4096.0)
    }

    /// A capsule must be hit between the hits on a capsule that is thicker by the error, and one that is
    /// thinner. Returns `true` if it is hit.
    fn check(&self, precision: &Precision<F>) -> bool {
        let hit = self.ray.hit(&self.capsule());
        let distance = hit.map(|hit| hit.distance().into());
        let slack = self.slack(precision, distance.unwrap_or(self.distance));
        let (line, ends, radius) = (self.line(), self.exact_ends(), self.radius.into());
        let thicker = line.crossing(ends, radius + slack);
        let thinner = (radius > slack).then(|| line.crossing(ends, radius - slack)).flatten();
        let Some(distance) = distance else {
            assert!(thinner.is_none(), "missed, {thinner:?}: {self:?}");
            return false;
        };
        let [enter, exit] = thicker.unwrap_or_else(|| panic!("not there: {self:?}"));
        assert!(distance >= enter - slack, "{distance} < {enter}: {self:?}");
        let latest = thinner.map_or(exit, |[enter, _]| enter);
        assert!(distance <= latest + slack, "{distance} > {latest}: {self:?}");
        self.check_exit(precision, distance);
        true
    }

    /// Does the same for the exit, which is farther away and has a larger error.
    fn check_exit(&self, precision: &Precision<F>, distance: f64) {
        let crossing = self.capsule().crossing(&self.ray);
        let [first, last]: [f64; 2] = crossing.map(|(a, b)| [a.into(), b.into()]).expect("a hit");
        assert!(first == distance && first <= last, "{first}, {last}: {self:?}");
        let slack = self.slack(precision, last + self.length);
        let (line, ends, radius) = (self.line(), self.exact_ends(), self.radius.into());
        let [enter, exit] = line.crossing(ends, radius + slack).expect("a hit");
        assert!(last <= exit + slack, "{last} > {exit}: {self:?}");
        let thinner = (radius > slack).then(|| line.crossing(ends, radius - slack)).flatten();
        let earliest = thinner.map_or(enter, |[_, exit]| exit);
        assert!(last >= earliest - slack, "{last} < {earliest}: {self:?}");
    }
}

/// Checks many rays, of which a large part has to hit.
fn check<F: Real>(precision: &Precision<F>, seed: u64, aim: impl Fn(&mut Rng) -> Aim) {
    let mut chance = Rng::with_seed(seed);
    let hits = (0..rays()).filter(|_| {
        let aim = aim(&mut chance);
        let case = Case::random(&aim, &mut chance, precision.round);
        !case.begins_late(precision) && case.check(precision)
    });
    assert!(hits.count() > rays() / 2);
}

/// A random power of ten.
fn power(chance: &mut Rng, from: f64, to: f64) -> f64 {
    10_f64.powf(from + (to - from) * chance.f64())
}

/// A rope of 20 m length and 1 mm radius, from 10 m away.
fn rope(chance: &mut Rng) -> Aim {
    let (sine, beside) = (chance.f64(), 1.2 * chance.f64());
    Aim { length: 20.0, radius: 1e-3, distance: 10.0, sine, beside, place: 0.0 }
}

/// A short wire and a beam of a kilometer, from all sides and almost along the axis.
fn thin(chance: &mut Rng) -> Aim {
    Aim {
        length: power(chance, -1.0, 3.0),
        radius: power(chance, -4.0, -1.0),
        distance: power(chance, 0.0, 3.0),
        sine: power(chance, -5.0, 0.0),
        beside: 1.2 * chance.f64(),
        place: 100.0 * chance.f64(),
    }
}

/// Capsules that are as thick as long, or thicker.
fn thick(chance: &mut Rng) -> Aim {
    let length = power(chance, -2.0, 2.0);
    let radius = length * power(chance, -1.0, 1.0);
    Aim {
        length,
        radius,
        distance: (length + radius) * power(chance, 0.0, 3.0),
        sine: power(chance, -3.0, 0.0),
        beside: 1.2 * chance.f64(),
        place: 10.0 * chance.f64(),
    }
}

/// Rays nearly along the axis.
fn along(chance: &mut Rng) -> Aim {
    Aim { sine: power(chance, -7.0, -4.0), ..thin(chance) }
}

#[test]
fn a_rope() {
    check(&SINGLE, 1, rope);
    check(&EXACT, 2, rope);
}

#[test]
fn thin_capsules() {
    check(&SINGLE, 3, thin);
    check(&EXACT, 4, thin);
}

#[test]
fn thick_capsules() {
    check(&SINGLE, 5, thick);
    check(&EXACT, 6, thick);
}

#[test]
fn along_the_axis() {
    check(&SINGLE, 7, along);
    check(&EXACT, 8, along);
}

/// From a hit, the distance back along the normal to the axis is the radius.
#[test]
fn normals() {
    let mut chance = Rng::with_seed(9);
    for aim in [rope, thin, thick].repeat(rays() / 10) {
        let aim = aim(&mut chance);
        let case = Case::random(&aim, &mut chance, SINGLE.round);
        let Some(hit) = case.ray.hit(&case.capsule()) else { continue };
        if hit.side() == Side::Inside {
            continue;
        }
        let [origin, direction, normal] =
            [case.ray.origin(), case.ray.direction(), hit.normal()].map(Vec3::as_dvec3);
        let (distance, radius) = (f64::from(hit.distance()), f64::from(case.radius));
        let place = origin + direction * distance - normal * radius;
        let [from, to] = case.exact_ends().map(DVec3::from);
        let axis = to - from;
        let share = ((place - from).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
        let off = place.distance(from + axis * share);
        assert!(off <= 2.0 * case.slack(&SINGLE, distance), "{off}: {case:?}");
    }
}

/// Rays from above and from below give the same result, beside the axis of an upright body or of a
/// sphere.
#[test]
fn straight_along_the_axis() {
    for (height, top) in [(1.5, 2.0), (-0.5, 0.0)] {
        let capsule = Capsule::new([0.0, -0.5, 0.0], [0.0, height, 0.0], 0.5_f32).unwrap();
        for (beside, step) in [(0.0, 0.0), (0.3, 0.1), (0.4, 0.2), (0.5, 0.5), (0.51, 1.0)] {
            let above = Ray::new([beside, 8.0, 0.0], [0.0, -1.0, 0.0]).unwrap();
            let below = Ray::new([0.0, -9.0, beside], [0.0, 1.0, 0.0]).unwrap();
            for (ray, expected) in [(above, 8.0 - top + step), (below, 8.0 + step)] {
                match ray.hit(&capsule) {
                    Some(hit) => {
                        let wrong = (f64::from(hit.distance()) - expected).abs();
                        assert!(beside <= 0.5 && wrong <= SINGLE.slack(8.0), "{beside}: {hit:?}");
                    }
                    None => assert!(beside > 0.5, "{beside}"),
                }
            }
        }
    }
}

#[test]
fn results_have_thirty_digits() {
    let [two, three] = [2.0, 3.0].map(Double::from);
    let third = Double::from(1.0) / three;
    let root = two.sqrt();
    for wrong in [third * three - 1.0.into(), root * root - two, (third + root) - third - root] {
        assert!(f64::from(wrong).abs() < 1e-30, "{wrong:?}");
    }
    assert!(third * three < 1.1.into() && third > 0.333_333_333_333_333_3.into());
}

/// A vector.
type Vector = [Double; 3];

/// A line that may cross a capsule.
#[derive(Clone, Copy, Debug)]
struct Line {
    origin: Vector,
    direction: Vector,
}

impl Line {
    /// Makes a line from a point and a direction of any length.
    fn new(origin: [f64; 3], direction: [f64; 3]) -> Self {
        Self { origin: origin.map(Double::from), direction: direction.map(Double::from) }
    }

    /// The points where the line enters and leaves a capsule, as multiples of the direction.
    ///
    /// A capsule is a sphere at each end and a cylinder between them: it is entered where the first of
    /// them is entered.
    fn crossing(&self, ends: [[f64; 3]; 2], radius: f64) -> Option<[f64; 2]> {
        let [from, to] = ends.map(|end| end.map(Double::from));
        let radius = Double::from(radius);
        let parts = [self.ball(from, radius), self.ball(to, radius)];
        let sides = self.sides(from, to, radius).map(|side| side.map(|side| [side; 2]));
        let all = parts.into_iter().chain(sides).flatten();
        let crossing = all.reduce(|[enter, exit], [first, last]| {
            [if first < enter { first } else { enter }, if last > exit { last } else { exit }]
        });
        crossing.map(|crossing| crossing.map(f64::from))
    }

    fn ball(&self, center: Vector, radius: Double) -> Option<[Double; 2]> {
        let way = minus(center, self.origin);
        let across = cross(way, self.direction);
        let square = dot(self.direction, self.direction);
        let rest = radius * radius * square - dot(across, across);
        let (middle, half) = (dot(way, self.direction) / square, rest.sqrt() / square);
        (rest >= 0.0.into()).then(|| [middle - half, middle + half])
    }

    /// The crossings with the side of the cylinder between the ends.
    fn sides(&self, from: Vector, to: Vector, radius: Double) -> [Option<Double>; 2] {
        let (axis, way) = (minus(to, from), minus(from, self.origin));
        let normal = cross(axis, self.direction);
        let (slant, square) = (dot(normal, normal), dot(axis, axis));
        let distance = dot(way, normal);
        let rest = (radius * radius * slant - distance * distance) * square;
        let middle = dot(cross(way, axis), cross(self.direction, axis)) / slant;
        let half = rest.sqrt() / slant;
        [middle - half, middle + half].map(|distance| {
            let point = self.direction.map(|along| along * distance);
            let height = dot(minus(point, way), axis);
            let is_side = rest >= 0.0.into() && slant > 0.0.into();
            (is_side && height >= 0.0.into() && height <= square).then_some(distance)
        })
    }
}

fn minus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

fn dot(a: Vector, b: Vector) -> Double {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    let part = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [part(1, 2), part(2, 0), part(0, 1)]
}

/// The sum of two `f64`; the second is at most the rounding error of the first. This gives about 32
/// digits.
///
/// After Dekker, *A floating-point technique for extending the available precision*, 1971.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Double {
    high: f64,
    low: f64,
}

impl Double {
    /// The square root; of a negative number it is NaN.
    fn sqrt(self) -> Self {
        let root = self.high.sqrt();
        if root == 0.0 {
            return root.into();
        }
        let rest = self - Self::product(root, root);
        Self::sum(root, rest.high / (2.0 * root))
    }

    /// Two numbers, without rounding.
    fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let taken = high - a;
        Self { high, low: (a - (high - taken)) + (b - taken) }
    }

    fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        Self { high, low: a.mul_add(b, -high) }
    }
}

impl From<f64> for Double {
    fn from(number: f64) -> Self {
        Self { high: number, low: 0.0 }
    }
}

impl From<Double> for f64 {
    fn from(number: Double) -> Self {
        number.high
    }
}

impl Add for Double {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.high, other.high), Self::sum(self.low, other.low));
        let high = Self::sum(high.high, high.low + low.high);
        Self::sum(high.high, high.low + low.low)
    }
}

impl Neg for Double {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for Double {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let rest = self.high.mul_add(other.low, self.low * other.high);
        Self::sum(product.high, product.low + rest)
    }
}

impl Div for Double {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * first.into();
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        Self::sum(first, second) + (rest.high / other.high).into()
    }
}

impl PartialOrd for Double {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (*self - *other).high.partial_cmp(&0.0)
    }
}
