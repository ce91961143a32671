/** A flame graph: who called what, and how long that took together. */
import { h, useMemo, useRef, useState } from '../../ui/h.js';
import { change } from '../../state.js';
import { count, hash, nanos, percent } from '../../format.js';
import { Canvas } from '../../ui/canvas.js';
import { Empty } from '../../ui/parts.js';
import { useKeys } from '../../keys.js';

const TALL = 20;
const CHAR = 6.2;

/** @typedef {{name: string, nanos: number, count: number, inner: Call[], path: string}} Call */

/** @returns {Call[]} of the tree as the server sends it: four of each call */
function calls(tree, path) {
  const out = [];
  for (let i = 0; i < tree.length; i += 4) {
    const own = path === '' ? String(i / 4) : `${path}.${i / 4}`;
    out.push({ name: tree[i], nanos: tree[i + 1], count: tree[i + 2], inner: calls(tree[i + 3], own), path: own });
  }
  return out;
}

/** Calls from all to the one of a path. */
function chain(all, path) {
  const found = [all];
  for (const i of path ? path.split('.') : []) {
    const next = found.at(-1).inner[Number(i)];
    if (!next) break;
    found.push(next);
  }
  return found;
}

/** Where each call lies when one fills the width: those around it above, what it called below. */
function laidOut(around, width) {
  const boxes = around.map((call, depth) => ({ call, x: 0, w: width, depth }));
  const below = (call, x, w, depth) => {
    let at = x;
    for (const inner of call.inner) {
      const wide = (w * inner.nanos) / Math.max(1, call.nanos);
      if (wide >= 0.5) {
        boxes.push({ call: inner, x: at, w: wide, depth });
        below(inner, at, wide, depth + 1);
      }
      at += wide;
    }
  };
  below(around.at(-1), 0, width, around.length);
  return boxes;
}

const colour = (name, dark) => {
  const hue = hash(name.replace(/\d+/g, '')) % 360;
  return dark ? `hsl(${hue} 36% 36%)` : `hsl(${hue} 58% 81%)`;
};

export function Flame({ sums, params }) {
  const all = useMemo(() => ({ name: 'all', nanos: sums.nanos, count: 1, inner: calls(sums.tree, ''), path: '' }), [sums]);
  const around = chain(all, params.focus);
  const boxes = useRef([]);
  const [tip, setTip] = useState(null);
  const focus = (path) => { setTip(null); change({ focus: path || null }); };
  useKeys([{ keys: 'Backspace', does: 'the caller', run: () => focus(around.at(-2)?.path) }]);
  if (sums.nanos === 0) return h(Empty, { title: 'Nothing ran there' }, 'Choose another lane or a longer range.');
  const draw = (p, width, height) => {
    boxes.current = laidOut(around, width);
    p.rect(0, 0, width, height, p.theme.panel);
    for (const { call, x, w, depth } of boxes.current) {
      const y = depth * TALL;
      p.rect(x, y, Math.max(0.5, w - 0.7), TALL - 1, call.path === '' ? p.theme.faint : colour(call.name, p.theme.dark));
      if (w > 5 * CHAR) p.text(x + 5, y + TALL / 2, `${call.name} · ${nanos(call.nanos)}`, { fill: p.theme.dark ? '#eef3f9' : '#15202c', max: w - 8 });
    }
  };
  const at = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    const [x, y] = [e.clientX - box.left, e.clientY - box.top];
    return boxes.current.find((b) => x >= b.x && x < b.x + b.w && Math.floor(y / TALL) === b.depth);
  };
  const keys = (e) => {
    const here = around.at(-1);
    const siblings = around.at(-2)?.inner ?? [];
    const i = siblings.indexOf(here);
    const to = { ArrowDown: here.inner[0], ArrowUp: around.at(-2), ArrowRight: siblings[i + 1], ArrowLeft: siblings[i - 1] }[e.key];
    if (e.key.startsWith('Arrow')) { e.preventDefault(); if (to) focus(to.path); }
  };
  const deepest = (call, depth) => Math.max(depth, ...call.inner.map((c) => deepest(c, depth + 1)));
  return h('div', { class: 'flame' },
    h(Canvas, {
      draw, tick: sums, height: TALL * (1 + deepest(all, 1)), name: 'flame-graph',
      label: `Flame graph, ${nanos(sums.nanos)} in all; at ${around.at(-1).name}. Arrows move between calls.`,
      on: {
        onPointerMove: (e) => { const b = at(e); setTip(b && { call: b.call, x: e.clientX, y: e.clientY }); },
        onPointerLeave: () => setTip(null), onClick: (e) => { const b = at(e); if (b) focus(b.call.path); }, onKeyDown: keys,
      },
    }),
    tip && h('div', { class: 'tip', style: { left: Math.min(tip.x + 14, innerWidth - 330) + 'px', top: tip.y + 16 + 'px' } },
      h('b', null, tip.call.name), `${nanos(tip.call.nanos)}, ${percent(tip.call.nanos / sums.nanos)} of all, ${count(tip.call.count)} times`));
}
