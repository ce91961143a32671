package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.internal.kernel.Window;

/**
 * How a window moves over images and which cores share the work, in TT-NN's words. Peers read the
 * window out of this text: tt-perf-report counts the operations of a convolution by it.
 *
 * @param input without padding
 * @param spread of a transposed convolution, whose pixels it sets apart
 * @param halo what surrounds the input; beyond the window's padding it is there for a last window
 *     that hangs over the edge
 * @param coresNhw cores along the pixels
 * @param coresC cores along the channels
 */
record SlidingWindowConfig(
    ImageSize input,
    Spread spread,
    Window window,
    Margins halo,
    int coresNhw,
    int coresC,
    CoreRangeSet cores) {
  SlidingWindowConfig(
      ImageSize input, Spread spread, Window window, Margins halo, CoreRangeSet cores) {
    this(input, spread, window, halo, cores.size(), 1, cores);
  }

  @Override
  public String toString() {
    return ("SlidingWindowConfig(batch_size=%d, input_hw=%s, window_hw=%s, stride_hw=%s,"
            + " padding=((%d, %d), (%d, %d)), output_padding = (0, 0), ceil_pad_hw=%s,"
            + " dilation_hw=%s, scale_h=%d, scale_w=%d, num_cores_nhw=%d, num_cores_c=%d,"
            + " core_range_set_=%s, is_transpose=%s)")
        .formatted(
            input.batch(),
            pair(input.height(), input.width()),
            pair(window.height(), window.width()),
            pair(window.strideHeight(), window.strideWidth()),
            window.top(),
            window.bottom(),
            window.left(),
            window.right(),
            pair(halo.bottom() - window.bottom(), halo.right() - window.right()),
            pair(window.dilationHeight(), window.dilationWidth()),
            spread.height(),
            spread.width(),
            coresNhw,
            coresC,
            cores,
            !spread.equals(Spread.NONE));
  }

  private static String pair(int height, int width) {
    return "(" + height + "," + width + ")";
  }
}
