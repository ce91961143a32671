# Generated from the declarations of operations by mvn -Pgenerate: change those.
from typing import Any, List, Optional, Sequence, Tuple, Union

from ttnn.types import *
from ttnn.tensor import Tensor
from ttnn.device import Device

def fill_cache_for_user_(cache: Tensor, input: Tensor, batch_index: int, update_idx: int = ..., **kwargs: Any) -> Any: ...
def update_cache_for_token_(cache: Tensor, input: Tensor, update_index: int, batch_offset: int = ..., compute_kernel_config: Optional[WormholeComputeKernelConfig] = ..., **kwargs: Any) -> Any: ...
