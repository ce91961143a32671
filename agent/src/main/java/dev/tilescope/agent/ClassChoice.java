package dev.tilescope.agent;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Whose methods are zones. */
sealed interface ClassChoice {
  /**
   * Says whether a class is meant.
   *
   * @param name with slashes
   */
  boolean includes(ClassLoader loader, String name, @Nullable ProtectionDomain domain);

  static ClassChoice of(AgentSettings settings) {
    return settings.packages().isEmpty()
        ? new OwnCode(ProgramLocation.ofMain())
        : new NamedPackages(settings.packages());
  }

  /**
   * The program's own code: what the class loader of applications finds in folders or in the jar of
   * the main class, and what Java compiles from a source file it is given. Libraries are not.
   */
  final class OwnCode implements ClassChoice {
    private static final String SOURCE_LAUNCHER = "com.sun.tools.javac.launcher.";

    private final @Nullable Path main;
    private final Map<String, Boolean> isOwnByLocation = new ConcurrentHashMap<>();

    OwnCode(@Nullable Path main) {
      this.main = main;
    }

    @Override
    public boolean includes(ClassLoader loader, String name, @Nullable ProtectionDomain domain) {
      if (name.startsWith("dev/tilescope/")) {
        return false;
      }
      if (loader.getClass().getName().startsWith(SOURCE_LAUNCHER)) {
        return true;
      }
      CodeSource source = domain == null ? null : domain.getCodeSource();
      URL location = source == null ? null : source.getLocation();
      return loader == ClassLoader.getSystemClassLoader()
          && location != null
          && isOwnByLocation.computeIfAbsent(location.toString(), _ -> isOwn(location));
    }

    /** The JDK has modules, the compiler's for one, that the same class loader finds elsewhere. */
    private boolean isOwn(URL location) {
      if (!location.getProtocol().equals("file")) {
        return false;
      }
      try {
        Path path = Path.of(location.toURI());
        return Files.isDirectory(path) || path.equals(main);
      } catch (URISyntaxException | IllegalArgumentException _) {
        return false;
      }
    }
  }

  /** Packages with all below them, and classes with those nested in them. */
  final class NamedPackages implements ClassChoice {
    /** The profiler's own methods cannot be zones: entering one would enter one. */
    private static final List<String> NEVER =
        List.of("dev/tilescope/agent/", "dev/tilescope/profile/");

    private final List<String> names;

    NamedPackages(List<String> names) {
      this.names = names.stream().map(name -> name.replace('.', '/')).toList();
    }

    @Override
    public boolean includes(ClassLoader loader, String name, @Nullable ProtectionDomain domain) {
      return NEVER.stream().noneMatch(name::startsWith)
          && names.stream().anyMatch(each -> isWithin(name, each))
          && seesTheProfiler(loader);
    }

    private static boolean isWithin(String name, String prefix) {
      return name.startsWith(prefix)
          && (name.length() == prefix.length()
              || name.charAt(prefix.length()) == '/'
              || name.charAt(prefix.length()) == '$');
    }

    private static boolean seesTheProfiler(ClassLoader loader) {
      ClassLoader each = loader;
      while (each != null && each != ClassLoader.getSystemClassLoader()) {
        each = each.getParent();
      }
      return each != null;
    }
  }
}
