package dev.tilescope.agent;

import dev.tilescope.profile.Profiler;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;

/** Installs the transformer, at once or, in partial mode, with the first {@code enable()}. */
final class MethodZones {
  private final Instrumentation instrumentation;
  private final ZoneTransformer transformer;

  private MethodZones(Instrumentation instrumentation, ZoneTransformer transformer) {
    this.instrumentation = instrumentation;
    this.transformer = transformer;
  }

  static void install(AgentSettings settings, Instrumentation instrumentation) {
    WeavingCounts counts = new WeavingCounts();
    ZoneTransformer transformer =
        new ZoneTransformer(ClassChoice.of(settings), settings.lines(), Profiler::site, counts);
    MethodZones zones = new MethodZones(instrumentation, transformer);
    if (settings.partial()) {
      Profiler.onFirstEnable(zones::weaveFromNowOn);
    } else {
      instrumentation.addTransformer(transformer, true);
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> counts.print(settings.verbose(), System.err), "tilescope-agent"));
  }

  /** Classes that are loaded meanwhile may be woven twice, each time from what they were. */
  private void weaveFromNowOn() {
    instrumentation.addTransformer(transformer, true);
    Class<?>[] loaded =
        Arrays.stream(instrumentation.getAllLoadedClasses())
            .filter(type -> instrumentation.isModifiableClass(type) && transformer.chooses(type))
            .toArray(Class<?>[]::new);
    if (loaded.length > 0 && !weaveAgain(loaded)) {
      for (Class<?> each : loaded) {
        weaveAgain(each);
      }
    }
  }

  /** All or none; what the JVM refuses stays as it was. */
  private boolean weaveAgain(Class<?>... types) {
    try {
      instrumentation.retransformClasses(types);
      return true;
    } catch (Exception | LinkageError _) {
      return false;
    }
  }
}
