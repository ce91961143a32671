package dev.tilescope.golden;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.TensorInfo.OnnxTensorType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * ONNX Runtime as the independent engine of the golden tests: runs graphs of {@link #oracle} calls
 * on one CPU thread without rewriting them.
 *
 * <p>Sessions are kept by the bytes of their model until {@link #close}; a test class that asks the
 * oracle closes it at its end, and a later one starts anew.
 */
final class OnnxOracle {
  private static final Map<ByteBuffer, OrtSession> SESSIONS = new HashMap<>();

  private OnnxOracle() {}

  /** What the oracle says: booleans are 0 or 1, unsigned integers what they stand for. */
  record Output(int[] dims, double[] values) {}

  /** A call of an ONNX operator, see {@link OnnxCall}. */
  static OnnxCall oracle(String operator) {
    return new OnnxCall(operator);
  }

  /** Computes the values, together in one graph. */
  static synchronized List<Output> run(List<? extends OnnxValue> values) {
    OnnxModel model = new OnnxModel(values);
    OrtSession session = SESSIONS.computeIfAbsent(ByteBuffer.wrap(model.bytes()), _ -> open(model));
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    try {
      for (int i = 0; i < model.inputs().size(); i++) {
        inputs.put(OnnxModel.inputName(i), tensor(model.inputs().get(i)));
      }
      return outputs(session, inputs, model.outputNames());
    } catch (OrtException e) {
      throw new AssertionError("ONNX Runtime: " + e.getMessage(), e);
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  /** Frees every session. */
  static synchronized void close() {
    try {
      for (OrtSession session : SESSIONS.values()) {
        session.close();
      }
    } catch (OrtException e) {
      throw new AssertionError("ONNX Runtime: " + e.getMessage(), e);
    } finally {
      SESSIONS.clear();
    }
  }

  private static OrtSession open(OnnxModel model) {
    try (SessionOptions options = new SessionOptions()) {
      options.setOptimizationLevel(SessionOptions.OptLevel.NO_OPT);
      options.setIntraOpNumThreads(1);
      // Errors come as exceptions; the runtime would print them as well.
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      return OrtEnvironment.getEnvironment().createSession(model.bytes(), options);
    } catch (OrtException e) {
      throw new AssertionError("ONNX Runtime refuses the model: " + e.getMessage(), e);
    }
  }

  private static OnnxTensor tensor(OnnxValue.Given given) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    ByteBuffer bytes = ByteBuffer.wrap(given.elements()).order(ByteOrder.LITTLE_ENDIAN);
    long[] dims = given.dims();
    return switch (given.type()) {
      case FLOAT -> OnnxTensor.createTensor(environment, bytes.asFloatBuffer(), dims);
      case DOUBLE -> OnnxTensor.createTensor(environment, bytes.asDoubleBuffer(), dims);
      case INT32 -> OnnxTensor.createTensor(environment, bytes.asIntBuffer(), dims);
      case INT64 -> OnnxTensor.createTensor(environment, bytes.asLongBuffer(), dims);
      case UINT8 -> OnnxTensor.createTensor(environment, bytes, dims, OnnxJavaType.UINT8);
      case BOOL -> OnnxTensor.createTensor(environment, bytes, dims, OnnxJavaType.BOOL);
      case BFLOAT16 ->
          OnnxTensor.createTensor(environment, bytes.asShortBuffer(), dims, OnnxJavaType.BFLOAT16);
      case UINT16, UINT32 ->
          throw new AssertionError("no " + given.type() + " inputs in ONNX Runtime's Java; Cast");
    };
  }

  private static List<Output> outputs(
      OrtSession session, Map<String, OnnxTensor> inputs, List<String> names) throws OrtException {
    try (OrtSession.Result result = session.run(inputs, new LinkedHashSet<>(names))) {
      List<Output> outputs = new ArrayList<>();
      for (String name : names) {
        outputs.add(output((OnnxTensor) result.get(name).orElseThrow()));
      }
      return outputs;
    }
  }

  private static Output output(OnnxTensor tensor) {
    int[] dims = Arrays.stream(tensor.getInfo().getShape()).mapToInt(Math::toIntExact).toArray();
    double[] values = new double[Math.toIntExact(tensor.getInfo().getNumElements())];
    ByteBuffer bytes = tensor.getByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < values.length; i++) {
      values[i] = next(bytes, tensor.getInfo().onnxType);
    }
    return new Output(dims, values);
  }

  private static double next(ByteBuffer bytes, OnnxTensorType type) {
    return switch (type) {
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT -> bytes.getFloat();
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE -> bytes.getDouble();
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 -> bytes.getLong();
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32 -> bytes.getInt();
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32 -> Integer.toUnsignedLong(bytes.getInt());
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16 -> Short.toUnsignedInt(bytes.getShort());
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8, ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL ->
          Byte.toUnsignedInt(bytes.get());
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16 -> Float.intBitsToFloat(bytes.getShort() << 16);
      default -> throw new AssertionError("an output of " + type + "; end the graph with a Cast");
    };
  }
}
