package dev.tilescope.junit;

import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * What a test's annotations and the run's configuration ask for.
 *
 * @param file where to write the report; null for nowhere
 * @param fileAskedByTest false if only the run asks for it: then a test must not fail for want of
 *     it
 */
record CaptureRequest(
    TestPlace place,
    RunMode mode,
    @Nullable Path file,
    boolean fileAskedByTest,
    boolean callingThreadOnly,
    List<Budget> budgets) {
  /**
   * A configuration parameter or system property: a folder for the reports of the whole run, with
   * placeholders if it has to be; empty or {@code true} for the default one.
   */
  static final String WHOLE_RUN = "tilescope.capture-graph";

  static final String DEFAULT_FOLDER = "tilescope-reports";

  private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

  CaptureRequest {
    budgets = List.copyOf(budgets);
  }

  /**
   * Null if nobody asks for a capture.
   *
   * @throws TilescopeException if an annotation makes no sense; names it and the test
   */
  static @Nullable CaptureRequest of(ExtensionContext context) {
    ExtensionContext of = context;
    while (of.getTestMethod().isEmpty() && of.getParent().isPresent()) {
      of = of.getParent().get();
    }
    Optional<Method> method = of.getTestMethod();
    return method.isEmpty() ? null : new Reader(context, of, method.get()).request();
  }

  /** Looks from the test outwards: the method, its class, the classes around that. */
  private static final class Reader {
    private final ExtensionContext context;
    private final Method method;
    private final List<AnnotatedElement> scopes = new ArrayList<>();
    private final TestPlace place;

    Reader(ExtensionContext context, ExtensionContext methodContext, Method method) {
      this.context = context;
      this.method = method;
      Class<?> testClass = methodContext.getRequiredTestClass();
      this.place = TestPlace.of(context, testClass, method);
      scopes.add(method);
      scopes.add(testClass);
      scopes.addAll(methodContext.getEnclosingTestClasses().reversed());
    }

    @Nullable CaptureRequest request() {
      List<CaptureGraph> graph = nearest(CaptureGraph.class);
      List<Budget> budgets = new ArrayList<>();
      nearest(MemoryBudget.class).forEach(b -> budgets.addAll(memory(b)));
      nearest(OperationBudget.class).forEach(b -> budgets.add(operations(b)));
      String folder = wholeRunFolder();
      if (graph.isEmpty() && budgets.isEmpty() && folder == null && !takesCaptured()) {
        return null;
      }
      String asked = graph.isEmpty() ? "" : graph.getFirst().report();
      return new CaptureRequest(
          place,
          graph.isEmpty() ? RunMode.NORMAL : graph.getFirst().mode(),
          file(asked, folder),
          !asked.isEmpty(),
          runsInParallel(),
          budgets);
    }

    private <A extends Annotation> List<A> nearest(Class<A> type) {
      return scopes.stream()
          .map(scope -> found(scope, type))
          .filter(found -> !found.isEmpty())
          .findFirst()
          .orElse(List.of());
    }

    private static <A extends Annotation> List<A> found(AnnotatedElement scope, Class<A> type) {
      return type == CaptureGraph.class
          ? AnnotationSupport.findAnnotation(scope, type).stream().toList()
          : AnnotationSupport.findRepeatableAnnotations(scope, type);
    }

    private boolean takesCaptured() {
      return Arrays.asList(method.getParameterTypes()).contains(Captured.class);
    }

    private boolean runsInParallel() {
      return context.getConfigurationParameter(PARALLEL).map(Boolean::parseBoolean).orElse(false);
    }

    private @Nullable String wholeRunFolder() {
      String value = context.getConfigurationParameter(WHOLE_RUN).orElse("false").strip();
      return switch (value) {
        case "false" -> null;
        case "", "true" -> DEFAULT_FOLDER;
        default -> value;
      };
    }

    private @Nullable Path file(String asked, @Nullable String folder) {
      if (!asked.isEmpty()) {
        return checked("@CaptureGraph(report = \"" + asked + "\")", () -> place.file(asked));
      }
      return folder == null
          ? null
          : checked(WHOLE_RUN + "=" + folder, () -> place.file(folder + "/"));
    }

    private List<Budget> memory(MemoryBudget budget) {
      List<Budget> limits = new ArrayList<>();
      fits(FitBound.L1_PER_CORE, budget.peakL1PerCore(), budget, limits);
      fits(FitBound.L1_HEADROOM, budget.l1Headroom(), budget, limits);
      fits(FitBound.DRAM_PER_BANK, budget.peakDramPerBank(), budget, limits);
      if (!budget.peakL1().isEmpty()) {
        limits.add(peak(MemoryAccount.Memory.L1, "peakL1", budget.peakL1(), budget));
      }
      if (!budget.peakDram().isEmpty()) {
        limits.add(peak(MemoryAccount.Memory.DRAM, "peakDram", budget.peakDram(), budget));
      }
      if (limits.isEmpty()) {
        throw wrong(
            "@MemoryBudget",
            "it bounds nothing; give it peakL1PerCore, l1Headroom or peakDramPerBank",
            null);
      }
      return limits;
    }

    private void fits(FitBound bound, String size, MemoryBudget budget, List<Budget> limits) {
      if (!size.isEmpty()) {
        String annotation = annotation(bound.attribute(), size, budget);
        ByteSize limit = checked(annotation, () -> ByteSize.parse(size));
        limits.add(new Budget.Fits(annotation, bound, budget.device(), limit));
      }
    }

    private static String annotation(String name, String size, MemoryBudget budget) {
      boolean each = budget.device() == MemoryBudget.EACH_DEVICE;
      return "@MemoryBudget(%s = \"%s\"%s)"
          .formatted(name, size, each ? "" : ", device = " + budget.device());
    }

    private Budget peak(
        MemoryAccount.Memory memory, String name, String size, MemoryBudget budget) {
      String annotation = annotation(name, size, budget);
      return new Budget.PeakOf(
          annotation, memory, budget.device(), checked(annotation, () -> ByteSize.parse(size)));
    }

    private Budget operations(OperationBudget budget) {
      String name = budget.of();
      String annotation =
          "@OperationBudget(max = %d%s)"
              .formatted(budget.max(), name.isEmpty() ? "" : ", of = \"" + name + "\"");
      if (budget.max() < 0) {
        throw wrong(annotation, "max must not be negative", null);
      }
      return name.isEmpty()
          ? new Budget.AllOperations(annotation, budget.max())
          : new Budget.OperationsNamed(annotation, name, budget.max());
    }

    private <T> T checked(String annotation, Supplier<T> value) {
      try {
        return value.get();
      } catch (TilescopeException e) {
        throw wrong(annotation, String.valueOf(e.getMessage()), e);
      }
    }

    private TilescopeException wrong(String annotation, String why, @Nullable Throwable cause) {
      return new TilescopeException(annotation + " of " + place + ": " + why, cause);
    }
  }
}
