package dev.tilescope.internal.explain;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that the host did with a tensor between programs.
 *
 * @param shape in words, to tell tensors apart
 * @param before how many programs had run
 * @param computed how many of them computed, rather than make or relay tensors
 */
record HostCall(
    Kind kind, Place place, String shape, double elements, double nanos, int before, int computed) {
  private static final Set<String> UPLOADS =
      Set.of("from_torch", "as_tensor", "load_tensor", "to_device");

  private static final Set<String> DOWNLOADS = Set.of("to_torch", "from_device", "cpu", "to_numpy");

  /** Which way. */
  enum Kind {
    UPLOAD,
    DOWNLOAD,
    /** Computed by PyTorch or NumPy. */
    COMPUTED;

    /** By the name of the operation; null for one that does none of this. */
    static @Nullable Kind of(String operation) {
      if (operation.contains("(torch)")) {
        return COMPUTED;
      }
      String brief =
          operation.substring(Math.max(operation.lastIndexOf(':'), operation.lastIndexOf('.')) + 1);
      return UPLOADS.contains(brief) ? UPLOAD : DOWNLOADS.contains(brief) ? DOWNLOAD : null;
    }
  }

  /** Without what is before the first program, which is set-up, and after the last, the result. */
  static List<HostCall> between(List<HostCall> calls, int programs) {
    return calls.stream()
        .filter(call -> call.kind == Kind.COMPUTED || call.before > 0 && call.before < programs)
        .toList();
  }
}
