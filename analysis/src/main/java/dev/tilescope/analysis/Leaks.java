package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Region;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the capture allocated and did not free. Not all of it is a mistake: a model's weights and
 * the kernels of cached programs are meant to stay. The latter show as buffers that hold no tensor.
 *
 * @param groups by memory and maker, most bytes first
 */
public record Leaks(List<Group> groups) {
  public Leaks {
    groups = List.copyOf(groups);
  }

  /**
   * @param madeIn the operations that made them, outermost first
   * @param holdsTensors false if no operation is known to have had them as input or output
   */
  public record Group(
      Region region, List<String> madeIn, boolean holdsTensors, List<Lifetime> buffers) {
    public Group {
      madeIn = List.copyOf(madeIn);
      buffers = List.copyOf(buffers);
    }

    public long bytes() {
      return buffers.stream().mapToLong(Lifetime::bytes).sum();
    }
  }

  private record Key(Region region, List<String> madeIn, boolean holdsTensors) {}

  public static Leaks of(BufferLifetimes buffers) {
    Map<Key, List<Lifetime>> groups = new LinkedHashMap<>();
    for (Lifetime lifetime : buffers.lifetimes()) {
      if (lifetime.isLeaked() && lifetime.made() != null) {
        Key key = new Key(lifetime.region(), lifetime.made().path(), lifetime.lastUse() != null);
        groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(lifetime);
      }
    }
    return new Leaks(
        groups.entrySet().stream()
            .map(e -> group(e.getKey(), e.getValue()))
            .sorted(Comparator.comparingLong(Group::bytes).reversed())
            .toList());
  }

  private static Group group(Key key, List<Lifetime> buffers) {
    return new Group(key.region(), key.madeIn(), key.holdsTensors(), buffers);
  }
}
