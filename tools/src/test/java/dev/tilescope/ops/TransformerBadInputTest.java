package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.ChunkedSdpaOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.CreateHeadsDecodeOptions;
import dev.tilescope.ops.options.PagedSdpaDecodeOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.ops.options.SdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the operations of transformers refuse, argument by argument; nothing stays allocated. */
class TransformerBadInputTest {
  private static final SdpaOptions SDPA = SdpaOptions.DEFAULT;
  private static final SdpaDecodeOptions DECODE = SdpaDecodeOptions.DEFAULT;
  private static final PagedSdpaDecodeOptions PAGED = PagedSdpaDecodeOptions.DEFAULT;
  private static final AttentionSoftmaxOptions SOFTMAX = AttentionSoftmaxOptions.DEFAULT;
  private static final RotaryOptions ROTARY = RotaryOptions.DEFAULT;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor tiles(int... shape) {
    return tensor(DataType.FLOAT32, Layout.TILE, shape);
  }

  private Tensor tensor(DataType dtype, Layout layout, int... shape) {
    return Ttnn.zeros(Shape.of(shape), dtype, layout, device, MemoryConfig.DRAM);
  }

  private Tensor integers(int[] values, int... shape) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(shape), DataType.INT32, Layout.ROW_MAJOR), device);
  }

  private Tensor perUser(int users, int rows, int width) {
    return Ttnn.toMemoryConfig(
        tiles(1, users, rows, width), TransformerGoldenSamples.userPerCore(users, rows, width));
  }

  private void refused(ThrowingCallable call, String start) {
    List<String> before = results();
    Throwable failure = catchThrowable(call);
    assertThat(failure).isInstanceOf(TilescopeException.class);
    assertThat(failure.getMessage()).startsWith(start);
    assertThat(results()).isEqualTo(before);
  }

  /** The makers of all buffers but programs and the zeros that tests call with. */
  private List<String> results() {
    return device.liveBuffers().stream()
        .map(Buffer::madeBy)
        .filter(maker -> !maker.startsWith("kernel binaries"))
        .filter(maker -> !maker.equals("FullDeviceOperation"))
        .toList();
  }

  @Test
  void headsThatDoNotFillTheWidthAreRefused() {
    Tensor x = tiles(2, 32, 192);
    refused(() -> Transformer.splitQueryKeyValueAndSplitHeads(x, 5), "input_tensor: 15 heads");
    refused(() -> Transformer.splitQueryKeyValueAndSplitHeads(x, 0), "num_heads: it must be >= 1");
    refused(() -> Transformer.splitQueryKeyValueAndSplitHeads(x, -2), "num_heads: ");
    refused(
        () -> Transformer.splitQueryKeyValueAndSplitHeads(x, Integer.MAX_VALUE), "input_tensor: ");
    refused(
        () ->
            Transformer.splitQueryKeyValueAndSplitHeads(
                x, null, 2, SplitHeadsOptions.DEFAULT.withNumKvHeads(-1)),
        "num_kv_heads: it must be >= 1, got -1");
    Tensor four = tiles(1, 2, 32, 192);
    refused(
        () -> Transformer.splitQueryKeyValueAndSplitHeads(four, 2),
        "input_tensor: rank 3 is needed, got Shape([1, 2, 32, 192])");
    refused(
        () -> Experimental.nlpCreateQkvHeads(four, 2),
        "input_tensor: [batch, sequence, width] or [batch, 1, sequence, width] is needed, got");
    Tensor rows = tensor(DataType.FLOAT32, Layout.ROW_MAJOR, 2, 32, 192);
    refused(
        () -> Transformer.splitQueryKeyValueAndSplitHeads(rows, 2),
        "input_tensor: the operation takes Layout::TILE");
    Tensor whole = tensor(DataType.INT32, Layout.TILE, 2, 32, 192);
    refused(() -> Transformer.splitQueryKeyValueAndSplitHeads(whole, 2), "input_tensor: ");
    refused(
        () -> Transformer.splitQueryKeyValueAndSplitHeads(Ttnn.fromDevice(x), 2),
        "input_tensor: a device tensor is needed");
  }

  @Test
  void keysOfAnotherShapeOrPlaceAreRefused() {
    Tensor x = tiles(2, 32, 64);
    SplitHeadsOptions plain = SplitHeadsOptions.DEFAULT;
    Tensor narrow = tiles(2, 32, 64);
    refused(
        () -> Transformer.splitQueryKeyValueAndSplitHeads(x, narrow, 2, plain),
        "kv_input_tensor: Shape([2, 32, 128]) is needed for 2 heads of 32, got");
    Tensor other = tensor(DataType.BFLOAT16, Layout.TILE, 2, 32, 128);
    refused(
        () -> Transformer.splitQueryKeyValueAndSplitHeads(x, other, 2, plain),
        "kv_input_tensor: dtype must be that of input_tensor");
    Tensor sharded = perUser(1, 32, 192);
    refused(
        () -> Experimental.nlpCreateQkvHeads(sharded, 2),
        "input_tensor: the operation takes INTERLEAVED, got ");
  }

  @Test
  void whatCannotBeJoinedIsRefused() {
    Tensor three = tiles(2, 32, 64);
    refused(() -> Transformer.concatenateHeads(three), "input_tensor: rank 4 is needed");
    Tensor odd = tiles(1, 2, 32, 40);
    refused(
        () -> Transformer.concatenateHeads(odd),
        "input_tensor: the head size must be a multiple of 32, got");
    Tensor x = tiles(1, 2, 32, 64);
    MemoryConfig sharded = TransformerGoldenSamples.userPerCore(1, 32, 64);
    refused(() -> Transformer.concatenateHeads(x, sharded), "memory_config: ");
    refused(() -> Experimental.nlpConcatHeads(tiles(2, 2), null), "input_tensor: rank 4 is needed");
  }

  @Test
  void headsOfOneTokenNeedUsersOnCores() {
    Tensor many = tiles(1, 1, 33, 192);
    refused(
        () -> Experimental.nlpCreateQkvHeadsDecode(many, 2, 2),
        "input_tensor: [1, 1, users, width] with 1..32 users is needed, got");
    Tensor x = tiles(1, 1, 4, 192);
    refused(
        () -> Experimental.nlpCreateQkvHeadsDecode(x, 1, 2),
        "num_heads: it must be >= num_kv_heads, 2, got 1");
    refused(() -> Experimental.nlpCreateQkvHeadsDecode(x, 3, 3), "input_tensor: 9 heads");
    refused(
        () ->
            Experimental.nlpCreateQkvHeadsDecode(
                x,
                2,
                CreateHeadsDecodeOptions.DEFAULT.withMemoryConfig(
                    TransformerGoldenSamples.userPerCore(3, 32, 32))),
        "memory_config: 4 cores are needed for 4 users, got 3");
    refused(
        () -> Experimental.nlpConcatHeadsDecode(tiles(1, 4, 8, 32), 8),
        "input_tensor: the operation takes HEIGHT_SHARDED");
    Tensor sharded = perUser(4, 8, 32);
    refused(
        () -> Experimental.nlpConcatHeadsDecode(sharded, 9),
        "num_heads: 1..8 is needed, the heads of input_tensor, got 9");
    refused(() -> Experimental.nlpConcatHeadsDecode(sharded, 0), "num_heads: 1..8 is needed");
  }

  @Test
  void scoresNeedAMaskInPlaceAndAHeadSizeAboveZero() {
    Tensor scores = tiles(1, 2, 32, 32);
    refused(
        () -> Transformer.attentionSoftmaxInPlace(scores, SOFTMAX.withHeadSize(32)),
        "attention_mask: attention_softmax_ needs one; attention_softmax does without");
    refused(
        () -> Transformer.attentionSoftmax(scores, SOFTMAX.withHeadSize(0)),
        "head_size: it must be >= 1, got 0");
    Tensor wrong = tiles(1, 1, 1, 31);
    refused(
        () -> Transformer.attentionSoftmax(scores, SOFTMAX.withAttentionMask(wrong)),
        "mask: each dimension must be 1 or that of input_tensor");
  }

  @Test
  void attentionNamesTheTensorThatDoesNotFit() {
    Tensor q = tiles(2, 4, 64, 32);
    Tensor k = tiles(2, 2, 64, 32);
    refused(
        () -> Transformer.scaledDotProductAttention(tiles(4, 64, 32), k, k),
        "input_tensor_q: rank 4 is needed");
    refused(
        () -> Transformer.scaledDotProductAttention(q, tiles(1, 2, 64, 32), k),
        "input_tensor_k: batch 2 and head size 32 of input_tensor_q are needed, got");
    Tensor three = tiles(2, 3, 64, 32);
    refused(
        () -> Transformer.scaledDotProductAttention(q, three, three),
        "input_tensor_k: its heads must divide the 4 of input_tensor_q, got");
    refused(
        () -> Transformer.scaledDotProductAttention(q, k, three),
        "input_tensor_v: the shape of input_tensor_k");
    Tensor shorter = tiles(2, 2, 32, 32);
    refused(
        () -> Transformer.scaledDotProductAttention(q, shorter, shorter),
        "input_tensor_k: causal attention needs as many keys as queries, 64, got");
    Tensor odd = tiles(2, 2, 64, 40);
    refused(
        () -> Transformer.scaledDotProductAttention(odd, odd, odd),
        "input_tensor_q: the head size must be a multiple of 32");
    Tensor mask = tiles(2, 1, 64, 64);
    refused(
        () -> Transformer.scaledDotProductAttention(q, k, k, SDPA.withAttnMask(mask)),
        "attn_mask: it cannot be given with is_causal");
    Tensor wrong = tiles(2, 3, 64, 64);
    refused(
        () ->
            Transformer.scaledDotProductAttention(
                q, k, k, SDPA.withIsCausal(false).withAttnMask(wrong)),
        "attn_mask: [2 or 1, 4 or 1, 64, 64] is needed, got Shape([2, 3, 64, 64])");
    refused(
        () -> Transformer.scaledDotProductAttention(q, k, k, SDPA.withSlidingWindowSize(0)),
        "sliding_window_size: it must be >= 1, got 0");
    refused(
        () -> Transformer.scaledDotProductAttention(q, k, k, SDPA.withScale(Float.NaN)),
        "scale: it must be finite, got NaN");
    refused(
        () ->
            Transformer.scaledDotProductAttention(
                q, k, k, SDPA.withProgramConfig(SdpaProgramConfig.of(new CoreGrid(99, 1), 32, 32))),
        "program_config: the device has");
    refused(
        () -> SdpaProgramConfig.of(new CoreGrid(1, 1), 33, 32),
        "program_config: q_chunk_size must be a multiple of 32, got 33");
  }

  @Test
  void decodingNeedsPositionsThatAreThere() {
    Tensor q = tiles(1, 2, 4, 32);
    Tensor k = tiles(2, 2, 64, 32);
    refused(
        () -> Transformer.scaledDotProductAttentionDecode(q, k, k, DECODE),
        "cur_pos: the positions are needed, either here or in cur_pos_tensor, got neither");
    refused(
        () ->
            Transformer.scaledDotProductAttentionDecode(q, k, k, DECODE.withCurPos(List.of(1, 64))),
        "cur_pos: 0..63 is needed, or -1 to skip the user, got 64 for user 1");
    refused(
        () -> Transformer.scaledDotProductAttentionDecode(q, k, k, DECODE.withCurPos(List.of(1))),
        "cur_pos: one position for each of 2 users is needed, got 1");
    Tensor late = integers(new int[] {0, 64}, 2);
    refused(
        () -> Transformer.scaledDotProductAttentionDecode(q, k, k, DECODE.withCurPosTensor(late)),
        "cur_pos_tensor: 0..63 is needed, or -1 to skip the user, got 64 for user 1");
    Tensor three = integers(new int[3], 3);
    refused(
        () -> Transformer.scaledDotProductAttentionDecode(q, k, k, DECODE.withCurPosTensor(three)),
        "cur_pos_tensor: one position for each of 2 users is needed, got Shape([3])");
    Tensor uneven = tiles(2, 2, 40, 32);
    refused(
        () ->
            Transformer.scaledDotProductAttentionDecode(
                q, uneven, uneven, DECODE.withCurPos(List.of(0, 0))),
        "input_tensor_k: 40 keys must be a multiple of the chunk");
    refused(
        () ->
            Transformer.scaledDotProductAttentionDecode(
                q, k, k, DECODE.withIsCausal(false).withSlidingWindowSize(3)),
        "sliding_window_size: it needs is_causal, got 3 without");
    Tensor near = Ttnn.toMemoryConfig(k, MemoryConfig.L1);
    refused(
        () ->
            Transformer.scaledDotProductAttentionDecode(
                q, near, k, DECODE.withCurPos(List.of(0, 0))),
        "input_tensor_k: it must be in DRAM");
  }

  @Test
  void turnedQueriesAndKeysNeedCoresAndAnglesOfTheirOwn() {
    Tensor q = Ttnn.typecast(perUser(2, 4, 32), DataType.BFLOAT16);
    Tensor angles = Ttnn.typecast(perUser(2, 1, 32), DataType.BFLOAT16);
    refused(
        () -> Experimental.rotaryEmbeddingLlamaFusedQk(q, q, angles, angles, angles),
        "cos_cache: [1, 4, 1, 32] is needed, a row for each user's queries, then for its keys");
    Tensor twice = Ttnn.typecast(perUser(4, 1, 32), DataType.BFLOAT16);
    refused(
        () -> Experimental.rotaryEmbeddingLlamaFusedQk(q, q, twice, twice, twice),
        "k_input_tensor: cores other than those of q_input_tensor are needed");
    Tensor rows = tiles(1, 2, 4, 96);
    refused(
        () -> Experimental.rotaryEmbeddingHf(rows, rows, rows),
        "input_tensor: rows of 32 or of a multiple of 64 are needed");
    Tensor heads = tiles(1, 2, 4, 64);
    refused(
        () -> Experimental.rotaryEmbeddingHf(heads, heads, heads),
        "cos_cache: [1, 1, 4 or more, 64] is needed");
  }

  @Test
  void chunksMustLieInTheirPages() {
    Tensor q = tiles(1, 2, 32, 32);
    Tensor k = tiles(3, 2, 32, 32);
    Tensor pages = integers(new int[] {0, 2}, 1, 2);
    refused(
        () -> Transformer.chunkedScaledDotProductAttention(q, k, k, pages),
        "chunk_start_idx: the first position is needed, here or in chunk_start_idx_tensor");
    refused(
        () -> Transformer.chunkedScaledDotProductAttention(q, k, k, pages, 33),
        "chunk_start_idx: with 32 queries and 64 rows of pages a user it is from 0 to 32, got 33");
    SdpaProgramConfig large = SdpaProgramConfig.of(new CoreGrid(8, 8), 64, 32);
    refused(
        () ->
            Transformer.chunkedScaledDotProductAttention(
                q, k, k, pages, 32, ChunkedSdpaOptions.DEFAULT.withProgramConfig(large)),
        "chunk_start_idx: a multiple of q_chunk_size and of k_chunk_size is needed, got 32");
    Tensor two = integers(new int[2], 2);
    refused(
        () ->
            Transformer.chunkedScaledDotProductAttention(
                q, k, k, pages, ChunkedSdpaOptions.DEFAULT.withChunkStartIdxTensor(two)),
        "chunk_start_idx_tensor: [1] is needed");
  }

  @Test
  void pagesMustBeBlocksOfTheCache() {
    Tensor q = tiles(1, 2, 4, 32);
    Tensor k = tiles(3, 2, 32, 32);
    Tensor at = integers(new int[] {0, 5}, 2);
    Tensor wrong = integers(new int[] {0, 3}, 2, 1);
    refused(
        () ->
            Transformer.pagedScaledDotProductAttentionDecode(
                q, k, k, wrong, PAGED.withCurPosTensor(at)),
        "page_table_tensor: blocks are 0..2, or -1 for one not there, got 3 at position 1");
    Tensor three = integers(new int[3], 3, 1);
    refused(
        () ->
            Transformer.pagedScaledDotProductAttentionDecode(
                q, k, k, three, PAGED.withCurPosTensor(at)),
        "page_table_tensor: [2, blocks per user] is needed, a row for each user, got");
    Tensor input = perUser(2, 2, 32);
    refused(
        () ->
            Experimental.pagedUpdateCache(
                k, input, PagedUpdateOptions.DEFAULT.withUpdateIdxsTensor(at).withPageTable(wrong)),
        "page_table: blocks are 0..2");
    refused(
        () ->
            Experimental.pagedUpdateCache(
                k, input, PagedUpdateOptions.DEFAULT.withPageTable(wrong)),
        "update_idxs_tensor: a page table needs it, got none");
    refused(
        () ->
            Experimental.pagedUpdateCache(
                k, input, PagedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(0, 0))),
        "cache_tensor: without a page table it needs the 2 users of input_tensor, got");
    Tensor flat = tiles(1, 2, 2, 32);
    Tensor whole = tiles(2, 2, 32, 32);
    refused(
        () ->
            Experimental.pagedUpdateCache(
                whole, flat, PagedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(0, 0))),
        "input_tensor: it must be HEIGHT_SHARDED, a user to a core, got");
    refused(
        () ->
            Experimental.pagedUpdateCache(
                whole, input, PagedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(0, 32))),
        "update_idxs: 0..31 is needed, or -1 to skip the user, got 32 for user 1");
    Tensor rows = tiles(1, 2, 40, 32);
    Tensor table = integers(new int[] {0, 1}, 2, 1);
    refused(
        () -> Experimental.pagedFillCache(k, rows, table, 0),
        "input_tensor: at most the 32 rows of a user's pages fit, got");
    refused(
        () -> Experimental.pagedFillCache(k, tiles(1, 2, 32, 32), table, 2),
        "batch_idx: page_table has users 0..1, got 2");
  }

  @Test
  void turningNeedsItsAnglesAndItsMatrix() {
    Tensor x = tiles(1, 2, 32, 64);
    Tensor cos = tiles(1, 1, 32, 64);
    Tensor shortCos = tiles(1, 1, 31, 64);
    refused(
        () -> Experimental.rotaryEmbedding(x, shortCos, shortCos),
        "cos_cache: a row for each of 32 positions is needed, got");
    refused(
        () -> Experimental.rotaryEmbedding(x, cos, shortCos),
        "sin_cache: shape and dtype of cos_cache are needed");
    refused(
        () -> Experimental.rotaryEmbedding(x, cos, cos, 32, null, null),
        "token_index: cos_cache has rows 0..31, got 32");
    Tensor odd = tiles(1, 2, 32, 96);
    refused(
        () -> Experimental.rotaryEmbedding(odd, odd, odd),
        "input_tensor: rows of 32 or of a multiple of 64 are needed, got");
    Tensor matrix = tiles(1, 1, 32, 32);
    refused(
        () -> Experimental.rotaryEmbeddingLlama(x, cos, cos, matrix, ROTARY),
        "trans_mat: it must be 1 at (2i, 2i+1), -1 at (2i+1, 2i) and else 0, got 0.0 at (0, 1)");
    refused(
        () -> Experimental.rotaryEmbeddingLlama(x, cos, cos, tiles(1, 1, 32, 64), ROTARY),
        "trans_mat: [1, 1, 32, 32] is needed");
    refused(
        () ->
            Experimental.rotaryEmbeddingLlama(
                x, tiles(1, 2, 32, 64), cos, matrix, ROTARY.withIsDecodeMode(true)),
        "sin_cache: ");
    Tensor perHead = tiles(1, 2, 1, 64);
    refused(
        () ->
            Experimental.rotaryEmbeddingLlama(
                x, perHead, perHead, matrix, ROTARY.withIsDecodeMode(true)),
        "input_tensor: the operation takes TensorMemoryLayout::HEIGHT_SHARDED in decode mode");
  }

  @Test
  void aCacheTakesOnlyRowsThatItHas() {
    Tensor cache = tiles(2, 2, 64, 32);
    Tensor rows = tiles(1, 2, 40, 32);
    refused(() -> Ttnn.fillCache(cache, rows, 2), "batch_idx: the cache has users 0..1, got 2");
    refused(() -> Ttnn.fillCache(cache, rows, -1), "batch_idx: ");
    refused(
        () -> Ttnn.fillCache(cache, rows, 0, 33), "update_idx: a multiple of 32 is needed, got 33");
    refused(
        () -> KvCache.fillCacheForUser(cache, rows, 0, 32),
        "input: 40 rows from update_idx 32 must lie in the 64 of the cache");
    refused(
        () -> Ttnn.fillCache(cache, tiles(1, 3, 32, 32), 0),
        "input: [1, 2, rows, 32] is needed, as the cache is, got Shape([1, 3, 32, 32])");
    Tensor narrow = tensor(DataType.BFLOAT16, Layout.TILE, 1, 2, 32, 32);
    refused(() -> Ttnn.fillCache(cache, narrow, 0), "input: dtype must be that of the cache");
    refused(
        () -> Ttnn.updateCache(cache, rows, 64), "update_idx: the cache has rows 0..63, got 64");
    refused(() -> Ttnn.updateCache(cache, rows, 0, 31), "batch_offset: 0..30 is needed");
    Tensor one = tiles(1, 2, 1, 32);
    refused(
        () -> KvCache.updateCacheForToken(cache, one, 0),
        "input: a row for each of 2 users from batch_offset 0 on is needed, got");
  }
}
