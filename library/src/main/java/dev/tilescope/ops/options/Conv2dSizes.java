package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.ArgumentGroup;
import java.util.List;

/**
 * What a convolution goes over, and with which kernel.
 *
 * <pre>{@code
 * Conv2dSizes.of(64, 128).withImages(1, 56, 56).withKernelSize(3, 3)
 * }</pre>
 */
public record Conv2dSizes(
    int inChannels,
    int outChannels,
    int batchSize,
    int inputHeight,
    int inputWidth,
    List<Integer> kernelSize)
    implements ArgumentGroup, Withers.OfConv2dSizes {
  public Conv2dSizes {
    kernelSize = List.copyOf(kernelSize);
  }

  /** Of one image of one pixel, with a kernel of one. */
  public static Conv2dSizes of(int inChannels, int outChannels) {
    return new Conv2dSizes(inChannels, outChannels, 1, 1, 1, List.of(1, 1));
  }

  public Conv2dSizes withImages(int count, int height, int width) {
    return withBatchSize(count).withInputHeight(height).withInputWidth(width);
  }
}
