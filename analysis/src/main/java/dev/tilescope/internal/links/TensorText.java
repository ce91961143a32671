package dev.tilescope.internal.links;

import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tensors in the words that reports and performance CSVs have in common: logical shape without
 * leading ones, data type, layout, memory, such as {@code 8x128x2 BFLOAT16 TILE DRAM_INTERLEAVED}.
 */
public final class TensorText {
  private static final Pattern DEVICE = Pattern.compile("^DEV_\\d+_");
  private static final Pattern KIND = Pattern.compile("TensorMemoryLayout::(\\w+)");
  private static final Pattern PLACE = Pattern.compile("BufferType::(\\w+)");

  private TensorText() {}

  /**
   * @param memory such as {@code DEV_0_DRAM_INTERLEAVED}
   */
  public static String of(List<Long> shape, String dtype, String layout, String memory) {
    StringBuilder text = new StringBuilder();
    for (long side : shape) {
      if (side != 1 || !text.isEmpty()) {
        text.append(text.isEmpty() ? "" : "x").append(side);
      }
    }
    text.append(' ').append(dtype).append(' ').append(layout).append(' ');
    return text.append(DEVICE.matcher(memory).replaceFirst("")).toString();
  }

  static String of(TensorDescription tensor) {
    List<Long> shape =
        tensor.shape() == null
            ? List.of()
            : Arrays.stream(tensor.shape().toArray()).mapToObj(side -> (long) side).toList();
    return of(
        shape,
        tensor.dtype() == null ? "" : tensor.dtype().name(),
        tensor.layout() == null ? "" : tensor.layout().name(),
        memory(tensor.memoryConfig() == null ? "" : tensor.memoryConfig()));
  }

  private static String memory(String config) {
    return first(PLACE, config) + "_" + first(KIND, config);
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }
}
