package dev.tilescope.internal.serve.compare;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.serve.data.CostColumns;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.graph.FlowColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.memory.Headline;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One of two reports: what its operations did, as numbers that compare with another's. */
final class Side {
  /** Longer values compare by their beginning. */
  private static final int MAX_VALUE = 4_000;

  private static final int MAX_KNOWN = 20_000;

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

  /** Of the fullest device. */
  private final MemoryLevels levels;

  private final List<Headline> peaks;
  private final ModelledTime modelled;

  private Side(
      FlowColumns flow,
      MemoryLevels levels,
      List<Headline> peaks,
      ModelledTime modelled,
      ReadOnlyDatabase database) {
    this.flow = flow;
    this.arguments = new long[operations().size()];
    readArguments(database);
    this.levels = levels;
    this.peaks = peaks;
    this.modelled = modelled;
  }

  static Side of(OpenReport report, int rank) {
    FlowColumns flow = FlowColumns.of(report, rank);
    MemoryLevels levels = MemoryLevels.fullest(report, flow.operations());
    List<Headline> peaks = MemoryLevels.peaks(report, rank);
    ModelledTime modelled = CostColumns.of(report, flow.operations()).total();
    return report.keepOfRank(
        Side.class, rank, database -> new Side(flow, levels, peaks, modelled, database));
  }

  private void readArguments(ReadOnlyDatabase database) {
    Map<Long, Long> known = new HashMap<>();
    operations()
        .forEachRow(
            database,
            "SELECT operation_id, substr(name, 1, 200), substr(value, 1, ?) FROM operation_arguments"
                + " WHERE rank = ?",
            (operation, row) -> {
              byte[] text = row.getBytes(2);
              if (!isOfTrace(text)) {
                ofCalls.set(operation);
              }
              long name = hash(text);
              long value = masked(row.getBytes(3), known);
              // A sum, so that the order in which rows come does not matter.
              arguments[operation] += FlowColumns.mixed(name, value);
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

  /** The most of a core or bank that was in use while an operation ran. */
  long level(int memory, int operation) {
    return levels.of(memory)[operation];
  }

  /** By how much an operation raised it. */
  long added(int memory, int operation) {
    return levels.addedOf(memory)[operation];
  }

  /** By device. */
  List<Headline> peaks() {
    return peaks;
  }

  /** Of all its programs. */
  ModelledTime modelled() {
    return modelled;
  }

  long hostNanos() {
    return operations().totals().stream().mapToLong(OperationColumns.Total::nanos).sum();
  }
}
