package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens when memory runs out, and when many threads want it. */
class MeshDeviceMemoryTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void aFullL1NamesTheOperationThatFilledIt() {
    Tensor large = onOneCore(600);
    assertThatThrownBy(() -> onOneCore(100))
        .isInstanceOf(OutOfMemoryException.class)
        .hasMessage(
            """
            Out of Memory: Not enough space to allocate 204800 B L1 buffer across 1 banks, where \
            each bank needs to store 204800 B, but bank size is 1393472 B (allocated: 1228800 B, \
            free: 164672 B, largest free block: 164672 B)
            Full: the buffer needs 204,800 B in each bank, and only 164,672 B are free.
            Largest live buffers, per bank:
              1,228,800 B at 270336, made by FullDeviceOperation
            Next: deallocate tensors that are no longer needed, spread this one over more cores, \
            or put it into DRAM.\
            """);
    large.deallocate();
    onOneCore(100).deallocate();
    assertThat(device.statistics(BufferType.L1).allocatedBytes()).isZero();
  }

  @Test
  void aFullDramNamesTheOperationThatFilledIt() {
    Buffer large = device.allocate(dram(200_000), "ttnn::large");
    assertThatThrownBy(() -> device.allocate(dram(100_000), "ttnn::small"))
        .isInstanceOf(OutOfMemoryException.class)
        .hasMessageStartingWith(
            """
            Out of Memory: Not enough space to allocate 4915200000 B DRAM buffer across 12 banks, \
            where each bank needs to store 409600000 B, but bank size is 1072693184 B (allocated: \
            819200000 B, free: 253493184 B, largest free block: 253493184 B)
            Full:\
            """)
        .hasMessageContaining("\n  819,200,000 B at 1048640, made by ttnn::large\nNext: ");
    large.deallocate();
    device.allocate(dram(250_000), "ttnn::small");
  }

  @Test
  void scatteredFreeMemoryIsCalledFragmented() {
    List<Tensor> tensors = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tensors.add(onOneCore(150));
    }
    tensors.get(0).deallocate();
    tensors.get(2).deallocate();
    assertThatThrownBy(() -> onOneCore(200))
        .isInstanceOf(OutOfMemoryException.class)
        .hasMessageContaining("(allocated: 614400 B, free: 779072 B, largest free block: 307200 B)")
        .hasMessageContaining("\nFragmented, not full: ");
  }

  @Test
  void aFailedAllocationLeavesTheDeviceAsItWas() {
    onOneCore(600);
    BankStatistics before = device.statistics(BufferType.L1);
    int live = device.liveBuffers().size();
    assertThatThrownBy(() -> device.allocate(oneCore(500), "test"))
        .isInstanceOf(OutOfMemoryException.class);
    assertThat(device.statistics(BufferType.L1)).isEqualTo(before);
    assertThat(device.liveBuffers()).hasSize(live);
  }

  @Test
  void aClashOfCircularBuffersFreesTheResult() {
    assertThatThrownBy(() -> onOneCore(680))
        .hasMessageStartingWith("Statically allocated circular buffers in program 0 clash with");
    assertThat(device.liveBuffers()).isEmpty();
    assertThat(device.statistics(BufferType.L1).allocatedBytes()).isZero();
  }

  @Test
  void eightThreadsNeverGetTheSameMemory() throws Exception {
    Claims claims = new Claims();
    List<Callable<Void>> workers = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      Random random = new Random(seed);
      workers.add(() -> work(random, claims));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<Void> done : threads.invokeAll(workers)) {
        done.get();
      }
    }
    device.clearProgramCache();
    assertThat(device.liveBuffers()).isEmpty();
    for (BufferType type : new BufferType[] {BufferType.L1, BufferType.DRAM}) {
      BankStatistics bank = device.statistics(type);
      assertThat(bank.allocatedBytes()).isZero();
      assertThat(bank.largestFreeBlockBytes()).isEqualTo(bank.totalBytes());
    }
  }

  private Void work(Random random, Claims claims) {
    List<Buffer> mine = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      if (mine.size() < 10 && random.nextInt(3) > 0) {
        MemoryConfig memory = random.nextBoolean() ? MemoryConfig.L1 : MemoryConfig.DRAM;
        TensorSpec spec =
            new TensorSpec(
                Shape.of(32 * random.nextInt(1, 200), 32), DataType.UINT8, Layout.TILE, memory);
        mine.add(claims.take(device.allocate(spec, "test")));
      } else if (!mine.isEmpty()) {
        claims.free(mine.remove(random.nextInt(mine.size())));
      }
      if (i % 10 == 0) {
        compute(random);
      }
    }
    mine.forEach(claims::free);
    return null;
  }

  private void compute(Random random) {
    Shape shape = Shape.of(random.nextInt(1, 4), 32);
    try (Tensor a = Ttnn.full(shape, 2, DataType.FLOAT32, Layout.TILE, device, MemoryConfig.L1);
        Tensor sum = Ttnn.add(a, a)) {
      assertThat(Ttnn.toArray(sum)).containsOnly(4);
    }
  }

  /** Who holds which addresses; written before a buffer is given back and after it is taken. */
  private static final class Claims {
    private final TreeMap<Long, Long> dram = new TreeMap<>();
    private final TreeMap<Long, Long> l1 = new TreeMap<>();

    synchronized Buffer take(Buffer buffer) {
      TreeMap<Long, Long> taken = of(buffer);
      long end = buffer.address() + buffer.maxSizePerBankBytes();
      var below = taken.lowerEntry(end);
      assertThat(below == null || below.getValue() <= buffer.address())
          .as("%d..%d overlaps %s", buffer.address(), end, below)
          .isTrue();
      taken.put(buffer.address(), end);
      return buffer;
    }

    void free(Buffer buffer) {
      synchronized (this) {
        of(buffer).remove(buffer.address());
      }
      buffer.deallocate();
    }

    private TreeMap<Long, Long> of(Buffer buffer) {
      return buffer.type() == BufferType.DRAM ? dram : l1;
    }
  }

  private Tensor onOneCore(int tiles) {
    TensorSpec spec = oneCore(tiles);
    return Ttnn.zeros(spec.shape(), spec.dtype(), spec.layout(), device, spec.memoryConfig());
  }

  private static TensorSpec oneCore(int tiles) {
    MemoryConfig memory =
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(1, 1), 32, 32 * tiles, ShardOrientation.ROW_MAJOR));
    return new TensorSpec(Shape.of(32, 32 * tiles), DataType.BFLOAT16, Layout.TILE, memory);
  }

  private static TensorSpec dram(int tilesPerBank) {
    return new TensorSpec(
        Shape.of(32 * 12 * tilesPerBank, 32), DataType.FLOAT32, Layout.TILE, MemoryConfig.DRAM);
  }
}
