/**
 * Products of matrices.
 *
 * <p>{@code MatmulOperations} declares them. {@code MatmulRequest} is a call as it was asked for,
 * {@code MatmulChoice} the program config that TT-NN would choose for it, {@code MatmulCheck} what
 * a config may be, {@code MatmulBuffers}, {@code MatmulCores} and {@code MatmulTraffic} what
 * follows from one.
 *
 * <p>A family: it knows the mechanism, the kernels and the options. Its composites call operations
 * of {@code conversion}, {@code movement} and {@code elementwise}.
 */
@NullMarked
package dev.tilescope.ops.internal.matmul;

import org.jspecify.annotations.NullMarked;
