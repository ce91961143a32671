/**
 * What operations take beside tensors, and what they give that is none: options, configs, the enums
 * in them, semaphores and pairs of results.
 *
 * <p>Records of options have TT-NN's keyword arguments and a {@code DEFAULT}; what differs is set
 * with {@code with...}. {@code Withers} has those methods for all of them and is written by {@code
 * mvn -Pgenerate}.
 *
 * <p>Below the families of operations, so that all of them and the doors take the same. Uses {@code
 * ops.internal.mechanism} and {@code ops.internal.kernel}.
 *
 * <pre>{@code
 * MatmulOptions options = MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1);
 * }</pre>
 */
@NullMarked
package dev.tilescope.ops.options;

import org.jspecify.annotations.NullMarked;
