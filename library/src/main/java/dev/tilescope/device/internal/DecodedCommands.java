package dev.tilescope.device.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What bytes say, as far as they are sound.
 *
 * @param commands in order, without a gap
 * @param sizeBytes of all of them, with their padding
 * @param problem null if the last one is EXEC_BUF_END and nothing but zeros follows
 */
public record DecodedCommands(List<Located> commands, int sizeBytes, @Nullable Problem problem) {
  public DecodedCommands {
    commands = List.copyOf(commands);
  }

  /**
   * @param strideBytes with its padding
   */
  public record Located(int offset, int strideBytes, PrefetchCommand command) {}

  /**
   * @param offset of the first byte that is wrong, or that is missing
   */
  public record Problem(int offset, String sentence) {}
}
