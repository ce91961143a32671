package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.attention.JointAttentionOperations;
import dev.tilescope.ops.internal.attention.JointAttentionOperations.JointSdpaArguments;
import dev.tilescope.ops.internal.attention.TransformerOperations;
import dev.tilescope.ops.internal.attention.TransformerOperations.ChunkedSdpaArguments;
import dev.tilescope.ops.internal.attention.TransformerOperations.ConcatenateHeadsArguments;
import dev.tilescope.ops.internal.attention.TransformerOperations.PagedSdpaDecodeArguments;
import dev.tilescope.ops.internal.attention.TransformerOperations.SdpaArguments;
import dev.tilescope.ops.internal.attention.TransformerOperations.SdpaDecodeArguments;
import dev.tilescope.ops.internal.attention.TransformerOperations.SplitArguments;
import dev.tilescope.ops.internal.normalisation.AttentionSoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.AttentionSoftmaxOperations.AttentionSoftmaxArguments;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.ChunkedSdpaOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.PagedSdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code ttnn.transformer}: the steps of attention, one by one or in one program.
 *
 * <p>Generated from the declarations, which each method names in its one line: to change one,
 * change its declaration and run {@code mvn -Pgenerate}.
 */
public final class Transformer {
  private Transformer() {}

  /**
   * Softmax of {@code tensor / sqrt(head_size) + attention_mask} along the last dimension; each
   * dimension of the mask is 1 or that of the tensor.
   *
   * <p>TT-NN's {@code ttnn.transformer.attention_softmax}.
   *
   * @param tensor the scores
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the mask does not broadcast to the tensor, or the head size is
   *     below 1
   */
  public static Tensor attentionSoftmax(Tensor tensor) {
    return AttentionSoftmaxOperations.ATTENTION_SOFTMAX.call(
        new AttentionSoftmaxArguments(tensor, AttentionSoftmaxOptions.DEFAULT));
  }

  /**
   * Softmax of {@code tensor / sqrt(head_size) + attention_mask} along the last dimension; each
   * dimension of the mask is 1 or that of the tensor.
   *
   * <p>TT-NN's {@code ttnn.transformer.attention_softmax}.
   *
   * @param tensor the scores
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the mask does not broadcast to the tensor, or the head size is
   *     below 1
   */
  public static Tensor attentionSoftmax(Tensor tensor, AttentionSoftmaxOptions options) {
    return AttentionSoftmaxOperations.ATTENTION_SOFTMAX.call(
        new AttentionSoftmaxArguments(tensor, options));
  }

  /**
   * Softmax of {@code tensor / sqrt(head_size) + attention_mask} along the last dimension, written
   * over the tensor; a mask is needed, each dimension of which is 1 or that of the tensor.
   *
   * <p>TT-NN's {@code ttnn.transformer.attention_softmax_}.
   *
   * @param tensor the scores, which the result is written over
   * @return the tensor itself
   * @throws TilescopeException if there is no mask or it does not broadcast to the tensor, or the
   *     head size is below 1
   */
  public static Tensor attentionSoftmaxInPlace(Tensor tensor) {
    return AttentionSoftmaxOperations.ATTENTION_SOFTMAX_IN_PLACE.call(
        new AttentionSoftmaxArguments(tensor, AttentionSoftmaxOptions.DEFAULT));
  }

  /**
   * Softmax of {@code tensor / sqrt(head_size) + attention_mask} along the last dimension, written
   * over the tensor; a mask is needed, each dimension of which is 1 or that of the tensor.
   *
   * <p>TT-NN's {@code ttnn.transformer.attention_softmax_}.
   *
   * @param tensor the scores, which the result is written over
   * @param options the keyword arguments, each with its default
   * @return the tensor itself
   * @throws TilescopeException if there is no mask or it does not broadcast to the tensor, or the
   *     head size is below 1
   */
  public static Tensor attentionSoftmaxInPlace(Tensor tensor, AttentionSoftmaxOptions options) {
    return AttentionSoftmaxOperations.ATTENTION_SOFTMAX_IN_PLACE.call(
        new AttentionSoftmaxArguments(tensor, options));
  }

  /**
   * Causal attention of the next stretch of prompts: queries {@code [b, heads, s, d]} that stand
   * from {@code chunk_start_idx} on see the keys and values before them and their own, in caches in
   * blocks {@code [blocks, key heads, rows, d]} which a page table names.
   *
   * <p>TT-NN's {@code ttnn.transformer.chunked_scaled_dot_product_attention}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the keys in blocks, {@code [blocks, key heads, rows, head size]}
   * @param inputTensorV the values in blocks, of the shape of the keys
   * @param pageTableTensor the block of each stretch of rows, {@code [users, blocks per user]},
   *     int32; -1 for a block that is not there
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape, a tensor is sharded,
   *     the rows of a block are not a multiple of 32, the table names a block that does not exist,
   *     the first position is not given exactly once, is no multiple of the chunks of {@code
   *     program_config}, or leaves queries outside the pages
   */
  public static Tensor chunkedScaledDotProductAttention(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, Tensor pageTableTensor) {
    return TransformerOperations.CHUNKED_SCALED_DOT_PRODUCT_ATTENTION.call(
        new ChunkedSdpaArguments(
            inputTensorQ,
            inputTensorK,
            inputTensorV,
            pageTableTensor,
            null,
            ChunkedSdpaOptions.DEFAULT));
  }

  /**
   * Causal attention of the next stretch of prompts: queries {@code [b, heads, s, d]} that stand
   * from {@code chunk_start_idx} on see the keys and values before them and their own, in caches in
   * blocks {@code [blocks, key heads, rows, d]} which a page table names.
   *
   * <p>TT-NN's {@code ttnn.transformer.chunked_scaled_dot_product_attention}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the keys in blocks, {@code [blocks, key heads, rows, head size]}
   * @param inputTensorV the values in blocks, of the shape of the keys
   * @param pageTableTensor the block of each stretch of rows, {@code [users, blocks per user]},
   *     int32; -1 for a block that is not there
   * @param chunkStartIdx the position of the first query
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape, a tensor is sharded,
   *     the rows of a block are not a multiple of 32, the table names a block that does not exist,
   *     the first position is not given exactly once, is no multiple of the chunks of {@code
   *     program_config}, or leaves queries outside the pages
   */
  public static Tensor chunkedScaledDotProductAttention(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor pageTableTensor,
      @Nullable Integer chunkStartIdx) {
    return TransformerOperations.CHUNKED_SCALED_DOT_PRODUCT_ATTENTION.call(
        new ChunkedSdpaArguments(
            inputTensorQ,
            inputTensorK,
            inputTensorV,
            pageTableTensor,
            chunkStartIdx,
            ChunkedSdpaOptions.DEFAULT));
  }

  /**
   * Causal attention of the next stretch of prompts: queries {@code [b, heads, s, d]} that stand
   * from {@code chunk_start_idx} on see the keys and values before them and their own, in caches in
   * blocks {@code [blocks, key heads, rows, d]} which a page table names.
   *
   * <p>TT-NN's {@code ttnn.transformer.chunked_scaled_dot_product_attention}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the keys in blocks, {@code [blocks, key heads, rows, head size]}
   * @param inputTensorV the values in blocks, of the shape of the keys
   * @param pageTableTensor the block of each stretch of rows, {@code [users, blocks per user]},
   *     int32; -1 for a block that is not there
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape, a tensor is sharded,
   *     the rows of a block are not a multiple of 32, the table names a block that does not exist,
   *     the first position is not given exactly once, is no multiple of the chunks of {@code
   *     program_config}, or leaves queries outside the pages
   */
  public static Tensor chunkedScaledDotProductAttention(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor pageTableTensor,
      ChunkedSdpaOptions options) {
    return TransformerOperations.CHUNKED_SCALED_DOT_PRODUCT_ATTENTION.call(
        new ChunkedSdpaArguments(
            inputTensorQ, inputTensorK, inputTensorV, pageTableTensor, null, options));
  }

  /**
   * Causal attention of the next stretch of prompts: queries {@code [b, heads, s, d]} that stand
   * from {@code chunk_start_idx} on see the keys and values before them and their own, in caches in
   * blocks {@code [blocks, key heads, rows, d]} which a page table names.
   *
   * <p>TT-NN's {@code ttnn.transformer.chunked_scaled_dot_product_attention}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the keys in blocks, {@code [blocks, key heads, rows, head size]}
   * @param inputTensorV the values in blocks, of the shape of the keys
   * @param pageTableTensor the block of each stretch of rows, {@code [users, blocks per user]},
   *     int32; -1 for a block that is not there
   * @param chunkStartIdx the position of the first query
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape, a tensor is sharded,
   *     the rows of a block are not a multiple of 32, the table names a block that does not exist,
   *     the first position is not given exactly once, is no multiple of the chunks of {@code
   *     program_config}, or leaves queries outside the pages
   */
  public static Tensor chunkedScaledDotProductAttention(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor pageTableTensor,
      @Nullable Integer chunkStartIdx,
      ChunkedSdpaOptions options) {
    return TransformerOperations.CHUNKED_SCALED_DOT_PRODUCT_ATTENTION.call(
        new ChunkedSdpaArguments(
            inputTensorQ, inputTensorK, inputTensorV, pageTableTensor, chunkStartIdx, options));
  }

  /**
   * Puts the heads of each row side by side: {@code [b, heads, s, d]} to {@code [b, s, heads * d]}.
   *
   * <p>TT-NN's {@code ttnn.transformer.concatenate_heads}.
   *
   * @param inputTensor the heads, {@code [b, heads, s, d]}
   * @return a tensor of shape {@code [b, s, heads * d]}
   * @throws TilescopeException if the input is not of rank 4, the head size {@code d} is not a
   *     multiple of 32, or the result is to be sharded
   */
  public static Tensor concatenateHeads(Tensor inputTensor) {
    return TransformerOperations.CONCATENATE_HEADS.call(
        new ConcatenateHeadsArguments(inputTensor, null));
  }

  /**
   * Puts the heads of each row side by side: {@code [b, heads, s, d]} to {@code [b, s, heads * d]}.
   *
   * <p>TT-NN's {@code ttnn.transformer.concatenate_heads}.
   *
   * @param inputTensor the heads, {@code [b, heads, s, d]}
   * @param memoryConfig where the result is placed, interleaved; where the input is unless given
   * @return a tensor of shape {@code [b, s, heads * d]}
   * @throws TilescopeException if the input is not of rank 4, the head size {@code d} is not a
   *     multiple of 32, or the result is to be sharded
   */
  public static Tensor concatenateHeads(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {
    return TransformerOperations.CONCATENATE_HEADS.call(
        new ConcatenateHeadsArguments(inputTensor, memoryConfig));
  }

  /**
   * Attention of two sequences, each of which sees both: the joint one stands behind the other.
   *
   * <p>TT-NN's {@code ttnn.transformer.joint_scaled_dot_product_attention}.
   *
   * @param inputTensorQ queries, {@code [b, heads, s, d]}
   * @param inputTensorK keys, {@code [b, heads, s, d]}
   * @param inputTensorV values, {@code [b, heads, s, d]}
   * @param jointTensorQ queries of the other sequence, {@code [b, heads, l, d]}
   * @param jointTensorK keys of the other sequence
   * @param jointTensorV values of the other sequence
   * @param jointStrategy where the joint sequence stands: {@code "rear"}
   * @param programConfig how the work is spread over the cores
   * @return two tensors: the results of the queries, and those of the joint queries, in DRAM
   * @throws TilescopeException if the strategy is not {@code "rear"}, tensors differ in type or in
   *     batch, heads or head size, are not bfloat16 or bfloat8_b in tiles in DRAM, or the grid
   *     exceeds that of the device
   */
  public static List<Tensor> jointScaledDotProductAttention(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor jointTensorQ,
      Tensor jointTensorK,
      Tensor jointTensorV,
      String jointStrategy,
      SdpaProgramConfig programConfig) {
    return JointAttentionOperations.JOINT_SCALED_DOT_PRODUCT_ATTENTION.call(
        new JointSdpaArguments(
            inputTensorQ,
            inputTensorK,
            inputTensorV,
            jointTensorQ,
            jointTensorK,
            jointTensorV,
            jointStrategy,
            programConfig,
            null,
            null));
  }

  /**
   * Attention of two sequences, each of which sees both: the joint one stands behind the other.
   *
   * <p>TT-NN's {@code ttnn.transformer.joint_scaled_dot_product_attention}.
   *
   * @param inputTensorQ queries, {@code [b, heads, s, d]}
   * @param inputTensorK keys, {@code [b, heads, s, d]}
   * @param inputTensorV values, {@code [b, heads, s, d]}
   * @param jointTensorQ queries of the other sequence, {@code [b, heads, l, d]}
   * @param jointTensorK keys of the other sequence
   * @param jointTensorV values of the other sequence
   * @param jointStrategy where the joint sequence stands: {@code "rear"}
   * @param programConfig how the work is spread over the cores
   * @param scale what scores are multiplied by; 1 / sqrt(d) unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @return two tensors: the results of the queries, and those of the joint queries, in DRAM
   * @throws TilescopeException if the strategy is not {@code "rear"}, tensors differ in type or in
   *     batch, heads or head size, are not bfloat16 or bfloat8_b in tiles in DRAM, or the grid
   *     exceeds that of the device
   */
  public static List<Tensor> jointScaledDotProductAttention(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor jointTensorQ,
      Tensor jointTensorK,
      Tensor jointTensorV,
      String jointStrategy,
      SdpaProgramConfig programConfig,
      @Nullable Float scale,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return JointAttentionOperations.JOINT_SCALED_DOT_PRODUCT_ATTENTION.call(
        new JointSdpaArguments(
            inputTensorQ,
            inputTensorK,
            inputTensorV,
            jointTensorQ,
            jointTensorK,
            jointTensorV,
            jointStrategy,
            programConfig,
            scale,
            computeKernelConfig));
  }

  /**
   * Attention of one new token for each user: queries {@code [1, users, heads, d]} with that user's
   * rows of caches of keys and values in blocks {@code [blocks, key heads, rows, d]}, which a page
   * table names, up to its position.
   *
   * <p>TT-NN's {@code ttnn.transformer.paged_scaled_dot_product_attention_decode}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the keys in blocks, {@code [blocks, key heads, rows, head size]}
   * @param inputTensorV the values in blocks, of the shape of the keys
   * @param pageTableTensor the block of each stretch of rows, {@code [users, blocks per user]},
   *     int32 or uint16; -1 for a block that is not there
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape or do not fit the
   *     queries, keys or values are not in DRAM, positions are missing or lie outside the pages,
   *     the rows of a block are not a multiple of 32, the table names a block that does not exist,
   *     a mask is given with {@code is_causal} or a window without it, or mask, sink or program
   *     config do not fit
   */
  public static Tensor pagedScaledDotProductAttentionDecode(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, Tensor pageTableTensor) {
    return TransformerOperations.PAGED_SCALED_DOT_PRODUCT_ATTENTION_DECODE.call(
        new PagedSdpaDecodeArguments(
            inputTensorQ,
            inputTensorK,
            inputTensorV,
            pageTableTensor,
            PagedSdpaDecodeOptions.DEFAULT));
  }

  /**
   * Attention of one new token for each user: queries {@code [1, users, heads, d]} with that user's
   * rows of caches of keys and values in blocks {@code [blocks, key heads, rows, d]}, which a page
   * table names, up to its position.
   *
   * <p>TT-NN's {@code ttnn.transformer.paged_scaled_dot_product_attention_decode}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the keys in blocks, {@code [blocks, key heads, rows, head size]}
   * @param inputTensorV the values in blocks, of the shape of the keys
   * @param pageTableTensor the block of each stretch of rows, {@code [users, blocks per user]},
   *     int32 or uint16; -1 for a block that is not there
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape or do not fit the
   *     queries, keys or values are not in DRAM, positions are missing or lie outside the pages,
   *     the rows of a block are not a multiple of 32, the table names a block that does not exist,
   *     a mask is given with {@code is_causal} or a window without it, or mask, sink or program
   *     config do not fit
   */
  public static Tensor pagedScaledDotProductAttentionDecode(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor pageTableTensor,
      PagedSdpaDecodeOptions options) {
    return TransformerOperations.PAGED_SCALED_DOT_PRODUCT_ATTENTION_DECODE.call(
        new PagedSdpaDecodeArguments(
            inputTensorQ, inputTensorK, inputTensorV, pageTableTensor, options));
  }

  /**
   * Attention {@code softmax(q k^T * scale + mask) v} of queries {@code [b, heads, s, d]} with keys
   * and values {@code [b, key heads, s_k, d]}, which may have fewer heads that neighbouring ones of
   * the queries share.
   *
   * <p>TT-NN's {@code ttnn.transformer.scaled_dot_product_attention}.
   *
   * @param inputTensorQ the queries, {@code [b, heads, s, head size]}
   * @param inputTensorK the keys, {@code [b, key heads, s_k, head size]}
   * @param inputTensorV the values, of the shape of the keys
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape or do not fit the
   *     queries, a tensor is sharded, causal attention has another number of keys than queries, a
   *     mask is given with {@code is_causal} or a window, or mask, sink or program config do not
   *     fit
   */
  public static Tensor scaledDotProductAttention(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV) {
    return TransformerOperations.SCALED_DOT_PRODUCT_ATTENTION.call(
        new SdpaArguments(inputTensorQ, inputTensorK, inputTensorV, SdpaOptions.DEFAULT));
  }

  /**
   * Attention {@code softmax(q k^T * scale + mask) v} of queries {@code [b, heads, s, d]} with keys
   * and values {@code [b, key heads, s_k, d]}, which may have fewer heads that neighbouring ones of
   * the queries share.
   *
   * <p>TT-NN's {@code ttnn.transformer.scaled_dot_product_attention}.
   *
   * @param inputTensorQ the queries, {@code [b, heads, s, head size]}
   * @param inputTensorK the keys, {@code [b, key heads, s_k, head size]}
   * @param inputTensorV the values, of the shape of the keys
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape or do not fit the
   *     queries, a tensor is sharded, causal attention has another number of keys than queries, a
   *     mask is given with {@code is_causal} or a window, or mask, sink or program config do not
   *     fit
   */
  public static Tensor scaledDotProductAttention(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, SdpaOptions options) {
    return TransformerOperations.SCALED_DOT_PRODUCT_ATTENTION.call(
        new SdpaArguments(inputTensorQ, inputTensorK, inputTensorV, options));
  }

  /**
   * Attention of one new token for each user: queries {@code [1, users, heads, d]} with that user's
   * rows of caches of keys and values {@code [users, key heads, s, d]}, up to its position.
   *
   * <p>TT-NN's {@code ttnn.transformer.scaled_dot_product_attention_decode}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the cache of keys, {@code [users, key heads, rows, head size]}
   * @param inputTensorV the cache of values, of the shape of the keys
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape or do not fit the
   *     queries, keys or values are not in DRAM, the positions are not given exactly once or lie
   *     outside the cache, the keys are not a multiple of a chunk (a power of two from 32 on), a
   *     mask is given with {@code is_causal} or a window without it, or mask, sink or program
   *     config do not fit
   */
  public static Tensor scaledDotProductAttentionDecode(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV) {
    return TransformerOperations.SCALED_DOT_PRODUCT_ATTENTION_DECODE.call(
        new SdpaDecodeArguments(
            inputTensorQ, inputTensorK, inputTensorV, SdpaDecodeOptions.DEFAULT));
  }

  /**
   * Attention of one new token for each user: queries {@code [1, users, heads, d]} with that user's
   * rows of caches of keys and values {@code [users, key heads, s, d]}, up to its position.
   *
   * <p>TT-NN's {@code ttnn.transformer.scaled_dot_product_attention_decode}.
   *
   * @param inputTensorQ the queries, {@code [1, users, heads, head size]}
   * @param inputTensorK the cache of keys, {@code [users, key heads, rows, head size]}
   * @param inputTensorV the cache of values, of the shape of the keys
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of the queries
   * @throws TilescopeException if the head size {@code d} is not a multiple of 32, the heads of
   *     keys do not divide those of queries, keys and values differ in shape or do not fit the
   *     queries, keys or values are not in DRAM, the positions are not given exactly once or lie
   *     outside the cache, the keys are not a multiple of a chunk (a power of two from 32 on), a
   *     mask is given with {@code is_causal} or a window without it, or mask, sink or program
   *     config do not fit
   */
  public static Tensor scaledDotProductAttentionDecode(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, SdpaDecodeOptions options) {
    return TransformerOperations.SCALED_DOT_PRODUCT_ATTENTION_DECODE.call(
        new SdpaDecodeArguments(inputTensorQ, inputTensorK, inputTensorV, options));
  }

  /**
   * Splits fused rows {@code [b, s, 3 * heads * d]} into the heads of queries, keys and values, or
   * rows of queries and other ones of keys and values. In block shards the heads stand in groups:
   * for each key head its query heads, the key head, the value head.
   *
   * <p>TT-NN's {@code ttnn.transformer.split_query_key_value_and_split_heads}.
   *
   * @param inputTensor the fused rows, {@code [b, s, width]}, or those of the queries
   * @param numHeads number of heads of queries
   * @return three tensors: queries and values {@code [b, heads, s, d]}, keys {@code [b, heads, d,
   *     s]} if transposed, else as the values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, keys and values do not fit the queries, or a sharded input is not block sharded
   *     in L1 on one rectangle of cores, or comes with separate keys and values
   */
  public static List<Tensor> splitQueryKeyValueAndSplitHeads(Tensor inputTensor, int numHeads) {
    return TransformerOperations.SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS.call(
        new SplitArguments(inputTensor, null, numHeads, SplitHeadsOptions.DEFAULT));
  }

  /**
   * Splits fused rows {@code [b, s, 3 * heads * d]} into the heads of queries, keys and values, or
   * rows of queries and other ones of keys and values. In block shards the heads stand in groups:
   * for each key head its query heads, the key head, the value head.
   *
   * <p>TT-NN's {@code ttnn.transformer.split_query_key_value_and_split_heads}.
   *
   * @param inputTensor the fused rows, {@code [b, s, width]}, or those of the queries
   * @param numHeads number of heads of queries
   * @param options the keyword arguments, each with its default
   * @return three tensors: queries and values {@code [b, heads, s, d]}, keys {@code [b, heads, d,
   *     s]} if transposed, else as the values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, keys and values do not fit the queries, or a sharded input is not block sharded
   *     in L1 on one rectangle of cores, or comes with separate keys and values
   */
  public static List<Tensor> splitQueryKeyValueAndSplitHeads(
      Tensor inputTensor, int numHeads, SplitHeadsOptions options) {
    return TransformerOperations.SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS.call(
        new SplitArguments(inputTensor, null, numHeads, options));
  }

  /**
   * Splits fused rows {@code [b, s, 3 * heads * d]} into the heads of queries, keys and values, or
   * rows of queries and other ones of keys and values. In block shards the heads stand in groups:
   * for each key head its query heads, the key head, the value head.
   *
   * <p>TT-NN's {@code ttnn.transformer.split_query_key_value_and_split_heads}.
   *
   * @param inputTensor the fused rows, {@code [b, s, width]}, or those of the queries
   * @param kvInputTensor the rows of keys and values, if the input has only queries
   * @param numHeads number of heads of queries
   * @param options the keyword arguments, each with its default
   * @return three tensors: queries and values {@code [b, heads, s, d]}, keys {@code [b, heads, d,
   *     s]} if transposed, else as the values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, keys and values do not fit the queries, or a sharded input is not block sharded
   *     in L1 on one rectangle of cores, or comes with separate keys and values
   */
  public static List<Tensor> splitQueryKeyValueAndSplitHeads(
      Tensor inputTensor, @Nullable Tensor kvInputTensor, int numHeads, SplitHeadsOptions options) {
    return TransformerOperations.SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS.call(
        new SplitArguments(inputTensor, kvInputTensor, numHeads, options));
  }
}
