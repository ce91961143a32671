package dev.tilescope.device.internal;

import static dev.tilescope.device.internal.Field.number;

import dev.tilescope.device.internal.Part.Array;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a core is told before it gets the go signal: where the configuration of its kernels lies,
 * and which of its processors run. {@link #TABLE} says where each lies; what its fields cannot hold
 * is refused when it is encoded.
 *
 * @param kernelConfigBases 4 addresses in L1, by kind of core
 * @param semaphoreOffsets 4, from the bases
 * @param argumentOffsets 5, one a processor
 * @param kernelTextOffsets 5
 * @param kernelTextBytes 5
 * @param localCircularBufferMask a bit for every circular buffer
 * @param hostAssignedId the program's number
 * @param enables a bit for every processor that runs
 * @param watcherKernelIds 5
 * @param preload 0x80 for a message that may be read before its go signal
 */
public record LaunchMessage(
    List<Long> kernelConfigBases,
    List<Integer> semaphoreOffsets,
    int localCircularBufferOffset,
    int remoteCircularBufferOffset,
    List<ArgumentOffsets> argumentOffsets,
    int mode,
    int crossNodeDataflowBufferOffset,
    List<Long> kernelTextOffsets,
    List<Long> kernelTextBytes,
    long localCircularBufferMask,
    int briscNocId,
    int briscNocMode,
    int minRemoteCircularBufferIndex,
    int exitEriscKernel,
    long hostAssignedId,
    long enables,
    List<Integer> watcherKernelIds,
    int ncriscKernelSize16,
    int subDeviceOriginX,
    int subDeviceOriginY,
    int preload) {
  public static final int BYTES = 144;
  public static final int PROCESSORS = 5;
  static final int CONFIG_BASES = 4;
  public static final int PRELOAD = 0x80;

  static final Field HOST_ASSIGNED_ID = number("host_assigned_id", 116, 32);
  static final Field ENABLES = number("enables", 120, 32);
  static final Table TABLE =
      Table.of(
          LaunchMessage.class,
          "",
          new Array(CONFIG_BASES, Integer.BYTES, number("kernel_config_base", 0, 32)),
          new Array(CONFIG_BASES, Short.BYTES, number("sem_offset", 16, 16)),
          number("local_cb_offset", 24, 16),
          number("remote_cb_offset", 26, 16),
          new Array(
              PROCESSORS,
              Integer.BYTES,
              number("rta_offset", 28, 16),
              number("crta_offset", 30, 16)),
          number("mode", 48, 8),
          number("cross_node_dfb_offset", 50, 16),
          new Array(PROCESSORS, Integer.BYTES, number("kernel_text_offset", 52, 32)),
          new Array(PROCESSORS, Integer.BYTES, number("kernel_text_size", 72, 32)),
          number("local_cb_mask", 104, 64),
          number("brisc_noc_id", 112, 8),
          number("brisc_noc_mode", 113, 8),
          number("min_remote_cb_start_index", 114, 8),
          number("exit_erisc_kernel", 115, 8),
          HOST_ASSIGNED_ID,
          ENABLES,
          new Array(PROCESSORS, Short.BYTES, number("watcher_kernel_ids", 124, 16)),
          number("ncrisc_kernel_size16", 134, 16),
          number("sub_device_origin_x", 136, 8),
          number("sub_device_origin_y", 137, 8),
          number("preload", 143, 8));

  /** Of the unique and of the common runtime arguments of a processor. */
  public record ArgumentOffsets(int unique, int common) {}

  public LaunchMessage {
    kernelConfigBases = exactly(CONFIG_BASES, "kernel_config_base", kernelConfigBases);
    semaphoreOffsets = exactly(CONFIG_BASES, "sem_offset", semaphoreOffsets);
    argumentOffsets = exactly(PROCESSORS, "rta_offset", argumentOffsets);
    kernelTextOffsets = exactly(PROCESSORS, "kernel_text_offset", kernelTextOffsets);
    kernelTextBytes = exactly(PROCESSORS, "kernel_text_size", kernelTextBytes);
    watcherKernelIds = exactly(PROCESSORS, "watcher_kernel_ids", watcherKernelIds);
  }

  private static <E> List<E> exactly(int size, String field, List<E> values) {
    Fields.within("number of " + field, values.size(), size, size);
    return List.copyOf(values);
  }

  public Blob encode() {
    byte[] to = new byte[BYTES];
    FieldWriter out = new FieldWriter(TABLE, to);
    out.all(kernelConfigBases).all(semaphoreOffsets);
    out.next(localCircularBufferOffset).next(remoteCircularBufferOffset);
    for (ArgumentOffsets offsets : argumentOffsets) {
      out.next(offsets.unique()).next(offsets.common());
    }
    out.next(mode).next(crossNodeDataflowBufferOffset);
    out.all(kernelTextOffsets).all(kernelTextBytes).next(localCircularBufferMask);
    out.next(briscNocId).next(briscNocMode).next(minRemoteCircularBufferIndex);
    out.next(exitEriscKernel).next(hostAssignedId).next(enables).all(watcherKernelIds);
    out.next(ncriscKernelSize16).next(subDeviceOriginX).next(subDeviceOriginY).next(preload);
    return Blob.of(to);
  }

  static LaunchMessage decode(Blob blob) {
    if (blob.size() != BYTES) {
      throw new TilescopeException(
          "a launch message takes " + BYTES + " bytes, got " + blob.size());
    }
    Values in = new Values(TABLE, blob.toBytes(), 0);
    return new LaunchMessage(
        in.numbers(CONFIG_BASES),
        in.integers(CONFIG_BASES),
        in.integer(),
        in.integer(),
        argumentOffsets(in),
        in.integer(),
        in.integer(),
        in.numbers(PROCESSORS),
        in.numbers(PROCESSORS),
        in.number(),
        in.integer(),
        in.integer(),
        in.integer(),
        in.integer(),
        in.number(),
        in.number(),
        in.integers(PROCESSORS),
        in.integer(),
        in.integer(),
        in.integer(),
        in.integer());
  }

  private static List<ArgumentOffsets> argumentOffsets(Values in) {
    List<ArgumentOffsets> offsets = new ArrayList<>(PROCESSORS);
    for (int i = 0; i < PROCESSORS; i++) {
      offsets.add(new ArgumentOffsets(in.integer(), in.integer()));
    }
    return offsets;
  }
}
