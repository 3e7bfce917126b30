//! Streams of 32-bit numbers made from a key, and what is drawn from them.

use crate::hash::{Tag, tagged};
use cardroom_cards::{fisher_yates, uniform_up_to};
use zeroize::Zeroizing;

/// A stream of numbers. Each block of the stream is a hash of eight numbers.
pub(crate) struct Stream {
    tag: Tag,
    key: Zeroizing<[u8; 32]>,
    label: u8,
    block: u32,
    numbers: Zeroizing<[u32; 8]>,
    used: usize,
}

impl Stream {
    pub(crate) fn new(tag: Tag, key: &[u8; 32], label: u8) -> Self {
        let key = Zeroizing::new(*key);
        Self { tag, key, label, block: 0, numbers: Zeroizing::default(), used: 8 }
    }

    /// Returns the next number.
    pub(crate) fn next_u32(&mut self) -> u32 {
        if self.used == 8 {
            let block = self.block.to_be_bytes();
            let hash = Zeroizing::new(tagged(self.tag, &[&*self.key, &[self.label], &block]));
            let words = hash.as_chunks().0.iter();
            for (number, word) in self.numbers.iter_mut().zip(words) {
                *number = u32::from_be_bytes(*word);
            }
            self.block = self.block.wrapping_add(1);
            self.used = 0;
        }
        self.used += 1;
        self.numbers[self.used - 1]
    }

    /// Returns a uniform number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        uniform_up_to(bound - 1, &mut || self.next_u32())
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        fisher_yates(items, || self.next_u32());
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;
    use crate::hash::Tag;

    #[test]
    fn a_stream_is_the_published_one() {
        let key = std::array::from_fn(|byte| u8::try_from(byte).unwrap());
        let mut stream = Stream::new(Tag::PublicStream, &key, 0);
        let numbers: Vec<u32> = (0..10).map(|_| stream.next_u32()).collect();
        let published = [
            3_515_027_137,
            3_085_380_768,
            1_035_401_120,
            805_882_457,
            2_842_788_451,
            374_514_016,
            1_962_566_308,
            687_222_508,
            4_232_363_175,
            1_120_876_023,
        ];
        assert_eq!(numbers, published);
    }

    #[test]
    fn a_number_below_one_is_zero() {
        assert_eq!(Stream::new(Tag::PublicStream, &[0; 32], 0xFF).below(1), 0);
    }
}
