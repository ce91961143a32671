/** Draws what is in sight of a graph. Nothing is allocated for a node or an edge: frames come 60 times a second. */
import { LAYERS, OPERATION, TENSOR } from './model.js';
import { heat } from './colours.js';
import { EdgeLabels } from './labels.js';

const READABLE = 0.42;
const scratch = [];

/**
 * @param {import('../../ui/painter.js').Painter} painter
 * @param {{graph: import('./model.js').Graph, camera: import('./camera.js').Camera, cost: number, format: (v: number) => string, selected: number, hovered: number, found: number}} state
 */
export function drawGraph(painter, w, h, state) {
  const { graph, camera } = state;
  const z = camera.zoom;
  const ox = w / 2 - camera.x * z;
  const oy = h / 2 - camera.y * z;
  drawOutline(painter, h, graph, z, ox, oy);
  for (const frame of graph.head.opened) drawFrame(painter, frame, z, ox, oy, w, h);
  if (z > 0.03) drawEdges(painter, w, h, state, z, ox, oy);
  for (const node of graph.nodes.values()) {
    const x = node.x * z + ox;
    const y = node.y * z + oy;
    if (x < w && y < h && x + node.w * z > 0 && y + node.h * z > 0) drawNode(painter, node, x, y, z, state);
  }
  if (z > READABLE) new EdgeLabels(graph, z, ox, oy, w, h).draw(painter, state);
}

/** Slices of a long graph, where its parts are not here. */
function drawOutline(painter, h, graph, z, ox, oy) {
  const slices = graph.head.overview;
  const tall = graph.head.height / slices.length;
  if (slices.length === 0 || z > 0.25) return;
  for (let i = 0; i < slices.length; i++) {
    const y = i * tall * z + oy;
    const [left, right, nodes] = slices[i];
    if (nodes > 0 && y < h && y + tall * z > 0) painter.rect(left * z + ox, y, Math.max(2, (right - left) * z), tall * z + 0.5, painter.theme.faint);
  }
}

function drawFrame(painter, frame, z, ox, oy, w, h) {
  const x = (frame.x - 18) * z + ox;
  const y = (frame.y - 16) * z + oy;
  const fw = (frame.w + 36) * z;
  const fh = (frame.h + 32) * z;
  if (x > w || y > h || x + fw < 0 || y + fh < 0) return;
  painter.rect(x, y, fw, fh, painter.theme.dark ? 'rgb(92 196 220 / .07)' : 'rgb(11 111 138 / .06)');
  painter.frame(x, y, fw, fh, painter.theme.accent, 1);
  if (z > READABLE) {
    const label = `${frame.name} ${frame.copy + 1} of ${frame.copies}`;
    painter.text(x, y - 9 * z, label, { size: 11 * Math.min(1.2, z), fill: painter.theme.accent, weight: '600' });
  }
}

function drawEdges(painter, w, h, state, z, ox, oy) {
  const { graph, selected, hovered } = state;
  const { theme } = painter;
  const width = Math.max(0.6, Math.min(1.5, z * 1.4));
  const quiet = theme.dark ? '#4a5a6e' : '#b3bfcc';
  for (const edge of graph.edges) {
    const near = edge.from === selected || edge.to === selected || edge.from === hovered || edge.to === hovered;
    if (!near) drawEdge(painter, edge, w, h, z, ox, oy, quiet, width);
  }
  for (const edge of graph.edges) {
    if (edge.from === selected || edge.from === hovered) drawEdge(painter, edge, w, h, z, ox, oy, theme.warm, width + 0.8);
    else if (edge.to === selected || edge.to === hovered) drawEdge(painter, edge, w, h, z, ox, oy, theme.accent, width + 0.8);
  }
}

function drawEdge(painter, edge, w, h, z, ox, oy, colour, width) {
  const p = edge.points;
  if (p.length === 0) return;
  let left = Infinity;
  let right = -Infinity;
  for (let i = 0; i < p.length; i += 2) {
    const x = p[i] * z + ox;
    scratch[i] = x;
    scratch[i + 1] = p[i + 1] * z + oy;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  scratch.length = p.length;
  const last = p.length - 1;
  if (scratch[last] < 0 || scratch[1] > h + 2000 * z || left > w || right < 0) return;
  if (scratch[1] > h && scratch[last] > h) return;
  painter.line(scratch, colour, width);
  if (z > 0.2) drawHead(painter, scratch[last - 1], scratch[last], scratch[last - 3] < scratch[last - 1] - 1 && scratch[last - 2] === scratch[last], z, colour);
}

const head = [0, 0, 0, 0, 0, 0];

function drawHead(painter, x, y, sideways, z, colour) {
  const s = 5 * Math.min(1, z + 0.2);
  head[0] = x; head[1] = y;
  if (sideways) {
    head[2] = x - s * 1.4; head[3] = y - s * 0.7; head[4] = x - s * 1.4; head[5] = y + s * 0.7;
  } else {
    head[2] = x - s * 0.7; head[3] = y - s * 1.4; head[4] = x + s * 0.7; head[5] = y - s * 1.4;
  }
  painter.area(head, colour);
}

const title = { size: 12, fill: '', weight: '600' };
const note = { size: 10.5, fill: '' };
const cost = { size: 10.5, fill: '', align: 'right' };

function drawNode(painter, node, x, y, z, state) {
  const { theme } = painter;
  const w = node.w * z;
  const h = node.h * z;
  const hot = state.cost < 0 || node.kind === TENSOR ? null : heat(node.costs[state.cost], state.graph.head.limits[state.cost], theme.dark);
  const plain = node.kind === OPERATION || node.kind === LAYERS;
  if (node.kind === LAYERS && z > 0.15) {
    painter.rect(x + 6 * z, y + 6 * z, w, h, theme.line);
    painter.rect(x + 3 * z, y + 3 * z, w, h, theme.faint);
    painter.frame(x + 3 * z, y + 3 * z, w, h, theme.line);
  }
  painter.rect(x, y, w, h, plain ? theme.panel : theme.ground);
  if (hot) painter.rect(x, y, z > READABLE ? 6 * z : w, h, hot);
  const chosen = node.n === state.selected;
  if (z > 0.1) painter.frame(x, y, w, h, chosen ? theme.accent : node.n === state.hovered ? theme.soft : theme.line, chosen ? 2.5 : 1);
  else if (chosen) painter.frame(x - 2, y - 2, w + 4, h + 4, theme.accent, 3);
  if (z > READABLE) drawWords(painter, node, x, y, z, state);
}

function drawWords(painter, node, x, y, z, state) {
  const { theme } = painter;
  title.size = 12 * z;
  note.size = 10.5 * z;
  cost.size = 10.5 * z;
  note.fill = theme.soft;
  cost.fill = theme.soft;
  title.fill = node.role === 'inner' ? theme.soft : node.role === 'device' ? theme.warm : theme.text;
  if (node.kind === OPERATION) {
    painter.text(x + 13 * z, y + 13.5 * z, node.title, title);
    if (node.note) painter.text(x + 13 * z, y + 28 * z, node.note, note);
    drawCost(painter, node, x, y + 28 * z, z, state, node.note ? 'right' : 'left');
  } else if (node.kind === LAYERS) {
    title.fill = theme.accent;
    painter.text(x + 14 * z, y + 15 * z, node.title, title);
    painter.text(x + 14 * z, y + 32 * z, node.note, note);
    painter.text(x + 14 * z, y + 48 * z, 'open ▾', note);
    drawCost(painter, node, x, y + 48 * z, z, state, 'right');
  } else {
    title.fill = node.kind === TENSOR ? theme.dram : theme.accent;
    title.size = 10.5 * z;
    painter.text(x + 11 * z, y + (node.h / 2) * z, node.title, title);
  }
}

function drawCost(painter, node, x, y, z, state, align) {
  if (state.cost < 0 || node.costs[state.cost] < 0) return;
  cost.align = align;
  painter.text(align === 'right' ? x + (node.w - 9) * z : x + 13 * z, y, state.format(node.costs[state.cost]), cost);
}
