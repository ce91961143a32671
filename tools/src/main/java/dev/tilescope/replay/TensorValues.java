package dev.tilescope.replay;

import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What stands for a tensor's {@code values} where they were not read: an object, which values never
 * are. It says how many there were, how they begin and which hash they have, or nothing of that.
 */
final class TensorValues {
  /** The values were passed over. */
  static final Fields NOT_READ = marker(new LinkedHashMap<>());

  static final String COUNT = "count";
  static final String FIRST = "first";
  static final String HASH = "sha256";

  private static final String MARK = "values_not_read";
  private static final int FIRST_COUNT = 8;

  private final MessageDigest digest = sha256();
  private final List<Recorded> first = new ArrayList<>();
  private long count;

  private TensorValues() {}

  static boolean isMarker(Recorded values) {
    return values instanceof Fields fields && fields.get(MARK) instanceof Flag;
  }

  /** Reads the values under the cursor to their end, keeping none but the first. */
  static Fields summary(JsonReader reader) {
    TensorValues values = new TensorValues();
    values.walk(reader);
    return values.asMarker();
  }

  static Fields summary(Sequence read) {
    TensorValues values = new TensorValues();
    values.walk(read);
    return values.asMarker();
  }

  private void walk(JsonReader reader) {
    switch (reader.kind()) {
      case ARRAY -> {
        reader.enterArray();
        while (reader.nextElement()) {
          walk(reader);
        }
      }
      case OBJECT -> reader.skip();
      case STRING, INTEGER, DECIMAL, BOOLEAN, NULL, END -> add(RecordedJson.read(reader));
    }
  }

  private void walk(Recorded value) {
    switch (value) {
      case Sequence(List<Recorded> items) -> items.forEach(this::walk);
      case Fields _ -> {}
      case Nothing _, Flag _, Numeral _, Text _ -> add(value);
    }
  }

  private void add(Recorded value) {
    if (count++ < FIRST_COUNT) {
      first.add(value);
    }
    // A number that JSON lacks has the same hash bare, as Python writes it, and as a string.
    digest.update((RecordedText.scalar(value) + ",").getBytes(StandardCharsets.UTF_8));
  }

  private Fields asMarker() {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put(COUNT, Recorded.of(count));
    fields.put(FIRST, Recorded.list(first));
    fields.put(HASH, Recorded.of(HexFormat.of().formatHex(digest.digest())));
    return marker(fields);
  }

  private static Fields marker(SequencedMap<String, Recorded> fields) {
    fields.putFirst(MARK, new Flag(true));
    return new Fields(fields);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
