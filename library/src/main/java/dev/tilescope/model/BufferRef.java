package dev.tilescope.model;

import java.util.List;

/** What a hook may know of a live device buffer. */
public interface BufferRef {
  /** A process-wide number. */
  long uniqueId();

  DeviceRef device();

  BufferType type();

  TensorMemoryLayout layout();

  /** 0 when nothing was really allocated. */
  long address();

  /** The size asked for, without alignment, over all banks. */
  long sizeBytes();

  long pageBytes();

  /** 0 for interleaved buffers. */
  int shardCores();

  /** What one bank gives up for this buffer, aligned. */
  long maxSizePerBankBytes();

  /**
   * What each chip gives up for this buffer: its allocator takes the address in every bank of the
   * memory, also in banks that hold no page. 0 when nothing was really allocated.
   */
  long chipBytes();

  /** The operation that allocated it. */
  String madeBy();

  /** Where each page lies; computed on each call. */
  List<BufferPage> pages();
}
