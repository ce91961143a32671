package dev.tilescope.internal.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A rectangle of a call graph's picture. Boxes inside a box are an operation's calls and memory
 * events; the layout sets where a box lies within the one that holds it.
 */
final class PictureBox {
  enum Kind {
    /** The whole picture; never drawn. */
    PAGE,
    OPERATION,
    /** Several calls that come again and again in the same order. */
    BLOCK,
    EVENT,
    TENSOR,
    /** Says what is not shown. */
    NOTE
  }

  /** From one box to another in the same box; an order edge carries no tensor. */
  record Edge(PictureBox from, PictureBox to, boolean isOrder) {
    PictureBox holder() {
      return Objects.requireNonNull(from.holder);
    }
  }

  final Kind kind;
  final String label;
  final @Nullable PictureBox holder;

  /** Operations around it, itself included: what the program called has 1. */
  final int depth;

  final List<PictureBox> inside = new ArrayList<>();
  final List<Edge> edges = new ArrayList<>();

  /** How often it comes in a row. */
  int copies = 1;

  /** Calls inside that are not drawn. */
  int hidden;

  double x;
  double y;
  double width;
  double height;

  /** Bends of each edge, in the order of {@link #edges}: x and y by turns. */
  final List<double[]> routes = new ArrayList<>();

  PictureBox(Kind kind, String label, @Nullable PictureBox holder) {
    this.kind = kind;
    this.label = label;
    this.holder = holder;
    this.depth = (holder == null ? 0 : holder.depth) + (kind == Kind.OPERATION ? 1 : 0);
    if (holder != null) {
      holder.inside.add(this);
    }
  }

  String title() {
    return (kind == Kind.BLOCK ? "repeated" : label)
        + (copies > 1 ? " ×" + copies : "")
        + (hidden > 0 ? " (" + hidden + (hidden == 1 ? " call" : " calls") + " inside)" : "");
  }
}
