package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerWords;
import dev.tilescope.device.marker.MarkerWords.Packet;
import java.io.IOException;
import java.util.List;

/**
 * Unpacks the words of {@link MarkerWords} into markers in the order of time.
 *
 * <p>A run that was too long for L1 comes in several pieces with the same header; starts are in the
 * first, ends in the last, or the kernel's in one before it: counters are read when it has ended.
 */
final class MarkerDecoder {
  private static final int FIRMWARE_START = 4;
  private static final int FIRMWARE_END = 6;
  private static final int KERNEL_START = 8;
  private static final int KERNEL_END = 10;
  private static final int NOWHERE = -1;

  private final MarkerSink sink;
  private final ReplayedTraces traces;
  private int[] words = new int[0];
  private int programNumber;
  private Replay replay = Replay.NONE;
  private long firstCycles;

  /** Where the kernel's end is in the piece; {@link #NOWHERE} if it has none left. */
  private int kernelEnd = NOWHERE;

  MarkerDecoder(MarkerSink sink, ReplayedTraces traces) {
    this.sink = sink;
    this.traces = traces;
  }

  void decode(List<MarkerMemory.CoreStreams> cores) throws IOException {
    for (MarkerMemory.CoreStreams core : cores) {
      for (MarkerMemory.Stream stream : core.streams()) {
        if (stream.words().length > 0) {
          sink.stream(core.physical(), stream.risc());
          decode(stream.words());
        }
      }
    }
  }

  private void decode(int[] stream) throws IOException {
    words = stream;
    int at = 0;
    while (at < words.length) {
      at = piece(at);
    }
  }

  private int piece(int from) throws IOException {
    programNumber = words[from + 3];
    replay = traces.of(programNumber, MarkerWords.replay(words[from + 2]));
    if (MarkerWords.isValid(words[from + FIRMWARE_START])) {
      firstCycles =
          MarkerWords.cycles(words[from + FIRMWARE_START], words[from + FIRMWARE_START + 1]);
    }
    guaranteed(from + FIRMWARE_START);
    int end = optional(from + MarkerWords.GUARANTEED_WORDS, true);
    guaranteed(from + KERNEL_START);
    kernelEnd = MarkerWords.isValid(words[from + KERNEL_END]) ? from + KERNEL_END : NOWHERE;
    optional(from + MarkerWords.GUARANTEED_WORDS, false);
    endKernelBefore(Long.MAX_VALUE);
    guaranteed(from + FIRMWARE_END);
    return end;
  }

  private void endKernelBefore(long cycles) throws IOException {
    int at = kernelEnd;
    if (at != NOWHERE && MarkerWords.cycles(words[at], words[at + 1]) < cycles) {
      kernelEnd = NOWHERE;
      guaranteed(at);
    }
  }

  private void guaranteed(int at) throws IOException {
    if (MarkerWords.isValid(words[at])) {
      int first = words[at];
      emit(first, MarkerWords.cycles(first, words[at + 1]), 0, 0);
    }
  }

  /**
   * The optional markers of a piece: its totals, which have the time of the run's beginning, or all
   * others.
   *
   * @return where they end
   */
  private int optional(int from, boolean totals) throws IOException {
    int at = from;
    while (at < words.length && MarkerWords.isValid(words[at])) {
      int first = words[at];
      Packet packet = MarkerWords.packet(first);
      boolean isPadding = MarkerWords.zoneId(first) == 0 && words[at + 1] == 0;
      if (!isPadding && totals == (packet == Packet.ZONE_TOTAL)) {
        optional(packet, at);
      }
      at += MarkerWords.MARKER_WORDS + packet.dataWords();
    }
    return at;
  }

  private void optional(Packet packet, int at) throws IOException {
    int first = words[at];
    int second = words[at + 1];
    long cycles = MarkerWords.cycles(first, second);
    if (packet != Packet.ZONE_TOTAL) {
      endKernelBefore(cycles);
    }
    switch (packet) {
      case ZONE_START, ZONE_END, TS_EVENT -> emit(first, cycles, 0, 0);
      case ZONE_TOTAL -> emit(first, firstCycles, second & 0xFFFF_FFFFL, 0);
      case TS_DATA -> emit(first, cycles, data(at + 2), 0);
      case TS_DATA_16B -> emit(first, cycles, data(at + 2), data(at + 4));
    }
  }

  private long data(int at) {
    return (long) words[at] << 32 | words[at + 1] & 0xFFFF_FFFFL;
  }

  private void emit(int first, long cycles, long data, long moreData) throws IOException {
    sink.marker(
        programNumber,
        replay,
        MarkerWords.packet(first),
        MarkerWords.zoneId(first),
        cycles,
        data,
        moreData);
  }
}
