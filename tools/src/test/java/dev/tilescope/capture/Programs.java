package dev.tilescope.capture;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/** Small traced programs that several tests look at. */
public final class Programs {
  private Programs() {}

  /** bfloat16, TILE, seeded. */
  public static Tensor random(MeshDevice device, MemoryConfig memory, int... shape) {
    return Ttnn.rand(
        Shape.of(shape),
        device,
        RandOptions.DEFAULT.withMemoryConfig(memory).withSeed(shape.length));
  }

  /** One add on a fresh n150, its inputs made before the capture, its result freed inside it. */
  public static Report tracedAdd(
      RunMode mode, MemoryConfig memory, boolean legacy, int[] left, int[] right) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = random(device, memory, left);
        Tensor b = random(device, memory, right);
        GraphCapture capture = GraphCapture.begin(mode)) {
      Ttnn.add(a, b, BinaryOptions.DEFAULT.withUseLegacy(legacy)).close();
      return capture.end();
    }
  }

  public static List<String> startedFunctions(Report report) {
    return events(report, TraceEvent.FunctionStart.class).stream()
        .map(TraceEvent.FunctionStart::name)
        .toList();
  }

  public static <T extends TraceEvent> List<T> events(Report report, Class<T> kind) {
    return report.trace().nodes().stream()
        .map(TraceNode::event)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }
}
