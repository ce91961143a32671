package dev.tilescope.model;

import org.jspecify.annotations.Nullable;

/**
 * Where a tensor's buffer goes and how it is spread. A sharded one without a shard spec leaves the
 * shards to the operation that is given it; no tensor has such a one. Prints exactly as TT-NN does
 * today, e.g. {@code
 * MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,buffer_type=BufferType::DRAM,
 * shard_spec=std::nullopt,...)}.
 *
 * <p>Shards of any number of dimensions make an {@link TensorMemoryLayout#ND_SHARDED} config. That
 * of a tensor has height, width or block shards beside them where they amount to such.
 *
 * @param shardSpec of the tensor seen as a plane
 * @param ndShardSpec null unless the config was made with it
 */
public record MemoryConfig(
    TensorMemoryLayout memoryLayout,
    BufferType bufferType,
    @Nullable ShardSpec shardSpec,
    @Nullable NdShardSpec ndShardSpec) {
  public static final MemoryConfig DRAM =
      new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM, null);
  public static final MemoryConfig L1 =
      new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.L1, null);

  public MemoryConfig {
    boolean nd = memoryLayout == TensorMemoryLayout.ND_SHARDED;
    if (!memoryLayout.isSharded() && (shardSpec != null || ndShardSpec != null)) {
      throw new TilescopeException(
          "memory config: INTERLEAVED takes no shard spec, got "
              + (shardSpec == null ? ndShardSpec : shardSpec));
    } else if (nd && shardSpec != null) {
      throw new TilescopeException(
          "memory config: ND_SHARDED takes an ND shard spec, got " + shardSpec);
    } else if (nd && ndShardSpec == null) {
      throw new TilescopeException("memory config: ND_SHARDED needs an ND shard spec, got none");
    }
  }

  public MemoryConfig(
      TensorMemoryLayout memoryLayout, BufferType bufferType, @Nullable ShardSpec shardSpec) {
    this(memoryLayout, bufferType, shardSpec, null);
  }

  public static MemoryConfig sharded(
      TensorMemoryLayout memoryLayout, BufferType bufferType, ShardSpec shardSpec) {
    return new MemoryConfig(memoryLayout, bufferType, shardSpec);
  }

  public static MemoryConfig sharded(BufferType bufferType, NdShardSpec shards) {
    return new MemoryConfig(TensorMemoryLayout.ND_SHARDED, bufferType, null, shards);
  }

  public boolean isSharded() {
    return memoryLayout.isSharded();
  }

  /** The cores that shards may lie on; null for an interleaved config. */
  public @Nullable CoreRangeSet grid() {
    return ndShardSpec != null ? ndShardSpec.grid() : shardSpec == null ? null : shardSpec.grid();
  }

  @Override
  public String toString() {
    return "MemoryConfig(memory_layout="
        + memoryLayout
        + ",buffer_type="
        + bufferType
        + ",shard_spec="
        + (shardSpec == null ? "std::nullopt" : shardSpec)
        + ",nd_shard_spec="
        + (ndShardSpec == null ? "std::nullopt" : ndShardSpec)
        + ",created_with_nd_shard_spec="
        + (ndShardSpec == null ? 0 : 1)
        + ",per_core_allocation=0)";
  }
}
