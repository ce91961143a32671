package dev.tilescope.ops;

import static dev.tilescope.ops.MovementTest.ints;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.ConcatOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.FoldOptions;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.LikeOptions;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What creation, transfer, layout and movement refuse, each in a sentence about the argument. */
class MovementBadInputTest {
  private static final int HUGE = Integer.MAX_VALUE;
  private static final MemoryConfig SHARDS =
      Ttnn.createShardedMemoryConfig(
          Shape.of(64, 64), new CoreGrid(2, 1), TensorMemoryLayout.HEIGHT_SHARDED);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private record Refusal(String message, BiFunction<Tensor, MeshDevice, Object> call) {
    @Override
    public String toString() {
      return message;
    }
  }

  private static Refusal refusal(String message, Function<Tensor, Object> call) {
    return new Refusal(message, (x, device) -> call.apply(x));
  }

  /** On a 64x64 tensor of bfloat16 tiles on a device. */
  static Stream<Refusal> refusals() {
    return Stream.of(
        refusal("slice_start: one number for", x -> Ttnn.slice(x, ints(0), ints(1, 1))),
        refusal("slice_start: must be -64..64 in", x -> Ttnn.slice(x, ints(65, 0), ints(1, 1))),
        refusal("slice_end: one number for", x -> Ttnn.slice(x, ints(0, 0), ints(1))),
        refusal("slice_end: must be -64..64 in", x -> Ttnn.slice(x, ints(0, 0), ints(1, HUGE))),
        refusal("slice_end: must not be before", x -> Ttnn.slice(x, ints(9, 0), ints(1, 1))),
        refusal("slice_step: must be >= 1", x -> Ttnn.slice(x, ints(0, 0), ints(9, 9), ints(0, 1))),
        refusal("slice_step: one number for", x -> Ttnn.slice(x, ints(0, 0), ints(9, 9), ints(1))),
        refusal(
            "slice_step: DataType::BFLOAT8_B takes no step",
            x ->
                Ttnn.slice(
                    Ttnn.typecast(x, DataType.BFLOAT8_B), ints(0, 0), ints(9, 9), ints(2, 1))),
        refusal("split_size: must be > 0", x -> Ttnn.split(x, 0, 0)),
        refusal("split_size: at least one", x -> Ttnn.split(x, ints(), 0, null)),
        refusal("split_size: [32, 31] must add up", x -> Ttnn.split(x, ints(32, 31), 0, null)),
        refusal("split_size: [", x -> Ttnn.split(x, ints(HUGE, HUGE), 0, null)),
        refusal("dim: 2 is not a dimension", x -> Ttnn.split(x, 32, 2)),
        refusal("chunks: must be > 0", x -> Ttnn.chunk(x, 0, 0)),
        refusal("dim: -3 is not a dimension", x -> Ttnn.chunk(x, 1, -3)),
        refusal("slices: dimension 0 of", x -> Ttnn.getitem(x, Index.at(64))),
        refusal("slices: only one ellipsis", x -> Ttnn.getitem(x, Index.ELLIPSIS, Index.ELLIPSIS)),
        refusal(
            "slices: Shape([64, 64]) has 2",
            x -> Ttnn.getitem(x, Index.at(0), Index.at(0), Index.at(0))),
        refusal(
            "slices: a host tensor takes no step",
            x -> Ttnn.getitem(Ttnn.fromDevice(x), Index.range(0, 9, 2))),
        refusal("tensors: at least one", x -> Ttnn.concat(List.of(), 0)),
        refusal("dim: 2 is not a dimension", x -> Ttnn.concat(List.of(x, x), 2)),
        refusal(
            "tensors: all must agree with Shape([64, 64])",
            x -> Ttnn.concat(List.of(x, Ttnn.slice(x, ints(0, 0), ints(32, 32))), 0)),
        refusal(
            "tensors: all must be DataType::BFLOAT16 Layout::TILE",
            x -> Ttnn.concat(List.of(x, Ttnn.toLayout(x, Layout.ROW_MAJOR)), 0)),
        refusal(
            "tensors: a device tensor is needed",
            x -> Ttnn.concat(List.of(x, Ttnn.fromDevice(x)), 0)),
        refusal(
            "groups: must be >= 1",
            x -> Ttnn.concat(List.of(x, x), 0, ConcatOptions.DEFAULT.withGroups(0))),
        refusal(
            "groups: dimension 0 of",
            x -> Ttnn.concat(List.of(x, x), 0, ConcatOptions.DEFAULT.withGroups(7))),
        refusal(
            "output_tensor: the result is",
            x -> Ttnn.concat(List.of(x, x), 0, ConcatOptions.DEFAULT.withOutputTensor(x))),
        refusal("input_tensors: at least one", x -> Ttnn.stack(List.of(), 0)),
        refusal("dim: 3 is no place", x -> Ttnn.stack(List.of(x, x), 3)),
        refusal("ttnn.pad: padding len can't be larger", x -> Ttnn.pad(x, new int[9][2], 0)),
        refusal("padding: a pair of", x -> Ttnn.pad(x, new int[][] {{0}, {0, 1}}, 0)),
        refusal("padding: a pair of", x -> Ttnn.pad(x, new int[][] {{0, -1}, {0, 1}}, 0)),
        refusal(
            "ttnn.pad: on device tile padding does not support front padding",
            x -> Ttnn.pad(x, new int[][] {{1, 0}, {0, 0}}, 0)),
        refusal("padding: [0, 2147483647]", x -> Ttnn.pad(x, new int[][] {{0, HUGE}, {0, 0}}, 0)),
        refusal(
            "value: DataType::UINT8 holds 0 to 255",
            x -> Ttnn.pad(Ttnn.typecast(x, DataType.UINT8), new int[][] {{0, 1}, {0, 0}}, 256)),
        refusal("input_tensor_start: ", x -> Ttnn.pad(x, Shape.of(64, 65), ints(0, 2), 0)),
        refusal("output_padded_shape: ", x -> Ttnn.pad(x, Shape.of(64), ints(0, 2), 0)),
        refusal("output_shape: only dimensions of size 1", x -> Ttnn.expand(x, 128, 64)),
        refusal("output_shape: at least the 2", x -> Ttnn.expand(x, 64)),
        refusal("output_shape: only dimensions", x -> Ttnn.expand(x, -1, 64, 64)),
        refusal("repeats: must be >= 1", x -> Ttnn.repeatInterleave(x, 0, 0)),
        refusal("repeats: dimension 0 would be", x -> Ttnn.repeatInterleave(x, HUGE, 0)),
        refusal("dim: 2 is not a dimension", x -> Ttnn.repeatInterleave(x, 2, 2)),
        refusal("shifts: one for each", x -> Ttnn.roll(x, ints(1, 2), ints(0), null)),
        refusal("shifts: one is needed", x -> Ttnn.roll(x, ints(1, 2), null, null)),
        refusal("dim: 5 is not a dimension", x -> Ttnn.roll(x, 1, 5)),
        refusal(
            "dim: a sharded tensor is rolled", x -> Ttnn.roll(Ttnn.toMemoryConfig(x, SHARDS), 1)),
        refusal("dim: 4 is no place", x -> Ttnn.unsqueeze(x, 4)),
        refusal("dim: 2 is not a dimension", x -> Ttnn.squeeze(x, 2)),
        refusal(
            "tensor: rank 4 or less", x -> Ttnn.unsqueezeTo4D(Ttnn.reshape(x, 1, 1, 1, 64, 64))),
        refusal("shape: Shape([4096])", x -> Ttnn.view(x, 4096)),
        refusal("shape: ", x -> Ttnn.view(x, 5)),
        refusal("padded_shape: ", x -> Ttnn.reshape(x, Shape.of(64, 64), Shape.of(64, 96))),
        refusal("stride_h: must be >= 1", x -> Ttnn.fold(Ttnn.unsqueezeTo4D(x), 0, 1)),
        refusal("stride_w: must be >= 1", x -> Ttnn.fold(Ttnn.unsqueezeTo4D(x), 1, -1)),
        refusal("stride_w: dimension 2 of", x -> Ttnn.fold(Ttnn.unsqueezeTo4D(x), 1, 3)),
        refusal("input: an image", x -> Ttnn.fold(x, 1, 1)),
        refusal(
            "padding: 2, 4 or 6",
            x -> Ttnn.fold(Ttnn.unsqueezeTo4D(x), 1, 1, FoldOptions.DEFAULT.withPadding(1))),
        refusal("index: the operation takes", x -> Ttnn.gather(x, 0, x)),
        refusal("dim: 2 is not a dimension", x -> Ttnn.gather(x, 2, index(x))),
        refusal("index: as many dimensions", x -> Ttnn.gather(Ttnn.unsqueezeTo4D(x), 0, index(x))),
        refusal(
            "index: dimension 1 must not be larger",
            x -> Ttnn.gather(Ttnn.slice(x, ints(0, 0), ints(64, 32)), 0, index(x))),
        refusal(
            "gather: ",
            x -> Ttnn.gather(Ttnn.slice(x, ints(0, 0), ints(32, 64)), 0, large(index(x)))),
        refusal(
            "src: dimension 0 must not be smaller",
            x -> Ttnn.scatter(x, 0, index(x), Ttnn.slice(x, ints(0, 0), ints(32, 64)))),
        refusal(
            "src: DataType::BFLOAT16 is needed",
            x -> Ttnn.scatter(x, 0, index(x), Ttnn.typecast(x, DataType.FLOAT32))),
        refusal(
            "reduce: add, multiply, amax or amin is needed, got \"mean\"",
            x -> Ttnn.scatter(x, 0, index(x), x, null, "mean")));
  }

  /** The same, of layouts, places and creation. */
  static Stream<Refusal> otherRefusals() {
    return Stream.of(
        refusal(
            "dtype: rows of a DataType::BFLOAT16 tensor are",
            x -> Ttnn.toLayout(x, Layout.ROW_MAJOR, DataType.FLOAT32, null)),
        refusal(
            "dtype: DataType::BFLOAT16 can be written as itself or",
            x -> Ttnn.toLayout(Ttnn.untilize(x), Layout.TILE, DataType.INT32, null)),
        refusal(
            "memory_config: a host tensor has no place",
            x -> Ttnn.toLayout(Ttnn.fromDevice(x), Layout.ROW_MAJOR, null, MemoryConfig.DRAM)),
        refusal("input_tensor: the operation takes Layout::ROW_MAJOR", x -> Ttnn.tilize(x)),
        refusal(
            "input_tensor: the operation takes Layout::TILE", x -> Ttnn.untilize(Ttnn.untilize(x))),
        refusal(
            "input_tensor: the last two dimensions must be",
            x -> Ttnn.tilize(Ttnn.untilizeWithUnpadding(x, Shape.of(2, 3)))),
        refusal(
            "output_tensor_shape: ",
            x -> Ttnn.tilizeWithValPadding(Ttnn.untilize(x), Shape.of(96, 40), 0)),
        refusal("output_tensor_end: one index", x -> Ttnn.untilizeWithUnpadding(x, Shape.of(1))),
        refusal(
            "output_tensor_end: Shape([64, 64]) has the last index 63",
            x -> Ttnn.untilizeWithUnpadding(x, Shape.of(64, 1))),
        refusal(
            "sharded_memory_config: shards are needed",
            x -> Ttnn.interleavedToSharded(x, MemoryConfig.L1)),
        refusal(
            "input_tensor: an interleaved tensor is needed",
            x -> Ttnn.interleavedToSharded(Ttnn.toMemoryConfig(x, SHARDS), SHARDS)),
        refusal(
            "shard_shape: a height and a width",
            x ->
                Ttnn.interleavedToSharded(
                    x,
                    CoreRangeSet.grid(2, 1),
                    ints(32),
                    TensorMemoryLayout.HEIGHT_SHARDED,
                    ShardOrientation.ROW_MAJOR,
                    null)),
        refusal("input_tensor: a sharded tensor", x -> Ttnn.shardedToInterleaved(x)),
        refusal(
            "memory_config: an interleaved one",
            x -> Ttnn.shardedToInterleaved(Ttnn.toMemoryConfig(x, SHARDS), SHARDS, null)),
        refusal("input_tensor: a sharded tensor", x -> Ttnn.reshard(x, SHARDS)),
        refusal(
            "output_memory_config: shards",
            x -> Ttnn.reshard(Ttnn.toMemoryConfig(x, SHARDS), MemoryConfig.L1)),
        refusal("dtype: ", x -> Ttnn.clone(x, DataType.UINT8, null, null)),
        refusal("input_b: ", x -> Ttnn.copy(x, Ttnn.untilize(x))),
        refusal("input_b: a device tensor", x -> Ttnn.copy(x, Ttnn.fromDevice(x))),
        refusal(
            "host_tensor: a host tensor is needed",
            x -> run(() -> Ttnn.copyHostToDeviceTensor(x, x))),
        refusal(
            "device_tensor: a device tensor",
            x -> run(() -> Ttnn.copyHostToDeviceTensor(Ttnn.fromDevice(x), Ttnn.fromDevice(x)))),
        refusal(
            "host_tensor: the copy is",
            x -> run(() -> Ttnn.copyDeviceToHostTensor(x, Ttnn.zeros(Shape.of(64, 64))))),
        refusal("tensor: a host tensor is needed", x -> Ttnn.toDtype(x, DataType.FLOAT32)),
        refusal("tensor: a host tensor is needed", x -> Ttnn.asTensor(x)),
        refusal("device: a tensor whose values", x -> Ttnn.emptyLike(Ttnn.fromDevice(x))),
        refusal(
            "optional_tensor: the result is",
            x -> Ttnn.full(Shape.of(1), 0, null, null, null, null, x)),
        refusal(
            "fill_value: DataType::UINT8 holds",
            x -> Ttnn.fullLike(x, -1, LikeOptions.DEFAULT.withDtype(DataType.UINT8))),
        new Refusal(
            "dtype: DataType::FLOAT32 or",
            (x, device) ->
                Ttnn.randn(
                    x.shape(), device, DataType.INT32, Layout.TILE, MemoryConfig.DRAM, null, null)),
        refusal(
            "file_name: must have .tensorbin extension",
            x -> Ttnn.loadTensor(Path.of("weights.bin"))),
        refusal(
            "Invalid sharding core_grid",
            x ->
                Ttnn.createShardedMemoryConfig(
                    Shape.of(63, 64), new CoreGrid(2, 1), TensorMemoryLayout.HEIGHT_SHARDED)));
  }

  @ParameterizedTest
  @MethodSource({"refusals", "otherRefusals"})
  void itIsRefusedInASentenceAboutTheArgument(Refusal refusal) {
    Tensor x = Ttnn.ones(Shape.of(64, 64), null, Layout.TILE, device, null);
    assertThatThrownBy(() -> refusal.call().apply(x, device))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(refusal.message());
    assertThat(x.isAllocated()).isTrue();
  }

  @Test
  void aMoveToShardsThatDoNotFitLeavesTheTensor() {
    Tensor x = Ttnn.ones(Shape.of(64, 96), null, Layout.TILE, device, null);
    assertThatThrownBy(() -> Ttnn.reallocate(x, SHARDS))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("Shard width 64 must match physical width 96");
    assertThat(x.isAllocated()).isTrue();
  }

  /** Bytes changed, cut off and added: an error that names the file, never another one. */
  @Test
  void damagedTensorFilesAreRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("x.tensorbin");
    Ttnn.dumpTensor(file, Ttnn.ones(Shape.of(3, 5)));
    byte[] sound = Files.readAllBytes(file);
    Random random = new Random(1);
    for (int i = 0; i < 400; i++) {
      byte[] damaged = damaged(sound, random, i % 3);
      Files.write(file, damaged);
      assertThatThrownBy(() -> Ttnn.loadTensor(file))
          .isInstanceOf(TilescopeException.class)
          .hasMessageStartingWith(file.toString());
    }
  }

  private static byte[] damaged(byte[] sound, Random random, int how) {
    if (how == 0) {
      return Arrays.copyOf(sound, random.nextInt(sound.length));
    }
    if (how == 1) {
      return Arrays.copyOf(sound, sound.length + random.nextInt(1, 9));
    }
    byte[] changed = sound.clone();
    changed[random.nextInt(sound.length)] ^= (byte) random.nextInt(1, 256);
    return changed;
  }

  private static Tensor index(Tensor like) {
    return Ttnn.zerosLike(like, LikeOptions.DEFAULT.withDtype(DataType.UINT32));
  }

  private static Tensor large(Tensor index) {
    return Ttnn.fullLike(index, 40);
  }

  private static Object run(Runnable call) {
    call.run();
    return "done";
  }
}
