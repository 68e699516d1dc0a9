//! The crossings of lines and capsules, with 32 digits.

use crate::Double;

/// A vector.
type Vector = [Double; 3];

/// A line that may cross a capsule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    origin: Vector,
    direction: Vector,
}

impl Line {
    /// Makes a line from a point and a direction of any length.
    pub(crate) fn new(origin: [f64; 3], direction: [f64; 3]) -> Self {
        Self { origin: origin.map(Double::from), direction: direction.map(Double::from) }
    }

    /// The points where the line enters and leaves a capsule, as multiples of the direction.
    ///
    /// A capsule is a sphere at each end and a cylinder between them: it is entered where the first of
    /// them is entered.
    pub(crate) fn crossing(&self, ends: [[f64; 3]; 2], radius: f64) -> Option<[f64; 2]> {
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
