package dev.tilescope.golden;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of some values as an ONNX file. Shapes are left open, so that one model serves all.
 *
 * <p>What is written of {@code onnx.proto}, by field number:
 *
 * <pre>
 * ModelProto         1 ir_version, 7 graph, 8 opset_import*
 * OperatorSetIdProto 1 domain, 2 version
 * GraphProto         1 node*, 2 name, 11 input*, 12 output*
 * NodeProto          1 input*, 2 output*, 4 op_type, 5 attribute*, 7 domain
 * AttributeProto     1 name, 2 f, 3 i, 4 s, 5 t, 7 floats*, 8 ints*, 20 type
 *                    (type: 1 FLOAT, 2 INT, 3 STRING, 4 TENSOR, 6 FLOATS, 7 INTS)
 * TensorProto        1 dims*, 2 data_type, 9 raw_data
 * ValueInfoProto     1 name, 2 type; TypeProto 1 tensor_type; TypeProto.Tensor 1 elem_type
 * </pre>
 *
 * <p>Nodes stand in the order of computation, as ONNX requires. An output has a name only: the
 * runtime infers its type.
 */
final class OnnxModel {
  private static final int IR_VERSION = 11;
  private static final int OPERATOR_SET = 23;
  private static final String EXTENSIONS = "com.microsoft";

  private final ProtobufWriter graph = new ProtobufWriter();
  private final List<OnnxValue.Given> inputs = new ArrayList<>();
  private final List<String> outputNames = new ArrayList<>();
  private final Map<OnnxValue, String> names = new IdentityHashMap<>();
  private final byte[] bytes;

  OnnxModel(List<? extends OnnxValue> outputs) {
    outputs.forEach(value -> outputNames.add(name(value)));
    graph.text(2, "golden");
    for (int i = 0; i < inputs.size(); i++) {
      graph.message(11, inputInfo(inputName(i), inputs.get(i).type()));
    }
    outputNames.forEach(name -> graph.message(12, new ProtobufWriter().text(1, name)));
    bytes =
        new ProtobufWriter()
            .integer(1, IR_VERSION)
            .message(7, graph)
            .message(8, new ProtobufWriter().text(1, "").integer(2, OPERATOR_SET))
            .message(8, new ProtobufWriter().text(1, EXTENSIONS).integer(2, 1))
            .toByteArray();
  }

  byte[] bytes() {
    return bytes;
  }

  /** In the order of their names, see {@link #inputName}. */
  List<OnnxValue.Given> inputs() {
    return inputs;
  }

  List<String> outputNames() {
    return outputNames;
  }

  static String inputName(int index) {
    return "x" + index;
  }

  /** The value's name; whatever computes it is written first. */
  private String name(OnnxValue value) {
    return switch (value) {
      case OnnxValue.Absent _ -> "";
      case OnnxValue.Given given -> inputName(given);
      case OnnxValue.Result(OnnxCall call, int index) -> nodeName(call) + "_" + index;
      case OnnxCall call -> nodeName(call) + "_0";
    };
  }

  private String inputName(OnnxValue.Given given) {
    if (!names.containsKey(given)) {
      names.put(given, inputName(inputs.size()));
      inputs.add(given);
    }
    return names.get(given);
  }

  private String nodeName(OnnxCall call) {
    if (!names.containsKey(call)) {
      ProtobufWriter node = new ProtobufWriter();
      call.inputs().forEach(input -> node.text(1, name(input)));
      String name = "n" + names.size();
      names.put(call, name);
      for (int i = 0; i < call.resultCount(); i++) {
        node.text(2, name + "_" + i);
      }
      node.text(4, call.operator());
      call.attributes().forEach((key, value) -> node.message(5, attribute(key, value)));
      graph.message(1, node.text(7, call.domain()));
    }
    return names.get(call);
  }

  private static ProtobufWriter inputInfo(String name, OnnxType type) {
    ProtobufWriter tensorType = new ProtobufWriter().integer(1, type.code());
    return new ProtobufWriter()
        .text(1, name)
        .message(2, new ProtobufWriter().message(1, tensorType));
  }

  private static ProtobufWriter attribute(String name, OnnxAttribute attribute) {
    ProtobufWriter out = new ProtobufWriter().text(1, name);
    return switch (attribute) {
      case OnnxAttribute.Real(float value) -> out.real(2, value).integer(20, 1);
      case OnnxAttribute.Int(long value) -> out.integer(3, value).integer(20, 2);
      case OnnxAttribute.Text(String value) -> out.text(4, value).integer(20, 3);
      case OnnxAttribute.Constant(OnnxValue.Given value) ->
          out.message(5, tensor(value)).integer(20, 4);
      case OnnxAttribute.Reals(float[] values) -> {
        for (float value : values) {
          out.real(7, value);
        }
        yield out.integer(20, 6);
      }
      case OnnxAttribute.Ints(long[] values) -> {
        for (long value : values) {
          out.integer(8, value);
        }
        yield out.integer(20, 7);
      }
    };
  }

  private static ProtobufWriter tensor(OnnxValue.Given value) {
    ProtobufWriter out = new ProtobufWriter();
    for (long dim : value.dims()) {
      out.integer(1, dim);
    }
    return out.integer(2, value.type().code()).bytes(9, value.elements());
  }
}
