/** What is drawn with a painter: the curve, the axes, marks over the map; and the map itself, for files. */
import { bytes, colour, count, hex } from '../../format.js';

const LEFT = 78;
const RIGHT = 12;
const CURVE = 74;
const BETWEEN = 10;
const BOTTOM = 40;
const TOP = 8;
/** A file holds at most so many shapes. */
const MOST_SHAPES = 40_000;

/** Where the parts are, in CSS pixels. */
export function layout(width, height) {
  const w = Math.max(10, width - LEFT - RIGHT);
  const mapTop = TOP + CURVE + BETWEEN;
  return {
    width, height,
    curve: { x: LEFT, y: TOP, w, h: CURVE },
    map: { x: LEFT, y: mapTop, w, h: Math.max(10, height - mapTop - BOTTOM) },
  };
}

/** @param {import('../../ui/painter.js').Painter} painter @param {any} map a MemoryMap, or what it holds */
export function drawAround(painter, map) {
  drawCurve(painter, map);
  drawBand(painter, map);
  drawAddresses(painter, map);
  drawOperations(painter, map);
  drawLayers(painter, map);
  drawMarks(painter, map);
  painter.frame(map.plot.map.x - 0.5, map.plot.map.y - 0.5, map.plot.map.w + 1, map.plot.map.h + 1, painter.theme.line);
}

/** Spans as shapes. */
export function drawPlot(painter, { columns, plot, x, y, focus }) {
  const { map } = plot;
  let drawn = 0;
  painter.rect(map.x, map.y, map.w, map.h, painter.theme.panel);
  painter.clip(map.x, map.y, map.w, map.h, () => {
    for (let i = 0; i < columns.count && drawn < MOST_SHAPES; i++) {
      const { from, to, address, bytes: size } = columns;
      if (to[i] <= x.low || from[i] >= x.high || address[i] >= y.high || address[i] + size[i] <= y.low) continue;
      const left = map.x + x.at(from[i], map.w);
      const top = map.y + map.h - y.at(address[i] + size[i], map.h);
      const tall = Math.max(0.5, y.at(address[i] + size[i], map.h) - y.at(address[i], map.h) - 0.5);
      const dim = focus >= 0 && columns.tensor[i] !== focus;
      const fill = dim ? painter.theme.faint : columns.tensor[i] < 0 ? painter.theme.soft : colour(columns.tensor[i], painter.theme.dark);
      painter.rect(left, top, Math.max(0.5, x.at(to[i], map.w) - x.at(from[i], map.w) - 0.5), tall, fill);
      drawn++;
    }
  });
}

function drawCurve(painter, { plot, x, region, extra, unit }) {
  const { curve } = plot;
  const { theme } = painter;
  const most = Math.max(1, region.peakBytes);
  painter.rect(curve.x, curve.y, curve.w, curve.h, theme.panel);
  painter.text(curve.x - 8, curve.y + 16, bytes(most), { align: 'right', fill: theme.soft, size: 11 });
  painter.text(curve.x - 8, curve.y + curve.h - 5, unit ?? 'in use', { align: 'right', fill: theme.soft, size: 10 });
  painter.line([curve.x, curve.y + curve.h + 0.5, curve.x + curve.w, curve.y + curve.h + 0.5], theme.line);
  const data = extra.curve;
  if (!data) return;
  const step = (data.to - data.from) / data.buckets;
  const points = [curve.x, curve.y + curve.h];
  const line = [];
  const put = (px, py) => { points.push(px, py); line.push(px, py); };
  for (let b = 0; b < data.buckets; b++) {
    const left = x.at(data.from + b * step, curve.w);
    const right = x.at(data.from + (b + 1) * step, curve.w);
    if (right < 0 || left > curve.w) continue;
    const py = curve.y + curve.h - (data.most[b] / most) * (curve.h - 16);
    if (points.length === 2) points[0] = curve.x + Math.max(0, left);
    put(curve.x + Math.max(0, left), py);
    put(curve.x + Math.min(curve.w, right), py);
  }
  if (line.length === 0) return;
  points.push(line[line.length - 2], curve.y + curve.h);
  painter.area(points, tint(regionColour(theme, region.type), theme.dark ? 0.3 : 0.2));
  painter.line(line, regionColour(theme, region.type), 1.3);
}

export const regionColour = (theme, type) => [theme.dram, theme.l1, theme.soft, theme.l1, theme.trace][type] ?? theme.soft;

/** A colour of the style sheet, let through. */
export function tint(hexColour, part) {
  return hexColour + Math.round(part * 255).toString(16).padStart(2, '0');
}

/** Circular buffers, from below; drawn over what is there, since they come and go in an operation. */
function drawBand(painter, { plot, x, y, extra, showBand }) {
  const data = extra.curve;
  if (!data?.band || !showBand) return;
  const { map } = plot;
  const step = (data.to - data.from) / data.buckets;
  const fill = tint(painter.theme.cb, 0.42);
  painter.clip(map.x, map.y, map.w, map.h, () => {
    for (let b = 0; b < data.buckets; b++) {
      const high = data.band[2 * b + 1];
      const left = x.at(data.from + b * step, map.w);
      const right = x.at(data.from + (b + 1) * step, map.w);
      if (high < 0 || right < 0 || left > map.w) continue;
      const top = map.h - y.at(high, map.h);
      painter.rect(map.x + left, map.y + top, Math.max(0.6, right - left), map.h - y.at(data.band[2 * b], map.h) - top, fill);
    }
  });
}

/** Round in steps of powers of two: that is how addresses are. */
function addressTicks(y, most) {
  const step = 2 ** Math.ceil(Math.log2((y.high - y.low) / most));
  const ticks = [];
  for (let v = Math.ceil(y.low / step) * step; v <= y.high; v += step) ticks.push(v);
  return ticks;
}

function drawAddresses(painter, { plot, y }) {
  const { map } = plot;
  for (const tick of addressTicks(y, Math.max(2, map.h / 38))) {
    const py = map.y + map.h - y.at(tick, map.h);
    painter.line([map.x - 4, py, map.x, py], painter.theme.line);
    painter.text(map.x - 8, py, hex(tick), { align: 'right', fill: painter.theme.soft, size: 11, mono: true });
  }
}

function drawOperations(painter, { plot, x, extra }) {
  const { map } = plot;
  const { theme } = painter;
  const wide = map.w / (x.high - x.low);
  const base = map.y + map.h;
  if (wide >= 32 && extra.names) {
    drawNames(painter, map, x, wide, extra.names);
    return;
  }
  for (const id of x.ticks(Math.max(2, map.w / 90))) {
    // Ids begin with 1, so that round ones are a place before.
    const tick = Math.max(0, id - 1);
    if (id !== Math.floor(id) || tick < x.low) continue;
    const px = map.x + x.at(tick, map.w);
    painter.line([px, base, px, base + 4], theme.line);
    painter.text(Math.min(px, map.x + map.w - 4), base + 13, idAt(extra.curve, tick), { align: px > map.x + map.w - 20 ? 'right' : 'center', fill: theme.soft, size: 11 });
  }
  painter.text(map.x + map.w / 2, base + 30, 'operation', { align: 'center', fill: theme.soft, size: 11 });
}

function drawNames(painter, map, x, wide, names) {
  const { theme } = painter;
  painter.clip(map.x, map.y, map.w, map.h + BOTTOM, () => {
    for (let i = 0; i < names.rows.length; i++) {
      const px = map.x + x.at(names.from + i, map.w);
      if (px + wide < map.x || px > map.x + map.w) continue;
      painter.line([px, map.y, px, map.y + map.h + 5], theme.faint);
      const seen = Math.max(px, map.x);
      const room = Math.min(px + wide, map.x + map.w) - seen - 6;
      if (room < 14) continue;
      painter.text(seen + 4, map.y + map.h + 12, count(names.rows[i].id), { fill: theme.soft, size: 11, max: room });
      painter.text(seen + 4, map.y + map.h + 26, (names.rows[i].name ?? '').replace(/^ttnn(\.|::)/, ''), { fill: theme.text, size: 11, max: room });
    }
  });
}

/** Ids of operations are mostly their place plus one; what the server said is better. */
function idAt(curve, index) {
  if (!curve || index < curve.from || index >= curve.to) return count(index + 1);
  const bucket = Math.floor(((index - curve.from) * curve.buckets) / (curve.to - curve.from));
  const start = curve.from + Math.floor(((curve.to - curve.from) * bucket) / curve.buckets);
  return count(curve.ids[bucket] + (index - start));
}

/** Where a layer begins again: as long as they are not too many to tell apart. */
function drawLayers(painter, { plot, x, extra }) {
  const { map, curve } = plot;
  const { theme } = painter;
  for (const starts of extra.layers ?? []) {
    const copies = starts.length - 1;
    const wide = x.at((starts[copies] - starts[0]) / copies, map.w) - x.at(0, map.w);
    if (wide < 9) continue;
    for (let c = 0; c <= copies && starts[c] <= x.high; c++) {
      const px = map.x + x.at(starts[c], map.w);
      if (px < map.x) continue;
      painter.line([px, curve.y, px, map.y + map.h], tint(theme.soft, 0.35));
      if (wide > 54 && c < copies) painter.text(px + 3, curve.y + 5, `${c + 1} of ${copies}`, { fill: theme.soft, size: 10, max: wide - 4 });
    }
  }
}

function drawMarks(painter, map) {
  const { plot, x, region, columns, hover, selected } = map;
  const { theme } = painter;
  const px = plot.map.x + x.at(region.peakIndex + 0.5, plot.map.w);
  if (px >= plot.map.x && px <= plot.map.x + plot.map.w) {
    painter.line([px, plot.curve.y, px, plot.map.y + plot.map.h], tint(theme.bad, 0.7));
    const near = px > plot.map.x + plot.map.w - 60;
    painter.text(px + (near ? -4 : 4), plot.curve.y + plot.curve.h - 7, 'peak', { fill: theme.bad, size: 11, align: near ? 'right' : 'left', weight: '600' });
  }
  painter.clip(plot.map.x, plot.map.y, plot.map.w, plot.map.h, () => {
    if (hover >= 0 && hover < columns.count) outline(painter, map, hover, theme.text, 1);
    if (selected >= 0 && selected < columns.count) outline(painter, map, selected, theme.text, 2);
  });
}

function outline(painter, { plot, x, y, columns }, i, stroke, wide) {
  const { map } = plot;
  const left = map.x + x.at(columns.from[i], map.w);
  const top = map.y + map.h - y.at(columns.address[i] + columns.bytes[i], map.h);
  const right = map.x + x.at(columns.to[i], map.w);
  const bottom = map.y + map.h - y.at(columns.address[i], map.h);
  painter.frame(left + 0.5, top + 0.5, Math.max(2, right - left - 1), Math.max(2, bottom - top - 1), stroke, wide);
}
