package dev.tilescope.ops.internal.transfer;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.transfer.TransferOperations.ToDeviceArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations.ToDtypeArguments;
import dev.tilescope.ops.options.AsTensorOptions;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TensorFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tensors in files, in the format of {@link TensorFile}, which is not that of TT-NN's files. */
public final class FileOperations {
  private FileOperations() {}

  private static final String EXTENSION = ".tensorbin";

  public record DumpArguments(Path fileName, Tensor tensor) {}

  public record LoadArguments(Path fileName, @Nullable MeshDevice device) {}

  public record AsTensorArguments(Tensor tensor, AsTensorOptions options) {}

  public static final Operation<DumpArguments, Path> DUMP_TENSOR =
      Operation.of("ttnn.dump_tensor", DumpArguments.class, FileOperations::dump);
  public static final Operation<LoadArguments, Tensor> LOAD_TENSOR =
      Operation.of("ttnn.load_tensor", LoadArguments.class, FileOperations::load);
  public static final Operation<AsTensorArguments, Tensor> AS_TENSOR =
      Operation.of("ttnn.as_tensor", AsTensorArguments.class, FileOperations::asTensor);

  private static void checkName(Path file) {
    Check.that(
        file.toString().endsWith(EXTENSION),
        "file_name: must have %s extension, got %s",
        EXTENSION,
        file);
  }

  private static Path dump(DumpArguments a) {
    checkName(a.fileName());
    TensorFile.write(a.fileName(), TransferOperations.fromDevice(a.tensor()));
    return a.fileName();
  }

  private static Tensor load(LoadArguments a) {
    checkName(a.fileName());
    Tensor tensor = TensorFile.read(a.fileName());
    return a.device() == null ? tensor : Uploads.upload(tensor, a.device(), tensor.memoryConfig());
  }

  private static Tensor asTensor(AsTensorArguments a) {
    AsTensorOptions options = a.options();
    Tensor tensor =
        mapped(
            options.preprocess() == null
                ? a.tensor()
                : options.preprocess().step().apply(a.tensor()),
            options);
    Check.that(!tensor.isOnDevice(), "tensor: a host tensor is needed, got a device tensor");
    Check.that(
        options.device() == null || options.memoryConfig() != null,
        "memory_config: it is needed to put the tensor on a device, got none");
    DataType dtype = options.dtype() == null ? tensor.dtype() : options.dtype();
    Layout layout = dtype.isBlockFloat() ? Layout.TILE : options.layout();
    Tensor host =
        options.cacheFileName() == null
            ? converted(tensor, dtype, layout)
            : cached(tensor, dtype, layout, options.cacheFileName());
    MemoryConfig memory = options.memoryConfig();
    return options.device() == null
        ? host
        : TransferOperations.TO_DEVICE.call(
            new ToDeviceArguments(host, options.device(), Objects.requireNonNull(memory)));
  }

  /** Cut before it is converted: blocks of a block float do not cross from part to part. */
  private static Tensor mapped(Tensor tensor, AsTensorOptions options) {
    MeshMapper mapper = options.meshMapper();
    if (mapper == null) {
      return tensor;
    }
    Check.that(!tensor.isOnDevice(), "tensor: a host tensor is needed, got a device tensor");
    return mapper.distribute(tensor, options.device());
  }

  /** Tiles before blocks: blocks exist in tiles only. */
  private static Tensor converted(Tensor tensor, DataType dtype, Layout layout) {
    return dtype.isBlockFloat()
        ? typed(MovementSteps.toLayout(tensor, layout), dtype)
        : MovementSteps.toLayout(typed(rowsOf(tensor, dtype), dtype), layout);
  }

  private static Tensor typed(Tensor tensor, DataType dtype) {
    return TransferOperations.TO_DTYPE.call(new ToDtypeArguments(tensor, dtype));
  }

  private static Tensor rowsOf(Tensor tensor, DataType dtype) {
    return tensor.dtype().isBlockFloat() && !dtype.isBlockFloat()
        ? MovementSteps.toLayout(tensor, Layout.ROW_MAJOR)
        : tensor;
  }

  /** A file of another shape is of another tensor, and is replaced. */
  private static Tensor cached(Tensor tensor, DataType dtype, Layout layout, String name) {
    Path file =
        Path.of("%s_dtype_%s_layout_%s%s".formatted(name, dtype.name(), layout.name(), EXTENSION));
    if (Files.exists(file)) {
      Tensor held = LOAD_TENSOR.call(new LoadArguments(file, null));
      if (held.shape().equals(tensor.shape())
          && held.distribution().equals(tensor.distribution())
          && held.dtype() == dtype
          && held.layout() == layout) {
        return held;
      }
    }
    Tensor made = converted(tensor, dtype, layout);
    DUMP_TENSOR.call(new DumpArguments(file, made));
    return made;
  }
}
