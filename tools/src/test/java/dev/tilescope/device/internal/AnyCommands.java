package dev.tilescope.device.internal;

import dev.tilescope.device.internal.DispatchCommand.LargePart;
import dev.tilescope.device.internal.DispatchCommand.LargeUnicastPart;
import dev.tilescope.device.internal.DispatchCommand.Target;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Sound traces of any commands with any values in their fields. */
final class AnyCommands {
  private static final int PREFETCH_KINDS = 16;
  private static final int DISPATCH_KINDS = 20;

  private final Random random;

  private AnyCommands(Random random) {
    this.random = random;
  }

  static Arbitrary<List<PrefetchCommand>> traces() {
    return Arbitraries.randomValue(random -> new AnyCommands(random).trace());
  }

  private List<PrefetchCommand> trace() {
    List<PrefetchCommand> commands = new ArrayList<>(list(0, 12, this::prefetch));
    commands.add(new PrefetchCommand.ExecBufEnd(dispatcher()));
    return commands;
  }

  private PrefetchCommand prefetch() {
    return switch (random.nextInt(PREFETCH_KINDS)) {
      case 0 -> new PrefetchCommand.RelayLinear(bool(), bits(), u64(), u64());
      case 1 -> new PrefetchCommand.RelayPaged(u8(), bool(), u16() / 2, u32(), u32(), u32());
      case 2 ->
          new PrefetchCommand.RelayPagedPacked(
              u32(), list(1, 35, () -> new PrefetchCommand.PagedPart(u16(), u16(), u32(), u32())));
      case 3 -> new PrefetchCommand.RelayInlineNoFlush(dispatcher(), dispatch());
      case 4 -> new PrefetchCommand.ExecBuf(u32(), u32(), u32());
      case 5 -> new PrefetchCommand.Stall();
      case 6 -> new PrefetchCommand.Debug(u16(), blob(random.nextInt(100)));
      case 7 -> new PrefetchCommand.Terminate();
      case 8 -> new PrefetchCommand.PagedToRingbuffer(bool(), u8(), u8(), u32(), u32(), u32());
      case 9 -> new PrefetchCommand.SetRingbufferOffset(u32(), bool());
      case 10 ->
          new PrefetchCommand.RelayRingbuffer(
              list(1, 52, () -> new PrefetchCommand.RingbufferPart(u32(), u32())));
      case 11 ->
          new PrefetchCommand.RelayLinearPacked(
              bool(),
              bits(),
              u32(),
              list(1, 35, () -> new PrefetchCommand.LinearPart(u64(), u32())));
      default -> new PrefetchCommand.RelayInline(dispatcher(), dispatch());
    };
  }

  private DispatchCommand dispatch() {
    return switch (random.nextInt(DISPATCH_KINDS)) {
      case 0 -> writeLinear();
      case 1 -> writeLinearHost();
      case 2 -> {
        int pages = random.nextInt(5);
        int pageBytes = random.nextInt(64);
        yield new DispatchCommand.WritePaged(
            bool(), u16(), u32(), pageBytes, pages, bool() ? Blob.EMPTY : blob(pages * pageBytes));
      }
      case 3 -> writePackedLarge();
      case 4 -> writePackedLargeUnicast();
      case 5 -> new DispatchCommand.Wait(waitFlags(), u16(), u32(), u32());
      case 6 -> new DispatchCommand.Sink();
      case 7 -> new DispatchCommand.Debug();
      case 8 -> new DispatchCommand.Delay(u32());
      case 9 -> new DispatchCommand.ExecBufEnd();
      case 10 -> new DispatchCommand.SetWriteOffset(u16(), list(0, 4, this::u32));
      case 11 -> new DispatchCommand.Terminate();
      case 12 ->
          new DispatchCommand.SendGoSignal(
              GoMessage.ofWord(bits()), u8(), u8(), u8(), u32(), u32());
      case 13 -> new DispatchCommand.NotifySubordinateGoSignal(bool(), u16());
      case 14 -> new DispatchCommand.SetNumWorkerSems(u32());
      case 15 -> new DispatchCommand.SetGoSignalNocData(5, blob(20));
      case 16 -> new DispatchCommand.SetSubDeviceWorkerCounts(u32(), Blob.EMPTY);
      case 17 -> new DispatchCommand.RtProfilerFlush(u32(), u32());
      default -> writePacked();
    };
  }

  private DispatchCommand writeLinear() {
    int length = random.nextInt(200);
    return new DispatchCommand.WriteLinear(
        bool(), u8(), u8(), bits(), u64(), length, bool() ? Blob.EMPTY : blob(length));
  }

  private DispatchCommand writeLinearHost() {
    int length = random.nextInt(200);
    return new DispatchCommand.WriteLinearHHost(
        bool(), u8(), u8(), length + 16, bool() ? Blob.EMPTY : blob(length));
  }

  private DispatchCommand writePacked() {
    boolean multicast = bool();
    boolean noStride = bool();
    int size = random.nextInt(150);
    List<Target> targets =
        list(1, 70, () -> multicast ? new Target(bits(), u32()) : Target.core(bits()));
    int blobs = noStride ? 1 : targets.size();
    return new DispatchCommand.WritePacked(
        PackedType.values()[random.nextInt(PackedType.values().length)],
        multicast,
        noStride,
        u16(),
        size,
        u32(),
        targets,
        list(blobs, blobs, () -> blob(size)));
  }

  private DispatchCommand writePackedLarge() {
    List<LargePart> parts =
        list(1, 35, () -> new LargePart(bits(), u32(), 1 + random.nextInt(99), u8(), bool()));
    int bytes = parts.stream().mapToInt(part -> Words.roundUp(part.lengthBytes(), 16)).sum();
    return new DispatchCommand.WritePackedLarge(
        largeType(), 16, u16(), parts, bool() ? Blob.EMPTY : blob(bytes));
  }

  private DispatchCommand writePackedLargeUnicast() {
    List<LargeUnicastPart> parts =
        list(1, 35, () -> new LargeUnicastPart(bits(), u32(), random.nextInt(99)));
    long bytes = parts.stream().mapToLong(part -> Words.roundUp(part.lengthBytes(), 32)).sum();
    return new DispatchCommand.WritePackedLargeUnicast(
        largeType(), 32, u16(), parts, bool() ? Blob.EMPTY : blob((int) bytes));
  }

  private PackedLargeType largeType() {
    return PackedLargeType.values()[random.nextInt(PackedLargeType.values().length)];
  }

  private Set<WaitFlag> waitFlags() {
    EnumSet<WaitFlag> flags = EnumSet.allOf(WaitFlag.class);
    flags.removeIf(flag -> bool());
    return flags;
  }

  private Dispatcher dispatcher() {
    return bool() ? Dispatcher.MASTER : Dispatcher.SUBORDINATE;
  }

  private <T> List<T> list(int least, int most, Supplier<T> entry) {
    int size = least + random.nextInt(most - least + 1);
    List<T> entries = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      entries.add(entry.get());
    }
    return entries;
  }

  private Blob blob(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return Blob.of(bytes);
  }

  private boolean bool() {
    return random.nextBoolean();
  }

  private int u8() {
    return random.nextInt(0x100);
  }

  private int u16() {
    return random.nextInt(0x1_0000);
  }

  private int bits() {
    return random.nextInt();
  }

  private long u32() {
    return random.nextInt() & 0xFFFF_FFFFL;
  }

  private long u64() {
    return random.nextLong();
  }
}
