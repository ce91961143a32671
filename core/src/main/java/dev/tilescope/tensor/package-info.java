/**
 * Tensors: a {@link dev.tilescope.model.TensorSpec}, perhaps a device buffer, perhaps {@link
 * dev.tilescope.tensor.Values}.
 *
 * <p>Values are held row-major and unpadded, floats as float32 already rounded to the tensor's
 * type: that is what the CPU kernels compute on. {@link dev.tilescope.tensor.TileImage} makes the
 * bytes that the device's banks would hold, tiles, faces, padding and all; {@link
 * dev.tilescope.tensor.BlockFloat} those of a tile of block floats. {@link
 * dev.tilescope.tensor.Sharding} checks and makes sharded memory configs.
 *
 * <p>May use {@code model} and {@code device}.
 */
@NullMarked
package dev.tilescope.tensor;

import org.jspecify.annotations.NullMarked;
