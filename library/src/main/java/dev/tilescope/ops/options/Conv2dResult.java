package dev.tilescope.ops.options;

import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What {@code conv2d} gives with {@code return_output_dim} and {@code return_weights_and_bias}.
 *
 * @param output {@code [1, 1, N*outputHeight*outputWidth, O]}
 * @param weight as the device takes it, to be given to the next call
 * @param bias as the device takes it; null if there was none
 */
public record Conv2dResult(
    Tensor output, int outputHeight, int outputWidth, Tensor weight, @Nullable Tensor bias) {}
