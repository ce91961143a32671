package dev.tilescope.internal.perf;

import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What percentages are of: the peaks of an architecture, NaN if they are not known.
 *
 * @param workerCores 0 if not known
 * @param dramGigabytes per second
 * @param loFiTeraflops of one core, per second
 */
public record PerfArch(
    String name,
    int workerCores,
    double dramGigabytes,
    double hiFi4Teraflops,
    double hiFi2Teraflops,
    double loFiTeraflops) {
  private static final double TENSIX_KILOFLOPS_PER_CYCLE = 4096 / 1000.0;

  private static final PerfArch WORMHOLE =
      new PerfArch("wormhole", 64, 288, 74 / 72.0, 148 / 72.0, 262 / 72.0);

  /** Of a run of which nothing tells where it ran. */
  public static final PerfArch UNKNOWN =
      new PerfArch("", 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final List<PerfArch> KNOWN =
      List.of(
          WORMHOLE,
          ofClock("blackhole", 130, 512, 1.35),
          ofClock("bh20", 20, 512, 1.35),
          ofClock("n1", 20, 120, 0.65));

  private static PerfArch ofClock(String name, int cores, double gigabytes, double gigahertz) {
    double loFi = TENSIX_KILOFLOPS_PER_CYCLE * gigahertz;
    return new PerfArch(name, cores, gigabytes, loFi / 4, loFi / 2, loFi);
  }

  /** What a file that does not say its own can be held against. */
  public static List<String> names() {
    return KNOWN.stream().map(PerfArch::name).toList();
  }

  /** Wormhole if no name is given. */
  static PerfArch named(@Nullable String name) {
    PerfArch arch = ofFile(name);
    if (!arch.isKnown()) {
      throw new TilescopeException(
          "there are no peaks of architecture '"
              + name
              + "'; known are "
              + String.join(", ", names()));
    }
    return arch;
  }

  /** The same, but without peaks if the name is not known: a file is what it is. */
  static PerfArch ofFile(@Nullable String name) {
    if (name == null) {
      return WORMHOLE;
    }
    String wanted = name.toLowerCase(Locale.ROOT);
    String known = wanted.equals("wormhole_b0") ? "wormhole" : wanted;
    double none = Double.NaN;
    return KNOWN.stream()
        .filter(arch -> arch.name.equals(known))
        .findFirst()
        .orElseGet(() -> new PerfArch(known, 0, none, none, none, none));
  }

  /** Whether percentages can be told. */
  public boolean isKnown() {
    return !Double.isNaN(dramGigabytes);
  }

  public PerfArch withWorkerCores(int count) {
    return new PerfArch(name, count, dramGigabytes, hiFi4Teraflops, hiFi2Teraflops, loFiTeraflops);
  }

  /** Per core and second; NaN if the fidelity is unknown. */
  double teraflops(@Nullable String mathFidelity) {
    return switch (mathFidelity) {
      case "HiFi4" -> hiFi4Teraflops;
      // Three passes over the operands where HiFi4 takes four.
      case "HiFi3" -> hiFi4Teraflops * 4 / 3;
      case "HiFi2" -> hiFi2Teraflops;
      case "LoFi" -> loFiTeraflops;
      case null, default -> Double.NaN;
    };
  }
}
