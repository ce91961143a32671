/** Memory of two reports over each other, on an axis of aligned operations. */
import { h, useState } from '../../ui/h.js';
import { useData } from '../../api.js';
import { bytes, count } from '../../format.js';
import { Answered, Choice } from '../../ui/parts.js';
import { Canvas } from '../../ui/canvas.js';
import { change } from '../../state.js';

const LEFT = 62;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 18;

/** A curve as steps. */
function steps(values, x, y) {
  const points = [];
  values.forEach((v, i) => points.push(x(i), y(v), x(i + 1), y(v)));
  return points;
}

function drawCurves(painter, w, tall, data, at) {
  const { theme } = painter;
  painter.rect(0, 0, w, tall, theme.panel);
  const most = Math.max(1, ...data.a, ...data.b);
  const x = (i) => LEFT + (i / data.a.length) * (w - LEFT - RIGHT);
  const y = (v) => TOP + (1 - v / most) * (tall - TOP - BOTTOM);
  for (const part of [0, 0.5, 1]) {
    painter.line([LEFT, y(most * part), w - RIGHT, y(most * part)], theme.faint);
    painter.text(LEFT - 8, y(most * part), bytes(Math.round(most * part)), { align: 'right', size: 10.5, fill: theme.soft });
  }
  const ground = y(0);
  painter.area([LEFT, ground, ...steps(data.a, x, y), w - RIGHT, ground], theme.dark ? 'rgb(154 169 188 / .16)' : 'rgb(85 100 119 / .14)');
  const wide = (w - LEFT - RIGHT) / data.a.length;
  data.changes.forEach((n, i) => { if (n > 0) painter.rect(x(i), ground + 3, Math.max(1, wide), 4, theme.warm); });
  painter.line(steps(data.a, x, y), theme.soft, 1.5);
  painter.line(steps(data.b, x, y), theme.accent, 1.5);
  if (at !== null) painter.line([x(at + 0.5), TOP, x(at + 0.5), ground + 8], theme.warm, 1);
  painter.text(LEFT, tall - 5, 'first operation', { size: 10.5, fill: theme.soft });
  painter.text(w - RIGHT, tall - 5, `${count(data.rows)} aligned operations`, { size: 10.5, fill: theme.soft, align: 'right' });
}

function Tip({ data, at, place }) {
  if (at === null) return null;
  const first = Math.floor((at * data.rows) / data.a.length);
  return h('div', { class: 'tip', style: { left: Math.min(place[0] + 14, innerWidth - 230) + 'px', top: place[1] + 12 + 'px' } },
    h('b', null, `Row ${count(first + 1)} of ${count(data.rows)}`),
    `before ${bytes(data.a[at])}, after ${bytes(data.b[at])}`, data.changes[at] > 0 && `, ${count(data.changes[at])} changed`);
}

/** @param {{ids: {report: string, other: string}, type: string, onRow: (row: number) => void}} props */
export function Curves({ ids, type, onRow }) {
  const answer = useData('compare/memory', { ...ids, type, points: 900 });
  const [at, point] = useState(null);
  const [place, move] = useState([0, 0]);
  return h('section', { class: 'panel compare-curves', 'aria-label': 'Memory of both' },
    h('header', null, h('h2', null, (type === '0' ? 'DRAM per bank' : 'L1 per core') + ' while each operation runs'),
      h('span', { class: 'key' }, h('i', { class: 'was' }), 'before', h('i', { class: 'is' }), 'after', h('i', { class: 'diff' }), 'changed'),
      h(Choice, { label: 'Region', value: type, options: [['1', 'L1'], ['0', 'DRAM']], onChange: (v) => change({ type: v === '1' ? null : v }) })),
    h(Answered, { answer }, (data) => {
      const slice = (e) => {
        const box = e.currentTarget.getBoundingClientRect();
        const part = (e.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
        return part < 0 || part >= 1 ? null : Math.floor(part * data.a.length);
      };
      const on = {
        onPointerMove: (e) => { point(slice(e)); move([e.clientX, e.clientY]); },
        onPointerLeave: () => point(null),
        onClick: (e) => { const s = slice(e); if (s !== null) onRow(Math.floor((s * data.rows) / data.a.length)); },
      };
      return [h(Canvas, {
        height: 128, name: 'memory-compared', tick: `${at}`, on, draw: (p, w, tall) => drawCurves(p, w, tall, data, at),
        label: `Memory before, at most ${bytes(Math.max(...data.a))}, and after, at most ${bytes(Math.max(...data.b))}`,
      }), h(Tip, { data, at, place })];
    }));
}
