//! Numbers with twice the precision of `f64`.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two `f64`; the second is at most the rounding error of the first. This gives about 32
/// digits.
///
/// After Dekker, *A floating-point technique for extending the available precision*, 1971.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Double {
    high: f64,
    low: f64,
}

impl Double {
    /// The square root; of a negative number it is NaN.
    pub(crate) fn sqrt(self) -> Self {
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

#[cfg(test)]
mod tests {
    use super::Double;

    #[test]
    fn thirty_digits() {
        let [two, three] = [2.0, 3.0].map(Double::from);
        let third = Double::from(1.0) / three;
        let root = two.sqrt();
        for wrong in [third * three - 1.0.into(), root * root - two, (third + root) - third - root]
        {
            assert!(f64::from(wrong).abs() < 1e-30, "{wrong:?}");
        }
        assert!(third * three < 1.1.into() && third > 0.333_333_333_333_333_3.into());
    }
}
