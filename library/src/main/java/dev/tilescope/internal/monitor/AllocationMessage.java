package dev.tilescope.internal.monitor;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one message of TT-Metal's allocation protocol, version 3: 144 bytes, little-endian, without
 * padding beyond what is listed, both ways over a UNIX stream socket.
 *
 * <pre>
 *   0 u8  type            4 i32 device id      8 u64 size       16 u8  buffer type
 *  20 i32 process id     24 u64 buffer id     32 u64 time (ns since 1970)
 *  40 u64 * 6 allocated: DRAM, L1, L1_SMALL, TRACE, circular buffers, kernels
 *  88 u64 DRAM in total  96 u64 L1 in total
 * 104 u32 * 6 architecture, DRAM channels, bytes of a channel, L1 bytes of a core, available, devices
 * 128 u32 * 3 kernel ring buffer: bytes, bytes in use, programs, and 4 bytes of padding
 * </pre>
 *
 * <p>TT-Metal's own clients leave all from offset 40 at 0 in what they send. Ours also say what the
 * device has, from offset 88 on, which is how our server knows it.
 *
 * @param bufferType TT-Metal's number
 * @param bufferId the address
 * @param allocatedBytes DRAM, L1, L1_SMALL, TRACE, circular buffers, kernels
 */
public record AllocationMessage(
    Type type,
    int deviceId,
    long sizeBytes,
    int bufferType,
    int processId,
    long bufferId,
    long epochNanos,
    Allocated allocatedBytes,
    Device device) {
  public static final int BYTES = 144;

  private static final long MAX_U32 = 0xFFFF_FFFFL;

  /** With the protocol's numbers. */
  public enum Type implements Coded {
    ALLOC(1),
    FREE(2),
    QUERY(3),
    RESPONSE(4),
    DUMP_REMAINING(5),
    DEVICE_INFO_QUERY(6),
    DEVICE_INFO_RESPONSE(7),
    CB_ALLOC(8),
    CB_FREE(9),
    KERNEL_LOAD(10),
    KERNEL_UNLOAD(11),
    DUMP_KERNELS(12);

    private static final Codes<Type> BY_CODE = Codes.of(Type.values());

    private final int code;

    Type(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }

    static @Nullable Type ofCode(int code) {
      return BY_CODE.of(code);
    }
  }

  /** Of one device. */
  public record Allocated(
      long dram, long l1, long l1Small, long trace, long circularBuffers, long kernels) {
    public static final Allocated NONE = new Allocated(0, 0, 0, 0, 0, 0);
  }

  /**
   * What a device has; all 0 where it is not known.
   *
   * @param arch 1 Grayskull, 2 Wormhole, 3 Blackhole
   * @param devices how many there are
   */
  public record Device(
      long dramBytes,
      long l1Bytes,
      int arch,
      int dramChannels,
      long dramBytesPerChannel,
      long l1BytesPerCore,
      boolean isAvailable,
      int devices) {
    public static final Device UNKNOWN = new Device(0, 0, 0, 0, 0, 0, false, 0);

    static Device of(DeviceFacts facts) {
      return new Device(
          facts.capacityBytes().get(0),
          facts.capacityBytes().get(1),
          archCode(facts.arch()),
          facts.dramChannels(),
          facts.dramBytesPerChannel(),
          facts.l1BytesPerCore(),
          true,
          0);
    }

    private static int archCode(String arch) {
      return switch (arch.toLowerCase(Locale.ROOT)) {
        case "grayskull" -> 1;
        case "wormhole_b0" -> 2;
        case "blackhole" -> 3;
        default -> 0;
      };
    }

    public Device withDevices(int count) {
      return new Device(
          dramBytes,
          l1Bytes,
          arch,
          dramChannels,
          dramBytesPerChannel,
          l1BytesPerCore,
          isAvailable,
          count);
    }
  }

  /** An answer to a question about a device. */
  public static AllocationMessage answer(
      Type type, int deviceId, Allocated allocatedBytes, Device device, long epochNanos) {
    return new AllocationMessage(type, deviceId, 0, 0, 0, 0, epochNanos, allocatedBytes, device);
  }

  /** Appends the 144 bytes. */
  public void putTo(ByteBuffer out) {
    out.order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(type.code()).putInt(deviceId).putLong(sizeBytes);
    out.putInt(bufferType).putInt(processId).putLong(bufferId).putLong(epochNanos);
    out.putLong(allocatedBytes.dram()).putLong(allocatedBytes.l1());
    out.putLong(allocatedBytes.l1Small()).putLong(allocatedBytes.trace());
    out.putLong(allocatedBytes.circularBuffers()).putLong(allocatedBytes.kernels());
    out.putLong(device.dramBytes()).putLong(device.l1Bytes());
    out.putInt(device.arch()).putInt(device.dramChannels());
    out.putInt((int) Math.min(MAX_U32, device.dramBytesPerChannel()));
    out.putInt((int) Math.min(MAX_U32, device.l1BytesPerCore()));
    out.putInt(device.isAvailable() ? 1 : 0).putInt(device.devices());
    out.putLong(0).putLong(0);
  }

  /** Takes 144 bytes; null if they begin with no type of the protocol. */
  public static @Nullable AllocationMessage takeFrom(ByteBuffer in) {
    in.order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer bytes = in.slice(in.position(), BYTES).order(ByteOrder.LITTLE_ENDIAN);
    in.position(in.position() + BYTES);
    Type type = Type.ofCode(bytes.get(0));
    return type == null
        ? null
        : new AllocationMessage(
            type,
            bytes.getInt(4),
            bytes.getLong(8),
            Byte.toUnsignedInt(bytes.get(16)),
            bytes.getInt(20),
            bytes.getLong(24),
            bytes.getLong(32),
            new Allocated(
                bytes.getLong(40),
                bytes.getLong(48),
                bytes.getLong(56),
                bytes.getLong(64),
                bytes.getLong(72),
                bytes.getLong(80)),
            new Device(
                bytes.getLong(88),
                bytes.getLong(96),
                bytes.getInt(104),
                bytes.getInt(108),
                Integer.toUnsignedLong(bytes.getInt(112)),
                Integer.toUnsignedLong(bytes.getInt(116)),
                bytes.getInt(120) != 0,
                bytes.getInt(124)));
  }
}
