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
import { pieceAxis } from './pieces.js';

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
      answer.data?.regions.some((r) => r.placed) && h(Choice, { label: 'Addresses', value: whole ? 'all' : 'used', options: [['used', 'Used addresses'], ['all', 'All']], onChange: (v) => setWhole(v === 'all') })],
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
    h('div', { class: 'region-head' }, h('h3', null, REGIONS[region.type]), h(Figures, { region })),
    region.placed && h(Strips, { region, before, after, inside, whole, focus, focusOn, running }),
    h('div', { class: 'changes' },
      h(Changes, { word: 'came', list: after.filter((b) => !was.has(b.span)), focusOn, exact, region }),
      h(Changes, { word: 'went', list: before.filter((b) => !is.has(b.span)), focusOn, exact, region }),
      inside.length > 0 && h(Changes, { word: 'came and went', list: inside, focusOn, exact, region })));
}

const change_ = (now, then) => (now === then ? '' : ` (${now > then ? '+' : '−'}${bytes(Math.abs(now - then))})`);

/** What is free is told only where buffers have addresses and the bank a size. */
function Figures({ region }) {
  const { before, after: side } = region;
  if (!region.placed || !region.sized) {
    return h('p', { class: 'soft' },
      h('b', null, bytes(side.sumBytes)), ` of a bank in ${count(side.count)} buffers${change_(side.sumBytes, before.sumBytes)}`,
      !region.placed ? ', no addresses in this report' : '');
  }
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

/** What is taken in any row. @returns {[number, number][]} */
const intervalsOf = (rows) => rows.flatMap((row) => [
  ...row.buffers.map((b) => [b.address, b.address + b.bankBytes]), ...row.programs.map((c) => [c.address, c.address + c.bytes])]);

function Strips({ region, before, after, inside, whole, focus, focusOn, running }) {
  const [tip, setTip] = useState(null);
  const axis = useRef(null);
  const rows = rowsOf(before, after, inside, running);
  const draw = useCallback((painter, width) => {
    const made = pieceAxis(intervalsOf(rows), [region.low, region.high], whole, LEFT, width - LEFT - RIGHT);
    axis.current = made;
    drawStrips(painter, width, rows, made, focus);
  }, [region, running.length, whole, focus]);
  const find = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    const row = rows[Math.floor((e.clientY - box.top) / (ROW + GAP))];
    const address = axis.current?.address(e.clientX - box.left);
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
function drawStrips(painter, width, rows, axis, focus) {
  const { theme } = painter;
  painter.rect(0, 0, width, rows.length * (ROW + GAP) + AXIS, theme.panel);
  rows.forEach((row, i) => {
    const y = i * (ROW + GAP) + 3;
    painter.text(LEFT - 10, y + ROW / 2, row.name, { align: 'right', fill: theme.soft, size: 11, max: LEFT - 14 });
    for (const piece of axis.pieces) painter.rect(piece.left, y, piece.wide, ROW, theme.faint);
    row.buffers.forEach((b) => drawBuffer(painter, b, axis, y, focus));
    row.programs.forEach((c) => drawProgram(painter, c, axis, y));
  });
  drawAxis(painter, width, rows.length * (ROW + GAP), axis);
}

function drawBuffer(painter, b, axis, y, focus) {
  const { theme } = painter;
  const dim = focus >= 0 && b.tensor !== focus;
  const left = axis.at(b.address);
  const wide = Math.max(1, axis.at(b.address + b.bankBytes) - left - 1);
  painter.rect(left, y, wide, ROW, dim ? theme.line : b.tensor < 0 ? theme.soft : colour(b.tensor, theme.dark));
  if (wide > 34 && b.tensor >= 0) {
    painter.text(left + 6, y + ROW / 2, count(b.tensor), { fill: dim ? theme.soft : theme.dark ? '#0d1218' : '#ffffff', size: 11, weight: '600', max: wide - 8 });
  }
}

/** One that lies in a buffer takes nothing of its own: only its outline is drawn. */
function drawProgram(painter, c, axis, y) {
  const left = axis.at(c.address);
  const wide = Math.max(1, axis.at(c.address + c.bytes) - left - 1);
  if (c.global) painter.frame(left + 0.5, y + 0.5, wide - 1, ROW - 1, painter.theme.cb, 1.5);
  else painter.rect(left, y, wide, ROW, tint(painter.theme.cb, 0.85));
}

const LABEL = 100;

function drawAxis(painter, width, y, axis) {
  const { theme } = painter;
  let free = 0;
  const label = (address) => {
    const px = axis.at(address);
    if (px - LABEL / 2 < free) return;
    free = px + LABEL / 2;
    painter.line([px, y - 2, px, y + 3], theme.line);
    painter.text(Math.min(px, width - LABEL / 3), y + 12, hex(address), { align: 'center', fill: theme.soft, size: 10, mono: true });
  };
  for (const piece of axis.pieces) {
    const step = 2 ** Math.ceil(Math.log2((piece.to - piece.from) / Math.max(1, piece.wide / LABEL)));
    label(piece.from);
    for (let v = Math.ceil(piece.from / step) * step; v <= piece.to; v += step) label(v);
  }
  for (const b of axis.breaks) {
    painter.text(b.left + axis.breakPixels / 2, y / 2 - 2, '⋯', { align: 'center', fill: theme.soft, size: 14 });
    painter.text(b.left + axis.breakPixels / 2, y / 2 + 12, bytes(b.bytes).replace(/\.\d+ ([KMG])iB/, '$1'), { align: 'center', fill: theme.soft, size: 9, max: axis.breakPixels });
  }
}
