package dev.tilescope.device;

import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Gives modelled times what a board may take instead, by their device operations.
 *
 * @param architectures of the boards in question
 */
public record TimeBands(Set<Architecture> architectures) {
  /** Where nobody knows the board: of all that times are fitted to. */
  public static final TimeBands OF_ANY_BOARD =
      new TimeBands(EnumSet.of(Architecture.WORMHOLE_B0, Architecture.BLACKHOLE));

  public TimeBands {
    if (architectures.isEmpty()) {
      throw new TilescopeException("time bands: at least one architecture is needed, got none");
    }
    architectures = Set.copyOf(architectures);
  }

  public static TimeBands of(Architecture architecture) {
    return new TimeBands(Set.of(architecture));
  }

  /** Of a report's devices. */
  public static TimeBands of(List<DeviceInfo> devices) {
    return named(devices.stream().map(DeviceInfo::arch).toList());
  }

  /**
   * @param names as reports, logs and cluster descriptors have them, e.g. {@code WORMHOLE_B0} or
   *     {@code blackhole}; those that are none of an architecture say nothing
   */
  public static TimeBands named(Collection<String> names) {
    Set<String> known =
        names.stream()
            .map(name -> name.strip().toUpperCase(Locale.ROOT).replaceFirst("^ARCH\\.", ""))
            .collect(Collectors.toSet());
    Set<Architecture> architectures =
        Arrays.stream(Architecture.values())
            .filter(architecture -> known.contains(architecture.name()))
            .collect(Collectors.toSet());
    return architectures.isEmpty() ? OF_ANY_BOARD : new TimeBands(architectures);
  }

  /**
   * From the lowest to the highest of the architectures.
   *
   * @param deviceOperation as reports name it, e.g. {@code MatmulDeviceOperation}
   */
  public TimeBand of(String deviceOperation) {
    TimeFamily family = TimeFamily.of(deviceOperation);
    List<TimeBand> bands =
        architectures.stream().map(architecture -> TimeBand.of(family, architecture)).toList();
    return new TimeBand(
        bands.stream().mapToDouble(TimeBand::low).min().orElseThrow(),
        bands.stream().mapToDouble(TimeBand::high).max().orElseThrow());
  }

  /** Of programs of one name. */
  public ModelledTime time(String deviceOperation, long nanos) {
    TimeBand band = of(deviceOperation);
    return new ModelledTime(nanos, band.lowNanos(nanos), band.highNanos(nanos));
  }

  /**
   * @param nanos by device operation
   */
  public ModelledTime time(Map<String, Long> nanos) {
    return nanos.entrySet().stream()
        .map(each -> time(each.getKey(), each.getValue()))
        .reduce(ModelledTime.NONE, ModelledTime::plus);
  }
}
