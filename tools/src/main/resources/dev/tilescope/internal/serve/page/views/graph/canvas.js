/** The drawing of a graph: moved with the mouse or the keys, edges followed with the arrows. */
import { h, useCallback, useEffect, useRef, useState } from '../../ui/h.js';
import { Canvas } from '../../ui/canvas.js';
import { change } from '../../state.js';
import { Camera } from './camera.js';
import { drawGraph } from './drawing.js';
import { drawMap, mapTo } from './minimap.js';

/**
 * @param {object} props
 * @param {import('./model.js').Graph} props.graph
 * @param {string|undefined} props.sight of the address
 * @param {number} props.selected number of a node, or -1
 * @param {(node: any) => void} props.onSelect
 * @param {(node: any) => void} props.onOpen
 * @param {(node: any) => void} props.onClose
 * @param {{x: number, y: number, w: number, h: number}|null} props.show a place to bring into sight
 */
export function GraphCanvas({ graph, sight, cost, format, selected, onSelect, onOpen, onClose, show, label, version }) {
  const camera = useRef(null);
  const size = useRef([0, 0]);
  const hovered = useRef(-1);
  const drag = useRef(null);
  const [tick, again] = useState(0);
  const redraw = useCallback(() => again((n) => n + 1), []);
  const keeper = useRef(0);

  /** The address follows when the hand rests. */
  const keep = () => {
    clearTimeout(keeper.current);
    keeper.current = setTimeout(() => change({ sight: camera.current.toString() }), 250);
  };
  const fetchSight = () => {
    const [, tall] = size.current;
    const half = tall / 2 / camera.current.zoom;
    const parts = graph.missing(camera.current.y - 1.5 * half, camera.current.y + 1.5 * half);
    for (const part of parts) graph.load(part).then((came) => { if (came) redraw(); }, () => {});
  };
  const moved = () => { redraw(); keep(); fetchSight(); };

  useEffect(() => () => clearTimeout(keeper.current), []);
  useEffect(() => { fitted.current = false; }, [graph]);
  const fitted = useRef(false);

  const draw = (painter, w, tall) => {
    size.current = [w, tall];
    if (!camera.current || !fitted.current) {
      const first = camera.current === null;
      const wanted = first ? Camera.parse(sight) : null;
      if (wanted || first || !graph.keepsSight) camera.current = wanted ?? begin(graph, w, tall);
      fitted.current = true;
      fetchSight();
    }
    if (show && show !== shown.current) {
      camera.current.show(show, w, tall);
      shown.current = show;
      fetchSight();
    }
    drawGraph(painter, w, tall, { graph, camera: camera.current, cost, format, selected, hovered: hovered.current });
    drawMap(painter, w, tall, graph, camera.current);
  };
  const shown = useRef(null);

  const at = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  const nodeAt = (px, py) => {
    const [w, tall] = size.current;
    const x = camera.current.x + (px - w / 2) / camera.current.zoom;
    const y = camera.current.y + (py - tall / 2) / camera.current.zoom;
    for (const n of graph.nodes.values()) {
      if (x >= n.x && x <= n.x + n.w && y >= n.y && y <= n.y + n.h) return n;
    }
    return null;
  };
  const on = {
    onWheel: (e) => {
      e.preventDefault();
      const [px, py] = at(e);
      if (e.shiftKey) camera.current.pan(-e.deltaY, 0);
      else camera.current.by(Math.exp(-e.deltaY * 0.0016), px, py, ...size.current);
      moved();
    },
    onPointerDown: (e) => {
      e.currentTarget.setPointerCapture(e.pointerId);
      const [px, py] = at(e);
      drag.current = { px, py, far: 0, map: mapTo(graph.head, camera.current, px, py, ...size.current) };
      if (drag.current.map) moved();
    },
    onPointerMove: (e) => {
      const [px, py] = at(e);
      const d = drag.current;
      if (d?.map) {
        mapTo(graph.head, camera.current, px, py, ...size.current);
        moved();
      } else if (d) {
        camera.current.pan(px - d.px, py - d.py);
        d.far += Math.abs(px - d.px) + Math.abs(py - d.py);
        d.px = px;
        d.py = py;
        moved();
      } else {
        const over = nodeAt(px, py)?.n ?? -1;
        if (over !== hovered.current) { hovered.current = over; redraw(); }
        e.currentTarget.style.cursor = over >= 0 ? 'pointer' : 'grab';
      }
    },
    onPointerUp: (e) => {
      const d = drag.current;
      drag.current = null;
      if (d && !d.map && d.far < 4) onSelect(nodeAt(...at(e)));
    },
    onPointerLeave: () => { if (hovered.current >= 0) { hovered.current = -1; redraw(); } },
    onDblClick: (e) => { const n = nodeAt(...at(e)); if (n) onOpen(n); },
    onKeyDown: (e) => keys(e, { graph, camera: camera.current, size: size.current, selected, onSelect, onOpen, onClose, moved }),
  };
  return h(Canvas, { draw, tick: `${tick}.${version}.${selected}.${cost}`, label, name: 'graph', on });
}

function begin(graph, w, tall) {
  const camera = new Camera();
  const { width, height, parts } = graph.head;
  camera.fit(width, height, w, tall);
  if (parts > 1 || camera.zoom < 0.45) camera.top(width, height, w, tall);
  return camera;
}

function keys(e, { graph, camera, size, selected, onSelect, onOpen, onClose, moved }) {
  const [w, tall] = size;
  const node = graph.nodes.get(selected);
  const acts = {
    f: () => camera.fit(graph.head.width, graph.head.height, w, tall),
    0: () => camera.fit(graph.head.width, graph.head.height, w, tall),
    '+': () => camera.by(1.3, w / 2, tall / 2, w, tall),
    '=': () => camera.by(1.3, w / 2, tall / 2, w, tall),
    '-': () => camera.by(1 / 1.3, w / 2, tall / 2, w, tall),
    Home: () => camera.top(graph.head.width, graph.head.height, w, tall),
    Enter: () => node && onOpen(node),
    Backspace: () => onClose(node),
    ArrowUp: () => step(0, -1), ArrowDown: () => step(0, 1), ArrowLeft: () => step(-1, 0), ArrowRight: () => step(1, 0),
  };
  const step = (dx, dy) => {
    if (e.shiftKey) { camera.pan(-80 * dx, -80 * dy); return; }
    const next = node ? follow(graph, node, dx, dy) : nearest(graph, camera);
    if (next) { camera.show(next, w, tall); onSelect(next); }
  };
  if (e.ctrlKey || e.metaKey || e.altKey || !(e.key in acts)) return;
  e.preventDefault();
  e.stopPropagation();
  acts[e.key]();
  moved();
}

function nearest(graph, camera) {
  let best = null;
  let least = Infinity;
  for (const n of graph.nodes.values()) {
    const far = Math.hypot(n.x + n.w / 2 - camera.x, n.y + n.h / 2 - camera.y);
    if (far < least) { least = far; best = n; }
  }
  return best;
}

/** Along an edge in the direction of an arrow if one leads there, else to the nearest node that way. */
function follow(graph, node, dx, dy) {
  const cx = node.x + node.w / 2;
  const cy = node.y + node.h / 2;
  const ahead = (n) => (n.x + n.w / 2 - cx) * dx + (n.y + n.h / 2 - cy) * dy;
  const far = (n) => Math.abs(n.x + n.w / 2 - cx) * (dx ? 1 : 2) + Math.abs(n.y + n.h / 2 - cy) * (dy ? 1 : 2);
  const linked = [...(graph.outs.get(node.n) ?? []).map((e) => e.to), ...(graph.ins.get(node.n) ?? []).map((e) => e.from)]
    .map((n) => graph.nodes.get(n)).filter((n) => n && ahead(n) > 4);
  const from = linked.length > 0 ? linked : [...graph.nodes.values()].filter((n) => ahead(n) > 4 && far(n) < 1500);
  return from.reduce((best, n) => (best === null || far(n) < far(best) ? n : best), null);
}
