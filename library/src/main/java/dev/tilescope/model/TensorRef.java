package dev.tilescope.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a hook may know of a live tensor. */
public interface TensorRef {
  /** A process-wide number. */
  long tensorId();

  TensorSpec spec();

  /** The backing buffer, or null for a host tensor. */
  @Nullable BufferRef buffer();

  /** Where each device of the mesh holds its part; empty for a host tensor. */
  List<DeviceTensor> deviceTensors();
}
