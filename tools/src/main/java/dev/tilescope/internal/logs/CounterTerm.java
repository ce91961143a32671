package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import java.util.List;

/** Part of a formula over the counters of one core; NaN where one of them is missing. */
@FunctionalInterface
interface CounterTerm {
  double of(CoreCounters core);

  /** Never has a value. */
  static CounterTerm none() {
    return _ -> Double.NaN;
  }

  static CounterTerm value(PerfCounterType counter) {
    return core -> core.value(counter);
  }

  /** The cycles in which a counter counted. */
  static CounterTerm cycles(PerfCounterType counter) {
    return core -> core.cycles(counter);
  }

  /** Of how many of its cycles the counter counted. */
  static CounterTerm share(PerfCounterType counter) {
    return value(counter).over(cycles(counter));
  }

  static CounterTerm sum(PerfCounterType... counters) {
    return core -> {
      double sum = 0;
      for (PerfCounterType counter : counters) {
        sum += core.value(counter);
      }
      return sum;
    };
  }

  /** Mean share of two channels that count in the same cycles. */
  static CounterTerm meanShare(PerfCounterType first, PerfCounterType second) {
    return sum(first, second).times(0.5).over(cycles(first));
  }

  /** Of all that was wanted, the part that was not granted. */
  static CounterTerm refused(CounterTerm wanted, CounterTerm granted) {
    return core -> (wanted.of(core) - granted.of(core)) / divisor(wanted.of(core));
  }

  private static double divisor(double value) {
    return value > 0 ? value : Double.NaN;
  }

  /** Mean of those that have a value. */
  static CounterTerm meanOfKnown(CounterTerm... terms) {
    List<CounterTerm> all = List.of(terms);
    return core ->
        all.stream()
            .mapToDouble(term -> term.of(core))
            .filter(value -> !Double.isNaN(value))
            .average()
            .orElse(Double.NaN);
  }

  /** NaN where there is nothing to divide by. */
  default CounterTerm over(CounterTerm other) {
    return core -> of(core) / divisor(other.of(core));
  }

  default CounterTerm plus(CounterTerm other) {
    return core -> of(core) + other.of(core);
  }

  default CounterTerm times(double factor) {
    return core -> of(core) * factor;
  }

  default CounterTerm notNegative() {
    return core -> Math.max(0, of(core));
  }
}
