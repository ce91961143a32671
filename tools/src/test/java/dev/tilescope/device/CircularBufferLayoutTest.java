package dev.tilescope.device;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CircularBufferLayoutTest {
  private static final long BASE = 105_664;
  private static final Board N150 = Board.named("n150");

  private static CoreRange row(int first, int last) {
    return CoreRange.of(first, 0, last, 0);
  }

  private static CircularBuffer buffer(long bytes, CoreRange... ranges) {
    return CircularBuffer.local(CoreRangeSet.of(ranges), bytes, 1);
  }

  private static CircularBufferLayout layout(CircularBuffer... buffers) {
    return CircularBufferLayout.of(BASE, 32, List.of(buffers));
  }

  private static List<Long> addresses(CircularBuffer... buffers) {
    CircularBufferLayout layout = layout(buffers);
    return IntStream.range(0, buffers.length).mapToObj(layout::address).toList();
  }

  @Test
  void buffersOnEqualRangesFollowEachOtherAligned() {
    assertThat(addresses(buffer(4096, row(0, 7)), buffer(100, row(0, 7)), buffer(64, row(0, 7))))
        .containsExactly(BASE, BASE + 4096, BASE + 4096 + 128);
  }

  @Test
  void buffersOnDisjointRangesShareAddresses() {
    CircularBufferLayout layout = layout(buffer(4096, row(0, 3)), buffer(2048, row(4, 7)));
    assertThat(layout.address(0)).isEqualTo(BASE);
    assertThat(layout.address(1)).isEqualTo(BASE);
    assertThat(layout.regionEnds())
        .containsExactly(entry(row(0, 3), BASE + 4096), entry(row(4, 7), BASE + 2048));
    assertThat(layout.highestEnd()).isEqualTo(BASE + 4096);
  }

  @Test
  void aBufferOnAnIntersectingRangeStartsBehind() {
    assertThat(addresses(buffer(4096, row(0, 3)), buffer(2048, row(2, 5)), buffer(32, row(0, 3))))
        .containsExactly(BASE, BASE + 4096, BASE + 4096 + 2048);
  }

  @Test
  void aBufferOverSeveralRangesHasOneAddressBehindAllOfThem() {
    assertThat(
            addresses(
                buffer(4096, row(0, 1)),
                buffer(1024, row(2, 3)),
                buffer(64, row(0, 1), row(2, 3)),
                buffer(64, row(2, 3))))
        .containsExactly(BASE, BASE, BASE + 4096, BASE + 4160);
  }

  @Test
  void aRangeThatAlreadyLiesHigherIsNotMovedAsUpstream() {
    CircularBufferLayout layout =
        layout(buffer(96, row(4, 7)), buffer(320, row(0, 3)), buffer(32, row(2, 5)));
    assertThat(layout.address(1)).isEqualTo(BASE);
    assertThat(layout.address(2)).as("overlaps buffer 1 on cores 2 and 3").isEqualTo(BASE + 96);
  }

  @Test
  void aGlobalBufferKeepsItsAddressAndTakesNoSpace() {
    CircularBufferLayout layout =
        layout(
            CircularBuffer.global(CoreRangeSet.grid(8, 8), 2048, 2048, 1_400_000),
            buffer(64, row(0, 0)));
    assertThat(layout.address(0)).isEqualTo(1_400_000);
    assertThat(layout.address(1)).isEqualTo(BASE);
    assertThat(layout.regionEnds()).containsOnlyKeys(row(0, 0), CoreRange.of(0, 0, 7, 7));
    CircularBufferLayout alone =
        layout(CircularBuffer.global(CoreRangeSet.grid(8, 8), 2048, 2048, 1_400_000));
    assertThat(alone.regionEnds()).isEmpty();
    assertThat(alone.highestEnd()).isZero();
    assertThatCode(() -> alone.requireFits(1, N150, BASE)).doesNotThrowAnyException();
  }

  @Test
  void sizesMustBeWholePages() {
    assertThatThrownBy(() -> CircularBuffer.local(CoreRangeSet.grid(1, 1), 4097, 2048))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("Total circular buffer size 4097 B must be divisible by page size 2048 B");
    assertThatThrownBy(() -> CircularBuffer.local(CoreRangeSet.grid(1, 1), 0, 0))
        .isInstanceOf(TilescopeException.class);
    assertThatThrownBy(() -> CircularBuffer.local(CoreRangeSet.grid(1, 1), 1L << 62, 1L << 61))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("size must be 0..2^32-1 B");
  }

  @Test
  void pagesMustBeCountableInSixteenBits() {
    assertThatThrownBy(() -> layout(buffer(16, row(0, 0)), buffer(65_536, row(0, 0))))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "For buffer index 1, number of CB pages 65536 is greater than 65535. Would cause"
                + " wraparound in the CB calculations.");
    assertThatCode(() -> layout(buffer(65_535, row(0, 0)))).doesNotThrowAnyException();
  }

  @Test
  void growingBeyondL1IsRefused() {
    CircularBufferLayout layout =
        layout(CircularBuffer.local(CoreRangeSet.grid(8, 8), 1_400_832, 2048));
    assertThatThrownBy(() -> layout.requireFits(7, N150, -1))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Statically allocated circular buffers on core range [(x=0,y=0) - (x=7,y=7)] grow to"
                + " 1506496 B which is beyond max L1 size of 1499136 B\n");
  }

  @Test
  void meetingAnL1BufferIsRefused() {
    CircularBufferLayout layout = layout(CircularBuffer.local(CoreRangeSet.grid(8, 8), 4096, 2048));
    assertThatCode(() -> layout.requireFits(7, N150, BASE + 4096)).doesNotThrowAnyException();
    assertThatThrownBy(() -> layout.requireFits(7, N150, BASE + 4064))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Statically allocated circular buffers in program 7 clash with L1 buffers on core range"
                + " [(x=0,y=0) - (x=7,y=7)]. L1 buffer allocated at 109728 and static circular"
                + " buffer region ends at 109760\nThey overlap by 32 B.");
  }

  @Test
  void coresOutsideTheComputeGridAreRefused() {
    CircularBufferLayout layout = layout(buffer(32, CoreRange.of(0, 0, 7, 8)));
    assertThatThrownBy(() -> layout.requireFits(7, N150, -1))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Circular buffer core range [(x=0,y=0) - (x=7,y=8)] in program 7 exceeds device compute"
                + " grid (8x8) and is not entirely on cores claimed via ServiceCoreManager\n");
  }
}
