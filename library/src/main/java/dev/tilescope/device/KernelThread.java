package dev.tilescope.device;

/** Threads that run kernels, which have no access to what the host can do. */
public final class KernelThread {
  private static final ThreadLocal<Boolean> IS_ONE = ThreadLocal.withInitial(() -> false);

  private KernelThread() {}

  /** From now on the calling thread is one, until it ends. */
  public static void become() {
    IS_ONE.set(true);
  }

  static boolean isCurrent() {
    return IS_ONE.get();
  }
}
