/**
 * Between host and device, arrays, files and PyTorch.
 *
 * <p>{@code TransferOperations}, {@code FileOperations}, {@code TorchOperations}.
 *
 * <p>A family: it knows the mechanism, the kernels and the options, and calls operations of other
 * families through the doors.
 */
@NullMarked
package dev.tilescope.ops.transfer;

import org.jspecify.annotations.NullMarked;
