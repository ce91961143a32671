package dev.tilescope.internal.cli;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * The other half of the launcher's {@code hide_warning}: while the JVM starts, standard error goes
 * through a filter, and property {@code tilescope.stderr} names the descriptor of the true one.
 */
final class StandardError {
  private static final int STDERR = 2;

  private StandardError() {}

  /** Makes descriptor 2 the true standard error again; without the property does nothing. */
  static void restore() {
    Integer original = Integer.getInteger("tilescope.stderr");
    if (original != null) {
      duplicate(original);
    }
  }

  /** If it cannot be done, messages still arrive, by way of the filter. */
  @SuppressWarnings("restricted") // there is no way to it but by C
  private static void duplicate(int original) {
    try {
      Linker linker = Linker.nativeLinker();
      MethodHandle dup2 =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("dup2"),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
      int _ = (int) dup2.invokeExact(original, STDERR);
    } catch (Throwable _) {
      System.err.flush();
    }
  }
}
