//! Rays on shapes.

use crate::measure::{Sum, Table, contender};
use crate::with_us::Shapes;
use crate::{with_glam, with_nalgebra, with_us};
use bt_core::picking::Ray;
use glam::Vec3;

/// A ray, and three points and a length, of which each shape takes what it needs.
pub(crate) struct Aim {
    pub(crate) ray: Ray,
    pub(crate) points: [[f32; 3]; 3],
    pub(crate) radius: f32,
}

const AIMS: usize = 4096;

fn aims() -> Vec<Aim> {
    let mut chance = fastrand::Rng::with_seed(2);
    let mut point = |size: f32| Vec3::from_array([(); 3].map(|()| (chance.f32() - 0.5) * size));
    let mut aim = || {
        let middle = point(10.0);
        let corners = [(); 3].map(|()| (middle + point(8.0)).to_array());
        let origin = Vec3::new(0.0, 30.0, 0.0) + point(20.0);
        let ray = Ray::new(origin, middle + point(6.0) - origin).expect("a ray");
        let radius = 0.5 + point(1.0).length();
        Aim { ray, points: corners, radius }
    };
    (0..AIMS).map(|_| aim()).collect()
}

type Ours = fn(&[Aim], &Shapes) -> Sum;
type Theirs = fn(&[Aim]) -> Sum;

pub(crate) fn measure(table: &mut Table) {
    let aims = &aims()[..];
    let shapes = &Shapes::new(aims);
    let tasks: [(&str, Ours, [Theirs; 2]); 8] = [
        ("plane", with_us::plane, [with_glam::plane, with_nalgebra::plane]),
        ("sphere", with_us::sphere, [with_glam::sphere, with_nalgebra::sphere]),
        ("sphere, made for it", with_us::new_sphere, [with_glam::sphere, with_nalgebra::sphere]),
        ("box", with_us::cuboid, [with_glam::cuboid, with_nalgebra::cuboid]),
        ("triangle", with_us::triangle, [with_glam::triangle, with_nalgebra::triangle]),
        ("triangle, one-sided", with_us::front, [with_glam::front, with_nalgebra::front]),
        ("capsule", with_us::capsule, [with_glam::capsule, with_nalgebra::capsule]),
        (
            "capsule, made for it",
            with_us::new_capsule,
            [with_glam::capsule, with_nalgebra::capsule],
        ),
    ];
    for (task, us, [glam, nalgebra]) in tasks {
        table.measure(
            task,
            AIMS,
            &[
                contender("us", || us(aims, shapes)),
                contender("glam", || glam(aims)),
                contender("nalgebra-glm", || nalgebra(aims)),
            ],
        );
    }
}
