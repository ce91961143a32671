package dev.tilescope.ops.internal.kernel;

/** How the 32 bits of an int are read: as INT32, or as UINT32 and the narrower unsigned types. */
public enum Integers {
  SIGNED {
    @Override
    int compare(int a, int b) {
      return Integer.compare(a, b);
    }

    @Override
    long widened(int a) {
      return a;
    }
  },
  UNSIGNED {
    @Override
    int compare(int a, int b) {
      return Integer.compareUnsigned(a, b);
    }

    @Override
    long widened(int a) {
      return Integer.toUnsignedLong(a);
    }
  };

  abstract int compare(int a, int b);

  /** The number that the bits stand for. */
  abstract long widened(int a);

  int floorDiv(int a, int b) {
    return (int) Math.floorDiv(widened(a), widened(b));
  }

  int truncDiv(int a, int b) {
    return (int) (widened(a) / widened(b));
  }

  int remainder(int a, int b) {
    return (int) Math.floorMod(widened(a), widened(b));
  }

  int fmod(int a, int b) {
    return (int) (widened(a) % widened(b));
  }

  int shiftRight(int a, int bits) {
    return (int) (widened(a) >> bits);
  }

  /** By squaring; negative powers are rounded to zero. */
  int pow(int base, int exponent) {
    long left = widened(exponent);
    if (left < 0) {
      return base == 1 || (base == -1 && left % 2 == 0) ? 1 : base == -1 ? -1 : 0;
    }
    int result = 1;
    for (int square = base; left > 0; left >>= 1, square *= square) {
      result *= (left & 1) == 0 ? 1 : square;
    }
    return result;
  }
}
