package dev.tilescope.internal.tracy;

import java.util.LinkedHashMap;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Things of one kind with names, of which each has many records: frames, plots, or memories. */
final class Series {
  private static final int MOST_NAMES = 1 << 16;

  /** One of them. */
  static final class Named {
    final int number;
    final long key;
    long count;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    double sum;

    private Named(int number, long key) {
      this.number = number;
      this.key = key;
    }
  }

  private final StringTable strings;
  private final SequencedMap<String, Named> byName = new LinkedHashMap<>();
  private final SortedRecords records;
  private long lost;

  Series(StringTable strings, SpillFile file) {
    this.strings = strings;
    this.records = new SortedRecords(file);
  }

  /** Null if there are too many already; the record is lost then. */
  @Nullable Named named(String name) {
    Named known = byName.get(name);
    if (known != null) {
      return known;
    }
    if (byName.size() == MOST_NAMES) {
      lost++;
      return null;
    }
    return define(name, StringTable.pointer(strings.name(name)));
  }

  Named define(String name, long key) {
    Named added = new Named(byName.size(), key);
    byName.put(name, added);
    return added;
  }

  void add(Named named, long nanos, long first, long second, long third) {
    named.count++;
    records.add(named.number, nanos, first, second, third);
  }

  SequencedCollection<Named> all() {
    return byName.sequencedValues();
  }

  SortedRecords records() {
    return records;
  }

  /** How many had a name for which there was no room. */
  long lost() {
    return lost;
  }
}
