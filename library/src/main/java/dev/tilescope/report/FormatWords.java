package dev.tilescope.report;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The model's words from the texts of all generations: {@code DataType::BFLOAT16}, {@code
 * DataType.BFLOAT16} and {@code bfloat16} are one. A text that means nothing is a {@link
 * TilescopeException} whose message says why.
 *
 * <p>Answers are remembered, since few texts make up most of a report; a full memory is emptied, so
 * a hostile file cannot fill the heap with it.
 */
final class FormatWords {
  private static final int MAX_REMEMBERED = 4096;
  private static final int MAX_CORE_RANGES = 1024;
  private static final Pattern CORE_RANGE =
      Pattern.compile(
          "\\[\\(x=(\\d{1,4}),y=(\\d{1,4})\\) - \\(x=(\\d{1,4}),y=(\\d{1,4})\\)\\](, )?");

  private final Map<String, Shape> shapes = new HashMap<>();
  private final Map<String, CoreRangeSet> coreRangeSets = new HashMap<>();
  private final Map<String, DataType> dtypes = new HashMap<>();
  private final Map<String, Layout> layouts = new HashMap<>();
  private final Map<String, BufferType> bufferTypes = new HashMap<>();

  Shape shape(String text) {
    return remembered(shapes, text, FormatWords::parseShape);
  }

  CoreRangeSet cores(String text) {
    return remembered(coreRangeSets, text, FormatWords::parseCores);
  }

  DataType dtype(String text) {
    return remembered(dtypes, text, t -> word(t, DataType.class, "data type"));
  }

  Layout layout(String text) {
    return remembered(layouts, text, t -> word(t, Layout.class, "layout"));
  }

  /** A word, or its number as text. */
  BufferType bufferType(String text) {
    return remembered(bufferTypes, text, FormatWords::parseBufferType);
  }

  TensorMemoryLayout memoryLayout(String text) {
    return word(text, TensorMemoryLayout.class, "buffer layout");
  }

  private static <T> T remembered(Map<String, T> memory, String text, Function<String, T> parse) {
    T known = memory.get(text);
    if (known == null) {
      known = parse.apply(text);
      if (memory.size() >= MAX_REMEMBERED) {
        memory.clear();
      }
      memory.put(text, known);
    }
    return known;
  }

  private static Shape parseShape(String text) {
    int open = text.indexOf('[');
    int close = text.indexOf(']', open + 1);
    if (open < 0 || close < 0) {
      throw new TilescopeException(
          "shape must look like Shape([1, 32]), got \""
              + TolerantValueReader.shortened(text)
              + "\"");
    }
    String inside = text.substring(open + 1, close).strip();
    if (inside.isEmpty()) {
      return Shape.of();
    }
    String[] parts = inside.split(",", Shape.MAX_RANK + 1);
    int[] dims = new int[parts.length];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = dimension(parts[i].strip());
    }
    return Shape.of(dims);
  }

  private static int dimension(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TilescopeException(
          "shape: dimension must be 0..%s and rank at most %s, got \"%s\""
              .formatted(Integer.MAX_VALUE, Shape.MAX_RANK, TolerantValueReader.shortened(text)),
          e);
    }
  }

  private static CoreRangeSet parseCores(String text) {
    if (!text.startsWith("{") || !text.endsWith("}")) {
      throw coresError(text);
    }
    List<CoreRange> ranges = new ArrayList<>();
    Matcher matcher = CORE_RANGE.matcher(text).region(1, text.length() - 1);
    int end = 1;
    while (ranges.size() < MAX_CORE_RANGES && matcher.lookingAt()) {
      ranges.add(
          CoreRange.of(
              Integer.parseInt(matcher.group(1)),
              Integer.parseInt(matcher.group(2)),
              Integer.parseInt(matcher.group(3)),
              Integer.parseInt(matcher.group(4))));
      end = matcher.end();
      matcher.region(end, text.length() - 1);
    }
    if (end != text.length() - 1) {
      throw coresError(text);
    }
    return ranges.isEmpty() ? CoreRangeSet.EMPTY : new CoreRangeSet(ranges);
  }

  private static TilescopeException coresError(String text) {
    return new TilescopeException(
        "core_range_set must look like {[(x=0,y=0) - (x=7,y=7)]}, got \""
            + TolerantValueReader.shortened(text)
            + "\"");
  }

  private static BufferType parseBufferType(String text) {
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      BufferType type = text.length() > 1 ? null : BufferType.ofCode(text.charAt(0) - '0');
      if (type == null) {
        throw new TilescopeException(
            "buffer type must be 0.."
                + (BufferType.values().length - 1)
                + ", got "
                + TolerantValueReader.shortened(text));
      }
      return type;
    }
    return word(text, BufferType.class, "buffer type");
  }

  private static <E extends Enum<E>> E word(String text, Class<E> type, String what) {
    int start = Math.max(text.lastIndexOf(':'), text.lastIndexOf('.')) + 1;
    String word = text.substring(start).toUpperCase(Locale.ROOT);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(word)) {
        return constant;
      }
    }
    throw new TilescopeException(
        "unknown " + what + " \"" + TolerantValueReader.shortened(text) + "\", left out");
  }
}
