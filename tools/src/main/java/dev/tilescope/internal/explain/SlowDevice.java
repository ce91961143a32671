package dev.tilescope.internal.explain;

import dev.tilescope.internal.explain.Run.DeviceShare;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A device that the others wait for. */
final class SlowDevice implements Detector {
  private static final double LEAST_PART = 0.1;

  @Override
  public List<Finding> in(Run run) {
    List<DeviceShare> shares =
        run.slowest().stream().sorted(Comparator.comparingDouble(DeviceShare::nanos)).toList();
    if (shares.size() < 2) {
      return List.of();
    }
    DeviceShare slowest = shares.getLast();
    double usual = shares.get((shares.size() - 1) / 2).nanos();
    double lost = slowest.nanos() - usual;
    if (usual <= 0 || lost < LEAST_PART * usual) {
      return List.of();
    }
    return List.of(
        new Finding.OfTime(
            Topic.SLOW_DEVICE,
            String.format(
                Locale.ROOT,
                "device %d took %s for what takes the others %s, and they wait for it",
                slowest.device(),
                Nanos.text(slowest.nanos()),
                Nanos.text(usual)),
            "see whether it has a larger part of the tensors, a lower clock or fewer cores",
            List.of(),
            1,
            lost / Math.max(slowest.nanos(), run.totalNanos()),
            slowest.nanos(),
            lost,
            lost,
            lost));
  }
}
