// Matrices of another version of glam, and of another precision.
use bt_core::picking::{Camera, ClipSpace, Viewport};
use other_glam::Mat4;

mod other_glam {
    pub struct Mat4;

    impl Mat4 {
        pub fn to_cols_array(&self) -> [f32; 16] {
            [0.0; 16]
        }
    }
}

fn main() {
    let window = Viewport::new([800.0_f32, 600.0]);
    let _ = Camera::<f32>::new(Mat4, Mat4.to_cols_array(), window, ClipSpace::WGPU);
    let _ = Camera::new(Mat4.to_cols_array(), Mat4, window, ClipSpace::WGPU);
    let _ = Camera::<f64>::new(Mat4.to_cols_array(), [0.0; 16], window, ClipSpace::WGPU);
}
