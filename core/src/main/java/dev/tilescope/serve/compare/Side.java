package dev.tilescope.serve.compare;

import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.graph.FlowColumns;
import dev.tilescope.store.ReadOnlyDatabase;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One of two reports: what its operations did, as numbers that compare with another's. */
final class Side {
  private record Key(int rank) {}

  /** On one device in one region; compares by both. */
  record Place(int device, int bufferType) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return bufferType == other.bufferType
          ? Integer.compare(device, other.device)
          : Integer.compare(bufferType, other.bufferType);
    }
  }

  /** Most bytes per bank, and the operation after which they were in use. */
  record Peak(long bytesPerBank, int operationId) {}

  static final int DRAM = 0;
  static final int L1 = 1;

  /** Longer values compare by their beginning. */
  private static final int MAX_VALUE = 4_000;

  private static final int MAX_KNOWN = 20_000;
  private static final int MAX_PLACES = 1_000;

  /** Ids and addresses differ from run to run. */
  private static final Pattern RUN_DETAILS =
      Pattern.compile(
          "\\b(tensor_id|id|unique_id|address|buffer_address|addr)(\\s*[=:]\\s*)(0x)?[0-9a-fA-F]+"
              + "|\\b0x[0-9a-fA-F]+");

  private final FlowColumns flow;
  private final long[] arguments;

  /** Bytes per bank in use after each operation on the fullest device, by region. */
  private final long[][] used;

  private final SortedMap<Place, Peak> peaks = new TreeMap<>();

  private Side(FlowColumns flow, ReadOnlyDatabase database) {
    this.flow = flow;
    this.arguments = new long[operations().size()];
    this.used = new long[2][operations().size()];
    readArguments(database);
    readMemory(database);
  }

  static Side of(OpenReport report, int rank) {
    FlowColumns flow = FlowColumns.of(report, rank);
    return report.keep(new Key(rank), r -> r.ask(database -> new Side(flow, database)));
  }

  private void readArguments(ReadOnlyDatabase database) {
    Map<Long, Long> known = new HashMap<>();
    database.forEach(
        "SELECT operation_id, substr(name, 1, 200), substr(value, 1, ?) FROM operation_arguments"
            + " WHERE rank = ?",
        row -> {
          int operation = operations().indexOf(row.getInt(1));
          if (operation >= 0) {
            long name = hash(row.getBytes(2));
            long value = masked(row.getBytes(3), known);
            // A sum, so that the order in which rows come does not matter.
            arguments[operation] += FlowColumns.mixed(name, value);
          }
        },
        MAX_VALUE,
        operations().rank());
  }

  /**
   * Texts repeat by the thousand: each is read as text and searched once, as long as not all
   * differ, and known by the hash of its bytes otherwise.
   */
  private static long masked(byte @Nullable [] value, Map<Long, Long> known) {
    long raw = hash(value);
    Long hash = known.get(raw);
    if (hash == null) {
      String text = value == null ? "" : new String(value, StandardCharsets.UTF_8);
      hash = FlowColumns.hash(withoutRunDetails(text));
      if (known.size() < MAX_KNOWN) {
        known.put(raw, hash);
      }
    }
    return hash;
  }

  /** 64 bits, in which no two texts of a report meet. */
  private static long hash(byte @Nullable [] bytes) {
    long hash = 0xcbf29ce484222325L;
    if (bytes != null) {
      for (byte b : bytes) {
        hash = (hash ^ b) * 0x100000001b3L;
      }
    }
    return hash;
  }

  static String withoutRunDetails(String value) {
    return RUN_DETAILS.matcher(value).replaceAll("$1$2*");
  }

  private void readMemory(ReadOnlyDatabase database) {
    database.forEach(
        "SELECT operation_id, device_id, buffer_type, sum(max_size_per_bank) FROM buffers"
            + " WHERE rank = ? GROUP BY operation_id, device_id, buffer_type",
        row -> {
          int operation = operations().indexOf(row.getInt(1));
          int type = row.getInt(3);
          long bytes = row.getLong(4);
          if (operation >= 0) {
            if (type == DRAM || type == L1) {
              used[type][operation] = Math.max(used[type][operation], bytes);
            }
            peak(new Place(row.getInt(2), type), new Peak(bytes, row.getInt(1)));
          }
        },
        operations().rank());
  }

  private void peak(Place place, Peak peak) {
    if (peaks.size() < MAX_PLACES || peaks.containsKey(place)) {
      peaks.merge(place, peak, (was, is) -> is.bytesPerBank() > was.bytesPerBank() ? is : was);
    }
  }

  OperationColumns operations() {
    return flow.operations();
  }

  FlowColumns flow() {
    return flow;
  }

  /** What an operation was called with beside tensors; without what differs from run to run. */
  long arguments(int operation) {
    return arguments[operation];
  }

  /** Bytes per bank in use after an operation. */
  long used(int bufferType, int operation) {
    return used[bufferType][operation];
  }

  /** How much more is in use after an operation than before it. */
  long added(int bufferType, int operation) {
    return used[bufferType][operation] - (operation == 0 ? 0 : used[bufferType][operation - 1]);
  }

  SortedMap<Place, Peak> peaks() {
    return peaks;
  }

  long hostNanos() {
    long sum = 0;
    for (int i = 0; i < operations().size(); i++) {
      sum += Math.max(0, operations().nanos(i));
    }
    return sum;
  }
}
