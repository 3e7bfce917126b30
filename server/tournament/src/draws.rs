//! Random draws from a seed. The seed is an input and part of the event log, so anyone with the log
//! can repeat the draws.

/// Draws from one seed.
///
/// This algorithm is part of the contract, because an audit repeats it. Numbers come from
/// SplitMix64 (Steele, Lea and Flood 2014) started with the seed. A draw below `bound` takes the
/// upper 32 bits of the next number. It rejects numbers that are not below the largest multiple of
/// `bound` that fits 32 bits. The result is the remainder of the division by `bound`.
#[derive(Clone, Debug)]
pub struct Draws {
    state: u64,
}

impl Draws {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 32-bit number.
    pub fn next_u32(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        u32::try_from(mixed >> 32).expect("the upper half of 64 bits")
    }

    /// Returns a 64-bit number made of the next two 32-bit numbers, the upper half first.
    pub fn next_u64(&mut self) -> u64 {
        let upper = u64::from(self.next_u32());
        (upper << 32) | u64::from(self.next_u32())
    }

    /// Returns a uniformly random number below `bound`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        let limit = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
        loop {
            let number = self.next_u32();
            if u64::from(number) < limit {
                return number % bound;
            }
        }
    }

    /// Returns a uniformly random index below `bound`, or 0 if `bound` is 0.
    ///
    /// # Panics
    /// If `bound` does not fit 32 bits. No count in a tournament is that large.
    pub fn index(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).expect("nothing in a tournament is that many");
        usize::try_from(self.below(bound)).expect("a number below an index")
    }

    /// Returns a random element of a list, or `None` if the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.index(list.len()))
    }

    /// Draws `count` different indexes below `bound`, and returns them in the order drawn. Each is
    /// picked from those left, in ascending order. Draws all if `count` is larger than `bound`.
    ///
    /// # Panics
    /// If `bound` does not fit 32 bits.
    pub fn several(&mut self, bound: usize, count: usize) -> Vec<usize> {
        let mut left: Vec<usize> = (0..bound).collect();
        (0..count.min(bound)).map(|_| left.remove(self.index(left.len()))).collect()
    }

    /// Puts a list into random order (Fisher–Yates from the end, as for decks).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Draws;

    #[test]
    fn golden_draws_never_change() {
        let mut draws = Draws::new(1_234_567);
        // SplitMix64 with this seed starts with 6457827717110365317, 3203168211198807973.
        assert_eq!(draws.next_u32(), u32::try_from(6_457_827_717_110_365_317_u64 >> 32).unwrap());
        assert_eq!(draws.next_u32(), u32::try_from(3_203_168_211_198_807_973_u64 >> 32).unwrap());
        let mut order: Vec<u32> = (0..10).collect();
        Draws::new(7).shuffle(&mut order);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..10).collect::<Vec<_>>());
        assert_ne!(order, sorted);
    }

    #[test]
    fn every_number_below_the_bound_is_as_likely_as_the_others() {
        let mut draws = Draws::new(3);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[usize::try_from(draws.below(7)).unwrap()] += 1;
        }
        assert!(seen.iter().all(|count| (9_500..10_500).contains(count)), "{seen:?}");
        assert_eq!((draws.below(0), draws.below(1)), (0, 0));
    }
}
