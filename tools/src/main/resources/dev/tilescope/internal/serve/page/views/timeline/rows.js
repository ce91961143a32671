/** Rows of the timeline: which there are, where each is, and which of them are open. */

export const GUTTER = 176;
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
 * @property {number} y @property {number} height
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

/**
 * @param {any} about what `timeline/lanes` says
 * @param {Set<string>} flipped keys that are not as they are at first: groups open, parts closed
 * @param {string} filter only lanes whose group, part or name holds this; lanes without zones are never shown
 * @returns {{rows: Row[], height: number}}
 */
export function layOut(about, flipped, filter) {
  const rows = [];
  let y = 0;
  const add = (row) => { rows.push({ ...row, y }); y += row.height; };
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
    for (const [part, lanes] of parts) {
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
    }
  }
  return { rows, height: y };
}

/** Rows in sight, by halves: they are sorted. @param {Row[]} rows */
export function inSight(rows, top, height) {
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
  return found ? { group: String(found[1]), part: found[3] === '' ? null : found[1] + '|' + found[3] } : null;
}

export const depthAt = (row, y) => Math.min((row.depths ?? 1) - 1, Math.floor((y - row.y - 2) / DEPTH));
export const depthTop = (row, depth) => row.y + 2 + depth * DEPTH;
export const DEPTH_HEIGHT = DEPTH - 1;
