package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every declared device operation against its golden reference, on random calls. */
class GoldenTest {
  private static final int CALLS_PER_OPERATION = 40;

  static List<Family> families() throws ReflectiveOperationException, IOException {
    List<Family> all = new ArrayList<>();
    for (Class<?> type : classes(GoldenTest.class)) {
      if (type.getSimpleName().endsWith("GoldenSamples") && !type.isInterface()) {
        all.addAll(((GoldenSamples) type.getDeclaredConstructor().newInstance()).families());
      }
    }
    return all;
  }

  @AfterAll
  static void close() {
    RandomTensors.close();
  }

  @ParameterizedTest
  @MethodSource("families")
  void resultsAgreeWithTheGoldenReference(Family family) {
    Random random = new Random(family.name().hashCode());
    for (int i = 0; i < CALLS_PER_OPERATION; i++) {
      family.sample().apply(random).check(RandomTensors.device());
    }
  }

  @Test
  void everyDeclaredOperationIsTestedHere() throws Exception {
    Set<DeviceOperation<?>> tested = Collections.newSetFromMap(new IdentityHashMap<>());
    families().forEach(family -> tested.add(family.sample().apply(new Random(1)).operation()));
    Map<?, String> declared = Declarations.of(DeviceOperation.class);
    assertThat(declared).isNotEmpty();
    declared.keySet().removeAll(tested);
    assertThat(declared.values()).as("operations without a golden test").isEmpty();
  }

  /** The classes of this package that lie where the given one does. */
  private static List<Class<?>> classes(Class<?> beside)
      throws IOException, ReflectiveOperationException {
    Path folder =
        Path.of(beside.getProtectionDomain().getCodeSource().getLocation().getPath())
            .resolve("dev/tilescope/ops");
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        if (!name.contains("$") && !name.equals("package-info")) {
          found.add(Class.forName("dev.tilescope.ops." + name));
        }
      }
    }
    return found;
  }
}
