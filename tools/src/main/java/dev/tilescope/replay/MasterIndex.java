package dev.tilescope.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Traced calls into a master file.
 *
 * @param calls that were read
 * @param leftOut of them, since their operation only moves data, or is no operation of TT-NN's
 * @param failed of them, which tell of no configuration that works
 * @param configurations that were new
 */
public record MasterIndex(long calls, long leftOut, long failed, int configurations) {
  /** Operations that move, convert or free data, and examples. */
  private static final Set<String> EXCLUDED =
      Set.of(
          "ttnn.allocate_tensor_on_device",
          "ttnn.deallocate",
          "ttnn.move",
          "ttnn.reallocate",
          "ttnn.copy_host_to_device_tensor",
          "ttnn.copy_device_to_host_tensor",
          "ttnn.to_device",
          "ttnn.to_dtype",
          "ttnn.to_layout",
          "ttnn.to_memory_config",
          "ttnn.to_torch",
          "ttnn.from_device",
          "ttnn.from_torch",
          "ttnn.view",
          "ttnn.dump_tensor",
          "ttnn.load_tensor",
          "ttnn.as_tensor",
          "ttnn.unary_chain",
          "ttnn.pearson_correlation_coefficient",
          "ttnn.dram_prefetcher",
          "ttnn.complex_tensor",
          "ttnn.prim.binary");

  private static final List<String> EXCLUDED_PREFIXES =
      List.of("ttnn.prim.example", "ttnn.composite_example");

  /** Calls of one configuration. */
  private static final class Tally {
    private final Configuration configuration;
    private long calls;

    Tally(Configuration configuration) {
      this.configuration = configuration;
    }
  }

  /** Adds the calls of one run, which may lie in several folders. Damaged files are noted. */
  public static MasterIndex add(
      List<TraceFolder> folders, TraceRun run, MasterFile master, TraceDamage damage) {
    Map<String, Tally> tallies = new LinkedHashMap<>();
    long[] counts = new long[3];
    for (TraceFolder folder : folders) {
      folder.metadata(damage).forEach(call -> count(call, tallies, counts));
    }
    int added = 0;
    for (Tally tally : tallies.values()) {
      added += master.add(tally.configuration, tally.calls, run) ? 1 : 0;
    }
    master.addModel(run.source());
    return new MasterIndex(counts[0], counts[1], counts[2], added);
  }

  private static void count(TracedCall call, Map<String, Tally> tallies, long[] counts) {
    counts[0]++;
    if (isLeftOut(call.name())) {
      counts[1]++;
    } else if (call.failure() != null) {
      counts[2]++;
    } else {
      Configuration configuration = Configuration.of(call);
      tallies.computeIfAbsent(key(configuration), _ -> new Tally(configuration)).calls++;
    }
  }

  private static boolean isLeftOut(String name) {
    return !name.startsWith("ttnn.")
        || EXCLUDED.contains(name)
        || EXCLUDED_PREFIXES.stream().anyMatch(name::startsWith);
  }

  /** Only hashes are held of arguments that repeat. */
  private static String key(Configuration called) {
    String arguments = ConfigurationHash.sha256(PythonJson.of(called.arguments()));
    return String.join(
        "\n",
        called.operation(),
        arguments,
        PythonJson.of(called.mesh()),
        String.valueOf(called.sweepSourceHash()));
  }
}
