package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.analysis.CorePressure.DevicePressure;
import dev.tilescope.analysis.Fragmentation.RegionFragmentation;
import dev.tilescope.analysis.Fragmentation.Sample;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.memory.DeviceMemory.CorePeak;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FragmentationTest {
  private final TraceScript script = new TraceScript();

  @Test
  void freeSpaceInTwoPiecesIsFragmented() {
    script.start("op");
    script.allocateAt(script.buffer(BufferType.L1, 100), 1000, 100);
    int hole = script.buffer(BufferType.L1, 100);
    script.allocateAt(hole, 1100, 100);
    script.allocateAt(script.buffer(BufferType.L1, 100), 1200, 300);
    int second = script.buffer(BufferType.L1, 100);
    script.allocateAt(second, 1500, 100);
    script.allocateAt(script.buffer(BufferType.L1, 100), 1600, 100);
    script.deallocate(hole);
    script.deallocate(second);
    script.end(0);
    RegionFragmentation region = only(Report.of(script.trace()));
    assertThat(region.boundsKnown()).isFalse();
    assertThat(region.atPeak()).isEqualTo(new Sample(0, 700, 0, 0));
    assertThat(region.worst()).isEqualTo(new Sample(0, 500, 200, 100));
    assertThat(region.worst().ratio()).isEqualTo(0.5);
  }

  @Test
  void theDeviceSaysHowLargeABankIs() {
    DeviceInfo info = n150();
    long top = info.addressAtFirstL1CbBuffer() + info.l1BankBytes();
    script.allocateAt(script.buffer(BufferType.L1, 64), top - 2048, 2048);
    RegionFragmentation region = only(report(info));
    assertThat(region.boundsKnown()).isTrue();
    assertThat(region.atPeak().freeBytes()).isEqualTo(info.l1BankBytes() - 2048);
    assertThat(region.atPeak().ratio()).isZero();
  }

  @Test
  void withoutAddressesNothingIsSaid() {
    script.allocate(script.buffer(BufferType.L1, 64), 8);
    Report report = Report.of(script.trace());
    assertThat(Fragmentation.of(report, BufferLifetimes.of(report.trace())).regions()).isEmpty();
  }

  @Test
  void aBankWhoseBuffersHaveNoSizePerBankIsUnknownAndNotFree() {
    script.allocateAt(script.buffer(BufferType.DRAM, 64), 1000, 0);
    script.allocateAt(script.buffer(BufferType.DRAM, 64), 5000, 0);
    RegionFragmentation region = only(Report.of(script.trace()));
    assertThat(region.unplaced()).isEqualTo(2);
    assertThat(region.atPeak()).isNull();
    assertThat(region.worst()).isNull();
    assertThat(region.samples()).isEmpty();
  }

  @Test
  void whatLiesAcrossAnotherBufferIsLeftOutAndCounted() {
    script.allocateAt(script.buffer(BufferType.L1, 64), 1000, 100);
    int across = script.buffer(BufferType.L1, 64);
    script.allocateAt(across, 1050, 100);
    script.deallocate(across);
    script.allocateAt(script.buffer(BufferType.L1, 64), 2000, -1);
    RegionFragmentation region = only(Report.of(script.trace()));
    assertThat(region.unplaced()).isEqualTo(2);
    assertThat(region.samples().getLast().usedBytes()).isEqualTo(100);
  }

  /** Against a bank in which each byte is a bit. */
  @Test
  void gapsAreThoseOfABankOfBits() {
    Random random = new Random(42);
    int size = 400;
    FreeGaps gaps = new FreeGaps(0, size);
    BitSet bank = new BitSet(size);
    List<int[]> blocks = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      if (random.nextBoolean() && !blocks.isEmpty()) {
        int[] block = blocks.remove(random.nextInt(blocks.size()));
        gaps.release(block[0]);
        bank.clear(block[0], block[1]);
      } else {
        int start = random.nextInt(size);
        int end = start + 1 + random.nextInt(40);
        boolean fits = end <= size && bank.get(start, Math.min(end, size)).isEmpty();
        assertThat(gaps.take(start, end - start)).isEqualTo(fits);
        if (fits) {
          bank.set(start, end);
          blocks.add(new int[] {start, end});
        }
      }
      assertThat(gaps.usedBytes()).isEqualTo(bank.cardinality());
      assertThat(gaps.freeBytes()).isEqualTo(size - bank.cardinality());
      assertThat(gaps.largestBytes()).isEqualTo(largestGap(bank, size));
    }
  }

  private static int largestGap(BitSet bank, int size) {
    int largest = 0;
    for (int at = bank.nextClearBit(0); at < size; ) {
      int next = bank.nextSetBit(at);
      int end = next < 0 ? size : next;
      largest = Math.max(largest, end - at);
      at = next < 0 ? size : bank.nextClearBit(next);
    }
    return largest;
  }

  @Test
  void eachCoreCountsItsOwnProgramsAndEveryBuffer() {
    CoreRangeSet one = CoreRangeSet.of(CoreRange.of(0, 0, 0, 0));
    CoreRangeSet two = CoreRangeSet.of(CoreRange.of(0, 0, 1, 0));
    script.start("first");
    script.circularBufferAt(1000, 100, two);
    script.circularBufferAt(1100, 50, one);
    script.end(0);
    script.start("second");
    script.allocateAt(script.buffer(BufferType.L1, 640), 5000, 10);
    script.deallocateAll();
    script.circularBufferAt(1000, 120, two);
    script.end(0);
    DevicePressure device = pressure();
    assertThat(device.cores())
        .containsExactly(
            new CorePeak(new CoreCoord(0, 0), 150, 160),
            new CorePeak(new CoreCoord(1, 0), 120, 130));
    assertThat(device.fullest().core()).isEqualTo(new CoreCoord(0, 0));
    assertThat(device.programPeak().path()).containsExactly("first");
    assertThat(device.highestProgramAddress()).isEqualTo(1150);
    assertThat(device.leastHeadroomBytes()).isEqualTo(5000 - 1150);
    assertThat(device.tightest().path()).containsExactly("second");
  }

  @Test
  void buffersThatPeakedBeforeACoresFirstProgramCountForIt() {
    int buffer = script.buffer(BufferType.L1, 640);
    script.allocate(buffer, 500);
    script.deallocate(buffer);
    script.circularBuffer(100, false);
    assertThat(pressure().cores())
        .hasSize(64)
        .allSatisfy(core -> assertThat(core.totalBytes()).isEqualTo(500));
  }

  @Test
  void aHostileCoreRangeEndsAtTheGrid() {
    script.circularBufferAt(
        1, 8, CoreRangeSet.of(CoreRange.of(0, 0, Integer.MAX_VALUE, Integer.MAX_VALUE)));
    assertThat(pressure().cores()).hasSize(64 * 64);
  }

  @Test
  void aLaunchOnAMeshReleasesWhatItsChipsHeld() {
    int mesh = 8;
    script.meshTensor(1, mesh, 2, 3);
    for (int launch = 0; launch < 3; launch++) {
      script.onDevice(mesh).deallocateAll();
      for (int chip : new int[] {2, 3, 4}) {
        script.onDevice(chip).circularBuffer(100, false);
      }
    }
    Report report = Report.of(script.trace());
    BufferLifetimes buffers = BufferLifetimes.of(report.trace());
    assertThat(CorePressure.of(report, buffers).devices())
        .extracting(DevicePressure::deviceId, d -> d.fullest().totalBytes())
        .containsExactly(tuple(2, 100L), tuple(3, 100L), tuple(4, 300L));
    assertThat(ProgramLifetimes.of(report.trace(), buffers.clock()).spans())
        .filteredOn(span -> span.memory().deviceId() == 3)
        .extracting(ProgramLifetimes.Span::releasedPosition)
        .containsExactly(6, 10, report.trace().size());
    assertThat(PeakByDevice.of(report.trace()).devices())
        .extracting(PeakByDevice.DevicePeak::deviceId, d -> d.l1().bytes())
        .contains(tuple(2, 100L), tuple(3, 100L), tuple(4, 300L));
  }

  private DevicePressure pressure() {
    Report report = Report.of(script.trace());
    return CorePressure.of(report, BufferLifetimes.of(report.trace())).devices().getFirst();
  }

  private static RegionFragmentation only(Report report) {
    BufferLifetimes buffers = BufferLifetimes.of(report.trace());
    return Fragmentation.of(report, buffers).regions().getFirst();
  }

  private Report report(DeviceInfo info) {
    Trace trace = script.trace();
    return new Report(
        trace,
        List.of(info),
        Report.Metadata.UNKNOWN,
        null,
        null,
        null,
        List.of(),
        Report.Completeness.whole(trace.size(), 1),
        List.of());
  }

  private static DeviceInfo n150() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      DeviceInfo i = device.info();
      return new DeviceInfo(
          0,
          i.arch(),
          i.numYCores(),
          i.numXCores(),
          i.numYComputeCores(),
          i.numXComputeCores(),
          i.workerL1Bytes(),
          i.l1Banks(),
          i.l1BankBytes(),
          i.addressAtFirstL1Bank(),
          i.addressAtFirstL1CbBuffer(),
          i.banksPerStorageCore(),
          i.computeCores(),
          i.storageCores(),
          i.totalL1Bytes(),
          i.totalL1ForTensorsBytes(),
          i.totalL1ForInterleavedBytes(),
          i.totalL1ForShardedBytes(),
          i.cbLimitBytes(),
          i.dramChannels(),
          i.dramBytesPerChannel());
    }
  }
}
