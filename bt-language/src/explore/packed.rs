//! Packs states: each cell takes as many bits as its largest value needs.

/// The number of bits of each cell.
#[derive(Clone, Debug)]
pub struct Packing {
    bits: Vec<u32>,
    bytes: usize,
}

impl Packing {
    pub(super) fn of(limits: &[u32]) -> Self {
        let bits: Vec<u32> = limits.iter().map(|limit| u32::BITS - limit.leading_zeros()).collect();
        let sum: usize = bits.iter().map(|bits| *bits as usize).sum();
        Self { bits, bytes: sum.div_ceil(8) }
    }

    /// The number of bytes of a state.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Appends a state to a list of bytes.
    pub fn pack(&self, state: &[u32], bytes: &mut Vec<u8>) {
        let (mut word, mut filled) = (0_u64, 0_u32);
        for (cell, bits) in state.iter().zip(&self.bits) {
            word |= u64::from(*cell) << filled;
            filled += bits;
            while filled >= 8 {
                bytes.push(word.to_le_bytes()[0]);
                word >>= 8;
                filled -= 8;
            }
        }
        if filled > 0 {
            bytes.push(word.to_le_bytes()[0]);
        }
    }

    /// Unpacks a state.
    pub fn unpack(&self, bytes: &[u8], state: &mut Vec<u32>) {
        state.clear();
        let mut bytes = bytes.iter();
        let (mut word, mut filled) = (0_u64, 0_u32);
        for bits in &self.bits {
            while filled < *bits {
                word |= u64::from(bytes.next().copied().unwrap_or_default()) << filled;
                filled += 8;
            }
            let cell = word & ((1_u64 << bits) - 1);
            state.push(u32::try_from(cell).unwrap_or_default());
            word >>= bits;
            filled -= bits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Packing;

    #[test]
    fn what_is_packed_is_unpacked() {
        let limits = [0, 1, 5, 1000, u32::MAX, 2, 0, 255];
        let packing = Packing::of(&limits);
        assert_eq!(packing.bytes(), (1 + 3 + 10 + 32 + 2 + 8_usize).div_ceil(8));
        for state in [limits, [0; 8], [0, 0, 4, 999, 7, 1, 0, 128]] {
            let (mut bytes, mut back) = (Vec::new(), Vec::new());
            packing.pack(&state, &mut bytes);
            packing.unpack(&bytes, &mut back);
            assert_eq!((bytes.len(), back.as_slice()), (packing.bytes(), state.as_slice()));
        }
    }
}
