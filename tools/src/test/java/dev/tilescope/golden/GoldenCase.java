package dev.tilescope.golden;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An operation that is held against the oracle, in every one of these types and layouts.
 *
 * @param operation its name in traces, {@code ttnn::add}
 * @param draw makes the trial of a seed
 */
record GoldenCase(
    String operation,
    List<DataType> dtypes,
    List<Layout> layouts,
    Function<Draw, GoldenTrial> draw) {
  private static final int SEEDS = 6;

  /** The floating-point types that every operation is tried in. */
  static final List<DataType> FLOATS = List.of(DataType.FLOAT32, DataType.BFLOAT16);

  /** Boards compute with these; bytes are moved and compared only. */
  static final List<DataType> COMPUTED_INTEGERS =
      List.of(DataType.UINT32, DataType.INT32, DataType.UINT16);

  static final List<DataType> INTEGERS =
      List.of(DataType.INT32, DataType.UINT32, DataType.UINT16, DataType.UINT8);

  static GoldenCase of(String operation, Function<Draw, GoldenTrial> draw) {
    return new GoldenCase("ttnn::" + operation, FLOATS, List.of(Layout.values()), draw);
  }

  GoldenCase tiled() {
    return new GoldenCase(operation, dtypes, List.of(Layout.TILE), draw);
  }

  GoldenCase rowMajor() {
    return new GoldenCase(operation, dtypes, List.of(Layout.ROW_MAJOR), draw);
  }

  /** In block floats as well. */
  GoldenCase inBlockFloats() {
    return alsoIn(List.of(DataType.BFLOAT8_B, DataType.BFLOAT4_B));
  }

  /** In these types as well. */
  GoldenCase alsoIn(List<DataType> more) {
    return new GoldenCase(
        operation, Stream.concat(dtypes.stream(), more.stream()).toList(), layouts, draw);
  }

  Stream<GoldenTrial> trials() {
    return dtypes.stream().flatMap(dtype -> layouts.stream().flatMap(l -> trials(dtype, l)));
  }

  /** Block floats exist in tiles only. */
  private Stream<GoldenTrial> trials(DataType dtype, Layout layout) {
    return dtype.isBlockFloat() && layout == Layout.ROW_MAJOR
        ? Stream.empty()
        : IntStream.range(0, SEEDS)
            .mapToObj(seed -> draw.apply(new Draw(operation, dtype, layout, seed)));
  }
}
