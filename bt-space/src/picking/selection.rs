//! Selection by a rectangle on the screen.

use super::given;
use super::number::Vector;
use super::{Camera, Error, Ray, Real};
use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use glam::DVec3;
use glam::{DVec2, DVec4, Vec4Swizzles};

/// The volume behind a rectangle on the screen, to select things with a frame.
///
/// [`Camera::selection`] makes it from two corners.
///
/// ```
/// use bt_space::picking::glam::{Vec3, camera::rh};
/// use bt_space::picking::{Camera, ClipSpace, Error, Viewport};
///
/// let view = rh::view::look_at_mat4(Vec3::new(0.0, 10.0, 10.0), Vec3::ZERO, Vec3::Y);
/// let projection = rh::proj::directx::perspective(1.0, 4.0 / 3.0, 0.1, 100.0);
/// let camera = Camera::new(view, projection, Viewport::new([800, 600]), ClipSpace::WGPU)?;
///
/// let left_half = camera.selection([400, 0], [0, 600])?;
/// let agents = [Vec3::new(-3.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 1.0), Vec3::new(-1.0, 0.0, -5.0)];
/// let selected = agents.iter().filter(|agent| left_half.contains(**agent));
/// assert_eq!(selected.count(), 2);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection<F = f32> {
    /// The inside is on the positive side of all planes: left, right, lower, upper, near and far.
    planes: [DVec4; 6],
    /// The rays through the corners.
    edges: [Ray<f64>; 4],
    precision: PhantomData<F>,
}

impl<F: Real> Camera<F> {
    /// The volume behind a rectangle between two touches, in any order, from the near plane to the far plane.
    ///
    /// # Errors
    ///
    /// The errors of [`ray`](Self::ray).
    pub fn selection<T: Into<f64>>(
        &self,
        corner: impl Into<[T; 2]>,
        opposite: impl Into<[T; 2]>,
    ) -> Result<Selection<F>, Error> {
        let corner = self.place(given::pair(corner))?;
        let opposite = self.place(given::pair(opposite))?;
        let (min, max) = (corner.min(opposite), corner.max(opposite));
        let transform = self.world_to_clip_space();
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| transform.row(row));
        let depth = self.clip_space().depth;
        let planes = [
            x - w * min.x,
            w * max.x - x,
            y - w * min.y,
            w * max.y - y,
            (z - w * depth.near()) * depth.sign(),
            (w * depth.far() - z) * depth.sign(),
        ];
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let edges = self.edges(corners)?;
        let planes = planes.map(scaled);
        let is_finite = planes.iter().all(|plane| plane.is_finite());
        let is_finite = is_finite && edges.iter().all(|edge| edge.direction.is_finite());
        let selection = Selection { planes, edges, precision: PhantomData };
        if is_finite { Ok(selection) } else { Err(Error::OutOfRange) }
    }
}

/// A plane whose normal has length 1, so that it measures distances; a plane at infinity has no normal.
fn scaled(plane: DVec4) -> DVec4 {
    let length = plane.xyz().length();
    let is_plane = length > 1e-9 * plane.abs().max_element();
    if is_plane { plane / length } else { DVec4::W * plane.w.signum() }
}

impl<F: Real> Selection<F> {
    /// Returns `true` if the point is inside.
    #[must_use]
    #[inline]
    pub fn contains(&self, point: impl Into<[F; 3]>) -> bool {
        let point = F::Vec3::from(point.into()).exact().extend(1.0);
        self.planes.iter().all(|plane| plane.dot(point) >= 0.0)
    }

    /// Returns `true` if a capsule, the points within a radius of the line between two points, is at least
    /// partly inside. A capsule near a corner may count as inside although it is just outside.
    #[must_use]
    #[inline]
    pub fn touches(&self, from: impl Into<[F; 3]>, to: impl Into<[F; 3]>, radius: F) -> bool {
        let ends = [from.into(), to.into()].map(|end| F::Vec3::from(end).exact().extend(1.0));
        let radius: f64 = radius.into();
        self.planes.iter().all(|plane| {
            let [from, to] = ends.map(|end| plane.dot(end));
            from.max(to) >= -radius
        })
    }

    /// The smallest and the largest coordinates of the volume between two heights above a plane through the
    /// origin; `None` if the volume extends beyond the maximum distance.
    #[cfg(feature = "alloc")]
    pub(super) fn bounds(&self, up: DVec3, heights: [f64; 2]) -> Option<(DVec3, DVec3)> {
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let is_down = self.edges[0].direction.dot(up) < 0.0;
        for edge in &self.edges {
            let rise = edge.direction.dot(up);
            if rise == 0.0 || (rise < 0.0) != is_down {
                return None;
            }
            for height in heights {
                // A perspective shows nothing before its origin, so limiting the distance makes the box no
                // smaller.
                let distance = (height - edge.origin.dot(up)) / rise;
                let point = edge.at(distance.max(edge.start));
                (min, max) = (min.min(point), max.max(point));
            }
        }
        (min.is_finite() && max.is_finite()).then_some((min, max))
    }
}
