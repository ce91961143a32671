package dev.tilescope.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.ops.OperationDescription;
import dev.tilescope.ops.Operations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every operation is held against an engine that shares no code with it: ONNX Runtime here, PyTorch
 * in {@code torch/}, or it stands below with the reason why there is nothing to hold it against.
 */
class OperationCoverageTest {
  /** What {@code PyTorchOracleTest} of the module {@code torch} runs, which checks the list. */
  private static final String IN_PYTORCH = "torch/src/test/resources/pytorch-operations.txt";

  private static final String ALLOCATES = "allocates: what it holds is not defined";
  private static final String RANDOM = "draws its own numbers, which no other engine draws";
  private static final String FILES = "goes by way of a file in a format of our own";

  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("ttnn::empty", ALLOCATES),
          Map.entry("ttnn::empty_like", ALLOCATES),
          Map.entry("ttnn::allocate_tensor_on_device", ALLOCATES),
          Map.entry("ttnn::deallocate", "frees: there is no result"),
          Map.entry("ttnn::rand", RANDOM),
          Map.entry("ttnn::randn", RANDOM),
          Map.entry("ttnn::experimental::dropout", RANDOM),
          Map.entry("ttnn::dump_tensor", FILES),
          Map.entry("ttnn::load_tensor", FILES),
          Map.entry("ttnn::as_tensor", FILES),
          Map.entry("ttnn::bernoulli", RANDOM),
          Map.entry("ttnn::manual_seed", "sets where numbers begin: there is no result"));

  private static Set<String> declared() {
    Set<String> names = new TreeSet<>();
    for (OperationDescription operation : Operations.all()) {
      names.add(operation.name().replace(".", "::"));
    }
    return names;
  }

  private static List<String> inPyTorch() throws IOException {
    Path root = Path.of(System.getProperty("tilescope.root", ".."));
    return Files.readAllLines(root.resolve(IN_PYTORCH)).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  @Test
  void everyOperationHasACaseAgainstAnIndependentEngine() throws IOException {
    Set<String> uncovered = declared();
    uncovered.removeAll(OperationGoldenCases.covered());
    uncovered.removeAll(inPyTorch());
    uncovered.removeAll(EXCEPTIONS.keySet());
    assertThat(uncovered)
        .as("add a case to a *Cases table here, or to PyTorchCases in torch/")
        .isEmpty();
  }

  @Test
  void thereIsNoExceptionForWhatHasACaseOrDoesNotExist() throws IOException {
    assertThat(declared()).containsAll(EXCEPTIONS.keySet()).containsAll(inPyTorch());
    assertThat(EXCEPTIONS).doesNotContainKeys(inPyTorch().toArray(String[]::new));
    assertThat(EXCEPTIONS.keySet()).doesNotContainAnyElementsOf(OperationGoldenCases.covered());
  }

  /** A case of a name that no operation has would cover nothing. */
  @Test
  void everyCaseIsOfAnOperation() {
    Set<String> cases = new TreeSet<>(OperationGoldenCases.covered());
    cases.removeAll(declared());
    assertThat(cases)
        .as("from_array takes an array and has no declaration")
        .containsExactly("ttnn::from_array");
  }
}
