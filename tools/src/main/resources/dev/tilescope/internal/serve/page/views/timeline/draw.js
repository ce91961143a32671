/** Draws the timeline. Every mark in sight in every frame, so: no objects per mark, text only where it fits. */
import { Axis } from '../../ui/canvas.js';
import { widthOf } from '../../ui/painter.js';
import { bytes, count, hash, nanos } from '../../format.js';
import { DEPTH_HEIGHT, GUTTER, RULER, depthTop, inSight } from './rows.js';
import { drawFlows } from './flows.js';

const CHAR = 6.2;
const LABEL = 10.5;
const LEAST_LABEL = 36;

/** Mean widths of the letters of names, each measured once: texts are cut in every frame. */
const letters = new Map();
function letterOf(name) {
  if (!letters.has(name)) letters.set(name, Math.max(1, widthOf(name, LABEL) / Math.max(1, name.length)) * 1.04);
  return letters.get(name);
}

/** Colours of a theme, made once: of names, and of blocks by how full they are. */
class Colours {
  constructor(dark) {
    this.dark = dark;
    this.names = new Map();
    this.fills = Array.from({ length: 16 }, (_, i) => (dark ? `hsl(212 22% ${24 + 1.5 * i}%)` : `hsl(212 26% ${88 - 1.9 * i}%)`));
    this.label = dark ? '#eef3f9' : '#15202c';
  }

  of(name) {
    let known = this.names.get(name);
    if (!known) {
      const hue = hash(name.replace(/\d+/g, '')) % 360;
      known = this.dark ? `hsl(${hue} 36% 36%)` : `hsl(${hue} 58% 81%)`;
      this.names.set(name, known);
    }
    return known;
  }
}
const light = new Colours(false);
const dark = new Colours(true);

/** Time as the ruler says it: as many digits as neighbours need to differ. */
function ruler(axis, origin, width) {
  const since = new Axis(axis.limits, [axis.low - origin, axis.high - origin]);
  const ticks = since.ticks(Math.max(2, width / 110));
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : axis.high - axis.low;
  const zoomed = step < 0.004 * since.high;
  return { ticks, step, base: zoomed && ticks.length ? ticks[0] : 0, zoomed };
}

const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
/** @param {number} step what differences matter */
export function exact(time, step) {
  const [size, unit] = UNITS.find(([s]) => Math.abs(time) >= s) ?? UNITS[3];
  const digits = Math.max(0, Math.min(9, Math.ceil(Math.log10(size / Math.max(step, 1e-3)))));
  return (time / size).toFixed(digits) + ' ' + unit;
}

/**
 * @param {import('../../ui/painter.js').Painter} p
 * @param {object} view {about, layout, axis, axisName, top, data, find, selected, measure}
 */
export function drawTimeline(p, width, height, view) {
  const { axis, layout, top } = view;
  const origin = view.about.from;
  const colours = p.theme.dark ? dark : light;
  const plot = width - GUTTER;
  const scale = plot / (axis.high - axis.low);
  const shown = inSight(layout, top, height);
  const head = RULER + layout.pinnedHeight;
  const { ticks, step, base, zoomed } = ruler(axis, view.about.from, plot);
  p.rect(GUTTER, 0, plot, height, p.theme.panel);
  p.clip(GUTTER, RULER, plot, height - RULER, () => {
    for (const t of ticks) p.rect(Math.round(GUTTER + (t + origin - axis.low) * scale), RULER, 1, height, p.theme.faint);
  });
  const within = (y, tall, rows) => {
    p.clip(GUTTER, y, plot, tall, () => rows.forEach((row) => drawRow(p, row, row.at, { ...view, scale, plot, colours, width })));
    p.clip(0, y, GUTTER, tall, () => rows.forEach((row) => label(p, row, row.at)));
  };
  within(RULER, layout.pinnedHeight, shown.filter((row) => row.pinned));
  within(head, height - head, shown.filter((row) => !row.pinned));
  if (layout.pinnedHeight > 0) p.rect(0, head - 1, width, 2, p.theme.line);
  p.clip(GUTTER, RULER, plot, height - RULER, () => overlays(p, { ...view, shown }, scale, height));
  p.rect(GUTTER - 1, 0, 1, height, p.theme.line);
  p.clip(GUTTER, 0, plot, RULER, () => {
    for (const t of ticks) {
      const x = GUTTER + (t + origin - axis.low) * scale;
      const text = zoomed ? '+' + nanos(Math.max(0, t - base)) : exact(t, step);
      p.text(x + 4, RULER / 2, text, { fill: p.theme.soft, size: 10.5 });
      p.rect(Math.round(x), RULER - 7, 1, 7, p.theme.line);
    }
  });
  p.text(10, RULER / 2, zoomed ? exact(base, step) + ' +' : view.axisName, { fill: p.theme.soft, size: 10.5, max: GUTTER - 16 });
  p.rect(0, RULER - 1, width, 1, p.theme.line);
  thumb(p, layout.height, top, head, width, height);
}

/** Where the rows in sight are among all. */
function thumb(p, all, top, head, width, height) {
  const room = height - head;
  if (all <= room) return;
  const tall = Math.max(24, (room * room) / all);
  p.rect(width - 5, head + ((room - tall) * top) / (all - room), 4, tall, p.theme.line);
}

function label(p, row, y) {
  const x = 10 + 12 * row.indent;
  if (row.kind === 'group') p.rect(0, y, GUTTER - 1, row.height, p.theme.faint);
  if (row.open !== undefined) {
    const m = y + row.height / 2;
    p.area(row.open ? [x - 1, m - 2, x + 7, m - 2, x + 3, m + 4] : [x, m - 4, x, m + 4, x + 6, m], p.theme.soft);
  }
  const strong = row.kind === 'group';
  p.text(x + (row.open !== undefined ? 13 : 0), row.kind === 'counter' ? y + 12 : y + Math.min(row.height, 22) / 2, row.label,
    { fill: row.kind === 'lane' ? p.theme.soft : p.theme.text, weight: strong ? '600' : '', size: 11, max: GUTTER - x - 44 });
  if (row.kind === 'counter') {
    p.text(x, y + 28, 'up to ' + (row.unit === 'bytes' ? bytes(row.max) : count(row.max)), { fill: p.theme.soft, size: 10, max: GUTTER - x - 8 });
  }
}

function drawRow(p, row, y, view) {
  if (row.kind === 'group') p.rect(GUTTER, y, view.plot, row.height, p.theme.faint);
  if (row.kind === 'lane') {
    for (let d = 0; d < row.depths; d++) drawMarks(p, row, d, depthTop(row, d), view);
  } else if (row.kind === 'counter') drawCounter(p, row, y, view);
  else if (row.kind === 'moments') drawMoments(p, y, row.height, view);
  else if (!row.open) drawSum(p, row, y, view);
  p.rect(GUTTER, y + row.height - 1, view.plot, 1, p.theme.faint);
}

function drawMarks(p, row, depth, y, { axis, data, scale, colours, width, find }) {
  const known = data.marks.get(row.lane + '.' + depth);
  if (!known) return;
  const { marks } = known;
  const shift = known.base - axis.low;
  for (let i = 0; i < marks.length; i += 4) {
    const left = GUTTER + (marks[i] + shift) * scale;
    if (left > width) break;
    const wide = marks[i + 1] * scale;
    if (left + wide < GUTTER) continue;
    const number = marks[i + 2];
    const x = Math.max(GUTTER - 2, left);
    const w = Math.max(1, Math.min(width + 2, left + wide) - x - (wide > 3 ? 0.7 : 0));
    if (number < 0) {
      p.rect(x, y, w, DEPTH_HEIGHT, colours.fills[Math.min(15, -1 - number)]);
      continue;
    }
    const name = data.names.get(number) ?? '';
    const found = find !== '' && name.toLowerCase().includes(find);
    p.rect(x, y, w, DEPTH_HEIGHT, found ? p.theme.accent : colours.of(name));
    if (w > LEAST_LABEL) {
      const room = Math.floor((w - 8) / letterOf(name));
      const text = name.length > room ? name.slice(0, Math.max(1, room - 1)) + '…' : name;
      p.text(x + 4, y + DEPTH_HEIGHT / 2 + 0.5, text, { fill: found ? p.theme.panel : colours.label, size: LABEL, max: w - 6 });
    }
  }
}

/** How busy the lanes of a closed row are. Equal neighbours are one bar, on whole pixels: no seams, and fewer marks. */
function drawSum(p, row, y, { axis, data, scale, width }) {
  const known = data.sums.get(row.key);
  if (!known) return;
  const { parts } = known;
  const part = (known.to - known.from) / parts.length;
  const at = (i) => Math.round(GUTTER + (known.from + i * part - axis.low) * scale);
  const tall = row.height - 4;
  for (let i = 0, next; i < parts.length; i = next) {
    next = i + 1;
    while (next < parts.length && parts[next] === parts[i]) next++;
    const x = Math.max(GUTTER, at(i));
    const w = Math.min(width, Math.max(at(next), x + 1)) - x;
    if (parts[i] === 0 || w <= 0 || at(next) < GUTTER) continue;
    const h = Math.max(2, Math.round((tall * parts[i]) / 100));
    p.rect(x, y + 2 + tall - h, w, h, p.theme.l1 + 'c0');
  }
}

function drawCounter(p, row, y, { axis, data, scale, width }) {
  const known = data.counters.get(row.counter);
  if (!known || row.max <= 0) return;
  const { points, base } = known;
  const foot = y + row.height - 3;
  const tall = row.height - 8;
  const outline = [];
  let last = foot;
  for (let i = 0; i < points.length; i += 2) {
    const x = Math.max(GUTTER, Math.min(width, GUTTER + (base + points[i] - axis.low) * scale));
    const at = foot - (tall * Math.max(0, points[i + 1])) / row.max;
    outline.push(x, last, x, at);
    last = at;
  }
  outline.push(width, last);
  const fill = /DRAM/.test(row.label) ? p.theme.dram : /L1/.test(row.label) ? p.theme.l1 : p.theme.trace;
  p.area([GUTTER, foot, ...outline, width, foot], fill + '38');
  p.line(outline, fill, 1.4);
}

/** Signposts over messages, which often come at the same moment; a text where the one before leaves room. */
function drawMoments(p, y, height, { axis, data, scale, width }) {
  const at = (m) => GUTTER + (m.at - axis.low) * scale;
  const shown = data.moments.filter((m) => at(m) >= GUTTER && at(m) <= width);
  const signposts = shown.filter((m) => m.kind === 'signpost');
  const others = shown.filter((m) => m.kind !== 'signpost');
  for (const m of [...others, ...signposts]) {
    const x = at(m);
    const fill = m.kind === 'signpost' ? p.theme.warm : p.theme.accent;
    p.area([x - 4, y + 3, x + 4, y + 3, x, y + 10], fill);
    p.rect(x - 0.5, y + 8, 1, height - 8, fill);
  }
  const told = signposts.length > 0 ? signposts : others;
  told.forEach((m, i) => {
    const room = (i + 1 < told.length ? at(told[i + 1]) : width) - at(m) - 16;
    if (room > 4 * CHAR) p.text(at(m) + 7, y + height / 2, m.text, { fill: p.theme.text, size: 10.5, max: room });
  });
}

function overlays(p, view, scale, height) {
  const { axis, selected, measure, shown } = view;
  for (const m of view.about.moments > 0 ? view.data.moments : []) {
    if (m.kind === 'signpost') p.rect(GUTTER + (m.at - axis.low) * scale, RULER, 1, height, p.theme.warm + '90');
  }
  if (selected) {
    const x = GUTTER + (selected.start - axis.low) * scale;
    for (const row of shown.filter((r) => r.lane === selected.lane)) p.frame(x - 1, depthTop(row, selected.depth) - 1, Math.max(3, selected.nanos * scale + 1), DEPTH_HEIGHT + 2, p.theme.text, 2);
    drawFlows(p, selected, shown, (nanos) => GUTTER + (nanos - axis.low) * scale);
  }
  if (measure) {
    const [a, b] = measure[0] < measure[1] ? measure : [measure[1], measure[0]];
    const x = GUTTER + (a - axis.low) * scale;
    const w = Math.max(1, (b - a) * scale);
    p.rect(x, RULER, w, height, p.theme.accent + '26');
    p.rect(x, RULER, 1, height, p.theme.accent);
    p.rect(x + w, RULER, 1, height, p.theme.accent);
    const text = nanos(b - a);
    const wide = text.length * 6.6 + 14;
    const middle = Math.max(GUTTER + wide / 2, x + w / 2);
    p.rect(middle - wide / 2, RULER + 6, wide, 20, p.theme.accent);
    p.text(middle, RULER + 16, text, { fill: p.theme.panel, align: 'center', weight: '600', size: 11 });
  }
}
