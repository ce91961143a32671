package dev.tilescope.device.internal;

/** One of the entries behind the fields of a command. */
interface Entry {
  /** Into bytes that are zero. */
  void write(byte[] to, int at);
}
