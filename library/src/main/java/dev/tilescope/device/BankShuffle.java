package dev.tilescope.device;

/**
 * The order in which TT-Metal deals L1 banks to cores: 0..n-1 through {@code std::shuffle} with
 * {@code std::default_random_engine(0)} of libstdc++. Computed rather than listed, so that any
 * number of banks has its order.
 *
 * <p>The engine is a Lehmer generator whose seed 0 counts as 1. The shuffle takes two swap partners
 * from each random number, after one single swap when n is even.
 */
final class BankShuffle {
  private static final long MULTIPLIER = 16_807;
  private static final long MODULUS = 2_147_483_647;

  private final int[] banks;
  private long state = 1;

  private BankShuffle(int count) {
    this.banks = new int[count];
    for (int i = 0; i < count; i++) {
      banks[i] = i;
    }
  }

  /** Position k holds the bank of the k-th core. */
  static int[] of(int count) {
    BankShuffle shuffle = new BankShuffle(count);
    shuffle.shuffle();
    return shuffle.banks;
  }

  private void shuffle() {
    int next = 1;
    if (banks.length % 2 == 0) {
      swap(next++, below(2));
    }
    while (next < banks.length) {
      int second = next + 2;
      int both = below((next + 1) * second);
      swap(next++, both / second);
      swap(next++, both % second);
    }
  }

  private void swap(int i, int j) {
    int bank = banks[i];
    banks[i] = banks[j];
    banks[j] = bank;
  }

  /**
   * Evenly spread over 0..bound-1: the engine's values beyond the last whole multiple are drawn
   * again.
   */
  private int below(int bound) {
    long scale = (MODULUS - 2) / bound;
    long drawn;
    do {
      state = state * MULTIPLIER % MODULUS;
      drawn = state - 1;
    } while (drawn >= scale * bound);
    return (int) (drawn / scale);
  }
}
