package dev.tilescope.report;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.BufferDetail;
import dev.tilescope.model.Report.Completeness;
import dev.tilescope.model.Report.LiveBuffer;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.Report.PageSnapshot;
import dev.tilescope.model.Trace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the JSON of a report and of its sidecar. Keys ascend by byte order:
 *
 * <pre>
 * report  --> buffer_pages?, buffer_pages_by_address?, chronology?, cluster_descriptor?,
 *             comparison_records?, completeness?, devices, graph, mesh_coordinate_mapping?,
 *             metadata, metal_traces?, per_operation_buffers?, version
 * sidecar --> [{name, arguments, input_tensor_ids, python_stack_trace?, output_tensor_ids?}]
 * </pre>
 *
 * {@code chronology}, {@code completeness} and {@code metal_traces} are ours and written only when
 * they say something: an order of events that is not the order of nodes; events lost, threads
 * beyond one, operations left open; see {@link MetalTraceJson}. The sidecar keeps call order, also
 * within {@code arguments}.
 */
final class ReportWriter {
  /** Byte order of UTF-8 is the order of code points, which {@code String.compareTo} is not. */
  private static final Comparator<String> BYTE_ORDER =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private final JsonWriter out;

  ReportWriter(JsonWriter out) {
    this.out = out;
  }

  void report(Report report) {
    out.beginObject();
    pages(report.pages());
    chronology(report.trace().chronology());
    text("cluster_descriptor", report.clusterDescriptor());
    ComparisonRecords.write(report.comparisons(), out);
    completeness(report);
    out.objects("devices", report.devices(), this::device);
    out.name("graph");
    trace(report.trace());
    text("mesh_coordinate_mapping", report.meshCoordinateMapping());
    metadata(report.metadata());
    MetalTraceJson.write(report.metalTraces(), out);
    perOperation(report.pages());
    out.field("version", Report.VERSION).endObject();
  }

  void trace(Trace trace) {
    NodeWriter nodes = new NodeWriter(out);
    out.beginArray();
    trace.nodes().forEach(nodes::write);
    out.endArray();
  }

  void sidecar(List<OperationCall> calls) {
    out.beginArray();
    calls.forEach(this::call);
    out.endArray();
  }

  private void chronology(Ints order) {
    if (order.isEmpty()) {
      return;
    }
    out.name("chronology").beginArray();
    for (int i = 0; i < order.size(); i++) {
      out.value(order.get(i));
    }
    out.endArray();
  }

  private void completeness(Report report) {
    Completeness facts = report.completeness();
    if (facts.equals(Completeness.whole(report.trace().size(), 1))) {
      return;
    }
    out.name("completeness").beginObject().name("dropped").beginObject();
    facts.dropped().entrySet().stream()
        .sorted(Map.Entry.comparingByKey(BYTE_ORDER))
        .forEach(e -> out.field(e.getKey(), e.getValue()));
    out.endObject()
        .field("events_kept", facts.eventsKept())
        .field("events_seen", facts.eventsSeen())
        .field("threads", facts.threads())
        .name("unclosed_operations")
        .strings(facts.unclosedOperations())
        .endObject();
  }

  private void device(DeviceInfo device) {
    out.field("address_at_first_l1_bank", device.addressAtFirstL1Bank())
        .field("address_at_first_l1_cb_buffer", device.addressAtFirstL1CbBuffer())
        .field("arch", device.arch())
        .field("cb_limit", device.cbLimitBytes())
        .field("device_id", device.deviceId())
        .field("dram_size_per_channel", device.dramBytesPerChannel())
        .field("l1_bank_size", device.l1BankBytes())
        .field("l1_num_banks", device.l1Banks())
        .field("num_banks_per_storage_core", device.banksPerStorageCore())
        .field("num_compute_cores", device.computeCores())
        .field("num_dram_channels", device.dramChannels())
        .field("num_storage_cores", device.storageCores())
        .field("num_x_compute_cores", device.numXComputeCores())
        .field("num_x_cores", device.numXCores())
        .field("num_y_compute_cores", device.numYComputeCores())
        .field("num_y_cores", device.numYCores())
        .field("total_l1_for_interleaved_buffers", device.totalL1ForInterleavedBytes())
        .field("total_l1_for_sharded_buffers", device.totalL1ForShardedBytes())
        .field("total_l1_for_tensors", device.totalL1ForTensorsBytes())
        .field("total_l1_memory", device.totalL1Bytes())
        .field("worker_l1_size", device.workerL1Bytes());
  }

  private void metadata(Metadata metadata) {
    out.name("metadata")
        .beginObject()
        .field("capture_timestamp_ns", metadata.captureTimestampNanos())
        .field("rank", metadata.rank());
    if (!metadata.runId().isEmpty()) {
      out.field("run_id", metadata.runId());
    }
    if (metadata.totalDurationNanos() > 0) {
      out.field("total_duration_ns", metadata.totalDurationNanos());
    }
    out.field("world_size", metadata.worldSize()).endObject();
  }

  private void pages(@Nullable BufferDetail detail) {
    if (detail == null) {
      return;
    }
    out.objects("buffer_pages", detail.livePages(), this::page);
    if (!detail.pagesByAddress().isEmpty()) {
      keyed("buffer_pages_by_address", detail.pagesByAddress(), this::snapshot);
    }
  }

  private void perOperation(@Nullable BufferDetail detail) {
    if (detail != null && !detail.perOperation().isEmpty()) {
      keyed("per_operation_buffers", detail.perOperation(), this::liveBuffer);
    }
  }

  private void page(BufferPage page) {
    out.field("address", page.address())
        .field("bank_id", page.bankId())
        .field("buffer_type", page.type().code())
        .field("core_x", page.coreX())
        .field("core_y", page.coreY())
        .field("device_id", page.deviceId())
        .field("page_address", page.pageAddress())
        .field("page_index", page.pageIndex())
        .field("page_size", page.pageBytes());
  }

  private void snapshot(PageSnapshot snapshot) {
    out.field("alloc_counter", snapshot.allocateCounter())
        .objects("pages", snapshot.pages(), this::page);
  }

  private void liveBuffer(LiveBuffer buffer) {
    out.field("address", buffer.address())
        .field("buffer_layout", buffer.layout().code())
        .field("buffer_type", buffer.type().code())
        .field("device_id", buffer.deviceId())
        .field("max_size_per_bank", buffer.maxSizePerBankBytes());
  }

  private void call(OperationCall call) {
    out.beginObject().field("name", call.name());
    out.object("arguments", () -> call.arguments().forEach(out::field));
    out.array("input_tensor_ids", call.inputTensorIds(), out::value);
    if (!call.stackFrames().isEmpty()) {
      out.name("python_stack_trace").strings(call.stackFrames());
    }
    if (!call.outputTensorIds().isEmpty()) {
      out.array("output_tensor_ids", call.outputTensorIds(), out::value);
    }
    out.endObject();
  }

  /** Keys are decimal texts, so 10 comes before 9. */
  private <T> void keyed(String name, Map<? extends Number, List<T>> lists, Consumer<T> fields) {
    out.name(name).beginObject();
    lists.entrySet().stream()
        .sorted(Comparator.comparing(e -> e.getKey().toString(), BYTE_ORDER))
        .forEach(e -> out.objects(e.getKey().toString(), e.getValue(), fields));
    out.endObject();
  }

  private void text(String name, @Nullable String text) {
    if (text != null) {
      out.field(name, text);
    }
  }
}
