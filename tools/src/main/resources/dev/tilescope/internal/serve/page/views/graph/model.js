/**
 * A graph with places, as much of it as was asked for: the server sends it in parts from top to
 * bottom, and those in sight are fetched as they come into sight.
 */
import { ask } from '../../api.js';
import { brief } from '../../format.js';

export const OPERATION = 0;
export const LAYERS = 1;
export const BEFORE = 2;
export const AFTER = 3;
export const TENSOR = 4;

/**
 * @typedef {object} Node
 * @property {number} n its number in the graph
 * @property {number} kind one of the above
 * @property {number} id of its (first) operation, or of the tensor
 * @property {number} last id of its last operation
 * @property {number} count of operations
 * @property {number} copies of a layer
 * @property {number} layer the id that opens it
 * @property {number} x @property {number} y @property {number} w @property {number} h
 * @property {string} title @property {string} note
 * @property {number[]} costs host ns, modelled ns, bytes; -1 where unknown
 *
 * @typedef {{n: number, from: number, to: number, tensors: number, shape: string, points: number[]}} Edge
 */

/** Zoomed out further than this many parts, the outline stands for them. */
const MOST_PARTS = 8;

/** "Shape([1, 32])" → "1 × 32". @param {string} text */
export const shape = (text) => text.replace(/^(ttnn\.)?Shape\(\[(.*)\]\)$/, '$2').replaceAll(', ', ' × ');

const cut = (text, chars) => (text.length <= chars ? text : text.slice(0, Math.max(1, chars - 1)) + '…');

export class Graph {
  /** @param {Record<string, unknown>} params what is wanted, for the server */
  constructor(params) {
    this.params = params;
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    /** @type {Edge[]} */
    this.edges = [];
    this.ins = new Map();
    this.outs = new Map();
    this.head = null;
    this.asked = new Set();
    this.leftOut = 0;
    this.isOfCalls = false;
  }

  /** Fetches a part unless it is here. @returns {Promise<boolean>} whether something new came */
  async load(part, head = false) {
    if (this.asked.has(part)) return false;
    this.asked.add(part);
    try {
      const answer = await ask('graph', { ...this.params, part, head });
      if (answer.limits) this.head = answer;
      this.take(answer);
      return true;
    } catch (e) {
      this.asked.delete(part);
      throw e;
    }
  }

  take(answer) {
    for (const row of answer.nodes) {
      const node = nodeOf(row, answer.texts);
      this.nodes.set(node.n, node);
    }
    for (const [n, from, to, tensors, text, ...route] of answer.edges) {
      this.connect({ n, from, to, tensors, shape: shape(answer.texts[text]), points: rounded(route) });
    }
    this.leftOut += answer.edgesLeftOut;
  }

  connect(edge) {
    this.edges.push(edge);
    if (!this.ins.has(edge.to)) this.ins.set(edge.to, []);
    if (!this.outs.has(edge.from)) this.outs.set(edge.from, []);
    this.ins.get(edge.to).push(edge);
    this.outs.get(edge.from).push(edge);
  }

  /** Parts that lie in a range of heights and are not here; none if there are too many. */
  missing(top, bottom) {
    const tops = this.head?.partTops ?? [];
    const wanted = [];
    for (let p = 0; p < tops.length; p++) {
      const end = tops[p + 1] ?? Infinity;
      if (end >= top && tops[p] <= bottom) wanted.push(p);
    }
    return wanted.length > MOST_PARTS ? [] : wanted.filter((p) => !this.asked.has(p));
  }
}

/** Copies may differ in what they free. */
const each = (count, copies) => (count % copies === 0 ? `${count / copies} operations each` : `${count.toLocaleString('en-US')} operations`);

function nodeOf(row, texts) {
  const [n, kind, id, last, count, copies, layer, x, y, w, h, text, host, modelled, bytes] = row;
  const chars = kind === TENSOR ? Math.floor((w - 16) / 6) : Math.floor((w - 22) / 7.1);
  const period = copies > 0 ? count / copies : 0;
  const words = {
    [OPERATION]: () => [brief(texts[text]), `#${id}`],
    [LAYERS]: () => [`${brief(texts[text])} × ${copies.toLocaleString('en-US')}`, period === 1 ? `#${id} to #${last}` : `${each(count, copies)}, #${id} to #${last}`],
    [BEFORE]: () => [`↑ ${copies.toLocaleString('en-US')} more before`, ''],
    [AFTER]: () => [`↓ ${copies.toLocaleString('en-US')} more after`, ''],
    [TENSOR]: () => [shape(texts[text]) || `tensor ${id}`, ''],
  }[kind]();
  return {
    n, kind, id, last, count, copies, layer, x, y, w, h, title: cut(words[0], chars), note: cut(words[1], Math.floor((w - 24) / 5.9)),
    name: texts[text], costs: [host, modelled, bytes],
  };
}

/** A route whose corners are round, as one line. @param {number[]} p @returns {number[]} */
export function rounded(p, radius = 8) {
  if (p.length <= 4) return p;
  const out = [p[0], p[1]];
  for (let i = 2; i < p.length - 2; i += 2) {
    const [ax, ay, bx, by, cx, cy] = [p[i - 2], p[i - 1], p[i], p[i + 1], p[i + 2], p[i + 3]];
    const before = Math.hypot(bx - ax, by - ay);
    const after = Math.hypot(cx - bx, cy - by);
    const r = Math.min(radius, before / 2, after / 2);
    if (r < 0.5) { out.push(bx, by); continue; }
    const sx = bx - ((bx - ax) / before) * r;
    const sy = by - ((by - ay) / before) * r;
    const ex = bx + ((cx - bx) / after) * r;
    const ey = by + ((cy - by) / after) * r;
    for (let k = 0; k <= 4; k++) {
      const t = k / 4;
      const u = 1 - t;
      out.push(u * u * sx + 2 * u * t * bx + t * t * ex, u * u * sy + 2 * u * t * by + t * t * ey);
    }
  }
  out.push(p[p.length - 2], p[p.length - 1]);
  return out;
}

/** The calls inside one operation as a graph of the same make. */
export function callGraph(answer) {
  const graph = new Graph({});
  const limits = [null, null, null];
  answer.calls.forEach((call, n) => {
    const costs = [call.nanos, call.modelled, call.bufferBytes + call.circularBytes || -1];
    costs.forEach((c, i) => { if (c >= 0) limits[i] = limits[i] ? [Math.min(limits[i][0], c), Math.max(limits[i][1], c)] : [c, c]; });
    const chars = Math.floor((call.w - 22) / 7.1);
    graph.nodes.set(n, {
      ...call, n, kind: OPERATION, id: call.node, last: call.node, count: 1, copies: 1, layer: -1,
      title: cut(brief(call.name), chars), note: '', role: call.kind, costs, call,
    });
    if (call.parent >= 0) {
      const from = answer.calls[call.parent];
      const y1 = from.y + from.h / 2;
      const y2 = call.y + call.h / 2;
      const middle = from.x + from.w + 24;
      graph.connect({
        n, from: call.parent, to: n, tensors: 1, shape: '',
        points: y1 === y2 ? [from.x + from.w, y1, call.x, y2] : rounded([from.x + from.w, y1, middle, y1, middle, y2, call.x, y2]),
      });
    }
  });
  const width = Math.max(1, ...answer.calls.map((c) => c.x + c.w));
  const height = Math.max(1, ...answer.calls.map((c) => c.y + c.h));
  graph.head = { width, height, limits, opened: [], overview: [], partTops: [0], parts: 1, method: 'tree', nodesInAll: answer.calls.length };
  graph.isOfCalls = true;
  graph.asked.add(0);
  return graph;
}
