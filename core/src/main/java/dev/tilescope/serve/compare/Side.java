package dev.tilescope.serve.compare;

import dev.tilescope.serve.MemoryUse;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.graph.FlowColumns;
import dev.tilescope.store.ReadOnlyDatabase;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One of two reports: what its operations did, as numbers that compare with another's. */
final class Side {
  private record Key(int rank) {}

  /** Most bytes, of a bank or in all, and the operation after which they were in use. */
  record Peak(long bytes, int operationId, boolean ofBank) {
    static final Peak NONE = new Peak(0, -1, true);
  }

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

  /** The importer names arguments from the trace {@code arg_0} and so on. */
  private static final byte[] TRACE_NAME = "arg_".getBytes(StandardCharsets.UTF_8);

  private final FlowColumns flow;
  private final long[] arguments;

  /** Operations whose arguments are of a recorded call: other names and texts than a trace's. */
  private final BitSet ofCalls = new BitSet();

  /** Bytes in use after each operation on the fullest device, by region. */
  private final long[][] used;

  private final long[] before = new long[2];
  private final boolean[] ofBank = {true, true};

  private final SortedMap<MemoryUse.Place, Peak> peaks = new TreeMap<>();

  private Side(FlowColumns flow, ReadOnlyDatabase database) {
    this.flow = flow;
    this.arguments = new long[operations().size()];
    this.used = new long[2][operations().size()];
    readArguments(database);
    MemoryUse.forEach(database, operations(), this::add);
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
            byte[] text = row.getBytes(2);
            if (!isOfTrace(text)) {
              ofCalls.set(operation);
            }
            long name = hash(text);
            long value = masked(row.getBytes(3), known);
            // A sum, so that the order in which rows come does not matter.
            arguments[operation] += FlowColumns.mixed(name, value);
          }
        },
        MAX_VALUE,
        operations().rank());
  }

  private static boolean isOfTrace(byte @Nullable [] name) {
    if (name == null || name.length <= TRACE_NAME.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      boolean fits =
          i < TRACE_NAME.length ? name[i] == TRACE_NAME[i] : name[i] >= '0' && name[i] <= '9';
      if (!fits) {
        return false;
      }
    }
    return true;
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

  private void add(MemoryUse.Use use) {
    int type = use.place().region();
    if (type == DRAM || type == L1) {
      addUsed(type, use);
    }
    if (peaks.size() < MAX_PLACES) {
      int index = use.peakIndex();
      peaks.put(use.place(), new Peak(use.after()[index], operations().id(index), use.ofBank()));
    }
  }

  /** Bytes of a bank do not compare with bytes in all: where one device has these, only these. */
  private void addUsed(int type, MemoryUse.Use use) {
    if (use.ofBank() && !ofBank[type]) {
      return;
    }
    if (!use.ofBank() && ofBank[type]) {
      ofBank[type] = false;
      before[type] = 0;
      Arrays.fill(used[type], 0);
    }
    before[type] = Math.max(before[type], use.before());
    Arrays.setAll(used[type], i -> Math.max(used[type][i], use.after()[i]));
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

  /** Whether some operation's arguments are those of a recorded call. */
  boolean hasCalls() {
    return !ofCalls.isEmpty();
  }

  /** Whether arguments of an operation compare with those of another report's. */
  boolean comparesArguments(int operation, Side other, int otherOperation) {
    return ofCalls.get(operation) == other.ofCalls.get(otherOperation);
  }

  /** Bytes in use in a region are of one bank, otherwise of all together. */
  boolean isOfBank(int bufferType) {
    return ofBank[bufferType];
  }

  /** Bytes in use after an operation. */
  long used(int bufferType, int operation) {
    return used[bufferType][operation];
  }

  /** How much more is in use after an operation than before it. */
  long added(int bufferType, int operation) {
    long[] after = used[bufferType];
    return after[operation] - (operation == 0 ? before[bufferType] : after[operation - 1]);
  }

  SortedMap<MemoryUse.Place, Peak> peaks() {
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
