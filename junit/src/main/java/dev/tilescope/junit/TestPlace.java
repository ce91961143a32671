package dev.tilescope.junit;

import dev.tilescope.model.TilescopeException;
import java.lang.reflect.Method;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Which test this is.
 *
 * @param className with its package; nested classes after a dot
 * @param method with the types of its parameters if there are others of its name
 * @param invocation numbers of a test that runs several times, outermost first, such as {@code 3}
 *     or {@code 1-2}; empty for other tests
 */
record TestPlace(String className, String method, String invocation) {
  /** How JUnit's ids number invocations of templates and dynamic tests. */
  private static final Pattern INVOCATION = Pattern.compile(":#(\\d+)]");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern EXTENSION = Pattern.compile("(?i)(\\.json(\\.gz|\\.zst)?)?$");

  static TestPlace of(ExtensionContext context, Class<?> testClass, Method testMethod) {
    String invocation =
        INVOCATION
            .matcher(context.getUniqueId())
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.joining("-"));
    return new TestPlace(testClass.getName().replace('$', '.'), name(testMethod), invocation);
  }

  private static String name(Method method) {
    boolean overloaded =
        Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
                .filter(other -> !other.isSynthetic() && other.getName().equals(method.getName()))
                .count()
            > 1;
    return overloaded
        ? Arrays.stream(method.getParameterTypes())
            .map(type -> "-" + type.getSimpleName())
            .collect(Collectors.joining("", method.getName(), ""))
        : method.getName();
  }

  /** The file that a path with placeholders means for this test. */
  Path file(String path) {
    String template = path.endsWith("/") ? path + "{class}/{method}.json" : path;
    Map<String, String> values =
        Map.of(
            "class", safe(className),
            "method", safe(method),
            "invocation", invocation.isEmpty() ? "1" : invocation);
    String filled =
        PLACEHOLDER
            .matcher(template)
            .replaceAll(match -> Matcher.quoteReplacement(value(values, match, path)));
    boolean placed = template.contains("{invocation}");
    return parsed(invocation.isEmpty() || placed ? filled : numbered(filled));
  }

  private static String value(Map<String, String> values, MatchResult match, String path) {
    String value = values.get(match.group(1));
    if (value == null) {
      throw new TilescopeException(
          "'"
              + path
              + "' holds "
              + match.group()
              + "; there are {class}, {method} and {invocation}");
    }
    return value;
  }

  private String numbered(String path) {
    return EXTENSION
        .matcher(path)
        .replaceFirst(match -> Matcher.quoteReplacement("-" + invocation + match.group()));
  }

  private static Path parsed(String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new TilescopeException("'" + path + "' is no path: " + e.getMessage(), e);
    }
  }

  /** Other languages name methods as they like. */
  private static String safe(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}._-]", "_");
  }

  /** Such as {@code AddTest.adds()}, {@code AddTest.Large.adds() [3]}. */
  @Override
  public String toString() {
    String simple = className.replaceFirst("^(\\p{Ll}[^.]*\\.)+", "");
    return simple + "." + method + "()" + (invocation.isEmpty() ? "" : " [" + invocation + "]");
  }
}
