package dev.tilescope.profile.internal.markers;

import dev.tilescope.model.TilescopeException;
import java.util.List;

/**
 * The line from a chip's cycles to the host's nanoseconds.
 *
 * @param hostNanos a moment on the host's clock
 * @param cycles what the chip's counter showed then
 * @param cyclesPerNano the rate of that counter, by the host's clock
 */
public record ClockFit(double hostNanos, double cycles, double cyclesPerNano) {
  /** Both clocks at one moment. */
  public record Sample(double hostNanos, long cycles) {}

  public double hostNanos(long atCycles) {
    return hostNanos + (atCycles - cycles) / cyclesPerNano;
  }

  /**
   * The line with the least squares of errors. Sums are taken about the first sample, since doubles
   * do not hold the product of two clocks.
   */
  public static ClockFit of(List<Sample> samples) {
    if (samples.size() < 2) {
      throw new TilescopeException(
          "clock fit: a line needs at least 2 samples, got " + samples.size());
    }
    Sample first = samples.getFirst();
    double meanHost = 0;
    double meanCycles = 0;
    for (Sample sample : samples) {
      meanHost += (sample.hostNanos - first.hostNanos) / samples.size();
      meanCycles += (double) (sample.cycles - first.cycles) / samples.size();
    }
    double products = 0;
    double squares = 0;
    for (Sample sample : samples) {
      double host = sample.hostNanos - first.hostNanos - meanHost;
      products += host * (sample.cycles - first.cycles - meanCycles);
      squares += host * host;
    }
    return new ClockFit(first.hostNanos + meanHost, first.cycles + meanCycles, products / squares);
  }

  /**
   * The line of a chip that is known only by messages from another.
   *
   * @param scale cycles of the other for each of its own
   * @param shift cycles of the other when its own counter showed 0
   */
  public ClockFit through(double scale, double shift) {
    return new ClockFit(hostNanos, (cycles - shift) / scale, cyclesPerNano / scale);
  }
}
