package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import dev.tilescope.model.MathFidelity;
import java.util.List;

/**
 * How the matrix engine of a board makes a product, where it is not to be exact. Its multipliers
 * take 7 bits of the left operand's mantissa (the register SrcB) and 5 of the right one's (SrcA),
 * so each pass of the fidelity multiplies one part of each. Parts and their order are those of
 * TT-LLK's golden model of a matmul and of Tenstorrent's ISA documentation (SrcASrcB, MVMUL).
 *
 * @param wide whether sums are float32; otherwise they are bfloat16, rounded after every {@value
 *     #STEP} products, and float32 operands are cut to bfloat16 rather than to TF32
 * @param blockDepth after how much of the depth a sum is added to those before it in L1 and begun
 *     anew; 0 for one sum
 */
public record Precision(MathFidelity fidelity, boolean wide, int blockDepth) {
  /** The depth of one instruction of the engine. */
  static final int STEP = 16;

  /** The depth of a tile, all of which a pass goes through before the next one begins. */
  static final int TILE = 32;

  static final int TF32_BITS = 0xFFFFE000;
  private static final int HIGH_BITS_OF_LEFT = 0xFFFE0000;
  private static final int HIGH_BITS_OF_RIGHT = 0xFFF80000;

  /** Of TF32 on the right no pass takes the last bit. */
  private static final int TAKEN_BITS_OF_RIGHT = 0xFFFFC000;

  static final int HALF_OF_TF32 = 0x1000;
  static final int HALF_OF_BFLOAT16 = 0x8000;

  /**
   * The part of a number that is left when some of its bits are kept and less of them taken off.
   */
  record Part(int kept, int less) {
    float of(float value) {
      int bits = Float.floatToRawIntBits(value);
      return Float.intBitsToFloat(bits & kept) - Float.intBitsToFloat(bits & less);
    }
  }

  /** What is multiplied with what. */
  record Pass(Part left, Part right) {}

  public Precision {
    require(blockDepth >= 0, "precision: the depth of a block must be >= 0, got " + blockDepth);
    require(
        blockDepth % TILE == 0,
        "precision: a block is whole tiles of " + TILE + ", got a depth of " + blockDepth);
  }

  public Precision withBlockDepth(int depth) {
    return new Precision(fidelity, wide, depth);
  }

  /** Passes whose sums nothing rounds in between are joined. */
  List<Pass> passes() {
    int left = wide ? TF32_BITS : Bfloat16.KEPT_BITS;
    int right = wide ? TAKEN_BITS_OF_RIGHT : Bfloat16.KEPT_BITS;
    Part leftHigh = new Part(HIGH_BITS_OF_LEFT, 0);
    Part leftLow = new Part(left, HIGH_BITS_OF_LEFT);
    Part rightHigh = new Part(HIGH_BITS_OF_RIGHT, 0);
    Part rightLow = new Part(right, HIGH_BITS_OF_RIGHT);
    Part wholeRight = new Part(right, 0);
    if (!wide || fidelity == MathFidelity.LO_FI) {
      return List.of(
              new Pass(leftHigh, rightHigh),
              new Pass(leftHigh, rightLow),
              new Pass(leftLow, rightHigh),
              new Pass(leftLow, rightLow))
          .subList(0, fidelity.passes());
    }
    return switch (fidelity) {
      case LO_FI, HI_FI2 -> List.of(new Pass(leftHigh, wholeRight));
      case HI_FI3 -> List.of(new Pass(leftHigh, wholeRight), new Pass(leftLow, rightHigh));
      case HI_FI4 -> List.of(new Pass(new Part(left, 0), wholeRight));
    };
  }

  /** To TF32 and then to bfloat16, ties away from zero both times, as the engine's sums are. */
  static int rounded(int bits) {
    return ((bits + HALF_OF_TF32 & TF32_BITS) + HALF_OF_BFLOAT16) & Bfloat16.KEPT_BITS;
  }
}
