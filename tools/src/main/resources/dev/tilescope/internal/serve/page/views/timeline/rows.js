/** Rows of the timeline: which there are, where each is, which of them are open, and which stay at the top. */

export const GUTTER = 192;
export const RULER = 26;
const DEPTH = 15;
const HEAD = 22;
const PART = 18;
const COUNTER = 40;
const MOMENTS = 20;

/**
 * @typedef {object} Row
 * @property {'moments'|'counter'|'group'|'part'|'lane'} kind
 * @property {string} key unique; also what the server calls the sum of a group or part
 * @property {string} label
 * @property {number} y from the top of all that scroll, or of all that are pinned
 * @property {number} at the same from the top of the drawing; of rows in sight
 * @property {number} height
 * @property {boolean} [pinned]
 * @property {number} indent
 * @property {boolean} [open] of groups and parts
 * @property {number} [lane] @property {number} [depths] @property {number} [zones]
 * @property {number} [counter] place among the counters
 * @property {number} [max] @property {string} [unit]
 */

const natural = new Intl.Collator('en', { numeric: true }).compare;

/** Host lanes in the order of the run; what a whole device does before its cores. */
function grouped(lanes) {
  const groups = new Map();
  for (const [lane, number, group, part, name, depths, zones] of lanes) {
    if (!groups.has(number)) groups.set(number, { key: String(number), label: group, parts: new Map() });
    const { parts } = groups.get(number);
    if (!parts.has(part)) parts.set(part, []);
    parts.get(part).push({ lane, name, depths, zones });
  }
  return [...groups.values()].sort((a, b) => Number(a.key) - Number(b.key));
}

const rowHeight = (depths) => Math.max(1, Math.min(depths, 24)) * DEPTH + 4;

/** Cores of a device are one row at first. */
const CORES = '|cores';

/**
 * @param {any} about what `timeline/lanes` says
 * @param {Set<string>} flipped keys that are not as they are at first: groups open, cores and parts closed
 * @param {string} filter only lanes whose group, part or name holds this; lanes without zones are never shown
 * @param {Set<string>} pins keys of rows that stay in sight
 * @returns {{rows: Row[], height: number, pinned: Row[], pinnedHeight: number}}
 */
export function layOut(about, flipped, filter, pins = new Set()) {
  const rows = [];
  const pinned = [];
  let y = 0;
  let pinnedHeight = 0;
  const add = (row) => {
    rows.push({ ...row, y });
    y += row.height;
    if (!pins.has(row.key)) return;
    pinned.push({ ...row, y: pinnedHeight, pinned: true });
    pinnedHeight += row.height;
  };
  const text = filter.trim().toLowerCase();
  const fits = (...words) => text === '' || words.join(' ').toLowerCase().includes(text);
  if (about.moments > 0 && text === '') {
    add({ kind: 'moments', key: 'moments', label: 'Signposts, messages', height: MOMENTS, indent: 0 });
  }
  about.counters.forEach((c, i) => {
    if (fits(c.group, c.name)) add({ kind: 'counter', key: 'c' + i, label: c.name, counter: i, max: c.max, unit: c.unit, height: COUNTER, indent: 0 });
  });
  for (const group of grouped(about.lanes)) {
    const parts = [...group.parts].map(([part, lanes]) => [part, lanes.filter((l) => l.zones > 0 && fits(group.label, part, l.name))])
      .filter(([, lanes]) => lanes.length > 0)
      .sort(([a], [b]) => natural(a, b));
    if (parts.length === 0) continue;
    const open = !flipped.has(group.key);
    add({ kind: 'group', key: group.key, label: group.label, open, height: HEAD, indent: 0 });
    if (!open) continue;
    const cores = parts.filter(([part]) => part !== '').length;
    const folded = cores > 1 && text === '' && !flipped.has(group.key + CORES);
    for (const [part, lanes] of parts) {
      if (part !== '' && folded) continue;
      const key = group.key + '|' + part;
      const shown = part === '' || flipped.has(key);
      if (part !== '') add({ kind: 'part', key, label: part, open: shown, height: PART, indent: 1 });
      if (!shown) continue;
      for (const lane of lanes) {
        add({
          kind: 'lane', key: 'l' + lane.lane, label: lane.name, lane: lane.lane, depths: lane.depths, zones: lane.zones,
          height: rowHeight(lane.depths), indent: part === '' ? 1 : 2,
        });
      }
      if (part === '' && cores > 1 && text === '') {
        add({ kind: 'part', key: group.key + CORES, label: `${cores} cores`, open: !folded, height: PART, indent: 1 });
      }
    }
  }
  return { rows, height: y, pinned, pinnedHeight };
}

/** Rows in sight of a drawing so tall, pinned ones first. @param {{rows: Row[], pinned: Row[], pinnedHeight: number}} layout */
export function inSight({ rows, pinned, pinnedHeight }, top, tall) {
  const head = RULER + pinnedHeight;
  return [...pinned.map((r) => ({ ...r, at: RULER + r.y })), ...between(rows, top, tall - head).map((r) => ({ ...r, at: head + r.y - top }))];
}

/** The row at a height of the drawing. */
export const rowAt = (layout, top, tall, y) => (y < RULER ? undefined : inSight(layout, top, tall).find((r) => y >= r.at && y < r.at + r.height));

/** By halves: rows are sorted. @param {Row[]} rows */
export function between(rows, top, height) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].y + rows[middle].height > top) high = middle; else low = middle + 1;
  }
  const first = low;
  while (low < rows.length && rows[low].y < top + height) low++;
  return rows.slice(first, low);
}

/** The key of the row, group or part that a lane is in, to open it. */
export function keysAround(about, lane) {
  const found = about.lanes.find((l) => l[0] === lane);
  return found ? { group: String(found[1]), parts: found[3] === '' ? [] : [found[1] + '|' + found[3], found[1] + CORES] } : null;
}

export const depthAt = (row, y) => Math.min((row.depths ?? 1) - 1, Math.floor((y - row.at - 2) / DEPTH));
export const depthTop = (row, depth) => row.at + 2 + depth * DEPTH;
export const DEPTH_HEIGHT = DEPTH - 1;
