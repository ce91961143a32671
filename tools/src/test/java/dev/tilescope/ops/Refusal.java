package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What an operation must do with input it does not take. */
final class Refusal {
  private Refusal() {}

  /**
   * That the call fails with a message that begins with the argument, and leaves nothing behind but
   * inputs that the call itself made with {@code Ttnn.ones}.
   */
  static void refused(MeshDevice device, ThrowingCallable call, String start, String... parts) {
    List<String> before = made(device);
    Throwable failure = catchThrowable(call);
    assertThat(failure).isInstanceOf(TilescopeException.class);
    assertThat(failure.getMessage()).startsWith(start);
    for (String part : parts) {
      assertThat(failure.getMessage()).contains(part);
    }
    assertThat(made(device)).as("left allocated").isEqualTo(before);
  }

  /** The makers of the buffers on a device, without inputs of tests and kernel binaries. */
  static List<String> made(MeshDevice device) {
    return device.liveBuffers().stream()
        .map(Buffer::madeBy)
        .filter(maker -> !maker.startsWith("kernel binaries"))
        .filter(maker -> !maker.equals("FullDeviceOperation"))
        .toList();
  }
}
