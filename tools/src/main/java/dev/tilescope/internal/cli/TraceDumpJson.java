package dev.tilescope.internal.cli;

import dev.tilescope.device.internal.CommandBreakdown;
import dev.tilescope.device.internal.CommandBreakdown.Amount;
import dev.tilescope.device.internal.CommandBreakdown.Part;
import dev.tilescope.device.internal.CommandKind;
import dev.tilescope.device.internal.CommandText;
import dev.tilescope.device.internal.DecodedCommands.Located;
import dev.tilescope.device.internal.DecodedCommands.Problem;
import dev.tilescope.device.internal.PrefetchCommand;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.MetalTrace;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Metal traces for scripts:
 *
 * <pre>
 * dump      --> {traces: [Trace]}
 * Trace     --> {trace_id, device_id, chip_ids, architecture, address, page_size, buffer_size,
 *                region_size, traces_size, commands_size, decoded_size, last_page_size, kinds: Kinds,
 *                reasons: [text], operations: [Operation], problem: null | {offset, message}}
 * Kinds     --> {kernel_launches | data_movement | ccl | synchronisation | program_configuration:
 *                {commands, bytes}}
 * Operation --> {name, program_id, offset, size, kinds: Kinds, commands: [Command]?}
 *               name and program_id are null for commands between operations
 * Command   --> {offset, size, kind, prefetch, dispatch?, dispatcher?, text}
 * </pre>
 */
final class TraceDumpJson {
  private final JsonWriter json;
  private final boolean withCommands;

  private TraceDumpJson(JsonWriter json, boolean withCommands) {
    this.json = json;
    this.withCommands = withCommands;
  }

  static void print(List<TraceDump> dumps, boolean withCommands, PrintWriter out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      TraceDumpJson writer = new TraceDumpJson(json, withCommands);
      json.beginObject();
      json.array("traces", dumps, writer::trace);
      json.endObject();
    }
    out.println();
  }

  private void trace(TraceDump dump) {
    json.beginObject();
    facts(dump.trace(), dump);
    CommandBreakdown breakdown = dump.breakdown();
    json.field("commands_size", dump.trace().commands().length)
        .field("decoded_size", breakdown.commandBytes())
        .field("last_page_size", breakdown.lastPageBytes());
    kinds(breakdown.kinds());
    json.name("reasons").strings(breakdown.reasons()).name("operations").beginArray();
    CommandText text = new CommandText(dump.format());
    breakdown.parts().forEach(part -> part(part, text));
    json.endArray();
    problem(breakdown);
    json.endObject();
  }

  private void facts(MetalTrace trace, TraceDump dump) {
    json.field("trace_id", trace.traceId()).field("device_id", trace.deviceId());
    json.array("chip_ids", trace.chipIds(), json::value);
    json.field("architecture", dump.format().name())
        .field("address", trace.addressBytes())
        .field("page_size", trace.pageBytes())
        .field("buffer_size", trace.bufferBytes())
        .field("region_size", trace.regionBytes())
        .field("traces_size", trace.tracesBytes());
  }

  private void kinds(Map<CommandKind, Amount> kinds) {
    json.name("kinds").beginObject();
    kinds.forEach((kind, amount) ->
        json.name(name(kind))
            .beginObject()
            .field("commands", amount.commands())
            .field("bytes", amount.bytes())
            .endObject());
    json.endObject();
  }

  private static String name(CommandKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private void part(Part part, CommandText text) {
    json.beginObject();
    MetalTrace.Operation operation = part.operation();
    if (operation == null) {
      json.name("name").nullValue().name("program_id").nullValue();
    } else {
      json.field("name", operation.name()).field("program_id", operation.programId());
    }
    json.field("offset", part.commands().getFirst().offset()).field("size", part.total().bytes());
    kinds(part.kinds());
    if (withCommands) {
      json.array("commands", part.commands(), located -> command(part, located, text));
    }
    json.endObject();
  }

  private void command(Part part, Located located, CommandText text) {
    PrefetchCommand command = located.command();
    json.beginObject()
        .field("offset", located.offset())
        .field("size", located.strideBytes())
        .field("kind", name(CommandBreakdown.kindOf(part, command)))
        .field("prefetch", command.code().name());
    if (command instanceof PrefetchCommand.Inline inline) {
      json.field("dispatch", inline.payload().code().name())
          .field("dispatcher", inline.dispatcher().name().toLowerCase(Locale.ROOT));
    }
    json.field("text", text.of(command)).endObject();
  }

  private void problem(CommandBreakdown breakdown) {
    Problem problem = breakdown.problem();
    json.name("problem");
    if (problem == null) {
      json.nullValue();
    } else {
      json.beginObject()
          .field("offset", problem.offset())
          .field("message", problem.sentence())
          .endObject();
    }
  }
}
