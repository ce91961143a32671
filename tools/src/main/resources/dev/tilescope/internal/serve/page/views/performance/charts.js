/** Charts of the performance report. Whatever is clicked opens its row. */
import { h, useMemo, useState } from '../../ui/h.js';
import { useData } from '../../api.js';
import { count, hash, nanos } from '../../format.js';
import { Answered, Panel } from '../../ui/parts.js';
import { Canvas } from '../../ui/canvas.js';

const LEFT = 62;
const FOOT = 26;
const HEAD = 22;
const HEIGHT = 240;
const [ID, NAME, TIME, GAP, CORES, DRAM, FLOPS] = [0, 1, 2, 3, 4, 5, 6];

const hue = (name, dark) => `hsl(${hash(name) % 360} ${dark ? '50% 62%' : '58% 44%'})`;
const micros = (m) => nanos(m * 1e3);

/** Round steps from 0 to a maximum. */
function ticks(max, most) {
  const raw = max / most;
  const power = 10 ** Math.floor(Math.log10(raw || 1));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? 1;
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, i) => i * step);
}

/** Axes with names; returns where values are. */
function frame(p, width, height, { xMax, yMax, xText, yText, xName, yName }) {
  const wide = width - LEFT - 14;
  const tall = height - FOOT - HEAD - 14;
  const x = (v) => LEFT + (v / (xMax || 1)) * wide;
  const y = (v) => HEAD + tall - (v / (yMax || 1)) * tall;
  p.rect(0, 0, width, height, p.theme.panel);
  for (const t of ticks(yMax, 4)) {
    p.rect(LEFT, Math.round(y(t)), wide, 1, p.theme.faint);
    p.text(LEFT - 6, y(t), yText(t), { fill: p.theme.soft, size: 10, align: 'right' });
  }
  for (const t of ticks(xMax, 7)) p.text(x(t), height - FOOT - 4, xText(t), { fill: p.theme.soft, size: 10, align: 'center' });
  p.rect(LEFT, HEAD + tall, wide, 1, p.theme.line);
  p.text(LEFT + wide / 2, height - 10, xName, { fill: p.theme.soft, size: 10.5, align: 'center' });
  p.text(14, 11, yName, { fill: p.theme.soft, size: 10.5 });
  return { x, y, wide, tall };
}

const biggest = (rows, column) => rows.reduce((m, r) => Math.max(m, r[column] ?? 0), 0);

/** One dot a row. */
const scatter = (rows, xAt, yAt, facts) => (p, width, height, hits) => {
  const shown = rows.filter((r) => xAt(r) !== null && yAt(r) !== null);
  const at = frame(p, width, height, { xMax: shown.reduce((m, r) => Math.max(m, xAt(r)), 0) * 1.04, yMax: shown.reduce((m, r) => Math.max(m, yAt(r)), 0) * 1.06, ...facts });
  for (const r of shown) {
    const [x, y] = [at.x(xAt(r)), at.y(yAt(r))];
    p.dot(x, y, 3.2, hue(r[NAME], p.theme.dark));
    hits?.push([x, y, r]);
  }
};

/** Bars in the order of the run: device time, the gap before it on top. Gaps may be far longer: those are cut. */
const order = (rows) => (p, width, height, hits) => {
  const longest = biggest(rows, TIME);
  const most = Math.min(rows.reduce((m, r) => Math.max(m, (r[TIME] ?? 0) + (r[GAP] ?? 0)), 0), 1.5 * longest) * 1.05;
  const cut = rows.some((r) => (r[TIME] ?? 0) + (r[GAP] ?? 0) > most);
  const at = frame(p, width, height, { xMax: rows.length, yMax: most, xText: count, yText: micros, xName: 'operation, in the order of the run', yName: 'device time, and above it the gap before' + (cut ? '; longer gaps are cut' : '') });
  const wide = Math.max(1, at.wide / rows.length - (at.wide / rows.length > 4 ? 1 : 0));
  rows.forEach((r, i) => {
    const [x, top] = [at.x(i), at.y(r[TIME] ?? 0)];
    p.rect(x, top, wide, at.y(0) - top, hue(r[NAME], p.theme.dark));
    const gap = at.y(Math.min(most, (r[TIME] ?? 0) + (r[GAP] ?? 0)));
    if (gap < top) p.rect(x, gap, wide, top - gap, p.theme.bad + '40');
    hits?.push([x + wide / 2, null, r]);
  });
};

/** Device time by kind of operation. */
const byKind = (rows) => (p, width, height, hits) => {
  const sums = new Map();
  for (const r of rows) {
    const known = sums.get(r[NAME]) ?? { time: 0, count: 0, row: r };
    sums.set(r[NAME], { time: known.time + (r[TIME] ?? 0), count: known.count + 1, row: (r[TIME] ?? 0) > (known.row[TIME] ?? 0) ? r : known.row });
  }
  const all = [...sums].sort((a, b) => b[1].time - a[1].time);
  const shown = all.slice(0, 10);
  const tall = Math.min(24, (height - 14) / Math.max(1, shown.length));
  p.rect(0, 0, width, height, p.theme.panel);
  shown.forEach(([name, sum], i) => {
    const y = 8 + i * tall;
    const wide = ((width - 330) * sum.time) / (shown[0][1].time || 1);
    p.text(190, y + tall / 2, name.replace(/DeviceOperation$/, ''), { align: 'right', size: 11, max: 178 });
    p.rect(198, y + 3, Math.max(1, wide), tall - 6, hue(name, p.theme.dark));
    p.text(204 + wide, y + tall / 2, `${micros(sum.time)} · ${count(sum.count)}`, { fill: p.theme.soft, size: 10.5 });
    hits?.push([null, y + tall / 2, sum.row]);
  });
};

/** How often which gap occurs: twice as long from bar to bar. */
const gaps = (rows) => (p, width, height, hits) => {
  const known = rows.filter((r) => r[GAP] !== null && r[GAP] >= 0);
  const bucket = (g) => Math.max(0, Math.min(15, Math.floor(Math.log2(Math.max(g, 0.25)) + 2)));
  const bars = Array.from({ length: 16 }, () => ({ count: 0, row: null }));
  for (const r of known) {
    const bar = bars[bucket(r[GAP])];
    bar.count++;
    if (!bar.row || r[GAP] > bar.row[GAP]) bar.row = r;
  }
  const last = Math.max(3, bars.findLastIndex((b) => b.count > 0) + 1);
  const at = frame(p, width, height, { xMax: last, yMax: Math.max(...bars.map((b) => b.count)) * 1.08, xText: (i) => micros(i === 0 ? 0 : 2 ** (i - 2)), yText: count, xName: 'gap before the operation, from', yName: 'operations' });
  for (let i = 0; i < last; i++) {
    const [x, y] = [at.x(i), at.y(bars[i].count)];
    p.rect(x + 2, y, at.wide / last - 4, at.y(0) - y, 2 ** (i - 2) >= 6.5 ? p.theme.bad : p.theme.l1);
    if (bars[i].row) hits?.push([x + at.wide / last / 2, null, bars[i].row]);
  }
};

/** DRAM and FLOPs of the rows that have them, side by side. */
const utilisation = (rows) => (p, width, height, hits) => {
  const shown = rows.filter((r) => r[DRAM] !== null || r[FLOPS] !== null);
  const most = Math.max(biggest(shown, DRAM), biggest(shown, FLOPS), 1);
  const at = frame(p, width, height, { xMax: Math.max(1, shown.length), yMax: Math.min(100, most * 1.1), xText: count, yText: (v) => v + ' %', xName: 'products of matrices and convolutions, in order', yName: 'of the peak: FLOPs (dark), DRAM (light)' });
  const wide = at.wide / Math.max(1, shown.length);
  shown.forEach((r, i) => {
    const x = at.x(i);
    if (r[FLOPS] !== null) p.rect(x, at.y(r[FLOPS]), Math.max(0.8, wide * 0.46), at.y(0) - at.y(r[FLOPS]), p.theme.l1);
    if (r[DRAM] !== null) p.rect(x + wide * 0.46, at.y(r[DRAM]), Math.max(0.8, wide * 0.46), at.y(0) - at.y(r[DRAM]), p.theme.dram + '99');
    hits?.push([x + wide / 2, null, r]);
  });
};

/** A drawing whose marks can be pointed at and clicked. */
function Chart({ title, label, draw, open }) {
  const [tip, setTip] = useState(null);
  const hits = useMemo(() => [], [draw]);
  const near = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    const [x, y] = [e.clientX - box.left, e.clientY - box.top];
    let best = null;
    let least = 20;
    for (const hit of hits) {
      const away = Math.hypot(hit[0] === null ? 0 : hit[0] - x, hit[1] === null ? 0 : hit[1] - y);
      if (away < least) { best = hit; least = away; }
    }
    return best?.[2];
  };
  const move = (e) => { const row = near(e); setTip(row ? { row, x: e.clientX, y: e.clientY } : null); };
  return h(Panel, { title },
    h(Canvas, {
      height: HEIGHT, name: title, label, tick: draw,
      draw: (p, w, t) => { hits.length = 0; draw(p, w, t, hits); },
      on: { onPointerMove: move, onPointerLeave: () => setTip(null), onClick: (e) => { const row = near(e); if (row) open(row[ID]); } },
    }),
    tip && h('div', { class: 'tip', style: { left: Math.min(tip.x + 14, innerWidth - 300) + 'px', top: tip.y + 14 + 'px' } },
      h('b', null, tip.row[NAME]), `row ${tip.row[ID]} · ${micros(tip.row[TIME] ?? 0)}, gap ${micros(tip.row[GAP] ?? 0)}, ${tip.row[CORES] ?? '?'} cores`,
      tip.row[FLOPS] !== null && ` · ${tip.row[FLOPS].toFixed(1)} % FLOPs`, tip.row[DRAM] !== null && ` · ${tip.row[DRAM].toFixed(1)} % DRAM`));
}

export function Charts({ options, open, modelled }) {
  const answer = useData('performance/chart', options);
  const charts = useMemo(() => {
    const rows = answer.data?.rows ?? [];
    const percent = (v) => v + ' %';
    return [
      ['Device time by kind of operation', byKind(rows)],
      ['Device time in the order of the run', order(rows)],
      ['Device time and cores', scatter(rows, (r) => r[CORES], (r) => r[TIME], { xText: count, yText: micros, xName: 'cores', yName: 'device time' })],
      ['FLOPs and device time', scatter(rows, (r) => r[TIME], (r) => r[FLOPS], { xText: micros, yText: percent, xName: 'device time', yName: 'FLOPs, of the peak' })],
      ['Gaps between operations', gaps(rows)],
      ['DRAM and FLOPs', utilisation(rows)],
    ];
  }, [answer.data]);
  return h(Answered, { answer }, (data) => h('div', { class: 'charts' },
    charts.map(([title, draw]) => h(Chart, { key: title, title: modelled ? title + ' (modelled)' : title, draw, open, label: `${title}, of ${count(data.all)} operations` })),
    data.step > 1 && h('p', { class: 'soft' }, `Of ${count(data.all)} operations every ${data.step}th is drawn.`)));
}
