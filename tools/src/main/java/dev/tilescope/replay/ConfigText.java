package dev.tilescope.replay;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Configurations in the forms that traces print them in: TT-NN's {@code Name(part=value,...)},
 * Java's {@code Name[part=value, ...]}, and the shards, whose braces TT-NN does not close.
 */
final class ConfigText {
  private static final Pattern CORE =
      Pattern.compile("\"?x\"?\\s*[=:]\\s*(\\d{1,9}),\\s*\"?y\"?\\s*[=:]\\s*(\\d{1,9})");
  private static final Pattern SHARDS =
      Pattern.compile(
          "ShardSpec[{(\\[]grid=(.*?),\\s*shape=\\[(\\d{1,9}),\\s*(\\d{1,9})],"
              + "\\s*orientation=(?:ShardOrientation(?:::|\\.))?(\\w+)");
  private static final Pattern ND_SHARDS =
      Pattern.compile(
          "\"shard_shape\":\\[(\\d{1,9}(?:,\\s*\\d{1,9})*)],\"grid\":\\[(.*?)],"
              + "\"orientation\":\"(?:\\w+::)?(\\w+)\","
              + "\"shard_distribution_strategy\":\"(?:\\w+::)?(\\w+)\"");
  private static final Pattern LAYOUT = Pattern.compile("TensorMemoryLayout(?:::|\\.)(\\w+)");
  private static final Pattern BUFFER = Pattern.compile("BufferType(?:::|\\.)(\\w+)");
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,10}");

  private ConfigText() {}

  /** {@code MemoryConfig(...)}, or the texts of its parts one after the other. */
  static MemoryConfig memory(String text) {
    Matcher layout = LAYOUT.matcher(text);
    Matcher buffer = BUFFER.matcher(text);
    if (!layout.find() || !buffer.find()) {
      throw new TilescopeException(
          "memory_config: MemoryConfig(memory_layout=...,buffer_type=...) is expected, got "
              + text);
    }
    BufferType type = constant(BufferType.class, group(buffer, 1));
    NdShardSpec nd = ndShards(text);
    return nd != null
        ? MemoryConfig.sharded(type, nd)
        : new MemoryConfig(
            constant(TensorMemoryLayout.class, group(layout, 1)), type, shards(text));
  }

  /** Those that a config was made with; null if there are none. */
  private static @Nullable NdShardSpec ndShards(String text) {
    Matcher shards = ND_SHARDS.matcher(text);
    return shards.find() && !text.contains("created_with_nd_shard_spec=0")
        ? new NdShardSpec(
            Shape.of(
                Arrays.stream(group(shards, 1).split(",\\s*", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray()),
            cores(group(shards, 2)),
            constant(ShardOrientation.class, group(shards, 3)),
            constant(ShardDistributionStrategy.class, group(shards, 4)))
        : null;
  }

  /** Null if the text has none. */
  static @Nullable ShardSpec shards(String text) {
    Matcher shards = SHARDS.matcher(text);
    return shards.find()
        ? new ShardSpec(
            cores(group(shards, 1)),
            Integer.parseInt(group(shards, 2)),
            Integer.parseInt(group(shards, 3)),
            constant(ShardOrientation.class, group(shards, 4)))
        : null;
  }

  /** Ranges of cores by their corners, however these are written. */
  static CoreRangeSet cores(String text) {
    List<MatchResult> corners = CORE.matcher(text).results().toList();
    if (corners.size() % 2 != 0) {
      throw new TilescopeException("cores: ranges with two corners each are expected, got " + text);
    }
    List<CoreRange> ranges = new ArrayList<>();
    for (int i = 0; i < corners.size(); i += 2) {
      MatchResult start = corners.get(i);
      MatchResult end = corners.get(i + 1);
      ranges.add(CoreRange.of(number(start, 1), number(start, 2), number(end, 1), number(end, 2)));
    }
    return new CoreRangeSet(ranges);
  }

  private static int number(MatchResult match, int group) {
    return Integer.parseInt(group(match, group));
  }

  private static String group(MatchResult match, int group) {
    return Objects.requireNonNull(match.group(group));
  }

  /** All integers of a text such as {@code Shape([1, 2])}. */
  static int[] integers(String text) {
    try {
      return INTEGER
          .matcher(text)
          .results()
          .mapToInt(match -> Integer.parseInt(match.group()))
          .toArray();
    } catch (NumberFormatException e) {
      throw new TilescopeException("integers of 32 bits are expected, got " + text, e);
    }
  }

  /**
   * A constant in any spelling: {@code DataType.BFLOAT16}, {@code DataType::BFLOAT16}, {@code
   * bfloat16}, {@code MathFidelity.HiFi4}.
   */
  static <E> E constant(Class<E> type, String text) {
    String wanted =
        plain(text.substring(Math.max(text.lastIndexOf('.'), text.lastIndexOf(':')) + 1));
    for (E constant : Objects.requireNonNull(type.getEnumConstants(), "an enum")) {
      if (plain(((Enum<?>) constant).name()).equals(wanted)) {
        return constant;
      }
    }
    throw new TilescopeException(
        "%s: there is no \"%s\"; known are %s"
            .formatted(type.getSimpleName(), text, List.of(type.getEnumConstants())));
  }

  /** Without case and underscores, in which TT-NN's names and Java's differ. */
  static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  /** {@code Name(part=value,...)} as named texts; null for a text of another form. */
  static @Nullable Fields parts(String text) {
    int open = first(text, "([{");
    if (open < 0 || text.length() < open + 2) {
      return null;
    }
    LinkedHashMap<String, Recorded> parts = new LinkedHashMap<>();
    String name = text.substring(0, open);
    parts.put("type", new Text(name.substring(name.lastIndexOf('.') + 1)));
    for (String part : split(text.substring(open + 1, text.length() - 1))) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parts.put(part.substring(0, equals).strip(), new Text(part.substring(equals + 1).strip()));
      }
    }
    return new Fields(parts);
  }

  private static int first(String text, String characters) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** At the commas that are inside no bracket. */
  static List<String> split(String text) {
    List<String> items = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ("([{".indexOf(c) >= 0) {
        depth++;
      } else if (")]}".indexOf(c) >= 0) {
        depth--;
      } else if (c == ',' && depth == 0) {
        items.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    String last = text.substring(start).strip();
    if (!last.isEmpty()) {
      items.add(last);
    }
    return items;
  }
}
