//! Capsules: cylinders with round ends.

mod line;

use super::Shape;
use crate::picking::given;
use crate::picking::{Error, Hit, Ray, Real};
use line::{Input, Line};

/// The points within a radius of a line between two points: the usual body of an agent.
///
/// The hits on thin and long capsules are as exact as those on spheres: up to 4 units in the last place of
/// the distance.
///
/// ```
/// use bt_space::picking::glam::Vec3;
/// use bt_space::picking::{Capsule, Error, Ray};
///
/// // A person of 1.8 m, whose feet are at (4, 0, 0).
/// let feet = Vec3::new(4.0, 0.0, 0.0);
/// let body = Capsule::new(feet + Vec3::Y * 0.3, feet + Vec3::Y * 1.5, 0.3)?;
/// let hit = Ray::new(Vec3::Y, Vec3::X)?.hit(&body).unwrap();
/// assert!((hit.distance() - 3.7).abs() < 1e-6);
/// assert!(hit.normal().distance(Vec3::NEG_X) < 1e-6);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<F: Real = f32> {
    /// The fourth number is the radius.
    from: F::Vec4,
    to: F::Vec4,
}

impl<F: Real> Capsule<F> {
    /// Makes the capsule of all points within the radius of the line between two points, which may be equal.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`]; [`Error::ShapeEmpty`] if the radius is negative.
    #[inline]
    pub fn new(from: impl Into<[F; 3]>, to: impl Into<[F; 3]>, radius: F) -> Result<Self, Error> {
        let [from, to] = [from.into(), to.into()];
        given::round([from, to], radius)?;
        Ok(Self {
            from: F::Vec4::from([from[0], from[1], from[2], radius]),
            to: given::lanes::<F>(to),
        })
    }

    #[inline]
    fn radius(&self) -> F {
        let [.., radius] = self.from.into();
        radius
    }

    /// The distances from the ray's origin at which the whole line enters and leaves the capsule.
    #[must_use]
    pub fn crossing(&self, ray: &Ray<F>) -> Option<(F, F)> {
        let line = Line::new(&Input::new(self, ray))?;
        let (enter, exit) = (line.enter()?.distance, line.exit()?.distance);
        // Both are rounded separately; a line that only touches the capsule enters and leaves at the same
        // point.
        Some((enter, if exit < enter { enter } else { exit }))
    }
}

/// The distance at which a line leaves a capsule.
#[cold]
#[inline(never)]
fn exit<F: Real>(input: Input<F>) -> Option<F> {
    Some(Line::new(&input)?.exit()?.distance)
}

impl<F: Real> Shape<F> for Capsule<F> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let input = Input::new(self, ray);
        let enter = Line::new(&input)?.enter()?;
        Hit::on_solid(ray, enter.distance, || exit(input), |_| enter.outwards)
    }
}
