package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TorchTensorTest {
  private static final Shape THREE = Shape.of(3);

  @Test
  void itPrintsAsTracesShowIt() {
    assertThat(TorchTensor.of(new float[6], Shape.of(2, 3)))
        .hasToString("torch.Tensor(shape=[2, 3], dtype=torch.float32)");
    assertThat(TorchTensor.meta(Shape.of(), TorchDtype.BFLOAT16))
        .hasToString("torch.Tensor(shape=[], dtype=torch.bfloat16)");
  }

  @ParameterizedTest
  @EnumSource(TorchDtype.class)
  void zeroAndOneAreExactInEveryType(TorchDtype dtype) {
    TorchTensor tensor = TorchTensor.of(new int[] {0, 1, 1}, THREE).to(dtype);
    assertThat(tensor.dtype()).isEqualTo(dtype);
    assertThat(tensor.elements().byteSize()).isEqualTo(3L * dtype.elementBytes());
    assertThat(tensor.toFloats()).containsExactly(0, 1, 1);
    assertThat(tensor.toDoubles()).containsExactly(0, 1, 1);
    assertThat(tensor.toLongs()).containsExactly(0, 1, 1);
  }

  @ParameterizedTest
  @EnumSource(TorchDtype.class)
  void elementsOfOddAddressesAreRead(TorchDtype dtype) {
    byte[] memory = new byte[3 * dtype.elementBytes() + 1];
    MemorySegment odd = MemorySegment.ofArray(memory).asSlice(1);
    odd.copyFrom(TorchTensor.of(new int[] {0, 1, 1}, THREE).to(dtype).elements());
    assertThat(TorchTensor.of(THREE, dtype, odd).toLongs()).containsExactly(0, 1, 1);
  }

  @Test
  void integersKeepTheirLowBitsAndUnsignedTypesTheirSign() {
    TorchTensor longs = TorchTensor.of(new long[] {-1, 1L << 40, 0x1_8000_8080L}, THREE);
    assertThat(longs.to(TorchDtype.UINT32).toLongs()).containsExactly(4294967295L, 0, 0x80008080L);
    assertThat(longs.to(TorchDtype.INT32).toLongs()).containsExactly(-1, 0, (int) 0x80008080L);
    assertThat(longs.to(TorchDtype.UINT16).toLongs()).containsExactly(65535, 0, 0x8080);
    assertThat(longs.to(TorchDtype.INT16).toLongs()).containsExactly(-1, 0, (short) 0x8080);
    assertThat(longs.to(TorchDtype.UINT8).toLongs()).containsExactly(255, 0, 0x80);
    assertThat(longs.to(TorchDtype.INT8).toLongs()).containsExactly(-1, 0, -128);
    assertThat(longs.to(TorchDtype.BOOL).toLongs()).containsExactly(1, 1, 1);
  }

  @Test
  void floatsAreCutTowardsZeroAndAnythingButZeroIsTrue() {
    TorchTensor floats = TorchTensor.of(new float[] {-1.9f, 0.5f, Float.NaN}, THREE);
    assertThat(floats.to(TorchDtype.INT32).toLongs()).containsExactly(-1, 0, 0);
    assertThat(floats.to(TorchDtype.BOOL).toLongs()).containsExactly(1, 1, 1);
  }

  @Test
  void bfloat16IsTheNearestEvenOne() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      int bits = random.nextInt();
      int tie = (bits & 0xFFFF0000) | 0x8000;
      float value = Float.intBitsToFloat(i % 2 == 0 ? bits : tie);
      float rounded =
          TorchTensor.of(new float[] {value}, Shape.of(1)).to(TorchDtype.BFLOAT16).toFloats()[0];
      if (Float.isNaN(value)) {
        assertThat(rounded).isNaN();
      } else {
        assertThat(rounded).isEqualTo(nearest(value));
      }
    }
  }

  /** Longer than the blocks in which they are converted, and no whole number of them. */
  @Test
  void longTensorsAreConvertedLikeShortOnes() {
    float[] values = new float[20_001];
    Random random = new Random(6);
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.intBitsToFloat(random.nextInt());
    }
    TorchTensor rounded = TorchTensor.of(values, Shape.of(values.length)).to(TorchDtype.BFLOAT16);
    float[] back = rounded.to(TorchDtype.FLOAT32).toFloats();
    assertThat(rounded.toFloats()).isEqualTo(back);
    for (int i = 0; i < values.length; i++) {
      float expected = Float.isNaN(values[i]) ? Float.NaN : nearest(values[i]);
      assertThat(Float.compare(back[i], expected)).isZero();
    }
  }

  /** Of the two bfloat16 numbers around a float, by their distance. */
  private static float nearest(float value) {
    int low = Float.floatToRawIntBits(value) & 0xFFFF0000;
    double below = Float.intBitsToFloat(low);
    double above = beyond(low + 0x10000);
    double down = Math.abs(value - below);
    double up = Math.abs(above - value);
    boolean evenBelow = (low >>> 16 & 1) == 0;
    return Float.isInfinite(value) || down < up || down == up && evenBelow
        ? (float) below
        : Float.intBitsToFloat(low + 0x10000);
  }

  /** What the number would be if the greatest exponent were not taken by infinity. */
  private static double beyond(int bits) {
    float next = Float.intBitsToFloat(bits);
    return Float.isInfinite(next) ? Math.copySign(0x1p128, next) : next;
  }

  @Test
  void elementsThatDoNotFitTheShapeAreRefused() {
    assertThatThrownBy(() -> TorchTensor.of(new float[5], Shape.of(2, 3)))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "tensor: Shape([2, 3]) of torch.float32 needs 6 elements of 4 bytes, got 20 bytes");
    TorchTensor late =
        TorchTensor.deferred(THREE, TorchDtype.INT8, () -> MemorySegment.ofArray(new byte[2]));
    assertThatThrownBy(late::toFloats).isInstanceOf(TilescopeException.class);
    assertThatThrownBy(() -> TorchTensor.of(new int[4], Shape.of(4)).reshaped(THREE))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("shape: ");
  }

  @Test
  void aMetaTensorOfAnySizeIsDescribedButNotRead() {
    TorchTensor huge = TorchTensor.meta(Shape.of(1 << 20, 1 << 20, 4), TorchDtype.FLOAT32);
    assertThat(huge.to(TorchDtype.BFLOAT16).dtype()).isEqualTo(TorchDtype.BFLOAT16);
    assertThatThrownBy(huge::toFloats)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("has no elements")
        .hasMessageContaining("RunMode.NORMAL");
  }
}
