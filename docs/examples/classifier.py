"""A classifier of torch, run with TT-NN's operations; its results are compared with torch's.

classifier.py [BATCH] [WEIGHTS], where WEIGHTS is a type of TT-NN such as bfloat8_b.
"""

import sys

import torch
import ttnn

BATCH = int(sys.argv[1]) if len(sys.argv) > 1 else 512
WEIGHTS = getattr(ttnn, sys.argv[2]) if len(sys.argv) > 2 else ttnn.bfloat16


def on_device(tensor, dtype=ttnn.bfloat16):
    return ttnn.from_torch(tensor, dtype=dtype, layout=ttnn.TILE_LAYOUT, device=device)


torch.manual_seed(0)
layers = [torch.nn.Linear(768, 2048), torch.nn.Linear(2048, 2048), torch.nn.Linear(2048, 10)]
pictures = torch.rand(BATCH, 768)
expected = layers[2](torch.relu(layers[1](torch.relu(layers[0](pictures)))))

device = ttnn.open_device(device_id=0)
hidden = on_device(pictures)
for number, layer in enumerate(layers):
    weight, bias = on_device(layer.weight.T, WEIGHTS), on_device(layer.bias.reshape(1, -1))
    activation = "relu" if number < 2 else None
    hidden = ttnn.linear(hidden, weight, bias=bias, activation=activation, memory_config=ttnn.L1_MEMORY_CONFIG)
result = ttnn.to_torch(hidden).float()
ttnn.close_device(device)

pairs = torch.stack([result.flatten(), expected.detach().flatten()])
print("correlation with torch: %.4f" % torch.corrcoef(pairs)[0, 1])
