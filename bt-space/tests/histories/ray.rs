//! The hits of a ray, as exactly as single precision allows.

use crate::model::{Being, is_position};
use crate::{Grid, Mismatch, Model, Point, check};
use bt_space::grid::RayHit;

/// A ray query.
#[derive(Debug)]
pub(crate) struct Ray {
    pub(crate) origin: Point,
    pub(crate) direction: Point,
    pub(crate) length: f32,
    pub(crate) radius: f32,
    pub(crate) groups: u32,
}

/// The position of an entity relative to the ray, in double precision.
struct Beside {
    along: f64,
    across: f64,
    away: f64,
    /// The error of single precision.
    slack: f64,
}

impl Ray {
    pub(crate) fn check(&self, grid: &Grid, model: &Model) -> Result<(), Mismatch> {
        let Self { origin, direction, length, radius, groups } = *self;
        let hit = grid.cast_ray(origin, direction, length, radius, groups);
        if !self.can_hit() {
            return check(hit.is_none(), || format!("cast_ray: {hit:?} of {self:?}"));
        }
        let first = match hit {
            Some(hit) => self.is_right(&hit, model)?,
            None => f64::INFINITY,
        };
        for being in model.beings.iter().filter(|being| being.groups & groups != 0) {
            let surely = self.surely_at(being);
            check(surely.is_none_or(|at| first <= at), || {
                format!("cast_ray: {hit:?}, but {being:?} is at {surely:?} of {self:?}")
            })?;
        }
        self.check_without(hit, grid)
    }

    /// Checks that an entity that is not accepted is not hit.
    fn check_without(&self, hit: Option<RayHit<Point>>, grid: &Grid) -> Result<(), Mismatch> {
        let Self { origin, direction, length, radius, groups } = *self;
        let Some(RayHit { handle, .. }) = hit else { return Ok(()) };
        let without = grid.cast_ray_where(origin, direction, length, radius, groups, |found| {
            found.handle != handle
        });
        let mut others = grid.clone();
        others.remove(handle);
        let right = others.cast_ray(origin, direction, length, radius, groups);
        check(without == right, || {
            format!("cast_ray_where: {without:?}, not {right:?} of {self:?}")
        })
    }

    fn can_hit(&self) -> bool {
        let [x, y] = self.direction;
        let is_direction = x.is_finite() && y.is_finite() && (x != 0.0 || y != 0.0);
        is_position(self.origin) && is_direction && self.length >= 0.0 && self.radius >= 0.0
    }

    fn beside(&self, position: Point) -> Beside {
        let [x, y, u, v, px, py] = [self.origin, self.direction, position]
            .as_flattened()
            .try_into()
            .map_or([0.0; 6], |all: [f32; 6]| all.map(f64::from));
        let norm = u.hypot(v);
        let (u, v, dx, dy) = (u / norm, v / norm, px - x, py - y);
        let size = x.abs() + y.abs() + px.abs() + py.abs() + f64::from(self.radius);
        Beside {
            along: dx * u + dy * v,
            across: (dx * v - dy * u).abs(),
            away: dx.hypot(dy),
            slack: size * 2.0e-6,
        }
    }

    /// The distance at which the entity is hit at the latest, if it is surely hit.
    fn surely_at(&self, being: &Being) -> Option<f64> {
        let Beside { along, across, away, slack } = self.beside(being.position);
        let radius = f64::from(self.radius) - slack;
        if radius >= 0.0 && away <= radius {
            return Some(slack);
        }
        let half = radius * radius - across * across;
        let at = along - half.max(0.0).sqrt();
        let is_met =
            radius > 0.0 && half >= 0.0 && along > slack && at <= f64::from(self.length) - slack;
        is_met.then_some(at.max(0.0) + slack)
    }

    /// Checks that such a hit is possible; returns its distance.
    fn is_right(&self, hit: &RayHit<Point>, model: &Model) -> Result<f64, Mismatch> {
        let wrong = |what: &str| format!("cast_ray: {what}: {hit:?} of {self:?}");
        let being = model.beings.iter().find(|being| being.handle == hit.handle);
        let being = being.ok_or_else(|| wrong("who is that"))?;
        check(being.position == hit.position && being.groups == hit.groups, || wrong("other"))?;
        check(being.groups & self.groups != 0, || wrong("groups"))?;
        let Beside { along, across, away, slack } = self.beside(being.position);
        let (radius, at) = (f64::from(self.radius), f64::from(hit.distance));
        check(at >= 0.0 && hit.distance <= self.length, || wrong("too far"))?;
        check(across <= radius + slack || away <= radius + slack, || wrong("passes by"))?;
        let half = |radius: f64| (radius * radius - across * across).max(0.0).sqrt();
        let (early, late) = (along - half(radius + slack), along - half((radius - slack).max(0.0)));
        let is_inside = away <= radius + slack && at == 0.0;
        check(is_inside || (early - slack..=late + slack).contains(&at), || wrong("distance"))?;
        let (u, v) = (f64::from(self.direction[0]), f64::from(self.direction[1]));
        for (axis, along) in [u, v].into_iter().enumerate() {
            let point = f64::from(self.origin[axis]) + along / u.hypot(v) * at;
            check((point - f64::from(hit.point[axis])).abs() <= slack, || wrong("point"))?;
        }
        Ok(at)
    }
}
