package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.MemoryFailure.BelowLimit;
import dev.tilescope.analysis.MemoryFailure.BeyondL1;
import dev.tilescope.analysis.MemoryFailure.Clash;
import dev.tilescope.analysis.MemoryFailure.NoRoom;
import dev.tilescope.analysis.MemoryFailure.TraceInTheWay;
import dev.tilescope.analysis.MemoryFailure.TraceRegionFull;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Error texts as TT-Metal at e4f9f0bb8de writes them, and earlier ones. */
class MemoryFailureTest {
  private static MemoryFailure read(String text) {
    return Objects.requireNonNull(MemoryFailure.in(text), text).failure();
  }

  @Test
  void aBufferWithoutRoomHasItsFigures() {
    NoRoom full = new NoRoom(BufferType.L1, 262_144, 64, 4096, 1_393_472, 1_392_000, 1472, 1472);
    assertThat(
            read(
                "Out of Memory: Not enough space to allocate 262144 B L1 buffer across 64 banks,"
                    + " where each bank needs to store 4096 B, but bank size is 1393472 B"
                    + " (allocated: 1392000 B, free: 1472 B, largest free block: 1472 B)"))
        .isEqualTo(full);
    assertThat(full.isFragmented()).isFalse();
  }

  @Test
  void textsOfEarlierReleasesLackFigures() {
    assertThat(
            read(
                "Out of Memory: Not enough space to allocate 128 B L1_SMALL buffer across 2 banks,"
                    + " where each bank needs to store 64 B"))
        .isEqualTo(new NoRoom(BufferType.L1_SMALL, 128, 2, 64, -1, -1, -1, -1));
    NoRoom sized =
        (NoRoom)
            read(
                "Out of Memory: Not enough space to allocate 128 B DRAM buffer across 12 banks,"
                    + " where each bank needs to store 64 B, but bank size is only 32 B");
    assertThat(sized.bankBytes()).isEqualTo(32);
    assertThat(sized.isFragmented()).isNull();
  }

  @Test
  void allocatorsWithDependenciesSayItOtherwise() {
    assertThat(
            read(
                "Out of Memory: Not enough space after considering dependencies to allocate 1024 B"
                    + " L1 across 1 banks (1024 B per bank), bank size is 2048 B (allocated: 512 B,"
                    + " free: 1536 B, largest free block: 768 B)"))
        .isEqualTo(new NoRoom(BufferType.L1, 1024, 1, 1024, 2048, 512, 1536, 768));
  }

  @Test
  void programsAndTracesHaveTextsOfTheirOwn() {
    assertThat(
            read(
                "Statically allocated circular buffers in program 12 clash with L1 buffers on core"
                    + " range [(x=0,y=0) - (x=7,y=7)]. L1 buffer allocated at 500000 and static"
                    + " circular buffer region ends at 600000"))
        .isEqualTo(new Clash(CoreRange.of(0, 0, 7, 7), 500_000, 600_000));
    assertThat(
            read(
                "Statically allocated circular buffers on core range [(x=0,y=0) - (x=0,y=0)] grow"
                    + " to 1600000 B which is beyond max L1 size of 1499136 B"))
        .isEqualTo(new BeyondL1(CoreRange.of(0, 0, 0, 0), 1_600_000, 1_499_136));
    assertThat(read("Out of Memory: Cannot allocate at an address below 524304. Allocation at 32"))
        .isEqualTo(new BelowLimit(524_304, 32));
    assertThat(
            read(
                "Creating trace buffers of size 20480B on MeshDevice 1, but only 8192B is allocated"
                    + " for trace region."))
        .isEqualTo(new TraceRegionFull(20_480, 8192));
    assertThat(read("Trace buffer at address 77 overlaps with DRAM activity during trace capture."))
        .isEqualTo(new TraceInTheWay(77));
  }

  @Test
  void theFirstTextOfALogCountsAndNumbersNobodyHasAreNoTexts() {
    String log =
        "INFO | 3\nTT_FATAL: Out of Memory: Cannot allocate at an address below 5. Allocation at 4\n"
            + "Trace buffer at address 77 overlaps with x";
    assertThat(read(log)).isEqualTo(new BelowLimit(5, 4));
    assertThat(MemoryFailure.in("Trace buffer at address 9999999999999999999999 overlaps with"))
        .isNull();
    assertThat(
            MemoryFailure.in(
                "Out of Memory: Not enough space to allocate 1 B HEAP buffer across 1 banks, where"
                    + " each bank needs to store 1 B"))
        .isNull();
  }
}
