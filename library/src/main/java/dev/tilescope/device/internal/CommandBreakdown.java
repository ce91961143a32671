package dev.tilescope.device.internal;

import dev.tilescope.device.internal.DecodedCommands.Located;
import dev.tilescope.device.internal.DecodedCommands.Problem;
import dev.tilescope.model.MetalTrace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a trace's bytes are spent on, by kind and by operation, and why they are that many.
 *
 * <p>Sizes add up: the kinds to the decoded commands; those, what could not be decoded and the rest
 * of the last page to the buffer.
 *
 * @param kinds every kind, in order
 * @param parts the operations in order, and between them what belongs to none
 * @param commandBytes what was decoded, with the padding between commands
 * @param undecodedBytes from the first bad byte's command on; 0 for a sound trace
 * @param lastPageBytes zeros that fill the last page
 * @param reasons sentences
 */
public record CommandBreakdown(
    Map<CommandKind, Amount> kinds,
    List<Part> parts,
    long commandBytes,
    long undecodedBytes,
    long lastPageBytes,
    List<String> reasons,
    @Nullable Problem problem) {

  /** So many commands and their bytes. */
  public record Amount(int commands, long bytes) {
    static final Amount NONE = new Amount(0, 0);

    Amount plus(Amount other) {
      return new Amount(commands + other.commands, bytes + other.bytes);
    }
  }

  /**
   * Commands that follow each other.
   *
   * @param operation null for those that belong to none, such as the last
   */
  public record Part(
      MetalTrace.@Nullable Operation operation,
      Map<CommandKind, Amount> kinds,
      List<Located> commands) {
    public Part {
      commands = List.copyOf(commands);
    }

    public Amount total() {
      return kinds.values().stream().reduce(Amount.NONE, Amount::plus);
    }
  }

  /** The kind of a command within its part. */
  public static CommandKind kindOf(Part part, PrefetchCommand command) {
    return kindOf(part.operation(), command);
  }

  private static CommandKind kindOf(
      MetalTrace.@Nullable Operation operation, PrefetchCommand command) {
    return operation != null && CommandKind.isCollective(operation.name())
        ? CommandKind.CCL
        : CommandKind.of(command);
  }

  public static CommandBreakdown of(MetalTrace trace) {
    return of(trace, CommandFormat.ofArchitecture(trace.architecture()));
  }

  /** For commands that are not those of the architecture that the trace names. */
  public static CommandBreakdown of(MetalTrace trace, CommandFormat format) {
    DecodedCommands decoded = Commands.decode(trace.commands(), format.alignmentBytes());
    List<Part> parts = parts(trace, decoded.commands());
    Map<CommandKind, Amount> kinds = none();
    parts.forEach(part -> part.kinds().forEach((kind, amount) -> add(kinds, kind, amount)));
    long lastPage = Math.max(0, trace.bufferBytes() - trace.commands().length);
    return new CommandBreakdown(
        kinds,
        parts,
        decoded.sizeBytes(),
        trace.commands().length - decoded.sizeBytes(),
        lastPage,
        SizeReasons.of(trace, format, parts, lastPage),
        decoded.problem());
  }

  private static List<Part> parts(MetalTrace trace, List<Located> commands) {
    List<Part> parts = new ArrayList<>();
    OperationSearch search = new OperationSearch(trace.operations());
    List<Located> run = new ArrayList<>();
    MetalTrace.@Nullable Operation of = null;
    for (Located command : commands) {
      MetalTrace.@Nullable Operation operation = search.at(command.offset());
      if (operation != of && !run.isEmpty()) {
        parts.add(part(of, run));
        run.clear();
      }
      of = operation;
      run.add(command);
    }
    if (!run.isEmpty()) {
      parts.add(part(of, run));
    }
    return parts;
  }

  private static Part part(MetalTrace.@Nullable Operation operation, List<Located> commands) {
    Map<CommandKind, Amount> kinds = none();
    for (Located command : commands) {
      add(kinds, kindOf(operation, command.command()), new Amount(1, command.strideBytes()));
    }
    return new Part(operation, kinds, commands);
  }

  private static Map<CommandKind, Amount> none() {
    Map<CommandKind, Amount> kinds = new EnumMap<>(CommandKind.class);
    for (CommandKind kind : CommandKind.values()) {
      kinds.put(kind, Amount.NONE);
    }
    return kinds;
  }

  private static void add(Map<CommandKind, Amount> kinds, CommandKind kind, Amount amount) {
    kinds.merge(kind, amount, Amount::plus);
  }

  /**
   * Which operation an offset belongs to, for offsets that ascend. Operations from a file may be in
   * any order and overlap: the next one that holds the offset is taken, none comes twice.
   */
  private static final class OperationSearch {
    private final List<MetalTrace.Operation> operations;
    private int next;

    OperationSearch(List<MetalTrace.Operation> operations) {
      this.operations = operations;
    }

    MetalTrace.@Nullable Operation at(int offset) {
      while (next < operations.size() && end(operations.get(next)) <= offset) {
        next++;
      }
      if (next == operations.size()) {
        return null;
      }
      MetalTrace.Operation operation = operations.get(next);
      return operation.offsetBytes() <= offset ? operation : null;
    }

    private static long end(MetalTrace.Operation operation) {
      return (long) operation.offsetBytes() + operation.sizeBytes();
    }
  }
}
