package dev.tilescope.capture;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A program that was found stuck: why, and where its threads were.
 *
 * @param place the first of the capture's order that no event had then
 * @param frames of each thread, innermost first, by the thread's number
 */
record Stall(long place, String why, Map<Integer, List<String>> frames) {
  /** The type of the error of an operation that was left open, in the words of importers. */
  static final String INSIDE = "incomplete_operation";

  static final String OUTSIDE = "stalled";

  private static final int MOST_FRAMES = 64;

  static List<String> framesOf(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .limit(MOST_FRAMES)
        .map(StackTraceElement::toString)
        .toList();
  }

  void write(FrameWriter frame) {
    frame.start(FrameKind.STALL).number(place).text(why).number(frames.size());
    frames.forEach((thread, stack) -> frame.number(thread).texts(stack));
  }

  static Stall read(FrameReader in) {
    long place = in.number();
    String why = in.text();
    Map<Integer, List<String>> frames = new TreeMap<>();
    for (int i = in.count(); i > 0; i--) {
      frames.put(in.intNumber(), in.texts());
    }
    return new Stall(place, why, frames);
  }

  /** Why the program is taken to be stuck, and where one of its threads was. */
  String text(int thread, KnownDefinitions definitions) {
    String at = String.join("\n  at ", frames.getOrDefault(thread, List.of()));
    String name = "thread \"" + definitions.threadName(thread) + "\"";
    return why + "\n" + (at.isEmpty() ? name + " has ended" : name + " is\n  at " + at);
  }
}
