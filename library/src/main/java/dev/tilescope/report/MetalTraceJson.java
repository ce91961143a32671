package dev.tilescope.report;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.MetalTrace.Operation;
import dev.tilescope.model.TilescopeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Metal traces in JSON. Sizes and addresses are bytes; commands are what lies in the memory of the
 * device, as base64 of gzip.
 *
 * <pre>
 * metal_traces --> [MetalTrace]
 * MetalTrace   --> {address, architecture, buffer_size, chip_ids: [int], commands, commands_size,
 *                   device_id, operations: [Operation], page_size, region_size, trace_id,
 *                   traces_size}
 * Operation    --> {name, offset, program_id, size}
 * </pre>
 *
 * <p>Only we know this key of a report: TT-NN's importer and ttnn-visualizer read the keys they
 * know and pass over others.
 */
final class MetalTraceJson {
  /** All commands of one report together, so that a small file cannot fill the memory. */
  static final long MAX_COMMAND_BYTES = 512L << 20;

  private final TolerantValueReader values;
  private long allowedBytes = MAX_COMMAND_BYTES;

  MetalTraceJson(TolerantValueReader values) {
    this.values = values;
  }

  static void write(List<MetalTrace> traces, JsonWriter out) {
    if (!traces.isEmpty()) {
      out.array("metal_traces", traces, trace -> write(trace, out));
    }
  }

  static void write(MetalTrace trace, JsonWriter out) {
    out.beginObject()
        .field("address", trace.addressBytes())
        .field("architecture", trace.architecture())
        .field("buffer_size", trace.bufferBytes())
        .array("chip_ids", trace.chipIds(), out::value)
        .field("commands", packed(trace.commands()))
        .field("commands_size", trace.commands().length)
        .field("device_id", trace.deviceId())
        .objects("operations", trace.operations(), operation -> write(operation, out))
        .field("page_size", trace.pageBytes())
        .field("region_size", trace.regionBytes())
        .field("trace_id", trace.traceId())
        .field("traces_size", trace.tracesBytes())
        .endObject();
  }

  private static void write(Operation operation, JsonWriter out) {
    out.field("name", operation.name())
        .field("offset", operation.offsetBytes())
        .field("program_id", operation.programId())
        .field("size", operation.sizeBytes());
  }

  private static String packed(byte[] commands) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(commands);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** Those of the array under the cursor; one whose commands cannot be unpacked is left out. */
  List<MetalTrace> read() {
    return values.list("metal_traces", () -> Optional.ofNullable(readOne())).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** That of the object under the cursor; null, and logged, if its commands are no good. */
  @Nullable MetalTrace readOne() {
    Facts facts = new Facts();
    values.object("metal trace", facts::take);
    try {
      return facts.trace();
    } catch (TilescopeException e) {
      values.problem("metal trace " + facts.traceId + ": " + e.getMessage() + "; it is left out");
      return null;
    }
  }

  /** The fields of a trace as they come. */
  private final class Facts {
    private long traceId;
    private int deviceId;
    private List<Integer> chipIds = List.of();
    private String architecture = "";
    private long regionBytes;
    private long tracesBytes;
    private long address;
    private int pageBytes;
    private long bufferBytes;
    private long commandsBytes = -1;
    private @Nullable String commands;
    private List<Operation> operations = List.of();

    void take(String name) {
      switch (name) {
        case "address" -> address = values.number(name, 0);
        case "architecture" -> architecture = values.text(name, "");
        case "buffer_size" -> bufferBytes = values.number(name, 0);
        case "chip_ids" -> chipIds = values.longs(name).stream().map(Long::intValue).toList();
        case "commands" -> commands = values.text(name);
        case "commands_size" -> commandsBytes = values.number(name, -1);
        case "device_id" -> deviceId = values.int32(name, 0);
        case "operations" -> operations = values.list(name, MetalTraceJson.this::operation);
        case "page_size" -> pageBytes = values.int32(name, 0);
        case "region_size" -> regionBytes = values.number(name, 0);
        case "trace_id" -> traceId = values.number(name, 0);
        case "traces_size" -> tracesBytes = values.number(name, 0);
        default -> values.skip();
      }
    }

    MetalTrace trace() {
      byte[] unpacked = unpacked(commands, commandsBytes);
      return new MetalTrace(
          traceId,
          deviceId,
          chipIds,
          architecture,
          regionBytes,
          tracesBytes,
          address,
          pageBytes,
          bufferBytes,
          unpacked,
          operations);
    }
  }

  private Operation operation() {
    long[] numbers = {0, 0, 0};
    String[] text = {""};
    values.object(
        "operation of a metal trace",
        name -> {
          switch (name) {
            case "name" -> text[0] = values.text(name, "");
            case "offset" -> numbers[0] = values.int32(name, 0);
            case "program_id" -> numbers[1] = values.number(name, 0);
            case "size" -> numbers[2] = values.int32(name, 0);
            default -> values.skip();
          }
        });
    return new Operation(numbers[1], text[0], (int) numbers[0], (int) numbers[2]);
  }

  /** Never more than announced, and than is left for the whole file. */
  private byte[] unpacked(@Nullable String text, long announcedBytes) {
    if (text == null || announcedBytes < 0) {
      throw new TilescopeException("commands and commands_size are not both there");
    }
    if (announcedBytes > allowedBytes) {
      throw new TilescopeException(
          "commands_size is %,d, of %,d that are left of the %,d for all commands of a file"
              .formatted(announcedBytes, allowedBytes, MAX_COMMAND_BYTES));
    }
    byte[] unpacked = gunzip(text, (int) announcedBytes);
    allowedBytes -= announcedBytes;
    return unpacked;
  }

  private static byte[] gunzip(String text, int announcedBytes) {
    try (GZIPInputStream gzip =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
      byte[] commands = gzip.readNBytes(announcedBytes);
      if (commands.length < announcedBytes || gzip.read() >= 0) {
        throw new TilescopeException(
            "commands do not unpack to the %,d bytes of commands_size".formatted(announcedBytes));
      }
      return commands;
    } catch (IllegalArgumentException e) {
      throw new TilescopeException("commands are not base64 (" + e.getMessage() + ")", e);
    } catch (IOException e) {
      throw new TilescopeException("commands are not sound gzip (" + e.getMessage() + ")", e);
    }
  }
}
