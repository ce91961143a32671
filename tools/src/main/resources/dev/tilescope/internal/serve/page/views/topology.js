/** Topology: the chips of the mesh, how they are wired, and what each held at most. */
import { h, useMemo, useRef, useState } from '../ui/h.js';
import { useData } from '../api.js';
import { change, link } from '../state.js';
import { bytes, count, percent } from '../format.js';
import { Answered, Command, Empty } from '../ui/parts.js';
import { Canvas } from '../ui/canvas.js';
import { useKeys } from '../keys.js';
import { cables, drawTopology, fact, layout } from './topology/drawing.js';

const BYTES = ['worker_l1_size', 'l1_bank_size', 'total_l1_memory', 'total_l1_for_tensors', 'total_l1_for_interleaved_buffers', 'total_l1_for_sharded_buffers', 'cb_limit'];
const LABELS = {
  num_x_cores: 'Cores across', num_y_cores: 'Cores down', num_x_compute_cores: 'Compute cores across', num_y_compute_cores: 'Compute cores down',
  worker_l1_size: 'L1 of a core', l1_num_banks: 'L1 banks', l1_bank_size: 'L1 bank', num_compute_cores: 'Compute cores', num_storage_cores: 'Storage cores',
  total_l1_memory: 'L1 in all', total_l1_for_tensors: 'L1 for tensors', total_l1_for_interleaved_buffers: 'L1 for interleaved', total_l1_for_sharded_buffers: 'L1 for sharded', cb_limit: 'Circular buffers, at most',
};

function Peaks({ chip }) {
  if (chip.l1 === undefined) return h('p', { class: 'soft' }, 'No buffers of the report lie on this chip.');
  const amount = (bytesUsed, of) => bytes(bytesUsed) + (of > 0 ? `, ${percent(bytesUsed / of)} of ${bytes(of)}` : '');
  return h('dl', { class: 'facts' },
    h('dt', null, 'L1 per core'), h('dd', null, amount(chip.l1, chip.l1Capacity), !chip.whole && ', buffers only'),
    chip.headroom >= 0 && [h('dt', null, 'L1 headroom'), h('dd', null, bytes(chip.headroom))],
    h('dt', null, 'DRAM per bank'), h('dd', null, amount(chip.dram, chip.dramCapacity)));
}

function ChipSide({ data, chip, links, close }) {
  const mine = links.filter((l) => l.from === chip.id || l.to === chip.id);
  return h('aside', { class: 'panel graph-side', 'aria-label': `Chip ${chip.id}` },
    close && h('button', { class: 'quiet shut', onClick: close, 'aria-label': 'Close', title: 'Close (Esc)' }, '×'),
    h('div', { class: 'inside' },
      h('h2', null, `Chip ${chip.id}`),
      h('p', { class: 'soft' }, [chip.arch, chip.board, `at ${chip.x}, ${chip.y}`, chip.hosted && 'reached by the host'].filter(Boolean).join(' · ')),
      h('section', null, h('h3', null, 'At most in use'), h(Peaks, { chip })),
      h('p', { class: 'links' }, h('a', { href: link('memory', { device: chip.id }) }, 'Memory over time')),
      mine.length > 0 && h('section', null, h('h3', null, 'Ethernet'),
        h('dl', { class: 'facts' }, mine.map((l) => [
          h('dt', null, `to chip ${l.from === chip.id ? l.to : l.from}`),
          h('dd', null, `channels ${l.channels.map((c) => c[l.from === chip.id ? 0 : 1]).join(', ')}`)]))),
      chip.facts.length > 0 && h('section', null, h('h3', null, 'Core grid'),
        h('dl', { class: 'facts' }, data.factNames.map((name) => [name, fact(data, chip, name)]).filter(([, v]) => v !== undefined && v > 0)
          .map(([name, v]) => [h('dt', null, LABELS[name] ?? name), h('dd', null, BYTES.includes(name) ? bytes(v) : count(v))])))));
}

function Mesh({ data, params }) {
  const links = useMemo(() => cables(data), [data]);
  const [hovered, hover] = useState(-1);
  const size = useRef([1, 1]);
  const single = data.chips.length === 1;
  const chosen = params.chip !== undefined ? Number(params.chip) : single ? data.chips[0].id : -1;
  useKeys([{ keys: 'Escape', does: '', run: () => change({ chip: null }) }]);
  const at = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    const [px, py] = [e.clientX - box.left, e.clientY - box.top];
    for (const { chip, x, y, size: s } of layout(data, ...size.current).places.values()) {
      if (px >= x && px <= x + s && py >= y && py <= y + s) return chip.id;
    }
    return -1;
  };
  const step = (dx, dy) => {
    const from = data.chips.find((c) => c.id === chosen) ?? data.chips[0];
    const next = chosen < 0 ? from : data.chips.filter((c) => (c.x - from.x) * dx + (c.y - from.y) * dy > 0)
      .sort((a, b) => Math.hypot(a.x - from.x, a.y - from.y) - Math.hypot(b.x - from.x, b.y - from.y))[0];
    if (next) change({ chip: next.id });
  };
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const on = {
    onPointerMove: (e) => hover(at(e)),
    onPointerLeave: () => hover(-1),
    onClick: (e) => { const id = at(e); change({ chip: id < 0 ? null : id }); },
    onKeyDown: (e) => { if (e.key in arrows) { e.preventDefault(); step(...arrows[e.key]); } },
  };
  const shown = hovered >= 0 ? hovered : chosen;
  const chip = data.chips.find((c) => c.id === shown);
  return h('div', { class: 'graph-main' },
    h(Canvas, {
      name: 'topology', tick: `${shown}`, on, label: `${data.chips.length} chips, ${links.length} connections. Arrows choose a chip.`,
      draw: (p, w, tall) => { size.current = [w, tall]; drawTopology(p, w, tall, data, links, shown); },
    }),
    chip ? h(ChipSide, { data, chip, links, close: single ? null : () => change({ chip: null }) })
      : h('aside', { class: 'panel graph-side' }, h('div', { class: 'inside soft' }, 'Point at a chip to see its memory, links and cores; click to keep it.')));
}

export default function Topology({ params }) {
  const answer = useData('topology');
  return h('div', { class: 'view graph-view' }, h(Answered, { answer }, (data) => (data.chips.length === 0
    ? h(Empty, { title: 'The report names no devices' }, 'Capture on a device, or on a modelled one: ', h(Command, null, 'tilescope demo --device t3000'))
    : [h(Mesh, { data, params }), h('div', { class: 'graph-foot soft' }, foot(data))])));
}

function foot(data) {
  return [
    data.chipsInAll === 1 ? '1 chip' : `${count(data.chipsInAll)} chips`,
    data.chipsInAll > data.chips.length && `${count(data.chips.length)} drawn`,
    `${count(data.linksInAll)} ethernet links`,
    data.remote > 0 && `${count(data.remote)} lead out of this cluster`,
    data.described ? 'places and links from cluster_descriptor.yaml beside the report' : 'no cluster_descriptor.yaml lies beside the report: places are made up',
    'memory is the most in use after any operation, of a bank unless it says in all',
  ].filter(Boolean).join(' · ');
}
