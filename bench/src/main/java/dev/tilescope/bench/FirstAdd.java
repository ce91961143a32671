package dev.tilescope.bench;

import com.sun.management.ThreadMXBean;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * What does the first {@code Ttnn.add} of a program cost, in milliseconds of CPU? {@code
 * bench/first-add.sh} runs it by turns with another checkout.
 */
public final class FirstAdd {
  private FirstAdd() {}

  public static void main(String[] args) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = ones(device);
        Tensor b = ones(device)) {
      long begunNanos = threads.getCurrentThreadCpuTime();
      Tensor sum = Ttnn.add(a, b);
      long nanos = threads.getCurrentThreadCpuTime() - begunNanos;
      sum.close();
      System.out.printf("%.1f%n", nanos / 1e6);
    }
  }

  private static Tensor ones(MeshDevice device) {
    float[] values = new float[32 * 32];
    Arrays.fill(values, 1);
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE), device);
  }
}
