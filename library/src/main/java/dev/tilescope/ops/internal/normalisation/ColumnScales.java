package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import org.jspecify.annotations.Nullable;

/**
 * Weights and biases of {@code group_norm}: one after the other, or those of each column of cores
 * filled up to whole tiles.
 *
 * @param channels how many a column of cores has
 */
record ColumnScales(int channels) {
  private static final int SIDE = TensorSpec.TILE_SIDE;

  /** Those for an input: its shards' columns, or all channels where nothing divides them. */
  static ColumnScales of(TensorSpec input) {
    int all = input.shape().dim(-1);
    ShardSpec shards = input.memoryConfig().shardSpec();
    boolean divided =
        shards != null
            && input.memoryConfig().memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED
            && all % shards.width() == 0;
    return new ColumnScales(shards != null && divided ? shards.width() : all);
  }

  private int filled() {
    return Math.ceilDiv(channels, SIDE) * SIDE;
  }

  private long volume(int all) {
    return channels == all ? all : (long) all / channels * filled();
  }

  void check(String argument, int all, Shape shape) {
    Check.that(
        shape.volume() == all || shape.volume() == volume(all),
        "%s: one element for each of %d channels is needed%s, got %s",
        argument,
        all,
        volume(all) == all
            ? ""
            : ", or %d with those of each column of cores filled up to whole tiles"
                .formatted(volume(all)),
        shape);
  }

  private int place(int channel) {
    return channel / channels * filled() + channel % channels;
  }

  float @Nullable [] ofChannels(float @Nullable [] values, int all) {
    if (values == null || values.length == all) {
      return values;
    }
    float[] each = new float[all];
    for (int channel = 0; channel < all; channel++) {
      each[channel] = values[place(channel)];
    }
    return each;
  }

  double of(double[] values, int channel, int all) {
    return values[values.length == all ? channel : place(channel)];
  }
}
