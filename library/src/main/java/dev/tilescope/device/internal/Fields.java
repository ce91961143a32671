package dev.tilescope.device.internal;

import dev.tilescope.model.TilescopeException;

/** Refuses values that the field of a command cannot hold. */
final class Fields {
  private static final long U32 = 0xFFFF_FFFFL;

  private Fields() {}

  static void u8(String field, int value) {
    within(field, value, 0, 0xFF);
  }

  static void u16(String field, int value) {
    within(field, value, 0, 0xFFFF);
  }

  static void u32(String field, long value) {
    within(field, value, 0, U32);
  }

  static void within(String field, long value, long least, long most) {
    if (value < least || value > most) {
      throw new TilescopeException(
          "command field %s must be %d to %d, got %d".formatted(field, least, most, value));
    }
  }
}
