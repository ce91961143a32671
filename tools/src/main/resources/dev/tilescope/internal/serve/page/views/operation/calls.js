/** The tree of what an operation called, in the order in which it happened. */
import { h, useState } from '../../ui/h.js';
import { REGIONS, bytes, count, hex, nanos } from '../../format.js';
import { Answered, Panel } from '../../ui/parts.js';

/** How many cores rectangles hold; they come as x, y, x, y. */
export function coreCount(flat) {
  let n = 0;
  for (let i = 0; i + 3 < flat.length; i += 4) n += (flat[i + 2] - flat[i] + 1) * (flat[i + 3] - flat[i + 1] + 1);
  return n;
}

/** A core is in one of the rectangles. */
export function holdsCore(flat, x, y) {
  for (let i = 0; i + 3 < flat.length; i += 4) {
    if (flat[i] <= x && x <= flat[i + 2] && flat[i + 1] <= y && y <= flat[i + 3]) return true;
  }
  return false;
}

/**
 * Device operations that have circular buffers on a device.
 * @returns {{name: string, buffers: {address: number, bytes: number, global: boolean, cores: number, ranges: number[]}[]}[]}
 */
export function programs(rows, device) {
  const path = [];
  const found = [];
  for (const row of rows) {
    path.length = Math.min(path.length, row.depth);
    if (row.kind === 'call') {
      path[row.depth] = { name: row.name, device: row.device, buffers: [] };
      if (row.device) found.push(path[row.depth]);
    } else if (row.kind === 'circular' && row.deviceId === device && row.address >= 0 && row.bytes > 0) {
      const owner = [...path].reverse().find((p) => p?.device);
      owner?.buffers.push({ address: row.address, bytes: row.bytes, global: row.global, cores: coreCount(row.cores), ranges: row.cores });
    }
  }
  return found.filter((p) => p.buffers.length > 0);
}

export function CallsPart({ answer }) {
  const [memory, showMemory] = useState(true);
  return h(Panel, {
    title: 'Calls and device operations', class: 'calls',
    actions: h('label', null, h('input', { type: 'checkbox', checked: memory, onChange: (e) => showMemory(e.currentTarget.checked) }), 'Memory'),
  }, h(Answered, { answer }, (a) => [
    !a.recorded && h('p', { class: 'body soft' }, 'The report holds no trace of what it called.'),
    a.damage && h('p', { class: 'body bad' }, `Its trace is damaged: ${a.damage}`),
    h('ul', { class: 'tree', role: 'tree', 'aria-label': 'Calls' }, a.rows.filter((r) => memory || r.kind === 'call' || r.kind === 'error').map((r) => h(Row, { r, most: a.rows[0]?.nanos ?? 0 }))),
    a.cut && h('p', { class: 'body soft' }, `The first ${count(a.rows.length)} of them.`)]));
}

function Row({ r, most }) {
  return h('li', { role: 'treeitem', 'aria-level': r.depth + 1, class: r.kind + (r.device ? ' device' : ''), style: { paddingLeft: 14 + 16 * Math.min(r.depth, 14) + 'px' } },
    r.kind === 'call'
      ? [h('span', { class: 'what', title: r.name }, r.name), most > 0 && r.nanos >= 0 && h('i', { class: 'bar-of', style: { width: Math.max(1, Math.min(60, (60 * r.nanos) / most)) + 'px' } }), h('span', { class: 'right' }, nanos(r.nanos))]
      : [h('span', { class: 'what' }, WORDS[r.kind](r)), h('span', { class: 'right' }, r.bytes >= 0 ? bytes(r.bytes) : '')]);
}

const place = (r) => (r.address > 0 ? ` at ${hex(r.address)}` : '');

const WORDS = {
  allocate: (r) => `+ ${REGIONS[r.type] ?? ''} buffer${place(r)}`,
  free: (r) => `− ${REGIONS[r.type] ?? ''} buffer${place(r)}`,
  circular: (r) => `+ circular buffer${place(r)} on ${count(coreCount(r.cores))} cores${r.global ? ', in a buffer' : ''}`,
  error: (r) => `error ${r.name}`,
};
