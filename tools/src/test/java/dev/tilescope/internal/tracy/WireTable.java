package dev.tilescope.internal.tracy;

import java.util.Arrays;

/** The events that a strict peer takes, by their numbers, with their sizes. */
enum WireTable {
  V82(
      82,
      """
      0 1 ZONE_TEXT|1 1 ZONE_NAME|3 13 MESSAGE_COLOUR|6 9 APP_INFO|12 13 SAMPLE|13 9 SAMPLE_32
      14 7 SAMPLE_16|19 17 ZONE_BEGIN|20 13 ZONE_BEGIN_32|21 11 ZONE_BEGIN_16|25 9 ZONE_END
      26 5 ZONE_END_32|27 3 ZONE_END_16|36 27 ALLOC|38 21 FREE|50 24 GPU_BEGIN|54 16 GPU_END
      57 25 PLOT|60 12 GPU_TIME|61 2 GPU_NAME|63 10 FRAME_SIZE|64 13 SYMBOL|68 25 FIBER_ENTER
      69 13 FIBER_LEAVE|73 1 TERMINATE|76 26 GPU_CALIBRATION
      75 5 THREAD|81 4 ZONE_COLOUR|82 9 ZONE_VALUE|83 17 FRAME|87 32 PLACE|95 28 GPU_CONTEXT
      96 17 STACK_FRAME|106 16 PLOT_CONFIG|108 1 ACK|109 5 NO_SOURCE|110 1 NO_SYMBOL
      112 -3 SINGLE|113 -3 SECOND|114 -2 SINGLE_8|115 -2 SECOND_8|116 9 POOL|119 -11 STRING_DATA
      120 -11 THREAD_NAME|121 -11 PLOT_NAME|123 -11 STACK|125 -11 FRAME_NAME|130 -13 SOURCE
      131 -11 FIBER_NAME\
      """),
  V76(
      76,
      """
      0 1 ZONE_TEXT|1 1 ZONE_NAME|3 12 MESSAGE_COLOUR|6 9 APP_INFO|12 13 SAMPLE|15 17 ZONE_BEGIN
      17 9 ZONE_END|26 27 ALLOC|28 21 FREE|40 24 GPU_BEGIN|44 16 GPU_END|47 25 PLOT|50 12 GPU_TIME
      51 2 GPU_NAME|53 10 FRAME_SIZE|54 13 SYMBOL|58 25 FIBER_ENTER|59 13 FIBER_LEAVE
      60 1 TERMINATE|63 26 GPU_CALIBRATION|62 5 THREAD|68 4 ZONE_COLOUR
      69 9 ZONE_VALUE|70 17 FRAME|74 32 PLACE|82 28 GPU_CONTEXT|83 17 STACK_FRAME|93 16 PLOT_CONFIG
      95 1 ACK|96 5 NO_SOURCE|97 1 NO_SYMBOL|99 -3 SINGLE|100 -3 SECOND|101 9 POOL
      104 -11 STRING_DATA|105 -11 THREAD_NAME|106 -11 PLOT_NAME|108 -11 STACK|110 -11 FRAME_NAME
      115 -13 SOURCE|116 -11 FIBER_NAME\
      """);

  enum Kind {
    ZONE_TEXT,
    ZONE_NAME,
    MESSAGE_COLOUR,
    APP_INFO,
    SAMPLE,
    SAMPLE_32,
    SAMPLE_16,
    ZONE_BEGIN,
    ZONE_BEGIN_32,
    ZONE_BEGIN_16,
    ZONE_END,
    ZONE_END_32,
    ZONE_END_16,
    ALLOC,
    FREE,
    GPU_BEGIN,
    GPU_END,
    PLOT,
    GPU_TIME,
    GPU_CALIBRATION,
    FIBER_ENTER,
    FIBER_LEAVE,
    FIBER_NAME,
    GPU_NAME,
    FRAME_SIZE,
    SYMBOL,
    TERMINATE,
    THREAD,
    ZONE_COLOUR,
    ZONE_VALUE,
    FRAME,
    PLACE,
    GPU_CONTEXT,
    STACK_FRAME,
    PLOT_CONFIG,
    ACK,
    NO_SOURCE,
    NO_SYMBOL,
    SINGLE,
    SECOND,
    SINGLE_8,
    SECOND_8,
    POOL,
    STRING_DATA,
    THREAD_NAME,
    PLOT_NAME,
    STACK,
    FRAME_NAME,
    SOURCE
  }

  final int version;
  private final Kind[] kinds = new Kind[256];
  private final int[] bytes = new int[256];

  WireTable(int version, String rows) {
    this.version = version;
    Arrays.stream(rows.split("[|\\n]"))
        .map(row -> row.strip().split(" "))
        .forEach(row -> {
          kinds[Integer.parseInt(row[0])] = Kind.valueOf(row[2]);
          bytes[Integer.parseInt(row[0])] = Integer.parseInt(row[1]);
        });
  }

  Kind kind(int number) {
    if (kinds[number] == null) {
      throw new AssertionError("event " + number + " is not one of protocol " + version);
    }
    return kinds[number];
  }

  /** With its number; negative for one with a tail, without which it is as long. */
  int bytes(int number) {
    return bytes[number];
  }
}
