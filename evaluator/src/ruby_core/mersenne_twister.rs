//! Ruby's `Random`: the Mersenne Twister MT19937 with Ruby's way of seeding it and of drawing below a bound, so that
//! numbers come out the same to the digit.

const SIZE: usize = 624;
const MIDDLE: usize = 397;

pub struct MersenneTwister {
    state: [u32; SIZE],
    next: usize,
}

impl MersenneTwister {
    /// As `Random.new(seed)` does for a seed that is not negative.
    pub fn new(seed: u128) -> Self {
        let mut words: Vec<u32> = (0..4).map(|index| (seed >> (32 * index)) as u32).collect();
        while words.len() > 1 && words.last() == Some(&0) {
            words.pop();
        }
        // Ruby takes a highest word of 1 for the guard that it puts before leading zeros, and drops it.
        if words.len() > 1 && words.last() == Some(&1) {
            words.pop();
        }
        Self::from_words(&words)
    }

    /// As `Random.new(seed)` does for a seed of any size, lowest word first, without leading zero words.
    pub fn from_words(words: &[u32]) -> Self {
        match words {
            [] => Self::from_word(0),
            [only] => Self::from_word(*only),
            _ => Self::from_array(words),
        }
    }

    fn from_word(seed: u32) -> Self {
        let mut state = [0; SIZE];
        let mut previous = seed;
        for (index, word) in state.iter_mut().enumerate() {
            if index > 0 {
                previous = 1_812_433_253_u32.wrapping_mul(previous ^ (previous >> 30)).wrapping_add(index as u32);
            }
            *word = previous;
        }
        MersenneTwister { state, next: SIZE }
    }

    fn from_array(key: &[u32]) -> Self {
        let mut twister = Self::from_word(19_650_218);
        let state = &mut twister.state;
        let (mut i, mut j) = (1, 0);
        for _ in 0..SIZE.max(key.len()) {
            let previous = state[i - 1];
            state[i] = (state[i] ^ (previous ^ (previous >> 30)).wrapping_mul(1_664_525))
                .wrapping_add(key.get(j).copied().unwrap_or(0))
                .wrapping_add(j as u32);
            i += 1;
            j += 1;
            if i >= SIZE {
                state[0] = state[SIZE - 1];
                i = 1;
            }
            if j >= key.len() {
                j = 0;
            }
        }
        for _ in 0..SIZE - 1 {
            let previous = state[i - 1];
            state[i] = (state[i] ^ (previous ^ (previous >> 30)).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i += 1;
            if i >= SIZE {
                state[0] = state[SIZE - 1];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        twister
    }

    fn generate(&mut self) {
        for index in 0..SIZE {
            let following = self.state[(index + 1) % SIZE];
            let mixed = (self.state[index] & 0x8000_0000) | (following & 0x7fff_ffff);
            let twist = if following & 1 == 0 { 0 } else { 0x9908_b0df };
            self.state[index] = self.state[(index + MIDDLE) % SIZE] ^ (mixed >> 1) ^ twist;
        }
        self.next = 0;
    }

    /// 32 random bits.
    pub fn next_word(&mut self) -> u32 {
        if self.next >= SIZE {
            self.generate();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// As `rand(bound)` for a bound above 0: an integer below it.
    pub fn below(&mut self, bound: u64) -> u64 {
        let limit = bound.saturating_sub(1);
        if limit == 0 {
            return 0;
        }
        let mask = u64::MAX >> limit.leading_zeros();
        'retry: loop {
            let mut value = 0;
            for half in [1, 0] {
                if (mask >> (half * 32)) & 0xffff_ffff == 0 {
                    continue;
                }
                value |= u64::from(self.next_word()) << (half * 32);
                value &= mask;
                if value > limit {
                    continue 'retry;
                }
            }
            return value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: u128, bound: u64) -> Vec<u64> {
        let mut twister = MersenneTwister::new(seed);
        (0..4).map(|_| twister.below(bound)).collect()
    }

    /// What Ruby 3.1 answers to `r = Random.new(seed); 4.times.map { r.rand(bound) }`.
    #[test]
    fn numbers_are_those_of_ruby() {
        assert_eq!(draws(0, 100), [44, 47, 64, 67]);
        assert_eq!(draws(42, 100), [51, 92, 14, 71]);
        assert_eq!(draws(4294967296, 1000), [684, 559, 629, 192]);
        assert_eq!(draws(4294967301, 1000000), [297827, 18638, 544751, 124605]);
        assert_eq!(draws(23313863517108191318566317978120038324, 60), [52, 19, 46, 54]);
        assert_eq!(
            draws(23313863517108191318566317978120038324, 1000000000000),
            [223725952467, 198122804662, 594536135378, 137300153694]
        );
        assert_eq!(draws(79228162514264337593543950413, 1000), [848, 218, 952, 210]);
        assert_eq!(draws(55340232221128654848, 7), [5, 6, 6, 1]);
    }
}
