package dev.tilescope.ops.internal.mechanism;

import java.util.Set;

/** Which arguments are tensors to write a result to: told by the names that TT-NN has for them. */
public final class Targets {
  private static final Set<String> TARGETS =
      Set.of(
          "out",
          "output",
          "optional_tensor",
          "output_tensors",
          "preallocated_output",
          "persistent_output_buffer",
          "persistent_output_buffers");

  private Targets() {}

  public static boolean isTarget(String argument) {
    return argument.endsWith("output_tensor") || TARGETS.contains(argument);
  }
}
