package dev.tilescope.capture;

import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.TilescopeException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts metal traces together whose commands come in parts. */
final class MetalTraceParts {
  /**
   * @param announcedBytes of all parts
   */
  private record Growing(MetalTrace facts, int announcedBytes, ByteArrayOutputStream commands) {}

  private final Map<Long, Growing> growing = new LinkedHashMap<>();

  void begin(MetalTrace facts, int announcedBytes) {
    growing.put(facts.traceId(), new Growing(facts, announcedBytes, new ByteArrayOutputStream()));
  }

  void add(long traceId, byte[] part) {
    Growing trace = growing.get(traceId);
    if (trace == null) {
      throw new TilescopeException(
          "a part belongs to metal trace " + traceId + ", which is missing");
    }
    trace.commands().writeBytes(part);
  }

  /** Those of which every part came. */
  List<MetalTrace> whole() {
    List<MetalTrace> whole = new ArrayList<>();
    for (Growing trace : growing.values()) {
      if (isWhole(trace)) {
        whole.add(withCommands(trace.facts(), trace.commands().toByteArray()));
      }
    }
    return whole;
  }

  /** A sentence for each of the others. */
  List<String> unfinished() {
    return growing.values().stream()
        .filter(trace -> !isWhole(trace))
        .map(trace ->
            "metal trace %d has %d bytes of commands, of which %d were recorded; it is left out"
                .formatted(
                    trace.facts().traceId(), trace.announcedBytes(), trace.commands().size()))
        .toList();
  }

  private static boolean isWhole(Growing trace) {
    return trace.commands().size() == trace.announcedBytes();
  }

  private static MetalTrace withCommands(MetalTrace facts, byte[] commands) {
    return new MetalTrace(
        facts.traceId(),
        facts.deviceId(),
        facts.chipIds(),
        facts.architecture(),
        facts.regionBytes(),
        facts.tracesBytes(),
        facts.addressBytes(),
        facts.pageBytes(),
        facts.bufferBytes(),
        commands,
        facts.operations());
  }
}
