package dev.tilescope.replay;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventType;

/** Compiles exported tests as a user would, and runs them by JUnit. */
final class ExportedTests {
  private ExportedTests() {}

  /** The classes, with the files of their tensors beside them. */
  static Path compile(Path sources) throws IOException {
    Path classes = Files.createDirectories(sources.resolve("classes"));
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(sources)) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".java")) {
          files.add(file);
        } else if (name.endsWith(".tensor")) {
          Files.copy(file, classes.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(problems, null, null)) {
      List<String> options =
          List.of(
              "-Xlint:all,-path",
              "-d",
              classes.toString(),
              "-cp",
              System.getProperty("java.class.path", ""));
      boolean isSound =
          compiler
              .getTask(
                  null,
                  manager,
                  problems,
                  options,
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!isSound || !problems.getDiagnostics().isEmpty()) {
        throw new AssertionError("exported tests do not compile: " + problems.getDiagnostics());
      }
    }
    return classes;
  }

  /** What came of the one test of each class. */
  static Map<String, TestExecutionResult> run(Path classes, boolean withBrokenKernels)
      throws Exception {
    Map<String, TestExecutionResult> results = new TreeMap<>();
    try (BrokenKernels loader = new BrokenKernels(classes, withBrokenKernels);
        Stream<Path> files = Files.list(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(loader.loadClass(name)))
            .execute()
            .testEvents()
            .stream()
            .filter(event -> event.getType() == EventType.FINISHED)
            .forEach(
                event -> results.put(name, event.getRequiredPayload(TestExecutionResult.class)));
      }
    }
    return results;
  }
}
