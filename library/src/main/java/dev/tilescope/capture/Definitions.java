package dev.tilescope.capture;

import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.model.TensorSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for what repeats. The first use of a value writes one definition frame, under a lock;
 * later uses are one look-up. A number is given out only after its frame is published, so no event
 * can refer to a definition that a crash lost.
 */
final class Definitions {
  /** Stands for every value that came after the table was full. */
  static final int NONE = 0;

  private static final int MAX_DEFINITIONS = 1 << 20;

  /** Keys an argument by the spec of the host tensor it was: its text differs from a device one. */
  private record HostTensor(TensorSpec spec) {}

  /** Keys an argument by the specs of a list of device tensors. */
  private record TensorList(List<TensorSpec> specs) {}

  private final Map<Signature, Integer> signatures = new ConcurrentHashMap<>();
  private final Map<Object, Integer> texts = new ConcurrentHashMap<>();
  private final Map<TensorSpec, Integer> specs = new ConcurrentHashMap<>();
  private final Map<CoreRangeSet, Integer> cores = new ConcurrentHashMap<>();
  private final Map<List<String>, Integer> stacks = new ConcurrentHashMap<>();
  private final Set<DeviceRef> devices = ConcurrentHashMap.newKeySet();
  private final AtomicLong refused = new AtomicLong();
  private final ThreadLog log;
  private int count;
  private int threadCount;

  Definitions(BlockStore store) {
    this.log = new ThreadLog(store, BlockStore.DEFINITIONS, Thread.currentThread());
  }

  /** Values that got no number because the table, or the store, was full. */
  long refused() {
    return refused.get();
  }

  /** The devices that events have named. */
  Iterable<DeviceRef> devices() {
    return devices;
  }

  /** They are live objects: a finished capture must not keep them. */
  void forgetDevices() {
    devices.clear();
  }

  /** Writes a frame that defines nothing numbered; false if there is no room for it. */
  synchronized boolean write(Consumer<ThreadLog> frame) {
    frame.accept(log);
    return log.append();
  }

  synchronized int thread(String name) {
    int number = threadCount++;
    log.frame.start(FrameKind.THREAD).number(number).text(name);
    log.append();
    return number;
  }

  int signature(Signature signature) {
    Integer known = signatures.get(signature);
    return known != null
        ? known
        : define(
            signatures,
            signature,
            FrameKind.SIGNATURE,
            frame -> frame.text(signature.name()).texts(signature.argumentNames()));
  }

  /** The number of an argument's text. */
  int argument(@Nullable Object value) {
    Object key =
        switch (value) {
          case TensorRef tensor when tensor.buffer() == null -> new HostTensor(tensor.spec());
          case TensorRef tensor -> tensor.spec();
          case List<?> items when allOnDevice(items) -> specs(items);
          case Record structure -> structure;
          case Enum<?> constant -> constant;
          case Shape shape -> shape;
          case Number number -> number;
          case Boolean flag -> flag;
          case null, default -> ArgumentText.of(value);
        };
    return text(key, value);
  }

  private static boolean allOnDevice(List<?> items) {
    for (int i = 0; i < items.size(); i++) {
      if (!(items.get(i) instanceof TensorRef tensor) || tensor.buffer() == null) {
        return false;
      }
    }
    return true;
  }

  private static TensorList specs(List<?> tensors) {
    TensorSpec[] specs = new TensorSpec[tensors.size()];
    for (int i = 0; i < specs.length; i++) {
      specs[i] = ((TensorRef) tensors.get(i)).spec();
    }
    return new TensorList(List.of(specs));
  }

  int text(String value) {
    return text(ArgumentText.of(value), value);
  }

  /** The text of a value, found again by its key: printing is slow, hashing is not. */
  private int text(Object key, @Nullable Object value) {
    Integer known = texts.get(key);
    return known != null
        ? known
        : define(texts, key, FrameKind.TEXT, frame -> frame.text(ArgumentText.of(value)));
  }

  int spec(TensorSpec spec) {
    Integer known = specs.get(spec);
    return known != null
        ? known
        : define(specs, spec, FrameKind.SPEC, frame -> writeSpec(frame, spec));
  }

  private static void writeSpec(FrameWriter frame, TensorSpec spec) {
    int[] dims = spec.shape().toArray();
    frame.number(dims.length);
    for (int dim : dims) {
      frame.number(dim);
    }
    frame
        .number(spec.dtype().code())
        .number(spec.layout().code())
        .text(spec.memoryConfig().toString())
        .number(spec.logicalBytes());
  }

  int cores(CoreRangeSet set) {
    Integer known = cores.get(set);
    return known != null
        ? known
        : define(cores, set, FrameKind.CORES, frame -> writeCores(frame, set));
  }

  private static void writeCores(FrameWriter frame, CoreRangeSet set) {
    frame.number(set.ranges().size());
    for (CoreRange range : set.ranges()) {
      frame
          .number(range.start().x())
          .number(range.start().y())
          .number(range.end().x())
          .number(range.end().y());
    }
  }

  int stack(List<String> frames) {
    Integer known = stacks.get(frames);
    return known != null
        ? known
        : define(stacks, frames, FrameKind.STACK, frame -> frame.texts(frames));
  }

  /**
   * Describes a device once, the first time an event names it, with all chips of its mesh: tensors
   * and programs are on each of them. One that is opened after another was closed has its number,
   * but is another device.
   */
  void device(DeviceRef device) {
    if (!devices.contains(device) && devices.add(device)) {
      for (int chip : device.chipIds()) {
        write(log -> writeDevice(log.frame.start(FrameKind.DEVICE), device, chip));
      }
    }
  }

  private static void writeDevice(FrameWriter frame, DeviceRef device, int chip) {
    DeviceInfo info = device.info();
    frame
        .signed(chip)
        .text(info.arch())
        .number(info.numYCores())
        .number(info.numXCores())
        .number(info.numYComputeCores())
        .number(info.numXComputeCores())
        .number(info.workerL1Bytes())
        .number(info.l1Banks())
        .number(info.l1BankBytes())
        .number(info.addressAtFirstL1Bank())
        .number(info.addressAtFirstL1CbBuffer())
        .number(info.banksPerStorageCore())
        .number(info.computeCores())
        .number(info.storageCores())
        .number(info.totalL1Bytes())
        .number(info.totalL1ForTensorsBytes())
        .number(info.totalL1ForInterleavedBytes())
        .number(info.totalL1ForShardedBytes())
        .number(info.cbLimitBytes())
        .number(info.dramChannels())
        .number(info.dramBytesPerChannel())
        .text(device.clusterDescriptor())
        .text(device.meshCoordinateMapping());
  }

  private synchronized <K> int define(
      Map<K, Integer> table, K key, FrameKind kind, Consumer<FrameWriter> body) {
    Integer known = table.get(key);
    if (known != null) {
      return known;
    }
    if (count == MAX_DEFINITIONS) {
      refused.incrementAndGet();
      return NONE;
    }
    int number = count + 1;
    body.accept(log.frame.start(kind).number(number));
    if (!log.append()) {
      refused.incrementAndGet();
      return NONE;
    }
    count = number;
    table.put(key, number);
    return number;
  }
}
