"""The same attention, mended: tensors are freed once nothing needs them, and softmax works in place."""

import sys

import ttnn

BATCH = int(sys.argv[1]) if len(sys.argv) > 1 else 4
SEQUENCE, HEADS, HEAD_SIZE = 384, 16, 64
HIDDEN = HEADS * HEAD_SIZE
L1 = ttnn.L1_MEMORY_CONFIG


def attention(hidden, mask, qkv_weight, output_weight):
    fused = ttnn.linear(hidden, qkv_weight, memory_config=L1)
    query, key, value = ttnn.transformer.split_query_key_value_and_split_heads(
        fused, num_heads=HEADS, memory_config=L1
    )
    ttnn.deallocate(fused)
    scores = ttnn.matmul(query, key, memory_config=L1)
    ttnn.deallocate(query)
    ttnn.deallocate(key)
    weights = ttnn.transformer.attention_softmax_(scores, head_size=HEAD_SIZE, attention_mask=mask)
    context = ttnn.matmul(weights, value, memory_config=L1)
    merged = ttnn.transformer.concatenate_heads(context, memory_config=L1)
    return ttnn.linear(merged, output_weight)


def random(*shape):
    return ttnn.rand(shape, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)


device = ttnn.open_device(device_id=0)
hidden = random(BATCH, SEQUENCE, HIDDEN)
mask = ttnn.zeros([BATCH, 1, 1, SEQUENCE], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
result = attention(hidden, mask, random(HIDDEN, 3 * HIDDEN), random(HIDDEN, HIDDEN))
print(result.shape)
ttnn.close_device(device)
