package dev.tilescope.device.kernel;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerWords;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import java.util.ArrayList;
import java.util.List;

/**
 * A marker as the host reads it.
 *
 * @param first of its data, or 0
 * @param second of its data, or 0
 */
record Decoded(
    CoreCoord core,
    Risc risc,
    long program,
    Packet packet,
    int id,
    long cycles,
    long first,
    long second) {
  private static final int GUARANTEED = MarkerWords.GUARANTEED_WORDS;

  /** The name of its zone, empty if it is none. */
  String name() {
    return ZoneLocations.of(id).map(ZoneLocations.Location::name).orElse("");
  }

  /** All markers of the first chip of a device, which has none then. */
  static List<Decoded> take(MeshDevice device) {
    List<Decoded> found = new ArrayList<>();
    for (MarkerMemory.CoreStreams core : device.profiledChips().getFirst().markers().take()) {
      for (MarkerMemory.Stream stream : core.streams()) {
        decode(core.physical(), stream, found);
      }
    }
    return found;
  }

  private static void decode(CoreCoord core, MarkerMemory.Stream stream, List<Decoded> found) {
    int[] words = stream.words();
    int at = 0;
    int runAt = -1;
    while (at < words.length) {
      if (words[at] == 0 && (runAt < 0 || at >= runAt + GUARANTEED)) {
        runAt = at;
        at += MarkerWords.HEADER_WORDS;
      } else if (words[at] == 0) {
        at += MarkerWords.MARKER_WORDS;
      } else {
        at = marker(core, stream.risc(), words, at, words[runAt + 3], found);
      }
    }
  }

  private static int marker(
      CoreCoord core, Risc risc, int[] words, int at, int program, List<Decoded> found) {
    Packet packet = MarkerWords.packet(words[at]);
    int id = MarkerWords.zoneId(words[at]);
    int next = at + MarkerWords.MARKER_WORDS;
    if (id != 0) {
      long first = packet.dataWords() >= 2 ? data(words, next) : 0;
      long second = packet.dataWords() >= 4 ? data(words, next + 2) : 0;
      long cycles = MarkerWords.cycles(words[at], words[at + 1]);
      found.add(new Decoded(core, risc, program, packet, id, cycles, first, second));
    }
    return next + packet.dataWords();
  }

  private static long data(int[] words, int at) {
    return (long) words[at] << 32 | words[at + 1] & 0xFFFF_FFFFL;
  }
}
