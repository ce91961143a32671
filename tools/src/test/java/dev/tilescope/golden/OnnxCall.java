package dev.tilescope.golden;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A node under construction: {@code oracle("Softmax").attribute("axis", -1).input(x,
 * shape).output()}. Inputs are in ONNX's order; a call is itself a value, so calls nest and chain:
 * {@code oracle("MatMul").input(a).input(b).then("Relu").output()}.
 */
final class OnnxCall implements OnnxValue {
  private final String operator;
  private final List<OnnxValue> inputs = new ArrayList<>();
  private final Map<String, OnnxAttribute> attributes = new LinkedHashMap<>();
  private String domain = "";
  private int resultCount = 1;

  OnnxCall(String operator) {
    this.operator = operator;
  }

  /** Another operator set than ONNX's own, such as {@code com.microsoft}. */
  OnnxCall domain(String name) {
    domain = name;
    return this;
  }

  OnnxCall attribute(String name, long value) {
    return attribute(name, new OnnxAttribute.Int(value));
  }

  OnnxCall attribute(String name, float value) {
    return attribute(name, new OnnxAttribute.Real(value));
  }

  OnnxCall attribute(String name, String value) {
    return attribute(name, new OnnxAttribute.Text(value));
  }

  OnnxCall attribute(String name, Given value) {
    return attribute(name, new OnnxAttribute.Constant(value));
  }

  OnnxCall attribute(String name, OnnxType type) {
    return attribute(name, type.code());
  }

  OnnxCall ints(String name, int... values) {
    return attribute(name, new OnnxAttribute.Ints(IntStream.of(values).asLongStream().toArray()));
  }

  OnnxCall floats(String name, float... values) {
    return attribute(name, new OnnxAttribute.Reals(values));
  }

  private OnnxCall attribute(String name, OnnxAttribute value) {
    attributes.put(name, value);
    return this;
  }

  OnnxCall input(OnnxValue value) {
    inputs.add(value);
    return this;
  }

  OnnxCall input(float[] values, int... dims) {
    return input(Given.of(values, dims));
  }

  OnnxCall input(int[] values, int... dims) {
    return input(Given.of(values, dims));
  }

  OnnxCall input(boolean[] values, int... dims) {
    return input(Given.of(values, dims));
  }

  /** A scalar. */
  OnnxCall input(float value) {
    return input(Given.of(new float[] {value}));
  }

  /** A list of sizes, axes or counts: ONNX takes those as int64. */
  OnnxCall list(int... values) {
    return input(Given.of(IntStream.of(values).asLongStream().toArray(), values.length));
  }

  /** An optional input that is left out. */
  OnnxCall absent() {
    return input(Absent.ABSENT);
  }

  /** A call whose first input is the result of this one. */
  OnnxCall then(String next) {
    return new OnnxCall(next).input(this);
  }

  /** The values of an operator with several outputs. */
  List<OnnxValue> results(int count) {
    resultCount = count;
    return IntStream.range(0, count).<OnnxValue>mapToObj(i -> new Result(this, i)).toList();
  }

  /** Runs the graph that ends here. */
  OnnxOracle.Output output() {
    return OnnxOracle.run(List.of(this)).getFirst();
  }

  String operator() {
    return operator;
  }

  String domain() {
    return domain;
  }

  List<OnnxValue> inputs() {
    return inputs;
  }

  Map<String, OnnxAttribute> attributes() {
    return attributes;
  }

  int resultCount() {
    return resultCount;
  }
}
