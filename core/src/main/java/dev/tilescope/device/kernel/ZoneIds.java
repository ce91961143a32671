package dev.tilescope.device.kernel;

import dev.tilescope.device.marker.ZoneLocations;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ids of one kernel's zones. A name is looked up in the calling code once, since walking the
 * stack takes longer than most kernels do; two zones of one kernel with the same name are therefore
 * one zone, at the place that was reached first.
 */
final class ZoneIds {
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Map<String, Integer> byName = new ConcurrentHashMap<>();

  int of(String name) {
    Integer id = byName.get(name);
    if (id == null) {
      id = resolve(name);
      byName.put(name, id);
    }
    return id;
  }

  private static int resolve(String name) {
    StackWalker.StackFrame caller =
        STACK.walk(frames -> frames.filter(ZoneIds::isKernelCode).findFirst().orElseThrow());
    String folder = caller.getDeclaringClass().getPackageName().replace('.', '/');
    String file = caller.getFileName() == null ? caller.getClassName() : caller.getFileName();
    return ZoneLocations.idOf(name, folder + "/" + file, Math.max(0, caller.getLineNumber()));
  }

  private static boolean isKernelCode(StackWalker.StackFrame frame) {
    Class<?> code = frame.getDeclaringClass();
    return code != ZoneIds.class && !KernelContext.class.isAssignableFrom(code);
  }
}
