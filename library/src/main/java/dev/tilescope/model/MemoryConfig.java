package dev.tilescope.model;

import org.jspecify.annotations.Nullable;

/**
 * Where a tensor's buffer goes and how it is spread. Prints exactly as TT-NN does today, e.g.
 * {@code MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,buffer_type=BufferType::DRAM,
 * shard_spec=std::nullopt,...)}.
 */
public record MemoryConfig(
    TensorMemoryLayout memoryLayout, BufferType bufferType, @Nullable ShardSpec shardSpec) {
  public static final MemoryConfig DRAM =
      new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM, null);
  public static final MemoryConfig L1 =
      new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.L1, null);

  public MemoryConfig {
    if (memoryLayout.isSharded() != (shardSpec != null)) {
      throw new TilescopeException(
          memoryLayout.isSharded()
              ? "memory config: " + memoryLayout + " needs a shard spec, got none"
              : "memory config: INTERLEAVED takes no shard spec, got " + shardSpec);
    }
  }

  public static MemoryConfig sharded(
      TensorMemoryLayout memoryLayout, BufferType bufferType, ShardSpec shardSpec) {
    return new MemoryConfig(memoryLayout, bufferType, shardSpec);
  }

  public boolean isSharded() {
    return memoryLayout.isSharded();
  }

  @Override
  public String toString() {
    return "MemoryConfig(memory_layout="
        + memoryLayout
        + ",buffer_type="
        + bufferType
        + ",shard_spec="
        + (shardSpec == null ? "std::nullopt" : shardSpec)
        + ",nd_shard_spec=std::nullopt,created_with_nd_shard_spec=0,per_core_allocation=0)";
  }
}
