package dev.tilescope.internal.board;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A memory config as TT-NN writes it into {@code ATTRIBUTES}, with semicolons for commas, of any
 * generation.
 */
final class WrittenMemory {
  private static final Pattern LAYOUT =
      Pattern.compile("memory_layout=TensorMemoryLayout::(\\w+);buffer_type=BufferType::(\\w+)");
  private static final Pattern SHARDS =
      Pattern.compile("shard_spec=ShardSpec[({](grid=.*?)shape=[\\[{](\\d+); ?(\\d+)");
  private static final Pattern CORE =
      Pattern.compile("\"x\":(\\d+);\"y\":(\\d+)|x=(\\d+);y=(\\d+)|(\\d+)-(\\d+)");

  private WrittenMemory() {}

  /** Null for a text that is none. Shards that the operation chose are left open. */
  static @Nullable MemoryConfig of(String text) {
    Matcher layout = LAYOUT.matcher(text);
    if (!layout.find()) {
      return null;
    }
    TensorMemoryLayout memory = TensorMemoryLayout.valueOf(layout.group(1));
    BufferType type = BufferType.valueOf(layout.group(2));
    return new MemoryConfig(memory, type, memory.isSharded() ? shards(text) : null);
  }

  private static @Nullable ShardSpec shards(String text) {
    Matcher found = SHARDS.matcher(text);
    if (!found.find() || found.group(2).equals("0")) {
      return null;
    }
    return new ShardSpec(
        grid(found.group(1)),
        Integer.parseInt(found.group(2)),
        Integer.parseInt(found.group(3)),
        text.contains("ShardOrientation::COL_MAJOR")
            ? ShardOrientation.COL_MAJOR
            : ShardOrientation.ROW_MAJOR);
  }

  private static CoreRangeSet grid(String text) {
    List<CoreCoord> corners = CORE.matcher(text).results().map(WrittenMemory::core).toList();
    List<CoreRange> ranges = new ArrayList<>();
    for (int i = 0; i + 1 < corners.size(); i += 2) {
      ranges.add(new CoreRange(corners.get(i), corners.get(i + 1)));
    }
    return new CoreRangeSet(ranges);
  }

  private static CoreCoord core(MatchResult found) {
    int first = 1;
    while (found.group(first) == null) {
      first += 2;
    }
    return new CoreCoord(
        Integer.parseInt(found.group(first)), Integer.parseInt(found.group(first + 1)));
  }
}
