package dev.tilescope.ops;

import dev.tilescope.ops.Operations.Family;
import dev.tilescope.ops.internal.mechanism.Operation;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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

  /** In the order in which a program comes to them. */
  private static final List<String> PACKAGES =
      List.of(
          "creation",
          "transfer",
          "conversion",
          "movement",
          "elementwise",
          "matmul",
          "reduction",
          "normalisation",
          "attention",
          "convolution",
          "cache",
          "collective");

  /** All of them with their operations, whether they are listed or not. */
  static List<Family> families() throws Exception {
    List<Family> families = new ArrayList<>();
    for (Class<?> each : classes()) {
      List<Operation<?, ?>> operations = new ArrayList<>();
      for (Field field : each.getDeclaredFields()) {
        if (field.getType() == Operation.class && Modifier.isStatic(field.getModifiers())) {
          operations.add((Operation<?, ?>) field.get(null));
        }
      }
      if (!operations.isEmpty()) {
        families.add(new Family(each, operations));
      }
    }
    families.sort(Comparator.comparingInt(Declarations::place));
    return families;
  }

  private static int place(Family family) {
    int place = PACKAGES.indexOf(family.declaring().getPackageName().replaceAll(".*\\.", ""));
    if (place < 0) {
      throw new IllegalStateException(family.declaring() + " is in no package of operations");
    }
    return place;
  }

  /** All classes of operations, kernels aside. */
  static List<Class<?>> classes() throws IOException, ClassNotFoundException {
    Path root =
        Path.of(System.getProperty("tilescope.root", "..")).resolve("library/target/classes");
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
