package dev.tilescope.ops;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The constants of a type in all classes of operations, listed or not. */
final class Declarations {
  private Declarations() {}

  /** By the constant, {@code Class.FIELD}. */
  static <T> Map<T, String> of(Class<T> type) throws Exception {
    Map<T, String> found = new IdentityHashMap<>();
    for (Class<?> each : classes()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getType() == type && Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          found.put(type.cast(field.get(null)), each.getSimpleName() + "." + field.getName());
        }
      }
    }
    return found;
  }

  /** All classes of operations, kernels aside. */
  static List<Class<?>> classes() throws IOException, URISyntaxException, ClassNotFoundException {
    Path root = Path.of(Ttnn.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root.resolve("dev/tilescope/ops"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        String name = root.relativize(file).toString().replace(".class", "").replace('/', '.');
        if (!name.contains(".kernel.") && !name.endsWith("package-info")) {
          classes.add(Class.forName(name));
        }
      }
    }
    return classes;
  }
}
