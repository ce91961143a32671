package dev.tilescope.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Starts the agent; whatever goes wrong, the program goes on. */
final class ProfilingAgent {
  private static final String PROFILER = "dev/tilescope/profile/Profiler.class";

  private ProfilingAgent() {}

  /**
   * Starts.
   *
   * @param argument the jar of Tilescope, for programs that have none on their class path
   */
  static void start(@Nullable String argument, Instrumentation instrumentation) {
    try {
      provideProfiler(argument, instrumentation);
      // Only from here on may a class be loaded that uses the profiler.
      MethodZones.install(AgentSettings.of(System.getenv()), instrumentation);
    } catch (Throwable e) {
      System.err.println("tilescope: methods are no zones in this JVM: " + e);
    }
  }

  private static void provideProfiler(@Nullable String argument, Instrumentation instrumentation)
      throws IOException {
    if (ClassLoader.getSystemResource(PROFILER) == null) {
      if (argument == null || argument.isBlank()) {
        throw new IOException("neither class path nor agent's argument has Tilescope's jar");
      }
      // Stays open as long as the JVM lives: classes come from it.
      instrumentation.appendToSystemClassLoaderSearch(new JarFile(argument));
    }
  }
}
