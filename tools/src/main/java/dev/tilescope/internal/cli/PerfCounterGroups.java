package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names of counter groups as the bits of {@code TT_METAL_PROFILE_PERF_COUNTERS}.
 *
 * @param bits 0 if no name was known
 * @param remarks what to tell the user
 */
record PerfCounterGroups(int bits, List<String> remarks) {
  private static final String ALL = "all";
  private static final int ALL_BITS = 47;
  private static final Map<String, Integer> BIT = new LinkedHashMap<>();

  static {
    int[] bits = {0, 1, 2, 3, 4, 6, 7, 8, 5};
    String[] names = {"fpu", "pack", "unpack", "l1_0", "l1_1", "l1_2", "l1_3", "l1_4", "instrn"};
    for (int i = 0; i < names.length; i++) {
      BIT.put(names[i], bits[i]);
    }
  }

  private static final Set<String> BLACKHOLE_ONLY = Set.of("l1_2", "l1_3", "l1_4");

  PerfCounterGroups {
    remarks = List.copyOf(remarks);
  }

  /** Reads the names in order; {@code all} ends the list, as TT-Metal has it. */
  static PerfCounterGroups of(List<String> names, Map<String, String> environment) {
    List<String> remarks = new ArrayList<>();
    Set<String> banks = new TreeSet<>();
    int bits = 0;
    for (String given : names) {
      String group = given.strip().toLowerCase(Locale.ROOT);
      if (group.equals("l1")) {
        remarks.add("counter group 'l1' is taken as l1_0; the other banks are l1_1 to l1_4");
        group = "l1_0";
      }
      if (group.equals(ALL)) {
        bits |= ALL_BITS;
        banks.add("l1_0");
        break;
      }
      Integer bit = BIT.get(group);
      if (bit == null) {
        remarks.add(unknown(given));
      } else {
        requireArchitecture(group, environment);
        bits |= 1 << bit;
        if (group.startsWith("l1_")) {
          banks.add(group);
        }
      }
    }
    if (bits == 0 && !names.isEmpty()) {
      throw new TilescopeException(remarks.getLast());
    }
    requireOneBank(banks);
    return new PerfCounterGroups(bits, remarks);
  }

  private static String unknown(String name) {
    return "Unknown counter group '"
        + name
        + "'. Valid groups: "
        + Stream.concat(BIT.keySet().stream(), Stream.of(ALL)).collect(Collectors.joining(", "));
  }

  /** The program chooses its boards; without a variable that names one, nothing is refused. */
  private static void requireArchitecture(String group, Map<String, String> environment) {
    String architecture = architecture(environment);
    if (BLACKHOLE_ONLY.contains(group)
        && architecture != null
        && !architecture.toLowerCase(Locale.ROOT).contains("blackhole")) {
      throw new TilescopeException(
          "counter group "
              + group
              + " exists on Blackhole only, and the environment says "
              + architecture
              + ": leave it out, or profile on a p100 or p150");
    }
  }

  private static @Nullable String architecture(Map<String, String> environment) {
    return Stream.of("TT_METAL_DEVICE_ARCH", "TT_ARCH_NAME", "ARCH_NAME")
        .map(environment::get)
        .filter(value -> value != null && !value.isBlank())
        .findFirst()
        .orElse(null);
  }

  private static void requireOneBank(Set<String> banks) {
    if (banks.size() > 1) {
      throw new TilescopeException(
          "counters of one L1 bank can be captured at a time, got "
              + String.join(", ", banks)
              + ", which share one multiplexer: profile once for each");
    }
  }
}
