/** Shapes on edges: each where it covers no node and no other label, and cannot be taken for another edge's, or not at all. */

const SIZE = 10;
const LETTER = 6.1;
const MOST = 200;
/** So many edges may begin at a node and still have their labels there. */
const APART = 2;

/** Labels of nodes' edges that are looked at come first, so that they have their place. */
export class EdgeLabels {
  constructor(graph, z, ox, oy, w, h) {
    Object.assign(this, { graph, z, ox, oy, w, h, taken: [], leaving: new Map() });
    for (const e of graph.edges) this.leaving.set(e.from, (this.leaving.get(e.from) ?? 0) + 1);
    for (const node of graph.nodes.values()) this.take(node.x * z + ox, node.y * z + oy, node.w * z, node.h * z);
    for (const frame of graph.head.opened) this.take((frame.x - 18) * z + ox, (frame.y - 16) * z + oy - 16 * z, 240 * z, 16 * z);
  }

  take(x, y, w, h) {
    if (x < this.w && y < this.h && x + w > 0 && y + h > 0) this.taken.push(x, y, x + w, y + h);
  }

  /** @param {import('../../ui/painter.js').Painter} painter @param {any} state */
  draw(painter, state) {
    const { selected, hovered } = state;
    const near = (edge, end) => edge[end] >= 0 && (edge[end] === selected || edge[end] === hovered);
    const first = this.graph.edges.filter((e) => near(e, 'from') || near(e, 'to'));
    for (const e of first) this.label(painter, e, near(e, 'from') ? painter.theme.warm : painter.theme.accent);
    let left = MOST;
    for (const e of this.graph.edges) {
      if (left === 0) break;
      if (!first.includes(e) && this.label(painter, e, painter.theme.soft)) left--;
    }
  }

  label(painter, edge, fill) {
    const text = edge.tensors > 1 ? `${edge.tensors} tensors` : edge.shape;
    if (!text || edge.points.length === 0) return false;
    const place = this.place(edge.points, text.length * LETTER, this.leaving.get(edge.from) <= APART);
    // An edge below it does not strike the text through.
    if (place) painter.rect(place[0] - 2, place[1] - SIZE / 2 - 1, text.length * LETTER + 4, SIZE + 2, painter.theme.ground + 'd0');
    if (place) painter.text(place[0], place[1], text, { size: SIZE, fill, mono: true });
    return place !== null;
  }

  /** Beside the end of the edge, or its beginning where few others begin, if there is room. */
  place(p, wide, atBeginning) {
    const end = p.length - 2;
    const places = [[p[end], p[end + 1] - 14], [p[end], p[end + 1] - 26]];
    if (atBeginning) places.push([p[0], p[1] + 16], [p[0], p[1] + 28]);
    for (const [x, y] of places) {
      const [sx, sy] = [x * this.z + this.ox, y * this.z + this.oy];
      for (const left of [sx + 6, sx - 6 - wide]) {
        if (left > 0 && left + wide < this.w && sy > SIZE && sy < this.h - SIZE && this.isFree(left, sy - SIZE / 2, left + wide, sy + SIZE / 2)) {
          this.take(left - 2, sy - SIZE / 2 - 1, wide + 4, SIZE + 2);
          return [left, sy];
        }
      }
    }
    return null;
  }

  isFree(left, top, right, bottom) {
    const t = this.taken;
    for (let i = 0; i < t.length; i += 4) if (left < t[i + 2] && right > t[i] && top < t[i + 3] && bottom > t[i + 1]) return false;
    return true;
  }
}
