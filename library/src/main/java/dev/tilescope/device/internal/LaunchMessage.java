package dev.tilescope.device.internal;

import static dev.tilescope.device.internal.Words.u16;
import static dev.tilescope.device.internal.Words.u32;
import static dev.tilescope.device.internal.Words.u8;

import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a core is told before it gets the go signal: where the configuration of its kernels lies,
 * and which of its processors run. By offset:
 *
 * <pre>
 *   0 kernel_config_base[4]      16 sem_offset[4] 16          24 local_cb_offset 16
 *  26 remote_cb_offset 16        28 rta_offset[5] {rta 16, crta 16}
 *  48 mode 8                     50 cross_node_dfb_offset 16  52 kernel_text_offset[5]
 *  72 kernel_text_size[5]       104 local_cb_mask 64         112 brisc_noc_id 8
 * 113 brisc_noc_mode 8          114 min_remote_cb_start_index 8
 * 115 exit_erisc_kernel 8       116 host_assigned_id         120 enables
 * 124 watcher_kernel_ids[5] 16  134 ncrisc_kernel_size16 16
 * 136 sub_device_origin_x 8     137 sub_device_origin_y 8    143 preload 8
 * </pre>
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

  static final int HOST_ASSIGNED_ID_AT = 116;
  static final int ENABLES_AT = 120;

  /** Of the unique and of the common runtime arguments of a processor. */
  public record ArgumentOffsets(int unique, int common) {
    public ArgumentOffsets {
      Fields.u16("rta_offset", unique);
      Fields.u16("crta_offset", common);
    }
  }

  public LaunchMessage {
    kernelConfigBases = u32s("kernel_config_base", kernelConfigBases, CONFIG_BASES);
    semaphoreOffsets = u16s("sem_offset", semaphoreOffsets, CONFIG_BASES);
    Fields.u16("local_cb_offset", localCircularBufferOffset);
    Fields.u16("remote_cb_offset", remoteCircularBufferOffset);
    argumentOffsets = List.copyOf(argumentOffsets);
    Fields.within("number of rta_offset", argumentOffsets.size(), PROCESSORS, PROCESSORS);
    Fields.u8("mode", mode);
    Fields.u16("cross_node_dfb_offset", crossNodeDataflowBufferOffset);
    kernelTextOffsets = u32s("kernel_text_offset", kernelTextOffsets, PROCESSORS);
    kernelTextBytes = u32s("kernel_text_size", kernelTextBytes, PROCESSORS);
    Fields.u8("brisc_noc_id", briscNocId);
    Fields.u8("brisc_noc_mode", briscNocMode);
    Fields.u8("min_remote_cb_start_index", minRemoteCircularBufferIndex);
    Fields.u8("exit_erisc_kernel", exitEriscKernel);
    Fields.u32("host_assigned_id", hostAssignedId);
    Fields.u32("enables", enables);
    watcherKernelIds = u16s("watcher_kernel_ids", watcherKernelIds, PROCESSORS);
    Fields.u16("ncrisc_kernel_size16", ncriscKernelSize16);
    Fields.u8("sub_device_origin_x", subDeviceOriginX);
    Fields.u8("sub_device_origin_y", subDeviceOriginY);
    Fields.u8("preload", preload);
  }

  private static List<Long> u32s(String field, List<Long> values, int size) {
    Fields.within("number of " + field, values.size(), size, size);
    values.forEach(value -> Fields.u32(field, value));
    return List.copyOf(values);
  }

  private static List<Integer> u16s(String field, List<Integer> values, int size) {
    Fields.within("number of " + field, values.size(), size, size);
    values.forEach(value -> Fields.u16(field, value));
    return List.copyOf(values);
  }

  public Blob encode() {
    byte[] to = new byte[BYTES];
    put32s(to, 0, kernelConfigBases);
    put16s(to, 16, semaphoreOffsets);
    Words.put16(to, 24, localCircularBufferOffset);
    Words.put16(to, 26, remoteCircularBufferOffset);
    for (int i = 0; i < PROCESSORS; i++) {
      Words.put16(to, 28 + 4 * i, argumentOffsets.get(i).unique());
      Words.put16(to, 30 + 4 * i, argumentOffsets.get(i).common());
    }
    Words.put8(to, 48, mode);
    Words.put16(to, 50, crossNodeDataflowBufferOffset);
    put32s(to, 52, kernelTextOffsets);
    put32s(to, 72, kernelTextBytes);
    encodeRest(to);
    return Blob.of(to);
  }

  private void encodeRest(byte[] to) {
    Words.put64(to, 104, localCircularBufferMask);
    Words.put8(to, 112, briscNocId);
    Words.put8(to, 113, briscNocMode);
    Words.put8(to, 114, minRemoteCircularBufferIndex);
    Words.put8(to, 115, exitEriscKernel);
    Words.put32(to, HOST_ASSIGNED_ID_AT, hostAssignedId);
    Words.put32(to, ENABLES_AT, enables);
    put16s(to, 124, watcherKernelIds);
    Words.put16(to, 134, ncriscKernelSize16);
    Words.put8(to, 136, subDeviceOriginX);
    Words.put8(to, 137, subDeviceOriginY);
    Words.put8(to, 143, preload);
  }

  static LaunchMessage decode(Blob blob) {
    if (blob.size() != BYTES) {
      throw new TilescopeException(
          "a launch message takes " + BYTES + " bytes, got " + blob.size());
    }
    byte[] from = blob.toBytes();
    return new LaunchMessage(
        u32s(from, 0, CONFIG_BASES),
        u16s(from, 16, CONFIG_BASES),
        u16(from, 24),
        u16(from, 26),
        argumentOffsets(from),
        u8(from, 48),
        u16(from, 50),
        u32s(from, 52, PROCESSORS),
        u32s(from, 72, PROCESSORS),
        Words.bits64(from, 104),
        u8(from, 112),
        u8(from, 113),
        u8(from, 114),
        u8(from, 115),
        u32(from, HOST_ASSIGNED_ID_AT),
        u32(from, ENABLES_AT),
        u16s(from, 124, PROCESSORS),
        u16(from, 134),
        u8(from, 136),
        u8(from, 137),
        u8(from, 143));
  }

  private static List<ArgumentOffsets> argumentOffsets(byte[] from) {
    List<ArgumentOffsets> offsets = new ArrayList<>(PROCESSORS);
    for (int at = 28; at < 48; at += 4) {
      offsets.add(new ArgumentOffsets(u16(from, at), u16(from, at + 2)));
    }
    return offsets;
  }

  private static List<Long> u32s(byte[] from, int at, int count) {
    List<Long> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(u32(from, at + i * Integer.BYTES));
    }
    return values;
  }

  private static List<Integer> u16s(byte[] from, int at, int count) {
    List<Integer> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(u16(from, at + i * Short.BYTES));
    }
    return values;
  }

  private static void put32s(byte[] to, int at, List<Long> values) {
    for (int i = 0; i < values.size(); i++) {
      Words.put32(to, at + i * Integer.BYTES, values.get(i));
    }
  }

  private static void put16s(byte[] to, int at, List<Integer> values) {
    for (int i = 0; i < values.size(); i++) {
      Words.put16(to, at + i * Short.BYTES, values.get(i));
    }
  }
}
