package dev.tilescope.device.internal;

import dev.tilescope.device.internal.CommandBreakdown.Part;
import dev.tilescope.device.internal.DecodedCommands.Located;
import dev.tilescope.model.MetalTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says in sentences where the bytes of a trace come from. */
final class SizeReasons {
  private int operations;
  private int collectives;
  private int operationCommands;
  private long operationBytes;
  private long alignmentBytes;
  private int argumentWrites;
  private long argumentBytes;
  private long argumentCores;
  private long argumentWords;
  private int senders;
  private long binaryCommandBytes;
  private long relayedBinaryBytes;
  private int launches;
  private long launchBytes;
  private int waits;
  private long waitBytes;

  private SizeReasons() {}

  static List<String> of(
      MetalTrace trace, CommandFormat format, List<Part> parts, long lastPageBytes) {
    SizeReasons reasons = new SizeReasons();
    parts.forEach(reasons::count);
    return reasons.sentences(trace, format, lastPageBytes);
  }

  private void count(Part part) {
    MetalTrace.Operation operation = part.operation();
    long before = binaryCommandBytes;
    part.commands().forEach(this::count);
    if (operation == null) {
      return;
    }
    operations++;
    collectives += CommandKind.isCollective(operation.name()) ? 1 : 0;
    operationCommands += part.commands().size();
    operationBytes += part.total().bytes();
    senders += binaryCommandBytes > before ? 1 : 0;
  }

  private void count(Located located) {
    PrefetchCommand command = located.command();
    alignmentBytes += located.strideBytes() - command.sizeBytes();
    if (command instanceof PrefetchCommand.RelayRingbuffer relay) {
      binaryCommandBytes += located.strideBytes();
      relayedBinaryBytes +=
          relay.parts().stream().mapToLong(PrefetchCommand.RingbufferPart::lengthBytes).sum();
    } else if (command instanceof PrefetchCommand.RelayPagedPacked relay) {
      binaryCommandBytes += located.strideBytes();
      relayedBinaryBytes += relay.totalLengthBytes();
    } else if (command instanceof PrefetchCommand.Inline inline) {
      count(inline.payload(), located.strideBytes());
    }
  }

  private void count(DispatchCommand command, int bytes) {
    if (command instanceof DispatchCommand.WritePacked write) {
      count(write, bytes);
    } else if (command instanceof DispatchCommand.WritePackedLarge write
        && write.type() == PackedLargeType.PROGRAM_BINARIES) {
      binaryCommandBytes += bytes;
    } else if (command instanceof DispatchCommand.SendGoSignal) {
      launchBytes += bytes;
    } else if (command instanceof DispatchCommand.Wait
        || command instanceof DispatchCommand.NotifySubordinateGoSignal) {
      waits++;
      waitBytes += bytes;
    }
  }

  private void count(DispatchCommand.WritePacked write, int bytes) {
    if (write.type() == PackedType.RTA) {
      argumentWrites++;
      argumentBytes += bytes;
      argumentCores += cores(write);
      argumentWords += cores(write) * (write.blobBytes() / Integer.BYTES);
    } else if (write.type() == PackedType.LAUNCH) {
      launches += write.targets().size();
      launchBytes += bytes;
    }
  }

  private static long cores(DispatchCommand.WritePacked write) {
    return write.targets().stream().mapToLong(DispatchCommand.Target::destinations).sum();
  }

  private List<String> sentences(MetalTrace trace, CommandFormat format, long lastPageBytes) {
    List<String> all = new ArrayList<>();
    if (operations > 0) {
      all.add(aboutOperations());
    }
    if (argumentWrites > 0) {
      all.add(aboutArguments());
    }
    if (operations > 0) {
      all.add(aboutBinaries());
    }
    if (launchBytes > 0) {
      all.add(aboutLaunches());
    }
    if (waits > 0) {
      all.add(say("%s and notices take %,d bytes.", counted(waits, "wait"), waitBytes));
    }
    if (collectives > 0) {
      all.add(aboutCollectives());
    }
    all.add(aboutAlignment(format));
    if (lastPageBytes > 0) {
      all.add(say("%,d zeros fill the last page of %,d.", lastPageBytes, trace.pageBytes()));
    }
    return List.copyOf(all);
  }

  private String aboutOperations() {
    return say(
        "%s became %s: %,d bytes each on average.",
        counted(operations, "operation"),
        counted(operationCommands, "command"),
        operationBytes / operations);
  }

  private String aboutArguments() {
    return say(
        "Runtime arguments take %,d bytes: %s to %s in all, %,d words each on average.",
        argumentBytes,
        counted(argumentWrites, "write"),
        counted(argumentCores, "core"),
        Math.round((double) argumentWords / Math.max(1, argumentCores)));
  }

  private String aboutBinaries() {
    String sent =
        senders == 0
            ? "No operation sends kernel binaries"
            : say(
                "%s kernel binaries, by %,d bytes of commands for %,d bytes that lie elsewhere",
                senders == 1 ? "1 operation sends" : senders + " operations send",
                binaryCommandBytes,
                relayedBinaryBytes);
    int others = operations - senders;
    return sent + (others == 0 ? "." : say("; %,d had theirs on the cores already.", others));
  }

  private String aboutLaunches() {
    return say(
        "Launching takes %,d bytes: %s of %d bytes, one a rectangle of cores, and go signals.",
        launchBytes, counted(launches, "message"), LaunchMessage.BYTES);
  }

  private String aboutCollectives() {
    return say(
        "%s between chips: all of its commands count as CCL.",
        collectives == 1 ? "1 operation moves data" : collectives + " operations move data");
  }

  private String aboutAlignment(CommandFormat format) {
    return say(
        "Commands begin at multiples of %d bytes: %,d bytes lie between them.",
        format.alignmentBytes(), alignmentBytes);
  }

  private static String counted(long count, String noun) {
    return say("%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
