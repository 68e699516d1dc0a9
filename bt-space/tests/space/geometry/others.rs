//! All functions work with vectors and matrices of another version of glam, of `mint`, and with arrays.

use bt_space::grid::{ALL, Circle, Grid};
use bt_space::picking::glam;
use bt_space::picking::{
    Aabb, Bodies, Camera, Capsule, ClipSpace, Error, Ground, Hit, Plane, Ray, Shape, Sphere,
    Triangle, Viewport,
};
use glam_of_bevy as bevy;
use std::fmt::Debug;

/// The point on the ground under a touch, with vectors of any kind.
fn from_touch_to_ground<V2, V3>(camera: &Camera, touch: V2) -> Result<V3, Error>
where
    V2: Into<[f32; 2]> + From<[f32; 2]> + Copy + PartialEq + Debug,
    V3: Into<[f32; 3]> + From<[f32; 3]> + Copy,
{
    let viewport: Viewport = camera.viewport();
    assert!(viewport.contains(touch));
    let ray = camera.ray(touch)?;
    // Converts vectors in both directions.
    let [origin, direction] = [ray.origin(), ray.direction()].map(|out| V3::from(out.to_array()));
    let again = Ray::new(origin, direction)?;
    let wrong = again.direction().distance(ray.direction());
    assert!(wrong < 1e-6 && again.origin() == ray.origin());
    let hit = ray.hit(&Plane::XZ).expect("the camera looks down");
    let [point, normal] = [hit.point(), hit.normal()].map(|out| V3::from(out.to_array()));
    assert!(normal.into()[1] > 0.999);
    // Converts a point of the world to the screen.
    let place = camera.project(point)?;
    let screen = V2::from(place.position().into());
    let (screen, touch): ([f32; 2], [f32; 2]) = (screen.into(), touch.into());
    assert!(screen.iter().zip(touch).all(|(a, b)| (a - b).abs() < 1e-2), "{screen:?}");
    let back = V3::from(camera.unproject(touch, f64::from(place.depth()))?.into());
    let (back, expected): ([f32; 3], [f32; 3]) = (back.into(), point.into());
    assert!(back.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.1), "{back:?}");
    let _: [f32; 3] = camera.near_point(touch)?.into();
    let far = camera.relative_to([1e7, 0.0, 0.0])?.ray(touch)?;
    let _: [f64; 3] = far.origin().into();
    Ok(point)
}

/// Makes every shape around a point and hits it from above.
fn shapes<V3: Into<[f32; 3]> + From<[f32; 3]> + Copy>(place: V3) -> Result<(), Error> {
    let [x, y, z] = place.into();
    let around = |a: f32, b: f32, c: f32| V3::from([x + a, y + b, z + c]);
    let ray = Ray::new(around(0.0, 5.0, 0.0), V3::from([0.0, -1.0, 0.0]))?;
    let hits: [Option<Hit>; 5] = [
        Plane::new(place, V3::from([0.0, 1.0, 0.0]))?.hit(&ray),
        Sphere::new(place, 0.5)?.hit(&ray),
        Aabb::new(around(-1.0, -1.0, -1.0), around(1.0, 1.0, 1.0))?.hit(&ray),
        Triangle::new(around(-1.0, 0.0, -1.0), around(2.0, 0.0, -1.0), around(-1.0, 0.0, 2.0))?
            .hit(&ray),
        Capsule::new(around(-1.0, 0.0, 0.0), around(1.0, 0.0, 0.0), 0.25)?.hit(&ray),
    ];
    for (hit, height) in hits.into_iter().zip([0.0, 0.5, 1.0, 0.0, 0.25]) {
        let hit = hit.expect("it is below");
        let own = Hit::new(&ray, hit.distance(), V3::from(hit.normal().into()));
        assert_eq!(own.expect("a hit").point(), hit.point());
        assert!((hit.distance() - (5.0 - height)).abs() < 1e-5, "{hit:?}");
    }
    Ok(())
}

/// Finds entities of a grid under a touch and within a frame, with points of any kind.
fn crowd<V2, V3>(camera: &Camera, touch: V2, ground: V3) -> Result<(), Box<dyn std::error::Error>>
where
    V2: Into<[f32; 2]> + From<[f32; 2]> + Copy + PartialEq + Debug,
    V3: Into<[f32; 3]> + From<[f32; 3]> + Copy,
{
    let place = |x: f32, y: f32| V2::from([x, y]);
    let mut grid: Grid<u8, V2> = Grid::new(place(-50.0, -50.0), place(50.0, 50.0), 2.0)?;
    let here: V2 = Ground::Xz.position(ground);
    let handle = grid.insert(here, 1, 7)?;
    let there = grid.insert(place(40.0, 40.0), 2, 8)?;
    assert_eq!(grid.position(handle), Some(here));
    grid.move_to(there, place(41.0, 40.0))?;
    let near = grid.nearest(here, 9.0, ALL).expect("somebody");
    assert_eq!((near.handle, near.position), (handle, here));
    assert_eq!(grid.count(Circle { center: here, radius: 1.0 }, ALL), 1);
    let [x, y] = here.into();
    let hit = grid.cast_ray(place(x - 5.0, y), place(1.0, 0.0), 9.0, 0.5, ALL).expect("he is hit");
    let _: V2 = hit.point;
    let _: (V2, V2) = (grid.min(), grid.max());

    let bodies = Bodies { ground: Ground::Xz, bottom: -0.5, top: 0.5, radius: 0.4 };
    let ray = camera.ray(touch)?;
    let picked = bodies.nearest(&grid, &ray, f32::INFINITY, ALL).expect("he is under the touch");
    assert_eq!((picked.found.handle, picked.found.position), (handle, here));
    let _: [f32; 3] = picked.hit.point().into();
    let [x, y] = touch.into();
    let frame = camera.selection(place(x + 20.0, y - 20.0), place(x - 20.0, y + 20.0))?;
    assert!(frame.contains(ground) && frame.touches(ground, ground, 0.1));
    let mut framed = Vec::new();
    bodies.for_each_in(&frame, &grid, ALL, |found| framed.push(found.handle));
    assert_eq!(framed, [handle]);
    let standing = V3::from(Ground::Xz.point(here, 0.0).into());
    assert!(frame.contains(standing));
    Ok(())
}

#[test]
#[allow(deprecated, reason = "newer versions have them elsewhere")]
fn all_with_another_glam() -> Result<(), Box<dyn std::error::Error>> {
    use bevy::{DMat4, DVec2, DVec3, Mat4, Vec2, Vec3};
    let view = Mat4::look_at_rh(Vec3::new(0.0, 10.0, 10.0), Vec3::ZERO, Vec3::Y);
    let projection = Mat4::perspective_rh_gl(1.0, 4.0 / 3.0, 0.1, 100.0);
    let (view, projection) = (view.to_cols_array(), projection.to_cols_array_2d());
    let viewport = Viewport::new(Vec2::new(800.0, 600.0)).at(Vec2::ZERO);
    let camera = Camera::new(view, projection, viewport, ClipSpace::OPENGL)?;
    let touch = Vec2::new(410.0, 320.0);
    let ground: Vec3 = from_touch_to_ground(&camera, touch)?;
    shapes(ground)?;
    crowd(&camera, touch, ground)?;

    let view = DMat4::look_at_rh(DVec3::new(0.0, 5.0, 5.0), DVec3::ZERO, DVec3::Y);
    let projection = DMat4::perspective_rh_gl(1.0, 4.0 / 3.0, 0.1, 100.0);
    let (view, projection) = (view.to_cols_array(), projection.to_cols_array());
    let viewport = Viewport::new(DVec2::new(800.0, 600.0));
    let camera = Camera::new(view, projection, viewport, ClipSpace::OPENGL)?;
    let ray = camera.ray(DVec2::new(400.0, 300.0))?;
    let hit = ray.hit(&Plane::new(DVec3::ZERO, DVec3::Y)?).expect("it looks down");
    let point = DVec3::from(hit.point().to_array());
    assert!(point.length() < 1e-9);
    let place = DVec2::from(camera.project(point)?.position().to_array());
    assert!(place.distance(DVec2::new(400.0, 300.0)) < 1e-9);
    Ok(())
}

#[test]
fn all_with_arrays_and_with_mint() -> Result<(), Box<dyn std::error::Error>> {
    use glam::{Mat4, Vec3, camera::rh};
    let view = rh::view::look_at_mat4(Vec3::new(0.0, 10.0, 10.0), Vec3::ZERO, Vec3::Y);
    let projection: Mat4 = rh::proj::opengl::perspective(1.0, 4.0 / 3.0, 0.1, 100.0);
    let viewport = Viewport::new([800, 600]);
    let camera =
        Camera::new(view.to_cols_array(), projection.to_cols_array(), viewport, ClipSpace::OPENGL)?;
    let touch = [410.0_f32, 320.0];
    let ground: [f32; 3] = from_touch_to_ground(&camera, touch)?;
    shapes(ground)?;
    crowd(&camera, touch, ground)?;

    let matrix = |matrix: Mat4| mint::ColumnMatrix4::<f32>::from(matrix.to_cols_array_2d());
    let [view, projection] = [view, projection].map(|mat| <[[f32; 4]; 4]>::from(matrix(mat)));
    let viewport = Viewport::new(mint::Vector2 { x: 800.0, y: 600.0 });
    let camera = Camera::new(view, projection, viewport, ClipSpace::OPENGL)?;
    let touch = mint::Point2 { x: 410.0_f32, y: 320.0 };
    let ground: mint::Point3<f32> = from_touch_to_ground(&camera, touch)?;
    shapes(ground)?;
    crowd(&camera, touch, ground)?;
    Ok(())
}

#[test]
fn vectors_that_fill_a_register() -> Result<(), Error> {
    use bevy::{Vec3, Vec3A};
    let ray = Ray::new(Vec3::new(0.0, 2.0, 0.0), Vec3::NEG_Y)?;
    assert!(ray.hit(&Sphere::new(Vec3A::ZERO, 0.5)?).is_some());
    assert!(ray.hit(&Plane::new(Vec3::ZERO, Vec3A::Y)?).is_some());
    let back = Vec3::from_array(ray.at(2.0).into());
    assert_eq!(back, Vec3::ZERO);
    Ok(())
}

#[test]
fn arrays_and_whole_numbers() -> Result<(), Error> {
    let identity = glam::DMat4::IDENTITY.to_cols_array();
    let camera = Camera::new(identity, identity, Viewport::new([2_u32, 2]), ClipSpace::OPENGL)?;
    assert_eq!(camera.ray([1_i32, 1])?.direction(), glam::DVec3::Z);
    assert_eq!(camera.project([0.0, 0.0, 0.0])?.position(), glam::DVec2::ONE);
    Ok(())
}
