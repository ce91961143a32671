package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the random numbers of cores begin. */
public final class SeedOperations {
  private SeedOperations() {}

  private static final TensorSpec NOTHING =
      new TensorSpec(Shape.of(1), DataType.UINT32, Layout.ROW_MAJOR, MemoryConfig.DRAM);
  private static final int LAST_USER = 31;

  public record ManualSeedParams(@Nullable Long seeds, @Nullable Long userIds, SeededDraws draws)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new Attributes(null, null);
    }
  }

  /** What traces say of a call. */
  public record Attributes(@Nullable Long seeds, @Nullable Long userIds) {}

  public static final DeviceOperation<ManualSeedParams> MANUAL_SEED_ON_DEVICE =
      DeviceOperation.<ManualSeedParams>named("ManualSeedDeviceOperation", "manual_seed")
          .takes(
              Input.optional("seeds").dtypes(List.of(DataType.UINT32)).in(Layout.ROW_MAJOR),
              Input.optional("user_ids").dtypes(List.of(DataType.UINT32)).in(Layout.ROW_MAJOR))
          .attributes(call -> new Attributes(call.params().seeds(), call.params().userIds()))
          .validation(SeedOperations::check)
          .output(call -> NOTHING)
          .circularBuffers(
              "A dataflow buffer for each tensor that is given, on all cores.",
              SeedOperations::buffers)
          .cost(call ->
              Costs.work(0, CircularBuffers.wholeGrid(call).size(), Costs.inputs(call), NOTHING))
          .kernel(SeedOperations::compute)
          .golden(call -> call.newOutput())
          .declare();

  /**
   * @param seeds a number, or a tensor of one for each user that is named
   * @param userIds a number, a tensor, or null for all
   */
  public record ManualSeedArguments(
      @Default("0") Object seeds,
      @Nullable MeshDevice device,
      @Nullable Object userIds,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  public static final Operation<ManualSeedArguments, Tensor> MANUAL_SEED =
      Operation.of(
          "ttnn::manual_seed",
          ManualSeedArguments.class,
          SeedOperations::manualSeed,
          MANUAL_SEED_ON_DEVICE);

  private static Tensor manualSeed(ManualSeedArguments a) {
    Tensor seeds = a.seeds() instanceof Tensor tensor ? tensor : null;
    Tensor users = a.userIds() instanceof Tensor tensor ? tensor : null;
    MeshDevice device = seeds == null ? a.device() : seeds.requireBuffer("seeds").device();
    if (device == null) {
      throw Check.failed("Device must be provided when seeds is a uint32_t value.");
    }
    ManualSeedParams params =
        new ManualSeedParams(number(a.seeds()), number(a.userIds()), SeededDraws.of(device));
    return seeds == null && users == null
        ? MANUAL_SEED_ON_DEVICE.runOn(device, params)
        : MANUAL_SEED_ON_DEVICE.run(params, seeds, users);
  }

  private static @Nullable Long number(@Nullable Object given) {
    return given instanceof Number number ? (Long) number.longValue() : null;
  }

  private static void check(Call<ManualSeedParams> call) {
    Long user = call.params().userIds();
    Check.that(
        user == null || !call.has(0),
        "Seeds were provided as a tensor, so user_ids must not be provided as a scalar.");
    Check.that(
        user == null || user >= 0 && user <= LAST_USER,
        "User IDs scalar must be in the range [0, 31], got %s.",
        String.valueOf(user));
    Check.that(
        !call.has(0)
            || call.has(1)
                && call.spec(0).shape().rank() == 1
                && call.spec(0).shape().equals(call.spec(1).shape()),
        "Seeds tensor and User IDs tensor must have the same shape of one dimension, got %s and %s",
        call.has(0) ? call.spec(0).shape() : "none",
        call.has(1) ? call.spec(1).shape() : "none");
  }

  private static List<CircularBuffer> buffers(Call<ManualSeedParams> call) {
    List<CircularBuffer> all = new ArrayList<>();
    for (Tensor given : call.given()) {
      all.add(CircularBuffers.tiles(CircularBuffers.wholeGrid(call), given.dtype(), 1));
    }
    return CircularBuffers.dataflow(all);
  }

  private static void compute(Call<ManualSeedParams> call) {
    SeededDraws draws = call.params().draws();
    Long seed = call.params().seeds();
    Long user = call.params().userIds();
    if (call.has(1)) {
      int[] users = call.integers(1);
      for (int i = 0; i < users.length; i++) {
        long own = seed != null ? seed : Integer.toUnsignedLong(call.integers(0)[i]);
        draws.seed(Integer.toUnsignedLong(users[i]), own);
      }
    } else if (seed != null && user != null) {
      draws.seed(user, seed);
    } else if (seed != null) {
      draws.seedAll(seed);
    }
  }
}
