package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts the values of tensors that lie in {@code .npy} files into a document: {@code values_file}
 * becomes {@code values}.
 *
 * <p>A document may come from a stranger: it can name nothing but a regular file beside itself that
 * ends in {@code .npy}. Where there is no such file the tensor stays as it is.
 */
final class SideValues {
  private final Path folder;
  private final Function<Sequence, Recorded> form;

  /**
   * @param file the document's
   * @param form what stands in the document for the values
   */
  SideValues(Path file, Function<Sequence, Recorded> form) {
    this.folder = file.toAbsolutePath().resolveSibling("");
    this.form = form;
  }

  /** The same with the values; lists of values that are in it already are passed over. */
  Recorded in(Recorded value) {
    return switch (value) {
      case Nothing _, Flag _, Numeral _, Text _ -> value;
      case Sequence(List<Recorded> items) -> Recorded.list(items.stream().map(this::in).toList());
      case Fields fields -> RecordedTensor.of(fields) == null ? each(fields) : held(fields);
    };
  }

  private Fields each(Fields fields) {
    LinkedHashMap<String, Recorded> all = new LinkedHashMap<>();
    fields.values().forEach((name, value) -> all.put(name, in(value)));
    return new Fields(all);
  }

  /** Of a tensor, or of its part on a device. */
  private Fields held(Fields fields) {
    Path file = file(fields.text(ValueFields.VALUES_FILE));
    LinkedHashMap<String, Recorded> all = new LinkedHashMap<>();
    fields
        .values()
        .forEach((name, value) -> {
          if (name.equals(ValueFields.VALUES_FILE) && file != null) {
            all.put(ValueFields.VALUES, form.apply(NpyFile.read(file)));
          } else {
            all.put(name, part(name, value));
          }
        });
    return new Fields(all);
  }

  private Recorded part(String name, Recorded value) {
    return switch (value) {
      case Fields before when name.equals(ValueFields.VALUES_BEFORE) -> held(before);
      case Sequence(List<Recorded> items) when name.equals(ValueFields.DEVICE_VALUES) ->
          Recorded.list(
              items.stream().map(i -> i instanceof Fields part ? held(part) : i).toList());
      case Nothing _, Flag _, Numeral _, Text _, Sequence _, Fields _ -> value;
    };
  }

  private @Nullable Path file(@Nullable String name) {
    boolean isPlain = name != null && name.matches("[^/\\\\\\x00]+\\.npy");
    try {
      Path file = isPlain ? folder.resolve(name) : null;
      return file != null && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? file : null;
    } catch (InvalidPathException e) {
      // No file can have that name, such as half a surrogate pair.
      return null;
    }
  }
}
