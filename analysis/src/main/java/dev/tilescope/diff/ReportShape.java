package dev.tilescope.diff;

import dev.tilescope.diff.ReportDiff.TensorForm;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A report's operations, each with numbers that compare with those of another report made with the
 * same {@link Numbers}: equal numbers, equal operations.
 */
final class ReportShape {
  /** Hands out the numbers: one for each distinct thing. */
  static final class Numbers {
    private final Map<Object, Integer> known = new HashMap<>();

    /** Texts repeat by the thousand; each is searched once. */
    private final Map<String, String> masked = new HashMap<>();

    int of(Object thing) {
      return known.computeIfAbsent(thing, _ -> known.size());
    }

    String masked(String argument) {
      return masked.computeIfAbsent(argument, ReportShape::withoutRunDetails);
    }
  }

  /**
   * One operation.
   *
   * @param whole equal for operations that did the same, all the way down
   * @param call equal for operations of the same name with inputs and outputs of the same form
   * @param inputsOnly equal for operations of the same name with inputs of the same form
   * @param name equal for operations of the same name
   */
  record Shape(
      Operation operation,
      List<String> arguments,
      List<TensorForm> inputs,
      List<TensorForm> outputs,
      int whole,
      int call,
      int inputsOnly,
      int name) {}

  private record Whole(
      int name,
      List<String> arguments,
      List<TensorForm> inputs,
      List<TensorForm> outputs,
      List<Integer> inside) {}

  private record Call(int name, List<TensorForm> inputs, List<TensorForm> outputs) {}

  private record InputsOnly(int name, List<TensorForm> inputs) {}

  private static final Pattern RUN_DETAILS =
      Pattern.compile(
          "\\b(tensor_id|id|unique_id|address|buffer_address|addr)(\\s*[=:]\\s*)(0x)?[0-9a-fA-F]+"
              + "|\\b0x[0-9a-fA-F]+");

  private final Trace trace;
  private final CallTree tree;
  private final Numbers numbers;
  private final Map<Integer, Shape> byStart = new HashMap<>();

  ReportShape(Trace trace, CallTree tree, Numbers numbers) {
    this.trace = trace;
    this.tree = tree;
    this.numbers = numbers;
    // Children start after their parents: backwards, every child is known before its parent.
    for (Operation operation : tree.operations().reversed()) {
      byStart.put(operation.start().counter(), shape(operation));
    }
  }

  List<Shape> roots() {
    return shapes(tree.roots());
  }

  List<Shape> inside(Shape shape) {
    return shapes(shape.operation().children());
  }

  private List<Shape> shapes(List<Operation> operations) {
    List<Shape> shapes = new ArrayList<>(operations.size());
    for (Operation operation : operations) {
      Shape shape = byStart.get(operation.start().counter());
      if (shape != null) {
        shapes.add(shape);
      }
    }
    return shapes;
  }

  private Shape shape(Operation operation) {
    List<String> arguments = operation.arguments().stream().map(numbers::masked).toList();
    List<TensorForm> inputs = forms(operation.inputTensors());
    List<TensorForm> outputs = forms(operation.outputs());
    List<Integer> inside = inside(operation);
    int name = numbers.of(operation.name());
    return new Shape(
        operation,
        arguments,
        inputs,
        outputs,
        numbers.of(new Whole(name, arguments, inputs, outputs, inside)),
        numbers.of(new Call(name, inputs, outputs)),
        numbers.of(new InputsOnly(name, inputs)),
        name);
  }

  private List<Integer> inside(Operation operation) {
    return shapes(operation.children()).stream().map(Shape::whole).toList();
  }

  private List<TensorForm> forms(Ints counters) {
    return trace.tensors(counters).map(TensorForm::of).toList();
  }

  /** Ids and addresses differ from run to run. */
  private static String withoutRunDetails(String argument) {
    return RUN_DETAILS.matcher(argument).replaceAll("$1$2*");
  }
}
