package dev.tilescope.device.kernel;

import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.internal.track.SourcePlace;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ids of one kernel's zones. A name is looked up in the calling code once, since walking the
 * stack takes longer than most kernels do; two zones of one kernel with the same name are therefore
 * one zone, at the place that was reached first.
 */
final class ZoneIds {
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
    SourcePlace caller = Objects.requireNonNull(SourcePlace.of(ZoneIds::isKernelCode));
    return ZoneLocations.idOf(name, caller.file(), caller.line());
  }

  private static boolean isKernelCode(Class<?> code) {
    return code != ZoneIds.class && !KernelContext.class.isAssignableFrom(code);
  }
}
