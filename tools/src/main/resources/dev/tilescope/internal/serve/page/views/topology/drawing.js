/** Chips on a grid, the links between them, and how full each was. */
import { bytes } from '../../format.js';

const CHIP = 128;
const APART = 74;
const EDGE = 30;

/** Facts of a chip by name; undefined where the report does not say. */
export const fact = (data, chip, name) => {
  const value = chip.facts[data.factNames.indexOf(name)];
  return value === undefined || value < 0 ? undefined : value;
};

/** Links by pair of chips: {from, to, channels}. */
export function cables(data) {
  const pairs = new Map();
  for (const [from, a, to, b] of data.links) {
    const key = from < to ? `${from} ${to}` : `${to} ${from}`;
    if (!pairs.has(key)) pairs.set(key, { from: Math.min(from, to), to: Math.max(from, to), channels: [] });
    pairs.get(key).channels.push(from < to ? [a, b] : [b, a]);
  }
  return [...pairs.values()];
}

/** Where everything lies in a drawing of this size. */
export function layout(data, w, h) {
  const xs = [...new Set(data.chips.map((c) => c.x))].sort((a, b) => a - b);
  const ys = [...new Set(data.chips.map((c) => c.y))].sort((a, b) => a - b);
  const wide = xs.length * CHIP + (xs.length - 1) * APART + 2 * EDGE;
  const tall = ys.length * CHIP + (ys.length - 1) * APART + 2 * EDGE;
  const scale = Math.min(data.chips.length === 1 ? 2.6 : 1.35, w / wide, h / tall);
  const left = (w - wide * scale) / 2;
  const top = (h - tall * scale) / 2;
  const places = new Map();
  const taken = new Map();
  for (const chip of data.chips) {
    const cell = `${chip.x} ${chip.y}`;
    const n = taken.get(cell) ?? 0;
    taken.set(cell, n + 1);
    places.set(chip.id, {
      chip, x: left + (EDGE + xs.indexOf(chip.x) * (CHIP + APART) + n * 14) * scale,
      y: top + (EDGE + ys.indexOf(chip.y) * (CHIP + APART) + n * 14) * scale, size: CHIP * scale,
    });
  }
  return { places, scale };
}

export function drawTopology(painter, w, h, data, links, chosen) {
  const { places, scale } = layout(data, w, h);
  for (const link of links) drawLink(painter, link, places, scale, chosen);
  for (const place of places.values()) drawChip(painter, data, place, scale, place.chip.id === chosen);
}

/** As many lines as channels; links around the edge of the mesh bow out. */
function drawLink(painter, link, places, scale, chosen) {
  const a = places.get(link.from);
  const b = places.get(link.to);
  if (!a || !b) return;
  const near = link.from === chosen || link.to === chosen;
  const colour = near ? painter.theme.accent : painter.theme.dark ? '#56677d' : '#a9b6c5';
  const half = a.size / 2;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const far = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / far, dx / far];
  const long = far > a.size + (APART + 8) * scale;
  const count = Math.min(8, link.channels.length);
  for (let i = 0; i < count; i++) {
    const off = (i - (count - 1) / 2) * 7 * scale;
    const bow = long ? (half + 18 * scale) + off : off;
    const points = long
      ? [a.x + half, a.y + half, a.x + half + nx * bow, a.y + half + ny * bow, b.x + half + nx * bow, b.y + half + ny * bow, b.x + half, b.y + half]
      : [a.x + half + nx * off, a.y + half + ny * off, b.x + half + nx * off, b.y + half + ny * off];
    painter.line(points, colour, near ? 2.2 : 1.4);
  }
}

function drawChip(painter, data, { chip, x, y, size }, scale, chosen) {
  const { theme } = painter;
  painter.rect(x, y, size, size, theme.panel);
  painter.frame(x, y, size, size, chosen ? theme.accent : theme.line, chosen ? 2.5 : 1.2);
  const text = Math.max(8, Math.min(13, 12 * scale));
  if (size > 44) {
    painter.text(x + 8 * scale, y + 12 * scale, `${chip.id}`, { size: text, weight: '700', fill: theme.text });
    painter.text(x + size - 8 * scale, y + 12 * scale, chip.board || chip.arch, { size: text * 0.85, fill: theme.soft, align: 'right' });
  }
  drawCores(painter, data, chip, x + 8 * scale, y + 22 * scale, size - 16 * scale, size - 50 * scale);
  drawBar(painter, x + 8 * scale, y + size - 22 * scale, size - 16 * scale, scale, text, chip);
}

/** The grid of cores; those that compute are filled. */
function drawCores(painter, data, chip, x, y, w, h) {
  const { theme } = painter;
  const columns = fact(data, chip, 'num_x_cores') ?? 0;
  const rows = fact(data, chip, 'num_y_cores') ?? 0;
  if (columns <= 0 || rows <= 0 || columns > 64 || rows > 64) {
    painter.text(x + w / 2, y + h / 2, 'not in this report', { size: 9.5, fill: theme.soft, align: 'center', max: w });
    return;
  }
  const computeX = fact(data, chip, 'num_x_compute_cores') ?? columns;
  const computeY = fact(data, chip, 'num_y_compute_cores') ?? rows;
  const cw = w / columns;
  const ch = h / rows;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const computes = c < computeX && r < computeY;
      painter.rect(x + c * cw + 0.6, y + r * ch + 0.6, cw - 1.2, ch - 1.2, computes ? (theme.dark ? '#2b6676' : '#bfdfe7') : theme.faint);
    }
  }
}

function drawBar(painter, x, y, w, scale, text, chip) {
  const { theme } = painter;
  painter.rect(x, y, w, 5 * scale, theme.faint);
  if (chip.l1 === undefined) {
    if (w > 60) painter.text(x, y + 12 * scale, 'no buffers', { size: text * 0.8, fill: theme.soft, max: w });
    return;
  }
  const isSized = chip.l1Capacity > 0;
  if (isSized) painter.rect(x, y, Math.min(1, chip.l1 / chip.l1Capacity) * w, 5 * scale, theme.l1);
  if (w > 60) painter.text(x, y + 12 * scale, `L1 ${bytes(chip.l1)}` + (isSized ? ` of ${bytes(chip.l1Capacity)}` : ''), { size: text * 0.8, fill: theme.soft, max: w });
}
