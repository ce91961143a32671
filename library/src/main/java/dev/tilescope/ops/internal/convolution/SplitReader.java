package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Architecture;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dBlockConfig;
import dev.tilescope.ops.internal.kernel.Window;

/**
 * Whether a convolution reads its input with both data movement cores: two readers need half as
 * long, but weights come after them. Rates and cycles are those that TT-NN's
 * conv2d_op_program_factory_common.cpp, is_split_reader_viable, decides by.
 *
 * @param input of rows with their margin
 */
record SplitReader(Architecture architecture, DataType input, DataType result, boolean fp32) {
  private static final int LEAST_TRANSFER_BYTES = 16;

  /**
   * A rate that grows with the size of a transfer up to a limit.
   *
   * @param fullBytes from which size on it is highest
   */
  private record Rate(int fullBytes, float least, float most) {
    float at(long bytes) {
      long counted = Math.clamp(bytes, LEAST_TRANSFER_BYTES, fullBytes);
      float growth = (most - least) / (fullBytes - LEAST_TRANSFER_BYTES);
      return least + growth * (counted - LEAST_TRANSFER_BYTES);
    }
  }

  private boolean isBlackhole() {
    return architecture == Architecture.BLACKHOLE;
  }

  private Rate withinL1() {
    return isBlackhole() ? new Rate(4096, 1.124f, 80.48f) : new Rate(1024, 0.868f, 27.84f);
  }

  private Rate fromDram() {
    return isBlackhole() ? new Rate(2048, 0.671f, 80.885f) : new Rate(2048, 0.436f, 28.411f);
  }

  private Rate toManyCores() {
    return isBlackhole() ? new Rate(65536, 0.182f, 57.677f) : new Rate(65536, 0.318f, 25.345f);
  }

  boolean pays(
      Conv2dBlockConfig blocks,
      int channels,
      Window window,
      long weightTiles,
      int weightTileBytes) {
    float clock = isBlackhole() ? 1.35f : 1;
    long pixelBytes = (long) input.elementBytes() * channels;
    long readBytes = pixelBytes * (window.dilationWidth() == 1 ? window.width() : 1);
    long inputBytes = pixelBytes * blocks.actBlockHNtiles() * TensorSpec.TILE_SIDE * window.width();
    float reading = clock * inputBytes / withinL1().at(readBytes);
    long weightBytes = weightTiles * weightTileBytes;
    float weights =
        clock
            * weightBytes
            * (1 / fromDram().at(weightTileBytes) + 1 / toManyCores().at(weightBytes));
    float tilizing = (float) tilizeCycles() * blocks.actBlockWNtiles() * blocks.actBlockHNtiles();
    return reading / 2 + Math.max(weights, tilizing) < Math.max(reading + tilizing, weights);
  }

  /** Cycles to make a tile of rows. */
  private int tilizeCycles() {
    return switch (result) {
      case FLOAT32 -> isBlackhole() ? cycles(132, 132, 105, 128) : cycles(107, 128, 92, 117);
      case BFLOAT8_B, BFLOAT4_B -> isBlackhole() ? cycles(132, 77, 60, 60) : cycles(74, 70, 40, 43);
      case BFLOAT16, UINT8, UINT16, UINT32, INT32, INT8 ->
          isBlackhole() ? cycles(132, 80, 72, 72) : cycles(74, 74, 61, 68);
    };
  }

  /** Of float32 and of bfloat16 rows, each without and with a destination in float32. */
  private int cycles(int wide, int wideFp32, int narrow, int narrowFp32) {
    if (input == DataType.FLOAT32) {
      return fp32 ? wideFp32 : wide;
    }
    return fp32 ? narrowFp32 : narrow;
  }
}
