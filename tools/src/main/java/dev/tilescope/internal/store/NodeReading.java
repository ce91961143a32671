package dev.tilescope.internal.store;

import dev.tilescope.model.NodeKind;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.RawNode;
import dev.tilescope.report.internal.RawTrace;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the fields of a node mean, under the rules of this import. */
final class NodeReading {
  private final RowRules rules;
  private final RawTrace trace;

  NodeReading(RowRules rules, RawTrace trace) {
    this.rules = rules;
    this.trace = trace;
  }

  /** Upstream needs params where it reads them; any other node may go without. */
  void requireParams(RawNode node) {
    boolean fine =
        node.params() == RawNode.Params.OBJECT || node.params() == RawNode.Params.MISSING;
    if (!fine && !rules.lenient()) {
      throw new TilescopeException(
          Place.ofNode(node.index()),
          "node "
              + node.index()
              + ": params is not an object, which upstream's importer refuses; import without"
              + " --upstream-rows");
    }
  }

  /** The node that a connection means, or null: negative numbers count from the end in Python. */
  @Nullable RawNode node(long reference) {
    if (reference >= 0) {
      return trace.get(reference);
    }
    if (rules.lenient()) {
      return null;
    }
    long length = trace.length();
    if (-reference > length) {
      throw new TilescopeException("a node refers to node " + reference + " of " + length);
    }
    return trace.get(length + reference);
  }

  /** The tensor node that a connection means, or null. */
  @Nullable RawNode tensorNode(long reference) {
    RawNode node = node(reference);
    return node != null && node.kind() == NodeKind.TENSOR ? node : null;
  }

  /** The id as written, or null if there is none that counts. */
  @Nullable Object rawTensorId(RawNode node) {
    requireParams(node);
    Object id = node.param(Param.TENSOR_ID);
    if (rules == RowRules.VIEWER) {
      boolean missing = id == null || id.equals("");
      return missing ? (Object) node.counter() : (Object) PythonNumbers.toLong(id);
    }
    return PythonNumbers.truthy(id) ? id : null;
  }

  /** The id as a number, or null if there is none that counts. */
  @Nullable Long tensorId(RawNode node) {
    Object id = rawTensorId(node);
    return id == null ? null : PythonNumbers.toLong(id);
  }

  /** An integer field, null if it is missing or null. */
  @Nullable Long integer(RawNode node, Param param) {
    Param key = param == Param.ADDRESS && rules.lenient() && !node.has(param) ? Param.ADDR : param;
    Object value = node.param(key);
    return value == null ? null : PythonNumbers.toLong(value);
  }

  long integerOrZero(RawNode node, Param param) {
    Long value = integer(node, param);
    return value == null ? 0 : value;
  }

  long bufferType(RawNode node) {
    if (!rules.lenient()) {
      return integerOrZero(node, Param.BUFFER_TYPE);
    }
    for (Param param :
        new Param[] {
          Param.BUFFER_TYPE, Param.BUFFER_TYPE_VALUE, Param.EXACT_BUFFER_TYPE, Param.TYPE
        }) {
      Object value = node.param(param);
      if (value != null) {
        return value instanceof String text ? bufferTypeOf(text) : PythonNumbers.toLong(value);
      }
    }
    return 0;
  }

  private static long bufferTypeOf(String text) {
    String word = text.substring(text.lastIndexOf(':') + 1).strip().toUpperCase(Locale.ROOT);
    return switch (word) {
      case "DRAM", "0" -> 0;
      case "L1", "1" -> 1;
      case "SYSTEM_MEMORY", "2" -> 2;
      case "L1_SMALL", "3" -> 3;
      case "TRACE", "4" -> 4;
      default -> throw new TilescopeException("buffer type '" + text + "' is not known");
    };
  }

  @Nullable Object memoryConfig(@Nullable Object text) {
    return rules.extras() && text instanceof String config ? ShardSpecText.forViewer(config) : text;
  }

  /** Upstream leaves the names of such tensors as they are; the viewer shows either form. */
  String twinText(String name) {
    return rules.extras() ? name.replace("::", ".") : name;
  }
}
