//! Packs states: each cell takes as many bits as its largest value needs.

/// The number of bits of each cell.
#[derive(Clone, Debug)]
pub struct Packing {
    cells: usize,
    /// The cells that can be other than 0, each with its bits.
    used: Vec<(usize, u32)>,
    bytes: usize,
}

impl Packing {
    pub(super) fn of(limits: &[u32]) -> Self {
        let bits = limits.iter().map(|limit| u32::BITS - limit.leading_zeros());
        let used: Vec<(usize, u32)> = bits.enumerate().filter(|(_, bits)| *bits > 0).collect();
        let sum: usize = used.iter().map(|(_, bits)| *bits as usize).sum();
        Self { cells: limits.len(), used, bytes: sum.div_ceil(8) }
    }

    /// The number of bytes of a state.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Appends a state to a list of bytes.
    pub fn pack(&self, state: &[u32], bytes: &mut Vec<u8>) {
        let (mut word, mut filled) = (0_u64, 0_u32);
        for (cell, bits) in &self.used {
            word |= u64::from(state[*cell]) << filled;
            filled += bits;
            if filled >= u32::BITS {
                bytes.extend_from_slice(&word.to_le_bytes()[..4]);
                word >>= u32::BITS;
                filled -= u32::BITS;
            }
        }
        bytes.extend_from_slice(&word.to_le_bytes()[..filled.div_ceil(8) as usize]);
    }

    /// Unpacks a state.
    pub fn unpack(&self, bytes: &[u8], state: &mut Vec<u32>) {
        state.clear();
        state.resize(self.cells, 0);
        let mut bytes = bytes.iter();
        let (mut word, mut filled) = (0_u64, 0_u32);
        for (cell, bits) in &self.used {
            while filled < *bits {
                word |= u64::from(bytes.next().copied().unwrap_or_default()) << filled;
                filled += 8;
            }
            state[*cell] = u32::try_from(word & ((1_u64 << bits) - 1)).unwrap_or_default();
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
