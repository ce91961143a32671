package dev.tilescope.report.internal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a node's {@code params} that mean something, of all generations. */
public enum Param {
  ADDRESS("address", Form.NUMBER),
  /** An older word for {@link #ADDRESS}. */
  ADDR("addr", Form.NUMBER),
  BORROWS_MEMORY("borrows_memory", Form.FLAG),
  BUFFER_TYPE("buffer_type", Form.TEXT),
  BUFFER_TYPE_VALUE("buffer_type_value", Form.TEXT),
  CORE_RANGE_SET("core_range_set", Form.TEXT),
  DEVICE_ID("device_id", Form.NUMBER),
  DEVICE_TENSORS("device_tensors", Form.DEVICE_TENSORS),
  DTYPE("dtype", Form.TEXT),
  DURATION_NS("duration_ns", Form.NUMBER),
  ERROR_MESSAGE("error_message", Form.TEXT),
  ERROR_OPERATION("error_operation", Form.TEXT),
  ERROR_TYPE("error_type", Form.TEXT),
  EXACT_BUFFER_TYPE("exact_buffer_type", Form.TEXT),
  GLOBALLY_ALLOCATED("globally_allocated", Form.FLAG),
  INPUTS("inputs", Form.NUMBER),
  LAYOUT("layout", Form.TEXT),
  MAX_SIZE_PER_BANK("max_size_per_bank", Form.NUMBER),
  MEMORY_CONFIG("memory_config", Form.TEXT),
  NAME("name", Form.TEXT),
  NUM_CORES("num_cores", Form.NUMBER),
  PAGE_SIZE("page_size", Form.NUMBER),
  SHAPE("shape", Form.SHAPE),
  SIZE("size", Form.NUMBER),
  TENSOR_ID("tensor_id", Form.NUMBER),
  TYPE("type", Form.TEXT);

  /** What its value is, for readers that type it. */
  public enum Form {
    NUMBER,
    FLAG,
    TEXT,
    SHAPE,
    DEVICE_TENSORS
  }

  private static final Map<String, Param> BY_KEY = new HashMap<>();

  static {
    for (Param param : values()) {
      BY_KEY.put(param.key, param);
    }
    BY_KEY.put(ADDR.key, ADDRESS);
  }

  private final String key;
  private final Form form;

  Param(String key, Form form) {
    this.key = key;
    this.form = form;
  }

  public String key() {
    return key;
  }

  public Form form() {
    return form;
  }

  /** What a key means, in every generation's word for it. */
  public static @Nullable Param meantBy(String key) {
    return BY_KEY.get(key);
  }
}
