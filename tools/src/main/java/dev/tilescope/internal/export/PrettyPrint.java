package dev.tilescope.internal.export;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A trace as a list of events, four spaces further in for each operation they lie in.
 *
 * <p>{@code of} is TT-NN's pretty print: every node, each line padded to 50 columns. {@code brief}
 * leaves out what a reader of the program did not do: tensors and buffers that came in from outside
 * and tensors handed on unchanged; runs of the same event are one line with a count.
 */
public final class PrettyPrint {
  private static final int INDENT = 4;
  private static final int COLUMNS = 50;

  /** A trace nested deeper is shown this far in, with its depth as a number. */
  private static final int MAX_SHOWN_DEPTH = 200;

  private final CallTree tree;
  private final Appendable out;

  private PrettyPrint(CallTree tree, Appendable out) {
    this.tree = tree;
    this.out = out;
  }

  public static String of(Trace trace) {
    return text(out -> of(trace, out));
  }

  public static void of(Trace trace, Appendable out) throws IOException {
    PrettyPrint print = new PrettyPrint(CallTree.of(trace), out);
    for (TraceNode node : trace.nodes()) {
      print.paddedLine(print.depth(node), EventText.label(node.event()));
    }
  }

  public static String brief(Trace trace) {
    return text(out -> brief(trace, out));
  }

  public static void brief(Trace trace, Appendable out) throws IOException {
    PrettyPrint print = new PrettyPrint(CallTree.of(trace), out);
    BriefSelection selection = new BriefSelection(trace);
    String label = "";
    int depth = 0;
    int repeats = 0;
    for (TraceNode node : trace.nodes()) {
      if (!selection.shows(node)) {
        continue;
      }
      String next = EventText.label(node.event());
      boolean same = repeats > 0 && next.equals(label) && depth == print.depth(node);
      if (!same) {
        print.countedLine(depth, label, repeats);
        label = next;
        depth = print.depth(node);
        repeats = 0;
      }
      repeats++;
    }
    print.countedLine(depth, label, repeats);
  }

  private int depth(TraceNode node) {
    Operation enclosing = tree.enclosing(node.counter());
    int inside = enclosing == null ? 0 : enclosing.depth() + 1;
    return node.event() instanceof FunctionStart ? inside - 1 : inside;
  }

  private void paddedLine(int depth, String label) throws IOException {
    int indent = indent(depth);
    out.append(below(indent, label));
    for (int i = indent + label.length(); i < COLUMNS; i++) {
      out.append(' ');
    }
    out.append('\n');
  }

  private void countedLine(int depth, String label, int repeats) throws IOException {
    if (repeats == 0) {
      return;
    }
    out.append(below(indent(depth), label));
    if (repeats > 1) {
      out.append(" (x").append(Integer.toString(repeats)).append(')');
    }
    out.append('\n');
  }

  /** Further lines of a label stand below the first one, a step further in. */
  private static String below(int indent, String label) {
    return label.replace("\n", "\n" + " ".repeat(indent + INDENT));
  }

  private int indent(int depth) throws IOException {
    int indent = Math.min(depth, MAX_SHOWN_DEPTH) * INDENT;
    for (int i = 0; i < indent; i++) {
      out.append(' ');
    }
    if (depth > MAX_SHOWN_DEPTH) {
      out.append("[depth ").append(Integer.toString(depth)).append("] ");
    }
    return indent;
  }

  private interface Printing {
    void to(Appendable out) throws IOException;
  }

  private static String text(Printing printing) {
    StringBuilder text = new StringBuilder();
    try {
      printing.to(text);
    } catch (IOException e) {
      throw new UncheckedIOException("a StringBuilder does not fail", e);
    }
    return text.toString();
  }
}
