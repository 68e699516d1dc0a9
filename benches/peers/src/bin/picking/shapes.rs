//! Rays on shapes.

use crate::measure::{Sum, Table, contender};
use crate::{with_glam, with_nalgebra, with_us};
use bt_space::picking::Ray;
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

/// A task on shapes that are kept, or made for each ray.
struct Task {
    name: &'static str,
    us: fn(&[Aim], &with_us::Kept) -> Sum,
    glam: fn(&[Aim], &with_glam::Kept) -> Sum,
    nalgebra: fn(&[Aim], &with_nalgebra::Kept) -> Sum,
}

macro_rules! task {
    ($name:literal, $function:ident) => {
        Task {
            name: $name,
            us: with_us::$function,
            glam: with_glam::$function,
            nalgebra: with_nalgebra::$function,
        }
    };
}

const TASKS: [Task; 11] = [
    task!("plane", plane),
    task!("plane, made for it", new_plane),
    task!("sphere", sphere),
    task!("sphere, made for it", new_sphere),
    task!("box", cuboid),
    task!("box, made for it", new_cuboid),
    task!("triangle", triangle),
    task!("triangle, made for it", new_triangle),
    task!("triangle, one-sided", front),
    task!("capsule", capsule),
    task!("capsule, made for it", new_capsule),
];

pub(crate) fn measure(table: &mut Table) {
    let aims = &aims()[..];
    let (ours, of_glam) = (&with_us::Kept::new(aims), &with_glam::Kept::new(aims));
    let of_nalgebra = &with_nalgebra::Kept::new(aims);
    for Task { name, us, glam, nalgebra } in TASKS {
        table.measure(
            name,
            AIMS,
            &[
                contender("us", || us(aims, ours)),
                contender("glam", || glam(aims, of_glam)),
                contender("nalgebra-glm", || nalgebra(aims, of_nalgebra)),
            ],
        );
    }
}
