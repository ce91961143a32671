package dev.tilescope.agent;

import java.lang.instrument.Instrumentation;

/**
 * What the JVM calls before the program's main method. Compiled for Java 11: a program may start
 * older JVMs too (a build tool, say), which shall not fail for getting this agent.
 */
public final class AgentEntry {
  private static final int NEEDED = 25;

  private AgentEntry() {}

  public static void premain(String argument, Instrumentation instrumentation) {
    int version = Runtime.version().feature();
    if (version < NEEDED) {
      System.err.println(
          "tilescope: methods are no zones in this JVM: it is Java "
              + version
              + ", and the agent needs "
              + NEEDED);
    } else {
      ProfilingAgent.start(argument, instrumentation);
    }
  }
}
