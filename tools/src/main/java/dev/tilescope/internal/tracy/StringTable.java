package dev.tilescope.internal.tracy;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts of a trace; others refer to them by their index. Short texts of late are there once, of
 * others there may be several.
 */
final class StringTable {
  /** An index that stands for no text. */
  static final int NONE = -1;

  /** References have 24 bits, of which one value says that there is none. */
  private static final int MOST = (1 << 24) - 2;

  /** Names come last and must find room. */
  private static final int MOST_TEXTS = MOST - (1 << 20);

  private static final int REMEMBERED = 1 << 15;
  private static final int MOST_REMEMBERED_CHARS = 1 << 8;

  private final SpilledBytes table;
  private final Map<String, Integer> remembered =
      new LinkedHashMap<>(1 << 10, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > REMEMBERED;
        }
      };
  private int count;

  StringTable(SpillFile file) {
    this.table = new SpilledBytes(file);
  }

  /** What a zone or a message says; {@link #NONE} if the table is full. */
  int text(String text) {
    return index(text, MOST_TEXTS);
  }

  /** What something is called. */
  int name(String name) {
    return index(name, MOST);
  }

  private int index(String text, int most) {
    if (text.length() > MOST_REMEMBERED_CHARS) {
      return add(text, most);
    }
    Integer known = remembered.get(text);
    if (known != null) {
      return known;
    }
    int added = add(text, most);
    if (added != NONE) {
      remembered.put(text, added);
    }
    return added;
  }

  /** Tracy takes a zero for the end of a text. */
  private int add(String text, int most) {
    if (count >= most) {
      return NONE;
    }
    byte[] bytes = text.replace('\0', '\u2400').getBytes(StandardCharsets.UTF_8);
    table.put64(pointer(count));
    table.put64(bytes.length);
    table.put(bytes);
    return count++;
  }

  /** What stands for the address of a text; also the key of a name. */
  static long pointer(int index) {
    return index + 1L;
  }

  void copyTo(BlockOutput out) {
    out.put64(count);
    table.copyTo(out);
  }
}
