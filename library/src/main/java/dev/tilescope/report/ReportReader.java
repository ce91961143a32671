package dev.tilescope.report;

import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Ints;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.BufferDetail;
import dev.tilescope.model.Report.Completeness;
import dev.tilescope.model.Report.Damage.Kind;
import dev.tilescope.model.Report.LiveBuffer;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.Report.PageSnapshot;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One walk over one report file. Fields are gathered as they come, in any order; {@link #built}
 * makes the report when the walk is over, or when it broke off.
 */
final class ReportReader {
  private final Path file;
  private final Function<DamageLog, List<OperationCall>> sidecar;
  private final DamageLog damage;
  private final JsonReader reader;
  private final TolerantValueReader values;
  private final DetailReader details;
  private final NodeReader nodeReader;
  private final NodeBuilder nodeBuilder;
  private final Levels levels = new Levels();

  /** True once something was seen that only a report or trace has. */
  private boolean recognised;

  private boolean sawGraph;
  private boolean truncated;
  private @Nullable Long version;
  private int threads = 1;
  private int knownNodes;
  private final List<TraceNode> nodes = new ArrayList<>();
  private Ints chronology = Ints.EMPTY;
  private List<DeviceInfo> devices = List.of();
  private Metadata metadata = Metadata.UNKNOWN;
  private @Nullable String clusterDescriptor;
  private @Nullable String meshCoordinateMapping;
  private @Nullable List<BufferPage> livePages;
  private @Nullable SortedMap<Integer, List<LiveBuffer>> perOperation;
  private @Nullable SortedMap<Long, List<PageSnapshot>> pagesByAddress;
  private @Nullable List<OperationCall> calls;
  private List<TensorComparison> comparisons = List.of();
  private List<MetalTrace> metalTraces = List.of();
  private @Nullable Completeness completeness;

  /**
   * @param sidecar reads the calls if the report itself holds none
   */
  private ReportReader(
      Path file, JsonReader reader, Function<DamageLog, List<OperationCall>> sidecar) {
    this.file = file;
    this.sidecar = sidecar;
    this.reader = reader;
    this.damage = new DamageLog(String.valueOf(file.getFileName()));
    this.values = new TolerantValueReader(reader, damage);
    this.details = new DetailReader(values);
    NodeFields fields = new NodeFields();
    this.nodeReader = new NodeReader(reader, values, fields);
    this.nodeBuilder = new NodeBuilder(fields, values, levels);
  }

  static Report read(Path file) {
    try (InputStream bytes = PackedFiles.open(file)) {
      return read(file, bytes, damage -> CallReader.besides(file, damage));
    } catch (IOException e) {
      throw notReadable(file, reasonOf(e), e);
    }
  }

  static Report read(Path file, InputStream report, @Nullable InputStream calls) {
    Path sidecar = ReportFile.sidecarOf(file);
    try (InputStream bytes = PackedFiles.plain(report, file)) {
      return read(
          file,
          bytes,
          damage -> calls == null ? List.of() : CallReader.from(calls, sidecar, damage));
    } catch (IOException e) {
      throw notReadable(file, reasonOf(e), e);
    }
  }

  private static Report read(
      Path file, InputStream bytes, Function<DamageLog, List<OperationCall>> sidecar) {
    String name = String.valueOf(file.getFileName());
    try (JsonReader json = JsonReader.of(bytes, name)) {
      return new ReportReader(file, json, sidecar).report();
    } catch (JsonException e) {
      throw notReadable(file, e.where() + ": " + e.problem(), e);
    } catch (UncheckedIOException e) {
      throw notReadable(file, reasonOf(e), e);
    }
  }

  private Report report() {
    try {
      document();
    } catch (JsonException e) {
      breakOff(e.where(), e.problem(), e.truncated(), e);
    } catch (UncheckedIOException e) {
      breakOff(String.valueOf(file.getFileName()), reasonOf(e), true, e);
    }
    checkVersion();
    checkGraph();
    return built();
  }

  private void document() {
    switch (reader.kind()) {
      case OBJECT -> values.object("report", this::field);
      case ARRAY -> graph();
      case END -> throw notReadable(file, "the file is empty, expected a report or a trace", null);
      case STRING, INTEGER, DECIMAL, BOOLEAN, NULL ->
          throw notReadable(
              file,
              "expected a report (an object) or a trace (an array), found "
                  + reader.kind().phrase(),
              null);
    }
    if (recognised) {
      reader.requireEnd();
    }
  }

  private void field(String name) {
    boolean known = true;
    switch (name) {
      case "buffer_pages" -> livePages = details.pages();
      case "buffer_pages_by_address" -> pagesByAddress = details.pagesByAddress();
      case "chronology" -> chronology = values.positions(name);
      case "cluster_descriptor" -> clusterDescriptor = values.text(name);
      case "comparison_records" -> comparisons = new ComparisonRecords(values).read();
      case "completeness" -> completeness = details.completeness();
      case "devices" -> devices = details.devices();
      case "graph" -> graph();
      case "mesh_coordinate_mapping" -> meshCoordinateMapping = values.text(name);
      case "metadata" -> metadata = details.metadata();
      case "metal_traces" -> metalTraces = new MetalTraceJson(values).read();
      case "per_operation_buffers" -> perOperation = details.perOperation();
      case "python_io" ->
          calls = reader.kind() == JsonKind.NULL ? null : new CallReader(values).calls();
      case "version" -> version = values.number(name, 0);
      default -> {
        known = false;
        values.skip();
      }
    }
    recognised |= known && !name.equals("version");
  }

  private void graph() {
    sawGraph = true;
    values.array("graph", this::node);
    values.outsideNodes();
    recognised = true;
  }

  private void node() {
    int position = nodes.size();
    values.inNode(position);
    if (reader.kind() == JsonKind.OBJECT) {
      nodeReader.read();
      TraceNode node = nodeBuilder.build(position);
      nodes.add(node);
      threads = Math.max(threads, node.thread() + 1);
      knownNodes += node.event() instanceof TraceEvent.Unknown ? 0 : 1;
      recognised |= knownNodes > 0;
    } else {
      values.problem(Kind.NODE_TYPE, "must be an object, got " + reader.kind().phrase());
      reader.skip();
      nodes.add(nodeBuilder.placeholder(position));
    }
  }

  /** The document cannot be read further: keep what there is, if it is a report at all. */
  private void breakOff(String where, String problem, boolean cutShort, RuntimeException cause) {
    if (!recognised) {
      throw notReadable(file, where + ": " + problem, cause);
    }
    truncated = true;
    damage.add(
        where,
        "%s (%s); %s nodes were read before"
            .formatted(
                cutShort ? "the file ends too early" : "the rest cannot be read",
                problem,
                nodes.size()));
  }

  private void checkVersion() {
    if (version != null && version != Report.VERSION) {
      throw notReadable(
          file,
          "report version %s where this tool reads version %s; use a tool of the writer's age or"
                  .formatted(version, Report.VERSION)
              + " capture again",
          null);
    }
  }

  private void checkGraph() {
    if (!recognised || (!sawGraph && !truncated)) {
      throw notReadable(file, "it is JSON but holds no \"graph\"", null);
    }
    if (knownNodes == 0 && !nodes.isEmpty()) {
      throw notReadable(
          file,
          "none of its " + nodes.size() + " elements is a trace node (is it a sidecar?)",
          null);
    }
  }

  private Report built() {
    Connections.keepWithin(nodes, truncated, damage);
    if (calls == null) {
      calls = sidecar.apply(damage);
    }
    return new Report(
        new Trace(nodes, soundChronology()),
        devices,
        metadata,
        clusterDescriptor,
        meshCoordinateMapping,
        bufferDetail(),
        calls,
        comparisons,
        metalTraces,
        completeness == null
            ? new Completeness(nodes.size(), nodes.size(), Map.of(), threads, levels.unclosed())
            : completeness,
        damage.entries());
  }

  private @Nullable BufferDetail bufferDetail() {
    if (livePages == null && perOperation == null && pagesByAddress == null) {
      return null;
    }
    return new BufferDetail(
        livePages == null ? List.of() : livePages,
        perOperation == null ? Collections.emptySortedMap() : perOperation,
        pagesByAddress == null ? Collections.emptySortedMap() : pagesByAddress);
  }

  private Ints soundChronology() {
    boolean sound = chronology.size() == nodes.size() && chronology.isPermutation();
    if (!sound && !chronology.isEmpty()) {
      damage.add(
          "chronology must name each of the "
              + nodes.size()
              + " nodes once; the order of the nodes is used instead");
    }
    return sound ? chronology : Ints.EMPTY;
  }

  static String reasonOf(Exception e) {
    Throwable cause = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
    String message = cause.getMessage();
    if (cause instanceof AccessDeniedException) {
      return "no permission to read it";
    }
    return message == null ? cause.toString() : message;
  }

  private static TilescopeException notReadable(Path file, String why, @Nullable Throwable cause) {
    return new TilescopeException(
        "cannot read report %s: %s; expected the JSON of a graph capture".formatted(file, why)
            + " (a version 1 report or a bare trace array)",
        cause);
  }
}
