//! When a failed attempt is made again.

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// The delay after each failed attempt. The attempt after the last of them is the final one.
const DELAYS_MS: [u64; 9] = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
];

/// How often an event is tried before it is given up.
pub const ATTEMPTS: usize = DELAYS_MS.len() + 1;

/// A random number of the caller. It keeps receivers that failed together from being tried again at
/// the same moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw(u64);

impl Draw {
    /// The number of equally likely draws.
    pub const SIDES: u64 = 1_001;

    /// Takes a random number; only its remainder counts.
    #[must_use]
    pub fn new(random: u64) -> Self {
        Self(random % Self::SIDES)
    }
}

/// Returns the delay after this many failures, up to a fifth shorter or longer. After the last
/// attempt there is none.
pub(crate) fn delay_ms(failures: usize, draw: Draw) -> Option<u64> {
    let delay = DELAYS_MS.get(failures.checked_sub(1)?)?;
    Some(delay - delay / 5 + 2 * (delay / 5) * draw.0 / (Draw::SIDES - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delays_grow_from_seconds_to_a_day_and_end() {
        let middle = Draw::new(500);
        let delays: Vec<u64> =
            (1..).map_while(|failures| delay_ms(failures, middle)).map(|ms| ms / SECOND).collect();
        assert_eq!(delays, [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
        assert_eq!(ATTEMPTS, 10);
        assert_eq!(delay_ms(ATTEMPTS, middle), None);
    }

    #[test]
    fn a_delay_is_up_to_a_fifth_shorter_or_longer() {
        for (draw, first, last) in [(0, 4_000, 69_120_000), (1_000, 6_000, 103_680_000)] {
            assert_eq!(delay_ms(1, Draw::new(draw)), Some(first));
            assert_eq!(delay_ms(9, Draw::new(draw)), Some(last));
        }
        assert_eq!(Draw::new(Draw::SIDES + 7), Draw::new(7));
    }
}
