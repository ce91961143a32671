package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import java.util.function.Function;

/**
 * The operations, by TT-NN's names and with its defaults.
 *
 * <p>The front door and nothing else: each family of operations is a class that declares them and
 * holds their methods, and this one inherits them all. The families follow each other in one line,
 * which means no more than that an operation has one place.
 *
 * <p>Results on a device hold device memory until {@link #deallocate} or {@code close()}.
 */
public final class Ttnn extends CollectiveOperations {
  private Ttnn() {}

  /**
   * Whether operations would fit a board, with which peaks, without running them: {@link
   * OperationQuery#run(String, Function)}.
   */
  public static Fit query(String board, Function<MeshDevice, ?> program) {
    return OperationQuery.run(board, program);
  }
}
