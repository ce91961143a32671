package dev.tilescope.report.raw;

/** Fields of a node's {@code params} that a reader asks for. */
public enum Param {
  ADDRESS("address"),
  ADDR("addr"),
  BUFFER_TYPE("buffer_type"),
  BUFFER_TYPE_VALUE("buffer_type_value"),
  EXACT_BUFFER_TYPE("exact_buffer_type"),
  TYPE("type"),
  DEVICE_ID("device_id"),
  DEVICE_TENSORS("device_tensors"),
  DTYPE("dtype"),
  LAYOUT("layout"),
  MAX_SIZE_PER_BANK("max_size_per_bank"),
  MEMORY_CONFIG("memory_config"),
  NAME("name"),
  NUM_CORES("num_cores"),
  PAGE_SIZE("page_size"),
  SHAPE("shape"),
  SIZE("size"),
  TENSOR_ID("tensor_id"),
  ERROR_TYPE("error_type"),
  ERROR_MESSAGE("error_message"),
  ERROR_OPERATION("error_operation"),
  INPUTS("inputs"),
  CORE_RANGE_SET("core_range_set"),
  GLOBALLY_ALLOCATED("globally_allocated"),
  BORROWS_MEMORY("borrows_memory");

  private final String key;

  Param(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }
}
