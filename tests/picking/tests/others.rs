//! Vectors and matrices of other versions of glam are handed over as they are, or as arrays.

use bt_core::picking::glam;
use bt_core::picking::{Camera, ClipSpace, Error, Plane, Ray, Sphere, Viewport};
use glam_of_bevy as bevy;
use glam_of_macroquad as macroquad;

#[test]
fn the_glam_of_macroquad() -> Result<(), Error> {
    use macroquad::{Mat4, Vec2, Vec3};
    let view = Mat4::look_at_rh(Vec3::new(0.0, 5.0, 5.0), Vec3::ZERO, Vec3::Y);
    let projection = Mat4::perspective_rh_gl(1.0, 4.0 / 3.0, 0.1, 100.0);
    let (view, projection) = (view.to_cols_array(), projection.to_cols_array_2d());
    let viewport = Viewport::new(Vec2::new(800.0, 600.0)).at(Vec2::ZERO);
    let camera = Camera::new(view, projection, viewport, ClipSpace::OPENGL)?;
    let ray = camera.ray(Vec2::new(400.0, 300.0))?;
    let ground = ray.hit(&Plane::XZ).expect("the camera looks down");
    let point = Vec3::from(ground.point().to_array());
    assert!(point.length() < 1e-5);
    assert!(camera.project(point)?.position().distance(glam::vec2(400.0, 300.0)) < 1e-3);
    assert!(ray.hit(&Sphere::new(point, 0.5)?).is_some());
    Ok(())
}

#[test]
fn the_glam_of_bevy() -> Result<(), Error> {
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
