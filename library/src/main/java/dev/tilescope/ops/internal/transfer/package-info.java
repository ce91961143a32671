/**
 * Between host and device, arrays, files and PyTorch.
 *
 * <p>{@code TransferOperations}, {@code FileOperations}, {@code TorchOperations}.
 *
 * <p>A family: it knows the mechanism, the kernels, the options and {@code movement}, whose
 * operations its composites call.
 */
@NullMarked
package dev.tilescope.ops.internal.transfer;

import org.jspecify.annotations.NullMarked;
