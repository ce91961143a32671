package dev.tilescope.internal.python;

import dev.tilescope.model.TilescopeException;

/**
 * What kind of value follows in a frame: the byte before it. Numbers are little-endian.
 *
 * <pre>
 * NONE, FALSE, TRUE
 * INTEGER   i64
 * REAL      f64
 * TEXT      length:u32 UTF-8
 * LIST      count:u32 value*
 * MAP       count:u32 (value value)*
 * HANDLE    number:u64                                an object of ours
 * CONSTANT  type:u8 constant:u8                       of {@link PythonTypes#ENUMERATIONS}
 * RECORD    type:u8 value*                            of {@link PythonTypes#RECORDS}, its components
 * ARRAY     dtype:u8 rank:u8 dim:i64* address:u64     a torch.Tensor; address 0 has no elements
 * TENSOR    number:u64 dtype:u8 layout:u8 device:u8 rank:u8 dim:i64*
 * SHAPE     rank:u8 dim:i64*
 * BIG       length:u32 two's complement               an integer of more than 64 bits
 * </pre>
 */
enum Tag {
  NONE,
  FALSE,
  TRUE,
  INTEGER,
  REAL,
  TEXT,
  LIST,
  MAP,
  HANDLE,
  CONSTANT,
  RECORD,
  ARRAY,
  TENSOR,
  SHAPE,
  BIG;

  private static final Tag[] ALL = values();

  static Tag of(int code) {
    if (code >= ALL.length) {
      throw new TilescopeException("frame: the tag %d is of no value".formatted(code));
    }
    return ALL[code];
  }
}
