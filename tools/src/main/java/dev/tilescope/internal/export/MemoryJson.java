package dev.tilescope.internal.export;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.BufferLifetimes.Region;
import dev.tilescope.analysis.CorePressure.DevicePressure;
import dev.tilescope.analysis.Fragmentation.RegionFragmentation;
import dev.tilescope.analysis.Fragmentation.Sample;
import dev.tilescope.analysis.LateFrees.LateFree;
import dev.tilescope.analysis.Leaks.Group;
import dev.tilescope.analysis.MemoryLevels;
import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.analysis.OperationClock;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.DeviceMemory.CorePeak;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.ProgramPart;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a report as one JSON object.
 *
 * <pre>
 * {operations: [{operation_id, name}], peaks: [...], late_frees: [...], leaks: [...], fragmentation: [...],
 *  timeline: [...], cores: [...]}
 * buffer --> {counter, device_id, type, address, bytes, bytes_per_bank, made, last_use, freed}
 * moment --> null or {counter, operation_id, step, path}
 * </pre>
 *
 * <p>{@code operation_id} is the operation's number in a database, 0 if there is none. {@code step}
 * is an index into {@code operations}, which hold no calls that only free; -1 before the first.
 */
public final class MemoryJson {
  private final JsonWriter json;
  private final OperationClock clock;

  private MemoryJson(JsonWriter json, OperationClock clock) {
    this.json = json;
    this.clock = clock;
  }

  public static void of(MemoryUse use, Writer out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      new MemoryJson(json, use.buffers().clock()).write(use);
    }
  }

  private void write(MemoryUse use) {
    json.beginObject();
    array("operations", clock.operations(), this::operation);
    array("peaks", use.moments(), this::peak);
    array("late_frees", use.lateFrees().frees(), this::lateFree);
    array("leaks", use.leaks().groups(), this::leak);
    array("fragmentation", use.fragmentation().regions(), this::fragmentation);
    array("timeline", List.copyOf(use.levels().devices().entrySet()), this::timeline);
    array("cores", use.cores().devices(), this::cores);
    json.endObject();
  }

  private interface Element<T> {
    void write(T value);
  }

  private <T> void array(String name, List<T> values, Element<T> element) {
    json.name(name).beginArray();
    for (T value : values) {
      json.beginObject();
      element.write(value);
      json.endObject();
    }
    json.endArray();
  }

  private void operation(Operation operation) {
    json.field("operation_id", clock.numbers().of(operation)).field("name", operation.name());
  }

  private void step(int step) {
    json.field("operation_id", clock.numberOf(step)).field("step", step);
  }

  private void peak(FullMoment moment) {
    json.field("device_id", moment.device().deviceId())
        .field("memory", moment.isL1() ? "L1" : "DRAM")
        .field("bytes", moment.amount().bytes())
        .field("capacity_bytes", moment.amount().capacityBytes())
        .field("operation_id", moment.amount().operation())
        .field("counter", moment.amount().node())
        .name("sentences")
        .strings(PeakSentences.of(moment));
    array("programs", moment.programs(), this::program);
    array("buffers", moment.buffers(), buffer -> part(moment, buffer));
  }

  private void program(ProgramPart part) {
    json.field("kind", part.kind())
        .field("bytes", part.bytes())
        .field("cores", part.cores())
        .field("program", part.program());
  }

  private void part(FullMoment moment, BufferPart part) {
    json.field("bytes_per_bank", part.bytesPerBank())
        .field("bytes", part.bytes())
        .field("address", part.address())
        .field("tensor_id", part.tensorId())
        .field("role", moment.role(part).name().toLowerCase(Locale.ROOT))
        .field("made_operation_id", number(part.made()))
        .field("last_use_operation_id", number(part.lastUse()))
        .field("freed_operation_id", number(part.freed()));
  }

  private static int number(@Nullable Step step) {
    return step == null ? 0 : step.operation();
  }

  private void lateFree(LateFree late) {
    json.field("operations_late", late.operationsLate())
        .field("byte_operations", late.byteOperations());
    buffer(late.buffer());
  }

  private void leak(Group group) {
    region(group.region());
    json.field("bytes", group.bytes())
        .field("holds_tensors", group.holdsTensors())
        .name("made_in")
        .strings(group.madeIn());
    array("buffers", group.buffers(), this::buffer);
  }

  private void fragmentation(RegionFragmentation region) {
    region(region.region());
    json.field("low_address", region.lowAddress())
        .field("high_address", region.highAddress())
        .field("bounds_known", region.boundsKnown())
        .field("unplaced_buffers", region.unplaced());
    optionalSample("worst", region.worst());
    optionalSample("at_peak", region.atPeak());
    array("samples", region.samples(), this::sample);
  }

  private void optionalSample(String name, @Nullable Sample sample) {
    json.name(name);
    if (sample == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    sample(sample);
    json.endObject();
  }

  private void sample(Sample sample) {
    step(sample.step());
    json.field("used_bytes", sample.usedBytes())
        .field("free_bytes", sample.freeBytes())
        .field("largest_gap_bytes", sample.largestGapBytes());
  }

  /** By operation, from the first. */
  private void timeline(Map.Entry<Integer, MemoryLevels.Device> device) {
    json.field("device_id", device.getKey());
    numbers("l1_bytes_per_core", device.getValue().l1());
    numbers("dram_bytes_per_bank", device.getValue().dram());
  }

  private void numbers(String name, long[] values) {
    json.name(name).beginArray();
    for (long value : values) {
      json.value(value);
    }
    json.endArray();
  }

  private void cores(DevicePressure device) {
    json.field("device_id", device.deviceId())
        .field("limit_bytes", device.limitBytes())
        .field("highest_program_address", device.highestProgramAddress())
        .field("least_headroom_bytes", device.leastHeadroomBytes());
    moment("program_peak", device.programPeak());
    moment("tightest", device.tightest());
    array("cores", device.cores(), this::core);
  }

  private void core(CorePeak peak) {
    json.field("x", peak.core().x())
        .field("y", peak.core().y())
        .field("program_bytes", peak.programBytes())
        .field("total_bytes", peak.totalBytes());
  }

  private void buffer(Lifetime buffer) {
    json.field("counter", buffer.counter());
    region(buffer.region());
    json.field("address", buffer.description().address())
        .field("bytes", buffer.bytes())
        .field("bytes_per_bank", buffer.bytesPerBank());
    moment("made", buffer.made());
    moment("last_use", buffer.lastUse());
    moment("freed", buffer.freed());
  }

  private void region(Region region) {
    json.field("device_id", region.deviceId()).field("type", region.type().name());
  }

  private void moment(String name, @Nullable Moment moment) {
    json.name(name);
    if (moment == null) {
      json.nullValue();
      return;
    }
    json.beginObject()
        .field("counter", moment.counter())
        .field("operation_id", clock.numbers().at(moment.counter()))
        .field("step", moment.step())
        .name("path")
        .strings(moment.path())
        .endObject();
  }
}
