package dev.tilescope.internal.track;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * A listener that a program can be given from outside, without a change of its code: a service that
 * is started with the first traced thing, if the environment asks for it.
 *
 * <p>Services are looked for only where an environment variable begins with {@code TILESCOPE_},
 * {@code TTNN_OPERATION_}, {@code TT_METAL_} or {@code TT_ALLOC_}, or a system property with {@code
 * tilescope.}: loading them takes some milliseconds that a program without them should not pay.
 */
public interface AutoStart {
  /** How variables begin that may ask for something. */
  List<String> PREFIXES = List.of("TILESCOPE_", "TTNN_OPERATION_", "TT_METAL_", "TT_ALLOC_");

  /** Reads the environment and starts what it asks for; must not throw. */
  void startIfAsked();

  /** Called by the tracker, once. */
  static void startAll() {
    if (isAnythingAsked()) {
      ServiceLoader.load(AutoStart.class, AutoStart.class.getClassLoader())
          .forEach(AutoStart::startIfAsked);
    }
  }

  private static boolean isAnythingAsked() {
    return Stream.concat(
            System.getenv().keySet().stream()
                .filter(key -> PREFIXES.stream().anyMatch(key::startsWith)),
            System.getProperties().stringPropertyNames().stream()
                .filter(key -> key.startsWith("tilescope.")))
        .findAny()
        .isPresent();
  }
}
