/**
 * PyTorch by way of DJL: {@link dev.tilescope.torch.Torch} makes tensors of DJL's arrays and arrays
 * of tensors.
 *
 * <p>Operations, conversions and traces are those of {@code Ttnn.fromTorch} and {@code
 * Ttnn.toTorch}; here is only what DJL's {@code NDArray} needs to pass for a {@code TorchTensor}.
 * No engine is loaded here: arrays and managers come from the program. May use {@code ops}, {@code
 * tensor} and {@code model}.
 */
@NullMarked
package dev.tilescope.torch;

import org.jspecify.annotations.NullMarked;
