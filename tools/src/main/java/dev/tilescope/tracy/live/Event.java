package dev.tilescope.tracy.live;

/** Events of the wire protocol, with their numbers in protocols 82 and 76. */
enum Event {
  ZONE_TEXT(0, 0),
  ZONE_NAME(1, 1),
  MESSAGE_COLOUR(3, 3),
  APP_INFO(6, 6),
  CALLSTACK_SAMPLE(12, 12),
  CALLSTACK_SAMPLE_32(13, Event.NONE),
  CALLSTACK_SAMPLE_16(14, Event.NONE),
  ZONE_BEGIN(19, 15),
  ZONE_BEGIN_32(20, Event.NONE),
  ZONE_BEGIN_16(21, Event.NONE),
  ZONE_END(25, 17),
  ZONE_END_32(26, Event.NONE),
  ZONE_END_16(27, Event.NONE),
  MEMORY_ALLOCATED_NAMED(36, 26),
  MEMORY_FREED_NAMED(38, 28),
  GPU_ZONE_BEGIN_SERIAL(50, 40),
  GPU_ZONE_END_SERIAL(54, 44),
  PLOT_DOUBLE(57, 47),
  GPU_TIME(60, 50),
  GPU_CONTEXT_NAME(61, 51),
  CALLSTACK_FRAME_SIZE(63, 53),
  SYMBOL_INFORMATION(64, 54),
  FIBER_ENTER(68, 58),
  FIBER_LEAVE(69, 59),
  TERMINATE(73, 60),
  THREAD_CONTEXT(75, 62),
  GPU_CALIBRATION(76, 63),
  ZONE_COLOUR(81, 68),
  ZONE_VALUE(82, 69),
  FRAME_MARK(83, 70),
  SOURCE_LOCATION(87, 74),
  GPU_NEW_CONTEXT(95, 82),
  CALLSTACK_FRAME(96, 83),
  PLOT_CONFIG(106, 93),
  ACK_QUERY(108, 95),
  ACK_NO_SOURCE_CODE(109, 96),
  ACK_NO_SYMBOL_CODE(110, 97),
  SINGLE_STRING(112, 99),
  SECOND_STRING(113, 100),
  SINGLE_STRING_8(114, Event.NONE),
  SECOND_STRING_8(115, Event.NONE),
  MEMORY_NAME(116, 101),
  STRING_DATA(119, 104),
  THREAD_NAME(120, 105),
  PLOT_NAME(121, 106),
  CALLSTACK(123, 108),
  FRAME_NAME(125, 110),
  EXTERNAL_NAME(127, 112),
  EXTERNAL_THREAD_NAME(128, 113),
  SOURCE_CODE(130, 115),
  FIBER_NAME(131, 116);

  /** The protocol has no such event. */
  static final int NONE = -1;

  private final int in82;
  private final int in76;

  Event(int in82, int in76) {
    this.in82 = in82;
    this.in76 = in76;
  }

  int number(Dialect dialect) {
    return switch (dialect) {
      case V82 -> in82;
      case V76 -> in76;
    };
  }
}
