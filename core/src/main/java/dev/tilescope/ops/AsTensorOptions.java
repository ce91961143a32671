package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code as_tensor}.
 *
 * @param dtype null for that of the tensor
 * @param layout of the result; block floats are in TILE whatever it says
 * @param device null for a host tensor
 * @param memoryConfig where on the device
 * @param cacheFileName beginning of the name of a file that keeps the converted tensor; type,
 *     layout and {@code .tensorbin} are added to it
 */
public record AsTensorOptions(
    @Nullable DataType dtype,
    Layout layout,
    @Nullable MeshDevice device,
    @Nullable MemoryConfig memoryConfig,
    @Nullable String cacheFileName)
    implements Options {
  public static final AsTensorOptions DEFAULT =
      new AsTensorOptions(null, Layout.ROW_MAJOR, null, null, null);

  public AsTensorOptions withDtype(DataType value) {
    return new AsTensorOptions(value, layout, device, memoryConfig, cacheFileName);
  }

  public AsTensorOptions withLayout(Layout value) {
    return new AsTensorOptions(dtype, value, device, memoryConfig, cacheFileName);
  }

  public AsTensorOptions withDevice(MeshDevice value, MemoryConfig memory) {
    return new AsTensorOptions(dtype, layout, value, memory, cacheFileName);
  }

  public AsTensorOptions withCacheFileName(String value) {
    return new AsTensorOptions(dtype, layout, device, memoryConfig, value);
  }
}
