package dev.tilescope.profile.internal.table;

import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A column of a table of operations. */
public sealed interface Column
    permits OpsColumn, Column.Tensor, Column.KernelSize, Column.HostFunction, Column.Named {
  /** Its name in a file. */
  String header();

  /** The column of a name; one that is not ours is {@link Named}. */
  static Column of(String header) {
    OpsColumn fixed = OpsColumn.BY_HEADER.get(header);
    return fixed != null ? fixed : Tensor.of(header);
  }

  /** A part of an input or output. */
  record Tensor(Side side, int index, Part part) implements Column {
    /** Ends the names of sizes that are padded ones with the logical ones in brackets. */
    public static final String PADDED = "_PAD[LOGICAL]";

    private static final Pattern HEADER = Pattern.compile("(INPUT|OUTPUT)_(0|[1-9]\\d{0,5})_(.+)");

    private static final Map<String, Part> PARTS =
        Stream.of(Part.values()).collect(Collectors.toMap(p -> p.header, Function.identity()));

    /** Of an operation. */
    public enum Side {
      INPUT,
      OUTPUT
    }

    /** In the order of a table; the last four stand in older ones for the first four. */
    public enum Part {
      W("W" + PADDED),
      Z("Z" + PADDED),
      Y("Y" + PADDED),
      X("X" + PADDED),
      LAYOUT("LAYOUT"),
      DATATYPE("DATATYPE"),
      MEMORY("MEMORY"),
      PLAIN_W("W"),
      PLAIN_Z("Z"),
      PLAIN_Y("Y"),
      PLAIN_X("X");

      private final String header;

      Part(String header) {
        this.header = header;
      }
    }

    private static Column of(String header) {
      Matcher matcher = HEADER.matcher(header);
      Part part = matcher.matches() ? PARTS.get(matcher.group(3)) : null;
      return part == null
          ? new Named(header)
          : new Tensor(Side.valueOf(matcher.group(1)), Integer.parseInt(matcher.group(2)), part);
    }

    @Override
    public String header() {
      return side + "_" + index + "_" + part.header;
    }
  }

  /** The greatest of the kernels of one kind, such as {@code TENSIX DM 0}. */
  record KernelSize(String kernel) implements Column {
    @Override
    public String header() {
      return kernel + " MAX KERNEL SIZE [B]";
    }
  }

  /** Time in a zone of the host inside an operation. */
  record HostFunction(String zone) implements Column {
    @Override
    public String header() {
      return zone + "_TT_HOST_FUNC [ns]";
    }
  }

  /** Of a performance counter, of a core, or one that nobody here knows. */
  record Named(String header) implements Column {}
}
