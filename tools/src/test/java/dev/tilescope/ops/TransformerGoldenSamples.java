package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.device;
import static dev.tilescope.ops.RandomTensors.fill;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.attention.AttentionOperations;
import dev.tilescope.ops.internal.attention.AttentionOperations.SdpaParams;
import dev.tilescope.ops.internal.attention.ConcatHeadOperations;
import dev.tilescope.ops.internal.attention.ConcatHeadOperations.NlpConcatHeadsParams;
import dev.tilescope.ops.internal.attention.DecodeAttentionOperations;
import dev.tilescope.ops.internal.attention.DecodeAttentionOperations.SdpaDecodeParams;
import dev.tilescope.ops.internal.attention.DecodeHeadOperations;
import dev.tilescope.ops.internal.attention.DecodeHeadOperations.ConcatHeadsDecodeParams;
import dev.tilescope.ops.internal.attention.DecodeHeadOperations.CreateQkvHeadsDecodeParams;
import dev.tilescope.ops.internal.attention.FusedRotaryOperations;
import dev.tilescope.ops.internal.attention.FusedRotaryOperations.RotaryEmbeddingLlamaFusedQkParams;
import dev.tilescope.ops.internal.attention.HalfRotaryOperations;
import dev.tilescope.ops.internal.attention.HalfRotaryOperations.RotaryEmbeddingHfParams;
import dev.tilescope.ops.internal.attention.HeadOperations;
import dev.tilescope.ops.internal.attention.HeadOperations.NlpCreateHeadsParams;
import dev.tilescope.ops.internal.attention.IndexedRotaryOperations;
import dev.tilescope.ops.internal.attention.IndexedRotaryOperations.RotaryEmbeddingIndexedParams;
import dev.tilescope.ops.internal.attention.RotaryOperations;
import dev.tilescope.ops.internal.attention.RotaryOperations.RotaryEmbeddingLlamaParams;
import dev.tilescope.ops.internal.attention.RotaryOperations.RotaryEmbeddingParams;
import dev.tilescope.ops.internal.attention.ShardedHeadOperations;
import dev.tilescope.ops.internal.attention.ShardedHeadOperations.CreateQkvHeadsParams;
import dev.tilescope.ops.internal.cache.CacheOperations;
import dev.tilescope.ops.internal.cache.CacheOperations.KvCacheParams;
import dev.tilescope.ops.internal.cache.CacheOperations.UpdateCacheOpType;
import dev.tilescope.ops.internal.cache.PaddedCacheOperations;
import dev.tilescope.ops.internal.cache.PaddedCacheOperations.UpdatePaddedKvCacheParams;
import dev.tilescope.ops.internal.cache.PagedCacheOperations;
import dev.tilescope.ops.internal.cache.PagedCacheOperations.PagedUpdateCacheParams;
import dev.tilescope.ops.internal.cache.PagedFillOperations;
import dev.tilescope.ops.internal.cache.PagedFillOperations.PagedFillCacheParams;
import dev.tilescope.ops.internal.cache.ZeroPaddedCacheOperations;
import dev.tilescope.ops.internal.cache.ZeroPaddedCacheOperations.ZeroPaddedKvCacheParams;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Heads, attention, rotary embeddings and caches. */
final class TransformerGoldenSamples implements GoldenSamples {
  private static final int BLOCK = 32;

  @Override
  public List<Family> families() {
    return List.of(
        new Family("NlpCreateHeads", TransformerGoldenSamples::createHeads),
        new Family("CreateQKVHeads", TransformerGoldenSamples::createShardedHeads),
        new Family("NLPConcatHeads", TransformerGoldenSamples::concatHeads),
        new Family("NLPCreateQKVHeadsDecode", TransformerGoldenSamples::createHeadsDecode),
        new Family("NLPConcatHeadsDecode", TransformerGoldenSamples::concatHeadsDecode),
        new Family("SDPA", TransformerGoldenSamples::attention),
        new Family("Sdpa in windows", TransformerGoldenSamples::windows),
        new Family("Sdpa in chunks", TransformerGoldenSamples::chunked),
        new Family("SdpaDecode", TransformerGoldenSamples::decode),
        new Family("SdpaDecode with pages", TransformerGoldenSamples::pagedDecode),
        new Family("RotaryEmbedding", TransformerGoldenSamples::rotary),
        new Family("RotaryEmbeddingLlama", TransformerGoldenSamples::rotaryLlama),
        new Family("RotaryEmbeddingIndexed", TransformerGoldenSamples::rotaryIndexed),
        new Family("RotaryEmbeddingHf", TransformerGoldenSamples::rotaryHf),
        new Family("RotaryEmbeddingLlamaFusedQK", TransformerGoldenSamples::rotaryFused),
        new Family("UpdateKVCache", TransformerGoldenSamples::updateCache),
        new Family("UpdatePaddedKvCache", TransformerGoldenSamples::updatePaddedCache),
        new Family("ZeroPaddedKvCache", TransformerGoldenSamples::zeroPaddedCache),
        new Family("PagedUpdateCache", TransformerGoldenSamples::pagedUpdate),
        new Family("PagedUpdateCache, shared", TransformerGoldenSamples::sharedUpdate),
        new Family("PagedFusedUpdateCache", TransformerGoldenSamples::pagedFusedUpdate),
        new Family("PagedFillCache", TransformerGoldenSamples::pagedFill));
  }

  private static Tensor tiles(Random random, DataType dtype, int... shape) {
    return floats(random, dtype, Layout.TILE, -2, 2, shape);
  }

  private static Tensor dram(Random random, DataType dtype, int... shape) {
    Tensor tensor = place(new TensorSpec(Shape.of(shape), dtype, Layout.TILE, MemoryConfig.DRAM));
    fill(random, tensor, -2, 2);
    return tensor;
  }

  /** {@code [1, users, rows, width]} with a user to a core. */
  static MemoryConfig userPerCore(int users, int rows, int width) {
    return userPerCore(0, users, rows, width);
  }

  static MemoryConfig userPerCore(int skip, int users, int rows, int width) {
    CoreRangeSet cores = CoreSets.rowByRow(CoreRangeSet.grid(8, 8), skip, users);
    int height = Math.ceilDiv(rows, BLOCK) * BLOCK;
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(cores, height, width, ShardOrientation.ROW_MAJOR));
  }

  private static Tensor perUser(Random random, DataType dtype, int users, int rows, int width) {
    return perUser(random, dtype, 0, users, rows, width);
  }

  private static Tensor perUser(
      Random random, DataType dtype, int skip, int users, int rows, int width) {
    Tensor tensor =
        place(
            new TensorSpec(
                Shape.of(1, users, rows, width),
                dtype,
                Layout.TILE,
                userPerCore(skip, users, rows, width)));
    fill(random, tensor, -2, 2);
    return tensor;
  }

  private static Tensor integers(int[] values, int... shape) {
    Tensor tensor =
        place(new TensorSpec(Shape.of(shape), DataType.INT32, Layout.ROW_MAJOR, MemoryConfig.DRAM));
    System.arraycopy(values, 0, tensor.values().integers(), 0, values.length);
    return tensor;
  }

  private static GoldenSample<NlpCreateHeadsParams> createHeads(Random random) {
    int heads = random.nextInt(1, 5);
    int kvHeads = random.nextInt(1, heads + 1);
    int dim = 32 * random.nextInt(1, 3);
    boolean tied = random.nextInt(4) == 0;
    boolean separate = random.nextInt(3) == 0;
    DataType dtype = pick(random, FLOATS);
    int batch = random.nextInt(1, 3);
    int rows = random.nextInt(20) == 0 ? 0 : random.nextInt(1, 70);
    int keys = (tied ? 1 : 2) * kvHeads * dim;
    int queries = heads * dim;
    boolean flat = random.nextBoolean();
    int width = separate ? queries : queries + keys;
    Tensor in =
        tiles(random, dtype, flat ? shape(batch, rows, width) : shape(batch, 1, rows, width));
    Tensor kv =
        separate
            ? tiles(random, dtype, flat ? shape(batch, rows, keys) : shape(batch, 1, rows, keys))
            : null;
    return new GoldenSample<>(
        HeadOperations.NLP_CREATE_HEADS_ON_DEVICE,
        new NlpCreateHeadsParams(heads, kvHeads, dim, random.nextBoolean(), tied, memory(random)),
        Arrays.asList(in, kv));
  }

  private static int[] shape(int... dims) {
    return dims;
  }

  private static GoldenSample<NlpConcatHeadsParams> concatHeads(Random random) {
    Tensor in =
        tiles(
            random,
            pick(random, FLOATS),
            random.nextInt(1, 3),
            random.nextInt(1, 5),
            random.nextInt(1, 70),
            32 * random.nextInt(1, 4));
    return new GoldenSample<>(
        ConcatHeadOperations.NLP_CONCAT_HEADS_ON_DEVICE,
        new NlpConcatHeadsParams(memory(random)),
        List.of(in));
  }

  private static GoldenSample<CreateQkvHeadsParams> createShardedHeads(Random random) {
    int across = random.nextInt(1, 3);
    int kvHeads = across * random.nextInt(1, 3);
    int heads = kvHeads * random.nextInt(1, 3);
    int batch = random.nextInt(1, 4);
    int width = (heads + 2 * kvHeads) * BLOCK;
    MemoryConfig blocks =
        MemoryConfig.sharded(
            TensorMemoryLayout.BLOCK_SHARDED,
            BufferType.L1,
            new ShardSpec(
                CoreRangeSet.grid(across, batch), 64, width / across, ShardOrientation.ROW_MAJOR));
    Shape shape = Shape.of(batch, 64, width);
    Tensor in = place(new TensorSpec(shape, pick(random, FLOATS), Layout.TILE, blocks));
    fill(random, in, -2, 2);
    return new GoldenSample<>(
        ShardedHeadOperations.CREATE_QKV_HEADS_ON_DEVICE,
        new CreateQkvHeadsParams(
            heads, kvHeads, BLOCK, random.nextBoolean(), userPerCore(1, 32, 32)),
        List.of(in));
  }

  private static GoldenSample<CreateQkvHeadsDecodeParams> createHeadsDecode(Random random) {
    int kvHeads = random.nextInt(1, 4);
    int heads = kvHeads * random.nextInt(1, 4);
    int dim = 32 * random.nextInt(1, 3);
    Tensor in =
        tiles(
            random, pick(random, FLOATS), 1, 1, random.nextInt(1, 33), (heads + 2 * kvHeads) * dim);
    return new GoldenSample<>(
        DecodeHeadOperations.NLP_CREATE_QKV_HEADS_DECODE_ON_DEVICE,
        new CreateQkvHeadsDecodeParams(
            heads, kvHeads, dim, true, null, CircularBuffers.wholeGrid(device())),
        List.of(in));
  }

  private static GoldenSample<ConcatHeadsDecodeParams> concatHeadsDecode(Random random) {
    int heads = random.nextInt(1, 40);
    int dim = 32 * random.nextInt(1, 3);
    Tensor in = perUser(random, pick(random, FLOATS), random.nextInt(1, 33), heads, dim);
    return new GoldenSample<>(
        DecodeHeadOperations.NLP_CONCAT_HEADS_DECODE_ON_DEVICE,
        new ConcatHeadsDecodeParams(
            random.nextInt(1, heads + 1), CircularBuffers.wholeGrid(device())),
        List.of(in));
  }

  private static GoldenSample<SdpaParams> attention(Random random) {
    int batch = random.nextInt(1, 3);
    int kvHeads = random.nextInt(1, 3);
    int heads = kvHeads * random.nextInt(1, 3);
    boolean causal = random.nextBoolean();
    int queries = random.nextInt(1, 70);
    int keys = causal ? queries : random.nextInt(1, 70);
    int dim = 32 * random.nextInt(1, 3);
    boolean masked = !causal && random.nextBoolean();
    DataType dtype = pick(random, FLOATS);
    Tensor mask =
        masked
            ? tiles(
                random,
                dtype,
                random.nextBoolean() ? 1 : batch,
                random.nextBoolean() ? 1 : heads,
                queries,
                keys)
            : null;
    return new GoldenSample<>(
        AttentionOperations.SDPA_ON_DEVICE,
        new SdpaParams(
            random.nextFloat(0.05f, 0.5f),
            causal,
            masked || random.nextBoolean() ? 0 : random.nextInt(1, 40),
            memory(random),
            null,
            AttentionOperations.COMPUTE),
        Arrays.asList(
            tiles(random, dtype, batch, heads, queries, dim),
            tiles(random, dtype, batch, kvHeads, keys, dim),
            tiles(random, dtype, batch, kvHeads, keys, dim),
            mask,
            random.nextBoolean() ? tiles(random, dtype, 1, heads, 1, 1) : null),
        TransformerGoldenSamples::unit);
  }

  /** Windows that leave out the first queries or the last, or are empty. */
  private static GoldenSample<SdpaParams> windows(Random random) {
    int queries = random.nextInt(2, 70);
    int[] edges = random.ints(random.nextInt(2, 6), 0, queries + 1).sorted().toArray();
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        AttentionOperations.SDPA_ON_DEVICE,
        new SdpaParams(0.2f, false, 0, memory(random), null, AttentionOperations.COMPUTE),
        Arrays.asList(
            tiles(random, dtype, 1, 2, queries, 32),
            tiles(random, dtype, 1, 1, queries, 32),
            tiles(random, dtype, 1, 1, queries, 32),
            null,
            null,
            integers(edges, edges.length)),
        TransformerGoldenSamples::unit);
  }

  /** The first position as a number or in a tensor. */
  private static GoldenSample<SdpaParams> chunked(Random random) {
    int users = random.nextInt(1, 3);
    int perUser = random.nextInt(1, 4);
    int start = random.nextInt(perUser) * BLOCK;
    int queries = random.nextInt(1, perUser * BLOCK - start + 1);
    int blocks = users * perUser + random.nextInt(3);
    boolean listed = random.nextBoolean();
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        AttentionOperations.SDPA_ON_DEVICE,
        new SdpaParams(
            random.nextFloat(0.05f, 0.5f),
            true,
            0,
            memory(random),
            null,
            AttentionOperations.COMPUTE,
            listed ? null : start),
        Arrays.asList(
            tiles(random, dtype, users, 2, queries, 32),
            dram(random, dtype, blocks, 1, BLOCK, 32),
            dram(random, dtype, blocks, 1, BLOCK, 32),
            null,
            null,
            null,
            pages(random, users, perUser, blocks),
            listed ? integers(new int[] {start}, 1) : null),
        TransformerGoldenSamples::unit);
  }

  /** Averages of values of the size of 1. */
  private static <P extends Record> List<double[]> unit(GoldenCall<P> call) {
    double[] magnitudes = call.newOutput();
    Arrays.fill(magnitudes, 1);
    return List.of(magnitudes);
  }

  private static int[] positions(Random random, int users, int rows) {
    return IntStream.range(0, users).map(i -> random.nextInt(-1, rows)).toArray();
  }

  private static SdpaDecodeParams decodeParams(
      Random random, boolean causal, List<Integer> positions) {
    return decodeParams(random, causal, positions, false);
  }

  private static SdpaDecodeParams decodeParams(
      Random random, boolean causal, List<Integer> positions, boolean shareCache) {
    return new SdpaDecodeParams(
        causal,
        positions,
        random.nextFloat(0.05f, 0.5f),
        causal && random.nextBoolean() ? random.nextInt(1, 50) : 0,
        MemoryConfig.DRAM,
        null,
        AttentionOperations.COMPUTE,
        32,
        shareCache);
  }

  private static GoldenSample<SdpaDecodeParams> decode(Random random) {
    int users = random.nextInt(1, 5);
    int kvHeads = random.nextInt(1, 3);
    int heads = kvHeads * random.nextInt(1, 4);
    int rows = 32 * random.nextInt(1, 4);
    boolean causal = random.nextInt(3) > 0;
    boolean listed = random.nextBoolean();
    int[] positions = positions(random, users, rows);
    DataType dtype = pick(random, FLOATS);
    boolean shared = random.nextInt(3) == 0;
    int caches = shared ? 1 : users;
    return new GoldenSample<>(
        DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE,
        decodeParams(
            random,
            causal,
            causal && listed ? Arrays.stream(positions).boxed().toList() : List.of(),
            shared),
        Arrays.asList(
            random.nextBoolean()
                ? perUser(random, dtype, users, heads, 32)
                : dram(random, dtype, 1, users, heads, 32),
            dram(random, dtype, caches, kvHeads, rows, 32),
            dram(random, dtype, caches, kvHeads, rows, 32),
            causal && !listed ? integers(positions, users) : null,
            null,
            causal ? null : tiles(random, dtype, random.nextBoolean() ? 1 : users, 1, heads, rows),
            random.nextBoolean() ? tiles(random, dtype, heads, 32) : null),
        TransformerGoldenSamples::unit);
  }

  /** Blocks in any order, some of those that no user needs not there. */
  private static Tensor pages(Random random, int users, int blocksPerUser, int blocks) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, blocks).boxed().toList());
    Collections.shuffle(order, random);
    int[] table = order.stream().mapToInt(i -> i).limit((long) users * blocksPerUser).toArray();
    if (random.nextBoolean()) {
      table[random.nextInt(table.length)] = -1;
    }
    return integers(table, users, blocksPerUser);
  }

  private static GoldenSample<SdpaDecodeParams> pagedDecode(Random random) {
    int users = random.nextInt(1, 5);
    int kvHeads = random.nextInt(1, 3);
    int heads = kvHeads * random.nextInt(1, 4);
    int perUser = random.nextInt(1, 4);
    int blocks = users * perUser + random.nextInt(3);
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE,
        decodeParams(random, true, List.of()),
        Arrays.asList(
            perUser(random, dtype, users, heads, 64),
            dram(random, dtype, blocks, kvHeads, BLOCK, 64),
            dram(random, dtype, blocks, kvHeads, BLOCK, 64),
            integers(positions(random, users, perUser * BLOCK), users),
            pages(random, users, perUser, blocks)),
        TransformerGoldenSamples::unit);
  }

  private static GoldenSample<RotaryEmbeddingParams> rotary(Random random) {
    int dim = pick(random, List.of(32, 64, 128));
    int rows = random.nextInt(1, 70);
    int angles = rows + random.nextInt(5);
    boolean token = random.nextInt(3) == 0;
    DataType dtype = pick(random, FLOATS);
    MemoryConfig memory = memory(random);
    return new GoldenSample<>(
        RotaryOperations.ROTARY_EMBEDDING_ON_DEVICE,
        new RotaryEmbeddingParams(
            token ? random.nextInt(angles) : null, memory, RotaryOperations.COMPUTE),
        List.of(
            tiles(random, dtype, token ? 1 : random.nextInt(1, 3), random.nextInt(1, 4), rows, dim),
            tiles(random, dtype, 1, 1, angles, dim),
            tiles(random, dtype, 1, 1, angles, dim)),
        call -> List.of(Arrays.stream(unit(call).getFirst()).map(x -> 4 * x).toArray()));
  }

  static float[] turning(int repeats) {
    float[] matrix = new float[repeats * 32 * 32];
    for (int i = 0; i < repeats * 32; i += 2) {
      matrix[i * 32 + i % 32 + 1] = 1;
      matrix[(i + 1) * 32 + i % 32] = -1;
    }
    return matrix;
  }

  private static GoldenSample<RotaryEmbeddingLlamaParams> rotaryLlama(Random random) {
    boolean decode = random.nextBoolean();
    int dim = pick(random, List.of(32, 64, 128));
    int heads = random.nextInt(1, 5);
    int rows = random.nextInt(1, 33);
    DataType dtype = pick(random, FLOATS);
    int repeats = decode ? heads : 1;
    Tensor matrix =
        place(
            new TensorSpec(
                Shape.of(1, 1, 32 * repeats, 32),
                dtype,
                Layout.TILE,
                decode ? userPerCore(repeats, 32, 32) : MemoryConfig.DRAM));
    System.arraycopy(turning(repeats), 0, matrix.values().floats(), 0, repeats * 1024);
    int cosHeads = random.nextBoolean() ? 1 : heads;
    List<Tensor> inputs =
        decode
            ? List.of(
                perUser(random, dtype, heads, rows, dim),
                perUser(random, dtype, heads, 1, dim),
                perUser(random, dtype, heads, 1, dim),
                matrix)
            : List.of(
                tiles(random, dtype, random.nextInt(1, 3), heads, rows, dim),
                tiles(random, dtype, 1, cosHeads, rows + 2, dim),
                tiles(random, dtype, 1, cosHeads, rows + 2, dim),
                matrix);
    MemoryConfig memory = decode ? inputs.getFirst().memoryConfig() : memory(random);
    return new GoldenSample<>(
        RotaryOperations.ROTARY_EMBEDDING_LLAMA_ON_DEVICE,
        new RotaryEmbeddingLlamaParams(decode, memory, RotaryOperations.COMPUTE),
        inputs,
        call -> List.of(Arrays.stream(unit(call).getFirst()).map(x -> 4 * x).toArray()));
  }

  private static GoldenSample<RotaryEmbeddingIndexedParams> rotaryIndexed(Random random) {
    int dim = pick(random, List.of(32, 64, 128));
    int heads = random.nextInt(1, 4);
    int cosHeads = random.nextBoolean() ? 1 : heads;
    int length = 32 * random.nextInt(3);
    DataType dtype = pick(random, FLOATS);
    Tensor matrix =
        place(new TensorSpec(Shape.of(1, 1, 32, 32), dtype, Layout.TILE, MemoryConfig.DRAM));
    System.arraycopy(turning(1), 0, matrix.values().floats(), 0, 1024);
    List<Tensor> inputs =
        new ArrayList<>(
            List.of(
                tiles(random, dtype, random.nextInt(1, 3), heads, 32, dim),
                tiles(random, dtype, 1, cosHeads, 96, dim),
                tiles(random, dtype, 1, cosHeads, 96, dim),
                matrix));
    boolean inTensor = random.nextBoolean();
    if (inTensor) {
      inputs.add(number(matrix, length));
    }
    return new GoldenSample<>(
        IndexedRotaryOperations.ROTARY_EMBEDDING_INDEXED_ON_DEVICE,
        new RotaryEmbeddingIndexedParams(
            inTensor ? 0 : length, random.nextInt(2), memory(random), RotaryOperations.COMPUTE),
        inputs,
        call -> List.of(Arrays.stream(unit(call).getFirst()).map(x -> 4 * x).toArray()));
  }

  private static GoldenSample<RotaryEmbeddingHfParams> rotaryHf(Random random) {
    boolean decode = random.nextBoolean();
    int dim = pick(random, List.of(32, 64, 128));
    int heads = random.nextInt(1, 5);
    int rows = random.nextInt(1, 33);
    DataType dtype = pick(random, FLOATS);
    List<Tensor> inputs =
        decode
            ? List.of(
                perUser(random, dtype, heads, rows, dim),
                perUser(random, dtype, heads, 1, dim),
                perUser(random, dtype, heads, 1, dim))
            : List.of(
                tiles(random, dtype, random.nextInt(1, 3), heads, rows, dim),
                tiles(random, dtype, 1, 1, rows + 2, dim),
                tiles(random, dtype, 1, 1, rows + 2, dim));
    MemoryConfig memory = decode ? inputs.getFirst().memoryConfig() : memory(random);
    return new GoldenSample<>(
        HalfRotaryOperations.ROTARY_EMBEDDING_HF_ON_DEVICE,
        new RotaryEmbeddingHfParams(decode, memory, RotaryOperations.COMPUTE),
        inputs,
        call -> List.of(Arrays.stream(unit(call).getFirst()).map(x -> 4 * x).toArray()));
  }

  private static GoldenSample<RotaryEmbeddingLlamaFusedQkParams> rotaryFused(Random random) {
    int users = random.nextInt(1, 5);
    int dim = pick(random, List.of(32, 64, 128));
    DataType dtype = DataType.BFLOAT16;
    Tensor q = perUser(random, dtype, users, random.nextInt(1, 40), dim);
    Tensor k = perUser(random, dtype, users, users, random.nextInt(1, 40), dim);
    Tensor matrix = perUser(random, dtype, 2 * users, 32, 32);
    System.arraycopy(turning(2 * users), 0, matrix.values().floats(), 0, 2 * users * 1024);
    return new GoldenSample<>(
        FusedRotaryOperations.ROTARY_EMBEDDING_LLAMA_FUSED_QK_ON_DEVICE,
        new RotaryEmbeddingLlamaFusedQkParams(
            q.memoryConfig(), k.memoryConfig(), RotaryOperations.COMPUTE),
        List.of(
            q,
            k,
            perUser(random, dtype, 2 * users, 1, dim),
            perUser(random, dtype, 2 * users, 1, dim),
            matrix),
        call -> Stream.of(q, k).map(each -> magnitudes(each, 4)).toList());
  }

  private static double[] magnitudes(Tensor tensor, double value) {
    double[] all = new double[(int) tensor.shape().volume()];
    Arrays.fill(all, value);
    return all;
  }

  private static GoldenSample<UpdatePaddedKvCacheParams> updatePaddedCache(Random random) {
    int heads = random.nextInt(1, 3);
    DataType dtype = pick(random, FLOATS);
    Tensor cache = floats(random, dtype, Layout.TILE, -2, 2, 4, heads, 96, 32);
    Tensor rows = floats(random, dtype, Layout.TILE, -2, 2, 1, heads, 32, 32);
    int slot = random.nextInt(2);
    int length = 32 * random.nextInt(3);
    boolean inTensors = random.nextBoolean();
    List<Tensor> inputs =
        inTensors
            ? List.of(cache, rows, number(cache, slot), number(cache, length))
            : List.of(cache, rows);
    return new GoldenSample<>(
        PaddedCacheOperations.UPDATE_PADDED_KV_CACHE_ON_DEVICE,
        new UpdatePaddedKvCacheParams(
            inTensors ? 0 : slot, inTensors ? 0 : length, random.nextInt(2), 2, random.nextInt(2)),
        inputs);
  }

  private static GoldenSample<ZeroPaddedKvCacheParams> zeroPaddedCache(Random random) {
    boolean inRows = random.nextInt(3) == 0;
    Tensor cache =
        place(
            new TensorSpec(
                Shape.of(4, 1, 128, 32),
                inRows ? DataType.BFLOAT16 : pick(random, FLOATS),
                inRows ? Layout.ROW_MAJOR : Layout.TILE,
                MemoryConfig.DRAM));
    fill(random, cache, -2, 2);
    int slot = random.nextInt(2);
    int length = random.nextInt(129);
    boolean inTensors = !inRows && random.nextBoolean();
    List<Tensor> inputs =
        inTensors ? List.of(cache, number(cache, slot), number(cache, length)) : List.of(cache);
    return new GoldenSample<>(
        ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE_ON_DEVICE,
        new ZeroPaddedKvCacheParams(
            inTensors ? 0 : slot,
            random.nextInt(2),
            2,
            inTensors ? 0 : length,
            64,
            random.nextInt(2),
            random.nextBoolean() ? 32 : 64),
        inputs);
  }

  private static Tensor number(Tensor beside, int value) {
    return Ttnn.full(
        Shape.of(1, 1, 1, 1),
        value,
        DataType.UINT32,
        Layout.ROW_MAJOR,
        beside.device(),
        MemoryConfig.DRAM);
  }

  private static GoldenSample<KvCacheParams> updateCache(Random random) {
    int users = random.nextInt(1, 5);
    int heads = random.nextInt(1, 4);
    int rows = 32 * random.nextInt(1, 4);
    int dim = random.nextInt(1, 70);
    boolean fills = random.nextBoolean();
    DataType dtype = pick(random, FLOATS);
    int from = fills ? 32 * random.nextInt(rows / 32) : random.nextInt(rows);
    int offset = fills ? 0 : random.nextInt(4);
    int given = fills ? random.nextInt(1, rows - from + 1) : users + offset + random.nextInt(3);
    return new GoldenSample<>(
        CacheOperations.UPDATE_KV_CACHE_ON_DEVICE,
        new KvCacheParams(
            fills ? random.nextInt(users) : 0,
            from,
            offset,
            fills ? UpdateCacheOpType.FILL : UpdateCacheOpType.UPDATE),
        List.of(
            tiles(random, dtype, users, heads, rows, dim),
            tiles(random, fills ? dtype : pick(random, FLOATS), 1, heads, given, dim)));
  }

  private static GoldenSample<PagedUpdateCacheParams> pagedUpdate(Random random) {
    int users = random.nextInt(1, 5);
    int heads = random.nextInt(1, 4);
    boolean paged = random.nextBoolean();
    boolean listed = !paged && random.nextBoolean();
    int perUser = random.nextInt(1, 4);
    int rows = paged ? BLOCK : perUser * BLOCK;
    int blocks = paged ? users * perUser + random.nextInt(3) : users;
    int[] positions = positions(random, users, perUser * BLOCK);
    boolean seenOtherwise = paged && random.nextBoolean();
    return new GoldenSample<>(
        PagedCacheOperations.PAGED_UPDATE_CACHE_ON_DEVICE,
        new PagedUpdateCacheParams(
            listed ? Arrays.stream(positions).boxed().toList() : List.of(),
            false,
            seenOtherwise ? BLOCK : null,
            seenOtherwise ? heads : null,
            null,
            null),
        Arrays.asList(
            seenOtherwise
                ? tiles(random, pick(random, FLOATS), blocks, 2 * heads, rows, 32)
                : tiles(random, pick(random, FLOATS), blocks, heads, rows, 64),
            perUser(random, pick(random, FLOATS), users, heads + random.nextInt(2), 64),
            listed ? null : integers(positions, users),
            paged ? pages(random, users, perUser, blocks) : null));
  }

  private static GoldenSample<PagedUpdateCacheParams> sharedUpdate(Random random) {
    int users = random.nextInt(1, 5);
    int heads = random.nextInt(1, 4);
    int[] positions = IntStream.range(0, users).map(user -> 7 * user).toArray();
    return new GoldenSample<>(
        PagedCacheOperations.PAGED_UPDATE_CACHE_ON_DEVICE,
        new PagedUpdateCacheParams(Arrays.stream(positions).boxed().toList(), true, null, null),
        Arrays.asList(
            tiles(random, pick(random, FLOATS), 1, heads, BLOCK, 64),
            perUser(random, pick(random, FLOATS), users, heads, 64),
            null,
            null));
  }

  private static GoldenSample<PagedUpdateCacheParams> pagedFusedUpdate(Random random) {
    int users = random.nextInt(1, 5);
    int heads = random.nextInt(1, 4);
    int perUser = random.nextInt(1, 4);
    int blocks = users * perUser + random.nextInt(3);
    DataType dtype = pick(random, FLOATS);
    boolean ring = random.nextBoolean();
    int most = perUser * BLOCK * (ring ? 3 : 1);
    return new GoldenSample<>(
        PagedCacheOperations.PAGED_FUSED_UPDATE_CACHE_ON_DEVICE,
        new PagedUpdateCacheParams(List.of(), false, ring ? perUser * BLOCK : null, null),
        Arrays.asList(
            tiles(random, dtype, blocks, heads, BLOCK, 64),
            perUser(random, dtype, 0, users, heads, 64),
            integers(positions(random, users, most), users),
            pages(random, users, perUser, blocks),
            tiles(random, dtype, blocks, heads, BLOCK, 64),
            perUser(random, dtype, users, users, heads, 64)));
  }

  private static GoldenSample<PagedFillCacheParams> pagedFill(Random random) {
    int users = random.nextInt(1, 5);
    int heads = random.nextInt(1, 4);
    int perUser = random.nextInt(1, 4);
    int blocks = users * perUser + random.nextInt(3);
    boolean several = random.nextBoolean();
    DataType dtype = pick(random, FLOATS);
    int batch = several ? random.nextInt(1, users + 1) : 1;
    int rows = random.nextInt(1, perUser * BLOCK + 1);
    int seenWidth = random.nextBoolean() ? 32 : 64;
    return new GoldenSample<>(
        PagedFillOperations.PAGED_FILL_CACHE_ON_DEVICE,
        new PagedFillCacheParams(
            several ? 0 : random.nextInt(users), BLOCK, random.nextInt(3) == 0 ? BLOCK : null),
        Arrays.asList(
            tiles(random, dtype, blocks, heads * seenWidth / 32, BLOCK, 32),
            tiles(random, dtype, batch, heads, rows, seenWidth),
            pages(random, users, perUser, blocks),
            several ? integers(IntStream.range(0, batch).toArray(), batch) : null));
  }
}
