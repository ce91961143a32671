package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;

/** An operation on images that can be done for a part of its result: TT-NN's OpSliceAttr. */
interface SlicedOperation {
  ImageSize input();

  ImageSize result();

  /** What of the input a part of the result is made of. */
  ImagePart source(ImagePart result);

  /** What a part of the result takes of each core's L1. */
  long l1Bytes(ImagePart result);

  /** The shards that a slice of the input is read into. */
  MemoryConfig sliceMemory(ImagePart result);

  /**
   * Does it in L1.
   *
   * @param pixels the slice, which is freed on the way, or the whole input in DRAM, which stays
   * @return rows of pixels in shards, in tiles as wide as these need
   */
  Tensor inL1(Tensor pixels, ImagePart result);
}
