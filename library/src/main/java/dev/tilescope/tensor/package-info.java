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
 * <p>{@link dev.tilescope.tensor.TorchTensor} is an array of another library, PyTorch's above all,
 * on its way to a tensor or from one.
 *
 * <p>May use {@code model} and {@code device}.
 *
 * <pre>{@code
 * Tensor x = Ttnn.fromArray(new float[] {1, 2, 3, 4}, Shape.of(2, 2), DataType.BFLOAT16, Layout.ROW_MAJOR);
 * System.out.println(x.spec() + " " + Pcc.of(x, x));
 * }</pre>
 */
@NullMarked
package dev.tilescope.tensor;

import org.jspecify.annotations.NullMarked;
