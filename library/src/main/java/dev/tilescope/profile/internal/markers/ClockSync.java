package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.ChipClock;
import dev.tilescope.device.MeshDevice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Finds out how the clocks of a mesh relate to the host's, as TT-Metal does: the first chip by
 * samples that the host takes of both clocks, each other chip by messages over an Ethernet link
 * from one that is known already. Samples and messages of earlier times count on, so that a line
 * fitted at the end spans the whole run.
 */
final class ClockSync {
  static final int SAMPLES = 249;
  private static final long APART_NANOS = 2_000_000;

  /** A sample is the quickest of so many: one that was interrupted says little. */
  private static final int TRIES = 3;

  private static final long LINK_LATENCY_NANOS = 700;

  /** How a chip's cycles become those of the first chip: scaled, then shifted. */
  record ToFirst(double scale, double shift) {
    static final ToFirst ITSELF = new ToFirst(1, 0);

    long cycles(long ownCycles) {
      return Math.round(ownCycles * scale + shift);
    }
  }

  /** A link on the way from the first chip to all others, and the messages that went over it. */
  private record Link(int from, int to, List<ClockFit.Sample> messages) {}

  private final MeshDevice device;
  private final LongSupplier hostNanos;
  private final LongConsumer pauseNanos;
  private final List<Link> links;
  private final List<ClockFit.Sample> samples = new ArrayList<>();

  ClockSync(MeshDevice device, LongSupplier hostNanos, LongConsumer pauseNanos) {
    this.device = device;
    this.hostNanos = hostNanos;
    this.pauseNanos = pauseNanos;
    this.links = links(device);
  }

  /** Breadth first, so that a chip is reached over as few links as can be. */
  private static List<Link> links(MeshDevice device) {
    List<Link> found = new ArrayList<>();
    Deque<Integer> reached = new ArrayDeque<>(List.of(0));
    List<Integer> known = new ArrayList<>(List.of(0));
    while (!reached.isEmpty()) {
      int from = reached.remove();
      for (int to : device.neighbours(from)) {
        if (!known.contains(to)) {
          known.add(to);
          reached.add(to);
          found.add(new Link(from, to, new ArrayList<>()));
        }
      }
    }
    return found;
  }

  void takeSamples() {
    for (int i = 0; i < SAMPLES; i++) {
      samples.add(sample(clock(0)));
      links.forEach(this::send);
      pauseNanos.accept(APART_NANOS);
    }
  }

  private ChipClock clock(int chip) {
    return device.profiledChips().get(chip).clock();
  }

  private ClockFit.Sample sample(ChipClock clock) {
    long least = Long.MAX_VALUE;
    ClockFit.Sample best = null;
    for (int i = 0; i < TRIES; i++) {
      long before = hostNanos.getAsLong();
      long cycles = clock.cycles(hostNanos.getAsLong());
      long took = hostNanos.getAsLong() - before;
      if (took < least) {
        least = took;
        best = new ClockFit.Sample(before + took / 2.0, cycles);
      }
    }
    return Objects.requireNonNull(best);
  }

  /** A message goes over and back; it was there after half of the way. */
  private void send(Link link) {
    long nanos = hostNanos.getAsLong();
    long sent = clock(link.from).cycles(nanos);
    long there = clock(link.to).cycles(nanos + LINK_LATENCY_NANOS);
    long back = clock(link.from).cycles(nanos + 2 * LINK_LATENCY_NANOS);
    link.messages.add(new ClockFit.Sample(there, sent + (back - sent) / 2));
  }

  List<ClockFit.Sample> samples() {
    return samples;
  }

  /** In the order of the chips. */
  List<ClockFit> fits() {
    ClockFit first = ClockFit.of(samples);
    return toFirst().stream().map(chip -> first.through(chip.scale(), chip.shift())).toList();
  }

  List<ToFirst> toFirst() {
    Map<Integer, ToFirst> known = new HashMap<>(Map.of(0, ToFirst.ITSELF));
    for (Link link : links) {
      ToFirst parent = Objects.requireNonNull(known.get(link.from));
      ClockFit line = ClockFit.of(link.messages);
      double scale = line.cyclesPerNano();
      double shift = line.cycles() - scale * line.hostNanos();
      known.put(
          link.to, new ToFirst(scale * parent.scale(), shift * parent.scale() + parent.shift()));
    }
    return List.copyOf(new TreeMap<>(known).values());
  }
}
