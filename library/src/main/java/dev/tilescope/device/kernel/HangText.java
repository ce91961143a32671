package dev.tilescope.device.kernel;

import dev.tilescope.device.DeviceTimeoutException;
import dev.tilescope.device.OperationTimeout;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said of the kernels of a program that come to no end.
 *
 * @param operation the name of the program
 */
record HangText(String operation, int chipId, OperationTimeout timeout) {
  /** So many kernels are named. */
  private static final int MOST_NAMED = 16;

  DeviceTimeoutException expired(List<String> waits) {
    return DeviceTimeoutException.expired(operation, chipId, timeout, waits);
  }

  /** With a limit it is what would come of it, without the wait. */
  TilescopeException deadlock(Collection<KernelTask> blocked) {
    return timeout.isOn()
        ? DeviceTimeoutException.deadlock(operation, chipId, timeout, waits(blocked))
        : new TilescopeException(
            "deadlock: each kernel that has not ended waits for another one\n  "
                + String.join("\n  ", waits(blocked))
                + "\nLook for pages that are waited for but never pushed, or reserved beyond what"
                + " is popped.");
  }

  /**
   * @param spinning the kernel that has the turn and does nothing with it, if it is one
   */
  DeviceTimeoutException expired(@Nullable KernelTask spinning, Collection<KernelTask> blocked) {
    List<String> waits = waits(blocked);
    if (spinning != null) {
      waits.addFirst(spinning + " spins, " + spinning.place());
    }
    return expired(waits);
  }

  private static List<String> waits(Collection<KernelTask> blocked) {
    List<String> waits = new ArrayList<>();
    blocked.stream().sorted().limit(MOST_NAMED).forEach(task -> waits.add(task.waitText()));
    if (blocked.size() > MOST_NAMED) {
      waits.add("and " + (blocked.size() - MOST_NAMED) + " more");
    }
    return waits;
  }

  /**
   * Of a kernel that makes no calls.
   *
   * @param silent null if none has begun
   * @param at where it was before it was disturbed; empty if nobody looked
   * @param isEnded whether an interrupt ended it
   */
  DeviceTimeoutException silence(@Nullable KernelTask silent, String at, boolean isEnded) {
    if (silent == null) {
      return expired(List.of("no kernel has begun: all threads that run kernels are busy"));
    }
    String where = silent + " makes no calls, " + (at.isEmpty() ? silent.place() : at);
    String fate =
        "; its thread cannot be ended, and may keep a processor busy as long as this program runs";
    return expired(List.of(isEnded ? where : where + fate));
  }

  static TilescopeException failed(KernelTask task, Throwable e) {
    String what = e instanceof TilescopeException ? e.getMessage() : e.toString();
    return new TilescopeException(task + " failed: " + what, e);
  }
}
