package dev.tilescope.device.internal;

import dev.tilescope.device.internal.DispatchCommand.SendGoSignal;
import dev.tilescope.device.internal.DispatchCommand.Wait;
import dev.tilescope.device.internal.DispatchCommand.WriteLinear;
import dev.tilescope.device.internal.DispatchCommand.WritePacked;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A command on one line, with the words of its fields. The text of a {@link Table} names fields:
 *
 * <pre>
 * {name}          the number, or the name of a choice
 * {name:hex}      0x and hexadecimal digits
 * {name:core}     the core whose place on the NoC it is
 * {name?yes|no}   the one text or the other
 * {name:sum}      of the field of all entries
 * {name:each}     of every entry, with commas
 * </pre>
 */
public final class CommandText {
  static final Pattern NAMED = Pattern.compile("\\{(\\w+)(?::(\\w+)|\\?([^|]*)\\|([^}]*))?}");

  private final CommandFormat format;

  public CommandText(CommandFormat format) {
    this.format = format;
  }

  public String of(PrefetchCommand command) {
    return switch (command) {
      case PrefetchCommand.RelayInline c -> of(c.payload()) + to(c.dispatcher());
      case PrefetchCommand.RelayInlineNoFlush c ->
          of(c.payload()) + to(c.dispatcher()) + " [data follows]";
      case PrefetchCommand.ExecBufEnd c -> c.code() + to(c.dispatcher());
      case PrefetchCommand c -> {
        byte[] bytes = new byte[c.sizeBytes()];
        c.code().write(c, bytes, 0);
        yield filled(c.code(), c.code().table(), bytes);
      }
    };
  }

  private static String to(Dispatcher dispatcher) {
    return dispatcher == Dispatcher.SUBORDINATE ? " [subordinate]" : "";
  }

  private String of(DispatchCommand command) {
    return switch (command) {
      case WriteLinear c -> linear(c);
      case WritePacked c -> packed(c);
      case Wait c -> waiting(c);
      case SendGoSignal c -> goSignal(c);
      case DispatchCommand c -> {
        byte[] bytes = new byte[c.sizeBytes()];
        DispatchCode.write(c, bytes, 0);
        yield filled(c.code(), c.code().table(), bytes);
      }
    };
  }

  private String filled(Object code, Table table, byte[] bytes) {
    String text =
        NAMED
            .matcher(table.text())
            .replaceAll(named -> Matcher.quoteReplacement(said(named, table, bytes)));
    return text.isEmpty() ? code.toString() : code + " " + text;
  }

  private String said(MatchResult named, Table table, byte[] bytes) {
    String name = named.group(1);
    if (named.group(3) != null) {
      return table.field(name).read(bytes, 0) != 0 ? named.group(3) : named.group(4);
    }
    return switch (named.group(2)) {
      case "sum" -> String.valueOf(entries(table, name, bytes).sum());
      case "each" ->
          entries(table, name, bytes).mapToObj(String::valueOf).collect(Collectors.joining(","));
      case "hex" -> "0x" + Long.toHexString(table.field(name).read(bytes, 0));
      case "core" -> format.unicastText((int) table.field(name).read(bytes, 0));
      case null, default -> plain(table.field(name), bytes);
    };
  }

  private static LongStream entries(Table table, String field, byte[] bytes) {
    Entries entries = table.requireEntries();
    Field each = entries.table().field(field);
    return IntStream.range(0, entries.countAt(bytes, 0))
        .mapToLong(i -> each.read(bytes, table.headerBytes() + entries.offset(bytes, 0, i)));
  }

  private static String plain(Field field, byte[] bytes) {
    long number = field.read(bytes, 0);
    return field.choices() == null
        ? Long.toUnsignedString(number)
        : String.valueOf(field.choices().of(number));
  }

  private String linear(WriteLinear c) {
    int destinations = c.multicastDestinations();
    return say(
        "%s to %s, %d dests, offset %d, addr=0x%x length=%s",
        c.code(),
        destinations > 0 ? format.multicastText(c.nocXy()) : format.unicastText(c.nocXy()),
        Math.max(1, destinations),
        c.writeOffsetIndex(),
        c.address(),
        Long.toUnsignedString(c.lengthBytes()));
  }

  private String packed(WritePacked c) {
    if (c.type() == PackedType.LAUNCH && c.blobBytes() == LaunchMessage.BYTES) {
      LaunchMessage first = LaunchMessage.decode(c.blobs().getFirst());
      return say(
          "%s LAUNCH %s, host_id %d enables 0x%x preload 0x%x",
          c.code(), targets(c), first.hostAssignedId(), first.enables(), first.preload());
    }
    return say(
        "%s %s %s, %s each%s",
        c.code(),
        c.type(),
        targets(c),
        c.blobBytes() % Integer.BYTES == 0
            ? c.blobBytes() / Integer.BYTES + " words"
            : c.blobBytes() + " bytes",
        c.noStride() ? ", the same to all" : "");
  }

  /** One rectangle is named; of several, and of single cores, there may be too many. */
  private String targets(WritePacked c) {
    int count = c.targets().size();
    if (!c.multicast()) {
      return say("unicast %d core%s", count, count == 1 ? "" : "s");
    }
    String first = format.multicastText(c.targets().getFirst().nocXy());
    return count == 1 ? "mcast " + first : say("mcast %s and %d more", first, count - 1);
  }

  private static String waiting(Wait c) {
    String names = c.flags().stream().sorted().map(Enum::name).collect(Collectors.joining("|"));
    String address = c.address() == 0 ? "" : say(" addr=0x%x", c.address());
    return say(
        "%s flags=%s stream=%d count=%d%s",
        c.code(), names.isEmpty() ? "0" : names, c.stream(), c.count(), address);
  }

  private static String goSignal(SendGoSignal c) {
    GoMessage message = c.message();
    GoMessage.Signal signal = GoMessage.Signal.of(message.signal());
    return say(
        "%s %s master (%d,%d) wait %d stream %d",
        c.code(),
        signal == null ? say("0x%02x", message.signal()) : signal,
        message.masterX(),
        message.masterY(),
        c.waitCount(),
        c.waitStream());
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
