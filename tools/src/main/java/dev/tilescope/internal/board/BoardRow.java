package dev.tilescope.internal.board;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A device operation of an {@code ops_perf_results} file.
 *
 * @param cells by column
 */
record BoardRow(Map<String, String> cells) {
  private static final Pattern DIM = Pattern.compile("(\\d+)(?:\\[(\\d+)])?");
  private static final Pattern FUNCTION = Pattern.compile("UnaryOpType::(\\w+)");

  String cell(String column) {
    return cells.getOrDefault(column, "");
  }

  boolean isDeviceOperation() {
    return cell("OP TYPE").equals("tt_dnn_device");
  }

  /** Without what newer profiles append. */
  String operation() {
    return cell("OP CODE").replace("DeviceOperation", "");
  }

  /** 0 where the profiler lost it. */
  double kernelNanos() {
    String text = cell("DEVICE KERNEL DURATION [ns]");
    try {
      return text.isEmpty() ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  int cores() {
    Matcher found = DIM.matcher(cell("CORE COUNT"));
    return found.lookingAt() ? Integer.parseInt(found.group(1)) : 0;
  }

  /** Empty if the row has none of that name, or says that it was not given. */
  String attribute(String name) {
    Matcher found = Pattern.compile("'" + name + "': '([^']*)'").matcher(cell("ATTRIBUTES"));
    return found.find() && !found.group(1).equals("std::nullopt") ? found.group(1) : "";
  }

  boolean isTrue(String attribute) {
    return attribute(attribute).equals("true");
  }

  /** Of {@code Shape([1; 4; 128])} the numbers. */
  List<Integer> list(String attribute) {
    return Pattern.compile("-?\\d+")
        .matcher(attribute(attribute))
        .results()
        .map(found -> Integer.valueOf(found.group()))
        .toList();
  }

  int number(String attribute) {
    List<Integer> numbers = list(attribute);
    if (numbers.size() != 1) {
      throw new NotComparable("no " + attribute);
    }
    return numbers.getFirst();
  }

  /** The functions that an attribute names, as TT-NN's constants. */
  List<String> functions(String attribute) {
    return FUNCTION.matcher(attribute(attribute)).results().map(f -> f.group(1)).toList();
  }

  boolean hasTensor(String which) {
    return !cell(which + "_MEMORY").isEmpty();
  }

  List<Integer> logicalShape(String which) {
    return shape(which, 2);
  }

  List<Integer> paddedShape(String which) {
    return shape(which, 1);
  }

  private List<Integer> shape(String which, int group) {
    return Stream.of("W", "Z", "Y", "X").map(axis -> dim(which + "_" + axis, group)).toList();
  }

  /** Older files have one size, newer ones both. */
  private int dim(String column, int group) {
    Matcher found = DIM.matcher(cell(column + "_PAD[LOGICAL]") + cell(column));
    if (!found.lookingAt()) {
      throw new NotComparable("no shape");
    }
    String own = found.group(group);
    return Integer.parseInt(own == null ? found.group(1) : own);
  }
}
