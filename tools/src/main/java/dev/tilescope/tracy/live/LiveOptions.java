package dev.tilescope.tracy.live;

import dev.tilescope.model.Changed;
import dev.tilescope.model.TilescopeException;
import java.io.File;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How a program is served to Tracy.
 *
 * @param bind the address to listen on: others than those of this machine can connect only if it is
 *     not the loopback one
 * @param port the one to listen on; 0 for the first free one from 8086 on
 * @param isOnDemand whether a capture begins when Tracy connects; otherwise with the run
 * @param awaitsPeer whether a run does not end before somebody captured it
 * @param isBroadcast whether the program makes itself known in the local network
 * @param backlog what becomes of events that come faster than they are taken
 * @param backlogBytes of the journal that a peer may be behind, for {@link Backlog#DROP} and {@link
 *     Backlog#WAIT}; an event has two bytes there, or a few
 * @param patience how long a peer may take for a frame of at most 256 KiB, or to say who it is
 * @param farewell how long all peers together may hold up the end of a run; with {@code awaitsPeer}
 *     or {@link Backlog#WAIT} this counts from when a peer was told everything
 * @param sources folders of Java sources, for a peer that asks for them
 * @param samplesPerSecond how often the call stacks of all threads are looked at; 0 for never
 * @param program its name
 */
public record LiveOptions(
    InetAddress bind,
    int port,
    boolean isOnDemand,
    boolean awaitsPeer,
    boolean isBroadcast,
    Backlog backlog,
    long backlogBytes,
    Duration patience,
    Duration farewell,
    List<Path> sources,
    int samplesPerSecond,
    String program) {
  private static final long USUAL_BACKLOG_BYTES = 16L << 20;
  private static final int MOST_SAMPLES = 1000;
  private static final Duration USUAL_FAREWELL = Duration.ofSeconds(2);
  private static final Duration LONGEST_FAREWELL = Duration.ofDays(1);

  /** From the start, on the loopback address, nothing lost. */
  public static final LiveOptions DEFAULT = fromEnvironment(Map.of());

  public LiveOptions {
    sources = List.copyOf(sources);
    if (port < 0 || port > 0xFFFF) {
      throw new TilescopeException("TRACY_PORT: a port from 1 to 65535 is expected, got " + port);
    }
    if (farewell.isNegative() || farewell.compareTo(LONGEST_FAREWELL) > 0) {
      throw new TilescopeException(
          "TILESCOPE_TRACY_FAREWELL: 0 to %,d seconds are expected, got %,d"
              .formatted(LONGEST_FAREWELL.toSeconds(), farewell.toSeconds()));
    }
    if (samplesPerSecond < 0 || samplesPerSecond > MOST_SAMPLES) {
      throw new TilescopeException(
          "TILESCOPE_TRACY_SAMPLES: up to %d call stacks a second can be taken, got %d"
              .formatted(MOST_SAMPLES, samplesPerSecond));
    }
  }

  /**
   * What environment variables ask for. A boolean is true if its first character is 1.
   *
   * <pre>
   * TRACY_PORT                 port
   * TRACY_NO_EXIT              awaits a peer
   * TILESCOPE_TRACY_BIND       address
   * TILESCOPE_TRACY_ON_DEMAND  on demand
   * TILESCOPE_TRACY_BROADCAST  broadcast
   * TILESCOPE_TRACY_BACKLOG    keep, drop or wait
   * TILESCOPE_TRACY_FAREWELL   farewell in seconds; else 2
   * TILESCOPE_TRACY_SOURCES    folders; else src/main/java and src/test/java, where there are such
   * TILESCOPE_TRACY_SAMPLES    samples per second
   * </pre>
   */
  public static LiveOptions fromEnvironment(Map<String, String> environment) {
    return new LiveOptions(
        address(environment.getOrDefault("TILESCOPE_TRACY_BIND", "")),
        number(environment, "TRACY_PORT", 0),
        isOn(environment, "TILESCOPE_TRACY_ON_DEMAND"),
        isOn(environment, "TRACY_NO_EXIT"),
        isOn(environment, "TILESCOPE_TRACY_BROADCAST"),
        backlog(environment.getOrDefault("TILESCOPE_TRACY_BACKLOG", "keep")),
        USUAL_BACKLOG_BYTES,
        Duration.ofSeconds(5),
        Duration.ofSeconds(
            number(environment, "TILESCOPE_TRACY_FAREWELL", (int) USUAL_FAREWELL.toSeconds())),
        sources(environment.getOrDefault("TILESCOPE_TRACY_SOURCES", "")),
        number(environment, "TILESCOPE_TRACY_SAMPLES", 0),
        programOf(System.getProperty("sun.java.command", "")));
  }

  private static InetAddress address(String text) {
    try {
      return text.isBlank() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new TilescopeException(
          "TILESCOPE_TRACY_BIND: an address of this machine is expected, such as 127.0.0.1 or"
              + " 0.0.0.0, got \""
              + text
              + "\"",
          e);
    }
  }

  private static boolean isOn(Map<String, String> environment, String variable) {
    return environment.getOrDefault(variable, "").startsWith("1");
  }

  private static int number(Map<String, String> environment, String variable, int usual) {
    String text = environment.getOrDefault(variable, "").strip();
    try {
      return text.isEmpty() ? usual : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TilescopeException(
          "%s: a number is expected, got \"%s\"".formatted(variable, text), e);
    }
  }

  private static Backlog backlog(String text) {
    return switch (text) {
      case "keep" -> Backlog.KEEP;
      case "drop" -> Backlog.DROP;
      case "wait" -> Backlog.WAIT;
      default ->
          throw new TilescopeException(
              "TILESCOPE_TRACY_BACKLOG: keep, drop or wait is expected, got \"" + text + "\"");
    };
  }

  private static List<Path> sources(String text) {
    Stream<String> folders =
        text.isBlank()
            ? Stream.of("src/main/java", "src/test/java")
            : Stream.of(text.split(File.pathSeparator));
    return folders.map(Path::of).map(Path::toAbsolutePath).filter(Files::isDirectory).toList();
  }

  /** The main class without its package, or the jar. */
  private static String programOf(String command) {
    String main = command.strip().split("\\s+", 2)[0];
    String name = main.substring(main.lastIndexOf('/') + 1);
    boolean isJar = name.endsWith(".jar");
    String brief = isJar ? name : name.substring(name.lastIndexOf('.') + 1);
    return brief.isEmpty() ? "java" : brief;
  }

  long samplingNanos() {
    return samplesPerSecond == 0 ? 0 : 1_000_000_000L / samplesPerSecond;
  }

  /** Whether the user wants the program to wait for those who take what it did. */
  boolean holdsForPeers() {
    return awaitsPeer || backlog == Backlog.WAIT;
  }

  public LiveOptions withPort(int value) {
    return Changed.with(this, "port", value);
  }

  public LiveOptions withOnDemand(boolean value) {
    return Changed.with(this, "isOnDemand", value);
  }

  public LiveOptions withBacklog(Backlog value, long bytes) {
    return Changed.with(Changed.with(this, "backlog", value), "backlogBytes", bytes);
  }

  public LiveOptions withPatience(Duration value) {
    return Changed.with(this, "patience", value);
  }

  public LiveOptions withFarewell(Duration value) {
    return Changed.with(this, "farewell", value);
  }

  public LiveOptions withSources(List<Path> value) {
    return Changed.with(this, "sources", value);
  }
}
