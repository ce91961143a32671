/**
 * Attention: heads made of fused projections and joined again, rotary embeddings, scaled dot
 * products, whole or one token at a time.
 *
 * <p>{@code HeadOperations}, {@code ShardedHeadOperations} and {@code DecodeHeadOperations} declare
 * the programs that split heads, {@code ConcatHeadOperations} the one that joins them, {@code
 * AttentionOperations} and {@code DecodeAttentionOperations} those that attend, {@code
 * RotaryOperations} those that turn; {@code TransformerOperations} and {@code NlpOperations} are
 * what users call of them.
 *
 * <p>A family: it knows the mechanism, the kernels, the options and {@code movement}, whose
 * operations its composites call.
 */
@NullMarked
package dev.tilescope.ops.internal.attention;

import org.jspecify.annotations.NullMarked;
