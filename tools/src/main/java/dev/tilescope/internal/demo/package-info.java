/**
 * Models to try the tracer on: {@link dev.tilescope.internal.demo.Bert}, {@link
 * dev.tilescope.internal.demo.ResNet50} and {@link dev.tilescope.internal.demo.Llama}, each a
 * {@link dev.tilescope.internal.demo.DemoModel} whose calls are those of TT-NN's own demo of the
 * model, in the same order. Weights are seeded random numbers ({@code SeededWeights}): the shapes,
 * the memory and the work are real, what they say is not. {@code Shards} says how activations lie
 * in L1 where the demo shares them out over the cores.
 *
 * <p>May use {@code ops}, {@code tensor}, {@code device} and {@code model}.
 */
@NullMarked
package dev.tilescope.internal.demo;

import org.jspecify.annotations.NullMarked;
