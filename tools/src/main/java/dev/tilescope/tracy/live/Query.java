package dev.tilescope.tracy.live;

/**
 * What a peer asks: 13 bytes.
 *
 * @param type see {@link Answers}; a peer may ask for what nobody knows
 * @param key of what it asks for
 */
record Query(int type, long key, int extra) {
  static final int BYTES = 13;

  static final int TERMINATE = 0;
  static final int STRING = 1;
  static final int THREAD_NAME = 2;
  static final int SOURCE_LOCATION = 3;
  static final int PLOT_NAME = 4;
  static final int FRAME_NAME = 5;
  static final int FIBER_NAME = 7;
  static final int EXTERNAL_NAME = 8;
  static final int DISCONNECT = 9;
  static final int CALLSTACK_FRAME = 10;
  static final int SYMBOL = 11;
  static final int SYMBOL_CODE = 12;
  static final int SOURCE_CODE = 13;
  static final int DATA = 14;
  static final int DATA_PART = 15;
}
