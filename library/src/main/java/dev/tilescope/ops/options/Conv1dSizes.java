package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.ArgumentGroup;
import java.util.List;

/** What a convolution along rows goes over, and with which kernel. */
public record Conv1dSizes(
    int inChannels, int outChannels, int batchSize, int inputLength, int kernelSize)
    implements ArgumentGroup, Withers.OfConv1dSizes {
  /** Of one row of one element, with a kernel of one. */
  public static Conv1dSizes of(int inChannels, int outChannels) {
    return new Conv1dSizes(inChannels, outChannels, 1, 1, 1);
  }

  public Conv1dSizes withRows(int count, int length) {
    return new Conv1dSizes(inChannels, outChannels, count, length, kernelSize);
  }

  /** As images of one row of pixels. */
  public Conv2dSizes asImages() {
    return new Conv2dSizes(
        inChannels, outChannels, batchSize, 1, inputLength, List.of(1, kernelSize));
  }
}
