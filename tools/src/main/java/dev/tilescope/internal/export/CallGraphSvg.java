package dev.tilescope.internal.export;

import dev.tilescope.internal.export.PictureBox.Kind;
import dev.tilescope.model.Trace;
import java.io.IOException;

/**
 * The call graph of a trace as an SVG picture: calls are boxes in the boxes of their callers, in
 * TT-NN's colours by depth; arrows are tensors, dashed ones just what came next. What is shown is
 * decided by {@link CallPicture}, where by {@link PictureLayout}.
 *
 * <p>Text is text, so that it can be found and copied; a name that does not fit is whole in the
 * tooltip of its box. There are no scripts and nothing is fetched.
 */
public final class CallGraphSvg {
  private static final String STYLE =
      """
      text { font: 12px sans-serif; fill: #222222; }
      .note, .block { fill: none; stroke: #777777; stroke-dasharray: 4 3; }
      .event { fill: #f3f3f3; stroke: #bbbbbb; }
      .tensor { fill: #ffffff; stroke: #444444; }
      .flow { fill: none; stroke: #444444; marker-end: url(#arrow); }
      .order { fill: none; stroke: #aaaaaa; stroke-dasharray: 3 3; marker-end: url(#arrow); }
      """;

  private static final String ARROW =
      """
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path d="M0 0L8 4L0 8z" fill="#444444"/></marker></defs>
      """;

  private final SvgWriter svg;

  private CallGraphSvg(SvgWriter svg) {
    this.svg = svg;
  }

  /**
   * @param maxBoxes how many calls and memory events to show at most, and how many tensors
   */
  public static void write(Trace trace, int maxBoxes, Appendable out) throws IOException {
    PictureBox page = CallPicture.of(trace, maxBoxes);
    PictureLayout.place(page);
    SvgWriter svg = new SvgWriter(out);
    svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "width",
        page.width,
        "height",
        page.height,
        "viewBox",
        "0 0 " + SvgWriter.number(page.width) + " " + SvgWriter.number(page.height));
    svg.raw("\n<title>Call graph</title>\n<style>\n" + STYLE + "</style>\n" + ARROW);
    svg.empty("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
    new CallGraphSvg(svg).contents(page, 0, 0);
    svg.close("svg");
  }

  /** Recursion ends with the depth that {@link CallPicture} allows. */
  private void contents(PictureBox holder, double left, double top) throws IOException {
    for (PictureBox box : holder.inside) {
      double x = left + box.x;
      double y = top + box.y;
      outline(box, x, y);
      svg.words(PictureLayout.shown(box.title()), x + 10, y + 16);
      contents(box, x, y);
    }
    for (int i = 0; i < holder.routes.size(); i++) {
      String path = path(holder.routes.get(i), left, top);
      if (!path.isEmpty()) {
        svg.empty("path", "class", holder.edges.get(i).isOrder() ? "order" : "flow", "d", path);
      }
    }
  }

  private void outline(PictureBox box, double x, double y) throws IOException {
    double round = box.kind == Kind.TENSOR ? 12 : 3;
    String place =
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\" "
            .formatted(
                SvgWriter.number(x),
                SvgWriter.number(y),
                SvgWriter.number(box.width),
                SvgWriter.number(box.height),
                SvgWriter.number(round));
    svg.raw(place + look(box) + "><title>").text(box.title()).raw("</title>").close("rect");
  }

  private static String look(PictureBox box) {
    String colour = DepthColour.of(box.depth);
    return switch (box.kind) {
      case OPERATION -> "fill=\"" + colour + "\" fill-opacity=\"0.12\" stroke=\"" + colour + "\"";
      case BLOCK, PAGE -> "class=\"block\"";
      case NOTE -> "class=\"note\"";
      case EVENT -> "class=\"event\"";
      case TENSOR -> "class=\"tensor\"";
    };
  }

  private static String path(double[] route, double left, double top) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < route.length; i += 2) {
      path.append(i == 0 ? 'M' : 'L').append(SvgWriter.number(left + route[i]));
      path.append(' ').append(SvgWriter.number(top + route[i + 1]));
    }
    return path.toString();
  }
}
