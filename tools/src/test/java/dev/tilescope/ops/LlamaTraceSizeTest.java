package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import org.junit.jupiter.api.Test;

/**
 * Whether traces are as large as boards report them for Llama 3.1 8B of tt_transformers: all live
 * traces of a chip together, in whole pages.
 *
 * <p>Its generator keeps two traces of decoding, with sampling on the device and without, and one
 * for each length of prompts that model_config.py names for the board. They stand here as prompts
 * of 128 tokens, whose traces are at most a sixth smaller than those of 1,024. Embedding, LM head
 * and sampling are left out.
 */
class LlamaTraceSizeTest {
  private static final double FACTOR = 1.5;

  @Test
  void onP150TheyTakeWhatBoardsTookWithinAFactorOfOneAndAHalf() {
    assertThat(bytesOfAllTraces("p150", 2)).isBetween(53_616_640 / FACTOR, 60_825_600 * FACTOR);
  }

  @Test
  void onN300TheyTakeWhatABoardTookWithinAFactorOfOneAndAHalf() {
    assertThat(bytesOfAllTraces("n300", 5)).isBetween(36_410_368 / FACTOR, 36_410_368 * FACTOR);
  }

  private static double bytesOfAllTraces(String board, int prompts) {
    try (MeshDevice device = MeshDevice.open(board)) {
      TracedLlama llama = new TracedLlama(device, 128);
      return 2 * llama.decodeBytes() + prompts * llama.prefillBytes();
    }
  }
}
