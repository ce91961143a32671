package dev.tilescope.report;

import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report.Completeness;
import dev.tilescope.model.Report.LiveBuffer;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.model.Report.PageSnapshot;
import dev.tilescope.model.TensorMemoryLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a report around its trace: devices, pages, metadata, completeness. */
final class DetailReader {
  private final TolerantValueReader values;

  DetailReader(TolerantValueReader values) {
    this.values = values;
  }

  List<DeviceInfo> devices() {
    return values.list("devices", this::device);
  }

  private DeviceInfo device() {
    Numbers n = new Numbers();
    String[] arch = {""};
    values.object(
        "device",
        name -> {
          if (name.equals("arch")) {
            arch[0] = values.text(name, "");
          } else {
            n.take(name);
          }
        });
    return new DeviceInfo(
        n.int32("device_id"),
        arch[0],
        n.int32("num_y_cores"),
        n.int32("num_x_cores"),
        n.int32("num_y_compute_cores"),
        n.int32("num_x_compute_cores"),
        n.get("worker_l1_size"),
        n.int32("l1_num_banks"),
        n.get("l1_bank_size"),
        n.get("address_at_first_l1_bank"),
        n.get("address_at_first_l1_cb_buffer"),
        n.int32("num_banks_per_storage_core"),
        n.int32("num_compute_cores"),
        n.int32("num_storage_cores"),
        n.get("total_l1_memory"),
        n.get("total_l1_for_tensors"),
        n.get("total_l1_for_interleaved_buffers"),
        n.get("total_l1_for_sharded_buffers"),
        n.get("cb_limit"),
        n.int32("num_dram_channels"),
        n.get("dram_size_per_channel"));
  }

  Metadata metadata() {
    Numbers n = new Numbers();
    String[] runId = {""};
    n.known.put("world_size", 1L);
    values.object(
        "metadata",
        name -> {
          switch (name) {
            case "capture_timestamp_ns", "total_duration_ns", "rank", "world_size" -> n.take(name);
            case "run_id" -> runId[0] = values.text(name, "");
            default -> values.skip();
          }
        });
    return new Metadata(
        n.get("capture_timestamp_ns"),
        n.get("total_duration_ns"),
        n.int32("rank"),
        n.int32("world_size"),
        runId[0]);
  }

  Completeness completeness() {
    long[] events = {0, 0};
    int[] threadCount = {1};
    Map<String, Long> dropped = new LinkedHashMap<>();
    List<String> unclosed = new ArrayList<>();
    values.object(
        "completeness",
        name -> {
          switch (name) {
            case "events_seen" -> events[0] = values.number(name, 0);
            case "events_kept" -> events[1] = values.number(name, 0);
            case "threads" -> threadCount[0] = values.int32(name, 1);
            case "unclosed_operations" -> unclosed.addAll(values.texts(name));
            case "dropped" ->
                values.object(name, reason -> dropped.put(reason, values.number(reason, 0)));
            default -> values.skip();
          }
        });
    return new Completeness(events[0], events[1], dropped, threadCount[0], unclosed);
  }

  List<BufferPage> pages() {
    return List.copyOf(values.list("buffer_pages", () -> pageAndMore(new Numbers(), null)));
  }

  SortedMap<Integer, List<LiveBuffer>> perOperation() {
    return keyed(
        "per_operation_buffers",
        Integer::valueOf,
        () -> List.copyOf(values.list("per_operation_buffers", this::liveBuffer)));
  }

  SortedMap<Long, List<PageSnapshot>> pagesByAddress() {
    return keyed("buffer_pages_by_address", Long::valueOf, this::snapshots);
  }

  /** Elements are snapshots; once they were plain pages, which count as one snapshot. */
  private List<PageSnapshot> snapshots() {
    List<PageSnapshot> snapshots = new ArrayList<>();
    List<BufferPage> plain = new ArrayList<>();
    values.array(
        "buffer_pages_by_address",
        () -> {
          List<BufferPage> pages = new ArrayList<>();
          Numbers n = new Numbers();
          BufferPage page = pageAndMore(n, pages);
          if (n.sawPages) {
            snapshots.add(new PageSnapshot(n.int32("alloc_counter"), List.copyOf(pages)));
          } else {
            plain.add(page);
          }
        });
    if (!plain.isEmpty()) {
      snapshots.addFirst(new PageSnapshot(0, List.copyOf(plain)));
    }
    return List.copyOf(snapshots);
  }

  private BufferPage pageAndMore(Numbers n, @Nullable List<BufferPage> nested) {
    values.object(
        "page",
        name -> {
          if (name.equals("pages") && nested != null) {
            n.sawPages = true;
            values.array(name, () -> nested.add(pageAndMore(new Numbers(), null)));
          } else {
            n.take(name);
          }
        });
    return new BufferPage(
        n.int32("device_id"),
        n.get("address"),
        n.int32("core_y"),
        n.int32("core_x"),
        n.int32("bank_id"),
        n.int32("page_index"),
        n.get("page_address"),
        n.get("page_size"),
        n.ofCode("buffer_type", BufferType::ofCode, BufferType.DRAM));
  }

  private LiveBuffer liveBuffer() {
    Numbers n = new Numbers();
    values.object("live buffer", n::take);
    TensorMemoryLayout layout =
        n.ofCode("buffer_layout", TensorMemoryLayout::ofCode, TensorMemoryLayout.INTERLEAVED);
    return new LiveBuffer(
        n.int32("device_id"),
        n.get("address"),
        n.get("max_size_per_bank"),
        n.ofCode("buffer_type", BufferType::ofCode, BufferType.DRAM),
        layout);
  }

  private <K extends Comparable<K>, T> SortedMap<K, List<T>> keyed(
      String what, Function<String, K> key, Supplier<List<T>> list) {
    TreeMap<K, List<T>> map = new TreeMap<>();
    values.object(
        what,
        name -> {
          try {
            map.put(key.apply(name), list.get());
          } catch (NumberFormatException e) {
            values.problem(what + ": key must be a number, got \"" + name + "\"");
            values.skip();
          }
        });
    return Collections.unmodifiableSortedMap(map);
  }

  /** The numeric fields of one object; those it lacks are 0. */
  private final class Numbers {
    final Map<String, Long> known = new HashMap<>();
    boolean sawPages;

    void take(String name) {
      known.put(name, values.number(name, 0));
    }

    long get(String name) {
      return known.getOrDefault(name, 0L);
    }

    <E extends Enum<E>> E ofCode(String name, LongFunction<@Nullable E> known, E otherwise) {
      E found = known.apply(get(name));
      if (found == null) {
        values.problem(name + " " + get(name) + " is not known, taken as " + otherwise.name());
      }
      return found == null ? otherwise : found;
    }

    int int32(String name) {
      return values.int32(name, get(name), 0);
    }
  }
}
