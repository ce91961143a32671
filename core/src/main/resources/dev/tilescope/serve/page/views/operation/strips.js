/** A bank's memory before and after an operation: addresses from left to right, buffers where they lie. */
import { h, useCallback, useMemo, useRef, useState } from '../../ui/h.js';
import { useData } from '../../api.js';
import { change, link } from '../../state.js';
import { REGIONS, bytes, colour, count, hex } from '../../format.js';
import { Answered, Choice, Panel } from '../../ui/parts.js';
import { Canvas } from '../../ui/canvas.js';
import { Swatch } from '../memory/panels.js';
import { tint } from '../memory/drawing.js';
import { programs } from './calls.js';

const NUMBERS = 5;
const ORDER = [1, 3, 0, 4, 2];
const LEFT = 92;
const RIGHT = 10;
const ROW = 24;
const GAP = 7;
const AXIS = 24;

/** @typedef {{span: number, address: number, bankBytes: number, bytes: number, tensor: number}} Buffer */

/** @returns {Buffer[]} */
function unpack(flat) {
  const list = [];
  for (let i = 0; i < flat.length; i += NUMBERS) {
    list.push({ span: flat[i], address: flat[i + 1], bankBytes: flat[i + 2], bytes: flat[i + 3], tensor: flat[i + 4] });
  }
  return list;
}

export function MemoryPart({ op, calls, device, focus, focusOn }) {
  const answer = useData('operation/memory', { id: op.id, device });
  const [whole, setWhole] = useState(false);
  const devices = answer.data?.devices ?? [];
  return h(Panel, {
    title: 'Memory before and after', class: 'strips',
    actions: [
      devices.length > 1 && h('label', null, 'Device', h('select', { value: String(answer.data.device), onChange: (e) => change({ device: e.currentTarget.value, core: null }) },
        devices.map((d) => h('option', { value: String(d) }, d)))),
      h(Choice, { label: 'Addresses', value: whole ? 'all' : 'used', options: [['used', 'Used addresses'], ['all', 'All']], onChange: (v) => setWhole(v === 'all') })],
  }, h(Answered, { answer }, (memory) => (memory.regions.length === 0
    ? h('p', { class: 'body soft' }, 'The report says nothing of buffers on a device.')
    : ORDER.map((type) => memory.regions.find((r) => r.type === type)).filter((r) => r && (r.before.count + r.after.count + r.inside.length > 0 || r.type === 1))
      .map((region) => h(Region, { key: region.type, region, exact: memory.exact, whole, focus, focusOn, programs: region.type === 1 ? programs(calls.data?.rows ?? [], region.device) : [] })))));
}

function Region({ region, exact, whole, focus, focusOn, programs: running }) {
  const before = useMemo(() => unpack(region.before.buffers), [region]);
  const after = useMemo(() => unpack(region.after.buffers), [region]);
  const inside = useMemo(() => unpack(region.inside), [region]);
  const was = new Set(before.map((b) => b.span));
  const is = new Set(after.map((b) => b.span));
  return h('section', { class: 'region', 'aria-label': REGIONS[region.type] },
    h('div', { class: 'region-head' }, h('h3', null, REGIONS[region.type]), h(Figures, { side: region.after, before: region.before })),
    h(Strips, { region, before, after, inside, whole, focus, focusOn, running }),
    h('div', { class: 'changes' },
      h(Changes, { word: 'came', list: after.filter((b) => !was.has(b.span)), focusOn, exact, region }),
      h(Changes, { word: 'went', list: before.filter((b) => !is.has(b.span)), focusOn, exact, region }),
      inside.length > 0 && h(Changes, { word: 'came and went', list: inside, focusOn, exact, region })));
}

const change_ = (now, then) => (now === then ? '' : ` (${now > then ? '+' : '−'}${bytes(Math.abs(now - then))})`);

function Figures({ side, before }) {
  const parts = side.freeBytes > 0 ? 1 - side.largestFreeBytes / side.freeBytes : 0;
  return h('p', { class: 'soft' },
    h('b', null, bytes(side.usedBytes)), ` of a bank in ${count(side.count)} buffers${change_(side.usedBytes, before.usedBytes)}, `,
    h('b', null, bytes(side.freeBytes)), ` free in ${count(side.gaps)} ${side.gaps === 1 ? 'piece' : 'pieces'}, the largest `,
    h('b', null, bytes(side.largestFreeBytes)), ` at ${hex(side.largestFreeAt)}: ${(100 * parts).toFixed(0)} % fragmented`);
}

function Changes({ word, list, focusOn, exact, region }) {
  if (list.length === 0) return null;
  const sum = list.reduce((s, b) => s + b.bytes, 0);
  return h('p', null, h('span', { class: 'soft' }, `${count(list.length)} ${word}, ${bytes(sum)}${exact ? '' : ' per bank'}: `),
    list.slice(0, 12).map((b) => h('span', { class: 'change' },
      h('button', { class: 'quiet', onClick: () => focusOn(b.tensor), disabled: b.tensor < 0 }, h(Swatch, { tensor: b.tensor }), b.tensor < 0 ? 'buffer' : count(b.tensor)),
      h('a', { class: 'soft', href: link('memory', { span: b.span, type: region.type, device: region.device }) }, bytes(b.bytes)))),
    list.length > 12 && h('span', { class: 'soft' }, ` and ${count(list.length - 12)} more`));
}

/** Rows of the drawing, each a name and what lies in it. */
function rowsOf(before, after, inside, running) {
  const rows = [{ name: 'Before', buffers: before, programs: [] }];
  running.forEach((p) => rows.push({ name: p.name.replace(/DeviceOperation$/, ''), buffers: [], programs: p.buffers }));
  if (inside.length > 0) rows.push({ name: 'While it ran', buffers: inside, programs: [] });
  rows.push({ name: 'After', buffers: after, programs: [] });
  return rows;
}

/** What is in sight: all of the memory, or what is used of it in any row. */
function sightOf(region, rows, whole) {
  if (whole) return [region.low, region.high];
  let low = Infinity;
  let high = -Infinity;
  for (const row of rows) {
    for (const b of row.buffers) { low = Math.min(low, b.address); high = Math.max(high, b.address + b.bankBytes); }
    for (const c of row.programs) { low = Math.min(low, c.address); high = Math.max(high, c.address + c.bytes); }
  }
  if (!(high > low)) return [region.low, region.high];
  const room = (high - low) * 0.02;
  return [Math.max(0, low - room), high + room];
}

function Strips({ region, before, after, inside, whole, focus, focusOn, running }) {
  const [tip, setTip] = useState(null);
  const size = useRef([0, 0]);
  const rows = rowsOf(before, after, inside, running);
  const [low, high] = sightOf(region, rows, whole);
  const draw = useCallback((painter, width, height) => {
    size.current = [width, height];
    drawStrips(painter, width, rows, low, high, focus);
  }, [region, running, whole, focus]);
  const find = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    const row = rows[Math.floor((e.clientY - box.top) / (ROW + GAP))];
    const address = low + ((e.clientX - box.left - LEFT) / (size.current[0] - LEFT - RIGHT)) * (high - low);
    const has = (b, wide) => b.address <= address && address < b.address + wide;
    const buffer = row?.buffers.find((b) => has(b, b.bankBytes));
    const program = row?.programs.find((c) => has(c, c.bytes));
    return buffer || program ? { buffer, program, x: e.clientX, y: e.clientY } : null;
  };
  return h('div', null, h(Canvas, {
    draw, label: `${REGIONS[region.type]}: ${before.length} buffers before, ${after.length} after`, name: `memory-${REGIONS[region.type]}`,
    height: rows.length * (ROW + GAP) + AXIS,
    on: { onPointerMove: (e) => setTip(find(e)), onPointerLeave: () => setTip(null), onClick: (e) => focusOn(find(e)?.buffer?.tensor ?? -1) },
  }), tip && h(Tip, { tip }));
}

function Tip({ tip: { buffer, program, x, y } }) {
  return h('div', { class: 'tip', style: { left: Math.min(x + 14, innerWidth - 260) + 'px', top: Math.min(y + 14, innerHeight - 90) + 'px' } },
    buffer
      ? [h('b', null, buffer.tensor < 0 ? 'Buffer' : `Tensor ${count(buffer.tensor)}`), h('div', null, `${bytes(buffer.bankBytes)} of a bank`), h('code', null, `${hex(buffer.address)} – ${hex(buffer.address + buffer.bankBytes)}`)]
      : [h('b', null, program.global ? 'Circular buffer in a buffer' : 'Circular buffer'), h('div', null, `${bytes(program.bytes)} of a core, on ${count(program.cores)} cores`), h('code', null, `${hex(program.address)} – ${hex(program.address + program.bytes)}`)]);
}

/** Draws rows of buffers and circular buffers over one axis of addresses. */
export function drawStrips(painter, width, rows, low, high, focus) {
  const { theme } = painter;
  const wide = width - LEFT - RIGHT;
  const at = (address) => LEFT + ((address - low) / (high - low)) * wide;
  painter.rect(0, 0, width, rows.length * (ROW + GAP) + AXIS, theme.panel);
  rows.forEach((row, i) => {
    const y = i * (ROW + GAP) + 3;
    painter.text(LEFT - 10, y + ROW / 2, row.name, { align: 'right', fill: theme.soft, size: 11, max: LEFT - 14 });
    painter.rect(LEFT, y, wide, ROW, theme.faint);
    painter.clip(LEFT, y, wide, ROW, () => {
      for (const b of row.buffers) {
        const dim = focus >= 0 && b.tensor !== focus;
        const left = at(b.address);
        const w = Math.max(1, at(b.address + b.bankBytes) - left - 1);
        painter.rect(left, y, w, ROW, dim ? theme.line : b.tensor < 0 ? theme.soft : colour(b.tensor, theme.dark));
        if (w > 34 && b.tensor >= 0) painter.text(left + 6, y + ROW / 2, count(b.tensor), { fill: dim ? theme.soft : theme.dark ? '#0d1218' : '#ffffff', size: 11, weight: '600', max: w - 8 });
      }
      for (const c of row.programs) {
        const left = at(c.address);
        const w = Math.max(1, at(c.address + c.bytes) - left - 1);
        if (c.global) painter.frame(left + 0.5, y + 0.5, w - 1, ROW - 1, theme.cb, 1.5);
        else painter.rect(left, y, w, ROW, tint(theme.cb, 0.85));
      }
    });
  });
  drawAxis(painter, rows.length * (ROW + GAP), low, high, wide, at);
}

function drawAxis(painter, y, low, high, wide, at) {
  const step = 2 ** Math.ceil(Math.log2((high - low) / Math.max(2, wide / 110)));
  for (let v = Math.ceil(low / step) * step; v <= high; v += step) {
    painter.line([at(v), y - 2, at(v), y + 3], painter.theme.line);
    painter.text(at(v), y + 12, hex(v), { align: 'center', fill: painter.theme.soft, size: 10, mono: true });
  }
}
