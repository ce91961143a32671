package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.ArgumentGroup;

/** The images that a pool goes over. */
public record PoolImages(int batchSize, int inputH, int inputW, int channels)
    implements ArgumentGroup {}
