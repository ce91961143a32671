package dev.tilescope.internal.perf;

import dev.tilescope.internal.links.DetailText;
import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.links.TensorText;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.Column.Tensor;
import dev.tilescope.profile.internal.table.Column.Tensor.Part;
import dev.tilescope.profile.internal.table.Column.Tensor.Side;
import dev.tilescope.profile.internal.table.OpsColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** What a row of a performance CSV says of which operation it is. Damage is said elsewhere. */
final class RowEvidence {
  /** Texts repeat by the thousand, unless they hold addresses. */
  private static final int MAX_KNOWN = 20_000;

  private static final List<Part> PLAIN =
      List.of(Part.PLAIN_W, Part.PLAIN_Z, Part.PLAIN_Y, Part.PLAIN_X);
  private static final List<Part> PADDED = List.of(Part.W, Part.Z, Part.Y, Part.X);

  private final Map<Column, Integer> columns;
  private final Map<String, String> known = new HashMap<>();
  private List<String> cells = List.of();

  RowEvidence(Map<Column, Integer> columns) {
    this.columns = columns;
  }

  Ran of(List<String> row) {
    cells = row;
    String attributes = text(OpsColumn.ATTRIBUTES);
    String details = known.get(attributes);
    if (details == null) {
      details = DetailText.ofCell(attributes);
      if (known.size() < MAX_KNOWN) {
        known.put(attributes, details);
      }
    }
    String tensors = tensors(Side.INPUT) + " => " + tensors(Side.OUTPUT);
    return new Ran(
        text(OpsColumn.OP_CODE),
        known.size() < MAX_KNOWN ? known.computeIfAbsent(tensors, t -> t) : tensors,
        details,
        (int) number(text(OpsColumn.DEVICE_ID)),
        number(text(OpsColumn.GLOBAL_CALL_COUNT)),
        replay(),
        number(text(OpsColumn.FIRMWARE_START)));
  }

  /** Sessions are counted for each trace. */
  private long replay() {
    long session = number(text(OpsColumn.METAL_TRACE_REPLAY_SESSION_ID));
    long trace = number(text(OpsColumn.METAL_TRACE_ID));
    return session < 0 || trace < 0 ? Ran.UNKNOWN : trace << Integer.SIZE | session;
  }

  private String tensors(Side side) {
    StringJoiner texts = new StringJoiner(", ");
    for (int i = 0; columns.containsKey(new Tensor(side, i, Part.DATATYPE)); i++) {
      String type = text(new Tensor(side, i, Part.DATATYPE));
      if (!type.isEmpty()) {
        String layout = text(new Tensor(side, i, Part.LAYOUT));
        String memory = text(new Tensor(side, i, Part.MEMORY));
        texts.add(TensorText.of(shape(side, i), type, layout, memory));
      }
    }
    return texts.toString();
  }

  /** Of {@code 32[19]}, padded and logical, the logical one. */
  private List<Long> shape(Side side, int index) {
    boolean plain = columns.containsKey(new Tensor(side, index, Part.PLAIN_X));
    Stream<Part> parts = (plain ? PLAIN : PADDED).stream();
    return parts
        .map(part -> text(new Tensor(side, index, part)))
        .map(text -> number(text.substring(text.indexOf('[') + 1).replace("]", "")))
        .toList();
  }

  private String text(Column column) {
    Integer index = columns.get(column);
    return index == null || index >= cells.size() ? "" : cells.get(index);
  }

  private static long number(String text) {
    try {
      return text.isEmpty() ? Ran.UNKNOWN : Math.max(Ran.UNKNOWN, (long) Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return Ran.UNKNOWN;
    }
  }
}
