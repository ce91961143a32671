package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/** One call of a device operation, as its rules see it. */
record Call<P extends Record>(P params, List<Tensor> inputs, MeshDevice device) {
  Tensor input(int index) {
    return inputs.get(index);
  }

  TensorSpec spec(int index) {
    return inputs.get(index).spec();
  }
}
